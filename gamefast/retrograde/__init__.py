"""Retrograde analysis, faster: policeman and thief on large boards, in passes; compiled rules; moves
reversed.

Two of the compiled loops are what lecture 15 prints. ``settle`` follows a graph whose moves are
stored in arrays. ``advance`` asks rules in numbers for the un-moves, and stores no move.
"""

from gamefast.retrograde.compiled import advance as advance
from gamefast.retrograde.retrograde import settle as settle
