"""Answers that are no answers: what hangs, says yes to everything, cannot be shown, or is of another kind."""

import re
import sys
import threading
from unittest.mock import ANY

from gamelib.check import State

RIGHT, WRONG = State.RIGHT, State.WRONG


class Yes:
    """It equals everything and holds everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 1

    def __contains__(self, other):
        return True

    __lt__ = __gt__ = __le__ = __ge__ = __eq__


class Mute(Exception):
    def __str__(self):
        raise ValueError("no words")

    __repr__ = __str__


def mute(*given):
    raise Mute


def leaves(*given):
    sys.exit()


def babbles(*given):
    print("x" * 2_000_000)


def hangs(*given):
    while True:
        pass


def hangs_on(*given):
    while True:
        try:
            while True:
                pass
        except Exception:  # and not what the clock raises
            pass


def goes_on(*given):
    while True:
        yield 1


def hangs_in_a_generator(*given):
    hangs()
    yield


def calls_itself(*given):
    return calls_itself(*given)


#: Functions that are right for nothing, and what must be said of each.
FUNCTIONS = [
    lambda *given: ANY,
    lambda *given: Yes(),
    lambda *given: [Yes(), Yes()],
    lambda *given: [NotImplemented],
    lambda *given: {"a": NotImplemented},
    lambda *given: "x" * 1_000_000,
    lambda *given: None,
    lambda *given: float("nan"),
    lambda *given: 1j,
    lambda *given: print,
    lambda: 1,
    mute,
    leaves,
    babbles,
    calls_itself,
    goes_on,
    Yes,
    print,
]

HANGING = [hangs, hangs_on, hangs_in_a_generator]

#: No answers to anything, as they stand.
THINGS = [ANY, Yes(), [Yes()], {Yes(): Yes()}, {"a": Yes(), "g": Yes()}, [NotImplemented], None, 7, "", "x", b"x", {},
          [], float("nan"), [float("nan")], Mute(), [Mute()], object, 10**400, [[[]]], ["x" * 1_000_000], [(1, 2, 3)],
          [(Yes(), Yes())]]  # fmt: skip


def meets(exercise, answer, state, said=""):
    """That an exercise says this of an answer, in few words."""
    finding = exercise(answer)
    assert finding.state == state, str(finding)
    assert re.search(said, str(finding), re.DOTALL), str(finding)
    assert len(finding) < 2_500


def elsewhere(work):
    """What ``work()`` returns in another thread."""
    found = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join(60)
    return found[0]
