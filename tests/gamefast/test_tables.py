"""What an answer says as a graph and as a table is what it says as a mapping."""

from fractions import Fraction

import pytest
from naive import DiGraph, Graph

from gamefast import chance_values, exact_values, solve
from gamefast.answers import to_frame, to_networkx
from gamelib import CHANCE, DRAW, LOSS, WIN, Quotient, backward_induction
from gamelib.games import (
    CopsAndThief,
    Matches,
    OverwriteTicTacToe,
    ShadedTicTacToe,
    TicTacToe,
    Tree,
)

LOOP = DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")])
NUMBERS = DiGraph([("a", "b"), ("a", "c")])
NUMBERS.nodes["b"]["outcome"], NUMBERS.nodes["c"]["outcome"] = -2, -5
ULTIMATUM = Tree(
    {
        "offer": ("proposer", {"fair": "fair", "greedy": "greedy"}),
        "fair": ("other", {"yes": (5, 5), "no": (0, 0)}),
        "greedy": ("other", {"yes": (9, 1), "no": (0, 0)}),
    },
    players=("proposer", "other"),
)


QUARTER = Fraction(1, 4)
#: Two coins at once: two ways of four to the same sum, given as two chances.
COINS = Graph(
    {
        0: (CHANCE, [(QUARTER, heads) for heads in (1, 2, 2, 3)]),
        1: (None, 0),
        2: (None, 1),
        3: (None, 2),
    }
)


SOLUTIONS = {
    "matches": solve(Matches(9)),
    "tic-tac-toe": solve(TicTacToe(2, 3, 2)),
    "quotient": solve(Quotient(TicTacToe(2, 2, 2))),
    "tokens": solve(CopsAndThief.from_text("P.E\n..T")),
    "bare": solve(LOOP),
    "numbers": solve(NUMBERS),
}
OTHERS = {
    "plan": backward_induction(ULTIMATUM),
    "plan with chance": backward_induction(COINS),
    "plan of a quotient": backward_induction(Quotient(ShadedTicTacToe(2, 2, 2))),
    "chance values": chance_values(OverwriteTicTacToe(2)),
    "chance values, walked": chance_values(ShadedTicTacToe(1, 4, 2)),
    "exact values": exact_values(OverwriteTicTacToe(2)),
    "exact values of a quotient": exact_values(Quotient(ShadedTicTacToe(1, 4, 2))),
}
ANSWERS = SOLUTIONS | OTHERS


def steps(answer, position):
    """What follows by the rules, without the answer: pairs of what is written at the edge, and
    where it leads.
    """
    game = answer.game
    if game is None:
        G = NUMBERS if position in NUMBERS and answer is SOLUTIONS["numbers"] else LOOP
        return [({"move": there}, there) for there in G[position]]
    if hasattr(game, "outcome"):
        over, chance = game.outcome(position) is not None, False
    else:
        over, chance = game.turn(position) is None, game.turn(position) == CHANCE
    if chance:
        return [({"probability": p}, there) for p, there in game.chances(position)]
    return (
        []
        if over
        else [({"move": move}, game.play(position, move)) for move in game.moves(position)]
    )


def columns(known):
    if isinstance(known, Fraction):
        return {"value": known}
    return known._asdict() if hasattr(known, "_asdict") else dict(vars(known))


@pytest.mark.parametrize("name", ANSWERS)
def test_a_graph_has_a_vertex_a_position_and_an_edge_a_move(name):
    nx = pytest.importorskip("networkx")
    answer = ANSWERS[name]
    graph = to_networkx(answer)
    assert isinstance(graph, nx.MultiDiGraph)
    assert list(graph) == list(answer)
    assert graph.number_of_edges() == sum(len(answer.options(position)) for position in answer)
    for position, known in answer.items():
        assert graph.nodes[position] == columns(known)
        found = [(repr(told), there) for _, there, told in graph.out_edges(position, data=True)]
        expected = [(repr(told), there) for told, there in steps(answer, position)]
        assert sorted(found, key=repr) == sorted(expected, key=repr)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_table_has_a_row_a_position(name):
    pd = pytest.importorskip("pandas")
    answer = ANSWERS[name]
    frame = to_frame(answer)
    assert list(frame["position"]) == list(answer)
    for (position, known), row in zip(answer.items(), frame.to_dict("records"), strict=True):
        for column, value in columns(known).items():
            assert (
                pd.isna(row[column])
                if column == "remoteness" and value is None
                else row[column] == value
            ), position
        assert {"position", *columns(known)} == set(row)


def test_the_columns_of_a_table_can_be_reckoned_with():
    pytest.importorskip("pandas")
    frame = SOLUTIONS["bare"].to_frame()
    assert frame["outcome"].value_counts().to_dict() == {DRAW: 2, WIN: 1, LOSS: 1}
    assert str(frame["remoteness"].dtype) == "Int64"
    assert str(SOLUTIONS["numbers"].to_frame()["value"].dtype) == "float64"
    assert OTHERS["exact values"].to_frame()["value"].map(type).eq(Fraction).all()
