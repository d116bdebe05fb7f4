"""Save and load: a Solution in a file."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np

from gamefast.arenas.compiled import CompiledGraph
from gamefast.storage.columns import arena_of, checked, columns_of, contradiction, fingerprint, name_of
from gamefast.storage.files import FORMAT, VERSION, Refused, reading, write
from gamelib import ask
from gamelib.answers import Solution
from gamelib.arenas.arena import Arena

#: The columns of the answer, and the kind of number in each.
ANSWER: dict[str, str | tuple[str, ...]] = {"outcome": "i1", "remoteness": ("i2", "i4"), "order": "i4", "numbers": "f8"}


def save(solution: Solution[Any, Any], path: str | os.PathLike[str]) -> None:
    """Keep a solution in a file, for ``load``; an old file is replaced in one step, or not at all.

    Raises TypeError for anything that is not a Solution, and ValueError for positions that cannot be read back. They
    must be made of Python's own numbers (not numpy's), texts, bytes, True, False, None and tuples of these.

    >>> from tempfile import TemporaryDirectory
    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> with TemporaryDirectory() as folder:
    ...     save(solve(Matches(15)), f"{folder}/matches.npz")
    ...     load(f"{folder}/matches.npz", Matches(15)).best(15)
    3
    """
    if not isinstance(solution, Solution):
        raise TypeError(f"{solution!r} is not a Solution: save takes what solve returns")
    arena, game = solution.graph, solution.game
    about = {"format": FORMAT, "version": VERSION, "arena": type(arena).__name__}
    about |= {"game": None if game is None else name_of(game)}
    about |= {"moves": fingerprint(arena)} if isinstance(arena, CompiledGraph) else {}
    columns = {name: getattr(solution, name) for name in ANSWER if getattr(solution, name) is not None}
    write(path, about, columns | columns_of(arena))


def load(path: str | os.PathLike[str], game: Any = None, *, mapped: bool = False) -> Solution[Any, Any]:
    """Load the solution that ``save`` has kept in a file.

    Parameters
    ----------
    path
        The file.
    game
        The game that was solved, so that moves have their names. It must be written (``repr``) like the game in the
        file, and must agree with the file at a sample of positions (``check_solution`` compares them all). Without a
        game the answer knows no rules, and moves are positions to go to, as on a bare graph. Compiled rules are in no
        file, so they need the game.
    mapped
        Leave the columns in the file, and read only what is asked for. A large solution is then available at once, and
        takes no memory. Damage to the columns is not noticed, because no checksum is compared; what ``about.json`` says
        about them is compared. The positions of a game that was walked are always read.

    Returns
    -------
    Solution
        The solution as it was saved; if mapped, its arrays cannot be written to.

    Raises
    ------
    ValueError
        For a file that is damaged, is not a solution, belongs to another game, or was written by a newer gamelib; names
        the file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gamelib import solve
    >>> from gamelib.games import Matches
    >>> with TemporaryDirectory() as folder:
    ...     save(solve(Matches(15)), f"{folder}/matches.npz")
    ...     str(load(f"{folder}/matches.npz", Matches(15), mapped=True)[15])
    'WIN in 7'
    """
    return loaded(path, None if game is None else ask.a_game(game), mapped=mapped)


def loaded(
    path: str | os.PathLike[str], game: Any, arena: CompiledGraph | None = None, *, mapped: bool = False
) -> Solution[Any, Any]:
    """The result of ``load``, also for compiled rules without a game.

    Parameters
    ----------
    path, game, mapped
        The same as for ``load``.
    arena
        The arena of compiled rules if there is no game to ask for it.

    Returns
    -------
    Solution
        The solution as it was saved.

    Raises
    ------
    ValueError
        The same as for ``load``.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gamelib import solve
    >>> street = CompiledGraph.of(4, lambda i, data, out: 0, lambda i, data: -1, lambda i, data, out: 0)
    >>> with TemporaryDirectory() as folder:
    ...     save(solve(street), f"{folder}/street.npz")
    ...     loaded(f"{folder}/street.npz", None, street)
    <Solution: 4 positions: 0 WIN, 4 LOSS, 0 DRAW>
    """
    name = None if game is None else name_of(game)
    with reading(path, mapped) as (about, columns):
        if about["format"] != FORMAT:
            raise Refused("is an unfinished run: solve, called with it as keep, resumes it")
        if name is not None and about["game"] != name:
            raise Refused(f"is the solution of {about['game'] or 'a bare graph'}, not of {name}")
        answer = {
            column: checked(columns, column, kind)
            for column, kind in ANSWER.items()
            if column in columns or column in ("outcome", "remoteness")
        }
        found: Any = None
        if about["arena"] == CompiledGraph.__name__:
            codes = checked(columns, "codes", "i4")
            if not mapped and (codes.ndim != 1 or (np.diff(codes) <= 0).any()):
                raise ValueError("its positions are not in order")
        else:
            found = arena_of(about["arena"], columns, mapped)
        n = len(codes if found is None else found)
        for column, values in answer.items():
            if values.shape != (n,) and not (column == "order" and len(values) <= n):
                raise ValueError(f"{column} has {len(values)} entries for {n} positions")
    if found is None:
        return Solution(_anew(path, about, game, arena).with_codes(codes), **answer)
    if name is not None and (culprit := contradiction(found, game)) is not None:
        raise ValueError(f"{os.fspath(path)} was solved by rules other than {name} has now, for example at {culprit!r}")
    return Solution(replace(found, game=game), **answer)


def _anew(path: str | os.PathLike[str], about: dict[str, Any], game: Any, arena: Arena | None) -> CompiledGraph:
    """The arena of compiled rules, if the file was solved by the same rules."""
    if arena is None and game is None:
        whose = about["game"] or "the arena"
        raise ValueError(f"{os.fspath(path)} holds no moves: they follow from compiled rules, and load needs {whose}")
    arena = ask.arena(game) if arena is None else arena
    if not isinstance(arena, CompiledGraph) or fingerprint(arena) != about.get("moves"):
        raise ValueError(f"{os.fspath(path)} was solved by rules other than {about['game'] or 'this graph'} has now")
    return arena
