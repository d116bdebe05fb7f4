"""What is done to widgets on a page and on a slide: games too large for a table are played, boards
are painted.
"""

import re
from contextlib import suppress

from seen import pressed

from gamecourse.show.colours import MARKS
from gamecourse.show.editor import Editor
from gamefast import solve

#: What a widget says and its board as text; after a move, whether both have changed and nobody is
#: waited for.
SEEN = (
    "stage => stage.querySelector('.gl-status, .gl-story').innerText + "
    "stage.querySelector('.gl-text').textContent"
)
ANSWERED = f"""([stage, before]) => {{
    const now = ({SEEN})(stage);
    return now !== before && !/thinks/.test(now) && /Your move|You have|draw/.test(now);
}}"""


def to_the_end(stage):
    """Play a game to its end, here and there on the board; the page always answers. Return all that
    is said.
    """
    said = []
    for ply in range(60):
        said.append(stage.evaluate(SEEN))
        if re.search("You have|draw", said[-1]):
            break
        can = stage.locator(".gl-can").evaluate_all(
            "all => all.map(one => Number(one.dataset.spot))"
        )
        pressed(stage, can[(7 * ply) % len(can)])
        stage.page.wait_for_function(
            ANSWERED, arg=[stage.element_handle(), said[-1]], timeout=15_000
        )
    return said


def middle(widget, board, cell):
    box = widget.locator(f"[data-spot='{cell[0] * board.shape[1] + cell[1]}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def on_the_map(widget):
    """What is printed on the cells."""
    return widget.locator(".gl-top > g").evaluate_all(
        "cells => cells.map(cell => ['label', 'note'].map(of => "
        "cell.querySelector(`.gl-${of}`).textContent).join(''))"
    )


def expected(solution, policeman, thief, turn, of):
    """The same from the solution."""
    board, printed = solution.game, []
    for r, row in enumerate(board.terrain):
        for c, what in enumerate(row):
            still = thief if of == "policeman" else policeman
            if what == board.WALL or (r, c) == still:
                printed.append("")
                continue
            verdict = solution[
                ((r, c), thief, turn) if of == "policeman" else (policeman, (r, c), turn)
            ]
            printed.append(
                f"{MARKS[verdict.outcome].sign}{'' if verdict.remoteness is None else verdict.remoteness}"
            )
    return printed


def painted(widget, board, rng, strokes):
    """Paint a board stroke by stroke; the map and the words are each time those of Python, whose
    editor is returned.
    """
    mouse, editor, seen = widget.page.mouse, Editor(board), set()
    rows, columns = board.shape
    for _ in range(strokes):
        brush, r, c = (
            rng.choice(["wall", "free", "exit"]),
            rng.randrange(rows),
            rng.randrange(columns),
        )
        cells = [(r, c), (r, c + 1)][: 2 if c < columns - 1 else 1]
        widget.get_by_role("button", name=brush, exact=True).click()
        mouse.move(*middle(widget, board, cells[0]))
        mouse.down()
        mouse.move(*middle(widget, board, cells[-1]))
        mouse.up()
        for cell in cells:
            with suppress(ValueError):  # somebody stands there
                editor.paint(cell, brush)
        now = editor.board
        assert on_the_map(widget) == expected(
            solve(now), now.policeman, now.thief, "policeman", "policeman"
        )
        assert str(editor.solution[editor.position]) in widget.locator(".gl-status").inner_text()
        seen.add(now.terrain)
    assert len(seen) > strokes / 2
    return editor
