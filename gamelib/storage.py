"""A Solution in a file: saved once, loaded again without solving.

The file is numpy's own ``.npz``, not compressed: ``numpy.load(path)["remoteness"]`` reads that column and no other. One
member more, ``about.json``, says what the columns belong to, and carries their checksums. Positions are written as
Python writes them, and read as literals: nothing in a file is ever executed. What is damaged is refused, not guessed.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import os
import re
import struct
import uuid
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib import ask
from gamelib.answers import Solution
from gamelib.arenas.graph import GameGraph
from gamelib.arenas.tokens import TokenGraph
from gamelib.arenas.walk import Listed, Numbers

#: What the file says it is. A reader takes its own version and older ones.
FORMAT, VERSION = "gamelib solution", 1

#: The member that says what the columns belong to.
ABOUT = "about.json"

#: The columns of the answer, those of the two arenas, and what kind of number stands in each.
ANSWER: dict[str, str | tuple[str, ...]] = {"outcome": "i1", "remoteness": ("i2", "i4"), "order": "i4", "numbers": "f8"}
GRAPH = {"indptr": "i8", "targets": "i4", "terminal": "f8"}
TOKENS = {"indptr": "i8", "targets": "i4", "won": "i1"}

#: At how many positions a loaded answer is compared with the rules of the game.
COMPARED = 200

#: What reading a damaged file may raise.
DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, TypeError, LookupError),
    *(ArithmeticError, AttributeError, NotImplementedError, RuntimeError, SyntaxError, MemoryError),
)


class _Refused(ValueError):
    """What is wrong with a file, in one sentence."""


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Keep a solution in a file, for ``load``; what stood there before is replaced all at once, or not at all.

    Raises TypeError for what is no Solution, and ValueError for positions that cannot be read back: they must be made
    of numbers, texts, bytes, True, False, None and tuples of these.

    >>> from tempfile import TemporaryDirectory
    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> with TemporaryDirectory() as folder:
    ...     save(solve(Matches(15)), f"{folder}/matches.npz")
    ...     load(f"{folder}/matches.npz", Matches(15)).best(15)
    3
    """
    if not isinstance(solution, Solution):
        raise TypeError(f"{solution!r} is no Solution: save takes what solve has answered")
    target = Path(path)
    about, columns = _described(solution)
    beside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    try:
        with open(beside, "xb") as file:
            _write(file, about, columns)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def load(path: str | os.PathLike[str], game: Any = None) -> Solution:
    """The solution that ``save`` has kept in a file.

    ``game``: the game that was solved, so that moves have their names; it must be written (``repr``) like the one in
    the file, and must agree with it at a sample of positions (``check_solution`` compares them all). Without it the
    answer knows no rules, and moves are positions to go to, as on a bare graph. Raises ValueError, naming the file, for
    one that is damaged, is no solution, belongs to another game, or was written by a newer gamelib.
    """
    name = None if game is None else _name(ask.a_game(game))
    with open(path, "rb") as file:
        try:
            solution, kept = _read(file, game)
        except _Refused as error:
            raise ValueError(f"{os.fspath(path)} {error}") from None
        except DAMAGE as error:
            said = " ".join(str(error).split()) or type(error).__name__
            raise ValueError(f"{os.fspath(path)} is damaged, and nothing in it can be trusted: {said}") from None
    if name is not None and kept != name:
        raise ValueError(f"{os.fspath(path)} is the solution of {kept or 'a bare graph'}, not of {name}")
    if name is not None and (culprit := _contradiction(solution)) is not None:
        raise ValueError(f"{os.fspath(path)} was solved by other rules than {name} has now, for example at {culprit!r}")
    return solution


def _described(solution: Solution) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What ``about.json`` says before the checksums, and the columns."""
    arena, game = solution.graph, solution.game
    columns = {name: getattr(solution, name) for name in ANSWER if getattr(solution, name) is not None}
    columns |= {name: np.asarray(getattr(arena, name)) for name in (TOKENS if isinstance(arena, TokenGraph) else GRAPH)}
    if isinstance(arena, TokenGraph):
        first, second = ([v.position(i) for i in range(len(v))] for v in arena.vertices)
        columns |= {"first": _as_bytes(first), "second": _as_bytes(second), "turns": _as_bytes(arena.turns)}
    elif isinstance(arena, GameGraph) and not isinstance(arena.numbering, Numbers):
        positions = [arena.position(i) for i in range(len(arena))]
        if not all(type(p) is int and p == i for i, p in enumerate(positions)):
            columns["positions"] = _as_bytes(positions)
    about = {"format": FORMAT, "version": VERSION, "arena": type(arena).__name__}
    return about | {"game": None if game is None else _name(game)}, columns


def _write(file: Any, about: dict[str, Any], columns: dict[str, NDArray[Any]]) -> None:
    """Write the archive: one member for each column, and ``about.json`` last."""
    said: dict[str, Any] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, column in columns.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
                tee = _Checksum(member)
                np.lib.format.write_array(tee, column, allow_pickle=False)
            said[name] = {"dtype": column.dtype.str[1:], "shape": column.shape, "sha256": tee.sha256.hexdigest()}
        archive.writestr(zipfile.ZipInfo(ABOUT), json.dumps(about | {"columns": said}, indent=1))


class _Checksum:
    """A file that computes the checksum of what is written to it."""

    def __init__(self, file: Any) -> None:
        self.file, self.sha256 = file, hashlib.sha256()

    def write(self, data: bytes) -> None:
        self.sha256.update(data)
        self.file.write(data)


def _read(file: Any, game: Any) -> tuple[Solution, str | None]:
    """The solution in an open file, and what its game was called."""
    if not zipfile.is_zipfile(file):
        raise _Refused("is no solution that gamelib has saved: it is no .npz file, or its end is missing")
    with zipfile.ZipFile(file) as archive:
        if ABOUT not in archive.namelist():
            raise _Refused(f"is no solution that gamelib has saved: it has no {ABOUT}")
        about = json.loads(archive.read(ABOUT))
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise _Refused(f"is no solution that gamelib has saved: its {ABOUT} does not say so")
        if about["version"] > VERSION:
            raise _Refused(
                f"is from a newer gamelib: its format has version {about['version']}, here {VERSION} is known"
            )
        if {*archive.namelist()} != {ABOUT, *(f"{name}.npy" for name in about["columns"])}:
            raise ValueError("its columns are not those that it should have")
        columns = {name: _column(archive, name, said) for name, said in about["columns"].items()}
    arena = (_tokens if about["arena"] == "TokenGraph" else _graph)(columns)
    answer = {name: _kind(columns[name], name, kind) for name, kind in ANSWER.items() if name in columns}
    for name, column in answer.items():
        if column.shape != (len(arena),) and not (name == "order" and len(column) <= len(arena)):
            raise ValueError(f"{name} has {len(column)} entries for {len(arena)} positions")
    return Solution(replace(arena, game=game), **answer), about["game"]


def _column(archive: zipfile.ZipFile, name: str, said: dict[str, Any]) -> NDArray[Any]:
    """A column, once its checksum is right."""
    with archive.open(f"{name}.npy") as member:
        if hashlib.file_digest(member, "sha256").hexdigest() != said["sha256"]:  # type: ignore[arg-type]
            raise ValueError(f"the checksum of {name} is wrong")
    with archive.open(f"{name}.npy") as member:
        column: NDArray[Any] = np.lib.format.read_array(member, allow_pickle=False)
    if [*column.shape] != said["shape"] or column.dtype.str[1:] != said["dtype"]:
        raise ValueError(f"{name} is not of the kind it should be")
    return column


def _kind(column: NDArray[Any], name: str, kinds: str | tuple[str, ...]) -> Any:
    """The column in this machine's order of bytes, if it holds what it should."""
    if column.dtype.str[1:] not in kinds:
        raise ValueError(f"{name} holds {column.dtype}")
    return column.astype(column.dtype.newbyteorder("="), copy=False)


def _graph(columns: dict[str, NDArray[Any]]) -> GameGraph:
    """An arena with every move stored, checked like arrays that anybody gives."""
    found = GameGraph.from_arrays(*(_kind(columns[name], name, kind) for name, kind in GRAPH.items()))
    if "positions" not in columns:
        return found
    positions = _as_positions(columns["positions"])
    if len(set(positions)) != len(found):
        raise ValueError(f"{len(set(positions))} positions are listed for {len(found)} numbers")
    return replace(found, numbering=Listed(positions))


def _tokens(columns: dict[str, NDArray[Any]]) -> TokenGraph:
    """An arena of two tokens, no move stored."""
    indptr, targets, won = (_kind(columns[name], name, kind) for name, kind in TOKENS.items())
    first, second, turns = (_as_positions(columns[name]) for name in ("first", "second", "turns"))
    GameGraph.from_arrays(indptr, targets)  # the two small graphs: their rows are in order
    if won.shape != (len(first), len(second)) or len(indptr) != len(first) + len(second) + 1 or len(turns) != 2:
        raise ValueError("the two small graphs do not fit each other")
    own = indptr[len(first)]  # here the second token's steps begin; each moves on its own graph
    if targets[:own].max(initial=0) >= len(first) or targets[own:].max(initial=0) >= len(second):
        raise ValueError("a token leaves its small graph")
    return TokenGraph(indptr, targets, won, (Listed(first), Listed(second)), (turns[0], turns[1]))


def _as_bytes(positions: Iterable[Any]) -> NDArray[np.uint8]:
    """Positions as Python writes them, a line each; raises ValueError for one that would not come back."""
    lines = []
    for position in positions:
        try:
            line = repr(position)
            back = ast.literal_eval(line)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            back = None
        if not _same(back, position) or "\n" in line:
            raise ValueError(
                f"position {position!r} cannot be saved, for it cannot be read back: a position that is to be kept is "
                "made of numbers, texts, bytes, True, False, None and tuples of these"
            )
        lines.append(line)
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def _as_positions(column: NDArray[Any]) -> list[Any]:
    """The positions that a column of bytes lists."""
    return [ast.literal_eval(line.rstrip(b"\n").decode()) for line in io.BytesIO(column.tobytes())]


def _same(found: Any, expected: Any) -> bool:
    """Whether two positions are equal and of the same types throughout: True is not 1 here."""
    if type(found) is not type(expected):
        return False
    if isinstance(found, tuple):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return bool(found == expected)


def _name(game: Any) -> str:
    """The game as Python writes it, without addresses in memory, which differ from run to run."""
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(game))


def _contradiction(solution: Solution) -> Any:
    """A position, of a sample, at which the arena contradicts the game's rules; None if there is none."""
    arena, game = solution.graph, solution.game
    for i in dict.fromkeys(np.linspace(0, len(arena) - 1, COMPARED).astype(int).tolist() if len(arena) else []):
        position = arena.position(i)
        try:
            options = [arena.index(there) for _, there in ask.steps(game, position)]
            result = np.nan if options else float(ask.outcome(game, position))
        except Exception:  # the rules stumble over what is no position of theirs
            return position
        if options != arena.options(i).tolist() or not np.array_equal(
            arena.results(np.array([i])), [result], equal_nan=True
        ):
            return position
    return None
