import sys

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
    monkeypatch.setattr(machine.memory, "offered", lambda what: lambda: 10**12)
    with pytest.raises(TooLarge, match=r"GB are free; at most 2,147,483,647 can be numbered"):
        machine.check_memory(1 << 31, 0)
    monkeypatch.setattr(machine.memory, "offered", lambda what: None)
    machine.check_memory(200_000_000, 10)
    with pytest.raises(
        TooLarge, match=r"2\.0 GB and 2\.0 GB are assumed to be free.*pip install -e '\.\[fast\]'"
    ):
        machine.check_memory(200_000_001, 10)


def test_an_absent_package_is_named_in_one_sentence_with_the_command(monkeypatch, tmp_path):
    assert machine.needs("numpy", "fast", "numbers") is np
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ModuleNotFoundError) as caught:
        machine.needs("networkx", "graphs", "graphs")
    assert (
        str(caught.value)
        == "graphs need networkx: pip install -e '.[graphs]' in the checkout of gamelib"
    )
    assert caught.value.name == "networkx"
    (tmp_path / "broken_package.py").write_text("import something_it_lacks")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="No module named 'something_it_lacks'"):
        machine.needs(
            "broken_package", "graphs", "graphs"
        )  # it is there: to install it would not help
