"""The Python side of a page, here: cells without a kernel, what cannot be imported, the stand-in
for ipywidgets. What needs the page's own Python is tested in `make live`.
"""

import ast
import importlib
import json
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import ipywidgets
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

import gamecourse.show
from gamecourse.live import cells, page, widgets
from gamecourse.live.cells import Cell, execute, execute_above, needed, new_names
from gamecourse.live.missing import Missing, NotInThisPage
from gamecourse.live.output import CUT, MOST, Output
from gamecourse.publish.site import live


@pytest.fixture(autouse=True)
def own_folder_and_names(tmp_path, monkeypatch):
    """What a page leaves behind is taken away."""
    monkeypatch.chdir(tmp_path)
    for name in ("__main__", "ipywidgets"):
        monkeypatch.setitem(sys.modules, name, sys.modules[name])
    monkeypatch.setattr(page, "_tried", [])


def ids_needed(sources, source):
    """The numbers of the cells that a cell with this source needs."""
    above = [Cell(str(number), each) for number, each in enumerate(sources)]
    return [int(cell.id) for cell in needed(above, Cell("here", source))]


@pytest.mark.parametrize(
    ("sources", "source", "found"),
    [
        (["a = 1", "b = 2"], "b", [1]),
        (["a = 1", "def f(): return a", "def g(): return f()"], "g()", [0, 1, 2]),
        (["a = 1", "def f():\n    def g():\n        return a\n    return g"], "f", [0, 1]),
        (["a = 1", "def f(a): return a"], "f(2)", [1]),
        (["a = 1", "a = 2"], "a", [0, 1]),  # the second may need what the first has made
        (["import math as a", "from math import pi"], "(a, pi)", [0, 1]),
        (["def f():\n    global a\n    a = 1", "f()"], "a", [0]),
        (["class A:\n    b = c", "c = 3", "b = 4"], "A", [0]),  # the class came before c
        (["def f(:", "x = f"], "f", [0]),
        (["for a in (1, 2): pass", "with open('x') as b: pass"], "a + b", [0, 1]),
        (["a = 1"], "'a'", []),
    ],
)
def test_the_cells_that_a_cell_needs(sources, source, found):
    assert ids_needed(sources, source) == found


def test_a_function_of_a_cell_knows_its_source():
    import inspect

    names = new_names()
    execute(Cell("five", "x = 5\ndef five():\n    return x\n"), names)
    assert inspect.getsource(names["five"]) == "def five():\n    return x\n"
    assert names["five"]() == 5
    assert names["five"].__module__ == "__main__"


def test_what_a_page_cannot_import_says_so_when_it_is_used(monkeypatch):
    for name in ("numpy", "gamefast", "matplotlib", "gamecourse.show.boards"):
        monkeypatch.setitem(sys.modules, name, None)
    # Another test may have imported it: then the package has it as a name, too.
    monkeypatch.delattr(gamecourse.show, "boards", raising=False)
    names = new_names()
    source = (
        "import numpy as np, math\nfrom gamefast import Ending, solve\nimport matplotlib.pyplot\n"
    )
    execute(Cell("imports", source + "from gamecourse.show import boards"), names)
    assert names["math"].pi > 3
    for use in (
        "np.zeros(3)",
        "Ending('KRK')",
        "matplotlib.pyplot",
        "boards.draw(3)",
        "solve[0]",
        "[*np]",
    ):
        with pytest.raises(NotInThisPage, match="does not run in this page"):
            execute(Cell("use", use), names)
    with pytest.raises(NotInThisPage):
        execute(Cell("use", "class Mine(Ending):\n    pass"), names)


@pytest.mark.parametrize(
    "line", ["import maths", "from math import tau_", "from gamelib import sovle"]
)
def test_a_slip_in_an_import_is_an_error(line):
    with pytest.raises(ImportError, match=r"maths|tau_|sovle"):
        execute(Cell("imports", line), new_names())


def test_a_line_that_draws_is_left_out_of_a_given_cell_and_not_of_an_answer():
    source = "a = 1\nax = draw(a)\nb = 2"
    names = new_names() | {"draw": Missing("boards")}
    execute_above(Cell("look", source), names)
    assert (names["a"], names["b"]) == (1, 2)
    with pytest.raises(NotInThisPage, match="ax does not run in this page"):
        execute(Cell("use", "ax.set_title('b')"), names)
    with pytest.raises(NotInThisPage):
        execute_above(Cell("look-answer", source), names)


@pytest.mark.parametrize(
    "use",
    [
        "1 + b",
        "b + b",
        "2 * b",
        "-b",
        "b < 1",
        "b == 1",
        "1 in b",
        "not b",
        "len(b)",
        "b[0]",
        "b[0] = 1",
        "del b[0]",
        "b.x",
        "b()",
        "for x in b: pass",
        "with b: pass",
    ],
)
def test_whatever_is_done_with_what_is_missing_is_left_out(use):
    names = new_names() | {"b": Missing("bytes")}
    with pytest.raises(NotInThisPage, match="bytes does not run in this page"):
        execute(Cell("use", use), names)


def test_an_error_shows_the_lines_of_the_cell_alone():
    with pytest.raises(ZeroDivisionError) as raised:
        execute(Cell("answer", "def f(n):\n    return 1 / n\nf(0)"), new_names())
    told = cells.error_in_cell(raised.value)
    assert "return 1 / n" in told
    assert told.endswith("ZeroDivisionError: division by zero")
    assert told.count("File ") == told.count('File "<cell answer>"') == 2


def test_output_is_cut_and_passed_on_in_pieces():
    told = []
    output = Output(told.append)
    for _ in range(MOST):
        print("all work", file=output)
    output.flush()
    assert "".join(told) == output.passed_on
    assert output.passed_on.endswith(CUT)
    assert len(output.passed_on) == MOST + len(CUT)
    assert len(told) < 100


def ask(action, sources, cell, mine=""):
    """What a page is told, of cells with these ids and sources."""
    listed = [{"id": name, "source": source} for name, source in sources.items()]
    job = {"action": action, "cells": listed, "cell": cell, "mine": mine}
    return json.loads(page.reply(json.dumps(job), lambda text: None))


SOURCES = {
    "imports": "from gamecourse.check import matches as check",
    "a-answer": "def wins(n, takes):\n    return any(not wins(n - t, takes) for t in takes if t <= n)",
    "a-check": "check.other_takes(wins)",
    "b-answer": "piles = NotImplemented",
    "b-check": "check.good_to_leave(piles)",
    "c-answer": "def my_take(pile):\n    print(pile)\n    return 1",
    "c-check": "check.strategy(my_take)",
}


def test_answers_are_checked():
    right = ask("check", SOURCES, "a-check")
    assert (right["state"], right["text"], right["keep"]) == ("RIGHT", "✓ right", "wins")
    assert ask("check", SOURCES, "b-check")["state"] == "NOT_ATTEMPTED"
    wrong = ask("check", SOURCES, "c-check")
    assert wrong["state"] == "WRONG"
    assert wrong["scene"]["scene"]["kind"] == "replay"
    assert "The play" not in wrong["card"] + wrong["play"]
    assert wrong["printed"].startswith("32\n")
    assert len(wrong["hints"]) >= 1


def test_a_line_of_play_that_a_page_cannot_play_is_shown_as_html(monkeypatch):
    monkeypatch.setattr(page, "_scene_of", lambda model: None)
    wrong = ask("check", SOURCES, "c-check")
    assert wrong["scene"] is None
    assert "gives the win away" in wrong["play"]
    assert "gives the win away" not in wrong["card"]


def test_a_right_function_is_kept():
    kept = ask("keep", SOURCES, "a-check", mine="ours = 3\n")
    assert kept["ok"]
    assert kept["text"] == "Kept: wins in mine.py."
    assert kept["mine"].startswith("ours = 3\n")
    assert "def wins(n, takes):" in kept["mine"]
    cannot = {**SOURCES, "a-answer": "data = iter([1])\ndef wins(n, takes):\n    return data"}
    refused = ask("keep", cannot, "a-check", mine="ours = 3\n")
    assert (refused["ok"], refused["mine"]) == (False, "ours = 3\n")
    assert "data" in refused["text"]


def test_cells_are_tried_in_names_that_last():
    sources = {
        "one": "count = []",
        "two": "count.append(1)\nprint('so')",
        "three": "count",
        "four": "1 / 0",
    }
    assert ask("run", sources, "two")["printed"] == "so\n"
    assert ask("run", sources, "three")["text"] == "[1]"
    ask("run", sources, "two")
    assert ask("run", sources, "three")["text"] == "[1, 1]"
    assert ask("run", {**sources, "one": "count = [0]"}, "three")["text"] == "[0]"
    failed = ask("run", sources, "four")
    assert (failed["ok"], failed["text"]) == (False, "")
    assert failed["error"].endswith("ZeroDivisionError: division by zero")


def test_a_widget_says_that_a_page_does_not_draw_it():
    page.start()
    shown = ask("run", {"one": "from ipywidgets import HTML\nHTML('WIN')"}, "one")["text"]
    assert shown == f"{page.NO_WIDGETS}\nHTML(value='WIN')"


def test_names_that_only_the_notebook_has_are_not_ours():
    assert not ask("run", {"one": "sources"}, "one")["ok"]


# ---- the stand-in for ipywidgets


@pytest.fixture(params=[widgets, ipywidgets], ids=["the stand-in", "ipywidgets"])
def library(request):
    return request.param


def test_traits_are_observed(library):
    slider = library.IntSlider(value=15, min=0, max=20)
    text = library.HTML()
    box = library.VBox([slider, text])
    seen = []
    slider.observe(
        lambda change: seen.append((change["old"], change.new, change.owner is slider)), "value"
    )
    for slider.value in (15, 3, 3, 99, -1):
        pass
    assert seen == [(15, 3, True), (3, 20, True), (20, 0, True)]
    assert (slider.min, slider.max, slider.step) == (0, 20, 1)
    assert (text.value, box.children) == ("", (slider, text))


def test_observers_may_be_taken_away(library):
    slider = library.IntSlider()
    seen = []
    slider.observe(seen.append, names=["value", "max"])
    slider.max = 200
    slider.unobserve(seen.append, names=["value", "max"])
    slider.value = 3
    assert [change.name for change in seen] == ["max"]


@pytest.mark.parametrize(
    "make",
    [
        lambda library: library.HTML(value=3),
        lambda library: library.IntSlider(value="x"),
        lambda library: setattr(library.Label(), "value", None),
        lambda library: setattr(library.IntSlider(), "value", None),
    ],
)
def test_values_of_the_wrong_type_are_refused_in_the_same_words(make):
    said = []
    for library in (widgets, ipywidgets):
        with pytest.raises(Exception, match="expected") as raised:
            make(library)
        said.append((type(raised.value).__name__, str(raised.value)))
    assert said[0] == said[1]


def test_values_are_clamped_as_a_slider_does(library):
    assert library.IntSlider(0, 10, 20).value == 10
    assert library.IntSlider(min=0, max=5, value=7).value == 5
    assert library.FloatSlider(value=15, min=0, max=20, step=1).value == 15.0
    assert library.IntSlider(value=2.7).value == 2


def test_the_page_has_the_stand_in():
    page.start()
    assert importlib.import_module("ipywidgets") is widgets


# ---- what the site is made of

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def test_no_solution_is_among_the_cells_of_a_page():
    for path in sorted(NOTEBOOKS.glob("exercises/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        record = live.exercise_cells(notebook, path.stem)
        assert "SOLUTION" not in live.in_script(record)
        answers = [cell for cell in record["cells"] if cell["kind"] == "answer"]
        checks = {cell["id"] for cell in record["cells"] if cell["kind"] == "check"}
        assert {cell["check"] for cell in answers} == checks
        assert all("NotImplemented" in cell["source"] for cell in answers)
        assert {cell["stars"] for cell in answers} <= {1, 2, 3}
        solved = live.exercise_cells(notebook, path.stem, solutions=True)
        assert all(cell["solution"] for cell in solved["cells"] if cell["kind"] == "answer")


def test_a_script_ends_where_it_ends():
    assert live.in_script({"source": "'</script>'"}) == '{"source": "\'<\\/script>\'"}'


def test_which_cells_of_a_lecture_a_page_can_run():
    sources = {
        "imports": "import numpy as np\nfrom gamelib import solve\nfrom gamecourse.show import boards",
        "plain": "outcomes = solve(game)",
        "picture": "ax = boards.draw(game)",
        "both": "rng = np.random.default_rng()\ncount = 3",
        "after": "rng.integers(3)",
        "beside": "count + 1",
        "inside": "def f():\n    return np.zeros(3)",
        "calls": "f()",
        "again": "f = len\nf('a')",
        "parameter": "def g(np):\n    return np",
    }
    cells = [new_code_cell(source, id=name) for name, source in sources.items()]
    record = live.lecture_cells(new_notebook(cells=cells), "01-matches")
    runs = {cell["id"] for cell in record["cells"] if cell["runs"]}
    assert runs == {"imports", "plain", "beside", "again", "parameter"}


def zipped_course():
    """The names and the sources of the modules that a page has of our packages."""
    with ZipFile(BytesIO(live._zipped(live._course_files()))) as archive:
        modules = [name for name in archive.namelist() if name.endswith(".py")]
        return {name: archive.read(name).decode() for name in modules}


def test_a_page_has_every_module_of_ours_that_its_modules_load():
    course = zipped_course()
    assert not any("watched" in name or "publish" in name for name in course)
    for name, source in course.items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] in (
                "gamelib",
                "gamecourse",
            ):
                path = node.module.replace(".", "/")
                assert {f"{path}.py", f"{path}/__init__.py"} & course.keys(), (name, node.module)


def test_the_same_files_make_the_same_zip():
    assert live._zipped(live._course_files()) == live._zipped(live._course_files())
