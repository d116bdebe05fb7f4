"""Whatever a function reads, its digest changes if what it reads changes; and what it reads is
refused only if it must.

Each change below leaves the code of the rule as it is.
"""

import builtins
import collections
import enum
import functools
import heapq
import itertools
import math
import sys
import types
from collections import namedtuple

import numpy as np
import pytest
from test_compiling import run_python

from gamefast.frozen import CannotFreeze, freeze, with_helpers


def of(source, **names):
    """The function ``rule`` of a module with this source and these globals; and the globals."""
    names = {"__name__": "rules", **names}
    exec(source, names)
    return names["rule"], names


def row(**fields):
    """An array of one row with these fields, in this order."""
    return np.array([tuple(fields.values())], [(name, "i8") for name in fields])


def members(**named):
    return enum.IntEnum("Take", named)


class WithProperty(enum.Enum):
    ROOK = 1

    @property
    def reach(self):
        return REACH


REACH = 2


def wrapped():
    """A function that says of itself that it belongs to math."""

    @functools.wraps(math.floor)
    def floor(number):
        return REACH

    return floor


def with_attribute(value):
    def helper():
        return 0

    helper.TAKE = value
    return helper


#: What is read, and the global of a name before and after.
REPLACED = {
    "a name with two underscores": ("__take", 2, 3),
    "a NamedTuple with its fields in another order": (
        "limits.take",
        namedtuple("L", "take step")(2, 3),
        namedtuple("L", "step take")(2, 3),
    ),
    "a NamedTuple's class": ("Move(1, 2).a", namedtuple("Move", "a b"), namedtuple("Move", "b a")),
    "a NamedTuple's default": (
        "Move().a",
        namedtuple("Move", "a", defaults=[2]),
        namedtuple("Move", "a", defaults=[3]),
    ),
    "an array with its fields in another order": (
        "TABLE['take'][0]",
        row(take=2, step=3),
        row(step=2, take=3),
    ),
    "an array of another type": ("TABLE[0]", np.array([2], "i8"), np.array([2], "u8")),
    "an array of another shape": ("len(TABLE)", np.zeros((2, 3)), np.zeros((3, 2))),
    "a row of an array": ("TABLE['take']", row(take=2)[0], row(take=3)[0]),
    "names of an Enum": ("Take.X", members(A=1, B=2, X=1, Y=2), members(A=1, B=2, Y=1, X=2)),
    "an attribute of a function": ("helper.TAKE", with_attribute(2), with_attribute(3)),
    "a function in a tuple": ("steps[0](1)", (lambda i: 2,), (lambda i: 3,)),
    "a name that goes away": ("TAKE", 2, None),
}


@pytest.mark.parametrize("what", REPLACED)
def test_a_global_that_is_replaced_is_another_digest(what):
    read, before, after = REPLACED[what]
    name = read.partition("[")[0].partition("(")[0].partition(".")[0].removeprefix("len(")
    name = "TABLE" if "TABLE" in read else name
    rule, names = of(f"def rule(i):\n    return {read}", **{name: before})
    digest = freeze(rule).digest
    assert freeze(rule).digest == digest
    names[name] = after
    if after is None:
        del names[name]
    assert freeze(rule).digest != digest


def changed_in(thing, name, value):
    return lambda patch: patch.setattr(thing, name, value, raising=False)


class Constants(namedtuple("Constants", "a")):
    LIMIT = 2


rows, table = row(take=2), np.arange(10)
IN_PLACE = {
    "a value among the builtins": ("TAKE", {}, changed_in(builtins, "TAKE", 3)),
    "a builtin function": ("min(i, 2)", {}, changed_in(builtins, "min", lambda *given: 3)),
    "a constant put into math": ("math.TAKE", {"math": math}, changed_in(math, "TAKE", 3)),
    "a function of math": (
        "math.floor(i)",
        {"math": math},
        changed_in(math, "floor", lambda number: 3),
    ),
    "a function that wraps math's": (
        "floor(i)",
        {"floor": wrapped()},
        changed_in(sys.modules[__name__], "REACH", 3),
    ),
    "a class with fields": ("C.LIMIT", {"C": Constants}, changed_in(Constants, "LIMIT", 3)),
    "the class of a NamedTuple": (
        "c.LIMIT",
        {"c": Constants(1)},
        changed_in(Constants, "LIMIT", 4),
    ),
    "a property of a member": (
        "Piece.ROOK.reach",
        {"Piece": WithProperty},
        changed_in(sys.modules[__name__], "REACH", 3),
    ),
    "a row that is a view": ("r['take']", {"r": rows[0]}, lambda patch: rows.__setitem__(0, (3,))),
    "a view of an array": (
        "view[1]",
        {"view": table[::-2]},
        lambda patch: table.__setitem__(7, 77),
    ),
}


@pytest.mark.parametrize("what", IN_PLACE)
def test_a_value_that_is_changed_in_place_is_another_digest(what, monkeypatch):
    read, names, change = IN_PLACE[what]
    rule, _ = of(f"def rule(i):\n    return {read}", **names)
    digest = freeze(rule).digest
    with monkeypatch.context() as patch:
        change(patch)
        after = freeze(rule).digest
    assert after != digest


def test_a_frozen_row_and_a_frozen_memory_map_keep_their_values(tmp_path):
    rows, mapped = np.array([2]), np.memmap(tmp_path / "table", np.int64, "w+", shape=1)
    record = rows.view([("take", "i8")])[0]
    for rule, table in ((lambda: record["take"], rows), (lambda: mapped[0], mapped)):
        frozen, digest = freeze(rule).function, freeze(rule).digest
        before, table[0] = frozen(), 3
        assert (frozen(), rule()) == (before, 3)
        assert freeze(rule).digest != digest


ACCEPTED = [
    lambda i: heapq.heappush([], functools.reduce(min, itertools.chain([i]))),
    lambda i: collections.deque([i]),
    lambda i: total(i) + where(i),
]
total, where, taken = np.sum, np.where, object()


@pytest.mark.parametrize("rule", ACCEPTED)
def test_functions_of_well_known_modules_may_be_read(rule):
    assert freeze(rule).digest == freeze(rule).digest


def test_a_variable_of_the_function_itself_is_not_the_global_of_that_name():
    def rule(taken):
        return [taken - k for k in (1, 2)], (lambda: taken)()

    assert freeze(rule).function(3) == ([2, 1], 3)


def test_attributes_are_found_in_a_function_that_reads_very_many_names():
    many = "".join(f"    i += n{k}\n" for k in range(300))
    config = types.SimpleNamespace(TAKE=2)
    rule, _ = of(
        f"def rule(i):\n{many}    return config.TAKE",
        config=config,
        **{f"n{k}": k for k in range(300)},
    )
    assert freeze(rule).function(0) == 2


itself = [1]
itself.append(itself)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "import config; return config.TAKE",
            "imports config whenever it is asked: write the import at the top",
        ),
        ("from config import TAKE; return TAKE", "imports config whenever it is asked"),
        (
            "global TAKE; TAKE = i",
            "changes the global TAKE: a rule must say the same whenever it is asked",
        ),
        ("return config.__dict__['TAKE']", "reads config, an object of the class SimpleNamespace"),
        ("return itself[0]", "reads a value that contains itself"),
    ],
)
def test_what_would_be_read_unseen_is_refused(body, said):
    rule, _ = of(f"def rule(i):\n    {body}", config=types.SimpleNamespace(TAKE=2), itself=itself)
    with pytest.raises(CannotFreeze, match=said):
        freeze(rule)


def test_a_digest_is_the_same_under_another_name_of_the_main_module():
    """A child of multiprocessing has the rules in ``__mp_main__``, and a test imports them from
    their file.
    """
    source = (
        "import enum\nfrom typing import NamedTuple\n"
        "class Take(enum.IntEnum):\n    MOST = 2\n"
        "class Move(NamedTuple):\n    take: int = 2\n"
        "class Wrong(ValueError):\n    pass\n"
        "def rule(i):\n    if i < 0:\n        raise Wrong\n    return Take.MOST + Move().take"
    )
    digests = {
        freeze(of(source, __name__=name)[0]).digest for name in ("__main__", "__mp_main__", "rules")
    }
    assert len(digests) == 1


def test_a_large_array_is_copied_once_and_again_when_it_has_changed():
    large = np.arange(10_000)
    one, two = freeze(lambda i: large[i]).function, freeze(lambda i: large[-i]).function
    copies = [
        function.__closure__[0].cell_contents for function in (one, two, with_helpers(one, None))
    ]
    assert copies[0] is copies[1] is copies[2]
    large[0] = 7
    assert freeze(one).function(0) == 0
    assert freeze(lambda i: large[i]).function(0) == 7


def test_two_functions_that_call_each_other_become_one_helper_each():
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n > 0 and even(n - 1)

    frozen, made = freeze(lambda n: even(n)), []
    with_helpers(frozen.function, lambda helper: made.append(helper.__name__) or helper)
    assert (sorted(made), frozen.recursive, frozen.function(4)) == (["even", "odd"], True, True)
    assert not freeze(lambda n: n).recursive


RECURSIVE = """
from gamefast import CompiledGraph
from gamefast import solve

def even(n):
    return n == 0 or odd(n - 1)

def odd(n):
    return n > 0 and even(n - 1)

def counted(n):
    return counted(n - 1) + 1 if n > 0 else 0

def options(pile, data, out):
    take = counted(2) if even(pile % 7) else 2
    for k in range(min(take, pile)):
        out[k] = pile - k - 1
    return min(take, pile)

print(str(solve(CompiledGraph.of(300_000, options, lambda pile, data: -1))[299_999]))
"""


@pytest.mark.slow
def test_rules_that_call_themselves_run_in_the_next_session_too(tmp_path):
    (tmp_path / "script.py").write_text(RECURSIVE)
    for _ in range(2):  # machine code of the first session would be read from disk by the second
        done = run_python(
            "import runpy, sys; sys.path[0] = '.'; runpy.run_path('script.py')", tmp_path
        )
        assert done.stdout == "WIN in 199999\n", done.stderr
