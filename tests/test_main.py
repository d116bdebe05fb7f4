import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gamelib.__main__ import main

BOARD = "P...\n.**.\n..TE\n"


def command(*arguments, text=b""):
    return subprocess.run([sys.executable, "-m", "gamelib", *arguments], input=text, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    ("board", "answer"),
    [(BOARD, "LOSS in 2\n"), ("1 2\nCT", "WIN in 1\n"), ("P*T", "DRAW\n"), ("3 1\nP\n-\nT\n", "WIN in 3\n")],
)
def test_one_line_says_who_wins(board, answer, tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_text(board)
    assert main(["cops", str(file)]) == 0
    assert capsys.readouterr() == (answer, "")


def test_from_standard_input_as_a_process():
    done = command("cops", "-", text=BOARD.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"LOSS in 2\n", b"")


def test_a_byte_order_mark_is_no_cell():
    assert command("cops", "-", text=b"\xef\xbb\xbfPT").stdout == b"WIN in 1\n"


def test_show_adds_the_board_and_best_play(tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_text("P.T")
    main(["cops", str(file), "--show"])
    assert capsys.readouterr().out.split("\n\n") == [
        "WIN in 3",
        "P.T\npoliceman to move",
        "1. policeman to (0, 1)\n.PT",
        "2. thief stays at (0, 2)\n.PT",
        "3. policeman to (0, 2)\n..P",
        "the policeman has caught him\n",
    ]
    file.write_text("P*T")
    main(["cops", str(file), "--show"])
    assert capsys.readouterr().out.endswith("and so on: neither side can force an end\n")
    file.write_text("P" + "." * 20 + "T")
    main(["cops", str(file), "--show"])
    assert "10. thief" in (out := capsys.readouterr().out)
    assert out.endswith("more\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"P..\n..T.\n", "row 2 of the board has 4 cells, row 1 has 3"),
        (b"P.x\n..T\n", "row 1, column 3"),
        (b"..T\n", "no policeman"),
        (b"P.P\n..T\n", "row 1, column 3"),
        (b"P..\n", "no thief"),
        (b"", "the board is empty"),
        (b"P..\n.\xff.T\n", "not a text file: line 2, column 2 holds the byte 0xff"),
        (b"\x89PNG\r\n\x1a\n\x00", "not a text file: line 1, column 1"),
        (b"2 3\nP.T\n", "the first line says 2 rows"),
        (b"P" + b"." * 199_998 + b"T", "positions are too many: they need about"),
    ],
)
def test_bad_input_gets_one_line_and_status_2(content, message, tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_bytes(content)
    assert main(["cops", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{file}: ")
    assert message in err
    assert err.count("\n") == 1
    assert err.endswith("\n")


def test_files_that_are_not_there_or_are_folders(tmp_path, capsys):
    for name in (tmp_path / "nowhere.txt", tmp_path):
        assert main(["cops", str(name)]) == 2
        assert "cannot be read" in capsys.readouterr().err


def test_memory_that_runs_out_all_the_same_is_told_in_one_line(monkeypatch, capsys):
    def exhausted(board):
        raise MemoryError("Unable to allocate 9 GiB")

    monkeypatch.setattr("gamelib.__main__.solve", exhausted)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"PT")))
    assert main(["cops", "-"]) == 2
    assert capsys.readouterr().err == "standard input: the board is too large for the memory at hand\n"


def test_the_user_may_stop_it(monkeypatch, capsys):
    def stopped(board):
        raise KeyboardInterrupt

    monkeypatch.setattr("gamelib.__main__.solve", stopped)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"PT")))
    assert main(["cops", "-"]) == 130
    assert capsys.readouterr().err == "stopped\n"


def shell(line, **environment):
    line = line.replace("PYTHON", shlex.quote(sys.executable))
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


def test_the_shell_finds_a_python_whose_path_has_a_space(monkeypatch, tmp_path):
    (tmp_path / "with space").mkdir()
    there = tmp_path / "with space" / "python"
    there.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(there))
    assert shell("PYTHON -c 'print(7)'") == (0, "7\n", "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_who_leaves_early_is_no_error(unbuffered):
    line = "set -o pipefail; echo PT | PYTHON -m gamelib cops - --show | true"
    status, _, err = shell(line, PYTHONUNBUFFERED=unbuffered)
    assert status in (0, 1)  # 0 if the answer was out before the reader left
    assert err == ""


def test_streams_that_are_closed_or_full():
    assert shell("PYTHON -m gamelib cops - <&-") == (2, "", "standard input: cannot be read: it is closed\n")
    assert shell("echo PT | PYTHON -m gamelib cops - >&-")[0] == 2
    status, _, err = shell("echo PT | PYTHON -m gamelib cops - > /dev/full")
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith("standard output: ")


def test_a_file_name_that_would_break_the_line(capsys):
    assert main(["cops", "no\nwhere"]) == 2
    assert capsys.readouterr().err == "'no\\nwhere': cannot be read: No such file or directory\n"


def test_usage_errors_leave_with_status_2():
    for arguments in ((), ("cops",), ("chess",)):
        done = command(*arguments)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
    assert b"BOARD.txt" in command("cops", "--help").stdout


def test_small_boards_do_not_wait_for_a_compiler():
    code = (
        "import sys, gamelib.__main__ as m; m.main(['cops', '-']); "
        "loaded = {'numba', 'matplotlib', 'ipywidgets', 'networkx', 'tqdm', 'IPython'} & set(sys.modules); "
        "sys.exit(str(loaded) if loaded else 0)"
    )
    board = "\n".join(["P" + "." * 9, *["." * 10] * 8, "." * 9 + "T"]).encode()
    done = subprocess.run([sys.executable, "-c", code], input=board, capture_output=True, cwd=Path(__file__).parents[1])
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"WIN in ")
