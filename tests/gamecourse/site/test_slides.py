"""The decks, as a lecturer opens them: from a disk, on any projector, without a network (``make
slides``).
"""

import random
import re
import statistics
from itertools import chain
from pathlib import Path

import pytest
from drawn import drawn
from playing import painted, to_the_end
from playwright.sync_api import expect
from seen import ROOT, pressed, tool

from gamelib.games import CopsAndThief

SLIDES = ROOT / "build" / "slides"
LECTURES = sorted(path.stem for path in (ROOT / "notebooks").glob("[0-9][0-9]-*.ipynb"))
MEASURE = Path(__file__).with_name("measure.js").read_text()
PRESSED = Path(__file__).with_name("pressed.js").read_text()
#: How long a widget may take until it has drawn what a button shows, in ms.
SETTLED = 400
#: Screens; the canvas is 720 px high on each, so that those of one shape are laid out alike.
SCREENS = {"4:3": (1024, 768), "16:9": (1366, 768)}
#: Pictures in which some letters are smaller on 4:3: trees of many nodes or boards, side by side or
#: growing.
SMALL = {"10-tic-tac-toe", "11-alpha-beta", "12-large-games", "13-chance"}
#: Slides with so many small boards or nodes that only the first rows can read each of them.
CROWDED = (
    "An answer to everything",
    "Where is the ring?",
)
#: What the figures of a slide take of the screen, in the middle of the slides that have any; tables
#: and cards are no larger than the heading.
SHARE = 0.34


def opened(page, name, size=(1366, 768), query=""):
    """A deck, ready to be shown."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto((SLIDES / f"{name}.html").as_uri() + query)
    page.wait_for_function("document.body.dataset.ready === 'true'", timeout=60_000)
    return page


#: All slides in order, doors of further sections as well.
ALL = "[...document.querySelectorAll('.slides section:not(.stack)')]"
#: Show a slide by its number, with all that its presses bring.
SHOW = f"""number => {{
    const {{ h, v }} = Reveal.getIndices({ALL}[number]);
    Reveal.slide(h, v ?? 0, -1);
    while (Reveal.nextFragment()) {{ /* all of them */ }}
}}"""


def at(page):
    """The slide that is shown; the cover is 0."""
    return page.evaluate(f"{ALL}.indexOf(Reveal.getCurrentSlide())")


def number_of(page):
    """The number of slides, the cover and the doors of further sections as well."""
    return page.evaluate(f"{ALL}.length")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", LECTURES)
def test_a_deck_opens_at_its_cover_and_nothing_on_a_slide_is_cut_or_too_small(alone, name, screen):
    page = opened(alone, name, SCREENS[screen])
    expect(page.get_by_role("heading", name=f"{int(name[:2])} · ")).to_be_visible()
    assert (
        page.evaluate("document.querySelector('.present img').getAttribute('src')")
        == f"lib/{name}.svg"
    )
    expect(page.locator(".slide-number")).not_to_be_visible()
    found = page.evaluate(MEASURE)
    faults = [
        f"{slide['number']}: {fault}"
        for slide in found
        for fault in slide["faults"]
        if "in a picture" not in fault or not slide["number"].endswith(CROWDED)
    ]
    assert [
        fault for fault in faults if name not in SMALL or screen != "4:3" or "picture" not in fault
    ] == []
    assert statistics.median(slide["share"] for slide in found if slide["share"]) >= SHARE


def each(found):
    """What is found, one after the other, and what comes up in the meantime."""
    k = 0
    while k < found.count():
        yield found.nth(k)
        k += 1


@pytest.mark.parametrize("screen", ["4:3", pytest.param("16:9", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", drawn(LECTURES, 5))
def test_no_button_pushes_anything_off_its_slide(alone, name, screen):
    """Every button of every widget is pressed, each with all before it pressed already, and then
    all once more.
    """
    page, faults = opened(alone, name, SCREENS[screen]), []
    for number in range(1, number_of(page)):
        page.evaluate(SHOW, number)
        buttons = page.locator("section.present .box:not(.bare) .gl button")
        for button in chain(each(buttons), each(buttons)):
            if not button.is_visible() or not button.is_enabled():
                continue
            said = button.inner_text()
            button.dispatch_event("click")
            page.wait_for_timeout(SETTLED)
            faults += [f"{number}, after {said}: {fault}" for fault in page.evaluate(PRESSED)]
    assert faults == []


def test_a_figure_grows_again_when_its_button_is_pressed_once_more(alone):
    page = opened(alone, "06-nim")
    widths = []
    columns = ".box:not(.bare) .gl-columns"
    number = page.evaluate(f"{ALL}.findIndex(one => one.querySelector('{columns}'))")
    page.evaluate(SHOW, number)
    stage = page.locator("section.present .box:not(.bare) .gl").first
    for _ in range(3):
        page.wait_for_timeout(SETTLED)
        widths.append(stage.locator(".gl-picture").first.bounding_box()["width"])
        tool(stage, "Nim-sum").click()
    assert widths[0] == pytest.approx(widths[2], abs=1)


#: How a table and code would look in a widget.
LOOKS = """stage => {
    stage.insertAdjacentHTML("beforeend", "<div><table><thead><tr><th>a<td>b</table><pre>c</pre><code>d</code></div>");
    return ["table", "th", "td", "pre", "code"].flatMap((name) => {
        const look = getComputedStyle(stage.lastElementChild.querySelector(name));
        return [look.textAlign, look.padding, look.borderBottomWidth, look.fontSize, look.fontFamily, look.color];
    });
}"""


def test_no_rule_of_a_deck_for_tables_or_code_reaches_into_a_widget(alone):
    widget = opened(alone, "06-nim").evaluate(
        "document.querySelector('.box.widget:not(.bare)').outerHTML"
    )
    slide = (
        '<main class="reveal" data-hall><div '
        f'class="slides"><section>{widget}</section></div></main>'
    )
    looks = []
    for unknown in (
        "",
        "_",
    ):  # the deck's rules as they are, and as they are for another kind of page
        sheet = (
            (SLIDES / "lib" / "deck.css")
            .read_text(encoding="utf-8")
            .replace(".box", f".box{unknown}")
        )
        for name in ("pre", "code"):
            sheet = sheet.replace(f".reveal {name}", f".reveal {name}{unknown}")
        stage_sheet = (SLIDES / "lib" / "stage.css").read_text(encoding="utf-8")
        alone.set_content(f"<style>{stage_sheet}</style><style>{sheet}</style>{slide}")
        looks.append(alone.locator(".gl").first.evaluate(LOOKS))
    assert looks[0] == looks[1]


def test_a_larger_screen_shows_the_same_larger(alone):
    small = opened(alone, LECTURES[3]).evaluate(MEASURE)
    large = opened(alone, LECTURES[3], (3840, 2160)).evaluate(MEASURE)
    assert [slide["share"] for slide in large] == pytest.approx(
        [slide["share"] for slide in small], abs=0.03
    )
    assert not any(slide["faults"] for slide in large)


def test_a_widget_plays_on_a_slide(alone):
    page = opened(alone, "01-matches", query="#/1")
    stage = page.locator("section.present .gl").last
    expect(tool(stage, "New game")).to_be_visible()
    before = stage.inner_text()
    pressed(stage, 12)
    page.wait_for_function(
        "([stage, before]) => stage.innerText !== before", arg=[stage.element_handle(), before]
    )
    tool(stage, "New game").click()
    page.wait_for_function(
        "([stage, before]) => stage.innerText === before", arg=[stage.element_handle(), before]
    )


def test_a_hall_sees_who_did_what_and_how_it_ended(alone):
    """My move, a pause, the reply; both are told, and the outcome in large letters."""
    stage = opened(alone, "01-matches", query="#/1").locator("section.present .gl")
    status = stage.locator(".gl-status")
    pressed(stage, 12)
    expect(status).to_have_text("You: take 3.Your opponent thinks.")
    alone.wait_for_timeout(500)
    expect(status).to_contain_text("thinks")
    expect(status).to_have_text(re.compile(r"You: take 3\.Your opponent: take \d\.Your move\."))
    said = to_the_end(stage)[-1]
    assert "You have" in said
    size = status.locator(":scope > :last-child").evaluate(
        "one => parseFloat(getComputedStyle(one).fontSize)"
    )
    assert size > 32
    expect(status.locator(":visible")).to_have_count(1)


@pytest.mark.parametrize("name", ["11-alpha-beta", "12-large-games", "13-chance"])
def test_a_game_too_large_for_a_table_is_played_to_its_end_on_a_slide(alone, name):
    assert re.search(
        "You have|draw",
        to_the_end(opened(alone, name, query="#/1").locator("section.present .gl"))[-1],
    )


def test_what_is_painted_on_a_slide_is_solved(alone):
    page = opened(alone, "04-policeman-and-thief")
    page.evaluate(SHOW, number_of(page) - 1)
    board = CopsAndThief.from_text("P...\n.**.\n....\n..TE")
    painted(page.locator("section.present .gl"), board, random.Random(7), 5)


#: What of a widget takes the focus, and decks that have every kind of widget among them.
HELD = [".gl-can", "button", "input", "textarea", ".gl-grab"]
KINDS = [name for name in LECTURES if name[:2] in ("01", "04", "09", "10", "11", "12", "13")]


@pytest.mark.parametrize("name", drawn(KINDS, 2))
def test_the_clicker_turns_the_page_wherever_one_has_clicked(alone, name):
    page = opened(alone, name)
    tried = 0
    for number in range(1, number_of(page) - 1):
        page.evaluate(SHOW, number)
        stage = page.locator("section.present .box:not(.bare) .gl")
        for what in HELD if stage.count() else []:
            thing = stage.first.locator(what).locator("visible=true").first
            if not thing.count():
                continue
            for key, step in (("PageDown", 1), ("PageUp", -1)):
                page.evaluate(SHOW, number)
                if not thing.count():  # what was pressed before has put it away
                    break
                thing.click(force=True)
                page.keyboard.press(key)
                moved = at(page) - number
                assert moved == step or page.evaluate(
                    "Reveal.getCurrentSlide().querySelector('.fragment')"
                ), what
                tried += 1
    assert tried or name != "04-policeman-and-thief"


def test_a_widget_keeps_space_and_escape_leaves_it(alone):
    page = opened(alone, "04-policeman-and-thief", query="#/1")
    button = tool(page.locator("section.present .gl").first, "New game")
    button.focus()
    page.keyboard.press("Space")
    assert at(page) == 1
    expect(page.locator(".slide-number")).to_have_text(re.compile(r"1\s*/"))
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    assert not page.evaluate("Reveal.isOverview()")
    page.keyboard.press("Space")
    assert at(page) == 2


def test_no_line_of_play_crosses_the_map_of_a_hall_until_a_cell_is_pointed_at(alone):
    """The class looks for the border between the colours, which the lines would hide."""
    page = opened(alone, LECTURES[3])
    number = page.evaluate(f"{ALL}.findIndex(one => one.querySelector('.gl-map'))")
    page.evaluate(SHOW, number)
    stage = page.locator("section.present .gl")
    expect(stage.locator(".gl-map .gl-label").filter(has_text="▲").first).to_be_visible()
    expect(stage.locator(".gl-way")).to_have_count(0)
    stage.locator(".gl-map .gl-cell").first.hover()
    expect(stage.locator(".gl-way")).to_have_count(2)


def test_the_right_answer_comes_with_the_second_showing(alone):
    page = opened(alone, "04-policeman-and-thief")
    asked = page.locator("ol.vote:not(.told)").first
    told = page.locator("ol.vote.told").first
    assert asked.locator("li").all_inner_texts() == told.locator("li").all_inner_texts()
    assert asked.locator(".right").count() == 0
    assert told.locator(".right").count() == 1


def test_a_deck_can_be_printed_a_slide_a_page(alone):
    page = opened(alone, "02-games-on-graphs", query="?print-pdf")
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert pages == page.locator(".pdf-page").count() == number_of(page)


def test_hands_are_counted_by_keys_and_come_back_with_the_answer(alone):
    page = opened(alone, "04-policeman-and-thief", query="#/2")
    for key in "abbb":
        page.keyboard.press(key)
    page.keyboard.press("Shift+B")
    page.locator("section.present .vote li").nth(2).click()
    counted = [("1", "2", "1", "0")] * 2
    lists = page.locator("[data-vote='How many first moves still catch the thief?']")
    hands = "list => [...list.children].map(item => item.dataset.hands)"
    assert [tuple(lists.nth(k).evaluate(hands)) for k in range(2)] == counted
    assert not page.evaluate("Reveal.isPaused()")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("b")  # there is no vote on this slide
    assert page.evaluate("Reveal.isPaused()")


def test_the_clock_of_the_speaker_knows_the_minutes_of_each_slide(alone):
    page = opened(alone, "04-policeman-and-thief")
    core = "[...document.querySelectorAll('.slides > section[data-timing]')]"
    seconds = page.evaluate(f"{core}.map(one => Number(one.dataset.timing))")
    assert sum(seconds) == 45 * 60


def test_a_picture_shown_solved_has_been_asked_who_wins(alone):
    page = opened(alone, "04-policeman-and-thief")
    shown = page.locator(".box.solved .gl")
    expect(shown).to_contain_text("15")
    assert shown.locator("button:visible").count() == 0


def test_the_list_of_decks_leads_to_each(alone):
    alone.goto((SLIDES / "index.html").as_uri())
    found = alone.eval_on_selector_all(
        "li a", "links => links.map(link => link.getAttribute('href'))"
    )
    assert found == [f"{name}.html" for name in LECTURES]
