"""A judge for each exercise that asks no question of its checker's: questions drawn, every
opponent, or a definition.

A judge says "same", "type", "slow", "changes its arguments" or "wrong", or "undecided" after too
few games; and the witness: what was asked, found and due.
"""

from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import product
from time import process_time
from types import SimpleNamespace

from gamefast import deepen, minimax
from gamelib import LOSS, Misere, match
from gamelib.games import CopsAndRobber, CopsAndThief, Matches, MinMaxTree, Nim, TicTacToe
from verdicts import draws
from verdicts.answers import ANSWERS, nim_of
from verdicts.limits import OutOfTime, limited
from verdicts.policy import SAME, TYPE, WRONG, alike, compared

SLOW, CHANGES, UNDECIDED = "slow", "changes its arguments", "undecided"

#: CPU seconds for one call of an answer; and to look for a shorter witness, when there is one.
EACH, LOOKING = 1.5, 0.3

#: Exercises with one right answer, given as data; whether it is a list without an order.
DATA = {
    "matches.good_to_leave": True, "graphs.p_positions": False, "retrograde.by_hand": False, "nim.winning_takes": True,
    "sprague_grundy.by_hand": False, "kayles.in_code": False, "minimax.by_hand": False, "minimax.heirs": False,
    "tictactoe.answers_to_the_edge": True, "alphabeta.never_seen": False, "certain.against_stubborn": False,
    "endings.came_from": True,
}  # fmt: skip


#: Exercises whose function returns a list without an order.
ANY_ORDER = {"kayles.first_cells", "endings.in_numbers"}

#: Exercises whose answer is a graph or a tree of the student's own: any names will do, or any
#: numbers.
FREE = {
    "graphs.no_kernel", "cops.no_ring", "alphabeta.too_high", "large.trap",
    "partizan.not_the_hottest",
}  # fmt: skip


def judge(task, answer, rng, seconds):
    """What is to be said of an answer, and the witness."""
    model, _ = task.given(task.model)
    if task.key in DATA:
        said = compared(answer, model, DATA[task.key])
        return said, f"{answer!r}, due {model!r}"
    if task.key in ANSWERS:
        said, witness = by_definition(ANSWERS[task.key], answer, model, task.names["check"])
        return SAME if said == TYPE and task.key in FREE else said, witness
    if task.key in TRIALS:
        return by_trial(answer, *TRIALS[task.key](task))
    if task.key in JUDGES:
        return JUDGES[task.key](task, answer, model, rng, seconds)
    return by_questions(task, answer, model, rng, seconds, draws.DRAWS[task.key])


def known():
    """The exercises that have a judge."""
    return {*DATA, *ANSWERS, *TRIALS, *JUDGES, *draws.DRAWS}


def by_questions(task, answer, model, rng, seconds, draw, policy=None):
    """The answer and the model are asked the same, and now and then what was asked before."""
    policy = policy or (lambda given, found, due: compared(found, due, task.key in ANY_ORDER))
    end, asked, witnesses = process_time() + seconds, [], {}
    while process_time() < end:
        questions = list(draw(rng))
        for given in [*questions, *asked[-3:-2]]:
            said, witness = reply(answer, given, model(*deepcopy(given)), policy)
            if said == WRONG and WRONG not in witnesses:
                end = min(end, process_time() + LOOKING)
            witnesses.setdefault(said, []).append(witness)
        asked = [*asked[-9:], *questions[:1]]
    said = next((said for said in (WRONG, TYPE, SLOW, CHANGES) if said in witnesses), SAME)
    return said, min(witnesses.get(said, [""]), key=len)


def reply(answer, given, due, policy):
    """What is to be said of one reply, and the witness."""
    mine = deepcopy(given)
    try:
        with limited(EACH):
            found = answer(*mine)
            said = policy(given, found, due)
    except OutOfTime:
        return SLOW, f"{given!r}"
    except Exception as error:
        return WRONG, f"{given!r}: {type(error).__name__}: {error}; due {due!r}"
    if said == SAME:
        return (SAME, "") if mine == given else (CHANGES, f"{given!r}")
    return said, f"{given!r}: {found!r}, due {due!r}"


def by_definition(fault, answer, model, check):
    """A judge for data: what is at fault in it, by the definition; and whether it is made of what
    the model is.
    """
    try:
        with limited(20):
            why = fault(answer, check)
    except (Exception, OutOfTime) as error:
        why = f"it cannot be read: {error!r}"
    return (
        (WRONG, f"{answer!r}: {why}")
        if why
        else (SAME if alike(answer, model) else TYPE, repr(answer))
    )


def by_trial(strategy, game, start, draws_do=False):
    """Every opponent plays against the strategy, which begins: it must win, or at least not lose;
    nor go round.
    """
    kinds, after, waiting = [], {}, [start]
    while waiting:
        here = waiting.pop()
        if here in after:
            continue
        try:
            with limited(EACH):
                move = strategy(here)
        except (Exception, OutOfTime) as error:
            return WRONG, f"at {here!r}: {error!r}"
        meant = {compared(move, other): other for other in game.moves(here)}
        if SAME not in meant and TYPE not in meant:
            return WRONG, f"{move!r} at {here!r} is no move"
        if SAME not in meant:
            kinds.append(f"{move!r} for {meant[TYPE]!r} at {here!r}")
        move = meant.get(SAME, meant.get(TYPE))
        there = game.play(here, move)
        replies = (
            [there]
            if game.outcome(there) is not None
            else [game.play(there, m) for m in game.moves(there)]
        )
        ended = [p for p in replies if game.outcome(p) is not None]
        results = [-game.outcome(p) if p == there else game.outcome(p) for p in ended]
        if any(result < (0 if draws_do else 1) for result in results):
            return WRONG, f"{move!r} at {here!r} does not do"
        after[here] = set(replies) - set(ended)
        waiting += after[here]
    while ends := [p for p, others in after.items() if not any(q in after for q in others)]:
        after = {p: others for p, others in after.items() if p not in ends}
    if after:
        return WRONG, f"play can cycle for ever from {next(iter(after))!r}"
    return (TYPE, kinds[0]) if kinds else (SAME, "")


class King:
    """The king who steps left, down, or both."""

    def moves(self, square):
        c, r = square
        return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

    def play(self, square, move):
        return move

    def outcome(self, square):
        return None if self.moves(square) else LOSS


#: Games in which a strategy must win, with the start, and whether a draw will do.
TRIALS = {
    "matches.strategy": lambda task: (Matches(32, (1, 2, 3, 4, 5)), 32),
    "graphs.lead_the_king": lambda task: (King(), (7, 6)),
    "pursuit.chase": lambda task: started(CopsAndThief.from_text(task.names["check"].PARK)),
    "cops.chase": lambda task: started(CopsAndRobber(task.names["check"].TOWN)),
    "nim.misere": lambda task: started(Misere(Nim((2, 3, 4)))),
    "sprague_grundy.blindfold": lambda task: started(task.names["check"].BLINDFOLD),
    "tictactoe.never_lose": lambda task: (*started(TicTacToe()), True),
}


def started(game):
    """A game with its start."""
    return game, game.start()


def king(task, answer, model, rng, seconds):
    """The game of the king, square by square."""
    game, kinds = answer(), []
    pairs = [(game.start(), (7, 7), "start")]
    for square in product(range(8), repeat=2):
        pairs.append((game.outcome(square), King().outcome(square), f"outcome of {square}"))
        if square != (0, 0):
            moves = game.moves(square)
            plain = isinstance(moves, list | tuple) and len(
                {game.play(square, move) for move in moves}
            ) == len(moves)
            kinds += [] if plain else [f"moves of {square}: {moves!r}"]
            pairs.append(
                (
                    {game.play(square, move) for move in moves},
                    set(King().moves(square)),
                    f"moves of {square}",
                )
            )
    for found, due, where in pairs:
        said = compared(found, due)
        if said == WRONG:
            return WRONG, f"{where}: {found!r}, due {due!r}"
        kinds += [f"{where}: {found!r}"] * (said == TYPE)
    return (TYPE, kinds[0]) if kinds else (SAME, "")


def winning_move(task, answer, model, rng, seconds):
    """Every winning move is as good."""

    def policy(given, found, due):
        heaps = list(*given)
        if due is None or found is None:
            return compared(found, due)
        k, taken = map(int, found)
        if not (0 <= k < len(heaps) and 1 <= taken <= heaps[k]):
            return WRONG
        heaps[k] -= taken
        return WRONG if nim_of(heaps) else SAME if alike(found, due) else TYPE

    return by_questions(task, answer, model, rng, seconds, draws.five_heaps, policy)


def images(board):
    """A board turned and mirrored, in eight ways."""
    found = set()
    for _ in range(4):
        board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
        found |= {board, board[6:] + board[3:6] + board[:3]}
    return found


def representative(task, answer, model, rng, seconds):
    """Any image of a board will do, if it is the same for all of them."""

    def policy(given, found, due):
        if len(found) == 1 and found[0] in images(*given):
            return SAME
        return (
            TYPE
            if len({str(one) for one in found}) == 1 and str(found[0]).strip() in images(*given)
            else WRONG
        )

    def of_all(function):
        return lambda board: list(
            {repr(found): found for found in map(function, sorted(images(board)))}.values()
        )

    return by_questions(task, of_all(answer), of_all(model), rng, seconds, draws.tictactoe, policy)


def with_bounds(task, answer, model, rng, seconds):
    """One table for several searches, each with a window of its own."""

    def in_turn(nodes, calls):
        game, table = MinMaxTree(nodes), {}
        return [answer(game, *call, table) for call in calls]

    def due(nodes, calls):
        game = MinMaxTree(nodes)
        return [max(alpha, min(minimax(game, p, table={}).value, beta)) for p, alpha, beta in calls]

    return by_questions(
        SimpleNamespace(exercise=None, key=task.key), in_turn, due, rng, seconds, draws.searches
    )


def better_evaluation(task, answer, model, rng, seconds):
    """A number between -1 and 1 everywhere; and as far as there is time, games from beginnings of
    our own.
    """
    board, middle = task.names["check"].BOARD, cache(task.names["check"].middle)
    strategies = [
        lambda p, by=by: deepen(board, p, depth=2, evaluate=by).line[0]
        for by in (cache(answer), middle)
    ]
    points, games, end = 0, 0, process_time() + seconds
    while process_time() < end or not games:
        position = board.start()
        for _ in range(rng.randint(0, 8)):
            position = board.play(position, rng.choice(board.moves(position)))
            if board.outcome(position) is not None:
                break
            found = answer(position)
            if isinstance(found, bool) or not isinstance(found, int | float | Fraction):
                return TYPE, f"{position!r}: {found!r}"
            if not -1 < found < 1:
                return WRONG, f"{position!r}: {found!r}"
        else:
            points += (1 + match(board, *strategies, position=position).result) / 2
            points += (1 - match(board, *strategies[::-1], position=position).result) / 2
            games += 2
    said = SAME if points >= 0.55 * games else WRONG if points < 0.4 * games else UNDECIDED
    return said if games >= 20 else UNDECIDED, f"{points} points in {games} games"


def deepening(task, answer, model, rng, seconds):
    """The one best move, which is found in time."""

    def best(game, position, seconds):
        return min(game.nodes[position].items(), key=lambda item: worth(game, item[1]))[0]

    def worth(game, p):
        return max((-worth(game, q) for q in game.options()[p]), default=game.outcome(p))

    return by_questions(task, answer, best, rng, seconds, draws.hurried)


def beat_stubborn(task, answer, model, rng, seconds):
    """What the strategy gets, by going on and on, beside what the model's gets."""
    game, other = task.names["check"].GAME, task.names["check"].stubborn
    kinds = []

    def worth(strategy):
        after, waiting = {}, [game.start()]
        while waiting:
            here = waiting.pop()
            if here in after:
                continue
            turn = game.turn(here)
            if turn in (0, 1):
                move = (strategy, other)[turn](here)
                meant = [one for one in game.moves(here) if compared(move, one) != WRONG]
                kinds.extend(
                    f"{move!r} at {here!r}" for one in meant if compared(move, one) == TYPE
                )
                after[here] = [(1, game.play(here, meant[0]))]
            else:
                after[here] = [] if turn is None else game.chances(here)
            waiting += [there for _, there in after[here]]
        values = {p: float(game.payoffs(p)[0]) if game.turn(p) is None else 0.0 for p in after}
        for _ in range(2_000):
            new = {
                p: sum(float(c) * values[q] for c, q in row) if row else values[p]
                for p, row in after.items()
            }
            if max(abs(new[p] - values[p]) for p in new) < 1e-13:
                break
            values = new
        return values[game.start()]

    try:
        found, due = worth(answer), worth(model)
    except Exception as error:
        return WRONG, repr(error)
    if found < due - 1e-9:
        return WRONG, f"it gets {found}, and {due} is possible"
    return (TYPE, kinds[0]) if kinds else (SAME, "")


def arrows(task, answer, model, rng, seconds):
    """A graph of lists that have no order, and a set."""

    def in_order(graph):
        try:
            options, won = graph
            return type(graph)(
                ({p: type(row)(sorted(row, key=repr)) for p, row in options.items()}, won)
            )
        except (TypeError, ValueError, AttributeError):
            return graph

    def policy(given, found, due):
        return compared(in_order(found), in_order(due))

    return by_questions(task, answer, model, rng, seconds, draws.DRAWS[task.key], policy)


JUDGES = {
    "pursuit.arrows": arrows,
    "graphs.king": king, "nim.winning_move": winning_move, "tictactoe.representative": representative,
    "alphabeta.with_bounds": with_bounds,
    "large.better_evaluation": better_evaluation, "large.deepening": deepening, "certain.beat_stubborn": beat_stubborn,
}  # fmt: skip
