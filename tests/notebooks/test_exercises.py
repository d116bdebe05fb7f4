"""The student version: no solution in it, green from top to bottom, and every checker says "not
attempted yet".
"""

import copy
import io
import os
import re
import tokenize
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient

from gamecourse.check import State
from gamecourse.course.student import SOLUTION, read, stub, written
from gamecourse.course.student import student_version as student_version_of

ROOT = Path(__file__).parents[2]
EXERCISES = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))


def student_version(path):
    """The student version of a notebook file."""
    return nbformat.reads(written(student_version_of(read(path))).decode(), as_version=4)


def printed(notebook):
    """What each code cell shows, by the cell's id."""
    return {
        cell.id: "".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


def test_a_stub_takes_the_place_of_a_solution():
    assert stub("def f(n):\n    ### BEGIN SOLUTION\n    return n\n    ### END SOLUTION") == (
        "def f(n):\n    return NotImplemented"
    )
    assert (
        stub("### BEGIN SOLUTION\nx = [1,\n     2]\n### END SOLUTION\nx") == "x = NotImplemented\nx"
    )
    assert (
        stub("### BEGIN SOLUTION\nclass King:\n    pass\n### END SOLUTION")
        == "King = NotImplemented"
    )
    assert (
        stub("### BEGIN SOLUTION\nclass King(Game):\n    pass\n### END SOLUTION")
        == "King = NotImplemented"
    )


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.name)
def test_the_solutions_are_right(path):
    shown = printed(nbformat.read(path, as_version=4))
    checks = [words for name, words in shown.items() if name.endswith("-check")]
    wrong = [name for name, words in shown.items() if name.endswith("-check")]
    wrong = [name for name in wrong if shown[name] != State.RIGHT.value]
    assert checks
    assert not wrong, (
        f"the cell {wrong[0]} of {path.name} does not say {State.RIGHT.value}. If it was not run "
        f"yet: .venv/bin/python -m gamecourse.publish.notebooks {path.relative_to(ROOT)}"
    )


@pytest.fixture(scope="module")
def run():
    """Runs notebooks one after the other in one kernel, each with no names of the one before."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=str(EXERCISES[0].parent), env={**os.environ, "TQDM_DISABLE": "1"})

    def in_turn(notebook):
        notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))
        client = NotebookClient(notebook, km=manager, timeout=120, store_widget_state=False)
        client.execute()
        client.kc.stop_channels()

    yield in_turn
    manager.shutdown_kernel(now=True)


@pytest.mark.parametrize(
    "path",
    [
        *EXERCISES[::5],
        *(
            pytest.param(path, marks=pytest.mark.slow)
            for path in EXERCISES
            if path not in EXERCISES[::5]
        ),
    ],
    ids=lambda path: path.name,
)
def test_the_student_version_holds_no_solution_and_runs_green(path, run):
    source, student = nbformat.read(path, as_version=4), student_version(path)
    text = "\n".join(cell.source for cell in student.cells)
    assert "SOLUTION" not in text
    assert not any("solution" in cell.metadata.get("tags", []) for cell in student.cells)
    stubs = re.findall(r"^(?:\w+ =|    return) NotImplemented$", text, re.MULTILINE)
    assert len(stubs) == "\n".join(c.source for c in source.cells).count("### BEGIN SOLUTION")
    assert all(not cell.get("outputs") for cell in student.cells)
    run(student)
    checks = [words for name, words in printed(student).items() if name.endswith("-check")]
    assert set(checks) == {State.NOT_ATTEMPTED.value}


def bare(text):
    """A text without white space, comment signs, and the signs that markdown puts before or round
    code.
    """
    return re.sub(r"[\s#`>]", "", text)


def solutions(notebook):
    """What stands between each pair of marks."""
    for cell in notebook.cells:
        for match in SOLUTION.finditer(cell.source):
            yield "\n".join(match[0].split("\n")[1:-1])


def given(cell):
    """The code that everybody gets: what is not between the marks, without comments, and strings
    alone on a line.
    """
    code, before = [], tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(SOLUTION.sub("", cell.source)).readline):
        alone = before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            code += [] if token.type == tokenize.STRING and alone else [token.string]
            before = token.type
    return bare("".join(code))


def secrets(source):
    """Whole solutions, and their lines of more than 20 characters, but for what is also in the code
    given.
    """
    code = [given(cell) for cell in source.cells if cell.cell_type == "code"]
    for solution in solutions(source):
        for part in (solution, *(line for line in solution.split("\n") if len(bare(line)) > 20)):
            if not any(bare(part) in text for text in code):
                yield part


def leaks(source, student):
    """What of the solutions stands in the student version."""
    return [
        part
        for part in secrets(source)
        if any(bare(part) in bare(cell.source) for cell in student.cells)
    ]


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.name)
def test_no_solution_stands_elsewhere(path):
    assert leaks(nbformat.read(path, as_version=4), student_version(path)) == []


def test_a_solution_that_stands_elsewhere_is_found():
    """In the words, in a comment, in a string that nobody reads: each solution in turn, and its
    longer lines.
    """
    source, plain = nbformat.read(EXERCISES[0], as_version=4), read(EXERCISES[0])
    assert set(solutions(source)) <= set(secrets(source))
    for part in secrets(source):
        comment = "\n".join(f"#  {line}" for line in part.split("\n"))
        for cell in (
            nbformat.v4.new_markdown_cell(f"Think of `{part.strip()}`."),
            nbformat.v4.new_code_cell(comment),
            nbformat.v4.new_code_cell(f"def f():\n    '''{part}'''"),
        ):
            with_it = plain | {"cells": [*plain["cells"][:2], dict(cell), *plain["cells"][2:]]}
            student = nbformat.from_dict(student_version_of(copy.deepcopy(with_it)))
            assert part in leaks(nbformat.from_dict(with_it), student), cell.source
