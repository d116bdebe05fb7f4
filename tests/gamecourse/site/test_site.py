"""The pages that ``make site`` has written, as a reader has them: opened from a disk, without a
network.
"""

import html
import json
import re
import shutil
import subprocess
import zipfile
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from drawn import drawn
from playwright.sync_api import expect
from seen import ROOT, faults_of, pressed, shot, stages, tool, violations

from gamecourse.course.student import SOLUTION, stub
from gamecourse.publish.site.pages import exercise_page
from gamefast import solve
from gamelib import WIN
from gamelib.games import CopsAndThief

SITE, LECTURERS = ROOT / "build" / "site", ROOT / "build" / "site-lecturer"
FOR_ALL, FOR_LECTURERS = (
    {path.relative_to(at).as_posix() for path in at.rglob("*.html")} for at in (SITE, LECTURERS)
)
PACKAGES = ("gamelib", "gamefast", "gamecourse")
#: Every page once: those of the students' site, and those that only the lecturer has.
PAGES = sorted(FOR_ALL | FOR_LECTURERS)
LECTURES = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
#: One of each kind; what is round the article, and the colours of the code, are the same on all of
#: a kind.
KINDS = [
    "index.html",
    "search.html",
    "docs/glossary.html",
    "docs/lecturer.html",
    "reference/gamelib.html",
    "notebooks/01-matches.html",
    "notebooks/exercises/06-nim.html",
]
#: Take out what axe need not look at, or not again: it looks at every stroke.
REMOVE = "what => { for (const one of document.querySelectorAll(what)) one.remove(); }"
#: Where a dollar is seen: a formula that the builder has not found.
DOLLARS = """() => {
    const words = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT), found = [];
    while (words.nextNode()) {
        const {data, parentElement: above} = words.currentNode;
        if (data.includes("$") && !above.closest("pre, code, script, mjx-container")) found.push(data);
    }
    return found;
}"""


class Read(HTMLParser):
    """Where a page leads, what can be led to on it, and its pictures without words."""

    def __init__(self, text):
        super().__init__()
        self.leads, self.places, self.silent = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        self.places |= {known[name] for name in ("id", "name") if name in known}
        self.leads += [known[name] for name in ("href", "src") if known.get(name) and tag != "base"]
        if tag == "img" and not known.get("alt") and "pictures/" not in known.get("src", ""):
            self.silent.append(known)


def at(name):
    """The file of a page."""
    return (SITE if name in FOR_ALL else LECTURERS) / name


@cache
def read(path):
    return Read(path.read_text(encoding="utf-8"))


def test_every_lecture_exercise_and_text_has_its_page():
    sources = [*(ROOT / "notebooks").rglob("*.ipynb"), *(ROOT / "docs").rglob("*.md")]
    pages = {
        path.relative_to(ROOT).with_suffix(".html").as_posix()
        for path in sources
        if "checkpoint" not in path.name and path.stem not in ("speed", "library", "learning")
    }
    assert len(pages) >= 16 + 16 + 3
    faces = {f"reference/{face}.html" for face in ("gamelib", "games", "gamefast", "gamecourse")}
    assert {*PAGES} == FOR_LECTURERS == pages | faces | {"index.html", "search.html"}


#: A line of plain words, which is the same on its page.
LINE = re.compile(r"[\w ,.:;()-]{50,}")


def test_students_get_no_exam_no_script_and_no_wrong_answer():
    names = ["exams", "lecturer", "marks", "questions", *(f"lectures/{name}" for name in LECTURES)]
    assert {f"docs/{name}.html" for name in names} == FOR_LECTURERS - FOR_ALL
    index = (SITE / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    assert {f"{name}.html" for name in found["docnames"]} == FOR_ALL - {"search.html"}
    told, kept = (
        "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.html"))
        for site in (SITE, LECTURERS)
    )
    secret = "\n".join((ROOT / "docs" / f"{name}.md").read_text() for name in names)
    lines = {line for line in secret.splitlines() if LINE.fullmatch(line) and line in kept}
    assert len(lines) > 100
    assert {line for line in lines if line in told} == set()
    assert re.findall(r"\bexam \d+\.\d", told) == []


def plain(text):
    """The words of a page or of a source, without marks, signs and spaces between them."""
    return (
        re.sub(r"<[^>]*>|[^\w]+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip().lower()
    )


def pieces(text):
    """The lines of code, or the sentences of a text, that are long enough to be told from
    others.
    """
    return {words for line in re.split(r"\n|(?<=[.?!:]) ", text) if len(words := plain(line)) > 20}


def solutions():
    """For each exercise, what its solution and the words on it say that no other source of the site
    says.
    """
    exercises = [
        nbformat.read(path, as_version=4)
        for path in sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))
    ]
    told, others = [], []
    for cell in (cell for notebook in exercises for cell in notebook.cells):
        if "solution" in cell.metadata.get("tags", []):
            told[-1] |= pieces(cell.source)
        elif "### BEGIN SOLUTION" in cell.source:
            told.append(pieces("\n".join(SOLUTION.findall(cell.source))))
            others.append(stub(cell.source))
        else:
            others.append(cell.source)
    others += [path.read_text(encoding="utf-8") for path in (ROOT / "notebooks").glob("*.ipynb")]
    others += [path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")]
    others += [
        path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    ]
    known = " ".join(plain(text.replace("\\n", "\n").replace('\\"', '"')) for text in others)
    return [{piece for piece in each if piece not in known} for each in told]


#: Python itself, and the files beside it once more, for a page on a disk.
PACKED = ("pyodide.asm.wasm", "python_stdlib.zip", "networkx.zip", "python-data.js")


def text_in(path):
    """The text of a file, or of all files in a zip."""
    if path.suffix != ".zip":
        return path.read_text(encoding="utf-8", errors="replace")
    with zipfile.ZipFile(path) as packed:
        return "\n".join(packed.read(name).decode(errors="replace") for name in packed.namelist())


def test_nothing_of_a_solution_is_in_any_file_of_the_students_site():
    """Pages, index of the search, data of what plays; the lecturer's site shows that it would be
    found.
    """
    told = solutions()
    assert all(told)
    assert len(told) >= 84
    texts = {}
    for site in (SITE, LECTURERS):
        files = [path for path in site.rglob("*") if path.is_file()]
        texts[site] = {path: plain(text_in(path)) for path in files if path.name not in PACKED}
    everything = "\n".join(texts[LECTURERS].values())
    assert [sorted(each) for each in told if not any(piece in everything for piece in each)] == []
    found = [
        (path.name, piece)
        for path, text in texts[SITE].items()
        for each in told
        for piece in each
        if piece in text
    ]
    assert found == []


def test_the_index_of_the_search_knows_no_word_that_only_solutions_have():
    index = {}
    for site in (SITE, LECTURERS):
        text = (site / "searchindex.js").read_text(encoding="utf-8")
        found = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
        pages = {
            k for k, name in enumerate(found["docnames"]) if name.startswith("notebooks/exercises")
        }
        index[site] = {
            term: {found["docnames"][k] for k in {*numbers} & pages}
            for term, ks in found["terms"].items()
            if (numbers := ks if isinstance(ks, list) else [ks])
        }
    more = {
        (term, page)
        for term, pages in index[LECTURERS].items()
        for page in pages
        if page not in index[SITE].get(term, ())
    }
    assert len(more) > 500  # what the solutions say
    assert not [
        (term, page)
        for term, pages in index[SITE].items()
        for page in pages - index[LECTURERS].get(term, set())
    ]


def test_below_an_answer_students_see_no_output_of_a_run_that_had_one():
    page = exercise_page(ROOT / "notebooks" / "exercises" / "06-nim.ipynb", set(), solutions=False)
    cells = {cell.id: cell for cell in page.cells}
    assert cells["takes-look"].outputs == []
    assert "takes-why" not in cells


def test_solutions_are_there_if_they_are_asked_for():
    page = exercise_page(ROOT / "notebooks" / "exercises" / "06-nim.ipynb", set(), solutions=True)
    cells = {cell.id: cell for cell in page.cells}
    assert "[(0, 5), (1, 5), (3, 3)]" in cells["takes-why"].source
    assert cells["takes-look"].outputs
    run = subprocess.run(
        ["make", "--directory", ROOT, "--dry-run", "site", "SOLUTIONS=yes"],
        capture_output=True,
        text=True,
    )
    assert "gamecourse.publish.site  --solutions" in run.stdout
    run = subprocess.run(
        ["make", "--directory", ROOT, "--dry-run", "site"], capture_output=True, text=True
    )
    assert "--solutions" not in run.stdout


def test_the_pages_are_small_enough_to_be_carried_anywhere():
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 60e6


@pytest.mark.parametrize("site", [SITE, LECTURERS])
def test_every_link_leads_somewhere_on_the_disk(site):
    astray = []
    names = [path.relative_to(site).as_posix() for path in site.rglob("*.html")]
    for page, link in ((site / name, link) for name in names for link in read(site / name).leads):
        address = urlsplit(link)
        if address.scheme in ("http", "https", "mailto", "data"):
            continue
        there = (page.parent / unquote(address.path)).resolve() if address.path else page
        if not there.is_file() or (
            there.suffix == ".html"
            and (at := unquote(address.fragment))
            and at not in read(there).places
        ):
            astray.append((page.name, link))
    assert astray == []
    assert [name for name in names if read(site / name).silent] == []


@pytest.mark.parametrize("name", drawn(PAGES, 12))
def test_a_page_lives_without_a_network(alone, name):
    """Everything is drawn, on a telephone nothing sticks out, and axe finds nothing in a
    lecture.
    """
    alone.goto(at(name).as_uri())
    expect(alone.locator("h1")).to_have_count(0 if name == "search.html" else 1)
    scenes = alone.locator("[data-stage]").count()
    expect(stages(alone)).to_have_count(scenes)
    empty = "all => all.filter(one => !one.querySelector('svg, .gl-board, button')).length"
    assert alone.locator("[data-stage]").evaluate_all(empty) == 0
    if alone.locator(".math").count():
        expect(alone.locator("mjx-container").first).to_be_attached()
        assert (
            alone.locator(".math").evaluate_all(
                "all => all.filter(o => !o.querySelector('mjx-container')).length"
            )
            == 0
        )
        assert alone.locator("[data-mml-node=merror]").count() == 0
    assert alone.evaluate(DOLLARS) == []
    assert alone.locator("article details[open]").count() == 0
    alone.set_viewport_size({"width": 390, "height": 844})
    assert alone.evaluate("document.documentElement.scrollWidth") <= 390
    for width in (760, 1366):
        alone.set_viewport_size({"width": width, "height": 768})
        found = {
            k: faults for k, stage in enumerate(stages(alone).all()) if (faults := faults_of(stage))
        }
        assert found == {}, width
    if Path(name).stem in LECTURES and "exercises" not in name and "docs" not in name:
        assert scenes >= 1
        expect(alone.locator(".facts").first).to_contain_text(
            re.compile(r"\d+ minutes in class, \d+ on your own")
        )
        expect(alone.get_by_text("After the core you can")).to_have_count(1)
        alone.evaluate(REMOVE, "mjx-container, .highlight")
        assert violations(alone, "article", contrast=False) == []


@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_on_each_kind_of_page_by_day_and_by_night(alone, name):
    alone.goto(at(name).as_uri())
    alone.locator("article details").evaluate_all(
        "all => { for (const one of all) one.open = true; }"
    )
    alone.evaluate(REMOVE, "mjx-container")
    assert violations(alone, "html") == []
    alone.emulate_media(color_scheme="dark")
    expect(alone.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    assert violations(alone, "html") == []


def test_the_thief_is_caught_on_the_first_page(alone):
    """From the first screen to the end of play; then the theme is changed, and the stage
    follows.
    """
    alone.goto((SITE / "index.html").as_uri())
    game = CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")
    solution, position = solve(game), game.start()
    (stage,) = stages(alone).all()
    below = stage.locator(".gl-picture").bounding_box()
    assert below["y"] + below["height"] < 768
    while game.outcome(position) is None:
        assert solution[position].outcome == WIN
        row, column = move = solution.best(position)
        pressed(stage, 6 * row + column)
        position = game.play(position, move)
        if game.outcome(position) is None:
            expect(stage).to_contain_text("Your opponent:")
            position = game.play(position, solution.best(position))
    expect(stage).to_contain_text("You have won.")
    tool(stage, "New game").click()
    expect(stage).to_contain_text("Your move")
    for name, width in (("desk", 1366), ("telephone", 390)):
        alone.set_viewport_size({"width": width, "height": 768})
        shot(stage, f"site-{name}")


def test_the_stage_follows_the_theme_of_the_page(alone):
    alone.goto((SITE / "index.html").as_uri())
    ink = "getComputedStyle(document.querySelector('.gl')).color"
    seen = set()
    for _ in range(3):
        alone.locator(".content-icon-container .theme-toggle").click()
        dark = alone.evaluate("document.body.dataset.theme") == "dark"
        assert (alone.evaluate(ink) == "rgb(242, 242, 242)") == dark
        seen.add(dark)
    alone.evaluate("localStorage.clear()")
    assert seen == {True, False}


#: The contrast of a link on its page, by the colours that the browser paints.
CONTRAST = """([selector]) => {
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const light = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(each => each / 255)
            .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const words = light(getComputedStyle(document.querySelector(selector)).color);
    const paper = light(getComputedStyle(document.body).backgroundColor);
    return (Math.max(words, paper) + 0.05) / (Math.min(words, paper) + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_lecture_has_its_own_ground_and_links_can_be_read_on_it(alone, scheme):
    alone.emulate_media(color_scheme=scheme)
    seen = set()
    for name in LECTURES:
        alone.goto((SITE / "notebooks" / f"{name}.html").as_uri())
        link = "article .facts a"
        assert alone.evaluate(CONTRAST, [link]) >= 4.5, name
        seen.add(alone.locator(link).evaluate("one => getComputedStyle(one).color"))
    assert len(seen) == len(LECTURES)


def test_what_is_said_stands_beside_the_board_and_on_a_telephone_below_it(alone):
    alone.goto((SITE / "notebooks/04-policeman-and-thief.html").as_uri())
    stage = stages(alone).first
    size = "one => getComputedStyle(one).fontSize"
    assert stage.evaluate(size) == alone.locator("article").first.evaluate(size)
    board, status = (stage.locator(each) for each in (".gl-picture", ".gl-status"))
    wide = status.bounding_box()["x"] >= sum(board.bounding_box()[k] for k in ("x", "width"))
    assert wide
    alone.set_viewport_size({"width": 390, "height": 844})
    assert status.bounding_box()["y"] >= sum(board.bounding_box()[k] for k in ("y", "height"))
    shot(stage, "site-04-telephone")


def test_values_are_tables_with_outcomes_in_the_colours_of_the_map(alone):
    alone.goto((SITE / "notebooks/03-retrograde-analysis.html").as_uri())
    settled = alone.locator(".tag_id-queue-settled .cell_output table")
    expect(settled.locator("tr").nth(1)).to_have_text(re.compile(r"a\s*▲ won in 1"))
    kinds = settled.locator(".chip").evaluate_all("all => all.map(one => one.className)")
    assert kinds == [f"chip {kind}" for kind in ("loss", "win", "loss", "loss", "win")]


def test_no_lecture_shows_a_warning_or_a_place_on_the_disk_of_the_builder():
    for name in LECTURES:
        text = (SITE / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
        assert "Warning:" not in text, name
        assert str(ROOT) not in text, name


def test_further_sections_are_folded_in_the_contents(alone):
    alone.goto((SITE / "notebooks/03-retrograde-analysis.html").as_uri())
    contents = alone.locator(".toc-tree")
    fold = contents.locator("details")
    expect(fold).to_have_count(1)
    expect(contents.get_by_text("Further: ")).to_have_count(0)
    links = fold.locator("a")
    expect(links.first).to_be_hidden()
    fold.locator("summary").click()
    expect(links.first).to_be_visible()
    assert links.count() >= 2
    links.first.click()
    expect(alone.locator("section:target > h2")).to_contain_text("Further: ")


def test_after_a_loss_a_page_shows_the_first_mistake(alone):
    alone.goto((SITE / "notebooks/01-matches.html").as_uri())
    stage = stages(alone).first
    offer = stage.get_by_role("button", name="Your first mistake was move 1: show me")
    while not stage.get_by_text("You have lost.").count():  # one match at a time: 15 was won
        stage.locator(".gl-can").last.click()
        expect(stage.locator(".gl-status")).to_contain_text(re.compile("Your move|You have lost"))
    offer.click()
    expect(stage).to_contain_text("Your move 1 was a mistake: take 1.")
    expect(stage).to_contain_text("Better: take 3.")
    shot(stage, "site-mistake")


def test_the_cards_lead_to_all_lectures(alone):
    alone.goto((SITE / "index.html").as_uri())
    links = alone.locator(".card h3 a").evaluate_all(
        "all => all.map(one => one.getAttribute('href'))"
    )
    assert links == [f"notebooks/{name}.html" for name in LECTURES]
    loaded = "all => all.every(one => one.naturalWidth > 0)"
    assert alone.locator(".card img").evaluate_all(loaded)
    assert alone.locator(".card img").count() == 16


def test_hints_come_by_a_button_and_for_lecturers_the_solution_is_there(alone):
    alone.goto((SITE / "notebooks/exercises/01-matches.html").as_uri())
    first = alone.locator("#other-takes-answer")
    first.get_by_role("button", name="Hint").click()
    expect(first.get_by_text("Climb from 0")).to_be_visible()
    expect(first.get_by_text("Hint 2 of 2")).to_have_count(0)
    first.get_by_role("button", name="Hint").click()
    expect(first.get_by_role("button", name="No more hints")).to_be_visible()
    expect(alone.locator("summary", has_text="A solution")).to_have_count(0)
    alone.evaluate("localStorage.clear()")
    alone.goto((LECTURERS / "notebooks/exercises/01-matches.html").as_uri())
    expect(alone.get_by_text("return NotImplemented").first).to_be_visible()
    code = alone.get_by_text("f.append(")
    expect(code).not_to_be_visible()
    alone.locator("summary", has_text="A solution").first.click()
    expect(code).to_be_visible()
    expect(alone.get_by_text("BEGIN SOLUTION")).to_have_count(0)


def test_skip_to_content_is_not_printed(alone):
    alone.goto((SITE / "notebooks/01-matches.html").as_uri())
    alone.emulate_media(media="print")
    expect(alone.get_by_text("Skip to content")).to_be_hidden()


#: What only makes sense where it can be pressed.
PRESSED = (
    ".gl button.gl-button, .gl input, .gl-tools, .gl-row, details.hide summary, "
    ".skip-to-content, .headerlink"
)
#: Summaries of folds whose words are not to be seen.
CLOSED = """all => all.filter(one => one.checkVisibility() && ![...one.children].slice(1).every(
    inside => inside.checkVisibility({contentVisibilityAuto: true}))).map(one => one.textContent.slice(0, 40))"""


@pytest.mark.parametrize("name", drawn(LECTURES, 5))
def test_a_printed_lecture_has_its_answers_open_and_nothing_to_press(alone, name):
    alone.goto((SITE / "notebooks" / f"{name}.html").as_uri())
    alone.emulate_media(media="print")
    assert alone.locator(PRESSED).locator("visible=true").count() == 0
    folds = alone.locator("article details:not(.hide)")
    assert folds.count()
    assert folds.evaluate_all(CLOSED) == []


@pytest.mark.parametrize("name", drawn(LECTURES, 5))
def test_printed_exercises_have_neither_hints_nor_solutions(alone, name):
    alone.goto((LECTURERS / "notebooks" / "exercises" / f"{name}.html").as_uri())
    assert alone.locator("article details").locator("visible=true").count()
    alone.emulate_media(media="print")
    assert alone.locator("article details").locator("visible=true").count() == 0
    assert alone.locator(PRESSED).locator("visible=true").count() == 0


def test_on_paper_headings_stay_with_what_follows_and_tables_may_break_between_rows(alone):
    for name in KINDS:
        alone.goto(at(name).as_uri())
        alone.emulate_media(media="print")
        looks = "(all, name) => [...new Set(all.map(one => getComputedStyle(one)[name]))]"
        assert alone.locator("article :is(h1, h2, h3, h4)").evaluate_all(looks, "breakAfter") in (
            [],
            ["avoid"],
        ), name
        assert alone.locator("article table").evaluate_all(looks, "breakInside") in (
            [],
            ["auto"],
        ), name
        assert alone.locator("article tr").evaluate_all(looks, "breakInside") in ([], ["avoid"]), (
            name
        )


def printed(page, path):
    """The text of each page, as a reader prints it on A4."""
    page.goto(path.as_uri())
    page.emulate_media(media="print")
    pdf = page.pdf(format="A4")
    told = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True
    )
    return told.stdout.decode().split("\f")[:-1]


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler reads what was printed")
class TestOnPaper:
    @pytest.mark.parametrize("name", drawn(LECTURES, 5))
    def test_every_folded_answer_of_a_lecture_is_printed(self, alone, name):
        path = SITE / "notebooks" / f"{name}.html"
        alone.goto(path.as_uri())
        folds = (
            "all => all.flatMap(one => [...one.querySelectorAll('p')].map(one => one.textContent))"
        )
        told = alone.locator("article details:not(.hide)").evaluate_all(folds)
        words = {word for text in told for word in re.findall(r"[A-Za-z]{6,}", text)}
        text = re.sub(r"[-\u00ad\u2010]\n\s*", "", "\n".join(printed(alone, path)))
        assert words
        assert sorted(word for word in words if word not in text) == []
        for pressed_only in ("New game", "Take back", "Change sides", "Skip to content"):
            assert pressed_only not in text

    def test_no_answer_of_an_exercise_is_printed(self, alone):
        text = "".join(printed(alone, LECTURERS / "notebooks" / "exercises" / "06-nim.html"))
        assert "Find the winning moves" in text
        assert "A solution" not in text
        assert "(0, 5), (1, 5)" not in text

    @pytest.mark.parametrize(
        "name", ["notebooks/04-policeman-and-thief", "docs/lectures/04-policeman-and-thief"]
    )
    def test_no_heading_stands_at_the_foot_of_a_page(self, alone, name):
        path = LECTURERS / f"{name}.html"
        pages = printed(alone, path)
        headings = {
            words.strip("# ") for words in alone.locator("article :is(h2, h3)").all_inner_texts()
        }
        last = [[line.strip() for line in page.splitlines() if line.strip()][-1] for page in pages]
        assert len(pages) > 2
        assert [line for line in last if line in headings] == []

    def test_the_first_page_of_a_script_is_not_left_empty(self, alone):
        """Its table of minutes may go on overleaf."""
        first, *_ = printed(alone, LECTURERS / "docs" / "lectures" / "04-policeman-and-thief.html")
        assert len([line for line in first.splitlines() if line.strip()]) > 30


#: What a student types, and where one of the results leads: to a page, or to a place on it.
SEARCHED = [
    ("Bouton", "06-nim.html"),
    ("remoteness", "03-retrograde-analysis.html"),
    ("mex", "reference/gamelib.html#gamelib.mex"),
    ("cop number", "docs/glossary.html#cop-number"),
]


@pytest.mark.parametrize(("word", "where"), SEARCHED)
def test_what_is_searched_is_found(alone, word, where):
    alone.goto((SITE / "index.html").as_uri())
    alone.locator("input[name=q]").first.fill(word)
    alone.keyboard.press("Enter")
    found = alone.locator(f"#search-results a[href*='{where}']").first
    found.wait_for()
    found.click()
    found = alone.locator("dt:target, section:target" if "#" in where else "article")
    expect(found).to_contain_text(re.compile(word, re.IGNORECASE))
    expect(found).to_be_in_viewport()


@pytest.mark.parametrize("site", [SITE, LECTURERS], ids=["students", "lecturer"])
def test_the_licences_of_what_the_site_carries_are_in_its_folder(site):
    texts = (site / "_static" / "live" / "licences.txt").read_text(encoding="utf-8")
    for words in (
        "@codemirror/view 6",
        "pyodide 314",
        "Mozilla Public License Version 2.0",
        "https://github.com/pyodide/pyodide",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "mathjax 3",
        "networkx 3",
    ):
        assert words in texts
