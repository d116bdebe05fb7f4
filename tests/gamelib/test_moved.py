"""What was in gamelib once, or is done by others: old names say where it is, and absence is said in a sentence."""

import importlib
import re
import runpy

import pytest

import gamelib
from gamelib import moved, offers
from gamelib.machine import Kernel


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("gamelib.show", "gamecourse.show"),
        ("gamelib.storage", "gamefast.storage"),
        ("gamelib.check", "gamecourse.check"),
        ("gamelib.games.spiel", "gamefast.spiel"),
        ("gamelib.solvers.backward.tokens", "gamefast.backward.tokens"),
        ("gamelib.solvers.spread", "gamefast.spread"),
        ("gamelib.machine.stopping", "gamefast.stopping"),
    ],
)
def test_an_old_module_is_answered_with_its_new_name(old, new):
    for _ in range(2):  # and again: nothing half imported is left
        with pytest.raises(ModuleNotFoundError, match=f"^{re.escape(old)} has moved: it is {new} now$") as caught:
            importlib.import_module(old)
        assert caught.value.name == old


def test_of_a_module_in_a_folder_that_has_moved_the_folder_is_told():
    with pytest.raises(ModuleNotFoundError, match=r"^gamelib\.show has moved: it is gamecourse\.show now$"):
        importlib.import_module("gamelib.show.boards")
    assert moved.home_of("gamelib.show.boards") == "gamecourse.show.boards"
    assert moved.home_of("gamelib.check.engine") == "gamecourse.check.machinery.engine"
    assert moved.home_of("gamelib.check.apart.judge") == "gamecourse.check.marks.judge"
    assert moved.home_of("gamelib.storage.runs") == "gamefast.storage.runs"


OLD = [(module, name, home) for module, names in moved.NAMES.items() for name, home in names.items()]


@pytest.mark.parametrize(("module", "name", "home"), [*OLD, ("gamelib.arenas", "marks", "gamefast.arenas")])
def test_an_old_name_is_answered_with_its_new_place(module, name, home):
    assert moved.home_of(module, name) == home
    if module != "gamelib.arenas":
        with pytest.raises(ImportError, match=f"^{name} has moved: from {re.escape(home)} import {name}$"):
            exec(f"from {module} import {name}")


def test_what_never_was_is_no_attribute_and_no_module():
    with pytest.raises(AttributeError, match="module 'gamelib' has no attribute 'sovle'"):
        gamelib.sovle  # noqa: B018
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'gamelib\.sovle'"):
        importlib.import_module("gamelib.sovle")
    assert not hasattr(gamelib, "__wrapped__")  # inspect asks for it


def test_without_others_nothing_is_offered_and_what_only_they_can_do_is_said(monkeypatch):
    offers._load()  # what there is, is loaded once
    monkeypatch.setattr(offers, "_OFFERS", {})
    assert offers.offered("solve", 7) is None
    assert offers.offered("keep") is None
    with pytest.raises(
        ModuleNotFoundError, match=r"^a long run is in gamefast, which is not installed here$"
    ) as caught:
        offers.needed("keep", "a long run")
    assert caught.value.name == "gamefast"
    kernel = Kernel(lambda values: len(values))
    assert kernel.compiled == kernel.interpreted


def test_an_offer_is_for_exactly_this_class_and_the_first_stands(monkeypatch):
    offers._load()
    monkeypatch.setattr(offers, "_OFFERS", {})

    class Arena: ...

    class Other(Arena): ...

    first = offers.offer("solve", Arena)(lambda arena: "first")
    assert offers.offer("solve", Arena)(lambda arena: "second") is first
    assert offers.offered("solve", Arena()) is first is offers.offered("solve", Arena())
    assert offers.offered("solve", Other()) is None
    assert offers.offered("reverse", Arena()) is None
    anything = offers.offer("keep")(lambda: None)
    assert offers.offered("keep") is anything is offers.needed("keep", "a long run")


def test_the_command_line_without_gamecourse_says_where_it_is(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="the command line is in gamecourse, which is not installed here"):
        runpy.run_path(gamelib.__path__[0] + "/__main__.py", run_name="__main__")
