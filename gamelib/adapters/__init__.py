"""Games made from games. An adapter is a game itself, so no algorithm needs a flag for it.

``Misere(game)`` swaps who wins at the end. ``Quotient(game)`` plays on one position of each symmetry class. ``Sum(g, h,
...)`` puts impartial games side by side. ``Fixed(game, player, strategy)`` leaves a player no choice. Two join the
protocols: ``Alternating(game)`` makes a Game of an ExtensiveGame, extra turns and all; ``Extensive(game)`` the other
way round. An adapter offers those capabilities of the game under it that stay true.
"""

from gamelib.adapters.base import Adapter
from gamelib.adapters.fixed import Fixed
from gamelib.adapters.joins import Alternating, Extensive
from gamelib.adapters.misere import Misere
from gamelib.adapters.quotient import Quotient, by_classes, of_class, real_rules, unfolded
from gamelib.adapters.sums import Sum

__all__ = [
    "Adapter",
    "Alternating",
    "Extensive",
    "Fixed",
    "Misere",
    "Quotient",
    "Sum",
    "by_classes",
    "of_class",
    "real_rules",
    "unfolded",
]
