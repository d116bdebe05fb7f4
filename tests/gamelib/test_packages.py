"""What may be absent is named with the command that installs it."""

import fractions
import sys

import pytest

from gamelib.packages import needs


def test_an_absent_package_is_named_in_one_sentence_with_the_command(monkeypatch, tmp_path):
    assert needs("fractions", "fast", "numbers") is fractions
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ModuleNotFoundError) as caught:
        needs("networkx", "graphs", "graphs")
    assert (
        str(caught.value)
        == "graphs need networkx: pip install -e '.[graphs]' in the checkout of gamelib"
    )
    assert caught.value.name == "networkx"
    (tmp_path / "broken_package.py").write_text("import something_it_lacks")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="No module named 'something_it_lacks'"):
        needs("broken_package", "graphs", "graphs")  # it is there: to install it would not help
