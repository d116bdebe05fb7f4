"""A figure in words. A notebook keeps the words beside the picture, and comparing them compares
what was drawn.

The bytes of a picture differ between versions of matplotlib; the numbers, words and colours it is
drawn from do not.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

#: An alternative text with more characters than this is too long to be read aloud.
LONGEST = 1000


def digest(figure: Figure) -> str:
    """Return the figure's titles, the words in its plots, and a short code for everything that was
    drawn.
    """
    drawn = "\n".join(line for ax in figure.axes for line in _drawn(ax))
    return "\n".join(
        [repr(figure), *_words(figure), f"drawn: {hashlib.sha256(drawn.encode()).hexdigest()[:12]}"]
    )


def alternative(figure: Figure) -> str:
    """Return the figure's words for a reader who cannot see it: the titles and what the plots say.

    A table of thousands of characters helps nobody who has it read aloud; in that case only the
    titles are returned.
    """
    all_words = "\n".join(_words(figure))
    if len(all_words) <= LONGEST:
        return all_words
    titles = [figure.get_suptitle(), *(ax.get_title() for ax in figure.axes)]
    return "\n".join(title for title in titles if title)


def _words(figure: Figure) -> list[str]:
    """Return the titles and labels that are not empty."""
    words = [figure.get_suptitle()]
    for ax in figure.axes:
        words += [ax.get_title(), str(ax.get_label())]
    return [word for word in words if word]


def _drawn(ax: Axes) -> Iterator[str]:
    """Yield a line for each thing that was drawn, except ticks, limits and sizes, which matplotlib
    may choose.
    """
    legend = ax.get_legend()
    names = [text.get_text() for text in legend.get_texts()] if legend else []
    yield repr([ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), *names])
    for text in ax.texts:
        yield (
            f"text {text.get_text()!r} {_colours(text.get_color())} {_numbers(text.get_position())}"
        )
    for line in ax.lines:
        style = (line.get_linestyle(), line.get_marker(), _colours(line.get_color()))
        yield f"line {style} {_numbers(line.get_xydata())}"
    for patch in ax.patches:
        where = patch.get_patch_transform().transform(patch.get_path().vertices)
        how = (patch.get_hatch(), patch.get_linestyle(), patch.get_linewidth())
        yield (
            f"patch {_colours(patch.get_facecolor(), patch.get_edgecolor())} {how} "
            f"{_numbers(where)}"
        )
    for group in ax.collections:
        paths = [_numbers(path.vertices) for path in group.get_paths()]
        colours = _colours(*group.get_facecolor(), *group.get_edgecolor())
        yield f"group {colours} {_numbers(group.get_offsets())} {paths}"
    for image in ax.images:
        yield f"image {image.get_cmap().name} {_numbers(image.get_array())}"


def _colours(*colours: Any) -> str:
    return " ".join(to_hex(colour, keep_alpha=True) for colour in colours)


def _numbers(numbers: Any) -> list[Any]:
    """Round to six decimals, which every machine computes alike; never return minus zero."""
    return [*(np.round(np.asarray(numbers, dtype=float), 6) + 0.0).tolist()]


#: Under these types a figure brings drawings that stay sharp at any size, where pages are made of a
#: notebook: with its title, without it (a slide has a heading), and without what it shows (before
#: the answer is told). There is no veiled one if only what it shows would be left out.
TITLED, UNTITLED, VEILED = (
    f"application/vnd.gamelib.figure.{kind}" for kind in ("titled", "untitled", "veiled")
)

#: About what a figure may take of a slide, of 1280 x 720, in its units; and how large its words must
#: be there.
HALL = 1150, 520
LEGIBLE = 20
#: For this a sheet never becomes smaller than by this factor.
SMALLEST_SHEET = 0.78

#: What is not drawn of an SVG file of matplotlib's: its first lines, who made it, its style sheet.
NOT_DRAWN = re.compile(
    r"<\?xml.*?(?=<svg)| *<metadata>.*?</metadata>\n?|<style.*?</style>", re.DOTALL
)

#: For axes that have one, what draws the picture that is seen before the answer is told, such as
#: cells without their colours.
_before_the_answer: WeakKeyDictionary[Axes, Callable[[Axes], None]] = WeakKeyDictionary()

#: The parts of figures that wait until the answer is told, and the words that stand in the place of
#: each until then.
_answers: WeakKeyDictionary[Artist, str] = WeakKeyDictionary()

#: The largest size, in points, of words that must stay inside a shape.
_largest_inside: WeakKeyDictionary[Text, float] = WeakKeyDictionary()

#: The words in an SVG file, and the hyphen before a negative number in them.
WORDS_IN_SVG = re.compile(r"(?<=>)[^<>]+(?=</(?:text|tspan)>)")
NEGATIVE = re.compile(r"(?<![\w)\]-])-(?=[\d∞])")

#: The colour of what only hides a line behind words. On a page it is that of the page, which sets
#: it as ``--behind``; elsewhere nobody can tell it from white.
BEHIND = "#fffffe"

_for_pages = False


def bring_drawings(wanted: bool = True) -> None:
    """Let figures bring drawings as SVG from now on, as they are shown; or let them no longer."""
    global _for_pages
    _for_pages = wanted


def show_before_the_answer(ax: Axes, draw: Callable[[Axes], None]) -> None:
    """Let the veiled drawing have what ``draw`` adds to the axes, in the place of all that they
    show. The function must not hold the axes, which would then never be forgotten.
    """
    _before_the_answer[ax] = draw


def until_told(*parts: Artist, instead: str = "") -> None:
    """Let these parts of a figure wait until the answer is told; all others are seen before.

    ``instead`` stands in the place of a text until then, such as "?".
    """
    for part in parts:
        _answers[part] = instead


def keep_inside(words: Text, largest: float) -> None:
    """Never let words grow beyond a shape: at ``largest`` points they fill it, on this sheet."""
    _largest_inside[words] = largest


def drawings(figure: Figure) -> dict[str, str]:
    """Return a figure as SVG: titled, untitled and veiled. It is veiled if something is shown before
    the answer, or if there are axes without what they show. All three have one frame for what they
    show, so that nothing moves when the answer is told.
    """
    drawn = {TITLED: as_svg(figure)}
    answers = [part for part in figure.findobj() if part in _answers]
    has_before = any(ax in _before_the_answer for ax in figure.axes)
    with _hidden(_titles(figure)), _for_hall(figure):
        drawn[UNTITLED] = as_svg(figure)
        frame = figure.get_tightbbox().padded(matplotlib.rcParams["savefig.pad_inches"])
        if answers:
            with _laid_out(figure), _kept_back(answers):
                drawn[VEILED] = as_svg(figure, frame)
        elif has_before or any(_has_frame(ax) for ax in figure.axes):
            with _laid_out(figure), _hidden(_shown_in(figure)), _drawn_before_the_answer(figure):
                drawn[VEILED] = as_svg(figure, frame)
    return drawn


@contextmanager
def _laid_out(figure: Figure) -> Iterator[None]:
    """Keep every plot of a figure where it is in this block, also if a legend or words are hidden
    that have room there.
    """
    engine = figure.get_layout_engine()
    figure.set_layout_engine("none")
    try:
        yield
    finally:
        figure.set_layout_engine(engine or "none")


def as_svg(figure: Figure, frame: Bbox | None = None) -> str:
    """Return a figure as SVG for a page: its words stay words, in the font of the page, and its
    ground is that of the page.

    ``frame`` is the part of the sheet that is seen, in inches; if none is given, all that is drawn.
    """
    file = io.StringIO()
    # A figure without a layout gets the one of the settings when it has been saved.
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "gamelib"}
    settings |= {"figure.constrained_layout.use": False, "figure.autolayout": False}
    grounds = [ax.patch for ax in figure.axes]
    with matplotlib.rc_context(settings), _hidden(grounds):
        figure.savefig(
            file,
            format="svg",
            bbox_inches=frame or "tight",
            facecolor="none",
            metadata={"Date": None, "Creator": None},
        )
    text = NOT_DRAWN.sub("", file.getvalue())
    text = WORDS_IN_SVG.sub(lambda words: NEGATIVE.sub("−", words[0]), text)
    text = text.replace(BEHIND, "var(--behind, white)")
    # What matplotlib says in a style sheet, which would speak of the whole page.
    return text.replace("<svg", '<svg style="stroke-linejoin: round; stroke-linecap: butt"', 1)


@contextmanager
def _for_hall(figure: Figure) -> Iterator[None]:
    """Draw a figure on a smaller sheet in this block, so that its words are larger beside what it
    shows, and the last row of a hall can read them; but not so small that words and shapes collide.
    """
    width, height = (float(length) for length in figure.get_size_inches())
    sizes = [float(text.get_fontsize()) for text in figure.findobj(Text) if _is_read(text)]
    enlarged = min(HALL[0] / (72 * width), HALL[1] / (72 * height))
    share = min(sizes, default=LEGIBLE) * enlarged / LEGIBLE
    smaller = min(1.0, max(SMALLEST_SHEET, share))
    figure.set_size_inches(width * smaller, height * smaller)
    inside = {text: text.get_fontsize() for text in figure.findobj(Text) if text in _largest_inside}
    for text, size in inside.items():  # the shapes become smaller, too
        text.set_fontsize(min(size, _largest_inside[text] * smaller))
    try:
        yield
    finally:
        figure.set_size_inches(width, height)
        for text, size in inside.items():
            text.set_fontsize(size)


def _is_read(text: Text) -> bool:
    """Return whether these words are seen."""
    return text.get_visible() and bool(text.get_text().strip())


def _titles(figure: Figure) -> list[Artist]:
    """Return the title of a figure, as far as it speaks of all of it: of several plots each keeps
    its own.
    """
    titles: list[Artist] = [figure._suptitle] if figure.get_suptitle() else []  # type: ignore[attr-defined]
    titled = [ax.title for ax in figure.axes if ax.get_title()]
    if len(titled) == 1:
        titles += titled
    return titles


def _has_frame(ax: Axes) -> bool:
    """Return whether a plot has numbers or words along its axes, so that it says something without
    what it shows. What an axis measures says nothing alone.
    """
    return bool(ax.axison and len(ax.get_xticks()) + len(ax.get_yticks()) > 0)


def _shown_in(figure: Figure) -> list[Artist]:
    """Return what the plots show, without their axes; their titles, too, which state what was
    found.
    """
    shown: list[Artist] = []
    for ax in figure.axes:
        if not _has_frame(ax):
            shown += [ax.xaxis.label, ax.yaxis.label]
        shown += [ax.title, *ax.lines, *ax.collections, *ax.patches]
        shown += [*ax.texts, *ax.images, *ax.tables]
        legend = ax.get_legend()
        if legend:
            shown.append(legend)
    return shown


@contextmanager
def _hidden(artists: Iterable[Artist]) -> Iterator[None]:
    """Hide these parts of a figure in this block."""
    visible = [artist for artist in artists if artist.get_visible()]
    for artist in visible:
        artist.set_visible(False)
    try:
        yield
    finally:
        for artist in visible:
            artist.set_visible(True)


@contextmanager
def _kept_back(answers: Sequence[Artist]) -> Iterator[None]:
    """Hide these parts of a figure in this block, or write in their place what stands there until
    the answer is told.
    """
    replaced = [part for part in answers if isinstance(part, Text) and _answers[part]]
    words = [text.get_text() for text in replaced]
    for text in replaced:
        text.set_text(_answers[text])
    try:
        with _hidden(part for part in answers if part not in replaced):
            yield
    finally:
        for text, told in zip(replaced, words, strict=True):
            text.set_text(told)


@contextmanager
def _drawn_before_the_answer(figure: Figure) -> Iterator[None]:
    """Add to the plots of a figure, in this block, what is seen of them before the answer."""
    added: list[Artist] = []
    for ax in figure.axes:
        if draw := _before_the_answer.get(ax):
            there = set(ax.get_children())
            draw(ax)
            added += set(ax.get_children()) - there
    try:
        yield
    finally:
        for artist in added:
            artist.remove()


def _mimebundle(figure: Figure, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what IPython adds to a figure that it shows: no picture, because IPython makes that
    itself, but the alternative text, where nbconvert looks for it; and drawings for pages.
    """
    drawn = drawings(figure) if _for_pages else {}
    return drawn, {"image/png": {"alt": alternative(figure)}}


# Not registered with IPython's formatter, which forgets what it knows of figures when the first one
# is drawn.
Figure._repr_pretty_ = lambda figure, printer, cycle: printer.text(digest(figure))  # type: ignore[attr-defined]
Figure._repr_mimebundle_ = _mimebundle  # type: ignore[attr-defined]
