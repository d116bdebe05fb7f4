"""What ``make lab`` and its kin say on the terminal, where Node is installed."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import expect
from seen import ROOT, SHOTS
from serving import free_port, serving

#: What no newcomer should read: an error, or code.
AMISS = re.compile(r"error|traceback|require|function\s*\(|fail", re.IGNORECASE)


@pytest.fixture
def surroundings(tmp_path):
    """A port, and an environment with a server's configuration of our own and the pages that
    JupyterLab asks.
    """
    port = free_port()
    (tmp_path / "config").mkdir()
    server = {"port": port, "ip": "127.0.0.1", "open_browser": False}
    config = {"ServerApp": server, "IdentityProvider": {"token": ""}}
    (tmp_path / "config" / "jupyter_server_config.json").write_text(json.dumps(config))
    return port, {**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}


@pytest.mark.skipif(
    shutil.which("node") is None, reason="it goes wrong only where Node is installed"
)
@pytest.mark.parametrize(
    "command", [["lab"], pytest.param(["edit"], marks=pytest.mark.slow), ["lecture", "N=4"]]
)
def test_jupyterlab_starts_without_an_error_where_node_is_installed(
    tmp_path, surroundings, command
):
    port, environment = surroundings
    make = ["make", "--directory", str(ROOT), *command, f"COURSE={tmp_path / 'course'}"]
    with serving(make, environment, tmp_path / "log", port) as address:
        urllib.request.urlopen(f"{address}/lab", timeout=30).read()
        time.sleep(3)  # what is asked of Node is answered later
    said = (tmp_path / "log").read_text()
    assert [line[:200] for line in said.splitlines() if AMISS.search(line)] == []
    assert max(map(len, said.splitlines())) < 1000


def test_the_doctor_finds_no_error_where_node_is_installed(tmp_path):
    make = ["make", "--directory", str(ROOT), "doctor", f"COURSE={tmp_path / 'course'}"]
    done = subprocess.run(make, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert not re.search("Error|Traceback", done.stdout)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is asked")
def test_node_takes_a_tool_in_the_environment_for_what_it_is():
    """Node asks the nearest package.json above a file what kind of JavaScript it is; ours must not
    say so.
    """
    tool = ROOT / ".venv" / "tool of a test.js"
    tool.write_text('console.log(typeof require("util"));')
    try:
        done = subprocess.run(["node", tool], capture_output=True, text=True)
    finally:
        tool.unlink()
    assert (done.stdout, done.stderr) == ("object\n", "")


@pytest.mark.parametrize("command", ["lab", pytest.param("edit", marks=pytest.mark.slow)])
def test_jupyterlab_asks_for_no_news(tmp_path, surroundings, page, command):
    port, environment = surroundings
    make = ["make", "--directory", str(ROOT), command, f"COURSE={tmp_path / 'course'}"]
    environment |= {"JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings")}
    with serving(make, environment, tmp_path / "log", port) as address:
        page.goto(f"{address}/lab?reset")
        page.wait_for_selector(".jp-Launcher, .jp-Notebook", timeout=90_000)
        page.wait_for_timeout(5_000)
        assert page.locator(".Toastify__toast").all_inner_texts() == []


def test_names_are_whole_in_jupyterlab_and_nothing_stands_to_the_right(
    tmp_path, surroundings, page
):
    """At first: what a reader changes in the layout is kept."""
    port, environment = surroundings
    layout = tmp_path / "jupyterlab"
    command = [sys.executable, "-m", "gamecourse.course.lab", str(layout)]
    subprocess.run(command, check=True, cwd=ROOT)
    course = tmp_path / "course"
    make = ["make", "--directory", str(ROOT), "lab", f"COURSE={course}", f"JUPYTERLAB={layout}"]
    environment |= {"JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings")}
    with serving(make, environment, tmp_path / "log", port) as address:
        page.goto(f"{address}/lab/tree/index.ipynb")
        page.wait_for_selector(".jp-Notebook", timeout=90_000)
        names = page.locator(".jp-DirListing-item .jp-DirListing-itemText")
        expect(names.filter(has_text="04-policeman-and-thief.ipynb")).to_be_visible()
        page.wait_for_timeout(2_000)  # the layout is restored
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / "lab-first-look.png")
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
        assert names.evaluate_all(cut) == []
        assert names.count() > 15
        for beside in ("#jp-right-stack", ".jp-SideBar.jp-mod-right"):
            expect(page.locator(beside).first).to_be_hidden()
