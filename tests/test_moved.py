"""What stood in gamelib once, and stands elsewhere now: each old import is answered with the new
one.
"""

import importlib
import re
from pathlib import Path

import pytest

import gamelib
from gamecourse.renewing import renewed
from gamelib import games, moved

THIRD = (
    (Path(__file__).parents[1] / "CHANGELOG.md")
    .read_text()
    .partition("## 0.3.0")[2]
    .partition("\n## ")[0]
)
OLD_NAMES = {tuple(old.rsplit(".", 1)): new.rpartition(".")[0] for old, new in moved.NAMES.items()}


@pytest.mark.parametrize("old", moved.MODULES)
def test_an_old_module_says_where_it_is_now(old):
    # its folder, if that has moved, too
    first = min((name for name in moved.MODULES if f"{old}.".startswith(f"{name}.")), key=len)
    with pytest.raises(
        ImportError, match=f"^{re.escape(first)} has moved: it is {moved.MODULES[first]} now$"
    ):
        importlib.import_module(old)
    pytest.importorskip("pyspiel") if old.endswith("spiel") else None
    assert importlib.import_module(moved.MODULES[old])


@pytest.mark.parametrize(("module", "name"), OLD_NAMES)
def test_an_old_name_is_where_the_table_says(module, name):
    home = OLD_NAMES[module, name]
    assert hasattr(importlib.import_module(home), name)
    said = f"{name} has moved: from {home} import {name}"
    if (
        f"{module}.{name}" in moved.MODULES
    ):  # a module of this name has moved as well, and Python asks for that
        said = f"{module}.{name} has moved: it is {home} now"
    with pytest.raises(ImportError, match=f"^{re.escape(said)}$"):
        exec(f"from {module} import {name}")


@pytest.mark.parametrize(
    ("module", "name"), [*OLD_NAMES, *(tuple(old.rsplit(".", 1)) for old in moved.MODULES)]
)
def test_asking_whether_a_module_has_an_old_name_is_answered_with_no(module, name):
    try:
        home = importlib.import_module(module)
    except ImportError:  # the folder itself has moved
        return
    assert not hasattr(home, name)
    assert getattr(home, name, None) is None
    with pytest.raises(AttributeError):
        getattr(home, name)


def test_an_old_name_asked_for_as_an_attribute_says_where_it_is_now():
    with pytest.raises(AttributeError, match=r"^save has moved: from gamefast import save$"):
        gamelib.save  # noqa: B018
    with pytest.raises(AttributeError, match=r"^check has moved: from gamecourse import check$"):
        gamelib.check  # noqa: B018
    with pytest.raises(AttributeError, match=r"^Ending has moved: from gamefast import Ending$"):
        games.Ending  # noqa: B018


@pytest.mark.parametrize(
    "module", ["gamelib", "gamelib.games", "gamelib.play", "gamefast", "gamecourse"]
)
def test_what_a_module_has_never_had_is_not_there(module):
    assert not hasattr(importlib.import_module(module), "sovle")


def test_the_table_of_the_changelog_is_that_of_the_package():
    """What lay under the lectures in gamelib.check, the engine of verdicts, is told there in one
    line.
    """
    table = re.findall(r"^\| `(gamelib[\w.]+)` \| `(game[\w.]+)` \|$", THIRD, re.MULTILINE)
    modules = {(old, new) for old, new in moved.MODULES.items() if ".check.machinery." not in new}
    assert {*table} == modules | {*moved.NAMES.items()}


def test_what_has_never_been_there_is_told_as_python_does():
    with pytest.raises(ImportError, match="cannot import name 'sovle' from 'gamelib'"):
        exec("from gamelib import sovle")
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'gamelib\.nothing'"):
        importlib.import_module("gamelib.nothing")


LINES = {
    "from gamelib import solve": "from gamelib import solve",
    "from gamelib import solve, save": "from gamefast import save\nfrom gamelib import solve",
    "from gamelib import (  # all\n    save as keep,\n    show_source,\n)  # so": (
        "from gamecourse import show_source\nfrom gamefast import save as keep  # so"
    ),
    "    from gamelib.games import Ending, Nim": "    from gamefast import Ending\n    from gamelib.games import Nim",
    "from gamelib.show import boards, widgets": "from gamecourse.show import boards, widgets",
    "from gamelib.show.boards import draw": "from gamecourse.show.boards import draw",
    "from gamelib import check, mex": "from gamecourse import check\nfrom gamelib import mex",
    "from gamelib.solvers import spread": "from gamefast import spread",
    "import gamelib.show.plots as p": "import gamecourse.show.plots as p",
    "import gamelib.show.plots": "import gamelib.show.plots",  # the name is used below, and stays
    "x = 'from gamelib import save'": "x = 'from gamelib import save'",
    "# from gamelib import save": "# from gamelib import save",
    "from gamelib import *": "from gamelib import *",
}


@pytest.mark.parametrize("old", LINES)
def test_the_lines_of_an_import_are_renewed(old):
    assert renewed(f"%magic\n{old}\nx = 1") == f"%magic\n{LINES[old]}\nx = 1"
    assert renewed(LINES[old]) == LINES[old]
