"""The engine of the checkers: one policy of types, true words, nothing hangs, no trick is right."""

import builtins
import importlib
import math
import os
import pickle
import random
import re
import signal
import sys
import threading
import time
import unittest.mock
from collections import deque
from decimal import Decimal
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import nbformat
import networkx as nx
import numpy as np
import pytest

from check.odd_answers import Mute, Yes
from gamecourse.check import (
    RIGHT,
    Exercise,
    Feedback,
    State,
    compare,
    exercise,
    function,
    graphs,
    wins,
    wrong,
)
from gamecourse.grading import limits
from gamecourse.grading.calls import falls_off
from gamecourse.grading.comparing import CONTRARY, NEGATED, Mistake
from gamecourse.grading.exercises import CHANGES
from gamecourse.grading.extract import items, pairs_of, table_of
from gamecourse.grading.feedback import Case, GradingEnded
from gamecourse.grading.plain import MOST, AnyOrder, NotPlain, agreement, plain, same, same_kind
from gamecourse.grading.trial import move_of
from gamefast import solve
from gamelib import WIN, Misere
from gamelib.games import CopsAndThief, Matches, MinMaxTree, Nim, TicTacToe, Token


def double(answer, upto=40, **how):
    return compare(answer, lambda n: 2 * n, ((n,) for n in range(1, upto)), **how)


def even(answer):
    return compare(answer, lambda n: n % 2 == 0, ((n,) for n in range(40)))


class Sly(int):
    """A number that claims to be every other."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class TestTypes:
    @pytest.mark.parametrize(
        ("found", "expected"),
        [
            (np.int64(3), 3), ([1, 2], (1, 2)), ((1, 2), [1, 2]), (np.True_, True), (3, Fraction(3)), (2, 2.0),
            ({1, 2}, {2, 1}), ({"a": [1]}, {"a": (1,)}), (
                "X"
            , "X"), (None, None), (WIN, WIN), (np.str_("X"), "X"),
            ([2, 1], AnyOrder((1, 2))), ([(0, 1), [1, 0]], AnyOrder(((1, 0), (0, 1)))),
        ],
    )  # fmt: skip
    def test_the_same(self, found, expected):
        assert agreement(plain(found), expected) == ""

    @pytest.mark.parametrize(
        ("found", "expected", "said"),
        [
            (3.0, 3, "a whole number"), (True, 1, "give a number"), (1, True, "give True or False"),
            (1.0, True, "give True or False"), (0.5, Fraction(1, 2), "exactly"), (1 / 3, Fraction(1, 3), "exactly"),
            (
                "3"
            , 3, "leave out the quotes"), (
                "True"
            , True, "leave out the quotes"), ("None", None, "the quotes"),
            ("Fraction(7, 2)", Fraction(7, 2), "the quotes"), ("7/2", Fraction(7, 2), "the quotes"),
            (1, WIN, "give WIN"),
            (WIN, 1, "give a number"), (np.array([1, 2]), (1, 2), "ndarray: write list"),
            ({1, 2}, [1, 2], "give a list"), ({1, 2}, AnyOrder((1, 2)), "give a list"),
            (range(3), [0, 1, 2], "range: write list"), ({"a": 1}.keys(), {"a"}, "dict_keys: write set"),
            ([1, 2], {1, 2}, "give a set"), (deque([1]), [1], "deque: write list"),
            (Decimal(3), 3, "Decimal: give an int"),
            ([1, 2.0], [1, 2], "a whole number"), (Fraction(3), 3, "give an int"),
        ],
    )  # fmt: skip
    def test_the_right_value_in_the_wrong_type(self, found, expected, said):
        assert re.search(said, agreement(plain(found), expected))

    @pytest.mark.parametrize(
        ("found", "expected"),
        [
            (Yes(), 3), (Yes(), True), (Yes(), None), (unittest.mock.ANY, "X"), (Sly(7), 3), ([Yes()], [1]),
            ({"a": Yes()}, {"a": 1}), (2, True), (0.78, Fraction(25, 32)), ([2, 1], (1, 2)), ([1], (1, 2)),
            ({1}, {1, 2}), ({"a": 1, "b": 2}, {"a": 1}), (
                "3"
            , "X"), (None, False), (False, None), ("", 0), (b"3", 3),
            (float(
                "nan"
            ), 0), ("x ", "x"), (print, 3), ("1/0", 3), ("9" * 20_000, 3), ({}, set()), (Mute(), 0),
            ([1, 1, 2], AnyOrder((1, 2))), ((n for n in (1, 2)), [1, 2]), (map(int, "12"), [1, 2]), (0, None),
        ],
    )  # fmt: skip
    def test_another_value(self, found, expected):
        assert not same(plain(found), expected)

    def test_plain_data_has_no_will_of_its_own(self):
        assert type(plain(Sly(7))) is int
        assert isinstance(plain(Yes()), NotPlain)
        assert plain(Yes()) != plain(Yes())
        assert isinstance(plain([0] * 300_000), NotPlain)
        view = MappingProxyType(dict.fromkeys(range(MOST + 1), 0))
        assert not same(plain(view), dict.fromkeys(range(MOST), 0)), "not the first pairs alone"
        deep = []
        deep.append(deep)
        assert same_kind(plain(deep), [])

    @pytest.mark.parametrize(
        ("reader", "given", "said"),
        [
            (lambda given: items(given, "a list"), [1, 2, 1], "1 is in it more than once"),
            (lambda given: items(given, "a list"), "ab", "Give a list. You gave the text 'ab'"),
            (lambda given: items(given, "a list"), iter("ab"), "Give a list. You gave <str"),
            (lambda given: pairs_of(given, "(a, b)"), (1, 2), "also if there is only one"),
            (lambda given: pairs_of(given, "(a, b)"), [(1, 2), 3], "Your answer contains 3"),
            (lambda given: table_of(given, "a dict"), [("a", 1)], "Give a dict"),
        ],
    )
    def test_readers_tell_what_they_cannot_read(self, reader, given, said):
        with pytest.raises(GradingEnded) as told:
            reader(given)
        assert said in told.value.feedback


class Arrows(NamedTuple):
    """A right answer of two parts that have names."""

    options: Any
    won: Any


def no_end(n):
    if n > 1:
        return 2 * n
    elif n < 1:
        return 0


def no_third(n):
    if n % 3:
        return 2 * n


class TestWords:
    @pytest.mark.parametrize(
        ("answer", "said"),
        [
            (5, "Give the function itself, without calling it. You gave 5."),
            (lambda n: None, "<lambda>(1) is None, it should be 2."),
            (no_third, "no_third(3) is None, it should be 6. A path through your function ends without a return."),
            (no_end, "no_end(1) is None, it should be 2. A path through your function ends without a return."),
            (lambda n: print(2 * n), "It prints something: write return where it says print."),
            (lambda n: "two", "<lambda>(1) is the text 'two'; it should be 2."),
            (lambda n: [2 * n], "<lambda>(1) is [2]; it should be 2."),
            (lambda n: n + 1, "<lambda>(2) is 3, it should be 4."),
            (lambda n: -2 * n, f"it should be 2. {NEGATED}"),
            (lambda n: (yield n), "`yield` makes a generator of your function: write return instead."),
            (lambda n: (2 * k for k in [n]), "It has worked out nothing yet: give it to the function that"),
            (lambda n: len, "it should be 2. It is a function: to call it, write brackets behind it."),
            (lambda: 2, "stops with TypeError"),
            (lambda n: 1 / 0, "stops with ZeroDivisionError: division by zero."),
            (lambda n: 2 * n if n < 10 else NotImplemented, "(10) is NotImplemented: a part of your function is still"),
        ],
    )  # fmt: skip
    def test_each_is_named_as_what_it_is(self, answer, said):
        feedback = double(answer)
        assert feedback.state == State.WRONG
        assert said in feedback

    def test_what_a_right_function_does_as_well_is_not_called_the_mistake(self):
        """Where None is an answer, leaving the function without a return is a way to say it; so is
        a print to debug.
        """

        def small(n, most=5):
            print("looking at", n)
            if n > most:
                return n

        def right(n):
            return n if n > 3 else None

        feedback = compare(small, right, [(n,) for n in range(1, 40)], nothing="too small")
        assert feedback == "✗ wrong: small(4) is None (too small), it should be 4."

    @pytest.mark.parametrize(
        "silent", [lambda n: None, lambda n: print(n), lambda n: (yield n), lambda n: [n].clear()]
    )
    def test_an_answer_that_says_nothing_gets_no_diagnosis_of_what_it_says(self, silent):
        def right(n):
            return "big" if n > 3 else None

        mistakes = [
            Mistake("It never says big.", lambda n: None),
            Mistake("It says big too late.", lambda n: "big" if n > 1_000 else None),
        ]
        for some in (mistakes, mistakes[:1]):
            feedback = compare(
                silent, right, [(n,) for n in range(1, 40)], mistakes=some, nothing="small"
            )
            assert "It never" not in feedback
            assert "It says" not in feedback

    @pytest.mark.parametrize(
        ("found", "expected", "said"),
        [
            (({n: [n] for n in range(99)}, {2}), Arrows({n: AnyOrder([n, n // 7]) for n in range(99)}, {2}),
             "f(0) is not what it should be. In `options`, at 0, it has [0], not [0, 0]."),
            (({n: [n] for n in range(99)}, {2}), Arrows({n: [n] for n in range(99)}, {3}),
             "In `won` it has {2}, not {3}."),
            (({n: [n] for n in range(99)}, {2}),
             Arrows({n: [n] for n in range(99)} | {7: AnyOrder(range(50, 150))}, {2}),
             "f(0) is not what it should be. In `options`, at 7, 50 is missing."),
            (({n: [n] for n in range(99)}, {2}),
             Arrows({n: [n] for n in range(99)} | {7: AnyOrder(range(7, 40))}, {2}),
             "f(0) is not what it should be. In `options`, at 7, 8 is missing."),
            ((1, 2), Arrows(1, 3), "f(0) is (1, 2), it should be (1, 3)."),
            ([(1, 2)] * 40, [Arrows(1, 2)] * 39 + [Arrows(1, 3)], "At place 39 it has (1, 2), not (1, 3)."),
            ([{1}, [0, [*range(90)]]], [{1}, [0, [*range(89), 7]]],
             "At place 1, at place 1, at place 89, it has 89, not 7."),
            ([1], [1, 2], "it should be [1, 2]. It has 1 item, not 2."),
            ((Fraction(2), 3), (Fraction(5), 3), "f(0) is (2, 3), it should be (5, 3)."),
            ([*range(90)], [*range(89), 7], "f(0) is not what it should be. At place 89 it has 89, not 7."),
            (set(range(99)), {*range(98), 200}, "f(0) is not what it should be. 200 is missing."),
            ({(1, 2), (3, 4), (5, 6), (7, 8)}, {(1, 2), (3, 4), (5, 6)}, "(7, 8) should not be in it."),
        ],
    )  # fmt: skip
    def test_where_long_answers_differ_is_said_whatever_they_are(self, found, expected, said):
        def f(n):
            return found

        assert said in compare(f, lambda n: expected, [(0,)])

    def test_dots_that_go_on_are_not_cut_to_a_full_stop(self):
        feedback = wins(Nim((9, 9)), lambda heaps: (1, -3), (9, 9))
        assert "allowed there is 1, 2, 3, 4, 5, 6, 7, 8 and so on." in feedback
        assert (
            "The moves here are (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6) and so on."
            in wins(Nim((9, 9)), lambda heaps: "no", (9, 9))
        )

    def test_a_strategy_that_is_a_generator_is_told_how_to_return(self):
        def takes(pile):
            yield 1

        assert (
            "`yield` makes a generator of your function: write return instead. The moves"
            in wins(Matches(7), takes, 7)
        )

    def test_not_written_yet(self):
        def later(n):
            raise NotImplementedError

        for stub in (lambda n: NotImplemented, later):
            assert double(stub).state == State.NOT_ATTEMPTED

    def test_paths_without_a_return(self):
        def loops(n):
            while True:
                if n:
                    return n

        def leaves_the_loop(n):
            while True:
                break

        def both(n):
            try:
                return n
            except ValueError:
                raise

        assert [falls_off(each) for each in (no_end, loops, leaves_the_loop, both)] == [
            True,
            False,
            True,
            False,
        ]

    def test_the_value_is_right_in_the_wrong_type_only_where_all_values_are(self):
        task = Exercise(double, "none")
        assert task.judge(lambda n: 2.0 * n).state == State.TYPE
        assert task.judge(lambda n: 2.0 * n if n < 30 else 0).state == State.WRONG

    def test_where_nbgrader_validates_it_is_an_error(self, monkeypatch):
        monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
        task = Exercise(double, "none")
        assert task(lambda n: 2 * n).state == State.RIGHT
        for answer in (lambda n: n, NotImplemented, lambda n: 2.0 * n):
            with pytest.raises(Exception, match=r"wrong|not attempted yet"):
                task(answer)

    def test_a_typical_mistake_is_said_only_where_it_is_one(self):
        assert CONTRARY in even(lambda n: n % 2 == 1)
        assert CONTRARY not in even(lambda n: n % 4 == 0)
        mistakes = [Mistake("That is the square.", lambda n: n * n)]
        assert double(lambda n: n * n, mistakes=mistakes).endswith(
            "it should be 2. That is the square."
        )
        assert "square" not in double(
            lambda n: n * n, upto=15, mistakes=mistakes
        )  # too few questions tell them apart
        assert "square" not in double(lambda n: n * n + (n == 3), mistakes=mistakes)
        assert "square" not in double(
            lambda n: n * n, mistakes=[*mistakes, Mistake("It is the square.", lambda n: n**2)]
        )

    def test_a_changed_argument(self):
        def taking(heaps):
            return heaps.pop()

        lists = [([3],), ([1, 2],), ([2, 5],)]
        for answer, changed in ((taking, True), (max, False)):
            feedback = compare(answer, max, lists)
            assert feedback.state == State.RIGHT
            assert ("changes what it is given" in feedback) == changed
        assert lists == [([3],), ([1, 2],), ([2, 5],)]

    def test_where_a_dict_differs_first(self):
        found = compare(lambda n: {0: 1, 1: 3, 2: 9}, lambda n: {0: 1, 1: 2, 2: 9}, [(0,)])
        assert found.endswith("At 1 it has 3, not 2.")


def raises(error):
    raise error


def nested_without_limit():
    """Calls through C, which Python's own limit to recursion does not stop."""
    sys.setrecursionlimit(10**8)

    class Nested:
        def __repr__(self):
            return repr([self])

    repr(Nested())


def hangs(n):
    while True:
        try:  # noqa: SIM105
            sum(range(10**12))
        except:  # noqa: E722
            pass


@cache
def remembered(n):
    return ASKED[0] * 2


ASKED = []


def by_a_helper(n):
    ASKED[:] = [n]
    return remembered(n // 7)


class TestLimits:
    @pytest.fixture
    def soon(self, monkeypatch):
        monkeypatch.setattr(limits, "EACH", 0.3)

    @pytest.fixture
    def task(self):
        return Exercise(double, "none")

    @pytest.mark.parametrize("answer", [hangs, lambda n: time.sleep(60)])
    def test_what_never_ends_is_ended(self, soon, task, answer):
        begun = time.monotonic()
        assert task(lambda n: answer(n) if n == 5 else 2 * n) == (
            "◔ too slow: right as far as it came; <lambda>(5) had not come to an end after 0.3 "
            "seconds."
        )
        assert task(answer).endswith(
            "(1) had not come to an end after 0.3 seconds, and that was the first question."
        )
        assert time.monotonic() - begun < 30  # and not after the 60 seconds that one answer sleeps

    def test_also_in_another_thread_and_where_nothing_forks(self, soon, task, monkeypatch):
        def loops(n):
            while True:
                pass

        found = []
        other = threading.Thread(target=lambda: found.append(task(loops)))
        other.start()
        other.join()
        monkeypatch.delattr("os.fork")
        found.append(task(loops))
        # A right answer has the usual time: a busy machine must not make it slow.
        monkeypatch.setattr(limits, "EACH", 5.0)
        found.append(task(lambda n: 2 * n))
        assert [each.state for each in found] == [State.SLOW, State.SLOW, State.RIGHT]

    def test_a_wrong_answer_stays_wrong_where_the_diagnosis_takes_too_long(self, soon, task):
        assert (
            task(lambda n: n if n < 3 else hangs(n)) == "✗ wrong: <lambda>(1) is 1, it should be 2."
        )

    def test_all_calls_together_have_a_limit_and_no_single_call_is_blamed(self, task, monkeypatch):
        monkeypatch.setattr(
            limits, "ALL", 2.0
        )  # on a busy machine even reading an answer takes a while
        feedback = task(lambda n: time.sleep(0.4) or 2 * n)
        assert feedback.state == State.SLOW
        assert re.search(r"the first \d calls have taken 2 seconds together", feedback)
        assert "had not come to an end" not in feedback

    def test_a_strategy_is_told_which_limit_it_met(self, monkeypatch):
        monkeypatch.setattr(limits, "ALL", 1.0)
        task = Exercise(lambda strategy: wins(Matches(32, (1, 2, 3, 4, 5)), strategy, 32), "none")
        assert "calls have taken 1 seconds together" in task(
            lambda pile: time.sleep(0.3) or pile % 6
        )

    def test_a_checker_that_takes_too_long_does_not_blame_the_answer(self, monkeypatch):
        monkeypatch.setattr(limits, "CHECKER", 0.3)
        feedback = Exercise(lambda answer: time.sleep(5), "none")(3)
        assert feedback.state == State.NOT_MARKED
        assert "stopped after 0.3 seconds, though your own code took 0.0 of them" in feedback

    @pytest.mark.parametrize(
        ("ending", "said"),
        [
            (
                lambda: os._exit(0),
                "(1) has ended Python itself, with exit status 0. Leave out os._exit",
            ),
            (
                lambda: os._exit(3),
                "(1) has ended Python itself, with exit status 3. Leave out os._exit",
            ),
            (lambda: os.kill(os.getpid(), signal.SIGKILL), "(1) was ended by the system (SIGKILL)"),
            (lambda: os.kill(os.getpid(), signal.SIGTERM), "(1) was ended by SIGTERM"),
            (lambda: nested_without_limit(), "Python itself has crashed in ends(1) (SIGSEGV)"),
            (lambda: os.abort(), "Python itself has crashed in ends(1) (SIGABRT)"),
            (lambda: os.closerange(3, 1_000), "closes something that is not its own"),
            (
                lambda: exit(),
                "(1) stops with SystemExit: exit() and sys.exit() end a program. Return the answer",
            ),
            (
                lambda: sys.exit("done"),
                "stops with SystemExit: exit() and sys.exit() end a program",
            ),
            (
                lambda: raises(KeyboardInterrupt),
                "stops with KeyboardInterrupt: it raises that itself",
            ),
            (
                lambda: raises(MemoryError),
                "stops with MemoryError (it asks for more memory than there is).",
            ),
            (lambda: raises(GeneratorExit), "stops with GeneratorExit."),
            (lambda: raises(KeyError(0)), "stops with KeyError: 0."),
        ],
    )
    def test_each_way_to_end_is_told_as_what_it_is(self, task, ending, said):
        def ends(n):
            ending()

        feedback = task(ends)
        assert feedback.state == State.WRONG
        assert said in feedback
        assert "author" not in feedback

    def test_a_play_of_a_hidden_game_comes_back(self):
        assert (
            graphs.lead_the_king(lambda square: (square[0] - 1, square[1])).play.game
            == graphs.lead_the_king.judge(lambda square: (square[0] - 1, square[1])).play.game
        )

    def test_a_verdict_comes_back_where_its_play_cannot(self):
        class Line:
            """A line of play that no other process can read."""

            def __str__(self):
                return "you: 1"

        task = Exercise(lambda answer: wrong("no\nyou: 1\nlost", play=Line()), "none")
        assert task(3) == "✗ wrong: no\nyou: 1\nlost"

    def test_nothing_that_happens_there_changes_anything_here(self, task):
        seen = []
        assert task(lambda n: seen.append(n) or 2 * n).state == State.RIGHT
        assert not seen

    def test_ten_lines_are_printed(self, task, capsys):
        def babbles(n):
            print(n)
            return 2 * n

        task(babbles)
        assert capsys.readouterr().out == "".join(f"{n}\n" for n in range(1, 11))

    def test_what_it_remembers_is_found_wherever_it_is(self, task):
        assert "Asked this question alone, your function is right: it keeps something" in task(
            by_a_helper
        )
        assert "Asked this question alone" not in task(lambda n: n)

    def test_it_remembers_only_if_it_is_right_alone_each_time_and_wrong_again_after_the_same_questions(
        self, task
    ):
        dice, state = random.Random(3), np.random.default_rng(4)
        answers = (
            lambda n: 2 * n + (n > 5 and random.random() < 0.5),
            lambda n: 2 * n + (n > 5 and np.random.rand() < 0.5),  # noqa: NPY002  # as students write it
            lambda n: 2 * n + (n > 5 and dice.random() < 0.5),
            lambda n: 2 * n + (n > 5 and state.random() < 0.5),
            lambda n: 2 * n + (n > 5 and np.random.default_rng().random() < 0.5),
            lambda n: 2 * n + (n > 5 and time.perf_counter_ns() // 100 % 2),
            lambda n: 2 * n if random.random() < 0.5 else 1 // 0,
            lambda n: 2 * n + (n == 1 and random.random() < 0.75),
        )
        for answer in answers:
            feedback = task(answer)
            assert feedback.endswith(CHANGES), feedback
            assert "keeps something" not in feedback

    def test_chance_that_changes_no_answer_is_no_mistake(self, task):
        assert task(lambda n: sum(random.sample([n, n], 2))) == "✓ right"
        assert CHANGES not in task(lambda n: n + 0 * random.random())

    def test_an_answer_that_is_right_by_luck_is_not_right(self):
        few = Exercise(lambda answer: compare(answer, lambda n: n, [(1,), (2,)]), "none")
        assert [few(lambda n: n + (random.random() < 0.3)).state for _ in range(4)] == [
            State.WRONG
        ] * 4
        game = Exercise(lambda answer: wins(Matches(3, (1, 2)), answer, 2), "none")
        feedback = game(lambda pile: random.choice((1, 2)))
        assert feedback.state == State.WRONG
        assert feedback.endswith(CHANGES)

    @pytest.mark.parametrize("forks", [True, False])
    def test_what_an_answer_spoils_is_named_and_harms_nothing_else(
        self, task, monkeypatch, tmp_path, forks
    ):
        def spoils_min(n):
            builtins.min = lambda *numbers: 7
            return 2 * n

        def spoils_math(n):
            math.sqrt = None
            return 2 * n

        def spoils_fractions(n):
            Fraction.__eq__ = lambda one, other: True
            return 2 * n

        def spoils_all(n):
            for name in ("len", "isinstance", "dict", "type", "str", "repr", "list"):
                setattr(builtins, name, None)
            return 2 * n

        def moves_away(n):
            os.chdir(tmp_path)
            sys.setrecursionlimit(10**5)
            random.seed(1)
            sys.stdout.close()
            return 2 * n

        if not forks:
            monkeypatch.delattr("os.fork")
        folder, limit, kept = os.getcwd(), sys.getrecursionlimit(), (min, len, math.sqrt)
        assert "spoils_min(1) changes builtins.min, which everything else in Python needs" in task(
            spoils_min
        )
        assert "spoils_math(1) changes math.sqrt, which" in task(spoils_math)
        assert "spoils_fractions(1) changes Fraction.__eq__, which" in task(spoils_fractions)
        assert Fraction(1, 2) != Fraction(1, 3)
        if forks:  # in a thread it would take them from pytest's own threads as well
            assert re.search(r"changes builtins\.\w+ and builtins\.\w+ and", task(spoils_all))
        assert task(moves_away).state == State.RIGHT
        assert (os.getcwd(), sys.getrecursionlimit(), (min, len, math.sqrt)) == (
            folder,
            limit,
            kept,
        )
        assert task(lambda n: 2 * n) == "✓ right"

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
    def test_a_copy_of_the_process_does_not_go_on_with_the_check(self, tmp_path):
        def forks(n):
            os.fork()
            return n

        def counts(answer):
            feedback = compare(answer, lambda n: n, [(1,), (2,)])
            with (tmp_path / "checks").open("a") as file:
                file.write("x")
            return feedback

        assert Exercise(counts, "none")(forks) == "✓ right"
        assert (tmp_path / "checks").read_text() == "x"

    def test_a_notebook_that_has_replaced_a_builtin_is_told_so(self, monkeypatch):
        monkeypatch.setattr("builtins.min", lambda *numbers: None)
        feedback = Exercise(lambda answer: wrong(str(min(1, 2) + 1)), "none").judge(3)
        assert feedback.startswith("✗ wrong: Your notebook has replaced builtins.min.")

    @pytest.mark.parametrize(
        "changed", [dict.clear, lambda nodes: nodes["A"].pop(), lambda nodes: nodes.pop("C")]
    )
    def test_a_game_that_is_changed_is_put_back(self, changed):
        games = [
            MinMaxTree({"A": ["B", "C"], "B": 3, "C": 4}),
            Misere(MinMaxTree({"A": ["B", "C"], "B": 3, "C": 4})),
        ]

        def first(game):
            value = getattr(game, "game", game).nodes["B"]
            changed(getattr(game, "game", game).nodes)
            return value

        feedback = compare(
            first, lambda game: getattr(game, "game", game).nodes["B"], [(game,) for game in games]
        )
        assert feedback.startswith("✓ right: but first(MinMaxTree(")
        assert "changes what it is given" in feedback
        assert [solve(game)["A"].value for game in games] == [4, -3]

    def test_what_a_game_has_worked_out_is_its_own(self):
        board = CopsAndThief.from_text("P.T\n..E")

        def empties(board):
            board.cells.clear()
            return 6

        feedback = compare(empties, lambda board: len(board.cells), [(board,), (board,)])
        assert feedback.startswith("✓ right")
        assert len(board.cells) == 6

    def test_what_a_class_of_the_library_is_changed_to_is_put_back(self, task):
        def spoils(game):
            type(game).moves = None
            return 1

        assert "spoils(Matches(3)) changes Matches.moves, which" in compare(
            spoils, lambda game: 1, [(Matches(3),)]
        )
        assert Matches(3).moves(3) == [1, 2, 3]

    def test_a_high_limit_to_recursion_does_not_end_python(self, task):
        def deep(n):
            return deep(n)

        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(10**6)
        try:
            assert "stops with RecursionError" in task.judge(deep)
            assert sys.getrecursionlimit() == 10**6
        finally:
            sys.setrecursionlimit(limit)


class TestAuthors:
    @pytest.mark.parametrize(
        ("check", "said"),
        [
            (lambda answer: {}["x"], "stopped with KeyError: 'x' (test_engine.py, line"),
            (lambda answer: None, "returned None and no feedback: is a return missing in it?"),
            (lambda answer: True, "returned True and no feedback"),
        ],
    )
    def test_a_checker_that_fails_is_not_the_students_mistake(self, check, said):
        feedback = Exercise(check, "none")(3)
        assert feedback.state == State.NOT_MARKED
        assert said in feedback
        assert feedback.endswith("That is its author's mistake, not yours.")


class TestCards:
    def test_each_state_has_a_sign_and_words_on_its_badge(self):
        for state in State:
            assert f">{state.value}</strong>" in Feedback(state).html()

    def test_the_parts_are_labelled_and_what_a_student_writes_is_no_html(self):
        shown = double(lambda n: "<b>").html()
        for label in ("Call", "It gives", "It should give"):
            assert f">{label}</div>" in shown
        assert "&lt;lambda&gt;(1)</code>" in shown
        assert "<b>" not in shown

    def test_a_line_of_play_is_shown_move_by_move(self):
        shown = wins(Matches(7), lambda pile: 1, 7).html()
        assert "<div>you: take 1</div><div><strong>this gives the win away" in shown
        assert shown.endswith("<div>You have lost.</div></div></div>")

    def test_feedback_has_its_parts_after_pickling(self):
        feedback = double(lambda n: n)
        again = pickle.loads(pickle.dumps(feedback))
        assert again.case == feedback.case == Case("<lambda>(1)", gave="1", expected="2")
        assert (again.number, again.reason) == (0, "<lambda>(1) is 1, it should be 2.")

    def test_a_question_that_is_too_long_to_be_pasted_is_kept(self):
        @function(lambda: ((list(range(n)),) for n in (1, 500)), "one", "two")
        def total(numbers):
            return sum(numbers)

        with pytest.raises(LookupError, match="has been answered wrongly yet"):
            _ = total.question
        feedback = total(lambda numbers: min(sum(numbers), 7))
        assert feedback.case.call == "<lambda>(*check.total.question)"
        assert total.question == (list(range(500)),)


class TestMoves:
    @pytest.mark.parametrize(
        ("game", "found", "said"),
        [
            (Nim((3, 4)), (2, 1), "The move (2, 1) is not allowed"),
            (
                Nim((3, 4)),
                2,
                "the move is 2, which is not a move. The moves here are (0, 1), (0, 2)",
            ),
            (Nim((3, 4)), None, "the move is None, which is not a move."),
            (TicTacToe(), "centre", "the move is the text 'centre', which is not a move."),
            (Matches(2), 3, "The move 3 is not allowed: take 3 from a pile of 2"),
        ],
    )
    def test_what_is_none_is_named(self, game, found, said):
        move, why = move_of(game, game.start(), plain(found))
        assert move is None
        assert why.startswith(said)


class TestPlay:
    def test_play_that_goes_round_shows_where(self):
        game = Token(nx.DiGraph(["sa", "at", "ap", "pa", "st"]), "s")
        feedback = wins(game, {"a": "p", "s": "t"}.get, "a")
        assert "play can cycle for ever: nobody wins. Play comes back to token on a" in feedback
        assert re.search(
            r"you: to p   <-- from here\n.*opponent: to a   <-- and there it is again\n.*and so on",
            feedback,
            re.S,
        )

    def test_a_notebook_gets_a_widget_and_a_file_the_words(self):
        feedback = wins(Matches(7), lambda pile: 1, 7)
        bundle = feedback._repr_mimebundle_()
        assert bundle["text/plain"] == str(feedback)
        assert any("widget-view" in kind for kind in bundle)
        assert set(RIGHT._repr_mimebundle_()) == {"text/plain", "text/html"}


class TestSolutions:
    @pytest.fixture
    def copy(self, tmp_path, monkeypatch):
        """A reader's copy with one solved notebook."""
        new = nbformat.v4
        why = new.new_markdown_cell("Because it is **so**.", metadata={"tags": ["solution"]})
        cells = [
            *(
                new.new_code_cell("from gamecourse.check import test_engine as check"),
                new.new_code_cell("x = 1"),
            ),
            *(new.new_code_cell("check.task(x)"), why),
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
        feedback = copy(1)
        assert str(feedback) == "✓ right"
        shown = feedback._repr_mimebundle_()["text/markdown"]
        assert "<details><summary>" in shown
        assert "```python\nx = 1\n```" in shown
        assert "Because it is **so**." in shown

    def test_or_after_three_tries_on_request(self, copy):
        assert "after 3 tries; so far: 0" in copy.solution()
        for _ in range(3):
            assert "x = 1" not in copy(2)._repr_mimebundle_().get("text/markdown", "")
        assert "<details open>" in copy.solution()
        assert copy.hint() == "Hint 1 of 2: first"
        assert copy.hint() == "Hint 2 of 2: second"
        for _ in range(2):  # the last one does not come again
            assert copy.hint() == "No more hints; check.task.solution() shows a solution."

    def test_where_there_is_none(self, copy, monkeypatch, tmp_path):
        monkeypatch.chdir(tmp_path)
        shown = copy(1)._repr_mimebundle_()
        assert shown["text/plain"] == "✓ right"
        assert "text/markdown" not in shown
        assert copy.solution() == "There is no solution beside this notebook."


class Below:
    """What a notebook shows below a verdict."""

    def __init__(self, feedback):
        shown = feedback._repr_mimebundle_()["application/vnd.jupyter.widget-view+json"]
        box = importlib.import_module("ipywidgets").widgets.widget._instances[shown["model_id"]]
        _, self.button, self.said = box.children[:3]


class TestHintsByTheButton:
    @pytest.fixture
    def task(self, monkeypatch, tmp_path):
        monkeypatch.chdir(tmp_path)

        def task(answer):
            return RIGHT if answer == 1 else wrong("no")

        return exercise("first, with `n < 2` in it", "second & last")(task)

    def test_each_press_gives_one_and_the_last_ends_them(self, task):
        below = Below(task(2))
        assert (below.button.description, below.button.disabled, below.said.value) == (
            "Hint",
            False,
            "",
        )
        below.button.click()
        assert below.said.value == "<p>Hint 1 of 2: first, with <code>n &lt; 2</code> in it</p>"
        below.button.click()
        assert below.button.disabled
        assert below.button.description == "No more hints"
        assert below.said.value.count("<p>") == 3
        assert below.said.value.endswith(
            "<p>Hint 2 of 2: second &amp; last</p><p>No more hints.</p>"
        )
        below.button.click()  # a press that was on its way
        assert below.said.value.count("Hint 2") == 1
        assert below.said.value.count("No more hints") == 1

    def test_a_cell_that_is_run_again_shows_those_that_were_given_and_gives_no_other(self, task):
        first = Below(task(2))
        first.button.click()
        again = Below(task(3))
        assert again.said.value == first.said.value
        assert not again.button.disabled
        again.button.click()
        first.button.click()  # the button of the earlier run
        assert first.said.value.count("Hint 2") == 0
        assert first.button.disabled
        last = Below(task(2))
        assert last.said.value == again.said.value
        assert last.button.disabled

    def test_asked_in_code_none_comes_twice(self, task):
        said = [task.hint() for _ in range(4)]
        assert said[1:] == ["Hint 2 of 2: second & last", "No more hints.", "No more hints."]
        assert Below(task(2)).button.disabled

    def test_the_way_to_a_solution_is_told_where_there_is_one(self, task, monkeypatch):
        monkeypatch.setattr(type(task), "_folded_solution", lambda *_, **__: "<details>")
        task(2)
        task.hint(), task.hint()
        assert (
            task.hint()
            == "No more hints; after 3 tries check.task.solution() shows a solution (so far 1)."
        )
        task(2), task(2)
        assert task.hint() == "No more hints; check.task.solution() shows a solution."


def test_a_bad_strategy_is_refuted_by_the_shortest_play_shown_as_boards():
    assert str(wins(Matches(6, (1, 2)), lambda pile: 1, 5)) == (
        "✗ wrong: this play shows it.\n"
        "|||||  (5)\nyou: take 1   <-- this gives the win away: take 2 keeps it\n"
        "||||  (4)\nopponent: take 1\n|||  (3)\nyou: take 1\n||  (2)\n"
        "opponent: take 2\n  (0)\nYou have lost."
    )


def test_a_strategy_that_stops_or_makes_no_move_is_shown_where():
    def stops(pile):
        raise KeyError("x" * 50_000)

    for strategy, said in (
        (stops, "  (5)\nstops(5) stops with KeyError: 'xxx"),
        (endless, "endless(5) stops with RecursionError"),
        (lambda pile: "x" * 50_000, "xxx', which is not a move. The moves here are 1, 2."),
    ):
        found = wins(Matches(6, (1, 2)), strategy, 5)
        assert said in found
        assert len(found) < 1_500
    assert wins(Matches(6, (1, 2)), lambda pile: NotImplemented, 5).state == State.NOT_ATTEMPTED
    assert "Give the strategy itself" in wins(Matches(3), 3, 3)


def endless(n):
    return endless(n - 1)


def test_a_strategy_that_loses_the_second_time_is_told_so():
    answers = iter([3, 1, 1, 1, 1, 1])
    found = wins(Matches(3), lambda pile: next(answers), 3)
    assert found.state == State.WRONG
    assert "The first time it was tried, it did better" in found


def test_a_strategy_may_win_by_another_move_the_second_time():
    asked = []

    def from_either_side(heaps):
        asked.append(heaps)
        full = [k for k, heap in enumerate(heaps) if heap]
        return (full[0] if asked.count(heaps) == 1 else full[-1]), 1

    assert wins(Nim((1, 1, 1)), from_either_side, (1, 1, 1)).state == State.RIGHT
    assert asked.count((1, 1, 1)) == 2


def test_a_strategy_that_writes_its_moves_down_otherwise_is_told_so():
    habits = {"Did you count from 0?": lambda pile, take: take + 1}
    found = wins(Matches(7), lambda pile: pile % 4 - 1, 7, habits=habits)
    assert found.endswith("\nDid you count from 0? Read like that, it wins.")
    assert "Did you count" not in wins(Matches(7), lambda pile: 1, 7, habits=habits)


def test_a_finding_can_be_kept():
    feedback = wrong("no")
    assert pickle.loads(pickle.dumps(feedback)) == feedback
    with pytest.raises(TypeError, match="at least one hint"):
        exercise()(lambda answer: RIGHT)
