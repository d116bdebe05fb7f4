"""The reader's copy of the course: what it holds, how it is brought up to date, and that nothing of
his is lost.
"""

import json
import os
import random
import re
import shutil
import time
from contextlib import suppress
from itertools import compress
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest

from gamecourse.__main__ import main
from gamecourse.command import Refusal
from gamecourse.course import copy as copies
from gamecourse.course.copy import NAME, lay, text_of
from gamecourse.course.landing import MARK, minutes_of, teaser_of, title_of
from gamecourse.course.plan import copy_of
from gamecourse.course.student import METADATA, read, written

ROOT = Path(__file__).parents[2]
LECTURES = sorted((ROOT / "notebooks").glob("*.ipynb"))
EXERCISES = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))


# What the copy holds


@pytest.fixture(scope="module")
def held():
    return copy_of()


@pytest.fixture(scope="module")
def course(held, tmp_path_factory):
    folder = tmp_path_factory.mktemp("course") / "my course"
    lay(folder, held)
    return folder


def notebooks(course):
    return {
        path.relative_to(course).as_posix(): nbformat.read(path, as_version=4)
        for path in course.rglob("*.ipynb")
    }


def test_each_notebook_is_valid_and_stores_nothing_and_solutions_stand_in_their_folder_alone(
    course,
):
    for name, notebook in notebooks(course).items():
        nbformat.validate(notebook)
        assert {**notebook.metadata, "gamelib": None} == METADATA | {"gamelib": None}, name
        for cell in notebook.cells:
            assert not cell.get("outputs"), (name, cell.id)
            assert cell.get("execution_count") is None, (name, cell.id)
            assert not {"execution", "trusted"} & set(cell.metadata), (name, cell.id)
        sources = [cell.source for cell in notebook.cells]
        assert not any(re.search("### (BEGIN|END) SOLUTION", source) for source in sources), name
        stubs = re.findall(
            r"^(?:\w+ =|    return) NotImplemented$", "\n".join(sources), re.MULTILINE
        )
        assert bool(stubs) == name.startswith("exercises/"), name


def test_nothing_in_a_copy_calls_itself_the_source_or_sends_its_reader_to_make(course):
    for path in sorted(course.rglob("*.ipynb")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"the source of the exercises|each answer cell already|`make \w+`", text
        ), path
    for path in sorted((course / "solutions").glob("*.ipynb")):
        (note,) = (
            cell for cell in nbformat.read(path, as_version=4).cells if cell.id == "solutions"
        )
        assert "our solutions" in note.source


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.name)
def test_a_solution_is_the_source_without_its_marks(course, path):
    source = nbformat.read(path, as_version=4)
    solved = nbformat.read(course / "solutions" / path.name, as_version=4)
    student = nbformat.read(course / "exercises" / path.name, as_version=4)
    without = [
        re.sub(r"[ \t]*### (BEGIN|END) SOLUTION\n?", "", cell.source).rstrip("\n")
        for cell in source.cells
    ]
    same = [
        cell.id != "solutions" for cell in source.cells
    ]  # that cell says that this is the source
    assert [cell.source for cell in compress(solved.cells, same)] == [*compress(without, same)]
    assert [cell.id for cell in solved.cells] == [cell.id for cell in source.cells]
    kept = {cell.id: cell.source for cell in student.cells}
    for cell in source.cells:
        told = cell.id == "solutions" or "solution" in cell.metadata.get("tags", [])
        assert (cell.id in kept) != told
        if not told and "SOLUTION" not in cell.source:
            assert kept[cell.id] == cell.source


LINKS = re.compile(r"""\]\(([^)\s]+)\)|(?:src|href)=["']([^"']+)["']""")


def test_every_link_leads_somewhere_in_the_copy(course):
    texts = {
        name: "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
        for name, notebook in notebooks(course).items()
    }
    texts |= {"docs/glossary.md": (course / "docs" / "glossary.md").read_text()}
    found = 0
    for name, text in texts.items():
        for link in map("".join, LINKS.findall(text)):
            if re.match(r"[a-z]+:|#", link):
                continue
            target = ((course / name).parent / unquote(link.partition("#")[0])).resolve()
            assert target.is_relative_to(course.resolve()), (name, link)
            assert target.is_file(), (name, link)
            found += 1
    assert found > 5 * len(LECTURES)


@pytest.fixture
def small(tmp_path):
    """A repository of one lecture with its exercises, and a document."""
    folder = tmp_path / "repository" / "notebooks"
    (folder / "exercises").mkdir(parents=True)
    (folder.parent / "docs").mkdir()
    (folder.parent / "docs" / "two words.md").write_text("text\n")
    v4 = nbformat.v4
    title = (
        "# 1 · Matches: who wins?\n\nFew "
        "[words](https://example.org).\n\n![](../docs/two%20words.md)"
    )
    lecture = v4.new_notebook(cells=[v4.new_markdown_cell(title), v4.new_code_cell("1")])
    explained = v4.new_markdown_cell("Because.", id="a-why", metadata={"tags": ["solution"]})
    code = v4.new_code_cell("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", id="a")
    linked = v4.new_markdown_cell("[back](../01-a.ipynb#x) [read](../../docs/two%20words.md#part)")
    nbformat.write(lecture, folder / "01-a.ipynb")
    nbformat.write(
        v4.new_notebook(cells=[linked, code, explained]), folder / "exercises" / "01-a.ipynb"
    )
    return folder


def test_what_lies_elsewhere_in_the_repository_comes_along(small, tmp_path):
    lay(tmp_path / "course", copy_of(small))
    assert (tmp_path / "course" / "docs" / "two words.md").read_text() == "text\n"
    texts = {
        name: "".join(cell.source for cell in one.cells)
        for name, one in notebooks(tmp_path / "course").items()
    }
    assert "![](docs/two%20words.md)" in texts["01-a.ipynb"]
    assert (
        "[back](../01-a.ipynb#x) [read](../docs/two%20words.md#part)"
        in texts["exercises/01-a.ipynb"]
    )
    assert "Because." in texts["solutions/01-a.ipynb"]
    assert "Because." not in texts["exercises/01-a.ipynb"]


# The first page


def test_the_first_page_tells_of_every_lecture(course):
    page = nbformat.read(course / "index.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in page.cells)
    for path in LECTURES:
        lecture = read(path)
        number, title, question = title_of(lecture)
        assert number == str(int(path.name[:2]))
        assert f'{number} · <a href="{path.name}">{title}</a></b><br>{question}<' in text
        assert f"<small>{minutes_of(lecture)}<br>" in text
        assert teaser_of(lecture)
        assert f'<img src="pictures/{path.stem}.svg" alt="{title}"' in text
        cover = ROOT / "docs" / "covers" / f"{path.stem}.svg"
        assert (course / "pictures" / cover.name).read_bytes() == cover.read_bytes()
    assert not re.search(r"\*\*|`", re.sub(r"(?s).*## The lectures(.*?)## This.*", r"\1", text))


def test_the_game_on_the_first_page_can_be_played(course):
    (cell,) = [
        cell
        for cell in nbformat.read(course / "index.ipynb", as_version=4).cells
        if cell.cell_type == "code"
    ]
    exec(cell.source.replace("widgets.Play(", "game = widgets.Play("), names := {})
    assert "P" in names["game"].as_text()


def test_a_lecture_that_says_little_still_has_its_place(small):
    page = json.loads(copy_of(small)["index.ipynb"])
    (text,) = ["".join(cell["source"]) for cell in page["cells"] if cell["id"] == "lectures"]
    assert '1 · <a href="01-a.ipynb">Matches</a></b><br>Who wins?' in text
    assert "Few words." in text
    assert "minutes" not in text


# How it is brought up to date


def notebook(*sources, **more):
    rest = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{"source": source, **rest} for source in sources]
    return written(
        {"cells": cells, "metadata": METADATA | more, "nbformat": 4, "nbformat_minor": 5}
    )


def version(number):
    """A small course: each version has other words in its first two notebooks."""
    held = {
        f"0{k}.ipynb": notebook(f"lecture {k}", f"version {number}" if k < 3 else "same")
        for k in (1, 2, 3)
    }
    return held | {
        "exercises/01.ipynb": notebook("x = NotImplemented"),
        "index.ipynb": notebook("begin", **MARK),
    }


def state(folder):
    """Each file with its bytes and when it was written."""
    return {
        p.relative_to(folder): (p.read_bytes(), p.stat().st_mtime_ns)
        for p in folder.rglob("*")
        if p.is_file()
    }


def write_in(path, text="my own words"):
    """What the reader does: another cell."""
    content = json.loads(path.read_bytes())
    content["cells"].append({"cell_type": "markdown", "source": [text], "metadata": {}})
    path.write_text(json.dumps(content, indent=2))


def run(path):
    """What a run and a save in JupyterLab leave behind: outputs, counts, metadata, a new cell below
    the last.
    """
    content = json.loads(path.read_bytes())
    for count, cell in enumerate(content["cells"], 1):
        cell["execution_count"] = count
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["1\n"]}]
        cell["metadata"] = {"trusted": True, "jupyter": {"source_hidden": True}}
    content["cells"].append(
        {"cell_type": "code", "source": [], "metadata": {}, "outputs": [], "execution_count": None}
    )
    content["metadata"]["language_info"] = {"name": "python", "version": "3.99"}
    path.write_bytes(json.dumps(content).replace("\n", "\r\n").encode())


@pytest.fixture
def folder(tmp_path):
    lay(tmp_path / "course", version(1))
    return tmp_path / "course"


def test_the_first_run_lays_everything_and_nothing_else(folder):
    laid = {name.as_posix(): content for name, (content, _) in state(folder).items()}
    laid.pop(NAME)
    assert laid == version(1)


def test_what_nobody_has_written_in_follows_the_course_and_the_new_one_lies_beside_what_the_reader_wrote(
    folder,
):
    write_in(folder / "01.ipynb")
    mine, before = (folder / "01.ipynb").read_bytes(), state(folder)
    assert "Left as you have written them: 01.ipynb." in str(lay(folder, version(1)))
    assert state(folder) == before
    told = str(lay(folder, version(2)))
    assert "Brought up to date: 02.ipynb." in told
    assert (
        "You have written in 01.ipynb: it stays as it is, and the new one lies beside it, as 01 "
        "(new).ipynb." in told
    )
    assert (folder / "01.ipynb").read_bytes() == mine
    assert (folder / "01 (new).ipynb").read_bytes() == version(2)["01.ipynb"]
    assert (folder / "02.ipynb").read_bytes() == version(2)["02.ipynb"]


@pytest.mark.parametrize(
    "change",
    [
        lambda cells: cells[0].update(source=["lecture 1 "]),
        list.reverse,
        lambda cells: cells[0].update(cell_type="markdown"),
        list.pop,
        lambda cells: cells[0].update(attachments={"a.png": {"image/png": "AAAA"}}),
        None,
    ],
)
def test_what_counts_as_written(folder, change):
    """A file that something else has damaged may hold what the reader wrote."""
    path = folder / "01.ipynb"
    content = json.loads(path.read_bytes())
    if change:
        change(content["cells"])
    path.write_text(json.dumps(content)[: None if change else -20])
    mine = path.read_bytes()
    lay(folder, version(1))
    lay(folder, version(2))
    assert path.read_bytes() == mine
    assert (folder / "01 (new).ipynb").read_bytes() == version(2)["01.ipynb"]


def test_a_notebook_that_was_only_run_keeps_its_outputs_until_the_course_changes(folder):
    run(folder / "01.ipynb")
    ran = (folder / "01.ipynb").read_bytes()
    assert "is up to date" in str(lay(folder, version(1)))
    assert (folder / "01.ipynb").read_bytes() == ran
    lay(folder, version(2))
    assert (folder / "01.ipynb").read_bytes() == version(2)["01.ipynb"]
    assert not (folder / "01 (new).ipynb").exists()


def test_a_deleted_or_empty_file_comes_back(folder):
    (folder / "01.ipynb").unlink()
    (folder / "02.ipynb").write_bytes(b"")
    shutil.rmtree(folder / "exercises")
    assert "Missing, and here again: 01.ipynb, 02.ipynb, exercises/01.ipynb." in str(
        lay(folder, version(1))
    )
    assert all((folder / name).read_bytes() == content for name, content in version(1).items())


def test_of_pictures_nothing_is_said_unless_they_are_the_readers(tmp_path):
    one, other = (
        {**version(1), "pictures/01.png": content, "pictures/02.png": content}
        for content in (b"1", b"2")
    )
    lay(tmp_path, one)
    (tmp_path / "pictures" / "02.png").write_bytes(b"mine")
    told = str(lay(tmp_path, other))
    assert (tmp_path / "pictures" / "01.png").read_bytes() == b"2"
    assert "pictures/01.png" not in told
    assert "the new one lies beside it, as pictures/02 (new).png" in told


def die_after(monkeypatch, count, half, folder, held):
    """Lay the course in a process that dies after so many writes, perhaps with half a file under an
    unfinished name.
    """
    left = iter(range(count))
    put = os.replace

    def replace(source, target):
        if next(left, None) is None:
            if half:
                content = Path(source).read_bytes()
                Path(source).with_name(f".{Path(target).name}.{'1' * 32}").write_bytes(
                    content[: len(content) // 2]
                )
            raise KeyboardInterrupt
        put(source, target)

    died = True
    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(os, "replace", replace)
        lay(folder, held)
        died = False
    for path in folder.rglob(f".*{'1' * 32}"):
        os.utime(path, (time.time() - 3600,) * 2)
    return died


@pytest.mark.parametrize("seed", range(25))
def test_whatever_happens_no_word_is_lost_and_the_course_is_followed(tmp_path, monkeypatch, seed):
    """The reader writes, runs, deletes, takes what lies beside; the course changes; runs are
    interrupted.
    """
    chance, folder = random.Random(seed), tmp_path / "course"
    folder.mkdir()
    die_after(monkeypatch, chance.randrange(8), chance.random() < 0.5, folder, version(1))
    lay(folder, version(1))
    number, met, words = 1, {1}, {}
    own = {
        "notes.ipynb": notebook("mine"),
        "04 (new).ipynb": b"mine",
        "exercises/data.csv": b"1,2",
        ".x.part": b"?",
    }
    for name, content in own.items():
        (folder / name).write_bytes(content)
    for step in range(12):
        name = chance.choice(["01.ipynb", "01.ipynb", "01 (new).ipynb", "02.ipynb"])
        path, there = folder / name, (folder / name).exists()
        act = chance.choice(["write", "run", "delete", "take", "course", "course"])
        if act == "write" and there:
            write_in(path, f"words {step}")
            words[name] = [*words.get(name, []), f"words {step}"]
        elif act == "run" and there:
            run(path)
        elif act == "delete":
            path.unlink(missing_ok=True)
            words.pop(name, None)
        elif act == "take" and (folder / "01 (new).ipynb").exists():
            (folder / "01 (new).ipynb").replace(folder / "01.ipynb")
            words["01.ipynb"] = words.pop("01 (new).ipynb", [])
        elif act == "course":
            number = chance.choice([1, 2, 3])
        held = version(number)
        if chance.random() < 0.3:
            other = chance.choice([1, 2, 3])
            if not die_after(
                monkeypatch, chance.randrange(6), chance.random() < 0.5, folder, version(other)
            ):
                met.add(other)
        lay(folder, held)
        before = state(folder)
        assert "is up to date" in str(lay(folder, held))
        assert state(folder) == before
        for file, told in words.items():
            assert all(one.encode() in (folder / file).read_bytes() for one in told), (step, file)
        for file in ("01.ipynb", "02.ipynb", "03.ipynb"):
            beside = [text_of(one.read_bytes()) for one in folder.glob(f"{file[:2]} (new*).ipynb")]
            if not words.get(file):
                assert text_of((folder / file).read_bytes()) == text_of(held[file]), (step, file)
            else:
                assert number in met or text_of(held[file]) in beside, (step, file)
        met.add(number)
    assert {name: (folder / name).read_bytes() for name in own} == own


# What leaves the course


def test_what_leaves_the_course_goes_unless_the_reader_has_written_in_it(folder):
    write_in(folder / "02.ipynb")
    fewer = {
        name: content
        for name, content in version(1).items()
        if name not in ("01.ipynb", "02.ipynb")
    }
    told = str(lay(folder, fewer))
    assert "No longer in the course, and taken away: 01.ipynb." in told
    assert "No longer in the course, but left, because you have written in it: 02.ipynb." in told
    assert not (folder / "01.ipynb").exists()
    assert (folder / "02.ipynb").exists()
    before = state(folder)
    assert "is up to date" in str(lay(folder, fewer))
    assert state(folder) == before


def test_a_record_that_names_files_outside_the_folder_takes_nothing_away(folder, tmp_path):
    outside = tmp_path / "outside.txt"
    outside.write_bytes(b"mine")
    record = json.loads((folder / NAME).read_bytes())
    for name in ("../outside.txt", str(outside)):
        record[name] = {"texts": [text_of(b"mine")], "sums": [], "seen": []}
    (folder / NAME).write_text(json.dumps(record))
    lay(folder, version(1))
    assert outside.read_bytes() == b"mine"


# Damaged


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"01.ipynb": 3}',
        b'{"01.ipynb": {"texts": 3}}',
        b'{"a": {"b": []}}',
        None,
    ],
)
def test_without_a_record_what_differs_is_the_readers(folder, damage):
    write_in(folder / "01.ipynb")
    run(folder / "02.ipynb")
    (folder / "exercises" / "01.ipynb").unlink()
    kept = {name: (folder / name).read_bytes() for name in ("01.ipynb", "02.ipynb")}
    if damage is None:
        (folder / NAME).unlink()
    else:
        (folder / NAME).write_bytes(damage)
    report = lay(folder, version(1))
    assert report.damaged == (damage is not None)
    assert ("the record is damaged" in str(report)) == (damage is not None)
    assert {name: (folder / name).read_bytes() for name in kept} == kept
    assert (folder / "01 (new).ipynb").read_bytes() == version(1)["01.ipynb"]
    assert not (folder / "02 (new).ipynb").exists()
    assert (folder / "exercises" / "01.ipynb").read_bytes() == version(1)["exercises/01.ipynb"]
    before = state(folder)
    assert "Left as you have written them: 01.ipynb." in str(lay(folder, version(1)))
    assert state(folder) == before


def test_a_notebook_saved_in_the_very_moment_is_left_for_the_next_time(folder, monkeypatch):
    settle = copies._settle

    def settle_and_save(place, name, *more):
        step = settle(place, name, *more)
        if name == "01.ipynb":
            write_in(place / name)
        return step

    with monkeypatch.context() as patch:
        patch.setattr(copies, "_settle", settle_and_save)
        told = str(lay(folder, version(2)))
    assert "Just saved by you, so left for the next time: 01.ipynb." in told
    mine = (folder / "01.ipynb").read_bytes()
    assert b"my own words" in mine
    lay(folder, version(2))
    assert (folder / "01.ipynb").read_bytes() == mine
    assert (folder / "01 (new).ipynb").exists()


# What is refused


def test_a_folder_with_other_things_in_it_is_refused_unless_they_are_hidden(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "index.ipynb").write_bytes(notebook("mine"))
    before = state(tmp_path)
    with pytest.raises(
        Refusal, match="the lectures are not here: they come with the repository of the course"
    ):
        copy_of(tmp_path / "notebooks")
    with pytest.raises(Refusal, match="holds other files, and no copy of the course"):
        lay(tmp_path, version(1))
    assert state(tmp_path) == before
    (tmp_path / "index.ipynb").unlink()
    lay(tmp_path, version(1))
    assert (tmp_path / "01.ipynb").exists()


def said(capsys, *arguments, status=0):
    """What the command says; of what is refused one line."""
    assert main(list(arguments)) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1) if status else err == ""
    return err if status else out


def test_the_command_in_a_folder_with_a_space(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    begin = Path("my course") / "index.ipynb"
    told = said(capsys, "course", "my course").splitlines()
    assert told[0].startswith(f"my course is your copy of the course: {len(LECTURES)} lectures")
    assert told[-1] == f'Begin with: jupyter lab "{begin}"'
    assert said(capsys, "course", "my course").startswith("my course is up to date.\n")


def test_a_class_whose_answers_are_marked_gets_no_solutions_before_they_are_given_out(
    tmp_path, monkeypatch, capsys
):
    def first_page():
        return "".join(cell.source for cell in notebooks(tmp_path / "course")["index.ipynb"].cells)

    monkeypatch.chdir(tmp_path)
    assert " lectures, exercises.\n" in said(capsys, "course", "--no-solutions")
    there = {
        "index.ipynb",
        *(path.name for path in LECTURES),
        *(f"exercises/{path.name}" for path in EXERCISES),
    }
    assert set(notebooks(tmp_path / "course")) == there
    assert not re.search(r"\(solutions/|olutions<", first_page())
    assert "New in the course: solutions/" in said(capsys, "course")
    assert set(notebooks(tmp_path / "course")) == there | {
        f"solutions/{path.name}" for path in EXERCISES
    }
    assert "(solutions/" in first_page()
    assert "and taken away: solutions/" in said(capsys, "course", "--no-solutions")
    assert set(notebooks(tmp_path / "course")) == there


def test_refusals_are_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    Path("course").mkdir()
    Path("course", "exercises").write_text("")
    Path("course", NAME).write_text("{}")
    assert "file: is a file" in said(capsys, "course", "file", status=2)
    assert "Not a directory" in said(capsys, "course", "file/course", status=2)
    assert "File exists" in said(capsys, "course", status=2)


def test_a_full_disk_is_told_in_one_sentence_and_leaves_no_half_file(folder, monkeypatch):
    def full(number):
        raise OSError(28, "No space left on device")

    before = state(folder)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match=re.escape(f"No space left on device: '{folder / NAME}'")):
            lay(folder, version(2))
    assert state(folder) == before
