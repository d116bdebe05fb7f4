"""Wrong answers as students would write them: one module a lecture, each with a list of ideas.

They were written from the exercise notebooks alone, without a look at the questions that the
checkers ask.
"""

from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

#: The kinds of ideas that students have.
KINDS = {
    1: "a fixed number of sweeps, moves, digits or seconds",
    2: "an order is assumed",
    3: "a part of the domain is left out",
    4: "rounding where the answer is exact",
    5: "a state that nobody looks at afterwards",
    6: "a requirement of the task that no question tests",
}


class Idea(NamedTuple):
    """A wrong answer to an exercise, and arguments that show that it is wrong."""

    exercise: str  #: what the notebook calls the checker: "other_takes"
    kind: int  #: one of KINDS
    thought: str  #: what the student thought, in a line
    source: str  #: a cell that defines the answer under the notebook's name
    witness: str | None  #: an expression: a tuple of arguments, or a list of such, asked in turn

    @property
    def program(self) -> str:
        """The source as a cell has it, flush left."""
        return dedent(self.source).strip() + "\n"


def ideas() -> dict[int, list[Idea]]:
    """The ideas for each lecture that has a module here."""
    modules = sorted(path.stem for path in Path(__file__).parent.glob("l[0-9][0-9].py"))
    return {int(name[1:]): import_module(f"{__name__}.{name}").IDEAS for name in modules}
