"""The gate: every function that takes a game checks it here, so that a mistake gets the same
message everywhere.

First: is this a game, and of which protocol (``a_game``, ``an_extensive_game``)? Is this one of its
positions (``position``)? Then, wherever play is followed: does the game give a result, moves and
chances that make sense (``outcome``, ``moves``, ``turn``, ``chances``, ``payoffs``)? Each error
names the class or the position, what the game has given there, and the cure. It is a TypeError for
something that is not a game, and a ValueError for a game that contradicts its protocol.

The functions are called as ``ask.moves(game, position)``, in the place of ``game.moves(position)``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, cast

import numpy as np

from gamelib import mistakes
from gamelib.core import CHANCE, ExtensiveGame, Game, NotImpartial, Outcome
from gamelib.diagnose import calls_to_reader

#: Numbers up to this size can be added as floats without overflow.
LARGEST = int(1e300)

#: A game that means "play goes on" sometimes gives an empty one of these instead of None.
COLLECTIONS = str, bytes, tuple, list, set, frozenset, dict


def hashable(thing: Any, what: str = "position") -> Any:
    """Return the position (or move); raise TypeError, saying what to do, if it cannot be a dict
    key.
    """
    try:
        hash(thing)
    except TypeError:
        raise TypeError(
            f"{what} {thing!r} cannot be a dict key: use tuples and strings, not lists"
        ) from None
    return thing


def is_exact(value: Any) -> bool:
    """Whether a value is a Fraction made of Python's own integers. (Those of numpy would overflow
    without an error.)
    """
    if type(value) is not Fraction:
        return False
    return type(value.numerator) is int and type(value.denominator) is int


def number(value: Any, what: str) -> Fraction:
    """Return a number as an exact Fraction; raise ValueError if it is not a number, or is too
    large.
    """
    if is_exact(value):
        exact = cast(Fraction, value)
    elif isinstance(value, Rational):
        exact = Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, float | np.floating) and isfinite(value):
        exact = Fraction(float(value))
    else:
        raise ValueError(
            f"{what} is {value!r}: it must be a finite number, an int, a float or a Fraction"
        )
    if abs(exact.numerator) > LARGEST * exact.denominator:  # |exact| > LARGEST, in whole numbers
        raise ValueError(f"{what} is too large: at most {LARGEST:.0e} in size")
    return exact


def listed(things: Any, what: str, instead: str) -> list[Any]:
    """Return ``things``, which a game has given, as a list; raise ValueError for a string, a dict or
    anything not iterable.

    For the error, ``what`` names the things in the plural, and ``instead`` says what to give.

    >>> listed((1, 2), "the moves at 7", "give a list of moves")
    [1, 2]
    """
    if isinstance(things, Iterable) and not isinstance(things, str | Mapping):
        return list(things)
    raise ValueError(f"{what} are {things!r}: {instead}")


def chosen_function(game: Any, name: str, choice: Any) -> Callable[..., Any] | None:
    """The method ``name`` of the game, or the function that the caller gives in its place, or None.

    If ``choice`` is True, this is the game's method; or None if the game has no method of this
    name (a field that cannot be called is none). If ``choice`` is False or None, this is None. A
    function is returned as it is. Raises TypeError for anything else.

    >>> chosen_function("a string", "upper", True)(), chosen_function("a string", "upper", False)
    ('A STRING', None)
    """
    if choice is True:
        method = getattr(game, name, None)
        return method if callable(method) else None
    if choice is None or choice is False:
        return None
    if not callable(choice):
        raise TypeError(
            f"{name}={choice!r}: give True (what the game offers), False (none) or a function"
        )
    return cast(Callable[..., Any], choice)


def whole(value: Any, name: str, least: int = 0) -> int:
    """Return a whole number of at least ``least`` (numpy's too) as an int; otherwise raise
    ValueError, with the name.

    >>> whole(np.int64(7), "games", least=1)
    7
    """
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_whole or value < least:
        raise ValueError(f"{name}={value!r}: give a whole number, {least} or more")
    return int(value)


def above_zero(value: Any, name: str) -> Any:
    """Return a number above 0; otherwise raise ValueError, with the name."""
    if not isinstance(value, int | float | np.number) or not value > 0:
        raise ValueError(f"{name}={value!r}: give a number above 0")
    return value


def source_of_chance(rng: Any) -> np.random.Generator:
    """Return the source of random numbers; otherwise raise TypeError, saying how to make one."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng={rng!r}: chance needs its source, rng=numpy.random.default_rng(1)")
    return rng


def strategy(player: Any, whose: str = "the strategy") -> Callable[[Any], Any]:
    """Return a function from position to move, such as a solver's answer; otherwise raise
    TypeError.
    """
    if isinstance(player, type) or not callable(player):
        raise TypeError(
            f"{whose} is {player!r}: give a function from position to move, or a solver's answer"
        )
    return cast(Callable[[Any], Any], player)


# Is this a game, and of which protocol? Is this a position of it?

GAME = ("start", "moves", "play", "outcome")
EXTENSIVE = ("start", "turn", "moves", "play", "payoffs")

#: By the name of a method: the functions without a body that the protocols' own classes have. A game
#: whose class is derived from ``Game`` inherits these, and has to write its own.
EMPTY = {
    method: [vars(kind)[method] for kind in (Game, ExtensiveGame) if method in vars(kind)]
    for method in {*GAME, *EXTENSIVE}
}

#: What to say if the game follows the other protocol.
FROM_EXTENSIVE = (
    "an ExtensiveGame, but a Game is wanted here. backward_induction takes it as it is; so do "
    "exact_values, "
    "chance_values and expectiminimax if it has two players; without dice, "
    "solve(Alternating(game)) and the others do "
    "as well"
)
FROM_GAME = (
    "a Game, but an ExtensiveGame is wanted here. solve, minimax and alphabeta take it as it is; "
    "Extensive(game) turns "
    "it into an ExtensiveGame"
)

#: What the methods are called elsewhere.
SLIPS = {
    "start": ("begin", "initial", "initial_state", "initial_position", "root", "new_game"),
    "moves": ("actions", "legal_moves", "legal_actions", "possible_moves", "options", "get_moves"),
    "play": ("move", "make_move", "apply", "step", "next", "next_state", "result_of", "do"),
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
    "payoffs": ("payoff", "returns", "rewards", "utility", "utilities", "scores", "outcome"),
}


def a_game(game: Any) -> Any:
    """Return the game if it follows the protocol ``Game``; otherwise raise TypeError, with the
    cure.
    """
    return _checked_protocol(
        game, GAME, wanted="a Game", other_methods=EXTENSIVE, if_other=FROM_EXTENSIVE
    )


def impartial(game: Any, part: str = "") -> Any:
    """Return the game if it declares that both players always have the same moves; otherwise raise
    NotImpartial.

    ``part``: if the game is a part of another, the words in the message that say so; they come
    before the name of its class.
    """
    if not getattr(a_game(game), "impartial", False):
        raise NotImpartial(
            f"{part}{type(game).__name__} does not say that both players always have the same "
            "moves. If they do, write "
            "impartial = True into its class; if not, it has no nimbers: use solve"
        )
    return game


def an_extensive_game(game: Any) -> Any:
    """Return the game if it follows the protocol ``ExtensiveGame``; otherwise raise TypeError, with
    the cure.
    """
    return _checked_protocol(
        game, EXTENSIVE, wanted="an ExtensiveGame", other_methods=GAME, if_other=FROM_GAME
    )


def _checked_protocol(
    game: Any,
    methods: tuple[str, ...],
    *,
    wanted: str,
    other_methods: tuple[str, ...],
    if_other: str,
) -> Any:
    """Return the game if it has all ``methods`` of a protocol; otherwise raise TypeError, with the
    cure.

    ``wanted``: the protocol in words, for the message. ``other_methods``: those of the other
    protocol; ``if_other`` is said of a game that has all of these.
    """
    if isinstance(game, type):
        raise TypeError(
            f"{game.__name__} is a class: make a game from it first, {game.__name__}(...)"
        )
    if hasattr(game, "is_directed"):  # a networkx graph
        raise TypeError(
            "a graph alone is not a game: solve(G) and nimbers(G) take it as it is, Token(G, "
            "vertex) makes it one"
        )
    missing = _missing_methods(game, methods)
    if not missing:
        return game
    if not _missing_methods(game, other_methods):
        raise TypeError(f"{type(game).__name__} is {if_other}")
    raise TypeError(_message_of_missing(game, missing, wanted, methods))


def a_graph(graph: Any, *, directed: bool) -> Any:
    """Return a networkx graph of the kind wanted; otherwise raise TypeError, with the cure."""
    if isinstance(graph, type) or not hasattr(graph, "is_directed"):
        wanted = "DiGraph" if directed else "Graph"
        raise TypeError(f"{type(graph).__name__} is not a graph: give a networkx {wanted}")
    if directed and not graph.is_directed():
        raise TypeError(
            "a game needs a directed graph: give a DiGraph, or G.to_directed() for moves both ways"
        )
    if not directed and graph.is_directed():
        raise TypeError(
            "cops and robber move along edges both ways: give an undirected graph, or "
            "G.to_undirected()"
        )
    return graph


def any_game(game: Any) -> Any:
    """Return a game of either protocol; otherwise raise TypeError, with the cure."""
    return an_extensive_game(game) if is_extensive(game) else a_game(game)


def is_extensive(game: object) -> bool:
    """Whether a game follows the protocol ExtensiveGame, or tries to, and not the protocol Game."""
    if _has(game, "outcome"):
        return False
    return _has(game, "turn") or _has(game, "payoffs")


def _has(game: object, method: str) -> bool:
    """Whether a game has this method itself, and not just the empty one of the protocol's class."""
    if not callable(getattr(game, method, None)):
        return False
    in_class = getattr(type(game), method, None)  # None if the game alone has it, not its class
    return in_class is None or not any(in_class is empty for empty in EMPTY[method])


def _missing_methods(game: object, methods: Iterable[str]) -> list[str]:
    """Those of the methods that a game does not have, in their order."""
    return [method for method in methods if not _has(game, method)]


def _message_of_missing(
    game: object, missing: list[str], wanted: str, methods: tuple[str, ...]
) -> str:
    """The message for something that lacks methods of a protocol. It is about the first of those
    missing, and names a method that may be this one under another name.

    ``wanted``: "a Game" or "an ExtensiveGame". ``methods``: all that this protocol needs.
    """
    from difflib import get_close_matches

    name = type(game).__name__
    first = missing[0]
    needs = ", ".join(methods)
    if len(missing) == len(methods):
        return f"{name} is not a game: {wanted} needs the methods {needs}"
    other_methods = [
        method
        for method in dir(game)
        if not method.startswith("_")
        and method not in methods
        and callable(getattr(game, method, None))
    ]
    slips = [method for method in other_methods if method in SLIPS[first]]
    if not slips:
        slips = get_close_matches(first, other_methods, n=1, cutoff=0.7)
    if slips:
        cure = f"rename {slips[0]}, if that is what it is"
    else:
        cure = f"write {first}(self, ...)"
    capitalized = wanted[0].upper() + wanted[1:]
    return f"{name} has no method {first}: {cure}. {capitalized} needs {needs}"


def position(game: Any, given: Any = None) -> Any:
    """Return the position ``given``, or the start if it is None; raise ValueError if it is not one
    of the game's.

    A game that can tell says so in ``check_position``. Of others only this is known: a position at
    which their own methods fail is none of theirs.
    """
    name = type(game).__name__
    start = hashable(game.start())
    if start is None:
        raise ValueError(f"start() of {name} gives None: a position is any other hashable value")
    if given is None:
        chosen = start
        notice_over(game, start)
    else:
        chosen = hashable(given)
    has_check = callable(getattr(game, "check_position", None))
    try:
        if has_check:
            game.check_position(chosen)
        elif given is not None and chosen != start:
            _try_rules_at(game, chosen)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        # A plain ValueError of ``check_position`` is what it has to raise, and says in the game's own
        # words what is wrong. Any other error (a subclass, too: a UnicodeError, for example) has
        # happened in the game's code by accident, so we say it in ours.
        if has_check and type(error) is ValueError:
            raise
        reason = f"({type(error).__name__}: {error})"
        if chosen == start:
            message = f"check_position of {name} fails at the start, {start!r} {reason}"
        else:
            message = f"{chosen!r} is not a position of {name} {reason}; one is {start!r}"
        raise ValueError(message) from None
    return chosen


def _try_rules_at(game: Any, position: Any) -> None:
    """Ask the rules at something that may not be a position. They return without a word, or raise
    an error, which shows that it is none.
    """
    if is_extensive(game):
        is_over = game.turn(position) is None
    else:
        is_over = game.outcome(position) is not None
    if not is_over:
        list(game.moves(position) or ())  # a generator fails only when it is run


def walk_starts(game: Any) -> list[Any]:
    """Where a walk begins if no position is given: at all positions that the game lists, or else at
    its start.
    """
    positions = getattr(game, "positions", None)
    return list(positions()) if callable(positions) else [position(game)]


def notice_over(game: Any, start: Any) -> None:
    """Warn if play seems to be over at the start, as a draw, although there are moves.

    The warning points to the line of the reader's own code that led here (``stacklevel``).
    """
    message = over_at(game, start)
    if message is not None:
        warnings.warn(message, stacklevel=calls_to_reader())


def over_at(game: Any, start: Any) -> str | None:
    """The warning for a game whose ``outcome`` gives 0 at the start although there are moves; None
    for any other game.
    """
    if is_extensive(game):
        return None
    with suppress(Exception):  # any error here comes again later, where it is reported
        value = game.outcome(start)
        is_draw = value is not None and result(value, start) == 0
        if is_draw and listed(game.moves(start), "the moves at the start", "give a list of moves"):
            return (
                f"outcome gave {value!r} (a draw) at the start, {start!r}, although there are "
                "moves: None means that play goes on"
            )
    return None


# What a game's methods return at a position.

#: Types of what is not taken for a move: an array cannot be compared, and None stands for no move.
NO_MOVES = frozenset({type(None), np.ndarray})

#: What chances to give instead.
PAIRS = "give a list of pairs (probability, position)"


def outcome(game: Any, position: Any) -> Any:
    """Return a Game's outcome at a position: None or a finite number. Raise ValueError for anything
    else.
    """
    value = game.outcome(position)
    if value is None or type(value) is Outcome:  # by far the most frequent: no more is asked
        return value
    return result(value, position)


def result(value: Any, position: Any) -> Any:
    """Return ``value``, the outcome at a terminal position, if it is a finite number; otherwise
    raise ValueError.
    """
    if type(value) is Outcome:
        return value
    is_empty_collection = isinstance(value, COLLECTIONS) and not value
    if isinstance(value, bool | np.bool_) or is_empty_collection:
        raise ValueError(
            f"the outcome of {position!r} is {value!r}: give None where play goes on, and WIN, "
            "DRAW, LOSS or a number, for the player to move, where it is over"
        )
    plain = _plain_number(value)
    # NaN is not between the two bounds, either.
    if not isinstance(plain, Real) or not -LARGEST <= plain <= LARGEST:  # type: ignore[operator]  # any number
        raise ValueError(
            f"the outcome of {position!r} is {value!r}: it must be a finite number, or WIN, DRAW, "
            "LOSS"
        )
    return plain


def _plain_number(value: Any) -> Any:
    """A numpy number as one of Python, and anything else as it is. Short numbers of numpy overflow,
    and unsigned ones cannot be negated.
    """
    return value.item() if isinstance(value, np.number) else value


def representative(game: Any, position: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return what a game says of a position's symmetry class, ``(rep, back)``: its representative,
    and the function from a move there to the move here. Raise ValueError for anything else.
    """
    pair = game.representative(position)
    if isinstance(pair, tuple | list) and len(pair) == 2 and callable(pair[1]):
        return pair[0], pair[1]
    raise ValueError(
        f"representative({position!r}) gives {pair!r}: give a pair (rep, back), where back(move) "
        "is the move here that move is at rep"
    )


def shape(game: Any) -> tuple[int, int]:
    """Return the rows and columns of a game's board if they are two whole numbers; otherwise raise
    ValueError.
    """
    pair = game.shape
    if (
        isinstance(pair, tuple | list)
        and len(pair) == 2
        and all(isinstance(size, int | np.integer) for size in pair)
    ):
        rows, columns = pair
        return int(rows), int(columns)
    raise ValueError(f"the shape of {type(game).__name__} is {pair!r}: give (rows, columns)")


def moves(game: Any, position: Any) -> list[Any]:
    """Return the moves where play goes on; raise ValueError if there are none, or if one is None or
    an array.
    """
    moves = game.moves(position)
    if type(moves) is not list:  # a list is usual, and is taken as it is
        moves = listed(moves, f"the moves at {position!r}", "give a list of moves")
    if not moves:
        if is_extensive(game):
            cure = "let turn say None where play is over"
        else:
            cure = "say in outcome who has won there"
        raise ValueError(
            f"position {position!r} has no move, but is not over: {cure}, or add the move (a pass "
            "is one)"
        )
    # All at once, which is fast, because this is asked at every position.
    if not NO_MOVES.isdisjoint(map(type, moves)):
        culprit = next(move for move in moves if type(move) in NO_MOVES)
        raise _not_a_move(position, culprit)
    return moves


def _not_a_move(position: Any, move: Any) -> ValueError:
    """The error for a move that is None or an array."""
    if move is None:
        return ValueError(
            f"None is one of the moves at {position!r}: take another value, such as 'pass'"
        )
    return ValueError(
        f"{move!r} is one of the moves at {position!r}: arrays cannot be compared; give tuples"
    )


def steps(game: Any, position: Any) -> list[tuple[Any, Any]]:
    """Pairs of a move and the position it leads to; at a chance node, pairs of a probability and a
    position; [] if play is over.
    """
    if is_extensive(game):
        player = turn(game, position, players=None)
        if player is None:
            return []
        if player == CHANCE:
            return list(chances(game, position))
    elif outcome(game, position) is not None:
        return []
    return [(move, played(game, position, move)) for move in moves(game, position)]


def played(game: Any, position: Any, move: Any) -> Any:
    """Return the position after a move; raise ValueError if ``play`` gives None, TypeError if it is
    not hashable.
    """
    next_position = game.play(position, move)
    if next_position is None:
        raise ValueError(
            f"play({position!r}, {move!r}) gives None: it must return the next position, and "
            "change nothing"
        )
    return hashable(next_position)


def turn(game: Any, position: Any, players: int | None = 2) -> Any:
    """Return whose turn it is: a player's number, CHANCE, or None if play is over; raise ValueError
    for anything else.

    ``players``: how many there are; None if that is not known.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> turn(OverwriteTicTacToe(2), ("X...", "O"))
    1
    """
    player = game.turn(position)
    if player is None or (isinstance(player, str) and player == CHANCE):
        return player
    is_number = isinstance(player, int | np.integer) and not isinstance(player, bool)
    if not is_number or player < 0 or (players is not None and player >= players):
        if players == 2:
            allowed = "0, 1 and CHANCE; backward_induction takes more"
        else:
            allowed = "0, 1, 2, ..., or CHANCE"
        raise ValueError(
            f"at {position!r} it is the turn of {player!r}: the players here are {allowed}"
        )
    return int(player)


def chances(game: Any, position: Any) -> list[tuple[Fraction, Any]]:
    """Return a chance node's outcomes, as pairs (probability, position), without those of
    probability 0; raise ValueError unless the probabilities add up to 1.
    """
    if not callable(getattr(game, "chances", None)):
        raise TypeError(
            f"at {position!r} chance decides, but {type(game).__name__} has no method chances: "
            "write one that gives "
            "the pairs (probability, position)"
        )
    pairs = game.chances(position)
    if type(pairs) is not list:
        pairs = listed(pairs, f"the chances at {position!r}", PAIRS)
    possible = []
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"{pair!r} is one of the chances at {position!r}: {PAIRS}")
        share, next_position = pair
        # The usual case, a Fraction from 0 to 1, needs no more; whole numbers are compared faster.
        if is_exact(share) and 0 <= share.numerator <= share.denominator:
            probability = share
        else:
            probability = _as_probability(share, position)
        if probability:
            possible.append((probability, hashable(next_position)))
    if not possible:
        raise mistakes.nothing_can_happen(position)
    first, *others = [probability for probability, _ in possible]
    total = sum(others, first)  # from the first, not from 0: an addition less at every chance node
    if total != 1:
        raise mistakes.wrong_total(position, total)
    return possible


def _as_probability(share: Any, position: Any) -> Fraction:
    """One probability as a Fraction; raise ValueError if it is negative, or no number."""
    probability = number(share, f"a probability at {position!r}")
    if probability.numerator < 0:
        raise ValueError(f"a probability at {position!r} is negative: {share}")
    return probability


def payoffs(game: Any, position: Any) -> tuple[Any, ...]:
    """Return each player's payoff when play is over, as the game says; raise ValueError unless all
    are numbers.
    """
    returned = game.payoffs(position)
    payoffs = listed(returned, f"the payoffs at {position!r}", "give a tuple of numbers")
    for payoff in payoffs:
        number(payoff, f"a payoff at {position!r}")  # only for its ValueError
    return tuple(payoffs)


def payoff(game: Any, position: Any) -> Fraction:
    """Return what player 0 gets when a game of two with payoffs that add up to 0 is over; otherwise
    raise ValueError.

    If there is only one payoff, player 0 is alone, perhaps against the dice.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> payoff(OverwriteTicTacToe(2), ("XX..", "O"))
    Fraction(1, 1)
    """
    payoffs = listed(
        game.payoffs(position), f"the payoffs at {position!r}", "give a pair of numbers"
    )
    if len(payoffs) not in (1, 2):
        raise ValueError(
            f"the payoffs at {position!r} are {payoffs!r}: here there are two players, a number "
            "for each"
        )
    numbers = [number(payoff, f"a payoff at {position!r}") for payoff in payoffs]
    if len(numbers) == 2 and sum(numbers) != 0:
        raise ValueError(
            f"the payoffs at {position!r}, {tuple(payoffs)!r}, do not add up to 0: what one player "
            "gets the other must lose. For other payoffs, use backward_induction"
        )
    return numbers[0]
