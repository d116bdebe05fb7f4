"""The decks, as a lecturer opens them: from a disk, on a projector, without a network. ``make slides`` builds them."""

import re

import pytest
from playwright.sync_api import expect
from seen import ROOT, pressed, tool

SLIDES = ROOT / "build" / "slides"
LECTURES = sorted(path.stem for path in (ROOT / "notebooks").glob("[0-9][0-9]-*.ipynb"))
#: What is smaller, against 24 px in a frame of 720, cannot be read from the last row.
SMALLEST = 0.65

#: All that may be wrong with the slide that is shown, all its fragments shown: beyond its frame, too small, not drawn.
MEASURE = """smallest => {
    while (Reveal.nextFragment()) {}
    const slide = Reveal.getCurrentSlide(), faults = [], frame = slide.querySelector('.deck-frame');
    if (slide.scrollHeight > slide.clientHeight + 1) faults.push(`taller: ${slide.scrollHeight}`);
    if (slide.scrollWidth > slide.clientWidth + 1) faults.push(`wider: ${slide.scrollWidth}`);
    if (Number(slide.dataset.size) < smallest) faults.push(`small: ${slide.dataset.size}`);
    for (const one of frame.querySelectorAll('pre, .gl'))
        if (one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${one.textContent.slice(0, 30)}`);
    for (const one of frame.querySelectorAll('[data-stage]'))
        if (!one.querySelector('.gl[data-drawn]')) faults.push('not drawn');
    for (const one of frame.querySelectorAll('img:not(.deck-cover)'))
        if (!one.alt || !one.naturalWidth) faults.push('no picture, or no words');
    const words = [...frame.querySelectorAll('p, li, td')].map(one => one.innerText).join('\\n');
    if (/\\$[^$]+\\$/.test(words)) faults.push('maths');
    return faults.map(fault => `${Reveal.getSlidePastCount() + 1}: ${fault}`);
}"""


def opened(page, name, query=""):
    """A deck, ready to be shown."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto((SLIDES / f"{name}.html").as_uri() + query)
    page.wait_for_function("document.body.dataset.ready === 'true'", timeout=60_000)
    return page


@pytest.mark.parametrize("name", LECTURES)
def test_every_slide_of_a_deck_fits_into_its_frame(alone, name):
    page = opened(alone, name)
    faults = page.evaluate(MEASURE, SMALLEST)
    for _ in range(page.evaluate("Reveal.getTotalSlides()") - 1):
        page.evaluate("Reveal.next()")
        faults += page.evaluate(MEASURE, SMALLEST)
    assert page.evaluate("Reveal.isLastSlide()")
    assert not faults
    assert page.locator("aside.notes").count() >= 5  # the lecturer's plan, on the slides to which it belongs


def test_a_widget_plays_on_a_slide(alone):
    page = opened(alone, "01-matches")
    page.keyboard.press("ArrowRight")
    page.evaluate("while (Reveal.nextFragment()) {}")
    stage = page.locator("section.present .gl").last
    expect(tool(stage, "New game")).to_be_visible()  # the slide is still coming in
    before = stage.inner_text()
    pressed(stage, 12)
    page.wait_for_function("([stage, before]) => stage.innerText !== before", arg=[stage.element_handle(), before])
    assert "Your opponent" in stage.inner_text()
    tool(stage, "New game").click()
    page.wait_for_function("([stage, before]) => stage.innerText === before", arg=[stage.element_handle(), before])


def test_a_large_game_says_that_it_keeps_some_plays(alone):
    page = opened(alone, "12-large-games")
    kept = page.locator(".gl-kept")
    assert kept.count() == 1
    assert "keeps only some plays" in kept.evaluate("one => one.textContent")


def test_an_opened_fold_still_fits(alone):
    page = opened(alone, "03-retrograde-analysis")
    total = page.evaluate("Reveal.getTotalSlides()")
    found = 0
    for _ in range(total):
        page.evaluate("while (Reveal.nextFragment()) {}")
        if page.evaluate("Boolean(Reveal.getCurrentSlide().querySelector('details'))"):
            found += 1
            page.evaluate("Reveal.getCurrentSlide().querySelector('details').open = true")
            page.wait_for_timeout(100)
            assert (
                page.evaluate("Reveal.getCurrentSlide().scrollHeight <= 721")
                or float(page.evaluate("Reveal.getCurrentSlide().dataset.size")) <= 0.5
            )
        page.evaluate("Reveal.next()")
    assert found


def test_a_deck_can_be_printed_a_slide_a_page(alone):
    page = opened(alone, "02-games-on-graphs", "?print-pdf")
    page.wait_for_selector(".pdf-page")
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert pages == page.locator(".pdf-page").count() == page.evaluate("Reveal.getTotalSlides()")


def test_the_list_of_decks_leads_to_each(alone):
    alone.goto((SLIDES / "index.html").as_uri())
    found = alone.eval_on_selector_all("li a", "links => links.map(link => link.getAttribute('href'))")
    assert found == [f"{name}.html" for name in LECTURES]
