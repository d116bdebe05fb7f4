"""Optional packages, each named with the command that installs it."""

from __future__ import annotations

import importlib
from typing import Any


def install(extra: str) -> str:
    """The command that brings an extra. Not from the index: what is called gamelib there is another project's package.

    >>> print(install("frames"))
    pip install -e '.[frames]' in the checkout of gamelib
    """
    return f"pip install -e '.[{extra}]' in the checkout of gamelib"


def needs(package: str, extra: str, what: str) -> Any:
    """Import an optional package; if it is missing, raise ModuleNotFoundError with the command that installs it.

    ``extra``: the extra of this project that brings it. ``what``: what needs it, in the plural, for the error.
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:  # it is there, and lacks something itself
            raise
        raise ModuleNotFoundError(f"{what} need {package}: {install(extra)}", name=package) from None
