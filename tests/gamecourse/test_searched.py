"""Boards that the page searches itself: its rows, and its replies, against those of Python."""

import json
import random
from fractions import Fraction

import pytest
from test_wasm import needs_node, node

from gamecourse.show.dice import PlayDice
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.marks import looks_ahead, marks
from gamecourse.show.stage.table import RowBuilder
from gamefast import Searched, alphabeta, chance_values, exact_values, solve
from gamelib import match
from gamelib.games import ConnectFour, OverwriteTicTacToe, TicTacToe

RUN = """
const { spec, positions, ms } = given;
const search = await Marks.of(spec);
const told = [];
for (const at of positions) told.push(ms ? await search.reply(at, [], ms) : await search.row(at, true));
console.log(JSON.stringify(told));
"""


def of_the_page(game, positions, ms=0):
    """The rows of these positions, or the replies within so many milliseconds, as the page has
    them.
    """
    cells = [position.replace("\n", "") for position in positions]
    given = {"spec": marks(game, game.start()), "positions": cells, "ms": ms}
    return node(RUN, given, "Marks", "marks.js")


def come_to(game, least, count, rng):
    """Positions that random moves come to, after so many moves at least."""
    for _ in range(count):
        position = game.start()
        for _ in range(rng.randrange(least, 2 * least + 5)):
            if game.outcome(position) is not None:
                break
            position = game.play(position, rng.choice(game.moves(position)))
        yield position


BOARDS = [
    (TicTacToe(), 0),
    (TicTacToe(3, 4, 3), 1),
    (TicTacToe(4, 4, 4), 8),
    (ConnectFour(4, 4), 0),
    (ConnectFour(4, 5), 6),
]


@needs_node
@pytest.mark.parametrize(("game", "least"), BOARDS)
def test_rows_of_the_page_are_those_of_python(game, least):
    positions = [*come_to(game, least, 25, random.Random(7))]
    builder = RowBuilder(game, drawing(game, game.start()), Searched(game))
    for position, row in zip(positions, of_the_page(game, positions), strict=True):
        mine = json.loads(json.dumps(builder.whole_row(position)))
        for one in (mine, *mine["options"]):
            one.pop("parts")
            one.pop("stay", None)
        mine = {"won": [], **mine}
        mine.pop("why", None)
        for one in row["options"]:
            one.pop("to")
        assert row == mine


@needs_node
def test_it_presses_where_python_presses():
    """A best move of each position, and of those one after which the fewest replies hold."""
    from gamelib.play import tricky

    game = TicTacToe()
    solution = solve(game)
    perfect = tricky(solution)
    positions = [position for position in [*solution][::7] if game.outcome(position) is None]
    for position, reply in zip(positions, of_the_page(game, positions, 2000), strict=True):
        assert game.moves(position)[reply["move"]] in [
            move for move, _ in perfect.pressing_steps(position)
        ], position


@needs_node
def test_where_its_time_ends_it_still_sees_what_is_near():
    """Connect Four, a tenth of a second: it takes a win, parries one, and does not play below a
    winning cell.
    """
    game = ConnectFour()
    win = "\n".join([*["......."] * 3, "...X...", "...XO..", "...XO.."])
    parry = "\n".join([*["......."] * 5, "OOXXX.."])
    below = "\n".join([*["......."] * 4, "XXX.O..", "OOX.O.."])
    assert [reply["move"] for reply in of_the_page(game, [win], 100)] == [3]
    assert [reply["move"] for reply in of_the_page(game, [parry], 100)] == [5]
    (reply,) = of_the_page(game, [below], 100)
    after = game.play(below, game.moves(below)[reply["move"]])
    assert alphabeta(game, after, depth=1).value < 1


@needs_node
def test_it_beats_a_player_who_moves_at_random():
    game = ConnectFour(5, 5)
    rng = random.Random(3)

    def page(position):
        return game.moves(position)[of_the_page(game, [position], 100)[0]["move"]]

    assert match(game, page, lambda position: rng.choice(game.moves(position))).result == 1


def test_other_games_are_not_searched_by_the_page():
    class Mine(TicTacToe):
        """Rules of somebody's own."""

    for game in (Mine(), TicTacToe(6, 6, 4), ConnectFour(8, 8), ConnectFour(4, 4, 3)):
        assert marks(game, game.start()) is None


COINS = """
const { spec, positions } = given;
const game = await Coins.of(spec);
console.log(JSON.stringify(positions.map((at) => [game.row(at), game.reply(at).move])));
"""


def coins_of_the_page(spec, positions, n):
    """The rows of the page and its replies in overwriting tic-tac-toe."""
    names = [
        f"{board}{who}{''.join(str(r * n + c) for r, c in tried)}"
        for board, who, *tried in positions
    ]
    return node(COINS, {"spec": spec, "positions": names}, "Coins", "coins.js")


def number(known):
    """What is known of a position, as a number."""
    return float(Fraction(known["value"]))


@pytest.mark.slow
@needs_node
def test_the_page_knows_what_each_board_with_coins_is_worth():
    game = OverwriteTicTacToe(3, q="1/3")
    values = exact_values(game)
    widget, positions = PlayDice(game, values=values), [*values][::997]
    for position, (row, reply) in zip(
        positions, coins_of_the_page(widget.scene["coins"], positions, 3), strict=True
    ):
        mine = json.loads(json.dumps(widget.row_builder(True).whole_row(position)))
        assert row["won"] == mine.get("won", [])
        for name in ("pieces", "caption", "text", "turn", "end", "moves", "numbers"):
            assert row[name] == mine[name], (position, name)
        for one, other in zip([row, *row["options"]], [mine, *mine["options"]], strict=True):
            assert number(one) == pytest.approx(number(other), abs=1e-8)
            assert all(one.get(name) == other.get(name) for name in ("mark", "ways", "odds"))
        if mine["turn"] in ("0", "1"):
            worths = [
                number(option) * (1 if mine["turn"] == "0" else -1) for option in mine["options"]
            ]
            assert worths[reply] == max(worths)


@needs_node
def test_on_a_larger_board_with_coins_the_page_takes_what_wins_and_tells_no_value():
    game = OverwriteTicTacToe(4)
    spec = looks_ahead(game, game.start(), None)["coins"]
    win, parry = ("XXX.OO..........", "X"), ("XXX.OO..........", "O")
    (won, move), (row, parried) = coins_of_the_page(spec, [win, parry], 4)
    assert won["options"][move]["text"] == "X at (0, 3)"
    assert row["options"][parried]["text"] == "O at (0, 3)"
    assert {option["mark"] for option in row["options"]} == {""}
    assert (
        looks_ahead(game, game.start(), chance_values(OverwriteTicTacToe(2))) == {}
    )  # the kernel knows more
