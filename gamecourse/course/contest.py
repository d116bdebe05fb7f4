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
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass, replace
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

#: The function that a program must define.
FUNCTION = "move"
#: The seconds that a move may take beyond the limit before the program is ended.
GRACE = 0.5
#: The most seconds for loading a program.
LOADING = 20.0
#: The number of random moves before the programs play on.
OPENING = 2
#: The most moves of a game; a longer one counts as a draw.
MOST_MOVES = 1_000
#: The most openings for a pair of programs.
MOST_GAMES = 10_000
#: How many games may be asked for.
GAMES_WANTED = f"give a whole number of games, from 1 to {MOST_GAMES:,}"
#: The most bytes of a program, and of a message of its process.
MOST_SOURCE, MOST_BYTES = 10_000_000, 100_000
#: The most reasons for forfeits that are listed for a program.
MOST_REASONS = 3
#: A progress bar is shown for work of this size, however few games there are: games are slow.
ANY_SIZE = sys.maxsize
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
        self.path = path
        self._game = game
        self._words = words  # the game as on the command line, from which the process makes it
        self._seconds = seconds
        self._open: ExitStack | None = None  # what is closed when the process ends, if it runs
        self._questions_asked = 0

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def __call__(self, position: Any) -> Any:
        """The program's move at a position; raises Forfeit for anything else that it does."""
        if self._open is None:
            self._start()
        moves = list(self._game.moves(position))
        self._questions_asked += 1
        number = self._questions_asked
        late = f"it took longer than {self._seconds:g} seconds"
        self._wire.end = monotonic() + self._seconds + GRACE  # also for all that comes in between
        question = pickle.dumps((number, position, moves, self._seconds))
        answer = self._receive(late, question)
        while len(answer) < 2 or answer[1] != number:  # not the answer to this question
            answer = self._receive(late)
        if answer[0] == "printed":
            raise Forfeit(self.path, PRINTS)
        kind, _, value = answer
        if kind == "no move":
            raise Forfeit(self.path, self._no_move(value, position))
        if not 0 <= value < len(moves):
            self._forfeit(FORGED)
        return moves[value]

    def _no_move(self, words: str, position: Any) -> str:
        """The reason for a forfeit if a program gave this, in words, in place of a move."""
        missing = ": is a return missing?" if words.startswith("None,") else ""
        return f"{words} is not a move at {shorten(repr(position))}{missing}"

    def _start(self) -> None:
        """Begin a process, and wait until the program is loaded."""
        self._questions_asked = 0
        self._open = ExitStack()
        folder = self._open.enter_context(private_folder())
        their_rights = rights.Rights(None, LIMITS.memory)
        source = _source(self.path)
        arguments = (
            os.getcwd(),
            list(self._words),
            str(self.path.absolute()),
            source,
            their_rights,
        )
        self._process, self._wire = start(f"{__name__}:serve", *arguments, folder=folder)
        self._wire.end = monotonic() + LOADING
        if self._receive("it was not loaded") != ["ready"]:
            self._forfeit(FORGED)

    def _receive(self, late: str, question: bytes | None = None) -> list[Any]:
        """The next message of the program's process, which is sent a question first if there is
        one.

        If the process is too late, which ``late`` says in words, or sends anything else, or has
        ended, the program forfeits.
        """
        try:
            if question is not None:
                self._wire.send_bytes(question)
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
        """End the process, and forfeit the game for this reason."""
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
    """The text of a program; raises Refusal if it is no file, or too large."""
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
    wire: Wire,
    referees_folder: str,
    words: list[str],
    path: str,
    source: bytes,
    its_rights: rights.Rights,
) -> None:
    """What the process of a program does: receive positions, and send the numbers of moves.

    Parameters
    ----------
    wire
        The connection to the referee.
    referees_folder
        The referee's current folder, from which the words of the game are read.
    words
        The game, as on the command line.
    path, source
        The program's file, and its text.
    its_rights
        What the program may do.
    """

    def say(*message: Any) -> None:
        """Send a message, one of ``MESSAGES``, to the referee."""
        wire.send_bytes(json.dumps(message).encode())

    try:
        own_folder = os.getcwd()
        os.chdir(referees_folder)
        game = parse_game(words)
        sys.path.append(os.path.dirname(path))  # so that the program may import what lies beside it
        os.chdir(own_folder)
        rights.give_up(replace(its_rights, user=rights.user_for(os.getpid())))
        move = _load(path, source)
        if not callable(move):
            say("stop", f"there is no function {FUNCTION}(game, position, seconds) in it")
            return
        say("ready")
        while True:
            number, position, moves, seconds = pickle.loads(wire.recv_bytes())
            printed = Printed()
            with redirect_stdout(printed):
                value = move(game, position, seconds)
            answer = _answer(number, moves, value)
            if answer[0] == "move" and printed.length:
                answer = "printed", number
            say(*answer)
    except (EOFError, ConnectionError):
        return
    except BaseException as error:
        say("stop", error_text(error))


def _load(path: str, source: bytes) -> Any:
    """Run the text of a program, and return its function; None if it has none."""
    lines = source.decode("utf-8", "replace").splitlines(keepends=True)
    # the file itself may be out of reach now, but inspect and tracebacks find its lines here
    linecache.cache[path] = len(source), None, lines, path
    names: dict[str, Any] = {"__name__": "player", "__file__": path}
    exec(compile(source, path, "exec"), names)
    return names.get(FUNCTION)


def _answer(number: int, moves: list[Any], value: Any) -> tuple[Any, ...]:
    """The message that answers the question of this number, if the program has returned a value."""
    chosen = which_move(moves, value)
    if chosen is not None:
        return "move", number, chosen
    if type(value) is not int:
        return "no move", number, f"{shorten(words_of(value))}, of the type {type(value).__name__},"
    if abs(value) < LARGEST:
        return "no move", number, str(value)
    return "no move", number, "a number of more than 4,000 digits"


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

    _check_request(files, games, seconds)
    game = parse_game(words)
    rng = default_rng(ask.whole(seed, "seed"))
    _check_players(game, rng)
    _check_sendable(game)
    programs = [Program(path, game, words, seconds) for path in files]
    openings = [_opening(game, rng) for _ in range(games)]
    table = {path: Score() for path in files}
    forfeits = {path: Counter[str]() for path in files}
    protected = rights.protects()
    games_in_all = games * len(files) * (len(files) - 1)
    with orphans_ended(), ExitStack() as stack:
        for program in programs:
            stack.enter_context(program)
        show_progress = stack.enter_context(Progress(games_in_all, "playing", ANY_SIZE, " games"))
        for pair, opening in product(combinations(programs, 2), openings):
            for first, second in (pair, pair[::-1]):  # then with sides exchanged
                result = _play(game, opening, first, second, forfeits, rng)
                table[first.path].add(result)
                table[second.path].add(-result)
                show_progress(1)
    lines = [*_table(table), *_reasons(forfeits)]
    if not protected:
        lines.append(UNPROTECTED)
    return "\n".join(lines)


@dataclass
class Score:
    """How many games a program has won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, result: int) -> None:
        """Count a game with this result for the program: 1 won, 0 drawn, -1 lost."""
        if result > 0:
            self.won += 1
        elif result < 0:
            self.lost += 1
        else:
            self.drawn += 1


def _check_request(files: Sequence[Path], games: int, seconds: float) -> None:
    """Raise Refusal if no tournament can be played by these files, with so many games or seconds."""
    for path in files:
        _source(path)  # refuses what is no file
    if len({path.stem for path in files}) < len(files) or len(files) < 2:
        raise Refusal("give two files or more, of different names")
    if ask.whole(games, "games", 1) > MOST_GAMES:
        raise Refusal(f"there are too many games: {GAMES_WANTED}")
    if not 0 < seconds <= 3_600:
        raise Refusal(f"seconds={seconds:g}: give a number above 0, at most 3,600")


def number_of_games(text: str) -> int:
    """The number of games as it is typed; raises Refusal for anything else."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 10
    number = int(text) if is_number else 0  # which is refused, too
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
        nobody = -1  # no player is a person, so that the session plays all moves
        session = Session(game, random_moves(game, rng), rng, ask.position(game), you=nobody)
        has_played = bool(list(session.replies()))
        # Where play does not end, nothing is known of payoffs, and the games will be draws.
        if has_played and session.turn is None:
            players = len(ask.payoffs(game, session.position))
            if players != 2:
                raise Refusal(f"a tournament is for games of two players: this one has {players}")


def _opening(game: Any, rng: Generator) -> Any:
    """A position after some random moves; if play is over then, the position before."""
    anything = random_moves(game, rng)
    played = match(game, anything, anything, limit=OPENING, rng=rng)
    count = len(played.moves)
    return played.positions[count - 1 if played.finished else count]


def _play(
    game: Any,
    position: Any,
    first: Program,
    second: Program,
    forfeits: dict[Path, Counter[str]],
    rng: Generator,
) -> int:
    """Play a game from a position: 1 if the first program wins, -1 if the second program wins, 0 for
    a draw or if play does not end.

    A reason for a forfeit is counted in ``forfeits``.
    """
    try:
        played = match(game, first, second, position=position, rng=rng, limit=MOST_MOVES)
    except Forfeit as forfeit:
        path, why = forfeit.args
        forfeits[path][printable(shorten(why))] += 1
        return -1 if path == first.path else 1
    payoff_of_first, payoff_of_second = played.payoffs
    if payoff_of_first == payoff_of_second:
        return 0
    return 1 if payoff_of_first > payoff_of_second else -1


def _reasons(forfeits: dict[Path, Counter[str]]) -> list[str]:
    """Lines that say why games were lost by forfeit: the most frequent reasons of each program."""
    lines = []
    for path, reasons in forfeits.items():
        name = printable(path.stem)
        listed = reasons.most_common(MOST_REASONS)
        for why, count in listed:
            times = f" ({count} times)" if count > 1 else ""
            lines.append(f"{name} has lost a game: {why}{times}")
        others = reasons.total() - sum(count for _, count in listed)
        if others:
            lines.append(f"{name} has lost {others} games more for other reasons")
    return lines


def _table(table: dict[Path, Score]) -> list[str]:
    """The lines of a table of programs and results, the best program first; the share of wins has
    Wilson's interval.
    """
    names = {path: printable(path.stem) for path in table}
    width = max(map(len, names.values()))
    lines = [f"{'':{width}}  won drawn lost  share of wins"]

    def wins_above_losses(entry: tuple[Path, Score]) -> int:
        _, score = entry
        return score.won - score.lost

    for path, score in sorted(table.items(), key=wins_above_losses, reverse=True):
        games = score.won + score.drawn + score.lost
        low, high = wilson(score.won, games)
        share = score.won / games
        counts = f"{score.won:5}{score.drawn:6}{score.lost:5}"
        lines.append(f"{names[path]:{width}}{counts}  {share:.0%} ({low:.0%} to {high:.0%})")
    return lines
