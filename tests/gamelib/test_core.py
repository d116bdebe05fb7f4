import pytest

from gamelib.core import IllegalMove, TooLarge, UnknownPosition, text_of
from gamelib.games import Matches


def test_errors_are_of_the_kinds_one_would_catch():
    assert issubclass(IllegalMove, ValueError)
    assert issubclass(TooLarge, MemoryError)
    with pytest.raises(KeyError, match="no position 7"):
        raise UnknownPosition("no position 7")
    assert str(UnknownPosition("no position 7")) == "no position 7"  # without a KeyError's quotes


def test_a_game_without_text_is_written_as_python_does():
    assert text_of(object(), (1, 2)) == "(1, 2)"
    assert text_of(Matches(7), 7) == "||||| ||  (7)"
