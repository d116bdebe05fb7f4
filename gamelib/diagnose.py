"""What is wrong with a game, in a sentence: for mistakes that Python reports in its own words.

If a solver ``with_diagnosis`` has failed, the game is asked anew, one question after another. If a
mistake is found, its sentence takes the place of Python's error.

Two mistakes would not make a solver fail, so they are looked for before it begins: a game that is
made for the engine, gamefast, and a start where the game says 0, a draw, although play goes on.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from difflib import get_close_matches
from functools import wraps
from inspect import signature
from itertools import islice
from typing import Any, ParamSpec, TypeVar

from gamelib import gate
from gamelib.core import CHANCE, ExtensiveGame, Game, is_extensive

GAME = ("start", "moves", "play", "outcome")
EXTENSIVE = ("start", "turn", "moves", "play", "payoffs")

#: How every solver begins its parameters.
FIRST_ARGUMENTS = ("game", "position")

#: The parameters by which a solver is told to begin somewhere else than at the start.
WHERE_TO_BEGIN = ("position", "positions")

#: How many positions are looked at when something has failed.
MOST_POSITIONS = 2_000

#: What Python or the gate raises if a game or a position is not what it should be.
ERRORS_OF_A_MISTAKE = (AttributeError, TypeError, LookupError, ValueError)

Given = ParamSpec("Given")
Result = TypeVar("Result")


def with_diagnosis(
    methods: tuple[str, ...],
) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """A decorator for solvers, whose errors then say in words what is wrong with the game.

    Before it begins, such a solver refuses a game made for the engine, and warns of a start that is
    drawn although play goes on.

    ``methods``: those of the protocol that the game must follow. The solver's first parameter is
    ``game``, and the second, if there is one, ``position``.
    """

    def decorate(solver: Callable[Given, Result]) -> Callable[Given, Result]:
        @wraps(solver)
        def run(*given: Given.args, **named: Given.kwargs) -> Result:
            arguments = {**dict(zip(FIRST_ARGUMENTS, given, strict=False)), **named}
            game = arguments.get("game")
            refuse_engine(solver.__name__, game)
            begins_elsewhere = any(arguments.get(name) is not None for name in WHERE_TO_BEGIN)
            if not begins_elsewhere:
                warn_of_drawn_start(game)
            try:
                return solver(*given, **named)
            except ERRORS_OF_A_MISTAKE as error:
                better = better_error(error, solver.__name__, arguments, methods)
                if better is None:
                    raise
                raise better from None

        return run

    return decorate


def warn_of_drawn_start(game: Any) -> None:
    """Warn the caller of a solver if play is over at the start, as a draw, although it goes on."""
    sentence = drawn_start(game)
    if sentence is not None:
        warnings.warn(sentence, stacklevel=calls_to_reader())


def calls_to_reader() -> int:
    """How many calls up the code stands that has called the packages: a warning belongs there.

    It is counted as ``warnings.warn`` counts, from the function that asks.
    """
    calls = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and is_of_packages(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
        calls += 1
    return calls


def is_of_packages(module: str) -> bool:
    """Whether a module, by its name, is one of gamelib or gamefast."""
    package, _, _ = module.partition(".")
    return package in ("gamelib", "gamefast")


def drawn_start(game: Any) -> str | None:
    """What is wrong if play is over at the start, as a draw, although there are moves."""
    try:
        start = game.start()
        outcome = gate.result(game, start)
        is_draw = outcome is not None and outcome == 0
        if not is_draw or not list(game.moves(start)):
            return None
    except Exception:  # a game may have no start, and other mistakes are told elsewhere
        return None
    return (
        f"outcome gave {outcome!r} (a draw) at the start, {start!r}, although there are moves: "
        "None means that play goes on"
    )


#: Solvers that gamefast has in a form of its own. Others it takes from here as they are.
FASTER = {
    *("solve", "alphabeta", "deepen", "mcts", "nimber", "nimbers", "winning_move"),
    *("exact_values", "chance_values", "strategy_improvement"),
}

#: Words that only solvers of gamefast know.
WORDS_OF_THE_ENGINE = ("keep", "max_edges")


def refuse_engine(solver: str, game: Any) -> None:
    """Raise TypeError, naming the import, for a game that is made for the engine.

    Such a game says so itself (``needs_engine = True``): here it would be walked position by
    position.
    """
    is_made_for_it = getattr(game, "needs_engine", False) and not isinstance(game, type)
    if is_made_for_it and solver in FASTER:
        raise TypeError(
            f"{type(game).__name__} is made for the engine: `from gamefast import {solver}`"
        )


def better_error(
    error: Exception, solver: str, arguments: dict[str, Any], methods: tuple[str, ...]
) -> Exception | None:
    """An error that says in words why a solver has failed; None if ``error`` says it already."""
    for word in WORDS_OF_THE_ENGINE:
        if word in arguments and solver in FASTER:
            return TypeError(f"{word}= is for the engine: `from gamefast import {solver}`")
    game = arguments.get("game")
    if is_graph(game) and not isinstance(error, AttributeError):
        return None  # the solver takes graphs, and says what is wrong with this one
    better = diagnose(game, arguments.get("position"), methods)
    if type(error) is ValueError and type(better) is ValueError:
        return None  # the gate or the solver has found a sentence itself
    return better


def diagnose(game: Any, position: Any = None, methods: tuple[str, ...] = GAME) -> Exception | None:
    """The error for the first mistake found in a game and a position of it; None if there is none.

    >>> print(diagnose("a text"))
    str is not a game: a Game needs the methods start, moves, play, outcome
    """
    if is_graph(game):
        return TypeError(
            "a graph alone is not a game: solve(G) and nimbers(G) take it as it is, "
            "Token(G, vertex) makes it one"
        )
    why_not = why_no_game(game, methods)
    if why_not is not None:
        return TypeError(why_not)
    return position_error(game, position) or hashing_error(game)


def is_graph(game: Any) -> bool:
    """Whether something is a networkx graph, or behaves like one."""
    return hasattr(game, "is_directed") and not isinstance(game, type)


def why_no_game(game: Any, methods: tuple[str, ...] = GAME) -> str | None:
    """Why something is not a game of the protocol with these methods; None if it is one."""
    if isinstance(game, type):
        return f"{game.__name__} is a class: make a game from it first, {game.__name__}(...)"
    missing = [method for method in methods if not has_method(game, method)]
    if not missing:
        return None
    name = type(game).__name__
    if methods == GAME:
        wanted = "Game needs"
        article = "a"
        others: tuple[str, ...] = EXTENSIVE
        is_other = EXTENSIVE_WHERE_GAME
    else:
        wanted = "ExtensiveGame needs"
        article = "an"
        others = GAME
        is_other = GAME_WHERE_EXTENSIVE
    if all(has_method(game, method) for method in others):
        return f"{name} is {is_other}"
    needs = f"{wanted} the methods {', '.join(methods)}"
    if len(missing) == len(methods):
        return f"{name} is not a game: {article} {needs}"
    if methods == GAME and is_partizan(game):
        return f"{name} is {PARTIZAN_WHERE_GAME}"
    first = missing[0]
    todo = advice(game, first, methods)
    return f"{name} has no method {first}: {todo}. {article.capitalize()} {needs}"


def is_partizan(game: Any) -> bool:
    """Whether a game seems to follow the protocol PartizanGame: ``moves`` is told the player."""
    if isinstance(game, type) or any(hasattr(game, method) for method in NOT_IN_PARTIZAN):
        return False
    if not all(has_method(game, method) for method in PARTIZAN):
        return False
    try:
        signature(game.moves).bind("position", "player")
    except (TypeError, ValueError):  # of a method with other arguments, or written in C
        return False
    return True


def check_partizan(game: Any) -> None:
    """Raise TypeError, in words, if something is not a PartizanGame.

    >>> check_partizan(7)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    TypeError: int is not a partizan game: a PartizanGame needs start, moves(position, player) and ...
    """
    if is_partizan(game):
        return
    name = type(game).__name__
    if isinstance(game, type):
        raise TypeError(
            f"{game.__name__} is a class: make a game from it first, {game.__name__}(...)"
        )
    if all(has_method(game, method) for method in GAME):
        raise TypeError(
            f"{name} is a Game, whose positions say who moves; what a position is worth can be said "
            "only if moves(position, player) and play(position, move, player) are told the player. "
            "If both players have the same moves, use nimber"
        )
    raise TypeError(
        f"{name} is not a partizan game: a PartizanGame needs start, moves(position, player) and "
        "play(position, move, player)"
    )


def protocol_of(game: Any) -> tuple[str, ...]:
    """The methods of the protocol that a game seems to follow."""
    return EXTENSIVE if is_extensive(game) else GAME


def has_method(game: Any, method: str) -> bool:
    """Whether a game has a method of its own, not just the empty one of the protocol's class."""
    if not callable(getattr(game, method, None)):
        return False
    of_class = getattr(type(game), method, None)  # None if it was given to this object alone
    empty = [vars(protocol).get(method) for protocol in (Game, ExtensiveGame)]
    return of_class is None or of_class not in empty


def advice(game: Any, missing: str, methods: tuple[str, ...]) -> str:
    """What to do about a missing method: rename one that may be meant, or write it."""
    names = [name for name in dir(game) if not name.startswith("_") and name not in methods]
    own = [name for name in names if callable(getattr(game, name, None))]
    meant = [name for name in own if name in OTHER_NAMES[missing]]
    if not meant:
        meant = get_close_matches(missing, own, n=1, cutoff=0.7)
    if meant:
        return f"rename {meant[0]}, if that is what it is"
    return f"write {missing}(self, ...)"


def position_error(game: Any, position: Any) -> Exception | None:
    """The error for something that is not a position of the game; None if it seems to be one."""
    if position is None:
        return None
    try:
        check_hashable(position)
    except TypeError as error:
        return error
    try:
        gate.begin(game, position)
        options_of(game, position)
    except (AttributeError, TypeError, LookupError) as error:
        why = f"{type(error).__name__}: {error}"
        return ValueError(
            f"{position!r} is not a position of {type(game).__name__} ({why}); one is "
            f"{game.start()!r}"
        )
    except ValueError as error:
        return error
    return None


def check_position_of(game: Any, position: Any) -> None:
    """Raise an error, in words, for what is not a position of a game."""
    error = position_error(game, position)
    if error is not None:
        raise error


def hashing_error(game: Any) -> Exception | None:
    """The error for a position that cannot be a dict key; None if there is none among the first.

    The game's own errors are left alone: Python says where they come from.
    """
    waiting = [game.start()]
    met = set()
    for position in islice(waiting, MOST_POSITIONS):  # the list grows while we walk along it
        try:
            check_hashable(position)
        except TypeError as error:
            return error
        if position in met:
            continue
        met.add(position)
        try:
            waiting.extend(options_of(game, position))
        except Exception:  # not for us to tell
            return None
    return None


def check_hashable(value: Any, kind: str = "position") -> None:
    """Raise TypeError for a position, or a value of another kind, that cannot be a dict key."""
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"{kind} {value!r} cannot be a dict key: use tuples and strings, not lists"
        ) from None


def options_of(game: Any, position: Any) -> list[Any]:
    """Where the moves of a game of either protocol lead, or the chances at a chance node.

    A wrong position often makes an ExtensiveGame give strange turns or payoffs. So the gate, which
    would blame the game for them, is not asked: Python's own error then shows that the position is
    wrong (``position_error``).
    """
    if hasattr(game, "outcome"):
        return [option for _, option in gate.options(game, position)]
    turn = game.turn(position)
    if turn is None:
        return []
    if turn == CHANCE:
        return [option for _, option in game.chances(position)]
    return [game.play(position, move) for move in game.moves(position)]


def check_protocol(game: Any, methods: tuple[str, ...] = GAME) -> None:
    """Raise TypeError, in words, if something is not a game of the protocol with these methods.

    >>> check_protocol(7)
    Traceback (most recent call last):
    TypeError: int is not a game: a Game needs the methods start, moves, play, outcome
    """
    if is_graph(game) or why_no_game(game, methods) is not None:
        raise diagnose(game, None, methods) or TypeError(f"{game!r} is not a game")


#: The methods of a PartizanGame, and those that show that a game is not one.
PARTIZAN = ("start", "moves", "play")
NOT_IN_PARTIZAN = ("outcome", "turn", "payoffs")

#: What to do with a game of another protocol.
PARTIZAN_WHERE_GAME = (
    "a PartizanGame, but a Game is wanted here. NormalPlay(game) lets Left and Right take turns, "
    "and makes it one; value(game) says what a position is worth"
)
EXTENSIVE_WHERE_GAME = (
    "an ExtensiveGame, but a Game is wanted here. backward_induction takes it as it is; so do "
    "exact_values, chance_values and expectiminimax if it has two players; without dice, "
    "solve(Alternating(game)) and the others do as well"
)
GAME_WHERE_EXTENSIVE = (
    "a Game, but an ExtensiveGame is wanted here. solve, minimax and alphabeta take it as it is; "
    "Extensive(game) turns it into an ExtensiveGame"
)

#: What to do with a game that does not declare ``impartial = True``.
NOT_IMPARTIAL = (
    "does not say that both players always have the same moves. If they do, write impartial = True "
    "into its class; if not, it has no nimbers: use solve"
)

#: What the methods of a game are called elsewhere.
OTHER_NAMES = {
    "start": ("begin", "initial", "initial_state", "initial_position", "root", "new_game"),
    "moves": (
        "actions",
        "legal_moves",
        "legal_actions",
        "possible_moves",
        "options",
        "get_moves",
    ),
    "play": (
        "move",
        "make_move",
        "apply",
        "step",
        "next",
        "next_state",
        "result_of",
        "do",
    ),
    "outcome": (
        "result",
        "winner",
        "terminal",
        "is_over",
        "game_over",
        "score",
        "value",
        "payoff",
        "end",
    ),
    "turn": ("player", "to_move", "current_player", "mover", "who"),
    "payoffs": (
        "payoff",
        "returns",
        "rewards",
        "utility",
        "utilities",
        "scores",
        "outcome",
    ),
}
