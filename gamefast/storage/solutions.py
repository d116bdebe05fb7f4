"""Save and load: an answer in a file.

A file has columns, which are arrays with names, and ``about``, a small dict that says what they
belong to.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gamelib.intervals
from gamefast import ask, registry
from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.arrays.chance import ChanceArena
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
    checked_column,
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

#: Answers of gamelib that cannot be kept, and the function of gamefast whose answer can.
BOOKS_OWN: dict[type, str] = {
    gamelib.answers.Solution: "solve",
    gamelib.intervals.ChanceValues: "chance_values",
}


def save(answer: Answer[Any, Any, Any] | PositionResult, path: str | os.PathLike[str]) -> None:
    """Keep an answer in a file, for ``load``; an old file is replaced in one step, or not at all.

    A Solution is kept as its arrays, another answer as a table of its positions, and what a search
    has found as it is. Raises TypeError for anything else (such as nimbers, which are soon computed
    again, and have their array in ``numbers``), and ValueError for positions that cannot be read
    back. Positions must be made of Python's own numbers (not numpy's), texts, bytes, True,
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
    if isinstance(answer, Solution):
        about, columns = _of_solution(answer)
    elif isinstance(answer, PositionResult):
        about, columns = _of_result(answer)
    else:
        about, columns = _of_table(answer)
    name = None if answer.game is None else name_of(answer.game)
    write(path, {"format": FORMAT, "version": VERSION, "game": name} | about, columns)


def _of_solution(answer: Solution[Any, Any]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file says about a Solution, and its columns: those of the answer and of the arena."""
    arena = answer.graph
    if isinstance(arena, GameGraph) and arena.ends_late:
        raise ValueError(
            "a file of moves cannot say how many more moves a result takes: solve the rules, not "
            "their explicit graph"
        )
    about: dict[str, Any] = {"arena": type(arena).__name__}
    if isinstance(arena, CompiledGraph | WalkedGraph):
        about["moves"] = fingerprint(arena)
        about["rules"] = code_of(arena)
    if isinstance(arena, WalkedGraph):
        about["starts"] = arena.starts
    columns = {name: getattr(answer, name) for name in ANSWER}
    columns = {name: column for name, column in columns.items() if column is not None}
    if answer.position is not None:
        columns["asked"] = as_bytes([answer.position])
    return about, columns | columns_of(arena)


def _of_result(answer: PositionResult) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file says about what a search has found, and its only column: the record itself."""
    about = {
        "answer": type(answer).__name__,
        "end": _end_of_line(answer),
        "rules": code_of(answer.game),
    }
    record = replace(answer, game=None)  # ``load`` is given the game
    return about, {"found": as_bytes([record], "the result")}


def _of_table(answer: Any) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a file says about another answer, and its columns: a line for each position, and one
    with all the rest (``more``).
    """
    kind = type(answer).__name__
    if type(answer) in BOOKS_OWN:
        solver = BOOKS_OWN[type(answer)]
        raise TypeError(
            f"this {kind} is gamelib's, which no file holds: save the one that `from gamefast import "
            f"{solver}` gives"
        )
    if kind not in TABLES:
        hint = ""
        if hasattr(answer, "search"):
            hint = "; here, what search(position) returns"
        if kind == "Nimbers":
            hint = ". Nimbers are soon computed again, and `numbers` is their array"
        raise TypeError(
            f"{answer!r} cannot be saved: save takes what solve returns, another solver or a "
            f"search{hint}"
        )
    # The game is not written, and the positions with what is known of them have columns of their
    # own.
    not_in_more = ("game", "rules", "kept", "known")
    more = {name: value for name, value in vars(answer).items() if name not in not_in_more}
    columns = {
        "positions": as_bytes(answer),
        "known": as_bytes(answer.values(), "the value"),
        "moves": as_bytes(map(answer.best, answer), "the move"),
        "more": as_bytes([more], "the rest"),
    }
    return {"answer": kind, "rules": code_of(answer.game)}, columns


def _end_of_line(result: PositionResult) -> list[Any]:
    """Play the line of a search: return whether it began at the start, and then the results if play
    is over at its end. Raises an error for an illegal move.

    For example, [True, -1.0] says that the line leads from the start to a loss of the player to
    move there. A file keeps this, so that other rules are noticed when it is loaded.
    """
    rules = real_rules(result.game)
    position = result.position
    for move in result.line:
        position = next(option for legal, option in ask.steps(rules, position) if legal == move)
    results: Any = []
    if not ask.steps(rules, position):  # play is over
        is_extensive = ask.is_extensive(rules)
        results = rules.payoffs(position) if is_extensive else [rules.outcome(position)]
    return [result.position == rules.start(), *map(float, results)]


def load(path: str | os.PathLike[str], game: Any = None, *, mapped: bool = False) -> Any:
    """Load the answer that ``save`` has kept in a file.

    Parameters
    ----------
    path
        The file.
    game
        The game that was solved or searched, so that moves have their names; or the arena, or the
        networkx DiGraph, that was solved. It must be written (``repr``) like the game in the file,
        and must agree with the file at a sample of positions (``check_solution`` compares them
        all), or along the line that a search has found. Without a game a Solution knows no rules,
        and moves are positions to go to, as on a bare graph. A file holds no compiled rules, so a
        solution of ``CompiledRules`` needs its game or arena, unless the rules are dense and plain:
        with a ``size``, and without ``sources``, ``remoteness`` and ``endless``. Any answer but a
        Solution needs its game.
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
    if hasattr(game, "is_directed") and not isinstance(game, type):  # a graph of networkx
        game = GameGraph.from_networkx(game)
    if isinstance(game, Arena):
        return load_solution(path, game.game, as_solved(game), mapped=mapped)
    if isinstance(game, ChanceArena):
        game = game.present().graph.game
    if game is not None:
        ask.any_game(game)
    with reading(path, mapped=True) as (about, _):  # mapped, because no column is needed here
        is_solution = "answer" not in about
    if is_solution:
        return load_solution(path, game, mapped=mapped)
    return _load_other(path, game)


def _load_other(path: str | os.PathLike[str], game: Any) -> Any:
    """Load an answer that is not a Solution; see ``load``."""
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
        things = {name: as_things(column) for name, column in columns.items()}
        positions = things.get("positions", [])
        answer = _make_again(kind, things, game)

    # Do the rules of now fit the answer, along the line of a search, or at some positions? If they
    # do not, the loading fails at ``position``.
    position = None
    try:
        if "found" in things:
            position = answer.position
            end_of_line = _end_of_line(answer)
            if about.get("end", end_of_line) != end_of_line:
                raise ValueError  # which is caught below, as any error of the rules is
        for i in sample(len(positions)):
            position = positions[i]
            answer.options(position)
    except Exception:  # the rules may fail on anything that is not a position
        raise ValueError(
            f"{os.fspath(path)} was solved by rules other than {name_of(game)} has now, for "
            f"example at {position!r}"
        ) from None
    return answer


def _make_again(kind: str, things: dict[str, list[Any]], game: Any) -> Any:
    """The answer, of the class named ``kind``, from what ``_of_result`` or ``_of_table`` has put
    into columns. ``things``: the columns, each as a list.
    """
    if "found" in things:
        (result,) = things["found"]
        return replace(result, game=game)
    positions = things.get("positions", [])
    values = things.get("known", [])
    more = things["more"][0] if "more" in things else {}
    table = dict(zip(positions, values, strict=True))  # raises ValueError if one is missing
    if kind == "Plan":
        return Plan(game, table, more.get("position"))
    best_moves = things["moves"]
    kept = ByNumber(Listed(positions), values, best_moves.__getitem__)
    # ``more`` has all other attributes, so they are set as they were, without __init__.
    answer = object.__new__(TABLES[kind])
    vars(answer).update(more, game=game, kept=kept)
    return answer


def load_solution(
    path: str | os.PathLike[str], game: Any, arena: Arena | None = None, *, mapped: bool = False
) -> Solution[Any, Any]:
    """The Solution that ``load`` returns; if ``arena`` is given, it is of this arena.

    >>> from tempfile import TemporaryDirectory
    >>> from gamefast import solve
    >>> street = CompiledGraph.of(4, lambda i, data, out: 0, lambda i, data: -1, lambda i, data, out: 0)
    >>> with TemporaryDirectory() as folder:
    ...     save(solve(street), f"{folder}/street.npz")
    ...     load_solution(f"{folder}/street.npz", None, street)
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
        # Outcome and remoteness must be there, which ``checked_column`` checks; others may be.
        expected = {"outcome", "remoteness", *columns}
        answer = {
            column: checked_column(columns, column, kind)
            for column, kind in ANSWER.items()
            if column in expected
        }
        # ``codes`` is None unless the arena is a CompiledGraph; then ``in_file`` is None.
        in_file, codes = _arena_in_file(about, columns, game, arena, mapped)
        asked = as_things(columns["asked"])[0] if "asked" in columns else None
        _check_lengths(answer, len(codes if in_file is None else in_file))
        if in_file is None and arena is None and game is None:
            raise _no_rules(about)

    # Outside the block, because the file itself is in order: what follows compares it with the
    # game or arena of now.
    rules_differ = (
        f"{os.fspath(path)} was solved by rules other than {name or 'this graph'} has now"
    )
    if in_file is None or isinstance(in_file, WalkedGraph):  # moves follow from compiled rules
        by_rules: Any = in_file
        if by_rules is None:
            by_rules = registry.arena(game) if arena is None else arena
        solution = _solution_by_rules(about, by_rules, codes, answer, rules_differ)
        return solution.asked_for(asked)

    # The file has every move: compare it with the game or the arena.
    if name is not None:
        culprit = contradiction(in_file, game)
        if culprit is not None:
            raise ValueError(f"{rules_differ}, for example at {culprit!r}")
    if arena is not None and not _same_arena(in_file, arena):
        raise ValueError(f"{os.fspath(path)} is a solution, but not of this graph")
    graph = replace(in_file, game=game) if arena is None else arena
    return Solution(graph, **answer).asked_for(asked)


def _arena_in_file(
    about: dict[str, Any],
    columns: dict[str, NDArray[Any]],
    game: Any,
    arena: Arena | None,
    mapped: bool,
) -> tuple[Any, Any]:
    """The arena that a file describes, and None; but for a CompiledGraph None, and the codes.

    The codes are the numbers of the positions by the rules, in the order of the arena. A file has
    no more of a CompiledGraph, because its moves follow from the rules.
    """
    if about["arena"] == WalkedGraph.__name__:
        return walked_in(about, columns, game, arena), None
    if about["arena"] != CompiledGraph.__name__:
        return arena_of(about["arena"], columns, mapped), None
    codes = checked_column(columns, "codes", "i4")
    if not mapped and (codes.ndim != 1 or (np.diff(codes) <= 0).any()):
        raise ValueError("its positions are not in order")
    return None, codes


def _check_lengths(answer: dict[str, NDArray[Any]], n: int) -> None:
    """Raise ValueError for a column of an answer that does not fit n positions; only ``order`` may
    be shorter.
    """
    for column, values in answer.items():
        if values.shape != (n,) and not (column == "order" and len(values) <= n):
            raise ValueError(f"{column} has {len(values)} entries for {n} positions")


def _solution_by_rules(
    about: dict[str, Any], arena: Any, codes: Any, answer: dict[str, Any], rules_differ: str
) -> Solution[Any, Any]:
    """The Solution of a CompiledGraph or a WalkedGraph, by the compiled rules as they are now.

    Raises ValueError, saying ``rules_differ``, if these are not the rules that it was solved by.
    """
    if isinstance(arena, CompiledGraph):
        arena = arena.present()
    elif not isinstance(arena, WalkedGraph):
        raise ValueError(rules_differ)
    if fingerprint(arena) != about.get("moves"):
        raise ValueError(rules_differ)
    if isinstance(arena, CompiledGraph):
        arena = arena.with_codes(codes)
    solution: Solution[Any, Any] = Solution(arena, **answer)
    # The code has changed, but perhaps it was only tidied up: so the whole solution is checked.
    if is_other_code(about.get("rules"), code_of(arena)):
        _certify(solution, rules_differ)
    return solution


def _no_rules(about: dict[str, Any]) -> Refused:
    """The error for a file whose moves follow from rules that nobody has given."""
    whose = about["game"] or "the arena"
    return Refused(f"holds no moves: they follow from compiled rules, and load needs {whose}")


def walked_in(
    about: dict[str, Any], columns: dict[str, NDArray[Any]], game: Any, arena: Arena | None = None
) -> WalkedGraph:
    """The positions in a file that compiled rules have found, by the rules of a game or an arena."""
    if isinstance(arena, WalkedGraph):
        rules: Any = arena.rules
        sign = arena.sign
        game = arena.game
    else:
        rules, sign = registry.rules_in_numbers(game)
    if rules is None:
        raise _no_rules(about)
    positions = {name: checked_column(columns, name, kind) for name, kind in WALKED.items()}
    walked = WalkedGraph.found_before(rules, **positions, starts=about["starts"])
    return replace(walked, game=game, sign=sign)


def _certify(solution: Solution[Any, Any], rules_differ: str) -> None:
    """Raise ValueError, saying ``rules_differ``, for a solution that is not one by the rules as
    they are now.
    """
    try:
        check_solution(solution)
    except AssertionError as error:
        raise ValueError(f"{rules_differ}: {error}") from None


def as_solved(arena: Arena) -> Arena:
    """The arena in the form in which it is solved: with every move stored if compiled rules know no
    un-moves; otherwise as it is. An arena that ``ends_late`` stays as it is, because a file of
    moves cannot say how many more moves a result takes.
    """
    if not isinstance(arena, CompiledGraph) or arena.ends_late:
        return arena
    has_unmoves = arena.rules.sources is not None
    return arena if has_unmoves else arena.explicit()


def _same_arena(first: Arena, second: Arena) -> bool:
    """Whether two arenas have the same moves and results, and the same positions at a sample of
    numbers.
    """
    if type(first) is not type(second) or len(first) != len(second):
        return False
    if fingerprint(first) != fingerprint(second):
        return False
    return all(first.position(i) == second.position(i) for i in sample(len(first)))
