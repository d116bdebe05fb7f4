"""What is seen on a page: widgets of the stage, found, pressed, measured, photographed."""

import re
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[3]
SHOTS = ROOT / "build" / "screenshots"

#: Whether the code cells have been run as the numbers given. Asked of the notebook: a folded cell
#: shows no number.
COUNTS = """wanted => {
    const cells = window.jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code');
    return JSON.stringify(cells.map(cell => cell.model.executionCount)) === JSON.stringify(wanted);
}"""


#: Whether the kernel of the notebook that is shown waits for something to do. What is sent to it
#: before is dropped.
READY = """() => {
    const context = window.jupyterapp?.shell.currentWidget?.sessionContext;
    return Boolean(context?.isReady && context.session?.kernel?.status === 'idle');
}"""


def open_and_run(page, lab, name):
    """Open the notebook and run all its cells afresh."""
    page.goto(f"{lab}/lab/tree/{name}?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=90_000)
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    page.wait_for_function(READY, timeout=90_000)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    cells = [
        c
        for c in nbformat.read(ROOT / "notebooks" / name, as_version=4).cells
        if c.cell_type == "code"
    ]
    page.wait_for_function(COUNTS, arg=list(range(1, len(cells) + 1)), timeout=120_000)
    assert (
        page.locator(".jp-OutputArea [data-mime-type='application/vnd.jupyter.error']").count() == 0
    )


def stages(page):
    """All widgets of the stage, in their order on the page."""
    return page.locator(".gl")


def pressed(stage, spot, keyboard=False):
    """Press a spot of a picture, by mouse or by keyboard."""
    where = stage.locator(f"[data-spot='{spot}']").first
    if keyboard:
        where.focus()
        stage.page.keyboard.press("Enter")
    else:
        where.click()


def tool(stage, words):
    """A button below the picture."""
    return stage.get_by_role("button", name=words, exact=True)


def shot(stage, name):
    """A photograph of the page as it stands, the widget in sight."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    stage.scroll_into_view_if_needed()
    stage.page.wait_for_timeout(250)
    stage.page.screenshot(path=SHOTS / f"{name}.png")


#: What is wrong with how a widget stands on the page, in words; [] if nothing is.
MEASURE = """stage => {
    const faults = [], box = one => one.getBoundingClientRect(), inside = box(stage);
    const seen = [...stage.querySelectorAll('svg, button, input, table, textarea, .gl-status, .gl-story, .gl-counts')]
        .filter(one => box(one).width && box(one).height);
    const scrolls = one => /auto|scroll/.test(getComputedStyle(one.parentElement).overflowX);  // then it can be seen
    const name = one => one.tagName + ' ' + (one.textContent || '').slice(0, 20);
    for (const one of seen) {
        if (scrolls(one)) continue;
        if (box(one).right > inside.right + 1 || box(one).left < inside.left - 1) faults.push(`cut: ${name(one)}`);
        if (one.tagName === 'BUTTON' && box(one).height < 40) faults.push(`small: ${name(one)}`);
        if (one.tagName === 'BUTTON' && one.scrollWidth > one.clientWidth + 1) faults.push(`words cut: ${name(one)}`);
    }
    const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
    const apart = (a, b) => beside(a, b) || beside(b, a);
    const blocks = seen.filter(one => !seen.some(other => other !== one && other.contains(one)));
    blocks.forEach((a, i) => blocks.slice(i + 1).forEach(b => {
        if (!apart(box(a), box(b))) faults.push(`${name(a)} lies over ${name(b)}`);
    }));
    for (const picture of stage.querySelectorAll('.gl-picture')) {
        const cells = [...picture.querySelectorAll('.gl-cell > .gl-base')].map(box);
        cells.forEach((a, i) => cells.slice(i + 1).forEach(b => apart(a, b) || faults.push('cells overlap')));
        if (cells.some(one => Math.abs(one.width - one.height) > 1)) faults.push('a cell is not square');
        for (const words of picture.querySelectorAll('text')) {
            const a = box(words), b = box(picture);
            const out = a.right > b.right + 3 || a.left < b.left - 3 || a.bottom > b.bottom + 3;
            if (a.width && out) faults.push(`words outside: ${words.textContent}`);
        }
    }
    return [...new Set(faults)];
}"""


def faults_of(stage):
    """What is cut, overlaps, or is too small on a widget, in words."""
    return stage.evaluate(MEASURE)


AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text()


def violations(page, where=".gl", contrast=True):
    """What axe-core finds on all widgets of a page, or elsewhere: names, roles, contrast; rule and
    place.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    how = {
        "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"],
        "resultTypes": ["violations"],
        "preload": False,
    }
    how |= {"rules": {"color-contrast": {"enabled": contrast}}}
    found = page.evaluate("([where, how]) => axe.run(where, how)", [where, how])
    return [
        (one["id"], node["html"][:150]) for one in found["violations"] for node in one["nodes"][:3]
    ]
