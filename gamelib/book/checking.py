"""Checks of what you have: is a solution right, and does a game keep its contract?

``check_solution`` reads a solution position by position, and holds each verdict against the
verdicts on the options alone. Nothing is solved again.

**Theorem.** If every verdict follows from those on its options, all verdicts are right, on graphs
with cycles, too.

*Proof.* From a position of value v > 0 and remoteness r there is a move to one of value -v and
remoteness r - 1, and none to a smaller value. From a position of value -v every move leads to a
value of v or more, and if it is v, the remoteness falls by 1 at least. So a winner who follows the
verdicts never loses value, and as long as the value stays the same, remoteness falls with each
move. There are finitely many values, so play ends, with the result v or more. A loser who follows
the verdicts gets -v at least, because no move of the winner leads below -v, and endless play would
be better. They also make play last r moves, unless the winner gives up value. From a drawn position
there is a move to another drawn one, or play is over there, and no move leads to a lost one. So
neither player can win if the other follows the verdicts.

``check_game`` asks a game everything twice, and compares what it offers with its rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from math import inf
from numbers import Integral, Real
from traceback import walk_tb
from typing import Any

from gamelib.book import gate
from gamelib.book.adapters import representative
from gamelib.book.answers import Solution, Verdict
from gamelib.book.diagnose import check_hashable, check_position_of, check_protocol, protocol_of
from gamelib.book.induction import not_paid
from gamelib.book.retrograde import solve
from gamelib.core import CHANCE, DRAW, LOSS, WIN, TooLarge

# The certificate of a solution.

#: How many options of a faulty position are told.
TOLD = 6


def check_solution(
    solution: Solution[Any, Any], *, sample: int | None = None, rng: Any = None
) -> int:
    """Check a solution against the rules, position by position, in O(n + m).

    A terminal position has the game's outcome, and remoteness 0 (none if drawn). Elsewhere let v be
    the value and r the remoteness. The smallest value among the options is -v. Among the options
    with this value, the smallest remoteness is r - 1 if v > 0, and the largest is r - 1 if v < 0;
    if v = 0 there is no remoteness.

    Parameters
    ----------
    solution
        What ``solve`` has returned.
    sample
        Check only this many positions, drawn by ``rng``.
    rng
        The source of the sample: a ``random.Random`` or a numpy Generator.

    Returns
    -------
    int
        How many positions were checked.

    Raises
    ------
    AssertionError
        If a position is at fault, naming the first one and its options.

    Examples
    --------
    >>> from gamelib.book.retrograde import solve
    >>> from gamelib.games import Matches
    >>> check_solution(solve(Matches(15)))
    16
    """
    if not isinstance(solution, Solution):
        raise TypeError(f"{solution!r} is not a solution: give what solve returns")
    positions = list(solution.known)
    if sample is None:
        check_settled(solution)
    else:
        positions = drawn(positions, sample, rng)
    for position in positions:
        check_position(solution, position)
    return len(positions)


def check_position(solution: Solution[Any, Any], position: Any) -> None:
    """Raise AssertionError if the verdict on a position does not follow from its options."""
    verdict = verdict_on(solution, position)
    options = [option for _, option in gate.options(solution.game, position)]
    if not options:
        result = float(gate.result(solution.game, position))
        if verdict != verdict_at_end(result):
            raise AssertionError(
                f"{position!r} {verdict}: but play is over there with the result {result:g}"
            )
        return
    verdicts = [verdict_on(solution, option) for option in options]
    if verdict != verdict_before(verdicts):
        told = [f"{o!r} {v}" for o, v in zip(options[:TOLD], verdicts, strict=False)]
        more = f" and {len(options) - TOLD} more" if len(options) > TOLD else ""
        raise AssertionError(
            f"{position!r} {verdict}: its options contradict this: {'; '.join(told)}{more}"
        )


def verdict_on(solution: Solution[Any, Any], position: Any) -> Verdict:
    """The verdict on a position. Raises AssertionError if there is none, or if it is no verdict."""
    verdict = solution.known.get(position)
    if verdict is None:
        raise AssertionError(f"play can reach {position!r}, but the solution has no verdict on it")
    if verdict.outcome not in (WIN, DRAW, LOSS):
        raise AssertionError(f"{position!r} has the outcome {verdict.outcome!r}: it is 1, 0 or -1")
    sign = (verdict.value > 0) - (verdict.value < 0)
    if verdict.value != verdict.value or sign != verdict.outcome:
        raise AssertionError(
            f"{position!r} has the outcome {verdict.outcome!r}, but the value {verdict.value:g}"
        )
    moves = verdict.remoteness
    drawn = verdict.outcome == DRAW
    if (moves is None) != drawn or not (moves is None or isinstance(moves, Integral)):
        raise AssertionError(
            f"{position!r} is a {verdict.outcome!r} with the remoteness {moves!r}: it is a number "
            "of moves, and None for a draw"
        )
    return verdict


def verdict_at_end(result: float) -> Verdict:
    """The verdict on a terminal position with this result."""
    if result == 0:
        return Verdict(DRAW, None, 0.0)
    return Verdict(WIN if result > 0 else LOSS, 0, result)


def verdict_before(options: list[Verdict]) -> Verdict:
    """The verdict on a position whose options have these verdicts, for the opponent."""
    worst = min(verdict.value for verdict in options)
    if worst == 0:
        return Verdict(DRAW, None, 0.0)
    best_moves = [verdict for verdict in options if verdict.value == worst]
    remoteness = [moves for moves in (v.remoteness for v in best_moves) if moves is not None]
    if worst < 0:
        return Verdict(WIN, 1 + min(remoteness), -worst)
    return Verdict(LOSS, 1 + max(remoteness), -worst)


def check_settled(solution: Solution[Any, Any]) -> None:
    """Raise AssertionError unless ``settled`` has the won and lost positions in their order.

    The largest results come first, and among equal ones the smallest remoteness.
    """
    decided = {p for p in solution.known if verdict_on(solution, p).outcome != DRAW}
    if set(solution.settled) != decided or len(solution.settled) != len(decided):
        raise AssertionError(
            "settled must list every position that is won or lost, and no other, each once"
        )
    last = (-inf, 0)
    for position in solution.settled:
        verdict = solution.known[position]
        place = (-abs(verdict.value), verdict.remoteness or 0)
        if place < last:
            raise AssertionError(f"{position!r} {verdict} stands too late in settled")
        last = place


def drawn(positions: list[Any], sample: Any, rng: Any) -> list[Any]:
    """Some of the positions, drawn with replacement by a source of random numbers."""
    if not (hasattr(rng, "integers") or hasattr(rng, "randrange")):
        raise TypeError(
            f"rng={rng!r}: chance needs its source, rng=numpy.random.default_rng(1) or "
            "random.Random(1)"
        )
    if isinstance(sample, bool) or not hasattr(sample, "__index__") or sample < 0:
        raise ValueError(f"sample={sample!r}: give a whole number, 0 or more")
    draw: Callable[[int], int] = rng.integers if hasattr(rng, "integers") else rng.randrange
    return [positions[draw(len(positions))] for _ in range(sample)]


# The contract of a game.

#: A result in words: the player has ...
WORDS = {1: "won", 0: "drawn", -1: "lost"}

#: How many first moves are played to look for a terminal position.
TRIES = 1_000

#: At how many positions the capabilities are compared with the rules, or nearly so many.
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
class Visit:
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
        if position is not None:
            check_hashable(position)
            check_position_of(game, position)
        start = gate.begin(game, position)
        visit = visited(game, start, max_positions)
        if gate.is_extensive(game):
            compare_players(visit)
    checked = ["rules"]
    for name, compare in CAPABILITIES.items():
        if can_be_compared(name, visit):
            with faults_in_words(name):
                compare(visit)
            checked.append(name)
    with faults_in_words("outcome"):
        ends = ends_in_words(visit)
    return GameReport(len(visit.positions), visit.complete, tuple(checked), ends)


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
    cure = ""
    equal_only_to_itself: Any = object.__eq__
    if type(first).__eq__ is equal_only_to_itself:
        cure = ": give its class __eq__ and __hash__"
    require(
        first == second, f"start() gives {first!r} the first time and {second!r} the second{cure}"
    )


# The rules.


def visited(game: Any, start: Any, most: int) -> Visit:
    """Check the rules at the positions nearest to a start, breadth first."""
    visit = Visit(game, [start])
    met = {start}
    for position in visit.positions:  # the list grows while we walk along it
        options = checked_options(game, position)
        if not options:
            visit.ends.append(position)
        for option in options:
            check_hashable(option)
            if option in met:
                continue
            if len(met) >= most:
                visit.complete = False
                continue
            met.add(option)
            visit.positions.append(option)
    return visit


def checked_options(game: Any, position: Any) -> list[Any]:
    """The options of a position, which must not change.

    If the rules stop with an error, it is told with the position.
    """
    before = hash(position)
    label = repr(position)
    try:
        return same_options_twice(game, position, label)
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


def same_options_twice(game: Any, position: Any, label: str) -> list[Any]:
    """The options of a position; everything is asked for twice."""
    steps = gate.steps(game, position)
    name = "turn" if gate.is_extensive(game) else "outcome"
    ask = getattr(game, name)
    require(
        ask(position) == ask(position), f"the {name} of {label} changes when it is asked for twice"
    )
    if not steps:
        check_payoffs_twice(game, position, label)
        return []
    moves_change = f"the moves of {label} change when they are asked for twice"
    if not is_chance(game, position):
        moves = [move for move, _ in steps]
        require(moves == list(game.moves(position)), moves_change)
        for k, move in enumerate(moves):
            require(
                move not in moves[:k], f"the move {move!r} is listed twice in the moves of {label}"
            )
    for (move, option), (same, other) in zip(steps, gate.steps(game, position), strict=True):
        require(move == same, moves_change)
        require(option == other, f"play({label}, {move!r}) gives two different positions")
    return [option for _, option in steps]


def check_payoffs_twice(game: Any, position: Any, label: str) -> None:
    """Check the payoffs at the end of an ExtensiveGame."""
    if gate.is_extensive(game):
        require(
            gate.payoffs(game, position) == gate.payoffs(game, position),
            f"the payoffs at {label} change when they are asked for twice",
        )


def is_chance(game: Any, position: Any) -> bool:
    """Whether Nature moves at a position of a game of either protocol."""
    return gate.is_extensive(game) and gate.turn(game, position) == CHANCE


def is_over(game: Any, position: Any) -> bool:
    """Whether play is over at a position of a game of either protocol."""
    if gate.is_extensive(game):
        return gate.turn(game, position) is None
    return gate.result(game, position) is not None


def players_moves(game: Any, position: Any) -> list[Any]:
    """The moves of a player; an empty list if play is over or chance decides."""
    if is_over(game, position) or is_chance(game, position):
        return []
    return gate.moves(game, position)


def compare_players(visit: Visit) -> None:
    """Check that there is a payoff for each player at every end, and for everyone who moves."""
    numbers = {len(gate.payoffs(visit.game, end)): end for end in visit.ends}
    several = " and ".join(f"{number} payoffs at {end!r}" for number, end in numbers.items())
    require(len(numbers) <= 1, f"there are {several}")
    if not visit.ends:
        return
    payoffs = gate.payoffs(visit.game, visit.ends[0])
    for position in visit.positions:
        turn = gate.turn(visit.game, position)
        if turn is not None and turn != CHANCE and turn >= len(payoffs):
            raise AssertionError(not_paid(position, turn, payoffs))


def ends_in_words(visit: Visit) -> str:
    """How play ends at the terminal positions that were seen."""
    if not visit.ends:
        return "no terminal position was seen"
    results = Counter(result_in_words(visit.game, end) for end in visit.ends)
    if len(visit.ends) == 1:
        return f"{whose_result(visit.game)} {next(iter(results))} at the one terminal position"
    every = "all " if len(results) == 1 else ""
    told = [f"{words} at {every}{number:,}" for words, number in results.most_common(5)]
    return f"{whose_result(visit.game)} {', '.join(told)} terminal positions"


def whose_result(game: Any) -> str:
    """Whose results a game gives, in words."""
    return "player 0 gets" if gate.is_extensive(game) else "the player to move has"


def result_at_end(game: Any, end: Any) -> Any:
    """What the player to move gets at a terminal position, or player 0 in an ExtensiveGame."""
    if not gate.is_extensive(game):
        return gate.result(game, end)
    payoffs = gate.payoffs(game, end)
    return payoffs[0] if payoffs else 0


def result_in_words(game: Any, end: Any) -> str:
    """A result as a number, or as won, drawn or lost in a Game."""
    result = result_at_end(game, end)
    number = f"{float(result):g}"
    return number if gate.is_extensive(game) else WORDS.get(result, number)


# The capabilities.


def compare_text(visit: Visit) -> None:
    """Check that ``text`` gives a string at each position."""
    for position in visit.sample:
        text = visit.game.text(position)
        require(
            isinstance(text, str),
            f"text({position!r}) is {type(text).__name__}, not a string",
        )


def compare_move_text(visit: Visit) -> None:
    """Check that ``move_text`` gives a string for each move."""
    for position in visit.sample:
        for move in players_moves(visit.game, position):
            text = visit.game.move_text(position, move)
            require(
                isinstance(text, str),
                f"move_text({position!r}, {move!r}) is {type(text).__name__}, not a string",
            )


def compare_shape(visit: Visit) -> None:
    """Check that ``text`` draws as many rows and columns as ``shape`` says.

    Further lines may follow the board.
    """
    rows, columns = shape_of(visit.game)
    boards = [visit.game.text(position).split("\n")[:rows] for position in visit.sample]
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


def compare_cells(visit: Visit) -> None:
    """Check that the cells of every move lie on the board."""
    rows, columns = shape_of(visit.game)
    board = set(product(range(rows), range(columns)))
    for position in visit.sample:
        for move in players_moves(visit.game, position):
            cells = cells_of(visit.game, position, move)
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


def compare_representative(visit: Visit) -> None:
    """Check that a representative represents itself, and plays like its position."""
    for position in visit.sample:
        rep, _ = representative(visit.game, position)
        require(
            visit.game.representative(rep)[0] == rep,
            f"the representative of {position!r} is {rep!r}, which has another itself",
        )
        compare_moves_of_class(visit.game, position)
        if not gate.is_extensive(visit.game):
            require(
                gate.result(visit.game, position) == gate.result(visit.game, rep),
                f"{position!r} and its representative {rep!r} have different outcomes",
            )


def compare_moves_of_class(game: Any, position: Any) -> None:
    """Check that the moves of a representative, carried back, lead to the same classes."""
    rep, back = representative(game, position)
    carried = {back(move): move for move in players_moves(game, rep)}
    require(
        set(carried) == set(players_moves(game, position)),
        f"back does not carry the moves of {rep!r} to those of {position!r}",
    )
    for here, there in carried.items():
        option_here = game.representative(game.play(position, here))[0]
        option_there = game.representative(game.play(rep, there))[0]
        require(
            option_here == option_there,
            f"{here!r} at {position!r} does not lead where it leads from the representative "
            f"{rep!r}",
        )


def compare_order(visit: Visit) -> None:
    """Check that ``order`` gives all the moves, each once."""
    for position in visit.sample:
        moves = players_moves(visit.game, position)
        if not moves:
            continue
        given = visit.game.order(position, list(moves))
        if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
            raise ValueError(
                f"the ordered moves at {position!r} are {given!r}: order gives a list of all of "
                "them"
            )
        require(
            Counter(map(repr, given)) == Counter(map(repr, moves)),
            f"order at {position!r} does not give the moves, all of them, each once",
        )


def compare_evaluate(visit: Visit) -> None:
    """Check that ``evaluate`` gives a number, smaller than a win, and the same for each class."""
    game = visit.game
    win = size_of_a_win(visit)
    for position in visit.sample:
        score = score_of(game, position)
        if abs(score) >= win and not is_over(game, position):
            raise AssertionError(
                f"evaluate gives {score!r} at {position!r}, as much as a win: give less than 1 in "
                "size"
            )
        if hasattr(game, "representative"):
            require(
                score == game.evaluate(game.representative(position)[0]),
                f"evaluate gives {position!r} a different score from the representative of its "
                "class",
            )


def size_of_a_win(visit: Visit) -> float:
    """1 if results are 1, 0 and -1 as far as was seen; otherwise infinity, no limit to guesses.

    If no end is near the start, play goes on from the last position by first moves.
    """
    ends = list(visit.ends)
    here = visit.positions[-1]
    for _ in range(TRIES):
        if ends:
            break
        steps = gate.steps(visit.game, here)
        if steps:
            _, here = steps[0]
        else:
            ends.append(here)
    sizes = {abs(result_at_end(visit.game, end)) for end in ends}
    return 1 if ends and sizes <= {0, 1} else inf


def score_of(game: Any, position: Any) -> Any:
    """A guess at the value of a position; ValueError if it is not a number."""
    score = game.evaluate(position)
    if isinstance(score, bool) or not isinstance(score, Real) or score != score:
        raise ValueError(
            f"the score of {position!r} is {score!r}: evaluate must give a number, for the player "
            "to move"
        )
    return score


def compare_bounds(visit: Visit) -> None:
    """Check that the value of every position lies between its bounds."""
    for position, verdict in solve(visit.game, visit.start).known.items():
        if is_over(visit.game, position):
            continue
        low, high = bounds_of(visit.game, position)
        require(
            low <= verdict.value <= high,
            f"bounds at {position!r} are {low!r} and {high!r}; its value is {verdict.value:g}",
        )


def bounds_of(game: Any, position: Any) -> tuple[Any, Any]:
    """The bounds that a game gives; ValueError if they are not two numbers, lower first."""
    given = game.bounds(position)
    if isinstance(given, tuple | list) and len(given) == 2:
        low, high = given
        if isinstance(low, Real) and isinstance(high, Real) and float(low) <= float(high):
            return low, high
    raise ValueError(
        f"the bounds of {position!r} are {given!r}: give a pair (low, high), for the player to move"
    )


def can_be_compared(name: str, visit: Visit) -> bool:
    """Whether a game offers a capability, and all that it is compared with."""
    if name == "bounds":
        return visit.complete and hasattr(visit.game, name) and not gate.is_extensive(visit.game)
    return hasattr(visit.game, name) and hasattr(visit.game, NEEDED.get(name, name))


#: How each capability is compared with the rules.
CAPABILITIES: dict[str, Callable[[Visit], None]] = {
    "text": compare_text,
    "move_text": compare_move_text,
    "shape": compare_shape,
    "cell_of": compare_cells,
    "cells_of": compare_cells,
    "representative": compare_representative,
    "order": compare_order,
    "evaluate": compare_evaluate,
    "bounds": compare_bounds,
}

#: What a capability is compared with, apart from the rules.
NEEDED = {"shape": "text", "cell_of": "shape", "cells_of": "shape"}
