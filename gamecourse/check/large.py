"""The exercises of lecture 12, large games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from math import inf, log, sqrt
from random import Random
from string import ascii_lowercase
from time import sleep
from typing import Any, NamedTuple

from gamecourse.check import (
    RIGHT,
    Feedback,
    brief,
    exercise,
    function,
    mistake,
    name_of,
    refused,
    require,
    shown,
    wrong,
)
from gamecourse.grading.calls import cure
from gamecourse.grading.comparing import Mistake
from gamecourse.grading.domains import Domain, Graphs, Options, Question, backwards
from gamecourse.grading.draws import Draws
from gamecourse.grading.exercises import call, inside
from gamecourse.grading.extract import board_of, tree_of
from gamecourse.grading.games import WrittenGame, longest
from gamecourse.grading.plain import same_kind
from gamecourse.grading.writing import WRITTEN_AS, as_code, number_of
from gamelib import alphabeta, deepen, match, mcts, minimax
from gamelib.games import ConnectFour

__all__ = [
    "BOARD",
    "PLAYOUTS",
    "SMALL",
    "Fraction",
    "GuessedGame",
    "SlowGame",
    "middle",
    "numbers_from",
]

#: The board for which a better evaluation is wanted, and the board of the second exercise.
BOARD, SMALL = ConnectFour(5, 6), ConnectFour(4, 5)

#: The playouts in each trial of the trap, the trials of ten in which it must work, the largest
#: number of moves at the root to tell, and how much worse the chosen move must be.
PLAYOUTS, NEEDED, MOVES_TOLD, WORSE = 100, 7, 6, 0.5

#: How many beginnings there are, with two games from each, and the points needed. A useless score
#: gets one point from each. Luck may add about three to their sum, so twice as many are asked for.
BEGINNINGS, ENOUGH = 20, 26


def middle(position: str) -> float:
    """The evaluation to be beaten: your own pieces in the two middle columns, minus your
    opponent's.
    """
    mine = BOARD.mover(position)
    rows = position.split("\n")
    cells = [row[column] for row in rows for column in (2, 3)]
    pieces = [piece for piece in cells if piece != "."]
    own = pieces.count(mine)
    opponents = len(pieces) - own
    return (own - opponents) / 20  # of 10 cells: so at most 1/2, far less than a win


def strategy_by(evaluate: Callable[[str], float]) -> Callable[[str], int]:
    """Return the strategy of a search two moves deep with this evaluation."""
    return lambda position: int(deepen(BOARD, position, depth=2, evaluate=evaluate).line[0])


def beginnings() -> list[str]:
    """Return different positions after four random moves, the same ones each time."""
    rng = Draws(10)
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
    "must be less than a win.",
    "The game has a score already: what does BOARD.evaluate count?",
)
def better_evaluation(answer: Any) -> Feedback:
    """evaluate(position): a score for the player to move on BOARD; two moves deep it must beat
    ``middle``.
    """

    def checked_score(position: str) -> Any:
        """Return the student's score, or end the grading if it is not a number between -1 and 1."""
        who = f"{name_of(answer)}({position!r})"
        score = call(answer, position, who=who, what="a number")
        require(
            same_kind(score, 0) and score == score,  # nan is not equal to itself
            f"{who} is {shown(score)}, which is not a number.{cure(score)}",
        )
        require(
            -1 < score < 1,
            f"{who} is {brief(score)}: stay between -1 and 1. A guess must count less than a win.",
        )
        return score

    students = strategy_by(inside(checked_score))
    by_middle = strategy_by(cache(middle))
    points = 0.0
    for position in beginnings():
        # A result is that of the player who moves first: 1, 0 or -1, for 1 point, 1/2 or none.
        moving_first = match(BOARD, students, by_middle, position=position).result
        moving_second = -match(BOARD, by_middle, students, position=position).result
        points += (1 + moving_first) / 2 + (1 + moving_second) / 2
        if points >= ENOUGH:
            return RIGHT
    remark = ""
    if points < BEGINNINGS / 2:
        remark = (
            " Does it speak for the player to move? A score of 0 everywhere makes about half of the "
            "points."
        )
    return wrong(f"it makes {points:g} of {2 * BEGINNINGS} points; {ENOUGH} are needed.{remark}")


def value_of(position: str) -> float:
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
        value_of(SMALL.play(board, move)) > 0,
        f"the short search plays column {move}, and that does not lose.",
    )
    require(value_of(board) >= 0, "this position is lost whatever is played: no move is better.")
    return RIGHT


@dataclass(frozen=True, eq=False)
class GuessedGame(WrittenGame):
    """A game without cycles and with a guess at each position; outcomes and guesses are for the
    player to move.
    """

    guesses: Mapping[Any, Any]

    def evaluate(self, position: Any) -> Any:
        return self.guesses[position]


#: A score, and the first move that reaches it; None where no move is made.
Scored = tuple[Any, str | None]


def search_to_depth(game: GuessedGame, position: Any, depth: int) -> Scored:
    """Return the score of a search to this depth, for the player to move, and the first move that
    reaches it.
    """
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome, None
    if depth == 0:
        return game.evaluate(position), None
    scores = {
        move: -search_to_depth(game, game.play(position, move), depth - 1)[0]
        for move in game.moves(position)
    }
    return first_best(scores)


def first_best(scores: Mapping[str, Any]) -> Scored:
    """Return the largest score and the first move that has it."""
    move = max(scores, key=lambda move: scores[move])
    return scores[move], move


@mistake("Turn the sign of what comes back: it is the score for your opponent.")
def search_without_sign(game: GuessedGame, position: Any, depth: int) -> Scored:
    """Return what is found if the score after a move is taken as it is."""
    if game.outcome(position) is not None or depth == 0:
        return search_to_depth(game, position, depth)
    return first_best(
        {
            move: search_without_sign(game, game.play(position, move), depth - 1)[0]
            for move in game.moves(position)
        }
    )


@mistake("Play may be over at depth 0, too: ask for the outcome first.")
def search_with_guess_first(game: GuessedGame, position: Any, depth: int) -> Scored:
    """Return what is found if at depth 0 the guess counts even where play is over."""
    if depth == 0:
        return game.evaluate(position), None
    if game.outcome(position) is not None:
        return game.outcome(position), None
    return first_best(
        {
            move: -search_with_guess_first(game, game.play(position, move), depth - 1)[0]
            for move in game.moves(position)
        }
    )


@mistake("A guess is for the player to move there, not for the player to move at the beginning.")
def search_for_the_first(game: GuessedGame, position: Any, depth: int, turn: int = 1) -> Scored:
    """Return what is found if guesses are for the player who begins; ``turn`` is -1 where the
    other player moves.
    """
    if game.outcome(position) is not None:
        return game.outcome(position), None
    if depth == 0:
        return turn * game.evaluate(position), None
    return first_best(
        {
            move: -search_for_the_first(game, game.play(position, move), depth - 1, -turn)[0]
            for move in game.moves(position)
        }
    )


@mistake("If several moves have the best score, return the first of them.")
def search_for_the_last(game: GuessedGame, position: Any, depth: int) -> Scored:
    """Return the score with the last move that reaches it."""
    if game.outcome(position) is not None or depth == 0:
        return search_to_depth(game, position, depth)
    scores = {
        move: -search_to_depth(game, game.play(position, move), depth - 1)[0]
        for move in game.moves(position)
    }
    return first_best(dict(reversed(scores.items())))


#: The largest outcomes and guesses, and the depths that are asked for.
LARGE, DEPTHS = 10**12, range(8)

#: What outcomes and guesses are drawn from: often equal, fractions, and near ties.
POOLS: tuple[list[Any], ...] = (
    [-2, -1, 0, 1, 2],
    [Fraction(n, 7) for n in range(-9, 10)],
    [-LARGE, 1 - LARGE, 0, 0, LARGE - 1, LARGE],
)

#: The graphs of the games.
GRAPHS = Graphs(most=10, cycles=False)


def guessed_game(options: Options, rng: Draws) -> GuessedGame:
    """Return the game on a graph, with outcomes and guesses at random; the names of the moves tell
    nothing of their order.
    """
    pool = rng.choice(POOLS)
    nodes: dict[Any, Any] = {}
    for v, row in options.items():
        names = rng.sample(ascii_lowercase, len(row))
        nodes[v] = dict(zip(names, row, strict=True)) if row else rng.choice(pool)
    return GuessedGame(nodes, {v: rng.choice(pool) for v in options})


def _to_each_depth(options: Options, rng: Draws) -> Iterator[Question]:
    """Yield a game on the graph, searched from two vertices to any depth; and from the vertex where
    the longest line begins, to every depth if that line is longer than the deepest search.
    """
    game = guessed_game(options, rng)
    for v in rng.sample(options, 2):
        yield game, v, rng.choice(DEPTHS)
    farthest = max(options, key=lambda v: longest(options, v))
    is_long = longest(options, farthest) > DEPTHS[-1]
    depths = DEPTHS if is_long else rng.sample(DEPTHS[:5], 1)
    yield from ((game, farthest, depth) for depth in depths)


def _one_of_nine(place: int, end: int) -> Question:
    """Return a search of depth 1 among nine moves to draws, except that the move in this place leads
    to another end.
    """
    vertices = range(1, 10)
    moves = dict(zip("abcdefghi", vertices, strict=True))
    ends = dict.fromkeys(vertices, 0) | {vertices[place]: end}
    guesses = dict.fromkeys([0, *vertices], 0)
    return GuessedGame({0: moves, **ends}, guesses), 0, 1


#: The best move, and the worst one, stand first, in the middle and last.
NINE_MOVES = [_one_of_nine(place, end) for place in (0, 4, 8) for end in (1, -1)]


@function(
    GRAPHS.asking(_to_each_depth, seed=122, last=NINE_MOVES),
    "Begin with what needs no move: play is over, or the depth is 0. Which of the two do you ask "
    "first?",
    "Otherwise ask your function about each option, with a depth of one less, and turn the sign "
    "of its score.",
    "Keep the best score so far and its move; change both only where a score is larger, not where "
    "it is equal.",
    mistakes=[
        search_without_sign,
        search_with_guess_first,
        search_for_the_first,
        search_for_the_last,
    ],
    save_as="limited",
)
def depth_limit(game: GuessedGame, position: Any, depth: int) -> Scored:
    """limited(game, position, depth): the score of a search to this depth, and the first move that
    reaches it.
    """
    return search_to_depth(game, position, depth)


#: Seconds that a slow game takes to find the moves of a position, and how late a program may be.
PAUSE, GRACE = 0.03, 0.5

#: A depth that reaches the end of every game of the exercise.
DEEPEST = 10


@dataclass(frozen=True, eq=False)
class SlowGame(GuessedGame):
    """A guessed game that takes a while to find its moves, and notes how long that has taken in
    all.
    """

    pause: float
    taken: list[float] = field(default_factory=list, repr=False, compare=False)

    def moves(self, position: Any) -> list[str]:
        """The moves, after a pause."""
        self.taken.append(self.pause)
        if self.pause:  # even sleep(0) lets every other process on this computer go first
            sleep(self.pause)
        return super().moves(position)


def race(
    branches: int, length: int, best: int, seems: float = -0.5, pause: float = 0.0, fan: int = 1
) -> SlowGame:
    """Return a game of so many branches. The one with the number ``best`` wins at its end, for the
    player who moves first, and the others are drawn.

    A branch ends after ``length`` moves. Before that the winning branch is guessed to be worth
    ``seems`` to the player who moves first, and the others the opposite. Each branch has ``fan``
    ways on from its first position.
    """
    names = ascii_lowercase[:branches]
    nodes: dict[str, Any] = {"start": {name: name for name in names}}
    guesses: dict[str, Any] = {"start": 0.0}
    for number, name in enumerate(names):
        wins = number == best
        level = [name]
        for moves_made in range(1, length + 1):
            sign = (-1) ** moves_made  # from the first player to the player to move
            ways = fan if moves_made == 1 else 1
            for node in level:
                options = {str(way): f"{node}.{way}" for way in range(ways)}
                nodes[node] = options if moves_made < length else sign * wins
                guesses[node] = sign * (seems if wins else -seems)
            level = [f"{node}.{way}" for node in level for way in range(ways)]
    return SlowGame(nodes, guesses, pause)


def last_of_sixty() -> SlowGame:
    """Return a game of sixty moves, of which the last wins and the others draw."""
    moves = {f"to {place}": str(place) for place in range(60)}
    ends = {str(place): 0 for place in range(60)} | {"59": -1}  # lost for the opponent
    return SlowGame({"start": moves, **ends}, dict.fromkeys(["start", *ends], 0.0), 0.0)


def is_unlike_the_start(game: GuessedGame, position: Any) -> bool:
    """Return whether one of several moves is better than all others, and another is best at the
    start of the game: so an answer that searches from the start, and not from the position that it
    is given, gives another move.
    """
    values = [-alphabeta(game, option).value for option in game.options()[position]]
    if len(values) < 2:
        return False
    best_value, second_value = sorted(values, reverse=True)[:2]
    if best_value == second_value:
        return False
    _, best_move = search_to_depth(game, position, DEEPEST)
    _, best_move_at_start = search_to_depth(game, game.start(), DEEPEST)
    return best_move_at_start not in (None, best_move)  # None if play is over at the start


class Hurries(Domain[Question]):
    """Games with one best move, and the seconds to find it: good ends that only a deep search sees,
    small random games, and two slow games: one too wide to search, and one in which many searches
    take long together.
    """

    draws = 4

    def small(self) -> Iterator[Question]:
        yield from ((race(1, length, 0), "start", 1.0) for length in (1, 2))
        for length in range(1, 8):
            yield from ((race(2 + length % 2, length, best), "start", 1.0) for best in (1, 0))

    def draw(self, rng: Draws) -> Question:
        """A game on a graph of a few vertices, at a position whose best move is not the one at the
        start.
        """
        while True:
            options = backwards(GRAPHS.draw(rng))  # so that long lines begin at the start
            if len(options) > 6:
                continue
            drawn = guessed_game(options, rng)
            game = SlowGame(drawn.nodes, drawn.guesses, 0.0)
            unlike_the_start = [p for p in game.nodes if is_unlike_the_start(game, p)]
            if unlike_the_start:
                return game, rng.choice(unlike_the_start), 1.0

    def related(self, value: Question, rng: Draws) -> Iterator[Question]:
        """Yield the game with the moves at each position in the opposite order."""
        game, position, seconds = value
        nodes = {
            p: dict(reversed(after.items())) if isinstance(after, dict) else after
            for p, after in game.nodes.items()
        }
        yield SlowGame(nodes, game.guesses, 0.0), position, seconds

    def altered(self, value: Question, rng: Draws) -> Iterator[Question]:
        """The same game, asked at another position with one best move."""
        game, position, seconds = value
        others = [p for p in game.nodes if p != position and is_unlike_the_start(game, p)]
        if others:
            yield game, rng.choice(others), seconds

    def values(self, rng: Draws) -> Iterator[Question]:
        """The games that take no time, then three slow or wide ones, with less time for them."""
        yield from super().values(rng)
        yield race(2, 4, 1, seems=0.5, pause=PAUSE, fan=60), "start", 0.4
        yield race(2, 7, 1, seems=0.5, pause=PAUSE), "start", 0.4
        yield last_of_sixty(), "start", 0.4


def _in_time(question: Question, rng: Draws) -> Iterator[Question]:
    """Yield the question, and end the grading if the answer has gone on searching for too long."""
    game, _, seconds = question
    yield question
    # We come back here when the question has been answered.
    taken = sum(game.taken)
    late = f"it had {seconds} seconds, and has asked a slow game for moves that took {taken:.1f}"
    require(
        taken <= seconds + GRACE,
        f"{late}. It must be possible to stop a search in the middle, too.",
    )


def searched_move(game: SlowGame, position: Any, depth: int) -> str | None:
    """Return the move of a search to this depth, as fast as it goes."""
    not_slow = GuessedGame(game.nodes, game.guesses)
    _, move = search_to_depth(not_slow, position, depth)
    return move


def stops_at(depth: int) -> Mistake:
    """Return the mistake of a search to this depth and no deeper."""

    @mistake(f"That is the move of a search of depth {depth}: there is time for a deeper one.")
    def move_at_depth(game: SlowGame, position: Any, seconds: float) -> str | None:
        return searched_move(game, position, depth)

    return move_at_depth


@function(
    Hurries().asking(_in_time, seed=121),
    "Keep the move of the last search that has come to its end; at the beginning, any move.",
    "Let `limited` search the game `Timed(game, ...)` instead of game, and catch `TimeoutError` "
    "around the loop.",
    "`for depth in range(1, 50)`: the games end before that. Take a little less than the time "
    "that you have.",
    mistakes=[stops_at(depth) for depth in range(1, 7)],
    save_as="move",
    least=5,
)
def deepening(game: SlowGame, position: Any, seconds: float) -> str | None:
    """move(game, position, seconds): the best move found in this time by searches to a depth of 1,
    2, 3 and so on.
    """
    return searched_move(game, position, DEEPEST)


#: A number for each position.
Table = dict[Any, Any]

#: What UCT makes of the visits and the total of an option; N counts the visits of the position that
#: is chosen at, with the present one.
Worth = Callable[[int, Any, int], float]


def uct_sum(n: int, total: Any, N: int) -> float:
    """Return the average for the player who chooses, and the bonus."""
    return float(-total / n + sqrt(2 * log(N) / n))


def first_largest(worth: Worth, visits: Table, total: Table, options: list[Any], N: int) -> Any:
    """Return the first option never visited, or the first of the largest worth."""
    sums = [worth(visits[q], total[q], N) if visits.get(q) else inf for q in options]
    return options[sums.index(max(sums))]


@mistake("total[q] is for the player to move at q: turn its sign.")
def choice_for_the_opponent(visits: Table, total: Table, p: Any, options: list[Any]) -> Any:
    """Return the choice if the averages keep the sign that they have for the opponent."""
    return first_largest(
        lambda n, result, N: result / n + sqrt(2 * log(N) / n),
        visits,
        total,
        options,
        visits[p] + 1,
    )


@mistake("Under the root sign stands 2 ln N / n, because c is the root of 2.")
def choice_with_small_bonus(visits: Table, total: Table, p: Any, options: list[Any]) -> Any:
    """Return the choice with c = 1."""
    return first_largest(
        lambda n, result, N: -result / n + sqrt(log(N) / n), visits, total, options, visits[p] + 1
    )


@mistake("An option that is little known gets a bonus beside its average.")
def choice_without_bonus(visits: Table, total: Table, p: Any, options: list[Any]) -> Any:
    """Return the choice by the averages alone."""
    return first_largest(
        lambda n, result, N: float(-result / n), visits, total, options, visits[p] + 1
    )


@mistake("The present visit counts, too: N is visits[p] + 1.")
def choice_without_this_visit(visits: Table, total: Table, p: Any, options: list[Any]) -> Any:
    """Return the choice with the visits before this one."""
    return first_largest(uct_sum, visits, total, options, visits[p])


def is_clear(visits: Table, total: Table, p: Any, options: list[Any]) -> bool:
    """Return whether rounding cannot matter: an option was never visited, a single one looks best,
    or those that do are exactly equal.
    """
    if not all(visits.get(q) for q in options):
        return True
    sums = [uct_sum(visits[q], total[q], visits[p] + 1) for q in options]
    near = [q for q, worth in zip(options, sums, strict=True) if worth > max(sums) - 1e-6]
    return len({(visits[q], total[q]) for q in near}) == 1


#: The most visits of a position.
MOST_VISITS = 10**6


class Selections(Domain[Question]):
    """Visits, totals, a position and its options: all small ones with one option or two, and others
    with few or many visits, equal options, and positions visited from elsewhere, too.
    """

    draws = 300

    def small(self) -> Iterator[Question]:
        """One option or two with up to two visits each, and any total result that is possible."""
        known = [(n, result) for n in range(3) for result in range(-n, n + 1)]
        for count in (1, 2):
            for pairs in product(known, repeat=count):
                yield counted("pqr", pairs, 1 + sum(n for n, _ in pairs))

    def extreme(self) -> Iterator[Question]:
        """Nine options with few or many visits, of which the first or the last is another than the
        rest, or none is; options whose sums nearly tie; and two that differ by a single result.
        """
        position_and_options = range(10)
        for visits in (1, MOST_VISITS - 1, MOST_VISITS):
            for visits_of_position in (1, 2, MOST_VISITS):
                most = (visits, visits)
                least = (visits, -visits)
                for pairs in (
                    [most] * 8 + [least],
                    [least] + [most] * 8,
                    [least] * 8 + [(0, 0)],
                    [least] * 9,
                ):
                    yield counted(position_and_options, pairs, visits_of_position)
        yield from near_ties()
        for visits in (2_500, 300_000, MOST_VISITS):  # equal but for one result in so many
            for pairs in ([(visits, 0), (visits, -1)], [(visits, -1), (visits, 0)]):
                yield counted("pqr", pairs, MOST_VISITS)

    def draw(self, rng: Draws) -> Question:
        """Two to ten options, few of them never visited; the position is visited as often as they
        are together, or less or more often, as in a table that other positions lead into.
        """
        names = rng.sample(rng.choice([range(10), ascii_lowercase]), 2 + rng.below(9))
        most = rng.choice([2, 4, 8, 16, MOST_VISITS])
        pairs = []
        for _ in names[1:]:
            n = rng.randint(0 if rng.random() < 0.05 else 1, most)
            pairs.append((n, Fraction(rng.randint(-2 * n, 2 * n), 2)))
        if rng.random() < 0.3:
            pairs[-1] = pairs[0]
        together = min(1 + sum(n for n, _ in pairs), MOST_VISITS)
        return counted(names, pairs, rng.choice([1, 2, MOST_VISITS, *[together] * 4]))

    def related(self, value: Question, rng: Draws) -> Iterator[Question]:
        """Yield the options and the dicts in other orders, and the results for the other player."""
        visits, total, p, options = value
        visits_backwards = dict(reversed(visits.items()))
        total_backwards = dict(reversed(total.items()))
        yield visits_backwards, total_backwards, p, options[::-1]
        yield visits, total, p, rng.shuffled(options)
        yield visits, {q: -result for q, result in total.items()}, p, options


def near_ties() -> Iterator[Question]:
    """Yield two options, one of few visits and a large bonus, one of many visits, whose sums differ
    in the sixth digit: a root of 2 with four digits takes the wrong one.
    """
    shares = Fraction(-1, 2), Fraction(0), Fraction(1, 2)
    for few, many, share in product((16, 40, 99), (200_000, 999_000), shares):
        visits = few + many
        sum_of_few = uct_sum(few, share * few, visits + 1)
        bonus_of_many = uct_sum(many, 0, visits + 1)
        for difference in (2e-6, -2e-6):
            # So that bonus_of_many - total / many is sum_of_few - difference.
            total = round(many * (bonus_of_many - sum_of_few + difference))
            if abs(total) <= many and visits <= MOST_VISITS:
                yield counted("pqr", [(few, share * few), (many, total)], visits)


#: Sums that differ only after the ninth digit: found by a search.
NEAREST_TIES: list[Question] = [
    ({"p": 806_061, "a": 277, "b": 687_316}, {"p": 0, "a": 19, "b": -163_909}, "p", ["a", "b"]),
    ({"p": 866_419, "a": 55, "b": 254_306}, {"p": 0, "a": -10, "b": -222_912}, "p", ["a", "b"]),
]


def counted(
    names: Sequence[Any], pairs: Sequence[tuple[int, Any]], visits_of_position: int
) -> Question:
    """Return the question about options with these visits and totals, a pair for each. The first
    name is the position where one of them is chosen, and the next ones are the options.
    """
    p, *options = names[: 1 + len(pairs)]
    known = {q: pair for q, pair in zip(options, pairs, strict=True) if pair[0]}  # visited ones
    visits = {q: n for q, (n, _) in known.items()} | {p: visits_of_position}
    total = {q: result for q, (_, result) in known.items()} | {p: 0}
    return visits, total, p, options


@function(
    Selections().asking(
        lambda known, rng: [known] if is_clear(*known) else [], seed=123, last=NEAREST_TIES
    ),
    "For each option q take `n = visits.get(q, 0)`. What does it count if n is 0?",
    "The average is `total[q] / n` for the player to move at q; the player who chooses is the "
    "opponent.",
    "It is `-total[q] / n + sqrt(2 * log(N) / n)` with `N = visits[p] + 1`; `max(options, "
    "key=...)` takes the first largest.",
    mistakes=[
        choice_for_the_opponent,
        choice_with_small_bonus,
        choice_without_bonus,
        choice_without_this_visit,
    ],
    save_as="uct_choice",
)
def uct_choice(visits: Table, total: Table, p: Any, options: list[Any]) -> Any:
    """uct_choice(visits, total, p, options): the option of p to which UCT goes."""
    return first_largest(uct_sum, visits, total, options, visits[p] + 1)


class Counts(NamedTuple):
    """The visits and the total result of each position."""

    visits: Table
    total: Table


def with_results(visits: Table, total: Table, results: Table) -> Counts:
    """Return new dicts with one visit more of each position in ``results``, and its result added."""
    new_visits = dict(visits)
    new_total = {p: Fraction(result) for p, result in total.items()}  # a Fraction may be whole
    for p, result in results.items():
        new_visits[p] = visits.get(p, 0) + 1
        new_total[p] = Fraction(total.get(p, 0) + result)
    return Counts(new_visits, new_total)


def results_along(path: list[Any], result: Any) -> Table:
    """Return the result at each position of the path, given that at the last one: the sign changes
    with each step back.
    """
    results: Table = {}
    for p in reversed(path):
        results[p] = result
        result = -result
    return results


@mistake("Turn the sign of the result with each step: the players move in turn.")
def backup_without_sign(visits: Table, total: Table, path: list[Any], result: Any) -> Counts:
    """Return both dicts if everybody on the path gets the same result."""
    return with_results(visits, total, dict.fromkeys(path, result))


@mistake("The result is for the player to move at the last position of the path, not at the first.")
def backup_from_the_root(visits: Table, total: Table, path: list[Any], result: Any) -> Counts:
    """Return both dicts if the result is for the player to move at the root."""
    return with_results(visits, total, results_along(path[::-1], result))


@mistake("total[p] is for the player to move at p, not for the opponent.")
def backup_for_the_opponent(visits: Table, total: Table, path: list[Any], result: Any) -> Counts:
    """Return both dicts if a total is for the player who moved to a position."""
    return with_results(visits, total, results_along(path, -result))


#: How a playout may end.
RESULTS = (1, -1, 0, Fraction(1, 2))


class Backups(Domain[Question]):
    """Paths of 1 to 9 positions, new and known ones; other positions are known, too."""

    draws = 120

    def small(self) -> Iterator[Question]:
        """Paths of up to three positions; none, one or two of the positions a and c are known."""
        for known, length, result in product(range(3), range(1, 4), RESULTS):
            path = list("abc"[:length])
            visits = dict.fromkeys("ac"[:known], 1)
            yield visits, dict.fromkeys(visits, -1), path, result

    def extreme(self) -> Iterator[Question]:
        """The longest path, of which nothing is known, or six positions with few or many visits."""
        path = list(range(9))
        for result in RESULTS:
            yield {}, {}, path, result
            for n in (1, 2, MOST_VISITS):
                visits = dict.fromkeys(path[:6], n)
                yield visits, dict.fromkeys(visits, n), path, result
                yield visits, dict.fromkeys(visits, -n), path, result

    def draw(self, rng: Draws) -> Question:
        """A path, and up to six positions that are known: some are on it, and some may be others."""
        names = rng.shuffled(rng.choice([range(20), ascii_lowercase]))
        first = rng.below(5)
        known = names[first : first + rng.below(7)]
        most = rng.choice([4, MOST_VISITS])
        visits = {p: rng.randint(1, most) for p in known}
        total = {p: rng.randint(-n, n) for p, n in visits.items()}
        return visits, total, names[: rng.randint(1, 9)], rng.choice(RESULTS)

    def related(self, value: Question, rng: Draws) -> Iterator[Question]:
        """Yield the dicts in the opposite order, and the path backwards."""
        visits, total, path, result = value
        yield dict(reversed(visits.items())), dict(reversed(total.items())), path, result
        yield visits, total, path[::-1], result

    def altered(self, value: Question, rng: Draws) -> Iterator[Question]:
        """The question with more visits of a known position, with another total, or result."""
        visits, total, path, result = value
        if visits:
            known = rng.choice(list(visits))
            more = visits | {known: min(visits[known] + rng.randint(1, 9), MOST_VISITS)}
            yield more, total, path, result
            yield more, total | {known: -total[known] or 1}, path, result
        yield visits, total, path, rng.choice([other for other in RESULTS if other != result])


@function(
    Backups().questions(seed=124),
    "The result is for the player to move at the last position. For which player is it one step "
    "before?",
    "Go along `reversed(path)` and turn the sign of the result after each position.",
    "Copy both dicts first: `visits = dict(visits)`. A new position begins with `visits.get(p, "
    "0)`, which is 0.",
    mistakes=[backup_without_sign, backup_from_the_root, backup_for_the_opponent],
    save_as="backup",
    intact=True,
)
def backup(visits: Table, total: Table, path: list[Any], result: Any) -> Counts:
    """backup(visits, total, path, result): new copies of both dicts, after a playout along the
    path.
    """
    return with_results(visits, total, results_along(path, result))


#: The pieces in the exercise on keys; 0 is a piece, too.
PIECES = ("K", "Q", "q", 0, 1)

#: The number of cells of a chessboard, and the largest key or random number.
CELLS, LARGEST = 64, 10**18

#: The random number of a piece on a cell.
Number = Callable[[int, Any], int]


#: The random numbers of some pieces, each on a cell.
Numbers = dict[tuple[int, Any], int]


def numbers_in_a_row(cell: int, piece: Any) -> int:
    """Return the place of a piece on a cell among all, from 1 on."""
    return 1 + cell + CELLS * PIECES.index(piece)


def numbers_from(table: Numbers) -> Number:
    """Return the function that looks up the random numbers of a table; for any other piece on a cell
    it gives ``numbers_in_a_row``.
    """

    def number(cell: int, piece: Any) -> int:
        """Return the random number of a piece on a cell; raises ValueError if there is none."""
        if cell not in range(CELLS) or piece not in PIECES:
            raise ValueError(
                f"number({brief(cell)}, {brief(piece)}): ask for a cell, 0 to {CELLS - 1}, and a "
                "piece"
            )
        return table.get((cell, piece), numbers_in_a_row(cell, piece))

    number.__qualname__ = "number"  # errors name it
    number.__dict__[WRITTEN_AS] = f"check.numbers_from({as_code(table)})"
    return number


class Captures(Domain[Question]):
    """Every piece takes every other, or none, with numbers in a row, equal ones and random ones."""

    draws = 240

    def small(self) -> Iterator[Question]:
        """Each piece takes each, or none, with four keys and moves; numbers in a row, and then equal
        ones.
        """
        keys_and_moves = (0, 0, 1), (1, 1, 0), (5, 0, CELLS - 1), (LARGEST, CELLS - 1, 1)
        for (key, start, end), captured, piece in product(keys_and_moves, (None, *PIECES), PIECES):
            yield with_numbers(numbers_in_a_row, key, piece, start, end, captured)
            yield with_numbers(lambda *place: LARGEST, key, piece, start, end, captured)

    def draw(self, rng: Draws) -> Question:
        """Any move of a piece that takes any piece or none, with random numbers."""
        start, end = rng.sample(range(CELLS), 2)
        piece = rng.choice(PIECES)
        captured = rng.choice((None, *PIECES))
        key = rng.randint(0, LARGEST)
        return with_numbers(at_random(rng), key, piece, start, end, captured)

    def related(self, value: Question, rng: Draws) -> Iterator[Question]:
        """Yield the same move with other numbers, with equal numbers, and the way back."""
        key, _, piece, start, end, captured = value
        yield with_numbers(at_random(rng), key, piece, start, end, captured)
        yield with_numbers(lambda *place: LARGEST, key, piece, start, end, captured)
        yield with_numbers(at_random(rng), key, piece, end, start, captured)


def at_random(rng: Draws) -> Number:
    """Return a function that gives a number at random each time."""
    return lambda cell, piece: rng.randint(1, LARGEST)


def with_numbers(
    number_of_piece: Number, key: int, piece: Any, start: int, end: int, captured: Any
) -> Question:
    """Return the question in which the numbers that count for the move come from a function, which
    is called once for each.
    """
    places = [(start, piece), (end, piece)]
    if captured is not None and captured != piece:  # the same piece on ``end`` has its number
        places.append((end, captured))
    table = {place: number_of_piece(*place) for place in places}
    return key, numbers_from(table), piece, start, end, captured


def key_without_capture(
    key: int, number: Number, piece: Any, start: int, end: int, captured: Any
) -> int:
    """Return the key after a move that takes nothing."""
    return key ^ number(start, piece) ^ number(end, piece)


@mistake("The piece that was taken is still in your key.")
def key_with_the_captured_piece(
    key: int, number: Number, piece: Any, start: int, end: int, captured: Any
) -> int:
    """Return the key if nothing is taken from the board."""
    return key_without_capture(key, number, piece, start, end, captured)


@mistake("In your key the piece is still on the cell it came from.")
def key_with_the_old_cell(
    key: int, number: Number, piece: Any, start: int, end: int, captured: Any
) -> int:
    """Return the key if the piece stays where it was, too."""
    return key_after(key, number, piece, start, end, captured) ^ number(start, piece)


@mistake("In your key the piece has not come to its new cell.")
def key_without_the_new_cell(
    key: int, number: Number, piece: Any, start: int, end: int, captured: Any
) -> int:
    """Return the key if the piece is taken from the board."""
    return key_after(key, number, piece, start, end, captured) ^ number(end, piece)


@mistake("The piece 0 can be taken, too: ask whether captured is None.")
def key_with_a_captured_zero(
    key: int, number: Number, piece: Any, start: int, end: int, captured: Any
) -> int:
    """Return the key if the piece 0 counts as none."""
    return key_after(key, number, piece, start, end, captured or None)


@mistake("The piece that is taken stood on `end`, not on `start`.")
def key_with_a_capture_at_the_start(
    key: int, number: Number, piece: Any, start: int, end: int, captured: Any
) -> int:
    """Return the key if the captured piece is taken from where the move begins."""
    key = key_without_capture(key, number, piece, start, end, captured)
    return key if captured is None else key ^ number(start, captured)


@mistake(
    "A Zobrist key is made with xor, `^`, which puts in and takes out alike, not with + and -."
)
def key_by_sums(key: int, number: Number, piece: Any, start: int, end: int, captured: Any) -> int:
    """Return the key if numbers are added and subtracted."""
    key += number(end, piece) - number(start, piece)
    return key if captured is None else key - number(end, captured)


def key_after(key: int, number: Number, piece: Any, start: int, end: int, captured: Any) -> int:
    """Return the key after a move that may take a piece."""
    key = key_without_capture(key, number, piece, start, end, captured)
    if captured is not None:
        key ^= number(end, captured)
    return key


@function(
    Captures().questions(),
    "A piece leaves a cell, another is taken from the board, and the first comes to its cell. How "
    "many xors is that?",
    "It is `key ^ number(start, piece) ^ number(end, piece)`; if a piece was taken, also `^ "
    "number(end, captured)`.",
    mistakes=[
        key_with_the_captured_piece,
        key_with_the_old_cell,
        key_without_the_new_cell,
        key_with_a_captured_zero,
        key_with_a_capture_at_the_start,
        key_by_sums,
    ],
)
def capture(key: int, number: Number, piece: Any, start: int, end: int, captured: Any) -> int:
    """after(key, number, piece, start, end, captured): the key after a move that may take a piece.

    ``number(cell, piece)`` gives the random number; ``captured`` is the piece that stood on
    ``end``, or None.
    """
    return key_after(key, number, piece, start, end, captured)


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
    # A move is called like the child to which it leads, whose value is for the opponent.
    worth = {move: -minimax(tree, move, table=table).value for move in tree.moves(tree.start())}
    trials = [mcts(tree, rng=Random(seed), playouts=PLAYOUTS) for seed in range(10)]
    best = max(worth.values())
    missed = sum(best - worth[trial.best] >= WORSE for trial in trials)
    if missed >= NEEDED:
        return RIGHT
    first = trials[0]
    too_few = wrong(
        f"in {missed} of 10 trials its move is worse by 1/2 or more; at least {NEEDED} are needed."
    )
    lines = [
        f"{brief(move)} was visited {number_of(first.visits[move], 'time', 'times')} and seems to be worth "
        f"{float(first.values[move]):.3g}; its value is {float(worth[move]):.3g}."
        for move in list(worth)[:MOVES_TOLD]
    ]
    return too_few.with_remark("\n".join(["In the first trial:", *lines]))
