"""After a game that was not won: the page's first mistake, against one worked out from the solution."""

import json
import random

import networkx as nx
import pytest
from hand import KNIGHT, unpacked
from test_wasm import JS, needs_node, node

import gamelib
from gamecourse.show.dice import PlayDice
from gamecourse.show.heaps import PlayHeaps
from gamecourse.show.stage.excerpt import page_scene
from gamecourse.show.widgets import Play
from gamefast import Ending, Searched, solve
from gamelib import Misere, Quotient, Sum
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Grundy,
    Matches,
    MinMaxTree,
    Nim,
    Octal,
    OverwriteTicTacToe,
    TicTacToe,
    Token,
)

LOOPS = nx.DiGraph(
    [tuple(edge) for edge in ["at", "ap", "pa", "qa", "bq", "bc", "cb", "cd", "da", "dc"]]
)
TREE = {"A": ["B", "C", "D"], "B": ["b1", "b2"], "C": ["c1", "c2"], "D": ["d1", "d2"]}
LEAVES = {"b1": 3, "b2": 12, "c1": 2, "c2": 15, "d1": 14, "d2": 5}

#: Games that a page carries; the heaps are played with their nimbers.
PLAYED = {
    "matches": Play(Matches(15)),
    "misere matches": Play(Misere(Matches(9)), hints=False),
    "nim": PlayHeaps(Nim((3, 4, 5))),
    "misere nim": PlayHeaps(Misere(Nim((1, 2, 3)))),
    "quotient": PlayHeaps(Quotient(Nim((2, 2, 3)))),
    "kayles": PlayHeaps(Octal((7,), "0.77"), hints=False),
    "grundy": PlayHeaps(Grundy((9,))),
    "sum": PlayHeaps(Sum(Octal((5,), "0.77"), Nim((4,)))),
    "token": Play(Token(LOOPS, "b")),
    "tic-tac-toe": Play(TicTacToe()),
    "connect four": Play(ConnectFour(3, 4, 3)),
    "policeman": Play(CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")),
    "tree": Play(MinMaxTree({**TREE, **LEAVES})),
    "knight": Play(KNIGHT),
    "ending": Play(Ending("KRK", 4, 4)),
}

RUN = f"""
import {{ judged, judgement }} from {json.dumps((JS / "mistake.js").as_uri())};
const table = new Table(given.columns);
const told = [];
for (const {{ played, you, result }} of given.games) {{
  let at = table.start;
  const past = played.map((k, ply) => {{
    const from = at;
    at = table.row(at).options[k].to;
    return {{ turn: String(ply % 2), from }};
  }});
  const moves = await judged(table, past, played, you);
  told.push(moves ? judgement(moves, result) : null);
}}
console.log(JSON.stringify(told));
"""


def random_game(game, rng, longest=60):
    """The numbers of the moves and the positions of a random game; None if it does not end."""
    position = game.start()
    positions = [position]
    numbers = []
    while game.outcome(position) is None:
        if len(numbers) == longest:
            return None
        moves = list(game.moves(position))
        numbers.append(rng.randrange(len(moves)))
        position = game.play(position, moves[numbers[-1]])
        positions.append(position)
    return numbers, positions


def expected(solution, positions, you):
    """The number of your first mistake, or None, and whether nothing was ever to be had: by the
    values of the solution alone.
    """
    worths = [
        solution[position].value * (1 if ply % 2 == you else -1)
        for ply, position in enumerate(positions)
    ]
    yours = range(you, len(positions) - 1, 2)
    given_away = [ply for ply in yours if worths[ply + 1] < worths[ply]]
    lost_by_it = any(worths[-1] < worths[ply] for ply in given_away)
    first = given_away[0] if lost_by_it else None
    return first, worths[-1] < 0 and not given_away


def kinds_of_judgement(play, solution, rng, tries):
    """Compare what the page says of random games with what the solution says; return the kinds of
    judgements that came up.
    """
    assert play.scene["judged"]
    games = [found for _ in range(tries) if (found := random_game(play.game, rng))]
    asked, wanted = [], []
    for numbers, positions in games:
        for you in (0, 1):
            end = play.game.outcome(positions[-1])
            result = float(end) * (1 if len(numbers) % 2 == you else -1)
            asked.append({"played": numbers, "you": you, "result": result})
            wanted.append(expected(solution, positions, you))
    given = {"columns": unpacked(play.scene["table"]), "games": asked}
    told = node(RUN, given, "Table", "table.js")
    found = set()
    for answer, (ply, hopeless), game in zip(told, wanted, asked, strict=True):
        assert answer["hopeless"] == hopeless
        found.add("hopeless" if hopeless else "mistake" if ply is not None else "none")
        if ply is None:
            assert "mistake" not in answer
        else:
            assert (answer["mistake"]["ply"], answer["nth"]) == (ply, ply // 2 + 1)
            assert answer["mistake"]["move"] == game["played"][ply]
    return found


@needs_node
@pytest.mark.parametrize("name", PLAYED)
def test_the_first_mistake_is_the_first_move_after_which_the_value_falls(name):
    play = PLAYED[name]
    solution = solve(play.game) if isinstance(play.game, Ending) else gamelib.solve(play.game)
    rng = random.Random(f"mistakes of {name}")
    assert "mistake" in kinds_of_judgement(play, solution, rng, 400)


@needs_node
@pytest.mark.parametrize("seed", range(8))
def test_so_it_is_on_graphs_that_nobody_has_chosen(seed):
    """With cycles and without, with draws; and in trees with numbers at their leaves."""
    rng = random.Random(seed)
    graph = nx.gnp_random_graph(rng.randrange(5, 9), rng.uniform(0.15, 0.4), seed, directed=True)
    tree = {"": ["0", "1"], "0": ["00", "01"], "1": ["10", "11", "12"]}
    leaves = ("00", "01", "10", "11", "12")
    values = {leaf: rng.randrange(-3, 4) for leaf in leaves}
    for game in (Token(graph, 0), MinMaxTree({**tree, **values})):
        kinds_of_judgement(Play(game), gamelib.solve(game), rng, 60)


def test_what_is_not_known_of_each_position_is_not_judged():
    """Dice, a search, and an opponent whose game nobody has solved."""
    assert not PlayDice(OverwriteTicTacToe(2)).scene["judged"]
    assert not Play(TicTacToe(4, 4, 4), solution=Searched(TicTacToe(4, 4, 4))).scene["judged"]
    program = Play(TicTacToe(), opponent=lambda position: TicTacToe().moves(position)[0])
    assert not program.scene["judged"]
    assert "solution" not in vars(program)
    solution = solve(TicTacToe())
    solved = Play(TicTacToe(), opponent=lambda position: solution.best(position), solution=solution)
    assert solved.scene["judged"]
    assert solved.live


def test_where_the_page_searches_by_itself_it_does_not_judge():
    game = TicTacToe()
    solution = solve(game)
    play = Play(game, opponent=lambda position: solution.best(position), solution=solution)
    assert not page_scene(play).scene["judged"]
