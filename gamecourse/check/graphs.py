"""The exercises of lecture 02, games on graphs. ``options`` is a dict from each vertex to the list
of its options.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
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
    mistake,
    name_of,
    require,
    wins,
    wrong,
    wrong_kind,
)
from gamecourse.grading.calls import (
    Reply,
    brief,
    call_function,
    is_filled_again,
    method,
    shorten,
    shown,
)
from gamecourse.grading.comparing import differs
from gamecourse.grading.domains import Graphs, Options, Question
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import names_of, one_way
from gamecourse.grading.feedback import agrees, note
from gamecourse.grading.games import longest, valued
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

    A member of a kernel has no option in it, and every other vertex has one.
    """
    return [v for v in reversed(options) if (v in kernel) == any(w in kernel for w in options[v])]


#: The graphs of the exercise "with memory".
GRAPHS = Graphs(100, cycles=False, widest=19, repeated=True)

#: In graphs of at most so many vertices all are asked about, and six in graphs of at most so many.
ALL_ASKED, SIX_ASKED = 4, 10


def _some_vertices(options: Options, rng: Draws) -> Iterator[Question]:
    """Yield the graph with its vertices; if there are many, with the two from which play can last
    longest, the one with most options, and perhaps the first, the last, and any other.
    """
    vertices = list(options)
    if len(vertices) > ALL_ASKED:
        others = []
        any_vertex = rng.choice(vertices)
        if len(vertices) <= SIX_ASKED:
            others = [vertices[0], vertices[-1], any_vertex]
        longest_first = sorted(options, key=lambda v: -longest(options, v))
        widest = max(vertices, key=lambda v: len(options[v]))
        vertices = [*longest_first[:2], widest, *others]
    yield from ((options, v) for v in dict.fromkeys(vertices))


@mistake("Your function says False everywhere: a vertex is won if some option is NOT won.")
def never_won(options: Options, v: Any) -> bool:
    """Return what is found if a vertex is won by a won option."""
    return False


@mistake("Your function asks for all options to be lost; one is enough.")
def won_if_all_are_lost(options: Options, v: Any) -> bool:
    """Return what is found if a vertex is won only if all its options are lost."""
    return bool(valued(lambda won: bool(won) and not any(won), options, v))


@mistake("A player who cannot move has lost; your function takes that for won.")
def won_at_the_end(options: Options, v: Any) -> bool:
    """Return what is found if a player who cannot move has won."""
    return bool(valued(lambda won: not won or not all(won), options, v))


@mistake("Your function follows the shortest way to the end, but your opponent need not take it.")
def won_by_the_shortest_way(options: Options, v: Any) -> bool:
    """Return whether the shortest way to the end has an odd number of moves."""
    shortest = valued(lambda moves: 1 + min(moves, default=-1), options, v)  # 0 at the end
    return bool(shortest % 2)


@mistake("Your function follows the longest way to the end, but nobody need take it.")
def won_by_the_longest_way(options: Options, v: Any) -> bool:
    """Return whether the longest way to the end has an odd number of moves."""
    return longest(options, v) % 2 == 1


@function(
    GRAPHS.asking(_some_vertices),
    "A vertex is won if some option is not won. What should happen before you look at the options "
    "a second time?",
    "Keep a dict from vertex to `True` or `False`; look there first, and write into it before you "
    "return.",
    mistakes=[
        never_won,
        won_if_all_are_lost,
        won_at_the_end,
        won_by_the_shortest_way,
        won_by_the_longest_way,
    ],
    save_as="is_won",
)
def with_memory(options: Options, v: Any) -> bool:
    """is_won(options, v): whether the player to move wins at v on a graph without cycles, settling
    each vertex once.
    """
    won: dict[Any, bool] = {}

    def settle(u: Any) -> bool:
        if u not in won:
            won[u] = any(not settle(w) for w in options[u])
        return won[u]

    return settle(v)


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
    # By ``call``, because looking a method up may run the student's code.
    missing = call(lambda: [name for name in METHODS if not _is_there(game, name)], who="your game")
    if len(missing) == len(METHODS):
        raise wrong_kind(f"a class with the methods {', '.join(METHODS)}", game)
    if missing:
        return wrong(
            f"Your game has no method {missing[0]} of its own. It needs {', '.join(METHODS)}."
        )
    _require_position("start()", call(method(game, "start"), who="start()"), (7, 7))
    for square in _SQUARES:
        _require_outcome(game, square)
        _require_steps(game, square)
    _require_no_steps(game, (0, 0))
    _require_new_lists(game)
    # A game that keeps the position to itself has another start by now.
    start_again = call(method(game, "start"), who="start()")
    _require_position("start(), after moves have been played,", start_again, (7, 7))
    return RIGHT


def _is_there(game: Any, name: str) -> bool:
    """Return whether the game has this method, and not only the empty one of ``Game``."""
    return callable(getattr(game, name, None)) and getattr(type(game), name, None) is not getattr(
        Game, name
    )


def _remark_if_always_alike(game: Any, name: str) -> str:
    """A further sentence about a method that is wrong somewhere: that it returns the same everywhere;
    "" if it does not.
    """
    replies = [call_function(method(game, name), (square,)) for square in _SQUARES]
    if any(reply.stopped or not same(reply.value, replies[0].value) for reply in replies):
        return ""
    return (
        f" Your {name} says the same of every square: does it look at the square that it is given?"
    )


def _require_position(who: str, given: Any, right: tuple[int, int]) -> None:
    """End the grading, and say why, if a method has returned a wrong position; ``who`` names the
    call.
    """
    require(agrees(given, right, who), differs(Reply(given), right, who))
    if isinstance(given, list):
        note(
            f"{who} is {brief(given)}. A position has to be a tuple, {right}: a list cannot stand "
            "in a dict or a set."
        )


def _require_outcome(game: Any, square: tuple[int, int]) -> None:
    """End the grading, and say why, if the outcome at a square is wrong."""
    right = King().outcome(square)
    who = f"outcome({square})"
    given = call(method(game, "outcome"), square, who=who)
    if not agrees(given, right, who):
        difference = differs(Reply(given), right, who, "play goes on")
        raise GradingEnded(wrong(difference + _remark_if_always_alike(game, "outcome")))


def _require_steps(game: Any, square: tuple[int, int]) -> None:
    """End the grading, and say why, if the moves from a square lead to wrong squares."""
    right = sorted(King().moves(square))
    if not right:  # the corner, for which there is _require_no_steps
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
    reached = call(method(game, "plays"), square, who=f"play({square}, ...)")
    your_king = f"From {square} your king moves to {brief(sorted(reached, key=repr))}"
    if not same(set(map(frozen, reached)), set(right)):
        raise GradingEnded(
            wrong(f"{your_king}; it should be {right}.{_remark_if_always_alike(game, 'moves')}")
        )
    require(len(reached) == len(right), f"{your_king}: one of them is there more than once.")
    for to in reached:
        same_square = next(r for r in right if same(to, r))
        _require_position(f"play({square}, ...)", to, same_square)  # which notes a list for a tuple


def _require_new_lists(game: Any) -> None:
    """End the grading, and say why, if the list of moves from one square changes when the game is
    asked for those from another.
    """
    first, second = (7, 7), (7, 0)
    require(
        not is_filled_again(method(game, "moves"), (first,), (second,)),
        f"The list that moves({first}) has returned is another one after moves({second}): make a "
        "new list in each call.",
    )


def _require_no_steps(game: Any, square: tuple[int, int]) -> None:
    """End the grading, and say why, if there are moves where play is over."""
    who = f"moves({square})"
    reached = call(method(game, "plays"), square, who=who)
    if reached:
        raise GradingEnded(
            wrong(
                f"From {square} your king moves to {brief(reached)}. Play is over there, so {who} "
                "should be an empty list."
            )
        )


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
