"""The exercises of lecture 02, games on graphs. ``options`` is a dict: for each vertex the list of its options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from gamecourse.check import RIGHT, Finding, Mistakes, Told, call, compare, exercise, give, name_of, wins, wrong
from gamecourse.check.machinery.asked import Reply, brief, method, plays, shorten
from gamecourse.check.machinery.comparing import differs
from gamecourse.check.machinery.inputs import Options, valued, without_cycles
from gamecourse.check.machinery.plain import is_pair, same
from gamecourse.check.machinery.reading import names_of, pairs
from gamelib import LOSS, WIN, Game, IllegalMove, Outcome, solve
from gamelib.machine import needs

__all__ = ["BY_HAND"]

nx = needs("networkx", "graphs", "these exercises")

#: The graph to be settled by hand: no cycles.
BY_HAND = {"a": "bc", "b": "de", "c": "ef", "d": "gh", "e": "g", "f": "hi", "g": "i", "h": "ij", "i": "", "j": ""}


@exercise(
    "Begin where nobody can move: i and j are P-positions, for the previous player has won there.",
    "Go on with a vertex all of whose arrows lead to vertices that you have settled: g and h.",
    "An arrow to a P-position makes an N-position. Where all arrows lead to N-positions, or there is none, it is a P.",
)
def p_positions(answer: Any) -> Finding:
    """The P-positions of the graph BY_HAND, as a set or a list of letters."""
    given = names_of(answer, "a set of letters", BY_HAND, "a vertex of the graph")
    solution = solve(nx.DiGraph({v: list(row) for v, row in BY_HAND.items()}))
    right = {v for v in BY_HAND if solution[v].outcome == LOSS}
    if set(given) == set(BY_HAND) - right:
        return wrong("those are the N-positions, won for the next player: asked for are the others")
    for v in reversed(BY_HAND):  # from the ends up: the first mistake is the cause of others
        if (v in given) != (v in right):
            return wrong(f"look at {v} again. {solution.explain(v)}" if v in given else f"{v} is a P-position, too")
    return RIGHT


@exercise(
    "Won, if some option is not won. What should happen before you look at the options a second time?",
    "Keep a dict from vertex to True or False; look there first, and write into it before you return.",
)
def with_memory(answer: Any) -> Finding:
    """is_won(options, v): whether the player to move wins at v; no cycles; each vertex to be settled only once."""

    mistakes: Mistakes = {
        "It never says True: should it be won if some option is NOT won?": lambda options, v: False,
        "It wants all options to be lost; one is enough": partial(valued, lambda near: near != [] and not any(near)),
        "Who cannot move has lost; to you an end looks won": partial(valued, lambda near: not near or not all(near)),
    }
    rungs = 100
    ladder = {v: [w for w in (v - 1, v - 2) if w >= 0] for v in range(rungs)}, rungs - 1

    def shown(options: Options, v: Any) -> str:
        return f"a ladder of {rungs} rungs, {v}" if len(options) == rungs else f"{options}, {v!r}"

    def late(options: Options, v: Any) -> Finding:
        said = f"on a ladder of {rungs} rungs your function comes to the same vertices again and again"
        return wrong(f"{said}, and settles them anew each time: it forgets")

    right = partial(valued, lambda near: not all(near))
    return compare(answer, right, without_cycles(2, 6, 8, 0.5), shown, mistakes, beyond=[ladder], late=late)


@dataclass(frozen=True)
class King:
    """A king on a chessboard steps left, down, or both; who cannot move loses. (0, 0) is the corner he comes to."""

    column: int = 7
    row: int = 7

    def start(self) -> tuple[int, int]:
        return self.column, self.row

    def moves(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        c, r = position
        return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

    def play(self, position: tuple[int, int], move: tuple[int, int]) -> tuple[int, int]:
        if move not in self.moves(position):
            raise IllegalMove(f"from {position} the king goes to {' or '.join(map(str, self.moves(position)))}")
        return move

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        return None if self.moves(position) else LOSS


#: What a game needs, and with how many arguments each is called.
METHODS = ("start", "moves", "play", "outcome")


@exercise(
    "A move may be anything; simplest is the square to go to. Then play returns just that.",
    "moves must leave out what is off the board, and outcome speaks for the player TO MOVE: in the corner, LOSS.",
)
def king(answer: Any) -> Finding:
    """The game of the king, written as a class with the four methods of a game, position (column, row)."""
    game = call(answer, who=f"{name_of(answer)}()", keep=True) if callable(answer) else answer
    missing = call(lambda: [name for name in METHODS if not _is_there(game, name)], who="your game")
    if len(missing) == len(METHODS):
        raise give(f"a class with the methods {', '.join(METHODS)}", game)
    if missing:
        return wrong(f"your game has no method {missing[0]} of its own; it needs {', '.join(METHODS)}")
    _place("start()", call(method(game, "start"), who="start()"), (7, 7))
    for square in sorted(((c, r) for c in range(8) for r in range(8)), key=sum):
        _outcome(game, square)
        _steps(game, square)
    return RIGHT


def _is_there(game: Any, name: str) -> bool:
    """Whether a method is written, and not only inherited empty from ``Game``."""
    return callable(getattr(game, name, None)) and getattr(type(game), name, None) is not getattr(Game, name)


def _place(who: str, found: Any, due: tuple[int, int]) -> None:
    """Tell what is wrong with a position that a method has returned."""
    if not same(found, due):
        raise Told(wrong(differs(Reply(found), due, who)))
    if not isinstance(found, tuple) or not all(isinstance(part, int) for part in found):
        raise Told(wrong(f"{who} is {brief(found)}: a position has to be a tuple of two whole numbers, {due}"))


def _outcome(game: Any, square: tuple[int, int]) -> None:
    """Tell what is wrong with the outcome at a square."""
    due, who = King().outcome(square), f"outcome({square})"
    found = call(method(game, "outcome"), square, who=who, what="LOSS" if due is not None else "")
    if same(found, due):
        return
    if isinstance(found, str) and due is not None:
        raise Told(wrong(f"{who} is a text, {brief(found)}: return LOSS itself, as it is imported"))
    if due is None:
        raise Told(wrong(f"{who} is {brief(found)}, it should be None: play goes on there"))
    why = ": who is to move there cannot, and has lost" if same(found, WIN) else ""
    raise Told(wrong(f"{who} is {brief(found)}, it should be LOSS{why}"))


def _steps(game: Any, square: tuple[int, int]) -> None:
    """Tell what is wrong with where the moves from a square lead."""
    due = sorted(King().moves(square))
    if not due:  # play is over there, and nobody asks
        return
    moves = call(method(game, "moves"), square, who=f"moves({square})", what="a list of moves")
    if not isinstance(moves, list | tuple | set | dict):
        raise Told(wrong(f"moves({square}) is {brief(moves)}, it should be a list of moves"))
    found = call(plays, game, square, who=f"play({square}, ...)")
    if None in found:
        raise Told(wrong(f"play({square}, ...) returns nothing (None), it should be a square: is a return missing?"))
    comes = f"from {square} your king comes to {brief(sorted(found, key=repr))}"
    if not same(found, set(due)):
        squares = [to for to in found if is_pair(to)]
        off = [to for to in squares if any(isinstance(k, int) and k < 0 for k in to)]
        where = f": {brief(off[0])} is not on the board" if off else ""
        raise Told(wrong(f"{comes}, it should be {due}{where}"))
    if len(found) != len(due):
        raise Told(wrong(f"{comes}: one of them more than once"))
    for to in found:
        _place(f"play({square}, ...)", to, next(d for d in due if same(to, d)))


@exercise(
    "Settle the squares near the corner by hand: (0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2). Which are lost?",
    "Leave him a square with both numbers even.",
)
def lead_the_king(answer: Any) -> Finding:
    """A strategy, square -> square to go to, that wins with the king on (7, 6) against everybody."""
    return wins(King(), answer, (7, 6))


@exercise(
    "In a kernel no arrow leads from a member to a member, and each vertex outside has an arrow to a member.",
    "Without cycles there is always one, the P-positions. So try a cycle. Of how many vertices?",
)
def no_kernel(answer: Any) -> Finding:
    """The arrows, as pairs, of a graph of at most 6 vertices that has no kernel."""
    arrows = pairs(answer, "a list of pairs (from, to)")
    G = nx.DiGraph(arrows)
    if not 1 <= len(G) <= 6:
        return wrong(f"your graph has {len(G)} vertices; 1 to 6 are allowed")
    for size in range(len(G) + 1):
        for kernel in combinations(G, size):
            if all((v in kernel) != any(w in kernel for w in G[v]) for v in G):
                return wrong(f"{{{shorten(', '.join(map(str, kernel)))}}} is a kernel of your graph")
    return RIGHT
