"""A student's function compared with the right one: the smallest input on which they differ, and
the likely mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
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
from gamecourse.grading.domains import Question
from gamecourse.grading.exercises import (
    CHANGES,
    FUNCTION,
    Exercise,
    Questions,
    exercise,
    stopped,
)
from gamecourse.grading.feedback import RIGHT, Feedback, State, agrees, wrong, wrong_kind
from gamecourse.grading.plain import AnyOrder, NotPlain, same, same_kind, words


@dataclass(frozen=True)
class Mistake:
    """A typical mistake: a sentence that describes it, and a function that makes it."""

    sentence: str
    function: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


#: What has been asked, and what came back.
Asked = tuple[Question, Reply]

#: What is wrong with what the arguments of a call hold after it, in a sentence, or "": a function of
#: the arguments and of the same afterwards.
Leaves = Callable[[Question, Question], str]

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
    mistakes: Sequence[Mistake] = (),
    nothing: str = "",
    least: int = LEAST,
    leaves: Leaves | None = None,
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
        Typical mistakes. The sentence of a mistake is used if the answer agrees with its function on
        all questions, and with no other mistake. Any two mistakes must differ on about twenty
        questions.
    nothing
        What None means, if None is an answer: "drawn".
    least
        The number of questions whose replies a mistake must predict; fewer are enough if the whole
        domain is asked.
    leaves
        For a function that should change what it is given, as a table to be filled: what is wrong
        with what its arguments hold afterwards, in a sentence, or "".
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
    comparison = _Comparison(answer, right, shown, tuple(mistakes), nothing, least, leaves, intact)
    if (only := limits.WATCH.get().only) != -1:
        return comparison.of_one(next(islice(questions, only, None)))
    return comparison.of_all(enumerate(questions))


@dataclass(frozen=True)
class _Comparison:
    """A student's function and the right one, and what is known of the exercise (``compare``)."""

    answer: Callable[..., Any]
    right: Callable[..., Any]
    shown: Callable[..., str]
    mistakes: tuple[Mistake, ...]
    nothing: str
    least: int
    leaves: Leaves | None
    intact: bool

    def of_all(self, questions: Iterator[tuple[int, Question]]) -> Feedback:
        """The first question that is answered wrongly, with what is likely to be the mistake."""
        replies: list[Asked] = []
        first_change = ""
        for number, arguments in questions:
            call = self.call_text(arguments)
            reply = call_function(self.answer, arguments, call)
            if reply.stopped:
                feedback = stopped(reply, call, begun=bool(replies))
                if feedback.state != State.WRONG:
                    return feedback
                return Feedback(State.WRONG, feedback.reason, number=number)
            expected = self.right(*arguments)
            replies.append((arguments, reply))
            if not agrees(reply.value, expected, call):
                others = (asked for _, asked in islice(questions, MOST))
                return self.wrong_value(number, expected, replies, _asked(self.answer, others))
            if said := self.wrong_change(arguments, reply, call):
                return Feedback(State.WRONG, said, number=number)
            if reply.changed and self.leaves is None and not first_change:
                first_change = call
        if first_change:
            said = f"but {first_change} changes what it is given: the caller may need that again."
            return Feedback(State.RIGHT, said)
        return RIGHT

    def call_text(self, arguments: Question) -> str:
        """The call as a reason shows it."""
        return f"{name_of(self.answer)}({shorten(self.shown(*arguments))})"

    def wrong_change(self, arguments: Question, reply: Reply, call: str) -> str:
        """What is wrong with what the function has done to its arguments, or ""."""
        if self.leaves is not None:
            said = self.leaves(arguments, arguments if reply.left is None else reply.left)
            return f"{call} is right, but {said}" if said else ""
        if self.intact and reply.changed:
            return (
                f"{call} changes what it is given: the task says that this stays as it is. Make "
                "something new."
            )
        return ""

    def wrong_value(
        self, number: int, expected: Any, replies: list[Asked], more: Iterator[Asked]
    ) -> Feedback:
        """The feedback on the last reply, whose value is wrong; ``more`` are further replies, which
        may tell the mistake.

        Each time more is known, it is kept in case that the diagnosis takes too long.
        """
        arguments, reply = replies[-1]
        call = self.call_text(arguments)
        if reply.value is None:
            limits.so_far(self.differing(reply, expected, call, number))
            ahead = list(islice(more, AHEAD))
            more = chain(ahead, more)
            others = [other for _, other in (*replies[:-1], *ahead)]
            reply = _without_habits(reply, others, bool(self.nothing))
        feedback = self.differing(reply, expected, call, number)
        limits.so_far(feedback)
        if reply.why_none:
            return feedback
        for sentence in _recognised(
            chain(replies, more), self.known_mistakes(expected), self.least
        ):
            reason = self.differing(reply, expected, call, number).reason
            feedback = Feedback(State.WRONG, f"{reason} {sentence}".strip(), number=number)
            limits.so_far(feedback)
        return feedback

    def differing(self, reply: Reply, expected: Any, call: str, number: int) -> Feedback:
        """The feedback that says how this reply differs."""
        reason = differs(reply, expected, call, self.nothing)
        if reply.changed and self.leaves is None:
            reason += " It also changes what it is given."
        return Feedback(State.WRONG, reason, number=number)

    def known_mistakes(self, expected: Any) -> list[Mistake]:
        """The typical mistakes, and the right answer turned round."""
        sentence = CONTRARY if isinstance(expected, bool) else NEGATED
        return [Mistake(sentence, partial(_opposite, self.right)), *self.mistakes]

    def of_one(self, question: Question) -> Feedback:
        """What comes of asking one question several times, and no other: whether the replies are
        right and always alike.
        """
        call = self.call_text(question)
        first = None
        end = monotonic() + SECONDS
        for _ in range(TIMES):
            reply = call_function(self.answer, question, call)
            if first is not None and not _alike(reply, first):
                return wrong(CHANGES)
            first = reply
            if monotonic() > end:
                break
        if reply.stopped or not agrees(reply.value, self.right(*question), call):
            return wrong("")
        return wrong("") if self.wrong_change(question, reply, call) else RIGHT


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


def _alike(one: Reply, other: Reply) -> bool:
    """Whether two replies are the same."""
    return one.stopped == other.stopped and (
        same(one.value, other.value) or repr(one.value) == repr(other.value)
    )


def mistake(sentence: str) -> Callable[[Callable[..., Any]], Mistake]:
    """Make a typical mistake of a function that makes it: a decorator.

    Examples
    --------
    >>> @mistake("It counts from 1.")
    ... def from_one(n):
    ...     return n + 1
    >>> from_one.sentence, from_one(3)
    ('It counts from 1.', 4)
    """
    return lambda function: Mistake(sentence, function)


def variant(sentence: str, **how: Any) -> tuple[str, dict[str, Any]]:
    """TRANSITION: a typical mistake, made by the right function with these keywords."""
    return sentence, how


def function(
    questions: Questions,
    *about: Any,
    mistakes: Sequence[Mistake] = (),
    save_as: str = "",
    **how: Any,
) -> Callable[[Callable[..., Any]], Exercise]:
    """Make an exercise of its right answer, a function: the student's function is compared with it
    on all questions. ``how`` is as in ``compare``.

    Examples
    --------
    >>> @function(lambda: ((n,) for n in range(9)), "Two times two is four.")
    ... def square(n):
    ...     return n * n
    >>> square(lambda n: n + n)
    ✗ wrong: <lambda>(1) is 2, it should be 1.
    """
    hints = [hint for hint in about if isinstance(hint, str)]
    mistakes = [*mistakes, *(each for each in about if isinstance(each, Mistake))]  # TRANSITION
    old = [pair for pair in about if isinstance(pair, tuple)]  # TRANSITION
    if how.pop("filled", False):  # TRANSITION
        how["leaves"] = lambda before, after: ""

    def exercised(right: Callable[..., Any]) -> Exercise:
        every = [
            *mistakes,
            *(Mistake(said, partial(right, **made)) for said, made in old),
        ]

        @wraps(right)
        def check(answer: Any) -> Feedback:
            return compare(answer, right, questions(), mistakes=every, **how)

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


def _recognised(replies: Iterable[Asked], mistakes: Sequence[Mistake], least: int) -> Iterator[str]:
    """Yield, each time it changes, the sentence of the only mistake that predicts every reply so
    far, or "" if there is none.

    Of a function that has always given None, no more is said.
    """
    possible = list(mistakes)
    said = ""
    speaks = False
    end = process_time() + SECONDS
    for count, (given, reply) in enumerate(replies, 1):
        speaks = speaks or reply.value is not None
        possible = [mistake for mistake in possible if same(reply.value, mistake(*given))]
        known = len(possible) == 1 and speaks and count >= least
        sentence = possible[0].sentence if known else ""
        if sentence != said:
            said = sentence
            yield said
        if not possible or process_time() > end:
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
