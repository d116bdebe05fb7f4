"""Marks for the gradebooks of Moodle and Canvas: the columns that they document, and names that
mean harm.
"""

import csv
import io
import re

import pytest

from gamecourse.__main__ import main
from gamecourse.course.batch import HEAD, _csv, harmless, unguarded

#: A class: the folder and the lecture of a notebook, and the points of its exercises (None if it was
#: not marked).
CLASS = [
    ("ann", "01-matches", [("wins", 1, 1), ("lost", 2, 2)]),
    ("ann", "06-nim", [("sum", 0, 3)]),
    ("bob", "01-matches", [("wins", 0, 1), ("lost", 2, 2)]),
    ("bob", "06-nim", None),
    ("cem", "06-nim", [("sum", 3, 3)]),
]


def table(path, notebooks=CLASS, pattern="submissions/{}/{}.ipynb"):
    """Write the long table, by the function that ``mark --csv`` uses."""
    rows = []
    for student, lecture, exercises in notebooks:
        name = pattern.format(student, lecture)
        if exercises is None:
            rows.append([name, "", 0, 0, "NOT_MARKED", "not marked: it is no notebook"])
        for exercise, points, most in exercises or []:
            state = "NOT_MARKED" if points is None else "RIGHT" if points else "WRONG"
            rows.append([name, exercise, points or 0, most, state, "words"])
    path.write_bytes(_csv(rows))
    return path


def gradebook(platform, marks, *options):
    """Run the command; the exit status, and the rows of the table that it writes."""
    out = marks.with_name("out.csv")
    status = main(["gradebook", platform, str(marks), "--out", str(out), *map(str, options)])
    if not out.exists():
        return status, []
    return status, list(csv.reader(io.StringIO(out.read_bytes().decode(), newline="")))


PARTICIPANTS = """\ufeff"First name","Last name","Email address","ID number",Groups
Ann,Lee,ann@x.org,s1,A
Bob,Ray,bob@x.org,s2,A
Cem,Öz,cem@x.org,s3,B
Dee,Wu,dee@x.org,s4,B
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,06-nim (4711),Current Score
,,,,,Manual Posting,
    Points Possible,,,,,3,(read only)
"Lee, Ann",101,s1,ann,Games 1,,
"Ray, Bob",102,s2,bob,Games 1,,
"Öz, Cem",103,s3,cem,Games 2,,
"Student, Test",999,,,Games 2,,
"""


def test_moodle_gets_one_row_for_each_student_and_its_sign_for_no_grade(tmp_path, capsys):
    status, rows = gradebook("moodle", table(tmp_path / "marks.csv"))
    assert status == 0
    assert rows == [
        ["Username", "01-matches", "06-nim"],
        ["ann", "3", "0"],
        ["bob", "2", "-"],
        ["cem", "-", "3"],
    ]
    said = capsys.readouterr().out
    assert "bob: 06-nim was not marked, and gets no points" in said
    assert "  01-matches: 3 points" in said


def test_moodle_with_participants_has_their_addresses(tmp_path):
    students = tmp_path / "participants.csv"
    students.write_text(PARTICIPANTS)
    for names in (["s1", "s2", "s3"], ["Ann Lee", "Ray Bob", "CEM  Öz"]):
        folders = dict(zip(["ann", "bob", "cem"], names, strict=True))
        notebooks = [(folders[student], *rest) for student, *rest in CLASS]
        marks = table(tmp_path / "marks.csv", notebooks)
        status, rows = gradebook("moodle", marks, "--students", students)
        assert status == 0
        assert rows == [
            ["First name", "Last name", "Email address", "ID number", "01-matches", "06-nim"],
            ["Ann", "Lee", "ann@x.org", "s1", "3", "0"],
            ["Bob", "Ray", "bob@x.org", "s2", "2", "-"],
            ["Cem", "Öz", "cem@x.org", "s3", "-", "3"],
        ]


def accepted_by_canvas(rows):
    """What Canvas documents, and its importer asks of a file: the columns before the assignments, and
    a row with the most points of each.
    """
    head, most = rows[0], rows[1]
    assert "Student" in head[0]
    assert "ID" in head[1]
    assert head[2:4] == ["SIS User ID", "SIS Login ID"]
    assert "Section" in head[4]
    assert "Points Possible" in most[0]
    assert all(len(row) == len(head) for row in rows)
    assert all(re.fullmatch(r"\d+", cell) for cell in most[5:])
    assert all(re.fullmatch(r"\d*", cell) for row in rows[2:] for cell in row[5:])


def test_canvas_has_its_five_columns_and_the_points_possible(tmp_path):
    _, rows = gradebook("canvas", table(tmp_path / "marks.csv"))
    accepted_by_canvas(rows)
    assert rows[1] == ["Points Possible", "", "", "", "", "3", "3"]
    assert rows[2:] == [
        ["ann", "", "", "ann", "", "3", "0"],
        ["bob", "", "", "bob", "", "2", ""],
        ["cem", "", "", "cem", "", "", "3"],
    ]


def test_canvas_with_its_export_has_its_ids_and_the_number_of_an_assignment(tmp_path):
    students = tmp_path / "gradebook.csv"
    students.write_text(CANVAS)
    status, rows = gradebook("canvas", table(tmp_path / "marks.csv"), "--students", students)
    assert status == 0
    accepted_by_canvas(rows)
    assert rows[0][5:] == ["01-matches", "06-nim (4711)"]
    assert rows[2:] == [
        ["Lee, Ann", "101", "s1", "ann", "Games 1", "3", "0"],
        ["Ray, Bob", "102", "s2", "bob", "Games 1", "2", ""],
        ["Öz, Cem", "103", "s3", "cem", "Games 2", "", "3"],
    ]


def test_a_column_for_each_exercise(tmp_path):
    marks = table(tmp_path / "marks.csv", [*CLASS, ("dee", "06-nim", [("sum", None, 3)])])
    _, rows = gradebook("moodle", marks, "--by", "exercise")
    assert rows[0] == ["Username", "01-matches: wins", "01-matches: lost", "06-nim: sum"]
    assert rows[1:] == [
        ["ann", "1", "2", "0"],
        ["bob", "0", "2", "-"],
        ["cem", "-", "-", "3"],
        ["dee", "-", "-", "-"],
    ]


def test_a_lecture_of_which_an_exercise_was_not_marked_has_no_sum(tmp_path, capsys):
    exercises = [("wins", 1, 1), ("lost", None, 2)]
    marks = table(tmp_path / "marks.csv", [("ann", "01-matches", exercises)])
    assert gradebook("moodle", marks)[1] == [["Username", "01-matches"], ["ann", "-"]]
    assert "ann: 01-matches was not marked" in capsys.readouterr().out


@pytest.mark.parametrize("platform", ["moodle", "canvas"])
def test_a_student_who_is_not_in_the_class_list_is_named_and_left_out(platform, tmp_path, capsys):
    students = tmp_path / "list.csv"
    students.write_text({"moodle": PARTICIPANTS, "canvas": CANVAS}[platform])
    notebooks = [("s1", "06-nim", [("sum", 3, 3)]), ("eve", "06-nim", [("sum", 3, 3)])]
    marks = table(tmp_path / "marks.csv", notebooks)
    status, rows = gradebook(platform, marks, "--students", students)
    assert status == 2
    assert not any("eve" in row for row in rows)
    assert f"eve is in no row of {students}, and is left out" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("platform", "names"),
    [
        ("moodle", "Bob Ray, Cem Öz, Dee Wu"),
        ("canvas", "Ray, Bob 102, Öz, Cem 103, Student, Test 999"),
    ],
)
def test_whoever_has_handed_in_nothing_is_named(platform, names, tmp_path, capsys):
    students = tmp_path / "list.csv"
    students.write_text({"moodle": PARTICIPANTS, "canvas": CANVAS}[platform])
    marks = table(tmp_path / "marks.csv", [("s1", "06-nim", [("sum", 3, 3)])])
    status, _ = gradebook(platform, marks, "--students", students)
    assert status == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"In the class list, without a notebook: {names}"


def test_two_rows_or_two_folders_of_one_name_are_told(tmp_path, capsys):
    students = tmp_path / "list.csv"
    students.write_text(PARTICIPANTS + "Ann,Lee,other@x.org,s9,A\n")
    one = [("sum", 3, 3)]
    names = ["Ann Lee", "s2", "Bob Ray", "s3"]
    marks = table(tmp_path / "marks.csv", [(name, "06-nim", one) for name in names])
    status, rows = gradebook("moodle", marks, "--students", students)
    said = capsys.readouterr().out
    assert status == 2
    assert [row[0] for row in rows] == ["First name", "Bob", "Cem"]
    assert "Ann Lee is in 2 rows of" in said
    assert "Bob Ray and s2 are one row of" in said


def test_a_class_list_in_another_language_or_with_other_separators(tmp_path, capsys):
    students = tmp_path / "list.csv"
    students.write_text("Vorname;Nachname;Matrikel\nAnn;Lee;m1\n")
    marks = table(tmp_path / "marks.csv", [("m1", "06-nim", [("sum", 3, 3)])])
    assert gradebook("moodle", marks, "--students", students)[0] == 2
    assert "say by --key which one says who somebody is" in capsys.readouterr().err
    _, rows = gradebook("moodle", marks, "--students", students, "--key", "Matrikel")
    assert rows == [["Matrikel", "06-nim"], ["m1", "3"]]


HOSTILE = [
    "=HYPERLINK(1)",
    "+1",
    "-2",
    "@x",
    'a"b',
    "a,b",
    "a;b",
    "＝1",
    "'tis",
    "Ünï çødé",
    "\\x1b[2K",
    "a b  c",
]


@pytest.mark.parametrize("platform", ["moodle", "canvas"])
def test_names_that_mean_harm_stay_text(platform, tmp_path):
    marks = table(tmp_path / "marks.csv", [(name, "06-nim", [("sum", 3, 3)]) for name in HOSTILE])
    status, rows = gradebook(platform, marks)
    assert status == 0
    assert [row[0] for row in rows[-len(HOSTILE) :]] == [harmless(name) for name in HOSTILE]
    for row in rows:
        for cell in row:
            assert cell == "-" or not cell.lstrip().startswith(tuple("=+-@\t\r＝"))


def test_the_guard_of_a_cell_is_taken_away_again():
    for name in HOSTILE:
        assert unguarded(harmless(name)) == name


@pytest.mark.parametrize(
    ("notebooks", "pattern", "said"),
    [
        (CLASS[:1] * 2, "{}/{}.ipynb", ""),
        ([CLASS[0]], "{1}.ipynb", "lies in no folder"),
        (
            [CLASS[0], ("ann", "01-matches", [("wins", 1, 5)])],
            "{}/{}.ipynb",
            "is worth 5 points here",
        ),
    ],
    ids=["twice the same row", "no folder", "other points"],
)
def test_a_table_that_cannot_be_right_is_refused(notebooks, pattern, said, tmp_path, capsys):
    marks = table(tmp_path / "marks.csv", notebooks, pattern)
    assert gradebook("moodle", marks)[0] == (2 if said else 0)
    assert said in capsys.readouterr().err


def test_two_notebooks_of_one_lecture_are_refused(tmp_path, capsys):
    marks = table(tmp_path / "marks.csv", CLASS[:1], "a/{}/{}.ipynb")
    with marks.open("a") as file:
        file.write('"b/ann/01-matches.ipynb","wins",1,1,"RIGHT","x"\r\n')
    assert gradebook("moodle", marks)[0] == 2
    said = capsys.readouterr().err
    assert "ann has handed in 01-matches twice: a/ann/01-matches.ipynb and b/ann/" in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a,b\n1,2\n", f"its columns are not {', '.join(HEAD)}"),
        (b"", "this is no table of marks"),
        (b"\xff\xfe\x00", "this is no text in UTF-8"),
        (",".join(HEAD).encode() + b"\nx\n", "row 2 has 1 columns instead of 6"),
        (
            ",".join(HEAD).encode() + b"\na/x.ipynb,e,one,2,RIGHT,w\n",
            "row 2 has no numbers of points",
        ),
    ],
)
def test_what_is_no_table_of_marks_is_refused(content, said, tmp_path, capsys):
    path = tmp_path / "marks.csv"
    path.write_bytes(content)
    assert gradebook("moodle", path)[0] == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path, capsys):
    assert gradebook("canvas", tmp_path / "marks.csv")[0] == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_run_that_is_not_finished_and_a_table_that_would_be_lost(tmp_path, capsys):
    marks = table(tmp_path / "marks.csv")
    before = marks.read_bytes()
    assert main(["gradebook", "moodle", str(marks), "--out", str(marks)]) == 2
    assert "give --out another name" in capsys.readouterr().err
    marks.with_name("marks.csv.unfinished").write_text("{}")
    assert gradebook("moodle", marks)[0] == 2
    assert "the marks are not complete" in capsys.readouterr().err
    assert marks.read_bytes() == before
