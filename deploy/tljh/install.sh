#!/usr/bin/env bash
# The course on The Littlest JupyterHub; again after `git pull`, to bring a newer course. As root, on a machine where TLJH
# (https://tljh.jupyter.org) is installed:  /srv/gamelib/deploy/tljh/install.sh NAME...
# where each NAME is an instructor, as he logs in.
set -euo pipefail
cd "$(dirname "$0")/../.."
test "$PWD" = /srv/gamelib || { echo "clone the repository to /srv/gamelib: there all servers look for it" >&2; exit 1; }

# The environment of all users has gamelib, gamefast and gamecourse from here, with nbgrader.
/opt/tljh/user/bin/python -m pip install --editable '.[marks]'

# nbgrader's exchange: everybody lays something down, nobody takes away what is not his.
install -d -m 1777 /srv/exchange

# What a hub of the course does for everybody.
cat > /opt/tljh/config/jupyterhub_config.d/gamelib.py <<END
import os

os.environ["GAMELIB_INSTRUCTORS"] = "$*"
load_subconfig("/srv/gamelib/deploy/jupyterhub_config.py")
END

# Memory, so that one student's large game costs nobody else his work; servers that nobody uses are stopped.
tljh-config set limits.memory 2G
tljh-config set limits.cpu 2
tljh-config set services.cull.enabled true
tljh-config set services.cull.timeout 3600
tljh-config reload hub
