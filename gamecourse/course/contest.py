"""A tournament of programs: each program is a file with a function ``move``, and plays in its own process."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations, product
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator, default_rng

from gamecourse.check.marks.processes import start
from gamecourse.command import Refusal
from gamecourse.show.turns import Turns
from gamecourse.show.typed import typed_game
from gamefast.progress import Progress
from gamefast.tournament import wilson
from gamelib import ask, match, random_moves

#: The function that a program must define, and the extra seconds before the program is ended.
FUNCTION, GRACE = "move", 0.5
#: The most seconds for loading a program.
LOADING = 20.0
#: The number of random moves before the programs play on.
OPENING = 2


class Forfeit(Exception):
    """A program has forfeited: its move was too late or not allowed, or the program stopped."""


class Program:
    """A program in its process, as a strategy for ``match``."""

    def __init__(self, path: Path, game: Any, words: Sequence[str], seconds: float) -> None:
        self.path, self._game, self._words, self._seconds = path, game, words, seconds
        self._process: Any = None

    def __call__(self, position: Any) -> Any:
        if self._process is None:
            self._process, self._pipe = start(_serve, str(self.path), self._words, daemon=True)
            self._told(LOADING, "it was not loaded")
        self._pipe.send((position, self._seconds))
        move = self._told(self._seconds + GRACE, f"it took longer than {self._seconds:g} seconds")
        if move not in list(self._game.moves(position)):
            raise Forfeit(self.path, f"{move!r} is not a move at {position!r}")
        return move

    def _told(self, seconds: float, late: str) -> Any:
        """The program's message, if it comes in time."""
        try:
            if self._pipe.poll(seconds):
                kind, said = self._pipe.recv()
                if kind == "move":
                    return said
                late = said
        except (EOFError, OSError):
            late = "its process has ended"
        self.end()
        raise Forfeit(self.path, late)

    def end(self) -> None:
        """End the process; the next position begins another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def _serve(pipe: Connection, path: str, words: Sequence[str]) -> None:
    """The process of a program: it receives positions and sends moves."""
    try:
        game, move = typed_game(words), runpy.run_path(path, run_name="player").get(FUNCTION)
        if not callable(move):
            pipe.send(("stop", f"there is no function {FUNCTION}(game, position, seconds) in it"))
            return
        pipe.send(("move", None))
        while True:
            pipe.send(("move", move(game, *pipe.recv())))
    except EOFError:
        return
    except BaseException as error:
        with suppress(OSError):
            pipe.send(("stop", f"{type(error).__name__}: {error}"))


def contest(files: Sequence[Path], words: Sequence[str], games: int, seconds: float, seed: int) -> str:
    """Let each program play every other program, both sides of each opening, and return the results.

    Parameters
    ----------
    files
        The programs: Python files with a function ``move(game, position, seconds)``.
    words
        The game, as on the command line.
    games
        How many openings each pair plays; every opening is played twice, with sides exchanged.
    seconds
        For each move.
    seed
        Draws the openings and throws the dice.

    Returns
    -------
    str
        A table with the best program first, and the games lost by forfeit.
    """
    if missing := [path for path in files if not path.is_file()]:
        raise Refusal(f"{missing[0]}: there is no such file")
    if len({path.stem for path in files}) < len(files) or len(files) < 2:
        raise Refusal("give two files or more, of different names")
    if not 0 < seconds <= 3_600:
        raise Refusal(f"seconds={seconds:g}: give a number above 0, at most 3,600")
    game, rng = typed_game(words), default_rng(ask.whole(seed, "seed"))
    _check_players(game, rng)
    programs = [Program(path, game, words, seconds) for path in files]
    openings = [_opening(game, rng) for _ in range(ask.whole(games, "games", 1))]
    score = {path: [0, 0, 0] for path in files}  # won, drawn, lost
    forfeits = Counter[str]()
    try:
        with Progress(games * len(files) * (len(files) - 1), "playing", 1 << 40, " games") as bar:
            for pair, opening in product(combinations(programs, 2), openings):
                for one, other in (pair, pair[::-1]):
                    result = _play(game, opening, one, other, forfeits, rng)
                    score[one.path][1 - result] += 1
                    score[other.path][1 + result] += 1
                    bar(1)
    finally:
        for program in programs:
            program.end()
    lost = (f"{said} ({count} times)" if count > 1 else said for said, count in forfeits.items())
    return "\n".join([*_table(score), *lost])


def _check_players(game: Any, rng: Generator) -> None:
    """Raise Refusal if the payoffs at the end of a random game are not those of two players."""
    if ask.is_extensive(game):
        turns = Turns(game, random_moves(game, rng), rng, ask.position(game), you=-1)
        if list(turns.replies()) and turns.turn is None and (players := len(ask.payoffs(game, turns.position))) != 2:
            raise Refusal(f"a tournament is for games of two players: this one has {players}")


def _opening(game: Any, rng: Generator) -> Any:
    """A position after some random moves, fewer if play would be over."""
    anything = random_moves(game, rng)
    played = match(game, anything, anything, limit=OPENING, rng=rng)
    return played.positions[len(played.moves) - played.finished]


def _play(game: Any, position: Any, one: Program, other: Program, forfeits: Counter[str], rng: Generator) -> int:
    """1 if the first program wins, -1 if the second program wins, 0 for a draw or if play does not end."""
    try:
        played = match(game, one, other, position=position, rng=rng, limit=1_000)
    except Forfeit as forfeit:
        path, why = forfeit.args
        forfeits[f"{path.stem} has lost a game: {why}"] += 1
        return -1 if path == one.path else 1
    return int(np.sign(float(played.payoffs[0] - played.payoffs[1])))


def _table(score: dict[Path, list[int]]) -> list[str]:
    """The programs and their results, the best program first; the share of wins has Wilson's interval."""
    wide = max(len(path.stem) for path in score)
    lines = [f"{'':{wide}}  won drawn lost  share of wins"]
    for path, (won, drawn, lost) in sorted(score.items(), key=lambda item: item[1][2] - item[1][0]):
        low, high = wilson(won, won + drawn + lost)
        share = won / (won + drawn + lost)
        lines.append(f"{path.stem:{wide}}{won:5}{drawn:6}{lost:5}  {share:.0%} ({low:.0%} to {high:.0%})")
    return lines
