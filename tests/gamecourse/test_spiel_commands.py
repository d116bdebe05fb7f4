"""The games of OpenSpiel from the command line. `make peers` runs this where OpenSpiel is
installed.
"""

import io
import sys
from importlib.util import find_spec

import pytest

from gamecourse.__main__ import main


@pytest.mark.skipif(
    find_spec("pyspiel") is None, reason="OpenSpiel is not installed; `make peers` does it"
)
def test_from_the_command_line(monkeypatch, capsys):
    assert main(["solve", "SpielGame", "connect_four(rows=3,columns=4,x_in_row=3)"]) == 0
    assert capsys.readouterr().out.startswith("WIN in 9: x")
    assert (
        main(
            [
                "solve",
                "Alternating(SpielGame('tic_tac_toe'))",
                "--position",
                "(('x(1,1)', 'o(0,1)'), 0)",
            ]
        )
        == 0
    )
    assert capsys.readouterr().out.startswith("WIN in 5: x(")
    monkeypatch.setattr(sys, "stdin", io.StringIO("roll\nstop\n" * 99))
    assert main(["play", "SpielGame", "pig(winscore=5)", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "You: roll.\nChance: Roll " in out
    assert out.endswith(("You have won.\n", "You have lost.\n"))
