import random

import pytest
from test_wasm import needs_node, node

from gamecourse.show import plots
from gamecourse.show.editor import Editor
from gamecourse.show.heat import board_columns
from gamefast import solve
from gamelib.games import CopsAndThief

BOARD = CopsAndThief.from_text("P..\n.*.\n..T")
RUN = """
const solve = await solver(given.wasm);
console.log(JSON.stringify(given.boards.map(([terrain, width]) => solve(terrain, width))));
"""


@needs_node
def test_the_page_finds_what_python_finds():
    """Fifty boards that are painted at random, of all sizes."""
    rng, boards = random.Random(4), []
    for k in range(50):
        rows, columns = (12, 12) if k == 0 else (rng.randint(1, 9), rng.randint(2, 9))
        terrain = "".join(rng.choices(".*E", (8, 3, 1), k=rows * columns))
        free = [spot for spot, what in enumerate(terrain) if what != "*"]
        if len(free) > 1:
            policeman, thief = (divmod(spot, columns) for spot in rng.sample(free, 2))
            lines = tuple(terrain[i : i + columns] for i in range(0, len(terrain), columns))
            boards.append(CopsAndThief(lines, policeman, thief))
    given = {
        "wasm": Editor(BOARD).scene["wasm"],
        "boards": [("".join(b.terrain), b.shape[1]) for b in boards],
    }
    assert node(RUN, given, "solver", "tokens.js") == [
        board_columns(solve(board)) for board in boards
    ]


def painted(editor, terrain, **places):
    """What the browser keeps when cells have been painted there, or somebody dragged."""
    columns = editor.board.shape[1]
    spots = {who: r * columns + c for who, (r, c) in places.items()}
    editor.state = editor.state | spots | {"terrain": terrain}


def test_the_board_is_what_has_been_painted_in_the_browser():
    editor = Editor(BOARD)
    assert editor.as_text().startswith("P..\n.*.\n..T\npoliceman to move\nWIN in ")
    painted(editor, "....*..E.")
    assert editor.board.terrain == ("...", ".*.", ".E.")
    assert "the thief gets away" in editor.as_text()
    painted(editor, ".......*.", thief=(0, 2), policeman=(1, 0))
    assert editor.board == CopsAndThief(("...", "...", ".*."), (1, 0), (0, 2))
    assert editor.as_text().endswith(
        str(plots.digest(plots.heat(solve(editor.board), thief=(0, 2))))
    )
    editor.state = {**editor.state, "thief": 5}  # dragged
    assert editor.board.thief == (1, 2)


def test_from_code_it_is_painted_as_well():
    editor = Editor(BOARD)
    for cell, brush in (((2, 1), "exit"), ((1, 1), "free"), ((1, 2), "thief")):
        editor.paint(cell, brush)
    assert editor.board == CopsAndThief(("...", "...", ".E."), (0, 0), (1, 2))
    assert (editor.state["terrain"], editor.state["thief"]) == (".......E.", 5)
    editor.paint((1, 2), "exit")
    assert "LOSS in 0" in editor.as_text()
    editor.paint((1, 2), "policeman")
    assert "WIN in 0" in editor.as_text()


def test_what_cannot_be_is_refused_and_changes_nothing():
    editor = Editor(BOARD)
    with pytest.raises(ValueError, match=r"the policeman cannot stand on \(0, 0\)"):
        editor.paint((0, 0), "wall")
    with pytest.raises(ValueError, match=r"the thief cannot stand on \(1, 1\)"):
        editor.paint((1, 1), "thief")
    assert editor.board == BOARD
    with pytest.raises(ValueError, match="no brush 'lake'"):
        editor.paint((0, 0), "lake")
    with pytest.raises(ValueError, match=r"no cell \(5, 5\)"):
        editor.paint((5, 5), "wall")
    with pytest.raises(ValueError, match="13 x 1 is too large to edit"):
        Editor(CopsAndThief.from_text("\n".join("P" + "." * 11 + "T")))
    assert Editor(CopsAndThief.from_text("P" + "." * 10 + "T")).board.shape == (1, 12)
