"""The exercises of lecture 12, large games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import inf, log, sqrt
from random import Random
from string import ascii_lowercase
from time import sleep
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    brief,
    exercise,
    function,
    name_of,
    refused,
    require,
    shown,
    variant,
    wrong,
)
from gamecourse.grading.calls import cure
from gamecourse.grading.domains import Question
from gamecourse.grading.exercises import call, inside
from gamecourse.grading.extract import board_of, tree_of
from gamecourse.grading.inputs import WrittenGame, longest, shuffled, without_cycles
from gamecourse.grading.plain import same_kind
from gamelib import alphabeta, deepen, match, mcts, minimax
from gamelib.games import ConnectFour

__all__ = ["BOARD", "PLAYOUTS", "SMALL", "Fraction", "GuessedGame", "SlowGame", "middle"]

#: The board for which a better evaluation is wanted, and the board of the second exercise.
BOARD, SMALL = ConnectFour(5, 6), ConnectFour(4, 5)

#: The playouts in each trial of the trap, the trials of ten in which it must work, the largest
#: number of moves at the root to tell, and how much worse the chosen move must be.
PLAYOUTS, NEEDED, MOVES_TOLD, WORSE = 100, 7, 6, 0.5

#: How many beginnings there are, with two games from each, and the points needed; a useless score
#: gets one from each.
BEGINNINGS, ENOUGH = 20, 23


def middle(position: str) -> float:
    """The evaluation to be beaten: your own pieces in the two middle columns, minus your
    opponent's.
    """
    mine = BOARD.mover(position)
    rows = position.split("\n")
    pieces = [row[column] for row in rows for column in (2, 3)]
    return sum(0 if piece == "." else 1 if piece == mine else -1 for piece in pieces) / 20


def _strategy(evaluate: Callable[[str], float]) -> Callable[[str], int]:
    return lambda position: int(deepen(BOARD, position, depth=2, evaluate=evaluate).line[0])


def _beginnings() -> list[str]:
    """Return different positions after four random moves."""
    rng = Random(10)
    seen = dict[str, None]()
    while len(seen) < BEGINNINGS:
        position = BOARD.start()
        for _ in range(4):
            position = BOARD.play(position, rng.choice(BOARD.moves(position)))
        seen[position] = None
    return list(seen)


@exercise(
    "Count something that leads to four in a row: three of your own with the fourth cell free are "
    "worth much.",
    "Speak for the player to move, `BOARD.mover(position)`, and stay between -1 and 1: a guess "
    "must be less than a "
    "win.",
    "The game has a score already: what does BOARD.evaluate count?",
)
def better_evaluation(answer: Any) -> Feedback:
    """evaluate(position): a score for the player to move on BOARD; two moves deep it must beat
    ``middle``.
    """

    def judge(position: str) -> Any:
        who = f"{name_of(answer)}({position!r})"
        score = call(answer, position, who=who, what="a number")
        require(
            same_kind(score, 0) and score == score,
            f"{who} is {shown(score)}, which is not a number.{cure(score)}",
        )
        require(
            -1 < score < 1,
            f"{who} is {brief(score)}: stay between -1 and 1. A guess must count less than a win.",
        )
        return score

    mine, other, points = _strategy(inside(judge)), _strategy(cache(middle)), 0.0
    for position in _beginnings():
        first, second = (
            match(BOARD, *both, position=position).result for both in ((mine, other), (other, mine))
        )
        points += (1 + first) / 2 + (1 - second) / 2
        if points >= ENOUGH:
            return RIGHT
    sign = (
        " Does it speak for the player to move? A score of 0 everywhere makes about half of the "
        "points."
    )
    worse = sign if points < BEGINNINGS / 2 else ""
    return wrong(f"it makes {points:g} of {2 * BEGINNINGS} points; {ENOUGH} are needed.{worse}")


def _value(position: str) -> float:
    """Return who wins on SMALL: 1, 0 or -1 for the player to move."""
    return float(alphabeta(SMALL, position).value)


@exercise(
    "A search two moves deep sees its own move and one answer. It does not see what comes with "
    "the third move.",
    "Make random positions with a few pieces, and let the computer look: where does the short "
    "search's move lose?",
)
def beyond_the_horizon(answer: Any) -> Feedback:
    """A position of SMALL that is not lost, but in which the move of a search two deep
    (SMALL.evaluate) loses.
    """
    board = board_of(answer, "a board as text")
    with refused("this is not a position of 4 x 5: "):
        SMALL.check_position(board)
    require(
        SMALL.outcome(board) is None, "play is over in this position: there is nothing to choose."
    )
    move = deepen(SMALL, board, depth=2).line[0]
    require(
        _value(SMALL.play(board, move)) > 0,
        f"the short search plays column {move}, and that does not lose.",
    )
    require(_value(board) >= 0, "this position is lost whatever is played: no move is better.")
    return RIGHT


@dataclass(frozen=True, eq=False)
class GuessedGame(WrittenGame):
    """A game without cycles and with a guess at each position; outcomes and guesses are for the
    player to move.
    """

    guesses: Mapping[Any, Any]

    def evaluate(self, position: Any) -> Any:
        return self.guesses[position]


def _to_depth(
    game: GuessedGame, position: Any, depth: int, turn: int = 1, but: str = ""
) -> tuple[Any, str | None]:
    """Return the score by negamax and the first move that reaches it; ``but`` names a mistake."""
    result = game.outcome(position)
    if depth == 0 and (result is None or but == "guess"):
        return (turn if but == "turn" else 1) * game.evaluate(position), None
    if result is not None:
        return result, None
    scores = dict[str, Any]()
    for move in game.moves(position):
        score, _ = _to_depth(game, game.play(position, move), depth - 1, -turn, but)
        scores[move] = score if but == "sign" else -score
    best = max(scores.values())
    return best, [move for move in scores if scores[move] == best][-1 if but == "last" else 0]


def _depths() -> Iterator[Question]:
    """Yield graphs without cycles, and depths; the numbers are small, fractional or large, and
    often equal.
    """
    rng = Random(121)
    large = 10**12
    pools = (
        range(-2, 3),
        [Fraction(n, 7) for n in range(-9, 10)],
        (-large, 1 - large, 0, 0, large - 1, large),
    )
    for k, (options, v) in enumerate(without_cycles(122, 10, 80)):
        pool = pools[k % 3]
        results = {u: rng.choice(pool) for u in options}
        guesses = {u: rng.choice(pool) for u in options}
        moves = {
            u: {ascii_lowercase[(7 * i + k) % 26]: w for i, w in enumerate(row)}
            for u, row in options.items()
        }
        game = GuessedGame({u: moves[u] or results[u] for u in options}, guesses)
        yield from (
            (game, v, depth) for depth in (range(8) if longest(options, v) == 9 else (k % 8,))
        )


@function(
    _depths,
    "Begin with what needs no move: play is over, or the depth is 0. Which of the two do you ask "
    "first?",
    "Otherwise ask your function about each option, with a depth of one less, and turn the sign "
    "of its score.",
    "Keep the best score so far and its move; change both only where a score is larger, not where "
    "it is equal.",
    variant("Turn the sign of what comes back: it is the score for your opponent.", but="sign"),
    variant("Play may be over at depth 0, too: ask for the outcome first.", but="guess"),
    variant(
        "A guess is for the player to move there, not for the player to move at the beginning.",
        but="turn",
    ),
    variant("If several moves have the best score, return the first of them.", but="last"),
    save_as="limited",
)
def depth_limit(
    game: GuessedGame, position: Any, depth: int, but: str = ""
) -> tuple[Any, str | None]:
    """limited(game, position, depth): the score of a search to this depth, and the first move that
    reaches it.
    """
    return _to_depth(game, position, depth, but=but)


#: Seconds that a slow game takes to find the moves of a position, and how late a program may be.
_PAUSE, _GRACE = 0.03, 0.5


@dataclass(frozen=True, eq=False)
class SlowGame(GuessedGame):
    """A guessed game that takes a while to find its moves, and notes how long that has taken in
    all.
    """

    pause: float
    taken: list[float] = field(default_factory=list, repr=False, compare=False)

    def moves(self, position: Any) -> list[str]:
        self.taken.append(self.pause)
        if self.pause:  # even sleep(0) lets every other process on this computer go first
            sleep(self.pause)
        return super().moves(position)


#: A depth that reaches the end of every game of the exercise.
_DEEPEST = 10


def _race(
    branches: int, length: int, best: int, seems: float = -0.5, pause: float = 0.0, fan: int = 1
) -> SlowGame:
    """Return a game in which one branch is best, but ``seems`` otherwise until its end; ``fan``
    ways go on first.
    """
    rows, guesses = {"start": {name: name for name in ascii_lowercase[:branches]}}, {"start": 0.0}
    ends = dict[str, Any]()
    for number, name in enumerate(rows["start"]):
        level = [name]
        for k in range(1, length + 1):
            for here in level:
                rows[here] = {
                    str(i): f"{here}.{i}" for i in range((k < length) * (fan if k == 1 else 1))
                }
                guesses[here] = (-1) ** k * (seems if number == best else -seems)
            ends |= {here: (-1) ** k * (number == best) for here in level if k == length}
            level = [there for here in level for there in rows[here].values()]
    return SlowGame(rows | ends, guesses, pause)


def _tells_apart(game: GuessedGame, position: Any) -> bool:
    """Return whether one of several moves is better than all others, and is not best at the start
    of the game.
    """
    values = sorted(alphabeta(game, there).value for there in game.options()[position])
    if len(values) < 2 or values[0] == values[1]:
        return False
    _, best = _to_depth(game, position, _DEEPEST)
    _, best_at_start = _to_depth(game, game.start(), _DEEPEST)
    return best != best_at_start


def _hurries() -> Iterator[Question]:
    """Yield a good end that only a deep search sees, random games with one best move, and a game
    too slow to search.
    """
    yield from ((_race(1, length, 0), "start", 1.0) for length in (1, 2))
    for length in (1, 2, 3, 5, 7):
        yield from ((_race(2 + length % 2, length, best), "start", 1.0) for best in (1, 0))
    some = (
        SlowGame(game.nodes, game.guesses, 0.0) for game, *_ in _depths() if len(game.nodes) == 6
    )
    told_apart = ((game, p, 1.0) for game in some for p in game.nodes if _tells_apart(game, p))
    yield from islice(told_apart, 4)
    yield _race(2, 4, 1, 0.5, _PAUSE, 60), "start", 0.4


def _in_time() -> Iterator[Question]:
    """Yield the same questions, and complain if a search has gone on for too long."""
    for game, position, seconds in _hurries():
        yield game, position, seconds
        taken = sum(game.taken)
        late = (
            f"it had {seconds} seconds, and has asked a slow game for moves that took {taken:.1f}"
        )
        require(
            taken <= seconds + _GRACE,
            f"{late}. It must be possible to stop a search in the middle, too.",
        )


@function(
    _in_time,
    "Keep the move of the last search that has come to its end; at the beginning, any move.",
    "Let `limited` search the game `Timed(game, ...)` instead of game, and catch `TimeoutError` "
    "around the loop.",
    "`for depth in range(1, 50)`: the games end before that. Take a little less than the time "
    "that you have.",
    *(
        variant(
            f"That is the move of a search of depth {depth}: there is time for a deeper one.",
            depth=depth,
        )
        for depth in range(1, 5)
    ),
    save_as="move",
    least=5,
)
def deepening(game: SlowGame, position: Any, seconds: float, depth: int = _DEEPEST) -> str | None:
    """move(game, position, seconds): the best move found in this time by searches to a depth of 1,
    2, 3 and so on.
    """
    not_slow = GuessedGame(game.nodes, game.guesses)
    _, move = _to_depth(not_slow, position, depth)
    return move


#: A number for each position.
Table = dict[Any, Any]


def _sums(
    visits: Table,
    total: Table,
    p: Any,
    options: list[Any],
    sign: int = -1,
    square: int = 2,
    here: int = 1,
) -> list[float]:
    """Return what the formula gives for each option, or what a mistaken one gives."""
    known = square * log(visits[p] + here)
    return [
        sign * total[q] / visits[q] + sqrt(known / visits[q]) if visits.get(q) else inf
        for q in options
    ]


def _clear(visits: Table, total: Table, p: Any, options: list[Any]) -> bool:
    """Return whether rounding cannot matter: a single option looks best, or those that do are
    exactly equal.
    """
    sums = _sums(visits, total, p, options)
    near = [q for q, worth in zip(options, sums, strict=True) if worth > max(sums) - 1e-6]
    return max(sums) == inf or len({(visits[q], total[q]) for q in near}) == 1


def _selections() -> Iterator[Question]:
    """Yield options, mostly with few visits; some are equal, some never visited, some also visited
    from elsewhere.
    """
    rng = Random(123)
    for k in range(300):
        names: Any = range(10) if k % 2 else ascii_lowercase
        p, *options = rng.sample(names, 2 + k % 9)
        most = (2, 4, 8, 16, 10**6)[k % 5]
        least = 1 if k % 6 else 0
        n = [rng.randint(least, most) for _ in options]
        if k % 8 == 4:
            n[0] = most
        visits = {q: tries for q, tries in zip(options, n, strict=True) if tries}
        total: Table = {
            q: Fraction(rng.randint(-2 * tries, 2 * tries), 2) for q, tries in visits.items()
        }
        total |= {
            q: total[options[0]]
            for q in visits
            if k % 3 == 0 and visits[q] == visits.get(options[0])
        }
        visits[p], total[p] = (1, 2, 10**6, *[min(1 + sum(n), 10**6)] * 4)[k % 7], 0
        other = {q: -result for q, result in total.items()}
        asked = (visits, total), (visits, other), (visits | {p: 1}, other), (visits | {p: 1}, total)
        yield from ((*known, p, options) for known in asked if _clear(*known, p, options))


@function(
    _selections,
    "For each option q take `n = visits.get(q, 0)`. What does it count if n is 0?",
    "The average is `total[q] / n` for the player to move at q; the player who chooses is the "
    "opponent.",
    "It is `-total[q] / n + sqrt(2 * log(N) / n)` with `N = visits[p] + 1`; `max(options, "
    "key=...)` takes the first "
    "largest.",
    variant("total[q] is for the player to move at q: turn its sign.", sign=1),
    variant("Under the root sign stands 2 ln N / n, because c is the root of 2.", square=1),
    variant("An option that is little known gets a bonus beside its average.", square=0),
    variant("The present visit counts, too: N is visits[p] + 1.", here=0),
    save_as="uct_choice",
)
def uct_choice(visits: Table, total: Table, p: Any, options: list[Any], **how: int) -> Any:
    """uct_choice(visits, total, p, options): the option of p to which UCT goes."""
    sums = _sums(visits, total, p, options, **how)
    return options[sums.index(max(sums))]


def _backups() -> Iterator[Question]:
    """Yield paths of all lengths, through new and known positions; other positions are known,
    too.
    """
    rng = Random(124)
    for k in range(160):
        names = shuffled(range(20) if k // 3 % 2 else ascii_lowercase, rng)
        known = names[k % 5 : k % 5 + k % 7]
        visits = {p: 10**6 if k % 2 else rng.randint(1, 4) for p in known}
        total = {p: rng.randint(-n, n) for p, n in visits.items()}
        yield visits, total, names[: 1 + k % 9], (1, -1, 0, Fraction(1, 2))[k // 2 % 4]


@function(
    _backups,
    "The result is for the player to move at the last position. For which player is it one step "
    "before?",
    "Go along `reversed(path)` and turn the sign of the result after each position.",
    "Copy both dicts first: `visits = dict(visits)`. A new position begins with `visits.get(p, "
    "0)`, which is 0.",
    variant("Turn the sign of the result with each step: the players move in turn.", turn=1),
    variant(
        "The result is for the player to move at the last position of the path, not at the first.",
        down=True,
    ),
    variant("total[p] is for the player to move at p, not for the opponent.", up=1),
    save_as="backup",
    intact=True,
)
def backup(
    visits: Table,
    total: Table,
    path: list[Any],
    result: Any,
    turn: int = -1,
    down: bool = False,
    up: int = 0,
) -> tuple[Table, Table]:
    """backup(visits, total, path, result): new copies of both dicts, after a playout along the
    path.
    """
    # Mistakes turn no sign, count from the root, or count for the player who has moved.
    steps = dict(zip(path if down else reversed(path), range(len(path)), strict=True))
    changed = {p: total.get(p, 0) + turn ** (k + up) * result for p, k in steps.items()}
    return (
        visits | {p: visits.get(p, 0) + 1 for p in path},
        {
            p: Fraction(worth) for p, worth in (total | changed).items()
        },  # a whole number may be a Fraction, too
    )


#: The pieces in the exercise on keys; 0 is a piece, too.
_PIECES = ("K", "Q", "q", 0, 1)

#: The number of cells of a chessboard, and the largest key or random number.
_CELLS, _LARGEST = 64, 10**18

#: The random number of a piece on a cell.
_Number = Callable[[int, Any], int]


def _numbered(table: dict[tuple[int, Any], int]) -> _Number:
    def number(cell: int, piece: Any) -> int:
        if (cell, piece) not in table:
            raise ValueError(
                f"number({brief(cell)}, {brief(piece)}): ask for a cell, 0 to {_CELLS - 1}, and a "
                "piece"
            )
        return table[cell, piece]

    number.__qualname__ = "number"  # errors name it
    return number


def _captures() -> Iterator[Question]:
    """Yield every piece taken by every other, with numbers in a row and with equal numbers; then
    with random ones.
    """
    rng = Random(11)
    places = [(cell, piece) for piece in _PIECES for cell in range(_CELLS)]
    in_a_row = _numbered({place: k for k, place in enumerate(places, 1)})
    equal = _numbered(dict.fromkeys(places, _LARGEST))
    tables = [_numbered({place: rng.randrange(1, _LARGEST) for place in places}) for _ in range(2)]
    first = ((0, 0, 1), (1, 1, 0), (5, 0, _CELLS - 1), (_LARGEST, _CELLS - 1, 1))
    for (key, start, end), captured, piece in product(first, (None, *_PIECES), _PIECES):
        yield from ((key, number, piece, start, end, captured) for number in (in_a_row, equal))
    for captured, piece in [*product((None, *_PIECES), _PIECES)] * 2:
        start, end = rng.sample(range(_CELLS), 2)
        key = rng.randrange(_LARGEST)
        yield from (
            (key, number, piece, start, end, captured) for number in (*tables, equal, tables[0])
        )


@function(
    _captures,
    "A piece leaves a cell, another is taken from the board, and the first comes to its cell. How "
    "many xors is that?",
    "It is `key ^ number(start, piece) ^ number(end, piece)`; if a piece was taken, also `^ "
    "number(end, captured)`.",
    variant("The piece that was taken is still in your key.", but="captured"),
    variant("In your key the piece is still on the cell it came from.", but="start"),
    variant("In your key the piece has not come to its new cell.", but="end"),
    variant("The piece 0 can be taken, too: ask whether captured is None.", but="0"),
    shown=lambda key, number, *rest: f"{key}, number, {', '.join(map(repr, rest))}",
)
def capture(
    key: int, number: _Number, piece: Any, start: int, end: int, captured: Any, but: str = ""
) -> int:
    """after(key, number, piece, start, end, captured): the key after a move that may take a piece.

    ``number(cell, piece)`` gives the random number; ``captured`` is the piece that stood on
    ``end``, or None.
    """
    taken = captured or None if but == "0" else captured
    for part, cell, what in (
        ("start", start, piece),
        ("end", end, piece),
        ("captured", end, taken),
    ):
        if what is not None and part != but:
            key ^= number(cell, what)
    return key


@exercise(
    "You need two moves: a quiet one, worth 0, and one after which nearly all random plays go "
    "well, but which loses.",
    "The bounds see at once what ends at once. So let no answer of Min's end play right there.",
    "Each answer is tried once before any is tried twice, in their order. How many playouts are "
    "there?",
)
def trap(answer: Any) -> Feedback:
    """A MinMaxTree (as a dict, at most 400 nodes, numbers in [-1, 1]) on which MCTS chooses a move
    that is not best.

    It must do so with 100 playouts for at least 7 of 10 seeds, and the move must be worse by at
    least 1/2.
    """
    tree = tree_of(answer, 400)
    require(
        tree.outcome(tree.start()) is None, "play is over at the root: there is nothing to choose."
    )
    leaves = [value for value in tree.nodes.values() if not isinstance(value, list)]
    if any(isinstance(value, bool) or not -1 <= value <= 1 for value in leaves):
        return wrong("the leaves must be numbers between -1 and 1.")
    table: dict[Any, Any] = {}
    worth = {move: -minimax(tree, move, table=table).value for move in tree.moves(tree.start())}
    trials = [mcts(tree, rng=Random(seed), playouts=PLAYOUTS) for seed in range(10)]
    missed = sum(max(worth.values()) - worth[found.best] >= WORSE for found in trials)
    if missed >= NEEDED:
        return RIGHT
    few = (
        f"in {missed} of 10 trials its move is worse by 1/2 or more; at least {NEEDED} are needed."
    )
    first, lines = trials[0], [few, "In the first trial:"]
    for move in list(worth)[:MOVES_TOLD]:
        seen = (
            f"{first.visits[move]} visits, average (or proved value) "
            f"{float(first.values[move]):.3g}"
        )
        lines.append(f"  {brief(move)}: {seen}; its value is {float(worth[move]):.3g}.")
    return wrong("\n".join(lines))
