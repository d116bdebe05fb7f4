"""A program that thinks, watched: what is counted is what the program has done."""

import random
from collections import Counter

import pytest

from gamecourse.show.thinking import MOVES_A_LOOK, Thinker, WatchedGame
from gamecourse.show.widgets import PlayProgram
from gamelib import IllegalMove, deepen, mcts
from gamelib.games import ConnectFour, Matches, TicTacToe

STONES = Matches(6)  # take 1 to 3


def whole_tree(game, position):
    """A program's recursion over every way to play on; how many moves it has tried."""
    tried = 0
    if game.outcome(position) is None:
        for move in game.moves(position):
            tried += 1 + whole_tree(game, game.play(position, move))
    return tried


def thoughts_of(game, program, position=None, seconds=1.0):
    """All that is told of a program's move, and the move."""
    told = []
    move = Thinker(game, program, seconds, told.append)(position or game.start())
    return told, move


@pytest.mark.parametrize("game", [STONES, TicTacToe(2, 3, 2)])
def test_every_move_that_a_program_tries_is_counted_below_the_first_one(game):
    """Against the same recursion without anybody who watches."""
    start = game.start()
    counted = Counter()
    for move in game.moves(start):
        counted[move] = 1 + whole_tree(game, game.play(start, move))
    total = sum(counted.values())

    def program(game, position, seconds):
        assert whole_tree(game, position) == total
        return game.moves(position)[-1]

    watched = []
    told, move = thoughts_of(game, lambda *given: watched.append(given[0]) or program(*given))
    assert move == game.moves(start)[-1]
    assert watched[0].looks == total
    assert f"The program tried {total:,} moves" in told[-1]["words"]
    shares = [row["share"] for row in told[-1]["moves"]]
    assert sum(shares) == pytest.approx(1)
    if game is not STONES:
        # No two first moves lead to one position here in one move; below they may meet, and what
        # is below both counts for the first.
        assert shares[0] >= counted[game.moves(start)[0]] / total
    assert [row["chosen"] for row in told[-1]["moves"]] == [
        other == move for other in game.moves(start)
    ]


def test_what_is_below_two_moves_counts_for_the_one_that_came_first():
    """Of six matches: taking 1 and then 1 leads to where taking 2 leads; it was there first."""
    watched = WatchedGame(STONES, 6, lambda _: None)
    five = watched.play(6, 1)
    four = watched.play(five, 1)
    watched.play(four, 1)
    assert watched.play(6, 2) == four
    assert watched.depth == {6: 0, 5: 1, 4: 2, 3: 3}
    assert watched.work_below() == {6: 4, 5: 4, 4: 3, 3: 1}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(4, 4), Matches(15)])
def test_the_line_can_be_played(game, seed):
    def search(game, position, seconds):
        return mcts(game, position, playouts=200, rng=random.Random(seed)).best

    watched = WatchedGame(game, game.start(), lambda _: None)
    search(watched, game.start(), 1.0)
    thinker = Thinker(game, search, 1.0, lambda _: None)
    line = thinker._line(watched, watched.work_below(), game.start())
    assert line
    here = game.start()
    for words in line:
        by_words = {
            thinker._words_of(here, move): game.play(here, move) for move in game.moves(here)
        }
        here = by_words[words]


def test_it_is_told_of_now_and_then_while_the_program_thinks(monkeypatch):
    clock = iter(range(10_000))
    monkeypatch.setattr("gamecourse.show.thinking.perf_counter", lambda: next(clock))

    def program(game, position, seconds):
        for _ in range(3 * MOVES_A_LOOK):
            game.play(position, 3)
        return 3

    told, _ = thoughts_of(STONES, program)
    assert len(told) == 4
    assert all(
        "Thinking. So far the program has tried" in thought["words"] for thought in told[:-1]
    )
    assert not any(row["chosen"] for thought in told[:-1] for row in thought["moves"])


def test_a_program_by_rules_of_its_own_shows_its_time_alone():
    told, move = thoughts_of(STONES, lambda game, position, seconds: 2)
    assert move == 2
    assert told[-1]["moves"] == []
    assert told[-1]["line"] == ""
    assert "It has tried no move by the rules of this game." in told[-1]["words"]


def test_a_watched_game_has_what_the_game_offers():
    game = ConnectFour(4, 4)
    watched = WatchedGame(game, game.start(), lambda _: None)
    assert watched.start() == game.start()
    assert watched.bounds(game.start()) == game.bounds(game.start())
    assert deepen(watched, depth=3).value == deepen(game, depth=3).value
    assert not hasattr(watched, "no_such_thing")


def test_the_widget_plays_and_says_what_it_has_seen():
    play = PlayProgram(TicTacToe(), lambda game, p, seconds: deepen(game, p, depth=2).best)
    assert play.thought == {}
    assert "The program tried" not in play.as_text()
    play.move((1, 1))
    assert "The program tried" in play.as_text()
    assert "The line it looked at most: O at" in play.as_text()
    play.restart(0)
    assert "The program tried" not in play.as_text()


def test_who_begins_second_meets_the_program_s_first_move():
    play = PlayProgram(STONES, lambda game, position, seconds: 2, you=1)
    assert play.position == 4


def test_an_illegal_move_is_taken_back_and_named():
    play = PlayProgram(STONES, lambda game, position, seconds: 9)
    with pytest.raises(IllegalMove) as caught:
        play.move(1)
    assert "your opponent, asked at 5" in "".join(caught.value.__notes__)
    assert play.position == 6


@pytest.mark.parametrize("program", [None, 3, dict])
def test_only_a_function_is_a_program(program):
    with pytest.raises(TypeError, match="the program is"):
        PlayProgram(STONES, program)
