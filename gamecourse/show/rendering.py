"""How a picture of the stage is drawn outside the browser: line by line, spot by spot, word by
word.

A canvas draws each of them its own way: as a figure (``strokes.py``), in black and white on a sheet
(``publish/handouts/figures.py``), or on a cover (``publish/covers.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from gamecourse.show.records import Frame, Label, Line, PictureSpec, Spot


@dataclass(frozen=True)
class SpotState:
    """What a frame says of one spot.

    ``piece`` is the character of what stands on it, "" for nothing. ``label`` stands in it, and
    ``note`` below; None if the frame has no notes. ``mark`` is the letter of its look, and
    ``depth`` which shade of that it has. ``is_last`` says whether it has just changed; None if the
    frame does not tell.
    """

    piece: str
    mark: str
    depth: int
    label: str
    note: str | None
    is_last: bool | None


class Canvas(Protocol):
    """What draws the parts of a picture."""

    def draw_line(self, line: Line, letter: str) -> None:
        """Draw a line with its head; the letter says how it looks."""

    def draw_spot(self, spot: Spot, state: SpotState) -> None:
        """Draw a spot with all that is in it."""

    def draw_label(self, label: Label) -> None:
        """Write words beside the spots."""


def render(picture: PictureSpec, frame: Frame, canvas: Canvas) -> None:
    """Draw a picture, as a frame shows it, on a canvas: first the lines, then the spots on them,
    then the words beside them.
    """
    letters = frame.get("lines") or "n" * len(picture["lines"])  # n: like any other line
    for line, letter in zip(picture["lines"], letters, strict=True):
        canvas.draw_line(line, letter)
    for spot, state in zip(picture["spots"], spot_states(picture, frame), strict=True):
        canvas.draw_spot(spot, state)
    for label in picture.get("texts", ()):
        canvas.draw_label(label)


def spot_states(picture: PictureSpec, frame: Frame) -> Iterator[SpotState]:
    """Yield what a frame says of each spot of a picture."""
    blank = " " * len(picture["spots"])  # for a frame that has none
    pieces = frame.get("pieces") or blank
    marks = frame.get("marks") or blank
    for k, spot in enumerate(picture["spots"]):
        yield SpotState(
            piece=pieces[k].strip(" ."),  # a space or a full stop is no piece
            mark=marks[k],
            depth=frame["depths"][k] if "depths" in frame else 0,
            label=frame["labels"][k] if "labels" in frame else spot.get("label", ""),
            note=frame["notes"][k] if "notes" in frame else None,
            is_last=k in frame["last"] if "last" in frame else None,
        )
