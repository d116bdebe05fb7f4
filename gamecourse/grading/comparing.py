"""A student's function compared with the right one: the smallest input on which they differ, and
the likely mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from fractions import Fraction
from functools import partial, wraps
from itertools import chain, islice
from time import monotonic, process_time
from typing import Any

from gamecourse.grading import limits
from gamecourse.grading.calls import (
    Reply,
    brief,
    call_function,
    cure,
    name_of,
    shorten,
    shown,
)
from gamecourse.grading.exercises import (
    CHANGES,
    FUNCTION,
    Exercise,
    Question,
    Questions,
    exercise,
    stopped,
)
from gamecourse.grading.feedback import RIGHT, Feedback, State, agrees, wrong, wrong_kind
from gamecourse.grading.plain import AnyOrder, NotPlain, same, same_kind, words

#: Typical mistakes: a sentence that describes the mistake, and the function that makes it.
Mistakes = dict[str, Callable[..., Any]]

#: A typical mistake, made by a function of its own, or by the right function with keywords.
Mistake = tuple[str, Callable[..., Any] | dict[str, Any]]

#: What has been asked, and what came back.
Asked = tuple[Question, Reply]

#: A typical mistake is named if it alone predicts every reply, to LEAST questions or more. Up to
#: MOST further questions are asked for that, in at most SECONDS of CPU time.
LEAST, MOST, SECONDS = 20, 600, 2.0

#: A question that was answered wrongly is asked this many times again, in at most SECONDS.
TIMES = 50

#: After a reply of None, this many more questions are asked to see what the function does
#: otherwise.
AHEAD = 20

#: Collections of at most FEW items are seen at a glance; of replies longer than LONG characters
#: only a part is shown.
FEW, LONG = 3, 250

CONTRARY = "Your function says the opposite of the right answer everywhere."
NEGATED = "The sign is wrong everywhere."


def compare(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    questions: Iterable[Question],
    shown: Callable[..., str] = lambda *arguments: ", ".join(map(repr, arguments)),
    mistakes: Mistakes | None = None,
    nothing: str = "",
    least: int = LEAST,
    filled: bool = False,
    intact: bool = False,
) -> Feedback:
    """Compare a student's function with the right one on questions asked from small to large.

    Parameters
    ----------
    answer, right
        The student's function, and one that returns what it should return.
    questions
        The arguments of each call, as tuples. The student's function gets copies of them.
    shown
        How the arguments are written in the reason.
    mistakes
        Typical mistakes: a sentence that describes the mistake, and the function that makes it. The
        sentence is used if the answer agrees with this function on all questions and with no other
        mistake. Any two mistakes must differ on about twenty questions.
    nothing
        What None means, if None is an answer: "drawn".
    least
        The number of questions whose replies a mistake must predict; fewer are enough if the whole
        domain is asked.
    filled
        Whether the function should change what it is given: a table to be filled.
    intact
        Whether the task says that what the function is given stays as it is.

    Returns
    -------
    Finding
        Right, or the first question on which the two differ, or not attempted.

    Examples
    --------
    >>> compare(lambda n: n + n, lambda n: n * n, [(0,), (1,), (2,)])
    ✗ wrong: <lambda>(1) is 2, it should be 1.
    """
    if not callable(answer):
        return wrong_kind(FUNCTION, answer).feedback
    if (only := limits.WATCH.get().only) != -1:
        return _alone(answer, right, next(islice(questions, only, None)), shown)
    changes, replies = "", list[Asked]()
    name, left = name_of(answer), enumerate(questions)
    for number, arguments in left:
        who = f"{name}({shorten(shown(*arguments))})"
        reply = call_function(answer, arguments, who)
        if reply.stopped:
            found = stopped(reply, who, begun=bool(replies))
            return (
                Feedback(found.state, found.reason, number=number)
                if found.state == State.WRONG
                else found
            )
        expected = right(*arguments)
        replies.append((arguments, reply))
        if not agrees(reply.value, expected, who):
            more = _asked(answer, (given for _, given in islice(left, MOST)))
            if reply.value is None:
                limits.so_far(
                    Feedback(State.WRONG, differs(reply, expected, who, nothing), number=number)
                )
                more = chain(ahead := list(islice(more, AHEAD)), more)
                reply = _without_habits(
                    reply, [other for _, other in (*replies[:-1], *ahead)], bool(nothing)
                )
            reason = differs(reply, expected, who, nothing)
            if reply.changed and not filled:
                reason += " It also changes what it is given."
            turned = {
                CONTRARY if isinstance(expected, bool) else NEGATED: partial(_opposite, right)
            }
            typical = {} if reply.why_none else turned | (mistakes or {})
            known = _recognised(chain(replies, more), typical, least)
            for said in chain([""], known):
                feedback = Feedback(State.WRONG, f"{reason} {said}".strip(), number=number)
                limits.so_far(feedback)
            return feedback
        if intact and reply.changed:
            said = (
                f"{who} changes what it is given: the task says that this stays as it is. Make "
                "something new."
            )
            return Feedback(State.WRONG, said, number=number)
        changes = changes or (who if reply.changed and not filled else "")
    if changes:
        return Feedback(
            State.RIGHT, f"but {changes} changes what it is given: the caller may need that again."
        )
    return RIGHT


def _without_habits(reply: Reply, others: list[Reply], may_be_none: bool) -> Reply:
    """A reply of None without what the function does also elsewhere: then that is not why it is
    None here.

    A function that says something in other replies may print besides, or end without a return where
    it means None.
    """
    spoken = [other for other in others if other.value is not None]
    prints = any(other.printed for other in spoken)
    falls = may_be_none and bool(spoken) and any(other.falls for other in others)
    return replace(reply, printed=reply.printed and not prints, falls=reply.falls and not falls)


def _alone(
    answer: Any, right: Callable[..., Any], question: Question, shown: Callable[..., str]
) -> Feedback:
    """What comes of asking one question several times, and no other: whether the replies are right
    and always alike.
    """
    who, first, begun = f"{name_of(answer)}({shorten(shown(*question))})", None, monotonic()
    for _ in range(TIMES):
        reply = call_function(answer, question, who)
        if first is not None and not _alike(reply, first):
            return wrong(CHANGES)
        first = reply
        if monotonic() > begun + SECONDS:
            break
    return RIGHT if not reply.stopped and agrees(reply.value, right(*question), who) else wrong("")


def _alike(one: Reply, other: Reply) -> bool:
    """Whether two replies are the same."""
    return one.stopped == other.stopped and (
        same(one.value, other.value) or repr(one.value) == repr(other.value)
    )


def mistake(words: str, made: Callable[..., Any] | None = None, **how: Any) -> Mistake:
    """A typical mistake: a sentence, and a function that makes it, or keywords with which the right
    function makes it.

    >>> mistake("It counts from 1.", first=1)
    ('It counts from 1.', {'first': 1})
    """
    return words, made or how


def function(
    questions: Questions, *about: str | Mistake, save_as: str = "", **how: Any
) -> Callable[[Callable[..., Any]], Exercise]:
    """Make an exercise of its right answer, a function: the student's function is compared with it
    on all questions.

    ``about`` holds hints, which are texts, and mistakes. ``how`` is as in ``compare``.

    Examples
    --------
    >>> @function(lambda: ((n,) for n in range(9)), "Two times two is four.")
    ... def square(n):
    ...     return n * n
    >>> square(lambda n: n + n)
    ✗ wrong: <lambda>(1) is 2, it should be 1.
    """
    hints = (hint for hint in about if isinstance(hint, str))

    def exercised(right: Callable[..., Any]) -> Exercise:
        typical = (known for known in about if not isinstance(known, str))
        mistakes = {
            said: made if callable(made) else partial(right, **made) for said, made in typical
        }

        @wraps(right)
        def check(answer: Any) -> Feedback:
            return compare(answer, right, questions(), mistakes=mistakes, **how)

        return exercise(*hints, questions=questions, save_as=save_as)(check)

    return exercised


def differs(reply: Reply, expected: Any, who: str, nothing: str = "") -> str:
    """How a reply differs from what was expected, in whole sentences: None, another kind of thing,
    or another value.

    ``who`` is the call, "wins(3)"; ``nothing`` says what None means, if None is an answer.
    """
    found, due = reply.value, brief(_as_named(expected))
    if found is None:
        meaning = f" ({nothing})" if nothing and not reply.printed else ""
        return f"{who} is None{meaning}, it should be {due}.{reply.why_none}"
    if isinstance(found, NotPlain) and found.meant is None:
        listed = isinstance(expected, list | tuple | set | frozenset | AnyOrder)
        return f"{who} is {shown(found)}; it should be {due}.{cure(found, listed=listed)}"
    if expected is None:
        return f"{who} is {shown(found)}, it should be None{f' ({nothing})' if nothing else ''}."
    if not same_kind(found, expected):
        return f"{who} is {shown(found)}; it should be {due}."
    where = _first_difference(found, expected)
    if where and min(len(words(found)), len(words(_as_named(expected)))) > LONG:
        return f"{who} is not what it should be.{where}"
    return f"{who} is {brief(_as_named(found))}, it should be {due}.{where}"


def _as_named(expected: Any) -> Any:
    """A reply or what is expected, as a task names it: lists where order does not matter, and whole
    numbers as such.
    """
    if isinstance(expected, Fraction) and expected.denominator == 1:
        return int(expected)
    if isinstance(expected, dict):
        return {key: _as_named(value) for key, value in expected.items()}
    if isinstance(expected, AnyOrder):
        return [_as_named(item) for item in expected]
    return type(expected)(map(_as_named, expected)) if type(expected) in (list, tuple) else expected


def _first_difference(found: Any, expected: Any) -> str:
    """Where a collection first differs from what is expected; nothing for a short one, where it is
    easily seen.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        return _first_key(found, expected)
    if isinstance(expected, Set) and isinstance(found, set):
        return _first_item(found, expected)
    if isinstance(expected, AnyOrder) and isinstance(found, list | tuple):
        twice = len(set(map(repr, found))) < len(found)
        return " Something is in it more than once." if twice else _first_item(found, expected)
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        return _first_place(found, expected)
    return ""


def _first_key(found: dict[Any, Any], expected: dict[Any, Any]) -> str:
    """At which key a dict first differs, and how."""
    for key, due in expected.items():
        if key not in found:
            return f" {brief(key)} is missing."
        if not same(found[key], due):
            has, inside = brief(_as_named(found[key])), _first_difference(found[key], due)
            return f" At {brief(key)} it has {has}, not {brief(_as_named(due))}.{inside}"
    return f" {brief(next(key for key in found if key not in expected))} should not be in it."


def _first_item(found: Iterable[Any], expected: Iterable[Any]) -> str:
    """Which item is missing where order does not matter, or which one is too much."""
    found, expected = list(found), list(expected)
    if max(len(found), len(expected)) <= FEW:
        return ""
    for item in expected:
        if not any(same(other, item) for other in found):
            return f" {brief(_as_named(item))} is missing."
    strangers = (other for other in found if not any(same(other, item) for item in expected))
    return next((f" {brief(other)} should not be in it." for other in strangers), "")


def _first_place(found: Any, expected: Any) -> str:
    """At which place a list or a pair first differs, and how."""
    if len(found) != len(expected):
        return f" It has {len(found)} item{'s' * (len(found) != 1)}, not {len(expected)}."
    for k, due in enumerate(expected):
        if not same(found[k], due):
            return _at_place(k, found[k], due, told=len(expected) > FEW)
    return ""


def _at_place(k: int, found: Any, due: Any, told: bool) -> str:
    """How an item differs; ``told`` says that the items are too many to be seen at a glance."""
    has, instead = brief(_as_named(found)), brief(_as_named(due))
    if len(has) + len(instead) > LONG and (inside := _first_difference(found, due)):
        return f" See place {k}, counted from 0.{inside}"
    return f" At place {k} it has {has}, not {instead}." if told else ""


def _recognised(replies: Iterable[Asked], typical: Mistakes, least: int) -> Iterator[str]:
    """Yield, each time it changes, the only mistake that predicts every reply so far, or "" if
    there is none.

    Of a function that has always given None, no more is said.
    """
    fits, said, speaks, end = set(typical), "", False, process_time() + SECONDS
    for count, (given, reply) in enumerate(replies, 1):
        speaks |= reply.value is not None
        fits = {words for words in fits if same(reply.value, typical[words](*given))}
        now = next((words for words in fits if len(fits) == 1 and speaks and count >= least), "")
        if now != said:
            said = now
            yield said
        if not fits or process_time() > end:
            return


def _asked(answer: Callable[..., Any], questions: Iterable[Question]) -> Iterator[Asked]:
    """The replies to more questions, as far as replies come."""
    for given in questions:
        reply = call_function(answer, given)
        if reply.stopped:
            return
        yield given, reply


def _opposite(right: Callable[..., Any], *given: Any) -> Any:
    """The right answer turned round, if it is True or False or a number."""
    value = right(*given)
    return (
        not value
        if isinstance(value, bool)
        else -value
        if isinstance(value, int | float)
        else NotPlain("", "")
    )
