"""The hub of the tests: what deploy/ ships, on this machine alone; everybody may log in, and each
home is a folder.
"""

import os
from pathlib import Path

c = get_config()  # noqa: F821

ROOT = Path(__file__).parents[3]
HUB = Path(os.environ["HUB_FOLDER"])
PORTS = [int(port) for port in os.environ["HUB_PORTS"].split()]

load_subconfig("jupyterhub_config.py", str(ROOT / "deploy"))  # noqa: F821

c.JupyterHub.bind_url = f"http://127.0.0.1:{PORTS[0]}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{PORTS[1]}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{PORTS[2]}"
c.ConfigurableHTTPProxy.command = [str(ROOT / "node_modules" / ".bin" / "configurable-http-proxy")]
c.JupyterHub.db_url = "sqlite://"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(HUB / "{username}")
c.Spawner.ip = "127.0.0.1"
c.Spawner.args = ["--allow-root"]
c.Spawner.env_keep = ["PATH", "LANG", "PYTHONPATH", "VIRTUAL_ENV"]

c.JupyterHub.services = [{"name": "tests", "api_token": os.environ["HUB_TOKEN"]}]
scopes = ["admin:users", "admin:servers", "access:servers"]
c.JupyterHub.load_roles = [{"name": "tests", "services": ["tests"], "scopes": scopes}]
