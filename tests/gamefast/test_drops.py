"""Four in a row on bitboards: against the plain search, at both speeds, and against published
values.
"""

import signal
from functools import reduce
from math import inf

import numpy as np
import pytest

from gamefast import Searched, advise, alphabeta, registry
from gamefast.search import compiled, drops
from gamefast.search.drops import DropSearch
from gamefast.search.fours import glance, have_four, threats_of
from gamelib import Quotient
from gamelib.deepen import LimitReached
from gamelib.games import ConnectFour

#: Rows and columns; the last three are too large to be searched from the start.
BOARDS = [(4, 4), (4, 5), (5, 4), (3, 6), (2, 7), (1, 6), (6, 1), (5, 5), (6, 7), (7, 7), (8, 7)]
WINDOWS = [(-inf, inf), (-1, 1), (0, 1), (-1, 0), (-0.5, 0.5), (0, 2), (-3, 0), (1, 2), (-5, -2)]


def positions(seed, count, free=12, boards=BOARDS):
    """Random positions in which play goes on, with few cells free."""
    rng = np.random.default_rng(seed)
    while count:
        game = ConnectFour(*boards[rng.integers(len(boards))])
        cells = game.rows * game.columns
        position = game.start()
        for _ in range(int(rng.integers(max(0, cells - free), cells))):
            if game.outcome(position) is None:
                position = game.play(position, int(rng.choice(game.moves(position))))
        if game.outcome(position) is None:
            count -= 1
            yield game, position


@pytest.fixture(params=["interpreted", "compiled"])
def speed(request, monkeypatch):
    """Both speeds; with a small table, in which much is put out, and many breaks."""
    monkeypatch.setattr(drops, "FEW", 0 if request.param == "compiled" else 10**9)
    monkeypatch.setattr(drops, "FIRST", 6)
    monkeypatch.setattr(drops, "LAST", 8)
    monkeypatch.setattr(compiled, "LOOK", 0.0001)


@pytest.mark.usefixtures("speed")
@pytest.mark.parametrize("window", WINDOWS)
def test_the_contract_of_alphabeta(window):
    alpha, beta = window
    for game, position in positions(seed=WINDOWS.index(window), count=15):
        found, plain = alphabeta(game, position, window=window), alphabeta(game, position, table={})
        assert found.exact
        if alpha < found.value < beta:
            assert found.value == plain.value
            assert game.outcome(reduce(game.play, found.line, position)) == found.value * (
                -1
            ) ** len(found.line)
            assert not found.value or len(found.line) == len(plain.line)
        elif found.value >= beta:
            assert plain.value >= found.value
            assert (
                -alphabeta(game, game.play(position, found.line[0]), table={}).value >= found.value
            )
        else:
            assert plain.value <= found.value <= alpha
            assert found.line[0] in game.moves(position)


def test_what_is_seen_at_a_glance_is_true():
    seen = set()
    for game, position in positions(
        seed=2, count=80, boards=[(4, 4), (4, 5), (5, 4), (5, 5), (3, 5)]
    ):
        search = DropSearch(game)
        mine, taken = search.board.code(position)
        free = position.count(".")
        if not threats_of(mine, game.rows + 1) & search.board.reached(taken):
            low, high, _, to_try = glance(search._shape.data, mine ^ taken, mine, free)
            plain = alphabeta(
                game, position, table={}
            )  # won with more cells left free is worth more
            assert low <= int(plain.value) * (free + 1 - len(plain.line)) <= high
            assert to_try & ~search.board.reached(taken) == 0
            seen.add((low == high, high == 0, low == 0))
    assert {
        (True, False, False),
        (False, True, False),
        (False, False, True),
    } <= seen  # lost; cannot win; cannot lose


def test_fours_are_the_same_at_both_speeds_on_tall_boards_too():
    rng = np.random.default_rng(5)
    tall = [
        registry.bitboard(ConnectFour(*shape))
        for shape in [(8, 7), (19, 3), (20, 3), (30, 2), (61, 1)]
    ]
    for board in tall * 30:
        height, some = (
            board.rows + 1,
            (int(rng.integers(1 << 62)) | int(rng.integers(1 << 62))) & board.cells,
        )
        free = board.cells & ~some
        assert threats_of.compiled(some, height) & free == threats_of(some, height) & free
        assert have_four.compiled(some, height) == have_four(some, height)
    assert registry.bitboard(ConnectFour(62, 1)) is None  # a diagonal step is 64 bits
    assert alphabeta(ConnectFour(62, 1)).value == 0


@pytest.mark.parametrize(
    ("columns", "rows", "value"),
    [
        *[(4, 4, 0), (5, 4, 0), (6, 4, -1), (4, 5, 0), (5, 5, 0), (4, 6, 0)],
        *[
            pytest.param(*size, marks=pytest.mark.slow)
            for size in ((5, 6, 0), (6, 5, 0), (6, 6, -1))
        ],
    ],
)
def test_published_values(columns, rows, value):
    """John Tromp, John's Connect Four Playground (tromp.github.io/c4/c4.html): the table of
    sizes.
    """
    assert alphabeta(ConnectFour(rows, columns), window=(-1, 1)).value == value


def test_the_stop_button_waits_until_the_table_is_whole(monkeypatch):
    monkeypatch.setattr(compiled, "LOOK", 0)  # a position at a time
    told = compiled.Progress.__call__

    def press(bar, more, where=""):
        told(bar, more, where)
        if bar.done >= 300:
            signal.raise_signal(signal.SIGINT)

    search = DropSearch(ConnectFour(4, 5))
    with monkeypatch.context() as pressed:
        pressed.setattr(compiled.Progress, "__call__", press)
        with pytest.raises(KeyboardInterrupt, match=r"^stopped after 3\d\d positions$"):
            search.exceeds(0, 0, -1)
    assert 300 <= search.nodes < 400
    assert search.exceeds(0, 0, -1)
    assert not search.exceeds(0, 0, 0)


def test_each_search_counts_its_own_work():
    game = ConnectFour(4, 5)
    searched = Searched(game)
    first, second, alone = searched.search(), searched.search(), alphabeta(game)
    assert (first.nodes, first.cutoffs, first.table_hits) == (
        alone.nodes,
        alone.cutoffs,
        alone.table_hits,
    )
    assert 0 < second.nodes < first.nodes / 10


def test_the_game_says_whether_its_board_is_meant():
    assert not hasattr(type("Bent", (ConnectFour,), {})(), "bitboard")
    game, table = ConnectFour(4, 4), {}
    assert alphabeta(game, table=table).value == 0
    assert (game.start(), None) in table  # what the bits cannot do is searched on the board
    assert not alphabeta(game, depth=1).exact
    assert registry.bitboard(ConnectFour(4, 5, 3)) is None
    assert registry.bitboard(ConnectFour(8, 8)) is None
    assert registry.bitboard(ConnectFour(8, 7)) is not None
    assert alphabeta(Quotient(game), "....\n....\n.O..\n.XX.") == alphabeta(
        game, "....\n....\n.O..\n.XX."
    )
    won = "....\n....\nOOO.\nXXXX"
    assert alphabeta(game, won) == alphabeta(game, won, table={})


def test_searched_keeps_its_table_and_advise_says_the_route():
    game = ConnectFour()
    position = reduce(game.play, (0, 1, 2, 3, 4, 5, 6, 0, 3, 3, 2, 1), game.start())
    searched = Searched(game)
    first, second = searched.search(position), searched.search(position)
    assert (first.value, first.line) == (second.value, second.line)
    assert second.nodes < first.nodes / 10
    assert searched.best(position) == first.line[0]
    assert "positions in its table" in repr(searched)
    told = advise(game, position)
    assert told.exact
    assert (told.value, told.best) == (first.value, first.line[0])
    assert "compiled alpha-beta" in told.route


@pytest.mark.parametrize("limit", [{"most_nodes": 30_000}, {"end_of_time": 0.0}])
def test_a_search_stops_at_its_limits(limit):
    search = DropSearch(ConnectFour())
    vars(search).update(limit)
    with pytest.raises(LimitReached):
        search.exceeds(0, 0, 0)
    assert 0 <= search.nodes - limit.get("most_nodes", 0) < 10
