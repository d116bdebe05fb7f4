"""Playing a game: a strategy is a function from position to move.

A solver's answer is a perfect strategy. ``random_moves`` makes one that knows only the rules. A
student may write another. ``match`` lets strategies play against each other.
"""

from gamelib import moved
from gamelib.play.match import LONGEST as LONGEST
from gamelib.play.match import Match as Match
from gamelib.play.match import Roll as Roll
from gamelib.play.match import match as match
from gamelib.play.match import play_checked as play_checked
from gamelib.play.match import roll as roll
from gamelib.play.match import which_move as which_move
from gamelib.play.strategies import Strategy as Strategy
from gamelib.play.strategies import erring as erring
from gamelib.play.strategies import random_moves as random_moves
from gamelib.play.strategies import tricky as tricky

moved.signpost(__name__)
