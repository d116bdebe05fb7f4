"""Right answers in other ways, lectures 1 to 8: by recursion, by sets, by numpy, by classes, in
another order.
"""

from collections import Counter, defaultdict, deque
from functools import cache, lru_cache, reduce
from itertools import count, product
from operator import xor

import networkx as nx
import numpy as np
from ipywidgets import HTML, IntSlider

from gamecourse.check import cops as check_cops
from gamecourse.check import pursuit, sprague_grundy
from gamefast import octal, solve
from gamelib import DRAW, LOSS, WIN, Game, IllegalMove, Misere, mex
from gamelib.games import CopsAndRobber, CopsAndThief, Matches, Nim, Octal

# Lecture 1.


def wins_cached(n, takes):
    @lru_cache(None)
    def wins(k):
        return any(k >= t and not wins(k - t) for t in takes)

    return wins(n)


def wins_by_sets(n, takes):
    lost = set()
    for k in range(n + 1):
        if not {k - t for t in takes} & lost:
            lost.add(k)
    return n not in lost


def wins_in_numpy(n, takes):
    won = np.zeros(n + 1 + max(takes), bool)
    for k in range(n + 1):
        if not won[k]:
            for t in takes:
                won[k + t] = True
    return won[n]


class Asked:
    """A helper class, whose method is the answer."""

    def __init__(self):
        self.known = {}

    def wins(self, n, takes):
        key = n, tuple(takes)
        if key not in self.known:
            self.known[key] = False
            for t in takes:
                if t <= n and not self.wins(n - t, takes):
                    self.known[key] = True
                    break
        return self.known[key]

    def __call__(self, n, takes):
        return self.wins(n, takes)


def period_found(a, b):
    lost = [True]
    for n in range(1, 400):
        lost.append(not any(n >= t and lost[n - t] for t in (a, b)))
    return next(p for p in count(1) if all(lost[n] == lost[n + p] for n in range(len(lost) - p)))


def period_by_gcd(a, b):
    q, r = divmod(b, a)
    if r:
        return a + b
    return np.int64(a + a if q & 1 else a + b)


def control_by_closure(takes):
    text = HTML(value="")
    slider = IntSlider(min=0, max=20, value=15, description="matches")

    def update(*_):
        for t in sorted(takes):
            if t <= slider.value and not wins_by_sets(slider.value - t, takes):
                text.value = f"take {t}"
                return
        text.value = "lost"

    slider.observe(update, "value")
    update()
    return slider, text


def control_by_lambda(takes):
    slider, text = IntSlider(15, 0, 20), HTML()
    best = {
        n: [t for t in sorted(takes) if n >= t and not wins_cached(n - t, tuple(takes))]
        for n in range(21)
    }
    says = lambda n: "take " + str(best[n][0]) if best[n] else "lost"  # noqa: E731
    text.value = says(15)
    slider.observe(lambda change: setattr(text, "value", says(change["new"])), names=["value"])
    return [slider, text]


def texts_of(control):
    def texts(takes, piles):
        slider, text = control(takes)
        said = [
            f"{type(slider).__name__} {slider.min} to {slider.max} in steps of {slider.step}",
            type(text).__name__,
            text.value,
        ]
        for slider.value in piles:
            said.append(text.value)
        return said

    return texts


MATCHES = {
    "other_takes": [wins_cached, wins_by_sets, wins_in_numpy, Asked(), Asked().wins],
    "good_to_leave": [
        [n for n in range(31) if n % 5 == 1],
        (26, 21, 16, 11, 6, 1),
        list(np.arange(1, 31, 5)),
        [p for p, v in solve(Misere(Matches(30, (1, 2, 3, 4)))).items() if v.outcome == LOSS],
        [0, 1, 6, 11, 16, 21, 26][1:],
    ],
    "strategy": [
        lambda pile: max(pile % 6, 1),
        lambda pile: {0: 3}.get(pile % 6, pile % 6),
        solve(Matches(32, (1, 2, 3, 4, 5))).best,
        solve(Matches(32, (1, 2, 3, 4, 5))),
        lambda pile: np.int32(pile % 6 or 5),
    ],
    "two_takes": [
        period_found,
        period_by_gcd,
        lambda a, b: a + b if b % a or b // a % 2 == 0 else a * 2,
    ],
    "slider": [texts_of(control_by_closure), texts_of(control_by_lambda)],
}


# Lecture 2.


def memory_by_stack(options, v):
    known, stack = {}, [v]
    while stack:
        u = stack[-1]
        missing = [w for w in options[u] if w not in known]
        if missing:
            stack.extend(missing)
        else:
            known[u] = not all(known[w] for w in options[u])
            stack.pop()
    return known[v]


def memory_by_order(options, v):
    G = nx.DiGraph()
    G.add_nodes_from(options)
    G.add_edges_from((u, w) for u in options for w in options[u])
    won = {}
    for u in reversed(list(nx.topological_sort(G))):
        won[u] = False in {won[w] for w in options[u]}
    return won[v]


def memory_cached(options, v):
    @cache
    def won(u):
        return any(not won(w) for w in options[u])

    return won(v)


class KingWithoutGame:
    """A move is a name; play may leave the check to others; outcome looks at the moves."""

    def __init__(self):
        self.STEPS = {"left": (-1, 0), "down": (0, -1), "both": (-1, -1)}

    def start(self):
        return (7, 7)

    def moves(self, square):
        return [
            m for m, (dc, dr) in self.STEPS.items() if square[0] + dc >= 0 and square[1] + dr >= 0
        ]

    def play(self, square, move):
        dc, dr = self.STEPS[move]
        return square[0] + dc, square[1] + dr

    def outcome(self, square):
        if not self.moves(square):
            return LOSS


class KingInNumbers(Game):
    """A move is a pair of steps, as a generator gives them; squares of numpy's numbers."""

    def start(self):
        return 7, 7

    def moves(self, square):
        column, row = square
        return [(a, b) for a in (0, 1) for b in (0, 1) if (a or b) and column >= a and row >= b]

    def play(self, square, move):
        if tuple(move) not in self.moves(square):
            raise IllegalMove(f"{move}")
        return tuple(np.subtract(square, move))

    def outcome(self, square):
        return LOSS if not any(square) else None


def lead_by_parity(square):
    c, r = square
    if c % 2 or r % 2:
        return c - c % 2, r - r % 2
    return (c - 1, r) if c else (c, r - 1)


GRAPHS = {
    "p_positions": [set("adeij"), frozenset("adeij")],
    "with_memory": [memory_by_stack, memory_by_order, memory_cached],
    "king": [KingWithoutGame, KingInNumbers, KingInNumbers()],
    "lead_the_king": [
        lead_by_parity,
        lambda square: (
            [n - n % 2 for n in square]
            if any(n % 2 for n in square)
            else [square[0] - 1 if square[0] else 0, square[1] if square[0] else square[1] - 1]
        ),
    ],
    "no_kernel": [
        [(a, b) for a in range(5) for b in range(5) if (b - a) % 5 in (1, 2)],
        [["abcde"[k], "abcde"[(k + s) % 5]] for k in range(5) for s in (1, 2)],
        {(k, (k + s) % 5) for k in range(5) for s in (1, 3)},
    ][:2],
}


# Lecture 3.


def settle_by_rounds(options, won):
    """Round by round, without a queue."""
    found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
    r = 0
    while True:
        r += 1
        new = {}
        for v in options:
            if v in found:
                continue
            near = [found.get(w) for w in options[v]]
            if any(f == (LOSS, r - 1) for f in near):
                new[v] = WIN, r
            elif all(f is not None and f[0] == WIN for f in near):
                new[v] = LOSS, r
        if not new:
            return found
        found.update(new)


def settle_by_deque(options, won):
    """A deque, sets of parents, counters that count up."""
    parents, seen, result = defaultdict(set), Counter(), {}
    for u, row in options.items():
        for w in row:
            parents[w].add(u)
    queue = deque()
    for v in options:
        if len(options[v]) == 0:
            result[v] = [WIN if v in won else LOSS, np.int64(0)]
            queue.append(v)
    while queue:
        v = queue.popleft()
        for u in parents[v]:
            if u in result:
                continue
            seen[u] += 1
            if result[v][0] is LOSS:
                result[u] = [WIN, result[v][1] + 1]
            elif seen[u] == len(options[u]):
                result[u] = [LOSS, result[v][1] + 1]
            else:
                continue
            queue.append(u)
    return result


def mended_otherwise(options):
    return {v: outcome for v, (outcome, _) in settle_by_rounds(options, set()).items()}


def right_by_cases(options, claim):
    def fits(v):
        near = [claim[w] for w in options[v]]
        evens = {s for s in near if s is not None and s % 2 == 0}
        if claim[v] is None:
            return None in near and not evens
        if claim[v] == 0:
            return not near
        if claim[v] % 2:
            return claim[v] - 1 in evens and claim[v] - 1 <= min(evens)
        return None not in near and not evens and bool(near) and max(near) + 1 == claim[v]

    return all(map(fits, options))


def right_by_solving(options, claim):
    truth = {v: r for v, (_, r) in settle_by_rounds(options, ()).items()}
    return all(claim[v] == truth.get(v) for v in options)


BY_HAND_3 = {"a": 4, "b": 1, "c": 2, "d": None, "e": 1, "f": 1, "g": 0, "h": 3, "i": None}
RETROGRADE = {
    "by_hand": [BY_HAND_3, dict(reversed(BY_HAND_3.items())), {**BY_HAND_3, "g": np.int64(0)}],
    "queue": [settle_by_rounds, settle_by_deque],
    "mended": [
        mended_otherwise,
        lambda options: {v: f[0] for v, f in settle_by_deque(options, frozenset()).items()},
    ],
    "never_wins": [
        [(1, 2), (2, 3), (3, 4), (4, 1), (3, 5)],
        {("b", "a"), ("a", "d"), ("d", "c"), ("c", "b"), ("b", "t")},
        list(nx.DiGraph(["ab", "bc", "cd", "da", "at", "ct"]).edges),
    ][::2],
    "certificate": [right_by_cases, right_by_solving],
}


# Lecture 4.


def arrows_by_board(text):
    """The library's rules for the steps."""
    board = CopsAndThief.from_text(text.partition("\n")[2])
    options, won = {}, set()
    for policeman in board.cells:
        for thief in board.cells:
            for turn in ("thief", "policeman"):
                here = policeman, thief, turn
                options[here] = {board.play(here, move) for move in board.moves(here)}
                options[here] = tuple(options[here])
                if board.outcome(here) == WIN:
                    won.add(here)
    return [options, won]


def arrows_by_numpy(text):
    head, *rows = text.splitlines()
    m, n = (int(part) for part in head.split())
    grid = np.array([list(row) for row in rows]).reshape(m, n)
    cells = [(int(r), int(c)) for r, c in np.argwhere(grid != "*")]
    near = {
        cell: [(r, c) for r, c in cells if max(abs(r - cell[0]), abs(c - cell[1])) <= 1]
        for cell in cells
    }
    walk = {cell: [(r, c) for r, c in near[cell] if r == cell[0] or c == cell[1]] for cell in cells}
    options, won = {}, []
    for p, t in product(cells, repeat=2):
        over = p == t or grid[t] == "E"
        options[p, t, "policeman"] = [] if over else [(q, t, "thief") for q in near[p]]
        options[p, t, "thief"] = [] if over else [(p, u, "policeman") for u in walk[t]]
        if over:
            won.append((p, t, "policeman" if p == t else "thief"))
    return options, set(won)


def restless_by_rounds(board, who):
    """The moves are asked for first, also where play is over; then rounds over the whole graph."""
    options, ends = {}, {}
    for p, t in product(board.cells, repeat=2):
        for turn in ("policeman", "thief"):
            here = p, t, turn
            stay = p if turn == "policeman" else t
            moves = [cell for cell in board.moves(here) if turn != who or cell != stay]
            options[here] = (
                [board.play(here, cell) for cell in moves] if board.outcome(here) is None else []
            )
            if board.outcome(here) is not None:
                ends[here] = board.outcome(here)
    won = {here for here, outcome in ends.items() if outcome == WIN}
    return settle_by_rounds(options, won).get(board.start(), (DRAW, None))[1]


class Impatient(CopsAndThief):
    """The rules of the board, without one player's stays."""

    def moves(self, position):
        policeman, thief, turn = position
        here = policeman if turn == "policeman" else thief
        return [cell for cell in super().moves(position) if turn != type(self).who or cell != here]


def restless_by_class(board, who):
    Impatient.who = who
    return solve(Impatient(board.terrain, board.policeman, board.thief))[board.start()].remoteness


def solved_chase(game):
    solution = solve(game)
    return lambda position: solution.best(position)


PARK = CopsAndThief.from_text(pursuit.PARK)
SOLVED_PARK = solve(PARK)


def turned(board):
    """A board turned by half."""
    return "\n".join(row[::-1] for row in board.strip().split("\n")[::-1])


JUST = "...P\n....\n....\nE.T."
DRAWN = "P...\nE**T\n...."
PURSUIT = {
    "just_away": [
        turned(JUST),
        "\n".join(row[::-1] for row in JUST.split("\n")),
        f"\n\n  {' '.join(JUST[:4])}\n{JUST[5:]}\n\n",
    ],
    "nobody_wins": [
        turned(DRAWN),
        "\n".join(row[::-1] for row in DRAWN.split("\n")),
        DRAWN + "\n\n",
    ],
    "chase": [
        solved_chase(PARK),
        lambda position: list(SOLVED_PARK.best(position)),
    ],
    "arrows": [arrows_by_board, arrows_by_numpy],
    "restless": [restless_by_rounds, restless_by_class],
}


# Lecture 5.


def corner_by_loop(near, v):
    mine = near[v] | {v}
    return any(w != v and all(u == w or u in near[w] for u in mine) for w in near)


def corner_by_graph(near, v):
    G = nx.Graph(near)
    G.add_nodes_from(near)
    return any({v, *G[v]} <= {w, *G[w]} for w in set(G) - {v})


def one_cop_by_recursion(near):
    if len(near) == 1:
        return True
    for v in sorted(near, key=str):
        if corner_by_loop(near, v):
            return one_cop_by_recursion({w: row - {v} for w, row in near.items() if w != v})
    return False


def one_cop_by_solving(near):
    """The game itself: can the cop choose a vertex from which every robber is caught?"""
    G = nx.Graph(near)
    G.add_nodes_from(near)
    game = CopsAndRobber(G)
    return solve(game)[game.start()].outcome == WIN


COPS = {
    "by_hand": [
        ("d", "f", "a", "b", "c", "e", "g", "h"),
        list("dfabcegh"),
        list("dfabcehg"),
        np.array(list("dfabcegh")).tolist(),
    ],
    "is_corner": [corner_by_loop, corner_by_graph],
    "one_cop_wins": [one_cop_by_recursion, one_cop_by_solving],
    "chords": [
        [(1, 3), (1, 4), (1, 5), (1, 6), (1, 7)],
        [[0, 2], [2, 4], [4, 6], [6, 0], [0, 4]],
        ((0, 2), (2, 7), (3, 7), (3, 6), (4, 6)),
    ],
    "no_ring": [
        [
            ("a", "b"),
            ("a", "c"),
            ("a", "f"),
            ("b", "c"),
            ("b", "d"),
            ("b", "e"),
            ("c", "f"),
            ("d", "e"),
            ("d", "f"),
            ("e", "f"),
        ],
        [
            [v + 1, w + 1]
            for v, w in [
                (0, 1),
                (0, 2),
                (0, 5),
                (1, 2),
                (1, 3),
                (1, 4),
                (2, 5),
                (3, 4),
                (3, 5),
                (4, 5),
            ]
        ],
    ],
    "chase": [solved_chase(CopsAndRobber(check_cops.TOWN)), solve(CopsAndRobber(check_cops.TOWN))],
}


# Lecture 6.


def move_by_trying(heaps):
    """Every move of each heap, from small to large."""
    if reduce(xor, heaps, 0) == 0:
        return None
    for take in range(1, max(heaps) + 1):
        for k, h in enumerate(heaps):
            if take <= h and reduce(xor, (*heaps[:k], h - take, *heaps[k + 1 :])) == 0:
                return k, take


def move_sorted(heaps):
    total = 0
    for h in heaps:
        total ^= h
    found = sorted((h - (h ^ total), k) for k, h in enumerate(heaps) if (h ^ total) < h)
    return [found[0][1], np.int64(found[0][0])] if found else None


def misere_by_solving(heaps):
    return solve(Misere(Nim((2, 3, 4)))).best(heaps)


def misere_by_trying(heaps):
    """Leaves a position that is lost by the rule of misère Nim."""
    for k, h in enumerate(heaps):
        for take in range(1, h + 1):
            left = [*heaps[:k], h - take, *heaps[k + 1 :]]
            total = reduce(xor, left)
            if total == 1 if max(left) <= 1 else total == 0:
                return [k, take]
    return 0, 1


def bounded_by_nimbers(heaps, most):
    total = 0
    for h in heaps:
        total = total ^ (h - h // (most + 1) * (most + 1))
    return total > 0


def bounded_by_table(heaps, most):
    g = [0]
    for h in range(1, max(heaps) + 1):
        g.append(mex(g[max(0, h - most) : h]))
    return bool(reduce(xor, [g[h] for h in heaps]))


NIM = {
    "winning_takes": [
        [(3, 3), (1, 5), (0, 5)],
        ((0, 5), (1, 5), (3, 3)),
        [[0, 5], [1, 5], [3, 3]],
        np.array([(0, 5), (1, 5), (3, 3)]).tolist(),
    ],
    "winning_move": [move_by_trying, move_sorted],
    "misere": [misere_by_solving, misere_by_trying],
    "bounded": [bounded_by_nimbers, bounded_by_table],
    "stairs": [
        lambda coins: reduce(xor, [c for k, c in enumerate(coins) if k % 2 == 0], 0) > 0,
        lambda coins: np.bitwise_xor.reduce(np.array(coins)[0::2]) != 0,
    ],
}


# Lecture 7.


def nimber_by_class(options, v):
    class Nimbers(dict):
        def __missing__(self, u):
            below = {self[w] for w in options[u]}
            self[u] = min(set(range(len(below) + 1)) - below)
            return self[u]

    return Nimbers()[v]


def nimber_by_while(options, v):
    found = {}
    while v not in found:
        for u in options:
            if u not in found and all(w in found for w in options[u]):
                g = 0
                while any(found[w] == g for w in options[u]):
                    g += 1
                found[u] = g
    return found[v]


@cache
def halving_cached(n):
    return (
        0
        if n == 0
        else next(g for g in range(3) if g not in (halving_cached(n - 1), halving_cached(n // 2)))
    )


def halving_by_sets(n):
    g = {0: np.int64(0)}
    for k in range(1, n + 1):
        g[k] = min({0, 1, 2} - {int(g[k - 1]), int(g[k // 2])})
    return g[n]


def repeats_far(takes):
    """Nimbers far beyond the bound on what can come, and the smallest period and begin of what is
    seen.
    """
    g, most = [], max(takes)
    for n in range(3_000):
        g.append(mex(g[n - t] for t in takes if t <= n))
    end = len(g)
    for p in range(1, 200):
        if g[end - 400 :] == g[end - 400 - p : end - p]:
            n0 = end - 1 - p
            while n0 >= 0 and g[n0] == g[n0 + p]:
                n0 -= 1
            return n0 + 1, p
    return most


def repeats_by_windows(takes):
    top, window, seen, n = max(takes), deque([None] * max(takes), maxlen=max(takes)), {}, 0
    while tuple(window) not in seen:
        seen[tuple(window)] = n
        window.append(mex(g for t in takes if (g := window[top - t]) is not None))
        n += 1
    first = seen[tuple(window)]
    return [max(0, first - top), n - first]


def blindfold_by_library(position):
    game = sprague_grundy.BLINDFOLD
    for move in game.moves(position):
        if not solve(game, game.play(position, move)).value() > 0:
            return move
    raise AssertionError


BLINDFOLD_SOLVED = solve(sprague_grundy.BLINDFOLD)
BY_HAND_7 = {"a": 0, "b": 1, "c": 3, "d": 2, "e": 0, "f": 0, "g": 1, "h": 1, "i": 0}
SPRAGUE_GRUNDY = {
    "by_hand": [
        BY_HAND_7,
        dict(sorted(BY_HAND_7.items(), reverse=True)),
        {v: np.int8(g) for v, g in BY_HAND_7.items()},
    ],
    "on_a_graph": [nimber_by_class, nimber_by_while],
    "halving": [halving_cached, halving_by_sets],
    "repeats": [repeats_far, repeats_by_windows],
    "blindfold": [
        BLINDFOLD_SOLVED.best,
        BLINDFOLD_SOLVED,
        lambda position: list(BLINDFOLD_SOLVED.best(position)),
    ],
    "misere_trap": [
        ((1,) * 11, (2, 3)),
        ((2, 3), (1, 1, 1)),
        [[4, 5], [1, 0, 0]],
        ((1, 1, 1), (6, 7)),
        ((1000, 1001), (1,)),
    ],
}


# Lecture 8.


def first_by_mirror(n):
    g = octal("0.007", n + 2)
    return [c for c in range(n) if g[c] == g[n - 1 - c]]


def first_by_nimber(n):
    """By the library's own game of heaps; the other half of the strip is its mirror image."""
    good = {c for c in range((n + 1) // 2) if KEPT[c] == KEPT[n - 1 - c]}
    return sorted(good | {n - 1 - c for c in good})[::-1]


KEPT = octal("0.007", 80).tolist()


def octal_by_game(code, n):
    """What is left of a heap, as the game tells it."""
    g, game = [], Octal((n,), code)
    for k in range(n + 1):
        g.append(mex({reduce(xor, [g[m] for m in parts], 0) for parts in game.heap_moves(k)}))
    return tuple(g)


def octal_by_bits(code, n):
    digits = list(map(int, code[0] + code[2:]))
    g = np.zeros(n + 1, int)
    for k in range(n + 1):
        reached = []
        for take, digit in enumerate(digits):
            left = k - take
            if left < 0:
                break
            if digit % 2 and left == 0:
                reached.append(0)
            if digit // 2 % 2 and left > 0:
                reached.append(g[left])
            if digit // 4:
                reached.extend(g[a] ^ g[left - a] for a in range(1, left // 2 + 1))
        g[k] = next(value for value in range(len(reached) + 1) if value not in reached)
    return list(g)


def proved_far(values, n0, p, k):
    if n0 == 0:
        return False
    enough = len(values) >= 2 * (n0 + p) + k
    return enough and all(a == b for a, b in zip(values[n0:], values[n0 + p :], strict=False))


def proved_by_slices(values, n0, p, k):
    end = 2 * n0 + p + k
    if len(values[: end + p]) != end + p or not n0 > 0:
        return np.False_
    return np.array_equal(values[n0:end], values[n0 + p : end + p])


def smith_in_other_order(options):
    """The vertices from the last to the first, with sets, until a round changes nothing."""
    near = {v: set(row) for v, row in options.items()}
    label = {}
    while True:
        before = dict(label)
        for v in reversed(list(options)):
            if v not in label:
                given = {label[w] for w in near[v] if w in label}
                m = min(set(range(len(given) + 1)) - given)
                if all(m in {label.get(x) for x in near[w]} for w in near[v] if w not in label):
                    label[v] = m
        if label == before:
            return label


def smith_one_at_a_time(options):
    """A vertex at a time, the one with the smallest number first."""
    label = {}
    while True:
        found = []
        for v, row in options.items():
            if v in label:
                continue
            m = mex(label[w] for w in row if w in label)
            if not [
                w for w in row if w not in label and m not in (label.get(x) for x in options[w])
            ]:
                found.append((m, str(v), v))
        if not found:
            return label
        m, _, v = min(found)
        label[v] = m


KAYLES = {
    "in_code": [
        {"e": "4.1", "d": "0.07", "c": "0.22", "b": "0.03", "a": "0.7"},
        {"a": "0.7", "b": "0.03", "c": "0.220", "d": "0.07", "e": "4.1"},
    ],
    "first_cells": [first_by_mirror, first_by_nimber],
    "from_code": [octal_by_game, octal_by_bits],
    "proved": [proved_far, proved_by_slices],
    "seems": [("0.62", 255, 3), ["0.36", 268, 3]],
    "goes_round": [smith_in_other_order, smith_one_at_a_time],
}

OTHER_WAYS = {
    "matches": MATCHES, "graphs": GRAPHS, "retrograde": RETROGRADE, "pursuit": PURSUIT, "cops": COPS, "nim": NIM,
    "sprague_grundy": SPRAGUE_GRUNDY, "kayles": KAYLES,
}  # fmt: skip
