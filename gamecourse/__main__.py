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
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from gamecourse import command
from gamecourse.command import Refusal
from gamecourse.course import batch, classroom, doctor, gradebook, lecture, progress
from gamecourse.course.copy import lay
from gamecourse.course.plan import copy_of
from gamecourse.progress.record import known_progress
from gamelib.core import TooLarge
from gamelib.games.thief import Cell, CopsAndThief, Position

if TYPE_CHECKING:
    from gamefast import Solution

#: The most single moves of best play to show.
MOVES_SHOWN = 10

#: How a person at a terminal says that nothing more comes.
END_OF_TYPING = "Ctrl-Z and Return" if os.name == "nt" else "Ctrl-D"

# What the help says of options that several commands have.
COPY_HELP = "your copy; course, if not given"
GAME_HELP = (
    "a game of the package with its arguments, as Matches 15 or 'Matches(15, takes=(1, 3, 4))'; "
    "or your own, as module:Class or path/to/file.py:Class"
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
        message = "stopped\n"
        status = 130
    except BrokenPipeError:
        message = ""
        status = 1
    except Exception as error:
        message = f"{_reason(error)}\n"
        status = 2
    _flush_standard_output()
    if sys.stderr is not None:
        sys.stderr.write(message)
    return status


def _flush_standard_output() -> None:
    """Write what is left to be written; if nobody reads it, leave it out, or Python would complain
    once more when it ends.
    """
    try:
        sys.stdout.flush()
    except (OSError, AttributeError):  # AttributeError: there is no standard output
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    """The parser of the command line, with all commands."""
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
        _add_progress,
        _add_lecture,
        _add_mark,
        _add_gradebook,
        _add_class,
        _add_tournament,
        _add_doctor,
    ):
        add(commands)
    return parser


def _add_solve(commands: Any) -> None:
    """What ``gamelib solve`` takes."""
    solve = command.add(commands, "solve", _solve)
    solve.add_argument("words", nargs="+", metavar="GAME", help=GAME_HELP)
    position_help = "a position other than the start, as Python writes it"
    solve.add_argument("--position", metavar="TEXT", help=position_help)
    solve.add_argument(
        "--all", action="store_true", help="count all positions that can be reached, too"
    )


def _add_play(commands: Any) -> None:
    """What ``gamelib play`` takes."""
    play = command.add(commands, "play", _play)
    play.add_argument("words", nargs="+", metavar="GAME", help=GAME_HELP)
    play.add_argument(
        "--second", action="store_true", help="the computer begins; with dice, you are player 1"
    )
    play.add_argument(
        "--seed", type=_seed, metavar="N", help="throw the dice the same way each time"
    )


def _add_cops(commands: Any) -> None:
    """What ``gamelib cops`` takes."""
    cops = command.add(commands, "cops", _cops)
    cops.add_argument(
        "board",
        nargs="?",
        metavar="BOARD.txt",
        help="the file with the board; without it, or with -, the board is read from standard input",
    )
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
    course = command.add(commands, "course", _course)
    course.add_argument(
        "folder", nargs="?", default="course", metavar="FOLDER", help="where; course, if not given"
    )
    course.add_argument(
        "--no-solutions", action="store_true", help="for a class whose answers are marked"
    )


def _add_progress(commands: Any) -> None:
    """What ``gamelib progress`` takes."""
    progress_parser = command.add(commands, "progress", progress.run)
    progress_parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("course"), help=COPY_HELP
    )
    progress_parser.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="write it to this file, for a page of the course",
    )
    progress_parser.add_argument(
        "--import",
        type=Path,
        dest="file",
        metavar="FILE",
        help="add what this file says, which a page or another copy has written",
    )


def _add_lecture(commands: Any) -> None:
    """What ``gamelib lecture`` takes."""
    lecture_parser = command.add(commands, "lecture", lecture.run)
    lecture_parser.add_argument("number", metavar="N", help="which lecture")
    lecture_parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("course"), help=COPY_HELP
    )
    lecture_parser.add_argument(
        "--code",
        choices=["folded", "shown", "as-left"],
        default="folded",
        help="all code folded (if not given), shown as in the course, or as you left it",
    )
    lecture_parser.add_argument(
        "--outputs",
        choices=["cleared", "kept"],
        default="cleared",
        help="outputs of earlier runs cleared (if not given), or kept, with the answers that they "
        "tell",
    )


def _add_mark(commands: Any) -> None:
    """What ``gamelib mark`` takes."""
    mark = command.add(commands, "mark", _mark)
    mark.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="NOTEBOOK",
        help="notebooks, or folders with notebooks",
    )
    mark.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="write the marks to this file, too, as they come; a run that was ended goes on where "
        "it was",
    )


def _add_gradebook(commands: Any) -> None:
    """What ``gamelib gradebook`` takes."""
    gradebook_parser = command.add(commands, "gradebook", gradebook.run)
    gradebook_parser.add_argument(
        "platform", choices=["moodle", "canvas"], help="whose gradebook it is for"
    )
    gradebook_parser.add_argument(
        "table", type=Path, metavar="MARKS.csv", help="the table that mark --csv has written"
    )
    gradebook_parser.add_argument(
        "--students",
        type=Path,
        metavar="FILE.csv",
        help="the class list: participants or a gradebook that Moodle has exported, or a gradebook "
        "of Canvas",
    )
    gradebook_parser.add_argument(
        "--by",
        choices=["lecture", "exercise"],
        default="lecture",
        help="a column for each lecture (if not given), or for each exercise",
    )
    gradebook_parser.add_argument(
        "--key",
        metavar="COLUMN",
        help="the column of the class list that is the name of the students' folders, if it has "
        "a name of its own; without a class list, what Moodle calls these names; Username, if not "
        "given",
    )
    gradebook_parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE.csv",
        help="where to write it; beside MARKS.csv, if not given",
    )


def _add_class(commands: Any) -> None:
    """What ``gamelib class`` takes."""
    class_parser = command.add(commands, "class", classroom.run)
    class_parser.add_argument("folder", metavar="FOLDER")


def _add_tournament(commands: Any) -> None:
    """What ``gamelib tournament`` takes."""
    tournament = command.add(commands, "tournament", _tournament)
    tournament.add_argument(
        "files", nargs="+", type=Path, metavar="FILE.py", help="the programs, two or more"
    )
    tournament.add_argument(
        "--game", default="ConnectFour()", help="which game; Connect Four, if not given"
    )
    tournament.add_argument(
        "--games", default="3", metavar="N", help="openings for each pair, each played twice"
    )
    tournament.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="for each move; 1, if not given"
    )
    tournament.add_argument(
        "--seed", type=int, default=1, metavar="N", help="draws the openings, throws the dice"
    )


def _add_doctor(commands: Any) -> None:
    """What ``gamelib doctor`` takes."""
    doctor_parser = command.add(commands, "doctor", doctor.run)
    doctor_parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("course"), help=COPY_HELP
    )
    doctor_parser.add_argument(
        "--json", action="store_true", help="the report for a program, or for --of"
    )
    doctor_parser.add_argument(
        "--of", nargs="+", type=Path, metavar="FILE", help="read reports of a class instead"
    )


def _seed(text: str) -> int:
    """The seed of the dice, as it is typed; argparse prints the error."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a seed: give a whole number, 0 or more")
    return int(text)


def _reason(error: Exception) -> str:
    """What went wrong, in one line.

    If a line of the user's own code failed, its function is named. If we failed, and the input is
    not to blame, gamelib is named.
    """
    if isinstance(error, MemoryError) and not isinstance(error, TooLarge):
        return "too large for the memory at hand"
    message = " ".join(str(error).split())
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    users_frame = next((frame for frame in frames if _is_users(frame)), None)
    if users_frame is not None:
        code = users_frame.f_code
        # a game's own check_position refuses the position that was typed: no fault of its code
        refuses_input = isinstance(error, ValueError) and code.co_name == "check_position"
        if not refuses_input:
            file = Path(code.co_filename).name
            name = code.co_qualname.replace("<module>", file)
            failure = f"{name} stopped with {type(error).__name__}"
            return f"{failure}: {message}" if message else failure
    if isinstance(error, OSError):
        return f"{error.filename or 'standard output'}: {error.strerror}"
    if isinstance(error, ImportError):
        return f"{message}. {sys.executable} was asked; python -m gamelib doctor says what it lacks"
    if isinstance(error, Refusal | ValueError | TypeError | TooLarge | LookupError):
        return message
    return f"gamelib stopped with {type(error).__name__}: {message}"


def _is_users(frame: FrameType) -> bool:
    """Whether a frame runs a line of the user's code, outside our packages, Python and its
    libraries.
    """
    package = frame.f_globals.get("__name__", "").partition(".")[0]
    # as a command, this module is called __main__
    is_ours = frame.f_globals is globals() or package in ("gamelib", "gamefast", "gamecourse")
    is_pythons = package in sys.stdlib_module_names
    is_installed = "site-packages" in frame.f_code.co_filename
    return not (is_ours or is_pythons or is_installed)


def _page(options: argparse.Namespace) -> int:
    """A page with games to play, for a browser.

    Write one HTML file with games to play against best play. It needs neither Python nor a network.
    A game that a page cannot show is named and left out.

    Example: python -m gamelib page games.html 'Matches(21)' 'TicTacToe()' 'OverwriteTicTacToe(2)'
    """
    # first, because if a package is missing, its message names all that a page needs
    import gamecourse.show.stage.page as page
    from gamecourse.show.parsing import parse_game

    players = {}
    left_out: list[str] = []
    if not options.words:
        players = {name: page.player(game) for name, game in page.four().items()}
    for words in options.words:
        try:
            players[f"{len(players) + 1}. {words}"] = page.player(parse_game([words]))
        except Exception as error:
            left_out.append(f"{words} is left out: {_reason(error)}")
    if not players:
        raise Refusal("; ".join(left_out))
    options.file.write_text(page.page(players), encoding="utf-8")
    print(*left_out, f"{options.file}: open it in a browser.", sep="\n")
    return 2 if left_out else 0


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
        counts = _counts_for_player_0([answer.value(reached) for reached in answer])
    else:
        answer = solve(game, position)
        counts = ", ".join(f"{count:,} {outcome}" for outcome, count in answer.counts().items())
    print(f"{len(answer):,} positions: {counts}")


def _counts_for_player_0(values: list[Any]) -> str:
    """How many positions are good or bad for player 0, in words; a value is player 0's payoff, or
    the tuple of all players' payoffs.
    """
    payoffs = [value[0] if isinstance(value, tuple) else value for value in values]
    good = sum(payoff > 0 for payoff in payoffs)
    bad = sum(payoff < 0 for payoff in payoffs)
    nothing = len(payoffs) - good - bad
    return f"{good:,} good for player 0, {bad:,} bad, {nothing:,} worth nothing to player 0"


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
    source = "standard input" if from_input else options.board
    if not source or not source.isprintable():
        source = repr(source)
    if from_input and sys.stdin is not None and sys.stdin.isatty():
        if options.board is None:
            raise Refusal(
                "which board? Give its file: cops BOARD.txt, or cops < BOARD.txt; or type the "
                "board after: cops -"
            )
        typing = f"Type the board, row by row, and after the last row {END_OF_TYPING}."
        print(typing, file=sys.stderr, flush=True)
    try:
        board = CopsAndThief.from_text(_read("-" if from_input else options.board))
        solution = solve(board)
    except Exception as error:
        raise Refusal(f"{source}: {_reason(error)}") from None
    print(solution[board.start()])
    if options.show:
        _show_best_play(board, solution)


def _show_best_play(board: CopsAndThief, solution: Solution[Position, Cell]) -> None:
    """Print the board, and the first moves of best play with the boards after them."""
    position = board.start()
    print(f"\n{board.text(position)}")
    for number, move in enumerate(solution.line(position, MOVES_SHOWN), 1):
        print(f"\n{number}. {board.move_text(position, move)}")
        position = board.play(position, move)
        rows, _, _ = board.text(position).rpartition("\n")  # without the last line, who moves
        print(rows)
    print(f"\n{_ending(solution, position)}")


def _read(name: str) -> str:
    """The text of a file, or of standard input if its name is "-"."""
    try:
        if name == "-" and sys.stdin is None:
            raise Refusal("cannot be read: it is closed")
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        *lines_before, line = raw[: error.start].split(b"\n")  # what is before the wrong byte
        place = f"line {len(lines_before) + 1}, column {len(line) + 1}"
        raise Refusal(f"not a text file: {place} holds the byte 0x{raw[error.start]:02x}") from None
    except OSError as error:
        raise Refusal(f"cannot be read: {error.strerror}") from None


def _ending(solution: Solution[Position, Cell], position: Position) -> str:
    """How play goes on after the last move shown, or how it has ended."""
    moves_left = solution[position].remoteness
    if moves_left is None:
        return "and so on: neither side can force an end"
    if moves_left > 0:
        return f"and {moves_left} more"
    policeman, thief = position[:2]
    return "the policeman has caught the thief" if policeman == thief else "the thief has got away"


def _course(options: argparse.Namespace) -> None:
    """Your own copy of the course.

    Make your own copy of the course, or bring it up to date: lectures, exercises, solutions. What
    you have written in it is never overwritten.

    Example: python -m gamelib course, then: jupyter lab course/index.ipynb
    """
    so_far = known_progress(Path(options.folder))
    print(lay(options.folder, copy_of(solutions=not options.no_solutions, progress=so_far)))


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
