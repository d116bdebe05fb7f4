"""The exercises in a page, as a student has them: answers are written, checked, kept; by keys alone, on a telephone,
without a network, from a disk.
"""

import functools
import http.server
import json
import re
import threading
from contextlib import contextmanager

import nbformat
import pytest
from drawn import drawn
from playwright.sync_api import expect
from seen import ROOT, shot, violations

from gamecourse.course.student import without_marks

SITE, LECTURERS = ROOT / "build" / "site", ROOT / "build" / "site-lecturer"
PAGE = "notebooks/exercises/01-matches.html"
#: The most ms until Python has come, on a machine that does other things as well.
COMING = 240_000
expect.set_options(timeout=30_000)
#: More Tabs lead to no place of a page.
MOST_TABS = 120


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files, as any host has one."""

    def log_message(self, *words):
        pass

    def do_GET(self):
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


@contextmanager
def serve(folder):
    """The address of a server of a folder, on this machine, for as long as it is needed."""
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def site():
    """The address of the students' site."""
    with serve(SITE) as address:
        yield address


@pytest.fixture(scope="module")
def visited(browser, site):
    """A browser that has been here before, so that Python starts soon."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(f"{site}/{PAGE}")
    check(page, "leave", "piles = []")
    page.close()
    yield context
    context.close()


@pytest.fixture
def page(visited):
    """A page of a student who has done nothing yet. Afterwards: no error was told."""
    page = visited.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda said: page.faults.append(said.text) if said.type == "error" else None)
    page.add_init_script(
        "if (!sessionStorage.begun) { localStorage.clear(); sessionStorage.begun = 'yes'; }"
    )
    yield page
    page.close()
    assert page.faults == []


def answer_box(page, name):
    """The box for the answer to an exercise."""
    return page.locator(f"#{name}-answer")


def write(page, name, text):
    """Write an answer, in place of what stands there."""
    answer_box(page, name).locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def check(page, name, text):
    """Write an answer and check it; its verdict."""
    write(page, name, text)
    page.keyboard.press("Control+Enter")
    return verdict(page, name)


def verdict(page, name):
    """The badge of a verdict, once it is there."""
    box = answer_box(page, name)
    expect(box.get_by_role("button", name="Stop")).to_be_hidden(timeout=COMING)
    badge = box.locator(".live-verdict strong").first
    expect(badge).to_be_visible(timeout=COMING)
    return badge


def solution(lecture, name):
    """The solution of an exercise, as the source of the course has it."""
    (path,) = (ROOT / "notebooks" / "exercises").glob(f"{lecture}-*.ipynb")
    cells = {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}
    return path.stem, without_marks(cells[f"{name}-answer"].source)


WINS = """def wins(n, takes):
    f = []
    for k in range(n + 1):
        f.append(any(not f[k - t] for t in takes if t <= k))
    return f[n]
"""


def test_the_first_screen_says_what_to_do_and_shows_where(page, site):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/{PAGE}")
    expect(page.get_by_text("Write your answer into the box below a task")).to_be_in_viewport()
    expect(page.get_by_text("0 of 5 right on this page")).to_be_in_viewport()
    box = answer_box(page, "other-takes")
    expect(box.get_by_role("textbox")).to_be_in_viewport()
    expect(box.get_by_role("button", name="Check")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Without JavaScript")).to_have_count(0)
    assert [url for url in asked if not url.startswith((site, "blob:"))] == []


def test_python_comes_when_something_is_written_and_not_before(browser, site):
    page = browser.new_context().new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(f"{site}/{PAGE}", wait_until="networkidle")
    assert "pyodide.asm.wasm" not in asked
    with page.expect_request(re.compile("worker.js")):
        write(page, "leave", "piles = [1]")
    expect(answer_box(page, "leave").locator("progress")).to_be_visible()
    page.context.close()


def go_by_tab(page, reached):
    """Press Tab until an element is reached, of which this function of JavaScript tells."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(f"({reached})(document.activeElement)"):
            return
    raise AssertionError(f"no Tab leads there: {reached}")


def first_exercise(lecture):
    (path,) = (ROOT / "notebooks" / "exercises").glob(f"{lecture}-*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    return next(cell.id for cell in cells if cell.id.endswith("-answer")).removesuffix("-answer")


def test_keys_in_a_box_do_not_turn_the_page(page, site):
    """Around it, arrow keys lead to the next page, and a slash leads to the search."""
    page.goto(f"{site}/{PAGE}")
    answer_box(page, "leave").locator(".cm-content").click()
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight", "End", "/"):
        page.keyboard.press(key)
    expect(answer_box(page, "leave").get_by_role("textbox")).to_contain_text("NotImplemented/")
    assert page.url == f"{site}/{PAGE}"


LECTURES = ["01", "03", "06", "09", "11", "15"]
#: Each of these lectures from a server and from the disk, and how many of these are tried in a quick run.
BY_KEYS = [f"{lecture} {place}" for lecture in LECTURES for place in ("server", "disk")]
QUICK = 4


@pytest.mark.parametrize("case", drawn(BY_KEYS, QUICK))
def test_an_exercise_is_done_by_keys_alone(page, site, case):
    lecture, place = case.split()
    page.context.set_offline(place == "disk")
    folder = SITE.as_uri() if place == "disk" else site
    try:
        do_by_keys(page, folder, lecture)
    finally:
        page.context.set_offline(False)


def do_by_keys(page, folder, lecture):
    """Solve the first exercise of a lecture, and ask for a hint."""
    name = first_exercise(lecture)
    stem, text = solution(lecture, name)
    page.goto(f"{folder}/notebooks/exercises/{stem}.html")
    go_by_tab(page, "one => one.matches('.live-marks a')")
    page.keyboard.press("Enter")
    go_by_tab(page, "one => one.matches('.cm-content')")
    assert page.evaluate("document.activeElement.closest('.live-answer').id") == f"{name}-answer"
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)
    page.keyboard.press("Control+Enter")
    expect(verdict(page, name)).to_have_text(re.compile("^✓ right"))
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(answer_box(page, name).get_by_role("button", name="Check")).to_be_focused()
    go_by_tab(page, "one => one.textContent === 'Hint'")
    page.keyboard.press("Enter")
    expect(answer_box(page, name).get_by_text(re.compile("Hint 1 of"))).to_be_visible()
    expect(page.locator(".live-count")).to_have_text(re.compile("^1 of "))


def test_a_strategy_that_loses_is_refuted_on_the_stage(page, site):
    page.goto(f"{site}/{PAGE}")
    badge = check(page, "strategy", "def my_take(pile):\n    return pile % 5 or 1")
    expect(badge).to_have_text("✗ wrong")
    box = answer_box(page, "strategy")
    expect(box.locator(".gl")).to_contain_text("This gives the win away")
    box.get_by_role("button", name="Last").click()
    expect(box.locator(".gl")).to_contain_text("10 of 10 moves")
    shot(box, "exercise-refuted")
    # the next verdict takes its place
    expect(check(page, "strategy", solution("01", "strategy")[1])).to_have_text("✓ right")
    expect(box.locator(".gl")).to_have_count(0)


def test_a_loop_is_ended_and_python_lives_on(page, site):
    page.goto(f"{site}/{PAGE}")
    badge = check(page, "other-takes", "def wins(n, takes):\n    while True: pass")
    expect(badge).to_have_text("◔ too slow")
    expect(check(page, "other-takes", WINS)).to_have_text("✓ right")


@pytest.mark.slow
def test_a_loop_that_nothing_interrupts_costs_a_fresh_python(page, site):
    page.goto(f"{site}/{PAGE}")
    badge = check(page, "other-takes", "def wins(n, takes):\n    return sum(range(10**13))")
    expect(badge).to_have_text("◔ too slow")
    expect(answer_box(page, "other-takes")).to_contain_text("after 8 seconds")
    expect(check(page, "other-takes", WINS)).to_have_text("✓ right")


def test_stop_ends_at_once_and_the_text_stays(page, site):
    page.goto(f"{site}/{PAGE}")
    check(page, "leave", "piles = []")
    text = "def wins(n, takes):\n    return sum(range(10**13))"
    write(page, "other-takes", text)
    page.keyboard.press("Control+Enter")
    box = answer_box(page, "other-takes")
    expect(box.get_by_text(re.compile("At work: wins"))).to_be_visible(timeout=COMING)
    box.get_by_role("button", name="Stop").click()
    expect(verdict(page, "other-takes")).to_have_text("■ stopped")
    expect(box.get_by_role("textbox")).to_contain_text("range")
    expect(box.get_by_role("button", name="Check")).to_be_focused()


def test_without_a_network_the_text_is_safe_and_python_goes_on(browser, site):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/{PAGE}")
    context.set_offline(True)
    expect(check(page, "other-takes", WINS)).to_have_text("✗ no Python")
    context.set_offline(False)
    page.keyboard.press("Control+Enter")
    expect(verdict(page, "other-takes")).to_have_text("✓ right", timeout=COMING)
    context.set_offline(True)
    expect(check(page, "leave", solution("01", "leave")[1])).to_have_text("✓ right")
    context.close()


def test_after_a_reload_text_hints_and_progress_are_there(page, site):
    page.goto(f"{site}/{PAGE}")
    expect(check(page, "other-takes", WINS)).to_have_text("✓ right")
    answer_box(page, "two").get_by_role("button", name="Hint").click()
    page.reload()
    expect(answer_box(page, "other-takes").get_by_role("textbox")).to_contain_text("any(not f")
    expect(page.locator("#other-takes .live-done")).to_have_text("✓ right")
    expect(page.locator(".live-count")).to_have_text("1 of 5 right on this page")
    expect(answer_box(page, "two").get_by_text("Hint 1 of")).to_be_visible()
    answer_box(page, "other-takes").get_by_role("button", name="Begin again").click()
    expect(answer_box(page, "other-takes").get_by_role("textbox")).to_contain_text("NotImplemented")
    answer_box(page, "other-takes").get_by_role("button", name="Bring my text back").click()
    expect(answer_box(page, "other-takes").get_by_role("textbox")).to_contain_text("any(not f")


def test_a_function_is_kept_downloaded_uploaded_and_used(page, site, tmp_path):
    page.goto(f"{site}/{PAGE}")
    check(page, "other-takes", WINS)
    page.get_by_role("button", name="Keep wins in mine.py").click()
    expect(answer_box(page, "other-takes")).to_contain_text("Kept: wins in mine.py", timeout=COMING)
    with page.expect_download() as mine:
        page.get_by_role("button", name="Download mine.py").click()
    assert WINS.strip() in mine.value.path().read_text()
    with page.expect_download() as known:
        page.get_by_role("button", name="Download progress").click()
    progress = known.value.path().read_text()
    assert json.loads(progress) == {"version": 1, "right": {"matches": ["other_takes"]}, "won": []}
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator(".live-count")).to_have_text("0 of 5 right on this page")
    moved = tmp_path / "progress.json"
    moved.write_text(progress)
    page.locator("input[accept='.json']").set_input_files(moved)
    expect(page.locator(".live-count")).to_have_text("1 of 5 right on this page")
    moved.write_text("something else")
    page.locator("input[accept='.json']").set_input_files(moved)
    expect(page.get_by_text("does not hold the progress")).to_be_visible()
    expect(page.locator(".live-count")).to_have_text("1 of 5 right on this page")


def test_a_cell_of_the_course_can_be_changed_and_run(page, site):
    page.goto(f"{site}/{PAGE}")
    cell = page.locator(".tag_id-two-example")
    cell.get_by_role("button", name="Try it").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("print('so')\nfind_period([1, 2, 1, 2, 1, 2, 1, 2], memory=2)")
    page.keyboard.press("Control+Enter")
    expect(cell.locator(".live-output")).to_contain_text("period=2", timeout=COMING)
    expect(cell.locator(".live-output")).to_contain_text("so")
    expect(cell.locator(".cell_output")).to_have_count(0)


def test_a_lecture_says_what_it_runs_and_what_it_lacks(page, site):
    page.goto(f"{site}/notebooks/01-matches.html")
    expect(page.get_by_text("Code with a button “Try it”")).to_be_visible()
    expect(page.locator(".tag_id-play").get_by_role("button", name="Try it")).to_have_count(0)
    slider = page.locator(".tag_id-slider-run")
    slider.get_by_role("button", name="Try it").click()
    page.keyboard.press("Control+Enter")
    shown = slider.locator(".live-output")
    expect(shown).to_contain_text("A page does not draw these widgets", timeout=COMING)
    expect(shown).to_contain_text("With 15 matches: WIN")
    shot(slider, "lecture-try")


#: What a student's code could try: an address, and the storage of the browser.
REACH = """import js
def reached(address):
    request = js.XMLHttpRequest.new()
    try:
        request.open("GET", address, False)
        request.send()
        return request.status
    except BaseException:
        return "refused"

storage = [hasattr(js, name) for name in ("caches", "indexedDB", "localStorage", "document", "Worker")]
"""


def test_the_code_of_a_student_reaches_no_other_place_and_no_storage(page, site):
    """By the policy of the page, which holds in the worker, too; another server on this machine would answer."""
    page.goto(f"{site}/{PAGE}")
    cell = page.locator(".tag_id-two-example")
    cell.get_by_role("button", name="Try it").click()
    page.keyboard.press("Control+A")
    with serve(ROOT / "docs") as other:
        places = f"[reached('{site}/index.html'), reached('{other}/glossary.md'), any(storage)]"
        page.keyboard.insert_text(REACH + places)
        page.keyboard.press("Control+Enter")
        expected = "[200, 'refused', False]"
        expect(cell.locator(".live-output pre")).to_have_text(expected, timeout=COMING)
    assert all("Content Security Policy" in fault for fault in page.faults)
    page.faults.clear()


def test_from_the_disk_an_answer_is_checked(browser):
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((SITE / PAGE).as_uri())
    expect(check(page, "leave", solution("01", "leave")[1])).to_have_text("✓ right")
    page.reload()
    expect(page.locator(".live-count")).to_have_text("1 of 5 right on this page")
    context.close()


def test_on_a_telephone_everything_has_room(page, site):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}/{PAGE}")
    badge = check(page, "strategy", "def my_take(pile):\n    return pile % 5 or 1")
    expect(badge).to_have_text("✗ wrong")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = page.locator(".live-answer .live-button:visible").all()
    assert len(boxes) >= 15
    assert all(box.bounding_box()["height"] >= 44 for box in boxes)
    size = "getComputedStyle(document.querySelector('.cm-content')).fontSize"
    assert page.evaluate(size) == "16px"  # below that a telephone enlarges the page
    shot(answer_box(page, "strategy"), "exercise-telephone")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_a_verdict_and_a_hint(page, site, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{site}/{PAGE}")
    check(page, "strategy", "def my_take(pile):\n    return pile % 5 or 1")
    check(page, "other-takes", WINS)
    answer_box(page, "strategy").get_by_role("button", name="Hint").click()
    page.locator(".tag_id-look").get_by_role("button", name="Try it").click()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".tag_id-look .live-output pre")).to_be_visible(timeout=COMING)
    shot(answer_box(page, "other-takes"), f"exercise-{scheme}")
    assert violations(page, "article") == []


def test_without_javascript_the_page_can_be_read_and_says_how_to_get_the_copy(browser, site):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/{PAGE}")
    expect(page.get_by_text("Your own copy of the course checks your answers")).to_be_visible()
    expect(page.get_by_text("return NotImplemented").first).to_be_visible()
    expect(page.locator("summary", has_text="Hint").first).to_be_visible()
    expect(page.locator("button", has_text="Check")).to_have_count(0)
    context.close()


def test_the_first_page_shows_progress_and_where_to_go_on(page, site):
    page.goto(f"{site}/index.html")
    way = page.locator(".live-way")
    expect(way).to_contain_text("Begin with ★ Other takes")
    known = {"version": 1, "right": {"matches": ["other_takes"]}, "won": ["index"]}
    page.evaluate(
        "text => localStorage.setItem('gamelib-course/progress', text)", json.dumps(known)
    )
    page.reload()
    card = page.locator(".card").first
    expect(card).to_contain_text("1 of 5 right")
    expect(card).to_contain_text("1 of 9 ★")
    expect(page.get_by_text("You have won this game")).to_be_visible()
    expect(way).to_contain_text("Go on with ★ What would you leave?")
    way.get_by_role("link").click()
    expect(answer_box(page, "leave")).to_be_in_viewport()


@pytest.fixture(scope="module")
def lecturers():
    """The address of the lecturer's site."""
    with serve(LECTURERS) as address:
        yield address


def test_a_solution_is_seen_after_three_tries(page, lecturers):
    """Where a site for students has solutions; the lecturer's shows them at once."""

    def earned(route):
        body = (LECTURERS / PAGE).read_text(encoding="utf-8")
        body = body.replace('data-solutions="open"', 'data-solutions="earned"')
        route.fulfill(body=body, content_type="text/html")

    page.goto(f"{lecturers}/{PAGE}")
    fold = answer_box(page, "leave").locator("summary", has_text="A solution")
    expect(fold).to_be_visible()
    page.route(f"**/{PAGE}", earned)
    page.goto(f"{lecturers}/{PAGE}")
    for tries in range(3):
        expect(fold).to_be_hidden()
        expect(check(page, "leave", f"piles = [{tries}]")).to_have_text("✗ wrong")
    expect(fold).to_be_visible()
