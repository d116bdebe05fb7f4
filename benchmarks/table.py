"""Run all benchmarks and print their claims as one table: ``python benchmarks/table.py``, or ``make
bench``.

With ``--keep``, the table is written into docs/speed.md, and its pictures are redrawn.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from common import told

import gamecourse.show.style  # noqa: F401 - the look of the pictures
from gamecourse.show.colours import MARKS
from gamelib import LOSS, WIN

HERE = Path(__file__).parent
DOCS, KEPT = (HERE.parent / name for name in ("docs", "build/bench"))
PAGE = DOCS / "speed.md"
FROM, TO = "<!-- from a run of make bench -->\n", "<!-- so far -->\n"
PACKAGES = ("numpy", "numba", "networkx", "open_spiel", "easyAI", "chess")
Row = dict[str, Any]


def measure(script: Path) -> bool:
    """Run a benchmark; the rows of its claims are kept in build, replacing those of the run
    before.
    """
    rows = KEPT / f"{script.stem}.new"
    KEPT.mkdir(parents=True, exist_ok=True)
    rows.write_text("")
    print(f"\n== {script.stem.removeprefix('bench_')}", flush=True)
    done = subprocess.run(
        [sys.executable, script], env=os.environ | {"BENCH_ROWS": str(rows), "TQDM_DISABLE": "1"}
    )
    if done.returncode == 0:
        rows.replace(rows.with_suffix(".rows"))
    return done.returncode == 0


def size(megabytes: float | None) -> str:
    """Memory in the form that a table shows."""
    if megabytes is None:
        return ""
    return f"{megabytes / 1e3:.1f} GB" if megabytes >= 1e3 else f"{megabytes:.0f} MB"


def mark(reached: bool) -> str:
    return "yes" if reached else "**no**"


def against_peers(rows: list[Row]) -> str:
    lines = [
        "| work | peer | as fast as the peer | wanted | reached | CPU seconds, ours : peer's | "
        "memory, ours : peer's |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        ours, theirs = row["ours"], row["theirs"]
        wanted = (
            "– |"
            if row["wanted"] is None
            else f"{row['wanted']:.2f} × | {mark(row['ratio'] >= row['wanted'])}"
        )
        memory = " : ".join(filter(None, (size(ours["memory"]), size(theirs["memory"]))))
        seconds = f"{ours['seconds']:.3g} : {theirs['seconds']:.3g}"
        lines.append(
            f"| {row['work']} | {row['peer']} | {row['ratio']:.2f} × | {wanted} | {seconds} | "
            f"{memory} |"
        )
    return "\n".join(lines)


def against_limits(rows: list[Row]) -> str:
    lines = ["| work | measured | wanted | reached |", "|---|---|---|---|"]
    for row in rows:
        reached = mark(row["measured"] <= row["limit"])
        measured, limit = told(row["measured"]), told(row["limit"])
        lines.append(f"| {row['work']} | {measured} {row['unit']} | at most {limit} | {reached} |")
    return "\n".join(lines)


def circumstances() -> str:
    """The machine and the versions in words."""
    compiler = subprocess.run(
        ["g++", "-dumpfullversion"], capture_output=True, text=True
    ).stdout.strip()
    said = [f"Python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            said.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return (
        f"{platform.system()}, {platform.machine()}, {os.cpu_count()} cores shared with others; "
        f"{', '.join(said)}; g++ {compiler}"
    )


def picture(rows: list[Row], path: Path) -> None:
    """Our speed against each peer's, as bars from the peer's speed: quicker to the right, slower to
    the left.
    """
    rows = sorted(rows, key=lambda row: row["ratio"])
    figure, ax = plt.subplots(figsize=(11, 0.32 * len(rows) + 1.2), layout="constrained")
    for k, row in enumerate(rows):
        ratio = row["ratio"]
        ax.barh(k, ratio - 1, left=1, color=MARKS[WIN if ratio >= 1 else LOSS].colour)
        if row["wanted"] is not None:
            ax.plot([row["wanted"]] * 2, [k - 0.4, k + 0.4], color="black", linewidth=2)
        said = f" {ratio:,.0f} × " if ratio >= 10 else f" {ratio:.2g} × "
        ax.annotate(said, (ratio, k), va="center", ha="left" if ratio >= 1 else "right", fontsize=9)
    ax.set_yticks(range(len(rows)), [f"{row['work']}: {row['peer']}" for row in rows], fontsize=9)
    ax.set(
        xscale="log", xlabel="how many times as fast as the peer, in the same run (black: wanted)"
    )
    ax.axvline(1, color="black", linewidth=1)
    ax.margins(x=0.12, y=0.02)
    ahead = sum(row["ratio"] >= 1 for row in rows)
    ax.set_title(f"Ahead of the peer in {ahead} of {len(rows)} races", loc="left")
    save(figure, path)


def growth(rows: list[Row], path: Path) -> None:
    """Time and memory against size, on logarithmic axes."""
    figure, axes = plt.subplots(1, 2, figsize=(13, 7), layout="constrained", sharex=True)
    for column, (ax, what) in enumerate(zip(axes, ("CPU seconds", "memory, MB"), strict=True), 1):
        for row, marker in zip(rows, "osD^vPX*h<>", strict=False):
            points, (time, memory) = np.array(row["points"]), row["exponents"]
            label = f"{row['work']}: time as n to the {time:.2f}, memory to the {memory:.2f}"
            ax.plot(points[:, 0], points[:, column], marker=marker, label=label)
        ax.set(
            xscale="log", yscale="log", xlabel="n: positions, moves, playouts, heaps", ylabel=what
        )
    axes[0].set_title("Time", loc="left")
    axes[1].set_title("Memory, above that of the packages", loc="left")
    figure.legend(
        *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=9
    )
    save(figure, path)


def save(figure: plt.Figure, path: Path) -> None:
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": path.name}):
        figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument(
        "only", nargs="*", help="benchmarks to run again, such as pig or octal; by default, all"
    )
    asked.add_argument(
        "--keep",
        action="store_true",
        help="write the table into docs/speed.md and draw the pictures",
    )
    given = asked.parse_args()
    every = sorted(HERE.glob("bench_*.py"))
    scripts = [HERE / f"bench_{name}.py" for name in given.only] or every
    failed = [script.name for script in scripts if not measure(script)]
    kept = [path for script in every if (path := KEPT / f"{script.stem}.rows").exists()]
    rows = [json.loads(line) for path in kept for line in path.read_text().splitlines()]
    races, limits, curves = (
        [row for row in rows if kind in row] for kind in ("peer", "limit", "points")
    )
    table = f"{circumstances()}.\n\n{against_peers(races)}\n\n{against_limits(limits)}\n"
    print(f"\n{table}")
    if given.keep:
        before, rest = PAGE.read_text().split(FROM)
        PAGE.write_text(before + FROM + table + TO + rest.split(TO)[1])
        picture(races, DOCS / "speed.svg")
        growth(curves, DOCS / "scaling.svg")
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
