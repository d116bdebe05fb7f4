"""The exercises of lecture 02: right and wrong answers as they are given, and what becomes of each."""

import networkx as nx
import numpy as np
import pytest

from check.lecture import RIGHT, WRONG, Lecture, each, meets
from check.odd_answers import elsewhere, hangs, leaves
from gamecourse.check import State
from gamecourse.check import graphs as check
from gamelib import LOSS, WIN, Game, IllegalMove, check_game, solve

P = {"a", "d", "e", "i", "j"}

P_POSITIONS = [
    (P, RIGHT, "right$"),
    ("adeij", RIGHT, "right$"),
    ("a, d, e, i, j", RIGHT, "right$"),
    ("{'a', 'd', 'e', 'i', 'j'}", RIGHT, "right$"),
    (set("bcfgh"), WRONG, "those are the N-positions"),
    ({"i", "j"}, WRONG, "e is a P-position, too"),
    (P | {"h"}, WRONG, r"look at h again\. 'h' is a WIN in 1"),
    (P | {"z"}, WRONG, "'z' is not a vertex"),
    (7, WRONG, "give a set of letters; this is 7"),
]


def is_won(options, v, known=None, rule=lambda found: not all(found)):
    """As the lecture has it; or by another rule for what the options make of a vertex."""
    known = {} if known is None else known
    if v not in known:
        known[v] = rule([is_won(options, w, known, rule) for w in options[v]])
    return known[v]


def tidies_up(options, v):
    for u in options:
        options[u] = sorted(options[u])
    return is_won(options, v)


def forgets(options, v, read=dict.__getitem__):
    return any(not forgets(options, w, read) for w in read(options, v))


def remembers_wins_only(options, v, known=None):
    known = {} if known is None else known
    if known.get(v):
        return True
    known[v] = any(not remembers_wins_only(options, w, known) for w in options[v])
    return known[v]


def never_forgets(options, v, known={}):  # noqa: B006  # the mistake
    return is_won(options, v, known)


MEMORY = {}


def remembers_outside(options, v):
    return is_won(options, v, MEMORY)


def in_order(options, v, order=list):
    known = {}
    for u in order(options):
        known[u] = any(not known[w] for w in options[u])
    return known[v]


def round_and_round(options, v):
    return round_and_round(options, v)


WITH_MEMORY = [
    (is_won, RIGHT, "right$"),
    (tidies_up, RIGHT, "right"),
    (forgets, WRONG, "on a ladder of 100 rungs .* it forgets"),
    (lambda options, v: forgets(options, v, dict.get), WRONG, "it forgets"),
    (lambda options, v: forgets(dict(options), v), WRONG, "it forgets"),
    (remembers_wins_only, RIGHT, "right$"),
    (never_forgets, WRONG, r"It remembers what it was asked before: known=\{\} is made once, .*Write known=None"),
    (remembers_outside, WRONG, "It remembers what it was asked before, in MEMORY: that was another question"),
    (in_order, WRONG, "stops with KeyError"),
    (
        lambda options, v: in_order(options, v, lambda all_of_them: range(len(all_of_them))),
        WRONG,
        "stops with KeyError",
    ),
    (lambda options, v: is_won(options, v, rule=any), WRONG, "is False, it should be True.*It never says True"),
    (
        lambda options, v: is_won(options, v, rule=lambda found: bool(found) and not any(found)),
        WRONG,
        "It wants all options to be lost; one is enough",
    ),
    (
        lambda options, v: is_won(options, v, rule=lambda found: not (found and all(found))),
        WRONG,
        "Who cannot move has lost; to you an end looks won",
    ),
    (lambda options, v: not is_won(options, v), WRONG, "It says the contrary everywhere"),
    (lambda options, v: True, WRONG, r"\(\{0: \[\]\}, 0\) is True, it should be False$"),
    (round_and_round, WRONG, "calls itself for ever"),
]


class King(Game):
    def start(self):
        return 7, 7

    def moves(self, square):
        c, r = square
        return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

    def play(self, square, move):
        if move not in self.moves(square):
            raise IllegalMove("no")
        return move

    def outcome(self, square):
        return LOSS if square == (0, 0) else None


def king(**methods):
    """The king with other methods."""
    return type("King", (King,), methods)


STEPS = {"left": (1, 0), "down": (0, 1), "both": (1, 1)}
METHODS = ["start", "moves", "play", "outcome"]
half_written = type("HalfWritten", (Game,), {name: getattr(King, name) for name in METHODS if name != "play"})
without_self = type("WithoutSelf", (), dict.fromkeys(METHODS, lambda: (7, 7)))
with_words = king(
    moves=lambda self, square: (name for name, (a, b) in STEPS.items() if square[0] >= a and square[1] >= b),
    play=lambda self, square, name: (square[0] - STEPS[name][0], square[1] - STEPS[name][1]),
)


KINGS = [
    (King, RIGHT, "right$"),
    (King(), RIGHT, "right$"),
    (with_words, RIGHT, "right$"),
    (king(outcome=lambda self, square: None if any(square) else -1), RIGHT, "right$"),
    (king(moves=lambda self, square: iter(King().moves(square))), RIGHT, "right$"),
    (king(play=lambda self, square, move: (np.int64(move[0]), move[1])), RIGHT, "right$"),
    (king(outcome=lambda self, square: NotImplemented), State.NOT_ATTEMPTED, "not attempted"),
    (king(outcome=lambda self, square: None if any(square) else WIN), WRONG, "should be LOSS: who is to move"),
    (king(outcome=lambda self, square: None), WRONG, r"outcome\(\(0, 0\)\) returns nothing \(None\), it should be"),
    (king(outcome=lambda self, square: None if any(square) else "LOSS"), WRONG, "is a text, 'LOSS': return LOSS"),
    (king(outcome=lambda self, square: None if all(square) else LOSS), WRONG, r"\(0, 1\)\) is LOSS, it should be None"),
    (king(outcome=lambda self, square: None if any(square) else 0), WRONG, r"\(\(0, 0\)\) is 0, it should be LOSS"),
    (king(start=lambda self: (0, 0)), WRONG, r"start\(\) is \(0, 0\), it should be \(7, 7\)"),
    (king(start=lambda self: [7, 7]), WRONG, r"start\(\) is \[7, 7\]: a position has to be a tuple"),
    (king(start=lambda self: "(7, 7)"), WRONG, "the text .*, which is not a tuple"),
    (king(start=lambda self: (7.0, 7.0)), WRONG, "a tuple of two whole numbers"),
    (king(moves=lambda self, s: [(s[0] - 1, s[1]), (s[0], s[1] - 1)], play=lambda self, s, m: m), WRONG,
     r"from \(0, 1\) your king comes to .* \(-1, 1\) is not on the board"),
    (king(moves=lambda self, s: King().moves(s)[:2]), WRONG, r"\(1, 1\) your king comes to \[\(0, 1\), \(1, 0\)\]"),
    (king(moves=lambda self, s: King().moves(s) * 2), WRONG, "more than once"),
    (king(moves=lambda self, s: None), WRONG, r"moves\(\(0, 1\)\) returns nothing"),
    (king(moves=lambda self, s: 5), WRONG, r"moves\(\(0, 1\)\) is 5, it should be a list of moves"),
    (king(play=lambda self, s, m: list(m)), WRONG, r"play\(\(0, 1\), \.\.\.\) is \[0, 0\]: a position has to be"),
    (king(play=lambda self, s, m: m[0]), WRONG, r"from \(0, 1\) your king comes to \[0\]"),
    (king(moves=lambda self, square: King.moves(self, (7, 7))), WRONG, r"from \(0, 1\) your king|play\(\(0, 1\)"),
    (half_written, WRONG, "your game has no method play of its own; it needs start, moves, play, outcome"),
    (without_self, WRONG, "stops with TypeError"),
    (king(__init__=lambda self, size: None), WRONG, r"King\(\) stops with TypeError"),
    (king(outcome=leaves), WRONG, r"outcome\(\(0, 0\)\) stops with SystemExit"),
]  # fmt: skip


@pytest.mark.parametrize("answer", [answer for answer, state, _ in KINGS[1:] if state == RIGHT])
def test_a_king_that_is_right_can_be_solved(answer):
    game = answer() if isinstance(answer, type) else answer
    assert str(solve(game)[7, 7]) == "WIN in 13"
    check_game(game)


@pytest.mark.parametrize("name", ["__init__", "start", "moves", "play", "outcome"])
def test_a_king_that_hangs_is_told_where(name, monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.2)
    meets(
        check.king, king(**{name: hangs}), WRONG, r"your function has run for 0\.2 seconds at .*is there a loop in it"
    )


def lead(square):
    c, r = square
    return c - c % 2, r - r % 2


LEAD = [
    (lead, RIGHT, "right$"),
    (lambda square: (square[0] - 1, square[1] - 1), WRONG, "you have not won|is not allowed"),
    (lambda square: (square[0], square[1] - 1), WRONG, "you have not won|is not allowed"),
    (lambda square: (-1, 0), WRONG, r"your move \(-1, 0\) is not allowed: from \(7, 6\) the king goes to \(6, 6\) or"),
    (lambda square: square, WRONG, r"your move \(7, 6\) is not allowed"),
]


KERNELS = [
    ([("a", "b"), ("b", "c"), ("c", "a")], RIGHT, "right$"),
    (zip("abc", "bca", strict=True), RIGHT, "right$"),
    (["ab", "bc", "ca"], RIGHT, "right$"),
    ("a->b, b->c, c->a", RIGHT, "right$"),
    ("[(1, 2), (2, 3), (3, 1)]", RIGHT, "right$"),
    ({"a": ["b"], "b": ["c"], "c": ["a"]}, RIGHT, "right$"),
    (nx.cycle_graph(5, create_using=nx.DiGraph), RIGHT, "right$"),
    ([("a", "a")], RIGHT, "right$"),
    ([("a", "b"), ("b", "a")], WRONG, r"\{a\} is a kernel"),
    ([(1, 2), (2, 3)], WRONG, r"\{1, 3\} is a kernel"),
    ([(k, (k + 1) % 4) for k in range(4)], WRONG, r"\{0, 2\} is a kernel"),
    ([(k, (k + 1) % 7) for k in range(7)], WRONG, "has 7 vertices; 1 to 6 are allowed"),
    ([], WRONG, "has 0 vertices"),
    ([("a", "b", "c")], WRONG, "give a list of pairs"),
    ([{"a", "b"}], WRONG, "give a list of pairs"),
]


def test_who_forgets_is_told_so_in_another_thread_too():
    assert "it forgets" in elsewhere(lambda: check.with_memory(forgets))


LECTURE = Lecture(
    "graphs",
    slow=["with_memory"],
    answers=each(
        {
            "p_positions": P_POSITIONS,
            "with_memory": WITH_MEMORY,
            "king": KINGS,
            "lead_the_king": LEAD,
            "no_kernel": KERNELS,
        }
    ),
    at={"with_memory": r"at \w+\(\{0: \[\]\}, 0\)", "lead_the_king": "here"},
)
