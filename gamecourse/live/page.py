"""What a page asks of Python: check an answer, try a cell, keep a function in ``mine.py``.

A check runs in names made anew from the cells that its answer needs. So no cell has to be run
before, and nothing is left from earlier versions of it.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pprint import pformat
from time import monotonic
from typing import Any, NamedTuple, TypedDict

from gamecourse import mine
from gamecourse.grading import limits
from gamecourse.grading.calls import calls_at_most
from gamecourse.grading.card import card, play_as_html
from gamecourse.grading.exercises import Exercise
from gamecourse.grading.feedback import Feedback, State
from gamecourse.grading.in_page import interrupted_after
from gamecourse.live import widgets
from gamecourse.live.cells import (
    Cell,
    Names,
    error_in_cell,
    execute,
    execute_above,
    needed,
    new_names,
)
from gamecourse.live.output import Output
from gamecourse.show.stage.play import PlayModel

#: What is said in the place of a slider or a box of widgets.
NO_WIDGETS = "A page does not draw these widgets; your own copy of the course does. Their values:"

#: The most seconds for a cell: one that an answer needs, or one that is tried.
CELLS = 20.0

#: How many calls may be nested in a cell that is tried. Python's usual limit is 1,000, but calls by
#: way of ``sum`` or ``max`` fill the stack of a page with some 850, and then Python crashes.
DEEPEST_CALLS = 700


class Scene(TypedDict):
    """A scene of the stage (``show/stage/js``), and its state."""

    scene: Any
    state: Any


class Checked(TypedDict):
    """What a page is told of an answer."""

    state: str  #: the name of a State, or "ERROR" if a cell has failed
    text: str  #: the feedback as text
    card: str  #: the feedback as HTML, without the line of play
    scene: Scene | None  #: the line of play, if the page can play it
    play: str  #: the line of play as HTML, if there is one and no scene
    hints: list[str]
    keep: str  #: the name under which the function can be kept in mine.py, or ""
    seconds: float


class Ran(TypedDict):
    """What a page is told of a cell that was tried: its value as text and, if it is one, as a scene;
    or the error.
    """

    ok: bool
    text: str
    scene: Scene | None
    error: str


class Kept(TypedDict):
    """What a page is told of a function that it wants to keep, and what mine.py holds now."""

    ok: bool
    text: str
    mine: str


class Place(NamedTuple):
    """A cell, and the cells above it."""

    above: Sequence[Cell]
    cell: Cell


def start() -> None:
    """Make this Python ready: let cells import the stand-in for ipywidgets."""
    sys.modules["ipywidgets"] = widgets


def reply(request: str, tell: Callable[[str], None]) -> str:
    """The reply to a request of the page, both as JSON; ``tell`` is called with what is printed."""
    job = json.loads(request)
    cells = [Cell(cell["id"], cell["source"]) for cell in job["cells"]]
    number = next(n for n, cell in enumerate(cells) if cell.id == job["cell"])
    place = Place(cells[:number], cells[number])
    output = Output(tell)
    with redirect_stdout(output), redirect_stderr(output):
        result: Any = _do(job, place)
    output.flush()
    return json.dumps({**result, "printed": output.passed_on})


def _do(job: Any, place: Place) -> Checked | Ran | Kept:
    """Do what a job asks for."""
    if job["action"] == "run":
        return run(place)
    _write_mine(job["mine"])
    return check(place) if job["action"] == "check" else keep(place)


# ---- check


def check(place: Place) -> Checked:
    """Check the answer that a cell hands to an exercise, ``check.other_takes(wins)``."""
    begun = monotonic()
    try:
        names = _names_for(place)
        exercise, answer = _exercise_and_answer(place.cell, names)
        feedback = _feedback(place, exercise, answer)
    except BaseException as error:  # whatever a student's code raises, SystemExit as well
        return _checked(_failed(error), "ERROR", begun)
    result = _checked(feedback, feedback.state.name, begun)
    result["hints"] = list(exercise._hints)
    if feedback.state == State.RIGHT and inspect.isfunction(inspect.unwrap(answer)):
        result["keep"] = exercise.save_as
    return result


def _names_for(place: Place) -> Names:
    """Names in which only the cells have run that a cell needs."""
    names = new_names()
    for cell in needed(place.above, place.cell):
        with interrupted_after(CELLS):
            execute_above(cell, names)
    return names


def _exercise_and_answer(cell: Cell, names: Names) -> tuple[Exercise, Any]:
    """The exercise that a cell calls, and the answer that it is called with."""
    last = ast.parse(cell.source).body[-1]
    if not isinstance(last, ast.Expr) or not isinstance(last.value, ast.Call):
        raise TypeError(f"{cell.source} checks no answer")
    call = last.value
    parts = (call.func, call.args[0])
    exercise, answer = (
        eval(compile(ast.Expression(part), cell.file, "eval"), names) for part in parts
    )
    return exercise, answer


def _feedback(place: Place, exercise: Exercise, answer: Any) -> Feedback:
    """The feedback of an exercise, which may have the answer made anew before it asks again."""
    not_yet_asked = [answer]

    def fresh(answer: Any) -> Any:
        """An answer that was asked nothing yet."""
        if not_yet_asked:
            return not_yet_asked.pop()
        _, again = _exercise_and_answer(place.cell, _names_for(place))
        return again

    token = limits.FRESH.set(fresh)
    try:
        return exercise(answer)
    finally:
        limits.FRESH.reset(token)


def _failed(error: BaseException) -> Feedback:
    """What is said if the cells of an answer cannot be run."""
    if isinstance(error, KeyboardInterrupt):
        slow = f"your cell had not come to an end after {CELLS:g} seconds, so nothing was checked."
        return Feedback(State.NOT_MARKED, slow)
    stops = "your cell stops with an error, so nothing was checked."
    return Feedback(State.NOT_MARKED, f"{stops}\n{error_in_cell(error)}")


def _checked(feedback: Feedback, state: str, begun: float) -> Checked:
    """Feedback as a page is told of it."""
    scene = None if feedback.play is None else _scene_of_play(feedback.play)
    has_play = feedback.play is not None
    return {
        "state": state,
        "text": str(feedback),
        "card": card(feedback, with_play=False),
        "scene": scene,
        "play": play_as_html(feedback) if has_play and scene is None else "",
        "hints": [],
        "keep": "",
        "seconds": monotonic() - begun,
    }


def _scene_of_play(play: Any) -> Scene | None:
    """A line of play as the page plays it; None if it cannot be drawn, which runs the student's code
    if the game is the student's.
    """
    try:
        with interrupted_after(CELLS):
            return _scene_of(play.model())
    except (Exception, KeyboardInterrupt):
        return None


def _scene_of(model: PlayModel) -> Scene | None:
    """What the page plays; None if it would have to ask a kernel."""
    return None if model.live else {"scene": model.scene, "state": model.state}


# ---- try


class _Tried:
    """The names of the cells that were tried, and the cells as they were run."""

    def __init__(self) -> None:
        self.names = new_names()
        self.main = sys.modules["__main__"]
        self.cells: set[Cell] = set()


#: Made when a cell is first tried.
_tried: list[_Tried] = []


def run(place: Place) -> Ran:
    """Run a cell, in names that last as long as the page; those that it needs are run before, if
    they were not run as they are.
    """
    if not _tried:
        _tried.append(_Tried())
    (tried,) = _tried
    sys.modules["__main__"] = tried.main
    try:
        with calls_at_most(DEEPEST_CALLS):
            for cell in needed(place.above, place.cell):
                if cell not in tried.cells:
                    with interrupted_after(CELLS):
                        execute_above(cell, tried.names)
                    tried.cells.add(cell)
            with interrupted_after(CELLS):
                value = execute(place.cell, tried.names)
    except KeyboardInterrupt:
        error = f"Your code had not come to an end after {CELLS:g} seconds."
        return {"ok": False, "text": "", "scene": None, "error": error}
    except BaseException as error:
        return {"ok": False, "text": "", "scene": None, "error": error_in_cell(error)}
    tried.cells.add(place.cell)
    return _shown(value)


def _shown(value: Any) -> Ran:
    """The value of a cell."""
    scene = None
    if value is None:
        text = ""
    elif isinstance(value, PlayModel):
        text = value.as_text()
        scene = _scene_of(value)
    elif isinstance(value, widgets.Widget):
        text = f"{NO_WIDGETS}\n{value!r}"
    elif isinstance(value, str):
        text = repr(value)
    else:
        text = pformat(value, sort_dicts=False)
    return {"ok": True, "text": text, "scene": scene, "error": ""}


# ---- keep


def keep(place: Place) -> Kept:
    """Keep the function that a cell checks in ``mine.py``."""
    text = _mine()
    try:
        exercise, function = _exercise_and_answer(place.cell, _names_for(place))
        text = mine.kept_text(text or mine.HEAD, exercise.save_as, function)
    except BaseException as error:
        words = str(error) if isinstance(error, mine.NotKept) else error_in_cell(error)
        return {"ok": False, "text": words, "mine": text}
    _write_mine(text)
    return {"ok": True, "text": f"Kept: {exercise.save_as} in {mine.NAME}.", "mine": text}


def _write_mine(text: str) -> None:
    """Let ``mine.py`` hold this text; if it is empty, there is no such file."""
    if text:
        mine.place().write_text(text, encoding="utf-8")
    else:
        mine.place().unlink(missing_ok=True)


def _mine() -> str:
    """What ``mine.py`` holds."""
    path = mine.place()
    return path.read_text(encoding="utf-8") if path.is_file() else ""
