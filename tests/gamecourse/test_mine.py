"""A solver of one's own: functions are kept in mine.py with what they use, and later exercises take
them from there.
"""

import linecache

import pytest
from ipywidgets.widgets.widget import _instances

from gamecourse.grading.exercises import exercise
from gamecourse.grading.feedback import RIGHT
from gamecourse.mine import OURS, NotKept, keep, own, place

IMPORTS = (
    "from operator import contains\nimport numpy as np\nfrom collections import deque\n"
    "from fractions import Fraction as F\n"
)


def notebook(*cells):
    """The names that these cells define, whose source is known as a notebook's is."""
    names = {"__name__": "__main__"}
    for k, cell in enumerate(cells):
        name = f"<cell {k} of {id(names)}>"
        linecache.cache[name] = len(cell), None, cell.splitlines(keepends=True), name
        exec(compile(cell, name, "exec"), names)
    return names


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "exercises").mkdir()
    monkeypatch.chdir(tmp_path / "exercises")
    return tmp_path


def test_a_function_is_kept_with_all_that_it_uses(folder):
    names = notebook(
        IMPORTS,
        "MOST = 3\nclass Seen(dict):\n    def knows(self, n):\n        return contains(self, n)\n",
        "def mex(values):\n    return next(k for k in range(len(values) + 1) if k not in values)\n",
        "def nimber(n, known=None):\n    known = Seen() if known is None else known\n    if not "
        "known.knows(n):\n"
        "        known[n] = mex([nimber(n - t, known) for t in range(1, MOST + 1) if t <= n])\n"
        "    return int(np.int64(known[n] + F(0)) + len(deque()))\n",
    )
    assert keep("nimber", names["nimber"]) == "Kept: nimber in mine.py."
    assert place() == folder / "mine.py"
    found = own("nimber", len)
    assert [found(n) for n in range(6)] == [0, 1, 2, 3, 0, 1]
    assert found is not names["nimber"]


def test_what_is_used_under_a_second_name_is_kept_with_that_name():
    names = notebook(
        "def double(n):\n    return 2 * n\n",
        "twice = double\nclass Row(list):\n    def size(self):\n        return len(self)\n",
        "Line = Row\n",
        "def made(n):\n    return twice(n) + double(n) + Line([n]).size()\n",
    )
    keep("made", names["made"])
    assert own("made", len)(3) == 13
    assert place().read_text().count("def double") == 1


def test_two_functions_of_one_name_are_not_kept_as_one():
    names = notebook(
        "def rule(n):\n    return n\n",
        "old = rule\n",
        "def rule(n):\n    return 2 * n\n",
        "def made(n):\n    return old(n) + rule(n)\n",
    )
    assert names["made"](1) == 3
    with pytest.raises(NotKept, match="it uses rule, and something else that is defined as rule"):
        keep("made", names["made"])
    assert not place().exists()


def test_what_is_kept_again_is_replaced_and_all_else_stays(folder):
    for value in (1, 2):
        for name in ("first", "second"):
            keep(name, notebook(f"def made():\n    return {value} if {name!r} else 0\n")["made"])
    (folder / "mine.py").write_text((folder / "mine.py").read_text() + "\nEXTRA = 7\n")
    assert keep("first", notebook("def first():\n    return 3\n")["first"]).startswith("Replaced")
    assert (own("first", len)(), own("second", len)()) == (3, 2)
    assert (folder / "mine.py").read_text().count("def ") == 2
    assert "EXTRA = 7" in (folder / "mine.py").read_text()


def test_what_uses_a_function_that_is_kept_uses_the_newest(folder):
    keep("first", notebook("def first():\n    return 1\n")["first"])
    cells = "first = own('first', len)\n", "def second():\n    return first() + 1\n"
    keep("second", notebook("from gamecourse.mine import own\n", *cells)["second"])
    assert own("second", len)() == 2
    keep("first", notebook("def one():\n    return 5\n\nfirst = one\n")["first"])
    assert own("second", len)() == 6
    assert (folder / "mine.py").read_text().count("def ") == 2


def test_a_class_is_kept_after_the_class_that_it_inherits_from(folder):
    classes = (
        "class Heap:\n    def size(self):\n        return 3\n",
        "class Larger(Heap):\n    def size(self):\n        return super().size() + 1\n",
    )
    function = "def larger():\n    return Larger().size()\n"
    keep("larger", notebook(*classes, function)["larger"])
    assert own("larger", len)() == 4


def test_a_class_of_what_was_kept_is_used_from_there():
    keep(
        "heap",
        notebook(
            "class Heap:\n    size = 3\n    def f(self): pass\n", "def heap():\n    return Heap()\n"
        )["heap"],
    )
    heap_class = type(own("heap", len)())
    names = notebook("def sizes():\n    return Heap.size\n")
    names["Heap"] = heap_class
    keep("sizes", names["sizes"])
    assert place().read_text().count("class Heap") == 1
    assert own("sizes", len)() == 3
    names = notebook("def sizes():\n    return Other.size\n")
    names["Other"] = heap_class
    with pytest.raises(NotKept, match="it uses Heap of mine"):
        keep("sizes", names["sizes"])


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        (
            ["board = object()\ndef f():\n    return board\n"],
            "it uses board, object, of the notebook",
        ),
        (["def f():\n    return gone\n"], "it uses gone, which is no longer defined"),
        (
            ["from fractions import Fraction\nhalf = Fraction(1, 2)\ndef f():\n    return half\n"],
            "it uses half, Fraction, of the notebook: let the function get it as an argument",
        ),
    ],
)
def test_what_cannot_stand_alone_is_refused_and_nothing_is_written(cells, why):
    with pytest.raises(NotKept, match=why):
        keep("f", notebook(*cells)["f"])
    assert not place().exists()


def test_a_broken_file_says_where():
    place().write_text("def f():\n    return 1\n\nf(\n")
    with pytest.raises(NotKept, match=r"mine\.py, line 4: SyntaxError"):
        own("f", len)
    place().write_text("import nowhere_to_be_found\n")
    with pytest.raises(NotKept, match=r"line 1: ModuleNotFoundError"):
        own("f", len)


def test_ours_is_taken_where_yours_is_missing_or_answers_are_marked(monkeypatch):
    assert own("f", len) is len
    place().write_text("def f():\n    return 1\n")
    assert own("g", len) is len
    assert own("f", len) is not len
    monkeypatch.setenv(OURS, "1")
    assert own("f", len) is len


def test_the_button_keeps_a_right_answer_and_says_so():
    task = exercise("A hint.", save_as="double")(lambda answer: RIGHT)
    bundle = task(notebook("def twice(n):\n    return 2 * n\n")["twice"])._repr_mimebundle_()
    assert bundle["text/plain"] == "✓ right"
    box = _instances[bundle["application/vnd.jupyter.widget-view+json"]["model_id"]]
    verdict, button, said = box.children
    assert "right" in verdict.value
    button.click()
    assert "Kept: double in mine.py." in said.value
    assert own("double", len)(4) == 8
