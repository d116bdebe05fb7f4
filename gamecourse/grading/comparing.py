"""A student's function compared with the right one: the smallest input on which they differ, and
the likely mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, wraps
from itertools import chain, islice
from time import monotonic, process_time
from typing import Any

from gamecourse.grading import limits
from gamecourse.grading.calls import (
    COLLECTIONS,
    Reply,
    brief,
    call_function,
    cure,
    is_filled_again,
    name_of,
    shown,
)
from gamecourse.grading.differences import first_difference, is_short
from gamecourse.grading.domains import Question
from gamecourse.grading.exercises import (
    CHANGES,
    FUNCTION,
    Exercise,
    Questions,
    exercise,
    stopped,
)
from gamecourse.grading.feedback import RIGHT, Case, Feedback, State, agrees, wrong, wrong_kind
from gamecourse.grading.plain import AnyOrder, NotPlain, is_value, same, same_kind
from gamecourse.grading.writing import call_text, way_to_repeat
from gamelib.core import text_of
from gamelib.partizan import Value


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

#: How a position looks that a question, or a place in an answer, names: a function of the arguments
#: of the question, and of the position. It gives lines of text, "" for what is no board.
Draw = Callable[[Question, Any], str]

#: What else is asked of a function that is right.
Then = Callable[[Any], Feedback]

#: A typical mistake is named if it alone predicts every reply, to LEAST questions or more. Up to
#: MOST further questions are asked for that, in at most SECONDS of CPU time.
LEAST, MOST, SECONDS = 20, 1_000, 2.0

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
    mistakes: Sequence[Mistake] = (),
    nothing: str = "",
    least: int = LEAST,
    leaves: Leaves | None = None,
    intact: bool = False,
    then: Then | None = None,
    draw: Draw = lambda question, position: board_of(position),
) -> Feedback:
    """Compare a student's function with the right one on questions asked from small to large.

    Parameters
    ----------
    answer, right
        The student's function, and one that returns what it should return.
    questions
        The arguments of each call, as tuples. The student's function gets copies of them.
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
    then
        What else is asked of a function whose values are all right: a function of the student's
        function that returns the feedback.
    draw
        How a position looks that a question or a place in the answer names, if its text alone does
        not show a board.

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
    comparison = _Comparison(answer, right, tuple(mistakes), nothing, least, leaves, intact, draw)
    only = limits.WATCH.get().only
    if only != -1:  # the number of a question that was answered wrongly, to be asked alone
        return comparison.of_one(next(islice(questions, only, None)))
    feedback = comparison.of_all(enumerate(questions))
    return then(answer) if then is not None and feedback == RIGHT else feedback


@dataclass(frozen=True)
class _Comparison:
    """A student's function and the right one, and what is known of the exercise (``compare``)."""

    answer: Callable[..., Any]
    right: Callable[..., Any]
    mistakes: tuple[Mistake, ...]
    nothing: str
    least: int
    leaves: Leaves | None
    intact: bool
    draw: Draw

    def of_all(self, questions: Iterator[tuple[int, Question]]) -> Feedback:
        """The first question that is answered wrongly, with what is likely to be the mistake."""
        replies: list[Asked] = []
        first_change = ""
        for number, arguments in questions:
            call = self.call_text(arguments)
            reply = call_function(self.answer, arguments, call)
            if reply.stopped:
                feedback = stopped(reply, call, begun=bool(replies))
                return self.about(feedback, number, arguments)
            expected = self.right(*arguments)
            replies.append((arguments, reply))
            if not agrees(reply.value, expected, call):
                later_questions = (later for _, later in islice(questions, MOST))
                more = _replies_to(later_questions, self.answer)
                return self.wrong_value(number, expected, replies, more)
            if reason := self.wrong_change(arguments, reply, call):
                return self.about(wrong(reason), number, arguments)
            if reply.changed and self.leaves is None and not first_change:
                first_change = call
        if first_change:
            but = f"but {first_change} changes what it is given: the caller may need that again."
            return Feedback(State.RIGHT, but)
        if self.fills_one_collection_again(replies):
            but = (
                f"but {name_of(self.answer)} returns the same object in each call, filled anew: "
                "then the answer that was returned before is lost. Make a new one in each call."
            )
            return Feedback(State.RIGHT, but)
        return RIGHT

    def fills_one_collection_again(self, replies: list[Asked]) -> bool:
        """Whether a list or another collection that the function has returned is changed by its
        next call.
        """
        collections = [
            (question, reply.value)
            for question, reply in replies
            if isinstance(reply.value, COLLECTIONS)
        ]
        if not collections:
            return False
        last_question, last_value = collections[-1]
        for question, value in collections:
            if not same(value, last_value):
                return is_filled_again(self.answer, last_question, question)
        return False  # all of them are equal

    def call_text(self, arguments: Question) -> str:
        """The call as a reason shows it."""
        return call_text(name_of(self.answer), arguments)

    def about(self, feedback: Feedback, number: int, arguments: Question) -> Feedback:
        """The feedback about this question: with its number, its boards, and how to ask it
        again.
        """
        case = feedback.case
        if case is not None:
            case = replace(
                case,
                boards=tuple(filter(None, (self.draw(arguments, given) for given in arguments))),
                board_there=self.board_there(arguments, case.at),
                again=way_to_repeat(case.call, name_of(self.answer)),
            )
        return feedback.with_question(number, case)

    def board_there(self, arguments: Question, place: Any) -> str:
        """The board at the place where an answer first differs; "" if there is none."""
        if place is None:
            return ""
        try:
            return self.draw(arguments, place)
        except Exception:  # it may be a student's, and no position at all
            return ""

    def wrong_change(self, arguments: Question, reply: Reply, call: str) -> str:
        """What is wrong with what the function has done to its arguments, in a sentence, or ""."""
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

        def feedback_with(remark: str = "") -> Feedback:
            """How the value differs, by all that is known of the reply, with a further remark."""
            feedback = wrong_value(reply, expected, call, self.nothing)
            if reply.changed and self.leaves is None:
                feedback = feedback.with_remark("It also changes what it is given.")
            return self.about(feedback.with_remark(remark), number, arguments)

        if reply.value is None:
            limits.so_far(feedback_with())
            ahead = list(islice(more, AHEAD))
            more = chain(ahead, more)
            others = [other for _, other in (*replies[:-1], *ahead)]
            reply = _without_usual_behaviour(reply, others, bool(self.nothing))
        feedback = feedback_with()
        limits.so_far(feedback)
        if reply.why_none:  # and the feedback says it: that is enough
            return feedback
        mistakes = self.known_mistakes(expected)
        for sentence in _recognised_mistakes(chain(replies, more), mistakes, self.least):
            feedback = feedback_with(sentence)
            limits.so_far(feedback)
        return feedback

    def known_mistakes(self, expected: Any) -> list[Mistake]:
        """The typical mistakes, and the right answer turned round."""
        sentence = CONTRARY if isinstance(expected, bool) else NEGATED
        return [Mistake(sentence, partial(_opposite, self.right)), *self.mistakes]

    def of_one(self, question: Question) -> Feedback:
        """What comes of asking one question several times, and no other: whether the replies are
        right and always alike.

        The reason is CHANGES, or empty: whoever asks has the reason of a wrong answer already.
        """
        call = self.call_text(question)
        before = None
        end = monotonic() + SECONDS
        for _ in range(TIMES):
            reply = call_function(self.answer, question, call)
            if before is not None and not _is_same_reply(reply, before):
                return wrong(CHANGES)
            before = reply
            if monotonic() > end:
                break
        if reply.stopped or not agrees(reply.value, self.right(*question), call):
            return wrong("")
        return wrong("") if self.wrong_change(question, reply, call) else RIGHT


def board_of(argument: Any) -> str:
    """The board that a question is about, as lines of text; "" if the argument is no board.

    >>> board_of("X.\\n.O"), board_of("X")
    ('X.\\n.O', '')
    """
    if isinstance(argument, str):
        return argument if "\n" in argument else ""
    # A game on a board has a shape: then its start is drawn.
    return text_of(argument, argument.start()) if hasattr(argument, "shape") else ""


def _without_usual_behaviour(reply: Reply, others: list[Reply], may_be_none: bool) -> Reply:
    """A reply of None without the marks of printing, and of an end without a return, if the function
    does that in other replies, too: then it is not why this one is None.

    A function that returns values elsewhere may print besides. Where None can be right, it may also
    end without a return to say None.
    """
    with_value = [other for other in others if other.value is not None]
    prints_anyway = any(other.printed for other in with_value)
    falls_anyway = may_be_none and bool(with_value) and any(other.falls for other in others)
    return replace(
        reply,
        printed=reply.printed and not prints_anyway,
        falls=reply.falls and not falls_anyway,
    )


def _is_same_reply(first: Reply, second: Reply) -> bool:
    """Whether two replies to one question are the same, also if they are no plain data."""
    if first.stopped != second.stopped:
        return False
    return same(first.value, second.value) or repr(first.value) == repr(second.value)


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


def function(
    questions: Questions,
    *hints: str,
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

    def make_exercise(right: Callable[..., Any]) -> Exercise:
        """Make an exercise whose checker has the name and the docstring of the right answer."""

        @wraps(right)
        def check(answer: Any) -> Feedback:
            return compare(answer, right, questions(), mistakes=mistakes, **how)

        return exercise(*hints, questions=questions, save_as=save_as)(check)

    return make_exercise


def differs(reply: Reply, expected: Any, who: str, nothing: str = "") -> str:
    """How a reply differs from what was expected, in whole sentences (``wrong_value``)."""
    return wrong_value(reply, expected, who, nothing).reason


def wrong_value(reply: Reply, expected: Any, call: str, nothing: str = "") -> Feedback:
    """The feedback that a call has given None, another kind of thing, or another value than was
    expected.

    ``nothing`` says what None means, if None is an answer.
    """
    found = reply.value
    right = brief(expected)
    meaning = f" ({nothing})" if nothing else ""
    if found is None:
        gave = "None" if reply.printed else f"None{meaning}"
        return _wrong(Case(call, gave, right), reply.why_none)
    if isinstance(expected, Value) and is_value(found):
        return _wrong(Case(call, brief(found), right))
    if isinstance(found, NotPlain) and found.meant is None:
        listed = isinstance(expected, list | tuple | set | frozenset | AnyOrder)
        return _wrong(Case(call, shown(found), right, other_kind=True), cure(found, listed=listed))
    if expected is None:
        return _wrong(Case(call, shown(found), f"None{meaning}"))
    if not same_kind(found, expected):
        return _wrong(Case(call, shown(found), right, other_kind=True))
    where, at = first_difference(found, expected)
    if where and not is_short(found, expected):  # too long to be shown
        return _wrong(Case(call, at=at), where)
    return _wrong(Case(call, brief(found), right, at=at), where)


def _wrong(case: Case, remarks: str = "") -> Feedback:
    """The feedback that this call is wrong."""
    return Feedback(State.WRONG, case=case, remarks=remarks.strip())


def _recognised_mistakes(
    replies: Iterable[Asked], mistakes: Sequence[Mistake], least: int
) -> Iterator[str]:
    """Yield, each time it changes, the sentence of the only mistake that predicts every reply so
    far, or "" if there is none.

    Of a function that has always given None, no more is said.
    """
    possible = list(mistakes)
    last_sentence = ""
    has_given_a_value = False
    end = process_time() + SECONDS
    for count, (question, reply) in enumerate(replies, 1):
        has_given_a_value = has_given_a_value or reply.value is not None
        possible = [mistake for mistake in possible if same(reply.value, mistake(*question))]
        is_recognised = len(possible) == 1 and has_given_a_value and count >= least
        sentence = possible[0].sentence if is_recognised else ""
        if sentence != last_sentence:
            last_sentence = sentence
            yield sentence
        if not possible or process_time() > end:
            return


def _replies_to(questions: Iterable[Question], answer: Callable[..., Any]) -> Iterator[Asked]:
    """Yield more questions with the student's replies, until the function stops without one."""
    for question in questions:
        reply = call_function(answer, question)
        if reply.stopped:
            return
        yield question, reply


def _opposite(right: Callable[..., Any], *given: Any) -> Any:
    """The right answer turned round, if it is True or False or a number; otherwise something that no
    reply equals.
    """
    value = right(*given)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float | Fraction):
        return -value
    return NotPlain("", "")  # which equals nothing
