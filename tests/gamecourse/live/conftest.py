"""A page's Python, run by node: the worker of the pages, with the files that a page fetches."""

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue

import pytest

from gamecourse.publish.site import live

sys.path.append(str(Path(__file__).parents[1]))  # for the ideas of wrong answers (verdicts)

HERE = Path(__file__).parent
#: Seconds without a sign of life, after which a page ends its worker.
SILENCE = 8
#: Seconds until Python has started, on a machine that does other things as well.
STARTING = 60


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
        return self.messages.get(timeout=STARTING)

    @staticmethod
    def _listen(process, messages):
        """Put each message of the worker into the queue."""
        for line in process.stdout:
            messages.put(json.loads(line))

    def end(self):
        """End the worker."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    def ask(self, action, cells, cell, mine=""):
        """What the worker answers; raises Silent as a page would lose its patience."""
        if self.process is None:
            assert self.start()["ready"]
        job = {"id": 1, "action": action, "cells": cells, "cell": cell, "mine": mine}
        print(json.dumps(job), file=self.process.stdin, flush=True)
        self.calling = ""
        while True:
            try:
                message = self.messages.get(timeout=SILENCE)
            except Empty:
                self.end()
                raise Silent(self.calling) from None
            self.calling = message.get("calling", self.calling)
            if "result" in message:
                self.heap = message["heap"]
                return message["result"]
            if "broken" in message:
                self.end()
                return message


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """What a page fetches to have Python."""
    path = tmp_path_factory.mktemp("python")
    live.write_python(path)
    return path


@pytest.fixture(scope="session")
def page(folder):
    """A page whose worker runs from one test to the next."""
    page = Page(folder)
    yield page
    page.end()


def cells_of(record, name, answer=None):
    """The cells of a page of exercises, with this answer to the exercise of this name, and the id
    of the cell that checks it.
    """
    (check,) = (cell["id"] for cell in record["cells"] if cell.get("exercise") == name)
    cells = []
    for cell in record["cells"]:
        is_answer = cell.get("check") == check and answer is not None
        cells.append({"id": cell["id"], "source": answer if is_answer else cell["source"]})
    return cells, check
