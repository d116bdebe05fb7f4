"""Which packages the course asks for, and which of them are here: as the installed packages themselves say it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
#: What the package is installed as. On the index, gamelib is another project's.
DISTRIBUTION = "gamelib-course"
#: The extras of which a lecture uses something; the rest of ``course`` is for those who change it.
READING = ("fast", "graphs", "frames", "show")
#: What opens a lecture.
LAB = "jupyterlab"
REQUIREMENT = re.compile(
    r"([\w.-]+)\s*(?:\[([\w\s,.-]+)\])?\s*\(?([^;)]*)\)?\s*(?:;.*?\bextra\s*==\s*['\"]([\w.-]+)['\"])?.*"
)


@dataclass(frozen=True)
class Asked:
    """A package that is asked for, the versions that will do, and the extra that brings it ("" if none)."""

    name: str
    versions: str
    extra: str


def asked(package: str = DISTRIBUTION) -> list[Asked]:
    """What a package asks for, as it was installed; gamelib run from its repository, as pyproject.toml says now."""
    try:
        lines = _from_repository() if package == DISTRIBUTION else []
        lines = lines or metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        lines = []
    return [one for line in lines for one in _read(line)]


def python_asked() -> str:
    """The versions of Python that gamelib asks for."""
    if told := project().get("requires-python"):
        return str(told)
    try:
        return metadata.metadata(DISTRIBUTION)["Requires-Python"] or ""
    except (metadata.PackageNotFoundError, KeyError):
        return ""


def here(package: str) -> str | None:
    """The version that is installed; None if there is none."""
    try:
        return str(metadata.version(package))
    except Exception:  # not installed; or what tells of it is damaged, and has no version
        return None


def fits(version: str, wanted: str) -> bool:
    """Whether a version is one of those wanted.

    >>> fits("8.1.9", ">=8.1"), fits("3.1.0", "~=3.0.15"), fits("2.0rc1", ">=1.26,<3")
    (True, False, True)
    """
    have = _numbers(version)
    for sign, text in re.findall(r"(>=|<=|~=|==|!=|<|>)\s*([\w.*+]+)", wanted):
        bound = _numbers(text)
        most = max(len(have), len(bound))
        left, right = (numbers + [0] * (most - len(numbers)) for numbers in (have, bound))
        held = {">=": left >= right, "<=": left <= right, "<": left < right, ">": left > right}
        held["~="] = left >= right and have[: len(bound) - 1] == bound[:-1]
        held["=="] = have[: len(bound)] == bound if text.endswith("*") else left == right
        held["!="] = not held["=="]
        if not held[sign]:
            return False
    return True


def _numbers(version: str) -> list[int]:
    told = re.match(r"\d+(?:\.\d+)*", version)
    return [int(part) for part in told[0].split(".")] if told else []


def _read(line: str) -> Iterator[Asked]:
    """What a line like ``name>=1.2; extra == 'fast'`` asks for; what names extras of gamelib asks for nothing new."""
    told = REQUIREMENT.fullmatch(line)
    if told and not (told[1].lower() == DISTRIBUTION and told[2]):
        yield Asked(told[1], told[3].strip(), told[4] or "")


def _from_repository() -> list[str]:
    told: dict[str, list[str]] = project().get("optional-dependencies", {})
    lines = [f"{line}; extra == '{extra}'" for extra, packages in told.items() for line in packages]
    return [*project().get("dependencies", []), *lines]


def project() -> dict[str, Any]:
    """What pyproject.toml says, where gamelib is run from its repository; else nothing."""
    try:
        told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        return {}
    return dict(told) if told.get("name") == DISTRIBUTION else {}
