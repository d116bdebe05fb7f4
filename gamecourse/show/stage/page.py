"""A page with games to play that opens from a disk: no network, no kernel, nothing to install."""

from __future__ import annotations

import html
from string import Template
from typing import Any

from gamecourse.show.dice import PlayDice
from gamecourse.show.figures import bring_drawings
from gamecourse.show.heaps import PlayHeaps
from gamecourse.show.stage.marks import looks_ahead
from gamecourse.show.stage.table import MOST_KNOWN, MOST_POSITIONS
from gamecourse.show.stage.widget import JS, Stage, script, style
from gamecourse.show.widgets import Play
from gamefast import Searched, ask, solve
from gamelib import Sum
from gamelib.core import TooLarge
from gamelib.games import CopsAndThief, HeapGame, Matches, Nim, TicTacToe


def page(widgets: dict[str, Stage], title: str = "Games to play") -> str:
    """Return an HTML page on which these widgets live without a kernel.

    Parameters
    ----------
    widgets
        Widgets of the stage, by the headings above them.
    title
        The heading of the page.

    Returns
    -------
    str
        The page, with everything it needs inside.

    Raises
    ------
    TypeError
        For anything that is not a widget of the stage.
    ValueError
        For a widget that needs a kernel, because its game is too large for a page to carry.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> from gamecourse.show import widgets
    >>> page({"Fifteen matches": widgets.Play(Matches(15))}).startswith("<!DOCTYPE html>")
    True
    """
    sections = "\n".join(_section(name, widget) for name, widget in widgets.items())
    template = Template((JS / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=html.escape(title), style=style(), sections=sections, script=script()
    )


def four() -> dict[str, Any]:
    """Return the four games that begin the course, by their headings."""
    board = CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")
    return {
        "Fifteen matches": Matches(15),
        "Policeman and thief": board,
        "Tic-tac-toe": TicTacToe(),
        "Nim": Nim((3, 4, 5)),
    }


def player(game: Any) -> Play:
    """Return the widget that suits a game: with dice, with heaps, or with neither.

    >>> from gamelib.games import ConnectFour, OverwriteTicTacToe
    >>> games = Nim((1, 2)), Matches(3), OverwriteTicTacToe(2), ConnectFour()
    >>> [type(player(game)).__name__ for game in games]
    ['PlayHeaps', 'Play', 'PlayDice', 'Play']
    """
    if ask.is_extensive(ask.any_game(game)):
        return PlayDice(game)
    play: Play | None = None
    try:
        solution = solve(game, max_positions=MOST_KNOWN)
        widget = PlayHeaps if isinstance(game, HeapGame | Sum) else Play
        play = widget(game, solution=solution)
    except TooLarge:
        if looks_ahead(game, game.start(), None):  # the page itself can play
            play = Play(game, solution=Searched(game))
    if play is None or play.live:
        raise ValueError(f"{game!r} has more positions than a page can carry ({MOST_POSITIONS:,})")
    return play


def embed() -> Embedded:
    """Make the widgets of this notebook bring their scenes with them, so that they play on any page
    made of it; and its figures drawings that stay sharp at any size.

    For nbconvert and similar tools, call this before the first widget and show what it returns,
    which draws the scenes. A game too large for a page brings only some lines of play.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> from gamecourse.show import widgets
    >>> shown, game = embed(), widgets.Play(Matches(3))
    >>> "<script>" in shown._repr_html_(), "data-stage" in game._repr_mimebundle_()["text/html"]
    (True, True)
    >>> Stage.embedded = False
    """
    Stage.embedded = True
    bring_drawings()
    return Embedded()


class Embedded:
    """What draws the scenes of a page."""

    def __repr__(self) -> str:
        return "Widgets bring their scenes with them."

    def _repr_html_(self) -> str:
        when_loaded = f'document.addEventListener("DOMContentLoaded", () => {{\n{script()}}});'
        return f"<style>{style()}</style><script>{when_loaded}</script>"


def _section(name: str, widget: Any) -> str:
    """Return a widget with its heading; refuse what is no widget, and one that needs a kernel."""
    if not isinstance(widget, Stage):
        raise TypeError(
            f"{widget!r} is not a widget of the stage: give widgets.Play(game) and the like"
        )
    if widget.live:
        raise ValueError(
            f"{name}: this game is too large for a page to carry; it needs a running kernel"
        )
    return f"<section><h2>{html.escape(name)}</h2>{widget.section()}</section>"
