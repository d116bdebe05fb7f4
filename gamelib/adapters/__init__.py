"""Games made from games. An adapter is a game itself, so no algorithm needs a flag for it.

``Misere(game)`` swaps who wins when play is over. ``Quotient(game)`` plays on one position of each
symmetry class. ``Sum(g, h, ...)`` puts impartial games side by side. ``Fixed(game, player,
strategy)`` leaves a player no choice. Two adapters join the protocols: ``Alternating(game)`` makes
a Game from an ExtensiveGame, even one with extra turns, and ``Extensive(game)`` does the reverse.
An adapter offers the capabilities of the game under it that stay true.
"""

from gamelib.adapters.base import Adapter as Adapter
from gamelib.adapters.fixed import Fixed as Fixed
from gamelib.adapters.joins import Alternating as Alternating
from gamelib.adapters.joins import Extensive as Extensive
from gamelib.adapters.misere import Misere as Misere
from gamelib.adapters.quotient import Quotient as Quotient
from gamelib.adapters.quotient import by_classes as by_classes
from gamelib.adapters.quotient import of_class as of_class
from gamelib.adapters.quotient import real_rules as real_rules
from gamelib.adapters.quotient import unfolded as unfolded
from gamelib.adapters.sums import Sum as Sum
