"""What a notebook sees of a lecture's exercises: the exercises, and what they are about. Not the right answers."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class Sheet(ModuleType):
    """A module of which only the names in its ``__all__`` can be had."""

    def __getattribute__(self, name: str) -> Any:
        everything = ModuleType.__getattribute__(self, "__dict__")
        if name == "__dict__":
            shown = everything["__all__"]
            return {key: thing for key, thing in everything.items() if key in shown or key.startswith("__")}
        if name in everything["__all__"] or (name.startswith("__") and name.endswith("__")):
            return ModuleType.__getattribute__(self, name)
        raise AttributeError(f"there is no {name!r} here, but {', '.join(sorted(everything['__all__']))}")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("__"):
            raise AttributeError(f"{name} stays as it is: keep what is yours under a name of your own")
        ModuleType.__setattr__(self, name, value)

    def __dir__(self) -> list[str]:
        return sorted(ModuleType.__getattribute__(self, "__dict__")["__all__"])


def close(name: str) -> None:
    """Make a sheet of a module that has been written to its end: ``close(__name__)``, its last line."""
    sys.modules[name].__class__ = Sheet


def opened(module: ModuleType) -> dict[str, Any]:
    """All that is in a module, a sheet or not: for those who test the exercises."""
    everything: dict[str, Any] = ModuleType.__getattribute__(module, "__dict__")
    return everything
