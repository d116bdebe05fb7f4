"""The games that the README, docs/library.md and the docstrings speak of, as files: ``python tests/typed/spoken.py
build/spoken``.

What a reader copies from there must satisfy mypy and pyright, too. Each text becomes a file, if it
has an example that imports something of ours or makes a game. It begins with the imports of its own
module, as a doctest does. Examples that show an error are left out: an error is what they are for.
"""

import ast
import doctest
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def texts() -> Iterator[tuple[str, str, str]]:
    """Each text with examples: its name, what its file begins with, and the text itself."""
    yield "readme", "", (ROOT / "README.md").read_text()
    yield "library", "", (ROOT / "docs" / "library.md").read_text()
    for path in sorted([*(ROOT / "gamelib").rglob("*.py"), *(ROOT / "gamefast").rglob("*.py")]):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text())
        there = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
        own = [one.name for one in tree.body if isinstance(one, ast.ClassDef | ast.FunctionDef)]
        named = [
            target for one in tree.body if isinstance(one, ast.Assign) for target in one.targets
        ]
        own += [one.id for target in named for one in ast.walk(target) if isinstance(one, ast.Name)]
        begin = "\n".join(
            [*map(ast.unparse, there), *(f"from {module} import {name}" for name in own), ""]
        )
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
                said := ast.get_docstring(node)
            ):
                yield f"{module}.{getattr(node, 'lineno', 1)}".replace(".", "_"), begin, said


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, begin, said in texts():
        examples = [
            one.source for one in doctest.DocTestParser().get_examples(said) if one.exc_msg is None
        ]
        if re.search(r"^(from game|class )", text := "".join(examples), re.MULTILINE):
            (folder / f"{name}.py").write_text(begin + text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
