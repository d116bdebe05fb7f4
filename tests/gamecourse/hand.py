"""A hand for the widgets of the stage: what the browser sees, and what it does when something is pressed.

It follows ``js/play.js``: in the table of a small game the browser finds the opponent's answer itself; else the kernel
is told what was played, and answers.
"""

import base64
import json
import zlib


def unpacked(packed):
    """What ``pack`` has packed."""
    return json.loads(zlib.decompress(base64.b64decode(packed)))


class Hand:
    def __init__(self, widget):
        self.widget = widget
        packed = widget.scene["table"]
        self.table = None if packed is None else unpacked(packed)
        self.sides = {}  # after so many moves: which of its ways a move was made in

    @property
    def place(self):
        """The number of the position in the table."""
        at = 0
        for k in self.widget.state["played"]:
            at = self.table["to"][self.table["first"][at] + k]
        return at

    @property
    def pieces(self):
        if self.table is None:
            return self.widget.now["row"]["pieces"]
        return self.table["pieces"][self.place] if "pieces" in self.table else ""

    @property
    def moves(self):
        """The words and the ways of each move."""
        if self.table is None:
            return [
                (option["text"], [list(way) for way in option["ways"]]) for option in self.widget.now["row"]["options"]
            ]
        first, last = self.table["first"][self.place : self.place + 2]
        return [
            (self.table["words"][self.table["said"][m]], self.table["places"][self.table["ways"][m]])
            for m in range(first, last)
        ]

    def lie(self):
        """Where each piece lies on the page: pins stay where they are, though a move gives them other numbers."""
        plain = list(range(len(self.widget.scene["picture"]["spots"])))
        if self.table is None or "stay" not in self.table:
            return plain
        at, place = plain, 0
        for ply, k in enumerate(self.widget.state["played"]):
            m = self.table["first"][place] + k
            stay = self.table["places"][self.table["stay"][m]]
            after = list(at) if stay else plain
            for to, begin, n in stay[self.sides.get(ply, 0)] if stay else ():
                after[to : to + n] = at[begin : begin + n]
            at, place = after, self.table["to"][m]
        return at

    def press(self, what):
        """Press a spot, by its number, or a button, by its words; the opponent answers."""
        (k,) = [k for k, (text, ways) in enumerate(self.moves) if text == what or [what] in ways]
        self.press_move(k)

    def press_move(self, k, side=0):
        """Play the k-th move there is, in one of its ways; the opponent answers."""
        self.sides[len(self.widget.state["played"])] = side
        self._told([*self.widget.state["played"], k])

    def begin_second(self):
        """Change sides: the opponent begins."""
        self.widget.state = self.widget.state | {"you": 1}
        self._told([])

    def _told(self, played):
        self.widget.state = self.widget.state | {"played": played}
        if self.table is not None and len(played) % 2 != self.widget.you:
            place, first = self.place, self.table["first"]
            if first[place] < first[place + 1]:
                self.widget.state = self.widget.state | {"played": [*played, self.table["best"][place]]}

    def hints(self):
        """What the marks say of each move, for you: its outcome and the moves to the end."""
        if self.table is None:
            return [(option["mark"], option["moves"], option["value"]) for option in self.widget.now["row"]["options"]]
        t, (first, last) = self.table, self.table["first"][self.place : self.place + 2]
        return [(t["marks"][to], t["moves"][to], t["values"][to]) for to in t["to"][first:last]]
