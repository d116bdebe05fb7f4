"""The exercises of lecture 02: right and wrong answers as they are given, and what becomes of
each.
"""

import numpy as np
import pytest

from check.lecture import RIGHT, SLOW, TYPE, WRONG, Lecture, agrees, each
from check.odd_answers import hangs, leaves
from gamecourse.check import State
from gamecourse.check import graphs as check
from gamecourse.grading import limits
from gamefast import solve
from gamelib import LOSS, WIN, Game, IllegalMove, check_game

P = {"a", "d", "e", "i", "j"}

P_POSITIONS = [
    (P, RIGHT, "right$"),
    (list("jieda"), TYPE, "is a list: give a set"),
    ("adeij", WRONG, "Give a set of letters. You gave the text 'adeij'."),
    (["a", "a", "d", "e", "i", "j"], WRONG, "'a' is in it more than once"),
    (dict.fromkeys("adeij").keys(), TYPE, r"of the type dict_keys\. Write list"),
    (set("bcfgh"), WRONG, "These are the N-positions, won for the next player"),
    (
        {"i", "j"},
        WRONG,
        "Look at e again. It is not in your set, and no arrow leads from it to a vertex of your "
        "set",
    ),
    (
        P | {"h"},
        WRONG,
        "Look at h again. It is in your set, and so is a vertex to which an arrow leads from it",
    ),
    (P | {"z"}, WRONG, "'z' is not a vertex"),
    (7, WRONG, "Give a set of letters. You gave 7"),
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


def forgets(options, v):
    return any(not forgets(options, w) for w in options[v])


def remembers_wins_only(options, v, known=None):
    known = {} if known is None else known
    if known.get(v):
        return True
    known[v] = any(not remembers_wins_only(options, w, known) for w in options[v])
    return known[v]


def remembers_losses_only(options, v, known=None):
    known = {} if known is None else known
    if v in known:
        return False
    won = any(not remembers_losses_only(options, w, known) for w in options[v])
    if not won:
        known[v] = won
    return won


def cut(options, v, first, last):
    return is_won({u: row[first:last] for u, row in options.items()}, v)


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
    (lambda options, v: np.bool_(is_won(options, v)), RIGHT, "right$"),
    (tidies_up, RIGHT, "right"),
    (remembers_wins_only, RIGHT, "right$"),  # a lost vertex costs no more than its own arrows
    (lambda options, v: int(is_won(options, v)), TYPE, "It is a number: give True or False"),
    (lambda options, v: cut(options, v, 0, 12), WRONG, "is False, it should be True"),
    (lambda options, v: cut(options, v, -12, None), WRONG, "is False, it should be True"),
    (never_forgets, WRONG, r"\(\{0: \[\], 1: \[0\]\}, 1\) is False, it should be True"),
    (remembers_outside, WRONG, r"\(\{0: \[\], 1: \[0\]\}, 1\) is False, it should be True"),
    (in_order, WRONG, "stops with KeyError"),
    (
        lambda options, v: in_order(options, v, lambda all_of_them: range(len(all_of_them))),
        WRONG,
        "stops with KeyError",
    ),
    (lambda options, v: in_order(options, v, sorted), WRONG, "stops with KeyError"),
    (
        lambda options, v: is_won(options, v, rule=any),
        WRONG,
        "is False, it should be True.*.*says False everywhere",
    ),
    (
        lambda options, v: is_won(options, v, rule=lambda found: bool(found) and not any(found)),
        WRONG,
        "Your function asks for all options to be lost; one is enough",
    ),
    (
        lambda options, v: is_won(options, v, rule=lambda found: not (found and all(found))),
        WRONG,
        "A player who cannot move has lost; your function takes that for won",
    ),
    (
        lambda options, v: not is_won(options, v),
        WRONG,
        "says the opposite of the right answer everywhere",
    ),
    (lambda options, v: True, WRONG, r"\(\{0: \[\]\}, 0\) is True, it should be False\.$"),
    (round_and_round, WRONG, "Does your function call itself for ever"),
]


@pytest.mark.parametrize("answer", [forgets, remembers_losses_only])
def test_a_memory_that_does_not_keep_both_is_too_slow(answer, monkeypatch):
    monkeypatch.setattr(limits, "EACH", 0.7)
    agrees(
        lambda given: check.with_memory(given),
        answer,
        SLOW,
        r"right as far as it came; \w+\(\*check\.with_memory\.question\) had not come",
    )
    options, _ = check.with_memory.question
    assert len(options) == 100


def test_what_was_asked_before_is_named_as_the_cause():
    for answer in (never_forgets, remembers_outside):
        assert "it keeps something from earlier questions" in check.with_memory(answer)


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
half_written = type(
    "HalfWritten", (Game,), {name: getattr(King, name) for name in METHODS if name != "play"}
)
without_self = type("WithoutSelf", (), dict.fromkeys(METHODS, lambda: (7, 7)))
with_words = king(
    moves=lambda self, square: [
        name for name, (a, b) in STEPS.items() if square[0] >= a and square[1] >= b
    ],
    play=lambda self, square, name: (square[0] - STEPS[name][0], square[1] - STEPS[name][1]),
)


def walks(self, square, move):
    self.place = move
    return move


stays = king(
    start=lambda self: setattr(self, "place", (7, 7)) or self.place,
    moves=lambda self, square: King.moves(self, self.place),
    play=walks,
)


KINGS = [
    (King, RIGHT, "right$"),
    (King(), RIGHT, "right$"),
    (with_words, RIGHT, "right$"),
    (king(play=lambda self, square, move: (np.int64(move[0]), move[1])), RIGHT, "right$"),
    (king(outcome=lambda self, square: None if any(square) else -1), TYPE, "give WIN, LOSS or DRAW"),
    (king(moves=lambda self, square: iter(King().moves(square))), TYPE, "of the type list_iterator. Make a list"),
    (king(start=lambda self: [7, 7]), TYPE, r"start\(\) is \[7, 7\]. A position has to be a tuple"),
    (king(start=lambda self: (7.0, 7.0)), TYPE, "give a whole number"),
    (king(play=lambda self, s, m: list(m)), TYPE, r"play\(\(0, 1\), \.\.\.\) is \[0, 0\]. A position has to be"),
    (king(outcome=lambda self, square: NotImplemented), State.NOT_ATTEMPTED, "not attempted"),
    (king(outcome=lambda self, square: None if any(square) else WIN), WRONG, r"is WIN, it should be LOSS\.$"),
    (king(outcome=lambda self, square: None), WRONG, "should be LOSS. Your outcome says the same of every square"),
    (king(outcome=lambda self, square: None if any(square) else "LOSS"), TYPE, "leave out the quotes"),
    (king(outcome=lambda self, square: None if all(square) else LOSS), WRONG, r"\(0, 1\)\) is LOSS, it should be None"),
    (king(outcome=lambda self, square: None if any(square) else 0), WRONG, r"\(\(0, 0\)\) is 0; it should be LOSS"),
    (king(outcome=lambda self, square: LOSS if square == (0, 0) else False), WRONG, "is False, it should be None"),
    (king(start=lambda self: (0, 0)), WRONG, r"start\(\) is \(0, 0\), it should be \(7, 7\)"),
    (king(start=lambda self: "(7, 7)"), WRONG, "is the text .*; it should be"),
    (king(moves=lambda self, s: [(s[0] - 1, s[1]), (s[0], s[1] - 1)], play=lambda self, s, m: m), WRONG,
     r"From \(0, 1\) your king moves to \[\(-1, 1\), \(0, 0\)\]; it should be \[\(0, 0\)\]"),
    (king(moves=lambda self, s: King().moves(s)[:2]), WRONG, r"\(1, 1\) your king moves to \[\(0, 1\), \(1, 0\)\]"),
    (king(moves=lambda self, s: King().moves(s) * 2), WRONG, "more than once"),
    (king(moves=lambda self, s: None), WRONG, r"moves\(\(0, 1\)\) is None, it should be a list"),
    (king(moves=lambda self, s: 5), WRONG, r"moves\(\(0, 1\)\) is 5; it should be a list of moves"),
    (king(play=lambda self, s, m: m[0]), WRONG, r"From \(0, 1\) your king moves to \[0\]"),
    (king(play=lambda self, s, m: None), WRONG, r"From \(0, 1\) your king moves to \[None\]; it should be"),
    (stays, WRONG, "Your moves says the same of every square: does it look at the square that it is given"),
    (half_written, WRONG, "Your game has no method play of its own. It needs start, moves, play, outcome"),
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
    monkeypatch.setattr(limits, "EACH", 0.2)
    agrees(
        lambda given: check.king(given),
        king(**{name: hangs}),
        SLOW,
        r"\(.*\) had not come to an end after 0.2 seconds",
    )


def lead(square):
    c, r = square
    return c - c % 2, r - r % 2


LEAD = [
    (lead, RIGHT, "right$"),
    (lambda square: (square[0] - 1, square[1] - 1), WRONG, "You have lost|is not allowed"),
    (lambda square: (square[0], square[1] - 1), WRONG, "You have lost|is not allowed"),
    (
        lambda square: (-1, 0),
        WRONG,
        r"The move \(-1, 0\) is not allowed: from \(7, 6\) the king goes to \(6, 6\) or",
    ),
    (lambda square: square, WRONG, r"The move \(7, 6\) is not allowed"),
]


RING = [(k, (k + step) % 5) for k in range(5) for step in (1, 2)]

KERNELS = [
    (RING, RIGHT, "right$"),
    ({(str(v), str(w)) for v, w in RING}, TYPE, "is a set: give a list"),
    ([[f"{v}!", f"{w}!"] for v, w in RING], RIGHT, "right$"),
    (zip("abc", "bca", strict=True), WRONG, "Give a list of pairs"),
    (["ab", "bc", "ca"], WRONG, "Give a list of pairs .*contains the text 'ab'"),
    ("[(1, 2), (2, 3), (3, 1)]", WRONG, "Give a list of pairs"),
    ([(0, 0)], WRONG, "There is an arrow from 0 to itself"),
    ([("a", "b"), ("b", "a")], WRONG, "There is an arrow each way between 'a' and 'b'"),
    (
        [("a", "b"), ("b", "c"), ("c", "a")],
        WRONG,
        "The number of arrows from 'a' is 1. It should be at least 2",
    ),
    ([*zip("aabbccddeeff", "cdefbebfadac", strict=True)], WRONG, r"\{a, b\} is a kernel"),
    (
        [(k, (k + step) % 7) for k in range(7) for step in (1, 2)],
        WRONG,
        "Your graph has 7 vertices",
    ),
    ([], WRONG, "has 0 vertices"),
    ([("a", "b", "c")], WRONG, "Give a list of pairs"),
    ([{"a", "b"}], WRONG, "Give a list of pairs"),
]


LECTURE = Lecture(
    "graphs",
    answers=each(
        {
            "p_positions": P_POSITIONS,
            "with_memory": WITH_MEMORY,
            "king": KINGS,
            "lead_the_king": LEAD,
            "no_kernel": KERNELS,
        }
    ),
    slow=["with_memory"],
)
