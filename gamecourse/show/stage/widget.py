"""The stage as a widget: a scene from Python, drawn and played by one module in the browser
(``js/``).
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from gamecourse.show.records import PictureSpec, Step
from gamecourse.show.stage.joined import joined
from gamecourse.show.stage.kept import kept_scene
from gamecourse.show.stage.table import pack
from gamecourse.show.turns import taken_back
from gamelib.core import Text

JS = Path(__file__).with_name("js")


@cache
def module() -> str:
    """The stage as one ES module: its files, each in a scope of its own.

    >>> "import " in module(), module().endswith("export default $stage;\\n")
    (False, True)
    """
    return joined(
        {path.stem: path.read_text(encoding="utf-8") for path in JS.glob("*.js")}, "stage"
    )


@cache
def script() -> str:
    """Return the stage for a plain page, to put or to load at its end; it draws all scenes that the
    page holds.

    >>> "export default" in script()
    False
    """
    return "(() => {\n" + module().replace("export default $stage;", "$stage.revive();") + "})();\n"


@cache
def style() -> str:
    """The stage's style sheet."""
    return (JS / "stage.css").read_text(encoding="utf-8")


class Stage(anywidget.AnyWidget):
    """Something shown on the stage. ``scene`` stays as it is; Python and the browser both change
    ``state``.

    A subclass defines ``as_text``, which a notebook stores, a reader without a kernel sees, and a
    test reads.
    """

    live = False  # whether it needs the kernel
    embedded = False  # whether widgets bring their scenes with them, for a page without a kernel
    _esm = module()
    _css = style()
    scene = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._asked)

    def _asked(self, _: Any, asked: dict[str, Any], buffers: Any = None) -> None:
        """Answer a page's question (``js/kernel.js``): the answer, or what went wrong, has the
        question's number.
        """
        try:
            told = self.told(asked)
        except (
            Exception,
            KeyboardInterrupt,
        ) as error:  # someone who presses a button should see no traceback
            told = {"fault": taken_back(error)}
        self.send({"id": asked["id"], **told})

    def told(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to what a page asks its kernel."""
        raise NotImplementedError

    def as_text(self) -> str:
        """Return the widget as text."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle, _ = super()._repr_mimebundle_(**options) or ({}, {})
        page = {"text/html": self.section()} if Stage.embedded else {}
        return {**bundle, "text/plain": str(self.as_text()), **page}

    def section(self) -> str:
        """Return the widget as a part of a page without a kernel, which ``script`` brings to
        life.
        """
        scene, said = kept_scene(self) if self.live else (self.scene, "")
        kept = json.dumps({"scene": scene, "state": self.state}).replace("<", "\\u003c")
        below = f'<p class="gl-kept">{html.escape(said)}</p>' if said else ""
        return f'<div data-stage><script type="application/json">{kept}</script></div>{below}'


class StepScene(Stage):
    """Pictures and a story, forwards and backwards, or played like a film. No kernel is needed.

    Each step has a frame for each picture. ``scene`` has what else the browser reads
    (``js/steps.js``): "kind", "slider", "look", "beat". From code, use ``show_step(k)``.
    """

    def __init__(
        self, pictures: Sequence[PictureSpec], steps: Sequence[Step], **scene: Any
    ) -> None:
        self.last = len(steps) - 1
        self._stories = [step["story"] for step in steps]
        super().__init__(
            scene={
                "kind": "steps",
                "pictures": list(pictures),
                "steps": pack(list(steps)),
                **scene,
            },
            state={"step": 0},
        )

    @property
    def step(self) -> int:
        """The step that is shown."""
        return int(self.state["step"])

    def show_step(self, step: int) -> None:
        """Go to a step, from 0 to the last."""
        self.state = {**self.state, "step": max(0, min(self.last, step))}

    def story(self, step: int) -> Text:
        """Return what happens at a step, in words."""
        return Text("\n".join(self._stories[step]))

    def as_text(self) -> Text:
        return self.story(self.step)
