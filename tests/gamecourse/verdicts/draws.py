"""Questions drawn at random, over all that a task speaks of: each function gives some that belong
together.

The same graph is asked at all its vertices, one after the other; names, orders, shapes and
magnitudes vary.
"""

from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import pairwise, product
from math import inf
from string import ascii_lowercase

from gamecourse.grading.sheet import opened
from gamefast import minimax, octal
from gamelib import DRAW, LEFT, LOSS, RIGHT, WIN
from gamelib.games import CopsAndThief, Domineering, Matches, MinMaxTree, Nim, TicTacToe

#: All that is in the module of lecture 12: its games.
LARGE = opened(import_module("gamecourse.check.large"))

NUMBERS_OR_LETTERS = "numbers", "large numbers", "letters"
ANY_NAMES = *NUMBERS_OR_LETTERS, "pairs", "words"


def names(rng, n, kinds=ANY_NAMES):
    """So many names for vertices."""
    made = {
        "numbers": range(n),
        "large numbers": rng.sample(range(10**12), n),
        "letters": ascii_lowercase,
        "pairs": list(product(range(7), repeat=2)),
        "words": [f"{a}{b}" for a, b in product("xyzuvw", repeat=2)],
    }[rng.choice(kinds)]
    return rng.sample(list(made), n)


def shuffled(rng, things):
    """The things in another order."""
    return rng.sample(list(things), len(things))


def renamed(rng, rows, kinds=ANY_NAMES):
    """The same graph with other names, its vertices and rows in other orders."""
    name = dict(zip(rows, names(rng, len(rows), kinds), strict=True))
    return {name[v]: [name[w] for w in shuffled(rng, rows[v])] for v in shuffled(rng, rows)}


def acyclic(rng, most, kinds=ANY_NAMES):
    """A graph without cycles: a path, a star, complete, or a random one."""
    n, shape, density = (
        rng.randint(1, most),
        rng.choice(("path", "star", "complete", *["random"] * 5)),
        rng.random(),
    )
    drawn = {
        "path": lambda v, w: w == v - 1,
        "star": lambda v, w: w == 0 or v == n - 1,
        "complete": lambda v, w: True,
        "random": lambda v, w: rng.random() < density,
    }[shape]
    return renamed(rng, {v: [w for w in range(v) if drawn(v, w)] for v in range(n)}, kinds)


def directed(rng, most, kinds=ANY_NAMES):
    """A graph that may have cycles and loops, with ends or without; many arrows or few."""
    n, density, ends = (
        rng.randint(1, most),
        rng.choice((0.1, 0.2, 0.3, 0.5, 1)),
        rng.choice((0, 0.2, 0.4)),
    )
    rows = {v: [w for w in range(n) if rng.random() < density and v != w] for v in range(n)}
    rows = {
        v: [] if rng.random() < ends else row + [v] * (rng.random() < 0.1)
        for v, row in rows.items()
    }
    return renamed(rng, rows, kinds)


def undirected(rng, most, connected=True):
    """The neighbours of each vertex: a path, a cycle, a star, complete, or random."""
    n, density = rng.randint(1, most), rng.random()
    shape = rng.choice(("path", "cycle", "star", "complete", *["random"] * 6))
    pairs = [(v, w) for v in range(n) for w in range(v)]
    edges = {
        "path": [(v, w) for v, w in pairs if v - w == 1],
        "cycle": [(v, w) for v, w in pairs if v - w in (1, n - 1)],
        "star": [(v, w) for v, w in pairs if w == 0],
        "complete": pairs,
        "random": [pair for pair in pairs if rng.random() < density],
    }[shape]
    if connected:
        edges = [
            *edges,
            *((v, rng.randrange(v)) for v in range(1, n) if not any(v in edge for edge in edges)),
        ]
        edges += [
            (v, rng.randrange(v)) for v in range(1, n) if not any(edge[0] == v for edge in edges)
        ]
    rows = {v: {w for edge in edges for w in edge if v in edge and w != v} for v in range(n)}
    return {v: set(row) for v, row in renamed(rng, rows).items()}


def number(rng):
    """A number, small or large, whole or not."""
    top = rng.choice((1, 5, 60, 2000, 10**6, 10**12))
    return Fraction(rng.randint(-top, top), rng.choice((1, 1, 1, 2, 3, 7, rng.randint(1, 10**4))))


def whole(found):
    """The number as an int, if it is one."""
    return int(found) if found == int(found) else found


def at_each(rng, graph, *more):
    """The graph asked at each of its vertices."""
    return [(graph, *more, v) for v in shuffled(rng, graph)]


def ladder_or_small(rng):
    """A small graph; now and then a ladder of 100 rungs, at its top."""
    if rng.random() < 0.01:
        return [({v: [w for w in (v - 1, v - 2) if w >= 0] for v in range(100)}, 99)]
    return at_each(rng, acyclic(rng, 9, NUMBERS_OR_LETTERS))


def valued_ends(rng):
    """A graph whose ends have numbers."""
    options = acyclic(rng, rng.choice((4, 8, 14)))
    ends = {
        v: whole(number(rng)) if rng.random() < 0.8 else rng.uniform(-9, 9)
        for v in options
        if not options[v]
    }
    return at_each(rng, options, ends)


def remotenesses(options):
    """The remoteness of each vertex, None where it is drawn: round by round."""
    found = {v: 0 for v in options if not options[v]}
    for r in range(1, len(options) + 1):
        new = {}
        for v in set(options) - set(found):
            near = [found.get(w) for w in options[v]]
            if any(s is not None and s % 2 == 0 for s in near) or all(s is not None for s in near):
                new[v] = r
        found |= new
    return {v: found.get(v) for v in options}


def some_takes(rng):
    """One to three takes, in any order."""
    return tuple(rng.sample(range(1, 10), rng.randint(1, 3)))


def ended(rng):
    """A graph, and some of its terminal vertices."""
    options = directed(rng, 11, NUMBERS_OR_LETTERS)
    share = rng.choice((0, 0.5, 1))
    return [(options, {v for v in options if not options[v] and rng.random() < share})]


def claims(rng):
    """A graph with its remotenesses, and claims that are wrong at one vertex or at several."""
    options = directed(rng, 7)
    truth = remotenesses(options)
    wrong = [truth | {v: rng.choice((None, *range(9)))} for v in options]
    wrong += [
        {v: rng.choice((r, r, None, rng.randrange(9))) for v, r in truth.items()} for _ in range(3)
    ]
    return [(options, claim) for claim in (truth, *wrong)]


def board(rng):
    """A board of at most 4 x 4 on which everybody always has a step to take, some with a wall
    between.
    """
    while True:
        rows, columns, walls = rng.randint(1, 4), rng.randint(2, 4), rng.choice((0, 0.2, 0.35))
        cells = ["*" if rng.random() < walls else "." for _ in range(rows * columns)]
        for cell in rng.choice((range(0), range(columns), range(0, rows * columns, columns))):
            cells[(cell + columns + 1) % len(cells)] = "*"  # a wall right across, or down
        marks = rng.choice(("PTE", "PTE", "PTEE"))
        free = [place for place, cell in enumerate(cells) if cell == "."]
        if len(free) < len(marks):
            continue
        for place, mark in zip(rng.sample(free, len(marks)), marks, strict=True):
            cells[place] = mark
        found = CopsAndThief.from_text(
            "\n".join("".join(cells[r * columns :][:columns]) for r in range(rows))
        )
        if all(any(abs(a - r) + abs(b - c) == 1 for a, b in found.cells) for r, c in found.cells):
            return [(found, "policeman"), (found, "thief")]


def text_of_board(rng):
    """A board as text behind its size, with any walls and exits."""
    rows, columns = rng.choice([size for size in product(range(1, 5), repeat=2) if size != (1, 1)])
    cells = shuffled(rng, ["P", "T", *rng.choices(".....*E", k=rows * columns - 2)])
    lines = ("".join(cells[r * columns :][:columns]) for r in range(rows))
    return [("\n".join([f"{rows} {columns}", *lines]),)]


def tree(rng, depth):
    """A tree of "max", "min" and "chance" of at most this depth."""
    if depth == 0 or rng.random() < 0.15:
        return whole(number(rng))
    kind, inside = (
        rng.choice(("max", "min", "chance")),
        [tree(rng, depth - 1) for _ in range(rng.choice((1, 2, 3, 4, 7)))],
    )
    shares = [rng.randint(1, 9) for _ in inside]
    return (
        kind,
        [(Fraction(s, sum(shares)), t) for s, t in zip(shares, inside, strict=True)]
        if kind == "chance"
        else inside,
    )


def code_of_digits(rng):
    """An octal code, and how many heaps."""
    digits = "".join(rng.choice("01234567") for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 6, 7))))
    return [(f"{rng.choice('04')}.{digits}", rng.choice((0, 1, 2, 7, 20, 40)))]


def proofs(rng):
    """The nimbers of an octal game, as many as are needed, a few more or less, with claims about
    each small period.
    """
    k = rng.randint(1, 4)
    code = f"{rng.choice('04')}.{''.join(rng.choice('01234567') for _ in range(k))}"
    values = octal(code, 80).tolist()
    n0 = rng.choice((0, 1, 2, 3, 5, 8, 20))
    claims = [
        (n0, p, 2 * n0 + 2 * p + k + rng.choice((-2, -1, 0, 0, 1, 3, 30))) for p in range(1, 9)
    ]
    kayles = octal("0.77", 240).tolist()
    late = [
        (kayles[: 2 * late + 26 + rng.choice((-1, 0, 1, 50))], late, 12, 2)
        for late in (69, 70, 71, 72)
    ]
    return [*((values[: max(1, size)], n0, p, k) for n0, p, size in claims), *late]


def matrix(rng):
    """Two rows of two numbers, small or large; often some of them are equal."""
    a, b, c, d = (rng.randint(-top, top) for top in rng.choice(([2] * 4, [9] * 4, [10**12] * 4)))
    return [
        (
            rng.choice(
                ([[a, b], [c, d]], [[a, a], [c, d]], [[a, b], [a, d]], [[a, b], [c, a + c - b]])
            ),
        )
    ]


def tictactoe(rng):
    """A board that can come up, one more mark at a time."""
    cells, found = ["."] * 9, []
    lines = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
    for k, cell in enumerate(shuffled(rng, range(9))):
        found.append(("".join(cells),))
        if any(cells[a] == cells[b] == cells[c] != "." for a, b, c in lines):
            return found
        cells[cell] = "XO"[k % 2]
    return [*found, ("".join(cells),)]


@dataclass(frozen=True)
class Written:
    """A game without cycles: for each position a dict from its moves to where they lead, or a
    result.
    """

    rows: dict

    def start(self):
        return next(iter(self.rows))

    def moves(self, position):
        return list(self.rows[position])

    def play(self, position, move):
        return self.rows[position][move]

    def outcome(self, position):
        return None if isinstance(self.rows[position], dict) else self.rows[position]


def written(rng):
    """Few results or many, moves of odd kinds, some to the same position."""
    n, ends = rng.randint(1, 24), rng.choice((1, 2, 5, 11))
    name, moves = (
        names(rng, n + ends, ("numbers", "large numbers", "words")),
        [*range(9), *"abc", (0, 1)],
    )
    results = rng.choice(([-1, 0, 1], [-1, 0, 1], [0, 1], [0, -1], [-1]))
    rows = {name[v]: rng.choice(results) for v in range(ends)}
    for v in range(ends, ends + n - rng.randint(0, 1)):
        after = rng.choices(name[:v], k=rng.randint(1, rng.choice((2, 5, 9))))
        rows = {name[v]: dict(zip(rng.sample(moves, len(after)), after, strict=True))} | rows
    return Written(rows)


def at_open_positions(rng):
    """A game, at each position that can come up where play goes on."""
    game = written(rng)
    waiting = [game.start()]
    for p in waiting:
        row = game.rows[p] if isinstance(game.rows[p], dict) else {}
        waiting += [q for q in dict.fromkeys(row.values()) if q not in waiting]
    return [(game, p) for p in waiting if isinstance(game.rows[p], dict)]


#: Functions that are handed out: while they are kept, no other one is written with the same
#: address.
HANDED = []


def capture(rng):
    """A key, and a move that may take a piece."""
    bits = rng.choice((4, 16, 64))
    table = {(cell, piece): rng.getrandbits(bits) for cell in range(9) for piece in "KQRkqr"}
    start, end = rng.sample(range(9), 2)
    taken = rng.choice((None, *"qrkQ"))
    HANDED.append(lambda cell, piece: table[cell, piece])
    return [(rng.getrandbits(bits), HANDED[-1], rng.choice("KQRqk"), start, end, taken)]


def coin(rng):
    """A coin and something sure, worth as much, nearly as much, or anything, for both players."""
    shares = [rng.randint(1, 9) for _ in range(rng.randint(1, 6))]
    pairs = [(Fraction(share, sum(shares)), number(rng)) for share in shares]
    mean = sum(p * payoff for p, payoff in pairs)
    sure = mean + rng.choice((0, 0, Fraction(1, 10**20), -Fraction(1, 10**20), 1, -1, number(rng)))
    return [(player, pairs, sure) for player in shuffled(rng, (0, 1))]


def chances(rng):
    """A game with coins in which play always ends: players go on, coins may lead back."""
    order = names(rng, rng.choice((1, 2, 4, 8)), ("letters", "words"))
    nodes = {}
    for k, node in enumerate(order):
        later, who = order[k + 1 :], rng.choice(("Max", "Min", "coin"))
        after = [
            rng.choice(later) if later and rng.random() < 0.6 else int(number(rng))
            for _ in range(rng.choice((1, 2, 3, 4, 9)))
        ]
        if who == "coin":
            after += [int(number(rng)), *rng.choices(order, k=rng.choice((0, 1, 3)))]
        nodes[node] = who, shuffled(rng, after if who == "coin" else dict.fromkeys(after))
    return {node: nodes[node] for node in shuffled(rng, order)}


def guesses(rng):
    """A game with coins and some guesses."""
    nodes = chances(rng)
    return [
        (nodes, {p: rng.choice(after) for p, (who, after) in nodes.items() if who != "coin"})
        for _ in range(3)
    ]


def bounds(rng):
    """A game with coins and bounds, close or far."""
    nodes = chances(rng)
    return [
        (nodes, {p: tuple(sorted((number(rng), number(rng)))) for p in nodes}) for _ in range(2)
    ]


def between(rng):
    """Bounds with none, one or several fractions between them."""
    most, middle = (
        rng.choice((1, 2, 5, 12, 60, 200)),
        Fraction(rng.randint(-300, 300), rng.randint(1, 60)),
    )
    below, above = (
        rng.choice((0, 0, Fraction(1, 10**9), Fraction(1, rng.randint(1, 400)), 1))
        for _ in range(2)
    )
    return [
        (middle - below, middle + above, size)
        for size in (most, middle.denominator, middle.denominator - 1)
        if size
    ]


def placed(rng):
    """Two kings apart and a rook, on a board of 3 to 9."""
    n = rng.randint(3, 9)
    while True:
        king, rook, black = rng.sample(list(product(range(n), repeat=2)), 3)
        if max(abs(king[0] - black[0]), abs(king[1] - black[1])) > 1:
            return [(n, king, rook, black)]


def race(rng):
    """A probability, and how many successes either needs."""
    d = rng.choice((1, 2, 3, 6, 12, 97))
    return [(Fraction(rng.randint(1, d), d), rng.randint(1, 4), rng.randint(1, 4))]


def heaps(rng, least, most, tops):
    """Heaps, or coins on stairs."""
    found = tuple(rng.randint(0, rng.choice(tops)) for _ in range(rng.randint(least, most)))
    return rng.choice((found, found + found[:1])) if len(found) < most else found


def five_heaps(rng):
    """Up to five heaps."""
    return [(heaps(rng, 1, 5, (1, 3, 20, 127)),)]


def lists_in_lists(rng, depth):
    """A tree of at most this depth, with numbers for Max."""
    if depth == 0 or rng.random() < 0.1:
        return whole(number(rng))
    return [lists_in_lists(rng, depth - 1) for _ in range(rng.choice((1, 2, 3, 4, 10)))]


def worth(tree, players):
    """The value of a tree; who is to move comes first among the players."""
    if not isinstance(tree, list):
        return tree
    return (max if players[0] == "Max" else min)(worth(branch, players[::-1]) for branch in tree)


def windows(rng):
    """A tree with windows in which its value lies, at an end of which it lies, and beside which it
    lies.
    """
    tree, players = lists_in_lists(rng, rng.randint(0, 4)), shuffled(rng, ("Max", "Min"))
    value, step = worth(tree, players), rng.choice((1, 7, 10**6))
    inner = [(value - step, value), (value, value + step), (value - step, value + step)]
    asked = [
        *inner,
        (-inf, inf),
        (value + step, inf),
        (-inf, value - step),
        (value + step, value + 2 * step),
    ]
    return [(tree, players[0], *window) for window in asked]


@dataclass(frozen=True)
class Ladders:
    """A game by a list for each position of where its moves lead, or an outcome."""

    rows: dict
    place: object

    def start(self):
        return self.place

    def moves(self, position):
        return range(len(self.rows[position]))

    def play(self, position, move):
        return self.rows[position][move]

    def outcome(self, position):
        return None if isinstance(self.rows[position], list) else self.rows[position]


def any_game(rng):
    """A game of the library that is small, or one on a random graph from each of its vertices."""
    n, m = rng.randint(1, 3), rng.randint(1, 3)
    made = (
        Matches(rng.randint(0, 39), (1, 3)),
        Nim((n, m, 1)),
        TicTacToe(1, n + 1, min(n + 1, m)),
        board(rng)[0][0],
    )
    rows = {
        v: row + rng.choice(([], row[:1])) or rng.choice([WIN, DRAW, LOSS])
        for v, row in directed(rng, 25).items()
    }
    return [(rng.choice(made),), *((Ladders(rows, v),) for v in rows)]


def searches(rng):
    """A graph in rows, with few different numbers or many, and searches in it one after the
    other.
    """
    width, levels, top = rng.randint(1, 5), rng.randint(0, 7), rng.choice((1, 3, 9, 10**12))
    rows = [
        [f"{letter}{k}" for k in range(width if row else 1)]
        for row, letter in enumerate(ascii_lowercase[:levels])
    ]
    nodes = {
        p: rng.sample(below, rng.randint(1, len(below)))
        for row, below in pairwise(rows)
        for p in row
    }
    nodes |= {p: rng.randint(-top, top) for row in rows[-1:] for p in row} or {"end": 1}
    game, calls = MinMaxTree(nodes), []
    for _ in range(rng.randint(1, 6)):
        alpha, beta = sorted(
            rng.sample([-inf, inf, *(rng.randint(-top - 1, top + 1) for _ in range(3))], 2)
        )
        calls += [(game.start(), alpha, beta)] * (alpha < beta)
    return [(nodes, calls)]


def guessed(rng):
    """A game with guesses at each of its positions, and a depth."""
    options, top = acyclic(rng, 10, NUMBERS_OR_LETTERS), rng.choice((1, 3, 10**12))
    moves = {
        v: dict(zip(shuffled(rng, ascii_lowercase), row, strict=False))
        for v, row in options.items()
    }
    results, guesses = (
        {v: rng.choice((0, rng.randint(-top, top))) for v in options} for _ in range(2)
    )
    game = LARGE["GuessedGame"]({v: moves[v] or results[v] for v in options}, guesses)
    return [(game, v, rng.randint(0, 7)) for v in shuffled(rng, options)]


def counted(rng, options):
    """Visits and totals of some of these, few or many."""
    most = rng.choice((1, 3, 9, 300, 10**6))
    visits = {q: rng.randint(1, most) for q in options if rng.random() < 0.95}
    return visits, {
        q: rng.choice((rng.randint(-n, n), Fraction(n, 3), -n)) for q, n in visits.items()
    }


def selections(rng):
    """A position and its options; no two of them look equally good by chance."""
    p, *options = names(rng, rng.randint(2, 10), NUMBERS_OR_LETTERS)
    visits, total = counted(rng, options)
    if visits and rng.random() < 0.3:
        visits, total = (dict.fromkeys(row, next(iter(row.values()))) for row in (visits, total))
    given = (
        visits | {p: rng.choice((1, 2, 10**6, min(10**6, 1 + sum(visits.values()))))},
        total | {p: 0},
        p,
        options,
    )
    return [given] * LARGE["is_clear"](*given)


def backups(rng):
    """A path, and positions on it and elsewhere that are known."""
    path = names(rng, rng.randint(1, 9), NUMBERS_OR_LETTERS)
    known = counted(
        rng, [*rng.sample(path, rng.randint(0, min(4, len(path)))), *"?!"[: rng.randint(0, 2)]]
    )
    return [(*known, path, rng.choice((-1, 0, 1, Fraction(1, 2))))]


class OutOfTime(LARGE["SlowGame"]):
    """A slow game that is no longer to be had when the time is up, and a little more."""

    def moves(self, position):
        if self.pause * len(self.taken) > 0.4 + 0.6:
            raise RuntimeError("late")
        return super().moves(position)


def hurried(rng):
    """A game with a single best move, and time enough to find it; now and then one that is slow."""
    if rng.random() < 0.2:
        best, fan = rng.randrange(2), rng.randint(50, 60)
        slow = LARGE["race"](2, 4, best, 0.5, 0.03, fan)
        return [(OutOfTime(slow.nodes, slow.guesses, slow.pause), "start", 0.4)]
    if rng.random() < 0.5:
        branches = rng.randint(1, 4)
        return [(LARGE["race"](branches, rng.randint(1, 7), rng.randrange(branches)), "start", 1.0)]
    game, _, _ = guessed(rng)[0]
    slow = LARGE["SlowGame"](game.nodes, game.guesses, 0.0)
    values = {p: sorted(minimax(slow, q).value for q in row) for p, row in game.options().items()}
    return [
        (slow, p, 1.0)
        for p, row in values.items()
        if row[1:] and row[0] < row[1] and len(game.nodes) < 8
    ]


def both_players(rng, most, kinds=NUMBERS_OR_LETTERS):
    """Where Left can move, and where Right can, in a game without cycles: few moves or many."""
    n = rng.randint(1, most)
    name = names(rng, n, kinds)
    order = shuffled(rng, range(n))
    tables = []
    for density in (rng.random(), rng.random()):
        rows = {v: [w for w in range(v) if rng.random() < density] for v in range(n)}
        tables.append({name[v]: [name[w] for w in shuffled(rng, rows[v])] for v in order})
    return tables


def bounds_of_a_number(rng):
    """Two numbers, far from each other or close together, small or large."""
    below = rng.choice((1, 2, 3, 5, 64, 10**6, 10**12, rng.randint(1, 10**12)))
    size = rng.choice((2, 9, 10**4, 10**12))
    low = Fraction(rng.randint(-size * below, size * below - 1), below)
    gap = rng.choice((Fraction(1, below), 1, Fraction(rng.randint(1, 5 * below), below)))
    return [(whole(low), whole(min(low + gap, Fraction(size))))]


def some_switches(rng):
    """Switches, large and small, with halves and finer fractions; sometimes nearly equally hot."""
    below, size = rng.choice((1, 2, 1024)), rng.choice((2, 9, 10**15))
    switches = []
    for _ in range(rng.randint(1, 8)):
        two = rng.sample(range(-size * below, size * below + 1), 2)
        low, high = (whole(Fraction(number, below)) for number in sorted(two))
        switches.append((high, low))
    return [(switches, first) for first in (LEFT, RIGHT)]


@dataclass(frozen=True)
class WrittenPartizan:
    """A partizan game as a dict for each player, from positions to moves and where they lead."""

    rows: dict

    def __hash__(self):
        return hash(str(self.rows))

    def start(self):
        return next(iter(self.rows[LEFT]))

    def moves(self, position, player):
        return list(self.rows[player][position])

    def play(self, position, move, player):
        return self.rows[player][position][move]


def partizan_games(rng):
    """A game of both players at each of its positions, or a board of Domineering."""
    if rng.random() < 0.1:
        rows, columns = rng.choice(((1, 4), (2, 2), (2, 3), (3, 2)))
        cells = [rng.choice("...#") for _ in range(rows * columns)]
        lines = ["".join(cells[r * columns :][:columns]) for r in range(rows)]
        return [(Domineering(rows, columns), "\n".join(lines))]
    if rng.random() < 0.05:
        long = {v: {"on": v - 1} if v else {} for v in range(60)}
        longer = {v: {"jump": v - 2} if v > 1 else {} for v in range(60)}
        return [(WrittenPartizan({LEFT: long, RIGHT: longer}), 59)]
    moves = [*range(9), *"abc"]
    rows = {}
    for player, table in zip((LEFT, RIGHT), both_players(rng, 7), strict=True):
        rows[player] = {
            p: dict(zip(rng.sample(moves, len(row)), row, strict=True)) for p, row in table.items()
        }
    game = WrittenPartizan(rows)
    return [(game, p) for p in shuffled(rng, rows[LEFT])]


#: For each exercise in which a function answers questions: some of them.
DRAWS = {
    "matches.other_takes": lambda rng: [(rng.randint(0, 20), some_takes(rng))],
    "matches.slider": lambda rng: [(some_takes(rng), rng.choices(range(21), k=rng.randint(0, 12)))],
    "matches.two_takes": lambda rng: [tuple(sorted(rng.sample(range(1, 51), 2)))],
    "graphs.with_memory": ladder_or_small,
    "retrograde.queue": ended,
    "retrograde.mended": lambda rng: [(directed(rng, 11, NUMBERS_OR_LETTERS),)],
    "retrograde.certificate": claims,
    "pursuit.arrows": text_of_board,
    "pursuit.restless": board,
    "cops.is_corner": lambda rng: at_each(rng, undirected(rng, 12, connected=False)),
    "cops.one_cop_wins": lambda rng: [(undirected(rng, 12),)],
    "nim.bounded": lambda rng: [(heaps(rng, 1, 4, (1, 5, 99)), rng.randint(1, rng.choice((5, 120))))],
    "nim.stairs": lambda rng: [(heaps(rng, 1, 7, (1, 3, 31)),)],
    "sprague_grundy.on_a_graph": lambda rng: at_each(rng, acyclic(rng, 9, NUMBERS_OR_LETTERS)),
    "sprague_grundy.halving": lambda rng: [(rng.randint(0, 100),)],
    "sprague_grundy.repeats": lambda rng: [(rng.sample(range(1, 13), rng.randint(1, 6)),)],
    "kayles.goes_round": lambda rng: [(directed(rng, 8, NUMBERS_OR_LETTERS),)],
    "kayles.first_cells": lambda rng: [(rng.randint(3, 75),)],
    "kayles.from_code": code_of_digits,
    "kayles.proved": proofs,
    "minimax.negamax": valued_ends,
    "minimax.with_chance": lambda rng: [(tree(rng, rng.randint(0, 3)),)],
    "minimax.mixing": matrix,
    "tictactoe.ending": tictactoe,
    "tictactoe.solve_all": lambda rng: [(written(rng),)],
    "tictactoe.best_move": at_open_positions,
    "alphabeta.search": windows,
    "large.depth_limit": guessed,
    "large.uct_choice": selections,
    "large.backup": backups,
    "large.capture": capture,
    "chance.choose": coin,
    "chance.stopping": lambda rng: [(rng.randint(1, 12),)],
    "chance.race": race,
    "chance.better_moves": guesses,
    "certain.only": between,
    "certain.sweep": bounds,
    "partizan.four_outcomes": lambda rng: [
        (left, right, p) for left, right in [both_players(rng, 9)] for p in shuffled(rng, left)
    ],
    "partizan.between": bounds_of_a_number,
    "partizan.sum_of_switches": some_switches,
    "partizan.stalk": lambda rng: [("".join(rng.choices("BR", k=rng.choice((1, 2, 3, 5, 9, 30, 60)))),)],
    "partizan.values": partizan_games,
    "endings.largest": lambda rng: [(rng.randint(0, rng.choice((9, 999, 10**6, 10**12))), rng.choice((1, 2, 8, 99)))],
    "endings.kings": lambda rng: [(rng.randint(1, 8),)],
    "endings.unmoves": placed,
    "endings.longer": lambda rng: [(*rng.choices(range(1, 999), k=2), rng.randint(1, 6), rng.random() < 0.5)],
    "endings.in_numbers": lambda rng: [(rng.randrange(side**2), side) for side in (rng.randint(1, 100), 9)],
    "endings.outcomes": any_game,
    "endings.mates": lambda rng: [(rng.randint(1, 4), piece) for piece in shuffled(rng, "RQBN")],
}  # fmt: skip
