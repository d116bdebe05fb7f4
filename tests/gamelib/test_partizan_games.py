"""Games of Left and Right: their rules, what their positions are worth, and where to move in a sum.

Each game has a second method: plain search of who wins, a formula, or a table in print.
"""

from fractions import Fraction
from functools import cache
from itertools import product, takewhile
from random import Random

import pytest

from gamelib import (
    LEFT,
    LOSS,
    RIGHT,
    WIN,
    IllegalMove,
    Misere,
    NormalPlay,
    Value,
    check_game,
    check_solution,
    games,
    hottest,
    hottest_move,
    match,
    minimax,
    move_values,
    nimber,
    nimbers,
    random_moves,
    solve,
    value,
    winning_moves,
)
from gamelib.core import PlayGoesRound, TooLarge, opponent
from gamelib.games import Clobber, Cutcake, Domineering, Hackenbush, Matches, ToadsAndFrogs
from gamelib.partizan import STAR, UP, ZERO, parse
from gamelib.sums import Valuation

HALF = Fraction(1, 2)

#: A small game of each class, and of positions that are not its own those that look most like one.
SMALL = [
    (Domineering(3, 4), ["...\n..", "..x", "", 5, ("..",)]),
    (Clobber(2, 3), ["xo\nx", "xy", "", 0, ("xo",)]),
    (ToadsAndFrogs("TT..FF"), ["TX", 7, ("T",)]),
    (
        Hackenbush([(0, 1, "B"), (1, 2, "R"), (1, 3, "G"), (0, 3, "R"), (3, 4, "B")]),
        [((1, 2, "G"),), ((0, 1, "X"),), ((0, 1),), ((0, -1, "B"),), [(0, 1, "B")], "B"],
    ),
    (Cutcake(2, 4), [(2, 4), ((0, 1),), ((2, 2.5),), 3]),
]
IDS = [type(game).__name__ for game, _ in SMALL]
RULES = [game for game, _ in SMALL]


def test_every_partizan_game_is_here():
    assert {*games.PARTIZAN_GAMES} == {*IDS}
    assert not {*games.PARTIZAN_GAMES} & {*games.GAMES}


def positions_of(game, start=None, most=3000):
    """Positions that moves of either player can reach."""
    found = [game.start() if start is None else start]
    met = {*found}
    for position in found:
        if len(found) > most:
            break
        for player in (LEFT, RIGHT):
            for move in game.moves(position, player):
                option = game.play(position, move, player)
                if option not in met:
                    met.add(option)
                    found.append(option)
    return found


def search(game):
    """A function that says, by plain search, whether a player who is to move wins a position."""

    @cache
    def wins(position, player):
        return any(
            not wins(game.play(position, move, player), opponent(player))
            for move in game.moves(position, player)
        )

    return wins


def outcome_by(wins, position):
    left, right = wins(position, LEFT), wins(position, RIGHT)
    if left:
        return "N" if right else "L"
    return "R" if right else "P"


# The rules


@pytest.mark.parametrize(("game", "like"), SMALL, ids=IDS)
def test_positions_and_moves_keep_the_contract(game, like):
    for position in positions_of(game, most=400):
        game.check_position(position)
        assert isinstance(game.text(position), str)
        for player in (LEFT, RIGHT):
            moves = game.moves(position, player)
            assert moves == game.moves(position, player)
            assert len({*moves}) == len(moves)
            for move in moves:
                assert game.play(position, move, player) != position
                assert isinstance(game.move_text(position, move), str)
            others = [m for m in game.moves(position, opponent(player)) if m not in moves]
            for move in [*others[:3], "no move", None, (9, 9), ((9, 9), (9, 10))]:
                with pytest.raises(IllegalMove, match=player):
                    game.play(position, move, player)
    for stranger in like:
        with pytest.raises(ValueError, match=r"."):
            value(game, stranger)


@pytest.mark.parametrize("game", RULES, ids=IDS)
def test_a_player_who_is_none_is_refused(game):
    with pytest.raises(ValueError, match="player 'Left': the players are LEFT and RIGHT"):
        game.moves(game.start(), "Left")


class Whole:
    """A game without its parts."""

    def __init__(self, game):
        self.start, self.moves, self.play = game.start, game.moves, game.play


@pytest.mark.parametrize("game", RULES, ids=IDS)
def test_the_value_of_every_position_is_found_by_search_too(game):
    """Also with the parts left out: so the parts are right as well."""
    wins, values, whole = search(game), Valuation(game), Valuation(Whole(game))
    met = set()
    for position in positions_of(game):
        assert values[position].outcome == outcome_by(wins, position), position
        assert values[position] is whole[position], position
        met.add(values[position].outcome)
    assert len(met) >= 3


@pytest.mark.parametrize(
    ("game", "position", "parts"),
    [
        (Domineering(), "..#.\n#.#.", ["#.\n..", ".\n."]),
        (Domineering(), "#.#\n.#.", []),
        (Clobber(), "xo.ox\nx..o.", [".o\nxo", ".x\nox"]),
        (Clobber(), "xx.o", []),
        (Cutcake(), ((2, 3), (1, 1)), [((2, 3),), ((1, 1),)]),
        (
            Hackenbush.stalk("B"),
            ((0, 1, "B"), (0, 2, "R"), (1, 3, "G")),
            [((0, 1, "B"), (1, 3, "G")), ((0, 2, "R"),)],
        ),
    ],
)
def test_parts_do_not_touch_each_other(game, position, parts):
    assert sorted(game.parts(position)) == sorted(parts)
    assert value(game, position) is value(Whole(game), position)


class Together:
    """Partizan games side by side."""

    def __init__(self, *parts):
        self.games = parts

    def start(self):
        return tuple(game.start() for game in self.games)

    def moves(self, position, player):
        return [
            (k, move)
            for k, game in enumerate(self.games)
            for move in game.moves(position[k], player)
        ]

    def play(self, position, move, player):
        k, inner = move
        there = self.games[k].play(position[k], inner, player)
        return (*position[:k], there, *position[k + 1 :])


TOGETHER = [
    Together(Domineering(2, 3), ToadsAndFrogs("TT.FF"), Hackenbush.stalk("BRR")),
    Together(Clobber(1, 4), Hackenbush.stalk("G"), Cutcake(2, 3)),
    Together(Domineering(2, 2), Domineering(2, 3), ToadsAndFrogs("T.F.F")),
]


@pytest.mark.parametrize("game", TOGETHER, ids=["one", "two", "three"])
@pytest.mark.parametrize("first", [LEFT, RIGHT])
def test_solve_agrees_with_the_values_of_sums(game, first):
    values = [Valuation(part) for part in game.games]
    solution = solve(NormalPlay(game, first))
    for (parts, player), verdict in solution.items():
        whole = sum((of[part] for of, part in zip(values, parts, strict=True)), ZERO)
        wins = whole.outcome in ("N", "L" if player == LEFT else "R")
        assert verdict.outcome == (WIN if wins else LOSS), (parts, player)
    assert len(solution) > 100


# The adapter


@pytest.mark.parametrize("game", RULES, ids=IDS)
@pytest.mark.parametrize("first", [LEFT, RIGHT])
def test_in_normal_play_a_partizan_game_is_a_game(game, first):
    adapted = NormalPlay(game, first)
    assert check_game(adapted).checked[:1] == ("rules",)
    solution = solve(adapted)
    assert check_solution(solution) > 0
    outcome = value(game).outcome
    wins = outcome in ("N", "L" if first == LEFT else "R")
    assert solution[adapted.start()].outcome == (WIN if wins else LOSS)
    assert minimax(adapted, depth=99).value == solution[adapted.start()].outcome
    assert match(adapted, solution, random_moves(adapted, Random(1))) is not None


def test_misere_play_reverses_who_has_won():
    adapted = Misere(NormalPlay(Domineering(2, 2)))
    stuck = ("#.\n#.", RIGHT)
    assert solve(adapted)[stuck].outcome == WIN
    assert solve(adapted.game)[stuck].outcome == LOSS


def test_what_normal_play_refuses():
    with pytest.raises(TypeError, match="Matches is a Game, whose positions say who moves"):
        NormalPlay(Matches(5))
    with pytest.raises(ValueError, match="player 'up': the players are LEFT and RIGHT"):
        NormalPlay(Domineering(2, 2), "up")
    adapted = NormalPlay(Domineering(2, 2))
    for wrong in ("..\n..", ("..\n..", "up"), ("..\n.", LEFT)):
        with pytest.raises(ValueError, match=r"not a position of NormalPlay|not a board"):
            adapted.check_position(wrong)


# Second methods and what is in print


def berlekamp(stalk):
    """The value of a stalk of blue and red edges: Winning Ways, chapter 3."""
    height = len(list(takewhile(lambda colour: colour == stalk[0], stalk)))
    sign = 1 if stalk[0] == "B" else -1
    if height == len(stalk):
        return Fraction(sign * height)
    digits = "".join("1" if colour == stalk[0] else "0" for colour in stalk[height + 1 :]) + "1"
    return sign * (height - 1 + Fraction(int(digits, 2), 2 ** len(digits)))


def test_stalks_are_binary_fractions():
    for length in range(1, 9):
        for colours in product("BR", repeat=length):
            stalk = Hackenbush.stalk("".join(colours))
            assert value(stalk) == berlekamp(colours), colours


def test_green_stalks_are_heaps_of_nim():
    """Also as graphs for the nimbers of an impartial game; on a loop the fusion principle."""
    for height in range(7):
        assert value(Hackenbush.stalk("G" * height)) is Value.nimber(height)
    triangle = Hackenbush([(0, 1, "G"), (1, 2, "G"), (2, 0, "G")])
    assert value(triangle) is STAR
    assert value(Hackenbush([(0, 1, "G"), (1, 2, "G"), (1, 3, "G")])) is STAR


def test_what_stands_on_the_ground_twice_is_in_the_sum_once():
    loop = Hackenbush([(0, 0, "B"), (0, 0, "B"), (0, 1, "R")])
    assert value(loop) == 1
    assert value(Hackenbush([(0, 1, "B"), (0, 1, "B")])) == 2
    assert value(Hackenbush([(0, 1, "B"), (1, 2, "B"), (0, 2, "B")])) == 3


def test_drawings_of_blue_and_red_edges_are_numbers():
    random = Random(4)
    for _ in range(60):
        tree = [
            (random.randrange(k + 1), k + 1, random.choice("BR"))
            for k in range(random.randrange(1, 6))
        ]
        points = len(tree) + 1
        extra = [
            (random.randrange(points), random.randrange(points), random.choice("BR"))
            for _ in range(2)
        ]
        game = Hackenbush(tree + extra)
        assert value(game).is_number
        assert value(game).outcome == outcome_by(search(game), game.start())
        assert value(game) is value(Whole(game))


def test_the_values_of_cakes():
    """Winning Ways, chapter 2: only the powers of 2 below the sides matter."""
    cakes = Valuation(Cutcake(1, 1))
    for rows, columns in product(range(1, 14), repeat=2):
        a, b = rows.bit_length() - 1, columns.bit_length() - 1
        if a == b:
            expected = 0
        elif b > a:
            expected = columns // 2**a - 1
        else:
            expected = 1 - rows // 2**b
        assert cakes[((rows, columns),)] == expected, (rows, columns)


BOARDS = [
    (1, 1, "0"), (1, 2, "-1"), (2, 1, "1"), (1, 5, "-2"), (2, 2, "±1"), (2, 3, "{2|-1/2}"),
    (3, 3, "±1"), (2, 4, "⧿2"), (4, 2, "⧾2"), (4, 4, "±{0, {{2|0}, 2⧾2|{2|0}, ⧿2}}"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "columns", "name"), BOARDS)
def test_boards_of_domineering_in_print(rows, columns, name):
    """Winning Ways, chapter 5; ONAG, chapter 10; Berlekamp, Blockbusting and Domineering (1988)."""
    if (rows, columns) == (4, 4):  # {0, a | 0, -a}, as in Winning Ways
        a = Value([parse("{2|0}"), parse("2⧾2")], [parse("{2|0}"), parse("⧿2")])
        assert value(Domineering(4, 4)) is Value([0, a], [0, -a])
    else:
        assert value(Domineering(rows, columns)) is parse(name)
    assert value(Domineering(columns, rows)) is -value(Domineering(rows, columns))


@pytest.mark.parametrize(
    ("rows", "outcomes"), [(1, "PRRRRRR"), (2, "LNNRLNNRLN"), (3, "LNNRRR"), (4, "LLLN")]
)
def test_who_wins_domineering_in_print(rows, outcomes):
    """Lachmann, Moore, Rapaport, Who wins Domineering on rectangular boards? (2000).

    There, as here, L is the player who lays dominoes upright.
    """
    found = [value(Domineering(rows, columns)).outcome for columns in range(1, len(outcomes) + 1)]
    assert "".join(found) == outcomes


TOADS = Valuation(ToadsAndFrogs())


def strip(toads, free, frogs):
    return TOADS["T" * toads + "." * free + "F" * frogs]


@pytest.mark.parametrize("n", range(1, 7))
def test_one_free_cell_between_as_many_toads_and_frogs(n):
    """Erickson 1996: T^a . F^a is a star; for T^a . F^b see Winning Ways, chapter 5."""
    assert strip(n, 1, n) is STAR


@pytest.mark.parametrize(("a", "b"), [(a, b) for b in range(2, 5) for a in range(b + 1, 7)])
def test_two_free_cells(a, b):
    """Erickson 1996, conjecture 1, proved by Thanatipanonda (2011)."""
    expected = Value([Value([a - 3], [a - b])], [Value([STAR], [3 - b])])
    assert strip(a, 2, b) is expected


@pytest.mark.parametrize("a", range(2, 8))
def test_three_free_cells_and_two_frogs(a):
    """Erickson 1996, conjecture 2."""
    assert strip(a, 3, 2) is Value([a - 2], [a - 2])


@pytest.mark.parametrize("a", [5])
def test_three_free_cells_and_three_frogs(a):
    """Erickson 1996, conjecture 3."""
    assert strip(a, 3, 3) == a - Fraction(7, 2)


@pytest.mark.parametrize("a", range(2, 5))
def test_one_frog_fewer(a):
    """Erickson 1996, conjecture 4: T^a .^a F^(a-1) is 1 or {1|1}."""
    assert strip(a, a, a - 1) in (1, 1 + STAR)


@pytest.mark.parametrize(
    ("position", "name"),
    [("T.F", "*"), ("T..F", "0"), ("T.TF", "1/2"), ("TF.", "0"), ("TF.F", "-1/2")],
)
def test_small_strips_by_hand(position, name):
    wins = search(TOADS.game)
    assert TOADS[position].outcome == outcome_by(wins, position)
    assert TOADS[position] is parse(name)


CLOBBER = [
    ("xo", "*"),
    ("xxo", "↑"),
    ("xxxo", "⇑*"),
    ("xoxo\noxox\nxoxo", "0"),
]


@pytest.mark.parametrize(("position", "name"), CLOBBER)
def test_clobber_in_print(position, name):
    """Albert, Grossman, Nowakowski, Wolfe (2005): x^n o is (n - 1) ups and n mod 2 stars; CGSuite."""
    assert value(Clobber(), position) is parse(name)


def test_clobber_is_infinitely_small():
    values = Valuation(Clobber())
    for position in positions_of(Clobber(2, 3)):
        assert (values[position].left_stop, values[position].right_stop) == (0, 0)


def test_a_position_of_clobber_in_the_tests_of_cgsuite():
    assert value(Clobber(), "xox\nox.") is Value([2 * UP + STAR], [STAR, -UP])


def test_impartial_games_have_the_nimbers_that_they_have():
    class OfBoth:
        """A pile of matches, from which either player takes."""

        pile = Matches(20, takes=(1, 3, 4))

        def start(self):
            return 20

        def moves(self, position, player):
            return self.pile.moves(position)

        def play(self, position, move, player):
            return self.pile.play(position, move)

    values = Valuation(OfBoth())
    for position, number in nimbers(OfBoth.pile).items():
        assert values[position] is Value.nimber(number)
    assert values[None] is Value.nimber(nimber(OfBoth.pile))


# Sums


def test_the_values_of_moves_are_those_of_the_options():
    game = Domineering(3, 3)
    for player in (LEFT, RIGHT):
        found = move_values(game, player)
        assert [*found] == game.moves(game.start(), player)
        for move, g in found.items():
            assert g is value(game, game.play(game.start(), move, player))
    wins = search(game)
    for move, g in move_values(game, LEFT).items():
        assert (g >= 0) == (not wins(game.play(game.start(), move, LEFT), RIGHT))


@cache
def wins_sum(parts, player):
    """Whether the player to move wins a sum of values, by search through their options."""
    for k, part in enumerate(parts):
        for option in part.left if player == LEFT else part.right:
            rest = tuple(sorted((*parts[:k], option, *parts[k + 1 :]), key=str))
            if not wins_sum(rest, opponent(player)):
                return True
    return False


def random_parts(random):
    pool = [Value.switch(a, b) for a in range(-2, 4) for b in range(-3, a)]
    pool += [STAR, UP, Value.number(HALF), Value.tiny(1), Value([Value.switch(3, 1)], [0])]
    return [random.choice(pool) for _ in range(random.randrange(1, 4))]


def test_winning_moves_are_found_by_search_too():
    random = Random(16)
    some = 0
    for _ in range(150):
        parts = random_parts(random)
        for player in (LEFT, RIGHT):
            expected = set()
            for k, part in enumerate(parts):
                for option in part.left if player == LEFT else part.right:
                    rest = tuple(sorted((*parts[:k], option, *parts[k + 1 :]), key=str))
                    if not wins_sum(rest, opponent(player)):
                        expected.add((k, option))
            found = winning_moves(parts, player)
            assert {*found} == expected, (parts, player)
            assert len(found) == len(expected)
            some += bool(found)
    assert some > 100


def test_the_hottest_move_is_right_with_switches_and_numbers():
    """In a sum of switches and numbers it is always right: Winning Ways, chapter 6."""
    random = Random(7)
    won = 0
    for _ in range(200):
        parts = [Value.switch(a, b) for a in range(-2, 4) for b in [a - random.randrange(1, 6)]]
        parts = [random.choice(parts) for _ in range(4)] + [Fraction(random.randrange(-9, 9), 2)]
        for player in (LEFT, RIGHT):
            winning = winning_moves(parts, player)
            if winning:
                won += 1
                assert hottest_move(parts, player) in winning, (parts, player)
    assert won > 100


def test_the_hottest_move_can_miss_the_only_win():
    """Three boards of Domineering, 2 x 2, 2 x 4 and 1 x 2: Left must make a threat first."""
    boards = [Domineering(2, 2), Domineering(2, 4), Domineering(1, 2)]
    parts = [value(board) for board in boards]
    assert parts == [Value.switch(1), Value.miny(2), -1]
    assert hottest(parts) == (0, 1)
    assert hottest_move(parts, LEFT) == (0, 1)
    assert winning_moves(parts, LEFT) == [(1, Value.switch(2, 0))]
    together = NormalPlay(Together(*boards))
    start, _ = together.start()
    solution = solve(together)
    for move in together.moves((start, LEFT)):
        wins = solution[together.play((start, LEFT), move)].outcome == LOSS
        assert not (wins and move[0] == 0), move
    assert solution[start, LEFT].outcome == WIN


def test_hottest():
    assert hottest([Value.switch(1), 3, Value.switch(4, 0), Value.switch(9, 5)]) == (2, 2)
    assert hottest([STAR, 1]) == (0, 0)
    assert hottest([1, HALF]) is None
    assert hottest([]) is None
    assert hottest_move([1, HALF], LEFT) is None
    hasty = parse("{2, {5*|0}|-1}")  # at 3/2 degrees 2 is better than {5*|0}, whose mean is 5/2
    assert hottest_move([1, hasty], LEFT) == (1, 2)
    assert hottest_move([-hasty], RIGHT) == (0, -2)
    parts = [Value.switch(1), Value([Value.switch(3, 1), 2], [0])]
    assert hottest_move(parts, RIGHT).part == hottest(parts).part
    found = hottest(parts)
    assert found.temperature == parts[found.part].temperature


# What cannot be worth anything, and wrong use


class Cycle:
    def start(self):
        return "a"

    def moves(self, position, player):
        return {"a": ["b"], "b": ["c"], "c": ["a"] if player == RIGHT else []}[position]

    def play(self, position, move, player):
        return move


class Endless(Cycle):
    def start(self):
        return 0

    def moves(self, position, player):
        return [position + 1]


def test_a_cycle_is_named():
    with pytest.raises(
        PlayGoesRound, match=r"'a' -> 'b' -> 'c' -> 'a'\. A position has a value only"
    ):
        value(Cycle())
    with pytest.raises(PlayGoesRound, match="'b' -> 'c' -> 'a' -> 'b'"):
        value(Cycle(), "b")


def test_play_that_never_ends_and_games_too_large_are_refused():
    with pytest.raises(TooLarge, match=r"2,000 positions so far, .* raise max_positions"):
        value(Endless(), max_positions=2000)
    with pytest.raises(TooLarge, match=r"1\d\d positions so far"):
        value(Domineering(4, 4), max_positions=100)


def test_the_limit_of_positions_is_what_is_met():
    for game in (Whole(Domineering(3, 3)), Domineering(3, 3), ToadsAndFrogs()):
        values = Valuation(game)
        worth = values[None]
        assert value(game, max_positions=len(values.known)) is worth
        with pytest.raises(TooLarge):
            value(game, max_positions=len(values.known) // 2)


def test_play_may_last_for_thousands_of_moves():
    class Pile(Endless):
        """Left takes one match of 5,000."""

        def moves(self, position, player):
            return [position + 1] if player == LEFT and position < 5_000 else []

    assert value(Pile()) == 5_000
    assert value(Hackenbush.stalk("B" * 40)) == 40


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: value(7), TypeError, "int is not a partizan game: a PartizanGame needs start"),
        (lambda: value(Domineering), TypeError, "Domineering is a class: make a game from it first"),
        (lambda: value(Matches(5)), TypeError, "Matches is a Game.* use nimber"),
        (lambda: solve(Domineering(2, 2)), TypeError, r"Domineering is a PartizanGame, .* NormalPlay"),
        (lambda: minimax(Clobber(1, 2)), TypeError, r"Clobber is a PartizanGame, .* NormalPlay"),
        (lambda: Domineering(0, 3), ValueError, "rows=0: give a whole number, 1 or more"),
        (lambda: Clobber(1, "3"), ValueError, "columns='3': give a whole number, 1 or more"),
        (lambda: Cutcake(2.0, 1), ValueError, r"rows=2.0: give a whole number"),
        (lambda: ToadsAndFrogs("TXF"), ValueError, "'X' stands on the strip 'TXF': T is a toad"),
        (lambda: ToadsAndFrogs(5), ValueError, "5 is not a strip: give a text such as"),
        (lambda: Hackenbush([(1, 2, "G")]), ValueError, r"\(1, 2, 'G'\) does not hang together with the"),
        (lambda: Hackenbush([(0, 1, "L")]), ValueError, "is 'L': B is blue, for Left, R is red"),
        (lambda: Hackenbush([(0, 1)]), ValueError, r"\(0, 1\) is not an edge: give \(point, point"),
        (lambda: Hackenbush("BR"), ValueError, "the edges are 'BR': give a list of"),
        (lambda: value(Domineering(), "..\n.x"), ValueError, "'x' stands on the board"),
        (lambda: winning_moves([UP], "Left"), ValueError, "player 'Left': the players are LEFT"),
        (lambda: winning_moves(UP, LEFT), TypeError, "the parts of a sum are ↑: give values in a list"),
        (lambda: hottest([0.5]), TypeError, "0.5 is not a value"),
        (lambda: move_values(Domineering(), 0), ValueError, "player 0: the players are LEFT"),
    ],
)  # fmt: skip
def test_wrong_use_is_said_in_a_sentence(make, error, message):
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize(
    ("moves", "option", "message"),
    [
        (5, 0, "the moves at 3 are 5: give a list of moves"),
        ([None], 0, "None is one of the moves at 3"),
        ([1], None, r"play\(3, 1\) gives None"),
        ([1], [2], "cannot be a dict key"),
    ],
)
def test_mistakes_in_rules_are_said_in_a_sentence(moves, option, message):
    class Mistaken:
        def start(self):
            return 3

        def moves(self, position, player):
            return moves

        def play(self, position, move, player):
            return option

    with pytest.raises((ValueError, TypeError), match=message):
        value(Mistaken())
