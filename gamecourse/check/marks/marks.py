"""Marks for a notebook: each of its exercises is judged, by a judge for this notebook alone."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from gamecourse.check.machinery.finding import Finding, State
from gamecourse.check.marks.judge import Job, judge
from gamecourse.check.marks.notebook import Cell, NotMarked, Task
from gamecourse.check.marks.processes import LIMITS, Limits, start


class Mark(NamedTuple):
    """The judge's finding on an answer, and the points for that answer."""

    task: Task
    finding: Finding

    @property
    def points(self) -> int:
        return self.task.points if self.finding.state == State.RIGHT else 0


def marks(
    notebook: Path | list[Cell], wanted: list[Task] | None = None, limits: Limits = LIMITS, course: Path | None = None
) -> Iterator[Mark]:
    """Judge each exercise of a notebook: the judge has a process of its own, and asks a student's process.

    A judge that dies or takes too long costs the notebook only the current exercise: another judge goes on. Raises
    NotMarked if a notebook cannot be marked at all, and says why and in which cell.

    Parameters
    ----------
    notebook
        The student's notebook: a file, or its cells.
    wanted
        The exercises that count, from a notebook of the teacher's. If none are given, the exercises of the same lecture
        in ``course`` count. If ``course`` does not have that lecture, the student's notebook decides. If an exercise is
        missing in the student's notebook, all cells are run first.
    limits
        The limits of time and memory.
    course
        A folder with the exercises as they were handed out.
    """
    due: list[Task] | None = None
    number = 0
    while due is None or number < len(due):
        with closing(_messages(Job(notebook, course, wanted, limits), number)) as messages:
            for kind, *told in messages:
                if kind == "tasks":
                    due = [Task(*task) for task in told[0]]
                elif kind == "end":
                    return
                elif kind == "not marked" or due is None:
                    raise NotMarked(told[-1])
                elif kind == "mark":
                    yield Mark(due[number], Finding(State[told[0]], told[1]))
                    number += 1


def _messages(job: Job, begin: int) -> Generator[list[Any]]:
    """The messages of a judge in a process of its own; the last may be a mark that says that the judge is lost."""
    process, here = start(judge, job, begin, daemon=False)
    # In this time a process starts, a cell runs and an answer is judged: a working judge sends a message by then.
    seconds = sum((job.limits.start, job.limits.cell, job.limits.together, job.limits.judge, job.limits.grace))
    where = "before it has read the notebook"
    try:
        while here.poll(seconds):
            message = json.loads(here.recv_bytes())
            if message[0] == "cell":
                where = f"while cell {message[1]} ran"
            elif message[0] == "exercise":
                where = "while the answer was judged"
            yield message
        yield ["mark", State.NOT_MARKED.name, f"the judge has taken more than {seconds:g} seconds {where}"]
    except (EOFError, OSError):
        process.join()
        code = process.exitcode or 0
        how = f"by signal {-code}" if code < 0 else "by an error"
        yield ["mark", State.NOT_MARKED.name, f"the judge was ended {how} {where}"]
    finally:
        process.join(5.0)  # a judge that finishes ends what it has started
        process.kill()
        process.join()
        here.close()
