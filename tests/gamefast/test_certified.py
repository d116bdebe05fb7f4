"""What ``check_solution`` certifies is what ``save`` writes and what the solution answers: no
altered entry passes.
"""

import numpy as np
import pytest
from naive import DiGraph

from gamefast import CompiledGraph, Ending, check_solution, load, save, solve
from gamelib import Quotient
from gamelib.games import CopsAndThief, Matches, MinMaxTree, TicTacToe

OPEN = CopsAndThief.from_text("P...\n....\n...T")
DRAWN = CopsAndThief.from_text("P*.E\n....\n...T")


def three_at_most(i, data, out):
    for k in range(min(3, i)):
        out[k] = i - 1 - k
    return min(3, i)


def before(i, data, out):
    count = 0
    for k in range(1, 4):
        if i + k < 30:
            out[count] = i + k
            count += 1
    return count


def lost(i, data):
    return -1


def around(i, data, out):
    """One step down, to 0, where play is over; but 28 and 29 lead to each other."""
    if i == 0:
        return 0
    out[0] = 29 if i == 28 else i - 1
    return 1


def around_before(i, data, out):
    if i == 27:
        return 0
    out[0] = 28 if i == 29 else i + 1
    return 1


def won_by_even(i):
    return 1 if i % 2 == 0 else -1


def won_by_thief(position):
    return 1 if position[2] == "thief" else -1


#: A graph on which all five kinds of verdicts are met: even and odd numbers take turns.
ALTERNATING = DiGraph(
    [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 2),
        (3, 4),
        (1, 6),
        (5, 8),
        (8, 5),
        (8, 9),
        (11, 10),
        (12, 11),
        (15, 18),
        (18, 15),
        (15, 16),
    ]
)
for drawn in (9, 16):
    ALTERNATING.nodes[drawn]["outcome"] = 0
ALTERNATING.nodes[6]["outcome"] = 1

#: Solutions as each solver makes them.
MADE = {
    "walked": lambda: solve(TicTacToe(2, 3, 2)),
    "classes": lambda: solve(Quotient(TicTacToe(2, 3, 2))),
    "numbers": lambda: solve(
        MinMaxTree({"Max": ["Min", "less"], "Min": ["a", "b"], "less": 4, "a": 7, "b": -3})
    ),
    "a graph": lambda: solve(DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")])),
    "an arena": lambda: solve(Matches(20)),
    "tokens": lambda: solve(DRAWN),
    "in rounds": lambda: solve(OPEN),
    "in rounds, drawn": lambda: solve(DRAWN),
    "compiled": lambda: solve(CompiledGraph.of(30, three_at_most, lost, before, most=3)),
    "compiled, stored": lambda: solve(CompiledGraph.of(30, three_at_most, lost, most=3)),
    "endless": lambda: solve(ALTERNATING, endless=won_by_even),
    "endless, tokens": lambda: solve(DRAWN, endless=won_by_thief),
    "in rounds, endless": lambda: solve(DRAWN, endless=won_by_thief),
    "endless, compiled": lambda: solve(
        CompiledGraph.of(30, around, lost, around_before, most=1), endless=won_by_even
    ),
    "an ending": lambda: solve(Ending("KQK", 4, 4)),
}
ARRAYS = "outcome", "remoteness", "order", "numbers", "worth"


@pytest.fixture
def made(request, monkeypatch):
    """A function that solves one of the games anew."""
    if request.param.startswith("in rounds"):
        monkeypatch.setattr("gamefast.boards.tokens.ROUNDS_FROM", 1)
        monkeypatch.setattr("gamefast.retrograde.tokens.ROUNDS_FROM", 1)
    return MADE[request.param]


@pytest.mark.parametrize(
    "made",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "an ending")) for name in MADE],
    indirect=True,
)
def test_no_array_can_be_altered_in_a_single_entry(made):
    rng = np.random.default_rng(1)
    assert check_solution(made()) == len(made())
    for name in ARRAYS:
        if getattr(made(), name) is None:
            continue
        for i in rng.integers(len(getattr(made(), name)), size=6):
            for change in (-2, -1, 1, 2):
                solution = made()
                if name == "worth" and not len(solution.graph.options(i)):
                    continue  # where play is over and no move leads, nothing depends on it
                getattr(solution, name)[i] += change
                with pytest.raises(AssertionError):
                    check_solution(solution)


@pytest.mark.parametrize("made", MADE, indirect=True)
def test_what_is_altered_and_saved_is_refused_when_it_is_loaded(made, tmp_path):
    altered = made()
    altered.remoteness[len(altered) // 2] += 2
    save(altered, tmp_path / "kept.npz")
    of = altered.graph if altered.game is None else altered.game
    with pytest.raises(AssertionError):
        check_solution(load(tmp_path / "kept.npz", of))
    save(made(), tmp_path / "kept.npz")
    assert check_solution(load(tmp_path / "kept.npz", of)) == len(made())


@pytest.mark.parametrize("made", ["in rounds", "in rounds, drawn"], indirect=True)
@pytest.mark.parametrize(
    ("asked", "size"),
    [
        (False, 16),
        pytest.param(False, 60, marks=pytest.mark.slow),
        pytest.param(True, 60, marks=pytest.mark.slow),
    ],
)
def test_marks_cannot_be_altered_either_whether_or_not_their_arrays_are_made(made, asked, size):
    rng = np.random.default_rng(1)
    verdicts = {str(position): str(verdict) for position, verdict in made().items()}
    for player in range(2):
        marks, places = made().kept[player]
        altered = 0
        known = np.flatnonzero(marks < 255)[: size // 3]
        for i in [*rng.integers(len(marks), size=size - len(known)), *known]:
            solution = made()
            if asked:
                assert len(solution.remoteness) == len(solution.outcome) == len(solution)
            solution.kept[player][0][i] ^= 2
            if {str(position): str(verdict) for position, verdict in solution.items()} == verdicts:
                continue  # an entry that stands for no position
            altered += 1
            with pytest.raises(AssertionError):
                check_solution(solution)
        assert altered >= size // 3
        for i in range(len(places) - 1):
            solution = made()
            there = solution.kept[player][1]
            there[i], there[i + 1] = there[i + 1], there[i]
            if {str(position): str(verdict) for position, verdict in solution.items()} != verdicts:
                with pytest.raises(AssertionError):
                    check_solution(solution)


@pytest.mark.slow
def test_on_a_board_of_a_thousand_cells_too():
    board = CopsAndThief.from_text("P" + "." * 31 + ("\n" + "." * 32) * 30 + "\n" + "." * 31 + "T")
    solution = solve(board)
    assert check_solution(solution) == 2 * 1_024**2
    solution.remoteness[5] += 2
    with pytest.raises(
        AssertionError, match=r"at .* the array remoteness has \d+, but the answer there is \d+"
    ):
        check_solution(solution)


def test_an_order_that_is_none_is_told():
    solution = solve(Matches(6))
    solution.order[0] = solution.order[1]
    with pytest.raises(
        AssertionError, match="order lists 7 positions: it must list each of the 7 settled once"
    ):
        check_solution(solution)
    solution = solve(Matches(6))
    solution.order[:] = solution.order[::-1].copy()
    with pytest.raises(
        AssertionError, match=r"in order .* comes after positions that were settled later"
    ):
        check_solution(solution)


@pytest.mark.parametrize("made", ["walked", "a graph", "an ending", "tokens"], indirect=True)
def test_arrays_that_do_not_fit_each_other_are_told_in_a_sentence(made):
    for name in ("indptr", "targets", "codes"):
        solution = made()
        if hasattr(vars(solution.graph).get(name), "dtype"):
            getattr(solution.graph, name)[-1] = 10**6
            with pytest.raises(AssertionError):
                check_solution(solution)
