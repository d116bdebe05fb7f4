"""What a hub of the course does for everybody who logs in; loaded after the hub's own
configuration. See README.md.

Before a server starts, the user's copy of the course is laid in his home, or brought up to date;
who is in the group of instructors gets nbgrader's folder of the class, too, and more memory.
"""

import os

c = get_config()  # noqa: F821

#: Where the repository lies, for the servers that are started; and nbgrader's exchange.
REPOSITORY = os.environ.get("GAMELIB", "/srv/gamelib")
EXCHANGE = os.environ.get("GAMELIB_EXCHANGE", "/srv/exchange")

#: The name by which nbgrader knows the instructors of the course, and who they are when the hub
#: first starts.
INSTRUCTORS = "formgrade-gamelib"
c.JupyterHub.load_groups = {
    INSTRUCTORS: {"users": os.environ.get("GAMELIB_INSTRUCTORS", "").split()}
}

#: Students have no solutions beside their exercises, unless the hub's environment says so: nothing
#: is marked, say.
COPY = "course" if os.environ.get("GAMELIB_SOLUTIONS") else "course --no-solutions"

#: Starts a server. Where the copy cannot be brought up to date, the one of last time will do.
START = f"""
python -m gamelib course {COPY}
test -z "$GAMELIB_INSTRUCTOR" || python -m gamelib class gamelib
exec jupyterhub-singleuser "$@"
"""


def prepare(spawner):
    """Say how this user's server is started."""
    instructor = INSTRUCTORS in {group.name for group in spawner.user.groups}
    folders = [f"{REPOSITORY}/deploy/singleuser"] + [f"{REPOSITORY}/deploy/students"] * (
        not instructor
    )
    spawner.environment = {
        **spawner.environment,
        "GAMELIB_INSTRUCTOR": "yes" if instructor else "",
        "GAMELIB_EXCHANGE": EXCHANGE,
        "JUPYTER_CONFIG_PATH": ":".join(folders),
        "PYTHONHASHSEED": "0",
    }
    spawner.cmd = ["bash", "-c", START, "start"]
    if instructor and spawner.mem_limit:
        spawner.mem_limit += 4 << 30  # so much the judge may take for one student's notebook


c.Spawner.pre_spawn_hook = prepare
c.Spawner.default_url = "/lab/tree/course/index.ipynb"
c.Spawner.mem_limit = "2G"
c.Spawner.mem_guarantee = "512M"
# When a class comes through the door, a server takes longer than the half minute for which the hub
# would wait.
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
