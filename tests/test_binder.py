"""What repo2docker, and so Binder and a hub, make of the repository: the environment of
environment.yml.

Run by ``make binder``. No image is built here: what would be done to build it is read.
"""

import re
from pathlib import Path

import pytest

app = pytest.importorskip("repo2docker.app", reason="repo2docker is installed by `make binder`")

ROOT = Path(__file__).parents[1]


@pytest.fixture
def pack(monkeypatch):
    """The way in which repo2docker would build an image, chosen as it chooses: the first that says
    it can.
    """
    monkeypatch.chdir(ROOT)
    packs = (kind(app.Repo2Docker().base_image) for kind in app.Repo2Docker().buildpacks)
    chosen = next(pack for pack in packs if pack.detect())
    chosen.platform = "linux/amd64"
    return chosen


def test_the_image_is_made_of_the_environment_file(pack):
    assert type(pack).__name__ == "CondaBuildPack"
    assert Path(pack.binder_path("environment.yml")) == Path(
        "environment.yml"
    )  # of the repository's root
    assert (
        pack.python_version
        == re.search(r"python=([\d.]+)$", (ROOT / "environment.yml").read_text(), re.M)[1]
    )


def test_the_repository_is_there_before_the_package_is_installed_from_it(pack):
    """``-e .`` in environment.yml needs more than that file; and nothing else is run when the image
    starts.
    """
    steps = pack.render({"NB_UID": "1000", "NB_USER": "reader"})
    copied = re.search(r"^COPY .*src/ \$\{REPO_DIR\}/?$", steps, re.MULTILINE)
    installed = re.search(r"^\S.*\benv update\b.*environment\.yml", steps, re.MULTILINE)
    assert copied.start() < installed.start()
    assert pack.get_post_build_scripts() == []
    assert pack.get_start_script() is None
