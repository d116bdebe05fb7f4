"""Some cases are made with numpy or networkx: where one is not installed, these files are left out."""

from importlib.util import find_spec
from pathlib import Path

missing = [package for package in ("numpy", "networkx") if find_spec(package) is None]
files = list(Path(__file__).parent.glob("test_*.py"))
collect_ignore = [
    path.name
    for path in files
    if any(f"import {package}" in path.read_text() for package in missing)
]
