import pytest

from gamelib import solve
from gamelib.games import CopsAndThief
from gamelib.show import plots
from gamelib.show.editor import Editor

BOARD = CopsAndThief.from_text("P..\n.*.\n..T")


def brush(editor, name):
    editor._brush.value = name


def test_clicking_changes_the_board_and_the_verdict_follows():
    editor = Editor(BOARD)
    cells = editor._grid.buttons
    assert editor.as_text().startswith("P..\n.*.\n..T\npoliceman to move\nWIN in ")
    brush(editor, "exit")
    cells[2, 1].click()
    assert editor.board.terrain == ("...", ".*.", ".E.")
    assert str(editor.solution[editor.board.start()]) in editor._said.value
    assert "the thief gets away" in editor._said.value
    brush(editor, "wall")
    cells[2, 1].click()
    brush(editor, "free")
    cells[1, 1].click()
    brush(editor, "thief")
    cells[0, 2].click()
    brush(editor, "policeman")
    cells[1, 0].click()
    assert editor.board == CopsAndThief(("...", "...", ".*."), (1, 0), (0, 2))
    assert [cells[cell].description for cell in ((1, 0), (0, 2))] == ["P", "T"]
    assert "<svg" in editor._map.value
    assert editor._text.value == "..T\nP..\n.*."
    assert CopsAndThief.from_text(editor._text.value) == editor.board
    assert editor.as_text().endswith(str(plots.digest(plots.heat(solve(editor.board), thief=(0, 2)))))


def test_what_cannot_be_is_refused_and_changes_nothing():
    editor = Editor(BOARD)
    brush(editor, "wall")
    editor._grid.buttons[0, 0].click()
    assert "Not there: the policeman cannot stand on (0, 0)" in editor._said.value
    brush(editor, "thief")
    editor._grid.buttons[1, 1].click()
    assert "Not there: the thief cannot stand on (1, 1)" in editor._said.value
    assert editor.board == BOARD
    with pytest.raises(ValueError, match="no brush 'lake'"):
        editor.paint((0, 0), "lake")
    with pytest.raises(ValueError, match=r"no cell \(5, 5\)"):
        editor.paint((5, 5), "wall")
    with pytest.raises(ValueError, match="13 x 1 is too large to edit"):
        Editor(CopsAndThief.from_text("\n".join("P" + "." * 11 + "T")))


def test_a_thief_on_an_exit_and_a_thief_caught_are_shown():
    editor = Editor(BOARD)
    editor.paint((2, 2), "exit")
    assert "LOSS in 0" in editor._said.value
    editor.paint((2, 2), "policeman")
    assert "WIN in 0" in editor._said.value
