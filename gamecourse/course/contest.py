"""A tournament of programs: each program is a file with a function ``move``, and plays in its own
process.

The referee sends positions. A program's process answers with the number of a move among the moves
of that position, as JSON: data and nothing else. Like a student's process, it reaches neither the
referee nor another program.
"""

from __future__ import annotations

import json
import linecache
import os
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, redirect_stdout
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

from gamecourse.command import Refusal, printable
from gamecourse.grading.calls import error_text, shorten
from gamecourse.grading.limits import Printed
from gamecourse.grading.marks import rights
from gamecourse.grading.marks.notebook import content_of
from gamecourse.grading.marks.processes import (
    LIMITS,
    end,
    how_it_ended,
    orphans_ended,
    private_folder,
    start,
)
from gamecourse.grading.marks.wire import LARGEST, TooLong, Wire
from gamecourse.grading.plain import words as words_of
from gamecourse.show.parsing import parse_game
from gamecourse.show.session import Session
from gamefast import ask
from gamefast.progress import Progress
from gamefast.tournament import wilson
from gamelib import match, random_moves
from gamelib.play import which_move

if TYPE_CHECKING:
    from numpy.random import Generator

#: The function that a program must define, and the extra seconds before the program is ended.
FUNCTION, GRACE = "move", 0.5
#: The most seconds for loading a program.
LOADING = 20.0
#: The number of random moves before the programs play on.
OPENING = 2
#: The most openings for a pair of programs.
MOST_GAMES = 10_000
#: The most bytes of a program, and of a message of its process.
MOST_SOURCE, MOST_BYTES = 10_000_000, 100_000
#: The most reasons that are told for a program.
MOST_REASONS = 3
#: The messages of a program's process: the kind of each, and the types of what follows.
MESSAGES: dict[str, tuple[type, ...]] = {
    "ready": (),
    "move": (int, int),
    "no move": (int, str),
    "printed": (int,),
    "stop": (str,),
}
#: What is said of other messages.
FORGED = "it sends what no program sends"
#: What is said of a program that prints.
PRINTS = "it printed something: nobody reads that, and a move is given by return"
#: What is said below the table where the referee is not protected.
UNPROTECTED = (
    "The referee is not protected on this system: a program could change the table. Play on "
    "Linux or as root."
)


class Forfeit(Exception):
    """A program has forfeited: its move was too late or not allowed, or the program stopped."""


class Program:
    """A program in its process, as a strategy for ``match``; the process ends with the block.

    ``with Program(path, game, words, seconds) as program: program(position)`` is a move of the
    game.
    """

    def __init__(self, path: Path, game: Any, words: Sequence[str], seconds: float) -> None:
        self.path, self._game, self._words, self._seconds = path, game, words, seconds
        self._open: ExitStack | None = None
        self._asked = 0

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def __call__(self, position: Any) -> Any:
        if self._open is None:
            self._start()
        moves = list(self._game.moves(position))
        self._asked += 1
        late = f"it took longer than {self._seconds:g} seconds"
        self._wire.end = monotonic() + self._seconds + GRACE
        question = pickle.dumps((self._asked, position, moves, self._seconds))
        answer = self._told(lambda: self._wire.send_bytes(question), late)
        while len(answer) < 2 or answer[1] != self._asked:  # the answer to an older question
            answer = self._told(lambda: None, late)
        if answer[0] == "printed":
            raise Forfeit(self.path, PRINTS)
        kind, _, said = answer
        if kind == "no move":
            raise Forfeit(self.path, self._no_move(said, position))
        if not 0 <= said < len(moves):
            self._forfeit(FORGED)
        return moves[said]

    def _no_move(self, said: str, position: Any) -> str:
        missing = ": is a return missing?" if said.startswith("None,") else ""
        return f"{said} is not a move at {shorten(repr(position))}{missing}"

    def _start(self) -> None:
        """Begin a process, and wait until the program is loaded."""
        self._asked = 0
        self._open = ExitStack()
        folder = self._open.enter_context(private_folder())
        given = rights.Rights(None, LIMITS.memory)
        source = _source(self.path)
        arguments = (os.getcwd(), list(self._words), str(self.path.absolute()), source, given)
        self._process, self._wire = start(f"{__name__}:serve", *arguments, folder=folder)
        self._wire.end = monotonic() + LOADING
        if self._told(lambda: None, "it was not loaded") != ["ready"]:
            self._forfeit(FORGED)

    def _told(self, ask_it: Callable[[], None], late: str) -> list[Any]:
        """The next message of the program's process, once it is asked; a process that sends no such
        thing forfeits.
        """
        try:
            ask_it()
            message = _message(self._wire.recv_bytes(MOST_BYTES))
        except TimeoutError:
            self._forfeit(late)
        except (TooLong, ValueError, RecursionError):
            self._forfeit(FORGED)
        except (EOFError, OSError):
            self._forfeit(f"its process has ended: {how_it_ended(self._process)}")
        if message[0] == "stop":
            self._forfeit(message[1])
        return message

    def _forfeit(self, why: str) -> NoReturn:
        self.end()
        raise Forfeit(self.path, why)

    def end(self) -> None:
        """End the process; the next position begins another."""
        if self._open is not None:
            self._wire.close()
            end(self._process, rights.user_for(self._process.pid))
            self._open.close()
            self._open = None


def _source(path: Path) -> bytes:
    """The text of a program; raises Refusal for what is no file of sane size."""
    try:
        return content_of(path, MOST_SOURCE)
    except FileNotFoundError:
        raise Refusal(f"{path}: there is no such file") from None
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror or error}") from None


def _message(text: bytes) -> list[Any]:
    """A message of a program's process; raises ValueError for any other text."""
    message = json.loads(text)
    kind = message[0] if isinstance(message, list) and message else None
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise ValueError(FORGED)
    if tuple(type(part) for part in message[1:]) != MESSAGES[kind]:
        raise ValueError(FORGED)
    return list(message)


# ---- in the process of a program ----


def serve(
    wire: Wire, here: str, words: list[str], path: str, source: bytes, given: rights.Rights
) -> None:
    """Be the process of a program: receive positions, and send the numbers of moves."""

    def say(*message: Any) -> None:
        wire.send_bytes(json.dumps(message).encode())

    try:
        folder = os.getcwd()
        os.chdir(here)  # from where the referee has found the game
        game = parse_game(words)
        sys.path.append(os.path.dirname(path))
        os.chdir(folder)
        rights.give_up(replace(given, user=rights.user_for(os.getpid())))
        move = _loaded(path, source)
        if not callable(move):
            say("stop", f"there is no function {FUNCTION}(game, position, seconds) in it")
            return
        say("ready")
        while True:
            number, position, moves, seconds = pickle.loads(wire.recv_bytes())
            printed = Printed()
            with redirect_stdout(printed):
                given = move(game, position, seconds)
            answer = _answer(number, moves, given)
            if answer[0] == "move" and printed.length:
                answer = "printed", number
            say(*answer)
    except (EOFError, ConnectionError):
        return
    except BaseException as error:
        say("stop", error_text(error))


def _loaded(path: str, source: bytes) -> Any:
    """The function of a program."""
    lines = source.decode("utf-8", "replace").splitlines(keepends=True)
    linecache.cache[path] = len(source), None, lines, path
    names: dict[str, Any] = {"__name__": "player", "__file__": path}
    exec(compile(source, path, "exec"), names)
    return names.get(FUNCTION)


def _answer(number: int, moves: list[Any], given: Any) -> tuple[Any, ...]:
    """What is sent of what a program has given."""
    chosen = which_move(moves, given)
    if chosen is not None:
        return "move", number, chosen
    if type(given) is int:
        return (
            "no move",
            number,
            str(given) if abs(given) < LARGEST else "a number of more than 4,000 digits",
        )
    return "no move", number, f"{shorten(words_of(given))}, of the type {type(given).__name__},"


# ---- the referee ----


def contest(
    files: Sequence[Path], words: Sequence[str], games: int, seconds: float, seed: int
) -> str:
    """Let each program play every other program, both sides of each opening, and return the
    results.

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
    from numpy.random import default_rng

    for path in files:
        _source(path)
    if len({path.stem for path in files}) < len(files) or len(files) < 2:
        raise Refusal("give two files or more, of different names")
    if ask.whole(games, "games", 1) > MOST_GAMES:
        raise Refusal(f"there are too many games: {GAMES_WANTED}")
    if not 0 < seconds <= 3_600:
        raise Refusal(f"seconds={seconds:g}: give a number above 0, at most 3,600")
    game, rng = parse_game(words), default_rng(ask.whole(seed, "seed"))
    _check_players(game, rng)
    _check_sendable(game)
    programs = [Program(path, game, words, seconds) for path in files]
    openings = [_opening(game, rng) for _ in range(games)]
    score = {path: [0, 0, 0] for path in files}  # won, drawn, lost
    forfeits = {path: Counter[str]() for path in files}
    protected = rights.protects()
    with orphans_ended(), ExitStack() as stack:
        for program in programs:
            stack.enter_context(program)
        bar = stack.enter_context(
            Progress(games * len(files) * (len(files) - 1), "playing", 1 << 40, " games")
        )
        for pair, opening in product(combinations(programs, 2), openings):
            for one, other in (pair, pair[::-1]):
                result = _play(game, opening, one, other, forfeits, rng)
                score[one.path][1 - result] += 1
                score[other.path][1 + result] += 1
                bar(1)
    told = [*_table(score), *_reasons(forfeits)]
    return "\n".join(told if protected else [*told, UNPROTECTED])


#: How many games may be asked for.
GAMES_WANTED = f"give a whole number of games, from 1 to {MOST_GAMES:,}"


def number_of_games(text: str) -> int:
    """The number of games as it is typed; raises Refusal for anything else."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    if not 1 <= number <= MOST_GAMES:
        raise Refusal(f"--games={printable(shorten(text, 40))}: {GAMES_WANTED}")
    return number


def _check_sendable(game: Any) -> None:
    """Raise Refusal if a position cannot be sent to a program's process."""
    try:
        pickle.dumps((ask.position(game), ask.moves(game, ask.position(game))))
    except Exception as error:
        raise Refusal(
            f"a position of this game cannot be sent to a program: {error_text(error)}"
        ) from None


def _check_players(game: Any, rng: Generator) -> None:
    """Raise Refusal if the payoffs at the end of a random game are not those of two players."""
    if ask.is_extensive(game):
        session = Session(game, random_moves(game, rng), rng, ask.position(game), you=-1)
        if (
            list(session.replies())
            and session.turn is None
            and (players := len(ask.payoffs(game, session.position))) != 2
        ):
            raise Refusal(f"a tournament is for games of two players: this one has {players}")


def _opening(game: Any, rng: Generator) -> Any:
    """A position after some random moves, fewer if play would be over."""
    anything = random_moves(game, rng)
    played = match(game, anything, anything, limit=OPENING, rng=rng)
    return played.positions[len(played.moves) - played.finished]


def _play(
    game: Any,
    position: Any,
    one: Program,
    other: Program,
    forfeits: dict[Path, Counter[str]],
    rng: Generator,
) -> int:
    """1 if the first program wins, -1 if the second program wins, 0 for a draw or if play does not
    end.
    """
    try:
        played = match(game, one, other, position=position, rng=rng, limit=1_000)
    except Forfeit as forfeit:
        path, why = forfeit.args
        forfeits[path][printable(shorten(why))] += 1
        return -1 if path == one.path else 1
    mine, theirs = played.payoffs
    if mine == theirs:
        return 0
    return 1 if mine > theirs else -1


def _reasons(forfeits: dict[Path, Counter[str]]) -> list[str]:
    """Why games were lost by forfeit, the most frequent reasons of each program."""
    lines = []
    for path, reasons in forfeits.items():
        name = printable(path.stem)
        for why, count in reasons.most_common(MOST_REASONS):
            lines.append(
                f"{name} has lost a game: {why}" + (f" ({count} times)" if count > 1 else "")
            )
        others = reasons.total() - sum(count for _, count in reasons.most_common(MOST_REASONS))
        if others:
            lines.append(f"{name} has lost {others} games more for other reasons")
    return lines


def _table(score: dict[Path, list[int]]) -> list[str]:
    """The programs and their results, the best program first; the share of wins has Wilson's
    interval.
    """
    names = {path: printable(path.stem) for path in score}
    wide = max(map(len, names.values()))
    lines = [f"{'':{wide}}  won drawn lost  share of wins"]
    for path, (won, drawn, lost) in sorted(score.items(), key=lambda item: item[1][2] - item[1][0]):
        low, high = wilson(won, won + drawn + lost)
        share = won / (won + drawn + lost)
        lines.append(
            f"{names[path]:{wide}}{won:5}{drawn:6}{lost:5}  {share:.0%} ({low:.0%} to {high:.0%})"
        )
    return lines
