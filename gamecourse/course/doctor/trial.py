"""What can be known only by trying it, in a process of its own: ``python trial.py packages numpy numba``.

A package that is there may not load, and may take Python down with it; a kernel may hang. The process prints what it
finds as soon as it is known, a line of JSON each time; ``tried`` starts it and reads that.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

#: After so many seconds a trial is ended. Three are usual; a slow disk and the first start after an installation take
#: more, and nobody should be told for that that something is wrong.
LIMIT = 60.0
#: What the reader's kernel is asked.
QUESTION = """
import json, sys
try:
    import gamelib
    told = gamelib.__file__
except BaseException:
    told = ""
print(json.dumps({"prefix": sys.prefix, "python": sys.executable, "gamelib": told}))
"""


def tried(*words: str, limit: float = LIMIT + 1) -> dict[str, Any]:
    """All that a process has told; ``fault``, if there was one; and ``slow`` if it took too long.

    The process runs in a folder that has nothing to do with the course. A kernel keeps the limit by itself.
    """
    command = [sys.executable, "-P", __file__, *words]
    how: dict[str, Any] = {"cwd": tempfile.gettempdir(), "stdin": subprocess.DEVNULL, "capture_output": True}
    try:
        done = subprocess.run(command, timeout=limit, check=False, **how)
    except subprocess.TimeoutExpired as late:
        return _read(late.stdout or b"") | {"fault": f"it was not done after {limit:.0f} seconds", "slow": True}
    except OSError as error:
        return {"fault": error.strerror or str(error)}
    told = _read(done.stdout)
    if (done.returncode or told.get("begun")) and "fault" not in told:
        told["fault"] = f"Python broke off without a word (status {done.returncode})"
    last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    if "fault" in told and ("Error: " in last or "No module named" in last):
        told["fault"] += f": {last}"
    return told


def _read(said: bytes) -> dict[str, Any]:
    """The lines of JSON in one; a package may print other things when it is loaded."""
    told: dict[str, Any] = {}
    for line in said.decode(errors="replace").splitlines():
        with suppress(ValueError):
            one = json.loads(line)
            told |= one if isinstance(one, dict) else {}
    return told


def tell(**what: Any) -> None:
    """Print what is known."""
    print(json.dumps(what), flush=True)


def words_of(error: BaseException) -> str:
    """An error in one line."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


def packages(*names: str) -> None:
    """Load the packages, one after the other: the one begun, and what went wrong with each before it ("" if nothing).

    Then, if numba is there: where it keeps compiled loops, and which files there are damaged.
    """
    loaded: dict[str, str] = {}
    for name in names:
        tell(begun=name, loaded=loaded)
        try:
            import_module(name)
            loaded[name] = ""
        except BaseException as error:  # a package may raise what it likes
            loaded[name] = words_of(error)
    tell(begun="", loaded=loaded)
    if "numba" in sys.modules:
        cache()


def cache() -> None:
    """The folders in which numba keeps the compiled loops of the library, none if there is none to write in."""
    numba = import_module("numba")
    import_module("gamelib")
    import_module("gamefast.offers")
    machine = import_module("gamelib.machine")
    modules = [module for name, module in [*sys.modules.items()] if name.startswith(("gamelib.", "gamefast."))]
    kernels = {value for one in modules for value in vars(one).values() if isinstance(value, machine.Kernel)}
    try:
        folders = {Path(numba.njit(cache=True)(kernel.plain).stats.cache_path) for kernel in kernels}
    except RuntimeError:  # numba's word for: nowhere
        folders = set()
    files = [file for folder in sorted(folders) for file in sorted(folder.glob("*.nb[ic]"))]
    tell(folders=sorted(map(str, folders)), damaged=[str(file) for file in files if not whole(file)])


def whole(file: Path) -> bool:
    """Whether a file of pickles is whole; it is read, and nothing in it is run."""
    pickletools = import_module("pickletools")
    try:
        with file.open("rb") as stream:
            size = file.stat().st_size
            while stream.tell() < size:
                for _ in pickletools.genops(stream):
                    pass
    except (OSError, ValueError, IndexError, OverflowError):
        return False
    return size > 0


def kernel() -> None:
    """Start the kernel that a notebook of the course gets, and ask it which Python it is."""
    logging.disable()
    spec = import_module("jupyter_client.kernelspec").KernelSpecManager().get_kernel_spec("python3")
    tell(folder=spec.resource_dir)
    jupyter_client = import_module("jupyter_client")
    with jupyter_client.run_kernel(kernel_name="python3", cwd=tempfile.gettempdir()) as client:
        client.execute_interactive(QUESTION, store_history=False, timeout=LIMIT, output_hook=_answer)


def _answer(message: dict[str, Any]) -> None:
    if message["header"]["msg_type"] == "stream" and message["content"]["name"] == "stdout":
        tell(**json.loads(message["content"]["text"]))


if __name__ == "__main__":
    try:
        {"packages": packages, "kernel": kernel}[sys.argv[1]](*sys.argv[2:])
    except BaseException as error:  # it is told to the doctor, who says it in words
        tell(fault=words_of(error))
