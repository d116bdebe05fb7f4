"""A server on this machine, for as long as it is needed."""

import os
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


#: How many seconds a server has to end.
PATIENCE = 20


@contextmanager
def serving(command, environment, log, port):
    """The address of the Jupyter server that a command starts, once it answers; what it says goes
    into ``log``. At the end, what the command has started is ended too.
    """
    with (
        log.open("w") as said,
        subprocess.Popen(
            command, env=environment, stdout=said, stderr=said, start_new_session=True
        ) as server,
    ):
        address = f"http://127.0.0.1:{port}"
        for _ in range(120):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5)
                break
            except OSError:
                assert server.poll() is None, log.read_text()
                time.sleep(0.5)
        try:
            yield address
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:  # a kernel that is just starting holds the server up
                os.killpg(server.pid, signal.SIGKILL)
