"""The exercises of lecture 04: right and wrong answers as they are given, and what becomes of
each.
"""

import re
import textwrap
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import nbformat
import networkx as nx
import numpy as np
import pytest

from check.lecture import RIGHT, TYPE, WRONG, Lecture, each
from gamecourse.check import pursuit as check
from gamecourse.grading.draws import Draws
from gamecourse.grading.sheet import opened
from gamecourse.show.editor import Editor
from gamefast import registry, solve
from gamelib import DRAW, LOSS
from gamelib.games import CopsAndThief

AWAY = "...P\n....\n....\nE.T."
EXERCISES = nbformat.read(
    Path(__file__).parents[3] / "notebooks/exercises/04-policeman-and-thief.ipynb", as_version=4
)
EDITED = Editor(CopsAndThief.from_text(AWAY))

JUST_AWAY = [
    (AWAY, RIGHT, "right$"),
    (AWAY.replace("\n", "\n    ") + "\n    ", RIGHT, "right$"),
    (AWAY.replace("\n", "\r\n"), RIGHT, "right$"),
    (EDITED.as_text(), RIGHT, "right$"),
    (AWAY.split("\n"), WRONG, "Give the text of a board, a line for each row. You gave \\["),
    (CopsAndThief.from_text(AWAY), WRONG, "Give the text of a board"),
    ("P..T\n....\n....\nE...", WRONG, "the policeman catches the thief, as in this play.\nP..T"),
    ("P...\n....\n....\n..TE", WRONG, "the thief gets away easily"),
    ("P.*T\n..**\n....\n...E", WRONG, "the thief does not get away.*the position is drawn"),
    ("P..T\n....\n....\n....", WRONG, "your board has no exits. Give one with a single exit"),
    ("P..E\n....\n....\n..TE", WRONG, "your board has 2 exits"),
    ("P..\n...\n.TE", WRONG, "your board has 3 x 3 cells. Give one of 4 x 4"),
    (
        "P...\n....\nE..X\n..T.",
        WRONG,
        r"your text is not a board: the cell \(2, 3\) of the board is 'X'",
    ),
    ("P...\n....\nE..\n..T.", WRONG, "row 2 of the board has 3 cells"),
    ("....\n....\n....\nE.T.", WRONG, "there is no policeman on the board"),
    ("P...\n....\nT...\nE.T.", WRONG, "more than one thief"),
    ("", WRONG, "your text is not a board: the board is empty"),
]


NOBODY = [
    ("P...\nE**T\n....", RIGHT, "right$"),
    ("P..T\n**..\n...E", WRONG, "the thief wins, as in this play.\nP..T"),
    ("PE.T\n....\n....", WRONG, "the policeman wins, as in this play.\nPE.T"),
    ("P**T\n**.*\n...E", WRONG, "walls keep the policeman"),
    ("P..\n.*.\n.*T\n..E", WRONG, "your board has 4 x 3 cells. Give one of 3 x 4"),
]


OTHER = {"policeman": "thief", "thief": "policeman"}
PARK = CopsAndThief.from_text(check.PARK)


def king(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def walk(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def steps(who):
    """Real distances on the park, round its walls."""
    graph = nx.DiGraph((cell, to) for cell in PARK.cells for to in PARK.steps(cell, who))
    found = dict(nx.all_pairs_shortest_path_length(graph))
    return lambda a, b: found[a].get(b, 99)


def straight(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


#: Ways to tell how far it is, by which no choice among the nearest cells catches the thief.
DISTANCES = [
    king,
    straight,
    lambda a, b: (walk(a, b), king(a, b)),
    steps("policeman"),
    steps("thief"),
]
ORDERS = [list, lambda cells: cells[::-1], sorted, lambda cells: sorted(cells, reverse=True)]


def nearest(distance, order):
    return lambda position: min(
        order(PARK.moves(position)), key=lambda cell: distance(cell, position[1])
    )


def on_guard(distance=king, order=list, slack=0, home=king, away=walk):
    def chase(position):
        _, thief, _ = position
        cells = order(PARK.moves(position))
        in_time = [cell for cell in cells if home(cell, (0, 0)) <= away(thief, (0, 0)) - slack]
        return min(in_time or cells, key=lambda cell: distance(cell, thief))

    return chase


def catches(cells, the_worst):
    """Whether a policeman who moves to the worst of ``cells(position)``, or the best, catches the
    thief.
    """
    won, grown = set(), True

    def good(p, t):
        return p == t or (
            not PARK.is_exit(t) and all(u == p or (p, u) in won for u in PARK.steps(t, "thief"))
        )

    while grown:
        grown = False
        for p, t in product(PARK.cells, PARK.cells):
            if p != t and not PARK.is_exit(t) and (p, t) not in won:
                found = [good(cell, t) for cell in cells((p, t, "policeman"))]
                if all(found) if the_worst else any(found):
                    won.add((p, t))
                    grown = True
    return (PARK.policeman, PARK.thief) in won


def test_no_choice_among_the_nearest_helps_and_none_hurts_who_is_on_guard():
    def nearest_of(cells, thief, distance=king):
        least = min(distance(cell, thief) for cell in cells)
        return [cell for cell in cells if distance(cell, thief) == least]

    def guarding(position):
        cells = PARK.moves(position)
        in_time = [cell for cell in cells if king(cell, (0, 0)) <= walk(position[1], (0, 0))]
        return nearest_of(in_time or cells, position[1])

    for far in DISTANCES:
        assert not catches(
            lambda position, far=far: nearest_of(PARK.moves(position), position[1], far), False
        )
    assert catches(guarding, the_worst=True)


CHASE = [
    (on_guard(), RIGHT, "right$"),
    *((on_guard(order=order), RIGHT, "right$") for order in ORDERS),
    *(
        (nearest(far, order), WRONG, "You have lost|for ever")
        for far in (king, walk)
        for order in ORDERS
    ),
    (on_guard(slack=1), WRONG, "You have lost|for ever"),
    (lambda position: position[0], WRONG, "You have lost|for ever"),
    (
        lambda position: (0, 0),
        WRONG,
        r"is not allowed: the policeman at \(3, 5\) cannot go to \(0, 0\)",
    ),
    (lambda position: (3, 6), WRONG, r"The move \(3, 6\) is not allowed"),
    (lambda position: (Fraction(1, 2), 5), WRONG, "is not allowed"),
]


def graph_of(text, fast=king, slow=walk, over=True, reachable=False):
    """Positions and options by distances: a step is a way of length 0 or 1."""
    rows = text.split("\n")[1:]
    cells = [(r, c) for r, row in enumerate(rows) for c, what in enumerate(row) if what != "*"]
    options, won = {}, set()
    for p, t, turn in product(cells, cells, OTHER):
        caught, away = p == t, rows[t[0]][t[1]] == "E"
        if (caught or away) and over:
            options[p, t, turn] = []
            won |= {(p, t, turn)} if (turn == "policeman") == caught else set()
        elif turn == "policeman":
            options[p, t, turn] = [(q, t, "thief") for q in cells if fast(p, q) <= 1]
        else:
            options[p, t, turn] = [(p, q, "policeman") for q in cells if slow(t, q) <= 1]
    return options, won


def apart(distance):
    """A step that may not be none."""
    return lambda a, b: distance(a, b) or 9


def only_reached(text):
    options, won = graph_of(text)
    flat = "".join(text.split("\n")[1:])
    columns = len(text.split("\n")[1])
    reached = [(divmod(flat.index("P"), columns), divmod(flat.index("T"), columns), "policeman")]
    for position in reached:
        reached += [to for to in options[position] if to not in reached]
    return {p: options[p] for p in reached}, won & set(reached)


def with_room(text):
    """A step needs a free cell beside it."""
    options, won = graph_of(text)
    free = {p for p, _, _ in options}

    def fits(a, b):
        return (a[0], b[1]) in free or (b[0], a[1]) in free

    kept = {
        here: [to for to in row if fits(here[0], to[0]) and fits(here[1], to[1])]
        for here, row in options.items()
    }
    return kept, won


def not_into_arms(text):
    """The policeman may catch the thief, but the thief does not come to the policeman."""
    options, won = graph_of(text)
    kept = {
        here: [to for to in row if here[2] == "policeman" or to[0] != to[1]]
        for here, row in options.items()
    }
    return kept, won


def exits_first(text):
    options, _ = graph_of(text)
    rows = text.split("\n")[1:]
    ends = {here for here, row in options.items() if not row}
    away = {here for here in ends if rows[here[1][0]][here[1][1]] == "E"}
    return options, {here for here in ends if (here[2] == "thief") == (here in away)}


ARROWS = [
    (graph_of, RIGHT, "right$"),
    (lambda text: [*graph_of(text)], RIGHT, "right$"),
    (
        lambda text: ({p: set(row) for p, row in graph_of(text)[0].items()}, graph_of(text)[1]),
        TYPE,
        "It is a set: give",
    ),
    (lambda text: (graph_of(text)[0], list(graph_of(text)[1])), TYPE, "It is a list: give a set"),
    (lambda text: graph_of(text, apart(king), apart(walk)), WRONG, "Staying is a move, too"),
    (lambda text: graph_of(text, slow=king), WRONG, "The thief has only the four directions"),
    (lambda text: graph_of(text, over=False), WRONG, "it should be"),
    (
        lambda text: (graph_of(text, over=False)[0], graph_of(text)[1]),
        WRONG,
        "no arrow leads on from there",
    ),
    (
        lambda text: (graph_of(text)[0], set()),
        WRONG,
        "Some terminal positions are won for the player to move",
    ),
    (lambda text: graph_of(text, walk, king), WRONG, "it should be"),
    (lambda text: graph_of(text)[0], WRONG, "it should be"),
    (only_reached, WRONG, "even if play cannot reach the position"),
    (lambda text: graph_of(text, apart(king)), WRONG, "The policeman may stay, too"),
    (with_room, WRONG, "two walls that touch at a corner"),
    (not_into_arms, WRONG, "The thief may step onto the policeman's cell"),
    (exits_first, WRONG, "In `won`, .* is caught, not away"),
    (lambda text: graph_of("\n" + text), WRONG, "it should be"),
]


def if_restless(board, *restless):
    return opened(check)["Restless"](board.terrain, board.policeman, board.thief, restless)


@cache
def remoteness(board, *restless):
    return solve(if_restless(board, *restless))[board.start()].remoteness


def by_solving(board, who):
    return remoteness(board, who)


def program(board, hope, arrow):
    """The classical program; ``hope`` and ``arrow`` say on whose turn its lines about staying are
    kept.
    """
    before = {here: [] for here in product(board.cells, board.cells, OTHER)}
    hopes, found = {}, {}
    for here in before:
        p, t, turn = here
        if board.outcome(here) is not None:
            found[here] = board.outcome(here), 0
            continue
        hopes[here] = int(hope(turn))
        if arrow(turn):
            before[here].append((p, t, OTHER[turn]))
        for cell in board.moves(here):
            if cell != (p if turn == "policeman" else t):
                before[
                    (cell, t, "thief") if turn == "policeman" else (p, cell, "policeman")
                ].append(here)
                hopes[here] += 1
    queue = list(found)
    for v in queue:
        for u in before[v]:
            if u not in found:
                hopes[u] -= 1
                if found[v][0] == LOSS or hopes[u] == 0:
                    found[u] = -found[v][0], found[v][1] + 1
                    queue.append(u)
    return found.get(board.start(), (DRAW, None))


def restless(board, who):
    return program(board, lambda turn: turn != who, lambda turn: turn == who)[1]


def line_by_line(board, who):
    return program(board, lambda turn: turn != who, lambda turn: turn != who)[1]


def boards_that_live_on_waiting():
    """The two boards that stand below the exercise."""
    (cell,) = (cell for cell in EXERCISES.cells if cell.id == "restless-more")
    drawn = re.findall(r"(?:^    [PTE.*]+$\n)+", cell.source, re.MULTILINE)
    return [CopsAndThief.from_text(textwrap.dedent(text)) for text in drawn], cell.source


def random_boards(number, seed):
    """Boards as the exercise asks about them."""
    chases, playable = opened(check)["Chases"](), opened(check)["playable"]
    rng = Draws(seed)
    return [playable(*chases.draw(rng)) for _ in range(number)]


def test_who_wins_never_hangs_on_staying_unless_it_is_a_draw():
    """It changes nothing for the winner; for the loser it is over sooner at most; a draw is lost by
    nobody else.
    """
    seen = Counter()
    for board in [*random_boards(60, 11), *boards_that_live_on_waiting()[0]]:
        free = solve(registry.arena(board).explicit())
        for who in OTHER:
            for position, now in solve(if_restless(board, who)).items():
                before, mover = free[position], position[2] == who
                if before.outcome == DRAW:
                    assert now.outcome in (DRAW, LOSS if mover else -LOSS)
                    seen["a draw decided"] += now.outcome != DRAW
                elif (before.outcome == LOSS) == mover:
                    assert now.outcome == before.outcome
                    assert now.remoteness <= before.remoteness
                    seen["sooner"] += now.remoteness < before.remoteness
                else:
                    assert now == before
                    seen["all the same"] += 1
    assert min(seen["sooner"], seen["all the same"], seen["a draw decided"]) > 50


def test_the_draws_of_the_exercise_live_on_waiting():
    """How the two boards come out, by the queue and by the library."""
    boards, said = boards_that_live_on_waiting()
    assert [solve(board)[board.start()].outcome for board in boards] == [DRAW, DRAW]
    ends = [(4, 5), (None, 15)]  # an even number is the thief's win, an odd one the policeman's
    for found in (by_solving, restless):
        assert [tuple(found(board, who) for who in OTHER) for board in boards] == ends
    assert re.findall(r"after (\d+)", said) == ["4", "5", "15"]


def if_these_may_not(*these):
    return lambda board, who: remoteness(board, *these)


RESTLESS = [
    (restless, RIGHT, "right$"),
    (by_solving, RIGHT, "right$"),
    (line_by_line, WRONG, "Your two lines have the same guard"),
    (if_these_may_not(), WRONG, "That is the remoteness if both may stay"),
    (if_these_may_not("policeman"), WRONG, r"should be \w+( \(drawn\))?\.$"),
    (if_these_may_not("thief"), WRONG, r"should be \w+( \(drawn\))?\.$"),
    (if_these_may_not("policeman", "thief"), WRONG, "if neither may stay"),
    (
        lambda board, who: program(board, lambda turn: turn != who, lambda turn: True)[1],
        WRONG,
        "The arrow of the stay is still there",
    ),
    (
        lambda board, who: program(board, lambda turn: True, lambda turn: turn == who)[1],
        WRONG,
        "The counter still counts staying",
    ),
    (
        lambda board, who: program(board, lambda turn: turn == who, lambda turn: turn != who)[1],
        WRONG,
        "if the player named may stay and the other may not",
    ),
    (
        lambda board, who: program(board, lambda turn: turn != who, lambda turn: turn == who),
        WRONG,
        "should be",
    ),
    (
        lambda board, who: restless(board, who) or 0,
        WRONG,
        r"is 0, it should be None \(drawn\)\.$",
    ),
    (lambda board, who: 2, WRONG, "should be"),
]


@pytest.mark.slow
def test_the_hint_about_two_steps_and_three_is_true_of_most_boards():
    """Put the thief two steps from the exit, the policeman three; and no other is right without a
    wall more often.
    """
    cells = list(product(range(4), repeat=2))
    found = []
    for away, thief, policeman in product(cells, repeat=3):
        if walk(thief, away) == 2 and king(policeman, away) == 3:
            rows = tuple(
                "".join("E" if (r, c) == away else "." for c in range(4)) for r in range(4)
            )
            found.append(
                check.just_away.judge(
                    CopsAndThief(rows, policeman, thief).text((policeman, thief, "policeman"))
                ).state
                == RIGHT
            )
    assert np.mean(found) > 0.7


LECTURE = Lecture(
    "pursuit",
    answers=each(
        {
            "just_away": JUST_AWAY,
            "nobody_wins": NOBODY,
            "chase": CHASE,
            "arrows": ARROWS,
            "restless": RESTLESS,
        }
    ),
    slow=["arrows", "restless"],
)
