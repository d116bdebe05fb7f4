"""Who does a thing sooner: asked for by exactly this class; and what is said where nobody does."""

import runpy

import pytest

import gamelib
from gamefast.machine import Kernel
from gamelib import offers


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
    with pytest.raises(
        SystemExit, match="the command line is in gamecourse, which is not installed here"
    ):
        runpy.run_path(gamelib.__path__[0] + "/__main__.py", run_name="__main__")
