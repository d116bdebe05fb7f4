"""Whose solvers the classroom uses: the book's where an answer is judged, the engine's elsewhere.

The exercises run in a page, too, where neither numpy nor the engine is. Everything else has the
engine, and a game of a million positions must not take it a minute.
"""

import ast
from pathlib import Path

import pytest

import gamecourse
import gamefast
import gamelib

HERE = Path(gamecourse.__file__).parent

#: What both packages do, each in its own way. A Solution is what they return.
SOLVERS = {
    name
    for name in {*dir(gamelib)} & {*dir(gamefast)}
    if getattr(gamelib, name) is not getattr(gamefast, name)
} - {"Solution"}

#: The modules that import a solver of gamelib, and which.
BOOK = {
    "check/alphabeta.py": {"alphabeta"},
    "check/certain.py": {"exact_values"},
    "check/endings.py": {"solve"},
    "check/kayles.py": {"octal"},
    "check/large.py": {"alphabeta", "deepen", "mcts"},
    "check/pursuit.py": {"solve"},
    "check/retrograde.py": {"solve"},
    "check/tictactoe.py": {"solve"},
    "grading/trial.py": {"Searched", "solve"},
}

#: A module that only asks whether an answer is one of these, of either package.
KINDS = {"show/stage/excerpt.py": {"Searched"}}

#: The modules that import a solver of gamefast, and which.
ENGINE = {
    "__main__.py": {"solve"},
    "publish/front.py": {"solve"},
    "publish/handouts/figures.py": {"exact_values"},
    "show/chase.py": {"solve"},
    "show/dice.py": {"exact_values"},
    "show/editor.py": {"solve"},
    "show/heaps.py": {"nimber"},
    "show/replay.py": {"solve"},
    "show/sliders.py": {"exact_values"},
    "show/stage/page.py": {"Searched", "solve"},
    "show/stepper.py": {"solve"},
    "show/terminal.py": {"solve"},
    "show/trees.py": {"solve"},
    "show/widgets.py": {"solve"},
}

#: What draws exam questions: each module uses the solvers of the engine that its lecture teaches.
EXAMS = "publish/exams/families/"


def solvers(program, package):
    """The solvers of a package that a program imports, or reaches through the package."""
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == package:
            yield from (alias.name for alias in node.names if alias.name in SOLVERS)
        elif isinstance(node, ast.Attribute) and node.attr in SOLVERS:
            above = ast.unparse(node.value)
            if above.partition(".")[0] == package:
                yield node.attr


def users(package):
    """The modules of gamecourse with the solvers of a package that each of them imports."""
    found = {
        path.relative_to(HERE).as_posix(): {*solvers(path.read_text(encoding="utf-8"), package)}
        for path in HERE.rglob("*.py")
    }
    return {name: names for name, names in found.items() if names}


def test_there_are_solvers_of_both():
    assert {"solve", "alphabeta", "mcts", "nimber", "octal", "exact_values", "Searched"} <= SOLVERS
    assert not {"Verdict", "minimax", "mex", "match", "backward_induction", "Misere"} & SOLVERS


def test_only_what_judges_an_answer_uses_the_solvers_of_the_book():
    assert users("gamelib") == BOOK | KINDS
    assert all(name.startswith(("check/", "grading/")) for name in BOOK)


def test_everything_else_uses_those_of_the_engine():
    found = users("gamefast")
    assert {name: names for name, names in found.items() if not name.startswith(EXAMS)} == ENGINE
    assert sum(name.startswith(EXAMS) for name in found) >= 10
    assert not any(name.startswith(("check/", "grading/")) for name in ENGINE)


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("from gamelib import solve, Verdict", {"solve"}),
        ("def f():\n    from gamelib.retrograde import solve as by_the_book", {"solve"}),
        ("import gamelib\nx = gamelib.alphabeta(game)", {"alphabeta"}),
        ("import gamelib.octal\nx = gamelib.octal.octal(7)", {"octal"}),
        ("from gamefast import solve", set()),
        ("game.solve()", set()),
    ],
)
def test_a_solver_is_found_however_it_is_imported(program, found):
    assert {*solvers(program, "gamelib")} == found
