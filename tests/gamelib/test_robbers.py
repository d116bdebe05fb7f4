import time
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gamelib import DRAW, WIN, IllegalMove, check_game, check_solution, match, solve
from gamelib.core import TooLarge
from gamelib.games import CopsAndRobber
from gamelib.play import erring, tricky
from gamelib.pursuit import caught_within, cop_number, count_moves, dismantling, dominating

nx = pytest.importorskip("networkx")
pytestmark = pytest.mark.usefixtures("package")


@st.composite
def connected_graphs(draw, max_vertices=6):
    n = draw(st.integers(1, max_vertices))
    pairs = [(a, b) for a in range(n) for b in range(a)]
    G = nx.Graph(draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else [])
    G.add_nodes_from(range(n))
    assume(nx.is_connected(G))
    return G


def by_rounds(G, cops, robber_waits=True):
    """Whether so many cops win, from the rules alone: positions from which they win, by growing a
    set.
    """
    near = {v: {v, *G[v]} for v in G}
    flights = near if robber_waits else {v: {*G[v]} - {v} for v in G}
    places = [()]
    for _ in range(cops):
        places = [(*team, v) for team in places for v in G]

    def moves(team):
        new = [()]
        for cop in team:
            new = [(*rest, v) for rest in new for v in near[cop]]
        return new

    cops_win = {(team, r) for team in places for r in team}  # whoever's turn it is
    robber_lost = set(cops_win)
    while True:
        more = {
            (team, r)
            for team in places
            for r in G
            if any((new, r) in robber_lost for new in moves(team))
        } | cops_win
        lost = {
            (team, r) for team in places for r in G if all((team, s) in more for s in flights[r])
        } | robber_lost
        if (more, lost) == (cops_win, robber_lost):
            break
        cops_win, robber_lost = more, lost
    return any(all((team, r) in cops_win for r in G) for team in places)


@given(connected_graphs())
def test_one_cop_by_three_methods(G):
    one = cop_number(G) == 1
    assert one == (dismantling(G) is not None) == by_rounds(G, 1)


@settings(max_examples=25)
@given(connected_graphs(5))
def test_two_cops_and_the_whole_game_with_its_choice_of_places(package, G):
    for cops in (1, 2):
        game = CopsAndRobber(G, cops)
        whole = solve(game)
        check_solution(whole)
        verdict = whole[game.start()]
        assert (verdict.outcome == WIN) == by_rounds(G, cops)
        assert verdict.outcome in (WIN, DRAW)
        if package == "gamelib":
            within = caught_within(whole)
            assert verdict.outcome == (DRAW if within is None else WIN)
            if within is not None:
                assert verdict.remoteness == 2 + within  # two moves more, to choose the places


@pytest.mark.parametrize(
    ("G", "number"),
    [
        (nx.path_graph(1), 1),
        (nx.path_graph(2), 1),
        (nx.cycle_graph(4), 1),
        (nx.cycle_graph(5), 2),
        (nx.complete_bipartite_graph(3, 3), 1),
        (nx.petersen_graph(), None),
    ],
)
def test_a_robber_who_must_move(G, number):
    """On a square, and between two rows of three, every step of a robber who was not beside the cop
    ends beside the cop.
    """
    for cops in (1, 2):
        game = CopsAndRobber(G, cops, robber_waits=False)
        check_game(game)
        solution = solve(game)
        check_solution(solution)
        won = solution[game.start()].outcome == WIN
        assert won == by_rounds(G, cops, robber_waits=False)
        assert number is None or won == (cops >= number)


@settings(max_examples=25)
@given(connected_graphs(5))
def test_a_robber_who_must_move_is_caught_where_one_who_may_stay_is(G):
    for cops in (1, 2):
        game = CopsAndRobber(G, cops, robber_waits=False)
        won = solve(game)[game.start()].outcome == WIN
        assert won == by_rounds(G, cops, robber_waits=False)
        assert won or not by_rounds(G, cops)


def test_staying_is_no_move_of_a_robber_who_must_move():
    game = CopsAndRobber(nx.Graph([(0, 1), (1, 1), (1, 2)]), robber_waits=False)
    assert game.moves(((0,), 2, "robber")) == [1]
    assert game.moves(((2,), 1, "robber")) == [0, 2]  # a loop means staying
    assert game.moves(((0,), 2, "cops")) == [(0,), (1,)]
    with pytest.raises(IllegalMove, match="the robber cannot go to 2 from 2"):
        game.play(((0,), 2, "robber"), 2)
    assert count_moves(game) == 3 * 7 + 3 * 4
    with pytest.raises(TypeError, match="robber_waits='no': give True or False"):
        CopsAndRobber(nx.path_graph(2), robber_waits="no")


@pytest.mark.parametrize(
    ("G", "number"),
    [
        (nx.balanced_tree(2, 3), 1),
        (nx.complete_graph(5), 1),
        (nx.cycle_graph(11), 2),
        (nx.grid_2d_graph(3, 4), 2),
        (nx.petersen_graph(), 3),
        (nx.octahedral_graph(), 2),
        pytest.param(nx.dodecahedral_graph(), 3, marks=pytest.mark.slow),  # a minute for the book
    ],
)
def test_numbers_known_from_the_literature(G, number):
    """Aigner and Fromme, A game of cops and robbers (1984): girth 5 and degree 3 need 3 cops; grids
    need 2.
    """
    assert cop_number(G) == number


def test_the_rules():
    game = CopsAndRobber(nx.cycle_graph(4), 2)
    check_game(game)
    placed = game.play(game.play(game.start(), (0, 0)), 2)
    assert placed == ((0, 0), 2, "cops")
    assert (0, 3) in game.moves(placed)
    assert (3, 0) not in game.moves(placed)  # cops are alike
    with pytest.raises(IllegalMove, match=r"the cops cannot go to \(2, 2\) from \(0, 0\)"):
        game.play(placed, (2, 2))


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: cop_number(nx.DiGraph([(0, 1)])), TypeError, "undirected graph"),
        (
            lambda: cop_number(nx.Graph([(0, 1), (2, 3)])),
            ValueError,
            "there is no path from 0 to 2",
        ),
        (lambda: cop_number(nx.Graph()), ValueError, "no vertices"),
        (lambda: CopsAndRobber(nx.path_graph(2), 0), ValueError, "cops=0"),
        (lambda: CopsAndRobber("x"), TypeError, "str is not a graph: give a networkx Graph"),
        (lambda: dismantling(nx.DiGraph([(1, 2)])), TypeError, "give an undirected graph"),
    ],
)
def test_graphs_that_do_not_fit_are_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()


@given(connected_graphs())
def test_a_corner_is_what_another_vertex_dominates(G):
    near = {v: {v, *G[v]} for v in G}
    for v in G:
        assert set(dominating(G, v)) == {w for w in G if w != v and near[v] <= near[w]}
    order = dismantling(G)
    assert order is None or sorted(order) == sorted(G)
    for k, v in enumerate(order or []):
        left = G.subgraph(set(G) - set(order[:k]))
        assert len(left) == 1 or dominating(left, v)


class TestTooManyCops:
    @pytest.mark.parametrize(
        ("act", "message"),
        [
            (
                lambda: list(CopsAndRobber(nx.path_graph(50), 50).moves((None, None, "cops"))),
                "50 cops on 50 vertices",
            ),
            (
                lambda: cop_number(nx.complete_bipartite_graph(90, 90)),
                {
                    "gamelib": "1 cop on 180 vertices: the chase has up to 5,896,800 moves",
                    "gamefast": "2 cops on 180 vertices make 16,290 teams",  # one cop is solved
                },
            ),
        ],
    )
    def test_they_are_counted_first(self, package, act, message):
        if isinstance(message, dict):
            message = message[package]
        begun = time.process_time()
        with pytest.raises(TooLarge, match=message):
            act()
        assert time.process_time() - begun < 2


@given(connected_graphs(), st.integers(1, 3))
def test_the_moves_of_a_chase_are_counted_without_playing_it(G, cops):
    """A team that comes to the same places in two ways has this move once, so the count is a bound,
    and with one cop it is exact.
    """
    chase = CopsAndRobber(G, cops)
    robbers = [(team, v, "robber") for team in chase.teams for v in G]
    theirs = [(team, v, "cops") for team in chase.teams for v in G]
    # The rules give no moves where the robber is caught, but the count leaves none out.
    tried = sum(len(chase.near[v]) for _, v, _ in robbers)
    tried += sum(len(chase.team_steps(team)) for team, _, _ in theirs)
    assert tried <= count_moves(chase)
    if cops == 1:
        assert tried == count_moves(chase)


def test_in_a_drawn_position_it_presses_and_does_not_stand_still():
    """Two cops never catch a robber on Petersen's graph who makes no mistake, and seldom miss one
    who does.
    """
    game = CopsAndRobber(nx.petersen_graph(), cops=2)
    solution = solve(game)
    assert solution[game.start()].outcome == DRAW
    caught, moved = {}, {}
    for name, cops in (("plain", solution.best), ("tricky", tricky(solution))):
        rng = Random(7)
        plays = [
            match(game, cops, erring(solution.best, game, 0.15, rng), limit=40) for _ in range(100)
        ]
        caught[name] = sum(play.result == 1 for play in plays)
        turns = [pair for play in plays for pair in list(pairwise(play.positions))[::2]]
        moved[name] = sum(before[0] != after[0] for before, after in turns) / len(turns)
    assert caught["tricky"] > 85 > 60 > caught["plain"]
    assert moved["tricky"] == 1 > 0.5 > moved["plain"]
