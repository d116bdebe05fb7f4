"""``python -m gamelib doctor``: can this computer run the course, and if not, what is to be done?

``asked`` reads what is installed; ``trial`` tries, in processes of their own, what can be known only by trying it; and
``questions`` are asked one after the other.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from gamecourse import command
from gamecourse.command import Refusal
from gamecourse.course.doctor import asked, questions
from gamecourse.course.doctor.questions import Finding
from gamecourse.course.doctor.trial import tried


def examine(folder: Path) -> list[Finding]:
    """Everything that was found, for a course in this folder."""
    there = [one.name for one in asked.wanted()[0] if one.name != asked.LAB and asked.here(one.name)]
    with ThreadPoolExecutor() as pool:
        loaded, kernel = pool.map(lambda words: tried(*words), (["packages", *there], ["kernel"]))
    every: list[tuple[str, Callable[[], Finding | None]]] = [
        ("Python", questions.python),
        ("packages", lambda: questions.packages(loaded)),
        ("tests", questions.changing),
        ("packages", questions.older),
        ("JupyterLab", questions.lab),
        ("kernel", lambda: questions.kernel(kernel)),
        ("widgets", questions.widgets),
        ("cache", lambda: questions.cache(loaded)),
        ("names", lambda: questions.names(folder)),
        ("memory", questions.memory),
        ("disk", lambda: questions.disk(folder)),
        ("port", questions.port),
    ]
    found = []
    for about, question in every:
        try:
            one = question()
        except Exception as error:  # whatever is broken here, the other lines are worth having
            said = f"It cannot be looked at: {type(error).__name__}: {error}"
            one = questions.careful(said, "Show this line to your lecturer.")
        found += [one._replace(about=about)] if one else []
    return found


def run(options: argparse.Namespace) -> int:
    """Whether the course runs on this computer.

    Look at everything that the course needs, and say in plain words what is wrong and what to do.

    Example: python -m gamelib doctor. For a class: each runs gamelib doctor --json > NAME.json, and the lecturer
    gamelib doctor --of *.json
    """
    if options.of:
        print("\n".join(collected(options.of)))
        return 0
    findings = examine(options.folder)
    runs = all(one.word != "wrong" for one in findings)
    if options.json:
        who = {"computer": platform.node(), "system": platform.platform(), "python": platform.python_version()}
        print(json.dumps(who | {"runs": runs, "findings": [one._asdict() for one in findings]}, indent=1))
    else:
        print("\n".join([*(one.text() for one in findings), "", verdict(findings)]))
    return int(not runs)


def verdict(findings: list[Finding]) -> str:
    """The last line: whether the course runs here."""
    wrong, careful = (sum(one.word == word for one in findings) for word in ("wrong", "careful"))
    if wrong:
        things = "one thing is" if wrong == 1 else f"{wrong} things are"
        return f"The course does not run here yet: {things} wrong. Do what is said there, then run this again."
    if careful:
        return f"The course runs here. Be careful about {'one thing' if careful == 1 else f'{careful} things'}."
    return "The course runs here."


def collected(paths: list[Path]) -> Iterator[str]:
    """A line for each report of a class, those that need help first; then the counts."""
    lines = []
    for path in paths:
        try:
            kept = json.loads(path.read_text(encoding="utf-8-sig"))
            found = [Finding(**one) for one in kept["findings"]]
        except (OSError, ValueError, KeyError, TypeError):
            raise Refusal(f"{path}: is no report of gamelib doctor --json") from None
        faults = [f"{one.word}: {one.about}: {one.found}" for one in found if one.word != "ok"]
        lines.append((bool(kept["runs"]), f"{path.name}: {'runs' if kept['runs'] else 'DOES NOT RUN'}", faults))
    for _, words, faults in sorted(lines, key=lambda line: line[0]):
        yield "\n    ".join([words, *faults])
    yield f"{sum(runs for runs, *_ in lines)} of {len(lines)} computers run the course."


def add_to(commands: Any) -> None:
    """Add the command to a parser's."""
    doctor = command.add(commands, "doctor", run)
    doctor.add_argument("folder", nargs="?", type=Path, default=Path("course"), help="your copy; course, if not given")
    doctor.add_argument("--json", action="store_true", help="the report for a program, or for --of")
    doctor.add_argument("--of", nargs="+", type=Path, metavar="FILE", help="read reports of a class instead")
