"""The compiled loops of retrograde analysis, as lecture 15 prints them.

``settle`` follows a graph whose moves are stored in arrays. ``advance`` asks rules in numbers for
the un-moves, and stores no move.
"""

from gamefast.backward.compiled import advance as advance
from gamefast.backward.retrograde import settle as settle
