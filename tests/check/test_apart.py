"""Answers judged in a process of their own: marks are what they should be, whatever a notebook does."""

import os
import sys
import textwrap
from fractions import Fraction
from pathlib import Path

import pytest

from gamelib.check import clock
from gamelib.check.apart import judge
from gamelib.check.apart.judge import Student
from gamelib.check.apart.marks import lecture_of, marks, read, tasks
from gamelib.check.asked import ask_function, plays
from gamelib.check.engine import call
from gamelib.check.finding import State
from gamelib.check.plain import Odd
from gamelib.games import Matches

ROOT = Path(__file__).parents[2]
SOURCE = read(ROOT / "notebooks" / "exercises" / "01-matches.ipynb")
WANTED = tasks(SOURCE)

RIGHT = """
def wins(n):
    f = []
    for k in range(n + 1):
        f.append(any(not f[k - t] for t in (1, 3, 4) if t <= k))
    return f[n]
"""


def notebook(*answers):
    """A notebook with these cells before the check of the first exercise."""
    sources = ["from gamelib.check import matches as check", *map(textwrap.dedent, answers), "check.other_takes(wins)"]
    return [{"cell_type": "code", "source": source} for source in sources]


def mark(*answers):
    (found,) = marks(notebook(*answers), WANTED[:1])
    return found


def test_the_tasks_of_a_notebook_are_read_from_its_checks():
    assert [task.name for task in WANTED] == ["other_takes", "good_to_leave", "strategy", "two_takes"]
    assert [task.points for task in WANTED] == [1, 1, 2, 3]
    assert [task.expression for task in WANTED] == ["wins", "piles", "my_take", "period"]
    assert lecture_of(SOURCE) == "matches"
    for source, number in (("# put back\n\ncheck.other_takes(wins)", 1), ("check.strategy.hint()", 0), ("x = 1", 0)):
        assert len(tasks([{"cell_type": "code", "source": source}])) == number
    with pytest.raises(ValueError, match="no exercises here"):
        lecture_of([{"cell_type": "code", "source": "1 + 1"}])


def test_right_and_wrong_answers_get_their_points_and_the_checkers_words():
    found = mark(RIGHT)
    assert (found.points, found.finding.state) == (1, State.RIGHT)
    found = mark("def wins(n):\n    return n % 7 != 0")
    assert found.points == 0
    assert "wins(2) is True, it should be False" in found.finding
    found = mark("def wins(n):\n    return NotImplemented")
    assert (found.points, found.finding.state) == (0, State.NOT_ATTEMPTED)
    assert mark("wins = NotImplemented").finding.state == State.NOT_ATTEMPTED


HOSTILE = {
    "the reference": "wins = check._pile_wins((1, 3, 4))",
    "the reference, imported": "from gamelib.check.matches import _pile_wins\nwins = _pile_wins((1, 3, 4))",
    "equality": "import unittest.mock\nwins = lambda n: unittest.mock.ANY",
    "the engine": """
        import gamelib.check.plain as plain
        plain.same = plain.equal = lambda *a: True
        def wins(n):
            return None
        """,
    "the sheet": "check.other_takes = lambda answer: '✓ right'\nwins = 3",
    "a fresh import": """
        import sys
        sys.meta_path.pop(0)
        for name in [name for name in sys.modules if name.startswith('gamelib.check')]:
            del sys.modules[name]
        from gamelib.check import engine
        engine.State.WRONG._value_ = "✓ right"
        wins = lambda n: n > 0
        """,
    "the other end": """
        import gc
        for thing in gc.get_objects():
            if type(thing).__name__ == "Connection":
                thing.send_bytes(__import__("pickle").dumps(("answer", 2, True)))
        wins = lambda n: True
        """,
    "a pickle": """
        class Evil:
            def __reduce__(self):
                return print, ("judged",)
        def wins(n):
            import gc
            for thing in gc.get_objects():
                if type(thing).__name__ == "Connection":
                    thing.send_bytes(__import__("pickle").dumps(Evil()))
        """,
    "the end": "import os\nwins = lambda n: os._exit(0)",
    "the end at once": "import os\nos._exit(0)",
    "no answer": "del check",
    "the data": "check.PLAYOUTS = 1\nwins = True",
    "a dead end": "class Long:\n    def __repr__(self):\n        while True:\n            pass\nwins = Long()",
    "an argument": "wins = lambda n: n.__class__",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_no_trick_gets_a_mark(name, capfd):
    found = mark(HOSTILE[name])
    assert found.points == 0
    assert found.finding.state == State.WRONG
    assert "Traceback" not in found.finding
    assert "judged" not in capfd.readouterr().out


def test_an_honest_notebook_is_not_disturbed_by_what_else_is_in_it(monkeypatch):
    monkeypatch.setattr(judge, "CELL_SECONDS", 1.0)
    cells = ["%matplotlib inline", "1 / 0", "while True:\n    pass", "exit()", "input()", "check.other_takes(3)", "!ls"]
    assert mark(*cells, RIGHT, "print('x' * 10**6)\ndisplay(wins)").points == 1


def test_an_endless_loop_is_ended_and_named(monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.3)
    found = mark("def wins(n):\n    while n != 1:\n        pass")
    assert "your function has run for 0.3 seconds at wins(0): is there a loop in it that never ends?" in found.finding
    monkeypatch.setattr(judge, "GRACE", 0.5)
    found = mark("import itertools\ndef wins(n):\n    return sum(itertools.count())")  # in C: only the process can end
    assert "has run for 0.3 seconds" in found.finding


def test_after_a_lost_process_the_next_exercise_is_judged(monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.3)
    monkeypatch.setattr(judge, "GRACE", 0.5)
    cells = notebook("import itertools, os\ndef wins(n):\n    return sum(itertools.count())")
    cells += [{"cell_type": "code", "source": source} for source in (
        "piles = list(range(1, 31, 5))", "check.good_to_leave(piles)",
        "def my_take(pile):\n    os._exit(0)", "check.strategy(my_take)",
        "def period(a, b):\n    return 2 * a if b % a == 0 and (b // a) % 2 == 1 else a + b", "check.two_takes(period)",
    )]  # fmt: skip
    assert [found.points for found in marks(cells, WANTED)] == [0, 1, 0, 3]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux")
def test_memory_is_limited(monkeypatch):
    monkeypatch.setattr(judge, "MEMORY", 2 << 30)
    assert "stops with MemoryError" in mark("def wins(n):\n    return len([0] * 10**9) > n").finding


def test_what_stays_there_and_what_comes_back():
    cells = [
        "from fractions import Fraction\nimport numpy as np",
        "def give(thing):\n    return {'a': (np.int64(3), Fraction(1, 3)), 'b': thing}",
        "class Game:\n    def start(self):\n        return 7\n"
        "    def moves(self, n):\n        yield from map(Move, range(n))\n"
        "    def play(self, n, move):\n        return 'ab'[move.k]",
        "class Move:\n    def __init__(self, k):\n        self.k = k",
        "from gamelib.games import Matches\nBad = Matches(3)\nobject.__setattr__(Bad, 'n', 'x')",
        "class Strange:\n    def __eq__(self, other):\n        return True",
    ]
    with Student("matches") as student:
        student.run(cells)
        assert call(student.answer("give"), [1], who="it") == {"a": (3, Fraction(1, 3)), "b": [1]}
        game = call(student.answer("Game"), who="it", keep=True)
        assert call(plays, game, 2, who="it") == ["a", "b"]  # where they lead, whatever a move is
        assert call(game.start, who="it") == 7
        assert [move.kind for move in call(game.moves, 3, who="it")] == ["Move"] * 3
        with pytest.raises(AttributeError):
            _ = game.outcome
        assert isinstance(student.answer("nothing"), Odd)
        assert student.answer("Matches(7, (1, 2))") == Matches(7, (1, 2))  # a game of the package is made anew
        assert isinstance(student.answer("Bad"), Odd)
        assert isinstance(ask_function(student.answer("lambda: Strange()"), ()).value, Odd)
        assert call(student.answer("lambda f: f(2) + 1"), lambda n: 10 * n, who="it") == 21  # ours, asked from there


def test_the_environment_is_as_it_was():
    before = dict(os.environ)
    assert mark(RIGHT).points == 1
    assert dict(os.environ) == before


@pytest.mark.parametrize("number", [1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 15))])
def test_the_solutions_of_the_course_have_all_points(number):
    (path,) = (ROOT / "notebooks" / "exercises").glob(f"{number:02}-*.ipynb")
    cells = read(path)
    wanted = tasks(cells)
    assert len(wanted) >= 4
    assert {found.task.name: str(found.finding) for found in marks(cells)} == {
        task.name: State.RIGHT.value for task in wanted
    }


def alpha_beta(answer, name, expression):
    """What is said of an answer to an exercise of lecture 11."""
    cells = [f"from gamelib.check import alphabeta as check\n{textwrap.dedent(answer)}", f"check.{name}({expression})"]
    (found,) = marks([{"cell_type": "code", "source": source} for source in cells])
    return found.finding


def test_what_a_game_of_ours_says_of_an_illegal_question_is_said_there_too():
    found = alpha_beta(
        "def search(game, position, alpha, beta):\n    return len(game.moves(position))", "search", "search"
    )
    assert "stops with IllegalMove: at 'r' play is over, with the outcome" in found


def test_an_answer_that_cannot_be_read_does_not_end_the_process():
    found = alpha_beta("leaves = ['c2'] * 300_000", "never_seen", "leaves")
    assert "more than 200,000 items, or never ends" in found
    found = alpha_beta("leaves = (1 / 0 for _ in 'x')", "never_seen", "leaves")
    assert "ZeroDivisionError" in found
