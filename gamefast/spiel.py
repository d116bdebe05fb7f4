"""Any game of OpenSpiel with perfect information and one player moving at a time, as an
ExtensiveGame.

``SpielGame`` is loaded separately, because OpenSpiel is an extra: ``from gamefast.spiel import
SpielGame``. Source: Lanctot et al., OpenSpiel: a framework for reinforcement learning in games
(2019).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from gamelib.core import CHANCE, IllegalMove
from gamelib.packages import needs

#: The moves and throws that lead from the start to a position, as OpenSpiel names them.
Way = tuple[str, ...]

#: This many of OpenSpiel's states are kept, so that a position just reached need not be replayed
#: from the start.
KEPT = 4_096

#: OpenSpiel gives probabilities as floats; they are read as fractions with at most this
#: denominator.
DENOMINATOR = 100_000


@dataclass(frozen=True, slots=True, repr=False)
class After:
    """A position: what OpenSpiel draws, whose turn it is, the moves (``actions``, OpenSpiel's
    numbers for them), and what each player has ``got`` so far.

    ``way`` is one way to the position, whichever was used; two positions that differ only in their
    way are equal.
    """

    board: str
    turn: int | str | None
    actions: tuple[int, ...]
    got: tuple[Any, ...]
    way: Way = field(compare=False)

    def __repr__(self) -> str:
        return f"After({', '.join(map(repr, self.way))})"


@dataclass(frozen=True)
class SpielGame:
    """A game of OpenSpiel: by its name, with parameters if necessary, or as loaded by OpenSpiel.

    A move is OpenSpiel's string for it. If there are two players, no dice, and one player gains
    what the other loses, ``Alternating(SpielGame(...))`` is a Game for ``solve``, ``alphabeta`` and
    other solvers.

    What is a position? The moves that led to it are always enough. But then no two ways ever meet
    again, and a game of a few thousand positions has a million. So with ``merge`` a position is
    OpenSpiel's drawing of it, together with whose turn it is (Breakthrough and Quoridor do not draw
    that), the moves, and what each player has got so far. That is still too little if the past
    counts but is not drawn. This happens in oware, go, cursor_go and chinese_checkers, which forbid
    or count earlier positions. It also happens in banqi, maedn and morpion_solitaire, and wherever
    play is stopped after a number of moves. ``check_merging`` looks for such places. With
    ``merge=False`` a position is the tuple of the moves and throws that led to it, and nothing is
    lost. You may give such a tuple for a position in either case; ``after`` turns it into one of
    the game's own positions.

    Raises ModuleNotFoundError, saying what to install, if OpenSpiel is missing. Raises ValueError
    for an unknown name, and for a game with simultaneous moves, hidden information, or chance that
    is sampled and has no probabilities.

    >>> from gamefast import solve
    >>> from gamelib import Alternating
    >>> game = SpielGame("connect_four(rows=3,columns=4,x_in_row=3)")  # doctest: +SKIP
    >>> game.moves(game.after("x1", "o2"))  # doctest: +SKIP
    ['x0', 'x1', 'x2', 'x3']
    >>> print(solve(Alternating(game)).value())  # doctest: +SKIP
    1.0
    """

    name: Any
    merge: bool = True
    _game: Any = field(init=False, repr=False, compare=False)
    _states: dict[Way, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        game = _loaded(self.name) if isinstance(self.name, str) else self.name
        if not hasattr(game, "new_initial_state"):
            raise ValueError(
                f"{self.name!r} is not a game of OpenSpiel: give its name, as in 'tic_tac_toe'"
            )
        # The dataclass is frozen, so its fields are set in this way.
        self.__dict__.update(name=str(game).removesuffix("()"), _game=game, _states={})
        _refuse_others(self.name, game.get_type())

    def __reduce__(self) -> Any:
        return SpielGame, (self._game, self.merge)

    def start(self) -> Any:
        return self._position(self._game.new_initial_state(), ())

    def turn(self, position: Any) -> int | str | None:
        return position.turn if isinstance(position, After) else _turn(self._state(position))

    def moves(self, position: Any) -> list[str]:
        return list(_actions_by_name(self._state(position)))

    def play(self, position: Any, move: str) -> Any:
        state = self._state(position)
        actions = _actions_by_name(state)
        if not isinstance(move, str) or move not in actions:
            moves = ", ".join(map(repr, actions)) or "there is none"
            raise IllegalMove(f"{move!r} is not one of the moves: {moves}")
        return self._position(state.child(actions[move]), (*_way(position), move))

    def chances(self, position: Any) -> list[tuple[Fraction, Any]]:
        """What chance may do: each probability, and the position that follows."""
        state = self._state(position)
        names = {action: name for name, action in _actions_by_name(state).items()}
        chances = []
        for action, probability in state.chance_outcomes():
            way = (*_way(position), names[action])
            next_position = self._position(state.child(action), way)
            chances.append((_fraction(probability, self.name), next_position))
        return chances

    def payoffs(self, position: Any) -> tuple[Any, ...]:
        return position.got if isinstance(position, After) else _got(self._state(position))

    def text(self, position: Any) -> str:
        """OpenSpiel's drawing, and whose turn it is."""
        board = str(self._state(position)).rstrip("\n")
        turn = self.turn(position)
        if turn is None:
            words = "play is over"
        elif turn == CHANCE:
            words = "chance decides"
        else:
            words = f"player {turn} to move"
        return f"{board}\n{words}"

    def move_text(self, position: Any, move: str) -> str:
        return move

    def chance_text(self, position: Any, there: Any) -> str:
        """What chance has done between a position and the next, ``there``, in OpenSpiel's words."""
        state = self._state(position)
        for name, action in _actions_by_name(state).items():
            next_position = self._position(state.child(action), (*_way(position), name))
            if next_position == there:
                return name
        raise ValueError(f"no throw leads from {position!r} to {there!r}")

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is neither a position nor the moves that
        lead to one.
        """
        is_way = isinstance(position, tuple) and all(isinstance(move, str) for move in position)
        if not isinstance(position, After) and not is_way:
            raise ValueError(
                f"{position!r} is not a position of {self.name}: give the moves to it, as ('x', "
                "'y')"
            )
        self._state(position)  # raises IllegalMove if one of the moves is not there

    def after(self, *moves: str) -> Any:
        """The position after these moves and throws from the start; raises IllegalMove for an
        illegal move.
        """
        return self._position(self._state(moves), moves)

    def check_merging(self, max_positions: int = 5_000) -> int:
        """Look for two ways to one position after which play differs; return how many positions
        were looked at.

        Finding none does not prove that there are none, because play may differ only later. Raises
        ValueError, with the two ways, if merging is wrong for this game. At most ``max_positions``
        positions are visited, breadth first.

        >>> SpielGame("oware(num_houses_per_player=2,num_seeds_per_house=1)").check_merging()  # doctest: +SKIP
        Traceback (most recent call last):
        ValueError: ...
        """
        start = self._merged(self._state(()), ())
        options_of = {start: self._options(start)}
        queue = [start]  # grows while it is gone through
        for position in queue:
            for option in options_of[position]:
                # The options of ``option`` by this way to it. Another way may lead to an equal
                # position: then its options should be the same.
                options = self._options(option)
                if option not in options_of:
                    if len(options_of) < max_positions:
                        options_of[option] = options
                        queue.append(option)
                elif options != options_of[option]:
                    first = next(known for known in queue if known == option)
                    raise ValueError(
                        f"{self.name} does not draw all that matters: {first!r} and {option!r} "
                        "look the same, but play goes on differently. Use merge=False"
                    )
        return len(options_of)

    def _options(self, position: After) -> list[After]:
        """The options of a position, merged."""
        state = self._state(position)
        return [
            self._merged(state.child(action), (*position.way, name))
            for name, action in _actions_by_name(state).items()
        ]

    def _position(self, state: Any, way: Way) -> Any:
        """The position that stands for a state; the state is kept until there are KEPT of them."""
        if len(self._states) >= KEPT:
            self._states.clear()
        self._states[way] = state
        return self._merged(state, way) if self.merge else way

    def _merged(self, state: Any, way: Way) -> After:
        """The position that stands for a state, as OpenSpiel draws it; other ways may lead to an
        equal position.
        """
        actions = tuple(state.legal_actions())
        return After(str(state), _turn(state), actions, _got(state), way)

    def _state(self, position: Any) -> Any:
        """OpenSpiel's state at a position. It is taken from the states that are kept, or replayed
        from the state one move before, or else from the start. Raises IllegalMove.
        """
        way = _way(position)
        states = self._states
        if way in states:
            return states[way]
        before = way[:-1]
        if before and before in states:
            state = states[before].clone()  # a move changes a state, but the kept one must stay
            n_played = len(before)
        else:
            state = self._game.new_initial_state()
            n_played = 0
        for k in range(n_played, len(way)):
            actions = _actions_by_name(state)
            if way[k] not in actions:
                moves = ", ".join(map(repr, actions)) or "none, play is over"
                raise IllegalMove(
                    f"after {way[:k]!r} there is no move {way[k]!r}: there are {moves}"
                )
            state.apply_action(actions[way[k]])
        return states.setdefault(way, state)


def _loaded(name: str) -> Any:
    """The game that OpenSpiel has under a name; raises ValueError if the name is unknown or the
    game cannot be made.
    """
    spiel = needs("pyspiel", "spiel", "the games of OpenSpiel")
    known = spiel.registered_names()
    short = name.partition("(")[0].strip()  # without the parameters
    if short not in known:
        similar = get_close_matches(short, known, 3)
        if similar:
            hint = f"did you mean {' or '.join(similar)}?"
        else:
            hint = f"there are {', '.join(known[:5])} and others"
        raise ValueError(f"OpenSpiel has no game {short!r}: {hint}")
    try:
        return spiel.load_game(name)
    except Exception as error:  # its SpielError, which is a RuntimeError in some versions
        raise ValueError(
            f"OpenSpiel cannot make {name!r}: {' '.join(str(error).split())}"
        ) from None


def _refuse_others(name: str, kind: Any) -> None:
    """Raise ValueError, saying why, for a game that does not fit our protocol."""
    why = ""
    if kind.dynamics.name != "SEQUENTIAL":
        why = "moves are made at the same time there, but here players move in turn"
    elif kind.information.name != "PERFECT_INFORMATION":
        why = "a player does not see everything there, but here nothing is hidden"
    elif kind.chance_mode.name not in ("DETERMINISTIC", "EXPLICIT_STOCHASTIC"):
        why = "its chance is sampled, but here each outcome needs its probability"
    if why:
        raise ValueError(f"{name} of OpenSpiel is not for this course: {why}")


def _way(position: Any) -> Way:
    """The moves that led to a position."""
    return position.way if isinstance(position, After) else position


def _turn(state: Any) -> int | str | None:
    """Whose turn it is at a state: a player's number, CHANCE, or None if play is over."""
    if state.is_terminal():
        return None
    return CHANCE if state.is_chance_node() else int(state.current_player())


def _actions_by_name(state: Any) -> dict[str, int]:
    """The moves, or what chance may do: OpenSpiel's number (an action) for each name.

    The number is added to a name that is empty, or that an earlier move has.
    """
    actions: dict[str, int] = {}
    for action in state.legal_actions():
        name = state.action_to_string(action).strip()
        if name in actions or not name:
            name = f"{name} #{action}"
        actions[name] = action
    return actions


def _got(state: Any) -> tuple[Any, ...]:
    """What each player has got, with whole numbers as ints."""
    return tuple(int(gain) if gain == int(gain) else gain for gain in state.returns())


def _fraction(probability: float, name: str) -> Fraction:
    """The fraction that a float stands for; ``name`` is that of the game, for the error."""
    fraction = Fraction(probability).limit_denominator(DENOMINATOR)
    if abs(float(fraction) - probability) > 1e-13:  # more than rounding
        raise ValueError(
            f"a probability in {name} is {probability!r}, which is not a fraction of small whole "
            "numbers"
        )
    return fraction
