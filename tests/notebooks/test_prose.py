"""Each number that a lecture tells in its prose stands in the source or an output of one of its
code cells.

Checked are whole numbers of three digits or more, fractions and decimals; a rounded decimal stands
where it is rounded from. What this cannot check: smaller numbers, numbers in words, exponents,
whether a number is said of the right thing, and a wrong number that happens to stand somewhere else
in the notebook.
"""

import io
import re
import tokenize
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest

LECTURES = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))

#: What no cell derives, and why it may stand there all the same. Not: what a cell could derive in a
#: second.
TOLD = {
    "01-matches": {"1000003": "example", "1612": "year"},
    "04-policeman-and-thief": {"140": "minutes"},
    "05-how-many-cops": dict.fromkeys(["1978", "1983", "1984", "2011"], "year")
    | {"0.99": "an exponent, told"},
    "06-nim": {"1901": "year"},
    "07-sprague-grundy": dict.fromkeys(["1935", "1939", "1973", "2005", "2008"], "year")
    | {"110": "minutes"},
    "08-kayles": {
        "1956": "year",
        "130": "minutes",
        "0.077": "a code to be checked",
        "4.77": "a code, as an example",
    },
    "09-minimax": dict.fromkeys(["1928", "1981", "1992"], "year"),
    "10-tic-tac-toe": {"100": "minutes"},
    "11-alpha-beta": {"1975": "year"},
    "12-large-games": dict.fromkeys(
        ["1913", "1970", "1995", "2007", "2010", "2018", "2023"], "year"
    )
    | {"4.5": "positions, told", "135": "minutes"},
    "15-past-the-edge": dict.fromkeys(["1907", "1994", "2009"], "year")
    | dict.fromkeys(["246803167", "173", "196773087", "47347380", "2682700"], "Tanaka 2009"),
    "16-hot-and-cold": {"1976": "year", "130": "minutes"},
}

NUMBER = re.compile(r"(?<![\w.^/])\d+(?:/\d+(?!\w|\.\d)|\.\d+(?!\w)|(?![\w/]))")


def numbers(text):
    """The numbers of a text, written in one way: 1000 also for 1,000 or 1_000, 1/2 also for a
    Fraction or a \\frac.
    """
    text = re.sub(r"(?<=\d)(?:,|_|\u2009|\u202f|\\,|\{,\})(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"\\[dt]?frac\{?(\d+)\}?\{?(\d+)\}?", r" \1/\2 ", text)
    text = re.sub(r"\bFraction\(-?(\d+), (\d+)\)", r" \1/\2 ", text)
    return set(NUMBER.findall(text))


def prose(notebook):
    """The markdown of a lecture, but for its sources, its links, and how many minutes it takes."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and not cell.source.startswith("## Sources"):
            yield re.sub(r"\]\([^)]*\)|https?://\S+|\d+ alone\b", "", cell.source)


def evidence(notebook):
    """What the code cells say, but for comments, and what came out of them."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            tokens = tokenize.generate_tokens(io.StringIO(cell.source).readline)
            yield tokenize.untokenize(token for token in tokens if token.type != tokenize.COMMENT)
            for output in cell.outputs:
                yield output.get("text", "")
                yield from (
                    words
                    for kind, words in output.get("data", {}).items()
                    if kind.startswith("text/")
                )


def unfounded(notebook):
    """The numbers in the prose that no code cell has."""
    known = set().union(*map(numbers, evidence(notebook)))

    def stands(number):
        if "." in number and number not in known:
            digits = len(number.split(".")[1])
            return any(
                f"{float(Fraction(other)):.{digits}f}" == number
                for other in known
                if not other.isdigit()
            )
        return number in known

    told = set().union(*map(numbers, prose(notebook)))
    return {
        number
        for number in told
        if (len(number) >= 3 or not number.isdigit()) and not stands(number)
    }


def test_numbers_are_read_however_they_are_written():
    text = (
        r"17/32. 5,478 and 1\,000\,003, $\frac{5}{27}$ or $\frac12$, −0.25, Fraction(1, 3), "
        r"10_000; not x1, 10^12, a/2"
    )
    assert numbers(text) == {
        "5478",
        "1000003",
        "5/27",
        "1/2",
        "0.25",
        "1/3",
        "10000",
        "10",
        "17/32",
    }
    assert numbers("1,234.5 of (1, 200, 300). Then 7.") == {"1234.5", "1", "200", "300", "7"}


def test_a_changed_number_is_found():
    """Every number of the first lecture in turn, with another last digit; one may become another of
    the lecture's.
    """
    notebook = nbformat.read(LECTURES[0], as_version=4)
    told, missed = "\n".join(prose(notebook)), []
    notebook.cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    notebook.cells.append(nbformat.v4.new_markdown_cell())
    for match in re.finditer(
        r"(?<![\w.,/^])(?:\d{1,3}(?:,\d{3})+|\d{3,}|\d+/\d+)(?![\w/]|[.,]\d)", told
    ):
        other = match[0][:-1] + str((int(match[0][-1]) + 3) % 10 or 1)
        notebook.cells[-1].source = told[: match.start()] + other + told[match.end() :]
        missed += [] if unfounded(notebook) - set(TOLD["01-matches"]) else [match[0]]
    assert len(missed) <= 1, missed


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_numbers_in_the_prose_stand_in_a_cell(path):
    found, told = unfounded(nbformat.read(path, as_version=4)), set(TOLD.get(path.stem, {}))
    assert not found - told, (
        f"{', '.join(sorted(found - told))} in the words of {path.name} stands in no cell and no "
        "output: let a cell derive it (and run the notebook), or write it into TOLD in "
        "tests/notebooks/test_prose.py with its reason, such as a year"
    )
    assert not told - found, f"TOLD has {', '.join(sorted(told - found))}, which needs no reason"
