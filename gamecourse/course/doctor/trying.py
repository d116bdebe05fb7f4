"""Run ``inside.py``, within a limit of time; whatever comes of it, a report and no error."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INSIDE = Path(__file__).with_name("inside.py")
#: After so many seconds a trial is ended. Three are usual; a slow disk and the first start after an installation take
#: more, and nobody should be told for that that something is wrong.
LIMIT = 60.0


@dataclass(frozen=True)
class Trial:
    """What a process told, line by line; and, if it failed, why."""

    told: list[dict[str, Any]]
    fault: str = ""
    slow: bool = False

    def of(self, key: str) -> list[Any]:
        """All that was told under this name."""
        return [line[key] for line in self.told if key in line]


def tried(*words: str, limit: float = 0) -> Trial:
    """Run it with these words, in a folder that has nothing to do with the course."""
    command = [sys.executable, "-P", str(INSIDE), *words]
    limit = limit or LIMIT + 1  # a kernel keeps the limit by itself
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    try:
        with subprocess.Popen(command, cwd=tempfile.gettempdir(), **how) as process:  # type: ignore[call-overload]
            try:
                said, complained = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                process.kill()
                said, complained = process.communicate()
                return Trial(_read(said), f"it was not done after {limit:.0f} seconds", slow=True)
    except OSError as error:
        return Trial([], str(error.strerror or error))
    told = _read(said)
    faults = [line["fault"] for line in told if line.keys() == {"fault"}]
    if not faults and process.returncode:
        faults = [f"Python broke off without a word (status {process.returncode})"]
    last = complained.decode(errors="replace").strip().rpartition("\n")[2]
    return Trial(told, f"{faults[0]}: {last}" if faults and _is_error(last) else "".join(faults))


def all_tried(trials: dict[str, list[str]]) -> dict[str, Trial]:
    """Several at once, by name."""
    with ThreadPoolExecutor(len(trials)) as pool:
        running = {name: pool.submit(tried, *words) for name, words in trials.items()}
        return {name: one.result() for name, one in running.items()}


def _read(said: bytes) -> list[dict[str, Any]]:
    """The lines of JSON; a package may print other things when it is loaded."""
    told = []
    for line in said.decode(errors="replace").splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if isinstance(one, dict):
            told.append(one)
    return told


def _is_error(line: str) -> bool:
    """Whether a line is the last of a traceback, or Python's own complaint."""
    return "Error: " in line or "No module named" in line
