"""Answers that do not come to an end, in a page's Python."""

import pytest
from drawn import drawn
from runner import Silent

IMPORTS = {"id": "imports", "source": "from gamecourse.check import matches as check"}


def check(page, answer, *, given=""):
    """The result of an answer to the first exercise of the course."""
    cells = [
        IMPORTS,
        {"id": "given", "source": given},
        {"id": "other-takes-answer", "source": answer},
        {"id": "other-takes-check", "source": "check.other_takes(wins)"},
    ]
    return page.ask("check", cells, "other-takes-check")


#: A right answer up to a pile of five; then comes what is tried here.
LARGE = """
def wins(n, takes):
    if n > 5:
{block}
    f = []
    for k in range(n + 1):
        f.append(any(not f[k - t] for t in takes if t <= k))
    return f[n]
"""


def large(block):
    """An answer that does this for large piles."""
    lines = "\n".join(f"        {line}" for line in block.splitlines())
    return LARGE.format(block=lines)


#: Calls that never end, by what they do.
ENDLESS = {
    "loop": "while True:\n    pass",
    "loop that catches everything": (
        "try:\n    while True:\n        pass\nexcept BaseException:\n    return True"
    ),
    "a long number": "7 ** 7 ** 9",
    "printing": "while True:\n    print(n)",
    "catches each": "while True:\n    try:\n        pass\n    except BaseException:\n        pass",
}


@pytest.mark.parametrize("what", drawn(ENDLESS, 2))
def test_an_endless_call_is_too_slow(page, what):
    result = check(page, large(ENDLESS[what]))
    assert result["state"] == "SLOW"
    assert result["text"].startswith("◔ too slow: right as far as it came; wins(6, (")
    assert result["text"].endswith("had not come to an end after 5 seconds.")
    assert len(result["printed"]) < 3_000
    assert check(page, "def wins(n, takes):\n    return n")["state"] == "WRONG"  # Python lives on


def test_the_page_ends_what_cannot_be_interrupted(page):
    with pytest.raises(Silent, match=r"^wins\(6, \("):
        check(page, large("sum(range(10 ** 13))"))


@pytest.mark.slow
def test_calls_that_are_slow_together(page):
    busy = "end = monotonic() + 4\nwhile monotonic() < end:\n    pass"
    result = check(page, large(busy), given="from time import monotonic")
    assert result["state"] == "SLOW"
    assert "calls have taken 30 seconds together" in result["text"]


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("return wins(n, takes)", "stops with RecursionError: the calls are nested too deep."),
        ("return any(wins(n, takes) for _ in range(2))", "stops with RecursionError: the calls"),
        (
            "row = [0]\nwhile True:\n    row += row",
            "stops with MemoryError (it asks for more memory",
        ),
        ("exit()", "stops with SystemExit: exit() and sys.exit() end a program"),
    ],
    ids=["recursion", "recursion in any", "memory", "exit"],
)
def test_what_ends_a_call(page, block, words):
    result = check(page, large(block))
    assert result["state"] == "WRONG"
    assert result["text"].startswith("✗ wrong: wins(6, (")
    assert words in result["text"]


def test_python_that_has_crashed_says_so(page):
    result = check(page, large("return sorted([1, 2], key=lambda k: wins(n, takes))"))
    crashed = "Python itself has crashed in wins(6, ("
    assert result.get("broken", "").startswith(crashed) or "nested too deep" in result["text"]


@pytest.mark.slow
def test_a_cell_has_a_time_limit(page):
    result = check(page, "wins = None\nwhile True:\n    print('on and on')")
    assert result["state"] == "ERROR"
    assert "your cell had not come to an end after 20 seconds" in result["text"]
    assert 20_000 <= len(result["printed"]) < 20_100


def test_an_answer_that_remembers_is_told_so(page):
    memory = "known = {}\ndef wins(n, takes):\n" + (
        "    if n not in known:\n"
        "        known[n] = any(not wins(n - t, takes) for t in takes if t <= n)\n"
        "    return known[n]"
    )
    result = check(page, memory)
    assert "Asked this question alone, your function is right" in result["text"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("def wins(n, takes)\n    return 1", "SyntaxError: expected ':'"),
        ("winning = 3", "NameError: name 'wins' is not defined"),
        ("wins = 1 / 0", "ZeroDivisionError: division by zero"),
        ("import numpy as np\nwins = np.array(3)", "numpy does not run in this page"),
        ("import maths\nwins = 1", "ModuleNotFoundError: No module named 'maths'"),
    ],
)
def test_a_cell_that_cannot_be_run(page, answer, words):
    result = check(page, answer)
    assert result["state"] == "ERROR"
    assert words in result["text"]
    assert "answer>" in result["text"] or "NameError" in result["text"]
    assert "gamecourse/live" not in result["text"].replace("gamecourse.live.missing", "")
