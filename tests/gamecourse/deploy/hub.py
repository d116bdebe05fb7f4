"""A JupyterHub on this machine, and people who use it without a browser."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import uuid
from contextlib import contextmanager
from pathlib import Path

import psutil
import requests
import websocket

ROOT = Path(__file__).parents[3]


def free_ports(many):
    """Ports on which nobody listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(many)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@contextmanager
def running(folder, **environment):
    """A hub whose users have their homes in this folder; when it stops, their servers do, too."""
    (folder / "exchange").mkdir(mode=0o777)
    ports, token = free_ports(3), secrets.token_hex()
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "GAMELIB": str(ROOT),
        "GAMELIB_EXCHANGE": str(folder / "exchange"),
        "HUB_FOLDER": str(folder),
        "HUB_PORTS": " ".join(map(str, ports)),
        "HUB_TOKEN": token,
        "JUPYTER_PREFER_ENV_PATH": "1",
        **environment,
    }
    command = [
        sys.executable,
        "-m",
        "jupyterhub",
        "-f",
        str(Path(__file__).with_name("jupyterhub_config.py")),
    ]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
        hub = Hub(f"http://127.0.0.1:{ports[0]}", token, folder, psutil.Process(process.pid))
        try:
            hub.wait(lambda: hub.ask("GET", "/hub/api/"))
            yield hub
        finally:
            family = hub.process.children(recursive=True)
            process.terminate()
            for one in psutil.wait_procs(family, timeout=5)[1]:
                one.kill()
            process.kill()
            process.wait()


class Hub:
    """What is asked of a hub, by somebody who may ask everything."""

    def __init__(self, address, token, folder, process):
        self.address, self.folder, self.process = address, folder, process
        self.head = {"Authorization": f"token {token}"}

    def ask(self, method, path, data=None):
        """The hub's answer, or a server's."""
        done = requests.request(
            method, self.address + path, headers=self.head, json=data, timeout=120
        )
        done.raise_for_status()
        return done.json() if done.content else None

    def wait(self, act, seconds=60):
        """What ``act`` returns, as soon as it is something."""
        end = time.monotonic() + seconds
        while True:
            try:
                if (found := act()) is not None:
                    return found
            except requests.RequestException:
                pass
            assert time.monotonic() < end, self.told()
            time.sleep(0.5)

    def told(self):
        """The end of its log, without what we have asked."""
        lines = (self.folder / "log").read_text().splitlines()
        return "\n".join([line for line in lines if "(tests@" not in line][-60:])


class Person:
    """Somebody with a server on the hub, and with one kernel at a time."""

    def __init__(self, hub, name):
        self.hub, self.name, self.home = hub, name, hub.folder / name
        self.kernel = None

    def start(self):
        """Start the server, and wait for it."""
        user = f"/hub/api/users/{self.name}"
        self.hub.ask("POST", f"{user}/server")
        self.hub.wait(
            lambda: None if (asked := self.hub.ask("GET", user))["pending"] else asked, 320
        )
        assert self.hub.ask("GET", user)["server"], self.hub.told()

    def ask(self, method, path, data=None):
        """An answer of his server."""
        return self.hub.ask(method, f"/user/{self.name}{path}", data)

    def open(self, path):
        """A notebook's cells of code; its kernel is started, or was, and listens for a while."""
        notebook = self.ask("GET", f"/api/contents/{path}")["content"]
        wanted = {"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}
        made = self.ask("POST", "/api/sessions", wanted)
        address = f"{self.hub.address}/user/{self.name}/api/kernels/{made['kernel']['id']}/channels"
        self.kernel = websocket.create_connection(
            address.replace("http", "ws", 1), header=self.hub.head, timeout=120
        )
        return [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]

    def run(self, code):
        """Run a cell as JupyterLab does; what it prints."""
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": "execute_request",
            "username": "",
            "session": "",
            "version": "5.3",
        }
        content = {
            "code": code,
            "silent": False,
            "store_history": True,
            "allow_stdin": False,
            "stop_on_error": True,
        }
        request = {
            "header": header,
            "parent_header": {},
            "metadata": {},
            "content": content,
            "channel": "shell",
        }
        self.kernel.send(json.dumps(request))
        printed, left = "", {"idle", "execute_reply"}
        while left:
            message = json.loads(self.kernel.recv())
            kind, content = message["msg_type"], message["content"]
            if message["parent_header"].get("msg_id") != header["msg_id"]:
                continue
            assert kind != "error", "\n".join(content["traceback"])
            printed += content["text"] if kind == "stream" else ""
            left.discard(content["execution_state"] if kind == "status" else kind)
        return printed

    def close(self):
        """Leave the kernel; it goes on."""
        self.kernel.close()

    def shell(self, command):
        """Run a command in his home, as in a terminal of his server."""
        self.open("course/index.ipynb")
        how = "shell=True, capture_output=True, text=True, cwd=os.path.expanduser('~')"
        code = (
            f"import os, subprocess; done = subprocess.run({command!r}, {how}); "
            "print(done.stdout, done.stderr)"
        )
        said = self.run(f"{code}; assert done.returncode == 0, done.stderr")
        self.close()
        return said
