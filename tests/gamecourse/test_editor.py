import pytest
from hand import ask, unpacked

from gamecourse.show import plots
from gamecourse.show.editor import Editor
from gamelib import solve
from gamelib.games import CopsAndThief

BOARD = CopsAndThief.from_text("P..\n.*.\n..T")


def press(editor, brush, *cells):
    """What the browser is told when cells are pressed, or dragged over, with a brush."""
    return ask(editor, brush=brush, cells=[r * editor.board.shape[1] + c for r, c in cells])["said"]


def shown(editor):
    """The board as the browser has it, and the verdict it finds there for the start."""
    table, columns = unpacked(editor.scene["table"]), editor.board.shape[1]
    state = editor.state
    pieces = [*table["terrain"]]
    pieces[state["thief"]], pieces[state["policeman"]] = "T", "P"
    free = [spot for spot, what in enumerate(table["terrain"]) if what != "*"]
    i = free.index(state["thief"]) * len(free) + free.index(state["policeman"])
    text = "".join(pieces)
    return [text[k : k + columns] for k in range(0, len(text), columns)], (table["marks"][i], table["moves"][i])


def test_pressing_changes_the_board_and_the_verdict_follows():
    editor = Editor(BOARD)
    assert editor.as_text().startswith("P..\n.*.\n..T\npoliceman to move\nWIN in ")
    press(editor, "exit", (2, 1))
    assert editor.board.terrain == ("...", ".*.", ".E.")
    assert shown(editor) == (["P..", ".*.", ".ET"], ("L", 2))
    assert "the thief gets away" in editor.as_text()
    press(editor, "wall", (2, 1))
    press(editor, "free", (1, 1))
    press(editor, "thief", (0, 2))
    press(editor, "policeman", (1, 0))
    assert editor.board == CopsAndThief(("...", "...", ".*."), (1, 0), (0, 2))
    verdict = editor.solution[editor.board.start()]
    assert shown(editor) == (["..T", "P..", ".*."], (str(verdict)[0], verdict.remoteness))
    assert editor.as_text().endswith(str(plots.digest(plots.heat(solve(editor.board), thief=(0, 2)))))


def test_a_brush_is_dragged_over_cells_and_paints_those_it_may():
    editor = Editor(BOARD)
    said = press(editor, "wall", (0, 2), (1, 2), (2, 2), (2, 1))
    assert shown(editor)[0] == ["P.*", ".**", ".*T"]
    assert said.startswith("Not there: the thief cannot stand on (2, 2)")
    assert press(editor, "free", (1, 2)) == ""
    editor.state = {**editor.state, "thief": 5, "policeman": 3}  # dragged in the browser
    assert editor.board == CopsAndThief(("..*", ".*.", ".*."), (1, 0), (1, 2))
    editor.paint((1, 2), "exit")
    assert "LOSS in 0" in editor.as_text()
    editor.paint((1, 2), "policeman")
    assert shown(editor)[1] == ("W", 0)


def test_what_cannot_be_is_refused_and_changes_nothing():
    editor = Editor(BOARD)
    before = unpacked(editor.scene["table"])
    assert "Not there: the policeman cannot stand on (0, 0)" in press(editor, "wall", (0, 0))
    assert "Not there: the thief cannot stand on (1, 1)" in press(editor, "thief", (1, 1))
    assert editor.board == BOARD
    assert unpacked(editor.scene["table"]) == before
    with pytest.raises(ValueError, match="no brush 'lake'"):
        editor.paint((0, 0), "lake")
    with pytest.raises(ValueError, match=r"no cell \(5, 5\)"):
        editor.paint((5, 5), "wall")
    with pytest.raises(ValueError, match="13 x 1 is too large to edit"):
        Editor(CopsAndThief.from_text("\n".join("P" + "." * 11 + "T")))
    assert Editor(CopsAndThief.from_text("P" + "." * 10 + "T")).board.shape == (1, 12)
