"""The sheets to print: one or two for each lecture, with the lecture's own figures, empty, and a
slip for the votes.
"""

import re

import pytest

from gamecourse.course.plan import lectures
from gamecourse.publish.handouts import figures, sheets
from gamecourse.publish.handouts.__main__ import bodies
from gamecourse.publish.printing import page_to_print
from gamecourse.publish.script import CORE, PRINT, read
from gamelib import Quotient
from gamelib.games import Octal, TicTacToe

pytestmark = pytest.mark.slow

NAMES = [path.stem for path in lectures()]
#: What a student fills in: a line, a cell, a vertex or a square.
EMPTY = re.compile(
    r'class="gap"|<td></td>|<circle |<rect class="(?:cell|square|leaf)"|class="fine"|<i></i>'
)
#: The cell of a lecture that defines the graph on its first sheet.
GRAPHS = {
    "02-games-on-graphs": "play-graph",
    "03-retrograde-analysis": "play-graph",
    "07-sprague-grundy": "play",
}


def words(figure):
    """What stands in a figure."""
    return re.findall(r"<text [^>]*>([^<]*)</text>", figure)


def to_print(name):
    """What the script of a lecture says."""
    return read(sheets.SCRIPTS / f"{name}.md").sections[PRINT]


@pytest.mark.parametrize("name", NAMES)
def test_a_handout_has_one_or_two_empty_forms_and_a_slip(name):
    *forms, slip = sheets.sheets(name)
    assert len(forms) in (1, 2)
    for sheet in (*forms, slip):
        assert re.search(rf"<h1>{int(name[:2])}\. .*Name <.*Date <", sheet)
        assert len(EMPTY.findall(sheet)) >= 12
        assert not re.search(r"\[\w+[^]]*:|@\d+@|(?<![αβ] )_{4}|http", sheet), (
            "something was not drawn"
        )
    core = [slide for slide in read(sheets.SCRIPTS / f"{name}.md").slides if slide.section == CORE]
    assert slip.count("<i></i>") == sheets.SLIPS * 2 * sum(
        len(slide.of("choice")) for slide in core
    )


@pytest.mark.parametrize("name", GRAPHS)
def test_a_graph_has_all_its_names_and_nothing_else(name):
    figure = re.search(r"<svg .*?</svg>", sheets.sheets(name)[0])[0]
    G = figures.defined(name, GRAPHS[name], "G")
    assert sorted(words(figure)) == sorted(G)
    assert figure.count('class="arrow"') == G.number_of_edges()


def test_the_numbers_of_lecture_11_stand_on_the_slip_alone():
    sheet = sheets.sheets("11-alpha-beta")[0]
    example = figures.defined("11-alpha-beta", "stepper", "example")
    tree, slip = sheet.split("<hr")
    assert set(words(tree)) == {*example, "α ____", "β ____"}
    numbers = {leaf: value for leaf, value in example.items() if not isinstance(value, list)}
    assert re.findall(r"<t[hd]>(.*?)</t", slip) == [*numbers, *map(str, numbers.values())]


def test_the_rows_of_kayles_leave_what_the_rules_say():
    for n, row in re.findall(r"\| row of (\d+) \| (.+) \| g\(\d+\) \|", to_print("08-kayles"))[1:]:
        game = Octal((int(n),), "0.77")
        left = (
            sorted(filter(None, game.play(game.start(), move))) for move in game.moves(game.start())
        )
        assert row.split(" | ") == list(
            dict.fromkeys(" and ".join(map(str, heaps)) or "0" for heaps in left)
        )


def test_the_averages_of_lecture_12_are_those_of_its_tree():
    told = figures.defined("12-large-games", "number-known", "rows")
    rows = [
        f"| {row['move']} | {row['n']} | {row['average']:g} | | | |\n".replace("-", "−")
        for row in told
    ]
    assert "".join(rows) in to_print("12-large-games")


def test_the_takes_of_lecture_1_and_the_openings_of_lecture_10_are_those_of_the_lecture():
    for takes in figures.defined("01-matches", "periods-table-run", "several[1], several[-1]"):
        assert f"#### Takes {', '.join(map(str, takes))}." in to_print("01-matches")
    boards = re.findall(r'play game, "(.{9})"', to_print("10-tic-tac-toe"))
    game = Quotient(TicTacToe())
    firsts = {game.play(game.start(), move) for move in game.moves(game.start())}
    two = {game.play(first, move) for first in firsts for move in game.moves(first)}
    assert sorted(game.game.representative(board)[0] for board in boards) == sorted(firsts | two)


def test_all_files_are_pages_by_themselves_and_the_same_each_time():
    made = bodies()
    pages = {name: page_to_print(name, body) for name, body in made.items()}
    assert [name for name in made if name[:2].isdigit()] == NAMES
    assert all("".join(sheets.sheets(name)) in made[name] for name in NAMES)
    assert made["handouts"].count("<section") == sum(made[name].count("<section") for name in NAMES)
    assert {"exam-60-minutes", "exam-90-minutes", "exam-120-minutes"} < set(made)
    assert all(
        re.fullmatch(r"<!DOCTYPE html>.*</html>\n", page, re.DOTALL) for page in pages.values()
    )


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("[grid: play-graph G]", "KeyError: 'grid'"),
        ("[graph: no-such-cell G]", "KeyError: 'no-such-cell'"),
        ("[graph: play-graph H]", "NameError: name 'H' is not defined"),
        ("[paper 9 × 9: 1]", "ValueError"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_its_line(wrong, why, tmp_path, monkeypatch):
    path = tmp_path / "03-retrograde-analysis.md"
    path.write_text(
        f"# 3. A lecture\n\n## {PRINT}\n\n### One\n\n[graph: play-graph G]\n\nWords. {wrong}\n"
    )
    monkeypatch.setattr(sheets, "SCRIPTS", tmp_path)
    with pytest.raises(ValueError, match=re.escape(f"{path}:9: {wrong}: {why}")):
        sheets.sheets(path.stem)
