"""What the browser makes of a scene that is shown step by step."""

import base64
import json
import zlib
from itertools import pairwise


def moments(widget):
    """The steps as they are shown: what one leaves out is as in the step before."""
    steps = json.loads(zlib.decompress(base64.b64decode(widget.scene["steps"])))
    for before, step in pairwise(steps):
        step["shown"] = [{**old, **new} for old, new in zip(before["shown"], step["shown"], strict=True)]
        step["counts"] = step.get("counts", before.get("counts"))
    return steps
