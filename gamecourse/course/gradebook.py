"""Marks for the gradebook of a learning platform: one row for each student, one column for each
lecture or exercise, from the long table that ``python -m gamelib mark --csv`` writes.

The columns are those that Moodle and Canvas document (docs/marks.md). A class list that the platform
has exported says who the students are; without one, a student is the name of a folder.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from gamecourse.command import Refusal, printable
from gamecourse.course import batch
from gamecourse.course.batch import HEAD, harmless, unguarded
from gamecourse.files import put
from gamecourse.grading.feedback import State

#: The signs for "no grade". Moodle takes an empty cell in a new grade item for a grade.
NO_GRADE = {"moodle": "-", "canvas": ""}
#: The columns of a class list of Moodle that say who somebody is, the best one first.
MOODLE_KEYS = ("Email address", "ID number", "Username")
#: The columns of Moodle's name; each alone says too little.
MOODLE_NAMES = ("First name", "Last name")
#: The columns with which a gradebook of Canvas begins.
CANVAS_HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
#: The columns of a class list of Canvas that say who somebody is.
CANVAS_KEYS = ("Student", "ID", "SIS User ID", "SIS Login ID")
#: What stands in the first column of the row with the most points of each column.
POINTS_POSSIBLE = "Points Possible"
#: An assignment in the head of a gradebook of Canvas: its title, and its number.
CANVAS_ASSIGNMENT = re.compile(r"(.+) \((\d+)\)")
#: A folder in what Moodle packs when all submissions are downloaded.
MOODLE_FOLDER = re.compile(r"(.+)_\d+_assignsubmission_\w+")
#: What may separate the columns of a class list.
SEPARATORS = ",;\t"


@dataclass
class Marks:
    """The marks of a class."""

    #: the columns in order: the most points of each
    most: dict[str, int] = field(default_factory=dict)
    #: the points of each student in each column; None if it could not be marked
    points: dict[str, dict[str, int | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class ClassList:
    """A class list that a platform has exported."""

    path: Path
    head: list[str]  #: the names of its columns
    students: list[dict[str, str]]  #: what each row says, by column


def run(options: argparse.Namespace) -> int:
    """The marks of a class for the gradebook of Moodle or Canvas.

    Turn the table of "mark --csv" into one row for each student and one column for each lecture.
    With a class list that Moodle or Canvas has exported, each student is found in it by a name, a
    number or an address that is the name of the student's folder.

    Example: python -m gamelib gradebook moodle marks.csv --students participants.csv
    """
    platform: str = options.platform
    out: Path = options.out or options.table.with_name(f"marks-for-{platform}.csv")
    if out in (options.table, options.students):
        raise Refusal(f"{out}: this file is read, so it cannot be written: give --out another name")
    if batch.record_of(options.table).exists():
        raise Refusal(
            f"{options.table}: the marks are not complete: give the command mark once more, and it "
            "goes on where it was"
        )
    marks = read_marks(options.table, by_exercise=options.by == "exercise")
    lines: list[str]
    absent: list[str] = []
    if options.students is None:
        rows, lines = rows_without_list(platform, marks, options.key)
    else:
        class_list = read_class_list(options.students)
        rows, lines, absent = rows_with_list(platform, marks, class_list, options.key)
    put(out, _csv(rows))
    told = [*_not_marked(marks), *lines, *_summary(platform, out, rows, marks)]
    if absent:
        told.append(f"In the class list, without a notebook: {', '.join(map(printable, absent))}")
    print(*told, sep="\n")
    return 2 if lines else 0


# ---- the long table ----


def read_marks(path: Path, by_exercise: bool) -> Marks:
    """The marks in a table that ``mark --csv`` has written.

    Raises Refusal if it is no such table, if two notebooks of a student are of the same lecture, or
    if an exercise is worth more in one notebook than in another.
    """
    rows = list(_rows_of(path, ","))
    if not rows or tuple(rows[0]) != HEAD:
        raise Refusal(f"{path}: this is no table of marks: its columns are not {', '.join(HEAD)}")
    notebooks: dict[tuple[str, str], str] = {}  # of each student and lecture
    marks = Marks()
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(HEAD):
            raise Refusal(f"{path}: row {number} has {len(row)} columns instead of {len(HEAD)}")
        cells = dict(zip(HEAD, map(unguarded, row), strict=True))
        notebook = PurePath(cells["notebook"])
        student = student_of(notebook)
        lecture = notebook.stem
        earlier = notebooks.setdefault((student, lecture), str(notebook))
        if earlier != str(notebook):
            raise Refusal(
                f"{student} has handed in {lecture} twice: {earlier} and {notebook}. Leave one of "
                "them out, and mark again"
            )
        of_student = marks.points.setdefault(student, {})
        if not cells["exercise"]:  # the whole notebook could not be marked
            of_student[lecture] = None
            continue
        try:
            points = int(cells["points"])
            most = int(cells["of"])
        except ValueError:
            raise Refusal(f"{path}: row {number} has no numbers of points") from None
        exercise = f"{lecture}: {cells['exercise']}"
        if marks.most.setdefault(exercise, most) != most:
            raise Refusal(
                f"{path}: row {number}: {exercise} is worth {most} points here and "
                f"{marks.most[exercise]} in another notebook"
            )
        marked = cells["state"] != State.NOT_MARKED.name
        of_student[exercise] = points if marked else None
    return marks if by_exercise else _by_lecture(marks)


def _by_lecture(marks: Marks) -> Marks:
    """The same with one column for each lecture: the sum of its exercises, or None if one of them
    could not be marked.
    """
    by_lecture = Marks()
    for exercise, most in marks.most.items():
        lecture = _lecture_of(exercise)
        by_lecture.most[lecture] = by_lecture.most.get(lecture, 0) + most
    for student, points in marks.points.items():
        sums: dict[str, int | None] = {}
        for column, count in points.items():
            lecture = _lecture_of(column)
            so_far = sums.get(lecture, 0)
            sums[lecture] = None if count is None or so_far is None else so_far + count
        by_lecture.points[student] = sums
    return by_lecture


def _lecture_of(column: str) -> str:
    """The lecture of a column: "01-matches" of "01-matches: wins"."""
    return column.partition(": ")[0]


def student_of(notebook: PurePath) -> str:
    """The name of a student's folder, from the place of a notebook.

    nbgrader has a folder for each assignment in it, and Moodle adds to the name.

    >>> student_of(PurePath("submissions/ann/01-matches.ipynb"))
    'ann'
    >>> student_of(PurePath("submitted/ann/01-matches/01-matches.ipynb"))
    'ann'
    >>> student_of(PurePath("all/Ann Lee_731_assignsubmission_file/01-matches.ipynb"))
    'Ann Lee'
    """
    folder = notebook.parent
    if folder.name == notebook.stem:
        folder = folder.parent
    if not folder.name:
        raise Refusal(
            f"{notebook} lies in no folder, so nobody knows whose it is. Put the notebooks of each "
            "student into a folder with the student's name, and mark again"
        )
    of_moodle = MOODLE_FOLDER.fullmatch(folder.name)
    return of_moodle[1] if of_moodle else folder.name


# ---- the class list ----


def read_class_list(path: Path) -> ClassList:
    """A class list: participants or a gradebook, as Moodle or Canvas exports it."""
    separator = max(SEPARATORS, key=_first_line(path).count)
    rows = [row for row in _rows_of(path, separator) if any(cell.strip() for cell in row)]
    if not rows:
        raise Refusal(f"{path}: this class list is empty")
    head = [cell.strip() for cell in rows[0]]
    students = [dict(zip(head, map(str.strip, row), strict=False)) for row in rows[1:]]
    return ClassList(path, head, [row for row in students if _is_student(row)])


def _is_student(row: Mapping[str, str]) -> bool:
    """Whether a row of a class list is of a student: Canvas has two or three others at the top."""
    name = row.get("Student")
    return name is None or (name != "" and POINTS_POSSIBLE not in name)


def _found(
    students: Sequence[str], class_list: ClassList, keys: Sequence[str]
) -> tuple[dict[str, dict[str, str]], list[str], list[dict[str, str]]]:
    """The rows of a class list by the names of the students' folders; what to say of folders that
    are not found, or more than once; and the rows that no folder is found in.
    """
    rows_of: dict[str, list[dict[str, str]]] = {}
    for row in class_list.students:
        for name in {_folded(name) for name in _names(row, keys)}:
            rows_of.setdefault(name, []).append(row)
    found = {}
    folders: dict[int, str] = {}  # of each row that is taken
    lines = []
    for student in students:
        rows = rows_of.get(_folded(student), [])
        if not rows:
            lines.append(
                f"{printable(student)} is in no row of {class_list.path}, and is left out: rename "
                f"the folder to what one of these columns says: {', '.join(keys)}"
            )
        elif len(rows) > 1:
            lines.append(
                f"{printable(student)} is in {len(rows)} rows of {class_list.path}, and is left "
                "out: rename the folder to what says who it is"
            )
        elif id(rows[0]) in folders:
            lines.append(
                f"{printable(student)} and {printable(folders[id(rows[0])])} are one row of "
                f"{class_list.path}, and {printable(student)} is left out: put all into one folder"
            )
        else:
            folders[id(rows[0])] = student
            found[student] = rows[0]
    return found, lines, [row for row in class_list.students if id(row) not in folders]


def _names(row: Mapping[str, str], keys: Iterable[str]) -> Iterator[str]:
    """Yield what a folder of this student may be called."""
    for key in keys:
        if row.get(key):
            yield row[key]
    first, last = (row.get(column, "") for column in MOODLE_NAMES)
    if first and last:
        yield f"{first} {last}"
        yield f"{last} {first}"
    family, comma, given = row.get("Student", "").partition(", ")  # Canvas: "Lee, Ann"
    if comma:
        yield f"{given} {family}"


def _folded(name: str) -> str:
    """A name in the form in which names are compared: capital letters, accents that are written in
    two ways, and blanks do not matter.
    """
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


# ---- the wide table ----


def rows_without_list(
    platform: str, marks: Marks, key: str | None
) -> tuple[list[list[str]], list[str]]:
    """The rows of the table, and nothing to say: each student is the name of the folder."""
    if platform == "moodle":
        head = [key or "Username"]
        people = {student: [student] for student in marks.points}
    else:
        head = list(CANVAS_HEAD)
        people = {student: [student, "", "", student, ""] for student in marks.points}
    return _rows(platform, marks, head, people, list(marks.most)), []


def rows_with_list(
    platform: str, marks: Marks, class_list: ClassList, key: str | None
) -> tuple[list[list[str]], list[str], list[str]]:
    """The rows of the table, what to say of students who are not in the class list, and the names of
    those who are there and have handed in nothing.

    ``key`` is the column of the class list that says who somebody is; if it is None, all columns
    that may say so are looked at.
    """
    if platform == "moodle":
        keys = _keys(class_list, key, MOODLE_KEYS)
        identity = [column for column in MOODLE_NAMES if column in class_list.head]
        identity += keys
        titles = list(marks.most)
    else:
        keys = _keys(class_list, key, CANVAS_KEYS)
        if "Section" not in class_list.head:
            raise Refusal(
                f'{class_list.path}: there is no column "Section", so this is no gradebook that '
                "Canvas has exported"
            )
        identity = class_list.head[: class_list.head.index("Section") + 1]
        titles = [_title_in_canvas(column, class_list.head) for column in marks.most]
    found, lines, others = _found(list(marks.points), class_list, keys)
    people = {
        student: [row.get(column, "") for column in identity] for student, row in found.items()
    }
    if not people:
        raise Refusal(f"no student of the marks is in {class_list.path}. The first: {lines[0]}")
    absent = [" ".join(filter(None, map(row.get, identity[:2]))) for row in others]
    return _rows(platform, marks, identity, people, titles), lines, absent


def _keys(class_list: ClassList, key: str | None, known: Sequence[str]) -> list[str]:
    """The columns of a class list that say who somebody is."""
    wanted = known if key is None else [key]
    keys = [column for column in wanted if column in class_list.head]
    if not keys:
        raise Refusal(
            f"{class_list.path}: none of its columns is {' or '.join(wanted)}. It has "
            f"{', '.join(class_list.head)}: say by --key which one says who somebody is"
        )
    return keys


def _title_in_canvas(column: str, head: Sequence[str]) -> str:
    """The title of a column: that of the assignment of this name in Canvas, with its number, or a new
    title.
    """
    for title in head:
        assignment = CANVAS_ASSIGNMENT.fullmatch(title)
        if assignment and assignment[1] == column:
            return title
    return column


def _rows(
    platform: str,
    marks: Marks,
    head: list[str],
    people: Mapping[str, list[str]],
    titles: Sequence[str],
) -> list[list[str]]:
    """The head, for Canvas the row with the most points of each column, and a row for each student."""
    rows = [[*head, *titles]]
    if platform == "canvas":
        blanks = [""] * (len(head) - 1)
        rows.append([POINTS_POSSIBLE, *blanks, *map(str, marks.most.values())])
    for student, person in people.items():
        points = [_cell(platform, marks.points[student].get(column)) for column in marks.most]
        rows.append([*person, *points])
    return rows


def _cell(platform: str, points: int | None) -> str:
    """The cell of a mark."""
    return NO_GRADE[platform] if points is None else str(points)


def _not_marked(marks: Marks) -> Iterator[str]:
    """Yield a line for each mark that is missing because something could not be marked."""
    for student, points in marks.points.items():
        for column, count in points.items():
            if count is None:
                yield f"{printable(student)}: {printable(column)} was not marked, and gets no points"


def _summary(
    platform: str, out: Path, rows: Sequence[Sequence[str]], marks: Marks
) -> Iterator[str]:
    """Yield what was written, and the most points of each column."""
    students = len(rows) - (2 if platform == "canvas" else 1)
    yield f"{out}: students: {students}, columns: {len(marks.most)}"
    yield from (f"  {printable(column)}: {most} points" for column, most in marks.most.items())


# ---- files ----


def _text_of(path: Path) -> str:
    """What stands in a table."""
    try:
        return path.read_text(encoding="utf-8-sig", errors="strict")
    except UnicodeDecodeError:
        raise Refusal(f"{path}: this is no text in UTF-8: export it as CSV") from None
    except OSError as error:
        raise Refusal(f"{path}: cannot be read: {error.strerror}") from None


def _first_line(path: Path) -> str:
    """The first line of a table."""
    return _text_of(path).partition("\n")[0]


def _rows_of(path: Path, separator: str) -> Iterator[list[str]]:
    """Yield the rows of a table."""
    try:
        yield from csv.reader(io.StringIO(_text_of(path), newline=""), delimiter=separator)
    except csv.Error as error:
        raise Refusal(f"{path}: this is no table: {error}") from None


def _csv(rows: Iterable[Sequence[str]]) -> bytes:
    """The table as a file, with no cell that a spreadsheet would take for a formula.

    Moodle's sign for no grade stays as it is: alone it is no formula.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([cell if cell == NO_GRADE["moodle"] else harmless(cell) for cell in row])
    return text.getvalue().encode()
