"""A solved game as columns, small enough to be carried by the page: then the browser plays alone."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from gamecourse.show.shades import MARKS
from gamecourse.show.stage.drawing import move_words
from gamecourse.show.stage.spots import Drawing, Way, ways_of
from gamefast.arenas.compiled import CompiledGraph
from gamelib import ask
from gamelib.answers import Answer, Solution, Verdict
from gamelib.core import CHANCE, Outcome, text_of
from gamelib.play import Roll

#: A page carries a table of at most so many positions, moves, and characters: unpacked, and packed.
MOST_POSITIONS, MOST_MOVES, MOST_WRITTEN, MOST_CHARACTERS = 20_000, 60_000, 4_000_000, 300_000

#: It is not tried for a game with more positions known, or with more classes of symmetric ones.
MOST_KNOWN, MOST_CLASSES = 25_000, 1_000


def may_fit(answer: Answer[Any]) -> bool:
    """Whether it is worth trying to put the whole game into the page. Rules over numbers may number classes only."""
    classes = isinstance(answer, Solution) and isinstance(answer.graph, CompiledGraph)
    return len(answer) <= (MOST_CLASSES if classes else MOST_KNOWN)


def letter(value: Any) -> str:
    """W, D or L: the sign of a value."""
    return MARKS[Outcome((value > 0) - (value < 0))].letter


class Words:
    """Strings, each kept once and named by its number."""

    def __init__(self) -> None:
        self.list: list[str] = []
        self._number: dict[Any, int] = {}
        self.written = 0

    def number(self, word: Any) -> int:
        """The number of a word."""
        if word not in self._number:
            self._number[word] = len(self.list)
            self.list.append(word)
            self.written += len(word)
        return self._number[word]


def plain_number(value: Any) -> Any:
    """A number as JSON has it: a fraction as its own string."""
    if isinstance(value, Fraction):
        return str(value)
    return int(value) if value == int(value) else float(value)


def worth(known: Any) -> Any:
    """What is known of a position as one number; for an ExtensiveGame, player 0's."""
    if isinstance(known, Verdict):
        return known.value
    if hasattr(known, "payoffs"):  # backward induction
        return known.payoffs[0]
    if hasattr(known, "lower"):  # an interval: its middle
        return (known.lower + known.upper) / 2
    return known[0] if isinstance(known, tuple) else known


def columns(
    game: Any,
    answer: Answer[Any] | Callable[[Any], Any],
    drawing: Drawing,
    position: Any,
    parts: Callable[[Any], list[int]] | None = None,
    *,
    kept: Mapping[Any, list[int]] | None = None,
) -> dict[str, Any] | None:
    """All that play can come to from a position, as the browser reads it (``js/table.js``); None if that is too much.

    Parameters
    ----------
    game, answer
        A game, and what a solver has answered for it; or a mere strategy, of which nothing is told.
    drawing
        How its positions look.
    position
        Where play begins: number 0.
    parts
        The nimbers of a position's parts, if they are to be shown.
    kept
        By position the numbers of the moves that are told, if not all are.

    Returns
    -------
    dict or None
        Columns of numbers and strings, for JSON.
    """
    extensive = ask.is_extensive(game)
    known, best_of = (answer, answer.best) if isinstance(answer, Answer) else (None, answer)
    number, todo, words, places = {position: 0}, [position], Words(), Words()
    table: dict[str, list[Any]] = {name: [] for name in NAMES}
    table["first"].append(0)
    for p in todo:  # grows while it is walked
        turn = ask.turn(game, p) if extensive else None
        steps = ask.steps(game, p)
        goes_on = bool(steps)
        steps = [steps[k] for k in kept[p]] if kept is not None and goes_on else steps
        best = None if len(steps) < 2 or turn == CHANCE else best_of(p)
        by_hand = [[] for _ in steps] if turn == CHANCE else ways_of(drawing, p, [move for move, _ in steps])
        for k, ((move, there), ways) in enumerate(zip(steps, by_hand, strict=True)):
            if there not in number:
                number[there] = len(todo)
                todo.append(there)
            table["to"].append(number[there])
            table["ways"].append(places.number(tuple(ways)))
            if drawing.stay is not None:
                table["stay"].append(places.number(stays(drawing, p, move, ways)))
            table["said"].append(words.number(step_words(game, p, move, there, turn)))
            table["odds"].append(str(move) if turn == CHANCE else "")
            if move is best or (best is not None and move == best):
                table["best"].append(k)
                best = None
        if len(todo) > MOST_POSITIONS or len(table["to"]) > MOST_MOVES or words.written > MOST_WRITTEN:
            return None
        table["first"].append(len(table["to"]))
        if len(table["best"]) < len(table["pieces"]) + 1:
            table["best"].append(0)
        table["turn"].append("c" if turn == CHANCE else "." if turn is None else str(turn))
        for name, value in row(game, known, drawing, p, goes_on).items():
            table[name].append(words.number(value) if name in ("caption", "text") else value)
        if parts is not None:
            table["parts"].append(parts(p))
    told = {name: column for name, column in table.items() if any(x not in ("", []) for x in column)}
    joined = {name: "".join(table[name]) for name in ("turn", "marks")}
    return {**told, **joined, "words": words.list, "places": places.list}


NAMES = (
    "pieces", "caption", "text", "turn", "end", "why", "won", "marks", "moves", "values", "parts",
    "first", "to", "said", "ways", "stay", "best", "odds",
)  # fmt: skip


def row(game: Any, answer: Answer[Any] | None, drawing: Drawing, position: Any, goes_on: bool) -> dict[str, Any]:
    """One position as the browser reads it; without what is known of it where no answer is given."""
    extensive = ask.is_extensive(game)
    end = None
    if not goes_on:
        end = plain_number(float(game.payoffs(position)[0] if extensive else game.outcome(position)))
    shown: dict[str, Any] = {
        "pieces": drawing.pieces(position),
        "caption": drawing.caption(position),
        "text": text_of(game, position),
    }
    shown |= {"end": end, "why": "" if end is None else why_over(game, position)}
    shown |= {"won": [] if end is None else drawing.won(position)}
    if answer is None:
        return {**shown, "marks": "", "moves": -1, "values": None}
    known = answer[position]
    value = worth(known)
    remoteness = getattr(known, "remoteness", None)
    return {
        **shown,
        "marks": letter(value),
        "moves": -1 if remoteness is None else remoteness,
        "values": plain_number(value),
    }


def why_over(game: Any, position: Any) -> str:
    """Why play is over, as a sentence; "" where the game does not say."""
    words = str(game.end_text(position)) if hasattr(game, "end_text") else ""
    return f"{words[0].upper()}{words[1:]}." if words else ""


def live_row(game: Any, answer: Answer[Any] | None, drawing: Drawing, position: Any, yours: bool) -> dict[str, Any]:
    """One position with its moves, for a browser that has no table and asks the kernel.

    Parameters
    ----------
    game, answer
        A game, and what a solver has answered for it; None where nothing is to be told.
    drawing
        How its positions look.
    position
        Where play stands.
    yours
        Whether the moves are to be listed: it is your turn.

    Returns
    -------
    dict
        A ``Row`` of ``js/table.js``.
    """
    steps = ask.steps(game, position)
    shown = row(game, answer, drawing, position, bool(steps))
    shown |= {"mark": shown["marks"], "value": shown["values"], "options": []}
    steps = steps if yours else []
    for (move, there), ways in zip(steps, ways_of(drawing, position, [m for m, _ in steps]), strict=True):
        option = {"text": step_words(game, position, move, there, 0), "ways": ways}
        if answer is not None:
            known = row(game, answer, drawing, there, bool(ask.steps(game, there)))
            option |= {"mark": known["marks"], "moves": known["moves"], "value": known["values"]}
        shown["options"].append(option)
    return shown


def stays(drawing: Drawing, position: Any, move: Any, ways: list[Way]) -> tuple[Any, ...]:
    """For each way to make a move (or for its button) which pieces stay where they lie; () if all are laid out anew."""
    if drawing.stay is None:
        return ()
    found = [drawing.stay(position, move, way) for way in ways or [()]]
    return () if None in found else tuple(tuple(blocks or ()) for blocks in found)


def step_words(game: Any, position: Any, move: Any, there: Any, turn: Any) -> str:
    """A move in words, or a throw of the dice."""
    if turn == CHANCE:
        told = getattr(game, "chance_text", None)
        return str(told(position, there)) if told else text_of(game, there)
    return move_words(game, position, move)


def face(thrown: Roll) -> str:
    """What a die shows: the face of an ordinary one, else the number and how many faces there are."""
    return "⚀⚁⚂⚃⚄⚅"[thrown.number - 1] if thrown.faces == 6 else f"{thrown.number} of {thrown.faces}"


def other_chair(verdict: Verdict) -> Verdict:
    """The verdict on a move, from the verdict on the position it leads to: one move more, the other sign."""
    moves = None if verdict.remoteness is None else verdict.remoteness + 1
    return Verdict(Outcome(-verdict.outcome), moves, -verdict.value)


def packed_columns(*asked: Any, most: int = MOST_CHARACTERS, **also: Any) -> str | None:
    """What ``columns`` gives, packed; None if that is too much for a page to carry, more than ``most`` characters."""
    table = columns(*asked, **also)
    packed = "" if table is None else pack(table)
    return packed if 0 < len(packed) <= most else None


def pack(what: Any) -> str:
    """JSON, deflated, in base64: what ``unpack`` of ``js/table.js`` reads."""
    return base64.b64encode(zlib.compress(json.dumps(what, separators=(",", ":")).encode(), 9)).decode()
