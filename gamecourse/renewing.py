"""Change imports from old places into imports from new places, and touch nothing else."""

from __future__ import annotations

import json
import re
from typing import Any

from gamelib.moved import home_of

FROM = re.compile(
    r"^([ \t]*(?:>>> )?)from (gamelib(?:\.\w+)*) import (\([^()]*\)|\w[^\n#;()]*)", re.MULTILINE
)
IMPORT = re.compile(r"^([ \t]*(?:>>> )?import )(gamelib(?:\.\w+)+)(?=\s+as\s)", re.MULTILINE)


def renewed(source: str) -> str:
    """The same source with new imports in place of old imports.

    >>> print(renewed("from gamelib import save, solve\\nfrom gamelib.check import nim as check\\nx = 'gamelib.show'"))
    from gamefast import save
    from gamelib import solve
    from gamecourse.check import nim as check
    x = 'gamelib.show'
    """
    return IMPORT.sub(
        lambda found: found[1] + (home_of(found[2]) or found[2]), FROM.sub(_renewed, source)
    )


def _renewed(found: re.Match[str]) -> str:
    begin, module, listed = found.groups()
    homes: dict[str, list[str]] = {}
    for item in re.findall(r"\w+(?:\s+as\s+\w+)?", re.sub(r"#.*", "", listed)):
        name, _, other = (part.strip() for part in item.partition(" as "))
        home = home_of(module, name) or home_of(module) or module
        last = (home_of(f"{module}.{name}") or name).rpartition(".")[2]
        homes.setdefault(home, []).append(
            f"{last} as {other or name}" if other or last != name else name
        )
    if list(homes) == [module]:
        return found[0]
    lines = [f"from {home} import {', '.join(homes[home])}" for home in sorted(homes)]
    return "\n".join(begin + line for line in lines) + listed[len(listed.rstrip()) :]


def renewed_file(content: bytes, notebook: bool) -> bytes | None:
    """The same file with new imports in place of old imports: a Python file, or the code cells of a
    notebook.

    None if there is nothing to do, or if the file cannot be read.
    """
    try:
        if not notebook:
            text = content.decode()
            return None if renewed(text) == text else renewed(text).encode()
        told: dict[str, Any] = json.loads(content.decode("utf-8-sig"))
        changed = [_renewed_cell(cell) for cell in told["cells"] if cell["cell_type"] == "code"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return (
        (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode() if any(changed) else None
    )


def _renewed_cell(cell: dict[str, Any]) -> bool:
    """Change the imports of a cell in place, and return whether there were any."""
    source = "".join(cell["source"])
    if (text := renewed(source)) == source:
        return False
    cell["source"] = text if isinstance(cell["source"], str) else text.splitlines(keepends=True)
    return True
