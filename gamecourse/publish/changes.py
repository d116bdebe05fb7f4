"""The notes of a release, from CHANGELOG.md: ``python -m gamecourse.publish.changes v0.4.0``.

They are refused unless the tag names the version of the packages, and the section of this version
is closed.
"""

from __future__ import annotations

import re
import sys

from gamecourse.command import Refusal
from gamecourse.publish import ROOT
from gamelib import __version__

#: A section of the list of changes: its version, what the heading says besides, and its text.
SECTION = re.compile(r"^## (\d[\w.]*)([^\n]*)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def notes(changelog: str, tag: str, version: str = __version__) -> str:
    """Return what a release's page says, from the list of changes.

    Parameters
    ----------
    changelog
        The text of CHANGELOG.md.
    tag
        The tag of the release: a v and the version.
    version
        The version that the packages say they have.

    Raises
    ------
    Refusal
        If the tag is not that of the version, or if the list of changes has no section for it or
        calls the section unreleased.

    Examples
    --------
    >>> notes("## 1.2.0: faster\\n\\n* All is faster.\\n\\n## 1.1.0\\n", "v1.2.0", "1.2.0")
    '* All is faster.\\n'
    """
    if tag != f"v{version}":
        raise Refusal(
            f"the tag is {tag}, but the packages are version {version}: set __version__ in "
            f"gamelib/__init__.py, or name the tag v{version}"
        )
    sections = {found[1]: found for found in SECTION.finditer(changelog)}
    if version not in sections:
        raise Refusal(f"CHANGELOG.md has no section ## {version}")
    _, rest, text = sections[version].groups()
    if "unreleased" in rest:
        raise Refusal(
            f"CHANGELOG.md calls {version} unreleased: write the day in the place of that word"
        )
    return text.strip() + "\n"


def main(tag: str) -> None:
    """Print the notes of a release."""
    sys.stdout.write(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), tag))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Refusal, TypeError) as error:
        sys.exit(f"{error}" if isinstance(error, Refusal) else "give one tag, such as v0.4.0")
