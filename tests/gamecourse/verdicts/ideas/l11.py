"""Wrong answers to the exercises of lecture 11, alpha-beta."""

from verdicts.ideas import Idea

#: A row of a hundred and twenty nodes before the end, and a smaller one.
ROW = {k: [k + 1] for k in range(120)} | {120: 3}

#: The first child of the root is worth 1 and is cut off at once with the window from -5 to 0.
CUT = {"r": ["a", "b"], "a": ["a1", "a2"], "b": ["b1", "b2"], "a1": 1, "a2": 2, "b1": 4, "b2": 3}

#: The table's search with some of its parts changed.
SEARCH_WITH_BOUNDS = """
    def alphabeta(game, position, alpha, beta, table):
        best = game.outcome(position)
        if best is None:
            low, high = {known}
            if low >= beta or low == high:
                return max(alpha, min(low, beta))
            if high <= alpha:
                return alpha
            best = {start}
            moves = list(game.moves(position))
            for move in {moves}:
                there = game.play(position, move)
                best = max(best, -alphabeta(game, there, -beta, -best, table))
                if best >= beta:
                    break
            if {write}:
                table[position] = ({low}, {high})
        return max(alpha, min(best, beta))
"""


def with_bounds(
    known="table.get(position, (-inf, inf))",
    start="alpha",
    moves="moves",
    write="True",
    low="best if best > alpha else low",
    high="best if best < beta else high",
):
    """The model's program with some of its parts changed."""
    return SEARCH_WITH_BOUNDS.format(
        known=known, start=start, moves=moves, write=write, low=low, high=high
    )


SEARCH = """
    {before}

    def search(tree, player, alpha, beta):
        if not isinstance(tree, list):
            return max(alpha, min(tree, beta)), [tree]
        {key}
        seen = []
        for branch in {branches}:
            if player == "Max":
                value, leaves = search(branch, "Min", alpha, beta)
                alpha = max(alpha, value)
            else:
                value, leaves = search(branch, "Max", alpha, beta)
                beta = min(beta, value)
            seen += leaves
            if {cut}:
                break
        {end}
"""


def searches(
    before="",
    key="",
    branches="tree",
    cut="alpha >= beta",
    end='return alpha if player == "Max" else beta, seen',
):
    """The model's program for two with some of its parts changed."""
    return SEARCH.format(before=before, key=key, branches=branches, cut=cut, end=end)


IDEAS = [
    Idea(
        "search",
        3,
        "cut only when alpha is larger than beta",
        """
        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            seen = []
            for branch in tree:
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, beta)
                    alpha = max(alpha, value)
                else:
                    value, leaves = search(branch, "Max", alpha, beta)
                    beta = min(beta, value)
                seen += leaves
                if alpha > beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        "([5, 7], 'Max', 0, 5)",
    ),
    Idea(
        "search",
        3,
        "a number is its own value, whatever the window",
        """
        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return tree, [tree]
            seen = []
            for branch in tree:
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, beta)
                    alpha = max(alpha, value)
                else:
                    value, leaves = search(branch, "Max", alpha, beta)
                    beta = min(beta, value)
                seen += leaves
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        "(7, 'Max', 0, 5)",
    ),
    Idea(
        "search",
        3,
        "at a cutoff the value that caused it is returned",
        """
        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return tree, [tree]
            seen = []
            for branch in tree:
                value, leaves = search(branch, "Min" if player == "Max" else "Max", alpha, beta)
                seen += leaves
                if player == "Max":
                    if value >= beta:
                        return value, seen
                    alpha = max(alpha, value)
                else:
                    if value <= alpha:
                        return value, seen
                    beta = min(beta, value)
            return (alpha if player == "Max" else beta), seen
        """,
        "([7], 'Max', 0, 5)",
    ),
    Idea(
        "search",
        3,
        "search with a best that begins at a thousand million, and bring it into the window last",
        """
        def search(tree, player, alpha, beta):
            def look(tree, player, alpha, beta):
                if not isinstance(tree, list):
                    seen.append(tree)
                    return tree
                best = -(10**9) if player == "Max" else 10**9
                for branch in tree:
                    if player == "Max":
                        best = max(best, look(branch, "Min", alpha, beta))
                        alpha = max(alpha, best)
                    else:
                        best = min(best, look(branch, "Max", alpha, beta))
                        beta = min(beta, best)
                    if alpha >= beta:
                        break
                return best

            seen = []
            value = look(tree, player, alpha, beta)
            return max(alpha, min(value, beta)), seen
        """,
        "([-(10**12)], 'Max', -float('inf'), float('inf'))",
    ),
    Idea(
        "search",
        6,
        "each level compares with its parent only: no deep cutoffs",
        """
        from math import inf

        def search(tree, player, alpha, beta):
            low, high = alpha, beta
            if not isinstance(tree, list):
                return max(low, min(tree, high)), [tree]
            seen = []
            for branch in tree:
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, inf)
                    alpha = max(alpha, min(value, high))
                else:
                    value, leaves = search(branch, "Max", -inf, beta)
                    beta = min(beta, max(value, low))
                seen += leaves
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        "([5, [[[3, 4], 7], 6]], 'Max', -float('inf'), float('inf'))",
    ),
    Idea(
        "search",
        5,
        "the list of what was seen is passed on from call to call",
        """
        def search(tree, player, alpha, beta, seen=[]):
            if not isinstance(tree, list):
                seen.append(tree)
                return max(alpha, min(tree, beta)), seen
            for branch in tree:
                if player == "Max":
                    alpha = max(alpha, search(branch, "Min", alpha, beta)[0])
                else:
                    beta = min(beta, search(branch, "Max", alpha, beta)[0])
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        "[([1, 2], 'Max', 0, 5), ([1, 2], 'Max', 0, 5)]",
    ),
    Idea(
        "search",
        5,
        "a tree that was searched before need not be searched again",
        """
        known = {}

        def search(tree, player, alpha, beta):
            key = str(tree), player
            if key in known:
                return known[key]
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            seen = []
            for branch in tree:
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, beta)
                    alpha = max(alpha, value)
                else:
                    value, leaves = search(branch, "Max", alpha, beta)
                    beta = min(beta, value)
                seen += leaves
                if alpha >= beta:
                    break
            known[key] = alpha if player == "Max" else beta, seen
            return known[key]
        """,
        "[([1, 2], 'Max', 0, 1), ([1, 2], 'Max', 0, 5)]",
    ),
    Idea(
        "search",
        4,
        "the window is empty when its ends are close",
        """
        from math import isclose

        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            seen = []
            for branch in tree:
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, beta)
                    alpha = max(alpha, value)
                else:
                    value, leaves = search(branch, "Max", alpha, beta)
                    beta = min(beta, value)
                seen += leaves
                if alpha >= beta or isclose(alpha, beta):
                    break
            return alpha if player == "Max" else beta, seen
        """,
        "([10**12 - 1, 10**12], 'Max', 0, 10**12)",
    ),
    Idea(
        "search",
        3,
        "nine branches are enough for tic-tac-toe",
        """
        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            seen = []
            for branch in tree[:9]:
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, beta)
                    alpha = max(alpha, value)
                else:
                    value, leaves = search(branch, "Max", alpha, beta)
                    beta = min(beta, value)
                seen += leaves
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        "(list(range(10)), 'Max', 0, 20)",
    ),
    Idea(
        "search",
        5,
        "take the branches off the tree one by one",
        """
        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            seen = []
            while tree:
                branch = tree.pop(0)
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, beta)
                    alpha = max(alpha, value)
                else:
                    value, leaves = search(branch, "Max", alpha, beta)
                    beta = min(beta, value)
                seen += leaves
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        "[([1, 2], 'Max', 0, 5)] * 2",
    ),
]


def _table(thought, kind, witness, settled, kept, head=""):
    """An alpha-beta with a table: what it does with a pair that it finds, and what it writes."""
    source = f"""
{head}
def alphabeta(game, position, alpha, beta, table):
    best = game.outcome(position)
    if best is None:
        low, high = table.get(position, (-inf, inf))
{settled}
        best = alpha
        for move in game.moves(position):
            there = game.play(position, move)
            best = max(best, -alphabeta(game, there, -beta, -best, table))
            if best >= beta:
                break
{kept}
    return max(alpha, min(best, beta))
"""
    return Idea("with_bounds", kind, thought, source, witness)


SETTLED = """
        if low >= beta or low == high:
            return max(alpha, min(low, beta))
        if high <= alpha:
            return alpha
"""
KEPT = """
        table[position] = (best if best > alpha else low, best if best < beta else high)
"""

IDEAS += [
    _table(
        "the table keeps the value that was found",
        3,
        "[(MinMaxTree(CUT), 'r', -9, 2, t) for t in [{}]]"
        " + [(lambda t: [(MinMaxTree(CUT), 'r', -9, 2, t), (MinMaxTree(CUT), 'r', -9, 9, t)])({})][0]",
        SETTLED,
        "        table[position] = best, best",
    ),
    _table(
        "a pair settles the answer only where both ends are equal (it looks further than it must)",
        6,
        None,
        "        if low == high:\n            return max(alpha, min(low, beta))",
        KEPT,
    ),
    _table(
        "a bound must be beyond the window, not at its edge (it looks further than it must)",
        6,
        None,
        """
        if low > beta or low == high:
            return max(alpha, min(low, beta))
        if high < alpha:
            return alpha
""",
        KEPT,
    ),
    _table(
        "nothing is known after a cutoff, so nothing is written",
        6,
        None,
        SETTLED,
        "        if best < beta:\n            table[position] = (best if best > alpha else low, best)",
    ),
    _table(
        "only what is exact goes into the table",
        6,
        None,
        SETTLED,
        "        if alpha < best < beta:\n            table[position] = best, best",
    ),
    _table(
        "what stands in the table stays: setdefault",
        6,
        None,
        SETTLED,
        """
        table.setdefault(
            position, (best if best > alpha else low, best if best < beta else high)
        )
""",
    ),
    _table(
        "the caller's table must not change: copy it first",
        6,
        None,
        "        table = dict(table)\n" + SETTLED,
        KEPT,
    ),
    _table(
        "a table of 64 entries is large enough",
        1,
        "(lambda t: [(MinMaxTree(ROW), 0, -9, 9, t), (MinMaxTree({0: [1], 1: 4}), 0, -9, 9, t)])({})",
        SETTLED,
        """
        if len(table) < 64:
            table[position] = (best if best > alpha else low, best if best < beta else high)
""",
    ),
    _table(
        "a table of 100 entries is large enough",
        1,
        "(lambda t: [(MinMaxTree(ROW), 0, -9, 9, t), (MinMaxTree({0: [1], 1: 4}), 0, -9, 9, t)])({})",
        SETTLED,
        """
        if len(table) < 100:
            table[position] = (best if best > alpha else low, best if best < beta else high)
""",
    ),
    _table(
        "two bounds that are close settle the value",
        4,
        "(MinMaxTree({'r': ['a'], 'a': 10**12}), 'r', -9, 10**13, {'r': (10**12 - 1, 10**12)})",
        """
        if low >= beta or low == high or isclose(low, high):
            return max(alpha, min(low, beta))
        if high <= alpha:
            return alpha
""",
        KEPT,
        "from math import isclose\n",
    ),
    _table(
        "exact values are kept in a dict of my own as well",
        5,
        "[(MinMaxTree({'r': ['a'], 'a': n}), 'r', -9, 9, {}) for n in (1, 2)]",
        """
        if position in exact:
            return max(alpha, min(exact[position], beta))
"""
        + SETTLED,
        KEPT
        + """
        if alpha < best < beta:
            exact[position] = best
""",
        "exact = {}\n",
    ),
    _table(
        "without better information the bounds are infinite: what was known is forgotten",
        6,
        None,
        SETTLED,
        "        table[position] = (best if best > alpha else -inf, best if best < beta else inf)",
    ),
    _table(
        "a result at the lower edge is a lower bound, too",
        3,
        "(lambda t: [(MinMaxTree(CUT), 'r', 5, 9, t), (MinMaxTree(CUT), 'r', -9, 9, t)])({})",
        SETTLED,
        "        table[position] = best, (best if best < beta else high)",
    ),
    Idea(
        "with_bounds",
        6,
        "alpha moves in the loop, and what is kept is compared with it: values inside look like bounds",
        """
        def alphabeta(game, position, alpha, beta, table):
            best = game.outcome(position)
            if best is not None:
                return max(alpha, min(best, beta))
            low, high = table.get(position, (-inf, inf))
            if low >= beta or low == high:
                return max(alpha, min(low, beta))
            if high <= alpha:
                return alpha
            for move in game.moves(position):
                there = game.play(position, move)
                alpha = max(alpha, -alphabeta(game, there, -beta, -alpha, table))
                if alpha >= beta:
                    table[position] = beta, high
                    return beta
            table[position] = low, alpha
            return alpha
        """,
        None,
    ),
    Idea(
        "with_bounds",
        6,
        "the table is read, and nothing is written",
        """
        def alphabeta(game, position, alpha, beta, table):
            best = game.outcome(position)
            if best is None:
                low, high = table.get(position, (-inf, inf))
                if low >= beta or low == high:
                    return max(alpha, min(low, beta))
                if high <= alpha:
                    return alpha
                best = alpha
                for move in game.moves(position):
                    there = game.play(position, move)
                    best = max(best, -alphabeta(game, there, -beta, -best, table))
                    if best >= beta:
                        break
            return max(alpha, min(best, beta))
        """,
        None,
    ),
    Idea(
        "never_seen",
        3,
        "only Min's nodes are cut",
        """
        leaves = {"c2", "c3"}
        """,
        "()",
    ),
    Idea(
        "sort",
        6,
        "leave out the children that are never looked at",
        """
        ordered = {**check.TO_SORT, "A": ["C", "B", "D"], "C": ["c3", "c2", "c1"], "B": ["b2"]}
        """,
        None,
    ),
    Idea(
        "too_high",
        6,
        "a graph with one node more than ten",
        """
        graph = {"R": ["A", "z"], "A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "z": ["y"],
                 "D": ["d1", "d2"], "b": -1, "c": -4, "d1": -1, "d2": -3, "y": -9}
        """,
        None,
    ),
    # A third round.
    Idea(
        "search",
        3,
        "a number that was seen before is not looked at again",
        """
        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            seen = []
            for branch in tree:
                if player == "Max":
                    value, leaves = search(branch, "Min", alpha, beta)
                    alpha = max(alpha, value)
                else:
                    value, leaves = search(branch, "Max", alpha, beta)
                    beta = min(beta, value)
                seen += [leaf for leaf in leaves if leaf not in seen]
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        '([3, 3], "Max", 0, 10)',
    ),
    Idea(
        "search",
        3,
        "a branch that is alone needs no window of its own: go on with it as the same player's",
        """
        def search(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            if len(tree) == 1 and isinstance(tree[0], list):
                return search(tree[0], player, alpha, beta)
            other, seen = "Min" if player == "Max" else "Max", []
            for branch in tree:
                value, leaves = search(branch, other, alpha, beta)
                seen += leaves
                if player == "Max":
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        '([[1, 5]], "Max", 0, 10)',
    ),
    Idea(
        "search",
        5,
        "a memory by the tree's text and the player",
        """
        memory = {}

        def search(tree, player, alpha, beta):
            key = str(tree)[:60], player, alpha, beta
            if key not in memory:
                memory[key] = look(tree, player, alpha, beta)
            return memory[key]

        def look(tree, player, alpha, beta):
            if not isinstance(tree, list):
                return max(alpha, min(tree, beta)), [tree]
            other, seen = "Min" if player == "Max" else "Max", []
            for branch in tree:
                value, leaves = look(branch, other, alpha, beta)
                seen += leaves
                if player == "Max":
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    break
            return alpha if player == "Max" else beta, seen
        """,
        '[([10**11] * 5 + [k], "Max", 0, 10**13) for k in (1, 10**12)]',
    ),
    Idea(
        "with_bounds",
        6,
        "after a cutoff only the lower bound is known",
        with_bounds(high="best if best < beta else inf"),
        None,
    ),
    Idea(
        "with_bounds",
        6,
        "after a search that found nothing only the upper bound is known",
        with_bounds(low="best if best > alpha else -inf"),
        None,
    ),
    Idea(
        "with_bounds",
        6,
        "a position with a single move needs no entry: its option has one",
        with_bounds(write="len(moves) > 1"),
        None,
    ),
    Idea(
        "with_bounds",
        6,
        "a position whose options are all ends is quickly searched again, so it needs no entry",
        with_bounds(write="any(game.outcome(game.play(position, m)) is None for m in moves)"),
        None,
    ),
    Idea(
        "with_bounds",
        3,
        "bounds at infinity are no bounds: an entry is believed if both are numbers",
        with_bounds(
            known="table.get(position, (-inf, inf)) if inf not in map(abs, table.get("
            "position, (inf, inf))) else (-inf, inf)"
        ),
        "(MinMaxTree({'r': ['a', 'b'], 'a': 1, 'b': 3}), 'r', 0, 2, {'r': (-inf, 0)})",
    ),
    Idea(
        "with_bounds",
        1,
        "a move that has nine before it is too late",
        with_bounds(moves="moves[:9]"),
        "(MinMaxTree({'r': list(range(10))} | {k: k for k in range(10)}), 'r', -inf, inf, {})",
    ),
    Idea(
        "never_seen",
        3,
        "F is cut as a whole, as Min has 8",
        'leaves = {"c2", "c3", "f1", "f2"}',
        "()",
    ),
    Idea(
        "sort",
        3,
        "the largest leaf first, everywhere",
        """
        ordered = {k: sorted(v, reverse=True) if isinstance(v, list) else v
                   for k, v in check.TO_SORT.items()}
        """,
        "()",
    ),
    Idea(
        "too_high",
        3,
        "the lecture's diamond with the signs turned, and no node on top",
        """
        graph = {"A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "D": ["d1", "d2"],
                 "b": -1, "c": -4, "d1": -1, "d2": -3}
        """,
        "()",
    ),
    # A fourth round.
    Idea(
        "search",
        5,
        "a memory by the tree's text, the player and alpha",
        searches(
            before="memory = {}",
            key="key = str(tree), player, alpha",
            end='return memory.setdefault(key, (alpha if player == "Max" else beta, seen))',
        ),
        "[([5, 9], 'Max', 0, 6), ([5, 9], 'Max', 0, 8)]",
    ),
    Idea(
        "search",
        5,
        "a memory by the tree's text, the player and the width of the window",
        searches(
            before="memory = {}",
            key="key = str(tree), player, beta - alpha",
            end='return memory.setdefault(key, (alpha if player == "Max" else beta, seen))',
        ),
        "[([5], 'Max', 0, 2), ([5], 'Max', 10, 12)]",
    ),
    Idea(
        "search",
        5,
        "a memory by the numbers of the tree, without its brackets, the player and the window",
        searches(
            before="memory = {}",
            key='key = str(tree).replace("[", "").replace("]", ""), player, alpha, beta',
            end='return memory.setdefault(key, (alpha if player == "Max" else beta, seen))',
        ),
        "[([[9, 3], [5]], 'Max', 0, 10), ([[9], [3, 5]], 'Max', 0, 10)]",
    ),
    Idea(
        "search",
        4,
        "the window in 32 bits",
        searches(
            key="alpha, beta = max(alpha, -(2**31)), min(beta, 2**31 - 1)",
        ),
        "([10**12], 'Max', 0, 10**12 + 1)",
    ),
    Idea(
        "with_bounds",
        5,
        "the same position in the same window was searched before, by its children",
        "    memory = {}\n"
        + with_bounds().replace(
            "return max(alpha, min(best, beta))",
            "key = position, tuple(game.moves(position)), alpha, beta\n"
            "        return memory.setdefault(key, max(alpha, min(best, beta)))",
        ),
        "[(MinMaxTree({'r': ['a'], 'a': 1}), 'r', -5, 5, {}), (MinMaxTree({'r': ['a'], 'a': 2}), 'r', -5, 5, {})]",
    ),
    Idea(
        "with_bounds",
        6,
        "a window with an infinite end is a first search, so nothing is in the table yet",
        with_bounds(known="table.get(position, (-inf, inf)) if abs(alpha) < inf else (-inf, inf)"),
        None,
    ),
    Idea(
        "with_bounds",
        6,
        "in a window of two steps the result is a bound, so only one end is written",
        with_bounds(high="best if best < beta and (best <= alpha or beta - alpha > 2) else high"),
        None,
    ),
    Idea(
        "with_bounds",
        6,
        "at the root the table is not asked: the question is new",
        with_bounds(
            known="table.get(position, (-inf, inf)) if position != game.start() else (-inf, inf)"
        ),
        None,
    ),
    Idea(
        "with_bounds",
        6,
        "an entry with equal ends is believed, but one that is wider is only kept",
        with_bounds()
        .replace("if low >= beta or low == high:", "if low == high:")
        .replace("if high <= alpha:", "if high < alpha - 10**13:"),
        None,
    ),
    Idea(
        "never_seen",
        3,
        "e2 cannot matter either, as Min has less",
        'leaves = {"c2", "c3", "f2", "e2"}',
        "()",
    ),
    Idea(
        "sort",
        3,
        "the best child first; its leaves stand as they did, and those of B as well",
        'ordered = {**check.TO_SORT, "A": ["C", "B", "D"]}',
        "()",
    ),
    Idea(
        "too_high",
        3,
        "a node on top of the lecture's diamond, but with its signs as they are",
        """
        graph = {"R": ["A"], "A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"],
                 "D": ["d1", "d2"], "b": 1, "c": 4, "d1": 1, "d2": 3}
        """,
        "()",
    ),
]
