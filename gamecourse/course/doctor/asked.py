"""Which packages the course asks for, and which of them are here: as the installed packages themselves say it."""

from __future__ import annotations

import re
from importlib import metadata
from typing import NamedTuple

#: What the package is installed as. On the index, gamelib is another project's.
DISTRIBUTION = "gamelib-course"
#: The extras of which a lecture uses something; the rest of ``course`` is for those who change it.
READING = ("", "fast", "graphs", "frames", "show")
#: What opens a lecture.
LAB = "jupyterlab"
REQUIREMENT = re.compile(
    r"([\w.-]+)\s*(?:\[([\w\s,.-]+)\])?\s*\(?([^;)]*)\)?\s*(?:;.*?\bextra\s*==\s*['\"]([\w.-]+)['\"])?.*"
)


class Asked(NamedTuple):
    """A package that is asked for, the versions that will do, and the extra that brings it ("" if none)."""

    name: str
    versions: str
    extra: str

    def lacks(self) -> bool:
        """Whether it is missing, or too old."""
        version = here(self.name)
        return version is None or not fits(version, self.versions)


def asked(package: str = DISTRIBUTION) -> list[Asked]:
    """What a package asks for, as it was installed; nothing if it was not."""
    try:
        lines = metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return []
    read = [found for line in lines if (found := REQUIREMENT.fullmatch(line))]
    # A line that names extras of the course asks for nothing new.
    return [Asked(one[1], one[3].strip(), one[4] or "") for one in read if one[1].lower() != DISTRIBUTION]


def wanted() -> tuple[list[Asked], list[Asked]]:
    """The packages that a lecture uses; and those that are needed only to change the course."""
    reading: dict[str, Asked] = {}
    for one in asked():
        if one.extra in READING or (one.extra, one.name) == ("course", LAB):
            reading.setdefault(one.name, one)
    return [*reading.values()], [one for one in asked() if one.extra == "course" and one.name not in reading]


def here(package: str) -> str | None:
    """The version that is installed; None if there is none."""
    try:
        return str(metadata.version(package))
    except Exception:  # not installed; or what tells of it is damaged, and has no version
        return None


def fits(version: str, wanted: str) -> bool:
    """Whether a version is one of those wanted; where packaging, which JupyterLab brings, is broken, all are.

    >>> fits("8.1.9", ">=8.1"), fits("3.1.0", "~=3.0.15"), fits("2.0rc1", ">=1.26,<3")
    (True, False, True)
    """
    try:
        from packaging.specifiers import SpecifierSet

        return SpecifierSet(wanted).contains(version, prereleases=True)
    except (ImportError, ValueError):
        return True
