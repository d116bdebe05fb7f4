"""A program that plays, watched while it thinks: what it looks at before it moves.

The program is any function ``move(game, position, seconds)``, such as the one that a student keeps
in ``mine.py``. It is given the game as a ``WatchedGame``, which passes every question on to the
rules and counts. So nothing in the program has to be changed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, TypedDict

from gamecourse.show.stage.drawing import move_words
from gamelib.core import Game

#: A program: from the game, a position and a number of seconds to a move.
Program = Callable[[Any, Any, float], Any]

#: How many seconds lie between two looks at a program that thinks.
BEAT = 0.5

#: The moves made between two looks at the clock.
MOVES_A_LOOK = 64

#: The most moves of a line that are shown.
LONGEST_LINE = 12


class MoveShare(TypedDict):
    """A move, and how much of the work was done below it: from 0 to 1."""

    words: str
    share: float
    chosen: bool


class Thought(TypedDict):
    """What a page is told of a program that thinks, or has thought."""

    words: str
    line: str
    moves: list[MoveShare]


class WatchedGame:
    """A game that counts what a program looks at, from one position on.

    ``looks``: how many moves the program has made on this board of its own. ``parent``: for each
    position that it came to, the position before it and the move, when it came there first.
    ``depth``: how many moves that is from the first position.
    """

    def __init__(self, game: Game[Any, Any], position: Any, look: Callable[[WatchedGame], None]):
        self.game = game
        self.looks = 0
        self.parent: dict[Any, tuple[Any, Any] | None] = {position: None}
        self.depth: dict[Any, int] = {position: 0}
        self.visits: dict[Any, int] = {position: 0}
        self._look = look

    def start(self) -> Any:
        return self.game.start()

    def moves(self, position: Any) -> Any:
        return self.game.moves(position)

    def outcome(self, position: Any) -> Any:
        return self.game.outcome(position)

    def play(self, position: Any, move: Any) -> Any:
        """The position after a move, which is counted."""
        after = self.game.play(position, move)
        self.looks += 1
        if after not in self.parent and position in self.parent:
            self.parent[after] = position, move
            self.depth[after] = self.depth[position] + 1
            self.visits[after] = 0
        if after in self.visits:
            self.visits[after] += 1
        if self.looks % MOVES_A_LOOK == 0:
            self._look(self)
        return after

    def __getattr__(self, name: str) -> Any:
        """Whatever else the game offers: an evaluation, an order of moves, a text."""
        if name.startswith("__"):  # asked by Python itself, as by copy; not a question to the game
            raise AttributeError(name)
        return getattr(self.game, name)

    def work_below(self) -> dict[Any, int]:
        """How many moves the program has made on the way to each position, or below it."""
        work = dict(self.visits)
        # A position is found after its parent, so from the last one on all below it is known.
        for position in reversed(self.parent):
            before = self.parent[position]
            if before is not None:
                work[before[0]] += work[position]
        return work


class Thinker:
    """The strategy of a program, which is watched.

    Parameters
    ----------
    game
        The game that it plays.
    program
        A function ``move(game, position, seconds)``.
    seconds
        How long it may think about a move. Nobody stops a program that takes longer.
    tell
        Is called with a ``Thought`` now and then, and with the last one before the move is made.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        program: Program,
        seconds: float,
        tell: Callable[[Thought], None],
    ) -> None:
        self.game, self.program, self.seconds, self.tell = game, program, seconds, tell

    def __call__(self, position: Any) -> Any:
        """The program's move at a position."""
        began = told = perf_counter()

        def look(watched: WatchedGame) -> None:
            nonlocal told
            now = perf_counter()
            if now - told >= BEAT:
                told = now
                self.tell(self._thought(watched, position, now - began))

        watched = WatchedGame(self.game, position, look)
        move = self.program(watched, position, self.seconds)
        self.tell(self._thought(watched, position, perf_counter() - began, move))
        return move

    def _thought(
        self, watched: WatchedGame, root: Any, seconds: float, chosen: Any = None
    ) -> Thought:
        """What a program has looked at so far; ``chosen`` is its move, if it has made up its
        mind.
        """
        work = watched.work_below()
        shares = self._shares(work, root, chosen)
        line = ", ".join(self._line(watched, work, root))
        return {
            "words": self._words(watched, seconds, is_over=chosen is not None),
            "line": f"The line it looked at most: {line}" if line else "",
            "moves": shares if any(share["share"] for share in shares) else [],
        }

    def _words(self, watched: WatchedGame, seconds: float, is_over: bool) -> str:
        if not watched.looks:
            if not is_over:
                return f"The program has been thinking for {seconds:.1f} seconds."
            return (
                f"The program moved after {seconds:.2f} seconds. It has tried no move by the rules of this "
                "game."
            )
        verb = "The program tried" if is_over else "Thinking. So far the program has tried"
        deepest = max(watched.depth.values())
        return (
            f"{verb} {watched.looks:,} moves in {seconds:.2f} seconds, "
            f"and came to {len(watched.parent) - 1:,} positions, up to {deepest} moves ahead."
        )

    def _shares(self, work: dict[Any, int], root: Any, chosen: Any) -> list[MoveShare]:
        """For each move at the root, which part of the work was done below it."""
        moves = list(self.game.moves(root))
        below = [work.get(self.game.play(root, move), 0) for move in moves]
        total = max(sum(below), 1)
        return [
            {
                "words": self._words_of(root, move),
                "share": part / total,
                "chosen": move == chosen,
            }
            for move, part in zip(moves, below, strict=True)
        ]

    def _line(self, watched: WatchedGame, work: dict[Any, int], root: Any) -> list[str]:
        """The moves below which the most work was done, one after another."""
        children: dict[Any, list[tuple[Any, Any]]] = {}
        for position, before in watched.parent.items():
            if before is not None:
                children.setdefault(before[0], []).append((before[1], position))
        line: list[str] = []
        here = root
        while here in children and len(line) < LONGEST_LINE:
            move, after = max(children[here], key=lambda option: work[option[1]])
            line.append(self._words_of(here, move))
            here = after
        return line

    def _words_of(self, position: Any, move: Any) -> str:
        return move_words(self.game, position, move)
