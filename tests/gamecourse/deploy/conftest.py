"""The browser of `make browser`, for a hub."""

import runpy
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "browser"
sys.path.insert(0, str(FOLDER))  # for seen.py

SHARED = runpy.run_path(str(FOLDER / "conftest.py"))
browser, page = SHARED["browser"], SHARED["page"]
