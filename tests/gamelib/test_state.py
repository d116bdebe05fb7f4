"""``check_game`` and the certificate see what a game keeps outside the position, and say what they
have seen.
"""

import functools
import itertools
import random

import pytest
from naive import Boxes, game

from gamelib import DRAW, LOSS, WIN, check_game, check_solution, solve
from gamelib.games import ConnectFour, Matches, OverwriteTicTacToe, TicTacToe

pytestmark = pytest.mark.usefixtures("package")


class Pile:
    """Take 1 to 3 of 5; whoever takes the last wins. The games below differ in one thing each."""

    def __init__(self):
        self.turn, self.count, self.last, self.kept = 0, 0, None, {}

    def start(self):
        return 5

    def moves(self, pile):
        return [take for take in (1, 2, 3) if take <= pile]

    def play(self, pile, take):
        return pile - take

    def outcome(self, pile):
        return LOSS if pile == 0 else None


class Flips(Pile):
    def play(self, pile, take):
        self.turn = 1 - self.turn
        return pile - take

    def outcome(self, pile):
        return None if pile else (LOSS, WIN)[self.turn]


class FlipsAndStartsAnew(Flips):
    def start(self):
        self.turn = 0
        return 5


class FlipsWhoMayMove(Flips):
    """The player with number 1 may only take 1 or 2."""

    outcome = Pile.outcome

    def moves(self, pile):
        return [take for take in (1, 2, 3 - self.turn) if take <= pile][: 3 - self.turn]


class TurnOfTheClass(Pile):
    now = 0

    def play(self, pile, take):
        TurnOfTheClass.now ^= 1
        return pile - take

    def outcome(self, pile):
        return None if pile else (LOSS, WIN)[TurnOfTheClass.now]


TURN = [0]


class TurnOfTheModule(Pile):
    def play(self, pile, take):
        TURN[0] ^= 1
        return pile - take

    def outcome(self, pile):
        return None if pile else (LOSS, WIN)[TURN[0]]


class Counts(Pile):
    """After a hundred moves it is a draw."""

    def play(self, pile, take):
        self.count += 1
        return pile - take

    def outcome(self, pile):
        return DRAW if self.count > 100 else super().outcome(pile)


class CountsQuestions(Pile):
    def moves(self, pile):
        self.count += 1
        return super().moves(pile)[: 1 + self.count // 30]


class AskedLast(Pile):
    """Who has lost depends on whether moves were asked for since the last move."""

    def moves(self, pile):
        self.last = "moves"
        return super().moves(pile)

    def play(self, pile, take):
        self.last = "play"
        return pile - take

    def outcome(self, pile):
        return None if pile else LOSS if self.last == "play" else WIN


class KeptByPlayer(Pile):
    def outcome(self, pile):
        return None if pile else self.kept.setdefault(pile, self.last) or LOSS

    def play(self, pile, take):
        self.last = WIN if take == 3 else LOSS
        if pile - take == 4:
            self.kept.clear()
        return pile - take


class UsedUp(Pile):
    @functools.cache  # noqa: B019
    def moves(self, pile):
        return iter(super().moves(pile))


class Shuffled(Pile):
    def moves(self, pile):
        return random.sample(super().moves(pile), min(3, pile))


class NowAndThen(Pile):
    """Now and then, a move is missing."""

    def moves(self, pile):
        return super().moves(pile)[: 3 if random.random() < 0.98 else 1]


class OneList(Pile):
    """Every question is answered with the same list, which is then filled anew."""

    def __init__(self):
        super().__init__()
        self.list = []

    def moves(self, pile):
        self.list.append(1)
        return self.list[:pile] if len(self.list) > 1 else self.list


class Shrinks(Pile):
    def __init__(self):
        super().__init__()
        self.takes = [1, 2, 3]

    def moves(self, pile):
        return [take for take in self.takes if take <= pile]

    def play(self, pile, take):
        if pile == take == 3 and len(self.takes) == 3:
            self.takes.remove(2)
        return pile - take


class Own(Pile):
    """The game keeps the pile itself."""

    def start(self):
        self.pile = 5
        return 5

    def play(self, pile, take):
        self.pile -= take
        return max(0, self.pile)


class Heap:
    """A position that can be written to."""

    def __init__(self, left):
        self.left = left

    def __repr__(self):
        return f"Heap({self.left})"


class ByContent(Heap):
    def __eq__(self, other):
        return self.left == other.left

    def __hash__(self):
        return hash(self.left)


class Written(Pile):
    """Play writes into the position, and gives it back."""

    kind = ByContent

    def start(self):
        return self.kind(5)

    def moves(self, heap):
        return super().moves(heap.left)

    def outcome(self, heap):
        return super().outcome(heap.left)

    def play(self, heap, take):
        heap.left -= take
        return heap


class Shared(Written):
    """Play writes into a position that it has given before."""

    def play(self, heap, take):
        there = self.kept.setdefault(heap.left - take, ByContent(heap.left - take))
        self.count += 1
        if self.count > 200:
            there.left = 0
        return there


class Unnamed(Written):
    class kind(Heap):
        __repr__ = object.__repr__

    board = None

    def start(self):
        self.board = self.board or self.kind(5)
        return self.board


STATE = [
    *[
        Flips,
        FlipsAndStartsAnew,
        FlipsWhoMayMove,
        TurnOfTheClass,
        TurnOfTheModule,
        Counts,
        CountsQuestions,
        AskedLast,
    ],
    *[KeptByPlayer, UsedUp, Shuffled, NowAndThen, OneList, Shrinks, Own, Written, Shared, Unnamed],
]


@pytest.mark.parametrize("kind", STATE)
def test_what_a_game_keeps_outside_the_position_is_seen(kind):
    with pytest.raises(
        AssertionError,
        match=r"at first|asked for twice|two different positions|has been|was changed",
    ):
        check_game(kind())


def test_it_is_said_which_method_where_and_both_answers():
    with pytest.raises(
        AssertionError,
        match=r"^outcome\(0\) gave (LOSS|WIN) at first, and gave (WIN|LOSS) when it was",
    ):
        check_game(Flips())
    with pytest.raises(
        AssertionError,
        match=r"^moves\(\d\) gave \[.*\] at first, and gave \[.*\] when it was asked",
    ):
        check_game(CountsQuestions())
    with pytest.raises(
        AssertionError, match=r"change when they are asked for twice: \[1, 2, 3\], then \[\]"
    ):
        check_game(UsedUp())


class Dots(Boxes):
    """Boxes, as an ExtensiveGame, with a count of its moves."""

    count = 0

    def play(self, p, k):
        self.count += 1
        return super().play(p, k)


class DotsTurn(Dots):
    def turn(self, p):
        turn = super().turn(p)
        return turn if turn is None else (turn + self.count) % 2


class DotsPaid(Dots):
    def payoffs(self, p):
        return super().payoffs(p) if self.count % 2 else (0, 0)


class Loaded(OverwriteTicTacToe):
    """The dice are loaded now and then."""

    thrown = itertools.count()

    def chances(self, position):
        pairs = super().chances(position)
        return pairs if next(self.thrown) % 7 else pairs[::-1]


@pytest.mark.parametrize("made", [lambda: DotsTurn(6), lambda: DotsPaid(6), lambda: Loaded(2)])
def test_in_an_extensive_game_too(made):
    with pytest.raises(
        AssertionError, match=r"at first|asked for twice|two different positions|players are"
    ):
        check_game(made())


@pytest.mark.parametrize("kind", [Flips, FlipsAndStartsAnew, TurnOfTheClass, TurnOfTheModule])
def test_the_certificate_sees_it_too(kind):
    with pytest.raises(AssertionError, match=r"the rules say|by the rules"):
        check_solution(solve(kind()))


class Remembers(Pile):
    """It keeps what it has found, by position, and counts its questions: neither is a fault."""

    @functools.cache  # noqa: B019
    def moves(self, pile):
        return tuple(super().moves(pile))

    def outcome(self, pile):
        self.count += 1
        return super().outcome(pile)


@pytest.mark.parametrize(
    "honest", [Remembers(), Pile(), game(), Matches(9), TicTacToe(), ConnectFour(4, 4)]
)
def test_an_honest_game_is_in_order(honest):
    assert "rules" in check_game(honest, max_positions=2_000).checked
    if not isinstance(honest, ConnectFour):
        assert check_solution(solve(honest))
