"""What was found of one thing, in words for somebody who has never seen a traceback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TypedDict

#: The words, each with its mark; and with one for a terminal that cannot show that.
MARKS = {"ok": "✓", "careful": "!", "wrong": "✗"}
PLAIN = {"ok": "+", "careful": "!", "wrong": "x"}
#: Longer sentences are broken.
WIDTH = 100


class Kept(TypedDict):
    """A finding as a file keeps it."""

    word: str
    about: str
    found: str
    do: str


@dataclass(frozen=True)
class Finding:
    """One line of the report: ok, careful or wrong; about what; what was found; and what to do."""

    word: str
    about: str
    found: str
    do: str = ""

    def kept(self) -> Kept:
        """As a file keeps it."""
        return {"word": self.word, "about": self.about, "found": self.found, "do": self.do}

    def text(self, marks: dict[str, str]) -> str:
        """The lines of the report, what to do below what was found."""
        start = f"{marks[self.word]} {self.word:<8} {self.about:<10} "
        lines = wrap(self.found, WIDTH - len(start), break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"Do: {self.do}"] if self.do else []  # in one line: it may hold a command to copy
        return "\n".join([start + lines[0], *(" " * len(start) + line for line in lines[1:])])


def verdict(findings: Sequence[Finding]) -> str:
    """The last line: whether the course runs here."""
    count = {word: sum(one.word == word for one in findings) for word in MARKS}
    if count["wrong"]:
        things = "one thing is" if count["wrong"] == 1 else f"{count['wrong']} things are"
        return f"The course does not run here yet: {things} wrong. Do what stands there, then run this once more."
    if count["careful"]:
        things = "one thing" if count["careful"] == 1 else f"{count['careful']} things"
        return f"The course runs here. Be careful about {things}."
    return "The course runs here."
