"""What holds of the exercises of every lecture: answers are met as its file says, and odd ones are never right."""

import importlib
import time
from functools import cache
from numbers import Number

import pytest

from check import (
    test_alphabeta,
    test_certain,
    test_chance,
    test_cops_exercises,
    test_endings,
    test_graphs,
    test_kayles,
    test_large,
    test_matches,
    test_minimax,
    test_nim,
    test_pursuit,
    test_retrograde,
    test_sprague_grundy,
    test_tictactoe,
)
from check.lecture import RIGHT, WRONG, meets
from check.odd_answers import ENDLESS, FUNCTIONS, HANGING, THINGS, elsewhere, never_yields
from gamecourse.check import Exercise, State
from gamecourse.check.machinery import clock, trial
from gamecourse.check.machinery.sheet import opened

LECTURES = [
    *(test_matches.LECTURE, test_graphs.LECTURE, test_retrograde.LECTURE, test_pursuit.LECTURE),
    *(test_cops_exercises.LECTURE, test_nim.LECTURE, test_sprague_grundy.LECTURE, test_kayles.LECTURE),
    *(test_minimax.LECTURE, test_tictactoe.LECTURE, test_alphabeta.LECTURE),
    *(test_large.LECTURE, test_chance.LECTURE, test_certain.LECTURE, test_endings.LECTURE),
]


def every_answer(lecture):
    """The answers to a lecture's exercises; where they take long, all but the first two are slow."""
    for number, row in enumerate(lecture.answers):
        first = [other[0] for other in lecture.answers[:number] if other[2] == row[2]].count(row[0]) < 2
        marks = () if first or row[0] not in lecture.slow else pytest.mark.slow
        yield pytest.param(lecture, *row, id=f"{lecture.name}-{row[0]}-{number}", marks=marks)


ANSWERS = [answer for lecture in LECTURES for answer in every_answer(lecture)]


def every(kind):
    """Each exercise of this kind, or these."""
    return [
        pytest.param(lecture, name, id=f"{lecture.name}-{name}")
        for lecture in LECTURES
        for names in kind.split()
        for name in getattr(lecture, names)
    ]


@pytest.mark.parametrize("name", [lecture.name for lecture in LECTURES])
def test_a_notebook_sees_the_exercises_and_what_they_are_about_alone(name):
    module = importlib.import_module(f"gamecourse.check.{name}")
    assert dir(module) == sorted(module.__all__)


@pytest.fixture(scope="module", autouse=True)
def solved_once():
    """A strategy is refuted with the game solved: for all answers of this file once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trial, "solve", cache(trial.solve))
        yield


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.03)


@pytest.mark.parametrize(("lecture", "name"), every("functions by_hand classes"))
def test_each_exercise_has_a_right_answer_and_two_wrong_ones_here(lecture, name):
    states = [state for other, _, state, _ in lecture.answers if other == name]
    assert states.count(RIGHT) >= 1
    assert states.count(WRONG) >= 2


@pytest.mark.parametrize(("lecture", "name", "answer", "state", "said"), ANSWERS)
def test_answers(lecture, name, answer, state, said):
    meets(lecture.exercise(name), answer, state, said)


@pytest.mark.parametrize(("lecture", "name"), every("functions"))
def test_odd_functions_are_named_as_what_they_are(lecture, name, capsys):
    for function, said in FUNCTIONS.values():
        meets(lecture.exercise(name), function, WRONG, said)
        assert len(capsys.readouterr().out) <= 2_000


@pytest.mark.parametrize(("lecture", "name"), every("by_hand classes"))
def test_odd_things_are_refused_in_few_words(lecture, name):
    exercise = lecture.exercise(name)
    for thing in THINGS.values():
        finding = exercise(thing)
        assert finding.state == WRONG, finding
        assert len(finding) < 1_000


@pytest.mark.parametrize(("lecture", "name"), every("functions"))
def test_things_are_no_functions(lecture, name):
    for thing in THINGS.values():
        meets(lecture.exercise(name), thing, WRONG)


@pytest.mark.parametrize(("lecture", "name"), every("by_hand classes"))
def test_functions_are_no_things(lecture, name):
    for function, _ in FUNCTIONS.values():
        meets(lecture.exercise(name), function, WRONG)


def in_letters(answer):
    """Whether an answer is a text, or a list of texts, "ab" or "a-b"."""
    return isinstance(answer, str) or (isinstance(answer, list) and all(isinstance(item, str) for item in answer))


def with_texts(answer, kind):
    """The answer with a text wherever something of this kind stands."""
    if isinstance(answer, dict):
        return {key: with_texts(value, kind) for key, value in answer.items()}
    if isinstance(answer, list | tuple | set):
        return type(answer)(with_texts(item, kind) for item in answer)
    return ENDLESS if isinstance(answer, kind) else answer


def not_in_letters():
    """Each exercise that is answered by hand, but never in letters, with a right answer."""
    for case in every("by_hand"):
        lecture, name = case.values
        answers = [answer for other, answer, state, _ in lecture.answers if (other, state) == (name, RIGHT)]
        if not any(map(in_letters, answers)):
            yield pytest.param(lecture.exercise(name), answers[0], id=case.id)


@pytest.mark.parametrize(("exercise", "answer"), list(not_in_letters()))
def test_a_text_is_never_read_as_what_it_writes_down(exercise, answer):
    meets(exercise, answer, RIGHT)
    for text in (repr(answer), with_texts(answer, Number), with_texts(answer, object)):
        if text != answer:
            begun = time.process_time()
            meets(exercise, text, WRONG)
            assert time.process_time() - begun < 1


@pytest.mark.parametrize("run", [lambda work: work(), elsewhere], ids=["here", "elsewhere"])
@pytest.mark.parametrize(("lecture", "name"), every("functions"))
def test_functions_that_hang_are_told_so(lecture, name, run, soon):
    where = lecture.at.get(name, r"(at .*|here)")
    for function in HANGING.values():
        said = rf"your function has run for 0\.03 seconds {where}: is there a loop in it that never ends\?"
        meets(lambda answer: run(lambda: lecture.exercise(name)(answer)), function, WRONG, said)


@pytest.mark.parametrize("run", [lambda work: work(), elsewhere], ids=["here", "elsewhere"])
@pytest.mark.parametrize(("lecture", "name"), every("by_hand"))
def test_things_that_hang_are_told_so(lecture, name, run, soon):
    for thing in (never_yields(), {"A": never_yields()}):
        meets(lambda answer: run(lambda: lecture.exercise(name)(answer)), thing, WRONG, "takes too long to read")


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda lecture: lecture.name)
def test_what_is_right_is_right_in_another_thread(lecture):
    *_, name = lecture.functions
    first = next(answer for other, answer, state, said in lecture.answers if (other, state) == (name, RIGHT))
    assert elsewhere(lambda: lecture.exercise(name)(first)).state == RIGHT


@pytest.mark.parametrize(("lecture", "name"), every("functions by_hand classes"))
def test_a_stub_is_not_attempted(lecture, name):
    assert lecture.exercise(name)(NotImplemented).state == State.NOT_ATTEMPTED
    if name in lecture.functions:
        assert lecture.exercise(name)(lambda *given: NotImplemented).state == State.NOT_ATTEMPTED


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda lecture: lecture.name)
def test_a_notebook_sees_the_exercises_and_no_reference(lecture):
    sheet = importlib.import_module(f"gamecourse.check.{lecture.name}")
    exercises, everything = {*lecture.functions, *lecture.by_hand, *lecture.classes}, opened(sheet)
    assert {name for name, thing in everything.items() if isinstance(thing, Exercise)} == exercises
    assert set(dir(sheet)) == set(sheet.__all__) == exercises | set(lecture.shown)
    hidden = [name for name in everything if name not in sheet.__all__ and not name.startswith("__")]
    assert hidden
    for name in hidden:
        with pytest.raises(AttributeError, match=f"there is no '{name}' here"):
            getattr(sheet, name)
