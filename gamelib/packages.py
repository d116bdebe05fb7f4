"""Optional packages, each named with the command that installs it."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from importlib.util import find_spec
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
        raise missing(package, extra, what) from None


def check_installed(packages: Iterable[str], extra: str, what: str) -> None:
    """Raise ModuleNotFoundError, as ``needs`` does, for the first package that is missing.

    Nothing is imported.
    """
    for package in packages:
        if find_spec(package) is None:
            raise missing(package, extra, what)


def missing(package: str, extra: str, what: str) -> ModuleNotFoundError:
    """The error for a missing package, with the command that installs it."""
    return ModuleNotFoundError(f"{what} need {package}: {install(extra)}", name=package)
