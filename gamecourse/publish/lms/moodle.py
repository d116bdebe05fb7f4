"""Questions in Moodle XML, with their pictures in the same file."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from gamecourse.publish.lms.bank import Lecture, Question
from gamecourse.publish.lms.figures import as_pre
from gamecourse.publish.lms.gift import category


def moodle_xml(lectures: Sequence[Lecture], course: str) -> bytes:
    """The questions of some lectures as a file, each lecture in a category below ``course``."""
    quiz = Element("quiz")
    for lecture in lectures:
        head = SubElement(quiz, "question", type="category")
        _text(SubElement(head, "category"), category(course, lecture))
        for question in lecture.questions:
            _add(quiz, question)
    indent(quiz)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(quiz, encoding="unicode")}\n'.encode()
    )


def _add(quiz: Element, question: Question) -> None:
    """Add a question."""
    kind = "multichoice" if question.choices else "shortanswer"
    if question.is_number:
        kind = "numerical"
    element = SubElement(quiz, "question", type=kind)
    _text(SubElement(element, "name"), question.name)
    _add_words(element, question)
    _text(SubElement(element, "generalfeedback", format="html"), question.why)
    SubElement(element, "defaultgrade").text = "1"
    if question.choices:
        # The choices keep their order: many of them grow.
        SubElement(element, "single").text = "true"
        SubElement(element, "shuffleanswers").text = "false"
        SubElement(element, "answernumbering").text = "ABCD"
        for choice in question.choices:
            _add_answer(element, choice.words, "html", right=choice.right)
    else:
        answer = _add_answer(element, question.answer, "moodle_auto_format", right=True)
        if question.is_number:
            SubElement(answer, "tolerance").text = question.tolerance
        else:
            SubElement(element, "usecase").text = "0"
    tags = SubElement(element, "tags")
    for tag in question.tags:
        _text(SubElement(tags, "tag"), tag)


def _add_words(element: Element, question: Question) -> None:
    """Add what a question says, and its pictures."""
    words = ""
    files: dict[str, bytes] = {}  # the drawings by the names of their files
    for part in question.words:
        if isinstance(part, str):
            words += part
        elif part.drawing:
            name = f"figure-{len(files) + 1}.svg"
            files[name] = part.drawing
            words += _image(name, part.text)
        else:
            words += as_pre(part.text)
    asked = SubElement(element, "questiontext", format="html")
    _text(asked, words)
    for name, content in files.items():
        file = SubElement(asked, "file", name=name, path="/", encoding="base64")
        file.text = b64encode(content).decode()


def _image(name: str, text: str) -> str:
    """The place of a picture among the words; ``text`` is for those who cannot see it."""
    alt = html.escape(text, quote=True)
    return f'<p><img src="@@PLUGINFILE@@/{name}" alt="{alt}"></p>'


def _add_answer(element: Element, words: str, form: str, right: bool) -> Element:
    """Add an answer, right or wrong, and return it."""
    answer = SubElement(element, "answer", fraction="100" if right else "0", format=form)
    _text(answer, words)
    return answer


def _text(element: Element, words: str) -> None:
    """Put words into an element, as Moodle has them: in an element ``text``."""
    SubElement(element, "text").text = words
