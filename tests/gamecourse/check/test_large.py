"""What becomes of the answers that students give in lecture 12."""

import importlib
from copy import deepcopy
from fractions import Fraction
from functools import cache, partial
from itertools import islice, product
from math import inf, log
from time import monotonic

import numpy as np
import pytest

from check.lecture import Lecture, reference, right_and_wrong
from gamecourse.check import State
from gamecourse.grading.sheet import opened
from gamefast import Searched, alphabeta, deepen
from gamelib.games import MinMaxTree
from gamelib.montecarlo import CURIOSITY, BoundedTree, Node
from gamelib.zobrist import Zobrist

sheet = importlib.import_module("gamecourse.check.large")
inner = opened(sheet)
BOARD, SMALL = sheet.BOARD, sheet.SMALL
HORIZON = ".....\n....O\n....X\nO.XOX"


#: All lines of four cells, as places in the text of a board.
FOURS = [
    [7 * (r + i * dr) + c + i * dc for i in range(4)]
    for r, c, (dr, dc) in product(range(5), range(6), ((0, 1), (1, 0), (1, 1), (1, -1)))
    if r + 3 * dr < 5 and 0 <= c + 3 * dc < 6
]


@cache
def lines(position, power=2, chair=BOARD.mover):
    """Lines of four cells on which only one side has pieces, as the solution counts them."""
    mine, total = chair(position), 0
    for a, b, c, d in FOURS:
        line = (position[a] + position[b] + position[c] + position[d]).replace(".", "")
        if line and line.count(line[0]) == len(line):
            total += len(line) ** power * (1 if line[0] == mine else -1)
    return total / 5_000


def either_side(position):
    """Whose line it is counts for little: a useless score."""
    total = 0
    for a, b, c, d in FOURS:
        line = (position[a] + position[b] + position[c] + position[d]).replace(".", "")
        if line and line.count(line[0]) == len(line):
            total += len(line) ** 2 + (1 if line[0] == BOARD.mover(position) else -1)
    return total / 1_000


@cache
def weights(position):
    mine, total = BOARD.mover(position), 0
    worth = [
        [3, 4, 5, 5, 4, 3],
        [4, 6, 8, 8, 6, 4],
        [5, 8, 11, 11, 8, 5],
        [4, 6, 8, 8, 6, 4],
        [3, 4, 5, 5, 4, 3],
    ]
    for row, numbers in zip(position.split("\n"), worth, strict=True):
        total += sum(
            n * ((piece == mine) - (piece not in (mine, ".")))
            for piece, n in zip(row, numbers, strict=True)
        )
    return total / 1_000


def of_a_column(column):
    def score(position):
        mine = BOARD.mover(position)
        pieces = [row[column] for row in position.split("\n")]
        return (2 * pieces.count(mine) + pieces.count(".") - 5) / 10

    return score


def late(position):
    """Out of the range, but not at the beginning."""
    return BOARD.evaluate(position) * (1 if position.count(".") > 18 else 10**9)


def limited(game, position, depth, worst=-inf, best=inf):
    """Alpha-beta, by recursion."""
    if (result := game.outcome(position)) is not None:
        return result, None
    if depth == 0:
        return game.evaluate(position), None
    found = None
    for move in game.moves(position):
        score = -limited(game, game.play(position, move), depth - 1, -best, -worst)[0]
        if score > worst or found is None:
            worst, found = score, (score, move)
        if worst >= best:
            break
    return found


def by_levels(game, position, depth):
    """All lines of play first, level by level; then back."""
    levels = [{position}]
    for _ in range(depth):
        levels.append(
            {game.play(p, m) for p in levels[-1] if game.outcome(p) is None for m in game.moves(p)}
        )
    known, move = {}, None
    for left, level in enumerate(reversed(levels)):
        for p in level:
            result, pair = game.outcome(p), None
            if result is None:
                pair = (
                    max(
                        (
                            (-known[left - 1, game.play(p, m)], -k, m)
                            for k, m in enumerate(game.moves(p))
                        ),
                        default=None,
                    )
                    if left
                    else (game.evaluate(p), 0, None)
                )
                result = pair[0]
            known[left, p], move = result, pair and pair[2]
    return known[depth, position], move


def careless(game, position, depth, early=False, sign=-1, last=False, quick=False):
    """Negamax with mistakes."""
    if depth == 0 and early:
        return game.evaluate(position), None
    if game.outcome(position) is not None:
        return game.outcome(position), None
    if depth == 0:
        return game.evaluate(position), None
    moves = game.moves(position)[:: -1 if last else 1]
    scores = [
        sign
        * careless(game, game.play(position, m), depth - 1, early, sign, last, quick)[0]
        * (0.99 if quick else 1)
        for m in moves
    ]
    return max(scores), moves[scores.index(max(scores))]


def for_the_first(game, position, depth):
    """Guesses are for the player who is to move at first."""

    def searched(p, left, turn):
        if game.outcome(p) is not None:
            return game.outcome(p), None
        if left == 0:
            return turn * game.evaluate(p), None
        return max(
            ((-searched(game.play(p, m), left - 1, -turn)[0], m) for m in game.moves(p)),
            key=lambda pair: pair[0],
        )

    return searched(position, depth, 1)


def deepens(game, position, seconds, share=0.7, step=1, partly=False):
    """A search of its own, which looks at the clock at each position; ``partly``: what it has begun
    counts, too.
    """
    end, best, depth = monotonic() + share * seconds, None, 0

    def score(p, left):
        if monotonic() > end:
            raise StopIteration
        result = game.outcome(p)
        if result is None and left == 0:
            result = game.evaluate(p)
        return (
            max([-score(game.play(p, m), left - 1) for m in game.moves(p)])
            if result is None
            else result
        )

    while depth < 20:
        depth, scores = depth + step, {}
        try:
            for m in game.moves(position):
                scores[m] = -score(game.play(position, m), depth - 1)
        except (StopIteration, RuntimeError):
            break
        best = max(scores, key=scores.get)
    return max(scores, key=scores.get) if partly and scores else best or game.moves(position)[0]


def between_searches(game, position, seconds):
    """It looks at the clock only before it looks deeper."""
    end, depth = monotonic() + seconds / 2, 0
    while monotonic() < end and depth < 20:
        depth += 1
        best = limited(game, position, depth)[1]
    return best


def with_a_fresh_clock(game, position, seconds):
    """Each depth has the whole time, as if none had been used yet."""
    best = None
    for depth in range(1, 8):
        found = deepens_once(game, position, 0.9 * seconds, depth)
        if found is None:
            break
        best = found
    return best or game.moves(position)[0]


def deepens_once(game, position, seconds, depth):
    """The move of one search, or None if it does not come to its end in time."""
    end = monotonic() + seconds

    def score(p, left):
        if monotonic() > end:
            raise TimeoutError
        if (result := game.outcome(p)) is not None:
            return result
        if left == 0:
            return game.evaluate(p)
        return max(-score(game.play(p, m), left - 1) for m in game.moves(p))

    try:
        scores = {m: -score(game.play(position, m), depth - 1) for m in game.moves(position)}
    except TimeoutError:
        return None
    return max(scores, key=scores.get)


def uct(visits, total, p, options, c=2**0.5, more=1, turned=-1, last=False, fresh=True):
    """The best so far, one option after the other."""
    best, most = None, -inf
    for q in options:
        if fresh and not visits.get(q):
            return q
        n = visits.get(q, 10**-9)
        worth = turned * float(total.get(q, 0)) / n + c * (log(visits[p] + more) / n) ** 0.5
        if worth > most or (last and worth == most):
            best, most = q, worth
    return best


def carried(visits, total, path, result, turn=-1):
    """From the root down, with the sign of the last position known beforehand."""
    sign = turn ** (len(path) - 1)
    for p in path:
        visits = {**visits, p: visits.get(p, 0) + 1}
        total = {**total, p: total.get(p, 0) + sign * result}
        sign *= turn
    return visits, total


def in_place(visits, total, path, result):
    for p in path[::-1]:
        visits[p], total[p], result = visits.get(p, 0) + 1, total.get(p, 0) + result, -result
    return visits, total


def after(key, number, piece, start, end, captured):
    key ^= number(start, piece) ^ number(end, piece)
    return key if captured is None else key ^ number(end, captured)


def added(key, number, piece, start, end, captured):
    key += number(end, piece) - number(start, piece)
    return key if captured is None else key - number(end, captured)


def numbers_remembered():
    """The first number that was given for a piece on a cell, for ever."""
    known = {}

    def remembers(key, number, piece, start, end, captured):
        def asked(cell, what):
            return known.setdefault((cell, what), number(cell, what))

        return after(key, asked, piece, start, end, captured)

    return remembers


def zeros_remembered():
    """The key 0 that was found for a captured piece, for ever."""
    known = {}

    def remembers(*given):
        found = known[given[5]] if given[5] in known else after(*given)
        return found if found else known.setdefault(given[5], 0)

    return remembers


def hidden(answers, bad=-1):
    tree = {
        "root": ["quiet", "greedy"],
        "quiet": ["q"],
        "q": 0,
        "greedy": [f"a{k}" for k in range(answers)],
    }
    for name in tree["greedy"]:
        tree |= {name: [name + "x"], name + "x": 1}
    return {**tree, tree["greedy"][-1] + "x": bad}


def turned(tree):
    return {node: inside if isinstance(inside, list) else -inside for node, inside in tree.items()}


def ladder(steps):
    """A graph with as many ways through it as two to the power of its steps."""
    tree = {"a0": ["a1", "b1"]}
    for k in range(1, steps):
        tree |= {f"{side}{k}": [f"a{k + 1}", f"b{k + 1}"] for side in "ab"}
    return tree | {f"a{steps}": 1, f"b{steps}": 0}


RIGHT = [
    ("better_evaluation", lines),
    ("better_evaluation", lambda position, k=4: lines(position, 3) / k),
    ("beyond_the_horizon", HORIZON),
    ("beyond_the_horizon", "\n".join("    " + row for row in HORIZON.split("\n"))),
    ("beyond_the_horizon", SMALL.text(HORIZON)),
    ("beyond_the_horizon", "\n".join(" ".join(row) for row in HORIZON.split("\n"))),
    ("beyond_the_horizon", "\n".join(row[::-1] for row in HORIZON.split("\n"))),
    ("depth_limit", limited),
    ("depth_limit", by_levels),
    ("depth_limit", lambda game, position, depth: list(limited(game, position, depth))),
    ("deepening", deepens),
    ("deepening", lambda game, p, seconds: deepen(game, p, seconds=0.8 * seconds).line[0]),
    ("deepening", partial(deepens, step=2)),
    ("uct_choice", uct),
    (
        "uct_choice",
        lambda visits, total, p, options: uct({p: 0} | visits, total, p, tuple(options)),
    ),
    ("backup", carried),
    ("backup", lambda *given: list(in_place(*map(deepcopy, given)))),
    ("capture", after),
    ("trap", hidden(110)),
    ("trap", MinMaxTree(hidden(110))),
]

WRONG = [
    ("better_evaluation", lambda position: 0, r"20 of 40 points; 26 are needed\.$"),
    ("better_evaluation", of_a_column(4), r"26 are needed\.$"),
    ("better_evaluation", weights, r"23 of 40 points; 26 are needed\.$"),
    ("better_evaluation", either_side, r"23\.5 of 40 points; 26 are needed\.$"),
    (
        "better_evaluation",
        lambda position: abs(lines(position)),
        r"26 are needed\. Does it speak for the player to move\?",
    ),
    (
        "better_evaluation",
        lambda position: lines(position, chair=lambda p: "X"),
        r"26 are needed\.$",
    ),
    (
        "better_evaluation",
        lambda position: lines(position) * 5_000,
        "A guess must count less than a win",
    ),
    ("better_evaluation", lambda position: 1, r"'\) is 1: stay between -1 and 1"),
    (
        "better_evaluation",
        lambda position: lines(position) if position.count(".") > 18 else NotImplemented,
        "returns NotImplemented at some positions, and not at others",
    ),
    ("better_evaluation", late, r"late\(.*\) is -?[0-9.]+: stay between -1 and 1"),
    ("better_evaluation", lambda position: [lines(position)], "which is not a number"),
    (
        "better_evaluation",
        lambda position: -lines(position),
        r"26 are needed\. Does it speak for the player to move\?",
    ),
    ("beyond_the_horizon", HORIZON.split("\n"), "Give a board as text"),
    ("beyond_the_horizon", HORIZON.lower(), "this is not a position of 4 x 5"),
    ("beyond_the_horizon", SMALL.start(), "that does not lose"),
    ("beyond_the_horizon", ".....\n.....\nXXX..\nOOO..", "that does not lose"),
    ("beyond_the_horizon", HORIZON.replace("\n", ""), "this is not a position of 4 x 5"),
    (
        "beyond_the_horizon",
        ".....\nO....\nO.X..\nO.XX.",
        "the short search plays column 0, and that does not lose",
    ),
    (
        "beyond_the_horizon",
        ".....\n.....\n.....\n..X.O",
        "the short search plays column .*, and that does not lose",
    ),
    (
        "beyond_the_horizon",
        ".....\n.....\n.XXX.\n.OOO.",
        "this position is lost whatever is played",
    ),
    ("beyond_the_horizon", "X....\nXO...\nXO...\nXO...", "play is over in this position"),
    ("beyond_the_horizon", ".....\n.....\n..X..\n.....", "a piece hangs in the air"),
    ("beyond_the_horizon", ".....\n.....\n.....\n..X.X", "X begins, and they take turns"),
    ("beyond_the_horizon", BOARD.start(), "give 4 lines of 5 characters"),
    ("depth_limit", partial(careless, early=True), "ask for the outcome first"),
    ("depth_limit", partial(careless, sign=1), "Turn the sign of what comes back"),
    ("depth_limit", partial(careless, last=True), "return the first of them"),
    ("depth_limit", partial(careless, quick=True), "it should be"),
    ("depth_limit", for_the_first, "not for the player to move at the beginning"),
    ("depth_limit", lambda *given: limited(*given)[::-1], r"\(None, .*it should be"),
    (
        "depth_limit",
        lambda *given: limited(*given)[0],
        r"check\.GuessedGame\(\{.* it should be \(.*, None\)",
    ),
    ("depth_limit", lambda game, p, depth: limited(game, p, max(depth, 1)), "it should be"),
    ("depth_limit", lambda game, p, depth: limited(game, p, min(depth, 6)), "it should be"),
    ("depth_limit", lambda game, p, depth: limited(game, game.start(), depth), "it should be"),
    (
        "depth_limit",
        lambda game, p, depth: (limited(game, p, 99)[0], limited(game, p, depth)[1]),
        "it should be",
    ),
    (
        "deepening",
        lambda game, p, seconds: limited(game, p, 2)[1],
        "a search of depth 2: there is time for a deeper",
    ),
    (
        "deepening",
        between_searches,
        r"it had 0.4 seconds, .* that took [23]\.\d\. It must be possible to stop",
    ),
    (
        "deepening",
        with_a_fresh_clock,
        r"it had 0.4 seconds, .* that took 1\.\d\. It must be possible to stop",
    ),
    ("deepening", lambda game, p, seconds: limited(game, p, 3)[1], "a slow game"),
    ("deepening", lambda game, p, seconds: limited(game, p, 6)[1], "a slow game"),
    ("deepening", lambda game, p, seconds: game.moves(p)[0], "it should be"),
    ("deepening", lambda game, p, seconds: game.moves(p)[-1], "it should be"),
    ("deepening", lambda game, p, seconds: game.play(p, deepens(game, p, seconds)), "it should be"),
    ("deepening", lambda game, p, seconds: deepens(game, game.start(), seconds), "it should be"),
    ("deepening", lambda game, p, seconds: deepens(game, p, 4 * seconds), "a slow game"),
    ("deepening", lambda game, p, seconds: limited(game, p, 4)[::-1], "it should be"),
    ("uct_choice", partial(uct, turned=1), "is for the player to move at q: turn its sign"),
    ("uct_choice", partial(uct, c=1), "Under the root sign stands 2 ln N / n"),
    ("uct_choice", partial(uct, c=0), "gets a bonus beside its average"),
    ("uct_choice", partial(uct, more=0), r"N is visits\[p\] \+ 1"),
    ("uct_choice", partial(uct, c=2), "it should be"),
    ("uct_choice", partial(uct, last=True), "it should be"),
    ("uct_choice", lambda *given: given[3].index(uct(*given)), "it should be"),
    ("uct_choice", lambda *given: max(given[3], key=lambda q: given[0].get(q, 0)), "it should be"),
    ("uct_choice", lambda *given: min(given[3], key=lambda q: given[0].get(q, 0)), "it should be"),
    (
        "uct_choice",
        lambda visits, total, p, options: uct(visits, total, p, options[::-1]),
        "it should be",
    ),
    (
        "uct_choice",
        lambda visits, *given: max(given[2], key=lambda q: -given[0][q] / visits[q]),
        "stops with KeyError",
    ),
    ("backup", partial(carried, turn=1), "Turn the sign of the result with each step"),
    (
        "backup",
        lambda *given: carried(*given[:2], given[2][::-1], given[3]),
        "at the last position of the path, not at",
    ),
    ("backup", lambda *given: carried(*given[:3], -given[3]), "not for the opponent"),
    ("backup", lambda *given: carried(*given)[::-1], "it should be"),
    ("backup", lambda *given: carried(*given)[1], "it should be"),
    ("backup", lambda *given: carried(*given[:2], given[2][1:], given[3]), "it should be"),
    ("backup", lambda *given: carried({}, {}, *given[2:]), "it should be"),
    ("backup", lambda *given: (given[0], carried(*given)[1]), "it should be"),
    ("backup", lambda *given: in_place(*given) and None, "None"),
    (
        "capture",
        lambda key, number, piece, a, b, taken: key ^ number(a, piece) ^ number(b, piece),
        r"\(0, check.numbers_from\(\{\(0, 'K'\): 1, \(1, 'K'\): 2\}\), 'K', 0, 1, 'K'\) is 3, it "
        r"should be 1\. The piece that was taken is still in your key",
    ),
    (
        "capture",
        lambda *given: after(*given) ^ given[1](given[3], given[2]),
        r"'K', 0, 1, None\) is .*In your key the piece is still on the cell it came from",
    ),
    (
        "capture",
        lambda *given: after(*given) ^ given[1](given[4], given[2]),
        "has not come to its new cell",
    ),
    (
        "capture",
        lambda k, n, p, a, b, c: k ^ n(a, p) ^ n(b, p) ^ (0 if c is None else n(a, c)),
        "stood on `end`, not on `start`",
    ),
    (
        "capture",
        lambda key, number, piece, a, b, taken: after(key, number, piece, a, b, taken or None),
        r"1, 0\) is .*The piece 0 can be taken, too",
    ),
    ("capture", zeros_remembered(), "it should be"),
    ("capture", numbers_remembered(), r"\) is \d+, it should be \d+\.$"),
    ("capture", lambda *given: after(*given) % 2**53, "it should be"),
    ("capture", added, r"not with \+ and -"),
    (
        "capture",
        lambda k, n, p, a, b, c: k ^ n(a, p) ^ n(b, p) ^ n(b, c),
        r"number\(1, None\): ask for a cell, 0 to 63, and a piece",
    ),
    (
        "capture",
        lambda *given: after(*given) if given[5] is None else NotImplemented,
        "is NotImplemented: a part of your function is still to be written",
    ),
    (
        "trap",
        hidden(20),
        r"in 0 of 10 trials .*; at least 7 are needed\. In the first trial:\n'quiet' was visited "
        r"one time",
    ),
    ("trap", hidden(250), "has 504 nodes; 400 are enough"),
    (
        "trap",
        hidden(110, -0.3),
        "in 0 of 10 trials its move is worse by 1/2 or more; at least 7 are needed",
    ),
    ("trap", turned(hidden(110)), "in 0 of 10 trials"),
    ("trap", {"A": ["B", "C"], "B": 1, "C": -1}, "in 0 of 10 trials"),
    ("trap", {"A": 5}, "play is over at the root"),
    ("trap", {"A": ["B"], "B": 2}, "between -1 and 1"),
    (
        "trap",
        {"A": ["B"], "B": ["C"], "C": Fraction(1, 3)},
        r"'B' was visited .* 0\.333; its value is 0\.333",
    ),
    ("trap", {"A": ["B"], "B": ["A"]}, "'A' lies on a cycle"),
    ("trap", {"A": ["B"]}, "'B', a child of 'A', is missing"),
    ("trap", ladder(90), "trials"),
    ("trap", {**{k: [k + 1] for k in range(399)}, 399: 1}, "trials"),
]


def test_a_search_to_a_depth_is_that_of_the_library():
    for game, position, depth in sheet.depth_limit.questions():
        score, move = reference(sheet.depth_limit)(game, position, depth)
        assert score == alphabeta(game, position, depth=depth).value
        best = (
            m
            for m in game.moves(position)
            if -limited(game, game.play(position, m), depth - 1)[0] == score
        )
        assert move == (next(best, None) if depth else None)


def test_uct_goes_where_the_tree_of_the_library_goes():
    for visits, total, p, options in sheet.uct_choice.questions():
        tree = BoundedTree(MinMaxTree({p: 0}), p, np.random.default_rng(0), CURIOSITY, (-1, 1))
        tries = [visits.get(q, 0) for q in options]
        nodes = [
            Node(q, -inf, inf, visits=n, total=float(total[q]) if n else 0.0)
            for q, n in zip(options, tries, strict=True)
        ]
        chosen = tree.select_option(
            Node(p, -inf, inf, visits=visits[p], options=nodes, tries=tries)
        )
        assert reference(sheet.uct_choice)(visits, total, p, options) == options[chosen]


LECTURE = Lecture(
    "large",
    slow=["better_evaluation", "beyond_the_horizon", "deepening", "depth_limit", "trap"],
    answers=[
        *right_and_wrong(RIGHT, WRONG),
        (
            "backup",
            in_place,
            State.WRONG,
            "changes what it is given: the task says that this stays as it is",
        ),
    ],
)


def random_positions(count):
    rng = np.random.default_rng(5)
    for _ in range(count):
        position = SMALL.start()
        for _ in range(int(rng.integers(8, 13))):
            if SMALL.outcome(position) is None:
                position = SMALL.play(position, int(rng.choice(SMALL.moves(position))))
        if SMALL.outcome(position) is None:
            yield position


@pytest.mark.slow
def test_what_a_loop_with_the_tools_of_the_lecture_finds_is_right():
    """The values come by another way than the checker's."""
    exact, found = Searched(SMALL), []
    for position in random_positions(150):
        there = SMALL.play(position, deepen(SMALL, position, depth=2).line[0])
        loses = exact[there].value > 0 and exact[position].value >= 0
        found += [position] * loses
        assert (sheet.beyond_the_horizon.judge(position).state == State.RIGHT) == loses
    assert len(found) >= 5


def test_values_are_those_of_another_search():
    exact = Searched(SMALL)
    for position in islice(random_positions(100), 40):
        assert inner["value_of"](position) == exact[position].outcome


def test_the_right_key_is_the_key_of_the_new_board():
    keys, seen = Zobrist(64, "KQq01", bits=16), 0

    def right(key, number, piece, start, end, captured):
        nonlocal seen
        board, moved = ["."] * 64, ["."] * 64
        board[start], board[end], moved[end] = (
            str(piece),
            "." if captured is None else str(captured),
            str(piece),
        )
        taken = None if captured is None else str(captured)
        new = after(keys.key("".join(board)), keys.number, str(piece), start, end, taken)
        assert new == keys.key("".join(moved))
        seen += 1
        return after(key, number, piece, start, end, captured)

    assert sheet.capture.judge(right).state == State.RIGHT
    assert seen > 300
