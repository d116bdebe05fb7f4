"""What a page without a kernel keeps of a game that is too large for it."""

import re

from hand import Table

from gamecourse.show import widgets
from gamecourse.show.dice import PlayDice
from gamecourse.show.replay import Replay
from gamecourse.show.stage.excerpt import excerpt, page_scene
from gamecourse.show.stage.widget import Stage
from gamefast import chance_values, exact_values, solve
from gamelib.games import Matches, OverwriteTicTacToe


def kept_of(widget):
    """The table that a page without a kernel keeps of a widget, and what is said below."""
    scene, said = page_scene(widget)
    return Table(scene["table"]), said


def test_of_a_game_against_a_mere_strategy_a_page_keeps_plays_that_end():
    """Your first move is free on either side; then each position offers what the strategy would
    play.
    """
    table, said = kept_of(widgets.Play(Matches(20), opponent=lambda pile: 1))
    assert "soon offers only a single move" in said
    rows = [table.row(k) for k in range(len(table.columns["counts"]))]
    options = [[option["to"] for option in row["options"]] for row in rows]
    piles = [int(re.search(r"\d+", row["text"])[0]) for row in rows]
    assert piles[0] == 20
    assert sorted(20 - piles[k] for k in options[0]) == [1, 2, 3]
    for k, there in enumerate(options[1:], start=1):
        assert [piles[k] - piles[to] for to in there] == ([1] if piles[k] else [])
    assert min(piles) == 0


def test_what_can_be_kept_whole_leaves_every_move_to_you_and_nothing_is_said():
    game = OverwriteTicTacToe(2, q=1)
    answer = chance_values(game)  # intervals: no widget takes them for the whole game
    widget = PlayDice(game, values=answer)
    assert widget.live
    table, said = kept_of(widget)
    assert said == ""
    start = game.start()
    assert table.columns["counts"][0] == len(list(game.moves(start))) == 4
    assert set(excerpt(game, start, answer, None)) <= set(exact_values(game))
    assert abs(table.row(0)["value"] - exact_values(game)[start]) < 1e-8


def test_along_a_line_every_move_is_kept_so_that_it_can_be_stepped():
    """Where moves have been made they keep their numbers; beside the line each play still comes to
    its end.
    """
    game = Matches(30)
    best = solve(game).best
    plain, along = (excerpt(game, 30, best, 0, line) for line in ((), (30, 29, 27)))
    assert plain[27] == [2]
    assert [along[pile] for pile in (30, 29, 27)] == [[0, 1, 2]] * 3
    assert [along[pile] for pile in (28, 26, 25)] == [[0], [1], [0]]  # the best move alone
    replay = Replay(game, [1, 2, 3])
    assert replay.past_positions() == [30, 29, 27]
    replay.move(2)  # the opponent answers
    assert replay.past_positions() == [30, 29, 27, 30, 28]


def test_a_widget_brings_its_scene_only_where_that_is_asked_for(monkeypatch):
    game = widgets.Play(Matches(3))
    assert "text/html" not in game._repr_mimebundle_()
    monkeypatch.setattr(Stage, "embedded", True)
    assert "data-stage" in game._repr_mimebundle_()["text/html"]
    assert "</script><" not in widgets.Play(Matches(3)).section().partition("</script>")[0]
