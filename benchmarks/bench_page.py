"""Claims: a page's Python starts in five seconds of a processor, and all 84 solutions have their
verdicts in 22 seconds, as in the trial before the pages were built.

The worker of the pages is run by node, with the files that a page fetches. Each solution of the
course is checked once, as a student's would be.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

import psutil
from common import within

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "gamecourse" / "live"))

from runner import Page, cells_of  # noqa: E402
from test_solutions import EXERCISES, PAGES  # noqa: E402

from gamecourse.publish.site import live  # noqa: E402


def solved(name: str) -> list[dict[str, str]]:
    """The cells of a page with all solutions."""
    return [
        {"id": cell["id"], "source": cell.get("solution", cell["source"])}
        for cell in PAGES[name]["cells"]
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in live.python_files().items():
            Path(folder, name).write_bytes(content)
        page = Page(Path(folder))
        assert page.start()["ready"]
        process = psutil.Process(page.process.pid)

        def spent() -> float:
            times = process.cpu_times()
            return times.user + times.system

        started = spent()
        taken = []
        for name, exercise in EXERCISES:
            begin = spent()
            _, check = cells_of(PAGES[name], exercise)
            result = page.ask("check", solved(name), check)
            assert result["state"] == "RIGHT", (name, exercise, result)
            taken.append(spent() - begin)
        memory = process.memory_info().rss / 1e6
        page.end()
    print(f"  ready after {started:.2f} s; all {len(taken)} solutions {sum(taken):.1f} s")
    print(f"  the first verdict {taken[0]:.2f} s, the slowest {max(taken):.2f} s; {memory:.0f} MB")
    within("A page's Python, until it is ready", started, 5, "s")
    print(f"  the median {statistics.median(taken):.2f} s")
    within("All 84 verdicts in a page", sum(taken), 22, "s")
    within("A page's Python after 84 verdicts: memory", memory / 1e3, 0.7, "GB")


if __name__ == "__main__":
    main()
