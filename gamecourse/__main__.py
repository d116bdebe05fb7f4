"""The command line, of which ``python -m gamelib`` is another name: ``solve``, ``play``, ``page``,
``course`` ...

Each command imports the engine and the pictures as it runs. So ``doctor`` starts where numpy or
numba are missing, or do not load; the others say in a sentence what is missing.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from gamecourse import command
from gamecourse.command import Refusal
from gamecourse.course import batch, classroom, doctor, lecture
from gamecourse.course.copy import lay
from gamecourse.course.plan import copy_of
from gamelib.core import TooLarge
from gamelib.games.thief import Cell, CopsAndThief, Position

if TYPE_CHECKING:
    from gamefast import Solution

#: The most single moves of best play to show.
MOVES_SHOWN = 10

#: How a person at a terminal says that nothing more comes.
END_OF_TYPING = "Ctrl-Z and Return" if os.name == "nt" else "Ctrl-D"

YOURS = "or your own, as module:Class or path/to/file.py:Class"
YOUR_COPY = "your copy; course, if not given"
GAME_HELP = (
    "a game of the package with its arguments, as Matches 15 or 'Matches(15, takes=(1, 3, 4))'; "
    f"{YOURS}"
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return the exit status: 0 done, 1 output not read to the end, 2 input
    refused, 130 stopped.
    """
    options = _parser().parse_args(arguments)
    try:
        if sys.stdout is None:
            raise Refusal("standard output: it is closed")
        command.write_any_sign(sys.stdout)
        status: int | None = options.run(options)
        sys.stdout.flush()
        return status or 0
    except KeyboardInterrupt:
        said, status = "stopped\n", 130
    except BrokenPipeError:
        said, status = "", 1
    except Exception as error:
        said, status = f"{_why(error)}\n", 2
    try:
        sys.stdout.flush()
    except (OSError, AttributeError):  # otherwise Python complains once more when it ends
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if sys.stderr is not None:
        sys.stderr.write(said)
    return status


def _parser() -> argparse.ArgumentParser:
    example = "Example: python -m gamelib solve Matches 15"
    parser = argparse.ArgumentParser(
        prog="gamelib", description="Solve a game, or play it.", epilog=example
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (
        _add_solve,
        _add_play,
        _add_cops,
        _add_page,
        _add_course,
        _add_lecture,
        _add_mark,
        _add_class,
        _add_tournament,
        _add_doctor,
    ):
        add(commands)
    return parser


def _add_solve(commands: Any) -> None:
    """What ``gamelib solve`` takes."""
    solver = command.add(commands, "solve", _solve)
    solver.add_argument("words", nargs="+", metavar="GAME", help=GAME_HELP)
    told = "a position other than the start, as Python writes it"
    solver.add_argument("--position", metavar="TEXT", help=told)
    solver.add_argument(
        "--all", action="store_true", help="count all positions that can be reached, too"
    )


def _add_play(commands: Any) -> None:
    """What ``gamelib play`` takes."""
    player = command.add(commands, "play", _play)
    player.add_argument("words", nargs="+", metavar="GAME", help=GAME_HELP)
    player.add_argument(
        "--second", action="store_true", help="the computer begins; with dice, you are player 1"
    )
    player.add_argument(
        "--seed", type=_seed, metavar="N", help="throw the dice the same way each time"
    )


def _add_cops(commands: Any) -> None:
    """What ``gamelib cops`` takes."""
    cops = command.add(commands, "cops", _cops)
    told = "the file with the board; without it, or with -, the board is read from standard input"
    cops.add_argument("board", nargs="?", metavar="BOARD.txt", help=told)
    cops.add_argument(
        "--show", action="store_true", help="show the board and the first moves of best play, too"
    )


def _add_page(commands: Any) -> None:
    """What ``gamelib page`` takes."""
    page = command.add(commands, "page", _page)
    page.add_argument(
        "file", type=Path, metavar="FILE.html", help="where to write it; what is there is replaced"
    )
    page.add_argument(
        "words",
        nargs="*",
        metavar="GAME",
        help=GAME_HELP + "; without any, the course's first four",
    )


def _add_course(commands: Any) -> None:
    """What ``gamelib course`` takes."""
    copy = command.add(commands, "course", _course)
    copy.add_argument(
        "folder", nargs="?", default="course", metavar="FOLDER", help="where; course, if not given"
    )
    copy.add_argument(
        "--no-solutions", action="store_true", help="for a class whose answers are marked"
    )


def _add_lecture(commands: Any) -> None:
    """What ``gamelib lecture`` takes."""
    lecturer = command.add(commands, "lecture", lecture.run)
    lecturer.add_argument("number", metavar="N", help="which lecture")
    lecturer.add_argument("folder", nargs="?", type=Path, default=Path("course"), help=YOUR_COPY)
    ways = ["folded", "shown", "as-left"]
    told = "all code folded (if not given), shown as in the course, or as you left it"
    lecturer.add_argument("--code", choices=ways, default=ways[0], help=told)
    ways = ["cleared", "kept"]
    told = (
        "outputs of earlier runs cleared (if not given), or kept, with the answers that they tell"
    )
    lecturer.add_argument("--outputs", choices=ways, default=ways[0], help=told)


def _add_mark(commands: Any) -> None:
    """What ``gamelib mark`` takes."""
    marker = command.add(commands, "mark", _mark)
    marker.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="NOTEBOOK",
        help="notebooks, or folders with notebooks",
    )
    told = (
        "write the marks to this file, too, as they come; a run that was ended goes on where it was"
    )
    marker.add_argument("--csv", type=Path, metavar="FILE", help=told)


def _add_class(commands: Any) -> None:
    """What ``gamelib class`` takes."""
    command.add(commands, "class", classroom.run).add_argument("folder", metavar="FOLDER")


def _add_tournament(commands: Any) -> None:
    """What ``gamelib tournament`` takes."""
    arena = command.add(commands, "tournament", _tournament)
    arena.add_argument(
        "files", nargs="+", type=Path, metavar="FILE.py", help="the programs, two or more"
    )
    arena.add_argument(
        "--game", default="ConnectFour()", help="which game; Connect Four, if not given"
    )
    arena.add_argument(
        "--games", default="3", metavar="N", help="openings for each pair, each played twice"
    )
    arena.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="for each move; 1, if not given"
    )
    arena.add_argument(
        "--seed", type=int, default=1, metavar="N", help="draws the openings, throws the dice"
    )


def _add_doctor(commands: Any) -> None:
    """What ``gamelib doctor`` takes."""
    examiner = command.add(commands, "doctor", doctor.run)
    examiner.add_argument("folder", nargs="?", type=Path, default=Path("course"), help=YOUR_COPY)
    examiner.add_argument(
        "--json", action="store_true", help="the report for a program, or for --of"
    )
    examiner.add_argument(
        "--of", nargs="+", type=Path, metavar="FILE", help="read reports of a class instead"
    )


def _seed(text: str) -> int:
    """The seed of the dice."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed: give a whole number, 0 or more")
    return int(text)


def _why(error: Exception) -> str:
    """What went wrong, and whose fault it is, in one line."""
    if isinstance(error, MemoryError) and not isinstance(error, TooLarge):
        return "too large for the memory at hand"
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = next((frame for frame in frames if _is_users(frame)), None)
    said = " ".join(str(error).split())
    if own is not None and not (
        isinstance(error, ValueError) and own.f_code.co_name == "check_position"
    ):
        name = own.f_code.co_qualname.replace("<module>", Path(own.f_code.co_filename).name)
        return f"{name} stopped with {type(error).__name__}{': ' * bool(said)}{said}"
    if isinstance(error, OSError):
        return f"{error.filename or 'standard output'}: {error.strerror}"
    if isinstance(error, ImportError):
        return f"{said}. {sys.executable} was asked; python -m gamelib doctor says what it lacks"
    if isinstance(error, Refusal | ValueError | TypeError | TooLarge | LookupError):
        return said
    return f"gamelib stopped with {type(error).__name__}: {said}"


def _is_users(frame: FrameType) -> bool:
    """Whether a frame runs a line outside our packages, Python and its libraries."""
    package = frame.f_globals.get("__name__", "").partition(".")[0]
    ours = frame.f_globals is globals() or package in ("gamelib", "gamefast", "gamecourse")
    return (
        not ours
        and package not in sys.stdlib_module_names
        and "site-packages" not in frame.f_code.co_filename
    )


def _page(options: argparse.Namespace) -> int:
    """A page with games to play, for a browser.

    Write one HTML file with games to play against best play. It needs neither Python nor a network.
    A game that a page cannot show is named and left out.

    Example: python -m gamelib page games.html 'Matches(21)' 'TicTacToe()' 'OverwriteTicTacToe(2)'
    """
    import gamecourse.show.stage.page as page  # first: it says all that a page needs
    from gamecourse.show.parsing import parse_game

    shown, said = (
        {} if options.words else {name: page.player(game) for name, game in page.four().items()},
        list[str](),
    )
    for typed in options.words:
        try:
            shown[f"{len(shown) + 1}. {typed}"] = page.player(parse_game([typed]))
        except Exception as error:
            said.append(f"{typed} is left out: {_why(error)}")
    if not shown:
        raise Refusal("; ".join(said))
    options.file.write_text(page.page(shown), encoding="utf-8")
    print(*said, f"{options.file}: open it in a browser.", sep="\n")
    return 2 if said else 0


def _solve(options: argparse.Namespace) -> None:
    """What a game is worth, and a best move.

    What a game is worth to the player to move, a best move, and how that was found.

    Example: python -m gamelib solve 'TicTacToe(3, 3, 3)' --position X...O...X --all
    """
    from gamecourse.show.parsing import parse_game, parse_position
    from gamefast import advise, ask, solve
    from gamefast.advice import answer_of_extensive

    game = parse_game(options.words)
    position = None if options.position is None else parse_position(game, options.position)
    print(advise(game, position))
    if not options.all:
        return
    if ask.is_extensive(game):
        answer = answer_of_extensive(game, position)[0]
        worth = [
            value[0] if isinstance(value, tuple) else value for value in map(answer.value, answer)
        ]
        signs = Counter((value > 0) - (value < 0) for value in worth)
        told = (
            f"{signs[1]:,} good for player 0, {signs[-1]:,} bad, {signs[0]:,} worth nothing to "
            "player 0"
        )
    else:
        answer = solve(game, position)
        told = ", ".join(f"{count:,} {outcome}" for outcome, count in answer.counts().items())
    print(f"{len(answer):,} positions: {told}")


def _play(options: argparse.Namespace) -> None:
    """Play a game against best play.

    Play a game against best play. Type the number of a move, or the move; or hint, back, quit.

    Example: python -m gamelib play 'Nim (3,4,5)' --second
    """
    from gamecourse.show.parsing import parse_game
    from gamecourse.show.terminal import play_in_terminal

    if sys.stdin is None:
        raise Refusal("standard input: cannot be read: it is closed")
    play_in_terminal(parse_game(options.words), second=options.second, rng=options.seed)


def _cops(options: argparse.Namespace) -> None:
    """Policeman and thief on a board.

    Who wins, the policeman moving first: WIN in K (the thief is caught), LOSS in K (the thief gets
    away) or DRAW (neither ever need happen); K counts the single moves of either player.

    A board is rows of * wall, E exit, P or C policeman, T thief, and . - _ free; a first line with
    the numbers of rows and columns may stand above it. The board comes from a file or from standard
    input. Example: python -m gamelib cops board.txt --show, or: python -m gamelib cops < board.txt
    """
    from gamefast import solve

    from_input = options.board in (None, "-")
    where = "standard input" if from_input else options.board
    where = where if where and where.isprintable() else repr(where)
    if from_input and sys.stdin is not None and sys.stdin.isatty():
        _meet_a_keyboard(asked=options.board == "-")
    try:
        board = CopsAndThief.from_text(_read("-" if from_input else options.board))
        solution = solve(board)
    except Exception as error:
        raise Refusal(f"{where}: {_why(error)}") from None
    position = board.start()
    print(solution[position])
    if options.show:
        print(f"\n{board.text(position)}")
        for number, move in enumerate(solution.line(position, MOVES_SHOWN), 1):
            print(f"\n{number}. {board.move_text(position, move)}")
            position = board.play(position, move)
            print(board.text(position).rpartition("\n")[0])
        print(f"\n{_ending(solution, position)}")


def _meet_a_keyboard(*, asked: bool) -> None:
    """Say what a person at a terminal has to do; refuse if they have not asked to type a board."""
    if not asked:
        raise Refusal(
            "which board? Give its file: cops BOARD.txt, or cops < BOARD.txt; or type the board "
            "after: cops -"
        )
    print(
        f"Type the board, row by row, and after the last row {END_OF_TYPING}.",
        file=sys.stderr,
        flush=True,
    )


def _read(name: str) -> str:
    """The text of a file, or of standard input."""
    try:
        if name == "-" and sys.stdin is None:
            raise Refusal("cannot be read: it is closed")
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        *above, line = raw[: error.start].split(b"\n")
        at = f"line {len(above) + 1}, column {len(line) + 1}"
        raise Refusal(f"not a text file: {at} holds the byte 0x{raw[error.start]:02x}") from None
    except OSError as error:
        raise Refusal(f"cannot be read: {error.strerror}") from None


def _ending(solution: Solution[Position, Cell], position: Position) -> str:
    """The state of play after the last move shown."""
    left = solution[position].remoteness
    if left is None:
        return "and so on: neither side can force an end"
    if left:
        return f"and {left} more"
    return (
        "the policeman has caught the thief"
        if position[0] == position[1]
        else "the thief has got away"
    )


def _course(options: argparse.Namespace) -> None:
    """Your own copy of the course.

    Make your own copy of the course, or bring it up to date: lectures, exercises, solutions. What
    you have written in it is never overwritten.

    Example: python -m gamelib course, then: jupyter lab course/index.ipynb
    """
    print(lay(options.folder, copy_of(solutions=not options.no_solutions)))


def _mark(options: argparse.Namespace) -> None:
    """Judge exercise notebooks that were handed in.

    Judge each exercise of the notebooks, in a process of its own, within limits of time and memory.

    Example: python -m gamelib mark submissions --csv marks.csv
    """
    for line in batch.mark(options.paths, options.csv):
        print(line, flush=True)


def _tournament(options: argparse.Namespace) -> None:
    """Let programs play each other.

    Each program is a Python file with a function move(game, position, seconds), and plays in a
    process of its own. A move that comes too late, or is not allowed, loses the game.

    Example: python -m gamelib tournament mine.py friend.py --game 'ConnectFour()' --seconds 1
    """
    from gamecourse.course.contest import contest, number_of_games

    games = number_of_games(options.games)
    print(contest(options.files, [options.game], games, options.seconds, options.seed))


if __name__ == "__main__":
    sys.exit(main())
