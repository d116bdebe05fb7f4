"""Solve a game from the command line: ``python -m gamelib cops BOARD.txt``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from gamelib import solve
from gamelib.answers import Solution
from gamelib.core import TooLarge
from gamelib.games.thief import CopsAndThief

#: So many single moves of best play are shown.
MOVES_SHOWN = 10


class Refusal(Exception):
    """What is wrong with the input, in one line."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status: 0 solved, 2 the input is refused, 130 stopped by the user."""
    parser = argparse.ArgumentParser(prog="gamelib", description="Solve a game.")
    games = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    cops = games.add_parser(
        "cops",
        help="policeman and thief on a board",
        description="Who wins, the policeman moving first: WIN in K (he catches the thief), LOSS in K (the thief gets "
        "away) or DRAW (neither ever need happen); K counts the single moves of either player.",
        epilog="A board is rows of * wall, E exit, P or C policeman, T thief, and . - _ free; a first line with the "
        "numbers of rows and columns may stand above it.",
    )
    cops.add_argument("board", metavar="BOARD.txt", help="the file with the board, or - for standard input")
    cops.add_argument("--show", action="store_true", help="show the board and the first moves of best play too")
    options = parser.parse_args(arguments)
    where = "standard input" if options.board == "-" else options.board
    if not where or not where.isprintable():
        where = repr(where)
    try:
        return _write(_solve_cops(_read(options.board), options.show))
    except (Refusal, ValueError) as refusal:
        _complain(f"{where}: {refusal}")
        return 2
    except MemoryError as error:
        why = error if isinstance(error, TooLarge) else "the board is too large for the memory at hand"
        _complain(f"{where}: {why}")
        return 2
    except KeyboardInterrupt:
        _complain("stopped")
        return 130


def _write(answer: str) -> int:
    """Print the answer; the exit status, 1 where nobody reads it to the end and 2 where it cannot be written."""
    try:
        if sys.stdout is None:
            raise OSError(0, "it is closed")
        print(answer, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more at its end
        return 1
    except OSError as error:
        _complain(f"standard output: {error.strerror}")
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    return 0


def _complain(line: str) -> None:
    """One line on standard error, if there is one."""
    if sys.stderr is not None:
        print(line, file=sys.stderr)


def _read(name: str) -> str:
    """The text of a file, or of standard input."""
    try:
        if name == "-" and sys.stdin is None:
            raise Refusal("cannot be read: it is closed")
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = raw[: error.start].count(b"\n") + 1
        column = error.start - (raw[: error.start].rfind(b"\n") + 1) + 1
        raise Refusal(f"not a text file: line {row}, column {column} holds the byte 0x{raw[error.start]:02x}") from None
    except OSError as error:
        raise Refusal(f"cannot be read: {error.strerror}") from None


def _solve_cops(text: str, show: bool) -> str:
    """The verdict in one line; with ``show``, the board and the first moves below it."""
    board = CopsAndThief.from_text(text)
    solution = solve(board)
    position = board.start()
    lines = [str(solution[position])]
    if show:
        lines += ["", board.text(position)]
        moves = solution.line(position, MOVES_SHOWN)
        for number, move in enumerate(moves, 1):
            lines += ["", f"{number}. {board.move_text(position, move)}"]
            position = board.play(position, move)
            lines.append(board.text(position).rpartition("\n")[0])
        lines += ["", _ending(solution, position)]
    return "\n".join(lines)


def _ending(solution: Solution, position: object) -> str:
    """How it stands where the shown moves stop."""
    left = solution[position].remoteness
    if left is None:
        return "and so on: neither side can force an end"
    if left:
        return f"and {left} more"
    return "the policeman has caught him" if position[0] == position[1] else "the thief has got away"  # type: ignore[index]


if __name__ == "__main__":
    sys.exit(main())
