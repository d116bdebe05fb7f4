"""The exercises of lecture 10, with answers as students give them."""

import importlib
from fractions import Fraction
from functools import cache, partial

from check.lecture import TYPE, Lecture, reference, right_and_wrong
from gamecourse.check import State
from gamecourse.grading.sheet import opened

MODULE = importlib.import_module("gamecourse.check.tictactoe")
EVERYTHING = opened(MODULE)

ROWS, COLUMNS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)], [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGONALS = [(0, 4, 8), (2, 4, 6)]


def ending(board, lines=(*ROWS, *COLUMNS, *DIAGONALS), free="."):
    for a, b, c in lines:
        if board[a] == board[b] == board[c] != free:
            return board[a]
    return None if "." in board else "draw"


def swapped(board):
    return {"X": "O", "O": "X"}.get(ending(board), ending(board))


def turned(board):
    return "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))


@cache
def images(board, turns=4, mirror=True):
    found = []
    for _ in range(turns):
        board = turned(board)
        found += [board, board[6:] + board[3:6] + board[:3]] if mirror else [board]
    return found


@cache
def smallest(board):
    return min(images(board))


def careful(board, blocks=True, forks=True):
    def wins(board, mark):
        return [
            i
            for i in range(9)
            if board[i] == "." and ending(board[:i] + mark + board[i + 1 :]) == mark
        ]

    free = [i for i in range(9) if board[i] == "."]
    double = [i for i in free if len(wins(board[:i] + "X" + board[i + 1 :], "X")) > 1]
    choice = wins(board, "X") + wins(board, "O") * blocks + double * forks
    return divmod((choice + [i for i in (4, 0, 2, 6, 8) if i in free] + free)[0], 3)


def column_first(board):
    """The row and the column exchanged on the way in and on the way out."""
    return careful("".join(board[3 * (i % 3) + i // 3] for i in range(9)))[::-1]


def positions(game):
    """Every position, those first that come up first."""
    found = {game.start(): None}
    for p in (waiting := list(found)):
        new = [game.play(p, m) for m in game.moves(p)] if game.outcome(p) is None else []
        waiting += [q for q in dict.fromkeys(new) if q not in found]
        found |= dict.fromkeys(new)
    return list(found)


def from_the_ends(game, best=max, sign=-1, end=1):
    """Rounds over all positions, each as soon as all its options have a value."""
    found, left = {}, positions(game)
    while left:
        for p in reversed(left):
            result = game.outcome(p)
            after = [found.get(game.play(p, m)) for m in game.moves(p)] if result is None else []
            if None not in after:
                found[p] = best(sign * value for value in after) if result is None else end * result
        left = [p for p in left if p not in found]
    return found


KNOWN = {}


def remembers(game):
    return {p: KNOWN.setdefault(p, v) for p, v in from_the_ends(game).items()}


def goes_to(game, values, there):
    """What a move is worth to whoever makes it, and what each reply is worth to the other."""
    replies = game.moves(there) if game.outcome(there) is None else []
    return -values[there], [-values[game.play(there, reply)] for reply in replies]


def share(replies):
    return Fraction(sum(r < max(replies) for r in replies), len(replies)) if replies else 0


def set_traps(
    game,
    p,
    trap=share,
    only=lambda value, best: value == best,
    order=list,
    what=lambda game, p, m: m,
):
    """Sorted by the value, then by the trap; the sort keeps the order of the moves."""
    values = from_the_ends(game)
    found = {m: goes_to(game, values, game.play(p, m)) for m in order(game.moves(p))}
    best = max(value for value, _ in found.values())
    found = {m: trap(replies) for m, (value, replies) in found.items() if only(value, best)}
    return what(game, p, sorted(found, key=found.get, reverse=True)[0])


def for_the_opponent(game, p):
    """The largest trap among the worst moves."""
    values = from_the_ends(game)
    found = {m: goes_to(game, values, game.play(p, m)) for m in game.moves(p)}
    worst = min(value for value, _ in found.values())
    return max((m for m in found if found[m][0] == worst), key=lambda m: share(found[m][1]))


CELLS = [(0, 0), (0, 2), (1, 1), (2, 1)]

RIGHT = [
    ("answers_to_the_edge", CELLS),
    ("ending", ending),
    ("representative", lambda board: max(images(board))),
    ("solve_all", from_the_ends),
    ("best_move", set_traps),
    ("never_lose", careful),
    ("never_lose", column_first),
]

WRONG = [
    ("answers_to_the_edge", [(1, 1)], r"your cells are good, but there are more\.$"),
    (
        "answers_to_the_edge",
        [(1, 1), (1, 0)],
        r"after \(1, 0\) X wins, moving first: \(0, 0\), .*\)\.\n\.X\.",
    ),
    ("answers_to_the_edge", [(0, 1)], r"\(0, 1\) is not a free cell"),
    ("answers_to_the_edge", [(3, 0)], r"\(3, 0\) is not a free cell of the board\.$"),
    (
        "answers_to_the_edge",
        [(r + 1, c + 1) for r, c in CELLS],
        "did you begin with 1.*Read like that, your list is",
    ),
    ("answers_to_the_edge", [(c, r) for r, c in CELLS], "The row comes first, then the column"),
    (
        "answers_to_the_edge",
        [(r, c) for r in range(3) for c in range(3) if (r, c) != (0, 1)],
        "X wins",
    ),
    (
        "answers_to_the_edge",
        [0, 2, 4, 7],
        r"Give a list of cells \(row, column\). Your answer contains 0",
    ),
    ("answers_to_the_edge", [*CELLS, [1, 1]], r"\(1, 1\) is in it more than once"),
    ("answers_to_the_edge", (1, 1), "also if there is only one"),
    ("answers_to_the_edge", [], "your list is empty"),
    ("answers_to_the_edge", [(0, 0.5)], r"Your answer contains \(0, 0.5\)"),
    ("answers_to_the_edge", 4, "Give a list of cells"),
    (
        "ending",
        lambda board: ending(board, [*COLUMNS, *DIAGONALS]),
        "it should be 'X'. .*overlooks the rows",
    ),
    (
        "ending",
        lambda board: ending(board, [*ROWS, *DIAGONALS]),
        "it should be 'X'. .*overlooks the columns",
    ),
    (
        "ending",
        lambda board: ending(board, [*ROWS, *COLUMNS]),
        "it should be 'X'. .*overlooks the diagonals",
    ),
    (
        "ending",
        lambda board: ending(board, [*ROWS, *COLUMNS, DIAGONALS[0]]),
        "overlooks the line of the places 2, 4 and 6",
    ),
    (
        "ending",
        lambda board: None if ending(board) == "O" else ending(board),
        r"it should be 'O'\.$",
    ),
    (
        "ending",
        lambda board: ending(board, free=None),
        r"should be None \(play goes on\)\. .*takes three free cells",
    ),
    (
        "ending",
        lambda board: ending(board) if "." in board else "draw",
        "Even on a full board, look for three",
    ),
    (
        "ending",
        lambda board: ending(board) if "." not in board else None,
        r"it should be .X.\. Even while a cell is free, look for three in a row first",
    ),
    (
        "ending",
        lambda board: ending(board) or "draw",
        r"is the text 'draw', it should be None \(play goes on\)\.$",
    ),
    (
        "ending",
        lambda board: None if ending(board) == "draw" else ending(board),
        r"it should be 'draw'\.$",
    ),
    ("ending", swapped, r"is 'O', it should be 'X'\.$"),
    (
        "ending",
        lambda board: ending(board).lower() if ending(board) else None,
        r"is 'x', it should be 'X'\.$",
    ),
    ("ending", lambda board: ending(board) is not None, "is False, it should be None"),
    (
        "ending",
        lambda board: {"X": 1, "O": -1, "draw": 0}.get(ending(board)),
        "is 1; it should be 'X'",
    ),
    (
        "representative",
        lambda board: "\n".join(smallest(board)[k : k + 3] for k in (0, 3, 6)),
        "is not an image",
    ),
    ("representative", list, "which is not an image"),
    ("representative", lambda board: board, r"which is the same board turned\.$"),
    (
        "representative",
        lambda board: min(images(board, mirror=False)),
        r"which is the same board in a mirror\.$",
    ),
    ("representative", lambda board: min(images(board, turns=1)), "which is the same board"),
    ("representative", lambda board: min(images(board)[:7]), "which is the same board"),
    ("representative", lambda board: min(board, board[::-1]), "which is the same board turned"),
    ("representative", sorted, "which is not an image"),
    (
        "representative",
        lambda board: smallest(board).lower(),
        "is the text '.*x.*', which is not an image",
    ),
    ("representative", lambda board: "." * 9, "which is not an image"),
    ("representative", images, "which is not an image"),
    ("solve_all", partial(from_the_ends, sign=1), "are your opponent's: turn their signs"),
    (
        "solve_all",
        partial(from_the_ends, end=-1),
        "outcome speaks for the player to move already: leave its sign",
    ),
    ("solve_all", partial(from_the_ends, best=min), "gets the worst of the options"),
    (
        "solve_all",
        lambda game: {p: v for p, v in from_the_ends(game).items() if game.outcome(p) is None},
        "The terminal positions are missing",
    ),
    (
        "solve_all",
        lambda game: from_the_ends(game)[game.start()],
        r"is (-?\d); it should be \{0: \1\}",
    ),
    ("solve_all", lambda game: {game.start(): from_the_ends(game)[game.start()]}, "is missing"),
    (
        "solve_all",
        lambda game: {game.start(): 0} | from_the_ends(game) | {"x": 0},
        "'x' should not be in it",
    ),
    (
        "solve_all",
        lambda game: dict.fromkeys(game.moves(game.start()), 0),
        r"is \{\}, it should be",
    ),
    ("solve_all", remembers, "it should be"),
    (
        "best_move",
        partial(set_traps, trap=lambda replies: 0),
        "That is the first of the best moves",
    ),
    (
        "best_move",
        partial(set_traps, only=lambda value, best: True),
        "does not look at the values first",
    ),
    (
        "best_move",
        partial(set_traps, trap=lambda replies: share(replies) * len(replies)),
        "of wrong replies among",
    ),
    (
        "best_move",
        partial(set_traps, trap=lambda replies: share([min(r, 0) for r in replies])),
        "a draw is wrong, too, if there is a win",
    ),
    (
        "best_move",
        partial(set_traps, order=lambda moves: list(moves)[::-1]),
        "that set the largest trap take the first",
    ),
    ("best_move", partial(set_traps, trap=lambda replies: -share(replies)), r"it should be \S+\.$"),
    ("best_move", for_the_opponent, "The values of the options are your opponent's"),
    (
        "best_move",
        partial(
            set_traps,
            trap=lambda replies: Fraction(sum(r < 0 for r in replies), len(replies) or 1),
        ),
        "is not wrong if all lose",
    ),
    (
        "best_move",
        partial(set_traps, trap=lambda replies: -share(replies) if replies else -1),
        "counts the right replies",
    ),
    (
        "best_move",
        partial(set_traps, trap=lambda replies: share(replies) if replies else 1),
        "A move that ends play sets no trap",
    ),
    (
        "best_move",
        partial(set_traps, what=lambda game, p, m: game.play(p, m)),
        r"it should be \(\d, \d\)",
    ),
    ("best_move", lambda game, p: set_traps(game, game.start()), "it should be"),
    ("best_move", lambda game, p: None, "is None, it should be"),
    (
        "never_lose",
        lambda board: careful(board, blocks=False),
        "this gives the draw away.*You have lost.$",
    ),
    (
        "never_lose",
        lambda board: tuple(k + 1 for k in careful(board)),
        "counted from 0: did you begin with 1",
    ),
    ("never_lose", lambda board: divmod(board.index("."), 3), "You have lost.$"),
    (
        "never_lose",
        lambda board: (0, 0),
        r"The move \(0, 0\) is not allowed: the cell \(0, 0\) is taken by X.$",
    ),
    (
        "never_lose",
        lambda board: careful(board)[::-1],
        "The row comes first, .*Read like that, it never loses",
    ),
    ("never_lose", lambda board: 4, "which is not a move"),
]

IN_ANOTHER_TYPE = [
    ("answers_to_the_edge", {(2, 1), (1, 1), (0, 2), (0, 0)}, TYPE, "is a set: give a list"),
    ("ending", lambda board: str(ending(board)), TYPE, "It is a text: leave out the quotes"),
    (
        "solve_all",
        lambda game: {p: float(v) for p, v in from_the_ends(game).items()},
        TYPE,
        "give a whole number",
    ),
    (
        "answers_to_the_edge",
        [(0, 0), (0, 2), (1, 1), (2, 1.0)],
        TYPE,
        "1.0 should be a whole number, 1",
    ),
]


LECTURE = Lecture(
    "tictactoe",
    slow=["ending", "representative", "solve_all", "best_move"],
    answers=[*right_and_wrong(RIGHT, WRONG), *IN_ANOTHER_TYPE],
)


def test_a_bad_answer_to_the_edge_is_played_out():
    feedback = EVERYTHING["answers_to_the_edge"]([(2, 0)])
    game, play = EVERYTHING["GAME"], feedback.play
    position = play.start
    assert position == ".X......."
    for move in play.line:
        position = game.play(position, move)
    assert play.line[0] == (2, 0)
    assert ending(position) == "X"


def test_what_the_checkers_say_of_boards():
    boards, right = [*EVERYTHING["Boards"]().small()], reference(EVERYTHING["ending"])
    assert len(set(boards)) == 5478
    for board in boards:
        assert right(board) == ending(board)
    assert len({smallest(board) for board in boards}) == 765


def test_of_what_every_call_prints_only_the_beginning_is_passed_on(capsys):
    def talkative(board):
        print(f"I look at {board}")
        return ending(board)

    assert str(EVERYTHING["ending"](talkative)) == State.RIGHT.value
    printed = capsys.readouterr().out
    assert printed.startswith("I look at .........")
    assert len(printed) <= 2_000
