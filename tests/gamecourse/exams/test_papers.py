"""Exam papers in variants: which questions a paper asks, what is printed, and the marking scheme."""

import re

import pytest

from gamecourse.publish import printing
from gamecourse.publish.exams.__main__ import main
from gamecourse.publish.exams.bank import papers, questions
from gamecourse.publish.exams.families import FAMILIES
from gamecourse.publish.exams.papers import (
    PaperError,
    draw_variants,
    paper_as_markdown,
    paper_of,
    paper_to_print,
    scheme_as_markdown,
)

OWN = paper_of(["1.1", "3.3", "1.4"])


@pytest.fixture(scope="module")
def variants():
    return draw_variants(OWN, 3, seed=7)


def test_variants_differ_where_a_question_has_a_family(variants):
    assert [variant.letter for variant in variants] == ["A", "B", "C"]
    for place, number in enumerate(OWN.numbers):
        asked = {variant.questions[place].asked for variant in variants}
        assert len(asked) == (3 if number in FAMILIES else 1)
        assert (questions()[number].asked in asked) == (number not in FAMILIES)


def test_a_question_depends_on_seed_number_and_letter_alone(variants):
    assert draw_variants(OWN, 3, seed=7) == variants
    assert draw_variants(OWN, 1, seed=7) == variants[:1]
    (other,) = draw_variants(paper_of(["1.3", "1.1"]), 1, seed=7)
    assert other.questions[1] == variants[0].questions[0]
    assert draw_variants(OWN, 3, seed=8)[0].questions != variants[0].questions


def test_every_question_has_room_and_no_answer(variants):
    page = paper_to_print(OWN, variants[0])
    assert page.count('class="room"') == 3
    assert "Exam, variant A" in page
    assert f"3 questions, {OWN.minutes} minutes" in page
    text = paper_as_markdown(OWN, variants[0])
    for question in variants[0].questions:
        assert question.asked in text
        assert question.answer not in text
        assert question.answer[:40] not in page


def test_the_scheme_has_every_answer_and_how_hard_each_variant_is(variants):
    scheme = scheme_as_markdown(OWN, variants, 7)
    for variant in variants:
        for question in variant.questions:
            assert question.answer in scheme
    assert scheme.count("The same in all variants.") == 1
    moves = [variant.families[0].measure()["moves until play is over"] for variant in variants]
    row = " | ".join(map(str, moves))
    assert f"| moves until play is over | {row} | 15 |" in scheme


def test_a_question_that_mentions_another_one_gets_its_number_in_the_paper():
    paper = paper_of(["1.1", "3.1", "3.2"])
    (variant,) = draw_variants(paper, 1, seed=1)
    assert "question 2" in paper_as_markdown(paper, variant)
    assert not re.search(r"question \d+\.\d", paper_as_markdown(paper, variant))


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        (["1.1", "99.1"], "there is no question 99.1: docs/exams.md has 1.1, "),
        (["1.1", "1.1"], "question 1.1 is there twice"),
        (["3.2"], "question 3.2 needs question 3.1 before it: add 3.1, or leave 3.2 out"),
        (["3.2", "3.1"], "question 3.2 needs question 3.1 before it"),
    ],
)
def test_what_is_no_paper_is_refused(numbers, why):
    with pytest.raises(PaperError, match=re.escape(why)):
        paper_of(numbers)


@pytest.mark.parametrize("how_many", [0, -1, 27])
def test_a_paper_has_a_letter_for_each_variant(how_many):
    with pytest.raises(PaperError, match=r"1 to 26, because each has a letter"):
        draw_variants(OWN, how_many, 1)


def test_the_command_writes_papers_and_a_scheme(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(printing, "chromium", lambda: None)
    main([str(tmp_path), "--variants", "2", "--seed", "7", "--questions", "1.1", "3.3", "1.4"])
    folder = tmp_path / "seed-7"
    names = ["exam-16-minutes-A", "exam-16-minutes-B", "marking-16-minutes"]
    names = [name.replace("16", str(OWN.minutes)) for name in names]
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}.{kind}" for name in names for kind in ("html", "md")
    )
    said = capsys.readouterr().out
    minutes = OWN.minutes
    assert f"{folder}: exam-{minutes}-minutes, A to B, and marking-{minutes}-minutes, as" in said
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    main([str(tmp_path), "--variants", "2", "--seed", "7", "--questions", "1.1", "3.3", "1.4"])
    assert first == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_command_says_what_is_no_paper(tmp_path):
    with pytest.raises(SystemExit, match=r"there is no question 1\.9: docs/exams\.md has"):
        main([str(tmp_path), "--questions", "1.9"])
    assert not (tmp_path / "seed-1").exists()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 11, 2026])
@pytest.mark.parametrize("minutes", papers())
def test_the_papers_of_the_document_can_be_drawn(minutes, seed):
    paper = papers()[minutes]
    variants = draw_variants(paper, 4, seed)  # raises if two methods differ
    for variant in variants:
        assert sum(question.minutes for question in variant.questions) == minutes
        assert not re.search(r"[$\\]", paper_as_markdown(paper, variant)), "a formula in TeX"
    assert len({paper_as_markdown(paper, variant) for variant in variants}) == 4
