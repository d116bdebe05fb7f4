"""``python -m gamelib doctor``: can this environment run the course, and if not, what is to be done?

What is installed is read (``asked``, ``installed``), what can be known only by trying is tried in processes of their
own, all at once (``trying``, ``inside``, ``running``); the rest is the ``computer``. Each thing is a ``Finding``.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gamecourse.course.doctor import computer, installed, running
from gamecourse.course.doctor.finding import MARKS, PLAIN, Finding, verdict
from gamecourse.course.doctor.trying import LIMIT, all_tried
from gamecourse.show.typed import Refusal

__all__ = ["examine", "report"]


def examine(folder: Path) -> list[Finding]:
    """Everything that was found, for a course in this folder."""
    trials = {"packages": ["packages", *installed.to_load()], "lab": ["lab"], "kernel": ["kernel", str(LIMIT)]}
    told = all_tried(trials)
    looks: dict[str, Callable[[], Finding | list[Finding] | None]] = {
        "Python": installed.python,
        "packages": lambda: installed.packages(told["packages"]),
        "older packages": installed.older,
        "JupyterLab": running.lab,
        "kernel": lambda: running.kernel(told["kernel"]),
        "widgets": lambda: installed.widgets(told["lab"]),
        "cache": lambda: installed.cache(told["packages"]),
        "names": lambda: computer.names(folder),
        "memory": computer.memory,
        "disk": lambda: computer.disk(folder),
        "port": computer.port,
    }
    return [finding for about, look in looks.items() for finding in _looked(about, look)]


def _looked(about: str, look: Callable[[], Finding | list[Finding] | None]) -> list[Finding]:
    """What a look finds; where it fails itself, that."""
    try:
        found = look()
    except Exception as error:  # whatever is broken here, the other lines are worth having
        said = f"It cannot be looked at: {type(error).__name__}: {error}"
        return [Finding("careful", about, said, "Show this line to your lecturer.")]
    return [] if found is None else [found] if isinstance(found, Finding) else found


def report(folder: Path, as_json: bool = False) -> tuple[str, bool]:
    """The report as text or as JSON, and whether the course runs here."""
    findings = examine(folder)
    runs = all(one.word != "wrong" for one in findings)
    if as_json:
        who = {"computer": platform.node(), "system": platform.platform(), "python": platform.python_version()}
        kept = who | {"runs": runs, "findings": [one.kept() for one in findings]}
        return json.dumps(kept, indent=1), runs
    marks = MARKS if _shows("".join(MARKS.values())) else PLAIN
    return "\n".join([*(one.text(marks) for one in findings), "", verdict(findings)]), runs


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


def _shows(marks: str) -> bool:
    """Whether the terminal has these characters."""
    try:
        marks.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def add_to(commands: Any) -> None:
    """Add the command to a parser's."""
    doctor = commands.add_parser(
        "doctor",
        help="whether the course runs on this computer",
        description="Look at everything that the course needs, and say in plain words what is wrong and what to do.",
        epilog="Example: python -m gamelib doctor. For a class: each runs gamelib doctor --json > NAME.json, and the "
        "lecturer gamelib doctor --of *.json",
    )
    doctor.add_argument("folder", nargs="?", type=Path, default=Path("course"), help="your copy; course, if not given")
    doctor.add_argument("--json", action="store_true", help="the report for a program, or for --of")
    doctor.add_argument("--of", nargs="+", type=Path, metavar="FILE", help="read reports of a class instead")
