import numpy as np
import pytest

from gamefast import machine
from gamelib.core import TooLarge


@machine.Kernel
def multiply(values, factors):
    """Multiply in place."""
    first, second = factors
    for i in range(len(values)):
        values[i] *= first[0] * second
    return len(values)


def test_a_kernel_runs_alike_at_both_speeds():
    for size in (1, machine.kernels.COMPILE_FROM):
        values = np.arange(4)
        assert multiply.at(size)(values, (np.array([3]), 2)) == 4
        assert list(values) == [0, 6, 12, 18]
    assert multiply.at(1) == multiply.interpreted
    assert multiply.at(machine.kernels.COMPILE_FROM) == multiply.compiled


def test_what_is_too_large_for_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr(machine.memory, "free_memory", lambda: 10**12)
    with pytest.raises(TooLarge, match=r"GB are free; at most 2,147,483,647 can be numbered"):
        machine.check_memory(1 << 31, 0)
    monkeypatch.setattr(machine.memory, "free_memory", lambda: None)
    machine.check_memory(200_000_000, 10)
    with pytest.raises(
        TooLarge, match=r"2\.0 GB and 2\.0 GB are assumed to be free.*pip install -e '\.\[fast\]'"
    ):
        machine.check_memory(200_000_001, 10)
