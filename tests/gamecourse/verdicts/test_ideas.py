"""No wrong answer that a student might have in mind is called right."""

from collections import defaultdict
from copy import deepcopy
from fractions import Fraction
from functools import cache
from importlib import import_module

import pytest
from drawn import drawn

from gamecourse.grading.plain import plain
from gamelib import Misere, Value
from gamelib.games import CopsAndThief, Matches, MinMaxTree
from verdicts.ideas import KINDS, ideas
from verdicts.limits import OutOfTime, limited
from verdicts.notebooks import tasks

#: What a witness may use besides what its notebook imports.
WITNESS_NAMES = {
    each.__name__: each for each in (CopsAndThief, Fraction, Matches, MinMaxTree, Misere)
}

#: CPU seconds for the questions of a witness.
SECONDS = 20
#: A quick run tries so many ideas.
QUICK = 20


@cache
def task_of(lecture, exercise):
    """The exercise as the notebook poses it."""
    (task,) = tasks([lecture], exercise)
    return task


def named_ideas():
    """The lecture and the idea, by the name of each idea, as in "l01-other_takes-2"."""
    named = {}
    for lecture, written in ideas().items():
        count = defaultdict(int)
        for idea in written:
            count[idea.exercise] += 1
            named[f"l{lecture:02}-{idea.exercise}-{count[idea.exercise]}"] = lecture, idea
    return named


IDEAS = named_ideas()


def reply(answer, question):
    """What an answer says to a question, as plain data: of a game, the outcome of a position and
    the positions that its moves lead to; of an answer by hand, the answer. A Value is told by its
    name.
    """
    if isinstance(answer, type):
        game, (position,) = answer(), question
        after = {game.play(position, move) for move in game.moves(position)}
        return game.start(), game.outcome(position), after
    if not callable(answer):
        return answer
    found = answer(*question)
    return f"the Value {found}" if isinstance(found, Value) else found


def last_reply(task, source, witness, constants):
    """What the answer of this cell says to the last question of a witness, or the exception that
    it ends with.
    """
    try:
        with limited(SECONDS):
            answer, names = task.given(source)
            questions = deepcopy(eval(witness, WITNESS_NAMES | constants | names))
            if not isinstance(questions, list):
                questions = [questions]
            for question in questions:
                last = plain(reply(answer, question))
            return last
    except (Exception, OutOfTime) as error:
        return type(error)


@pytest.mark.parametrize("name", drawn(IDEAS, QUICK))
def test_an_idea_is_wrong_at_its_witness(name):
    lecture, idea = IDEAS[name]
    task = task_of(lecture, idea.exercise)
    assert idea.kind in KINDS
    if idea.witness is None:
        assert idea.kind == 6, "only a requirement that no value shows needs no witness"
        return
    constants = vars(import_module(f"verdicts.ideas.l{lecture:02}"))
    right = last_reply(task, task.model, idea.witness, constants)
    assert not isinstance(right, type), f"the model solution fails: {right}"
    assert last_reply(task, idea.program, idea.witness, constants) != right


@pytest.mark.parametrize("name", drawn(IDEAS, QUICK))
def test_an_idea_is_not_called_right(name):
    lecture, idea = IDEAS[name]
    task = task_of(lecture, idea.exercise)
    answer, _ = task.given(idea.program)
    feedback = task.exercise(answer)
    right = feedback.state.name == "RIGHT"
    with_reserve = bool(feedback.reason) and idea.kind in (5, 6)
    assert not right or with_reserve, f"{feedback}: {idea.thought}\nwitness: {idea.witness}"
