"""A student's function compared with the right one: the smallest input on which they differ, and
the likely mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
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
    shown,
)
from gamecourse.grading.differences import first_difference, is_short
from gamecourse.grading.exercises import (
    CHANGES,
    FUNCTION,
    Exercise,
    Question,
    Questions,
    exercise,
    stopped,
)
from gamecourse.grading.feedback import RIGHT, Case, Feedback, State, agrees, wrong, wrong_kind
from gamecourse.grading.plain import AnyOrder, NotPlain, same, same_kind
from gamecourse.grading.writing import call_text, way_to_repeat
from gamelib.core import text_of

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

CONTRARY = (
    "Your function says the opposite of the right answer everywhere. Is a `not` missing, or does "
    "it ask `all` where `any` is meant?"
)
NEGATED = "The sign is wrong everywhere."


def compare(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    questions: Iterable[Question],
    shown: Callable[..., str] | None = None,
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
        How the arguments are written in the reason, if not as a line of Python.
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
    Feedback
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
        who = call_text(name, arguments, shown)
        reply = call_function(answer, arguments, who)
        if reply.stopped:
            found = stopped(reply, who, begun=bool(replies))
            return _about(found, name, number, arguments)
        expected = right(*arguments)
        replies.append((arguments, reply))
        if not agrees(reply.value, expected, who):
            more = _asked(answer, (given for _, given in islice(left, MOST)))
            if reply.value is None:
                found = wrong_value(reply, expected, who, nothing)
                limits.so_far(_about(found, name, number, arguments))
                more = chain(ahead := list(islice(more, AHEAD)), more)
                reply = _without_habits(
                    reply, [other for _, other in (*replies[:-1], *ahead)], bool(nothing)
                )
            found = wrong_value(reply, expected, who, nothing)
            if reply.changed and not filled:
                found = found.with_remark("It also changes what it is given.")
            turned = {
                CONTRARY if isinstance(expected, bool) else NEGATED: partial(_opposite, right)
            }
            typical = {} if reply.why_none else turned | (mistakes or {})
            known = _recognised(chain(replies, more), typical, least)
            for said in chain([""], known):
                feedback = _about(found.with_remark(said), name, number, arguments)
                limits.so_far(feedback)
            return feedback
        if intact and reply.changed:
            said = (
                f"{who} changes what it is given: the task says that this stays as it is. Make "
                "something new."
            )
            return _about(wrong(said), name, number, arguments)
        changes = changes or (who if reply.changed and not filled else "")
    if changes:
        return Feedback(
            State.RIGHT, f"but {changes} changes what it is given: the caller may need that again."
        )
    return RIGHT


def _about(feedback: Feedback, name: str, number: int, arguments: Question) -> Feedback:
    """The feedback about this question: with its number, its boards, and how to ask it again."""
    case = feedback.case
    if case is not None:
        boards = tuple(filter(None, map(board_of, arguments)))
        case = replace(case, boards=boards, again=way_to_repeat(case.call, name))
    return feedback.with_question(number, case)


def board_of(argument: Any) -> str:
    """The board that a question is about, as lines of text; "" if the argument is no board.

    >>> board_of("X.\n.O"), board_of("X")
    ('X.\n.O', '')
    """
    if isinstance(argument, str):
        return argument if "\n" in argument else ""
    return text_of(argument, argument.start()) if hasattr(argument, "shape") else ""


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
    answer: Any,
    right: Callable[..., Any],
    question: Question,
    shown: Callable[..., str] | None,
) -> Feedback:
    """What comes of asking one question several times, and no other: whether the replies are right
    and always alike.
    """
    who, first, begun = call_text(name_of(answer), question, shown), None, monotonic()
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
    """How a reply differs from what was expected, in whole sentences (``wrong_value``)."""
    return wrong_value(reply, expected, who, nothing).reason


def wrong_value(reply: Reply, expected: Any, call: str, nothing: str = "") -> Feedback:
    """The feedback that a call has given None, another kind of thing, or another value than was
    expected.

    ``nothing`` says what None means, if None is an answer.
    """
    found, due = reply.value, brief(expected)
    meaning = f" ({nothing})" if nothing else ""
    if found is None:
        gave = "None" if reply.printed else f"None{meaning}"
        return _wrong(Case(call, gave, due), reply.why_none)
    if isinstance(found, NotPlain) and found.meant is None:
        listed = isinstance(expected, list | tuple | set | frozenset | AnyOrder)
        return _wrong(Case(call, shown(found), due, other_kind=True), cure(found, listed=listed))
    if expected is None:
        return _wrong(Case(call, shown(found), f"None{meaning}"))
    if not same_kind(found, expected):
        return _wrong(Case(call, shown(found), due, other_kind=True))
    where = first_difference(found, expected)
    if where and not is_short(found, expected):
        return _wrong(Case(call), where)
    return _wrong(Case(call, brief(found), due), where)


def _wrong(case: Case, remarks: str = "") -> Feedback:
    return Feedback(State.WRONG, case=case, remarks=remarks.strip())


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
