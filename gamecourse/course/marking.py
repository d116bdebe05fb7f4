"""Steps for nbgrader that know our stubs and our checkers. See docs/marks.md.

``Stubs`` makes the student's version, and ``Judge`` gives the points. ``Judge`` does not run the
checks in the student's notebook, which could have changed them, but in a process of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamecourse.course.student import student_version
from gamecourse.grading.feedback import State
from gamecourse.grading.marks.marks import Mark, marks, unprotected
from gamecourse.grading.marks.notebook import NotMarked, tasks
from gamecourse.grading.marks.processes import LIMITS
from gamelib.packages import needs

needs("nbgrader", "marks", "marks for a class")
_node = needs("nbformat", "course", "notebooks").from_dict

from nbgrader.preprocessors import NbGraderPreprocessor  # noqa: E402
from nbgrader.utils import is_grade  # noqa: E402
from traitlets import Float, Integer  # noqa: E402


class Stubs(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader is untyped
    """In place of nbgrader's ClearSolutions: leave a stub that says "not attempted yet", and remove
    explanations.
    """

    def preprocess(self, notebook: Any, resources: Any) -> tuple[Any, Any]:
        """Called by nbgrader with a notebook, which is changed in place."""
        sources = {cell["id"]: cell["source"] for cell in student_version(notebook)["cells"]}
        notebook.cells = [cell for cell in notebook.cells if cell.id in sources]
        for cell in notebook.cells:
            cell.source = sources[cell.id]
        return notebook, resources


#: What nbgrader says of the limit of memory.
MEMORY = "The most bytes for a student's process (on Linux); 0 for no limit."


class Judge(NbGraderPreprocessor):  # type: ignore[misc]
    """In place of nbgrader's Execute: each check cell shows what the judge says, as an error if it
    costs points.
    """

    seconds = Float(LIMITS.each, help="The most seconds for one call of a student's function.").tag(
        config=True
    )
    seconds_in_all = Float(
        LIMITS.together, help="The most seconds for all calls of one exercise."
    ).tag(config=True)
    seconds_for_a_cell = Float(LIMITS.cell, help="The most seconds for a cell of a student's.").tag(
        config=True
    )
    memory = Integer(LIMITS.memory, help=MEMORY).tag(config=True)

    def preprocess(self, notebook: Any, resources: Any) -> tuple[Any, Any]:
        """Called by nbgrader with a notebook: write the verdicts into the outputs of its checks."""
        limits = replace(
            LIMITS,
            each=self.seconds,
            together=self.seconds_in_all,
            cell=self.seconds_for_a_cell,
            memory=self.memory,
        )
        if warning := unprotected():
            self.log.warning(warning)
        cells = [{"cell_type": cell.cell_type, "source": cell.source} for cell in notebook.cells]
        # At first no cell has points; each check of the course then gets what the judge says.
        for cell in filter(is_grade, notebook.cells):
            cell.outputs = [
                _no_points("not judged: this cell is not a check of the course, check.NAME(answer)")
            ]
        wanted = [task for task in tasks(cells) if is_grade(notebook.cells[task.cell])]
        try:
            for mark in marks(cells, wanted, limits):
                notebook.cells[mark.task.cell].outputs = [_output(mark)]
        except NotMarked as error:
            for task in wanted:
                notebook.cells[task.cell].outputs = [_no_points(f"not marked: {error}")]
        return notebook, resources


def _output(mark: Mark) -> Any:
    """What a check cell shows; nbgrader gives no points for an error."""
    if mark.feedback.state == State.RIGHT:
        return _node({"output_type": "stream", "name": "stdout", "text": f"{mark.feedback}\n"})
    return _no_points(mark.feedback)


def _no_points(words: str) -> Any:
    """The output of a cell that gets no points, with these words: an error, as nbgrader sees it."""
    lines = words.split("\n")
    return _node(
        {"output_type": "error", "ename": "NoPoints", "evalue": lines[0], "traceback": lines}
    )
