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

from gamecourse.show.colours import MARKS
from gamecourse.show.records import Columns, Known, Option, Row
from gamecourse.show.session import why_over
from gamecourse.show.stage.drawing import move_words
from gamecourse.show.stage.spots import Block, Drawing, Way, ways_of
from gamelib import Answer, Solution, Verdict, gate
from gamelib.core import CHANCE, Outcome, is_extensive, text_of
from gamelib.play import Tricky

#: A page carries a table of at most this many positions and moves.
MOST_POSITIONS, MOST_MOVES = 20_000, 60_000

#: It has at most this many characters unpacked, and packed.
MOST_WRITTEN, MOST_CHARACTERS = 4_000_000, 100_000

#: A table is not tried for a game with more known positions than this, or more classes of symmetric
#: positions.
MOST_KNOWN, MOST_CLASSES = 25_000, 1_000

#: What many positions or options share, and is listed once: of a position, and of an option.
SHARED_ROW, SHARED_OPTION = ("caption", "why"), ("text", "ways", "stay", "odds")

#: The moves or the outcomes of chance, and the positions to which they lead.
Steps = list[tuple[Any, Any]]


def may_fit(answer: Answer[Any, Any, Any]) -> bool:
    """Return whether to try to put the whole game into the page."""
    # An answer of the engine, whose graph says so, may count one position of each symmetry class.
    may_be_classes = getattr(getattr(answer, "graph", None), "classes", False)
    return len(answer) <= (MOST_CLASSES if may_be_classes else MOST_KNOWN)


@dataclass(frozen=True)
class RowBuilder:
    """Builds the rows of a game's positions: how they look, what can be done there, and what is
    known of them.

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
        if is_extensive(self.game):
            return True
        answer: Any = self.answer
        if hasattr(answer, "numbers"):  # an answer of the engine says so itself
            return answer.numbers is not None
        if not isinstance(answer, Solution):
            return False
        return any(verdict.value not in (-1, 0, 1) for verdict in answer.known.values())

    def row(self, position: Any, steps: Steps) -> Row:
        """Return a position with these steps, except for its options."""
        row: Row = {
            "pieces": self.drawing.pieces(position),
            "caption": self.drawing.caption(position),
            "text": text_of(self.game, position),
            "turn": self._turn(position),
            "end": None,
        }
        _add_known(row, self.known(position))
        if not steps:
            row["end"] = self._end(position)
            row["why"] = why_over(self.game, position)
            row["won"] = self.drawing.won(position)
        return row

    def _turn(self, position: Any) -> str:
        """Return whose turn it is, as a row says it."""
        turn = gate.turn(self.game, position) if is_extensive(self.game) else None
        if turn == CHANCE:
            return "c"
        return "." if turn is None else str(turn)

    def _end(self, position: Any) -> Any:
        """Return what the end of play is worth, as JSON."""
        if is_extensive(self.game):
            return plain_value(tuple(map(float, self.game.payoffs(position))))
        return plain_value(float(self.game.outcome(position)))

    def known(self, position: Any) -> Known:
        """Return what is known of a position: its outcome, remoteness and value, and the nimbers of
        its parts.
        """
        parts = self.parts(position)
        if self.answer is None:
            return {"mark": "", "moves": -1, "value": None, "parts": parts}
        verdict = self.answer[position]
        value = worth(verdict)
        number = value[0] if isinstance(value, tuple) else value  # of payoffs, player 0's
        sign = (number > 0) - (number < 0)  # 1, 0 or -1, as the outcomes are
        remoteness = getattr(verdict, "remoteness", None)
        return {
            "mark": MARKS[Outcome(sign)].letter,
            "moves": -1 if remoteness is None else remoteness,
            "value": plain_value(value),
            "parts": parts,
        }

    def options(self, position: Any, steps: Steps) -> list[Option]:
        """Return what can be done at a position: the words, the ways to do it by hand, and the
        pieces that stay.
        """
        if is_extensive(self.game) and gate.turn(self.game, position) == CHANCE:
            return [self._outcome(position, next_position, odds) for odds, next_position in steps]
        moves = [move for move, _ in steps]
        options: list[Option] = []
        for move, ways in zip(moves, ways_of(self.drawing, position, moves), strict=True):
            words = move_words(self.game, position, move)
            stay = self._stay(position, move, ways)
            options.append({"text": words, "ways": ways, "stay": stay})
        return options

    def _outcome(self, position: Any, next_position: Any, odds: Any) -> Option:
        """Return an outcome of chance as an option."""
        if hasattr(self.game, "chance_text"):
            words = str(self.game.chance_text(position, next_position))
        else:
            words = text_of(self.game, next_position)
        return {"text": words, "ways": [], "odds": str(odds)}

    def _stay(self, position: Any, move: Any, ways: list[Way]) -> list[list[Block]]:
        """Return, for each way to make a move, or for its button, which pieces stay where they lie;
        [] if none do.
        """
        if self.drawing.stay is None:
            return []
        button: Way = ()  # no spot is pressed
        blocks_of_ways = [self.drawing.stay(position, move, way) for way in ways or [button]]
        drawable = [blocks for blocks in blocks_of_ways if blocks is not None]
        return drawable if len(drawable) == len(blocks_of_ways) else []

    def whole_row(self, position: Any) -> Row:
        """Return a position with all its options, for a browser that has no table and asks the
        kernel.
        """
        steps = gate.steps(self.game, position)
        row = self.row(position, steps)
        row["options"] = self.options(position, steps)
        row["numbers"] = self.numbers
        for option, (_, next_position) in zip(row["options"], steps, strict=True):
            _add_known(option, self.known(next_position))
        return row


def _add_known(record: Known, known: Known) -> None:
    """Add what is known of a position to its row, or to an option that leads to it."""
    record["mark"] = known["mark"]
    record["moves"] = known["moves"]
    record["value"] = known["value"]
    record["parts"] = known["parts"]


def columns(
    builder: RowBuilder,
    start: Any,
    reply: Callable[[Any], Any],
    excerpt: Mapping[Any, list[int]] | None = None,
) -> Columns | None:
    """Return all positions that can come up from ``start``, number 0, as ``js/table.js`` reads
    them; None if too many.

    ``reply`` is the opponent's strategy; of a ``Tricky`` one all equally good moves are listed.
    ``excerpt`` has the numbers of the moves to tell at each position, if not all are told.
    """
    positions = [start]
    number = {start: 0}
    shared = SharedEntries()
    rows: list[dict[str, Any]] = []
    options: list[dict[str, Any]] = []
    counts: list[int] = []
    for position in positions:  # grows while it is walked
        steps = gate.steps(builder.game, position)
        row = builder.row(position, steps)
        if excerpt is not None and steps:
            steps = [steps[k] for k in excerpt[position]]
        for option, (_, next_position) in zip(builder.options(position, steps), steps, strict=True):
            next_number = len(positions)  # of a new position
            # 0 if it is new, and otherwise how far back it is: such numbers are small and often
            # alike, so that they pack well.
            option["to"] = next_number - number.setdefault(next_position, next_number)
            if option["to"] == 0:
                positions.append(next_position)
            options.append(shared.take_from(option, SHARED_OPTION))
        row["best"] = 0 if row["turn"] == "c" else _best(position, steps, reply)
        rows.append(shared.take_from(row, SHARED_ROW))
        counts.append(len(steps))
        if len(positions) > MOST_POSITIONS or len(options) > MOST_MOVES:
            return None
    if shared.characters + sum(len(row["text"]) for row in rows) > MOST_WRITTEN:
        return None
    return {
        "rows": _by_column(rows),
        "options": _by_column(options),
        "counts": counts,
        "listed": shared.entries,
        "numbers": builder.numbers,
    }


def _best(position: Any, steps: Steps, reply: Callable[[Any], Any]) -> int | list[int]:
    """Return the number of the opponent's move, or the numbers of several that are as good."""
    if len(steps) <= 1:
        return 0
    if isinstance(reply, Tricky):
        moves = [move for move, _ in reply.pressing_steps(position)]
    else:
        moves = [reply(position)]
    numbers = [k for k, (move, _) in enumerate(steps) if move in moves]
    return numbers if len(numbers) > 1 else numbers[0]


class SharedEntries:
    """What many rows have in common; each is kept once, and a row has its number."""

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}

    @property
    def characters(self) -> int:
        """How many characters the entries have."""
        return sum(map(len, self._numbers))

    def take_from(self, row: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
        """Return a row in which these entries are replaced by one number, ``listed``."""
        shared = {name: row[name] for name in names if row.get(name)}
        key = repr(shared)
        if key not in self._numbers:
            self._numbers[key] = len(self.entries)
            self.entries.append(shared)
        rest = {name: entry for name, entry in row.items() if name not in names}
        return rest | {"listed": self._numbers[key]}


def _by_column(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return rows as columns; a column without entries is left out, and letters form one string."""
    names = dict.fromkeys(name for row in rows for name in row)
    table = {name: [row.get(name, "") for row in rows] for name in names}
    filled: dict[str, Any] = {
        name: column
        for name, column in table.items()
        if any(entry not in ("", [], None) for entry in column)
    }
    for name in ("turn", "mark"):
        if name in filled:
            filled[name] = "".join(filled[name])
    return filled


def packed_columns(
    builder: RowBuilder,
    start: Any,
    reply: Callable[[Any], Any],
    excerpt: Mapping[Any, list[int]] | None = None,
) -> str | None:
    """Return what ``columns`` gives, packed; None if that is more than a page carries."""
    table = columns(builder, start, reply, excerpt)
    if table is None:
        return None
    packed = pack(table)
    return packed if len(packed) <= MOST_CHARACTERS else None


def pack(what: Any) -> str:
    """Return JSON, deflated and in base64, which ``unpack`` of ``js/scene.js`` reads."""
    text = json.dumps(what, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def plain_value(value: Any) -> Any:
    """Return a number for JSON, a fraction as a string; if two payoffs add up to zero, only player
    0's.

    >>> plain_value(Fraction(1, 3)), plain_value((2.0, -2.0)), plain_value((2, 5))
    ('1/3', 2, [2, 5])
    """
    if isinstance(value, tuple):
        if len(value) == 2 and value[0] == -value[1]:
            return plain_value(value[0])
        return [*map(plain_value, value)]
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
