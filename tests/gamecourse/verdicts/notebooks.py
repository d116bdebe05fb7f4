"""The exercises as the notebooks pose them: the answer's name, what stands before it, and the
solution.
"""

import ast
import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

NOTEBOOKS = Path(__file__).parents[3] / "notebooks" / "exercises"

MARKS = re.compile(r"^[ \t]*### (BEGIN|END) SOLUTION[ \t]*\n?", re.MULTILINE)


@dataclass(frozen=True)
class Task:
    """An exercise of a lecture: what its checker is called, and the answer; the cells before, and
    the model's cell.
    """

    lecture: int
    check: str
    answer: str
    before: str
    model: str

    @cached_property
    def names(self):
        """What a notebook knows where the answer is to be written."""
        return run(self.before, {"__name__": "__main__"})

    @property
    def exercise(self):
        """The exercise itself."""
        return getattr(self.names["check"], self.check)

    @property
    def key(self):
        """Its name among all exercises, as in "matches.other_takes"."""
        return f"{self.exercise.__module__.rpartition('.')[2]}.{self.check}"

    def given(self, source):
        """The answer that a cell with this source gives, and the names of the notebook after it."""
        names = run(source, dict(self.names))
        return names[self.answer], names


def run(source, names):
    """The names after a source has been run."""
    exec(compile(source, "<cell>", "exec"), names)
    return names


def tasks(lectures=range(1, 100), check=""):
    """The exercises of these lectures, or those that are called so."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        lecture = int(path.name[:2])
        if lecture in lectures:
            yield from (task for task in tasks_of(path, lecture) if check in ("", task.check))


def tasks_of(path, lecture):
    """The exercises of a notebook."""
    before, models = [], {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        statements = ast.parse(MARKS.sub("", source)).body
        for statement in statements:
            match statement:
                case ast.Expr(
                    ast.Call(ast.Attribute(ast.Name("check"), check), [ast.Name(answer)])
                ):
                    known, model = models[answer]
                    yield Task(lecture, check, answer, needed(known, model, answer), model)
        if "### BEGIN SOLUTION" in source:
            model = MARKS.sub("", source)
            models |= {
                name: (list(before), model) for statement in statements for name in bound(statement)
            }
        before += statements


def needed(statements, model, answer):
    """The statements whose names the model uses, one after the other: not the pictures."""
    names, kept = used(ast.parse(model)) | {"check", answer}, []
    for statement in reversed(statements):
        if bound(statement) & names:
            kept.insert(0, statement)
            names |= used(statement)
    return "\n".join(map(ast.unparse, kept))


def used(tree):
    """The names that are asked for."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def bound(statement):
    """The names that a statement gives a meaning."""
    match statement:
        case ast.Import(names) | ast.ImportFrom(_, names):
            return {alias.asname or alias.name for alias in names}
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return {name}
    return {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
