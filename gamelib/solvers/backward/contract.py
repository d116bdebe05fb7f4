"""``check_game``: does a game keep its protocol's contract, and do its capabilities agree with its
rules?
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import inf
from traceback import walk_tb
from typing import Any

import numpy as np

from gamelib import ask
from gamelib.arenas.arena import Arena
from gamelib.arenas.graph import GameGraph
from gamelib.core import CHANCE, TooLarge
from gamelib.solvers.backward.again import Answers, answers_at, ask_again, asked
from gamelib.solvers.backward.perspective import check_perspective
from gamelib.solvers.backward.retrograde import solve_graph

#: A result in words: the player has ...
WORDS = {1: "won", 0: "drawn", -1: "lost"}

#: How many first moves are played to look for a terminal position.
TRIES = 1_000


@dataclass(frozen=True)
class GameReport:
    """What was checked and found in order. ``positions``: how many; ``complete``: whether the game
    has no others.

    ``checked``: the rules, and the capabilities that were compared with them. ``ends``: how play
    ends, in words. If that is not what you meant, the outcomes are for the wrong player.
    """

    positions: int
    complete: bool
    checked: tuple[str, ...]
    ends: str

    def __str__(self) -> str:
        which = "all" if self.complete else "the nearest to the start"
        return (
            f"{self.positions:,} positions, {which}: {', '.join(self.checked)} in order; "
            f"{self.ends}"
        )


def check_game(game: Any, position: Any = None, *, max_positions: int = 5_000) -> GameReport:
    """Check that a game, of either protocol, keeps its contract, and report what was checked.

    Positions are hashable, and neither looking nor playing changes them. Asked twice, a game gives
    the same answer in the same order. If play is not over, there is a move; probabilities add up to
    1. What the game offers beyond its rules is compared with them: ``text``, ``move_text``,
    ``shape``, ``cell_of``, ``cells_of``, ``representative``, ``order``, ``evaluate``, ``arena``. If
    all positions could be visited, ``bounds`` are compared with the values.

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
    >>> print(check_game(Matches(15)))
    16 positions, all: rules, text, move_text, arena in order; the player to move has lost at the one terminal position
    """
    game, name = ask.any_game(game), "start"
    try:
        if (first := ask.hashable(game.start())) != (second := ask.hashable(game.start())):
            alike: Any = object.__eq__  # equal only to itself
            cure = ": give its class __eq__ and __hash__" if type(first).__eq__ is alike else ""
            raise AssertionError(
                f"start() gives {first!r} the first time and {second!r} the second{cure}"
            )
        start = ask.position(game, first if position is None else position)
        if start == first and (said := ask.over_at(game, first)) is not None:
            raise AssertionError(said)
        seen, ends, complete = _visited(game, start, max_positions)
        if ask.is_extensive(game):
            _compare_players(game, seen, ends)
        compared, sampled = [], seen[:: 1 + len(seen) // 400]
        for name, compare in CAPABILITIES.items():
            if hasattr(game, name) and hasattr(game, NEEDED.get(name, name)):
                compare(game, sampled)
                compared.append(name)
        if hasattr(game, name := "evaluate"):
            _compare_evaluate(game, sampled, seen[-1], ends)
            check_perspective(game)
            compared.append(name)
        if isinstance(arena := ask.arena(game), Arena):
            for here in sampled:
                compare_row(game, arena, here)
            compared.append("arena")
        if complete and hasattr(game, name := "bounds") and not ask.is_extensive(game):
            _compare_bounds(game, start)
            compared.append(name)
    except (AssertionError, TooLarge):
        raise
    except Exception as error:
        where = (
            ""
            if isinstance(error, ValueError | TypeError)
            else f"{name} stops with {type(error).__name__}: "
        )
        raise AssertionError(f"{where}{error}") from None
    return GameReport(len(seen), complete, ("rules", *compared), _in_words(game, ends))


def _visited(game: Any, start: Any, most: int) -> tuple[list[Any], list[Any], bool]:
    """The positions, breadth first, after a check of the rules at each; the terminal ones; whether
    these are all.
    """
    seen, waiting, ends, complete = {start}, [start], list[Any](), True
    first = dict[Any, Answers]()
    for position in waiting:
        options = _options(game, position, first)
        ends += [] if options else [position]
        for option in options:
            if option not in seen:
                complete = complete and len(seen) < most
                if len(seen) < most:
                    seen.add(option)
                    waiting.append(option)
    ask_again(game, first, start)
    return waiting, ends, complete


def _result(game: Any, end: Any) -> Any:
    """What the player to move gets at a terminal position, or player 0 in an ExtensiveGame."""
    return (
        next(iter(ask.payoffs(game, end)), 0) if ask.is_extensive(game) else ask.outcome(game, end)
    )


def _in_words(game: Any, ends: list[Any]) -> str:
    """How play ends at the terminal positions that were seen."""
    whose, words = (
        ("player 0 gets", {}) if ask.is_extensive(game) else ("the player to move has", WORDS)
    )
    counts = Counter(_result(game, end) for end in ends).most_common(5)
    every = "all " if len(counts) == 1 else ""
    told = [
        f"{words.get(result, f'{float(result):g}')} at {every}{count:,}" for result, count in counts
    ]
    said = (
        f"{whose} {', '.join(told)} terminal positions" if ends else "no terminal position was seen"
    )
    return said.replace("all 1 terminal positions", "the one terminal position")


def _options(game: Any, position: Any, first: dict[Any, Answers]) -> list[Any]:
    """The options of a position, which must not change; if the rules stop with an error, it names
    the position.

    What was answered when the rules were asked there for the first time is added to ``first``.
    """
    before, label = hash(position), repr(position)
    try:
        first[position] = answers_at(game, position, label)
        return _checked_options(game, first[position])
    except Exception as error:
        *_, (frame, _) = walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__", "").startswith(("gamelib.", "gamefast.")):
            raise
        raise AssertionError(
            f"the rules stop at {label} with {type(error).__name__}: {error}"
        ) from error
    finally:
        if hash(position) != before or repr(position) != label:
            said = f"the position {label} was changed by playing from it: it is now {position!r}"
            raise AssertionError(said) from None


def _checked_options(game: Any, known: Answers) -> list[Any]:
    """The options of a position, after everything has been asked for once more."""
    for name, answer in known.said.items():
        change = "changes when it is" if name in ("turn", "outcome") else "change when they are"
        where = "at" if name == "payoffs" else "of"
        _same(
            f"the {name} {where} {known.label} {change} asked for twice",
            answer,
            asked(game, name, known.position),
        )
    for k, (move, _) in enumerate(known.steps):
        if move in [before for before, _ in known.steps[:k]]:
            raise AssertionError(f"the move {move!r} is listed twice in the moves of {known.label}")
    again = ask.steps(game, known.position)
    if known.steps:
        moves, others = ([move for move, _ in steps] for steps in (known.steps, again))
        _same(f"the moves of {known.label} change when they are asked for twice", moves, others)
    for (move, option), (_, other) in zip(known.steps, again, strict=bool(known.steps)):
        _same(f"play({known.label}, {move!r}) gives two different positions", option, other)
    return [option for _, option in again]


def _same(said: str, one: Any, other: Any) -> None:
    """Raise AssertionError, saying this and both answers, unless they are equal."""
    if one != other:
        raise AssertionError(f"{said}: {one!r}, then {other!r}")


def _compare_players(game: Any, seen: list[Any], ends: list[Any]) -> None:
    """Check that all terminal positions have the same number of payoffs, and that every player who
    moves gets one.
    """
    shares = {len(ask.payoffs(game, end)): end for end in ends}
    if len(shares) > 1:
        raise AssertionError(
            f"there are {' and '.join(f'{n} payoffs at {end!r}' for n, end in shares.items())}"
        )
    for position in seen if ends else ():
        if (turn := ask.turn(game, position, players=None)) not in (None, CHANCE, *range(*shares)):
            raise AssertionError(ask.unpaid(position, turn, ask.payoffs(game, ends[0])))


def _moves(game: Any, position: Any) -> list[Any]:
    """The moves of a player; [] if play is over or chance decides."""
    if ask.is_extensive(game):
        return (
            []
            if ask.turn(game, position, players=None) in (None, CHANCE)
            else ask.moves(game, position)
        )
    return [] if ask.outcome(game, position) is not None else ask.moves(game, position)


def _compare_words(name: str, game: Any, sampled: list[Any]) -> None:
    """Check that ``text`` gives a string at each position, or ``move_text`` for each move."""
    for here in sampled:
        for given in (
            [(here, move) for move in _moves(game, here)] if name == "move_text" else [(here,)]
        ):
            if not isinstance(text := getattr(game, name)(*given), str):
                raise AssertionError(
                    f"{name}({', '.join(map(repr, given))}) is {type(text).__name__}, not a string"
                )


def _compare_representative(game: Any, sampled: list[Any]) -> None:
    """Check that a representative represents itself, ends like its position, and has moves to the
    same classes.
    """
    for position in sampled:
        rep, back = ask.representative(game, position)
        if game.representative(rep)[0] != rep:
            raise AssertionError(
                f"the representative of {position!r} is {rep!r}, which has another itself"
            )
        there = {move: game.play(rep, move) for move in _moves(game, rep)}
        carried = {back(move): option for move, option in there.items()}
        if set(carried) != set(_moves(game, position)):
            raise AssertionError(
                f"back does not carry the moves of {rep!r} to those of {position!r}"
            )
        for move, option in carried.items():
            if game.representative(game.play(position, move))[0] != game.representative(option)[0]:
                raise AssertionError(
                    f"{move!r} at {position!r} does not lead where it leads from the "
                    f"representative {rep!r}"
                )
        if not ask.is_extensive(game) and ask.outcome(game, position) != ask.outcome(game, rep):
            raise AssertionError(
                f"{position!r} and its representative {rep!r} have different outcomes"
            )


def _compare_order(game: Any, sampled: list[Any]) -> None:
    for position in sampled:
        moves = _moves(game, position)
        given = ask.ordered(game.order(position, list(moves)), position) if moves else []
        if Counter(map(repr, given)) != Counter(map(repr, moves)):
            raise AssertionError(
                f"order at {position!r} does not give the moves, all of them, each once"
            )


def _compare_shape(game: Any, sampled: list[Any]) -> None:
    """Check that ``text`` draws as many rows and columns as ``shape`` says; further lines may
    follow the board.
    """
    rows, columns = ask.shape(game)
    boards = [game.text(position).split("\n")[:rows] for position in sampled]
    drawn = min(map(len, boards)), max(len(line) for lines in boards for line in lines)
    if drawn != (rows, columns):
        found = f"{drawn[0]} lines, the longest of {drawn[1]} characters"
        raise AssertionError(
            f"shape says {rows} rows and {columns} columns, but text draws {found}"
        )


def _compare_cells(game: Any, sampled: list[Any]) -> None:
    """Check that the cells of every move lie on the board."""
    rows, columns = ask.shape(game)
    board = {*product(range(rows), range(columns))}
    for position in sampled:
        for move in _moves(game, position):
            cells = (
                [game.cell_of(position, move)]
                if hasattr(game, "cell_of")
                else game.cells_of(position, move)
            )
            if cells != [None] and not board.issuperset(cells):
                said = f"the move {move!r} at {position!r} is on the cells {cells!r}"
                raise AssertionError(
                    f"{said}: the board has {rows} rows and {columns} columns, counted from 0"
                )


def _compare_evaluate(game: Any, sampled: list[Any], here: Any, ends: list[Any]) -> None:
    """Check that ``evaluate`` gives a number, smaller than a win, the same for all positions of a
    symmetry class.
    """
    tries = 0
    while not ends and tries < TRIES:  # none is near the start: play goes on by first moves
        steps, tries = ask.steps(game, here), tries + 1
        here, ends = (steps[0][1], []) if steps else (here, [here])
    win = 1 if ends and {abs(_result(game, end)) for end in ends} <= {0, 1} else inf
    for position in sampled:
        score = ask.score(position, game.evaluate)
        if abs(score) >= win and ask.steps(game, position):
            raise AssertionError(
                f"evaluate gives {score!r} at {position!r}, as much as a win: give less than 1 in "
                "size"
            )
        if hasattr(game, "representative") and score != game.evaluate(
            game.representative(position)[0]
        ):
            raise AssertionError(
                f"evaluate gives {position!r} a different score from the representative of its "
                "class"
            )


def compare_row(game: Any, arena: Any, position: Any) -> None:
    """Raise AssertionError, naming the position, if an arena and the rules differ in its options or
    its result.

    >>> from gamelib.games import Matches
    >>> compare_row(Matches(15), Matches(15).arena(), 3)
    """
    i = arena.index(position)
    _compare_result(game, arena, position)
    there = [arena.position(int(j)) for j in arena.options(i)]
    options = [option for _, option in ask.steps(game, position)]
    if arena.classes:  # each number is listed once
        options = [arena.position(j) for j in dict.fromkeys(map(arena.index, options))]
        there, options = sorted(there, key=repr), sorted(options, key=repr)
    if there != options:
        raise AssertionError(
            f"in the arena {position!r} leads to {there!r}; by the rules, to {options!r}"
        )


def compare_ends(game: Any, arena: Any, position: Any) -> None:
    """Raise AssertionError, naming an option, if the rules give it another result than the arena
    just after its move.

    >>> from gamelib.games import Matches
    >>> compare_ends(Matches(15), Matches(15).arena(), 3)
    """
    if ask.outcome(game, position) is None:
        for move in ask.moves(game, position):
            _compare_result(game, arena, ask.played(game, position, move))


def _compare_result(game: Any, arena: Any, position: Any) -> None:
    """Raise AssertionError if the arena and the rules differ in whether play is over, or in the
    result.
    """
    result = float(arena.results(np.array([arena.index(position)]))[0])
    said = ask.outcome(game, position)
    if (said is None) != np.isnan(result) or (said is not None and float(said) != result):
        raise AssertionError(
            f"the arena has the result {result:g} at {position!r}, the rules say {said!r}"
        )


def _compare_bounds(game: Any, start: Any) -> None:
    """Check that the value of every position lies between its bounds."""
    try:
        solution = solve_graph(GameGraph.of(game, start))
    except TooLarge:
        return
    for position, verdict in solution.items():
        if ask.outcome(game, position) is None:
            low, high = ask.bounds(game.bounds(position), position)
            if not low <= verdict.value <= high:
                raise AssertionError(
                    f"bounds at {position!r} are {low!r} and {high!r}; its value is "
                    f"{verdict.value:g}"
                )


#: How each capability is compared with the rules.
CAPABILITIES: dict[str, Any] = {
    "text": partial(_compare_words, "text"),
    "move_text": partial(_compare_words, "move_text"),
    "shape": _compare_shape,
    "cell_of": _compare_cells,
    "cells_of": _compare_cells,
    "representative": _compare_representative,
    "order": _compare_order,
}

#: What a capability is compared with, apart from the rules.
NEEDED = {"shape": "text", "cell_of": "shape", "cells_of": "shape"}
