"""How Sphinx writes the pages of the course (``__main__.py`` arranges the sources)."""

import re
from typing import Any

from traitlets import HasTraits

from gamecourse.publish.site.pages import fold_further_sections
from gamecourse.show.colours import GROUNDS

project = "Solving games"
html_title = html_short_title = "Solving games"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
highlight_language = "none"

myst_enable_extensions = ["dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 3
myst_heading_slug_func = "gamecourse.publish.site.pages.anchor_of"
nb_execution_mode = "off"
nb_code_prompt_show = nb_code_prompt_hide = "Code"

# The reference: docstrings say what a parameter is, better than its type does.
autodoc_typehints, autodoc_member_order = "none", "bysource"
napoleon_use_param = napoleon_use_rtype = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
#: The colours of the theme, by day and by night: the paper, and the ground of the lecture
#: (``look.css``).
LIGHT = {
    "color-background-primary": "var(--paper)",
    "color-background-secondary": "#f3edde",
    "color-background-hover": "#ece4d2",
    "color-background-hover--transparent": "#ece4d200",
    "color-background-border": "#ded5c2",
    "color-foreground-muted": "#5d5f5c",
    "color-code-background": "#ffffff",
    "color-highlight-on-target": "#fdf0c3",
    "accent": "var(--deep)",
    "card": "#ffffff",
    "board": "#ffffff",
}
DARK = {
    "accent": "color-mix(in oklab, var(--ground) 62%, #ffffff)",
    "card": "var(--color-background-secondary)",
    "board": "#e0d8c6",  # as in ``stage.css``: light enough for black, and it does not glare
}
TYPE = {
    "font-stack": "var(--font)",
    "font-stack--monospace": "var(--font-code)",
    "code-font-size": "var(--font-size--small)",
}
BRAND = {f"color-brand-{part}": "var(--accent)" for part in ("primary", "content", "visited")}

html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {**TYPE, **BRAND, **LIGHT},
    "dark_css_variables": {**BRAND, **DARK},
}
html_static_path = ["../../../build/site-source/_static"]
html_css_files = ["look.css", "stage.css", "site.css"]
html_js_files = [
    ("site.js", {"loading_method": "defer"}),
    ("stage.js", {"loading_method": "defer"}),
]
html_use_index = html_domain_indices = html_copy_source = html_show_sourcelink = False
html_show_sphinx = html_show_copyright = False
# The words around a search result would be fetched from its page, and a browser does not fetch
# pages from a disk.
html_show_search_summary = False

mathjax_path = "mathjax.js"
mathjax3_config = {"options": {"enableMenu": False}}


def correct_for_hearing(
    app: object, page: str, template: str, context: dict[str, object], tree: object
) -> None:
    """Correct parts of a page for screen readers: captions become headings of level two, and
    each fold is called by its own summary. ``context`` holds the parts of the page.
    """
    for part, wrong, right in (
        ("furo_navigation_tree", 'role="heading"', 'role="heading" aria-level="2"'),
        ("body", '<summary aria-label="Toggle hidden content">', "<summary>"),
    ):
        if part in context:
            context[part] = str(context[part]).replace(wrong, right)


#: The number of the lecture to which a page belongs.
LECTURE = re.compile(r"/(\d\d)-[^/]+$")


def give_ground(
    app: object, page: str, template: str, context: dict[str, object], tree: object
) -> None:
    """Give a page the ground of its lecture, and fold the further sections in the list of its
    contents. ``context`` holds the parts of the page.
    """
    if lecture := LECTURE.search(page):
        ground = GROUNDS[int(lecture[1]) - 1]
        style = f"<style>html:root {{ --ground: {ground}; }}</style>"
        context["metatags"] = f"{context.get('metatags', '')}{style}"
    if "toc" in context:
        context["toc"] = fold_further_sections(str(context["toc"]))


def show_signature(
    app: object, what: str, name: str, thing: Any, *other: object
) -> tuple[str, None] | None:
    """The signature of a widget in the reference: what its own ``__init__`` takes, which traitlets
    hides. None for anything else, whose signature stays as it is.
    """
    if what != "class" or not issubclass(thing, HasTraits):
        return None
    # imported here, because this file is read without Sphinx, too
    from sphinx.util.inspect import signature, stringify_signature

    own_signature = signature(thing.__init__, bound_method=True)
    return stringify_signature(own_signature, show_annotation=False), None


def setup(app: object) -> None:
    """Called by Sphinx: say when the functions above are called."""
    app.connect("html-page-context", correct_for_hearing, priority=900)  # type: ignore[attr-defined]
    app.connect("html-page-context", give_ground)  # type: ignore[attr-defined]
    app.connect("autodoc-process-signature", show_signature)  # type: ignore[attr-defined]
