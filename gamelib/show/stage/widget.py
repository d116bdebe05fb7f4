"""The stage as a widget: a scene from Python, drawn and played by one module in the browser (``js/``)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

JS = Path(__file__).with_name("js")

#: The files of the module, each after those that it imports from.
FILES = (
    "words", "pieces", "scene", "picture", "table", "bits", "play", "replay", "chart", "steps", "race", "chase", "walk",
    "stage",
)  # fmt: skip


@cache
def module() -> str:
    """The stage as one ES module: its files one after the other, without the imports between them.

    >>> "import " in module(), module().rstrip().endswith("export default { render };")
    (False, True)
    """
    text = "\n".join((JS / f"{name}.js").read_text(encoding="utf-8") for name in FILES)
    text = re.sub(r"^import \{.*\} from \"\./\w+\.js\";\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^export (?!default)", "", text, flags=re.MULTILINE)


@cache
def style() -> str:
    """The stage's style sheet."""
    return (JS / "stage.css").read_text(encoding="utf-8")


class Stage(anywidget.AnyWidget):
    """Something shown on the stage. ``scene``: what there is; ``state``: how it stands, changed on both sides.

    A subclass gives ``as_text``: what is stored in a notebook, what a reader without a kernel sees, what a test reads.
    """

    live = False  # whether it needs the kernel
    _esm = module()
    _css = style()
    scene = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

    def as_text(self) -> str:
        """The widget as text."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle, _ = super()._repr_mimebundle_(**options) or ({}, {})
        return {**bundle, "text/plain": str(self.as_text())}
