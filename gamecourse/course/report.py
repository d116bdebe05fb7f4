"""What was done with the copy, in a few sentences."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

#: So many files are named one by one.
NAMED = 3


class Report:
    """The names of the files by what became of them; as a text, what the reader should know of it."""

    def __init__(self, folder: Path, damaged: bool = False) -> None:
        self.folder = folder
        self.damaged = damaged
        self.files: dict[str, list[str]] = defaultdict(list)
        self.besides: dict[str, str] = {}

    def add(self, kind: str, name: str, beside: str = "") -> None:
        """This became of the file of that name."""
        self.files[kind].append(name)
        if beside:
            self.besides[name] = beside

    def __str__(self) -> str:
        done = self.files
        if done["laid"] and not any(done[kind] for kind in ("same", "renewed", "yours", "beside", "again")):
            lectures = sum("/" not in name and name != "index.ipynb" for name in done["laid"])
            solved = any(name.startswith("solutions/") for name in done["laid"])
            held = (
                f"{lectures} lectures, exercises, and their solutions" if solved else f"{lectures} lectures, exercises"
            )
            lines = [f"{self.folder} is your copy of the course: {held}."]
        else:
            lines = self._named("New in the course", "laid") + self._named("Brought up to date", "renewed")
        lines += self._named("Missing, and here again", "again")
        lines += self._named("No longer in the course, and taken away", "removed")
        for name, beside in self.besides.items():
            lines += [f"You have written in {name}: it stays as it is, and the new one lies beside it, as {beside}."]
        lines += self._named("Just saved by you, so left for the next time", "busy")
        lines = lines or [f"{self.folder} is up to date."]
        lines += self._named("No longer in the course, but left, for you have written in it", "left")
        lines += self._named("Left as you have written them", "yours")
        lines += self._named("Imports brought up to date, the file as it was kept beside", "imports")
        if self.files["old"]:
            (named,) = self._named("Imports from where things were", "old")
            lines += [f"{named} This changes those lines, and nothing else: python -m gamelib course --imports"]
        if self.damaged:
            lines += ["What was laid before is not known (the record is damaged): whatever differs counts as yours."]
        first = str(self.folder / "index.ipynb")
        quoted = f'"{first}"' if " " in first else first
        return "\n".join([*lines, f"Begin with: jupyter lab {quoted}"])

    def _named(self, what: str, kind: str) -> list[str]:
        """A line with the names, or the first of them; none where there are none. Pictures only if they are his."""
        names = [name for name in self.files[kind] if kind in ("yours", "left") or not name.startswith("pictures/")]
        if not names:
            return []
        more = len(names) - NAMED
        told = ", ".join(names if more <= 1 else [*names[:NAMED], f"and {more} others"])
        return [f"{what}: {told}."]
