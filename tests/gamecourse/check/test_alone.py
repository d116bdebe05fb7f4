"""What the exercises need: gamelib, the standard library, and networkx where a graph is handed
over; and no process that watches.
"""

import ast
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

import gamecourse.check
import gamecourse.grading
from gamecourse.check import State, compare, matches, nim, wins
from gamecourse.grading import exercises, in_page, limits, randomness
from gamecourse.grading.exercises import CHANGES, REMEMBERS, Exercise
from gamecourse.grading.plain import agreement, plain
from gamelib.games import Matches

PACKAGES = [Path(package.__file__).parent for package in (gamecourse.check, gamecourse.grading)]

#: Everything else that a module imports, as it is loaded or later, and why.
ALLOWED = {
    "networkx": {
        "check/cops.py": "its graphs are answers",
        "check/graphs.py": "its graphs are answers",
        "check/pursuit.py": "a board is looked at as a graph of steps",
        "check/retrograde.py": "its graphs are answers",
        "grading/extract.py": "arrows that a student lists become a graph",
    },
    "ipywidgets": {"grading/button.py": "draws the button"},
    "gamecourse.show.replay": {"grading/trial.py": "draws a line of play"},
    "gamecourse.show.stage.replay": {"grading/trial.py": "hands a line of play to a page"},
    "gamefast.progress": {"grading/exercises.py": "draws the bar of a long check"},
    "gamecourse.progress.remember": {
        "grading/exercises.py": "remembers in the reader's copy what is right"
    },
    "gamecourse.mine": {
        "grading/exercises.py": "keeps a right function in a file",
        "grading/marks/worker.py": "a student's own functions are left out where answers are marked",
    },
    "numba": {"check/endings.py": "says whether rules in numbers compile, where it is installed"},
    "numpy": {"check/endings.py": "the arrays that compiled rules are given"},
    "pyodide_js": {"grading/in_page.py": "sets the alarm of a notebook in a page"},
    "pyodide.code": {"grading/in_page.py": "runs the script of that alarm"},
    "psutil": {"grading/marks/processes.py": "measures the memory of a student's processes"},
}

#: What only the machine that marks answers imports as it is loaded.
OF_MARKS = {"gamecourse.mine", "psutil"}


def imports(tree):
    """The modules that a program imports, each with whether that happens as it is loaded."""
    later = {
        inner
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(outer)
    }
    for node in ast.walk(tree):
        found = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            found = [node.module]
            if node.module == "gamecourse":
                found = [f"gamecourse.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
            "needs",
            "import_module",
            "__import__",
        ):
            found = [node.args[0].value]
        yield from ((module, node not in later) for module in found)


def is_allowed(module):
    """Whether every exercise may import a module."""
    package = module.partition(".")[0]
    return (
        package in sys.stdlib_module_names
        or package == "gamelib"
        or module.startswith(("gamecourse.check", "gamecourse.grading"))
    )


def others():
    """What the modules of the exercises import besides gamelib and the standard library: module,
    file, and whether that happens as the file is loaded.
    """
    for path in sorted(path for package in PACKAGES for path in package.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = path.relative_to(PACKAGES[0].parent).as_posix()
        yield from (
            (module, name, at_once) for module, at_once in imports(tree) if not is_allowed(module)
        )


def test_the_exercises_import_gamelib_the_standard_library_and_what_is_listed_here():
    found = {(module, name) for module, name, _ in others()}
    assert found == {(module, name) for module, names in ALLOWED.items() for name in names}


def test_what_draws_or_writes_is_imported_where_it_does_so():
    """So an exercise can be loaded where there are neither widgets nor the exercises."""
    for module, name, at_once in others():
        if at_once and module != "networkx":
            assert name == "grading/button.py" or module in OF_MARKS, (module, name)
            assert name.startswith("grading/marks/") or module not in OF_MARKS, (module, name)


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("import numpy as np", [("numpy", True)]),
        ("def f():\n    from numpy.random import default_rng", [("numpy.random", False)]),
        ("x = needs('pandas', 'show', 'tables')", [("pandas", True)]),
        ("f = lambda: import_module('numba')", [("numba", False)]),
        ("from gamecourse import show", [("gamecourse.show", True)]),
    ],
)
def test_an_import_is_found_wherever_it_stands(program, found):
    assert list(imports(ast.parse(program))) == found
    assert not is_allowed(found[0][0])


def test_where_numpy_is_not_loaded_nothing_is_numpys(monkeypatch):
    monkeypatch.delitem(sys.modules, "numpy", raising=False)
    monkeypatch.delitem(sys.modules, "numpy.random", raising=False)
    assert plain((True, [2, 0.5], range(2)))[:2] == (True, [2, 0.5])
    assert agreement([1, 2.0], [1, 2]) == "It is a float: give a whole number."
    assert randomness.states(len) == [random.getstate()]


#: Python as in a page: nothing forks, no thread begins, and what the watching needs is missing.
#: What gamelib needs is loaded before.
PAGE = """
import os, sys, threading
import networkx
for name in ("mmap", "ctypes", "multiprocessing", "_multiprocessing", "numpy", "gamefast"):
    sys.modules[name] = None
for name in ("fork", "forkpty", "posix_spawn"):
    vars(os).pop(name, None)
def start(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
sys.platform = "emscripten"

from gamecourse.check import matches, nim, retrograde
from gamelib import nim_sum
print(nim.bounded(lambda heaps, most: nim_sum(*(h % (most + 1) for h in heaps)) != 0))
print(nim.bounded(lambda heaps, most: nim_sum(*heaps) != 0))
print(nim.bounded(lambda heaps, most: 1 // 0))
print(matches.strategy(lambda pile: pile % 6 or 1))
print(matches.strategy(lambda pile: 1))
print(retrograde.never_wins([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "e")]))
print(retrograde.never_wins([("a", "b")]))
sys.modules["matplotlib"] = sys.modules["ipywidgets"] = sys.modules["anywidget"] = None
shown = matches.strategy(lambda pile: 1)._repr_mimebundle_()
print("CARD", *shown, "this gives the win away: take 2 keeps it</strong>" in shown["text/html"])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="what Windows has instead is not taken away")
def test_answers_are_judged_where_nothing_can_watch():
    done = subprocess.run(
        [sys.executable, "-c", PAGE], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    beginnings = (
        "✓ right",
        "✗ wrong: <lambda>((2,), 1) is True, it should be False. That is right if any number",
        "✗ wrong: <lambda>((0,), 1) stops with ZeroDivisionError",
        "✓ right",
        "✗ wrong: ",
        "✓ right",
        "✗ wrong: ",
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith(("✓", "✗", "–", "◔"))]
    assert len(lines) == len(beginnings), done.stdout
    assert "CARD text/plain text/html True" in done.stdout.splitlines()
    for line, beginning in zip(lines, beginnings, strict=True):
        assert line.startswith(beginning)


#: What draws a refutation, without the engine, without arrays, and without pictures: each line of
#: play as a scene and as text, where there are no widgets, and the same as a widget.
REFUTATIONS = """
import json, sys
MISSING = ("gamefast", "numpy", "numba", "matplotlib")
WIDGETS = ("anywidget", "ipywidgets", "traitlets")
for name in (*MISSING, *WIDGETS):
    sys.modules[name] = None
import networkx
from gamecourse.check import cops, graphs, nim, tictactoe, wins
from gamecourse.grading.trial import solution_from
from gamecourse.show.stage.replay import ReplayModel
from gamelib.games import Token

def first_free(board):
    return divmod(board.index("."), 3)

ARROWS = networkx.DiGraph(["ab", "bc", "ca", "ct", "ad", "dt"])

def north(square):
    return (square[0] - 1, square[1]) if square[0] else (0, square[1] - 1)

refuted = {
    "tictactoe": tictactoe.never_lose(first_free),
    "nim": nim.misere(lambda heaps: (heaps.index(max(heaps)), 1)),
    "king": graphs.lead_the_king(north),
    "token": wins(Token(ARROWS, "a"), {"a": "b", "c": "a"}.get, "a"),
    "cops": cops.chase(lambda position: ("a",)),
}
models = {}
for name, feedback in refuted.items():
    play = feedback.play
    assert feedback.state.name == "WRONG" and play.widget() is None, feedback
    solution = solution_from(play.game, play.start)
    models[name] = ReplayModel(
        play.game, play.line, position=play.start, notes=play.notes, solution=solution
    )
    print("SCENE", name, json.dumps(models[name].make_scene()))
    print("TEXT", name, json.dumps(models[name].as_text()))
for name in WIDGETS:
    del sys.modules[name]
for name, feedback in refuted.items():
    widget = feedback.play.widget()
    assert widget.scene["table"] == models[name].scene["table"] is not None
    assert widget.as_text().partition(chr(10))[2] == models[name].as_text()
    assert "application/vnd.jupyter.widget-view+json" in feedback._repr_mimebundle_()
assert not any(sys.modules.get(name) for name in MISSING)
"""


def test_what_draws_a_refutation_needs_neither_the_engine_nor_matplotlib():
    done = subprocess.run(
        [sys.executable, "-c", REFUTATIONS], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    said = {"SCENE": {}, "TEXT": {}}
    for line in done.stdout.splitlines():
        kind, name, record = line.split(" ", 2)
        said[kind][name] = json.loads(record)
    # The spots of each picture (the king's board is text), and the last move before it opens.
    drawn = {
        "tictactoe": (9, "You: X at (1, 0).\nThis gives the draw away: X at (2, 1) keeps it."),
        "nim": (9, "You: take 1 from heap 2.\nThis gives the win away: take 3 from heap 2 keeps"),
        "king": (0, "You: (5, 5).\nThis gives the win away: (6, 4) keeps it."),
        "token": (5, "You: to a.\nThis gives the win away: to t keeps it."),
        "cops": (8, "You: cop to a.\nFrom here."),
    }
    assert said["SCENE"].keys() == said["TEXT"].keys() == drawn.keys()
    for name, (spots, last_move) in drawn.items():
        scene = said["SCENE"][name]
        assert (scene["kind"], len(scene["picture"]["spots"])) == ("replay", spots), name
        assert last_move in said["TEXT"][name]


class TestInThisProcess:
    @pytest.fixture(autouse=True)
    def nobody_watches(self, monkeypatch):
        monkeypatch.setattr(exercises, "limited", in_page.limited)

    @pytest.fixture
    def task(self):
        def double(answer):
            return compare(answer, lambda n: 2 * n, ((n,) for n in range(1, 40)))

        return Exercise(double, "none")

    def test_verdicts_are_those_of_a_watched_check(self, task, monkeypatch):
        right = [lambda n: n + n, lambda n: NotImplemented, lambda n: 2.0 * n]
        wrong = [lambda n: n * n, lambda n: 1 // 0, lambda n: exit(), 3, None]
        here = [task(answer) for answer in right + wrong]
        monkeypatch.undo()
        assert exercises.limited is not in_page.limited
        assert here == [task(answer) for answer in right + wrong]

    def test_strategies_are_refuted_as_ever(self):
        game = Exercise(lambda answer: wins(Matches(3, (1, 2)), answer, 2), "none")
        assert game(lambda pile: 2) == "✓ right"
        assert game(lambda pile: 1).state == State.WRONG

    def test_what_an_answer_prints_is_cut_off(self, task, capsys):
        def chatty(n):
            print(f"asked {n}")
            return 2 * n

        assert task(chatty) == "✓ right"
        assert capsys.readouterr().out == "".join(f"asked {n}\n" for n in range(1, 11))

    def test_chance_is_noticed(self, task):
        feedback = task(lambda n: 2 * n + (n > 5 and random.random() < 0.5))
        assert feedback.endswith(CHANGES)

    def test_a_function_that_remembers_is_wrong(self, task):
        """Its memory stays where it is, so nobody can tell that it would be right alone."""
        assert task(lambda n, known=[]: known.append(n) or 2 * known[0]).state == State.WRONG

    def test_an_answer_that_is_made_anew_is_asked_alone(self, task):
        def make(answer=None):
            known = []
            return lambda n: known.append(n) or 2 * known[0]

        token = limits.FRESH.set(make)
        feedback = task(make())
        limits.FRESH.reset(token)
        assert feedback.endswith(REMEMBERS)

    @pytest.mark.parametrize("kind", [limits.Watch, in_page.PageWatch])
    def test_a_call_inside_a_call_takes_no_time_that_nobody_has_waited(self, kind):
        """Once the clock itself was added: after 30 seconds in a page all time was spent."""
        watch = kind()
        token = limits.WATCH.set(watch)
        with limits.call("outer(3)"), limits.call("inner(3)"):
            pass
        limits.WATCH.reset(token)
        assert watch.calls == 2
        assert watch.spent < 1

    @pytest.fixture
    def wait(self, monkeypatch):
        """Let seconds pass. No others do, so a machine that is busy makes no answer late."""
        now = [100.0]
        monkeypatch.setattr(limits, "monotonic", lambda: now[0])
        monkeypatch.setattr(in_page, "monotonic", lambda: now[0])

        def wait(seconds):
            now[0] += seconds

        return wait

    def test_time_is_up(self, task, wait):
        feedback = task(lambda n: (n < 9 and 2 * n) or wait(6) or 2 * n)
        assert feedback.startswith("◔ too slow: right as far as it came; <lambda>(9) had not come")
        together = task(lambda n: wait(4) or 2 * n)
        assert "calls have taken 30 seconds together" in together

    def test_feedback_that_was_sent_ahead_counts_when_time_is_up(self, wait):
        def work():
            limits.so_far("a line of play")
            with limits.call("strategy(3)"):
                wait(6)

        assert in_page.limited(work) == "a line of play"

    def test_a_slow_checker_is_not_the_students_fault(self, task, monkeypatch):
        monkeypatch.setattr(limits, "CHECKER", 0.01)

        def interrupted(n):
            sleep(0.02)
            raise KeyboardInterrupt

        assert task(interrupted).state == State.NOT_MARKED

    def test_whoever_runs_the_process_may_interrupt_it(self, task):
        def interrupted(n):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            task(interrupted)
        assert limits.WATCH.get() is limits._UNWATCHED
        assert task(lambda n: 2 * n) == "✓ right"

    def test_exercises_of_the_course_are_judged(self):
        assert nim.stairs(lambda coins: bool(coins[0] ^ sum(coins[2:3]))).state == State.WRONG
        assert matches.two_takes(lambda a, b: a + b).state == State.WRONG


def test_the_bar_is_left_out_without_the_engine(monkeypatch):
    monkeypatch.setitem(sys.modules, "gamefast.progress", None)
    with exercises._bar() as waiting:
        waiting(3)
