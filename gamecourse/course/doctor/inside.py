"""What can be known only by trying it, in a process of its own: ``python inside.py packages numpy numba``.

A package that is there may not load, and may take Python down with it; a kernel may hang. What is found is printed, a
line of JSON for each thing, as soon as it is known.
"""

from __future__ import annotations

import json
import logging
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

#: What the kernel is asked.
QUESTION = """
import json, sys
try:
    import gamelib
    told = gamelib.__file__
except BaseException as error:
    told = ""
print(json.dumps({"prefix": sys.prefix, "python": sys.executable, "gamelib": told}))
"""
#: The front ends of the widgets, as JupyterLab names them.
FRONT_ENDS = ("@jupyter-widgets/jupyterlab-manager", "anywidget")


def tell(**what: Any) -> None:
    """Print what is known."""
    print(json.dumps(what), flush=True)


def packages(names: list[str]) -> None:
    """Load the packages, one after the other; what goes wrong, in one line."""
    for name in names:
        tell(begins=name)
        try:
            import_module(name)
            tell(package=name, fault="")
        except BaseException as error:  # a package may raise what it likes
            said = str(error).strip().partition("\n")[0]
            tell(package=name, fault=said or type(error).__name__)
    if "numba" in sys.modules:
        try:
            cache()
        except Exception as error:
            tell(cache_fault=str(error) or type(error).__name__)


def cache() -> None:
    """Where numba keeps the compiled loops of the library, and which files there are damaged."""
    numba = import_module("numba")
    import_module("gamelib")
    import_module("gamefast.offers")
    machine = import_module("gamelib.machine")
    modules = [module for name, module in [*sys.modules.items()] if name.startswith(("gamelib.", "gamefast."))]
    kernels = {value for one in modules for value in vars(one).values() if isinstance(value, machine.Kernel)}
    folders = set()
    for kernel in kernels:
        try:
            folders.add(Path(numba.njit(cache=True)(kernel.plain).stats.cache_path))
        except RuntimeError:  # numba's word for: nowhere
            tell(nowhere=True)
            return
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


def lab() -> None:
    """The front ends of widgets that JupyterLab finds, with their versions and places; and what is switched off."""
    paths = import_module("jupyter_core.paths")
    for name in FRONT_ENDS:
        found = (Path(place) / name for place in paths.jupyter_path("labextensions"))
        for folder in (folder for folder in found if (folder / "package.json").exists()):
            told = json.loads((folder / "package.json").read_text(encoding="utf-8"))
            tell(front=name, version=told.get("version", ""), folder=str(folder))
            break  # JupyterLab takes the first
    off: dict[str, bool] = {}
    for folder in reversed(paths.jupyter_config_path()):
        settings = Path(folder) / "labconfig" / "page_config.json"
        if settings.exists():
            named = json.loads(settings.read_text(encoding="utf-8")).get("disabledExtensions", {})
            off |= named if isinstance(named, dict) else dict.fromkeys(named, True)
    tell(off=[name for name, is_off in off.items() if is_off and name.split(":")[0] in FRONT_ENDS])


def kernel(seconds: str) -> None:
    """Start the kernel that a notebook of the course gets, and ask it which Python it is."""
    logging.disable()
    found = import_module("jupyter_client.kernelspec")
    try:
        spec = found.KernelSpecManager().get_kernel_spec("python3")
    except found.NoSuchKernel:
        tell(nothing=True)
        return
    tell(folder=spec.resource_dir, command=spec.argv[:1])
    manager = import_module("jupyter_client.manager").KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=tempfile.gettempdir())
    client = manager.blocking_client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=float(seconds))
        client.execute_interactive(QUESTION, store_history=False, timeout=float(seconds), output_hook=_answer)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def _answer(message: dict[str, Any]) -> None:
    if message["header"]["msg_type"] == "stream" and message["content"]["name"] == "stdout":
        tell(kernel=json.loads(message["content"]["text"]))


if __name__ == "__main__":
    try:
        if sys.argv[1] == "packages":
            packages(sys.argv[2:])
        elif sys.argv[1] == "lab":
            lab()
        else:
            kernel(sys.argv[2])
    except BaseException as error:  # it is told to the doctor, who says it in words
        tell(fault=str(error).strip().partition("\n")[0] or type(error).__name__)
