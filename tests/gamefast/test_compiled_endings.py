"""The rules of endings as functions of whole numbers: forwards and backwards, interpreted and
compiled, mirrored.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamefast import Ending, GameGraph, check_solution, registry, solve
from gamefast.compiled.rules import list_all
from gamefast.endings.ending import BLACK, WHITE
from gamefast.machine.kernels import COMPILE_FROM
from gamelib import DRAW, IllegalMove, check_game

SMALL = [
    *[("KRK", 4, 4), ("KQK", 5, 4), ("KBK", 4, 5), ("KKN", 5, 5)],
    *[
        ("KNNK", 4, 4),
        ("KBBK", 4, 5),
        ("KQKR", 5, 4),
        ("KKRB", 4, 4),
        ("KBKN", 5, 5),
        ("KQRK", 6, 4),
        ("KRKN", 8, 5),
    ],
]
games = st.sampled_from(SMALL).map(lambda one: Ending(*one))
seeds = st.integers(0, 10**6)


def some(arena, seed, size=12):
    """A few numbers that stand for a position, as the rules have them, in plain Python."""
    rules, found = arena.rules, []
    for code in np.random.default_rng(seed).integers(rules.size, size=20 * size).tolist():
        if rules.listed(rules.options, code) is not None:
            found.append(code)
    return found[:size]


@settings(max_examples=25)
@given(games, seeds)
def test_unmoves_are_the_moves_turned_round(game, seed):
    rules = registry.arena(game).rules
    for code in some(registry.arena(game), seed, 6):
        for after in rules.listed(rules.options, code):
            assert code in rules.listed(rules.sources, after)
        for before in rules.listed(rules.sources, code):
            assert code in rules.listed(rules.options, before)


@pytest.mark.parametrize(("pieces", "rows", "columns"), SMALL)
def test_compiled_rules_say_what_they_say_as_they_are(pieces, rows, columns):
    arena = registry.arena(Ending(pieces, rows, columns))
    rules, codes = arena.rules, np.array(some(arena, 17, 60))
    starts = np.arange(len(codes) + 1) * 2 * rules.most
    for rule in (rules.options, rules.sources):
        found, counts = np.empty(starts[-1], np.int32), np.empty(len(codes), np.int32)
        run = list_all.at(COMPILE_FROM)
        run(rule.at(COMPILE_FROM), codes, rules.data, rules.room(), starts, found, counts)
        for code, count, row in zip(
            codes.tolist(), counts, np.split(found, starts[1:-1]), strict=True
        ):
            assert row[:count].tolist() == rules.listed(rule, code)


def images(game, position):
    """The position under every symmetry of the board, and with equal pieces swapped, as one would
    write it.
    """
    for flip in range(8 if game.rows == game.columns else 4):
        squares = []
        for name in position[:-1]:
            if name is not None:
                c, r = "abcdefgh".index(name[0]), int(name[1]) - 1
                c, r = game.columns - 1 - c if flip & 1 else c, game.rows - 1 - r if flip & 2 else r
                c, r = (r, c) if flip & 4 else (c, r)
                name = "abcdefgh"[c] + str(r + 1)
            squares.append(name)
        if game.pieces in ("KNNK", "KBBK"):
            squares[1:3] = sorted(squares[1:3], key=lambda s: (s is None, s and (s[1], s[0])))
        yield (*squares, position[-1])


@settings(max_examples=40)
@given(games, seeds)
def test_all_images_of_a_position_share_its_number(game, seed):
    arena = registry.arena(game)
    for code in some(arena, seed, 4):
        position = arena.decode(code)
        assert {arena.code(image) for image in images(game, position)} == {code}


@pytest.mark.parametrize(("pieces", "rows", "columns"), [("KRK", 4, 4), ("KKQ", 4, 4)])
def test_compiled_agrees_with_the_game_walked_position_by_position(pieces, rows, columns):
    game = Ending(pieces, rows, columns)
    compiled, walked = solve(game), solve(GameGraph.of(game))
    assert len(walked) > 3_000
    for position, verdict in walked.items():
        assert compiled[position] == verdict, position


@pytest.mark.parametrize(
    ("pieces", "rows", "columns"),
    [*SMALL[4:6], *(pytest.param(*small, marks=pytest.mark.slow) for small in SMALL[6:11])],
)
def test_the_explicit_graph_has_the_same_answers_and_the_certificate_holds(pieces, rows, columns):
    solution = solve(Ending(pieces, rows, columns))
    explicit = solve(solution.graph.explicit())
    assert (solution.outcome == explicit.outcome).all()
    assert (solution.remoteness == explicit.remoteness).all()
    assert check_solution(solution, sample=400, rng=np.random.default_rng(1)) == 400


def test_it_is_a_game_like_any_other_and_two_lone_kings_are_a_draw():
    game = Ending("KRK", 4, 4)
    check_game(game, max_positions=300)
    position = ("b3", "d2", "a1", WHITE)
    assert game.text(position) == "....\n.K..\n...R\nk...\nwhite to move"
    assert game.move_text(position, "d2d1") == "Rd2-d1"
    after = game.play(position, "d2d1")
    assert (after, game.outcome(after)) == (("b3", "d1", "a1", BLACK), -1)
    position = ("a1", "d4", "c3", BLACK)
    assert game.move_text(position, "c3d4") == "Kc3xd4"
    after = game.play(position, "c3d4")
    assert after == ("a1", None, "d4", WHITE)
    assert (game.outcome(after), solve(game)[after].remoteness) == (DRAW, None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("KRP",),
            "'KRP' is not an ending: name White's pieces and then Black's, each side from its "
            "king on",
        ),
        ((["K", "K"],), "is not an ending"),
        (("KQRKR",), "'KQRKR' has 5 pieces: at most four are allowed"),
        (("KRK", 3), "rows is 3: give a number from 4 to 8"),
        (("KRK", 8, 8.0), "columns is 8.0: give a number from 4 to 8"),
    ],
)
def test_what_is_no_ending_is_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        Ending(*arguments)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            ("a1", "b2"),
            r"give a square for each of KRK and whose turn it is, as \('a1', 'b1', 'c1', 'white'\)",
        ),
        ("XX", "'XX' is not a position"),
        (("a1", "b2", None, WHITE), "a king is never captured"),
        (("a1", "b2", "e5", WHITE), "'e5' is not a square of this board: they run from a1 to d4"),
        (("a1", "a1", "c3", WHITE), "two pieces stand on one square"),
        (("a1", "c4", "c1", WHITE), "cannot arise: black is in check, but white is to move"),
        (("a1", "d4", "b2", BLACK), "cannot arise: white is in check, but black is to move"),
        (
            ("a1", "b2", "c1", "d4", WHITE),
            r"is written \('a1', 'c1', 'b2', 'd4', 'white'\), with equal pieces in order",
        ),
    ],
)
def test_what_is_no_position_is_refused(position, said):
    pieces = "KNNK" if len(position) == 5 else "KRK"
    with pytest.raises(ValueError, match=said):
        Ending(pieces, 4, 4).check_position(position)
    with pytest.raises(ValueError, match=said):
        Ending(pieces, 4, 4, begin=position)


def test_a_move_that_is_none_is_named():
    with pytest.raises(IllegalMove, match="'a1c3' is not a move of white here: a1"):
        Ending("KRK", 4, 4).play(("a1", "b1", "d4", WHITE), "a1c3")
