"""Right answers in other ways, lectures 9 to 16: the moves asked before the outcome, helper
classes, other searches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor, inf, isqrt, log, sqrt
from time import perf_counter
from typing import Any

import numpy as np

from gamecourse.check import alphabeta, certain, large
from gamefast import exact_values, solve
from gamelib import DRAW, LEFT, LOSS, WIN, Fixed, Outcome, Value, simplest
from gamelib import RIGHT as RIGHT_PLAYER
from gamelib import value as library_value
from gamelib.games import MinMaxTree, TicTacToe, Tree


@dataclass
class MadeLater:
    """An answer that takes seconds to make: it is made when it is tried, not when this file is
    read.
    """

    make: Callable[[], Any]


# Lecture 9.


def negamax_for_both(options, ends, v):
    """With two cases, and the row in which a vertex stands."""
    memo = {}

    def value(u):
        if u not in memo:
            memo[u] = ends[u] if not options[u] else -min(value(w) for w in options[u])
        return memo[u]

    if not options[v]:
        return ends[v], None
    return max(((-value(w), w) for w in options[v]), key=lambda pair: pair[0])


def negamax_by_loop(options, ends, v):
    best, move = -inf, None
    for w in options[v]:
        score = -negamax_by_loop(options, ends, w)[0]
        if score > best:
            best, move = score, w
    if move is None:
        return [ends.get(v), None]
    return [best, move]


def value_by_isinstance(tree):
    """Numbers are ints or Fractions."""
    if isinstance(tree, (int, Fraction)):
        return tree
    kind, inside = tree
    match kind:
        case "max":
            return max(map(value_by_isinstance, inside))
        case "min":
            return sorted(value_by_isinstance(t) for t in inside)[0]
    total = 0
    for p, t in inside:
        total += p * value_by_isinstance(t)
    return total


def value_by_kinds(tree):
    rules = {
        "max": lambda ts: max([value_by_kinds(t) for t in ts]),
        "min": lambda ts: min([value_by_kinds(t) for t in ts]),
        "chance": lambda ts: sum([p * value_by_kinds(t) for p, t in ts]),
    }
    return rules[tree[0]](tree[1]) if type(tree) == tuple else Fraction(tree)  # noqa: E721


def mix_by_candidates(rows):
    (a, b), (c, d) = rows
    ps = {Fraction(0), Fraction(1)}
    if a - c != b - d:
        p = Fraction(d - c) / (a - c - b + d)
        if 0 <= p <= 1:
            ps.add(p)
    worth = lambda p: min(p * a + (1 - p) * c, p * b + (1 - p) * d)  # noqa: E731
    best = max(map(worth, ps))
    return [best, sorted(p for p in ps if worth(p) == best)[0]]


def mix_by_saddle(rows):
    (a, b), (c, d) = rows
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    if low == high:
        value = low
        # the smallest p at which both columns give Max the value
        where = [Fraction(0), Fraction(1)]
        for x, y in ((a, c), (b, d)):
            if x != y and 0 <= Fraction(value - y, x - y) <= 1:
                where.append(Fraction(value - y, x - y))
        return value, min(
            p for p in where if min(p * a + (1 - p) * c, p * b + (1 - p) * d) == value
        )
    p = Fraction(d - c, a - b - c + d)
    return p * a + (1 - p) * c, p


VALUES_9 = {"A": 5, "B": 5, "C": 4, "D": 8, "E": 5, "F": 9, "G": 4, "H": 7}
PLAN = {"house": "sell", "money": "ask", "car": "take", "judge": "agree", "ring": "take"}
MINIMAX = {
    "by_hand": [
        VALUES_9,
        dict(reversed(VALUES_9.items())),
        {**VALUES_9, "d1": 3, "A": np.int64(5)},
    ],
    "negamax": [negamax_for_both, negamax_by_loop],
    "heirs": [PLAN, dict(sorted(PLAN.items()))],
    "with_chance": [value_by_isinstance, value_by_kinds],
    "mixing": [mix_by_candidates, mix_by_saddle],
}


# Lecture 10.


def ending_by_rows(board):
    """Rows, columns and diagonals as texts."""
    rows = [board[0:3], board[3:6], board[6:9]]
    columns = ["".join(column) for column in zip(*rows, strict=False)]
    diagonals = [board[0] + board[4] + board[8], board[2::2][:3]]
    for mark in "XO":
        if mark * 3 in rows + columns + diagonals:
            return mark
    if "." not in board:
        return "draw"


def ending_by_bits(board):
    masks = (7, 56, 448, 73, 146, 292, 273, 84)
    for mark in ("X", "O"):
        bits = sum(1 << k for k, cell in enumerate(board) if cell == mark)
        if any(bits & mask == mask for mask in masks):
            return np.str_(mark)
    return "draw" if board.count(".") == 0 else None


def representative_by_numpy(board):
    square = np.array(list(board)).reshape(3, 3)
    return max("".join(np.rot90(side, k).ravel()) for side in (square, square.T) for k in range(4))


def representative_by_places(board):
    turn, mirror = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)
    seen = {board}
    while True:
        more = seen | {"".join(b[i] for i in p) for b in seen for p in (turn, mirror)}
        if more == seen:
            return sorted(seen)[-1]
        seen = more


def solve_all_moves_first(game):
    """The moves are asked for before the outcome, at every position."""
    values = {}

    def visit(position):
        moves = list(game.moves(position))
        if position in values:
            return values[position]
        options = [game.play(position, move) for move in moves]
        below = [-visit(option) for option in options]
        values[position] = max(below) if below else game.outcome(position)
        return values[position]

    visit(game.start())
    return values


def solve_all_by_stack(game):
    order, seen, stack = [], set(), [game.start()]
    children = {}
    while stack:
        p = stack.pop()
        if p in seen:
            continue
        seen.add(p)
        order.append(p)
        children[p] = {game.play(p, m) for m in game.moves(p)} if game.outcome(p) is None else set()
        stack.extend(children[p])
    result = {}
    while len(result) < len(order):
        for p in reversed(order):
            if p not in result and all(q in result for q in children[p]):
                result[p] = (
                    -min((result[q] for q in children[p]), default=0)
                    if children[p]
                    else game.outcome(p)
                )
    return result


def best_move_moves_first(game, position):
    """The replies are counted before anybody asks whether play is over."""
    values = solve_all_moves_first(game)
    best, found = None, None
    for move in game.moves(position):
        there = game.play(position, move)
        replies = [-values[game.play(there, reply)] for reply in game.moves(there)]
        wrong = sum(1 for reply in replies if reply < max(replies))
        key = -values[there], Fraction(wrong, len(replies)) if replies else Fraction(0)
        if best is None or key > best:
            best, found = key, move
    return found


class Trapper:
    """Sorts the moves by value and trap; a sort keeps the order of equal ones."""

    def __call__(self, game, position):
        self.values = solve_all_by_stack(game)
        self.game = game
        return sorted(game.moves(position), key=lambda move: self.key(game.play(position, move)))[0]

    def key(self, there):
        if self.game.outcome(there) is not None:
            return self.values[there], 0
        replies = [self.values[self.game.play(there, m)] for m in self.game.moves(there)]
        return self.values[there], -Fraction(
            len([r for r in replies if r != min(replies)]), len(replies)
        )


TTT = TicTacToe()
TTT_SOLVED = solve(TTT)
TICTACTOE = {
    "answers_to_the_edge": [
        ((2, 1), (1, 1), (0, 2), (0, 0)),
        [[0, 0], [0, 2], [1, 1], [2, 1]],
        list(np.array([(0, 0), (0, 2), (1, 1), (2, 1)]).tolist()),
    ],
    "ending": [ending_by_rows, ending_by_bits],
    "representative": [representative_by_numpy, representative_by_places],
    "solve_all": [solve_all_moves_first, solve_all_by_stack],
    "best_move": [best_move_moves_first, Trapper()],
    "never_lose": [TTT_SOLVED.best, lambda board: list(TTT_SOLVED.best(board))],
}


# Lecture 11.


def search_by_window(tree, player, alpha, beta):
    """Fail-soft inside, cut to the window at the end."""

    def soft(t, low, high, sign):
        if isinstance(t, (int, Fraction)):
            return sign * t, [t]
        best, seen = -inf, []
        for branch in t:
            value, leaves = soft(branch, -high, -max(low, best), -sign)
            best = max(best, -value)
            seen = seen + leaves
            if best >= high:
                break
        return best, seen

    if player == "Max":
        value, seen = soft(tree, alpha, beta, 1)
        return min(max(value, alpha), beta), seen
    value, seen = soft(tree, -beta, -alpha, -1)
    return min(max(-value, alpha), beta), seen


def search_with_one_list(tree, player, alpha, beta):
    seen = []

    def at(t, who, low, high):
        if type(t) is not list:
            seen.append(t)
            return low if t < low else high if t > high else t
        for branch in t:
            value = at(branch, not who, low, high)
            if who and value > low:
                low = value
            elif not who and value < high:
                high = value
            if not low < high:
                break
        return low if who else high

    return [at(tree, player == "Max", alpha, beta), tuple(seen)]


def table_soft(game, position, alpha, beta, table):
    """Fail-soft inside; the moves are asked for first."""

    def soft(p, low, high):
        moves = game.moves(p)
        if not moves:
            return game.outcome(p)
        known = table.get(p, (-inf, inf))
        if known[0] >= high:
            return known[0]
        if known[1] <= low or known[0] == known[1]:
            return known[1]
        a, b = max(low, known[0]), min(high, known[1])
        best = -inf
        for move in moves:
            best = max(best, -soft(game.play(p, move), -b, -max(a, best)))
            if best >= b:
                break
        if best <= a:
            table[p] = known[0], min(known[1], max(best, known[0]))
        elif best >= b:
            table[p] = max(known[0], min(best, known[1])), known[1]
        else:
            table[p] = best, best
        return max(known[0], min(best, known[1]))

    return max(alpha, min(beta, soft(position, alpha, beta)))


def table_in_lists(game, position, alpha, beta, table):
    result = game.outcome(position)
    if result is not None:
        return sorted((alpha, result, beta))[1]
    low, high = table.get(position, [-inf, inf])
    if low >= beta:
        return beta
    if high <= alpha:
        return alpha
    if low == high:
        return sorted((alpha, low, beta))[1]
    best = alpha
    for child in game.moves(position):
        value = -table_in_lists(game, child, -beta, -best, table)
        if value > best:
            best = value
        if best >= beta:
            table[position] = [max(low, beta), high]
            return beta
    table[position] = [best, best] if best > alpha else [low, min(high, alpha)]
    return best


SORTED = {
    **alphabeta.TO_SORT,
    "A": ["C", "B", "D"],
    "C": ["c3", "c2", "c1"],
    "B": ["b2", "b3", "b1"],
}
FLATTERS = {
    "R": ["A"],
    "A": ["B", "C"],
    "B": ["b", "D"],
    "C": ["D", "c"],
    "D": ["d1", "d2"],
    "b": -1,
    "c": -4,
    "d1": -1,
    "d2": -3,
}
ALPHABETA = {
    "never_seen": [{"f2", "c3", "c2"}, frozenset({"f2", "c3", "c2"})],
    "search": [search_by_window, search_with_one_list],
    "sort": [
        SORTED,
        {**SORTED, "C": ("c3", "c1", "c2")},
        {**SORTED, "D": ["d3", "d2", "d1"], "B": ["b2", "b1", "b3"]},
    ],
    "with_bounds": [table_soft, table_in_lists],
    "too_high": [
        FLATTERS,
        MinMaxTree(FLATTERS),
        {k: tuple(v) if isinstance(v, list) else v for k, v in FLATTERS.items()},
        {k: v if isinstance(v, list) else 10 * v for k, v in FLATTERS.items()},
    ],
}


# Lecture 12.


def score_of_the_game(position):
    return large.BOARD.evaluate(position)


def score_by_lines(position):
    """Threes and twos that are still open, along all lines, by texts."""
    board = large.BOARD
    rows = position.split("\n")
    grid = {(r, c): rows[r][c] for r in range(5) for c in range(6)}
    mine, total = board.mover(position), 0
    for (r, c), (dr, dc) in product(grid, ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [grid.get((r + i * dr, c + i * dc)) for i in range(4)]
        if None not in cells:
            own, other = cells.count(mine), 4 - cells.count(".") - cells.count(mine)
            total += (10**own - 1) * (other == 0) - (10**other - 1) * (own == 0)
    return np.float64(total / 100_000)


def limited_moves_first(game, position, depth):
    moves = list(game.moves(position))
    if not moves:
        return game.outcome(position), None
    if depth <= 0:
        return game.evaluate(position), None
    scores = [-limited_moves_first(game, game.play(position, move), depth - 1)[0] for move in moves]
    return [max(scores), moves[scores.index(max(scores))]]


def limited_alphabeta(game, position, depth, alpha=-inf, beta=inf):
    if (result := game.outcome(position)) is not None:
        return result, None
    if not depth:
        return game.evaluate(position), None
    best, chosen = -inf, None
    for move in game.moves(position):
        score = -limited_alphabeta(
            game, game.play(position, move), depth - 1, -beta, -max(alpha, best)
        )[0]
        if score > best:
            best, chosen = score, move
        if best >= beta:
            break
    return best, chosen


class TimeUp(Exception):
    pass


def move_by_own_clock(game, position, seconds):
    """A clock of its own, asked at every position; stops when a deeper search says nothing new."""
    end = perf_counter() + 0.85 * seconds

    def search(p, depth):
        if perf_counter() > end:
            raise TimeUp
        if (result := game.outcome(p)) is not None:
            return result, None
        if depth == 0:
            return game.evaluate(p), None
        return max(
            ((-search(game.play(p, m), depth - 1)[0], m) for m in game.moves(p)),
            key=lambda pair: pair[0],
        )

    best = next(iter(game.moves(position)))
    for depth in range(1, 20):
        try:
            best = search(position, depth)[1]
        except TimeUp:
            break
    return best


def move_with_memory(game, position, seconds):
    end, moves, memory = perf_counter() + seconds * 0.75, {}, {}

    def listed(p):
        if p not in moves:
            if perf_counter() > end:
                raise TimeoutError
            moves[p] = (
                [] if game.outcome(p) is not None else [(m, game.play(p, m)) for m in game.moves(p)]
            )
        return moves[p]

    def value(p, depth):
        if perf_counter() > end:
            raise TimeoutError
        if (p, depth) not in memory:
            if game.outcome(p) is not None:
                memory[p, depth] = game.outcome(p)
            elif depth == 0:
                memory[p, depth] = game.evaluate(p)
            else:
                memory[p, depth] = max(-value(q, depth - 1) for _, q in listed(p))
        return memory[p, depth]

    best = listed(position)[0][0]
    try:
        for depth in range(12):
            best = min(listed(position), key=lambda pair: value(pair[1], depth))[0]
    except TimeoutError:
        return best
    return best


def uct_by_loop(visits, total, p, options):
    for q in options:
        if q not in visits:
            return q
    best = None
    for q in options:
        worth = -total[q] / visits[q] + sqrt(2) * sqrt(log(visits[p] + 1) / visits[q])
        if best is None or worth > best[0]:
            best = worth, q
    return best[1]


def uct_in_numpy(visits, total, p, options):
    n = np.array([visits.get(q, 0) for q in options], float)
    if not n.all():
        return options[int(np.argmin(n > 0))]
    mean = np.array([float(-total[q]) for q in options]) / n
    return options[np.argmax(mean + np.sqrt(2 * np.log(1 + visits[p]) / n))]


def backup_by_comprehension(visits, total, path, result):
    signs = {p: (-1) ** (len(path) - 1 - k) for k, p in enumerate(path)}
    more = {p: visits.get(p, 0) + (p in signs) for p in [*visits, *path]}
    return more, {p: total.get(p, 0) + signs.get(p, 0) * result for p in [*total, *path]}


def backup_by_copies(visits, total, path, result):
    new_visits, new_total = visits.copy(), total.copy()
    for steps, p in enumerate(path[::-1]):
        new_visits.setdefault(p, 0)
        new_visits[p] += 1
        new_total[p] = new_total.get(p, 0) + (result if steps % 2 == 0 else -result)
    return [new_visits, new_total]


def after_by_list(key, number, piece, start, end, captured):
    places = [(start, piece), (end, piece)]
    if captured is not None:
        places.append((end, captured))
    for cell, what in places:
        key = key ^ number(cell, what)
    return key


def trap_tree(n, quiet=0):
    tree = {0: [1, 2], 1: ["q"], "q": quiet, 2: [f"a{k}" for k in range(n)]}
    for k in range(n):
        tree[f"a{k}"] = [f"a{k}!"]
        tree[f"a{k}!"] = 1 if k < n - 1 else -1
    return tree


HORIZON = "\n".join([".....", "...O.", ".XXX.", ".OOX."])
LARGE = {
    "better_evaluation": [score_of_the_game, score_by_lines],
    "beyond_the_horizon": [
        HORIZON,
        "\n".join(row[::-1] for row in HORIZON.split("\n")),
        f"\n{HORIZON}\nX to move\n",
    ],
    "depth_limit": [limited_moves_first, limited_alphabeta],
    "deepening": [move_by_own_clock, move_with_memory],
    "uct_choice": [uct_by_loop, uct_in_numpy],
    "backup": [backup_by_comprehension, backup_by_copies],
    "capture": [
        after_by_list,
        lambda key, number, piece, start, end, captured: (
            key
            ^ number(start, piece)
            ^ number(end, piece)
            ^ (0 if captured is None else number(end, captured))
        ),
    ],
    "trap": [trap_tree(120), trap_tree(150, Fraction(0))],
}


# Lecture 13.


def choose_by_difference(player, coin, sure):
    gain = sum(p * (x - sure) for p, x in coin) * (1 if player == 0 else -1)
    return "same" if gain == 0 else ("sure", "coin")[gain > 0]


def choose_by_max(player, coin, sure):
    mean = Fraction(0)
    for p, x in coin:
        mean = mean + p * x
    if player == 1:
        mean, sure = -mean, -sure
    return "coin" if mean > sure else "sure" if mean < sure else "same"


def worth_by_loop(throws):
    value = Fraction(7, 2)
    for _ in range(throws - 1):
        value = Fraction(sum(max(face, value) for face in range(1, 7)), 6)
    return value


@cache
def worth_cached(throws):
    if throws == 1:
        return Fraction(21, 6)
    again = worth_cached(throws - 1)
    stop = [face for face in range(1, 7) if face >= again]
    return Fraction(sum(stop), 6) + Fraction(6 - len(stop), 6) * again


def race_by_cramer(q, mine, others):
    @cache
    def wins(a, b):
        """The probability that the player to throw wins, who needs a, against one who needs b."""
        if a == 0:
            return Fraction(1)
        if b == 0:
            return Fraction(0)
        # x + r y = c and r x + y = d, with r = 1 - q
        r = 1 - q
        c, d = q * (1 - wins(b, a - 1)) + r, q * (1 - wins(a, b - 1)) + r
        return (c - r * d) / (1 - r * r)

    return wins(mine, others)


def race_by_table(q, mine, others):
    """All pairs up to five, those with the smallest sum first."""
    table = {(0, k): Fraction(1) for k in range(1, 6)} | {(k, 0): Fraction(0) for k in range(1, 6)}
    miss = 1 - q
    for a, b in sorted(product(range(1, 6), repeat=2), key=sum):
        mine_first = q * (1 - table[b, a - 1])
        others_first = q * (1 - table[a, b - 1])
        table[a, b] = (mine_first + miss * (1 - others_first - miss)) / (1 - miss**2)
    return table[mine, others]


def gauss(rows, constants):
    """Solves v = rows v + constants by elimination, one name after the other."""
    names = list(rows)
    rows = {p: dict(row) for p, row in rows.items()}
    constants = dict(constants)
    for p in names:
        own = 1 - rows[p].pop(p, 0)
        rows[p] = {q: share / own for q, share in rows[p].items()}
        constants[p] = constants[p] / own
        for q in names:
            if q != p and p in rows[q]:
                share = rows[q].pop(p)
                for r, part in rows[p].items():
                    rows[q][r] = rows[q].get(r, 0) + share * part
                constants[q] += share * constants[p]
    return constants


def better_moves_by_gauss(nodes, guess):
    rows, constants = {}, {}
    for p, (who, after) in nodes.items():
        ways = after if who == "coin" else [guess[p]]
        rows[p], constants[p] = {}, Fraction(0)
        for q in ways:
            if isinstance(q, str):
                rows[p][q] = rows[p].get(q, 0) + Fraction(1, len(ways))
            else:
                constants[p] += Fraction(q) / len(ways)
    value = gauss(rows, constants)
    better = {}
    for p in guess:
        who, after = nodes[p]
        sign = 1 if who == "Max" else -1
        best = max(after, key=lambda q: sign * value.get(q, q))
        if sign * value.get(best, best) > sign * value[p]:
            better[p] = best
    return [value, better]


def better_moves_by_loop(nodes, guess):
    value, _ = better_moves_by_gauss(nodes, guess)
    changes = {}
    for p, (who, after) in nodes.items():
        if who == "coin":
            continue
        here = value[p]
        for q in after:
            there = value[q] if q in nodes else q
            if (who == "Max" and there > here) or (who == "Min" and there < here):
                here, changes[p] = there, q
    return value, changes


CHANCE_WAYS = {
    "choose": [choose_by_difference, choose_by_max],
    "stopping": [worth_by_loop, worth_cached],
    "race": [race_by_cramer, race_by_table],
    "better_moves": [better_moves_by_gauss, better_moves_by_loop],
}


# Lecture 14.


def only_by_count(low, high, most):
    found = {
        Fraction(n, d)
        for d in range(1, most + 1)
        for n in range(ceil(d * low), floor(d * high) + 1)
    }
    if len(found) != 1:
        return None
    (one,) = found
    return one


def only_by_farey(low, high, most):
    """Stops as soon as there are two."""
    first = None
    for d in range(1, most + 1):
        n = -((-low.numerator * d) // low.denominator)
        while Fraction(n, d) <= high:
            if first is None:
                first = Fraction(n, d)
            elif Fraction(n, d) != first:
                return
            n += 1
    return first


def sweep_by_sides(nodes, bounds):
    def side(k, p):
        who, after = nodes[p]
        numbers = [bounds[q][k] if isinstance(q, str) else q for q in after]
        if who == "Max":
            return max(numbers)
        return min(numbers) if who == "Min" else Fraction(sum(numbers), len(numbers))

    return {p: [side(0, p), side(1, p)] for p in nodes}


class Sweep:
    def __call__(self, nodes, bounds):
        known = dict(bounds)
        for _, after in nodes.values():
            for q in after:
                known.setdefault(q, (q, q))
        new = {}
        for p, (who, after) in nodes.items():
            lows, highs = [known[q][0] for q in after], [known[q][1] for q in after]
            if who == "coin":
                share = Fraction(1, len(after))
                new[p] = sum(share * x for x in lows), sum(share * x for x in highs)
            else:
                rule = {"Max": max, "Min": min}[who]
                new[p] = rule(lows), rule(highs)
        return new


@cache
def against_stubborn():
    return exact_values(Fixed(certain.GAME, 1, certain.stubborn))


HELD_UP = {
    "a": ("Max", {"leave": (1, -1), "go on": "b"}),
    "b": ("Min", {"go back": "a", "leave": (2, -2)}),
}
CERTAIN = {
    "only": [only_by_count, only_by_farey],
    "sweep": [sweep_by_sides, Sweep()],
    "against_stubborn": [
        Fraction(25, 32),
        Fraction("25/32"),
        MadeLater(lambda: against_stubborn()[certain.GAME.start()]),
    ],
    "beat_stubborn": [
        MadeLater(lambda: against_stubborn().best),
        lambda position: list(against_stubborn().best(position)),
        MadeLater(against_stubborn),
    ],
    "too_high": [
        HELD_UP,
        Tree(HELD_UP, ("Max", "Min")),
        {"x": ("Min", {"back": "y", "out": (3, -3)}), "y": ("Max", {"on": "x", "stop": (0, 0)})},
        {
            "a": ["Max", {"leave": [Fraction(1, 2), Fraction(-1, 2)], "go on": "b"}],
            "b": ["Min", {"back": "a", "leave": [2, -2]}],
        },
    ],
}


# Lecture 15.


def largest_by_root(memory, bits):
    n = isqrt(isqrt(4 * memory // bits))
    while 2 * n**4 * bits > 8 * memory:
        n -= 1
    return n


def largest_by_halving(memory, bits):
    low, high = 0, 10**6
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**4 * bits <= 4 * memory else (low, middle)
    return low


def kings_by_burnside(n):
    """The placings that each of the eight symmetries leaves as they are, divided by eight."""

    def image(cell, flip, up, left):
        r, c = cell[::-1] if flip else cell
        return (n - 1 - r if up else r), (n - 1 - c if left else c)

    cells = list(product(range(n), repeat=2))
    apart = {(a, b) for a in cells for b in cells if max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= 2}
    total = 0
    for how in product((False, True), repeat=3):
        total += sum((image(a, *how), image(b, *how)) == (a, b) for a, b in apart)
    return total // 8


def kings_by_classes(n):
    cells = [(r, c) for r in range(n) for c in range(n)]
    left = {
        (a, b) for a in cells for b in cells if not (abs(a[0] - b[0]) < 2 and abs(a[1] - b[1]) < 2)
    }
    m, classes = n - 1, 0
    turns = [
        lambda r, c: (r, c),
        lambda r, c: (c, m - r),
        lambda r, c: (m - r, m - c),
        lambda r, c: (m - c, r),
    ]
    while left:
        a, b = next(iter(left))
        classes += 1
        for turn in turns:
            ta, tb = turn(*a), turn(*b)
            left -= {(ta, tb), (ta[::-1], tb[::-1])}
    return classes


def reached(n, at, rook, blocks):
    steps = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    if not rook:
        return {
            (at[0] + r, at[1] + c)
            for r in (-1, 0, 1)
            for c in (-1, 0, 1)
            if (r or c) and 0 <= at[0] + r < n and 0 <= at[1] + c < n
        }
    found = set()
    for dr, dc in steps:
        r, c = at[0] + dr, at[1] + dc
        while 0 <= r < n and 0 <= c < n:
            found.add((r, c))
            if (r, c) in blocks:
                break
            r, c = r + dr, c + dc
    return found


def unmoves_forwards(n, king, rook, black):
    """Every position from which a move of White leads here."""
    found = set()
    cells = {(r, c) for r in range(n) for c in range(n)}
    for k, r in [(k, rook) for k in cells] + [(king, r) for r in cells]:
        if (
            (k, r) == (king, rook)
            or k == r
            or black in (k, r)
            or max(abs(k[0] - black[0]), abs(k[1] - black[1])) < 2
        ):
            continue
        if black in reached(n, r, True, {k, black}):
            continue
        if (k != king and king in reached(n, k, False, ())) or (
            r != rook and rook in reached(n, r, True, {k, black})
        ):
            found.add((k, r))
    return found


def unmoves_in_lists(n, king, rook, black):
    return {tuple(map(tuple, pair)) for pair in map(list, unmoves_forwards(n, king, rook, black))}


def mates_by_moves(n, piece):
    lines = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    ways = {
        "R": lines,
        "B": diagonals,
        "Q": lines + diagonals,
        "N": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)],
    }

    def hits(at, target, king):
        for dr, dc in ways[piece]:
            r, c = at
            while True:
                r, c = r + dr, c + dc
                if not (0 <= r < n and 0 <= c < n):
                    break
                if (r, c) == target:
                    return True
                if (r, c) == king or piece == "N":
                    break
        return False

    def beside(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 2

    cells, total = list(product(range(n), repeat=2)), 0
    for king in cells:
        for at in cells:
            for black in cells:
                if len({king, at, black}) < 3 or beside(king, black) or not hits(at, black, king):
                    continue
                steps = [c for c in cells if c != black and beside(c, black)]
                if all(beside(c, king) or (c != at and hits(at, c, king)) for c in steps):
                    total += 1
    return total


def euclid_by_multiples(cell, side):
    x, y = divmod(cell, side)
    found = []
    if x and y:
        found += [(x - k * y) * side + y for k in range(1, x // y + 1)]
        found += [x * side + y - k * x for k in range(1, y // x + 1)]
    return found


def euclid_backwards(cell, side):
    x, y = cell // side, cell % side
    if x * y == 0:
        return []
    return [left * side + y for left in range(x) if (x - left) % y == 0][::-1] + [
        x * side + left for left in range(y) if (y - left) % x == 0
    ]


def outcomes_moves_first(game):
    """The moves first, then rounds of marking over the whole graph."""
    options, result, left = {}, {}, [game.start()]
    while left:
        p = left.pop()
        if p in options:
            continue
        moves = list(game.moves(p))
        options[p] = {game.play(p, move) for move in moves} if moves else set()
        if game.outcome(p) is not None:
            result[p] = game.outcome(p)
        left.extend(options[p])
    while True:
        new = {}
        for p, there in options.items():
            if p in result or not there:
                continue
            if LOSS in {result.get(q) for q in there}:
                new[p] = WIN
            elif all(result.get(q) == WIN for q in there):
                new[p] = LOSS
        if not new:
            return {p: result.get(p, DRAW) for p in options}
        result |= new


def outcomes_by_solve(game):
    """Only what play can reach, found by a walk of its own."""
    reached, solution = {game.start()}, solve(game)
    while True:
        more = reached | {game.play(p, move) for p in reached for move in game.moves(p)}
        if more == reached:
            return {p: Outcome(int(solution[p].value)) for p in reached}
        reached = more


ENDINGS = {
    "came_from": [["a4", "a2", "a3"], ("a2", "a3", "a4"), np.array(["a2", "a3", "a4"]).tolist()],
    "largest": [largest_by_root, largest_by_halving],
    "kings": [kings_by_burnside, kings_by_classes],
    "unmoves": [unmoves_forwards, unmoves_in_lists],
    "longer": [
        lambda m, n, pieces, rounds: Fraction(
            n ** (2 * pieces + int(rounds)), m ** (2 * pieces + int(rounds))
        ),
        lambda m, n, pieces, rounds: (
            Fraction(n * n, m * m) ** pieces * (Fraction(n, m) if rounds else 1)
        ),
    ],
    "mates": [mates_by_moves, cache(mates_by_moves)],
    "in_numbers": [euclid_by_multiples, euclid_backwards],
    "outcomes": [outcomes_moves_first, outcomes_by_solve],
}


# Lecture 16.


def outcome_by_rounds(left, right, position):
    """Who wins at each position, from the ends on, without recursion."""
    known = {}
    while position not in known:
        for p in left:
            if p not in known and all(q in known for q in [*left[p], *right[p]]):
                left_wins = any(known[q] in "LP" for q in left[p])
                right_wins = any(known[q] in "RP" for q in right[p])
                known[p] = "PRLN"[2 * left_wins + right_wins]
    return known[position]


def outcome_by_value(left, right, position):
    return valued_with_a_class(TableGame(left, right), position).outcome


class TableGame:
    def __init__(self, left, right):
        self.rows = {LEFT: left, RIGHT_PLAYER: right}

    def moves(self, p, player):
        return self.rows[player][p]

    def play(self, p, move, player):
        return move


def simplest_by_shares(low, high):
    """The whole numbers first, and then the gap is halved again and again."""
    if low < 0 < high:
        return 0
    if high <= 0:
        return -simplest_by_shares(-high, -low)
    n = floor(low) + 1
    if n < high:
        return n
    below, above = Fraction(n - 1), Fraction(n)
    while True:
        middle = (below + above) / 2
        if middle <= low:
            below = middle
        elif middle >= high:
            above = middle
        else:
            return middle


def simplest_by_the_library(low, high):
    return (
        Value([low], [high]).fraction if is_dyadic(low) and is_dyadic(high) else simplest(low, high)
    )


def is_dyadic(number):
    return Fraction(number).denominator & (Fraction(number).denominator - 1) == 0


def forecast_by_signs(switches, first):
    """The means, and the temperatures with signs that change."""
    means = [Fraction(x) / 2 + Fraction(y) / 2 for x, y in switches]
    heats = sorted([Fraction(x) / 2 - Fraction(y) / 2 for x, y in switches])[::-1]
    sign = 1 if first == "left" else -1
    score = sum(means) + sum(sign * heat * (-1) ** k for k, heat in enumerate(heats))
    return [sum(means), heats[0], whole_if_it_is(score)]


def whole_if_it_is(number):
    return int(number) if number.denominator == 1 else number


def forecast_by_removing(switches, first):
    left, score, turn = list(switches), 0, first == LEFT
    while left:
        hot = max(left, key=lambda pair: pair[0] - pair[1])
        left.remove(hot)
        score += hot[0] if turn else hot[1]
        turn = not turn
    values = [Value.number(0)] + [Value.switch(Fraction(x), Fraction(y)) for x, y in switches]
    return sum(v.mean for v in values), max(v.temperature for v in values), score


def stalk_by_options(colours):
    """The simplest number between the best options."""
    lows = [stalk_kept(colours[:k]) for k, c in enumerate(colours) if c == "B"]
    highs = [stalk_kept(colours[:k]) for k, c in enumerate(colours) if c == "R"]
    return simplest(max(lows, default=None), min(highs, default=None))


stalk_kept = cache(stalk_by_options)


def stalk_by_berlekamp(colours):
    """The first two edges of different colours are the point of a binary fraction."""
    first = colours[0]
    run = len(colours) - len(colours.lstrip(first))
    rest = colours[run:]
    number = Fraction(run)
    if rest:
        digits = int("".join("1" if c == first else "0" for c in rest[1:]) + "1", 2)
        number = run - 1 + Fraction(digits, 2 ** len(rest))
    return number if first == "B" else -number


def valued_with_a_class(game, position):
    class Known(dict):
        def __missing__(self, p):
            left = {self[game.play(p, move, "left")] for move in game.moves(p, "left")}
            right = {self[game.play(p, move, "right")] for move in game.moves(p, "right")}
            self[p] = Value(left, right)
            return self[p]

    return Known()[position]


def valued_from_the_ends(game, position):
    """All positions first, and then those whose options are known, again and again."""
    options, waiting = {}, [position]
    for p in waiting:
        if p not in options:
            options[p] = [
                [game.play(p, move, player) for move in game.moves(p, player)]
                for player in (LEFT, RIGHT_PLAYER)
            ]
            waiting += options[p][0] + options[p][1]
    known = {}
    while position not in known:
        for p, (left, right) in options.items():
            if p not in known and all(q in known for q in left + right):
                known[p] = Value([known[q] for q in left], [known[q] for q in right])
    return known[position]


PARTIZAN = {
    "four_outcomes": [outcome_by_rounds, outcome_by_value],
    "between": [simplest_by_shares, simplest_by_the_library],
    "sum_of_switches": [forecast_by_signs, forecast_by_removing],
    "stalk": [stalk_by_options, stalk_by_berlekamp],
    "values": [valued_with_a_class, valued_from_the_ends, library_value],
    "not_the_hottest": [
        [((1, 0), -1), (1, -1)],
        ([2, -2], [[2, -1], -2]),
        ((2, -2), ((3, -1), -2), 0),
        [((30, -1), -3), (3, -3)],
    ],
}

OTHER_WAYS = {
    "minimax": MINIMAX, "tictactoe": TICTACTOE, "alphabeta": ALPHABETA, "large": LARGE, "chance": CHANCE_WAYS,
    "certain": CERTAIN, "endings": ENDINGS, "partizan": PARTIZAN,
}  # fmt: skip
