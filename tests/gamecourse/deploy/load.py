"""So many students open and run lecture 1 on one hub: what a student costs (`make load N=30`).

No browser: the hub is asked as JupyterLab asks it. Each student has a server and a kernel of his
own. They come in groups, as through a door; memory is counted when all are there, each with the
lecture run.
"""

import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
from hub import Person, running

#: So many are at the door at once; and so much memory must be left, in bytes.
DOOR, LEFT = 4, 3_000_000_000
LECTURE = "course/01-matches.ipynb"


def attend(hub, name):
    """Come in, and run the lecture; the seconds that it took."""
    if psutil.virtual_memory().available < LEFT:
        sys.exit(f"{name} finds less than {LEFT >> 30} GB of memory free: take fewer students")
    student, began = Person(hub, name), time.monotonic()
    student.start()
    for cell in student.open(LECTURE):
        student.run(cell)
    student.close()
    return time.monotonic() - began


def costs(hub):
    """Megabytes and the processor's seconds of all processes, by their part: hub, server or kernel.

    Memory that processes share is counted once, in equal parts.
    """
    found = {"hub": [], "server": [], "kernel": []}
    for process in [hub.process, *hub.process.children(recursive=True)]:
        if "JUPYTERHUB_USER" not in process.environ():
            part = "hub"
        else:
            part = "kernel" if "ipykernel_launcher" in process.cmdline() else "server"
        found[part].append((process.memory_full_info().pss / 1e6, sum(process.cpu_times()[:4])))
    return found


def main(many):
    names = [f"student{k}" for k in range(1, many + 1)]
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as hub,
        ThreadPoolExecutor(DOOR) as door,
    ):
        began = time.monotonic()
        hub.ask("POST", "/hub/api/users", {"usernames": names})
        waited = list(door.map(lambda name: attend(hub, name), names))
        whole = time.monotonic() - began
        found = costs(hub)
    print(
        f"{many} students, {DOOR} at the door at once, {psutil.cpu_count()} cores, load "
        f"{psutil.getloadavg()[0]:.1f}"
    )
    for part in ("server", "kernel"):
        memory, seconds = zip(*found[part], strict=True)
        print(f"{part}: {statistics.mean(memory):.0f} MB (at most {max(memory):.0f}), ", end="")
        print(f"{statistics.mean(seconds):.1f} s of a processor (at most {max(seconds):.1f})")
    memory, seconds = (sum(column) for column in zip(*found["hub"], strict=True))
    print(f"hub and proxy: {memory:.0f} MB, {seconds:.1f} s of a processor")
    print(f"all: {sum(memory for part in found.values() for memory, _ in part) / 1e3:.1f} GB")
    print(f"a student waits {statistics.median(waited):.0f} s; all are through after {whole:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]))
