"""A notebook in a page, as in JupyterLite: it ends an endless call by itself."""

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def test_an_endless_call_ends_where_no_page_sets_an_alarm(folder):
    done = subprocess.run(
        [shutil.which("node"), str(HERE / "lite.mjs"), str(folder)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    slow, right = done.stdout.splitlines()[-2:]
    assert slow.startswith("◔ too slow: right as far as it came; wins(6, ("), done.stderr
    assert slow.endswith("had not come to an end after 5 seconds.")
    assert right == "✓ right"
