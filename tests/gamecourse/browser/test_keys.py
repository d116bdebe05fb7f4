"""Every widget by keyboard alone, on a page from the disk: Tab comes to what there is to press, and
keys press it.
"""

import re

import networkx as nx
import pytest
from playwright.sync_api import expect
from test_trees import CAKE, THIRD_SON, trees

from gamecourse.show import sliders, widgets
from gamecourse.show.alphabeta import AlphaBetaStepper
from gamecourse.show.chase import Chase
from gamecourse.show.cooling import Cooling
from gamecourse.show.dice import PlayDice
from gamecourse.show.editor import Editor
from gamecourse.show.heaps import PlayHeaps
from gamecourse.show.improver import Improver
from gamecourse.show.playtree import PlayTree
from gamecourse.show.replay import Replay
from gamecourse.show.stepper import Stepper
from gamecourse.show.walk import StrategyWalk
from gamecourse.show.wave import Wave
from gamefast import Searched, solve, strategy_improvement
from gamelib import NormalPlay, Quotient, Value
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Domineering,
    Matches,
    Nim,
    OverwriteTicTacToe,
    TicTacToe,
)

BOARD = CopsAndThief.from_text("P...\n.**.\n....\n..TE")
GRAPH = nx.DiGraph(
    [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d"), ("c", "e"), ("d", "e")]
)
NEXT = [("Next", "Enter")]

#: A widget, the names of what Tab is to come to with the key that is pressed there (None: press the
#: key where we are), and what is said in the end.
PLAYED = {
    "matches": (lambda: widgets.Play(Matches(15)), [("heap 0", "Enter")], "Your opponent:"),
    "who wins": (
        lambda: widgets.Play(TicTacToe()),
        [("Who wins?", "Space")],
        "The position is a ● DRAW for you.",
    ),
    "searched": (
        lambda: widgets.Play(ConnectFour(), solution=Searched(ConnectFour())),
        [("row 5", "ArrowRight"), (None, "Enter")],
        "Your opponent: O in column",
    ),
    "nim-sum": (
        lambda: PlayHeaps(Nim((3, 4, 5))),
        [("Nim-sum", "Space"), ("heap 0$", "Enter")],
        "3 ⊕ 2 = 1: leave 1",
    ),
    "dice": (lambda: PlayDice(OverwriteTicTacToe(3)), [("row 0", "Enter")], "You: X at (0, 0)."),
    "replay": (
        lambda: Replay(TicTacToe(), [(0, 0), (1, 1), (2, 2)]),
        [("move", "ArrowRight")],
        "The play that shows it: 1 of 3 moves.",
    ),
    "chase": (
        lambda: Chase(BOARD),
        [("row", "Enter"), (None, "ArrowUp"), (None, "Enter")],
        "Policeman to move:",
    ),
    "editor": (
        lambda: Editor(BOARD),
        [("wall", "Space"), ("row", "ArrowUp"), (None, "Enter")],
        "Press cells",
    ),
    "stepper": (lambda: Stepper(GRAPH), NEXT, "Queue:"),
    "wave": (lambda: Wave(solve(GRAPH)), NEXT, "settled 3 of 5"),
    "race": (lambda: AlphaBetaStepper(THIRD_SON), [*NEXT, ("v", "Enter")], "You wager that"),
    "play tree": (lambda: PlayTree(CAKE), NEXT, "C: grab."),
    "growing tree": (lambda: trees()["nim"], NEXT, "1. "),
    "improver": (
        lambda: Improver(strategy_improvement(Quotient(OverwriteTicTacToe(2)))),
        NEXT,
        "A better reply",
    ),
    "slider": (
        lambda: sliders.Mixing({(a, b): int(a == b) for a in "ht" for b in "ht"}),
        [("p", "ArrowRight")],
        "p = 1/24",
    ),
    "cooling": (lambda: Cooling(Value([2], [-1])), [("temperature", "ArrowRight")], "costs 1/8"),
    "dominoes": (
        lambda: widgets.Play(NormalPlay(Domineering(3, 3))),
        [("row 0, column 0", "Enter"), (None, "ArrowDown"), (None, "Enter")],
        "Your opponent: domino on",
    ),
    "walk": (
        lambda: StrategyWalk(TicTacToe(), solve(TicTacToe())),
        [("row", "Enter")],
        "O at (0, 1), then X at (1, 0)",
    ),
}


def come_to(page, name):
    """Press Tab until something has the focus whose name begins with this pattern."""
    named = "() => (document.activeElement.ariaLabel || document.activeElement.textContent).trim()"
    for _ in range(30):
        page.keyboard.press("Tab")
        if re.match(name, page.evaluate(named)):
            return
    raise AssertionError(f"Tab does not come to {name!r}")


@pytest.mark.parametrize("name", PLAYED)
def test_the_keys_do_it(opened, page, name):
    made, keys, said = PLAYED[name]
    (stage,) = opened(widget=made())
    expect(stage).to_have_attribute("data-drawn", "true")
    for where, key in keys:
        if where:
            come_to(page, where)
        page.keyboard.press(key)
    expect(stage).to_contain_text(said, timeout=10_000)
