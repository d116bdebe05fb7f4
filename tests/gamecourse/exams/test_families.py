"""Questions with other numbers: each family is the question of docs/exams.md, drawn anew."""

import re
import sys
from random import Random

import pytest

from gamecourse.publish.exams.bank import questions, words_of_answer
from gamecourse.publish.exams.families import FAMILIES
from gamecourse.publish.exams.family import DifferentAnswers, Family, draw_alike

QUESTIONS = questions()
#: How formulas are written in docs/exams.md, and how without TeX.
FORMULAS = (
    (r"\\frac(\d)(\d)", r"\1/\2"),
    (r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2"),
    (r"\\oplus", "⊕"),
    (r"\\cdot", "·"),
    (r"\\geq?", "≥"),
    (r"\\leq?", "≤"),
    (r"\\sqrt", "√"),
    (r"\\ln", "ln"),
    (r"\\max", "max"),
    (r"\^2", "²"),
    (r"\^9", "⁹"),
    (r"\^m", "ᵐ"),
    (r"\$", ""),
)
BOLD = re.compile(r"\*\*([^*]+)\*\*")


def in_one_line(text):
    """A text without formulas and line ends, so that two texts can be compared word by word.

    A minus sign in a formula is a hyphen in TeX.
    """
    for pattern, replacement in FORMULAS:
        text = re.sub(pattern, replacement, text)
    return " ".join(text.replace("−", "-").split())


def tokens(text):
    return set(re.findall(r"\d+/\d+|\d+\.\d+|\w+", text.lower()))


@pytest.fixture(scope="module", params=FAMILIES)
def family(request):
    return FAMILIES[request.param]


def drawn(family, seed):
    """A question of a family; the one that it shares its numbers with is drawn before."""
    rng = Random(f"{family.number} {seed}")
    shared = draw_alike(FAMILIES[family.shares], rng) if family.shares else None
    return draw_alike(family, rng, shared)


def test_without_arguments_it_is_the_question_of_the_document(family):
    original, question = family(), QUESTIONS[family.number]
    assert original.title() == question.title
    assert in_one_line(original.asked()) == in_one_line(question.asked)
    assert in_one_line(original.answer()) == in_one_line(words_of_answer(question))
    assert original.is_sound()


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 6))]
)
def test_a_drawn_question_has_one_answer_by_two_methods_and_is_alike(family, seed):
    variant = drawn(family, seed)
    question = variant.question()  # raises if the methods differ
    assert variant != family()
    assert family.shares or question.asked != QUESTIONS[family.number].asked
    assert variant.is_sound()
    assert variant.is_alike()
    found = tokens(str(variant.results()))
    bold = tokens(" ".join(BOLD.findall(question.answer)))
    assert bold
    assert {word for word in bold if word[0].isdigit() or len(word) == 1} - found == set()
    assert not re.search(r"[$\\]", question.asked + question.answer), "a formula in TeX"


def test_the_second_method_does_without_the_library(family, monkeypatch):
    variant = drawn(family, 0)
    expected = variant.results()

    def not_here(*_, **__):
        raise AssertionError("the second method uses the library")

    for name, value in vars(sys.modules[family.__module__]).items():
        comes_from = getattr(value, "__module__", None) or ""
        if callable(value) and comes_from.startswith(("gamelib", "gamefast")):
            monkeypatch.setattr(sys.modules[family.__module__], name, not_here)
    assert variant.results_again() == expected


@pytest.mark.slow
def test_the_same_seed_gives_the_same_question(family):
    assert drawn(family, 3).question() == drawn(family, 3).question()


@pytest.mark.slow
def test_eight_papers_can_have_eight_questions(family):
    rng, others = Random(8), []
    for _ in range(8):
        shared = draw_alike(FAMILIES[family.shares], rng) if family.shares else None
        others.append(draw_alike(family, rng, shared, others))
    if family.shares:  # it asks about another question, so its words need not differ
        assert len({family(), *others}) == 9
    else:
        assert len({one.asked() for one in others} | {family().asked()}) == 9


def test_a_wrong_method_is_noticed():
    class Wrong(FAMILIES["1.1"]):
        def results_again(self):
            return super().results_again() | {"take": 0}

    with pytest.raises(DifferentAnswers, match=r"question 1\.1: .*by the library and .*second"):
        Wrong().question()


def test_a_family_that_is_too_narrow_says_so():
    class Narrow(FAMILIES["1.1"]):
        @classmethod
        def draw(cls, rng, shared):
            return cls()

    with pytest.raises(RuntimeError, match=r"question 1\.1: .*fewer variants"):
        draw_alike(Narrow, Random(0))


def test_a_question_that_is_harder_is_not_alike():
    assert FAMILIES["1.1"](50, 6).is_alike()
    assert not FAMILIES["1.1"](99, 2).is_alike()


def test_every_family_is_a_question_of_the_document():
    assert set(FAMILIES) <= set(QUESTIONS)
    assert all(issubclass(family, Family) for family in FAMILIES.values())
