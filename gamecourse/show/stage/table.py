"""A game as the browser reads it: one row for each position, sent one by one or packed into a table
of all rows.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamecourse.show.shades import MARKS
from gamecourse.show.stage.drawing import move_words
from gamecourse.show.stage.spots import Drawing, Way, ways_of
from gamecourse.show.turns import why_over
from gamefast import Solution, ask
from gamefast.compiled.graph import CompiledGraph
from gamelib import Answer, Verdict
from gamelib.core import CHANCE, Outcome, text_of
from gamelib.play import Tricky

#: A page carries a table of at most this many positions, moves, characters unpacked and characters
#: packed.
MOST_POSITIONS, MOST_MOVES, MOST_WRITTEN, MOST_CHARACTERS = 20_000, 60_000, 4_000_000, 100_000

#: A table is not tried for a game with more known positions than this, or more classes of symmetric
#: positions.
MOST_KNOWN, MOST_CLASSES = 25_000, 1_000

#: What many positions or options share, and is listed once: of a position, and of an option.
SHARED_ROW, SHARED_OPTION = ("caption", "why"), ("text", "ways", "stay", "odds")

Steps = list[
    tuple[Any, Any]
]  # the moves or the outcomes of chance, and the positions to which they lead


def may_fit(answer: Answer[Any, Any, Any]) -> bool:
    """Return whether to try to put the whole game into the page. Rules over numbers may number only
    classes.
    """
    classes = isinstance(answer, Solution) and isinstance(answer.graph, CompiledGraph)
    return len(answer) <= (MOST_CLASSES if classes else MOST_KNOWN)


@dataclass(frozen=True)
class Teller:
    """Tells the browser about positions: how they look, what can be done there, and what is known
    of them.

    ``answer`` is a solver's answer for the game; None says nothing about who wins. ``parts`` gives
    the nimbers of a position's parts, if they are to be shown.
    """

    game: Any
    drawing: Drawing
    answer: Answer[Any, Any, Any] | None = None
    parts: Callable[[Any], list[int]] = lambda position: []

    @property
    def numbers(self) -> bool:
        """Whether positions are worth more than won, drawn and lost."""
        return ask.is_extensive(self.game) or getattr(self.answer, "numbers", None) is not None

    def row(self, position: Any, steps: Steps) -> dict[str, Any]:
        """Return a position with these steps as a ``Row`` of ``js/table.js``, except for its
        options.
        """
        game = self.game
        turn = ask.turn(game, position) if ask.is_extensive(game) else None
        row = {
            "pieces": self.drawing.pieces(position),
            "caption": self.drawing.caption(position),
            "text": text_of(game, position),
            "turn": "c" if turn == CHANCE else "." if turn is None else str(turn),
            "end": None,
            **self.known(position),
        }
        if steps:
            return row
        end = (
            tuple(map(float, game.payoffs(position)))
            if ask.is_extensive(game)
            else float(game.outcome(position))
        )
        return row | {
            "end": plain_value(end),
            "why": why_over(game, position),
            "won": self.drawing.won(position),
        }

    def known(self, position: Any) -> dict[str, Any]:
        """Return what is known of a position: its outcome, remoteness and value, and the nimbers of
        its parts.
        """
        parts = self.parts(position)
        if self.answer is None:
            return {"mark": "", "moves": -1, "value": None, "parts": parts}
        known = self.answer[position]
        value, remoteness = worth(known), getattr(known, "remoteness", None)
        first = value[0] if isinstance(value, tuple) else value
        mark = MARKS[Outcome((first > 0) - (first < 0))].letter
        moves = -1 if remoteness is None else remoteness
        return {"mark": mark, "moves": moves, "value": plain_value(value), "parts": parts}

    def options(self, position: Any, steps: Steps) -> list[dict[str, Any]]:
        """Return what can be done at a position: the words, the ways to do it by hand, and the
        pieces that stay.
        """
        if ask.is_extensive(self.game) and ask.turn(self.game, position) == CHANCE:
            told = getattr(self.game, "chance_text", lambda _, there: text_of(self.game, there))
            return [
                {"text": str(told(position, there)), "ways": [], "odds": str(odds)}
                for odds, there in steps
            ]
        ways = ways_of(self.drawing, position, [move for move, _ in steps])
        return [
            {
                "text": move_words(self.game, position, move),
                "ways": hands,
                "stay": self.stays(position, move, hands),
            }
            for (move, _), hands in zip(steps, ways, strict=True)
        ]

    def stays(self, position: Any, move: Any, ways: list[Way]) -> list[Any]:
        """Return, for each way to make a move, or for its button, which pieces stay where they lie;
        [] if none do.
        """
        if self.drawing.stay is None:
            return []
        found = [self.drawing.stay(position, move, way) for way in ways or [()]]
        return [] if None in found else found

    def whole_row(self, position: Any) -> dict[str, Any]:
        """Return a position with all its options, for a browser that has no table and asks the
        kernel.
        """
        steps = ask.steps(self.game, position)
        options = self.options(position, steps)
        for option, (_, there) in zip(options, steps, strict=True):
            option |= self.known(there)
        return self.row(position, steps) | {"options": options, "numbers": self.numbers}


def columns(
    teller: Teller,
    start: Any,
    reply: Callable[[Any], Any],
    kept: Mapping[Any, list[int]] | None = None,
) -> dict[str, Any] | None:
    """Return all positions that can come up from ``start``, number 0, as ``js/table.js`` reads
    them; None if too many.

    ``reply`` is the opponent's strategy; if it is tricky, all its equally good moves are told.
    ``kept`` has the numbers of the moves to tell at each position, if not all are told.
    """
    number, positions, listed = {start: 0}, [start], dict[str, tuple[int, Any]]()
    rows, options, counts = list[dict[str, Any]](), list[dict[str, Any]](), list[int]()
    for position in positions:  # grows while it is walked
        steps = ask.steps(teller.game, position)
        row = teller.row(position, steps)
        steps = steps if kept is None or not steps else [steps[k] for k in kept[position]]
        for option, (_, there) in zip(teller.options(position, steps), steps, strict=True):
            back = len(positions) - number.setdefault(there, len(positions))
            if not back:
                positions.append(there)
            options.append(_listed(option | {"to": back}, SHARED_OPTION, listed))
        if len(steps) > 1 and row["turn"] != "c":
            played = (
                [m for m, _ in reply.pressing_steps(position)]
                if isinstance(reply, Tricky)
                else [reply(position)]
            )
            numbers = [k for k, (move, _) in enumerate(steps) if move in played]
            row["best"] = numbers if len(numbers) > 1 else numbers[0]
        else:
            row["best"] = 0
        rows.append(_listed(row, SHARED_ROW, listed))
        counts.append(len(steps))
        if len(positions) > MOST_POSITIONS or len(options) > MOST_MOVES:
            return None
    if sum(map(len, listed)) + sum(len(row["text"]) for row in rows) > MOST_WRITTEN:
        return None
    more = {
        "counts": counts,
        "listed": [entry for _, entry in listed.values()],
        "numbers": teller.numbers,
    }
    return {"rows": _by_column(rows), "options": _by_column(options), **more}


def _listed(
    row: dict[str, Any], names: tuple[str, ...], listed: dict[str, tuple[int, Any]]
) -> dict[str, Any]:
    """Return a row in which these entries, kept once in ``listed``, are replaced by one number."""
    shared = {name: row[name] for name in names if row.get(name)}
    number, _ = listed.setdefault(repr(shared), (len(listed), shared))
    return {name: entry for name, entry in row.items() if name not in names} | {"listed": number}


def _by_column(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return rows as columns; a column without entries is left out, and letters form one string."""
    names = dict.fromkeys(name for row in rows for name in row)
    table = {name: [row.get(name, "") for row in rows] for name in names}
    told = {
        name: column
        for name, column in table.items()
        if any(entry not in ("", [], None) for entry in column)
    }
    return told | {name: "".join(told[name]) for name in ("turn", "mark") if name in told}


def packed_columns(*asked: Any) -> str | None:
    """Return what ``columns`` gives, packed; None if that is more than a page carries."""
    table = columns(*asked)
    packed = "" if table is None else pack(table)
    return packed if 0 < len(packed) <= MOST_CHARACTERS else None


def pack(what: Any) -> str:
    """Return JSON, deflated and in base64, which ``unpack`` of ``js/scene.js`` reads."""
    return base64.b64encode(
        zlib.compress(json.dumps(what, separators=(",", ":")).encode(), 9)
    ).decode()


def plain_value(value: Any) -> Any:
    """Return a number for JSON, a fraction as a string; if two payoffs add up to zero, only player
    0's.

    >>> plain_value(Fraction(1, 3)), plain_value((2.0, -2.0)), plain_value((2, 5))
    ('1/3', 2, [2, 5])
    """
    if isinstance(value, tuple):
        return (
            plain_value(value[0])
            if len(value) == 2 and value[0] == -value[1]
            else [*map(plain_value, value)]
        )
    if isinstance(value, Fraction):
        return str(value)
    return int(value) if value == int(value) else float(value)


def worth(known: Any) -> Any:
    """Return what is known of a position as a number; for an ExtensiveGame, player 0's, or each
    player's payoffs.
    """
    if isinstance(known, Verdict):
        return known.value
    if hasattr(known, "lower"):  # an interval: its middle
        return (known.lower + known.upper) / 2
    return getattr(known, "payoffs", known)
