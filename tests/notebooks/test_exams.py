"""The exam questions: every answer is derived, every number in bold comes out, every paper takes
its minutes.
"""

import doctest
import html
import re
from pathlib import Path

import pytest

from gamecourse.publish.exams.bank import ANSWER, HEADING, TEXT, papers, questions
from gamecourse.publish.exams.papers import WRITES, original, paper_to_print

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow

LECTURES = len(list((ROOT / "notebooks").glob("*.ipynb")))
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
BEFORE = HEADING.split(TEXT)[0]
QUESTIONS, PAPERS = questions(), papers()


def parts(number):
    """A question, the words of its answer, and its check."""
    answer, end = QUESTIONS[number].answer.split("</details>")
    (check,) = BLOCK.findall(answer)
    assert re.fullmatch(r"\s*(## [^\n]*\s*)?", end), "something stands behind the answer"
    return QUESTIONS[number].asked, BLOCK.sub("", answer), check


def run(code, globs, name):
    """How many examples fail; what they define is in ``globs`` then."""
    runner = doctest.DocTestRunner(verbose=False)
    test = doctest.DocTestParser().get_doctest(code, globs, name, "docs/exams.md", 0)
    runner.run(test, clear_globs=False)
    globs |= test.globs
    return runner.failures


def wanted(code):
    """What the examples of a check print."""
    return "".join(example.want for example in doctest.DocTestParser().get_examples(code))


def tokens(text):
    return set(re.findall(r"\d+/\d+|\d+\.\d+|\w+", text.lower()))


@pytest.fixture(scope="module")
def imports():
    globs = {}
    (block,) = BLOCK.findall(BEFORE)
    assert run(block, globs, "imports") == 0
    return globs


def test_every_lecture_has_questions_in_order():
    assert TEXT.count("\n### ") == TEXT.count(ANSWER) == len(QUESTIONS)
    of = [int(number.split(".")[0]) for number in QUESTIONS]
    assert of == sorted(of)
    assert set(of) == set(range(1, LECTURES + 1))
    for lecture in set(of):
        mine = [number for number in QUESTIONS if number.split(".")[0] == str(lecture)]
        assert mine == [f"{lecture}.{k + 1}" for k in range(len(mine))]


@pytest.mark.parametrize("number", QUESTIONS)
def test_an_answer_is_derived(number, imports):
    asked, answer, check = parts(number)
    assert asked.strip().rstrip(")").endswith(("?", ".")) or "\n    " in asked
    assert run(check, dict(imports), number) == 0
    found = tokens(wanted(check))
    bold = re.findall(r"\*\*([^*]+)\*\*", answer)
    said = [
        word for words in bold for word in tokens(words) if not word.isalpha() or len(word) == 1
    ]
    assert bold
    assert [word for word in said if word not in found] == []
    every = found | tokens(asked) | tokens(check)
    prose = re.sub(
        r"\$[^$]*\$|question [\d.]+", "", answer
    )  # a calculation on the way may be read off
    assert [word for word in tokens(prose) if word[0].isdigit() and word not in every] == []


def test_a_wrong_answer_is_found(imports):
    _, _, check = parts("2.2")
    assert "1024" in check
    assert run(check.replace("1024", "1023"), dict(imports), "wrong") == 1


@pytest.mark.parametrize("minutes", PAPERS)
def test_a_paper_takes_its_minutes_and_asks_what_has_been_taught(minutes):
    when, _, numbers = PAPERS[minutes]
    assert len(set(numbers)) == len(numbers)
    assert sum(QUESTIONS[number].minutes for number in numbers) == minutes
    last = int(re.search(r"\d+$", when)[0]) if when[-1].isdigit() else LECTURES
    assert max(int(number.split(".")[0]) for number in numbers) == last
    for number in numbers:
        asked, _, _ = parts(number)
        assert set(re.findall(r"question (\d+\.\d+)", asked)) <= set(numbers)


@pytest.mark.parametrize("minutes", PAPERS)
def test_a_paper_is_printed_without_answers_and_with_room_for_them(minutes):
    numbers = PAPERS[minutes].numbers
    paper = paper_to_print(PAPERS[minutes], original(PAPERS[minutes]))
    assert re.findall(r"<h2>\d+ &ensp; (.+?) <small>", paper) == [
        QUESTIONS[number].title for number in numbers
    ]
    assert re.findall(r"<small>(\d+) points", paper) == [
        str(QUESTIONS[number].points) for number in numbers
    ]
    printed = " ".join(html.unescape(re.sub(r"<[^>]+>", "", paper)).split())
    for number in numbers:
        asked, answer, _ = parts(number)
        assert " ".join(re.sub(r"[$*`]", "", asked).split()[-5:]) in printed
        assert " ".join(answer.split()[:6]) not in printed
    room = [int(height) for height in re.findall(r'class="room" style="height: (\d+)mm"', paper)]
    assert sum(room) == WRITES * minutes
    assert not re.search(r"[$\\]", paper), "a formula that needs more than a page"
