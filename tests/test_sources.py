"""What docs/sources.md says of the classical texts, by reconstructions of our own that go wrong as
it says.
"""

import json
import re
import shutil
import subprocess
from collections import deque
from itertools import product
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from naive import random_board

from gamecourse.check import pursuit
from gamecourse.grading.sheet import opened
from gamefast import GameGraph, solve
from gamelib import DRAW, WIN, Misere, nim_sum
from gamelib.games import CopsAndThief, Nim, TicTacToe

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "sources.md").read_text()
CLAIMS = re.findall(
    r"^\* (.*?)(?=^\* |^\*\*|^## |\Z)",
    PAGE[PAGE.index("## What is not right") :],
    re.MULTILINE | re.DOTALL,
)
OTHER = {"policeman": "thief", "thief": "policeman"}


def said(line):
    """What the page says where it begins with this line of a text, in one row."""
    (claim,) = (claim for claim in CLAIMS if claim.startswith(line))
    return " ".join(claim.split())


def graphs(number, seed):
    """Small graphs, cycles and all."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        n = int(rng.integers(2, 7))
        yield nx.DiGraph(list(zip(*np.nonzero(rng.random((n, n)) < 0.3), strict=True)))


def outcomes(G):
    """1, -1 or 0 of every vertex, by the library."""
    return {v: int(verdict.outcome) for v, verdict in solve(G).items()}


def queue_of_a(G, open_, settled):
    """A 66-83, with what it asks about before and after: the vertex v that it comes from, or u."""
    status = {v: 0 if G.out_degree(v) else -1 for v in G}
    count, queue = dict(G.out_degree), deque(v for v in G if status[v])
    steps = 0
    while queue and (steps := steps + 1) < 200:
        v = queue.popleft()
        for u in G.predecessors(v):
            count[u] -= 1
            if status[{"u": u, "v": v}[open_]] == 0:
                if status[v] == -1:
                    status[u] = 1
                if status[v] == 1 and count[u] == 0:
                    status[u] = -1
                if status[{"u": u, "v": v}[settled]] != 0:
                    queue.append(u)
    return status


def test_the_queue_of_a_has_two_slips_and_settles_the_ends_alone():
    assert "asks twice" in said("A 71 and 79")
    differ = set()
    for G in graphs(100, 1):
        assert queue_of_a(G, "v", "v") == {v: 0 if G.out_degree(v) else -1 for v in G}
        assert queue_of_a(G, "u", "u") == outcomes(G)
        differ |= {pair for pair in (("v", "u"), ("u", "v")) if queue_of_a(G, *pair) != outcomes(G)}
    assert differ == {("v", "u"), ("u", "v")}  # to mend one of the two is not enough


def recursion_of_a(G, start):
    """A 90-99."""
    status = {}

    def dfs(v):
        if v not in status:
            status[v] = -1
            for u in G.successors(v):
                if dfs(u) == -1:
                    status[v] = 1
        return status[v]

    dfs(start)
    return status


def test_the_recursion_of_a_guesses_on_a_cycle_and_is_right_without_one():
    assert "calls the one that it begins with lost" in said("A 86")
    G = nx.DiGraph(["xy", "yx"])
    assert [recursion_of_a(G, v)["x"] for v in "xy"] == [-1, 1]
    assert outcomes(G) == {"x": 0, "y": 0}
    for H in graphs(60, 2):
        H.remove_edges_from([(u, v) for u, v in [*H.edges] if u >= v])
        for v in H:
            assert recursion_of_a(H, v)[v] == outcomes(H)[v]


def counters_of_t(G, lowered):
    """T 168-174; ``lowered`` are the vertices whose counters a won vertex lowers."""
    status, z = {v: -1 for v in G if not G.out_degree(v)}, dict(G.out_degree)
    queue = list(status)
    for u in queue:
        if status[u] == -1:
            found = {v: 1 for v in G.predecessors(u) if v not in status}
        else:
            found = {}
            for v in lowered(G, u):
                z[v] -= 1
                if z[v] == 0 and v not in status:
                    found[v] = -1
        status |= found
        queue += found
    return {v: status.get(v, 0) for v in G}


def test_the_counters_of_t_are_lowered_at_the_wrong_end():
    assert "b → c → d" in said("T 174")
    path = nx.DiGraph(["bc", "cd"])
    assert outcomes(path) == {"b": -1, "c": 1, "d": -1}
    assert counters_of_t(path, nx.DiGraph.successors) == {"b": 0, "c": 1, "d": -1}
    for G in graphs(60, 3):
        assert counters_of_t(G, nx.DiGraph.predecessors) == outcomes(G)


def test_always_to_a_lost_vertex_is_not_enough_on_a_cycle():
    assert "a → t, a → p, p → a" in said("T 105")
    solution = solve(nx.DiGraph(["at", "ap", "pa"]))
    assert {v: str(solution[v]) for v in "apt"} == {
        "a": "WIN in 1",
        "p": "LOSS in 2",
        "t": "LOSS in 0",
    }


class Away(CopsAndThief):
    """The rules of A and E: on the thief's turn an exit is the thief's, whoever else stands
    there.
    """

    def outcome(self, position):
        _, thief, turn = position
        if turn == "thief" and self.terrain[thief[0]][thief[1]] == "E":
            return WIN
        return super().outcome(position)


def test_to_whom_a_shared_exit_belongs_changes_no_other_position():
    assert "No other position changes" in said("A 217")
    rng, shared = np.random.default_rng(4), 0
    for _ in range(60):
        board = CopsAndThief.from_text(
            random_board(rng, int(rng.integers(1, 4)), int(rng.integers(2, 5)), 0.2, 1)
        )
        everywhere = list(product(board.cells, board.cells, OTHER))
        theirs = solve(
            GameGraph.of(Away(board.terrain, board.policeman, board.thief), positions=everywhere)
        )
        ours = solve(GameGraph.of(board, positions=everywhere))
        for position in everywhere:
            p, t, turn = position
            if p == t and turn == "thief" and board.terrain[t[0]][t[1]] == "E":
                assert theirs[position].outcome == WIN == -ours[position].outcome
                shared += 1
            else:
                assert theirs[position] == ours[position]
    assert shared > 30


def guarded(board, who):
    """E 103-143 with both lines about staying under one condition: the outcome of every
    position.
    """
    before = {here: [] for here in product(board.cells, board.cells, OTHER)}
    degree, found = {}, {}
    for p, t, turn in before:
        here = p, t, turn
        if board.outcome(here) is not None:
            found[here] = int(board.outcome(here))
            continue
        degree[here] = 0
        if turn != who:
            before[here].append((p, t, OTHER[turn]))
            degree[here] = 1
        for cell in board.moves(here):
            if cell != (p if turn == "policeman" else t):
                before[board.play(here, cell)].append(here)
                degree[here] += 1
    queue = list(found)
    for v in queue:
        for u in before[v]:
            if u not in found:
                degree[u] -= 1
                if found[v] == -1 or degree[u] == 0:
                    found[u] = -found[v]
                    queue.append(u)
    return {here: found.get(here, 0) for here in before}


def boards_with_one_exit(number, rows, columns, seed):
    """Random boards of one size; from every free cell there is a step to another for both."""
    rng = np.random.default_rng(seed)
    while number:
        cells = np.where(rng.random((rows, columns)) < 0.25, "*", ".")
        free = [(int(r), int(c)) for r, c in zip(*np.nonzero(cells == "."), strict=True)]
        if len(free) < 3 or any(
            all(abs(a - r) + abs(b - c) != 1 for a, b in free) for r, c in free
        ):
            continue
        policeman, thief, away = (free[k] for k in rng.permutation(len(free))[:3])
        cells[away] = "E"
        number -= 1
        yield CopsAndThief(tuple("".join(row) for row in cells), policeman, thief)


def is_wrong(board, who):
    """Whether the guarded program errs somewhere on a board where ``who`` may not stay."""
    game = opened(pursuit)["Restless"](board.terrain, board.policeman, board.thief, (who,))
    right = solve(GameGraph.of(game, positions=product(board.cells, board.cells, OTHER)))
    return guarded(board, who) != {here: int(right[here].outcome) for here in right}


SHARES = re.findall(r"(\d+) (?:of 100 boards )?of (\d) × (\d)", said("E 117, C 124"))
GUARDED = [tuple(map(int, one)) for one in SHARES]


def test_the_shares_of_boards_are_told_for_four_sizes():
    assert [size for _, *size in GUARDED] == [[2, 2], [2, 3], [3, 3], [4, 4]]
    assert "If the policeman may not stay, some position comes out wrong on every board" in said(
        "E 117, C 124"
    )


@pytest.mark.parametrize(
    ("share", "rows", "columns"),
    [pytest.param(*row, marks=[pytest.mark.slow] * (row[1] > 2)) for row in GUARDED],
)
def test_to_guard_both_lines_about_staying_is_wrong_on_this_share_of_the_boards(
    share, rows, columns
):
    boards = list(boards_with_one_exit(100, rows, columns, 4))
    for board in boards:
        assert guarded(board, None) == {
            here: int(found.outcome) for here, found in solve(board).items()
        }
    assert sum(is_wrong(board, "policeman") for board in boards) == 100
    assert sum(is_wrong(board, "thief") for board in boards) == share


#: The lines in question of the programs of E, A and C, in a program of our own around them.
STATE = """
struct place {{ {kind} first, second; bool turn; }};
int main() {{
    for (int x = 0; x < 9; ++x)
        for (int y = 0; y < 9; ++y)
            for ({kind} turn = 0; turn <= 1; ++turn) {{
                place next = {{ x, y, !turn }};
                if (next.first == {quote}E{quote}) return 1;
            }}
}}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="asks g++ what C++ allows")
def test_the_program_of_e_and_a_is_refused_even_without_backslashes_and_that_of_c_is_not():
    def compiles(standard, **parts):
        command = ["g++", f"-std={standard}", "-pedantic-errors", "-fsyntax-only", "-x", "c++", "-"]
        done = subprocess.run(command, input=STATE.format(**parts), capture_output=True, text=True)
        return done.returncode == 0, "narrowing" in done.stderr

    claim = said("E 117, A 272")
    assert "narrows two `int`s to `char`" in claim
    assert "since 2011" in claim
    assert compiles("c++98", kind="char", quote="'") == (True, False)
    for standard in ("c++11", "c++17"):
        assert compiles(standard, kind="char", quote="'") == (False, True)
        assert compiles(standard, kind="int", quote="'") == (True, False)
        assert compiles(standard, kind="int", quote="\\'") == (False, False)


def test_the_sum_of_nim_is_about_normal_play():
    assert "For (1, 1) they disagree" in said("S 61")
    assert nim_sum(1, 1) == 0
    assert str(solve(Nim((1, 1)))[(1, 1)]) == "LOSS in 2"
    assert str(solve(Misere(Nim((1, 1))))[(1, 1)]) == "WIN in 2"


def test_a_loser_who_hurries_spoils_the_numbers_of_moves():
    game, solution, rushed = TicTacToe(), solve(TicTacToe()), {}

    def hurried(q):
        """S 132-134: the payoff, and the fewest moves to the end among the options with the best
        one.
        """
        if q not in rushed:
            result = game.outcome(q)
            if result is not None:
                rushed[q] = result, 0
            else:
                known = [hurried(game.play(q, move)) for move in game.moves(q)]
                best = min(value for value, _ in known)
                rushed[q] = -best, 1 + min(moves for value, moves in known if value == best)
        return rushed[q]

    hurried(game.start())
    decided = [q for q in solution if solution[q].outcome != DRAW]
    wrong = {q for q in decided if rushed[q][1] != solution[q].remoteness}
    slower = {"first": set(), "last": set()}
    for q in decided:
        if solution[q].outcome == WIN and game.outcome(q) is None:
            options = [game.play(q, move) for move in game.moves(q)]
            equal = [
                option for option in options if rushed[option] == min(map(rushed.get, options))
            ]
            for taken, option in (("first", equal[0]), ("last", equal[-1])):
                if solution[option].remoteness + 1 != solution[q].remoteness:
                    slower[taken].add(q)
                    assert len(equal) == 3
    told = said("S 134")
    assert (len(decided), len(wrong), len(slower["first"]), len(slower["last"])) == (
        4_410,
        230,
        6,
        6,
    )
    assert (
        "at 230 of the 4,410 decided positions. At 6 others the rule finds three moves equally good"
        in told
    )
    assert "takes the last of them, this happens at 6 as well" in told
    assert not wrong & (slower["first"] | slower["last"])
    assert re.search(r"`(\S{9})` is won in 3, and takes 5", told)[1] in slower["first"]


ITEM = re.compile(r"^\| (\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
CELLS = {
    ("exercise " * (path.parent.name == "exercises")) + f"{path.name[:2]} {cell['id']}": "".join(
        cell["source"]
    )
    for path in (ROOT / "notebooks").rglob("[0-9][0-9]-*.ipynb")
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
}


def taught(number):
    """The cells that an item names, each with its text."""
    (places,) = (places for item, places in ITEM.findall(PAGE) if int(item) == number)
    return {place: CELLS[place] for place in places.split(", ") if place in CELLS}


def test_every_item_of_the_documents_names_cells_that_are_there():
    questions = re.findall(r"^### (\d+\.\d+) ", (ROOT / "docs/exams.md").read_text(), re.MULTILINE)
    exams = {f"exam {number}" for number in questions}
    items = ITEM.findall(PAGE)
    assert [int(number) for number, _ in items] == list(range(1, 241))
    for number, places in items:
        assert {*places.split(", ")} <= {*CELLS} | exams | {"sources", "nothing to teach"}, number


def test_items_lead_to_the_cells_where_a_reader_meets_them():
    """The loop over all positions, with ends marked and walls skipped; a key to the letters; what
    the reader writes.
    """
    loops = [
        text for text in taught(90).values() if re.search(r"for p, t, turn in product\(", text)
    ]
    assert any('"E"' in text and '"*"' in text for text in loops)
    for place, text in taught(94).items():
        assert {"*", "E", "P", "T"} <= {*re.findall(r"`([*EPT])`", text)}, place
    for number, function in ((165, "solve_all"), (166, "best_move")):
        asked = [place for place, text in taught(number).items() if f"`{function}(" in text]
        assert any(f"def {function}(" in CELLS.get(f"{place}-answer", "") for place in asked)


def test_the_convention_for_a_shared_exit_that_no_lecture_teaches_is_named_as_left_out():
    left_out = PAGE[
        PAGE.index("The last section has every item") : PAGE.index("## What is not right there")
    ]
    assert dict(ITEM.findall(PAGE))["84"] == "sources, exam 4.4"
    assert "A 217, E 62" in left_out
