"""Marks for a notebook: each of its exercises is judged, by a judge for this notebook alone.

This is the run. It knows which exercises there are and what each is worth, from its own reading of
the course, and counts the marks itself. What a judge sends is read with care: a message that no
judge sends costs the notebook its marks, and nobody else anything.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from time import monotonic
from typing import Any, NamedTuple

from gamecourse.grading.feedback import Feedback, State
from gamecourse.grading.marks import rights
from gamecourse.grading.marks.judge import Job
from gamecourse.grading.marks.notebook import Cell, NotMarked, Task, distinct, imported, read, tasks
from gamecourse.grading.marks.processes import (
    LIMITS,
    Limits,
    end,
    orphans_ended,
    private_folder,
    start,
)
from gamecourse.grading.marks.wire import TooLong, Wire

#: The function that a judge's process runs.
JUDGE = "gamecourse.grading.marks.judge:judge"

#: The most bytes of a message of the judge's.
MOST_BYTES = 1_000_000

#: The most exercises, and the most points of one, in a notebook that the course does not have.
MOST_TASKS, MOST_POINTS = 100, 10

#: The messages of a judge: the kind of each, and the types of what follows.
MESSAGES: dict[str, tuple[type, ...]] = {
    "notebook": (str, list),
    "cell": (int,),
    "exercise": (int,),
    "mark": (str, str),
    "end": (),
    "not marked": (str,),
    "lost": (str,),
}

#: The seconds that a judge has to end what it has started.
FINISHING = 5.0

#: What to say if a message is not one that a judge sends: the notebook may have taken the judge
#: over.
FORGED = "the judge's messages are not those of a judge"

#: What to say if marks are protected badly or not at all.
UNPROTECTED = (
    "Marks are not protected on this system: a notebook could change them. Mark on Linux, in a "
    "container or as root."
)


class Mark(NamedTuple):
    """The judge's feedback on an answer, and the points for that answer."""

    task: Task
    feedback: Feedback

    @property
    def points(self) -> int:
        return self.task.points if self.feedback.state == State.RIGHT else 0


def unprotected() -> str:
    """A sentence that says that marks are not protected on this system; "" where they are."""
    return "" if rights.protects() else UNPROTECTED


def marks(
    notebook: Path | list[Cell],
    wanted: list[Task] | None = None,
    limits: Limits = LIMITS,
    course: Path | None = None,
) -> Iterator[Mark]:
    """Judge each exercise of a notebook: the judge has a process of its own, and has the answers
    called in another, the student's.

    A judge that dies or takes too long costs the notebook only the current exercise: another judge
    goes on. Raises NotMarked if a notebook cannot be marked at all, and says why and in which cell.
    Marks that came before that count for nothing.

    Parameters
    ----------
    notebook
        The student's notebook: a file, or its cells.
    wanted
        The exercises that count, from a notebook of the teacher's. If this is None, the exercises
        of the same lecture in ``course`` count. If ``course`` does not have that lecture, the
        student's notebook decides. An exercise that is missing in the student's notebook is judged
        when all its cells have been run.
    limits
        The limits of time and memory.
    course
        A folder with the exercises as they were handed out.
    """
    rights.hide()  # a student's process must not read the memory of this one
    run = _Run(notebook, wanted, limits, course)
    while run.due is None or run.number < len(run.due):  # None until a judge has named the lecture
        if run.seconds_left() <= 0:
            yield run.not_marked(
                f"all cells and answers have taken more than {limits.notebook:g} seconds"
            )
        else:
            yield from run.marks_of_a_judge()


class _Run:
    """The marks of one notebook: which exercises are due, and how many of them have a mark."""

    def __init__(
        self,
        notebook: Path | list[Cell],
        wanted: list[Task] | None,
        limits: Limits,
        course: Path | None,
    ) -> None:
        self._notebook = Path(os.path.abspath(notebook)) if isinstance(notebook, Path) else notebook
        self._version = _version_of(self._notebook)  #: changes if the file is changed meanwhile
        self._wanted = wanted
        self._known = _lectures(course)
        self._limits = limits
        self._end = monotonic() + limits.notebook
        self._lecture = ""
        self.due: list[Task] | None = None  #: the exercises, once the lecture is known
        self.number = 0  #: how many of them have a mark

    def seconds_left(self) -> float:
        """The time left for this notebook; without a limit before it is known what is due."""
        return self._end - monotonic() if self.due is not None else self._limits.notebook

    def marks_of_a_judge(self) -> Iterator[Mark]:
        """Yield the marks that one judge gives, until it has finished or is lost."""
        if _version_of(self._notebook) != self._version:
            raise NotMarked("the file has been changed while it was marked")
        limits = replace(self._limits, notebook=self.seconds_left())
        job = Job(self._notebook, self._wanted, self._known, limits)
        begun = False  # whether the judge has said which lecture it is
        with closing(_messages(job, self.number)) as messages:
            for kind, *content in messages:
                # Before it is known what is due, no exercise can get the mark of a lost judge.
                is_lost_at_once = kind == "lost" and self.due is None
                if kind == "not marked" or is_lost_at_once:
                    raise NotMarked(content[0])
                if kind == "notebook" and not begun:
                    self._begin(*content)
                    begun = True
                elif kind == "lost" and self._is_due():
                    yield self.not_marked(content[0])
                elif kind == "mark" and begun and self._is_due():
                    yield self._mark(*content)
                elif kind == "end" and begun and not self._is_due():
                    return
                elif kind not in ("cell", "exercise") or not begun:
                    raise NotMarked(FORGED)

    def not_marked(self, why: str) -> Mark:
        """The mark that the next exercise gets if no judge has given one."""
        return self._mark(State.NOT_MARKED.name, why)

    def _begin(self, lecture: str, new_tasks: list[Any]) -> None:
        """Note which lecture it is, and so which exercises are due.

        ``new_tasks`` are the exercises of a lecture that the course does not have, as the judge
        sends them.
        """
        if self.due is not None and lecture != self._lecture:
            raise NotMarked(FORGED)
        self._lecture = lecture
        if self._wanted is not None:
            self.due = self._wanted
        elif lecture in self._known:
            self.due = self._known[lecture]
        else:
            self.due = _read_tasks(new_tasks)

    def _is_due(self) -> bool:
        """Whether an exercise is left that has no mark."""
        return self.due is not None and self.number < len(self.due)

    def _mark(self, state: str, reason: str) -> Mark:
        """The mark of the next exercise; ``state`` is the name of a State."""
        if self.due is None or state not in State.__members__:
            raise NotMarked(FORGED)
        self.number += 1
        return Mark(self.due[self.number - 1], Feedback(State[state], reason))


def _version_of(notebook: Path | list[Cell]) -> tuple[int, ...]:
    """Numbers that change if the file of a notebook is changed or replaced; () for mere cells."""
    with suppress(OSError):
        if isinstance(notebook, Path):
            status = os.lstat(notebook)
            return status.st_ino, status.st_size, status.st_mtime_ns
    return ()


def _lectures(course: Path | None) -> dict[str, list[Task]]:
    """The exercises of each lecture of the course, by the name of its module."""
    if course is None:
        return {}
    notebooks = map(read, sorted(course.glob("*.ipynb")))
    return {imported(cells)[1]: tasks(cells) for cells in notebooks}


def _read_tasks(sent: list[Any]) -> list[Task]:
    """The exercises of a notebook that the course does not have, from a judge's message.

    Each exercise counts once. Raises NotMarked for anything that a judge would not send.
    """
    tasks_sent = []
    for task in sent[:MOST_TASKS]:
        if not isinstance(task, list) or [type(part) for part in task] != [str, int, int]:
            raise NotMarked(FORGED)
        name, cell, points = task
        if not 0 < points <= MOST_POINTS:
            raise NotMarked(f"check.{name} has {points:,} stars: at most {MOST_POINTS} are counted")
        tasks_sent.append(Task(name, "", cell, points))
    return distinct(tasks_sent)


def _messages(job: Job, first: int) -> Generator[list[Any]]:
    """Start a judge for the exercises from number ``first`` on, and yield its messages.

    If the judge is ended, or takes too long, the last message is ["lost", why], which is made here.
    Raises NotMarked for a message that no judge sends.
    """
    limits = job.limits
    # In this time a process starts, a cell runs and an answer is judged: a working judge sends a
    # message by then.
    patience = sum((limits.start, limits.cell, limits.together, limits.judge, limits.grace))
    latest = monotonic() + limits.notebook + patience
    where = "before it has read the notebook"
    with orphans_ended(), private_folder() as folder:
        folder.chmod(0o711)  # another user passes through to a folder of their own
        process, wire = start(JUDGE, job, first, str(folder))
        try:
            while wire.poll(min(patience, latest - monotonic())):
                wire.end = monotonic() + patience
                message = _message(wire)
                if message[0] == "cell":
                    where = f"while cell {message[1]} ran"
                elif message[0] == "exercise":
                    where = f"while exercise {message[1] + 1} was marked"
                yield message
            yield ["lost", f"the judge has taken more than {patience:g} seconds {where}"]
        except (EOFError, OSError):
            yield ["lost", f"the judge was ended {_how_it_ended(process)} {where}"]
        finally:
            _finish(process, wire)


def _message(wire: Wire) -> list[Any]:
    """The next message of a judge; raises NotMarked for one that no judge sends."""
    try:
        message = json.loads(wire.recv_bytes(MOST_BYTES))
    except (TooLong, ValueError, RecursionError):
        raise NotMarked(FORGED) from None
    kind = message[0] if isinstance(message, list) and message else None
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise NotMarked(FORGED)
    if tuple(type(part) for part in message[1:]) != MESSAGES[kind]:
        raise NotMarked(FORGED)
    return list(message)


def _how_it_ended(process: Popen[bytes]) -> str:
    """How a judge has ended, "by signal 9", after its wire was closed."""
    with suppress(TimeoutExpired):
        process.wait(FINISHING)
    code = process.returncode or 0
    return f"by signal {-code}" if code < 0 else "by an error"


def _finish(process: Popen[bytes], wire: Wire) -> None:
    """End a judge and whatever it has left behind; first it has time to end its processes itself."""
    wire.close()
    with suppress(TimeoutExpired):
        process.wait(FINISHING)
    end(process, rights.user_for(process.pid))
