"""Is this a game, and of which protocol? Is this a position of it?"""

from __future__ import annotations

from collections.abc import Iterable
from inspect import getattr_static
from types import FunctionType
from typing import Any

from gamelib.ask.inputs import hashable
from gamelib.core import ExtensiveGame, Game
from gamelib.offers import offered

GAME = ("start", "moves", "play", "outcome")
EXTENSIVE = ("start", "turn", "moves", "play", "payoffs")

#: The methods as the protocols' own classes have them, without a body.
EMPTY = {m: [vars(kind)[m] for kind in (Game, ExtensiveGame) if m in vars(kind)] for m in {*GAME, *EXTENSIVE}}

#: What to say of a game of the other protocol.
FROM_EXTENSIVE = (
    "an ExtensiveGame, and a Game is wanted here. exact_values, chance_values and backward_induction take it as it is; "
    "without dice, solve(Alternating(game)) and the others do too"
)
FROM_GAME = (
    "a Game, and an ExtensiveGame is wanted here. solve, minimax and alphabeta take it as it is; Extensive(game) makes "
    "an ExtensiveGame of it"
)

#: What the methods are called elsewhere.
SLIPS = {
    "start": ("begin", "initial", "initial_state", "initial_position", "root", "new_game"),
    "moves": ("actions", "legal_moves", "legal_actions", "possible_moves", "options", "get_moves"),
    "play": ("move", "make_move", "apply", "step", "next", "next_state", "result_of", "do"),
    "outcome": ("result", "winner", "terminal", "is_over", "game_over", "score", "value", "payoff", "end"),
    "turn": ("player", "to_move", "current_player", "mover", "who"),
    "payoffs": ("payoff", "returns", "rewards", "utility", "utilities", "scores", "outcome"),
}


def a_game(game: Any) -> Any:
    """The game, if it speaks the protocol ``Game``; else TypeError, with the cure."""
    return _speaking(game, GAME, "a Game", EXTENSIVE, FROM_EXTENSIVE)


def an_extensive_game(game: Any) -> Any:
    """The game, if it speaks the protocol ``ExtensiveGame``; else TypeError, with the cure."""
    return _speaking(game, EXTENSIVE, "an ExtensiveGame", GAME, FROM_GAME)


def _speaking(game: Any, methods: tuple[str, ...], wanted: str, others: tuple[str, ...], way_over: str) -> Any:
    """The game, if it has the methods of the protocol that is wanted."""
    if isinstance(game, type):
        raise TypeError(f"{game.__name__} is a class: make a game of it first, {game.__name__}(...)")
    if hasattr(game, "is_directed"):
        raise TypeError(
            "a graph alone is no game: solve(G) and nimbers(G) take it as it is, Token(G, vertex) makes a game of it"
        )
    if missing := _missing(game, methods):
        if not _missing(game, others):
            raise TypeError(f"{type(game).__name__} is {way_over}")
        raise TypeError(_no_game(game, missing, wanted, methods))
    return game


def a_graph(graph: Any, *, directed: bool) -> Any:
    """A networkx graph of the kind wanted; else TypeError, with the cure."""
    if isinstance(graph, type) or not hasattr(graph, "is_directed"):
        kind = "DiGraph or a GameGraph, which GameGraph.of(game) makes of a game" if directed else "Graph"
        raise TypeError(f"{type(graph).__name__} is not a graph: give a networkx {kind}")
    if directed and not graph.is_directed():
        raise TypeError("a game needs a directed graph: give a DiGraph, or G.to_directed() for moves both ways")
    if not directed and graph.is_directed():
        raise TypeError("cops and robber move along edges both ways: give an undirected graph, or G.to_undirected()")
    return graph


def any_game(game: Any) -> Any:
    """The game, of either protocol; else TypeError, with the cure."""
    return an_extensive_game(game) if is_extensive(game) else a_game(game)


def is_extensive(game: object) -> bool:
    """Whether a game speaks the protocol of ExtensiveGame, or tries to, and not that of Game."""
    return not _has(game, "outcome") and (_has(game, "turn") or _has(game, "payoffs"))


def _has(game: object, method: str) -> bool:
    """Whether a game has a method of its own, and not the empty one of the protocol's class."""
    if not callable(getattr(game, method, None)):
        return False
    found = getattr(type(game), method, None)
    return found is None or not any(found is empty for empty in EMPTY[method])


def _missing(game: object, methods: Iterable[str]) -> list[str]:
    return [method for method in methods if not _has(game, method)]


def _no_game(game: object, missing: list[str], wanted: str, methods: tuple[str, ...]) -> str:
    """What to say of something that lacks methods of a protocol, and which of its names may be slips of the pen."""
    from difflib import get_close_matches

    name, first = type(game).__name__, missing[0]
    if len(missing) == len(methods):
        return f"{name} is not a game: {wanted} needs the methods {', '.join(methods)}"
    own = [m for m in dir(game) if not m.startswith("_") and m not in methods and callable(getattr(game, m, None))]
    slips = [m for m in own if m in SLIPS[first]] or get_close_matches(first, own, 1, 0.7)
    cure = f"rename {slips[0]}, if that is what it is" if slips else f"write {first}(self, ...)"
    needs = ", ".join(f"{m}" for m in methods)
    return f"{name} has no method {first}: {cure}. {wanted[0].upper()}{wanted[1:]} needs {needs}"


def arena(game: object) -> Any:
    """The game as arrays, if its class offers them, or somebody for exactly this class; None if not."""
    return _ready_made(game, "arena")


def walked_graph(game: object) -> Any:
    """The graph that a walk from the start would find, if that is offered likewise; None if not."""
    return _ready_made(game, "walked_graph")


def bitboard(game: object) -> Any:
    """The game's board as bits, for a compiled search, if that is offered likewise; None if not."""
    return _ready_made(game, "bitboard")


def _ready_made(game: object, name: str) -> Any:
    if isinstance(getattr_static(type(game), name, None), FunctionType):
        raise TypeError(
            f"{type(game).__name__}.{name} must be marked with @ready_made from gamelib.core, or a subclass with other "
            "rules would inherit it"
        )
    if hasattr(game, name):
        return getattr(game, name)()
    made = offered(name, game)
    return None if made is None else made(game)


def has_arena(game: object) -> bool:
    """Whether the game's class offers arrays, or somebody offers them for it; they are not made."""
    return hasattr(game, "arena") or offered("arena", game) is not None


def position(game: Any, given: Any = None) -> Any:
    """The position asked for, or the start; raises ValueError for what is none of the game's."""
    start = hashable(game.start())
    if start is None:
        raise ValueError(f"start() of {type(game).__name__} gives None: a position is any other hashable value")
    here = start if given is None else hashable(given)
    try:
        if hasattr(game, "check_position"):
            game.check_position(here)
        elif (
            given is not None
            and here != start
            and (game.turn(here) is not None if is_extensive(game) else game.outcome(here) is None)
        ):
            list(game.moves(here) or ())  # rules that stumble over it
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        if type(error) is ValueError and hasattr(game, "check_position"):
            raise
        raise ValueError(
            f"{here!r} is not a position of {type(game).__name__} ({type(error).__name__}: {error}); one is {start!r}"
        ) from None
    return here
