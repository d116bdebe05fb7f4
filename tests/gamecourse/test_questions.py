"""Questions for a learning platform: every vote of every script is there with its right answer, in
both formats, as readers that do not know our writers see them.
"""

import base64
import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gamecourse.publish.lms.__main__ import COURSE
from gamecourse.publish.lms.bank import Choice, Lecture, Question, lectures
from gamecourse.publish.lms.gift import gift
from gamecourse.publish.lms.moodle import moodle_xml

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "docs/lectures").glob("*.md"))
EXAMS = (ROOT / "docs/exams.md").read_text()
GIFT_PEGJS = ROOT / "node_modules" / "gift-pegjs"


@pytest.fixture(scope="module")
def every():
    return lectures()


@pytest.fixture(scope="module")
def as_gift(every):
    return gift(every, COURSE)


@pytest.fixture(scope="module")
def as_xml(every):
    return ElementTree.fromstring(moodle_xml(every, COURSE))


def votes_of_scripts():
    """The votes by lecture and heading, read from the scripts line by line: the choices, and which
    one is right.
    """
    votes = {}
    for path in SCRIPTS:
        number, heading = int(path.name[:2]), None
        for line in path.read_text().splitlines():
            if line.startswith("### "):
                heading = plain(line.partition(" · ")[2])
            elif choice := re.fullmatch(r"- \[(.)\] (.+)", line):
                votes.setdefault(f"{number} · {heading}", {})[plain(choice[2])] = choice[1] == "x"
    return votes


def plain(text):
    """Words without the signs of Markdown, HTML and formulas."""
    text = html.unescape(re.sub(r"<[^>]+>", "", text))
    return " ".join(re.sub(r"[`*$]|\\[()]", "", text).replace("\\times", "×").split())


# ---- readers ----

HIDDEN = {sign: f"\0{ord(sign)};" for sign in "\\:#={}~"}


def read_gift(text):
    """The questions in GIFT, in the steps in which Moodle reads them: escaped signs are hidden,
    then name, question and answers are told apart, then the signs come back.
    """

    def shown(part):
        return re.sub("\0(\\d+);", lambda code: chr(int(code[1])), part).strip()

    category, found = "", []
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if not line.startswith("//")]
        block = re.sub(r"\\([\\:#={}~])", lambda sign: HIDDEN[sign[1]], "\n".join(lines)).strip()
        if not block:
            continue
        if block.startswith("$CATEGORY:"):
            category = block.partition(":")[2].strip()
            continue
        name, words, answers = re.fullmatch(
            r"::(.*?)::\[html\](.*?)\{(.*)\}", block, re.DOTALL
        ).groups()
        assert "{" not in answers
        assert "}" not in answers
        answers, _, why = answers.strip().partition("####")
        is_number = answers.startswith("#")
        choices = {
            shown(choice): sign == "="
            for sign, choice in re.findall(r"([=~])([^=~]*)", answers.removeprefix("#"))
        }
        found.append((category, shown(name), shown(words), choices, is_number, shown(why)))
    return found


def read_xml(quiz):
    """The same from Moodle XML."""
    category, found = "", []
    for question in quiz:
        if question.get("type") == "category":
            category = question.findtext("category/text")
            continue
        choices = {}
        for answer in question.findall("answer"):
            words = answer.findtext("text")
            if question.get("type") == "numerical":
                words += f":{answer.findtext('tolerance')}"
            choices[words] = answer.get("fraction") == "100"
        found.append(
            (
                category,
                question.findtext("name/text"),
                question.findtext("questiontext/text"),
                choices,
                question.get("type") == "numerical",
                question.findtext("generalfeedback/text") or "",
            )
        )
    return found


def words_alone(text):
    """HTML without figures, and without blanks that mean nothing."""
    text = re.sub(r'<p><img src="@@.*?></p>|<pre>.*?</pre>', "", text, flags=re.DOTALL)
    return re.sub(r">\s+<", "><", " ".join(text.split()))


# ---- what is in the files ----


def test_every_vote_of_every_script_is_there_with_the_same_right_answer(as_gift, as_xml):
    wanted = votes_of_scripts()
    assert len(wanted) == sum(path.read_text().count("- [x]") for path in SCRIPTS) > 50
    for read in (read_gift(as_gift), read_xml(as_xml)):
        votes = {
            plain(name): {plain(choice): right for choice, right in choices.items()}
            for _, name, _, choices, _, _ in read
            if len(choices) > 1
        }
        assert votes == wanted
        assert all(sum(choices.values()) == 1 for choices in votes.values())


def test_both_formats_say_the_same(as_gift, as_xml):
    """But for figures, which are pictures in XML."""
    in_gift, in_xml = read_gift(as_gift), read_xml(as_xml)
    assert len(in_gift) == len(in_xml)
    for one, other in zip(in_gift, in_xml, strict=True):
        assert one[0:2] + one[3:5] == other[0:2] + other[3:5]
        assert one[5] == re.sub(r"[ \t\n]+", " ", other[5]).strip()
        assert words_alone(one[2]) == words_alone(other[2]), one[1]


def test_each_lecture_has_its_category_and_names_are_unique(as_xml):
    read = read_xml(as_xml)
    categories = dict.fromkeys(category for category, *_ in read)
    assert [name.split("/")[2][:2] for name in categories] == [path.name[:2] for path in SCRIPTS]
    assert all(name.startswith("$course$/Solving games/") for name in categories)
    names = [name for _, name, *_ in read]
    assert len({*names}) == len(names)
    assert max(map(len, names)) < 255


def test_an_exam_answer_is_a_result_in_bold(every):
    asked = [question for lecture in every for question in lecture.questions if question.answer]
    assert len(asked) > 35
    for question in asked:
        number = question.name.split()[0]
        text = EXAMS.split(f"\n### {number} ")[1].split("\n### ")[0]
        bold = re.findall(r"\*\*([^*]+)\*\*", text)
        assert any(question.answer in (words, *words.split(", ")) for words in bold), question.name


def test_a_number_in_a_reason_comes_from_the_course(every):
    """It stands in the script, in the lecture with its outputs, or in the exams."""
    for lecture in every:
        source = (ROOT / f"docs/lectures/{lecture.stem}.md").read_text()
        source += (ROOT / f"notebooks/{lecture.stem}.ipynb").read_text()
        source += EXAMS
        known = {*re.findall(r"\d+", source.replace(",", ""))}
        for question in lecture.questions:
            why = plain(question.why).replace(",", "")
            assert {*re.findall(r"\d+", why)} <= known, question.name


def test_a_question_stands_alone(every):
    for lecture in every:
        for question in lecture.questions:
            words = " ".join(plain(part) for part in question.words if isinstance(part, str))
            assert len(words.split()) >= 12, question.name
            assert question.why, question.name
            for stray in (
                "On this slide",
                "in pairs",
                "In pairs",
                "handout",
                "[show",
                "question 3",
            ):
                assert stray not in words, (question.name, stray)


def test_pictures_are_in_the_file_and_drawn_by_themselves(as_xml):
    seen = 0
    for question in as_xml:
        words = question.findtext("questiontext/text") or ""
        files = {file.get("name"): file for file in question.findall("questiontext/file")}
        assert {*re.findall(r"@@PLUGINFILE@@/([^\"]+)", words)} == {*files}
        contents = [file.text for file in files.values()]
        assert len({*contents}) == len(contents) == words.count("@@PLUGINFILE@@")
        for file in files.values():
            assert (file.get("path"), file.get("encoding")) == ("/", "base64")
            drawing = ElementTree.fromstring(base64.b64decode(file.text, validate=True))
            assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
            marks = {element.tag.partition("}")[2] for element in drawing.iter()}
            assert marks <= {"svg", "rect", "circle", "path", "text"}
            assert not any("style" in element.attrib for element in drawing.iter())
            seen += 1
    assert seen > 10


#: What Moodle documents for each type, beside what all have.
ALL = {"name", "questiontext", "generalfeedback", "defaultgrade", "tags", "answer"}
OWN = {
    "multichoice": {"single", "shuffleanswers", "answernumbering"},
    "numerical": set(),
    "shortanswer": {"usecase"},
}


def test_the_structure_is_the_one_that_moodle_documents(every, as_xml):
    assert moodle_xml(every, COURSE).startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    for question in as_xml:
        kind = question.get("type")
        if kind == "category":
            continue
        assert {element.tag for element in question} == ALL | OWN[kind]
        assert question.find("questiontext").get("format") == "html"
        assert {answer.get("fraction") for answer in question.findall("answer")} <= {"0", "100"}
        if kind == "multichoice":
            assert question.findtext("single") == "true"
            assert question.findtext("answernumbering") in ("abc", "ABCD", "123", "none")
        if kind == "numerical":
            assert float(question.findtext("answer/text")) is not None
            assert float(question.findtext("answer/tolerance")) < 0.01


def test_html_in_both_formats_is_well_formed(as_xml, as_gift):
    for read in (read_xml(as_xml), read_gift(as_gift)):
        for _, name, words, choices, is_number, why in read:
            html_parts = [words, why] + [*choices] * (len(choices) > 1 and not is_number)
            for part in html_parts:
                closed = re.sub(r"<(img [^>]*|br)>", "", html.unescape(re.sub("&[lg]t;", "", part)))
                ElementTree.fromstring(f"<x>{closed.replace('&', '')}</x>"), name


# ---- signs with a meaning ----

HOSTILE = r"a~b=c#d{e}f:g\h\n \( x_{1} \neq \nu \) -> %50% // $x &lt;script&gt; [html]"


def hostile(**more):
    return Question(
        name=f"::name:: {HOSTILE}", words=(f"<p>{HOSTILE}</p>",), why=HOSTILE, tags=("t",), **more
    )


@pytest.mark.parametrize(
    "question",
    [
        hostile(choices=(Choice(HOSTILE, True), Choice(f"{HOSTILE}!", False))),
        hostile(answer="w=1~{x}"),
        hostile(answer="-1.25"),
    ],
    ids=["vote", "word", "number"],
)
def test_signs_with_a_meaning_come_back(question):
    lecture = Lecture("01-x", "A/B", (question,))
    from_gift = read_gift(gift([lecture], COURSE))
    from_xml = read_xml(ElementTree.fromstring(moodle_xml([lecture], COURSE)))
    assert from_gift == from_xml
    category, name, words, choices, is_number, why = from_xml[0]
    assert category == "$course$/Solving games/01 A//B"
    assert (name, words, why) == (question.name, question.words[0], question.why)
    wanted = {choice.words: choice.right for choice in question.choices}
    assert choices == wanted or choices == {question.answer + ":0.005" * is_number: True}


def test_a_mistake_in_the_document_is_named(tmp_path):
    text = (ROOT / "docs/questions.md").read_text()
    bank = tmp_path / "questions.md"
    for old, new, said in [
        (
            "### 1.1 · 15",
            "### 1.1 · 14",
            "1.1 · 14: ValueError: the answer is none of those in bold",
        ),
        ("### 1.1 · 15", "### 1.9 · 15", "has no question 1.9"),
        ("### Fifteen matches", "### Sixteen matches", "no question for 'Fifteen matches"),
        ("[graph 110: play-graph G]", "[chart 110: play-graph G]", "nothing is drawn by chart"),
    ]:
        assert old in text
        bank.write_text(text.replace(old, new, 1))
        with pytest.raises(ValueError, match=re.escape(said)):
            lectures(bank)


# ---- another library ----


@pytest.mark.skipif(
    not GIFT_PEGJS.is_dir() or shutil.which("node") is None,
    reason="gift-pegjs is not there: make node_modules/.stamp",
)
def test_gift_pegjs_reads_the_same(as_gift, tmp_path):
    path = tmp_path / "all.gift"
    path.write_text(as_gift)
    program = (
        f"const {{parse}} = require({json.dumps(str(GIFT_PEGJS))});"
        f"const text = require('fs').readFileSync({json.dumps(str(path))}, 'utf8');"
        "process.stdout.write(JSON.stringify(parse(text)))"
    )
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    blocks = json.loads(done.stdout)
    assert [block["title"] for block in blocks if block["type"] == "Category"] == [
        *dict.fromkeys(category for category, *_ in read_gift(as_gift))
    ]
    questions = [block for block in blocks if block["type"] != "Category"]
    for theirs, ours in zip(questions, read_gift(as_gift), strict=True):
        _, name, words, choices, is_number, why = ours
        assert theirs["title"] == name
        assert theirs["stem"] == {"format": "html", "text": words}
        assert theirs["globalFeedback"]["text"] == why
        kind = "Numerical" if is_number else "MC" if len(choices) > 1 else "Short"
        assert theirs["type"] == kind
        if is_number:
            (said,) = theirs["choices"]
            number, tolerance = next(iter(choices)).split(":")
            assert said["text"]["number"] == float(number)
            assert said["text"]["range"] == float(tolerance)
        else:
            told = {one["text"]["text"]: one["isCorrect"] for one in theirs["choices"]}
            assert told == choices
