"""What the stage is told of games: drawings, the ways to make a move by hand, and the table that a
page carries.
"""

import json
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hand import KNIGHT, Table, unpacked

from gamecourse import show
from gamecourse.show import boards
from gamecourse.show.heaps import PlayHeaps
from gamecourse.show.stage.bundle import bundle
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.spots import MOST_VERTICES, ways_of
from gamecourse.show.stage.table import RowBuilder, columns, pack
from gamecourse.show.stage.widget import JS, module, script
from gamecourse.show.walk import StrategyWalk
from gamefast import Ending, ask, solve
from gamelib import CHANCE, Alternating, Extensive, Misere, NormalPlay, Quotient, Sum
from gamelib.adapters import Fixed
from gamelib.core import IllegalMove
from gamelib.games import (
    Clobber,
    ConnectFour,
    CopsAndRobber,
    CopsAndThief,
    Domineering,
    Grundy,
    HeapGame,
    Matches,
    MinMaxTree,
    Nim,
    Octal,
    OverwriteTicTacToe,
    ShadedTicTacToe,
    Subtraction,
    TicTacToe,
    ToadsAndFrogs,
    Token,
)

ODD = nx.DiGraph(
    [
        ("a <script>alert(1)</script>", ("a", 2)),
        (("a", 2), 3),
        (3, 3),
        (("a", 2), "a very long name"),
    ]
)
GRID = nx.grid_2d_graph(3, 3)
nx.set_node_attributes(GRID, {v: v for v in GRID}, "pos")
TREE = MinMaxTree({"A": ["B", "C"], "B": ["D", "E"], "C": 2, "D": 3, "E": 1})


GAMES = [
    *(
        Matches(0),
        Matches(21),
        Misere(Matches(7)),
        Nim((0, 0)),
        Nim((1, 0, 21)),
        Nim((4, 4), most=2),
    ),
    *(
        Misere(Nim((3, 4))),
        Quotient(Nim((3, 1, 2))),
        Subtraction((5, 6), takes=(1, 3, 4)),
        Extensive(Nim((2, 3))),
    ),
    *(Grundy((9, 4)), Grundy((1,)), Grundy((0, 5)), Quotient(Grundy((8,))), Misere(Octal((6,)))),
    *(
        Octal((heap, 3), code)
        for heap in (0, 8)
        for code in ("0.77", "0.137", "4.007", "0.007", "0.6", "4.4", "0.3")
    ),
    *(Token(ODD, 3), Token(nx.DiGraph([(1, 2)]), 2), Token(nx.gn_graph(MOST_VERTICES, seed=1), 7)),
    *(CopsAndRobber(nx.path_graph(1)), CopsAndRobber(GRID), CopsAndRobber(nx.cycle_graph(5), 2)),
    *(CopsAndRobber(nx.path_graph(4), 3), CopsAndRobber(nx.star_graph(3), 4)),
    *(
        TicTacToe(),
        TicTacToe(1, 1, 1),
        TicTacToe(2, 4, 3),
        Quotient(TicTacToe()),
        ConnectFour(3, 4, 3),
    ),
    *(
        ShadedTicTacToe(2, 3, 2),
        OverwriteTicTacToe(2),
        Fixed(ShadedTicTacToe(2, 3, 3), 1, lambda p: (p.index(".") // 3, p.index(".") % 3)),
    ),
    *(
        NormalPlay(Domineering(3, 4)),
        NormalPlay(ToadsAndFrogs("TT.F.F"), "right"),
        Misere(NormalPlay(Clobber(2, 3))),
    ),
    *(CopsAndThief.from_text("P.T\n.*E"), TREE, Extensive(TREE), KNIGHT, Misere(KNIGHT)),
    *(Ending("KRK", 4, 5), Ending("KBNK"), Extensive(Ending("KQKR", 6, 8))),
    *(
        Sum(Octal((7,)), Nim((4,)), Token(nx.DiGraph([("a", "b"), ("b", "c")]), "a")),
        Sum(Grundy((5,)), Sum(Matches(3))),
    ),
]


def reached(game, rng, plays=6, longest=12):
    """Positions at which somebody is to move, in random play."""
    for _ in range(plays):
        position = game.start()
        for _ in range(longest):
            steps = ask.steps(game, position)
            if not steps:
                break
            if not (ask.is_extensive(game) and game.turn(position) == CHANCE):
                yield position
            position = steps[int(rng.integers(len(steps)))][1]
        else:
            continue
        yield position


@pytest.mark.parametrize("game", GAMES, ids=lambda game: repr(game).partition(" object")[0][:50])
class TestEveryDrawing:
    def test_a_character_a_spot_and_no_way_means_two_moves(self, game):
        drawn, rng = drawing(game), np.random.default_rng(1)
        assert json.loads(json.dumps(drawn.spec("a game")))["legend"] == drawn.legend
        for position in reached(game, rng):
            assert len(drawn.pieces(position)) == len(drawn.spots) or not drawn.spots
            moves = [move for move, _ in ask.steps(game, position)]
            ways = ways_of(drawn, position, moves)
            assert len(ways) == len(moves)  # a move without a way has a button
            assert {spot for one in ways for way in one for spot in way} <= set(
                range(len(drawn.spots))
            )
            every = [way for one in ways for way in one]
            assert len(set(every)) == len(every)
            assert not any(a == b[: len(a)] for a, b in combinations(sorted(every), 2))

    def test_what_is_pressed_lies_inside_the_picture_and_apart(self, game):
        drawn = drawing(game)
        width, height = drawn.size
        for spot in drawn.spots:
            if spot["shape"] == "none":
                continue
            x, y, w, h = (spot.get(key, 1) for key in "xywh")
            assert w / 2 - 0.01 <= x <= width - w / 2 + 0.01, spot
            assert h / 2 <= y <= height - h / 2 + 0.1, spot
        places = np.array(
            [(spot["x"], spot["y"]) for spot in drawn.spots if spot["shape"] in "cell bare disc"]
        ).reshape(-1, 2)
        far = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 9 * np.eye(
            len(places)
        )
        assert far.min(initial=9) > 0.5
        assert len({spot["name"] for spot in drawn.spots}) == len(drawn.spots)


def test_only_what_cannot_be_pressed_has_buttons():
    """Of the games of the package every move has a place, but for three pins at once and four
    cops.
    """
    rng = np.random.default_rng(2)
    for game in GAMES:
        drawn = drawing(game)
        for position in reached(game, rng, plays=3):
            moves = [move for move, _ in ask.steps(game, position)]
            loose = [
                move
                for move, ways in zip(moves, ways_of(drawn, position, moves), strict=True)
                if not ways
            ]
            if isinstance(game, Octal):
                taken = [position[k] - sum(left) for k, left in loose]
                assert all(n >= 3 or (n > 1 and game.code.startswith("4")) for n in taken), (
                    game,
                    position,
                )
            elif isinstance(game, CopsAndRobber) and game.cops > 3:
                assert position[2] == "cops" or not loose
            elif KNIGHT in (game, getattr(game, "game", None)):
                assert all(
                    move[0] == (0, 0) for move in loose
                )  # the pair begins as the cell alone does
            else:
                assert not loose, (game, position, loose)


class TestPins:
    @pytest.mark.parametrize(
        "game"
    , [Octal((9,)), Octal((4, 5), "0.77"), Grundy((9, 2)), Octal((8,), "4.007"),
                                      Octal((7, 2), "0.137"), Sum(Nim((2,)), Octal((6,)))], ids=str)  # fmt: skip
    def test_what_is_not_taken_stays_where_it_stands(self, game):
        drawn, rng = drawing(game), np.random.default_rng(3)
        pins = {i for i, spot in enumerate(drawn.spots) if spot["shape"] == "bare"}

        def standing(position, at):
            return {
                at[i]
                for i, piece in enumerate(drawn.pieces(position))
                if i in pins and piece != " "
            }

        for _ in range(20):
            position, at = game.start(), list(range(len(drawn.spots)))
            while game.outcome(position) is None:
                moves = game.moves(position)
                move = moves[int(rng.integers(len(moves)))]
                ways = drawn.ways(position, move) or [()]
                way = ways[int(rng.integers(len(ways)))]
                before, there = standing(position, at), game.play(position, move)
                pressed = {at[i] for i in way}
                after = list(at)
                for to, begin, n in drawn.stay(position, move, way):
                    after[to : to + n] = at[begin : begin + n]
                gone = before - standing(there, after)
                assert standing(there, after) <= before
                assert len(standing(there, after)) == sum(c in "i|" for c in drawn.pieces(there))
                if pressed <= pins and way and not isinstance(game, Sum):
                    assert gone == pressed
                elif pressed and not pressed & pins and len(gone) == 2:
                    middle = drawn.spots[at[way[0]]]["x"]
                    assert sorted(drawn.spots[i]["x"] - middle for i in gone) == pytest.approx(
                        [-0.35, 0.35]
                    )
                position, at = there, after

    def test_a_reader_s_own_heap_game(self):
        class Halves(HeapGame):
            """Leave at most half; a move is how many are left."""

            def heap_moves(self, heap):
                return range(heap // 2 + 1) if heap else ()

            def part(self, heap, move):
                return (move,)

        game = Halves((5,))
        drawn = drawing(game)
        assert drawn.pieces((5,))[:5] == "iiiii"
        # one pin is taken on either side, and two by a button
        assert [drawn.ways((2,), move) for move in game.moves((2,))] == [[], [(0,), (1,)]]
        assert "Moves: (0, 0), (0, 1), (0, 2)" in PlayHeaps(game).as_text()


class TestSums:
    def test_the_parts_stand_side_by_side_and_do_not_overlap(self):
        game = Sum(Octal((7,)), Nim((4,)), Token(nx.DiGraph(nx.complete_graph(5)), 0))
        drawn = drawing(game)
        boxes = []
        for k in range(3):
            mine = [spot for spot in drawn.spots if spot["name"].startswith(f"game {k},")]
            x, y = ([spot[key] for spot in mine] for key in "xy")
            boxes.append((min(x), max(x), min(y), max(y)))
        for a, b in combinations(boxes, 2):
            assert a[1] < b[0] - 0.5 or a[3] < b[2] - 0.5
        width, height = drawn.size
        assert boxes[2][0] > boxes[0][1]  # the graph stands beside the heaps
        assert width < 11
        assert height < 5
        assert len(drawn.badges) == 3
        assert [text["words"] for text in drawn.texts if text["part"] == 2] == ["game 2"]


def test_a_game_says_what_stands_on_its_board():
    for game in (KNIGHT, Misere(KNIGHT), Extensive(KNIGHT), Alternating(Extensive(KNIGHT))):
        assert drawing(game).legend["N"] == "♞"
    assert (
        len(drawing(Nim((3, 1)), (9, 1)).spots) == 10
    )  # as many matches as stand where play begins


def test_what_is_too_large_for_a_picture_is_text_and_plays():
    leaves = {k: k for k in range(1, MOST_VERTICES + 1)}
    graph = nx.gn_graph(MOST_VERTICES + 1, seed=1)
    games = (
        Nim((37,)),
        Sum(Nim((3,)), Nim((300,))),
        Token(graph, 0),
        MinMaxTree({0: [*leaves], **leaves}),
    )
    assert [drawing(game).spots for game in games] == [[]] * 4
    assert len(drawing(Nim((36,))).spots) == 36
    assert drawing(Sum(*[Nim((9,))] * 12)).size[0] <= 14  # not wider than the table
    play = PlayHeaps(Nim((40, 2)))
    play.move((0, 38))
    assert play.position in [(2, 1), (2, 0), (1, 2), (0, 2)]


class TestGraphs:
    def test_vertices_stand_where_they_say(self):
        spots = {
            spot["label"]: (spot["x"], spot["y"]) for spot in drawing(CopsAndRobber(GRID)).spots
        }
        assert spots["(0, 0)"] == (0.75, 3.25)
        assert spots["(2, 0)"] == (3.25, 3.25)
        assert spots["(0, 2)"] == (0.75, 0.75)

    @pytest.mark.parametrize("pos", [(0, 0), "here", None, (float("nan"), 1)])
    def test_places_that_are_none_are_left_aside(self, pos):
        G = nx.path_graph(4)
        nx.set_node_attributes(G, pos, "pos")
        places = [(spot["x"], spot["y"]) for spot in drawing(CopsAndRobber(G)).spots]
        assert len(set(places)) == 4

    def test_two_cops_are_sent_by_two_presses_in_either_order(self):
        drawn = drawing(CopsAndRobber(nx.cycle_graph(5), 2))
        assert drawn.ways((None, None, "cops"), (1, 3)) == [(1, 3), (3, 1)]
        assert drawn.pieces(((2, 2), 4, "robber")) == "..2.R"
        assert drawn.pieces(((2, 4), 4, "cops")) == "..C.C"  # caught
        assert drawn.caption((None, None, "cops")) == "the cops choose where to stand"
        assert drawn.caption(((1, 2), None, "robber")) == "the robber chooses where to stand"


@pytest.mark.parametrize(
    "game", [Nim((2, 3)), TicTacToe(2, 3, 3), Octal((6,)), Misere(Matches(7))], ids=str
)
def test_the_page_knows_what_the_solution_knows(game):
    solution = solve(game)
    table = Table(
        pack(columns(RowBuilder(game, drawing(game), solution), game.start(), solution.best))
    )
    positions = [game.start()]
    for i, position in enumerate(positions):
        verdict, row, steps = solution[position], table.row(i), ask.steps(game, position)
        assert row["mark"] == "LDW"[verdict.outcome + 1]
        assert row["moves"] == (-1 if verdict.remoteness is None else verdict.remoteness)
        assert row["text"] == game.text(position)
        assert len(steps) == len(row["options"])
        assert (row["end"] is None) == bool(steps)
        for (_, there), option in zip(steps, row["options"], strict=True):
            if option["to"] == len(positions):
                positions.append(there)
            assert positions[option["to"]] == there
        if steps:
            assert steps[table.reply(i)["move"]][0] == solution.best(position)
    assert len(positions) == len(table.columns["counts"])


class TestStrategyWalk:
    @pytest.mark.parametrize("first", [True, False])
    def test_it_counts_as_plain_recursion_does_and_the_printed_map(self, first):
        game = TicTacToe(2, 4, 3)

        def count(strategy, position, mine):
            result = game.outcome(position)
            if result is not None:
                worth = result if mine else -result
                return np.array([worth > 0, worth == 0, worth < 0], int)
            moves = [strategy(position)] if mine else game.moves(position)
            return sum(count(strategy, game.play(position, move), not mine) for move in moves)

        for strategy in (lambda position: game.moves(position)[0], solve(game).best):
            told = "{} won, {} drawn, {} lost".format(*count(strategy, game.start(), first))
            assert told in StrategyWalk(game, strategy, first).as_text()
        assert boards.strategy_map(game, strategy, first=first).get_label() == told

    def test_it_goes_in_and_out(self):
        walk = StrategyWalk(TicTacToe(), lambda position: TicTacToe().moves(position)[0])
        walk.go((1, 1))
        assert walk.position == "XX..O...."
        assert "After O at (1, 1):" in walk.as_text()
        walk.go((2, 2))
        assert "1 play, 1 won, 0 drawn, 0 lost" in walk.as_text()
        with pytest.raises(
            IllegalMove, match="not a move of the opponent here: there are none, play is over"
        ):
            walk.go((1, 0))
        for _ in range(3):
            walk.up()
        assert walk.state == {"path": []}

    def test_what_the_browser_is_told(self):
        game = TicTacToe(2, 3, 3)
        walk = StrategyWalk(game, solve(game).best)
        told = unpacked(walk.scene["boards"])
        root = told[walk.scene["root"]]
        assert (root["pieces"], walk.scene["first"]) == ("X.....", 0)
        for spot, ours, number, words in root["answers"]:
            after = ["X", *"....."]
            after[spot], after[ours] = "O", "X"
            assert told[number]["pieces"] == "".join(after)
            assert words == f"O at {divmod(spot, 3)}, then X at {divmod(ours, 3)}"
        assert root["plays"] == [
            sum(told[a[2]]["plays"][k] for a in root["answers"]) for k in range(3)
        ]
        assert all(sum(board["plays"]) == 1 for board in told if not board["answers"])
        falls = StrategyWalk(ConnectFour(3, 3, 3), solve(ConnectFour(3, 3, 3)).best)
        told = unpacked(falls.scene["boards"])
        assert [answer[0] for answer in told[falls.scene["root"]]["answers"]] == [3, 7, 8]

    def test_what_is_no_strategy_is_refused(self):
        with pytest.raises(IllegalMove):
            StrategyWalk(TicTacToe(), lambda position: (0, 0))


FILES = {path.stem: path.read_text(encoding="utf-8") for path in JS.glob("*.js")}
DECLARED = re.compile(
    r"^(?:export )?(?:const|let|class|function|async function) (\w+)", re.MULTILINE
)
#: One more file, in which helpers are called as those of all other files are.
CARD = "".join(
    f"function {name}() {{ return 'my own'; }}\n"
    for name in sorted({*DECLARED.findall("\n".join(FILES.values()))})
)
WITH_CARD = FILES | {
    "card": CARD + "export const said = () => made();\n",
    "stage": 'import { said } from "./card.js";\n'
    + FILES["stage"].replace("{ render, revive };", "{ render, revive, said };"),
}
#: Are the helpers of the others still theirs?
ASK = """
const element = { setAttribute() {}, append() {} };
globalThis.document = { createElementNS: () => element };
console.log([5 / 27, -0.5, 0, 1, -0.999, 10.5].map($words.short).join(" "));
console.log($scene.svg("g", { r: 1 }) === element, $stage.said(), Object.keys($stage));
"""


def node(source, folder):
    """What a module writes, run by node."""
    (folder / "stage.mjs").write_text(source, encoding="utf-8")
    done = subprocess.run(
        ["node", "stage.mjs"], cwd=folder, capture_output=True, text=True, encoding="utf-8"
    )
    assert not done.returncode, done.stderr
    return done.stdout


def test_each_scene_of_python_has_its_file_of_javascript():
    """A scene says its kind, and the file that draws it enters it in ``KINDS``."""
    python = [path.read_text(encoding="utf-8") for path in Path(show.__file__).parent.rglob("*.py")]
    scenes = [
        text
        for text in python
        if re.search(r"^class (PlayModel:|\w+\((Stage|StepScene|PlayModel)\))", text, re.MULTILINE)
    ]
    sent = set(re.findall(r"""\bkind(?:": |=|"\] = )"(\w+)\"""", "\n".join(scenes)))
    drawn = set(re.findall(r"^KINDS\.(\w+) = ", "\n".join(FILES.values()), re.MULTILINE))
    undrawn, unsent = sorted(sent - drawn), sorted(drawn - sent)
    assert not undrawn, (
        f"Python sends scenes of the kind {', '.join(undrawn)}, and nothing draws them: end a file "
        f"in gamecourse/show/stage/js with KINDS.{undrawn[0]} = ...;"
    )
    assert not unsent, (
        f"KINDS has {', '.join(unsent)}, and no scene of Python says this kind: write "
        f'"kind": "{unsent[0]}" in its scene'
    )


#: A class of JavaScript, with its base and what is said above it.
CLASS = re.compile(
    r"(?P<said>/\*\*(?:(?!\*/).)*\*/\s*)?(?:export )?class (?P<name>\w+)(?: extends (?P<base>\w+))?",
    re.DOTALL,
)


def without_extends(files):
    """The classes that do not say what fills the template of their base, each in a sentence."""
    found = [
        (file, match["name"], match["base"], match["said"] or "")
        for file, text in files.items()
        for match in CLASS.finditer(text)
    ]
    generic = {name for _, name, _, said in found if "@template" in said}
    for file, name, base, said in found:
        if base in generic and f"@extends {{{base}<" not in said:
            yield (
                f"{name} in {file}.js says nothing of its state: write above it "
                f"/** @extends {{{base}<{{...}}>}} */ with the type of the state, or `any`"
            )


def test_each_scene_says_what_its_state_is():
    """Otherwise tsc speaks of lines far below: make lint-js."""
    assert list(without_extends(FILES)) == []


def test_a_scene_that_does_not_is_told_of_extends():
    files = {
        "scene": "/**\n * A scene.\n * @template State\n */\nexport class Scene {}",
        "beads": "/** Beads on a string. */\nexport class Beads extends Scene {}",
        "cards": "/** @extends {Scene<any>} */\nexport class Cards extends Scene {}",
        "more": "export class More extends Cards {}",
    }
    (told,) = without_extends(files)
    assert told.startswith("Beads in beads.js")
    assert "/** @extends {Scene<{...}>} */" in told


class TestJoined:
    @pytest.mark.parametrize("files", [FILES, WITH_CARD], ids=["the stage", "with a card"])
    def test_each_file_has_a_scope_of_its_own(self, files):
        source = bundle(files, "stage")
        scope = re.compile(
            r"^const \$(\w+) = \(\(.*?\) => \{\n(.*?)^\}\)\(.*?\);\n", re.MULTILINE | re.DOTALL
        )
        found = dict(scope.findall(source))
        assert found.keys() == files.keys()  # none has been forgotten
        assert scope.sub("", source) == "export default $stage;\n"
        for name, body in found.items():
            assert DECLARED.findall(body) == DECLARED.findall(files[name])

    def test_the_module_and_the_script_are_joined_so(self):
        assert module() == bundle(FILES, "stage")
        assert module().removesuffix("export default $stage;\n") in script()

    @pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
    def test_a_helper_of_the_same_name_does_no_harm(self, tmp_path):
        told = node(bundle(WITH_CARD, "stage") + ASK, tmp_path).splitlines()
        assert told == ["+.19 −.50 0 +1 −.99 +10.50", "true my own [ 'render', 'revive', 'said' ]"]

    @pytest.mark.parametrize(
        ("name", "text", "words"),
        [
            (
                "card",
                'import * as words from "./words.js";\n',
                r"card.js: 'import \* as words .* is not understood",
            ),
            ("card", "export let a = 1;\n", "'export let a = 1;' is not understood"),
            ("card", "export default { a };\n", "the main file ends with export default"),
            ("card", 'const later = () => import("./words.js");\n', "is not understood"),
            (
                "card",
                'import { wink } from "./words.js";\n',
                "card.js imports what words.js does not export: wink",
            ),
            (
                "card",
                'import { a } from "./box.js";\n',
                "card.js imports from box.js: there is no such file",
            ),
            (
                "words",
                'import { said } from "./card.js";\n',
                r"nodes are in a cycle', \['(card|words)'",
            ),
            ("stage", "", "stage.js: its last line must be export default { a };"),
        ],
    )
    def test_what_cannot_be_joined_is_told_in_words(self, name, text, words):
        card = 'import { OTHER } from "./words.js";\n' if name == "words" else ""
        said = "export const said = 1;\n"
        with pytest.raises(ValueError, match=words):
            bundle(FILES | {"card": card + said} | {name: text + said}, "stage")

    def test_words_about_imports_are_no_imports(self):
        text = (
            '/** @param {import("./b.js").B} b\n export nothing */\nconst said = "export a '
            'picture"; // import\n'
        )
        assert text in bundle({"a": text + "export default { said };\n"}, "a")

    def test_a_long_import_may_take_several_lines(self):
        long = {
            "a": "export const b = 1;\n",
            "c": 'import {\n  b,\n} from "./a.js";\nexport default { b };\n',
        }
        assert bundle(long, "c").endswith(
            "const $c = (({ b }) => {\nreturn { b };\n})($a);\nexport default $c;\n"
        )
