"""What holds of the exercises of every lecture: answers are met as its file says, and odd ones are
never right.
"""

import ast
import importlib
import json
import pkgutil
import re
import time
from collections import deque
from functools import cache
from math import isfinite
from numbers import Number
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from drawn import drawn

import check
import gamecourse.check
from check.lecture import RIGHT, SLOW, TYPE, WRONG, agrees, reference
from check.measures import measured, stated, written
from check.odd_answers import ENDLESS, FUNCTIONS, HANGING, THINGS
from gamecourse.check import State, brief, name_of, shown
from gamecourse.grading import limits, trial
from gamecourse.grading.plain import plain, same
from gamefast import solve
from gamefast.machine import memory

MODULES = {
    found.name for found in pkgutil.iter_modules(gamecourse.check.__path__) if not found.ispkg
}
TABLES = [found.name for found in pkgutil.iter_modules(check.__path__)]
FOUND = [
    importlib.import_module(f"check.{name}")
    for name in TABLES
    if name[5:].removesuffix("_exercises") in MODULES
]
LECTURES = [table.LECTURE for table in FOUND]
NOTEBOOKS = Path(__file__).parents[3] / "notebooks" / "exercises"
TASKS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(NOTEBOOKS.glob("*.ipynb")))


def lacks():
    """What is missing for an exercise, each in a sentence."""
    for name in sorted(MODULES - {lecture.name for lecture in LECTURES}):
        yield f"write tests/gamecourse/check/test_{name}.py, with a LECTURE"
    asked = set(re.findall(r"\"check\.(\w+)\(\w+\)\"", TASKS))
    for lecture in LECTURES:
        for name in lecture.exercises:
            states = [state for other, _, state, _ in lecture.answers if other == name]
            if states.count(RIGHT) < 1 or states.count(WRONG) < 2:
                yield f"give {lecture.name}.{name} a right answer and two wrong ones in its table"
            if name not in asked:
                yield f"write a cell check.{name}(...) in notebooks/exercises"
            if not lecture.sheet[name].__doc__ or len(lecture.sheet[name]._hints) < 2:
                yield f"say in a docstring what {lecture.name}.{name} asks for, and give two hints"
    for name in asked - {name for lecture in LECTURES for name in lecture.exercises}:
        yield f"write a checker for the cell check.{name}(...)"


def test_nothing_is_missing_for_an_exercise():
    missing = list(lacks())
    assert not missing, "; ".join(missing)


def every_answer(lecture):
    """The answers to a lecture's exercises.

    Where they take long, only the first wrong one is not slow: that the right one is called right,
    the notebook of the exercises shows.
    """
    for number, row in enumerate(lecture.answers):
        name, _, state, _ = row
        earlier = [(other[0], other[2]) for other in lecture.answers[:number]]
        is_first_wrong_one = state == WRONG and (name, state) not in earlier
        marks = pytest.mark.slow if name in lecture.slow and not is_first_wrong_one else ()
        yield pytest.param(lecture, *row, id=f"{lecture.name}-{row[0]}-{number}", marks=marks)


ANSWERS = [answer for lecture in LECTURES for answer in every_answer(lecture)]

#: A quick run tries so many of them.
QUICK = 250


def every(kinds):
    """Each exercise that is answered so, or so."""
    return [
        pytest.param(
            lecture,
            name,
            id=f"{lecture.name}-{name}",
            marks=[pytest.mark.slow] * (name in lecture.slow),
        )
        for lecture in LECTURES
        for name in lecture.exercises
        if lecture.takes(name) in kinds.split()
    ]


@pytest.fixture(scope="module", autouse=True)
def solved_once():
    """For all answers of this file once: a game that refutes strategies is solved, graphs are read,
    memory measured.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module, name in ((trial, "solve"), (nx, "graph_atlas_g"), (memory, "free_memory")):
            patch.setattr(module, name, cache(getattr(module, name)))
        yield


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(limits, "EACH", 0.2)


@pytest.mark.parametrize(("lecture", "name", "answer", "state", "said"), drawn(ANSWERS, QUICK))
def test_answers(lecture, name, answer, state, said):
    agrees(lecture.exercise(name), answer, state, said)


def in_numpy(value):
    """The same with numpy's numbers."""
    if isinstance(value, dict):
        return {key: in_numpy(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple | set):
        return type(value)(map(in_numpy, value))
    kinds = {bool: np.bool_, int: np.int64, float: np.float64, str: np.str_}
    return kinds[type(value)](value) if type(value) in kinds and abs(hash(value)) < 2**62 else value


def in_lists(value):
    """The same with a list in the place of each tuple."""
    if isinstance(value, dict):
        return {key: in_lists(inside) for key, inside in value.items()}
    return list(map(in_lists, value)) if isinstance(value, list | tuple) else value


@pytest.mark.parametrize(("lecture", "name"), every("function thing"))
def test_a_right_answer_is_right_in_other_types(lecture, name):
    right = lecture.right(name)
    if lecture.takes(name) == "function":
        agrees(lecture.exercise(name), lambda *given: in_lists(in_numpy(right(*given))), RIGHT)
        return
    for change in (in_numpy, in_lists):
        agrees(lecture.exercise(name), change(right), RIGHT)
    if isinstance(right, list):
        agrees(lecture.exercise(name), deque(right), TYPE, "of the type deque")
        agrees(lecture.exercise(name), iter(right), WRONG, "of the type list_iterator")


@pytest.mark.parametrize(("lecture", "name"), every("function"))
def test_odd_functions_are_named_as_what_they_are(lecture, name):
    for function, said in FUNCTIONS.values():
        agrees(lecture.exercise(name), function, WRONG, said)


@pytest.mark.parametrize(("lecture", "name"), every("function thing class"))
def test_odd_things_are_refused_in_few_words(lecture, name):
    said = "Give the (function|strategy) itself" if lecture.takes(name) == "function" else ""
    for thing in THINGS.values():
        if callable(thing) != bool(said):
            agrees(lecture.exercise(name), thing, WRONG, said)


@pytest.mark.parametrize(("lecture", "name"), every("thing class"))
def test_functions_are_no_things(lecture, name):
    for function, _ in FUNCTIONS.values():
        agrees(lecture.exercise(name), function, WRONG)


def in_letters(answer):
    """Whether an answer is a text, or a list of texts, "ab" or "a-b"."""
    return isinstance(answer, str) or (
        isinstance(answer, list) and all(isinstance(item, str) for item in answer)
    )


def with_texts(answer, kind):
    """The answer with a text wherever something of this kind stands."""
    if isinstance(answer, dict):
        return {key: with_texts(value, kind) for key, value in answer.items()}
    if isinstance(answer, list | tuple | set):
        return type(answer)(with_texts(item, kind) for item in answer)
    return ENDLESS if isinstance(answer, kind) else answer


@pytest.mark.parametrize(("lecture", "name"), every("thing"))
def test_a_text_is_never_read_as_what_it_writes_down(lecture, name):
    answers = [
        answer for other, answer, state, _ in lecture.answers if (other, state) == (name, RIGHT)
    ]
    if not any(map(in_letters, answers)):
        for text in (
            repr(answers[0]),
            with_texts(answers[0], Number),
            with_texts(answers[0], object),
        ):
            if text != answers[0]:
                begun = time.process_time()
                agrees(lecture.exercise(name), text, WRONG)
                assert time.process_time() - begun < 1


@pytest.mark.parametrize(("lecture", "name"), every("function")[::12])
def test_functions_that_hang_are_told_so(lecture, name, soon):
    for function in HANGING.values():
        feedback = lecture.exercise(name)(function)
        assert feedback.state == SLOW
        assert re.search(
            r"\) had not come to an end after 0.2 seconds, and that was the first question",
            feedback,
        )


@pytest.mark.parametrize(("lecture", "name"), every("function thing class"))
def test_a_stub_is_not_attempted(lecture, name):
    assert lecture.exercise(name)(NotImplemented).state == State.NOT_ATTEMPTED
    if lecture.takes(name) == "function":
        assert lecture.exercise(name)(lambda *given: NotImplemented).state == State.NOT_ATTEMPTED


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda lecture: lecture.name)
def test_a_notebook_sees_the_exercises_and_no_reference(lecture):
    sheet = importlib.import_module(f"gamecourse.check.{lecture.name}")
    assert dir(sheet) == sorted(sheet.__all__)
    assert set(lecture.exercises) <= set(sheet.__all__)
    hidden = [
        name for name in lecture.sheet if name not in sheet.__all__ and not name.startswith("__")
    ]
    assert hidden
    for name in hidden:
        with pytest.raises(AttributeError, match=f"there is no '{name}' here"):
            getattr(sheet, name)


STATED = stated()
ASKED = [
    pytest.param(
        lecture,
        name,
        id=f"{lecture.name}-{name}",
        marks=[pytest.mark.slow] * (name in lecture.slow),
    )
    for lecture in LECTURES
    for name in lecture.exercises
    if lecture.sheet[name].questions is not None
]


def first_games(lecture, name):
    """The first games of each class that the questions of an exercise hand to a student's
    function. In a partizan game the moves alone say when play is over.
    """
    found = {}
    for question in lecture.sheet[name].questions():
        for thing in question if isinstance(question, tuple) else ():
            if hasattr(thing, "moves") and hasattr(thing, "outcome"):
                found.setdefault(type(thing), []).append(thing)
    return [game for games in found.values() for game in games[:60]]


@pytest.mark.parametrize(("lecture", "name"), ASKED)
def test_the_games_of_the_questions_have_no_moves_where_play_is_over(lecture, name):
    """So that a function may ask for the moves first, and for the outcome after that."""
    for game in first_games(lecture, name):
        over = [position for position in solve(game) if game.outcome(position) is not None]
        assert [list(game.moves(position)) for position in over] == [[]] * len(over)


@pytest.mark.parametrize(("lecture", "name"), ASKED)
def test_the_questions_span_what_the_task_states(lecture, name):
    key = f"{lecture.name}.{name}"
    assert key in STATED, "write in the task what its inputs range over: *Inputs:* ..."
    for measure, said in STATED[key].items():
        values = measured(key, lecture.sheet[name], measure)
        if " to " in said:
            least, most = min(values), max(values)
            assert f"{written(least)} to {written(most)}" == said, measure
            if least < most and isfinite(least) and least == int(least):
                assert least + 1 in values, measure
        else:
            assert set(map(written, values)) == set(said.split(", ")), measure


def test_only_inputs_of_an_exercise_are_stated():
    asked = {f"{lecture.name}.{name}" for lecture, name in (asked.values for asked in ASKED)}
    stray = sorted({*STATED} - asked)
    assert not stray, (
        f"the task of {', '.join(stray)} has a line *Inputs:*, but its checker asks no questions: "
        "take the line out, or give the checker questions"
    )
    silent = sorted(asked - {*STATED})
    assert not silent, (
        f"{', '.join(silent)}: write in the task what its inputs range over: *Inputs:* ..."
    )


def test_the_code_in_a_hint_is_marked_as_code():
    """A call, an entry, a comparison or a name with an underscore stands between backticks."""
    code = re.compile(r"\w\((?!s\))\w[^)]*\)|\w\[\w+\]|\w\(\.\.\.\)|[<>]=|==|\w_\w|//|\*\*")
    bare = [
        (lecture.name, name, words)
        for lecture in LECTURES
        for name in lecture.exercises
        for words in lecture.sheet[name]._hints
        if code.search(re.sub("`[^`]*`", "", words))
    ]
    assert bare == []


def namespace(lecture):
    """What a notebook of exercises has imported, with ``check`` and nothing that it has defined."""
    texts = [path.read_text(encoding="utf-8") for path in NOTEBOOKS.glob("*.ipynb")]
    text = next(text for text in texts if f"import {lecture.name} as check" in text)
    names = {}
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and "import" in source:
            imports = [
                node
                for node in ast.parse(source).body
                if isinstance(node, ast.Import | ast.ImportFrom)
            ]
            exec(compile(ast.Module(imports, []), "imports", "exec"), names)
    return names


def repeated(lecture, answer, case):
    """What the line in a verdict gives if it is run in the notebook."""
    line = (case.again or case.call).replace(name_of(answer), "its_name", 1)
    return plain(eval(line, namespace(lecture) | {"its_name": answer}))


def wrong_answers():
    """The wrong answers of the tables whose verdicts name a question; only the first of each
    exercise is quick.
    """
    seen = set()
    for lecture in LECTURES:
        for number, (name, answer, state, _) in enumerate(lecture.answers):
            if state != WRONG or not lecture.sheet[name].questions or name in lecture.slow:
                continue
            marks = [pytest.mark.slow] if (lecture.name, name) in seen else []
            seen.add((lecture.name, name))
            case = f"{lecture.name}-{name}-{number}"
            yield pytest.param(lecture, name, answer, id=case, marks=marks)


@pytest.mark.parametrize(("lecture", "name", "answer"), list(wrong_answers()))
def test_the_call_in_a_verdict_can_be_pasted_and_gives_the_wrong_value(lecture, name, answer):
    exercise = lecture.exercise(name)
    feedback = exercise.judge(answer)
    if feedback.case is None or feedback.case.stopped:
        return
    exercise._wrong_question = feedback.number
    value = repeated(lecture, answer, feedback.case)
    if feedback.case.gave:
        gave = re.sub(r"^None \(.*", "None", feedback.case.gave)
        assert gave in (brief(value), shown(value))
    else:
        assert not same(value, reference(exercise)(*exercise.question))


def calls_of_exercises(source):
    """The exercises that the code of a cell calls, as in check.wins(answer)."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [ast.unparse(f) for f in calls if re.fullmatch(r"check\.\w+", ast.unparse(f))]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_only_a_cell_that_checks_an_answer_counts_as_a_try(path):
    """A demonstration asks ``check.x.judge(...)``, which counts nothing: three tries open the
    solution.
    """
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and not re.fullmatch(r"check\.\w+\(\w+\)", source.strip()):
            assert calls_of_exercises(source) == []
