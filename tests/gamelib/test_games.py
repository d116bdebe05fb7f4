"""What holds of every game of the package: the contract, its own positions, and what it was made of
wrongly.
"""

from contextlib import suppress
from importlib.util import find_spec

import pytest
from naive import DiGraph

from gamelib import (
    Alternating,
    Extensive,
    Fixed,
    Misere,
    Quotient,
    Sum,
    check_game,
    check_solution,
    games,
    gate,
    solve,
)
from gamelib.core import CHANCE, TooLarge
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Grundy,
    Matches,
    MinMaxTree,
    Nim,
    Octal,
    OverwriteTicTacToe,
    ShadedTicTacToe,
    Subtraction,
    TicTacToe,
    Token,
    Tree,
)

ARROWS = DiGraph([("a", "b"), ("b", "c")])
TREE = {
    "Z": ("Ann", {"on": "B", "off": (1, 0)}),
    "B": (CHANCE, {"x": ("1/2", (3, 1)), "y": ("1/2", (0, 2))}),
}

#: A small game of each class, and, of positions that are not its own, those that look most like
#: one. A class that is missing here is taken as it is, if it can be made without arguments.
GAMES = [
    (Matches(5), [-1, True, 2.5]),
    (Nim((3, 4)), [(3, -4), (3, "4"), (3, None), (True, 4)]),
    (Subtraction((3,)), [(-1,), (1.5,)]),
    (Grundy((7,)), [((1, 2),)]),
    (Octal((4,)), [("||||",)]),
    (TicTacToe(), ["." * 8, "XX.......", "..Y......"]),
    (ConnectFour(2, 4, 3), ["....", "....\n....\n...."]),
    (ShadedTicTacToe(), ["." * 10, "X#......."]),
    (OverwriteTicTacToe(2), [("...", "X"), ("....", "Y"), ("....", "X", (0, 0))]),
    (CopsAndThief.from_text(
        "P.T\n.*E"
    ), [((0, 0), (0, 2)), ((0, 0), (0, 3), "thief"), ((1, 1), (0, 0), "thief"),
                                          ((0, 0), (0, 2), "cops"), ((0, 0), None, "thief")]),
    (Token(ARROWS, "a"), ["d", ("a",)]),
    (MinMaxTree({"A": ["B", "C"], "B": 1, "C": 2, "D": 3}), ["D", ("A",), 1]),
    (Tree(TREE, ("Ann", "Bob")), ["C", (1, 0, 0), (2, 1), ("A",)]),
]  # fmt: skip
if find_spec("networkx") is not None:
    from networkx import path_graph

    LIKE = [
        ((0, 1), 2),
        ((1, 0), 2, "cops"),
        ((0,), 2, "cops"),
        ((0, 3), 2, "cops"),
        ((0, 1), 3, "robber"),
    ]
    LIKE += [((0, 1), None, "cops"), (None, 1, "cops")]
    GAMES.append((games.CopsAndRobber(path_graph(3), 2), LIKE))
for kind in {*games.GAMES.values()} - {type(game) for game, _ in GAMES} - {games.HeapGame}:
    with suppress(TypeError):
        GAMES.append((kind(), []))
IDS = [type(game).__name__ for game, _ in GAMES]

#: Positions of one game that are positions of another too: heaps are heaps, an empty board is one.
SHARED = [{"Nim", "Subtraction", "Grundy", "Octal"}, {"TicTacToe", "ShadedTicTacToe"}]


def test_every_game_is_here():
    missing = set(games.GAMES) - {*IDS, "HeapGame", "CopsAndRobber"}
    assert not missing, (
        f"{missing} cannot be made without arguments: add a small one to GAMES in this file"
    )


@pytest.mark.parametrize(("game", "like"), GAMES, ids=IDS)
def test_every_game_keeps_the_contract(game, like, package):
    if check_game(game).complete and not gate.is_extensive(game):
        assert check_solution(solve(game)) > 0


#: Games made of other games.
CHASE = CopsAndThief.from_text("P.T\n.*E")
RIVALS = Tree(
    {"A": ("I", {"on": "B", "off": (1, -1)}), "B": ("II", {"on": (0, 0), "off": (-2, 2)})},
    ("I", "II"),
)
MADE = [
    Misere(TicTacToe(2, 3, 2)),
    Misere(CHASE),
    Quotient(TicTacToe(2, 3, 2)),
    Quotient(ConnectFour(2, 4, 2)),
    Sum(Nim((2,)), Octal((4,), "0.77"), Matches(3)),
    Extensive(TicTacToe(2, 3, 2)),
    Extensive(CHASE),
    Alternating(RIVALS),
    Fixed(RIVALS, 1, lambda position: "on"),
    Fixed(Extensive(Nim((1, 2))), 0, lambda position: next(iter(Nim((1, 2)).moves(position[0])))),
]


def terminal_positions(game, start, most=20_000):
    """Every position in which play is over, among the first positions that are found."""
    extensive = gate.is_extensive(game)
    seen, left = {start}, [start]
    while left and len(seen) < most:
        position = left.pop()
        turn = game.turn(position) if extensive else None
        if (turn is None) if extensive else game.outcome(position) is not None:
            yield position
        elif turn == CHANCE:
            left += {there for _, there in game.chances(position)} - seen
        else:
            left += {game.play(position, move) for move in game.moves(position)} - seen
        seen |= {*left}


@pytest.mark.parametrize(
    "game", [*(game for game, _ in GAMES), *MADE], ids=lambda game: str(type(game).__name__)
)
def test_where_play_is_over_a_game_has_no_moves(game):
    over = list(terminal_positions(game, game.start()))
    assert over
    for position in over:
        assert list(game.moves(position)) == [], position


def refusal(game, position):
    """The words in which a position is refused."""
    try:
        gate.begin(game, position)
    except ValueError as error:
        return str(error)
    return "nothing"


def relatives(name, shared):
    """The games whose positions are also positions of this one, with the game itself."""
    return {name}.union(*(names for names in shared if name in names))


def cure(name, position, owners):
    """What to do if a game takes a position, or does not name it when it refuses it."""
    advice = (
        f"{name}.check_position has to raise ValueError for {position!r}, with the position, or "
        "the part of it that is wrong, in its words"
    )
    if position not in owners:
        return advice
    return (
        f"{advice}: it is the start of {owners[position]}. If it is rightly a position of {name}, "
        f'too, write {{"{name}", "{owners[position]}"}} into SHARED in tests/gamelib/test_games.py'
    )


@pytest.mark.parametrize(("game", "like"), GAMES, ids=IDS)
def test_positions_that_are_none_of_the_game_s_are_refused_by_name(game, like):
    name = type(game).__name__
    family = relatives(name, SHARED)
    owners = {
        other.start(): type(other).__name__
        for other, _ in GAMES
        if type(other).__name__ not in family
    }
    for position in ("XX", (None,), (None, None, None), (), object, *like, *owners):
        if position == () and isinstance(game, games.HeapGame):
            continue  # no heaps are left, and play is over
        culprits = [
            position,
            *(position if isinstance(position, tuple) else ()),
        ]  # the whole, or a part of it
        said = refusal(game, position)
        assert any(repr(culprit) in said for culprit in culprits), (
            f"{cure(name, position, owners)}. What is said now: {said}"
        )


def test_a_game_that_takes_another_s_positions_is_told_of_shared():
    shared = [{"Nim", "Octal"}, {"Nim", "Wythoff"}]
    assert relatives("Nim", shared) == {"Nim", "Octal", "Wythoff"}
    assert relatives("Token", shared) == {"Token"}
    told = cure("Wythoff", (3, 4), {(3, 4): "Nim"})
    assert 'write {"Wythoff", "Nim"} into SHARED in tests/gamelib/test_games.py' in told
    assert "SHARED" not in cure("Wythoff", "XX", {(3, 4): "Nim"})


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: CopsAndThief.from_text(None), TypeError, "the board is None: give it as a text"),
        (
            lambda: CopsAndThief(5, (0, 0), (0, 1)),
            TypeError,
            "the terrain is 5: give a tuple of rows",
        ),
        (lambda: MinMaxTree(None), TypeError, "the tree is None: give a dict"),
        (lambda: MinMaxTree({"A": [["B"]]}), ValueError, r"\['B'\], a child of 'A', is missing"),
        (lambda: Tree({}, ("Ann",)), ValueError, "the tree is empty: give at least a root"),
        (lambda: Tree([1], ()), TypeError, r"the tree is \[1\]: give a dict"),
        (lambda: Tree(TREE, "Ann"), ValueError, "players are 'Ann': give a tuple"),
        (lambda: Tree({"A": ("Ann", 5)}, ("Ann",)), ValueError, r"'A' has \('Ann', 5\): give"),
        (
            lambda: Tree({"A": (CHANCE, {"x": 5})}, ("Ann",)),
            ValueError,
            "'x' at 'A' has 5: give .probability",
        ),
        (lambda: Token("x", 1), TypeError, "str is not a graph: give a networkx DiGraph"),
        (lambda: ConnectFour("6"), ValueError, "rows='6': give a whole number, 1 or more"),
        (lambda: Grundy(5), ValueError, "heaps are 5: give a tuple of whole numbers"),
        (
            lambda: Subtraction((3,), takes=5),
            ValueError,
            "takes are 5: give whole numbers, 1 or more",
        ),
        (
            lambda: Octal((3,), "0.8"),
            ValueError,
            "'0.8' is not an octal code: give 0. or 4. and digits",
        ),
    ],
)
def test_what_a_game_was_made_of_wrongly_is_said_with_the_cure(make, error, message):
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize("kind", [ConnectFour, TicTacToe, ShadedTicTacToe, OverwriteTicTacToe])
def test_whole_numbers_of_numpy_are_sides_of_a_board_and_columns(kind):
    np = pytest.importorskip("numpy")
    sides = np.arange(3, 5)
    assert kind(sides[0], sides[1 if kind is ConnectFour else 0]) == kind(
        3, 4 if kind is ConnectFour else 3
    )
    game = kind(4, 4)
    move = np.random.default_rng(1).choice(
        game.moves(game.start())
    )  # of cells an array: its two numbers
    move = move if kind is ConnectFour else tuple(move)
    assert repr(game.play(game.start(), move)) in {
        repr(game.play(game.start(), m)) for m in game.moves(game.start())
    }


HEAPS = [
    Nim(()),
    Nim((), most=3),
    Subtraction((), takes=(2, 5)),
    Grundy(()),
    Octal(()),
    Octal((), "4.35"),
]


class TestHeaps:
    @pytest.mark.parametrize("game", HEAPS, ids=repr)
    def test_a_move_that_is_listed_can_be_played_and_no_other(self, game):
        """``part`` and ``heap_moves`` say the same in two ways."""
        things = [
            *range(-1, 12),
            (),
            *((a,) for a in range(12)),
            *((a, b) for a in range(12) for b in range(12)),
            None,
        ]
        for heap in range(12):
            listed = list(game.heap_moves(heap))
            assert [move for move in things if game.part(heap, move) is not None] == sorted(
                listed, key=things.index
            )
            for move in listed:
                left = move if isinstance(move, tuple) else (heap - move,)
                assert game.part(heap, move) == left == game.play((heap,), (0, move))
            assert (game.outcome((heap,)) is None) == bool(listed)

    @pytest.mark.parametrize("move", [True, 1.0, "1", (1, 2, 3), ("1",), (2, 1), [1], (True,)])
    def test_what_only_looks_like_a_move_is_none(self, move):
        assert [game.part(6, move) for game in HEAPS] == [None] * len(HEAPS)

    def test_a_heap_too_large_is_refused_wherever_it_is_given(self):
        with pytest.raises(TooLarge, match="a heap of 10000001: at most 10,000,000"):
            Nim((10_000_001,))
        with pytest.raises(TooLarge, match="a heap of 10000001: at most 10,000,000"):
            gate.begin(Nim((3,)), (10_000_001,))
