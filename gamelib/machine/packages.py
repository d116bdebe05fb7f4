"""Optional packages, each named with the command that installs it."""

from __future__ import annotations

import importlib
from typing import Any


def install(extra: str) -> str:
    """The command that installs an extra. It avoids the index, where gamelib is another project's
    package.

    >>> print(install("frames"))
    pip install -e '.[frames]' in the checkout of gamelib
    """
    return f"pip install -e '.[{extra}]' in the checkout of gamelib"


def needs(package: str, extra: str, what: str) -> Any:
    """Import an optional package; if it is missing, raise ModuleNotFoundError with the command that
    installs it.

    ``extra``: the extra of this project that contains it. ``what``: what needs it, in the plural,
    for the error.
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:  # the package is there, but lacks something itself
            raise
        raise ModuleNotFoundError(
            f"{what} need {package}: {install(extra)}", name=package
        ) from None
