"""Readers for students' answers: items, names, a table, pairs of numbers, a tree.

``what`` is the same everywhere: it names, for the student, what the exercise asks for, "a list of
piles".

Each reader returns plain data (``plain``). If it cannot read the answer, it raises ``GradingEnded`` and
says what to give instead. Right items in the wrong type, such as an array for a list, are read and
noted (``note``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isfinite
from typing import Any

from gamecourse.grading.calls import brief, read, shorten, shown
from gamecourse.grading.feedback import GradingEnded, note, refused, require, wrong, wrong_kind
from gamecourse.grading.plain import NotPlain, frozen, same_kind
from gamelib.games import MinMaxTree, Tree
from gamelib.packages import needs

#: The largest number that a tree may contain.
LARGEST = 10**9


def _of_kinds(answer: Any, what: str, kinds: tuple[type, ...]) -> Any:
    """The answer as plain data of one of these kinds; anything else is refused.

    An array or a view whose items would be right is read, but noted as the wrong type.
    """
    found = read(answer)
    if isinstance(found, NotPlain) and isinstance(found.meant, kinds):
        wanted = kinds[0].__name__
        note(f"{brief(found)} is of the type {found.kind}. Write {wanted}(...) around it.")
        return found.meant
    if not isinstance(found, kinds):
        raise wrong_kind(what, found)
    return found


def a_list(answer: Any, what: str) -> list[Any]:
    """The items of a list or tuple, in order: ``a_list(answer, "a triple (code, n0, p)")``.

    Examples
    --------
    >>> a_list(("0.36", 3, 3), "a triple")
    ['0.36', 3, 3]
    """
    return list(_of_kinds(answer, what, (list, tuple)))


def _listed(answer: Any, what: str) -> list[Any]:
    """The items of a list, tuple or set; a set for a list, or a list or tuple for a set, is noted.

    ``what`` names the kinds that are asked for: "a list or a set of piles". A tuple counts as a
    list.
    """
    found = _of_kinds(answer, what, (list, tuple, set))
    if isinstance(found, set) and "set" not in what:
        note(f"{brief(found)} is a set: give a list.")
    if not isinstance(found, set) and "list" not in what:
        note(f"{brief(found)} is a {type(found).__name__}: give a set.")
    return list(found)


def items(answer: Any, what: str) -> list[Any]:
    """The items of a list, tuple or set, as ``what`` asks; no item may occur twice.

    Examples
    --------
    >>> items((0, 1, 2), "a list of piles"), items({4}, "a list or a set of piles")
    ([0, 1, 2], [4])
    """
    found = _listed(answer, what)
    seen = set[str]()
    for item in map(repr, found):
        require(item not in seen, f"{shorten(item)} is in it more than once.")
        seen.add(item)
    return found


def names_of(answer: Any, what: str, names: Iterable[str], kind: str) -> list[str]:
    """The items of a list, tuple or set, in order, which must all be among these names.

    ``kind`` says in one word what the names are, "a vertex", for the sentence that refuses any
    other item.

    Examples
    --------
    >>> names_of(["b", "a"], "letters", "abc", "a letter")
    ['b', 'a']
    """
    known = list(names)
    found = items(answer, what)
    for name in found:
        require(isinstance(name, str) and name in known, f"{brief(name)} is not {kind}.")
    return found


def table_of(answer: Any, what: str) -> dict[Any, Any]:
    """The answer, which must be a dict.

    Examples
    --------
    >>> table_of({"a": 1}, "a dict")
    {'a': 1}
    """
    return dict(_of_kinds(answer, what, (dict,)))


def in_order(table: dict[Any, Any], names: Iterable[str], kind: str) -> Iterator[tuple[str, Any]]:
    """Yield each name with its value in a table, in the order of the names.

    A missing name is refused. The reason then also says which key is none of the names, which are
    of this ``kind``, "vertex".
    """
    order = list(names)
    for name in order:
        if name not in table:
            reason = f"{name} is missing."
            strangers = [brief(key) for key in table if key not in order]
            if strangers:
                reason += f" {strangers[0]} is not a {kind}."
            raise GradingEnded(wrong(reason))
        yield name, table[name]


def pairs_of(answer: Any, what: str) -> list[tuple[int, int]]:
    """The pairs of whole numbers in a list, tuple or set: ``pairs_of(answer, "a list of pairs
    (heap, take)")``.

    Examples
    --------
    >>> pairs_of([(0, 1)], "a list"), pairs_of([[2, 3], (4, 5)], "a list")
    ([(0, 1)], [(2, 3), (4, 5)])
    """
    found = _listed(answer, what)
    is_one_pair = len(found) == 2 and all(whole(number) is not None for number in found)
    if is_one_pair:
        raise wrong_kind(f"{what}, also if there is only one", answer)
    pairs_found = []
    for item in found:
        # None stands for what is no pair, and for what is no whole number.
        pair = tuple(map(whole, item)) if same_kind(item, (0, 0)) else (None,)
        require(None not in pair, f"Give {what}. Your answer contains {shown(item)}.")
        pairs_found.append(pair)
    return items(pairs_found, what)  # which refuses [0, 1] beside (0, 1): the same pair twice


def pairs(answer: Any, what: str) -> list[tuple[Any, Any]]:
    """The pairs in a list of arrows or edges: names and numbers, or whatever a set can hold.

    Examples
    --------
    >>> pairs([["a", "b"], ("b", "c")], "arrows")
    [('a', 'b'), ('b', 'c')]
    """
    found = items(answer, what)
    for item in found:
        is_pair = same_kind(item, (0, 0)) and not any(
            isinstance(frozen(end), NotPlain) for end in item
        )
        require(is_pair, f"Give {what}. Your answer contains {shown(item)}.")
        for end in item:
            if isinstance(end, float):
                note(f"{brief(end)} is a float: name a vertex by a whole number or a text.")
    return [(frozen(v), frozen(w)) for v, w in found]


def one_way(answer: Any, most: int) -> Any:
    """The directed graph with these arrows and at most ``most`` vertices; opposite arrows and loops
    are refused.
    """
    G = needs("networkx", "graphs", "these exercises").DiGraph(
        pairs(answer, "a list of pairs (from, to)")
    )
    require(1 <= len(G) <= most, f"Your graph has {len(G)} vertices. It should have 1 to {most}.")
    for v, w in G.edges:
        require(v != w, f"There is an arrow from {brief(v)} to itself.")
        require(
            not G.has_edge(w, v), f"There is an arrow each way between {brief(v)} and {brief(w)}."
        )
    return G


def whole(value: Any, least: int = -LARGEST, most: int = LARGEST) -> int | None:
    """The value if it is a whole number between these bounds, otherwise None. A number written as
    3.0 is noted.
    """
    is_number = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
    if not is_number or not least <= value <= most or value != int(value):
        return None
    if not isinstance(value, int):
        note(f"{brief(value)} should be a whole number, {int(value)}.")
    return int(value)


def board_of(answer: Any, what: str) -> str:
    """The rows of a board, read from a text that may have spaces in it and words below it.

    Examples
    --------
    >>> board_of("  X .\\n  . O\\n X to move", "a board")
    'X.\\n.O'
    """
    found = read(answer)
    if not isinstance(found, str):
        raise wrong_kind(what, found)
    rows = ["".join(row.split()) for row in found.strip().splitlines()]
    below = [k for k, row in enumerate(rows) if row.endswith("tomove")]  # "X to move"
    end_of_board = below[0] if below else len(rows)
    return "\n".join(rows[:end_of_board])


def tree_of(answer: Any, most: int) -> MinMaxTree:
    """The MinMaxTree, of at most ``most`` nodes, that a dict stands for; the children may be in
    tuples.

    Examples
    --------
    >>> tree_of({"A": ("B", "C"), "B": 0.5, "C": 3}, 3).nodes
    {'A': ['B', 'C'], 'B': 0.5, 'C': 3}
    """
    what = "a dict from each node to the list of its children, or to a number"
    found = table_of(answer.nodes if type(answer) is MinMaxTree else answer, what)
    require(len(found) <= most, f"Your graph has {len(found)} nodes; {most} are enough.")
    nodes: dict[Any, Any] = {
        v: list(below) if isinstance(below, tuple) else below for v, below in found.items()
    }
    for node, below in nodes.items():
        name = brief(node)
        unordered = f"The children of {name} are a set, which has no order: give a list."
        require(not isinstance(below, set), unordered)
        if isinstance(below, float):
            require(isfinite(below), f"At {name} you have {brief(below)}: give a finite number.")
        if isinstance(below, int | float | Fraction):
            too_large = f"At {name} you have {brief(below)}: smaller numbers will do."
            require(-LARGEST <= below <= LARGEST, too_large)
    with refused("Nobody can play on your graph: "):
        return MinMaxTree(nodes)


def game_of(answer: Any) -> Tree:
    """The Tree of Max and Min that a dict stands for; lists are accepted for pairs.

    Examples
    --------
    >>> game_of({"a": ["Max", {"leave": [1, -1]}]}).nodes
    {'a': ('Max', {'leave': (1, -1)})}
    """
    players = ("Max", "Min")
    what = 'a dict of nodes, as {"a": ("Max", {"leave": (1, -1), "go on": "b"}), ...}'
    is_tree = type(answer) is Tree and answer.players == players
    found = table_of(answer.nodes if is_tree else answer, what)
    if not found:
        raise wrong_kind(what, found)
    for name, node in found.items():
        match node:  # anything else than such a pair is left to Tree, which refuses it
            case [who, {**steps}]:
                found[name] = who, _ends_as_pairs(found, name, steps)
    return Tree(found, players=players)


def _ends_as_pairs(found: dict[Any, Any], name: Any, steps: dict[Any, Any]) -> dict[Any, Any]:
    """The moves of a node, with payoffs as pairs; a single number in place of a pair is refused.

    A move may lead to a node that is called by a number, so numbers among the nodes are left alone.
    """
    for move, after in steps.items():
        if isinstance(after, int | float | Fraction) and after not in found:
            pair = f"payoffs are a pair, ({after}, {-after})"
            reason = f"at {brief(name)}, {brief(move)} leads to {after}: {pair}."
            raise GradingEnded(wrong(reason))
    return {
        move: tuple(after) if isinstance(after, list) else after for move, after in steps.items()
    }
