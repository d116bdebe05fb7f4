"""The contract of a game: ``check_game`` asks whether a game that you have written keeps it.

Everything is asked twice, and what the game offers beyond its rules is compared with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from math import inf
from numbers import Integral
from traceback import walk_tb
from typing import Any

from gamelib import gate
from gamelib.adapters import representative
from gamelib.alphabeta import gives_each_once
from gamelib.answers import DRAWN
from gamelib.arguments import bounds_at, is_list_like, score_at
from gamelib.core import CHANCE, TooLarge, is_extensive
from gamelib.diagnose import (
    check_hashable,
    check_position_of,
    check_protocol,
    drawn_start,
    protocol_of,
)
from gamelib.hidden_state import Answers, answers_at, ask_again, asked
from gamelib.induction import missing_payoff
from gamelib.perspective import check_perspective
from gamelib.retrograde import settle

#: The results of a Game in words: the player to move has won, drawn or lost.
IN_WORDS = {1: "won", 0: "drawn", -1: "lost"}

#: How many moves are played to look for a terminal position.
MOST_MOVES = 1_000

#: At about how many positions the capabilities are compared with the rules.
SAMPLE = 400


@dataclass(frozen=True)
class GameReport:
    """What was checked and found in order.

    Attributes
    ----------
    positions
        How many positions were visited.
    complete
        Whether the game has no others.
    checked
        The rules, and the capabilities that were compared with them.
    ends
        How play ends, in words. If that is not what you meant, the outcomes are for the wrong
        player.
    """

    positions: int
    complete: bool
    checked: tuple[str, ...]
    ends: str

    def __str__(self) -> str:
        which = "all" if self.complete else "the nearest to the start"
        checked = ", ".join(self.checked)
        return f"{self.positions:,} positions, {which}: {checked} in order; {self.ends}"


@dataclass
class Survey:
    """The positions of a game that were visited.

    ``ends``: those at which play is over. ``complete``: whether the game has no other positions.
    """

    game: Any
    positions: list[Any]
    ends: list[Any] = field(default_factory=list)
    complete: bool = True

    @property
    def start(self) -> Any:
        return self.positions[0]

    @property
    def sample(self) -> list[Any]:
        """A few hundred of the positions, evenly spread."""
        return self.positions[:: 1 + len(self.positions) // SAMPLE]


def check_game(game: Any, position: Any = None, *, max_positions: int = 5_000) -> GameReport:
    """Check that a game, of either protocol, keeps its contract, and report what was checked.

    Positions are hashable, and neither looking nor playing changes them. Asked twice, a game gives
    the same answer in the same order. If play is not over, there is a move; probabilities add up to
    1. What the game offers beyond its rules is compared with them: ``text``, ``move_text``,
    ``shape``, ``cell_of``, ``cells_of``, ``representative``, ``order``, ``evaluate``. If all
    positions could be visited, ``bounds`` are compared with the values.

    Parameters
    ----------
    game
        A Game or an ExtensiveGame.
    position
        Where to begin; the start if none is given.
    max_positions
        How many positions are visited, breadth first.

    Returns
    -------
    GameReport
        How many positions were visited, whether the game has no others, what was checked, and how
        play ends.

    Raises
    ------
    TypeError
        For anything that is not a game, naming the missing method.
    AssertionError
        If the contract is broken, naming the position.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> report = check_game(Matches(15))
    >>> report.positions, report.complete, report.checked
    (16, True, ('rules', 'text', 'move_text'))
    >>> report.ends
    'the player to move has lost at the one terminal position'
    """
    check_protocol(game, protocol_of(game))
    with faults_in_words("start"):
        check_start(game)
        check_not_over(game)
        if position is not None:
            check_hashable(position)
            check_position_of(game, position)
        start = gate.begin(game, position)
        survey = survey_game(game, start, max_positions)
        if is_extensive(game):
            check_players(survey)
    checked = ["rules"]
    for name, check in CAPABILITIES.items():
        if can_be_checked(name, survey):
            with faults_in_words(name):
                check(survey)
            checked.append(name)
    with faults_in_words("outcome"):
        ends = ends_in_words(survey)
    return GameReport(len(survey.positions), survey.complete, tuple(checked), ends)


@contextmanager
def faults_in_words(method: str) -> Iterator[None]:
    """Turn whatever goes wrong in a method of a game into an AssertionError that says so."""
    try:
        yield
    except (AssertionError, TooLarge):
        raise
    except (ValueError, TypeError) as error:
        raise AssertionError(str(error)) from None
    except Exception as error:
        raise AssertionError(f"{method} stops with {type(error).__name__}: {error}") from None


def require(truth: bool, words: str) -> None:
    """Raise AssertionError, in these words, unless something is true."""
    if not truth:
        raise AssertionError(words)


def check_start(game: Any) -> None:
    """Check that a game begins with the same position, which can be a dict key, whenever asked."""
    first = game.start()
    check_hashable(first)
    second = game.start()
    advice = ""
    equal_only_to_itself: Any = object.__eq__
    if type(first).__eq__ is equal_only_to_itself:
        advice = ": give its class __eq__ and __hash__"
    require(
        first == second, f"start() gives {first!r} the first time and {second!r} the second{advice}"
    )


def check_not_over(game: Any) -> None:
    """Check that play does not seem to be over at the start, as a draw, although there are moves."""
    if not is_extensive(game):
        gate.result(game, game.start())
        sentence = drawn_start(game)
        require(sentence is None, str(sentence))


# The rules.


def survey_game(game: Any, start: Any, most: int) -> Survey:
    """Check the rules at the positions nearest to a start, breadth first."""
    survey = Survey(game, [start])
    met = {start}
    first: dict[Any, Answers] = {}
    for position in survey.positions:  # the list grows while we walk along it
        options = checked_options(game, position, first)
        if not options:
            survey.ends.append(position)
        for option in options:
            check_hashable(option)
            if option in met:
                continue
            if len(met) >= most:
                survey.complete = False
                continue
            met.add(option)
            survey.positions.append(option)
    ask_again(game, first, start)
    return survey


def checked_options(game: Any, position: Any, first: dict[Any, Answers]) -> list[Any]:
    """The options of a position, which must not change.

    What is answered there for the first time is added to ``first``. If the rules stop with an
    error, the position is named.
    """
    before = hash(position)
    label = repr(position)
    try:
        first[position] = answers_at(game, position, label)
        return same_options_twice(game, first[position])
    except Exception as error:
        if comes_from_this_library(error):
            raise
        raise AssertionError(
            f"the rules stop at {label} with {type(error).__name__}: {error}"
        ) from error
    finally:
        if hash(position) != before or repr(position) != label:
            raise AssertionError(
                f"the position {label} was changed by playing from it: it is now {position!r}"
            ) from None


def comes_from_this_library(error: Exception) -> bool:
    """Whether an error was raised by this library's own code, which has words for it."""
    *_, (frame, _) = walk_tb(error.__traceback__)
    module: str = frame.f_globals.get("__name__", "")
    return module.startswith(("gamelib.", "gamefast."))


def same_options_twice(game: Any, known: Answers) -> list[Any]:
    """The options of a position, after everything there has been asked for once more."""
    label = known.label
    for name, answer in known.said.items():
        change = "changes when it is" if name in ("turn", "outcome") else "change when they are"
        where = "at" if name == "payoffs" else "of"
        words = f"the {name} {where} {label} {change} asked for twice"
        require_same(words, answer, asked(game, name, known.position))
    moves = [move for move, _ in known.steps]
    check_each_once(moves, label)
    again = gate.steps(game, known.position)
    if known.steps:
        others = [move for move, _ in again]
        require_same(f"the moves of {label} change when they are asked for twice", moves, others)
    for (move, option), (_, other) in zip(known.steps, again, strict=False):
        require_same(f"play({label}, {move!r}) gives two different positions", option, other)
    return [option for _, option in again]


def require_same(words: str, one: Any, other: Any) -> None:
    """Raise AssertionError, in these words and with both answers, unless they are equal."""
    require(one == other, f"{words}: {one!r}, then {other!r}")


def check_each_once(moves: list[Any], label: str) -> None:
    """Check that no move of a position is listed twice."""
    for k, move in enumerate(moves):
        require(move not in moves[:k], f"the move {move!r} is listed twice in the moves of {label}")


def is_chance(game: Any, position: Any) -> bool:
    """Whether Nature moves at a position of a game of either protocol."""
    return is_extensive(game) and gate.turn(game, position) == CHANCE


def is_over(game: Any, position: Any) -> bool:
    """Whether play is over at a position of a game of either protocol."""
    if is_extensive(game):
        return gate.turn(game, position) is None
    return gate.result(game, position) is not None


def players_moves(game: Any, position: Any) -> list[Any]:
    """The moves of a player; an empty list if play is over or chance decides."""
    if is_over(game, position) or is_chance(game, position):
        return []
    return gate.moves(game, position)


def check_players(survey: Survey) -> None:
    """Check that there is a payoff for each player at every end, and for everyone who moves."""
    end_with = {len(gate.payoffs(survey.game, end)): end for end in survey.ends}
    several = " and ".join(f"{number} payoffs at {end!r}" for number, end in end_with.items())
    require(len(end_with) <= 1, f"there are {several}")
    if not survey.ends:
        return
    payoffs = gate.payoffs(survey.game, survey.ends[0])
    for position in survey.positions:
        turn = gate.turn(survey.game, position)
        if turn is not None and turn != CHANCE and turn >= len(payoffs):
            raise AssertionError(missing_payoff(position, turn, payoffs))


def ends_in_words(survey: Survey) -> str:
    """How play ends at the terminal positions that were seen."""
    if not survey.ends:
        return "no terminal position was seen"
    results = Counter(result_in_words(survey.game, end) for end in survey.ends)
    if len(survey.ends) == 1:
        return f"{whose_result(survey.game)} {next(iter(results))} at the one terminal position"
    every = "all " if len(results) == 1 else ""
    counts = [f"{words} at {every}{number:,}" for words, number in results.most_common(5)]
    return f"{whose_result(survey.game)} {', '.join(counts)} terminal positions"


def whose_result(game: Any) -> str:
    """Whose results a game gives, in words."""
    return "player 0 gets" if is_extensive(game) else "the player to move has"


def result_at_end(game: Any, end: Any) -> Any:
    """What the player to move gets at a terminal position, or player 0 in an ExtensiveGame."""
    if not is_extensive(game):
        return gate.result(game, end)
    payoffs = gate.payoffs(game, end)
    return payoffs[0] if payoffs else 0


def result_in_words(game: Any, end: Any) -> str:
    """A result as a number, or as won, drawn or lost in a Game."""
    result = result_at_end(game, end)
    number = f"{float(result):g}"
    return number if is_extensive(game) else IN_WORDS.get(result, number)


# The capabilities.


def check_text(survey: Survey) -> None:
    """Check that ``text`` gives a string at each position."""
    for position in survey.sample:
        text = survey.game.text(position)
        require(
            isinstance(text, str),
            f"text({position!r}) is {type(text).__name__}, not a string",
        )


def check_move_text(survey: Survey) -> None:
    """Check that ``move_text`` gives a string for each move."""
    for position in survey.sample:
        for move in players_moves(survey.game, position):
            text = survey.game.move_text(position, move)
            require(
                isinstance(text, str),
                f"move_text({position!r}, {move!r}) is {type(text).__name__}, not a string",
            )


def check_shape(survey: Survey) -> None:
    """Check that ``text`` draws as many rows and columns as ``shape`` says.

    Further lines may follow the board.
    """
    rows, columns = shape_of(survey.game)
    boards = [survey.game.text(position).split("\n")[:rows] for position in survey.sample]
    lines = min(len(board) for board in boards)
    longest = max(len(line) for board in boards for line in board)
    require(
        (lines, longest) == (rows, columns),
        f"shape says {rows} rows and {columns} columns, but text draws {lines} lines, the longest "
        f"of {longest} characters",
    )


def shape_of(game: Any) -> tuple[int, int]:
    """The rows and columns of a game's board; ValueError if they are not two whole numbers."""
    given = game.shape
    if isinstance(given, tuple | list) and len(given) == 2:
        rows, columns = given
        if isinstance(rows, Integral) and isinstance(columns, Integral):
            return int(rows), int(columns)
    raise ValueError(f"the shape of {type(game).__name__} is {given!r}: give (rows, columns)")


def check_cells(survey: Survey) -> None:
    """Check that the cells of every move lie on the board."""
    rows, columns = shape_of(survey.game)
    board = set(product(range(rows), range(columns)))
    for position in survey.sample:
        for move in players_moves(survey.game, position):
            cells = cells_of(survey.game, position, move)
            require(
                board.issuperset(cells),
                f"the move {move!r} at {position!r} is on the cells {cells!r}: the board has "
                f"{rows} rows and {columns} columns, counted from 0",
            )


def cells_of(game: Any, position: Any, move: Any) -> Any:
    """The cells of a move; none for a pass, which fills no cell."""
    if not hasattr(game, "cell_of"):
        return game.cells_of(position, move)
    cell = game.cell_of(position, move)
    return [] if cell is None else [cell]


def check_representative(survey: Survey) -> None:
    """Check that a representative represents itself, and plays like its position."""
    for position in survey.sample:
        rep, _ = representative(survey.game, position)
        rep_of_rep, _ = representative(survey.game, rep)
        require(
            rep_of_rep == rep,
            f"the representative of {position!r} is {rep!r}, which has another itself",
        )
        check_moves_of_class(survey.game, position)
        if not is_extensive(survey.game):
            require(
                gate.result(survey.game, position) == gate.result(survey.game, rep),
                f"{position!r} and its representative {rep!r} have different outcomes",
            )


def check_moves_of_class(game: Any, position: Any) -> None:
    """Check that the moves of a representative, carried back, lead to the same classes."""
    rep, back = representative(game, position)
    carried = {back(move): move for move in players_moves(game, rep)}
    require(
        set(carried) == set(players_moves(game, position)),
        f"back does not carry the moves of {rep!r} to those of {position!r}",
    )
    for here, there in carried.items():
        option_here, _ = representative(game, game.play(position, here))
        option_there, _ = representative(game, game.play(rep, there))
        require(
            option_here == option_there,
            f"{here!r} at {position!r} does not lead where it leads from the representative "
            f"{rep!r}",
        )


def check_order(survey: Survey) -> None:
    """Check that ``order`` gives all the moves, each once."""
    for position in survey.sample:
        moves = players_moves(survey.game, position)
        if not moves:
            continue
        given = survey.game.order(position, list(moves))
        if not is_list_like(given):
            raise ValueError(
                f"the ordered moves at {position!r} are {given!r}: order gives a list of all of "
                "them"
            )
        require(
            gives_each_once(list(given), moves),
            f"order at {position!r} does not give the moves, all of them, each once",
        )


def check_evaluate(survey: Survey) -> None:
    """Check that ``evaluate`` gives a number, smaller than a win, and the same for each class."""
    game = survey.game
    win = size_of_a_win(survey)
    for position in survey.sample:
        score = score_at(game.evaluate, position)
        if abs(score) >= win and not is_over(game, position):
            raise AssertionError(
                f"evaluate gives {score!r} at {position!r}, as much as a win: give less than 1 in "
                "size"
            )
        if hasattr(game, "representative"):
            rep, _ = representative(game, position)
            require(
                score == game.evaluate(rep),
                f"evaluate gives {position!r} a different score from the representative of its "
                "class",
            )
    check_perspective(game)


def size_of_a_win(survey: Survey) -> float:
    """How large a win is: 1 if all results that were seen are 1, 0 or -1.

    Otherwise infinity, and ``evaluate`` may give any number. If no end of play was seen, we go on
    from the last position by first moves until there is one.
    """
    ends = survey.ends or ends_after(survey.game, survey.positions[-1])
    if not ends:
        return inf
    sizes = {abs(result_at_end(survey.game, end)) for end in ends}
    return 1 if sizes <= {0, 1} else inf


def ends_after(game: Any, position: Any) -> list[Any]:
    """The terminal position to which first moves lead, in a list; if play is too long, none."""
    for _ in range(MOST_MOVES):
        steps = gate.steps(game, position)
        if not steps:
            return [position]
        _, position = steps[0]
    return []


def check_bounds(survey: Survey) -> None:
    """Check that the value of every position lies between its bounds."""
    # ``solve`` would refuse a game that is made for the engine. Here such a game is small.
    game = survey.game
    graph = gate.reachable(game, [survey.start], len(survey.positions), solver="solve")
    verdicts = settle(game, graph)
    for position in graph:
        if is_over(game, position):
            continue
        verdict = verdicts.get(position, DRAWN)
        low, high = bounds_at(game.bounds, position)
        require(
            low <= verdict.value <= high,
            f"bounds at {position!r} are {low!r} and {high!r}; its value is {verdict.value:g}",
        )


def can_be_checked(name: str, survey: Survey) -> bool:
    """Whether a game offers a capability, and all that it is compared with."""
    if name == "bounds":
        return survey.complete and hasattr(survey.game, name) and not is_extensive(survey.game)
    return hasattr(survey.game, name) and hasattr(survey.game, NEEDED.get(name, name))


#: How each capability is compared with the rules.
CAPABILITIES: dict[str, Callable[[Survey], None]] = {
    "text": check_text,
    "move_text": check_move_text,
    "shape": check_shape,
    "cell_of": check_cells,
    "cells_of": check_cells,
    "representative": check_representative,
    "order": check_order,
    "evaluate": check_evaluate,
    "bounds": check_bounds,
}

#: What a capability is compared with, apart from the rules.
NEEDED = {"shape": "text", "cell_of": "shape", "cells_of": "shape"}
