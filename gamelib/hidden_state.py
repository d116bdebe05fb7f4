"""Does a game keep anything outside the position? Its rules are asked again, later and in other
orders.

The answers of pure rules depend on the position alone. So after a walk every answer must be the
same as it was at first, whatever else was asked in between: other positions, a single move, a whole
line of play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from gamelib import gate
from gamelib.core import CHANCE, is_extensive

#: About how many positions are asked again in each order.
SAMPLE = 1_000

#: How many questions are asked at least.
QUESTIONS = 2_000

#: How many lines of play are followed ...
LINES = 20

#: ... and for how many moves at most.
LONGEST = 200


@dataclass(frozen=True)
class Answers:
    """What a game's methods gave at a position when they were first asked.

    ``label``: the position, as Python wrote it then. ``said``: the answer of each method but
    ``play``, in the order in which they are asked. ``steps``: each move with the position it led
    to.
    """

    position: Any
    label: str
    said: dict[str, Any]
    steps: list[tuple[Any, Any]]


def answers_at(game: Any, position: Any, label: str) -> Answers:
    """Ask everything for the first time; raise ValueError for answers that make no sense."""
    said = {"turn" if is_extensive(game) else "outcome": over_method(game)(position)}
    steps = gate.steps(game, position)
    name = what_follows(game, said)
    if name == "moves":
        said[name] = [move for move, _ in steps]
    elif name is not None:
        said[name] = asked(game, name, position)
    return Answers(position, label, said, steps if name == "moves" else [])


def over_method(game: Any) -> Callable[[Any], Any]:
    """The method that tells whether play is over."""
    method: Callable[[Any], Any] = game.turn if is_extensive(game) else game.outcome
    return method


def what_follows(game: Any, said: dict[str, Any]) -> str | None:
    """The method that is asked after the first; None if nothing is, because play is over."""
    if not is_extensive(game):
        return "moves" if said["outcome"] is None else None
    turn = said["turn"]
    if turn is None:
        return "payoffs"
    return "chances" if isinstance(turn, str) and turn == CHANCE else "moves"


def asked(game: Any, name: str, position: Any) -> Any:
    """The answer of a method, as a list of its own if it is a list or an iterator, because it may
    change later.
    """
    answer = getattr(game, name)(position)
    if name in ("moves", "chances") or (name == "payoffs" and not isinstance(answer, tuple)):
        return list(answer)
    return answer


def ask_again(game: Any, first: dict[Any, Answers], start: Any) -> None:
    """Ask the rules again at many positions, and along lines of play; raise AssertionError if an
    answer has changed.

    >>> from gamelib.games import Matches
    >>> ask_again(Matches(2), {p: answers_at(Matches(2), p, repr(p)) for p in (2, 1, 0)}, 2)
    """
    rng = Random(1)
    again = Again(game, first)
    some = list(first.values())[:: 1 + len(first) // SAMPLE]
    again.at_each(some[::-1])
    again.at_each(some)
    while again.questions < QUESTIONS:
        again.at_each(rng.sample(some, len(some)))
    for _ in range(LINES):
        again.along_a_line(start, rng)


class Again:
    """Questions that have been asked before."""

    def __init__(self, game: Any, first: dict[Any, Answers]) -> None:
        self.game = game
        self.first = first
        self.questions = 0

    def at_each(self, some: list[Answers]) -> None:
        """Ask all methods again at each of these positions, in the order in which they are given.

        After each move they are asked again where it leads, if that is known, and here once more: a
        game that remembers its last move gives itself away.
        """
        for known in some:
            self.same(known)
            for move, option in known.steps:
                there = self.played(known, move, option)
                if there in self.first:
                    self.same(self.first[there])
                self.same(known)

    def same(self, known: Answers) -> None:
        """Ask all methods but ``play``, and look whether the position itself has been changed."""
        for name, answer in known.said.items():
            self.ask_and_compare(
                name, known.label, answer, partial(asked, self.game, name, known.position)
            )
        now = repr(known.position)
        if now != known.label:
            raise AssertionError(
                f"the position {known.label} has been changed by play: it is now {now}. A "
                "position is never changed; play returns a new one"
            )

    def along_a_line(self, start: Any, rng: Random) -> None:
        """Play random moves from the start, as a match does, and ask once at each position."""
        here = start
        for _ in range(LONGEST):
            known = self.first.get(here)
            if known is None:
                return
            self.same(known)
            if not known.steps:
                return
            move, option = rng.choice(known.steps)
            here = self.played(known, move, option)

    def played(self, known: Answers, move: Any, option: Any) -> Any:
        """Where a move leads now, which must be the option to which it led at first."""
        return self.ask_and_compare(
            "play",
            f"{known.label}, {move!r}",
            option,
            partial(self.game.play, known.position, move),
        )

    def ask_and_compare(
        self, name: str, arguments: str, answer: Any, question: Callable[[], Any]
    ) -> Any:
        """Ask a question again, and compare: return the answer, which must be the same as before.

        Raises AssertionError if it differs, or if the question fails. For the message: ``name`` is
        the method that is asked, and ``arguments`` are its arguments, as text.
        """
        self.questions += 1
        try:
            now = question()
        except Exception as error:
            said = f"stopped with {type(error).__name__} ({error})"
            raise AssertionError(fault(name, arguments, answer, said)) from error
        if now != answer:
            raise AssertionError(fault(name, arguments, answer, f"gave {now!r}"))
        return now


def fault(name: str, arguments: str, answer: Any, said: str) -> str:
    """The message for an answer that has changed."""
    return (
        f"{name}({arguments}) gave {answer!r} at first, and {said} when it was asked again: the game "
        "keeps something "
        "outside the position. All that play depends on must be in the position, and play must "
        "change nothing"
    )
