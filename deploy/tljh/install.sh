#!/usr/bin/env bash
# The course on The Littlest JupyterHub: run as root in the repository, once, and again to bring a newer course.
# TLJH itself is there already: https://tljh.jupyter.org. After it, at the prompt:  sudo deploy/tljh/install.sh NAME...
# where each NAME is an instructor, as he logs in.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The repository lies where everybody may read it, and the environment of all users has the package from there.
mkdir -p /srv/gamelib
git archive HEAD | tar -x -C /srv/gamelib
/opt/tljh/user/bin/python -m pip install --editable '/srv/gamelib[marks]'

# nbgrader's exchange: everybody lays something down, nobody takes away what is not his.
install -d -m 1777 /srv/exchange

# What a hub of the course does for everybody.
cat > /opt/tljh/config/jupyterhub_config.d/gamelib.py <<END
import os

os.environ["GAMELIB_INSTRUCTORS"] = "$*"
load_subconfig("/srv/gamelib/deploy/jupyterhub_config.py")
END

# Memory, so that one student's large game costs nobody else his work; and servers that nobody uses are stopped.
tljh-config set limits.memory 2G
tljh-config set limits.cpu 2
tljh-config set services.cull.enabled true
tljh-config set services.cull.timeout 3600
tljh-config set user_environment.default_app jupyterlab
tljh-config reload hub
