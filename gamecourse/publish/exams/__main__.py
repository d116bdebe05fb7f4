"""Draw exam papers in variants: ``python -m gamecourse.publish.exams build/exams --variants 4 --seed
7``. Papers and marking schemes come as Markdown, as pages and, with a Chromium, as PDF.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gamecourse.publish.exams.bank import Paper, papers
from gamecourse.publish.exams.papers import (
    PaperError,
    draw_variants,
    paper_as_markdown,
    paper_of,
    paper_to_print,
    scheme_as_markdown,
    scheme_to_print,
)
from gamecourse.publish.printing import chromium, write_pages


def parser() -> argparse.ArgumentParser:
    """What can be asked for on the command line."""
    parser = argparse.ArgumentParser(
        prog="make exam", description="Exam papers in variants, with marking schemes."
    )
    parser.add_argument("folder", type=Path, help="where the papers go, in a folder for the seed")
    parser.add_argument("--variants", type=int, default=4, help="how many of each paper")
    parser.add_argument("--seed", type=int, default=1, help="the same seed draws the same papers")
    parser.add_argument(
        "--paper", type=int, choices=sorted(papers()), help="only the paper of so many minutes"
    )
    parser.add_argument(
        "--questions", nargs="+", help="a paper of your own with these questions: 1.1 2.3 3.1"
    )
    return parser


def chosen(options: argparse.Namespace) -> list[Paper]:
    """The papers that are asked for."""
    if options.questions:
        return [paper_of(options.questions)]
    if options.paper:
        return [papers()[options.paper]]
    return list(papers().values())


def write(folder: Path, paper: Paper, how_many: int, seed: int) -> str:
    """Write the variants of a paper and their marking scheme; returns what was written, in words."""
    folder.mkdir(parents=True, exist_ok=True)
    variants = draw_variants(paper, how_many, seed)
    scheme = scheme_as_markdown(paper, variants, seed)
    bodies = {}
    for variant in variants:
        name = f"exam-{paper.minutes}-minutes-{variant.letter}"
        (folder / f"{name}.md").write_text(paper_as_markdown(paper, variant), encoding="utf-8")
        bodies[name] = paper_to_print(paper, variant)
    name = f"marking-{paper.minutes}-minutes"
    (folder / f"{name}.md").write_text(scheme, encoding="utf-8")
    bodies[name] = scheme_to_print(scheme)
    write_pages(folder, bodies)
    letters = f"{variants[0].letter} to {variants[-1].letter}" if how_many > 1 else "A"
    kinds = "as pages, PDF and Markdown" if chromium() else "as pages and Markdown"
    return f"{folder}: exam-{paper.minutes}-minutes, {letters}, and {name}, {kinds}"


def main(arguments: Sequence[str]) -> None:
    """Draw the papers that are asked for, and say where they are."""
    options = parser().parse_args(arguments)
    try:
        for paper in chosen(options):
            folder = options.folder / f"seed-{options.seed}"
            print(write(folder, paper, options.variants, options.seed))
    except PaperError as error:
        sys.exit(f"{error}.")


if __name__ == "__main__":
    main(sys.argv[1:])
