"""Save and load: a Solution in a file."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from gamelib import ask
from gamelib.answers import Solution
from gamelib.storage.columns import arena_of, checked, columns_of, contradiction, name_of
from gamelib.storage.files import FORMAT, VERSION, Refused, reading, write

#: The columns of the answer, and what kind of number stands in each.
ANSWER: dict[str, str | tuple[str, ...]] = {"outcome": "i1", "remoteness": ("i2", "i4"), "order": "i4", "numbers": "f8"}


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
    arena, game = solution.graph, solution.game
    about = {"format": FORMAT, "version": VERSION, "arena": type(arena).__name__}
    about |= {"game": None if game is None else name_of(game)}
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
        answer knows no rules, and moves are positions to go to, as on a bare graph.
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
    name = None if game is None else name_of(ask.a_game(game))
    with reading(path, mapped) as stored:
        about, columns = stored
        if about["format"] != FORMAT:
            raise Refused("is a run that has not ended: solve, called with it as keep, goes on from there")
        arena = arena_of(about["arena"], columns, mapped)
        answer = {name: checked(columns, name, kind) for name, kind in ANSWER.items() if name in columns}
        for column, values in answer.items():
            if values.shape != (len(arena),) and not (column == "order" and len(values) <= len(arena)):
                raise ValueError(f"{column} has {len(values)} entries for {len(arena)} positions")
        solution, kept = Solution(replace(arena, game=game), **answer), about["game"]
    if name is not None and kept != name:
        raise ValueError(f"{os.fspath(path)} is the solution of {kept or 'a bare graph'}, not of {name}")
    if name is not None and (culprit := contradiction(solution.graph, game)) is not None:
        raise ValueError(f"{os.fspath(path)} was solved by other rules than {name} has now, for example at {culprit!r}")
    return solution
