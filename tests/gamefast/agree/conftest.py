"""Most cases here are made with networkx: where it is not installed, the tests that need it are
left out.
"""

from importlib.util import find_spec
from pathlib import Path

if find_spec("networkx") is None:
    files = Path(__file__).parent.glob("test_*.py")
    collect_ignore = [
        path.name
        for path in files
        if "networkx" in (text := path.read_text()) or "import cases" in text
    ]
