"""The exercises of lecture 02, games on graphs. ``options`` is a dict from each vertex to the list
of its options.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    GradingEnded,
    call,
    exercise,
    function,
    name_of,
    require,
    variant,
    wins,
    wrong,
    wrong_kind,
)
from gamecourse.grading.calls import Reply, brief, call_function, method, shorten, shown
from gamecourse.grading.comparing import differs
from gamecourse.grading.domains import Question
from gamecourse.grading.extract import names_of, one_way
from gamecourse.grading.feedback import agrees, note
from gamecourse.grading.inputs import Options, valued, without_cycles
from gamecourse.grading.plain import NotPlain, frozen, same
from gamelib import LOSS, Game, IllegalMove, Outcome
from gamelib.packages import needs

__all__ = ["BY_HAND"]

nx = needs("networkx", "graphs", "these exercises")

#: The graph to settle by hand; it has no cycles.
BY_HAND = {
    "a": "bc",
    "b": "de",
    "c": "ef",
    "d": "gh",
    "e": "g",
    "f": "hi",
    "g": "i",
    "h": "ij",
    "i": "",
    "j": "",
}


@exercise(
    "Begin where nobody can move: i and j are P-positions, because the previous player has won "
    "there.",
    "Go on with a vertex all of whose arrows lead to vertices that you have settled: g and h.",
    "A vertex with an arrow to a P-position is an N-position. A vertex all of whose arrows lead "
    "to N-positions is a "
    "P-position.",
)
def p_positions(answer: Any) -> Feedback:
    """The P-positions of the graph BY_HAND, as a set of letters."""
    given = names_of(answer, "a set of letters", BY_HAND, "a vertex of the graph")
    if not _misfits(BY_HAND, set(BY_HAND) - set(given)):
        return wrong(
            "These are the N-positions, won for the next player. The exercise asks for the "
            "P-positions."
        )
    for v in _misfits(BY_HAND, given):
        if v in given:
            return wrong(
                f"Look at {v} again. It is in your set, and so is a vertex to which an arrow "
                "leads from it."
            )
        return wrong(
            f"Look at {v} again. It is not in your set, and no arrow leads from it to a vertex of "
            "your set."
        )
    return RIGHT


def _misfits(options: dict[Any, Any], kernel: Collection[Any]) -> list[Any]:
    """Return the vertices that keep this from being a kernel, the last first: for BY_HAND, upwards
    from i and j.
    """
    return [v for v in reversed(options) if (v in kernel) == any(w in kernel for w in options[v])]


def _towers(most: int) -> Iterator[Question]:
    """Yield graphs of ``most`` vertices with more paths than anybody can follow, unless each vertex
    is settled once.
    """
    yield {v: [w for w in (v - 1, v - 2) if w >= 0] for v in range(most)}, most - 1
    yield {v: [w for w in (v - 2, v - 1) if w >= 0] for v in range(most)}, most - 1
    yield (
        {v: [v - 1, v - 2, 0] if v > 2 else [0] * (v > 0) for v in range(most)},
        most - 1,
    )  # only 0 is lost


@function(
    # There are enough small graphs to recognise a mistake before a tower takes too long.
    lambda: chain(without_cycles(2, 20, 90), _towers(100)),
    "A vertex is won if some option is not won. What should happen before you look at the options "
    "a second time?",
    "Keep a dict from vertex to `True` or `False`; look there first, and write into it before you "
    "return.",
    variant(
        "Your function says False everywhere: a vertex is won if some option is NOT won.",
        rule=lambda near: False,
    ),
    variant(
        "Your function asks for all options to be lost; one is enough.",
        rule=lambda near: bool(near) and not any(near),
    ),
    variant(
        "A player who cannot move has lost; your function takes that for won.",
        rule=lambda near: not near or not all(near),
    ),
    save_as="is_won",
)
def with_memory(
    options: Options, v: Any, rule: Callable[[list[Any]], bool] = lambda near: not all(near)
) -> bool:
    """is_won(options, v): whether the player to move wins at v on a graph without cycles, settling
    each vertex once.
    """
    return bool(valued(rule, options, v))


@dataclass(frozen=True)
class King:
    """A king on a chessboard steps left, down, or both; a player who cannot move loses. (0, 0) is
    the corner.
    """

    def start(self) -> tuple[int, int]:
        return 7, 7

    def moves(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        c, r = position
        return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

    def play(self, position: tuple[int, int], move: tuple[int, int]) -> tuple[int, int]:
        if move not in self.moves(position):
            raise IllegalMove(
                f"from {position} the king goes to {' or '.join(map(str, self.moves(position)))}"
            )
        return move

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        return None if self.moves(position) else LOSS


#: The methods that a game needs.
METHODS = ("start", "moves", "play", "outcome")

#: From the corner up, and back again: a game answers for the square that it is given, whatever it
#: was asked before.
_RISING = sorted(product(range(8), range(8)), key=sum)
_SQUARES = [*_RISING, *reversed(_RISING)]


@exercise(
    "A move may be anything; the simplest is the square to go to. Then play returns just that.",
    "moves must leave out what is off the board, and outcome speaks for the player TO MOVE: in "
    "the corner, LOSS.",
    questions=lambda: _SQUARES,
)
def king(answer: Any) -> Feedback:
    """The game of the king, written as a class with the four methods of a game; a position is
    (column, row).
    """
    game = call(answer, who=f"{name_of(answer)}()", as_it_is=True) if callable(answer) else answer
    missing = call(lambda: [name for name in METHODS if not _is_there(game, name)], who="your game")
    if len(missing) == len(METHODS):
        raise wrong_kind(f"a class with the methods {', '.join(METHODS)}", game)
    if missing:
        return wrong(
            f"Your game has no method {missing[0]} of its own. It needs {', '.join(METHODS)}."
        )
    _place("start()", call(method(game, "start"), who="start()"), (7, 7))
    for column, row in _SQUARES:
        _outcome(game, (column, row))
        _steps(game, (column, row))
    return RIGHT


def _is_there(game: Any, name: str) -> bool:
    """Return whether the game has this method, and not only the empty one of ``Game``."""
    return callable(getattr(game, name, None)) and getattr(type(game), name, None) is not getattr(
        Game, name
    )


def _alike(game: Any, name: str) -> str:
    """Return what to say if a method that is wrong somewhere returns the same everywhere."""
    replies = [call_function(method(game, name), (square,)) for square in _SQUARES]
    if any(reply.stopped or not same(reply.value, replies[0].value) for reply in replies):
        return ""
    return (
        f" Your {name} says the same of every square: does it look at the square that it is given?"
    )


def _place(who: str, found: Any, due: tuple[int, int]) -> None:
    """Tell what is wrong with a position that a method has returned."""
    require(agrees(found, due, who), differs(Reply(found), due, who))
    if isinstance(found, list):
        note(
            f"{who} is {brief(found)}. A position has to be a tuple, {due}: a list cannot stand "
            "in a dict or a set."
        )


def _outcome(game: Any, square: tuple[int, int]) -> None:
    """Tell what is wrong with the outcome at a square."""
    due, who = King().outcome(square), f"outcome({square})"
    found = call(method(game, "outcome"), square, who=who)
    if not agrees(found, due, who):
        raise GradingEnded(
            wrong(differs(Reply(found), due, who, "play goes on") + _alike(game, "outcome"))
        )


def _steps(game: Any, square: tuple[int, int]) -> None:
    """Tell what is wrong with where the moves from a square lead."""
    due = sorted(King().moves(square))
    if not due:  # play is over there, and nobody asks
        return
    who = f"moves({square})"
    moves = call(method(game, "moves"), square, who=who, what="a list of moves")
    said = f"{who} is {shown(moves)}"
    require(
        isinstance(moves, list | tuple | set | NotPlain | dict),
        f"{said}; it should be a list of moves.",
    )
    if isinstance(moves, NotPlain | dict):
        note(f"{said}. Make a list of it.")
    found = call(method(game, "plays"), square, who=f"play({square}, ...)")
    comes = f"From {square} your king moves to {brief(sorted(found, key=repr))}"
    if not same(set(map(frozen, found)), set(due)):
        raise GradingEnded(wrong(f"{comes}; it should be {due}.{_alike(game, 'moves')}"))
    require(len(found) == len(due), f"{comes}: one of them is there more than once.")
    for to in found:
        _place(f"play({square}, ...)", to, next(d for d in due if same(to, d)))


@exercise(
    "Settle the squares near the corner by hand: (0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2). "
    "Which are lost?",
    "Leave your opponent a square both of whose numbers are even.",
)
def lead_the_king(answer: Any) -> Feedback:
    """A strategy, square -> square to go to, that wins with the king on (7, 6) against
    everybody.
    """
    return wins(King(), answer, (7, 6))


@exercise(
    "In a kernel no arrow leads from a member to a member, and each vertex outside has an arrow "
    "to a member.",
    "A cycle of three vertices has no kernel, but only one arrow from each vertex. Which graphs "
    "have an arrow between "
    "any two vertices, one way or the other?",
    "If there is an arrow between any two vertices, a kernel has only one member. When is there "
    "none?",
)
def no_kernel(answer: Any) -> Feedback:
    """Arrows, as pairs, of a graph without a kernel: at most 6 vertices, two arrows or more from
    each, no opposites.
    """
    G = one_way(answer, 6)
    for v in G:
        require(
            len(G[v]) >= 2,
            f"The number of arrows from {brief(v)} is {len(G[v])}. It should be at least 2.",
        )
    options = nx.to_dict_of_lists(G)
    sets = chain.from_iterable(combinations(G, size) for size in range(len(G) + 1))
    kernel = next((vertices for vertices in sets if not _misfits(options, vertices)), None)
    if kernel is None:
        return RIGHT
    return wrong(f"{{{shorten(', '.join(map(str, kernel)))}}} is a kernel of your graph.")
