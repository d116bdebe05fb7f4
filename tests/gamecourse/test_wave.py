"""The wave of retrograde analysis, held against the criteria applied round by round."""

from dataclasses import replace

import networkx as nx
import pytest
from hand import moments
from hypothesis import given
from naive import digraphs, rounds

from gamecourse.show import plots
from gamecourse.show.colours import palette
from gamecourse.show.graphs import graph_picture
from gamecourse.show.wave import Wave
from gamefast import solve
from gamelib.games import CopsAndThief, Matches, MinMaxTree

BOARD = CopsAndThief.from_text("P.*E\n..T.\n*...")
LETTER = {1: ("W", "▲"), -1: ("L", "▼")}


@given(digraphs(results=(None, 1, 0, -1)))
def test_a_vertex_is_reached_in_its_round_and_the_rest_is_drawn(G):
    wave = Wave(solve(G))
    steps, known, vertices = moments(wave), rounds(G), list(G)
    longest = max((r for _, r in known.values()), default=0)
    assert len(steps) == longest + 1 + (len(known) < len(G))
    lines = [
        (vertices[line["from"]], vertices[line["to"]])
        for line in wave.scene["pictures"][0]["lines"]
    ]
    assert sorted(lines) == sorted(G.edges)
    for beat, step in enumerate(steps):
        (frame,) = step["shown"]
        rest = ("D", "●") if beat > longest else ("-", "")
        reached = {v: r for v, (_, r) in known.items() if r <= beat}
        wanted = [LETTER[known[v][0]] if v in reached else rest for v in vertices]
        assert frame["marks"] == "".join(letter for letter, _ in wanted)
        assert frame["notes"] == [
            sign + (str(reached[v]) if v in reached else "")
            for v, (_, sign) in zip(vertices, wanted, strict=True)
        ]
        assert frame["last"] == [i for i, v in enumerate(vertices) if reached.get(v) == beat]
        best = [
            u in reached and v in known and known[u] == (-known[v][0], known[v][1] + 1)
            for u, v in lines
        ]
        assert frame["lines"] == "".join("nb"[bold] for bold in best)
        assert step["counts"]["settled"] == f"{len(reached)} of {len(G)}"
        assert step["counts"]["▲ won"] == str(sum(known[v][0] > 0 for v in reached))
        at_the_end = step is steps[-1]
        assert step["counts"]["● drawn"] == (str(len(G) - len(known)) if at_the_end else "?")


def as_graph(board):
    """A board as a bare graph, by the rules alone."""
    positions = [
        (p, t, turn) for p in board.cells for t in board.cells for turn in ("policeman", "thief")
    ]
    G = nx.DiGraph()
    for position in positions:
        result = board.outcome(position)
        G.add_node(position, outcome=result)
        if result is None:
            G.add_edges_from(
                (position, board.play(position, move)) for move in board.moves(position)
            )
    return G


@pytest.mark.parametrize("thief", [(1, 2), (2, 3), (0, 3)])
def test_a_board_is_reached_as_its_graph_is(thief):
    board = replace(BOARD, thief=thief)
    wave = Wave(solve(board))
    known = rounds(as_graph(board))
    steps, total = moments(wave), 2 * len(BOARD.cells) ** 2
    longest = max(r for _, r in known.values())
    assert len(steps) == longest + 1 + (len(known) < total)
    assert wave.scene["pictures"][0]["palette"] == palette(max(0, *steps[-1]["shown"][0]["depths"]))
    for beat, step in enumerate(steps):
        (frame,) = step["shown"]
        for spot, cell in enumerate((r, c) for r in range(3) for c in range(4)):
            verdict = known.get((cell, thief, "policeman"))
            if cell not in BOARD.cells:
                wanted = " ", "", "*"
            elif verdict and verdict[1] <= beat:
                letter, sign = LETTER[verdict[0]]
                wanted = letter, sign + str(verdict[1]), None
            else:
                wanted = ("D", "●", None) if beat > longest else ("-", "", None)
            assert (frame["marks"][spot], frame["notes"][spot]) == wanted[:2]
            assert frame["pieces"][spot] == (
                wanted[2] or ("T" if cell == thief else "E" if cell == (0, 3) else ".")
            )
            if verdict and verdict[1] <= beat:
                assert frame["depths"][spot] == verdict[1]
        assert (
            step["counts"]["settled"] == f"{sum(r <= beat for _, r in known.values())} of {total}"
        )


def test_the_wave_in_words():
    wave = Wave(solve(nx.DiGraph([("a", "t"), ("b", "a"), ("c", "b"), ("c", "c")])))
    wave.show_step(2)
    assert "Lost in 2: 1 position. All moves lead to won ones, the longest in 1." in wave.as_text()
    wave.show_step(3)
    assert "Won in 3: 1 position, with a move to one lost in 2." in wave.as_text()
    small = Wave(solve(CopsAndThief.from_text("P*T")))
    small.show_step(1)
    assert str(small.as_text()).split("\n") == [
        "For the policeman, who is to move, wherever the policeman stands; the thief stands at "
        "(0, 2).",
        "The wave has come to rest. It has never reached 4 positions: nobody can force an end "
        "there.",
        "In the whole game: settled 4 of 8, ▲ won 2, ▼ lost 2, ● drawn 4.",
        " D  # W0",
        "When the wave has come to rest: settled 4 of 8, ▲ won 2, ▼ lost 2, ● drawn 4.",
    ]


def test_columns_stand_by_remoteness_and_other_results_have_waves_too():
    picture = graph_picture(solve(Matches(9)), columns=True)
    assert sorted(text["words"] for text in picture["texts"]) == ["0", "1", "2", "3", "4", "5"]
    wave = Wave(solve(MinMaxTree({"A": ["B", "c"], "B": ["d", "e"], "c": 2, "d": 5, "e": -3})))
    assert moments(wave)[-1]["shown"][0]["notes"] == ["▲1", "▲1", "▼0", "▲0", "▼0"]


@pytest.mark.parametrize(
    ("make", "error", "said"),
    [
        (
            lambda: Wave(solve(CopsAndThief.from_text("PT\n" + "**\n" * 1_000))),
            ValueError,
            "1001 x 2 cells is too large",
        ),
        (lambda: Wave(solve(Matches(60))), ValueError, "61 vertices would be a tangle"),
    ],
)
def test_what_cannot_be_shown_is_refused(make, error, said):
    with pytest.raises(error, match=said):
        make()


def test_a_wave_whose_rest_is_not_drawn_is_refused():
    apart = CopsAndThief.from_text("P*.\n**.\n..T")
    solution = solve(apart, endless=lambda position: 1 if position[2] == "policeman" else -1)
    with pytest.raises(ValueError, match="solve the game without endless="):
        Wave(solution)
    title = plots.heat(solution, thief=apart.thief).get_title()
    assert "from some of them by endless play" in title
