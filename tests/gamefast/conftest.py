"""What the tests of rules in numbers share."""

import pytest

from gamefast.machine import Kernel
from gamefast.search import compiled


@pytest.fixture(params=["as they are", pytest.param("compiled", marks=pytest.mark.slow)])
def speed(request, monkeypatch):
    """Loops and rules as plain Python, or compiled."""
    if request.param == "compiled":
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)
        monkeypatch.setattr(compiled, "FEW", 0)
        monkeypatch.setattr(compiled, "FEW_PLAYOUTS", 0)
    return request.param
