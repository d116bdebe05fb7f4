"""Questions in GIFT, a text format of Moodle that other platforms read as well.

It holds no pictures, so a figure stands as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamecourse.publish.lms.bank import Lecture, Question
from gamecourse.publish.lms.figures import Figure, as_pre

#: What has a meaning in GIFT, and so needs a backslash before it.
SPECIAL = re.compile(r"[\\~=#{}:]")
#: Where a line may be broken: not at a space that holds the parts of a product together.
BREAKS = re.compile(r"[ \t\n]+")
#: Lines that keep their form.
PRE = re.compile(r"(<pre>.*?</pre>)", re.DOTALL)


def gift(lectures: Sequence[Lecture], course: str) -> str:
    """The questions of some lectures as a file, each lecture in a category below ``course``."""
    blocks = [f"// {course}: votes of the lectures, and exam questions with a short answer."]
    for lecture in lectures:
        blocks.append(f"$CATEGORY: {category(course, lecture)}")
        for question in lecture.questions:
            blocks.append("\n".join(_lines(question)))
    return "\n\n".join(blocks) + "\n"


def category(course: str, lecture: Lecture) -> str:
    """The category of a lecture: ``$course$/Solving games/01 Matches``. A slash would divide it."""
    number = lecture.stem.partition("-")[0]
    return f"$course$/{course}/{number} {lecture.title.replace('/', '//')}"


def _lines(question: Question) -> Iterator[str]:
    """Yield the lines of a question."""
    words = "".join(
        as_pre(part.text) if isinstance(part, Figure) else part for part in question.words
    )
    begin = "{#" if question.is_number else "{"
    yield f"::{escaped(question.name)}::[html]{_one_line(words)}{begin}"
    for choice in question.choices:
        yield f"{'=' if choice.right else '~'}{_one_line(choice.words)}"
    if question.is_number:
        yield f"={question.answer}:{question.tolerance}"
    elif question.answer:
        yield f"={escaped(question.answer)}"
    if question.why:
        yield f"####{_one_line(question.why)}"
    yield "}"


def escaped(text: str) -> str:
    r"""A text in which nothing has a meaning in GIFT.

    >>> print(escaped(r"\(x = 1\): yes"))
    \\(x \= 1\\)\: yes
    """
    return SPECIAL.sub(r"\\\g<0>", text)


def _one_line(html: str) -> str:
    """HTML in one line, because an empty line ends a question; in ``<pre>`` lines stay lines."""
    parts = PRE.split(html)
    lines = (
        part.replace("\n", "<br>") if part.startswith("<pre>") else BREAKS.sub(" ", part)
        for part in parts
    )
    return escaped("".join(lines))
