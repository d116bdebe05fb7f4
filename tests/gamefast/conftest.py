"""What the tests of rules in numbers share; and what is left out where networkx is not installed:
most cases of ``agree`` are made with it.

One file for all folders below: pytest reads the doctests of a conftest.py by its bare name, and
takes one further down for it.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

from gamefast.machine import Kernel
from gamefast.search import compiled

if find_spec("networkx") is None:
    here = Path(__file__).parent
    collect_ignore = [
        str(path.relative_to(here))
        for path in here.glob("agree/test_*.py")
        if "networkx" in (text := path.read_text()) or "import cases" in text
    ]


@pytest.fixture(params=["as they are", pytest.param("compiled", marks=pytest.mark.slow)])
def speed(request, monkeypatch):
    """Loops and rules as plain Python, or compiled."""
    if request.param == "compiled":
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)
        monkeypatch.setattr(compiled, "FEW", 0)
        monkeypatch.setattr(compiled, "FEW_PLAYOUTS", 0)
    return request.param
