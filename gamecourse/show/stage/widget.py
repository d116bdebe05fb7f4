"""The stage as a widget: a scene from Python, drawn and played by one module in the browser
(``js/``).
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from gamecourse.show.records import PictureSpec, Question, Step
from gamecourse.show.session import taken_back
from gamecourse.show.stage.bundle import bundle
from gamecourse.show.stage.excerpt import page_scene
from gamecourse.show.stage.table import pack
from gamelib.core import Text

JS = Path(__file__).with_name("js")


@cache
def module() -> str:
    """The stage as one ES module: its files, each in a scope of its own.

    >>> "import " in module(), module().endswith("export default $stage;\\n")
    (False, True)
    """
    return bundle(
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
        self.on_msg(self.on_question)

    def on_question(self, _: Any, question: Question, buffers: Any = None) -> None:
        """Answer a page's question (``js/kernel.js``): the answer, or what went wrong, has the
        question's number.
        """
        reply: Mapping[str, Any]
        try:
            reply = self.reply_to(question)
        except (Exception, KeyboardInterrupt) as error:
            # Someone who presses a button should see no traceback.
            reply = {"fault": taken_back(error)}
        self.send({"id": question["id"], **reply})

    def reply_to(self, question: Question) -> Mapping[str, Any]:
        """Return the answer to what a page asks its kernel."""
        raise NotImplementedError

    def as_text(self) -> str:
        """Return the widget as text."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> Any:
        by_type, _ = super()._repr_mimebundle_(**options) or ({}, {})
        page = {"text/html": self.section()} if Stage.embedded else {}
        return {**by_type, "text/plain": str(self.as_text()), **page}

    def section(self) -> str:
        """Return the widget as a part of a page without a kernel, which ``script`` brings to
        life.
        """
        scene, remark = page_scene(self) if self.live else (self.scene, "")
        # No text in the data may end the script: a < is written in another way.
        data = json.dumps({"scene": scene, "state": self.state}).replace("<", "\\u003c")
        below = f'<p class="gl-kept">{html.escape(remark)}</p>' if remark else ""
        return f'<div data-stage><script type="application/json">{data}</script></div>{below}'


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
