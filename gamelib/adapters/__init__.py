"""Games made from games. An adapter is a game itself, so no algorithm needs a flag for it.

``Misere(game)`` swaps who wins at the end. ``Quotient(game)`` plays on one position of each symmetry class. ``Sum(g, h,
...)`` puts impartial games side by side. ``Fixed(game, player, strategy)`` leaves a player no choice. Two join the
protocols: ``Alternating(game)`` makes a Game of an ExtensiveGame, extra turns and all; ``Extensive(game)`` the other
way round. An adapter offers those capabilities of the game under it that stay true.
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
