"""What no checker may believe, and none may hang on; for the tests of each lecture's exercises."""

import sys
import threading
from unittest.mock import ANY


class Yes:
    """It says yes to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __lt__(self, other):
        return True

    __gt__ = __le__ = __ge__ = __contains__ = __lt__

    def __hash__(self):
        return 1

    def __bool__(self):
        return True


class Silent(Exception):
    """An exception that cannot be shown."""

    def __str__(self):
        raise ValueError("no words")

    __repr__ = __str__


class Hidden:
    """A thing that cannot be shown."""

    def __repr__(self):
        raise ValueError("no words")


def silent(*given):
    raise Silent


def leaves(*given):
    sys.exit()


def babbles(*given):
    print("x" * 3_000_000)


def hangs(*given):
    while True:
        pass


def goes_on(*given):
    while True:
        yield 1


def never_yields():
    while True:
        pass
    yield


def calls_itself(*given):
    return calls_itself(*given)


def clings(*given):
    while True:
        try:
            while True:
                pass
        except Exception:  # and not what the clock raises
            pass


#: Functions that are no answer to anything.
FUNCTIONS = {
    "any": lambda *given: ANY,
    "yes": lambda *given: Yes(),
    "list of yes": lambda *given: [Yes(), Yes()],
    "nested stub": lambda *given: [NotImplemented],
    "silent": silent,
    "hidden": lambda *given: Hidden(),
    "exit": leaves,
    "babbles": babbles,
    "for ever": calls_itself,
    "endless": goes_on,
    "no parameters": lambda: 1,
    "a class": Yes,
    "None": lambda *given: None,
    "nan": lambda *given: float("nan"),
    "complex": lambda *given: 1j,
}

#: Answers that are none.
DATA = [ANY, Yes(), [Yes()], {Yes(): Yes()}, [NotImplemented], Hidden(), None, 7, "", "x", b"x", {}, [], float("nan"),
        {"A": Yes()}, {"A": [Yes()]}, [[[]]], object, goes_on(), {"A": ("Max", {"x": Yes()})}, 10**400]  # fmt: skip


def elsewhere(work):
    """What ``work()`` returns in another thread."""
    found = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join(60)
    return found[0]
