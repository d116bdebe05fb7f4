"""The exercises of lecture 03: right and wrong answers as they are given, and what becomes of
each.
"""

import re

import networkx as nx
import pytest

from check.lecture import RIGHT, TYPE, WRONG, Lecture, agrees, each, reference
from gamecourse.check import retrograde as check
from gamecourse.grading.sheet import opened
from gamefast import solve
from gamelib import DRAW, LOSS, WIN

BY = {"a": 4, "b": 1, "c": 2, "d": None, "e": 1, "f": 1, "g": 0, "h": 3, "i": None}

BY_HAND = [
    (BY, RIGHT, "right$"),
    (dict(reversed(BY.items())), RIGHT, "right$"),
    (BY | {"b": True}, TYPE, "It is True or False: give a number"),
    (BY | {"a": 4.0}, TYPE, "give a whole number"),
    (BY | {"d": "None"}, TYPE, "leave out the quotes"),
    (
        BY | {"g": 1},
        WRONG,
        r"Look at g again: 1 is not its remoteness\. From there nobody can move",
    ),
    (BY | {"a": 2}, WRONG, r"Look at a again: 2 is not its remoteness\. A loser delays the end"),
    (
        BY | {"e": 5},
        WRONG,
        r"Look at e again: 5 is not its remoteness\. A winner goes to a lost vertex, and",
    ),
    (BY | {"h": 2}, WRONG, r"Look at h again: 2 is not its remoteness\. An arrow is a move, too"),
    (BY | {"a": None}, WRONG, r"Look at a again: None is not its remoteness\.$"),
    (BY | {"d": 4}, WRONG, r"Look at d again: 4 is not its remoteness\. Can the player there"),
    (
        BY | {"d": "draw"},
        WRONG,
        r"Look at d again: the text 'draw' is not its remoteness\. Can the player there",
    ),
    ({v: r for v, r in BY.items() if r is not None}, WRONG, "d is missing"),
    (BY | {"z": 1}, WRONG, "'z' is not a vertex"),
    (list(BY.values()), WRONG, "Give a dict from letter to remoteness"),
]


def ended(options, won=(), last=False, patient=True, late=0):
    """Outcomes and remotenesses by a queue, or by something like it."""
    before = {v: [u for u in options if v in options[u]] for v in options}
    hopes = {v: len(options[v]) for v in options}
    found = {v: (WIN if v in won else LOSS, late) for v in options if not options[v]}
    waiting = list(found)
    while waiting:
        v = waiting.pop() if last else waiting.pop(0)
        for u in before[v]:
            hopes[u] -= 1
            if u not in found and (found[v][0] == LOSS or hopes[u] == 0 or not patient):
                found[u] = (WIN if found[v][0] == LOSS else LOSS), found[v][1] + 1
                waiting.append(u)
    return found


def settle(options):
    """Remotenesses, where all terminal vertices are lost."""
    return {v: r for v, (_, r) in ended(options).items()}


def by_parity(options, won=()):
    """As if even and odd still went with lost and won."""
    return {v: (WIN if r % 2 else LOSS, r) for v, (_, r) in ended(options, won).items()}


def in_place(options, won=(), order=list):
    """In rounds, but what is found counts in the same round already."""
    found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
    grown = True
    while grown:
        grown = False
        for v in order(options):
            near = [found.get(w) for w in options[v]]
            lost = [r for outcome, r in filter(None, near) if outcome == LOSS]
            if v not in found and (lost or None not in near):
                grown = True
                found[v] = (WIN, min(lost) + 1) if lost else (LOSS, max(r for _, r in near) + 1)
    return found


def cut(options, won, first, last):
    """As if there were fewer arrows: of those that lead to a vertex."""
    before = {v: [u for u in options if v in options[u]][first:last] for v in options}
    return ended({u: [v for v in options[u] if u in before[v]] for u in options}, won)


def empties(options, won):
    found = ended(options, won)
    options.clear()
    return found


QUEUE = [
    (ended, RIGHT, "right$"),
    (empties, RIGHT, "but .* changes what it is given"),
    (
        lambda options, won: {v: (o, float(r)) for v, (o, r) in ended(options, won).items()},
        TYPE,
        "give a whole number",
    ),
    (
        lambda options, won: {v: (int(o), r) for v, (o, r) in ended(options, won).items()},
        TYPE,
        "give WIN, LOSS",
    ),
    (
        lambda options, won: ended(options, won, last=True),
        WRONG,
        "it should be .*takes the vertex that came last",
    ),
    (
        lambda options, won: ended(options, won, patient=False),
        WRONG,
        "One won option does not lose a vertex",
    ),
    (
        lambda options, won: ended(options),
        WRONG,
        "every terminal vertex for lost; those in `won` are won",
    ),
    (by_parity, WRONG, "it should be"),
    (
        lambda options, won: ended(options, won, late=1),
        WRONG,
        r"\(LOSS, 1\)\}, it should be \{0: \(LOSS, 0\)\}",
    ),
    (in_place, WRONG, "it should be"),
    (
        lambda options, won: in_place(options, won, lambda vertices: list(vertices)[::-1]),
        WRONG,
        "it should be",
    ),
    (
        lambda options, won: in_place(options, won, lambda vertices: sorted(vertices, key=str)),
        WRONG,
        "it should be",
    ),
    (lambda options, won: cut(options, won, 0, 30), WRONG, "it should be"),
    (lambda options, won: cut(options, won, -30, None), WRONG, "it should be"),
    (
        lambda options, won: ended({v: row[:30] for v, row in options.items()}, won),
        WRONG,
        "it should be",
    ),
    (
        lambda options, won: {v: o for v, o in ended(options, won).items() if o[1] < 30},
        WRONG,
        "it should be",
    ),
    (
        lambda options, won: dict.fromkeys(options) | ended(options, won),
        WRONG,
        r"it should be \{\}\. 0 should not be",
    ),
    (
        lambda options, won: {v: o for v, (o, _) in ended(options, won).items()},
        WRONG,
        r"At 0 it has LOSS, not \(LOSS",
    ),
    (
        lambda options, won: {v: r for v, (_, r) in ended(options, won).items()},
        WRONG,
        r"At 0 it has 0, not \(LOSS, 0",
    ),
]


def test_the_questions_are_answered_by_the_library_as_well():
    for options, won in check.queue.questions():
        G = nx.DiGraph(options)
        nx.set_node_attributes(G, dict.fromkeys(won, WIN), "outcome")
        said = {
            v: (verdict.outcome, verdict.remoteness)
            for v, verdict in solve(G).items()
            if verdict.outcome != DRAW
        }
        assert reference(check.queue)(options, won) == said


def test_a_sweep_in_place_is_shown_a_fork():
    seven = {0: [], 1: [0], 2: [1], 3: [2], 4: [3], 5: [4, 6], 6: [1]}
    assert (in_place(seven)[5], ended(seven)[5]) == ((WIN, 5), (WIN, 3))
    assert re.search(
        r"At \d+ it has \(WIN, [345]\), not \(WIN, [23]\)", check.queue.judge(in_place)
    )


def mended(options, first="u", last="u", **also):
    before = {v: [u for u in options if v in options[u]] for v in options}
    hopes = {v: len(options[v]) for v in options}
    status = {v: None if options[v] else LOSS for v in options}
    queue = [v for v in options if status[v] is not None]
    for v in queue:
        if len(queue) > 5_000:
            break
        for u in before[v]:
            hopes[u] -= 1
            if status[{"u": u, "v": v}[first]] is None:
                if status[v] == LOSS:
                    status[u] = WIN
                if status[{"u": u, "v": v}[also.get("won", "v")]] == WIN and hopes[u] == 0:
                    status[u] = LOSS
                if status[{"u": u, "v": v}[last]] is not None:
                    queue.append(u)
    return {v: found for v, found in status.items() if found is not None}


MENDED = [
    (mended, RIGHT, "right$"),
    (
        lambda options: {v: WIN if r % 2 else LOSS for v, r in settle(options).items()},
        RIGHT,
        "right$",
    ),
    (
        lambda options: {v: int(found) for v, found in mended(options).items()},
        TYPE,
        "give WIN, LOSS or DRAW",
    ),
    (lambda options: mended(options, "v", "v"), WRONG, "settles only the terminal vertices"),
    (lambda options: mended(options, "u", "v"), WRONG, "it should be"),
    (lambda options: mended(options, won="u"), WRONG, "it should be"),
    (
        lambda options: {v: mended(options).get(v, DRAW) for v in options},
        WRONG,
        r"\{0: DRAW\}, it should be \{\}",
    ),
    (lambda options: {v: mended(options).get(v) for v in options}, WRONG, "0 should not be in it"),
    (settle, WRONG, "At 0 it has 0, not LOSS"),
]


def arrows(written):
    return [tuple(arrow) for arrow in written.split()]


NEVER = [
    (arrows("ab bc cd da at"), RIGHT, "right$"),
    ([[1, 2], [2, 3], [3, 4], [4, 1], [3, 5]], RIGHT, "right$"),
    (set(arrows("ab bc cd da at ct")), TYPE, "is a set: give a list"),
    (["ab", "bc", "cd", "da", "at"], WRONG, "Give a list of pairs .* contains the text 'ab'"),
    ("a->b, b->c, c->d, d->a, a->t", WRONG, "Give a list of pairs"),
    (arrows("ab ab bc cd da at"), WRONG, "is in it more than once"),
    (arrows("at ap pa"), WRONG, "There is an arrow each way between 'a' and 'p'"),
    (arrows("ab bc cd da aa at"), WRONG, "There is an arrow from 'a' to itself"),
    (arrows("ab bc cd da"), WRONG, "No vertex of this graph is won"),
    (arrows("ab bc ca at"), WRONG, "A player who always moves to a lost vertex wins on this graph"),
    (arrows("ab bc cd da at bt"), WRONG, "always moves to a lost vertex wins"),
    (arrows("ab bc cd de ef fa at"), WRONG, "Your graph has 7 vertices. It should have 1 to 5"),
    ([], WRONG, "has 0 vertices"),
]


def local(drawn=None, won=None, lost=None):
    """A judge that looks at each vertex and its options; and, in one of three cases, asks something
    else.
    """

    def is_right(options, claim):
        for v, r in claim.items():
            near = [claim[w] for w in options[v]]
            even = [s for s in near if s is not None and s % 2 == 0]
            odd = [s for s in near if s is not None and s % 2]
            if r is None:
                good = drawn(near, even, odd) if drawn else bool(near) and not even and None in near
            elif r % 2:
                good = won(r, near, even, odd) if won else bool(even) and min(even) == r - 1
            else:
                good = (
                    lost(r, near, even, odd)
                    if lost
                    else len(odd) == len(near) and max(odd, default=-1) == r - 1
                )
            if not good:
                return False
        return True

    return is_right


CERTIFICATE = [
    (local(), RIGHT, "right$"),
    (lambda options, claim: not local()(options, claim), WRONG, "says the opposite of the right answer everywhere"),
    (lambda options, claim: True, WRONG, "is True, it should be False"),
    (lambda options, claim: False, WRONG, "is False, it should be True"),
    (local(won=lambda r, near, even, odd: max(even, default=9) == r - 1), WRONG, "a winner takes the quickest way"),
    (local(lost=lambda r, near, even, odd: len(odd) == len(near) and min(odd, default=-1) == r - 1), WRONG,
     "a loser takes the slowest way"),
    (local(drawn=lambda near, even, odd: not even), WRONG, "for drawn though it has no drawn option"),
]  # fmt: skip

#: Judges that are wrong in one point, those of the issue among them; each must be found out.
LOST = [
    lambda r, near, even, odd: len(odd) == len(near) and (r == 0 or r - 1 in odd),
    lambda r, near, even, odd: len(odd) == len(near) and max(odd, default=-1) < r,
    lambda r, near, even, odd: len(odd) == len(near) and (max(odd) < r if near else r == 0),
    lambda r, near, even, odd: None not in near and max(near, default=-1) == r - 1,
    lambda r, near, even, odd: not even and max(odd, default=-1) == r - 1,
    lambda r, near, even, odd: len(odd) == len(near),
    lambda r, near, even, odd: not near or (len(odd) == len(near) and max(odd) == r - 1),
    lambda r, near, even, odd: not near or (not even and max(odd, default=0) == r - 1),
]
WON = [
    lambda r, near, even, odd: r - 1 in even,
    lambda r, near, even, odd: any(s < r for s in even),
    lambda r, near, even, odd: bool(even) and max(even) < r,
    lambda r, near, even, odd: bool(even),
    lambda r, near, even, odd: bool(even) and min(s for s in near if s is not None) == r - 1,
    lambda r, near, even, odd: bool(even) and min(even) <= r - 1,
    lambda r, near, even, odd: bool(even) and min(even) >= r - 1,
    lambda r, near, even, odd: True,
]
DRAWN = [
    lambda near, even, odd: True,
    lambda near, even, odd: None in near,
    lambda near, even, odd: not even,
    lambda near, even, odd: bool(near),
    lambda near, even, odd: bool(near) and not even,
    lambda near, even, odd: bool(near) and not even and not odd,
    lambda near, even, odd: not even and near.count(None) > 1,
]


def only_who_wins(options, claim):
    found = settle(options)
    return all(
        (r is None) == (v not in found) and (r is None or (r - found[v]) % 2 == 0)
        for v, r in claim.items()
    )


FOOLED = [
    *(local(lost=rule) for rule in LOST),
    *(local(won=rule) for rule in WON),
    *(local(drawn=rule) for rule in DRAWN),
    local(won=WON[3], lost=LOST[5]),
    lambda options, claim: local()(options, claim) or all(r is None for r in claim.values()),
    lambda options, claim: local()(options, claim) or next(iter(claim.values())) is None,
    lambda options, claim: {v for v in claim if claim[v] is not None} == set(settle(options)),
    only_who_wins,
    lambda options, claim: local()({v: row[:30] for v, row in options.items()}, claim),
    lambda options, claim: local()({v: row[-30:] for v, row in options.items()}, claim),
]


@pytest.mark.parametrize("judge", FOOLED)
def test_a_judge_that_can_be_fooled_is_found_out(judge):
    agrees(check.certificate, judge, WRONG, "is (True|False), it should be")


def test_what_is_claimed_is_judged_right():
    inner = opened(check)
    right, found = reference(check.certificate), list(check.certificate.questions())
    for options, claim in found:
        truth = inner["remotenesses"](options)
        assert (claim == truth) == right(options, claim) == local()(options, claim)
    for name in (
        "certificate_of_slow_winners",
        "certificate_of_quick_losers",
        "certificate_of_any_draw",
    ):
        assert sum(inner[name](*one) != local()(*one) for one in found) > 10


LECTURE = Lecture(
    "retrograde",
    slow=["certificate", "mended", "queue"],
    answers=each(
        {
            "by_hand": BY_HAND,
            "queue": QUEUE,
            "mended": MENDED,
            "never_wins": NEVER,
            "certificate": CERTIFICATE,
        }
    ),
)
