from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hand import moments
from hypothesis import given
from matplotlib.colors import to_hex
from matplotlib.patches import Circle
from naive import digraphs

from gamecourse.show import graphs, plots
from gamecourse.show.graphs import graph_picture
from gamecourse.show.stepper import Stepper
from gamecourse.show.strokes import path
from gamefast import GameGraph, check_solution, nimbers, registry, solve
from gamefast.arrays.graph import reverse
from gamefast.retrograde import retrograde
from gamelib.games import CopsAndThief, Matches, MinMaxTree, Nim

EDGES = [("a", "t"), ("a", "p"), ("p", "a"), ("b", "a"), ("b", "c"), ("c", "b"), ("c", "c")]


def test_an_end_with_a_smaller_result_is_settled_when_all_before_it_is_worked_off():
    G = nx.DiGraph([("small", "y"), ("large", "x")])
    G.nodes["x"]["outcome"], G.nodes["y"]["outcome"] = -2, -1
    solution = solve(G)
    assert [solution.graph.position(int(i)) for i in solution.order] == ["x", "large", "y", "small"]
    at = graphs.Replay(solution).at
    assert {v: at[solution.graph.index(v)] for v in G} == {"x": 0, "large": 1, "y": 2, "small": 3}


def test_the_story_of_a_small_graph():
    solution = solve(nx.DiGraph(EDGES))
    assert [str(graphs.Replay(solution).story(step)) for step in range(4)] == [
        "The terminal vertices are settled and stand in the queue: t (LOSS).\nQueue: t.\n"
        "Hopes left: a\u00a02, p\u00a01, b\u00a02, c\u00a02.",
        "Step 1: take t from the queue; it is a LOSS in 0.\n  a can move to it, so a is a WIN in "
        "1.\n"
        "Queue: a.\nHopes left: p\u00a01, b\u00a02, c\u00a02.",
        "Step 2: take a from the queue; it is a WIN in 1.\n  p has lost its last hope, so p is a "
        "LOSS in 2.\n"
        "  b has one hope less: 1 left.\nQueue: p.\nHopes left: b\u00a01, c\u00a02.",
        "Step 3: take p from the queue; it is a LOSS in 2.\n  a can move to it, but was settled "
        "before.\n"
        "Queue: empty.\nDrawn, since never settled: b, c.",
    ]

    stepper = Stepper(solution)
    for step, there in ((-1, 0), (2, 2), (9, 3)):
        stepper.show_step(step)
        assert stepper._repr_mimebundle_()["text/plain"] == str(
            graphs.Replay(solution).story(there)
        )
    story = graphs.Replay(solve(nx.DiGraph([(0, 1), (1, 0)]))).story(
        0
    )  # without ends all is drawn at once
    assert "there are none" in story
    assert story.endswith("Queue: empty.\nDrawn, since never settled: 0, 1.")


def test_a_graph_on_which_a_player_wins_endless_play():
    """A draw is settled last, by who would lose endless play; what is endless stands apart."""
    G = nx.DiGraph(["ab", "ba", "bc", "de", "ed", "ce", "ef"])
    G.nodes["f"]["outcome"] = 0
    draws = ["DRAW in 4", "DRAW in 3", "DRAW in 2", "DRAW in 2", "DRAW in 1"]
    for winner, verdicts, never, title in (
        ("acdf", draws, "none", "6 ● drawn"),
        ("be", ["LOSS", "WIN", "LOSS", "LOSS", "WIN"], "a, b, c, d, e", "● drawn: f"),
    ):
        solution = solve(G, endless=lambda v, winner=winner: 1 if v in winner else -1)
        assert [str(solution[v]) for v in "abcde"] == verdicts
        replay = graphs.Replay(solution)
        story = str(replay.story(len(replay.order)))
        assert story.endswith(f"Endless play, since never settled: {never}.")
        best = {i for i, j in replay.moves if graphs.is_best(solution, i, j)}
        assert best == {i for i, _ in replay.moves}
        assert graphs.graph(solution).get_title().endswith(title)
        assert "drawn" in plots.ranks(solution).get_title()


def test_the_picture_of_a_step_tells_what_is_settled():
    """The end of play, by rank, is a figure of lecture 3."""
    solution = solve(nx.DiGraph(EDGES))
    early = graphs.graph(solution, step=0, ring=True)
    assert early.get_title() == "Only the terminal vertex is settled: t"
    assert "b: –" in plots.digest(early)
    assert graphs.graph(solution, step=2).get_title() == "3 of 5 are settled"


def drawn(ax):
    """What stands in the vertices: each name and what is below it."""
    words = [text.get_text() for text in ax.texts][
        : 2 * sum(isinstance(patch, Circle) for patch in ax.patches)
    ]
    return dict(zip(words[::2], words[1::2], strict=True))


def test_numbers_stand_in_the_vertices_where_results_are_numbers():
    """B, C and D are all settled in one move; what they are worth to Min, who moves there,
    differs.
    """
    leaves = {"b": 3, "c": 2, "d": 4}
    ax = graphs.graph(
        solve(MinMaxTree({"A": ["B", "C", "D"], "B": ["b"], "C": ["c"], "D": ["d"]} | leaves))
    )
    assert drawn(ax) == {"A": "4", "B": "-3", "C": "-2", "D": "-4", "b": "3", "c": "2", "d": "4"}
    ring = nx.DiGraph([("a", "b"), ("b", "a"), ("c", "d")])
    assert drawn(graphs.graph(solve(ring))) == {"a": "●", "b": "●", "c": "▲1", "d": "▼0"}


def test_nimbers_in_the_vertices_say_nothing_of_who_wins():
    G = nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")])
    ax = graphs.graph(solve(G), marks=nimbers(G), ring=True)
    assert drawn(ax) == {"a": "2", "b": "1", "c": "0"}
    assert ax.get_title() == "All are known"
    assert ax.get_legend() is None
    begun = graphs.graph(solve(G), marks={"c": 0}, ring=True)
    assert drawn(begun) == {"a": "–", "b": "–", "c": "0"}
    assert begun.get_title() == "1 of 3 is known"
    assert plots.digest(begun) == "a: –\nb: –\nc: 0"


def test_marks_that_say_who_wins_have_the_colours_of_outcomes():
    """An arrow from N to P is thick, and the legend says what the marks mean."""
    G = nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")])
    ax = graphs.graph(solve(G), marks={"a": "N", "b": "N", "c": "P"}, ring=True)
    assert drawn(ax) == {"a": "N", "b": "N", "c": "P"}
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "N won",
        "P lost",
        "winning move",
    ]
    plain = graphs.graph(solve(G), ring=True)
    colours = [
        {to_hex(patch.get_facecolor()) for patch in one.patches if isinstance(patch, Circle)}
        for one in (ax, plain)
    ]
    assert colours[0] == colours[1]
    begun = graphs.graph(solve(G), marks={"c": "▼"}, ring=True)
    assert [text.get_text() for text in begun.get_legend().get_texts()] == ["▼ lost", "open"]


@given(digraphs())
def test_arrows_end_at_the_vertices_on_the_stage_and_in_figures(G):
    """Heads lie on the edge of their vertex, whichever way they have come, and within the
    picture.
    """
    picture = graph_picture(solve(G))
    for line in picture["lines"]:
        to = picture["spots"][line["to"]]
        head, shaft = path(line["head"]).vertices, path(line["path"]).vertices
        assert abs(np.hypot(*(head[0] - (to["x"], to["y"]))) - to["w"] / 2) < 0.1
        assert (
            np.hypot(*(shaft[-1] - head[0])) < np.hypot(*(shaft[0] - head[0]))
            or line["from"] == line["to"]
        )
        for x, y in head:
            assert 0 <= x <= picture["width"]
            assert 0 <= y <= picture["height"]


def test_odd_graphs_are_drawn_too():
    for G in (nx.DiGraph(), nx.DiGraph([(0, 0)])):
        graphs.graph(solve(G), step=0, ring=True).figure.canvas.draw()


def test_graphs_too_large_are_counted_and_not_stored_ones_refused():
    solution = solve(Matches(60))
    ax = graphs.graph(solution)
    assert ax.get_title().startswith(
        "61 vertices are too many to draw (at most 60):\nThe longest win or loss takes 30 "
        "moves;\n45 positions are won"
    )
    assert plots.digest(ax) == plots.digest(plots.ranks(solution))
    with pytest.raises(
        ValueError, match=r"61 vertices would be a tangle, 60 can be drawn; plots.ranks"
    ):
        Stepper(solution)
    with pytest.raises(ValueError, match=r"solve solution.graph.explicit\(\) instead"):
        graphs.graph(solve(CopsAndThief.from_text("PT")))


@given(digraphs(results=(None, 1, 0, -1)))
def test_the_steps_on_the_stage_are_what_the_queue_did(G):
    """The kernel, stopped after each step, has settled what has a verdict, and left the counters of
    the rest.
    """
    graph = GameGraph.from_networkx(G)
    stepper = Stepper(solve(graph))
    steps = moments(stepper)
    indptr, sources = reverse(graph)
    outcome = np.nan_to_num(graph.terminal).astype(np.int8)
    remoteness, left = np.zeros(len(graph), np.int32), np.diff(graph.indptr).astype(np.int32)
    queue = np.zeros(len(graph), np.int32)
    head, tail = 0, np.count_nonzero(outcome)
    queue[:tail] = np.flatnonzero(outcome)
    ends = [(line["from"], line["to"]) for line in stepper.scene["pictures"][0]["lines"]]
    for k, step in enumerate(steps):
        (frame,) = step["shown"]
        rest = "D" if step is steps[-1] else "-"
        assert frame["marks"] == "".join({1: "W", -1: "L", 0: rest}[int(o)] for o in outcome)
        wanted = [
            f"▲{r}" if o > 0 else f"▼{r}" if o else f"{n}"
            for o, r, n in zip(outcome, remoteness, left, strict=True)
        ]
        if step is steps[-1]:
            wanted = ["●" if not o else word for o, word in zip(outcome, wanted, strict=True)]
        assert frame["notes"] == wanted
        assert (step["counts"]["settled"], step["counts"]["in the queue"]) == (tail, tail - head)
        assert frame["chosen"] == [int(v) for v in queue[k - 1 : k]] if k else frame["chosen"] == []
        looked_at = [end for end, how in zip(ends, frame["lines"], strict=True) if how == "b"]
        assert looked_at == [end for end in ends if [end[1]] == frame["chosen"]]
        assert "\n".join(step["story"]) == str(stepper.story(k))
        before = tail
        head, tail = retrograde.settle.interpreted(
            indptr, sources, outcome, remoteness, left, queue, head, tail, head + 1
        )
        if k + 1 < len(steps):
            assert sorted(steps[k + 1]["shown"][0]["last"]) == sorted(
                int(v) for v in queue[before:tail]
            )
    assert len(steps) == tail + 1


def test_vertices_stand_apart_and_names_fit():
    named = nx.DiGraph([("a", "nine more"), ("a", "b")])
    for what in (nx.DiGraph(EDGES), solve(Matches(40)), solve(Nim((2, 2, 2))), named):
        picture = Stepper(what).scene["pictures"][0]
        spots = picture["spots"]
        for a, b in combinations(spots, 2):
            assert np.hypot(a["x"] - b["x"], a["y"] - b["y"]) > a["w"]
        for spot in spots:
            assert spot["w"] / 2 <= spot["x"] <= picture["width"] - spot["w"] / 2
            assert spot["w"] / 2 <= spot["y"] <= picture["height"] - spot["w"] / 2
            assert spot["w"] >= 0.15 * len(spot["label"])


def test_the_stepper_takes_graphs_and_solutions():
    sizes = {
        5: nx.DiGraph(EDGES),
        18: solve(registry.arena(CopsAndThief.from_text("P.T")).explicit()),
        4: solve(Matches(3)),
    }
    assert all(check_solution(Stepper(what).solution) == size for size, what in sizes.items())


@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        (EDGES, TypeError, "list is not an answer of solve"),
        (Matches(3), TypeError, r"Matches is not an answer of solve: write solve\(game\)"),
        (nx.Graph([(0, 1)]), TypeError, "directed graph"),
        (nx.path_graph(61, create_using=nx.DiGraph), ValueError, "61 vertices would be a tangle"),
    ],
)
def test_the_stepper_refuses_what_it_cannot_show(what, error, message):
    with pytest.raises(error, match=message):
        Stepper(what)
