"""A page's worker run by node, and what a page asks it."""

import json
import shutil
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from time import monotonic

import psutil

HERE = Path(__file__).parent
#: Seconds without a sign of life, after which a page ends its worker.
SILENCE = 8
#: Seconds of the clock on the wall in which a worker that has ended, or sleeps, does nothing at all.
IDLE = 20
#: Seconds until Python has started, on a machine that does other things as well.
STARTING = 300


class Silent(Exception):
    """The worker has given no sign of life for so long that a page would end it."""


class Page:
    """A page that has one worker at a time."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None
        self.calling = ""
        self.heap = 0

    def start(self):
        """Start a worker, and return what it says when it is ready."""
        node = shutil.which("node")
        self.process = subprocess.Popen(
            [node, str(HERE / "worker.mjs"), f"{self.folder}/"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.messages = Queue()
        threading.Thread(
            target=self._listen, args=(self.process, self.messages), daemon=True
        ).start()
        while "loading" in (message := self.messages.get(timeout=STARTING)):
            pass
        return message

    @staticmethod
    def _listen(process, messages):
        """Put each message of the worker into the queue. A Python that crashes writes lines of its
        own between them.
        """
        for line in process.stdout:
            if line.startswith("{"):
                messages.put(json.loads(line))

    def end(self):
        """End the worker."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    def _next_message(self):
        """The next message; raises Silent after too many seconds of the worker's own time, so that
        other work on the machine does not matter, and where the worker has stopped doing anything.
        """
        process = psutil.Process(self.process.pid)
        spent = _seconds_of(process)
        end = spent + SILENCE
        last_sign = monotonic()
        while spent < end and monotonic() < last_sign + IDLE:
            with suppress(Empty):
                return self.messages.get(timeout=0.2)
            before, spent = spent, _seconds_of(process)
            if spent > before:
                last_sign = monotonic()
        self.end()
        raise Silent(self.calling)

    def ask(self, action, cells, cell, mine=""):
        """What the worker answers; raises Silent as a page would lose its patience."""
        if self.process is None:
            assert self.start()["ready"]
        job = {"id": 1, "action": action, "cells": cells, "cell": cell, "mine": mine}
        print(json.dumps(job), file=self.process.stdin, flush=True)
        self.calling = ""
        while True:
            message = self._next_message()
            self.calling = message.get("calling", self.calling)
            if "result" in message:
                self.heap = message["heap"]
                return message["result"]
            if "broken" in message:
                self.end()
                return message


def _seconds_of(process):
    """The seconds that a process has had of a processor."""
    times = process.cpu_times()
    return times.user + times.system


def cells_of(record, exercise, answer=None):
    """The cells of a page of exercises, and the id of the cell that checks an exercise.

    All are stubs. With an answer to this exercise, the other exercises have their solutions, because
    an answer may use earlier ones.
    """
    (check,) = (cell["id"] for cell in record["cells"] if cell.get("exercise") == exercise)
    cells = []
    for cell in record["cells"]:
        source = cell["source"]
        if answer is not None:
            source = answer if cell.get("check") == check else cell.get("solution", source)
        cells.append({"id": cell["id"], "source": source})
    return cells, check
