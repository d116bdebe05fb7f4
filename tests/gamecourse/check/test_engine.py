"""The engine of the checkers: what is meant is taken, what is wrong is named, nothing hangs, no trick is right."""

import itertools
import pickle
import re
import signal
import sys
import time
import unittest.mock
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import nbformat
import networkx as nx
import numpy as np
import pytest

from check.odd_answers import Mute, Yes, elsewhere
from gamecourse.check import RIGHT, Exercise, State, compare, exercise, wins, wrong
from gamecourse.check.machinery import clock, comparing
from gamecourse.check.machinery.plain import Odd, plain, same, same_kind
from gamecourse.check.machinery.trial import move_of
from gamelib import LOSS, WIN
from gamelib.games import Matches, Nim, TicTacToe, Token


def double(answer, upto=12, **how):
    return compare(answer, lambda n: 2 * n, ((n,) for n in range(1, upto)), **how)


def even(answer):
    return compare(answer, lambda n: n % 2 == 0, ((n,) for n in range(12)))


class Sly(int):
    """A number that claims to be every other."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


def loop(n):
    while True:
        pass


def stubborn(n):
    while True:
        try:  # noqa: SIM105
            loop(n)
        except:  # noqa: E722
            pass


def in_each_other(depth):
    """Loops in loops, each of which catches everything."""

    def stubborn_too(n):
        while True:
            try:  # noqa: SIM105
                (in_each_other(depth - 1) if depth else loop)(n)
            except:  # noqa: E722
                pass

    return stubborn_too


def caught_at_every_level(n=60):
    try:
        return not caught_at_every_level(n - 1) or not caught_at_every_level(n - 2)
    except:  # noqa: E722
        return False


def sleep(n):
    time.sleep(100)


def plain_recursion(n):
    return 2 * n if n < 2 else plain_recursion(n - 1) + plain_recursion(n - 2) + hanoi(40)


def hanoi(n):
    return 0 if n == 0 else hanoi(n - 1) + hanoi(n - 1) + 1


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.2)


class TestPlain:
    @pytest.mark.parametrize(
        ("found", "expected"),
        [
            (np.int64(3), 3), (3.0, 3), (Fraction(3), 3), (Decimal(3), 3), ([1, 2], (1, 2)), ((1, 2), [1, 2]),
            (np.array([1, 2]), (1, 2)), (range(3), [0, 1, 2]), ((n for n in (1, 2)), (1, 2)), (np.True_, True),
            (1, True), (0, False), (Decimal("0.5"), Fraction(1, 2)), ({1, 2}, {2, 1}), ([2, 1, 1], {1, 2}),
            ([(0, 1), [1]], {(0, 1), (1,)}), ({"a": [1]}, {"a": (1,)}), (1, WIN), (-1, LOSS), ("X", "X"), (None, None),
            (nx.path_graph(3).nodes, {0, 1, 2}), ({"a": 1}.items(), [("a", 1)]),
        ],
    )  # fmt: skip
    def test_what_is_meant_is_taken(self, found, expected):
        assert same(plain(found), expected)

    @pytest.mark.parametrize(
        ("found", "expected"),
        [
            (Yes(), 3), (Yes(), True), (Yes(), None), (unittest.mock.ANY, "X"), (Sly(7), 3),
            (type("Sure", (Fraction,), {"__eq__": lambda *_: True, "__hash__": Fraction.__hash__})(7), 3),
            ([Yes()], [1]), ({"a": Yes()}, {"a": 1}),
            (True, 1), (2, True), (0.78125, Fraction(25, 32)), ([2, 1], (1, 2)), ([1], (1, 2)), ({1}, {1, 2}),
            ({"a": 1, "b": 2}, {"a": 1}), ("3", "X"), (None, False), (False, None), ("", 0), (b"3", 3),
            (float("nan"), 0), ("x", "X"), (print, 3), (type, 3), ("1/0", 3), ("9" * 20_000, 3), ({}, set()),
            (Mute(), 0), ("[1, '2']", (1, 2)), ("True", True), ("25/32", Fraction(25, 32)), ("WIN", WIN),
            ("3", 3), ("(1, 2)", (1, 2)),
        ],
    )  # fmt: skip
    def test_what_is_not_meant_is_not(self, found, expected):
        assert not same(plain(found), expected)

    def test_it_has_no_will_of_its_own(self):
        assert type(plain(Sly(7))) is int
        assert isinstance(plain(Yes()), Odd)
        assert plain(Yes()) != plain(Yes())
        deep = []
        deep.append(deep)
        assert same_kind(plain(deep), [])

    def test_what_never_ends_is_refused(self):
        with pytest.raises(ValueError, match="never ends"):
            plain(itertools.count())


class TestWords:
    @pytest.mark.parametrize(
        ("answer", "said"),
        [
            (5, "give the function itself, without calling it; this is 5"),
            (lambda n: None, "<lambda>(1) returns nothing (None), it should be 2: is a return missing?"),
            (lambda n: print(2 * n), "prints something and returns nothing: write return where it says print"),
            (lambda n: "two", "'two', which is not a number; it should be 2"),
            (lambda n: [2 * n], "[2], which is not a number; it should be 2"),
            (lambda n: n + 1, "<lambda>(2) is 3, it should be 4"),
            (lambda n: -2 * n, "it should be 2. The sign is the other way round everywhere: is it the other player's?"),
            (lambda: 2, "stops with TypeError"),
            (lambda n: 1 / 0, "stops with ZeroDivisionError: division by zero"),
        ],
    )  # fmt: skip
    def test_each_is_named_as_what_it_is(self, answer, said, capsys):
        finding = double(answer)
        assert finding.state == State.WRONG
        assert said in finding

    def test_not_written_yet(self):
        def later(n):
            raise NotImplementedError

        for stub in (lambda n: NotImplemented, later):
            assert double(stub).state == State.NOT_ATTEMPTED

    def test_where_nbgrader_validates_it_is_an_error(self, monkeypatch):
        monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
        task = Exercise(double, "none")
        assert task(lambda n: 2 * n).state == State.RIGHT
        for answer in (lambda n: n, NotImplemented):
            with pytest.raises(Exception, match=r"wrong|not attempted yet"):
                task(answer)

    def test_won_and_lost_swapped(self):
        assert "have won and lost changed places?" in even(lambda n: n % 2 == 1)
        assert "changed places" not in even(lambda n: n % 4 == 0)

    def test_a_typical_mistake_is_said_only_where_it_is_one(self):
        mistakes = {"That is the square": lambda n: n * n}
        assert double(lambda n: n * n, mistakes=mistakes).endswith("it should be 2. That is the square")
        assert "square" not in double(lambda n: n * n + (n == 3), mistakes=mistakes)
        assert "square" not in double(lambda n: 1, mistakes=mistakes)

    def test_a_changed_argument(self):
        def taking(heaps):
            return heaps.pop()

        def sorting(heaps):
            heaps.sort()
            return heaps[-1]

        lists = [([3],), ([1, 2],), ([2, 5],)]
        for answer, changed in ((taking, True), (sorting, False), (max, False)):
            finding = compare(answer, max, lists)
            assert finding.state == State.RIGHT
            assert ("changes what it is given" in finding) == changed
        assert lists == [([3],), ([1, 2],), ([2, 5],)]


class TestClock:
    def test_a_recursion_without_memory_is_ended_and_named(self, soon):
        assert "at plain_recursion(2): does it call itself again and again?" in double(plain_recursion)

    @pytest.mark.parametrize("answer", [in_each_other(5), sleep, lambda n: input()])
    def test_code_that_catches_everything_or_sleeps(self, soon, answer):
        assert double(answer).state == State.WRONG

    def test_a_recursion_that_catches_everything_is_late_whatever_it_returns(self, soon):
        begun = time.monotonic()
        assert "your function has run for 0.2 seconds" in double(lambda n: caught_at_every_level() or 2 * n)
        assert time.monotonic() - begun < 5

    @pytest.mark.parametrize("answer", [stubborn, in_each_other(3), plain_recursion])
    def test_in_another_thread(self, soon, answer):
        assert "your function has run for 0.2 seconds" in elsewhere(lambda: double(answer))

    def test_where_there_are_no_signals(self, soon, monkeypatch):
        monkeypatch.delattr(signal, "setitimer")
        assert "your function has run for 0.2 seconds" in double(loop)

    def test_code_that_catches_it_and_ends_leaves_no_trace(self, soon):
        def catching(n):
            try:
                while True:
                    pass
            except:  # noqa: E722
                return 2 * n

        for _ in range(3):
            assert "your function has run for 0.2 seconds" in double(catching)
            assert sys.gettrace() is None
            assert double(lambda n: 2 * n).state == State.RIGHT

    def test_a_ring_while_the_clock_is_stopped_is_not_held_against_the_work(self, monkeypatch):
        strike = clock._strike
        monkeypatch.setattr(clock, "_strike", lambda *blow: signal.raise_signal(signal.SIGALRM) or strike(*blow))
        assert clock.timed(lambda: 7) == 7

    @pytest.mark.parametrize("run", [lambda work: work(), elsewhere])
    def test_where_hardly_any_time_is_left_the_clock_is_stopped_too(self, run):
        handler = signal.getsignal(signal.SIGALRM)

        def often():
            for _ in range(300):
                with suppress(clock.TimeUp), clock.allowance(1e-6):
                    clock.timed(list)

        run(often)
        time.sleep(0.2)
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
        assert signal.getsignal(signal.SIGALRM) is handler

    def test_the_stop_button_stops(self):
        def stop(n):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            double(stop)

    def test_an_alarm_of_ones_own_is_put_back(self):
        rung = []
        before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            assert double(lambda n: 2 * n).state == State.RIGHT
            time.sleep(0.5)
            assert rung == [1]
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def test_all_calls_together_have_a_limit(self, monkeypatch):
        monkeypatch.setattr(clock, "ALL", 0.5)
        slow = Exercise(lambda answer: double(answer, upto=100), "none")
        begun = time.monotonic()
        finding = slow(lambda n: time.sleep(0.1) or 2 * n)
        assert time.monotonic() - begun < 3
        assert "your function takes long: all its calls have taken 0.5 seconds; the last was <lambda>(" in finding


class TestMoves:
    @pytest.mark.parametrize(
        ("game", "found", "said"),
        [
            (Nim((3, 4)), (2, 1), "your move (2, 1) is not allowed"),
            (Nim((3, 4)), 2, "2 is no move: a move is a pair of numbers; here (0, 1), (0, 2)"),
            (Nim((3, 4)), None, "your strategy returns nothing (None): is a return missing?"),
            (TicTacToe(), "centre", "the text 'centre' is no move: a move is a pair of numbers"),
            (Matches(2), 3, "your move 3 is not allowed: take 3 from a pile of 2"),
            (Matches(2), True, "True is no move: a move is a number; here 1, 2"),
        ],
    )
    def test_what_is_none_is_named(self, game, found, said):
        move, why = move_of(game, game.start(), plain(found))
        assert move is None
        assert why.startswith(said)


class TestPlay:
    def test_play_that_goes_round_shows_where(self):
        game = Token(nx.DiGraph(["sa", "at", "ap", "pa", "st"]), "s")
        finding = wins(game, {"a": "p", "s": "t"}.get, "a")
        assert "play can go round for ever: nobody wins. Play comes back to token on a" in finding
        assert re.search(
            r"you: to p   <-- from here\n.*opponent: to a   <-- and there it is again\n.*and so on", finding, re.S
        )

    def test_a_notebook_gets_a_widget_and_a_file_the_words(self):
        finding = wins(Matches(7), lambda pile: 1, 7)
        bundle = finding._repr_mimebundle_()
        assert bundle["text/plain"] == str(finding)
        assert any("widget-view" in kind for kind in bundle)
        assert set(RIGHT._repr_mimebundle_()) == {"text/plain"}


class TestSolutions:
    @pytest.fixture
    def copy(self, tmp_path, monkeypatch):
        """A reader's copy with one solved notebook."""
        new = nbformat.v4
        why = new.new_markdown_cell("Because it is **so**.", metadata={"tags": ["solution"]})
        cells = [
            *(new.new_code_cell("from gamecourse.check import test_engine as check"), new.new_code_cell("x = 1")),
            *(new.new_code_cell("check.task(x)"), new.new_code_cell("check.task.hint()"), why),
        ]
        for folder in ("exercises", "solutions"):
            (tmp_path / folder).mkdir()
        nbformat.write(new.new_notebook(cells=cells), tmp_path / "solutions" / "01.ipynb")
        monkeypatch.chdir(tmp_path / "exercises")

        @exercise("first", "second")
        def task(answer):
            return RIGHT if answer == 1 else wrong("no")

        return task

    def test_it_unfolds_after_a_right_answer(self, copy):
        finding = copy(1)
        assert str(finding) == "✓ right"
        shown = finding._repr_mimebundle_()["text/markdown"]
        assert "<details><summary>" in shown
        assert "```python\nx = 1\n```" in shown
        assert "Because it is **so**." in shown

    def test_or_after_three_tries_on_request(self, copy):
        assert "after 3 tries; so far: 0" in copy.solution()
        for _ in range(3):
            assert "x = 1" not in copy(2)._repr_mimebundle_().get("text/markdown", "")
        assert "<details open>" in copy.solution()
        assert copy.hint() == "hint 1 of 2: first"
        assert copy.hint() == "hint 2 of 2: second"
        assert copy.hint() == "hint 2 of 2: second\nNo more hints; check.task.solution() shows a solution."

    def test_where_there_is_none(self, copy, monkeypatch, tmp_path):
        monkeypatch.chdir(tmp_path)
        assert set(copy(1)._repr_mimebundle_()) == {"text/plain"}
        assert copy.solution() == "there is no solution beside this notebook"


def test_a_bad_strategy_is_refuted_by_the_shortest_play_shown_as_boards():
    assert str(wins(Matches(6, (1, 2)), lambda pile: 1, 5)) == (
        "✗ wrong: this play shows it.\n"
        "|||||  (5)\nyou: take 1   <-- this gives the win away: take 2 keeps it\n"
        "||||  (4)\nopponent: take 1\n|||  (3)\nyou: take 1\n||  (2)\n"
        "opponent: take 2\n  (0)\nyou have not won."
    )


def test_a_strategy_that_stops_or_makes_no_move_is_shown_where():
    def stops(pile):
        raise KeyError("x" * 50_000)

    for strategy, said in (
        (stops, "  (5)\nthere your strategy stops with KeyError: 'xxx"),
        (endless, "there your strategy calls itself for ever."),
        (lambda pile: "x" * 50_000, "xxx' is no move: a move is a number; here 1, 2"),
    ):
        found = wins(Matches(6, (1, 2)), strategy, 5)
        assert said in found
        assert len(found) < 1_500
    assert wins(Matches(6, (1, 2)), lambda pile: NotImplemented, 5).state == State.NOT_ATTEMPTED
    assert "give the strategy itself" in wins(Matches(3), 3, 3)


def endless(n):
    return endless(n - 1)


def test_a_strategy_that_answers_otherwise_the_second_time_is_judged_by_the_first():
    answers = iter([3, 1, 1, 1, 1, 1])
    assert wins(Matches(3), lambda pile: next(answers), 3).state == State.RIGHT


def test_a_strategy_that_writes_its_moves_down_otherwise_is_told_so():
    habits = {"Did you count from 0?": lambda pile, take: take + 1}
    found = wins(Matches(7), lambda pile: pile % 4 - 1, 7, habits=habits)
    assert found.endswith("\nDid you count from 0? Read like that, it wins.")
    assert "Did you count" not in wins(Matches(7), lambda pile: 1, 7, habits=habits)


def test_larger_inputs_are_for_answers_that_are_right_so_far(monkeypatch):
    monkeypatch.setattr(comparing, "PATIENCE", 0.2)
    how = {"beyond": [(40,)], "late": lambda n: wrong(f"too slow at {n}")}
    assert double(lambda n: n + n, **how).state == State.RIGHT
    assert double(lambda n: n + n if n < 40 else hanoi(n), **how) == "✗ wrong: too slow at 40"
    assert double(lambda n: min(n + n, 50), **how) == "✗ wrong: <lambda>(40) is 50, it should be 80"
    monkeypatch.setattr(clock, "EACH", 0.3)
    assert "is there a loop in it that never ends?" in double(lambda n: n + n if n < 40 else loop(n), **how)


def test_a_finding_can_be_kept():
    finding = wrong("no")
    assert pickle.loads(pickle.dumps(finding)) == finding
    with pytest.raises(TypeError, match="at least one hint"):
        exercise()(lambda answer: RIGHT)
