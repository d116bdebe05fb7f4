"""The handouts in a real browser: no sheet is larger than a page of A4, and as many pages are
printed as there are.
"""

import re

from conftest import chromium
from gamecourse.publish.handouts.__main__ import bodies
from gamecourse.publish.printing import as_pdf, page_to_print

MEASURED = """sheets => sheets.map(sheet => {
  const inside = [...sheet.querySelectorAll("*")].map(one => one.getBoundingClientRect());
  const box = sheet.getBoundingClientRect();
  const [right, low] = [Math.max(...inside.map(b => b.right)), Math.max(...inside.map(b => b.bottom))];
  return [right - box.left, low - box.top].map(pixels => pixels * 25.4 / 96);
})"""


def test_every_sheet_is_one_page(page, tmp_path):
    path = tmp_path / "handouts.html"
    path.write_text(page_to_print("handouts", bodies()["handouts"]), encoding="utf-8")
    page.emulate_media(media="print")
    page.goto(path.as_uri())
    sizes = page.locator("section.sheet").evaluate_all(MEASURED)
    assert [(k, size) for k, size in enumerate(sizes) if size[0] > 182.5 or size[1] > 273] == []
    as_pdf(chromium(), path.as_uri(), path.with_suffix(".pdf"))
    printed = path.with_suffix(".pdf").read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == len(sizes)


def test_on_paper_headings_stay_with_what_follows_and_no_row_is_torn(page, tmp_path):
    looks = "(all, name) => [...new Set(all.map(one => getComputedStyle(one)[name]))]"
    for name, body in bodies().items():
        path = tmp_path / f"{name}.html"
        path.write_text(page_to_print(name, body), encoding="utf-8")
        page.emulate_media(media="print")
        page.goto(path.as_uri())
        assert page.locator("h1, h2, h3, h4").evaluate_all(looks, "breakAfter") == ["avoid"], name
        assert page.locator("tr, svg").evaluate_all(looks, "breakInside") in ([], ["avoid"]), name
        assert page.locator("details, button, input").count() == 0
