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

#: The columns of the answer, and what kind of number stands in each.
ANSWER: dict[str, str | tuple[str, ...]] = {"outcome": "i1", "remoteness": ("i2", "i4"), "order": "i4", "numbers": "f8"}


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Keep a solution in a file, for ``load``; what stood there before is replaced all at once, or not at all.

    Raises TypeError for what is no Solution, and ValueError for positions that cannot be read back: they must be made
    of Python's own numbers (numpy's are not), texts, bytes, True, False, None and tuples of these.

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
    arena, game = solution.graph, solution.game
    about = {"format": FORMAT, "version": VERSION, "arena": type(arena).__name__}
    about |= {"game": None if game is None else name_of(game)}
    about |= {"moves": fingerprint(arena)} if isinstance(arena, CompiledGraph) else {}
    columns = {name: getattr(solution, name) for name in ANSWER if getattr(solution, name) is not None}
    write(path, about, columns | columns_of(arena))


def load(path: str | os.PathLike[str], game: Any = None, *, mapped: bool = False) -> Solution:
    """The solution that ``save`` has kept in a file.

    Parameters
    ----------
    path
        The file.
    game
        The game that was solved, so that moves have their names; it must be written (``repr``) like the one in the
        file, and must agree with it at a sample of positions (``check_solution`` compares them all). Without it the
        answer knows no rules, and moves are positions to go to, as on a bare graph. For compiled rules, which no file
        holds, it is needed.
    mapped
        Leave the columns in the file, and read of them what is asked for: a large solution is there at once, and takes
        no memory. Damage to them is then not noticed, since no checksum is compared; what ``about.json`` says of them
        is. The positions of a game that was walked are read all the same.

    Returns
    -------
    Solution
        As it was saved; mapped, its arrays cannot be written to.

    Raises
    ------
    ValueError
        For a file that is damaged, is no solution, belongs to another game, or was written by a newer gamelib; it names
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
) -> Solution:
    """What ``load`` gives, also of compiled rules without a game.

    Parameters
    ----------
    path, game, mapped
        As for ``load``.
    arena
        The arena of compiled rules, where there is no game to ask for it.

    Returns
    -------
    Solution
        As it was saved.

    Raises
    ------
    ValueError
        As for ``load``.

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
            raise Refused("is a run that has not ended: solve, called with it as keep, goes on from there")
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
        raise ValueError(f"{os.fspath(path)} was solved by other rules than {name} has now, for example at {culprit!r}")
    return Solution(replace(found, game=game), **answer)


def _anew(path: str | os.PathLike[str], about: dict[str, Any], game: Any, arena: Arena | None) -> CompiledGraph:
    """The arena of compiled rules, if they are those by which the file was solved."""
    if arena is None and game is None:
        whose = about["game"] or "the arena"
        raise ValueError(f"{os.fspath(path)} holds no moves, since they follow from compiled rules: load needs {whose}")
    arena = ask.arena(game) if arena is None else arena
    if not isinstance(arena, CompiledGraph) or fingerprint(arena) != about.get("moves"):
        raise ValueError(f"{os.fspath(path)} was solved by other rules than {about['game'] or 'this graph'} has now")
    return arena
