"""The commands for a class and its students: ``course``, ``lecture``, ``class`` and ``mark``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gamecourse import command
from gamecourse.course import batch
from gamecourse.course.classroom import class_folder
from gamecourse.course.copy import lay
from gamecourse.course.lecture import lecture
from gamecourse.course.plan import copy_of


def course(options: argparse.Namespace) -> None:
    """Your own copy of the course.

    Make your own copy of the course, or bring it up to date: lectures, exercises, solutions. What you have written in
    it is never overwritten.

    Example: python -m gamelib course, then: jupyter lab course/index.ipynb
    """
    print(lay(options.folder, copy_of(solutions=not options.no_solutions), imports=options.imports))


def open_lecture(options: argparse.Namespace) -> None:
    """A lecture in front of a class.

    Open a lecture from your own copy of the course in JupyterLab: nothing but the notebook, in large type, the code
    folded.

    Example: python -m gamelib lecture 4
    """
    lecture(options.number, options.folder, options.code)


def mark(options: argparse.Namespace) -> None:
    """Judge exercise notebooks that were handed in.

    Judge each exercise of the notebooks, in a process of its own, within limits of time and memory.

    Example: python -m gamelib mark submissions --csv marks.csv
    """
    for line in batch.mark(options.paths, options.csv):
        print(line, flush=True)


def lay_class(options: argparse.Namespace) -> None:
    """A folder for nbgrader.

    Lay the exercises and a configuration into a folder for nbgrader; what is there is left alone.

    Example: python -m gamelib class games2026
    """
    print(class_folder(options.folder))


def play_tournament(options: argparse.Namespace) -> None:
    """Let programs play each other.

    Each program is a Python file with a function move(game, position, seconds), and plays in a process of its own. A
    move that comes too late, or is not allowed, loses the game.

    Example: python -m gamelib tournament mine.py friend.py --game 'ConnectFour()' --seconds 1
    """
    from gamecourse.course.contest import contest

    print(contest(options.files, [options.game], options.games, options.seconds, options.seed))


def add_to(commands: Any) -> None:
    """Add the commands to a parser's."""
    copy = command.add(commands, "course", course)
    copy.add_argument("folder", nargs="?", default="course", metavar="FOLDER", help="where; course, if not given")
    told = "change the imports that your files have from an older edition, those lines alone; the old file stays beside"
    copy.add_argument("--imports", action="store_true", help=told)
    copy.add_argument("--no-solutions", action="store_true", help="for a class whose answers are marked")

    lecturer = command.add(commands, "lecture", open_lecture)
    lecturer.add_argument("number", metavar="N", help="which lecture")
    yours = "your copy; course, if not given"
    lecturer.add_argument("folder", nargs="?", type=Path, default=Path("course"), help=yours)
    ways = ["folded", "shown", "as-left"]
    told = "all code folded (if not given), shown as in the course, or as you left it"
    lecturer.add_argument("--code", choices=ways, default=ways[0], help=told)

    marker = command.add(commands, "mark", mark)
    marker.add_argument("paths", nargs="+", type=Path, metavar="NOTEBOOK", help="notebooks, or folders with notebooks")
    told = "write the marks to this file, too, as they come; a run that was ended goes on where it was"
    marker.add_argument("--csv", type=Path, metavar="FILE", help=told)

    command.add(commands, "class", lay_class).add_argument("folder", metavar="FOLDER")

    arena = command.add(commands, "tournament", play_tournament)
    arena.add_argument("files", nargs="+", type=Path, metavar="FILE.py", help="the programs, two or more")
    arena.add_argument("--game", default="ConnectFour()", help="which game; Connect Four, if not given")
    arena.add_argument("--games", type=int, default=3, metavar="N", help="openings for each pair, each played twice")
    arena.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each move; 1, if not given")
    arena.add_argument("--seed", type=int, default=1, metavar="N", help="draws the openings")
