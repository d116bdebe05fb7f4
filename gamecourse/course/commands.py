"""The commands for a class and its students: ``course``, ``lecture``, ``class`` and ``mark``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gamecourse.course.batch import mark
from gamecourse.course.classroom import class_folder
from gamecourse.course.copy import lay
from gamecourse.course.lecture import lecture
from gamecourse.course.plan import copy_of


def add_to(commands: Any) -> None:
    """Add the commands to a parser's."""
    copy = commands.add_parser(
        "course",
        help="your own copy of the course",
        description="Make your own copy of the course, or bring it up to date: lectures, exercises, solutions. What "
        "you have written in it is never written over.",
        epilog="Example: python -m gamelib course, then: jupyter lab course/index.ipynb",
    )
    copy.add_argument("folder", nargs="?", default="course", metavar="FOLDER", help="where; course, if not given")
    told = "change the imports that your files have from an older edition, those lines alone; the old file stays beside"
    copy.add_argument("--imports", action="store_true", help=told)
    copy.add_argument("--no-solutions", action="store_true", help="for a class whose answers are marked")
    copy.set_defaults(run=_course)
    lecturer = commands.add_parser(
        "lecture",
        help="a lecture in front of a class",
        description="Open a lecture from your own copy of the course in JupyterLab: nothing but the notebook, in large "
        "type, the code folded.",
        epilog="Example: python -m gamelib lecture 4",
    )
    lecturer.add_argument("number", metavar="N", help="which lecture")
    lecturer.add_argument(
        "folder", nargs="?", type=Path, default=Path("course"), help="your copy; course, if not given"
    )
    ways = ["folded", "shown", "as-left"]
    told = "all code folded (if not given), shown as in the course, or as you left it"
    lecturer.add_argument("--code", choices=ways, default=ways[0], help=told)
    lecturer.set_defaults(run=lambda options: lecture(options.number, options.folder, options.code))
    marker = commands.add_parser(
        "mark",
        help="judge exercise notebooks that were handed in",
        description="Judge each exercise of the notebooks, in a process of its own, within limits of time and memory.",
        epilog="Example: python -m gamelib mark submissions --csv marks.csv",
    )
    marker.add_argument("paths", nargs="+", type=Path, metavar="NOTEBOOK", help="notebooks, or folders with notebooks")
    marker.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="write the marks to this file, too, as they come; a run that was ended goes on where it was",
    )
    marker.set_defaults(run=_mark)
    teacher = commands.add_parser(
        "class",
        help="a folder for nbgrader",
        description="Lay the exercises and a configuration into a folder for nbgrader; what is there is left alone.",
        epilog="Example: python -m gamelib class games2026",
    )
    teacher.add_argument("folder", metavar="FOLDER")
    teacher.set_defaults(run=lambda options: print(class_folder(options.folder)))


def _course(options: argparse.Namespace) -> None:
    print(lay(options.folder, copy_of(solutions=not options.no_solutions), imports=options.imports))


def _mark(options: argparse.Namespace) -> None:
    for line in mark(options.paths, options.csv):
        print(line, flush=True)
