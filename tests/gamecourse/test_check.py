"""Each checker with the right answer, the stub, and typical wrong ones."""

import importlib
import math
import pickle
import pkgutil
import re
from fractions import Fraction
from itertools import product

import networkx as nx
import numpy as np
import pytest

from gamecourse import check
from gamecourse.check import Exercise, Finding, State, alphabeta, cops, pursuit, sprague_grundy
from gamecourse.check.machinery.sheet import opened
from gamelib import DRAW, LOSS, WIN, mex, nim_sum, octal, solve
from gamelib.games import CopsAndRobber, Matches, Nim
from gamelib.solvers.backward.cop_number import dismantling


def right_wins(n):
    return any(not right_wins(n - t) for t in (1, 3, 4) if t <= n) if n < 9 else right_wins(n - 7)


def with_memory(options, v, known=None):
    known = {} if known is None else known
    if v not in known:
        known[v] = any(not with_memory(options, w, known) for w in options[v])
    return known[v]


class Knight:
    """The king, made wrong in one place or another."""

    def __init__(self, at_the_end=LOSS, steps=((1, 0), (0, 1), (1, 1)), inside=True):
        self.at_the_end, self.steps, self.inside = at_the_end, steps, inside

    def start(self):
        return 7, 7

    def moves(self, square):
        to = [(square[0] - a, square[1] - b) for a, b in self.steps]
        return [(c, r) for c, r in to if not self.inside or min(c, r) >= 0]

    def play(self, square, move):
        return move

    def outcome(self, square):
        return self.at_the_end if square == (0, 0) else None


def to_even(square):
    moves = [
        (square[0] - a, square[1] - b) for a, b in ((1, 0), (0, 1), (1, 1)) if min(square[0] - a, square[1] - b) >= 0
    ]
    return next((to for to in moves if to[0] % 2 == to[1] % 2 == 0), moves[0])


def settle(options, last_in_first_out=False, slowest=True):
    """The queue; or, with a stack, or without waiting for the last hope, what goes wrong."""
    before = {v: [u for u in options if v in options[u]] for v in options}
    hopes = {v: len(options[v]) for v in options}
    found = {v: 0 for v in options if not options[v]}
    waiting = list(found)
    while waiting:
        v = waiting.pop() if last_in_first_out else waiting.pop(0)
        for u in before[v]:
            hopes[u] -= 1
            if u not in found and (found[v] % 2 == 0 or hopes[u] == 0 or not slowest):
                found[u] = found[v] + 1
                waiting.append(u)
    return found


def outcomes(options):
    return {v: LOSS if r % 2 == 0 else WIN for v, r in settle(options).items()}


def certificate(options, claim):
    for v, r in claim.items():
        near = [claim[w] for w in options[v]]
        lost, won = [s for s in near if s is not None and s % 2 == 0], [s for s in near if s is not None and s % 2]
        if r is None:
            good = bool(near) and not lost and None in near
        elif r % 2:
            good = bool(lost) and min(lost) == r - 1
        else:
            good = len(won) == len(near) and max(won, default=-1) == r - 1
        if not good:
            return False
    return True


def by_outcome_alone(options, claim):
    for v, r in claim.items():
        near = [claim[w] for w in options[v]]
        best = max((0 if s is None else 1 if s % 2 == 0 else -1 for s in near), default=-1)
        if best != (0 if r is None else 1 if r % 2 else -1):
            return False
    return True


def king_steps(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def thief_steps(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def steps_of(policeman):
    free = {(r, c) for r in range(5) for c in range(6)} - {(1, 3), (3, 0), (4, 3)}
    return [cell for cell in sorted(free) if king_steps(cell, policeman) <= 1]


def nearest(position):
    policeman, thief, _ = position
    return min(steps_of(policeman), key=lambda cell: (king_steps(cell, thief), thief_steps(cell, thief)))


def on_guard(position):
    policeman, thief, _ = position
    away = (0, 0)
    in_time = [cell for cell in steps_of(policeman) if king_steps(cell, away) <= thief_steps(thief, away)]
    return min(in_time, key=lambda cell: (king_steps(cell, thief), thief_steps(cell, thief)))


def classical(board, hope=lambda turn: True, arrow=lambda turn: True):
    """The classical program; ``hope`` and ``arrow`` say on whose turn its lines about staying are kept."""
    before, hopes, found = {}, {}, {}
    for p, t, turn in product(board.cells, board.cells, ("policeman", "thief")):
        here, other = (p, t, turn), {"policeman": "thief", "thief": "policeman"}[turn]
        if board.outcome(here) is not None:
            found[here] = board.outcome(here)
            continue
        hopes[here] = int(hope(turn))
        if arrow(turn):
            before.setdefault(here, []).append((p, t, other))
        for cell in board.moves(here):
            if cell != (p if turn == "policeman" else t):
                there = (cell, t, other) if turn == "policeman" else (p, cell, other)
                before.setdefault(there, []).append(here)
                hopes[here] += 1
    found = {position: (outcome, 0) for position, outcome in found.items()}
    queue = list(found)
    for v in queue:  # grows while it is read
        for u in before.get(v, ()):
            if u not in found:
                hopes[u] -= 1
                if found[v][0] == LOSS or hopes[u] == 0:
                    found[u] = -found[v][0], found[v][1] + 1
                    queue.append(u)
    return found.get(board.start(), (DRAW, None))


def other_than(who):
    return lambda turn: turn != who


def is_corner(near, v):
    return any(near[v] | {v} <= near[w] | {w} for w in near[v])


def restless(board, who):
    opposite = {"policeman": "thief", "thief": "policeman"}[who]
    return classical(board, other_than(who), other_than(opposite))[1]


def line_by_line(board, who):
    return classical(board, other_than(who), other_than(who))[1]


def recipe(heaps):
    x = nim_sum(*heaps)
    return next(((k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h), None)


def misere(heaps):
    large = [k for k, h in enumerate(heaps) if h > 1]
    if len(large) == 1:
        return large[0], heaps[large[0]] - (heaps.count(1) % 2 == 0)
    if not large:
        return next(k for k, h in enumerate(heaps) if h), 1
    return recipe(heaps)


def grundy(options, v):
    return mex(grundy(options, w) for w in options[v])


def halving(n):
    g = [0]
    for k in range(1, n + 1):
        g.append(mex([g[k - 1], g[k // 2]]))
    return g[n]


def proved(values, n0, p, k):
    end = 2 * n0 + p + k
    return n0 >= 1 and len(values) >= end + p and all(values[n + p] == values[n] for n in range(n0, end))


def first_cells(n, more=0):
    g = octal("0.007", 90).tolist()
    return [c for c in range(n) if g[c + more] == g[n - 1 - c]]


def blindfold(position, third=3):
    kayles = octal("0.77", 5).tolist()

    def worth(place):
        rows, heap, matches = place
        return nim_sum(*(kayles[n] for n in rows), heap[0], matches % third)

    game = sprague_grundy.BLINDFOLD
    moves = game.moves(position)
    return next((move for move in moves if worth(game.play(position, move)) == 0), moves[0])


def negamax(options, ends, v):
    return ends[v] if v in ends else max(-negamax(options, ends, w) for w in options[v])


def with_chance(tree, rounded=False):
    if not isinstance(tree, tuple):
        return tree
    kind, inside = tree
    if kind == "chance":
        if rounded:
            return round(sum(float(p) * with_chance(t, rounded) for p, t in inside))
        return sum((p * with_chance(t) for p, t in inside), Fraction(0))
    return (max if kind == "max" else min)(with_chance(t, rounded) for t in inside)


def ending(board, diagonals=True):
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
    for a, b, c in lines + [(0, 4, 8), (2, 4, 6)] * diagonals:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return None if "." in board else "draw"


def min_of_eight(board, turns=4):
    images = []
    for _ in range(turns):
        board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
        images += [board, board[6:] + board[3:6] + board[:3]]
    return min(images)


def careful(board, blocks=True):
    def wins(board, mark):
        return [i for i in range(9) if board[i] == "." and ending(board[:i] + mark + board[i + 1 :]) == mark]

    free = [i for i in range(9) if board[i] == "."]
    forks = [i for i in free if len(wins(board[:i] + "X" + board[i + 1 :], "X")) > 1]
    choice = wins(board, "X") + wins(board, "O") * blocks + forks + [i for i in (4, 0, 2, 6, 8) if i in free] + free
    return divmod(choice[0], 3)


def cutting(
    game, position, alpha, beta, cut=lambda best, beta: best >= beta, child=lambda a, b, best: (-b, -max(a, best))
):
    result = game.outcome(position)
    if result is not None:
        return result
    best = -math.inf
    for move in game.moves(position):
        best = max(best, -cutting(game, game.play(position, move), *child(alpha, beta, best), cut, child))
        if cut(best, beta):
            break
    return best


def after_capture(key, number, piece, start, end, captured):
    key ^= number(start, piece) ^ number(end, piece)
    return key if captured is None else key ^ number(end, captured)


def hidden(answers):
    tree = {"root": ["quiet", "greedy"], "quiet": ["q"], "q": 0, "greedy": [f"a{k}" for k in range(answers)]}
    for name in tree["greedy"]:
        tree |= {name: [name + "x"], name + "x": 1}
    return {**tree, tree["greedy"][-1] + "x": -1}


SORTED = {**alphabeta.TO_SORT, "A": ["C", "B", "D"], "C": ["c3", "c2", "c1"], "B": ["b2", "b3", "b1"]}
FLATTERING = {
    "R": ["A"], "A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "D": ["d1", "d2"], "b": -1, "c": -4, "d1": -1,
    "d2": -3,
}  # fmt: skip


def by_expectation(player, coin, sure):
    expected = sum(probability * payoff for probability, payoff in coin)
    return "same" if expected == sure else "coin" if (expected > sure) == (player == 0) else "sure"


def worth_of_a_die(throws):
    value = Fraction(0)
    for _ in range(throws):
        value = sum(max(Fraction(face), value) for face in range(1, 7)) / 6
    return value


def racing(q, mine, others):
    """From one turn of one's own to the next: a success, or the other's, or two misses and all is as before."""
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    once = q * (1 - racing(q, others, mine - 1)) + (1 - q) * q * racing(q, mine, others - 1)
    return once / (1 - (1 - q) ** 2)


def round_by_solving(nodes, guess):
    """The values by following the guess for 400 moves, each the nearest simple fraction."""
    known = {p: after if who == "coin" else [guess[p]] for p, (who, after) in nodes.items()}
    floats = dict.fromkeys(nodes, 0.0)
    for _ in range(400):
        floats = {p: sum(floats.get(q, q) for q in known[p]) / len(known[p]) for p in nodes}
    values = {p: Fraction(value).limit_denominator(1000) for p, value in floats.items()}
    changes = {}
    for p, (who, after) in nodes.items():
        if who != "coin":
            best = {"Max": max, "Min": min}[who](after, key=lambda q: values.get(q, q))
            if values.get(best, best) != values[p]:
                changes[p] = best
    return values, changes


def swept(nodes, bounds):
    def side(p, k):
        who, after = nodes[p]
        numbers = [bounds[q][k] if q in nodes else Fraction(q) for q in after]
        return {"Max": max, "Min": min}[who](numbers) if who != "coin" else sum(numbers) / len(numbers)

    return {p: (side(p, 0), side(p, 1)) for p in nodes}


RIGHT = {
    "matches.other_takes": right_wins,
    "matches.good_to_leave": [1, 6, 11, 16, 21, 26],
    "matches.strategy": lambda pile: pile % 6 or 1,
    "matches.two_takes": lambda a, b: 2 * a if b % a == 0 and b // a % 2 else a + b,
    "graphs.p_positions": {"a", "d", "e", "i", "j"},
    "graphs.with_memory": with_memory,
    "graphs.king": Knight,
    "graphs.lead_the_king": to_even,
    "graphs.no_kernel": [("a", "b"), ("b", "c"), ("c", "a")],
    "retrograde.by_hand": {"a": 4, "b": 1, "c": 2, "d": None, "e": 1, "f": 1, "g": 0, "h": 3, "i": None},
    "retrograde.queue": settle,
    "retrograde.mended": outcomes,
    "retrograde.never_wins": ["ab", "bc", "cd", "da", "at"],
    "retrograde.certificate": certificate,
    "pursuit.just_away": "...P\n....\n....\nE.T.",
    "pursuit.nobody_wins": "P...\nE**T\n....",
    "pursuit.chase": on_guard,
    "pursuit.restless": restless,
    "cops.by_hand": "dfabcegh",
    "cops.is_corner": is_corner,
    "cops.one_cop_wins": lambda near: dismantling(nx.Graph({v: list(row) for v, row in near.items()})) is not None,
    "cops.chords": [(0, k) for k in range(2, 7)],
    "cops.no_ring": "ab ac af bc bd be cf de df ef",
    "cops.chase": lambda position: solve(CopsAndRobber(cops.TOWN)).best(position),
    "nim.winning_takes": [(0, 5), (1, 5), (3, 3)],
    "nim.winning_move": recipe,
    "nim.misere": misere,
    "nim.bounded": lambda heaps, most: nim_sum(*(h % (most + 1) for h in heaps)) != 0,
    "nim.stairs": lambda coins: nim_sum(*coins[::2]) != 0,
    "sprague_grundy.by_hand": {"a": 0, "b": 1, "c": 3, "d": 2, "e": 0, "f": 0, "g": 1, "h": 1, "i": 0},
    "sprague_grundy.on_a_graph": grundy,
    "sprague_grundy.halving": lambda n: halving(n),
    "sprague_grundy.blindfold": blindfold,
    "sprague_grundy.misere_trap": ((1,), (2, 3)),
    "kayles.in_code": {"a": "0.7", "b": "0.03", "c": "0.22", "d": "0.07", "e": "4.1"},
    "kayles.first_cells": first_cells,
    "kayles.from_code": lambda code, n: octal(code, n),
    "kayles.proved": proved,
    "kayles.seems": ("0.36", 268, 3),
    "minimax.by_hand": {"A": 5, "B": 5, "C": 4, "D": 8, "E": 5, "F": 9, "G": 4, "H": 7},
    "minimax.negamax": negamax,
    "minimax.heirs": {"house": "sell", "money": "ask", "car": "take", "judge": "agree", "ring": "take"},
    "minimax.with_chance": with_chance,
    "tictactoe.answers_to_the_edge": [(0, 0), (0, 2), (1, 1), (2, 1)],
    "tictactoe.ending": ending,
    "tictactoe.representative": min_of_eight,
    "tictactoe.never_lose": careful,
    "alphabeta.never_seen": {"c2", "c3", "f2"},
    "alphabeta.search": cutting,
    "alphabeta.sort": SORTED,
    "alphabeta.too_high": FLATTERING,
    "large.beyond_the_horizon": ".....\n....O\n....X\nO.XOX",
    "large.capture": after_capture,
    "large.trap": hidden(110),
    "chance.choose": by_expectation,
    "chance.stopping": worth_of_a_die,
    "chance.race": racing,
    "chance.one_round": round_by_solving,
    "certain.sweep": swept,
    "certain.too_high": {"a": ("Max", {"go": (1, -1), "on": "b"}), "b": ("Min", {"back": "a", "go": (2, -2)})},
}


def endless(n):
    return endless(n - 1)


def stub(*arguments):
    return NotImplemented


WRONG = [
    ("matches.other_takes", lambda n: endless(n), "calls itself for ever"),
    ("matches.other_takes", lambda n: n % 7 != 0, r"<lambda>\(2\) is True, it should be False"),
    ("matches.other_takes", lambda n: any(right_wins(n - t) for t in (1, 3, 4) if t <= n), r"\(1\) is False, it sh"),
    ("matches.other_takes", lambda n: np.array([n, n]), r"\(0\) is \[0, 0\], which is not True or False; it should be"),
    ("matches.good_to_leave", 6, "give a list of piles"),
    ("matches.strategy", lambda pile: 2, r"there your move 2 is not allowed: take 2 from a pile of 1"),
    ("matches.two_takes", lambda a, b: 2, r"\(1, 2\) is 2, it should be 3"),
    ("graphs.king", Knight(inside=False), r"from \(0, 1\) your king comes to"),
    ("graphs.king", 5, "give a class with the methods start, moves, play, outcome"),
    ("graphs.no_kernel", [(k, k + 1) for k in range(9)], "has 10 vertices"),
    ("retrograde.by_hand", {"g": 0}, "is missing"),
    ("retrograde.never_wins", [3], "give a list of pairs"),
    ("retrograde.certificate", by_outcome_alone, "is True, it should be False"),
    ("retrograde.certificate", lambda options, claim: 0 in claim.values(), "is False, it should be True"),
    ("pursuit.chase", nearest, "you have not won"),
    ("cops.by_hand", "abcdefgh", "a is no corner"),
    ("cops.by_hand", 8, "give a list of letters"),
    ("cops.is_corner", lambda near, v: not near[v], "it should be"),
    ("cops.one_cop_wins", lambda near: any(is_corner(near, v) for v in near), "is False, it should be True"),
    ("cops.no_ring", "ab bc ca", "one cop wins"),
    ("cops.chase", lambda position: position[0] or ("h",), "play can go round for ever"),
    ("cops.chords", 3, "give a list of pairs"),
    ("nim.winning_takes", [(4, 1)], r"\(4, 1\) is no move: a move is \(heap, take\)"),
    ("nim.winning_takes", 3, "give a list of pairs"),
    ("nim.winning_move", (1, 2), "give the function itself"),
    ("nim.misere", lambda heaps: (0, 1), "you have not won|is not allowed"),
    ("sprague_grundy.by_hand", 1, "give a dict"),
    (
        "sprague_grundy.on_a_graph",
        lambda options, v: max((grundy(options, w) for w in options[v]), default=-1) + 1,
        "it sh",
    ),
    ("sprague_grundy.misere_trap", 5, "give two tuples"),
    ("sprague_grundy.misere_trap", [(float("inf"),), (1,)], "give a tuple of whole numbers"),
    (
        "kayles.proved",
        lambda values, n0, p, k: n0 < 75 and p < 13 and proved(values, n0, p, k),
        "is False, it should",
    ),
    (
        "kayles.in_code",
        dict.fromkeys("abcde", "0.7"),
        "b is not 0.7. From a heap of 1, by that code, one may leave nothing",
    ),
    ("kayles.in_code", dict.fromkeys("abcde", "7"), "at a: '7' is not an octal code"),
    ("kayles.first_cells", lambda n: list(range(n)), r"\(4\) is \[0, 1, 2, 3\], it should be"),
    ("kayles.from_code", lambda code, n: octal(code, n + 1), "it should be"),
    ("kayles.seems", ("0.77", 60, 12), "it is not seen four times"),
    ("minimax.by_hand", [5], "give a dict"),
    ("minimax.with_chance", lambda tree: with_chance(tree, rounded=True), "it should be"),
    ("tictactoe.answers_to_the_edge", 5, r"give a list of cells \(row, column\); this is 5"),
    ("tictactoe.answers_to_the_edge", [1], r"give a list of cells \(row, column\); in yours stands 1"),
    ("alphabeta.never_seen", {"C"}, "C is not a leaf"),
    ("large.better_evaluation", lambda position: 5, "is 5: between -1 and 1"),
    ("large.better_evaluation", lambda position: position.nothing, "stops with AttributeError"),
    ("large.beyond_the_horizon", "X.X.X\n", "this is not a position of 4 x 5"),
    ("large.capture", lambda key, number, piece, a, b, c: key ^ number(b, piece), r"None\) is \d+, it should be \d+$"),
    ("chance.choose", lambda player, coin, sure: "coin" if coin[0][1] > sure else "sure", r"it should be 'sure'"),
    ("chance.stopping", lambda throws: 6 - Fraction(5, 2) / throws, "it should be"),
    ("chance.race", lambda q, mine, others: q if mine else 1, r"it should be Fraction\(2, 3\)"),
    ("chance.race", endless, "stops with TypeError"),
    ("certain.sweep", lambda nodes, bounds: {p: b[::-1] for p, b in swept(nodes, bounds).items()}, "stands first"),
    ("certain.beat_stubborn", Fraction(1, 2), "give the strategy itself"),
]


def exercises():
    found = {}
    for module in pkgutil.iter_modules(check.__path__):
        things = opened(importlib.import_module(f"gamecourse.check.{module.name}"))
        found |= {f"{module.name}.{name}": thing for name, thing in things.items() if isinstance(thing, Exercise)}
    return found


def test_every_exercise_says_what_is_asked_and_has_two_hints():
    for exercise in exercises().values():
        assert exercise.__doc__
        assert exercise.hint() != exercise.hint()


@pytest.mark.parametrize("name", RIGHT)
def test_the_right_answer_is_right(name):
    assert str(exercises()[name](RIGHT[name])) == State.RIGHT.value


@pytest.mark.parametrize(("name", "answer", "reason"), WRONG)
def test_typical_wrong_answers_are_met_with_a_reason(name, answer, reason):
    finding = exercises()[name](answer)
    assert finding.state == State.WRONG
    assert re.search(reason, finding, re.DOTALL)


RANDOM_BOARDS = opened(pursuit)["random_boards"]


def test_the_classical_program_adapted_line_by_line_goes_wrong_on_many_boards():
    boards = list(RANDOM_BOARDS(200, 1))
    assert all(
        classical(board)[1] == solve(board)[board.start()].remoteness for board in boards
    )  # as it stands it is right
    assert 0.1 < np.mean([line_by_line(board, "policeman") != restless(board, "policeman") for board in boards]) < 0.5


def test_every_random_board_has_one_exit_and_play_is_not_over_there():
    for board in RANDOM_BOARDS(60, 4):
        assert sum(row.count("E") for row in board.terrain) == 1
        assert board.outcome(board.start()) is None


class Stairs:
    """Coins on stairs, played."""

    def __init__(self, coins):
        self.coins = coins

    def start(self):
        return self.coins

    def moves(self, position):
        return [(k, t) for k, coins in enumerate(position) for t in range(1, coins + 1)]

    def play(self, position, move):
        after = list(position)
        after[move[0]] -= move[1]
        if move[0]:
            after[move[0] - 1] += move[1]
        return tuple(after)

    def outcome(self, position):
        return None if any(position) else LOSS


def test_what_the_checkers_take_for_right_is_what_solving_finds():
    for coins, verdict in solve(Stairs((0, 1, 2, 3))).items():
        assert (verdict.outcome == WIN) == RIGHT["nim.stairs"](coins)
    for heaps, verdict in solve(Nim((6, 6, 6), most=2)).items():
        assert (verdict.outcome == WIN) == RIGHT["nim.bounded"](heaps, 2)


def test_a_bad_strategy_is_refuted_by_the_shortest_play_shown_as_boards():
    finding = check.wins(Matches(6, (1, 2)), lambda pile: 1, 5)
    assert str(finding) == (
        "✗ wrong: this play shows it.\n"
        "|||||  (5)\nyou: take 1   <-- this gives the win away: take 2 keeps it\n"
        "||||  (4)\nopponent: take 1\n|||  (3)\nyou: take 1\n||  (2)\n"
        "opponent: take 2\n  (0)\nyou have not won."
    )
    assert check.wins(Matches(6, (1, 2)), lambda pile: pile % 3, 5).state == State.RIGHT


def test_a_strategy_that_goes_round_for_ever_does_not_win():
    G = nx.DiGraph([("a", "t"), ("a", "p"), ("p", "a")])

    class Token:
        def start(self):
            return "a"

        def moves(self, v):
            return list(G.successors(v))

        def play(self, v, w):
            return w

        def outcome(self, v):
            return None if G.out_degree(v) else LOSS

    assert check.wins(Token(), {"a": "t"}.get, "a").state == State.RIGHT
    assert "round for ever" in check.wins(Token(), {"a": "p"}.get, "a")


def test_hints_come_in_steps_and_findings_show_themselves():
    exercise = Exercise(lambda answer: check.RIGHT, "first", "second")
    assert [str(exercise.hint()) for _ in range(3)] == [
        "hint 1 of 2: first",
        "hint 2 of 2: second",
        "hint 2 of 2: second",
    ]
    assert repr(check.wrong("no")) == "✗ wrong: no"
    assert isinstance(check.RIGHT, Finding)


LONG = "x" * 50_000


def stops_with_much_to_say(*arguments):
    raise ValueError(LONG)


class Talkative(int):
    """A number of many words."""

    def __repr__(self):
        return LONG

    __str__ = __repr__


@pytest.mark.slow
def test_what_is_long_is_shortened_whatever_is_given():
    """As an answer, as a part of one, as what a function returns, as what an error says."""
    much = [
        *(LONG, [LONG], {LONG}, {LONG: LONG}, [(LONG, LONG)], [(LONG, "a"), ("a", LONG)], [(LONG, LONG, LONG)]),
        *(Talkative(7), [Talkative(7)], [(Talkative(7), Talkative(7))], [(Talkative(7), Talkative(8))]),
        *({k: Talkative(77) for k in "iIHg"}, {"i": LONG, "H": LONG, "ring": LONG, "A": LONG}, {"A": [LONG], LONG: 1}),
        *({LONG: (LONG, {LONG: LONG})}, {"A": ("Max", {LONG: LONG})}, {"A": (LONG, {})}),
        *(stops_with_much_to_say, lambda *a: LONG, lambda *a: Talkative(9), lambda *a: [LONG], lambda *a: -(10**9)),
        type("Long", (Knight,), {"start": lambda self: LONG}),
        type("Long", (Knight,), {"outcome": lambda self, square: LONG}),
        type("Long", (Knight,), {"moves": lambda self, square: [LONG], "play": lambda self, square, move: LONG}),
    ]
    for k, (name, exercise) in enumerate(exercises().items()):
        for answer in much[k % 3 :: 3]:  # each exercise a third of them, its neighbours the others
            found = exercise(answer)
            assert found.state != State.NOT_ATTEMPTED
            assert len(found) < 2_500, (name, type(answer))


def test_a_strategy_that_stops_or_makes_no_move_is_shown_where():
    def stops(pile):
        raise KeyError(LONG)

    for strategy, said in (
        (stops, "  (5)\nthere your strategy stops with KeyError: 'xxx"),
        (lambda pile: endless(pile), "there your strategy calls itself for ever."),
        (lambda pile: LONG, "xxx' is no move: a move is a number; here 1, 2"),
    ):
        found = check.wins(Matches(6, (1, 2)), strategy, 5)
        assert said in found
        assert len(found) < 1_500
    assert check.wins(Matches(6, (1, 2)), stub, 5) is check.wins(Matches(6, (1, 2)), stub, 4)
    assert check.wins(Matches(6, (1, 2)), stub, 5).state == State.NOT_ATTEMPTED


def test_a_strategy_that_answers_otherwise_the_second_time_is_judged_by_the_first():
    answers = iter([3, 1, 1, 1, 1, 1])
    assert check.wins(Matches(3), lambda pile: next(answers), 3).state == State.RIGHT
    assert "give the strategy itself" in check.wins(Matches(3), 3, 3)


def test_a_finding_can_be_kept():
    finding = check.wrong("no")
    assert pickle.loads(pickle.dumps(finding)) == finding
    with pytest.raises(TypeError, match="at least one hint"):
        check.exercise()(lambda answer: check.RIGHT)
