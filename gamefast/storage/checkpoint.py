"""A run in a file: what ``solve(game, keep=path)`` has found so far, saved now and then and at the
stop button.

When the run ends, the file is the solution. So the same call begins, resumes or loads, depending on
what the file is. A file that is neither a run nor a solution of this game is left alone.
"""

from __future__ import annotations

import os
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gamefast import registry
from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.compiled.graph import CompiledGraph
from gamefast.compiled.walked import WalkedGraph
from gamefast.progress import Run
from gamefast.retrograde.registry import solve_arena
from gamefast.stopping import StopButton
from gamefast.storage.codec import (
    checked_column,
    code_of,
    columns_of,
    fingerprint,
    is_other_code,
    name_of,
    sample,
)
from gamefast.storage.literals import as_bytes
from gamefast.storage.npz import FORMAT, UNFINISHED, VERSION, Columns, place_of, reading, write
from gamefast.storage.solutions import as_solved, load_solution, save, walked_in

#: The least time, in seconds, between two saves of the state.
EVERY = 60.0

#: The largest part of the time that saving may take.
PART = 0.1

#: How many positions are written and read back, as a test, before a run begins.
FEW = 20

#: The columns that a run may have, with their dtypes. A solver that goes rank by rank, or that has
#: a queue, keeps values for each position (EACH) and lists of positions (one of LISTS). One that
#: goes in passes keeps for each position of either player the pass in which it was settled, or the
#: largest number of the dtype (MARKS). ``at`` says how far the run has come.
Kinds = dict[str, str | tuple[str, ...]]
EACH: Kinds = {"outcome": "i1", "remoteness": ("i2", "i4"), "left": ("i1", "i2", "i4")}
LISTS: tuple[Kinds, ...] = {"frontier": "i4", "following": "i4"}, {"order": "i4"}
MARKS: Kinds = {"marks_first": ("u1", "u2", "u4"), "marks_second": ("u1", "u2", "u4")}
AT: Kinds = {"at": "i8"}
STATES: tuple[Kinds, ...] = *(EACH | lists | AT for lists in LISTS), MARKS | AT


def solve_kept(
    path: str | os.PathLike[str],
    game: Any,
    arena: Arena | None,
    starts: Sequence[Any],
    make_arena: Callable[[], Arena],
    position: Any = None,
) -> Solution[Any, Any]:
    """Return what ``solve`` answers with ``keep=path``: the solution in the file, or a new one,
    which is written into the file.

    ``game, arena``: what is to be solved, a Game (or None) and its arena, if that exists already.
    ``starts``: positions that the file's solution must contain. ``make_arena`` makes the arena if
    it has to be solved. ``position``: the one for which the solution answers if it is asked without
    a position.
    """
    # Raises ValueError for positions that a file cannot hold: now, and not after a long walk.
    as_bytes([*starts, position])
    place = place_of(path)
    name = None if game is None else name_of(game)

    # Begin a run, or resume it.
    if not place.exists() or _is_run(path, name):
        # Raises OSError if nothing can be written into the folder.
        with tempfile.TemporaryFile(dir=place.parent):
            pass
        begin = time.monotonic()
        walked = walk_in_file(path, game, list(starts)) if place.exists() else None
        to_solve = as_solved(make_arena()) if walked is None else walked
        return solve_and_keep(path, to_solve, position, begin)

    # Or load the solution: by the game, or without one by the arena.
    needed_arena = None
    if game is None and arena is not None:
        needed_arena = as_solved(arena)
    solution = load_solution(path, game, needed_arena)
    if solution.worth is not None:
        raise ValueError(
            f"{os.fspath(path)} is a solution, but endless play is not a draw in it: load it, or "
            "give another file"
        )
    for start in starts:
        if start not in solution:
            raise ValueError(
                f"{os.fspath(path)} is a solution from other positions, without {start!r}"
            )
    return solution.asked_for(position)


def walk_in_file(path: str | os.PathLike[str], game: Any, starts: list[Any]) -> WalkedGraph | None:
    """The positions that a walk by compiled rules has found, from a run in a file; None if the file
    holds no such walk, or one from other starts.
    """
    with reading(path) as (about, columns):
        rules, _sign = registry.rules_in_numbers(game)
        if about["arena"] != WalkedGraph.__name__ or rules is None:
            return None
        walked = walked_in(about, columns, game)
    # A walk numbers its starts first, each once.
    starts_then = [walked.numbers(k) for k in range(walked.starts)]
    starts_now = [walked.rules.numbers(position) for position in starts]
    return walked if starts_then == list(dict.fromkeys(starts_now)) else None


def solve_and_keep(
    path: str | os.PathLike[str], arena: Arena, position: Any = None, begin: float | None = None
) -> Solution[Any, Any]:
    """Solve an arena, and keep what is found in a file: now and then the state, at the end the
    solution.

    ``position``: see ``solve_kept``. If the arena has been walked since the time ``begin``, and
    that took long, the walk is kept at once. An earlier run in the file is resumed. Raises
    ValueError, before anything is solved, for a file that is not a run of this arena, and for
    positions that cannot be kept. Raises KeyboardInterrupt once the stop button is pressed, saying
    what the file holds.

    >>> from gamefast.arrays.piles import pile_graph
    >>> from gamelib.games import Matches
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solution = solve_and_keep(f"{folder}/matches.npz", pile_graph(Matches(15)))
    ...     load_solution(f"{folder}/matches.npz", Matches(15)).best()
    3
    """
    # Raises ValueError, at some positions, if they cannot be kept. (Of compiled rules only numbers
    # are written, which always can.)
    some_positions = [arena.position(i) for i in sample(len(arena), FEW)]
    if not isinstance(arena, CompiledGraph | WalkedGraph):
        as_bytes(some_positions)
    with StopButton() as button:
        run = KeptRun(path, arena, button)
        if isinstance(arena, WalkedGraph) and begin is not None:
            run.keep_walk(begin)
        solution = solve_arena(arena, run).asked_for(position)
        if run.try_to_write(lambda: save(solution, path)):
            button.said = (
                f"stopped when everything was solved: the solution is in {path}, and the same "
                "call loads it"
            )
    return solution


def _is_run(path: str | os.PathLike[str], name: str | None) -> bool:
    """Whether a file is a run and not a solution; raises ValueError for a run of a game with
    another name.
    """
    with reading(path, mapped=True) as (about, _):  # mapped, because no column is needed here
        is_run = bool(about["format"] == UNFINISHED)
    if is_run and name is not None and about["game"] != name:
        raise ValueError(_message_of_other(Path(path), about, {"game": name}))
    return is_run


class KeptRun(Run):
    """A run of ``solve`` and its file. A solver asks what has ``begun``, and calls ``look`` between
    two pieces of work.

    Parameters
    ----------
    path
        The file.
    arena
        What is solved.
    button
        The stop button, which is held back.

    Raises
    ------
    ValueError
        For a file that is not a run of this arena.

    Examples
    --------
    >>> from gamefast.arrays.piles import pile_graph
    >>> from gamelib.games import Matches
    >>> with tempfile.TemporaryDirectory() as folder, StopButton() as button:
    ...     KeptRun(f"{folder}/matches.npz", pile_graph(Matches(15)), button).begun()
    {}
    """

    def __init__(self, path: str | os.PathLike[str], arena: Arena, button: StopButton) -> None:
        self.path = Path(path)
        self.button = button
        self.due = time.monotonic() + EVERY  # when to save next
        #: What the file is to say of this run; a file that says anything else is of another run.
        self._about: dict[str, Any] = {
            "format": UNFINISHED,
            "version": VERSION,
            "arena": type(arena).__name__,
            "game": None if arena.game is None else name_of(arena.game),
            "moves": fingerprint(arena),
            "rules": code_of(arena),
        }
        #: What a walk by compiled rules has found: columns that are written beside the state.
        self._walk: Columns = {}
        if isinstance(arena, WalkedGraph):
            self._about["starts"] = arena.starts
            self._walk = columns_of(arena)
        #: Words of the stop button, such as "what was found up to remoteness 12 is in run.npz, and
        #: the same call goes on from there": the end of this sentence, and the whole sentence about
        #: the last save. The latter is said if the state of now cannot be saved.
        self._is_in_file = f"is in {path}, and the same call goes on from there"
        self._last_save = "nothing is kept"
        #: The state of an earlier run, from the file, until the solver takes it (``begun``).
        self._earlier_state: Columns = {}
        if self.path.exists():
            self._read_earlier_run(len(arena))
        self.holds = set(self._earlier_state)  # the names of its columns
        #: By this it is noticed that another program has written the file.
        self._last_stamp = _stamp(self.path)

    def _read_earlier_run(self, positions: int) -> None:
        """Take the state from the file; raise ValueError for a run of something else."""
        with reading(self.path) as (about, columns):
            is_same = _is_of_the_same(about, self._about)
            if is_same:
                state = {name: columns[name] for name in columns if name not in self._walk}
                # Only a file with a walk may have no state: the walk is kept before solving begins.
                if state or not self._walk:
                    self._earlier_state = _checked_state(state, positions)
                self._note_save(about["remoteness"])
        # Raised out here, because ``reading`` takes any error in its block as damage to the file.
        if not is_same:
            raise ValueError(_message_of_other(self.path, about, self._about))

    def begun(self) -> Columns:
        """The state of an earlier run, which is handed over once; {} for a new run."""
        state = self._earlier_state
        self._earlier_state = {}  # these arrays may be large, so they are not kept here as well
        return state

    def look(self, state: Callable[[], Columns], remoteness: int) -> None:
        """Save the state if the stop button was pressed (and then obey it), or if enough time has
        passed.
        """
        if not self.button.pressed and time.monotonic() < self.due:
            return
        begin = time.monotonic()
        about = self._about | {"remoteness": remoteness}
        is_kept = self.try_to_write(lambda: write(self.path, about, state() | self._walk))
        saving_took = time.monotonic() - begin
        self.due = time.monotonic() + max(EVERY, saving_took / PART)
        if is_kept:
            self._note_save(remoteness)
            words = f"what is found so far {self._is_in_file}"
        else:
            words = self._last_save
        self.button.said = f"stopped at remoteness {remoteness}: {words}"
        self.button.heed()

    def keep_walk(self, begin: float) -> None:
        """Save the positions that a walk has found, so that they need not be found again; but not
        if the walk was short. It began at the time ``begin``.
        """
        if time.monotonic() - begin <= EVERY:
            return
        about = self._about | {"remoteness": 0}  # nothing is settled yet
        if self.try_to_write(lambda: write(self.path, about, self._walk)):
            self._note_save(0)

    def try_to_write(self, write_file: Callable[[], None]) -> bool:
        """Write the file by calling ``write_file``, unless another program has written it
        meanwhile; return whether it was written. An error only warns, so that the run goes on.
        """
        try:
            if _stamp(self.path) != self._last_stamp:
                raise FileExistsError("another program has written it meanwhile")
            write_file()
        except (OSError, ValueError) as error:
            warnings.warn(f"{self.path} could not be written: {error}", stacklevel=2)
            return False
        self._last_stamp = _stamp(self.path)
        return True

    def _note_save(self, remoteness: int) -> None:
        """Note up to which remoteness the file has everything, for the words of the stop button."""
        self._last_save = f"what was found up to remoteness {remoteness} {self._is_in_file}"


def _checked_state(columns: Columns, positions: int) -> Columns:
    """Return these columns if they can be the state of a run over this many positions; otherwise
    raise ValueError.
    """
    kinds = next((state for state in STATES if columns.keys() == state.keys()), None)
    if kinds is None:
        raise ValueError("its columns are not those of a run")
    state = {name: checked_column(columns, name, kind) for name, kind in kinds.items()}
    # Compiled rules may number more positions than there are: then the columns are longer.
    n = len(state["outcome"]) if "outcome" in state else positions
    # The lengths of all columns but lists. Marks are kept for either player, who has half of the
    # positions.
    lengths = dict.fromkeys(EACH, n) | dict.fromkeys(MARKS, n // 2)
    for name, column in state.items():
        if column.ndim != 1 or len(column) != lengths.get(name, len(column)):
            raise ValueError(f"{name} has the shape {column.shape} for {n} positions")
        is_list = name not in lengths and name not in AT
        if is_list and len(column) and not 0 <= column.min() <= column.max() < n:
            raise ValueError(f"{name} lists a number that is not a position")
    if "marks_first" in state:
        # No position was settled after the last pass, and "not settled" is no pass.
        last_pass = int(state["at"][0])
        for name in MARKS:
            marks = state[name]
            unmarked = np.iinfo(marks.dtype).max
            largest = marks.max(where=marks < unmarked, initial=0)
            if not largest <= last_pass < unmarked or last_pass < 1:
                raise ValueError(f"{name} does not fit pass {last_pass}")
    return state


def _is_of_the_same(about: dict[str, Any], own: dict[str, Any]) -> bool:
    """Whether a file is an unfinished run of the same game by the same rules."""
    compared = own.keys() - {"rules"}  # code of another Python cannot be compared: see below
    if any(about[key] != own[key] for key in compared):
        return False
    return not is_other_code(about.get("rules"), own["rules"])


def _message_of_other(path: Path, about: dict[str, Any], own: dict[str, Any]) -> str:
    """The message for a file that belongs to something else."""
    this_game = own["game"] or "this graph"
    if about["format"] == FORMAT:
        return f"{path} is a solution by now: another program has written it meanwhile"
    if about["game"] == own["game"]:
        return f"{path} is a run by rules other than {this_game} has now"
    return f"{path} is a run of {about['game'] or 'a bare graph'}, not of {this_game}"


def _stamp(path: Path) -> Any:
    """A value that changes whenever the file is written; None if there is no file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
