"""Lecture 16: hot and cold games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import form, in_words, listed, with_minus
from gamelib import LEFT, RIGHT, Value, hottest_move, simplest

#: The players' names in a text.
NAMES = {LEFT: "Left", RIGHT: "Right"}
OTHER = {LEFT: RIGHT, RIGHT: LEFT}
#: The names of regions and positions in a sum.
CAPITALS = "ABCD"


def braces(left: object, right: object) -> str:
    """A position by its options: ``{1 | −1}``."""
    return f"{{{with_minus(left)} | {with_minus(right)}}}"


def added(terms: Sequence[Fraction]) -> str:
    """Numbers with the signs between them, as they are added: ``0 − 4 + 7``."""
    first, *others = terms
    signed = (f" {'−' if term < 0 else '+'} {abs(term)}" for term in others)
    return with_minus(first) + "".join(signed)


#: The positions that Left, and that Right, can move to: for each position, in the order of the rows.
Row = tuple[str, str]


@dataclass(frozen=True)
class WhoWinsWhere(Family):
    """16.1: eight positions with the moves of both players, and their outcomes."""

    number = "16.1"
    rows: tuple[Row, ...] = (
        ("", ""),
        ("a", ""),
        ("", "a"),
        ("a", "a"),
        ("c", "b"),
        ("bd", "e"),
        ("de", "bf"),
        ("cd", "ef"),
    )

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        simple = [("a", ""), ("", "a"), ("a", "a")]
        rng.shuffle(simple)
        rows: list[Row] = [("", ""), *simple]
        for _ in range(4):
            earlier = "abcdefgh"[1 : len(rows)]
            left, right = (sorted(rng.sample(earlier, rng.choice((1, 2)))) for _ in range(2))
            rows.append(("".join(left), "".join(right)))
        return cls(tuple(rows))

    @property
    def moves(self) -> Mapping[str, Row]:
        """The rows by the names of their positions."""
        return dict(zip("abcdefgh", self.rows, strict=True))

    def is_sound(self) -> bool:
        # Each outcome comes once among the last four positions, and no two rows are the same.
        outcomes = [*self.results_again()["outcomes"].values()]
        return len(set(outcomes[4:])) == 4 and len(set(self.rows)) == len(self.rows)

    def asked(self) -> str:
        lines = ["    position    Left can move to    Right can move to"]
        for position, (left, right) in self.moves.items():
            cells = (", ".join(options) or "–" for options in (left, right))
            to_left, to_right = cells
            lines.append(f"    {position:11} {to_left:19} {to_right}")
        table = "\n".join(lines)
        return (
            "Left and Right move in turn, and a player who cannot move loses. The table says to which "
            f"positions each of them can move:\n\n{table}\n\n"
            f"Which of the four outcomes, L, R, N or P, does each of the {in_words(len(self.rows))} "
            "positions have?"
        )

    def results(self) -> Results:
        values: dict[str, Value] = {}
        for position, (left, right) in self.moves.items():
            values[position] = Value([values[p] for p in left], [values[p] for p in right])
        return {"outcomes": {position: value.outcome for position, value in values.items()}}

    def results_again(self) -> Results:
        left_wins, right_wins = self._first_good_moves()
        outcomes = {}
        for position in self.moves:
            if position in left_wins:
                outcomes[position] = "N" if position in right_wins else "L"
            else:
                outcomes[position] = "R" if position in right_wins else "P"
        return {"outcomes": outcomes}

    def _first_good_moves(self) -> tuple[dict[str, str], dict[str, str]]:
        """The positions that Left wins by beginning, each with a move that wins, and those of
        Right; by plain recursion, from the first row down.
        """
        left_wins: dict[str, str] = {}
        right_wins: dict[str, str] = {}
        for position, (left, right) in self.moves.items():
            good_for_left = [option for option in left if option not in right_wins]
            good_for_right = [option for option in right if option not in left_wins]
            if good_for_left:
                left_wins[position] = good_for_left[0]
            if good_for_right:
                right_wins[position] = good_for_right[0]
        return left_wins, right_wins

    def answer(self) -> str:
        outcomes = self.results()["outcomes"]
        left_wins, right_wins = map(_with_moves, self._first_good_moves())
        groups = []
        for outcome in "PLRN":
            positions = [position for position in outcomes if outcomes[position] == outcome]
            has = form(positions, "has", "have")
            groups.append(f"{listed(positions)} {has} the outcome **{outcome}**")
        return (
            "A player wins by moving to a position at which the opponent, who moves next, does not "
            "win. We go down the rows, because each row needs only rows above it. If Left begins, "
            f"Left wins at {left_wins}. If Right begins, Right wins at {right_wins}. Where both "
            "can win by beginning, the outcome is N, and where neither can, it is P. So "
            f"{'; '.join(groups)}."
        )

    def measure(self) -> dict[str, float]:
        return {"moves in the table": sum(len(left + right) for left, right in self.rows)}


def _with_moves(good: Mapping[str, str]) -> str:
    """Positions, each with a move that wins: ``b (by moving to a) and d (to a)``."""
    entries: list[str] = []
    for position, option in good.items():
        entries.append(
            f"{position} (to {option})" if entries else f"{position} (by moving to {option})"
        )
    return listed(entries)


#: The words for a fraction by its denominator.
PARTS = {2: "half", 4: "quarter", 8: "eighth"}
#: Two numbers, the lower one first, as text: a Fraction reads them.
Bounds = tuple[str, str]


@dataclass(frozen=True)
class FourNumbers(Family):
    """16.2: four cold positions, the number that each is worth, and who wins their sum."""

    number = "16.2"
    bounds: tuple[Bounds, ...] = (("1", "5"), ("-4", "-3/2"), ("1/4", "1/2"), ("-1", "-1/4"))

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        low = rng.randint(1, 3)
        high = Fraction(-rng.choice((1, 3, 5)), 2)
        drawn = [
            (Fraction(low), Fraction(low + rng.randint(3, 5))),
            (Fraction(int(high) - rng.randint(3, 5)), high),
            _between_whole_numbers(rng),
            _between_whole_numbers(rng),
        ]
        return cls(tuple((str(one), str(other)) for one, other in drawn))

    @property
    def _pairs(self) -> list[tuple[Fraction, Fraction]]:
        return [(Fraction(low), Fraction(high)) for low, high in self.bounds]

    def is_sound(self) -> bool:
        # The small numbers decide who is ahead: one is an eighth, and one is not in the middle.
        eighth, off_the_middle = (plain.simplest_number(low, high) for low, high in self._pairs[2:])
        low, high = self._pairs[3]
        if eighth.denominator != 8 or eighth < 0 or off_the_middle > 0:
            return False
        total = sum((plain.simplest_number(low, high) for low, high in self._pairs), Fraction(0))
        return off_the_middle not in (0, (low + high) / 2) and abs(total) < 1

    def asked(self) -> str:
        positions = [
            f"{letter} = {braces(low, high)}"
            for letter, (low, high) in zip(CAPITALS, self.bounds, strict=True)
        ]
        return (
            f"Find the numbers that the positions {listed(positions)} are worth. Who wins the sum A + "
            "B + C + D if Left begins, and who wins it if Right begins?"
        )

    def results(self) -> Results:
        values = [Value([low], [high]) for low, high in self._pairs]
        numbers = [simplest(low, high) for low, high in self._pairs]
        assert values == numbers, "a position is not worth the simplest number"
        total = sum(values, Value())
        return {
            "numbers": [str(number) for number in numbers],
            "sum": str(total),
            "outcome": total.outcome,
        }

    def results_again(self) -> Results:
        numbers = [plain.simplest_number(low, high) for low, high in self._pairs]
        total = sum(numbers)
        outcome = "P"
        if total != 0:
            outcome = "L" if total > 0 else "R"
        return {
            "numbers": [str(number) for number in numbers],
            "sum": str(total),
            "outcome": outcome,
        }

    def answer(self) -> str:
        results = self.results()
        sentences = []
        for letter, (low, high), number in zip(
            CAPITALS, self._pairs, results["numbers"], strict=True
        ):
            sentences.append(_why_simplest(letter, low, high, Fraction(number)))
        total = with_minus(results["sum"])
        numbers = added([Fraction(number) for number in results["numbers"]])
        verdict = {
            "P": "which is 0, so whoever begins **loses**.",
            "L": "which is above 0, so **Left** wins, whoever begins.",
            "R": "which is below 0, so **Right** wins, whoever begins.",
        }[results["outcome"]]
        return f"{' '.join(sentences)} The sum is {numbers} = **{total}**, {verdict}"

    def measure(self) -> dict[str, float]:
        numbers = [plain.simplest_number(low, high) for low, high in self._pairs]
        return {
            "positions": len(numbers),
            "largest denominator": max(number.denominator for number in numbers),
        }


def _between_whole_numbers(rng: Random) -> tuple[Fraction, Fraction]:
    """Two quarters or eighths between which no whole number lies."""
    low, high = sorted(rng.sample(range(9), 2))
    shift = rng.choice((-8, 0))
    return Fraction(low + shift, 8), Fraction(high + shift, 8)


def _why_simplest(letter: str, low: Fraction, high: Fraction, number: Fraction) -> str:
    """Why a position with these two options is worth this number."""
    worth = f"so {letter} = **{with_minus(number)}**."
    bounds = f"{with_minus(low)} and {with_minus(high)}"
    if number.denominator == 1:
        whole = [k for k in range(int(low) - 1, int(high) + 2) if low < k < high]
        return (
            f"Between {bounds} lie the whole numbers {with_minus(listed(whole))}, and "
            f"{with_minus(number)} is the nearest to 0, {worth}"
        )
    coarser = [f"no {part}" for size, part in PARTS.items() if size < number.denominator]
    return (
        f"Between {bounds} there is {listed(['no whole number', *coarser])}, and "
        f"{with_minus(number)} is the only {PARTS[number.denominator]}, {worth}"
    )


#: What Left, and what Right, reaches in a switch by moving first.
Switch = tuple[int, int]


@dataclass(frozen=True)
class ThreeHotRegions(Family):
    """16.3: a sum of three switches, of which the most tempting is not the hottest."""

    number = "16.3"
    switches: tuple[Switch, ...] = ((7, 3), (2, -4), (0, -8))
    beginner: str = LEFT

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        switches = []
        for _ in range(3):
            low = rng.randint(-9, 5)
            switches.append((low + rng.randint(2, 10), low))
        return cls(tuple(switches), rng.choice((LEFT, RIGHT)))

    @property
    def tempting(self) -> int:
        """The region that promises the beginner the best number."""
        regions = range(len(self.switches))
        if self.beginner == LEFT:
            return max(regions, key=lambda region: self.switches[region][0])
        return min(regions, key=lambda region: self.switches[region][1])

    def is_sound(self) -> bool:
        # All temperatures differ, one region tempts, and it is not the hottest.
        widths = [high - low for high, low in self.switches]
        side = 0 if self.beginner == LEFT else 1
        reached = [switch[side] for switch in self.switches]
        all_differ = len(set(widths)) == len(set(reached)) == len(self.switches)
        return all_differ and widths[self.tempting] < max(widths)

    def asked(self) -> str:
        regions = [
            f"{letter} = {braces(high, low)}"
            for letter, (high, low) in zip(CAPITALS, self.switches, strict=False)
        ]
        beginner = NAMES[self.beginner]
        promise = "highest" if self.beginner == LEFT else "lowest"
        return (
            f"A game has fallen into the switches {listed(regions)}. {beginner} begins. Find the mean and "
            "the temperature of each switch. In which order do good players move, and what is the "
            f"result, in free moves of Left? How much does {beginner} lose by beginning in "
            f"{CAPITALS[self.tempting]}, where {beginner} reaches the {promise} number, if both players play well from "
            "then on?"
        )

    def results(self) -> Results:
        values = [Value.switch(high, low) for high, low in self.switches]
        order, score = self._played(values, self.beginner)
        tempted = [*values]
        options = (
            tempted[self.tempting].left if self.beginner == LEFT else tempted[self.tempting].right
        )
        (tempted[self.tempting],) = options
        others, tempted_score = self._played(tempted, OTHER[self.beginner])
        return {
            "means": [str(value.mean) for value in values],
            "temperatures": [str(value.temperature) for value in values],
            "order": [*order],
            "result": str(score),
            "order after the mistake": [CAPITALS[self.tempting], *others],
            "result after the mistake": str(tempted_score),
            "loss": str(abs(score - tempted_score)),
        }

    @staticmethod
    def _played(values: Sequence[Value], player: str) -> tuple[str, Fraction]:
        """The regions in which moves are made, and the result, if both move in the hottest."""
        parts = [*values]
        order = ""
        while found := hottest_move(parts, player):
            order += CAPITALS[found.part]
            parts[found.part] = found.option
            player = OTHER[player]
        return order, sum((part.mean for part in parts), Fraction(0))

    def results_again(self) -> Results:
        regions = dict(zip(CAPITALS, self.switches, strict=False))
        left_begins = self.beginner == LEFT
        order, score = plain.best_order(regions, left_begins)
        first = CAPITALS[self.tempting]
        others = {letter: switch for letter, switch in regions.items() if letter != first}
        order_after, score_after = plain.best_order(others, not left_begins)
        score_after += regions[first][0] if left_begins else regions[first][1]
        return {
            "means": [str(Fraction(high + low, 2)) for high, low in self.switches],
            "temperatures": [str(Fraction(high - low, 2)) for high, low in self.switches],
            "order": [*order],
            "result": str(score),
            "order after the mistake": [first, *order_after],
            "result after the mistake": str(score_after),
            "loss": str(abs(score - score_after)),
        }

    def _line(self, order: Sequence[str]) -> tuple[str, str]:
        """A line of play, and the sum of what is reached: ``Left moves in A, ...``, ``7 − 8``."""
        player = self.beginner
        moves: list[str] = []
        reached: list[Fraction] = []
        for letter in order:
            high, low = self.switches[CAPITALS.index(letter)]
            reached.append(Fraction(high if player == LEFT else low))
            moves.append(
                f"{NAMES[player]} in **{letter}**"
                if moves
                else f"{NAMES[player]} moves in **{letter}**"
            )
            player = OTHER[player]
        return listed(moves), added(reached)

    def answer(self) -> str:
        results = self.results()
        means, temperatures = (
            listed(f"**{with_minus(number)}**" for number in results[name])
            for name in ("means", "temperatures")
        )
        moves, total = self._line(results["order"])
        moves_after, total_after = self._line(results["order after the mistake"])
        beginner = NAMES[self.beginner]
        loss = results["loss"]
        return (
            f"The means are {means}, and the temperatures are {temperatures}. Good players move in "
            f"the hottest switch first: {moves}. The result is {total} = "
            f"**{with_minus(results['result'])}**. After the other beginning, {moves_after}, and the "
            f"result is {total_after} = **{with_minus(results['result after the mistake'])}**. So "
            f"{beginner} loses **{loss}** free {'move' if loss == '1' else 'moves'}."
        )

    def measure(self) -> dict[str, float]:
        temperatures = [Fraction(high - low, 2) for high, low in self.switches]
        return {
            "switches": len(self.switches),
            "temperatures that are not whole": sum(t.denominator > 1 for t in temperatures),
        }


@dataclass(frozen=True)
class AtWhatPrice(Family):
    """16.4: a position in which one player threatens, cooled until nobody wants to move."""

    number = "16.4"
    threat: int = 5  # what the player gets who threatens, if the threat is not answered
    answered: int = 1  # and what is left if it is answered
    other: int = -3  # what the opponent reaches by moving first; all three from this player's side
    player: str = LEFT  # the player who threatens

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        other, answered, threat = sorted(rng.sample(range(-8, 10), 3))
        return cls(threat, answered, other, rng.choice((LEFT, RIGHT)))

    def is_sound(self) -> bool:
        # The walls do not meet at the price at which the answer stops, and all prices are small.
        stops_at = Fraction(self.threat - self.answered, 2)
        meets_below = self.answered - self.other
        return stops_at >= 1 and meets_below != stops_at and meets_below <= 8 and stops_at <= 5

    @property
    def _sign(self) -> int:
        """1 if Left threatens, and -1 if Right does: then all the numbers change their signs."""
        return 1 if self.player == LEFT else -1

    @property
    def _named(self) -> tuple[str, str]:
        """The option that is a threat, and the position, as text."""
        threat, answered, other = (
            self._sign * number for number in (self.threat, self.answered, self.other)
        )
        if self.player == LEFT:
            option = braces(threat, answered)
            return option, braces(option, other)
        option = braces(answered, threat)
        return option, braces(other, option)

    def asked(self) -> str:
        option, position = self._named
        player, opponent = NAMES[self.player], NAMES[OTHER[self.player]]
        other = with_minus(self._sign * self.other)
        return (
            f"In the position G = {position}, {player}'s only move leads to {option}, and {opponent}'s "
            f"only move leads to {other}. Now every move costs its player t free moves. Up to which "
            f"price does {opponent} answer a move of {player}? What is the score for each price if Left "
            "begins, and if Right begins? What are the temperature and the mean of G?"
        )

    def results(self) -> Results:
        threat, answered, other = (
            self._sign * number for number in (self.threat, self.answered, self.other)
        )
        if self.player == LEFT:
            option = Value.switch(threat, answered)
            position = Value([option], [other])
        else:
            option = Value.switch(answered, threat)
            position = Value([other], [option])
        return {
            "answered up to": str(option.temperature),
            "mean of the option": str(option.mean),
            "temperature": str(position.temperature),
            "mean": str(position.mean),
        }

    def results_again(self) -> Results:
        cooled = plain.meeting_of_walls(self.threat, self.answered, self.other)
        return {
            "answered up to": str(Fraction(self.threat - self.answered, 2)),
            "mean of the option": str(self._sign * Fraction(self.threat + self.answered, 2)),
            "temperature": str(cooled.price),
            "mean": str(self._sign * cooled.score),
        }

    def answer(self) -> str:
        results = self.results()
        option, _ = self._named
        player, opponent = NAMES[self.player], NAMES[OTHER[self.player]]
        stops_at = Fraction(results["answered up to"])
        middle = Fraction(results["mean of the option"])
        answered, other = self._sign * self.answered, self._sign * self.other
        down, up = ("−", "+") if self.player == LEFT else ("+", "−")
        unanswered, from_other = f"{with_minus(middle)} {down} t", f"{with_minus(other)} {up} t"
        there = other + self._sign * stops_at
        if Fraction(results["temperature"]) > stops_at:
            verb = "are"
            meeting = f"so they meet at a higher price, where {unanswered} = {from_other}"
        else:
            verb = "would be"
            meeting = f"so they have met before, where {with_minus(answered)} = {from_other}"
        return (
            f"The option {option} is a switch with mean {with_minus(middle)} and temperature {stops_at}. "
            f"So {opponent} answers if a move costs less than **{stops_at}**. If {player} begins at such "
            f"a price, each player pays once, and the score is {with_minus(answered)}. At a higher "
            f"price {opponent} would not answer, and the score would be {unanswered}. If {opponent} begins, "
            f"the score is {from_other}. At the price {stops_at} these two scores {verb} "
            f"{with_minus(answered)} and {with_minus(there)}, {meeting}. So the temperature is "
            f"**{results['temperature']}**, and the mean is **{with_minus(results['mean'])}**. "
            "At a price above the temperature nobody moves, and the score is the mean."
        )

    def measure(self) -> dict[str, float]:
        cooled = plain.meeting_of_walls(self.threat, self.answered, self.other)
        return {"largest denominator": max(cooled.price.denominator, cooled.score.denominator)}


FAMILIES = (WhoWinsWhere, FourNumbers, ThreeHotRegions, AtWhatPrice)
