"""What the inputs of each exercise are measured by: a task states the range of each measure after
*Inputs:*.
"""

import inspect
import json
import re
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path

from check.lecture import reference
from gamecourse.grading.coin_games import numbers_in
from gamecourse.grading.games import longest, valued
from gamecourse.grading.sheet import opened
from gamefast import GameGraph, solve
from gamelib import CHANCE, LEFT, RIGHT, mex

NOTEBOOKS = Path(__file__).parents[3] / "notebooks" / "exercises"


def stated():
    """What the tasks state, by "lecture.exercise": the range of each measure, as it is written."""
    found = {}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        told = {}
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if lecture := re.search(r"^from gamecourse\.check import (\w+) as check", source, re.M):
                sheet = lecture[1]
            if inputs := re.search(r"^\*Inputs:\* (.*)$", source, re.M):
                told = dict(
                    part.rsplit(": ", 1) for part in inputs[1].replace("\\_", "_").split(" · ")
                )
            if check := re.fullmatch(r"check\.(\w+)\(\w+\)", source.strip()):
                if told:
                    found[f"{sheet}.{check[1]}"] = told
                told = {}
    return found


def measured(key, exercise, name):
    """The values that a measure has in the questions of an exercise, each once."""
    of = MEASURES.get(key, {}).get(name)
    if of is None:  # `n`, or `m` and `n`: the arguments themselves
        wanted, given = (
            re.findall(r"`(\w+)`", name),
            list(inspect.signature(reference(exercise)).parameters),
        )
        places = [given.index(one) for one in wanted]
        of = lambda *given: [given[place] for place in places]  # noqa: E731
    found = (of(*question) for question in exercise.questions())
    return {value for one in found for value in (one if isinstance(one, list) else [one])}


def written(value):
    """A value as a task writes it: 10^12 for a large power of ten."""
    value = int(value) if isinstance(value, Fraction) and value.denominator == 1 else value
    size = len(str(abs(value))) - 1 if isinstance(value, int) else 0
    return f"{'-' * (value < 0)}10^{size}" if size > 4 and abs(value) == 10**size else str(value)


def names(first):
    """How vertices or positions are named, by one of them."""
    return "letters" if isinstance(first, str) else "numbers"


def below(tree):
    """The trees below the root of a tree, which is a number, a list of trees, or a pair of a kind
    and such a list.
    """
    if not isinstance(tree, tuple):
        return tree if isinstance(tree, list) else []
    kind, inside = tree
    return [branch for _, branch in inside] if kind == CHANCE else list(inside)


def subtrees(tree):
    """The tree and all trees in it."""
    return [tree, *(inner for branch in below(tree) for inner in subtrees(branch))]


def height(tree, *_):
    """The levels below the root."""
    return max((1 + height(branch) for branch in below(tree)), default=0)


@cache
def after(game):
    """Where the moves from each position lead."""
    return {
        p: [game.play(p, m) for m in game.moves(p)] if game.outcome(p) is None else []
        for p in solve(game)
    }


def rows_of(game):
    """Where the moves of each position lead, as numbers of positions."""
    graph = GameGraph.of(game)
    return [graph.options(k).tolist() for k in range(len(graph))]


def reached_by_both(game, position):
    """The positions of a partizan game that can come up if either player may move at any time."""
    seen, waiting = {position}, [position]
    for p in waiting:
        for player in (LEFT, RIGHT):
            options = {game.play(p, move, player) for move in game.moves(p, player)}
            waiting += options - seen
            seen |= options
    return seen


def choices_of(player):
    """How many options a player has at each position of a partizan game that can come up."""
    return lambda game, position: [
        len(list(game.moves(p, player))) for p in reached_by_both(game, position)
    ]


def numbers_of(game, *_):
    """The results and the guesses of a game."""
    return [
        *game.guesses.values(),
        *(end for end in game.nodes.values() if not isinstance(end, dict)),
    ]


def bounds_of(nodes, bounds):
    """All bounds."""
    return [number for pair in bounds.values() for number in pair]


def inner(lecture, name):
    """Something that a lecture's module hides."""
    return opened(import_module(f"gamecourse.check.{lecture}"))[name]


GRAPH = {
    "vertices": lambda graph, *_: len(graph),
    "options of a vertex": lambda graph, *_: [len(row) for row in graph.values()],
    "arrows into a vertex": lambda graph, *_: [
        sum(row.count(v) for row in graph.values()) for v in graph
    ],
    "names of the vertices": lambda graph, *_: names(next(iter(graph))),
    "how often an option is listed": lambda graph, v: [
        row.count(w) for row in graph.values() for w in row
    ],
    "arrows from a vertex to itself": lambda graph, *_: [row.count(v) for v, row in graph.items()],
    "neighbours of a vertex": lambda graph, *_: [len(row) for row in graph.values()],
}

TREE = {
    "levels": height,
    "branches of a node": lambda tree, *_: [
        len(below(inner)) for inner in subtrees(tree) if below(inner)
    ],
    "numbers": lambda tree, *_: [inner for inner in subtrees(tree) if not below(inner)],
    "probabilities": lambda tree: [
        p
        for inner in subtrees(tree)
        if isinstance(inner, tuple) and inner[0] == CHANCE
        for p, _ in inner[1]
    ],
}

NODES = {
    "nodes": lambda nodes, *_: len(nodes),
    "options of a node": lambda nodes, *_: [len(after) for _, after in nodes.values()],
    "copies of an option": lambda nodes, *_: [
        list(after).count(q) for _, after in nodes.values() for q in after
    ],
    "numbers": lambda nodes, *_: numbers_in(nodes),
    "denominators of the numbers": lambda nodes, *_: [
        number.denominator for number in numbers_in(nodes)
    ],
    "absolute value of the bounds": lambda *given: [*map(abs, bounds_of(*given))],
    "their denominators": lambda *given: [number.denominator for number in bounds_of(*given)],
}

PLAYED = {
    "positions": lambda game, *_: len(after(game)),
    "moves at a position": lambda game, *_: [len(row) for row in after(game).values() if row],
    "results": lambda game, *_: [game.outcome(p) for p, row in after(game).items() if not row],
    "moves of the longest play": lambda game, *_: longest(after(game), game.start()),
}

GUESSED = {
    "positions": lambda game, *_: len(game.nodes),
    "moves at a position": lambda game, *_: [*map(len, game.options().values())],
    "results and guesses": numbers_of,
    "their denominators": lambda game, *_: [number.denominator for number in numbers_of(game)],
    "moves to the end": lambda game, v, _: longest(game.options(), v),
    "seconds that `moves` takes": lambda game, *_: game.pause,
}

MARKS = {"marks on the board": lambda board: 9 - board.count(".")}

#: By "lecture.exercise": what each measure is, if it is not an argument of that name.
MEASURES = {
    "matches.other_takes": {
        "numbers in `takes`": lambda n, takes: len(takes),
        "each of them": lambda n, takes: list(takes),
    },
    "matches.slider": {
        "numbers in `takes`": lambda takes, piles: len(takes),
        "each of them": lambda takes, piles: list(takes),
        "numbers in `piles`": lambda takes, piles: len(piles),
        "each pile": lambda takes, piles: piles,
    },
    "graphs.with_memory": GRAPH | {"moves in the longest line": longest},
    "graphs.king": {"`column`": lambda column, row: column, "`row`": lambda column, row: row},
    "retrograde.queue": GRAPH
    | {
        "vertices in `won`": lambda options, won: len(won),
        "remoteness": lambda options, won: [
            r for _, r in inner("retrograde", "settle")(options, won).values()
        ],
    },
    "retrograde.mended": GRAPH
    | {
        "remoteness": lambda options: [
            r for _, r in inner("retrograde", "settle")(options).values()
        ]
    },
    "retrograde.certificate": GRAPH
    | {"numbers claimed": lambda options, claim: [r for r in claim.values() if r is not None]},
    "pursuit.arrows": {
        "rows": lambda text: text.count("\n"),
        "columns": lambda text: len(text.split("\n")[1]),
        "exits": lambda text: text.count("E"),
        "walls": lambda text: text.count("*"),
    },
    "pursuit.restless": {
        "rows": lambda board, who: board.shape[0],
        "columns": lambda board, who: board.shape[1],
        "exits": lambda board, who: "".join(board.terrain).count("E"),
        "walls": lambda board, who: "".join(board.terrain).count("*"),
    },
    "cops.is_corner": GRAPH,
    "cops.one_cop_wins": GRAPH,
    "nim.winning_move": {
        "heaps": len,
        "matches in a heap": list,
        "winning moves": lambda heaps: len(inner("nim", "winning_moves")(heaps)),
    },
    "nim.bounded": {
        "`heaps`": lambda heaps, most: len(heaps),
        "matches in a heap": lambda heaps, most: list(heaps),
    },
    "nim.stairs": {"steps": len, "coins on a step": list},
    "sprague_grundy.on_a_graph": GRAPH | {"nimber": lambda options, v: valued(mex, options, v)},
    "sprague_grundy.repeats": {"numbers in `takes`": len, "each": list},
    "kayles.from_code": {
        "digit before the point": lambda code, n: int(code[0]),
        "digits after it": lambda code, n: len(code) - 2,
        "each": lambda code, n: [int(digit) for digit in code[2:]],
        "nimbers": lambda code, n: inner("kayles", "_nimbers")(code, n),
    },
    "kayles.proved": {
        "numbers in `values`": lambda values, *_: len(values),
        "each": lambda values, *_: values,
    },
    "kayles.goes_round": GRAPH
    | {"numbers": lambda options: [*inner("kayles", "_numbered")(options).values()] or [0]},
    "minimax.negamax": GRAPH
    | {
        "moves to the end": lambda options, ends, v: longest(options, v),
        "numbers at the ends": lambda options, ends, v: list(ends.values()),
    },
    "minimax.with_chance": TREE,
    "minimax.mixing": {
        "numbers": lambda rows: [*rows[0], *rows[1]],
        "is one row alone best": lambda rows: (
            inner("minimax", "best_mix")(rows)[0] == inner("minimax", "best_row")(rows)[0]
        ),
    },
    "tictactoe.ending": MARKS,
    "tictactoe.representative": MARKS,
    "tictactoe.solve_all": PLAYED,
    "tictactoe.best_move": PLAYED,
    "alphabeta.search": TREE,
    "alphabeta.with_bounds": {
        "nodes": lambda tree, *_: len(tree.nodes),
        "children of a node": lambda tree, *_: [
            len(w) for w in tree.nodes.values() if isinstance(w, list)
        ],
        "numbers": lambda tree, *_: [n for n in tree.nodes.values() if not isinstance(n, list)],
        "positions in `table`": lambda *given: len(given[-1]),
    },
    "large.depth_limit": GUESSED,
    "large.deepening": GUESSED,
    "large.uct_choice": {
        "names of the positions": lambda visits, total, p, options: names(p),
        "options": lambda visits, total, p, options: len(options),
        "visits of `p`": lambda visits, total, p, options: visits[p],
        "of an option": lambda visits, total, p, options: [visits.get(q, 0) for q in options],
        "average of an option": lambda n, total, p, options: [
            Fraction(total[q]) / n[q] for q in options if q in total
        ],
    },
    "large.backup": {
        "names of the positions": lambda visits, total, path, result: names(path[0]),
        "positions of the path": lambda visits, total, path, result: len(path),
        "positions in the dicts": lambda visits, *_: len(visits),
        "visits of a position": lambda visits, *_: [*visits.values()],
    },
    "large.capture": {
        "the random numbers": lambda key, number, piece, start, *_: number(start, piece),
        "`piece`": lambda key, number, piece, *_: repr(piece),
        "`captured`": lambda *given: repr(given[-1]),
    },
    "chance.race": {"denominator of `q`": lambda q, *_: q.denominator},
    "chance.choose": {
        "pairs in `coin`": lambda player, coin, sure: len(coin),
        "probabilities": lambda player, coin, sure: [p for p, _ in coin],
        "payoffs": lambda player, coin, sure: [sure, *(payoff for _, payoff in coin)],
        "denominators of the payoffs": lambda player, coin, sure: [
            n.denominator for n in (sure, *(p for _, p in coin))
        ],
    },
    "chance.better_moves": NODES,
    "certain.only": {
        "absolute value of `low` and `high`": lambda low, high, most: [abs(low), abs(high)],
        "their denominators": lambda low, high, most: [low.denominator, high.denominator],
        "`high - low`": lambda low, high, most: high - low,
    },
    "certain.sweep": NODES,
    "partizan.four_outcomes": {
        "positions": lambda left, right, position: len(left),
        "options of Left": lambda left, right, position: [len(row) for row in left.values()],
        "options of Right": lambda left, right, position: [len(row) for row in right.values()],
        "names of the positions": lambda left, right, position: names(position),
    },
    "partizan.between": {
        "their denominators": lambda low, high: [low.denominator, high.denominator],
    },
    "partizan.sum_of_switches": {
        "switches": lambda switches, first: len(switches),
        "numbers in them": lambda switches, first: [x for pair in switches for x in pair],
        "their denominators": lambda switches, first: [
            x.denominator for pair in switches for x in pair
        ],
    },
    "partizan.stalk": {"edges": len},
    "partizan.values": {
        "positions that can be reached": lambda *given: len(reached_by_both(*given)),
        "options of Left": choices_of(LEFT),
        "options of Right": choices_of(RIGHT),
    },
    "endings.unmoves": {
        "steps from king to king": lambda n, king, rook, black: inner("endings", "steps_between")(
            king, black
        ),
        "steps from the rook to a king": lambda n, king, rook, black: [
            inner("endings", "steps_between")(rook, other) for other in (king, black)
        ],
    },
    "endings.in_numbers": {
        "options": lambda cell, side: len(inner("endings", "numbers_after")(*divmod(cell, side)))
    },
    "endings.outcomes": {
        "positions": lambda game: len(GameGraph.of(game)),
        "options of a position": lambda game: [len({*row}) for row in rows_of(game)],
        "moves to the same option": lambda game: [
            row.count(w) for row in rows_of(game) for w in row
        ],
        "outcomes where play ends": lambda game: [
            end for end in map(game.outcome, solve(game)) if end is not None
        ],
    },
}
