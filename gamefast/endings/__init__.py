"""Endings of chess: a few pieces without pawns on a board of 4 x 4 to 8 x 8 squares."""

from gamefast.endings.ending import Ending

__all__ = ["Ending"]
