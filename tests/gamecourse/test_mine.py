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


#: Cells that define ``wins``, and what wins(1), wins(2) ... give.
ALIASES = {
    "an older function of the same name": (
        "def wins(n):\n    return n\n",
        "earlier = wins\n",
        "def wins(n):\n    return earlier(n) + 1\n",
    ),
    "an older one that calls itself, and so the newer one": (
        "def wins(n):\n    return 1 if n <= 0 else 10 + wins(n - 1)\n",
        "earlier = wins\n",
        "def wins(n):\n    return earlier(n - 1)\n",
    ),
    "two helpers of one name": (
        "def rule(n):\n    return n\n",
        "old = rule\n",
        "def rule(n):\n    return 2 * n\n",
        "def wins(n):\n    return old(n) + rule(n)\n",
    ),
    "three helpers of one name": (
        "def rule(n):\n    return n\n",
        "a = rule\ndef rule(n):\n    return 10 * n\n",
        "b = rule\ndef rule(n):\n    return 100 * n\n",
        "def wins(n):\n    return a(n) + b(n) + rule(n)\n",
    ),
    "a helper under another name only": (
        "def rule(n):\n    return 3 * n\n",
        "twice = rule\nrule = None\n",
        "def wins(n):\n    return twice(n)\n",
    ),
    "a lambda under two names": (
        "rule = lambda n: 3 * n\nother = rule\n",
        "def wins(n):\n    return other(n)\n",
    ),
    "a lambda itself, over two lines": ("wins = lambda n: (\n    n +\n    1)\n",),
    "functions of Python under other names": (
        "most, Line = max, list\n",
        "def wins(n):\n    return most(Line([n, 2]))\n",
    ),
    "a name of Python's that stands for something else": (
        "def max(a, b):\n    return a\n",
        "def wins(n):\n    return max(n, 100)\n",
    ),
    "two classes of one name": (
        "class Row(list):\n    def size(self):\n        return len(self)\n",
        "Line = Row\nclass Row(list):\n    def size(self):\n        return 10 * len(self)\n",
        "def wins(n):\n    return Line([n]).size() + Row([n]).size()\n",
    ),
    "a decorated function": (
        "from functools import cache\n@cache\ndef wins(n):\n    return n and 1 + wins(n - 1)\n",
    ),
    "a decorated helper under another name": (
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef rule(n):\n    return n\n",
        "old = rule\n@lru_cache\ndef rule(n):\n    return 7 + old(n)\n",
        "def wins(n):\n    return rule(n)\n",
    ),
    "a decorator of the notebook": (
        "from functools import wraps\n",
        "def memo(f):\n    known = {}\n    @wraps(f)\n    def inner(n):\n"
        "        if n not in known:\n            known[n] = f(n)\n        return known[n]\n"
        "    return inner\n",
        "@memo\ndef wins(n):\n    return n and 2 + wins(n - 1)\n",
    ),
    "a class with a decorator, and a default value": (
        "from dataclasses import dataclass\n",
        "@dataclass\nclass Pair:\n    a: int\n    b: int = 3\n"
        "    def sum(self):\n        return self.a + self.b\n",
        "MOST = 5\ndef wins(n, most=MOST):\n    return Pair(n).sum() + most\n",
    ),
    "a class that uses a function as it is made": (
        "def names():\n    return [1, 2]\n",
        "class Table:\n    all = names()\n    def sum(self):\n        return sum(self.all)\n",
        "def wins(n):\n    return n + Table().sum()\n",
    ),
}


@pytest.mark.parametrize("cells", ALIASES.values(), ids=ALIASES)
def test_names_stand_in_the_file_for_what_they_stand_for_in_the_notebook(cells):
    wins = notebook(*cells)["wins"]
    for name in ("wins", "another_name"):
        place().unlink(missing_ok=True)
        keep(name, wins)
        kept = own(name, len)
        assert kept is not wins
        assert [kept(n) for n in range(1, 4)] == [wins(n) for n in range(1, 4)]


NOT_WHAT_THEY_SEEM = {
    "the kept name is used for another function": (
        ["def wins(n):\n    return n\n", "def better(n):\n    return wins(n) + 1\n"],
        "it uses another function of the name wins",
    ),
    "wrapped later": (
        ["from functools import cache\ndef better(n):\n    return n\n", "better = cache(better)\n"],
        "wins was wrapped after its definition",
    ),
    "made inside another function": (
        [
            "def memo(f):\n    def inner(n):\n        return f(n)\n    return inner\n",
            "@memo\ndef better(n):\n    return n\n",
        ],
        "wins is made inside another function",
    ),
    "a helper made inside another function": (
        [
            "def adder(k):\n    return lambda n: n + k\n",
            "add = adder(3)\ndef better(n):\n    return add(n)\n",
        ],
        "add is made inside another function",
    ),
    "an older class is inherited from": (
        [
            "class A:\n    def f(self):\n        return 1\n",
            "class B(A):\n    def g(self): pass\n",
            "class A:\n    def f(self):\n        return 2\n",
            "def better(n):\n    return B().f()\n",
        ],
        "B was made of an older A",
    ),
    "a class without a method": (
        ["class A:\n    size = 3\n", "def better(n):\n    return A.size\n"],
        "the source of the class A is not known: give it a method",
    ),
    "two lambdas in a line": (
        ["add, better = (lambda n: n + 1), (lambda n: n + 2)\n"],
        "the source of wins is not known",
    ),
}


@pytest.mark.parametrize(("cells", "why"), NOT_WHAT_THEY_SEEM.values(), ids=NOT_WHAT_THEY_SEEM)
def test_what_would_be_another_function_in_the_file_is_refused(cells, why):
    with pytest.raises(NotKept, match=why):
        keep("wins", notebook(*cells)["better"])
    assert not place().exists()


def test_functions_of_two_notebooks_do_not_take_each_others_helpers():
    """Both live in one file, so a helper of the same name must be the same helper."""
    helper = "def rule(n):\n    return {0} * n\n"
    keep("first", notebook(helper.format(2), "def f(n):\n    return rule(n)\n")["f"])
    keep("second", notebook(helper.format(2), "def f(n):\n    return rule(n) + 1\n")["f"])
    text = place().read_text()
    cells = helper.format(3), "def f(n):\n    return rule(n) + 2\n"
    with pytest.raises(NotKept, match=r"mine\.py has another rule already"):
        keep("third", notebook(*cells)["f"])
    assert place().read_text() == text
    assert [own(name, len)(5) for name in ("first", "second")] == [10, 11]
    for name in ("first", "second"):
        keep(name, notebook("def f(n):\n    return n\n")["f"])
    keep("third", notebook(*cells)["f"])  # nothing else uses a rule any more
    assert own("third", len)(5) == 17


def test_a_broken_file_is_left_as_it_is():
    place().write_text("def f(:\n")
    with pytest.raises(NotKept, match=r"mine\.py, line 1, is not Python"):
        keep("g", notebook("def g():\n    return 1\n")["g"])
    assert place().read_text() == "def f(:\n"


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


@pytest.mark.parametrize("decorator", ["", "from functools import cache\n@cache\n"])
def test_the_button_keeps_a_right_answer_and_says_so(decorator):
    task = exercise("A hint.", save_as="double")(lambda answer: RIGHT)
    names = notebook(f"{decorator}def twice(n):\n    return 2 * n\n")
    bundle = task(names["twice"])._repr_mimebundle_()
    assert bundle["text/plain"] == "✓ right"
    box = _instances[bundle["application/vnd.jupyter.widget-view+json"]["model_id"]]
    verdict, button, said = box.children
    assert "right" in verdict.value
    button.click()
    assert "Kept: double in mine.py." in said.value
    assert own("double", len)(4) == 8
