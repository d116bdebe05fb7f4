"""What the scripts of the lectures promise: figures that are there, mistakes met by these words,
minutes.
"""

import ast
import io
import re
from contextlib import redirect_stdout
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from functools import cache
from pathlib import Path

import nbformat
import pytest

from gamecourse.publish.script import CORE, faults, read

ROOT = Path(__file__).parents[2]
SCRIPTS, NOTEBOOKS = ROOT / "docs" / "lectures", ROOT / "notebooks"
LECTURER = (ROOT / "docs" / "lecturer.md").read_text()
PAGES = sorted(path.stem for path in SCRIPTS.glob("*.md"))
#: A cell of code with what it says: ```python, then ```text.
MISTAKE = re.compile(r"^```python\n(.*?)^```\n+^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@cache
def cells(*names):
    """The cells of a lecture or of its exercises; none where there is no such notebook."""
    path = NOTEBOOKS.joinpath(*names).with_suffix(".ipynb")
    return nbformat.read(path, as_version=4).cells if path.exists() else []


def said(source, names):
    """What a notebook shows below a cell of code."""
    *statements, last = ast.parse(source).body
    shows = isinstance(last, ast.Expr)
    with redirect_stdout(io.StringIO()) as printed:
        try:
            exec(
                compile(
                    ast.Module(statements if shows else [*statements, last], []), "plan", "exec"
                ),
                names,
            )
            value = (
                eval(compile(ast.Expression(last.value), "plan", "eval"), names) if shows else None
            )
            if value is not None:
                print(repr(value))
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return printed.getvalue()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wrong_with_a_script(name):
    assert faults(read(SCRIPTS / f"{name}.md"), cells(name)) == []


@pytest.mark.parametrize("name", PAGES)
def test_the_further_sections_are_those_of_the_lecture(name):
    script = read(SCRIPTS / f"{name}.md")
    told = [section for section in script.sections if section.startswith("Further")]
    wanted = [cell.source.partition("\n")[0].removeprefix("## ") for cell in further(name)]
    missing = [section for section in wanted if section not in told]
    assert not missing, (
        f"docs/lectures/{name}.md has no section '## {missing[0]}': write it there, with a slide or "
        "two, between the same neighbours as in the lecture"
    )
    assert told == wanted, f"docs/lectures/{name}.md has other further sections, or another order"


def further(name):
    """The cells with which the further sections of a lecture begin."""
    return [
        cell
        for cell in cells(name)
        if cell.cell_type == "markdown" and cell.source.startswith("## Further")
    ]


BROKEN = """# 1. A lecture

## Before

## 45 minutes

### 40 min · Which one?

- [ ] this
- [ ] that

[show: nothing-here]

### 5 min · Look

{words}

[vote: Another one]

[code: code 1-3]

> Notes.

## Further: more (5 minutes)

### 4 min · The rest

[show: words]

> Notes.

## On the board

## What students get wrong

## If time runs short

## To print
"""


def test_what_is_wrong_with_a_script_is_said_with_its_line(tmp_path):
    path = tmp_path / "01-broken.md"
    path.write_text(BROKEN.format(words="word " * 41))
    new = nbformat.v4
    held = [
        new.new_code_cell("a = 1\n" + "b" * 80 + "\nc = 2", id="code"),
        new.new_markdown_cell("# Further", id="further"),
    ]
    held.append(new.new_markdown_cell("Words.", id="words"))
    assert faults(read(path), held) == [
        "01-broken.md: 2 slides in the core, which has 12 to 15",
        '01-broken.md: "Further: more (5 minutes)": its slides take 4 minutes; '
        'the heading is "Further: name (N minutes)"',
        "01-broken.md:7: Which one?: no cell is called nothing-here",
        "01-broken.md:7: Which one?: a vote has one right answer: - [x]",
        "01-broken.md:7: Which one?: no notes",
        "01-broken.md:14: Look: a line of code is longer than 72 characters",
        '01-broken.md:14: Look: no vote is called "Another one"',
        "01-broken.md:14: Look: 41 words, and 40 are the most",
        "01-broken.md:26: The rest: words shows nothing",
    ]


def test_how_a_figure_is_shown_is_checked(tmp_path):
    path = tmp_path / "01-shown.md"
    path.write_text(
        "# 1\n\n## 45 minutes\n\n### 45 min · Shown\n\n[show: map given a]\n[show: map small]\n...\n"
        "[show: map titled]\n[show: map given a; b]\n\n> Notes.\n"
    )
    cell = nbformat.v4.new_code_cell("1", id="map")
    cell.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "1"})]
    found = [fault.partition("Shown: ")[2] for fault in faults(read(path), [cell])]
    assert found[-4:] == [
        "map waits for no press, so nothing of it can be given before",
        'map cannot be shown "small", only bare, solved or titled',
        "map waits for a press, and its title would give the answer away",
        "more than 2 figures",
    ]


def test_a_slide_of_the_core_takes_nothing_from_a_further_section(tmp_path):
    path = tmp_path / "01-early.md"
    path.write_text("# 1\n\n## 45 minutes\n\n### 45 min · Early\n\n[show: late]\n\n> Notes.\n")
    new = nbformat.v4
    held = [new.new_markdown_cell("# Further", id="further"), new.new_code_cell("1", id="late")]
    assert any("late is a cell of a further section" in fault for fault in faults(read(path), held))


def test_the_plan_is_a_table_of_the_same_slides():
    for name in PAGES:
        script = read(SCRIPTS / f"{name}.md")
        plan = script.plan()
        for slide in script.slides:
            (row,) = re.findall(
                rf"^\| {slide.minutes} \| \*\*{re.escape(slide.title)}\*\*(.*) \| (.*) \|$",
                plan,
                re.MULTILINE,
            )
            on_slide, notes = row
            assert notes == " ".join(slide.notes)
            right = [choice.text for choice in slide.of("choice") if choice.right]
            assert re.findall(r"<br>[A-Z] ([^<]*) ✓", on_slide) == right
        assert all(f"## {section}" in plan for section in script.sections)
        assert "[" not in plan.split("## To print")[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_mistakes_are_met_by_the_words_that_stand_there(name):
    text = read(SCRIPTS / f"{name}.md").sections["What students get wrong"]
    mistakes = MISTAKE.findall(text)
    assert text.count("```") == 4 * len(mistakes)
    names = {"__name__": "plan"}
    exec(
        next((cell.source for cell in cells("exercises", name) if cell.id == "imports"), ""), names
    )
    for source, expected in mistakes:
        assert re.match(r"✗ wrong: |◔ too slow: |\w+: ", expected), (
            "what is printed is a refusal, from its beginning"
        )
        got = said(source, names)
        assert OutputChecker().check_output(expected, got, ELLIPSIS | NORMALIZE_WHITESPACE), got


def numbers(text):
    """The lectures that are named: 1, 3, 9 to 11."""
    named = re.findall(r"(\d+)(?: to (\d+))?", text)
    return {number for first, last in named for number in range(int(first), int(last or first) + 1)}


def table(heading):
    """The rows of the first table below a heading, without its head."""
    below = LECTURER.split(f" {heading}\n")[1]
    rows = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@cache
def needs():
    """What each lecture says that its reader needs."""
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    return {
        int(path.name[:2]): set(nbformat.read(path, as_version=4).metadata.gamelib.needs)
        for path in paths
    }


@pytest.mark.parametrize("name", PAGES)
def test_a_lecture_says_what_it_needs_and_takes(name):
    told = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4).metadata.gamelib
    (goals,) = (cell.source for cell in cells(name) if cell.id == "goals")
    minutes = told.minutes
    time = (
        f"{minutes['class']} minutes in class, {minutes.alone} on your own; exercises about "
        f"{minutes.exercises}."
    )
    assert f"**Time** {time}" in goals
    before = goals.partition("**You need**")[2].partition("**Time**")[0]
    assert numbers(before) == set(told.needs)
    assert minutes["class"] == sum(
        slide.minutes for slide in read(SCRIPTS / f"{name}.md").slides if slide.section == CORE
    )


def test_what_a_lecture_needs_is_what_it_asks_for():
    asked = needs()
    rows = table("The lectures, and what each one needs")
    assert {int(row[0]): numbers(row[2]) for row in rows} == asked
    for number, _, _, needed_by in rows:
        assert numbers(needed_by) == {k for k in asked if int(number) in asked[k]}


@pytest.mark.parametrize(
    ("weeks", "heading"), [(16, "Sixteen weeks"), (12, "Twelve weeks"), (8, "Eight weeks")]
)
def test_a_term_gives_nothing_before_what_it_needs(weeks, heading):
    asked, rows = needs(), table(heading)
    assert [int(row[0]) for row in rows] == list(range(1, weeks + 1))
    columns = [
        [re.match(r"(\d+) \w", cell) for cell in column] for column in zip(*rows, strict=True)
    ]
    terms = [[int(found[1]) for found in column] for column in columns if all(column)]
    assert len(terms) == (3 if weeks == 8 else 1)
    for term in terms:
        assert len(set(term)) == weeks
        for week, lecture in enumerate(term):
            assert asked[lecture] <= set(term[:week]), lecture
    if weeks > 8:
        assert [numbers(row[2]) for row in rows] == [asked[lecture] for lecture in terms[0]]


def test_every_lecture_has_a_plan_to_which_the_lecturer_is_led():
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == PAGES
    assert re.findall(r"\]\(lectures/(.+)\.md\)", LECTURER) == PAGES


@pytest.mark.parametrize("name", ["lecturer", "marks"])
def test_what_the_lecturer_is_told_to_make_can_be_made(name):
    text = (ROOT / "docs" / f"{name}.md").read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets
