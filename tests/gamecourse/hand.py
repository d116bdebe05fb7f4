"""A hand for the widgets of the stage: what the browser sees, and what it does when something is
pressed.

It follows ``js/play.js`` and its sources: the table of a small game, or else the kernel, which is
asked.
"""

import base64
import json
import zlib
from itertools import accumulate, pairwise, product

from naive import game

from gamelib import LOSS


def unpacked(packed):
    """What ``pack`` has packed."""
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def jumps(self, cell):
    """To each cell a knight away; to the corner also by that cell alone."""
    steps = [
        (r, c)
        for r, c in product(range(3), repeat=2)
        if {abs(r - cell[0]), abs(c - cell[1])} == {1, 2}
    ]
    return [*((cell, there) for there in steps), *[(0, 0)] * (cell != (0, 0))]


#: A reader's game: a knight to the far corner of the board; a move is a pair of cells, or one cell.
KNIGHT = game(
    shape=(3, 3),
    pieces={"N": "♞"},
    impartial=None,
    start=lambda self: (0, 0),
    moves=jumps,
    play=lambda self, cell, move: move[1] if isinstance(move[0], tuple) else move,
    outcome=lambda self, cell: LOSS if cell == (2, 2) else None,
    text=lambda self, cell: "\n".join(
        "".join("N" if (r, c) == cell else "." for c in range(3)) for r in range(3)
    ),
)


class Asked(Exception):
    """The kernel has refused."""


def answered(widget, asked):
    """What the kernel answers to a question of the page."""
    told = []
    widget.send = told.append
    widget.on_question(widget, asked)
    (answer,) = told
    return json.loads(json.dumps(answer))


def ask(widget, **what):
    """The same; where the kernel refuses, that is raised."""
    answer = answered(widget, {"id": "1", **what})
    if "fault" in answer:
        raise Asked(answer["fault"])
    return answer


class Table:
    """The source that the page carries."""

    def __init__(self, packed):
        self.columns, self.start = unpacked(packed), 0
        self.first, to, met = [0, *accumulate(self.columns["counts"])], [], 1
        for back in self.columns["options"].get("to", []):
            to.append(met - back)
            met += not back
        self.columns["options"]["to"] = to

    def at(self, columns, i):
        row = {name: column[i] for name, column in columns.items()}
        return self.columns["listed"][row.pop("listed")] | row if "listed" in row else row

    def row(self, i, known=True):
        c = self.columns
        options = [{"ways": [], **self.at(c["options"], m)} for m in range(*self.first[i : i + 2])]
        for option in options:
            there = self.at(c["rows"], option["to"])
            option |= {
                name: there[name] for name in ("mark", "moves", "value", "parts") if name in there
            }
        return {"pieces": "", **self.at(c["rows"], i), "options": options}

    def reply(self, i, seen=()):
        best, first = self.columns["rows"]["best"][i], self.first[i]
        when = {there: k for k, there in enumerate(seen)}
        there = self.columns["options"]["to"]
        return {
            "move": min(
                best if isinstance(best, list) else [best],
                key=lambda k: when.get(there[first + k], -1),
            )
        }


class Remote:
    """The kernel as a source."""

    start = ()

    def __init__(self, widget):
        self.widget = widget

    def row(self, line, known=False):
        row = ask(self.widget, what="row", line=line, known=known)
        for k, option in enumerate(row["options"]):
            option["to"] = (*line, k)
        return row

    def reply(self, line, seen=()):
        return ask(self.widget, what="reply", line=line)


class Hand:
    def __init__(self, widget):
        self.widget = widget
        packed = widget.scene["table"]
        self.table = packed and Table(packed)
        self.source = self.table or Remote(widget)
        self.sides = {}  # after so many moves: which of its ways a move was made in

    def at(self, played):
        """What the source calls the position after these moves."""
        at = self.source.start
        for _, option in self.rows(played):
            at = option["to"]
        return at

    def rows(self, played):
        """The rows of the positions that have been, each with the option that was taken."""
        at = self.source.start
        for k in played:
            row = self.source.row(at)
            yield row, row["options"][k]
            at = row["options"][k]["to"]

    @property
    def place(self):
        """What the source calls the position that is shown."""
        return self.at(self.widget.state["played"])

    @property
    def row(self):
        return self.source.row(self.place)

    @property
    def pieces(self):
        return self.row["pieces"]

    @property
    def moves(self):
        """The words and the ways of each move."""
        return [(option["text"], option["ways"]) for option in self.row["options"]]

    def hints(self):
        """What the marks say of each move, for who is to move after it: its outcome and the moves
        to the end.
        """
        options = self.source.row(self.place, True)["options"]
        return [(option["mark"], option["moves"], option["value"]) for option in options]

    def lie(self):
        """Where each piece lies on the page: pins stay where they are, though a move gives them
        other numbers.
        """
        plain = list(range(len(self.widget.scene["picture"]["spots"])))
        at = plain
        for ply, (_, option) in enumerate(self.rows(self.widget.state["played"])):
            stay = option.get("stay")
            after = list(at) if stay else plain
            for to, begin, n in stay[self.sides.get(ply, 0)] if stay else ():
                after[to : to + n] = at[begin : begin + n]
            at = after
        return at

    def press(self, what):
        """Press a spot, by its number, or a button, by its words; the opponent answers."""
        (k,) = [k for k, (text, ways) in enumerate(self.moves) if text == what or [what] in ways]
        self.press_move(k)

    def press_move(self, k, side=0):
        """Play the k-th move there is, in one of its ways; the opponent answers."""
        played = self.widget.state["played"]
        self.sides[len(played)] = side
        self._play([*played, k])

    def begin_second(self):
        """Change sides: the opponent begins."""
        self._play([], 1)

    def _play(self, played, you=None):
        """As in ``play.js``: until it is your turn again, and only then it is kept."""
        you = self.widget.you if you is None else you
        while True:
            at = self.at(played)
            row = self.source.row(at)
            turn = row["turn"] if self.widget.scene["extensive"] else str(len(played) % 2)
            if row["end"] is not None or turn == str(you):
                break
            been = [self.at(played[:ply]) for ply in range(len(played))]
            played = [*played, self.source.reply(at, been)["move"]]
        self.widget.state = self.widget.state | {"played": played, "you": you}


def moments(widget):
    """The steps as the browser shows them: what one leaves out is as in the step before."""
    steps = unpacked(widget.scene["steps"])
    for before, step in pairwise(steps):
        step["shown"] = [
            {**old, **new} for old, new in zip(before["shown"], step["shown"], strict=True)
        ]
        step["counts"] = step.get("counts", before.get("counts"))
    return steps
