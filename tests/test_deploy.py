"""What deploy/ ships says the same thing everywhere. That it works is tried by `make hub`."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml

DEPLOY = Path(__file__).parents[1] / "deploy"
HUB, TLJH, README = (
    (DEPLOY / name).read_text() for name in ("jupyterhub_config.py", "tljh/install.sh", "README.md")
)
VALUES = yaml.safe_load((DEPLOY / "z2jh" / "values.yaml").read_text())
CLAIM = yaml.safe_load((DEPLOY / "z2jh" / "exchange.yaml").read_text())


def test_the_script_is_one_of_bash_and_refuses_another_place():
    done = subprocess.run(
        ["bash", DEPLOY / "tljh" / "install.sh", "lecturer"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "clone the repository to /srv/gamelib" in done.stderr


def test_the_repository_and_the_exchange_lie_in_one_place():
    repository, exchange = re.findall(r'os\.environ\.get\("\w+", "(/[\w/]+)"\)', HUB)
    assert f'"$PWD" = {repository} ' in TLJH
    assert f'load_subconfig("{repository}/deploy/jupyterhub_config.py")' in TLJH
    assert f"--target-repo-dir {repository} " in README
    assert f"install -d -m 1777 {exchange}\n" in TLJH
    (volume,) = VALUES["singleuser"]["storage"]["extraVolumes"]
    (mount,) = VALUES["singleuser"]["storage"]["extraVolumeMounts"]
    assert mount == {"name": volume["name"], "mountPath": exchange}
    assert volume["persistentVolumeClaim"]["claimName"] == CLAIM["metadata"]["name"]


def test_everybody_gets_as_much_memory_and_as_much_time():
    (limit,) = re.findall(r'c\.Spawner\.mem_limit = "(\w+)"', HUB)
    (guarantee,) = re.findall(r'c\.Spawner\.mem_guarantee = "(\w+)"', HUB)
    assert VALUES["singleuser"]["memory"] == {"guarantee": guarantee, "limit": limit}
    assert f"limits.memory {limit}\n" in TLJH
    assert f"limits.cpu {VALUES['singleuser']['cpu']['limit']}\n" in TLJH
    assert f"services.cull.timeout {VALUES['cull']['timeout']}\n" in TLJH
    assert (
        f"start_timeout = c.Spawner.http_timeout = {VALUES['singleuser']['startTimeout']}\n" in HUB
    )
    assert f"{limit.removesuffix('G')} GB of memory at most" in README


def test_the_names_of_the_chart_are_those_of_the_commands():
    (name,) = VALUES["hub"]["extraFiles"]
    assert f"--set-file hub.extraFiles.{name}.stringData=deploy/jupyterhub_config.py" in README
    image = VALUES["singleuser"]["image"]
    assert README.count(f"{image['name']}:{image['tag']}") == 2
    for variable in VALUES["hub"]["extraEnv"]:
        assert f'os.environ.get("{variable}"' in HUB


@pytest.mark.parametrize(
    "path", sorted(DEPLOY.rglob("*.json")), ids=lambda path: path.relative_to(DEPLOY).as_posix()
)
def test_json_is_json(path):
    assert json.loads(path.read_text())


def test_links_lead_somewhere():
    for link in re.findall(r"\]\(([^)]+)\)", README):
        assert link.startswith("https://") or (DEPLOY / link).exists(), link
