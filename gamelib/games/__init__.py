"""The rules of games, one file for each family. Rules know no algorithm and no drawing.

A new game is a file in this folder and a line below. ``GAMES`` has every Game and ExtensiveGame by
name, and ``PARTIZAN_GAMES`` every PartizanGame.
"""

from typing import Any

from gamelib.games.clobber import Clobber as Clobber
from gamelib.games.connect4 import ConnectFour as ConnectFour
from gamelib.games.cutcake import Cutcake as Cutcake
from gamelib.games.domineering import Domineering as Domineering
from gamelib.games.hackenbush import Hackenbush as Hackenbush
from gamelib.games.heaps import Grundy as Grundy
from gamelib.games.heaps import HeapGame as HeapGame
from gamelib.games.heaps import Nim as Nim
from gamelib.games.heaps import Octal as Octal
from gamelib.games.heaps import Subtraction as Subtraction
from gamelib.games.matches import Matches as Matches
from gamelib.games.overwrite import OverwriteTicTacToe as OverwriteTicTacToe
from gamelib.games.robber import CopsAndRobber as CopsAndRobber
from gamelib.games.shaded import ShadedTicTacToe as ShadedTicTacToe
from gamelib.games.thief import CopsAndThief as CopsAndThief
from gamelib.games.tictactoe import TicTacToe as TicTacToe
from gamelib.games.toads import ToadsAndFrogs as ToadsAndFrogs
from gamelib.games.token import Token as Token
from gamelib.games.tree import MinMaxTree as MinMaxTree
from gamelib.games.tree import Tree as Tree

#: Games of Left and Right, by name: ``value`` takes them, and ``NormalPlay`` makes a Game of each.
PARTIZAN_GAMES: dict[str, Any] = {
    kind.__name__: kind for kind in (Clobber, Cutcake, Domineering, Hackenbush, ToadsAndFrogs)
}

#: All the other classes above by name.
GAMES: dict[str, Any] = {
    name: kind
    for name, kind in globals().items()
    if getattr(kind, "__module__", "").startswith(__name__) and name not in PARTIZAN_GAMES
}
