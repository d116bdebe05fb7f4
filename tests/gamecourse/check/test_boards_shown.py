"""A card shows the boards that a question and a difference are about, not only the positions."""

from html import unescape

import pytest

from check.lecture import reference
from gamecourse.check import State, compare, cops, pursuit, tictactoe
from gamecourse.grading.differences import first_difference
from gamecourse.grading.plain import AnyOrder
from gamecourse.grading.sheet import opened


def rows(feedback, label):
    """The boards on a card that have this label."""
    beginning = f">{label}</div>"
    parts = unescape(feedback.html()).split(beginning)[1:]
    return [part.partition("<pre")[2].partition(">")[2].partition("</pre>")[0] for part in parts]


@pytest.mark.parametrize(
    ("found", "expected", "at"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, "b"),
        ({"a": {"x": 1}}, {"a": {"x": 2}}, "a"),  # the key of the outermost dict
        ({"a": [*range(99)]}, {"a": AnyOrder(range(100))}, "a"),
        ({"a": 1}, {"a": 1, "b": 2}, "b"),
        ({"a": 1, "b": 2}, {"a": 1}, "b"),
        ({*range(99)}, {*range(98)}, 98),
        (({}, {*range(98)}), ({}, {*range(99)}), 98),
        (({}, set()), ({}, {7}), None),  # seen at a glance
        ([*range(9)], [*range(8)], None),
        (1, 2, None),
    ],
)
def test_a_difference_tells_the_key_or_the_item_where_it_is(found, expected, at):
    assert first_difference(found, expected).at == at


right_arrows = reference(pursuit.arrows)
board_at = opened(pursuit)["board_at"]
TEXT = "4 4\nPT..\n....\n....\n...."
PLACE = (2, 0), (0, 0), "policeman"
BOARD = "T...\n....\nP...\n....\npoliceman to move"


def without_a_move(options, won):
    options[PLACE] = options[PLACE][1:]


def without_a_position(options, won):
    del options[PLACE]


def with_a_win(options, won):
    won.add(PLACE)


def slipped(change):
    """The arrows of a board of 4 x 4, changed; those of smaller boards are right."""

    def arrows(text):
        options, won = right_arrows(text)
        if text.startswith("4 4"):
            change(options, won)
        return options, won

    return arrows


@pytest.mark.parametrize("change", [without_a_move, without_a_position, with_a_win])
def test_a_difference_at_a_position_shows_the_board_there(change):
    feedback = compare(slipped(change), right_arrows, [(TEXT,)], draw=board_at)
    assert feedback.state == State.WRONG
    assert str(PLACE) in feedback
    assert rows(feedback, "Board") == [TEXT]
    assert rows(feedback, "Board there") == [BOARD]


def test_the_exercise_shows_it():
    assert rows(pursuit.arrows(slipped(without_a_move)), "Board there") == [BOARD]


@pytest.mark.parametrize("key", [((-1, 0), (0, 0), "thief"), ((0, 0), 3, "thief"), "x", 7, (None,)])
def test_what_is_no_position_has_no_board(key):
    answer = slipped(lambda options, won: options.update({key: []}))
    feedback = compare(answer, right_arrows, [(TEXT,)], draw=board_at)
    assert feedback.case.at == key
    assert rows(feedback, "Board there") == []


def test_a_failure_to_draw_is_no_failure_of_the_check():
    def draw(question, position):
        return "" if position == question[0] else position.text

    feedback = compare(lambda n: {}, lambda n: dict.fromkeys(range(n), 0), [(90,)], draw=draw)
    assert (feedback.case.at, feedback.case.board_there) == (0, "")


def test_a_board_in_one_line_is_shown_in_rows():
    feedback = tictactoe.ending(lambda board: "X")
    assert rows(feedback, "Board") == ["...\n...\n..."]


def test_where_the_cop_and_the_robber_stand_is_said_in_words():
    refuted = cops.chase(lambda position: ("a",))
    assert "'cops'" not in refuted
    assert "Play comes back to cop on a, robber on b; cop to move.\n" in refuted
    assert "you: cop to a   <-- from here\ncop on a, robber on b; robber to move\n" in refuted
