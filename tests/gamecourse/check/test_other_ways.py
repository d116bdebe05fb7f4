"""No right answer is refused: each exercise has others than its own solution, in the styles that
students use.
"""

import pytest

from check.lecture import PLAINLY, RIGHT, agrees
from check.other_ways_early import OTHER_WAYS as TO_EIGHT
from check.other_ways_late import OTHER_WAYS as FROM_NINE
from check.other_ways_late import MadeLater
from check.test_lectures import LECTURES

OTHER_WAYS = TO_EIGHT | FROM_NINE
ANSWERS = [
    pytest.param(lecture, name, answer, id=f"{lecture.name}-{name}-{number}")
    for lecture in LECTURES
    for name, answers in OTHER_WAYS.get(lecture.name, {}).items()
    for number, answer in enumerate(answers)
]


def test_every_exercise_is_answered_in_two_other_ways():
    for lecture in LECTURES:
        ways = OTHER_WAYS.get(lecture.name, {})
        few = [name for name in lecture.exercises if len(ways.get(name, ())) < 2]
        assert not few, (
            f"write two more right answers to {lecture.name}.{few[0]}, as other students would, "
            "into OTHER_WAYS in tests/gamecourse/check/other_ways_early.py or other_ways_late.py"
        )
        stray = sorted({*ways} - {*lecture.exercises})
        assert not stray, f"OTHER_WAYS has {lecture.name}.{stray[0]}, which is no exercise"


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize(("lecture", "name", "answer"), ANSWERS)
def test_a_right_answer_in_another_way_is_right(lecture, name, answer):
    if isinstance(answer, MadeLater):
        answer = answer.make()
    agrees(lecture.exercise(name), answer, RIGHT, PLAINLY)
