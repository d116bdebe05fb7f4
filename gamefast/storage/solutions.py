"""Save and load: an answer in a file."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast import ask, registry
from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import GameGraph
from gamefast.arrays.walk import Listed
from gamefast.chance.improvement import ImprovedValues
from gamefast.chance.known import ByNumber, ChanceValues, ExactValues
from gamefast.compiled.graph import CompiledGraph
from gamefast.compiled.walked import WalkedGraph
from gamefast.retrograde.verify import check_solution
from gamefast.storage.codec import (
    WALKED,
    arena_of,
    checked,
    code_of,
    columns_of,
    contradiction,
    fingerprint,
    is_other_code,
    name_of,
    sample,
)
from gamefast.storage.literals import as_bytes, as_things
from gamefast.storage.npz import FORMAT, VERSION, Refused, reading, write
from gamelib.answers import Answer, PositionResult
from gamelib.induction import Plan
from gamelib.symmetry import real_rules

#: The columns of the answer, and the kind of number in each.
ANSWER: dict[str, str | tuple[str, ...]] = {
    "outcome": "i1",
    "remoteness": ("i2", "i4"),
    "order": "i4",
    "numbers": "f8",
    "worth": "i1",
}


#: Answers that are kept as a table of their positions.
TABLES: dict[str, Any] = {
    kind.__name__: kind for kind in (Plan, ChanceValues, ExactValues, ImprovedValues)
}


def save(answer: Answer[Any, Any, Any] | PositionResult, path: str | os.PathLike[str]) -> None:
    """Keep an answer in a file, for ``load``; an old file is replaced in one step, or not at all.

    A Solution is kept as its arrays, another answer as a table of its positions, and what a search
    has found as it is. Raises TypeError for anything else, and ValueError for positions that cannot
    be read back. They must be made of Python's own numbers (not numpy's), texts, bytes, True,
    False, None, tuples, frozensets, and of NamedTuples, frozen dataclasses and Enums that stand at
    the top of a module.

    >>> from tempfile import TemporaryDirectory
    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> with TemporaryDirectory() as folder:
    ...     save(solve(Matches(15)), f"{folder}/matches.npz")
    ...     load(f"{folder}/matches.npz", Matches(15)).best(15)
    3
    """
    about, columns = _kept(answer)
    name = None if answer.game is None else name_of(answer.game)
    write(path, {"format": FORMAT, "version": VERSION, "game": name} | about, columns)


def _kept(answer: Any) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file says about an answer, and the columns that it holds."""
    kind = type(answer).__name__
    if isinstance(answer, Solution):
        arena = answer.graph
        about: dict[str, Any] = {}
        if isinstance(arena, GameGraph) and arena.ends_late:
            raise ValueError(
                "a file of moves cannot say how many more moves a result takes: solve the rules, "
                "not their explicit graph"
            )
        if isinstance(arena, CompiledGraph | WalkedGraph):
            about = {"moves": fingerprint(arena), "rules": code_of(arena)}
        if isinstance(arena, WalkedGraph):
            about |= {"starts": arena.starts}
        columns = {
            name: getattr(answer, name) for name in ANSWER if getattr(answer, name) is not None
        }
        asked = {} if answer.position is None else {"asked": as_bytes([answer.position])}
        return {"arena": type(arena).__name__} | about, columns | asked | columns_of(arena)
    if isinstance(answer, PositionResult):
        return {"answer": kind, "end": _end(answer), "rules": code_of(answer.game)}, {
            "found": as_bytes([replace(answer, game=None)], "the result")
        }
    if kind not in TABLES:
        hint = "; here, what search(position) returns" if hasattr(answer, "search") else ""
        raise TypeError(
            f"{answer!r} cannot be saved: save takes what solve returns, another solver or a "
            f"search{hint}"
        )
    more = {
        name: part
        for name, part in vars(answer).items()
        if name not in ("game", "rules", "kept", "known")
    }
    columns = {"positions": as_bytes(answer), "known": as_bytes(answer.values(), "the value")}
    columns |= {
        "moves": as_bytes(map(answer.best, answer), "the move"),
        "more": as_bytes([more], "the rest"),
    }
    return {"answer": kind, "rules": code_of(answer.game)}, columns


def _end(found: PositionResult) -> list[Any]:
    """Whether a search began at the start, and the results if its line ends the game; fails on an
    illegal move.
    """
    rules, here = real_rules(found.game), found.position
    for move in found.line:
        here = next(there for step, there in ask.steps(rules, here) if step == move)
    got = (
        []
        if ask.steps(rules, here)
        else rules.payoffs(here)
        if ask.is_extensive(rules)
        else [rules.outcome(here)]
    )
    return [found.position == rules.start(), *map(float, got)]


def load(path: str | os.PathLike[str], game: Any = None, *, mapped: bool = False) -> Any:
    """Load the answer that ``save`` has kept in a file.

    Parameters
    ----------
    path
        The file.
    game
        The game that was solved or searched, so that moves have their names, or the arena that was
        solved. It must be written (``repr``) like the game in the file, and must agree with the
        file at a sample of positions (``check_solution`` compares them all), or along the line that
        a search has found. Without a game a Solution knows no rules, and moves are positions to go
        to, as on a bare graph. A file holds no compiled rules, so a solution by un-moves
        (``sources``) needs its game or arena, and any answer but a Solution needs its game.
    mapped
        Leave the columns in the file, and read only what is asked for. A large solution is then
        available at once, and takes no memory. Damage to the columns is not noticed, because no
        checksum is compared; what ``about.json`` says about them is compared. The positions of a
        game that was walked are always read.

    Returns
    -------
    Solution, ChanceValues, ExactValues, ImprovedValues, Plan, SearchResult, MctsResult or Advice
        The answer as it was saved; if mapped, a Solution's arrays cannot be written to.

    Raises
    ------
    ValueError
        For a file that is damaged, is not a solution, belongs to another game, or was written by a
        newer gamelib; names the file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> with TemporaryDirectory() as folder:
    ...     save(solve(Matches(15)), f"{folder}/matches.npz")
    ...     str(load(f"{folder}/matches.npz", Matches(15), mapped=True)[15])
    'WIN in 7'
    """
    if isinstance(game, Arena):
        return loaded(path, game.game, listed(game), mapped=mapped)
    if game is not None:
        ask.any_game(game)
    with reading(path, mapped=True) as (about, _):
        other = "answer" in about
    return _other(path, game) if other else loaded(path, game, mapped=mapped)


def _other(path: str | os.PathLike[str], game: Any) -> Any:
    """An answer that is not a Solution."""
    with reading(path) as (about, columns):
        kind = about["answer"]
        if game is None:
            raise Refused(f"holds {kind}: load needs the game, {about['game']}")
        if about["game"] != name_of(game):
            raise Refused(f"holds {kind} of {about['game']}, not of {name_of(game)}")
        if is_other_code(about.get("rules"), code_of(game)):
            raise Refused(
                f"holds {kind} by rules other than {name_of(game)} has now: search or solve again"
            )
        known = {name: as_things(column) for name, column in columns.items()}
        positions, values = known.get("positions", []), known.get("known", [])
        more = known["more"][0] if "more" in known else {}
        planned = dict(zip(positions, values, strict=True))
        answer: Any = Plan(game, planned, more.get("position"))
        if "found" in known:
            answer = replace(*known["found"], game=game)
        elif kind != "Plan":
            answer = object.__new__(TABLES[kind])
            listed = ByNumber(Listed(positions), values, known["moves"].__getitem__)
            vars(answer).update(more, game=game, kept=listed)
    at = None
    try:
        if "found" in known:
            at, end = answer.position, _end(answer)
            if about.get("end", end) != end:
                raise ValueError
        for at in map(positions.__getitem__, sample(len(positions))):
            answer.options(at)
    except Exception:  # the rules may fail on anything that is not a position
        said = f"was solved by rules other than {name_of(game)} has now, for example at {at!r}"
        raise ValueError(f"{os.fspath(path)} {said}") from None
    return answer


def loaded(
    path: str | os.PathLike[str], game: Any, arena: Arena | None = None, *, mapped: bool = False
) -> Solution[Any, Any]:
    """The Solution that ``load`` returns; if ``arena`` is given, it is of this arena.

    >>> from tempfile import TemporaryDirectory
    >>> from gamefast import solve
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
        if "answer" in about:
            raise Refused(f"holds {about['answer']}, not a solution")
        if name is not None and about["game"] != name:
            raise Refused(f"is the solution of {about['game'] or 'a bare graph'}, not of {name}")
        needed = {"outcome", "remoteness", *columns}
        answer = {
            column: checked(columns, column, kind)
            for column, kind in ANSWER.items()
            if column in needed
        }
        found: Any = None
        if about["arena"] == WalkedGraph.__name__:
            found = walked_in(about, columns, game, arena)
        elif about["arena"] == CompiledGraph.__name__:
            codes = checked(columns, "codes", "i4")
            if not mapped and (codes.ndim != 1 or (np.diff(codes) <= 0).any()):
                raise ValueError("its positions are not in order")
        else:
            found = arena_of(about["arena"], columns, mapped)
        asked = as_things(columns["asked"])[0] if "asked" in columns else None
        n = len(codes if found is None else found)
        for column, values in answer.items():
            if values.shape != (n,) and not (column == "order" and len(values) <= n):
                raise ValueError(f"{column} has {len(values)} entries for {n} positions")
        if found is None and arena is None and game is None:
            raise _no_rules(about)
    if found is None or isinstance(found, WalkedGraph):
        others = f"{os.fspath(path)} was solved by rules other than {name or 'this graph'} has now"
        if found is None:
            found = registry.arena(game) if arena is None else arena
            found = found.present() if isinstance(found, CompiledGraph) else None
        if found is None or fingerprint(found) != about.get("moves"):
            raise ValueError(others)
        if isinstance(found, CompiledGraph):
            found = found.with_codes(codes)
        solution: Solution[Any, Any] = Solution(found, **answer)
        if is_other_code(
            about.get("rules"), code_of(found)
        ):  # code that was only tidied up gives the same answers
            _certify(solution, others)
        return solution.asked_for(asked)
    if name is not None and (culprit := contradiction(found, game)) is not None:
        raise ValueError(
            f"{os.fspath(path)} was solved by rules other than {name} has now, for example at "
            f"{culprit!r}"
        )
    if arena is not None and not _same_arena(found, arena):
        raise ValueError(f"{os.fspath(path)} is a solution, but not of this graph")
    return Solution(replace(found, game=game) if arena is None else arena, **answer).asked_for(
        asked
    )


def _no_rules(about: dict[str, Any]) -> Refused:
    """The error for a file whose moves follow from rules that nobody has given."""
    whose = about["game"] or "the arena"
    return Refused(f"holds no moves: they follow from compiled rules, and load needs {whose}")


def walked_in(
    about: dict[str, Any], columns: dict[str, NDArray[Any]], game: Any, arena: Arena | None = None
) -> WalkedGraph:
    """The positions in a file that compiled rules have found, by the rules of a game or an arena."""
    rules, sign = registry.rules_in_numbers(game)
    if isinstance(arena, WalkedGraph):
        rules, sign, game = arena.rules, arena.sign, arena.game
    if rules is None:
        raise _no_rules(about)
    found = {name: checked(columns, name, kind) for name, kind in WALKED.items()}
    walked = WalkedGraph.found_before(rules, **found, starts=about["starts"])
    return replace(walked, game=game, sign=sign)


def _certify(solution: Solution[Any, Any], others: str) -> None:
    """Raise ValueError, saying ``others``, for a solution that is not one by the rules as they are
    now.
    """
    try:
        check_solution(solution)
    except AssertionError as error:
        raise ValueError(f"{others}: {error}") from None


def listed(arena: Arena) -> Arena:
    """The arena as it is settled: with every move stored if compiled rules know no un-moves (and
    results take no further moves).
    """
    is_listed = isinstance(arena, CompiledGraph) and arena.rules.sources is None
    return arena.explicit() if is_listed and not arena.ends_late else arena


def _same_arena(one: Arena, other: Arena) -> bool:
    """Whether two arenas have the same moves and results, and the same positions at a sample of
    numbers.
    """
    if (
        type(one) is not type(other)
        or len(one) != len(other)
        or fingerprint(one) != fingerprint(other)
    ):
        return False
    return [one.position(i) for i in sample(len(one))] == [
        other.position(i) for i in sample(len(one))
    ]
