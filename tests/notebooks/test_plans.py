"""What the plans for lecturers promise: minutes that add up, headings that are there, mistakes met by these words."""

import ast
import io
import re
from contextlib import redirect_stdout
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from functools import cache
from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PLANS, NOTEBOOKS = ROOT / "docs" / "plans", ROOT / "notebooks"
LECTURER = (ROOT / "docs" / "lecturer.md").read_text()
PAGES = sorted(path.stem for path in PLANS.glob("*.md"))
#: A cell of code with what it says: ```python, then ```text.
MISTAKE = re.compile(r"^```python\n(.*?)^```\n+^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)")


@cache
def cells(*names):
    """The cells of a lecture or of its exercises; none where there is no such notebook."""
    path = NOTEBOOKS.joinpath(*names).with_suffix(".ipynb")
    return nbformat.read(path, as_version=4).cells if path.exists() else []


def headings(found):
    """The headings in these cells, as they stand."""
    text = "\n".join(cell.source for cell in found if cell.cell_type == "markdown")
    return set(re.findall(r"^#+ (.+)$", text, re.MULTILINE))


def shown(found):
    """Everything in these cells that a reader sees: words, code and results."""
    parts = []
    for cell in found:
        parts.append(cell.source)
        for output in cell.get("outputs", []):
            parts.append(output.get("text") or output.get("data", {}).get("text/plain", ""))
    return "\n".join(parts)


def page(name):
    """A plan's text by sections."""
    _, *parts = re.split(r"^## ", (PLANS / f"{name}.md").read_text(), flags=re.MULTILINE)
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}


def rows(table):
    """The rows of a table: minutes, what is done, and where."""
    head, line, *rest = [row for row in table.splitlines() if row.startswith("|")]
    assert head == "| minutes | what | where |"
    assert set(line) <= set("|-: ")
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rest]


def said(source, names):
    """What a notebook shows below a cell of code."""
    *statements, last = ast.parse(source).body
    shows = isinstance(last, ast.Expr)
    with redirect_stdout(io.StringIO()) as printed:
        try:
            exec(compile(ast.Module(statements if shows else [*statements, last], []), "plan", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "plan", "eval"), names) if shows else None
            if value is not None:
                print(repr(value))
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return printed.getvalue()


@pytest.mark.parametrize("length", [45, 90])
@pytest.mark.parametrize("name", PAGES)
def test_the_minutes_add_up_and_the_places_are_there(name, length):
    table = rows(page(name)[f"{length} minutes"])
    assert sum(int(minutes) for minutes, _, _ in table) == length
    places = headings(cells(name)) | {f"exercises: {one}" for one in headings(cells("exercises", name))}
    for _, _, where in table:
        for place in where.split("; "):
            assert place in places | {"the board"}, place


@pytest.mark.parametrize("name", PAGES)
def test_mistakes_are_met_by_the_words_that_stand_there(name):
    text = page(name)["What students get wrong"]
    mistakes = MISTAKE.findall(text)
    assert text.count("```") == 4 * len(mistakes)
    names = {"__name__": "plan"}
    exec(next((cell.source for cell in cells("exercises", name) if cell.id == "imports"), ""), names)
    for source, expected in mistakes:
        assert re.match(r"✗ wrong: |◔ too slow: |\w+: ", expected), "what is printed is a refusal, from its beginning"
        got = said(source, names)
        assert OutputChecker().check_output(expected, got, ELLIPSIS | NORMALIZE_WHITESPACE), got


@pytest.mark.parametrize("name", PAGES)
def test_every_number_stands_in_the_lecture_or_in_a_block_that_runs(name):
    text = (PLANS / f"{name}.md").read_text()
    known = shown([*cells(name), *cells("exercises", name)]) + "\n".join(FENCED.findall(text))
    prose = re.sub(r"^\| *\d+ \||\]\([^)]*\)|^#.*$|\b\d+ minutes?\b", "", FENCED.sub("", text), flags=re.MULTILINE)
    missing = set(NUMBER.findall(prose)) - set(re.findall(r"\d+(?:[.,]\d+)*", known))
    assert missing == set()


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
    """What each lecture says that one needs."""
    lectures = {int(path.name[:2]): shown(cells(path.stem)) for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
    return {k: numbers(re.search(r"\*\*You need\*\*(.*?)\*\*Time", text)[1]) for k, text in lectures.items()}


def test_what_a_lecture_needs_is_what_it_asks_for():
    asked = needs()
    rows = table("The lectures, and what each one needs")
    assert {int(row[0]): numbers(row[2]) for row in rows} == asked
    for number, _, _, needed_by in rows:
        assert numbers(needed_by) == {k for k in asked if int(number) in asked[k]}


@pytest.mark.parametrize(("weeks", "heading"), [(15, "Fifteen weeks"), (12, "Twelve weeks"), (8, "Eight weeks")])
def test_a_term_gives_nothing_before_what_it_needs(weeks, heading):
    asked, rows = needs(), table(heading)
    assert [int(row[0]) for row in rows] == list(range(1, weeks + 1))
    columns = [[re.match(r"(\d+) \w", cell) for cell in column] for column in zip(*rows, strict=True)]
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
    assert re.findall(r"\]\(plans/(.+)\.md\)", LECTURER) == PAGES


@pytest.mark.parametrize("name", ["lecturer", "marks"])
def test_what_the_lecturer_is_told_to_make_can_be_made(name):
    text = (ROOT / "docs" / f"{name}.md").read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets
