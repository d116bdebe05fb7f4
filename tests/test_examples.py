"""The examples run as they stand, and what they find is right: each against another method, or what
is in print.
"""

import io
import re
import runpy
import sys
import unittest.mock
from collections import Counter
from contextlib import chdir, redirect_stdout
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import ClassVar

import matplotlib
import matplotlib.pyplot as plt
import networkx as nx
import pytest

import gamelib
from gamefast import CompiledRules, check_solution, exact_values, solve
from gamelib import DRAW, LOSS, WIN, check_game

matplotlib.use("Agg")

ROOT = Path(__file__).parents[1]
NAMES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))
TOLD = [
    pytest.param(name, marks=[pytest.mark.slow] * (name in ("dobutsu", "hunt", "pig")))
    for name in NAMES
]


@cache
def ran(example):
    """The names of an example, and what it prints, run in an empty folder: it leaves the picture
    that is asked for.
    """
    call = unittest.mock.patch.object(sys, "argv", [example, "--picture", "kept.svg"])
    with (
        call,
        TemporaryDirectory() as folder,
        chdir(folder),
        redirect_stdout(io.StringIO()) as printed,
    ):
        found = runpy.run_path(str(ROOT / "examples" / f"{example}.py"))
        assert [path.name for path in Path().iterdir()] == ["kept.svg"]
        assert "<svg" in Path("kept.svg").read_text()[:1000]
    plt.close("all")
    return found, printed.getvalue()


def names(example):
    return ran(example)[0]


def said(example):
    return ran(example)[1]


@pytest.mark.parametrize("example", TOLD)
def test_the_exercise_tells_right_from_wrong(example):
    findings = re.findall(r"\? ([✓✗]) (right|wrong: .+)", said(example))
    assert findings[0][0] == "✗"
    assert findings[-1] == ("✓", "right")


def test_what_the_types_of_a_readers_games_say_is_true():
    runpy.run_path(str(ROOT / "tests/typed/games.py"))


def connected(stones, sides):
    """Whether stones on a hexagonal board join two sides, by networkx; cells touch where no third
    coordinate is far.
    """
    G = nx.Graph([(("side", k), cell) for k, side in enumerate(sides) for cell in side & stones])
    G.add_nodes_from([("side", 0), ("side", 1)])
    near = [(a, b) for a in stones for b in stones if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1]
    G.add_edges_from((a, b) for a, b in near if abs(sum(a) - sum(b)) < 2)
    return nx.has_path(G, ("side", 0), ("side", 1))


@cache
def hex_wins(mine, others, upright):
    """Whether who is to move wins 3 x 3 Hex, by trying everything; ``upright``: he joins top and
    bottom.
    """
    cells = frozenset(product(range(3), repeat=2))
    sides = [[frozenset(c for c in cells if c[axis] == end) for end in (0, 2)] for axis in (0, 1)]
    if connected(others, sides[upright]):
        return False
    return any(not hex_wins(others, mine | {cell}, not upright) for cell in cells - mine - others)


def test_hex_is_won_by_the_first_player_from_the_centre():
    nothing = frozenset()
    right = {c for c in product(range(3), repeat=2) if not hex_wins(nothing, frozenset({c}), False)}
    told = re.search(r"First moves that win:(.*)", said("hex"))[1]
    assert {tuple(map(int, pair)) for pair in re.findall(r"\((\d), (\d)\)", told)} == right
    assert (1, 1) in right
    assert right == {(2 - r, 2 - c) for r, c in right}
    assert re.search(r"The first player has a WIN in \d, first move \(1, 1\)\.", said("hex"))


def test_in_the_regions_of_domineering_values_and_search_find_the_same_moves():
    by_values = re.search(r"On the board:(.*)", said("regions"))[1]
    by_search = re.search(r"By search:(.*)", said("regions"))[1]
    assert by_values.split() == by_search.split()
    assert by_values.strip()
    part = re.search(r"The hottest region: HottestPart\(part=(\d)", said("regions"))[1]
    winning = re.search(r"The moves that win: (.*)", said("regions"))[1]
    assert f"part={part}" not in winning  # so the hottest region is the wrong one


def test_on_a_full_board_of_hex_exactly_one_has_joined_his_sides():
    joined, sides = names("hex")["joined"], [{(r, c) for c in range(3)} for r in (0, 2)]
    for marks in product("XO", repeat=9):
        stones = {divmod(i, 3) for i, mark in enumerate(marks) if mark == "X"}
        assert (
            joined(3, "".join(marks), "X")
            == connected(stones, sides)
            != joined(3, "".join(marks), "O")
        )


def test_half_a_turn_is_a_symmetry_of_hex():
    game = names("hex")["game"]
    check_game(game)
    assert all(names("hex")["solution"][board] == verdict for board, verdict in solve(game).items())


def boxes_ahead(rows, columns):
    """How much the player to move gains from here on, over sets of lines as bits."""
    across = {(r, c): r * columns + c for r in range(rows + 1) for c in range(columns)}
    down = {
        (r, c): len(across) + r * (columns + 1) + c for r in range(rows) for c in range(columns + 1)
    }
    boxes = [
        sum(1 << line for line in (across[r, c], across[r + 1, c], down[r, c], down[r, c + 1]))
        for r in range(rows)
        for c in range(columns)
    ]
    lines = len(across) + len(down)

    @cache
    def gain(drawn):
        found = []
        for line in range(lines):
            if not drawn >> line & 1:
                after = drawn | 1 << line
                closed = sum(box >> line & 1 and after & box == box for box in boxes)
                found.append(closed + gain(after) if closed else -gain(after))
        return max(found, default=0)

    return gain(0)


def test_dots_and_boxes_ends_as_a_second_method_says():
    ahead = re.search(r"the first player is ahead by (-?\d+) in the end", said("dots_and_boxes"))[1]
    assert (
        int(ahead) == boxes_ahead(2, 2) > 0
    )  # who begins wins the four-box game (Winning Ways, ch. 16)
    assert f"perfect, then perfect: ({ahead}, -{ahead})" in said("dots_and_boxes")
    for size in [(1, 1), (1, 2), (2, 1), (1, 3)]:
        assert names("dots_and_boxes")["lead"](*size) == boxes_ahead(*size)
    assert boxes_ahead(1, 1) == -1


def test_perfect_play_of_dots_and_boxes_gets_at_least_its_value_from_the_child():
    first = re.search(r"perfect, then child: \((-?\d+), ", said("dots_and_boxes"))[1]
    second = re.search(r"child, then perfect: \(-?\d+, (-?\d+)\)", said("dots_and_boxes"))[1]
    assert int(first) >= boxes_ahead(2, 2)
    assert int(second) >= -boxes_ahead(2, 2)


@pytest.mark.slow
def test_piglet_is_worth_what_neller_and_presser_found():
    """Optimal play of the dice game Pig (2004), the table of Piglet with goal 2."""
    assert "Piglet: the first player wins with probability 4/7." in said("pig")
    values = exact_values(names("pig")["Pig"](2, faces=(0, 1)))
    table = {
        (0, 0, 0): "4/7",
        (0, 0, 1): "5/7",
        (0, 1, 0): "2/5",
        (0, 1, 1): "3/5",
        (1, 0, 0): "4/5",
        (1, 1, 0): "2/3",
    }
    for (mine, others, extra), chance in table.items():
        assert (1 + values[(mine, others), extra, 0]) / 2 == Fraction(chance)
        assert (1 - values[(others, mine), extra, 1]) / 2 == Fraction(chance)


def pig(goal, faces, enough=None):
    """The chance of who begins, by sweeps; ``enough``: he holds at so much, and the other does his
    best.
    """
    points = range(goal)
    keys = [
        (i, j, k, who) for i in points for j in points for k in range(goal - i) for who in (0, 1)
    ]
    chance = dict.fromkeys(keys, 0.0)  # of the one who is to move
    for _ in range(300):
        change = 0.0
        for i, j, k, who in reversed(keys):
            miss = 1 - chance[j, i, 0, 1 - who]
            roll = sum(
                miss if not f else 1.0 if i + k + f >= goal else chance[i, j, k + f, who]
                for f in faces
            )
            hold = 1 - chance[j, i + k, 0, 1 - who] if k else 0.0
            best = roll / len(faces)
            if enough is None or who == 1:
                best = max(best, hold)
            elif k >= enough:
                best = hold
            change, chance[i, j, k, who] = max(change, abs(best - chance[i, j, k, who])), best
        if change < 1e-13:
            break
    return chance[0, 0, 0, 0]


@pytest.mark.slow
def test_pig_is_worth_what_sweeps_say():
    goal, worth = re.search(r"To (\d+) with four faces: (0\.\d{4})\.", said("pig")).groups()
    assert worth == f"{pig(int(goal), (0, 1, 2, 3)):.4f}"
    told = re.findall(r"(\d+): (0\.\d{4})", said("pig").split("\n")[2])
    assert [int(enough) for enough, _ in told] == list(range(2, int(goal) + 1, 2))
    for enough, chance in told:
        assert chance == f"{pig(int(goal), (0, 1, 2, 3), int(enough)):.4f}"


def test_the_dinner_is_what_the_theory_of_agendas_says():
    """The wise compare what each of the first two would lead to (Farquharson, Theory of Voting,
    1969).
    """
    likes = names("voting")["LIKES"].values()

    def beats(a, b):
        return a if sum(order.index(a) < order.index(b) for order in likes) >= 2 else b

    told = re.findall(
        r"^(\w+), (\w+), (\w+): the honest eat (\w+), the wise (\w+)\.$",
        said("voting"),
        re.MULTILINE,
    )
    assert sorted(dishes[:3] for dishes in told) == sorted(permutations(names("voting")["DISHES"]))
    for a, b, c, honest, wise in told:
        assert honest == beats(beats(a, b), c)
        assert wise == beats(beats(a, c), beats(b, c))
    assert {wise for *_, wise in told} == set(names("voting")["DISHES"])
    assert (
        len({beats(a, b) for a, b in [("pizza", "sushi"), ("sushi", "curry"), ("curry", "pizza")]})
        == 3
    )  # a circle


def dismantled(G):
    """Whether vertices dominated by a neighbour can be taken away until one is left (Nowakowski and
    Winkler 1983).
    """
    G = G.copy()
    while len(G) > 1:
        corners = (v for v in G for w in G[v] if {v, *G[v]} <= {w, *G[w]})
        if (corner := next(corners, None)) is None:
            return False
        G.remove_node(corner)
    return True


def ghost_is_safe(G):
    """From how many pairs of rooms, the watchman to move, he never catches it: what no sweep ever
    settles.
    """
    near = {v: {v, *G[v]} for v in G}
    caught = {(v, v) for v in G}  # watchman to move
    while True:
        lost = {
            (w, g) for w in G for g in G if w == g or all((w, there) in caught for there in near[g])
        }
        more = caught | {
            (w, g) for w in G for g in G if any((there, g) in lost for there in near[w])
        }
        if more == caught:
            return len(G) ** 2 - len(caught)
        caught = more


def test_walling_up_helps_exactly_where_the_castle_can_then_be_dismantled():
    doors = names("castle")["DOORS"]
    whole = nx.Graph([door.split() for door in doors])
    assert not dismantled(whole)
    assert "All doors open, ('cellar', 'library', 'watchman'): DRAW." in said("castle")
    for door in doors:
        G = whole.copy()
        G.remove_edge(*door.split())
        told = re.search(rf"Without {door}: (.*)", said("castle"))[1]
        assert (told == "caught from everywhere") == dismantled(G)
        if not dismantled(G):
            assert told == f"safe from {ghost_is_safe(G)} of {len(G) ** 2} positions"
        else:
            assert ghost_is_safe(G) == 0
    assert 0 < said("castle").count("caught from everywhere") < len(doors)


def test_the_chase_takes_as_long_as_was_promised_and_no_longer_if_the_ghost_wanders():
    best, wanders = map(int, re.findall(r"a ghost that \w+ is caught: (\d+)", said("castle")))
    solution, game = names("castle")["solution"], names("castle")["game"]
    assert best == solution[game.start()].remoteness >= wanders


def jumps(n, steps):
    """From each cell of an n x n board to where these steps lead."""
    cells = list(product(range(n), repeat=2))
    return {(r, c): [(r + a, c + b) for a, b in steps if (r + a, c + b) in cells] for r, c in cells}


@pytest.mark.slow
@pytest.mark.parametrize("n", [4, 5])
def test_the_hunt_is_the_same_game_when_it_is_walked(n):
    """The same game as a walk over Python's tuples, by rules that are written down once more."""
    hunt = names("hunt")
    kings, knights = jumps(n, hunt["KING"]), jumps(n, hunt["KNIGHT"])

    class Hunt:
        def start(self):
            return ((0, 0), (0, 1), (n - 1, n - 1), 0)

        def moves(self, position):
            first, second, knight, turn = position
            if turn:
                return [
                    (first, second, there, 0)
                    for there in knights[knight]
                    if there not in (first, second)
                ]
            return [(there, second, knight, 1) for there in kings[first] if there != second] + [
                (first, there, knight, 1) for there in kings[second] if there != first
            ]

        def play(self, position, move):
            return move

        def outcome(self, position):
            first, second, knight, turn = position
            return (
                LOSS if turn and (knight in (first, second) or not self.moves(position)) else None
            )

    walked, compiled = solve(Hunt()), solve(hunt["hunt"](n))
    assert len(walked) <= len(compiled)
    for (*at, turn), verdict in walked.items():
        code = turn
        for row, column in at:
            code = code * n * n + row * n + column
        assert compiled[code] == verdict
    told = re.findall(r"^(\d+) x .* the longest hunt takes (\d+) moves", said("hunt"), re.MULTILINE)
    assert dict(told)[str(n)] == str(compiled.remoteness.max())


def even_wins(game, choice):
    """From which vertices the largest number on the cycle is even, if every vertex leads to one."""
    found = set()
    for start in choice:
        line = [start]
        while choice[line[-1]] not in line:
            line.append(choice[line[-1]])
        cycle = line[line.index(choice[line[-1]]) :]
        if max(game.number[v] for v in cycle) % 2 == 0:
            found.add(start)
    return found


def positional(game, player):
    """All strategies of a player that choose one move at each vertex."""
    own = [v for v in game.number if game.owner[v] == player]
    for moves in product(*(game.arrows[v] for v in own)):
        yield dict(zip(own, moves, strict=True))


def won_by_even(game, strategy):
    """From which vertices a strategy of player 0 wins against all strategies of player 1."""
    return set.intersection(*(even_wins(game, strategy | other) for other in positional(game, 1)))


def random_parity(rng, kind):
    """A parity game of up to 6 vertices, each with one to three arrows; self-loops, too."""
    vertices = range(rng.randint(1, 6))
    number = {v: rng.randint(0, 5) for v in vertices}
    owner = {v: rng.randrange(2) for v in vertices}
    arrows = {v: [rng.choice(vertices) for _ in range(rng.randint(1, 3))] for v in vertices}
    return kind(number, owner, {v: list(dict.fromkeys(row)) for v, row in arrows.items()})


def test_parity_games_are_won_by_whom_all_positional_strategies_say():
    """By definition: player 0 wins where one of their strategies beats all of player 1's. (That
    strategies without a memory are enough is a theorem: Emerson and Jutla, 1991.)
    """
    rng = Random(1)
    zielonka, kind = names("parity")["zielonka"], names("parity")["Parity"]
    won = Counter()
    for _ in range(1_000):
        game = random_parity(rng, kind)
        winner, moves = zielonka(game, set(game.number))
        right = set.union(*(won_by_even(game, mine) for mine in positional(game, 0)))
        assert {v for v in game.number if winner[v] == 0} == right
        won.update(winner.values())
        check_winning_moves(game, winner, moves)
    assert min(won.values()) > 1_000


def check_winning_moves(game, winner, moves):
    """The winners' moves win from every vertex of theirs, whatever the loser does."""
    for player in (0, 1):
        won = {v for v in winner if winner[v] == player}
        fixed = {v: w for v, w in moves.items() if v in won}
        assert {v for v in won if game.owner[v] == player} == set(fixed)
        for other in positional(game, 1 - player):
            some = {v: game.arrows[v][0] for v in game.number}
            even = even_wins(game, some | other | fixed)
            assert won <= (even if player == 0 else set(game.number) - even)


def test_who_wins_the_parity_game_is_said_as_it_is():
    game, winner = names("parity")["GAME"], names("parity")["winner"]
    right = set.union(*(won_by_even(game, mine) for mine in positional(game, 0)))
    for player in (0, 1):
        told = re.search(rf"Player {player} wins from (.*), by moving", said("parity"))[1]
        assert set(told.split(", ")) == {v for v in game.number if winner[v] == player}
        assert (set(told.split(", ")) == right) == (player == 0)
    again = re.search(r"again and again the numbers \[(.*)\]", said("parity"))[1]
    assert max(map(int, again.split(", "))) % 2 == winner["a"]


def test_an_attractor_is_what_grows_from_its_goal_step_by_step():
    rng = Random(2)
    attractor, kind = names("parity")["attractor"], names("parity")["Parity"]
    for _ in range(200):
        game = random_parity(rng, kind)
        goal = {v for v in game.number if rng.random() < 0.3}
        for player in (0, 1):
            grown = set(goal)
            for _ in game.number:
                for v in set(game.number) - grown:
                    inside = [w in grown for w in game.arrows[v]]
                    if any(inside) if game.owner[v] == player else all(inside):
                        grown.add(v)
            near, moves = attractor(game, set(game.number), goal, player)
            assert near == grown
            assert all(moves[v] in near for v in moves)


CELLS = set(product(range(3), repeat=2))


class PlainDobutsu:
    """The cut of Dobutsu on 3 x 3 squares once more, over tuples and without mirror images: pieces
    by square, as (letter, whose), then both hands, sorted, the mover's first. Letters stay with
    the sides: the mover's pieces go up, the other's down, and after each move the board is turned.
    """

    STEPS: ClassVar = {
        "L": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c],
        "E": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
        "C": [(-1, 0)],
        "H": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)],
    }

    def __init__(self, without=""):
        self.without = without

    def start(self):
        pieces = {(0, 0): "c", (0, 1): "l", (0, 2): "e", (2, 0): "E", (2, 1): "L", (2, 2): "C"}
        on_board = [item for item in sorted(pieces.items()) if item[1].upper() not in self.without]
        return tuple(on_board), "", ""

    @lru_cache(maxsize=4)  # noqa: B019  (asked again and again at the same position)
    def moves(self, position):
        if position == "taken":
            return []
        board = dict(position[0])
        moves = []
        for square, piece in board.items():
            for r, c in self.STEPS.get(piece, ()):
                there = square[0] + r, square[1] + c
                if there in CELLS and not board.get(there, "l").isupper():
                    moves.append((square, there))
        takes = [(square, there) for square, there in moves if board.get(there) == "l"]
        if takes:
            return takes
        if "l" in (board.get((2, column)) for column in range(3)):
            return []
        empty = CELLS - set(board)
        return moves + [(piece, there) for piece in set(position[1]) for there in empty]

    def play(self, position, move):
        board, mine = dict(position[0]), position[1]
        source, there = move
        taken = board.get(there)
        if taken == "l":
            return "taken"
        if taken:
            mine += {"h": "C"}.get(taken, taken.upper())
        if isinstance(source, str):
            board[there] = source
            mine = mine.replace(source, "", 1)
        else:
            piece = board.pop(source)
            board[there] = "H" if piece == "C" and there[0] == 0 else piece
        turned = {(2 - r, 2 - c): piece.swapcase() for (r, c), piece in board.items()}
        return tuple(sorted(turned.items())), position[2].upper(), "".join(sorted(mine))

    def outcome(self, position):
        return None if self.moves(position) else LOSS


def code_of_plain(position):
    """The number by which the example knows a position of the plain game."""
    board = dict(position[0])
    rows = ["".join(board.get((r, c), ".") for c in range(3)) for r in range(3)]
    return names("dobutsu")["code_of"](rows, position[1], position[2].lower())


@pytest.mark.slow
@pytest.mark.parametrize(
    "without",
    [
        pytest.param("E", id="no elephants"),
        pytest.param("C", id="no chicks"),
        pytest.param("", id="all animals", marks=pytest.mark.exhaustive),
    ],
)
def test_dobutsu_on_three_rows_is_the_same_game_in_plain_python(without):
    """Another program for the rules, the book's solver, and no mirror images: the same answer
    everywhere. Games without one kind of animal are small enough for every run.
    """
    plain_game = PlainDobutsu(without)
    plain = gamelib.solve(plain_game)
    options, outcome, remoteness, table = (
        names("dobutsu")[rule] for rule in ("options", "outcome", "remoteness", "table")
    )
    start, data = code_of_plain(plain_game.start()), table(3)
    rules = CompiledRules(options, outcome, start=start, data=data, remoteness=remoteness)
    compiled = solve(rules)
    check_solution(compiled)
    codes = compiled.graph.codes.tolist()
    found = dict(zip(codes, zip(compiled.outcome, compiled.remoteness, strict=True), strict=True))
    reached = set()
    for position, verdict in plain.items():
        if position == "taken":  # after the last move; the example's positions end before it
            continue
        code = code_of_plain(position)
        moves = -1 if verdict.remoteness is None else verdict.remoteness
        assert found[code] == (verdict.outcome, moves)
        reached.add(code)
    assert reached == set(codes)
    if not without:
        check_what_dobutsu_prints(found, plain[plain_game.start()])


def check_what_dobutsu_prints(found, verdict):
    """The example prints these counts, and this verdict of the start."""
    printed = re.search(
        r"(.*) positions, .* The start: (.*)\.\n(.*) WIN, (.*) LOSS, (.*) DRAW\.", said("dobutsu")
    )
    outcomes = Counter(outcome for outcome, _ in found.values())
    numbers = [sum(outcomes.values()), *(outcomes[result] for result in (WIN, LOSS, DRAW))]
    assert [printed[1], *printed.groups()[2:]] == [f"{number:,}" for number in numbers]
    assert printed[2] == str(verdict)


@pytest.mark.slow
def test_the_whole_of_dobutsu_ends_with_numbers_where_memory_is_short(monkeypatch):
    monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda: 10_000_000)
    monkeypatch.setattr(sys, "argv", ["dobutsu", "--rows", "4"])
    with (
        redirect_stdout(io.StringIO()) as printed,
        pytest.raises(
            SystemExit, match=r"^TooLarge: to walk on needs about .* GB are free\. .* positions"
        ),
    ):
        runpy.run_path(str(ROOT / "examples/dobutsu.py"))
    assert "13 GB of memory" in printed.getvalue()
