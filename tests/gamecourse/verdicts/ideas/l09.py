"""Wrong answers to the exercises of lecture 9, minimax."""

from verdicts.ideas import Idea

IDEAS = [
    Idea(
        "negamax",
        1,
        "no game that we have seen was longer than twenty moves",
        """
        def negamax(options, ends, v, moves=20):
            if v in ends:
                return ends[v], None
            if moves == 0:
                return 0, None
            values = [-negamax(options, ends, w, moves - 1)[0] for w in options[v]]
            best = max(values)
            return best, options[v][values.index(best)]
        """,
        "({k: [k + 1] * (k < 24) for k in range(25)}, {24: 5}, 0)",
    ),
    Idea(
        "negamax",
        1,
        "with 25 vertices, 23 moves reach everything",
        """
        def negamax(options, ends, v, moves=23):
            if v in ends:
                return ends[v], None
            if moves == 0:
                return 0, None
            values = [-negamax(options, ends, w, moves - 1)[0] for w in options[v]]
            best = max(values)
            return best, options[v][values.index(best)]
        """,
        "({k: [k + 1] * (k < 24) for k in range(25)}, {24: 5}, 0)",
    ),
    Idea(
        "negamax",
        3,
        "nothing is worse than minus a thousand million",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            best, move = -10**9, None
            for w in options[v]:
                value = -negamax(options, ends, w)[0]
                if value > best:
                    best, move = value, w
            return best, move
        """,
        "({0: [1], 1: []}, {1: 10**12}, 0)",
    ),
    Idea(
        "negamax",
        3,
        "numbers go down to -10^12, so begin there: the first larger one is the move",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            best, move = -10**12, None
            for w in options[v]:
                value = -negamax(options, ends, w)[0]
                if value > best:
                    best, move = value, w
            return best, move
        """,
        "({0: [1], 1: []}, {1: 10**12}, 0)",
    ),
    Idea(
        "negamax",
        3,
        "a vertex has at most eleven options",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            best, move = None, None
            for place in range(11):
                if place == len(options[v]):
                    break
                value = -negamax(options, ends, options[v][place])[0]
                if best is None or value > best:
                    best, move = value, options[v][place]
            return best, move
        """,
        "({0: list(range(1, 13)), **{k: [] for k in range(1, 13)}},"
        " {k: -int(k == 12) for k in range(1, 13)}, 0)",
    ),
    Idea(
        "negamax",
        2,
        "the options stand in alphabetical order, so sort first",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            pairs = [(-negamax(options, ends, w)[0], w) for w in sorted(options[v])]
            best = max(value for value, _ in pairs)
            return next(pair for pair in pairs if pair[0] == best)
        """,
        "({'a': ['c', 'b'], 'b': [], 'c': []}, {'b': 1, 'c': 1}, 'a')",
    ),
    Idea(
        "negamax",
        4,
        "numbers are compared with isclose",
        """
        from math import isclose

        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            best, move = None, None
            for w in options[v]:
                value = -negamax(options, ends, w)[0]
                if best is None or value > best and not isclose(value, best):
                    best, move = value, w
            return best, move
        """,
        "({0: [1, 2], 1: [], 2: []}, {1: 1 - 10**12, 2: -(10**12)}, 0)",
    ),
    Idea(
        "negamax",
        5,
        "remember each vertex, in a dict beside the function",
        """
        known = {}

        def negamax(options, ends, v):
            if v in known:
                return known[v]
            if v in ends:
                return ends[v], None
            values = [-negamax(options, ends, w)[0] for w in options[v]]
            best = max(values)
            known[v] = best, options[v][values.index(best)]
            return known[v]
        """,
        "[({0: [1], 1: []}, {1: 4}, 0), ({0: [1], 1: []}, {1: 5}, 0)]",
    ),
    Idea(
        "negamax",
        5,
        "remember each graph by its arrows",
        """
        def negamax(options, ends, v, known={}):
            if v in ends:
                return ends[v], None
            key = v, repr(options)
            if key not in known:
                values = [-negamax(options, ends, w)[0] for w in options[v]]
                best = max(values)
                known[key] = best, options[v][values.index(best)]
            return known[key]
        """,
        "[({0: [1], 1: []}, {1: 4}, 0), ({0: [1], 1: []}, {1: 5}, 0)]",
    ),
    Idea(
        "negamax",
        5,
        "take the options out of the list until it is empty",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            best, move = None, None
            while options[v]:
                w = options[v].pop(0)
                value = -negamax(options, ends, w)[0]
                if best is None or value > best:
                    best, move = value, w
            return best, move
        """,
        "({0: [1, 2], 1: [3], 2: [3], 3: [4], 4: []}, {4: 5}, 0)",
    ),
    Idea(
        "negamax",
        6,
        "sort the options by their value, then take the first (the caller's list changes)",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            options[v].sort(key=lambda w: negamax(options, ends, w)[0])
            return -negamax(options, ends, options[v][0])[0], options[v][0]
        """,
        None,
    ),
    Idea(
        "negamax",
        3,
        "play is over where there is a number: `if ends.get(v)`",
        """
        def negamax(options, ends, v):
            if ends.get(v):
                return ends[v], None
            best, move = None, None
            for w in options[v]:
                value = -negamax(options, ends, w)[0]
                if best is None or value > best:
                    best, move = value, w
            return best, move
        """,
        "({0: []}, {0: 0}, 0)",
    ),
    Idea(
        "negamax",
        3,
        "a move that wins is enough: stop at the first value above 0",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            best, move = None, None
            for w in options[v]:
                value = -negamax(options, ends, w)[0]
                if best is None or value > best:
                    best, move = value, w
                if best > 0:
                    break
            return best, move
        """,
        "({0: [1, 2], 1: [], 2: []}, {1: -1, 2: -2}, 0)",
    ),
    Idea(
        "with_chance",
        4,
        "floats, made whole again by limit_denominator",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                mean = sum(float(p) * float(value(t)) for p, t in inside)
                return Fraction(mean).limit_denominator(10**6)
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        "(('chance', [(Fraction(1, 97), 10**12), (Fraction(96, 97), 1)]),)",
    ),
    Idea(
        "with_chance",
        4,
        "the exact values are kept, only the comparison is made with floats",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside), Fraction(0))
            return (max if kind == "max" else min)(map(value, inside), key=float)
        """,
        "(('max', [('chance', [(Fraction(1, 100), ('chance', [(Fraction(1, d), 10**12 - 1),"
        " (1 - Fraction(1, d), 10**12)])), (Fraction(99, 100), 10**12)]) for d in (99, 100)]),)",
    ),
    Idea(
        "with_chance",
        3,
        "what is no whole number is a pair",
        """
        def value(tree):
            if isinstance(tree, int):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        "(('max', [Fraction(1, 2), 0]),)",
    ),
    Idea(
        "with_chance",
        3,
        "a die has six faces, so nothing has more branches",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside[:6]), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        "(('chance', [(Fraction(1, 7), k) for k in range(7)]),)",
    ),
    Idea(
        "with_chance",
        3,
        "seven moves are enough for Max and Min",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside[:7])
        """,
        "(('max', [0, 0, 0, 0, 0, 0, 0, 1]),)",
    ),
    Idea(
        "with_chance",
        3,
        "begin with a number that is small enough",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside), Fraction(0))
            if kind == "max":
                return max([-(10**9), *map(value, inside)])
            return min([10**9, *map(value, inside)])
        """,
        "(('max', [-(10**12)]),)",
    ),
    Idea(
        "with_chance",
        5,
        "remember trees by their text, cut off since texts are long",
        """
        known = {}

        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            key = str(tree)[:80]
            if key not in known:
                kind, inside = tree
                if kind == "chance":
                    known[key] = sum((p * value(t) for p, t in inside), Fraction(0))
                else:
                    known[key] = (max if kind == "max" else min)(value(t) for t in inside)
            return known[key]
        """,
        "[(('max', [('min', [1, 2, 3, 4, 5, 6, 7, 8])] * 3 + [n]),) for n in (2, 3)]",
    ),
    Idea(
        "with_chance",
        6,
        "sort the branches of the tree, and take the last or first (the caller's list changes)",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside), Fraction(0))
            inside.sort(key=value)
            return value(inside[-1] if kind == "max" else inside[0])
        """,
        None,
    ),
    Idea(
        "with_chance",
        6,
        "a branch that has been worked out is replaced by its value in the caller's tree",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside), Fraction(0))
            for place, branch in enumerate(inside):
                inside[place] = value(branch)
            return (max if kind == "max" else min)(inside)
        """,
        None,
    ),
    Idea(
        "mixing",
        4,
        "the probability by floats, then limit_denominator",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            where = [Fraction(0), Fraction(1)]
            if a - b - c + d != 0:
                p = Fraction((d - c) / (a - b - c + d)).limit_denominator(10**6)
                if 0 < p < 1:
                    where.append(p)
            sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
            value = max(sure.values())
            return value, min(p for p in where if sure[p] == value)
        """,
        "([[10**12, 1 - 10**12], [-(10**12), 10**12 - 7]],)",
    ),
    Idea(
        "mixing",
        3,
        "the lines cross where both columns pay the same; outside 0 to 1 take the nearer end",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            p = Fraction(1)
            if a - b - c + d != 0:
                p = min(Fraction(1), max(Fraction(0), Fraction(d - c, a - b - c + d)))
            elif min(c, d) >= min(a, b):
                p = Fraction(0)
            return min(p * a + (1 - p) * c, p * b + (1 - p) * d), p
        """,
        "([[2, 5], [1, 3]],)",
    ),
    Idea(
        "mixing",
        3,
        "if one row is as good as the other, play the first",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            where = [Fraction(1), Fraction(0)]
            if a - b - c + d != 0:
                p = Fraction(d - c, a - b - c + d)
                where += [p] if 0 < p < 1 else []
            return max(
                ((min(p * a + (1 - p) * c, p * b + (1 - p) * d), p) for p in where),
                key=lambda pair: pair[0],
            )
        """,
        "([[1, 1], [1, 1]],)",
    ),
    Idea(
        "mixing",
        3,
        "where there is a saddle point one row alone is best, so its probability is 1 or 0",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            low = max(min(a, b), min(c, d))
            if low == min(max(a, c), max(b, d)):
                return Fraction(low), Fraction(0 if min(c, d) == low else 1)
            p = Fraction(d - c, a - b - c + d)
            return p * a + (1 - p) * c, p
        """,
        "([[1, 3], [1, 0]],)",
    ),
    Idea(
        "mixing",
        3,
        "a crossing between the ends is always the best place",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            if a - b - c + d != 0:
                p = Fraction(d - c, a - b - c + d)
                if 0 < p < 1:
                    return p * a + (1 - p) * c, p
            if min(c, d) >= min(a, b):
                return Fraction(min(c, d)), Fraction(0)
            return Fraction(min(a, b)), Fraction(1)
        """,
        "([[1, 0], [1, 2]],)",
    ),
    Idea(
        "mixing",
        1,
        "try the probabilities 0, 1/1000, 2/1000, ...",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            best = None
            for k in range(1001):
                p = Fraction(k, 1000)
                sure = min(p * a + (1 - p) * c, p * b + (1 - p) * d)
                if best is None or sure > best[0]:
                    best = sure, p
            return best
        """,
        "([[2, 0], [0, 1]],)",
    ),
    Idea(
        "mixing",
        4,
        "if the two slopes are close, the lines do not cross",
        """
        from math import isclose

        def mix(rows):
            (a, b), (c, d) = rows
            where = [Fraction(0), Fraction(1)]
            if not isclose(a + d, b + c):
                p = Fraction(d - c, a - b - c + d)
                where += [p] if 0 < p < 1 else []
            sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
            value = max(sure.values())
            return value, min(p for p in where if sure[p] == value)
        """,
        "([[10**12, 10**12 - 1], [10**12 - 1, 10**12]],)",
    ),
    Idea(
        "mixing",
        5,
        "take the smallest number off the table first, so that none is negative",
        """
        def mix(rows):
            least = min(rows[0] + rows[1])
            for row in rows:
                row[0] -= least
                row[1] -= least
            (a, b), (c, d) = rows
            where = [Fraction(0), Fraction(1)]
            if a - b - c + d != 0:
                p = Fraction(d - c, a - b - c + d)
                where += [p] if 0 < p < 1 else []
            sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
            value = max(sure.values())
            return value + least, min(p for p in where if sure[p] == value)
        """,
        "[([[1, -1], [-1, 1]],)] * 2",
    ),
    Idea(
        "mixing",
        5,
        "what counts are the differences: remember the probability for them",
        """
        known = {}

        def mix(rows):
            (a, b), (c, d) = rows
            key = a - b, c - d
            if key not in known:
                where = [Fraction(0), Fraction(1)]
                if a - b - c + d != 0:
                    p = Fraction(d - c, a - b - c + d)
                    where += [p] if 0 < p < 1 else []
                sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
                best = max(sure.values())
                known[key] = min(p for p in where if sure[p] == best)
            p = known[key]
            return min(p * a + (1 - p) * c, p * b + (1 - p) * d), p
        """,
        "[([[1, 0], [0, 1]],), ([[6, 5], [0, 1]],)]",
    ),
    Idea(
        "by_hand",
        6,
        "values for the player to move, as in negamax",
        """
        values = {"A": 5, "B": -5, "C": -4, "D": 8, "E": 5, "F": 9, "G": 4, "H": 7}
        """,
        None,
    ),
    Idea(
        "heirs",
        6,
        "only the nodes where play comes need a move",
        """
        plan = {"house": "sell", "money": "ask"}
        """,
        None,
    ),
    Idea(
        "heirs",
        3,
        "a move is where it leads to",
        """
        plan = {"house": "money", "money": "judge", "car": "take", "judge": "agree", "ring": "take"}
        """,
        "()",
    ),
    # A third round.
    Idea(
        "negamax",
        2,
        "the largest of the pairs of value and option",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            return max((-negamax(options, ends, w)[0], w) for w in options[v])
        """,
        "({0: [1, 2], 1: [], 2: []}, {1: 3, 2: 3}, 0)",
    ),
    Idea(
        "negamax",
        5,
        "a memory by the vertex, the ends and the numbers of options",
        """
        memory = {}

        def negamax(options, ends, v):
            key = v, tuple(ends.items()), tuple((w, len(row)) for w, row in options.items())
            if key not in memory:
                if v in ends:
                    memory[key] = ends[v], None
                else:
                    values = [-negamax(options, ends, w)[0] for w in options[v]]
                    memory[key] = max(values), options[v][values.index(max(values))]
            return memory[key]
        """,
        "[({0: [1], 1: [], 2: []}, {1: 3, 2: 3}, 0), ({0: [2], 1: [], 2: []}, {1: 3, 2: 3}, 0)]",
    ),
    Idea(
        "negamax",
        6,
        "the best option is kept, and the others are taken off the list (see the list afterwards)",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            values = [-negamax(options, ends, w)[0] for w in options[v]]
            best = options[v][values.index(max(values))]
            options[v][:] = [best]
            return max(values), best
        """,
        None,
    ),
    Idea(
        "negamax",
        3,
        "a vertex worth nothing to both is a draw, and a draw may be left for the first option",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            values = [-negamax(options, ends, w)[0] for w in options[v]]
            best = max(values)
            return best, options[v][values.index(best) if best else 0]
        """,
        "({0: [1, 2], 1: [], 2: []}, {1: 3, 2: 0}, 0)",
    ),
    Idea(
        "heirs",
        3,
        "Ann, Bob and Cem each take what is most for them at once",
        'plan = {"house": "keep", "money": "leave", "car": "take", "judge": "fight", "ring": "take"}',
        "()",
    ),
    Idea(
        "by_hand",
        3,
        "Min and Max in turn from the leaves on: D to H are Min's",
        'values = {"A": 7, "B": 7, "C": 7, "D": 3, "E": 2, "F": 1, "G": 4, "H": 6}',
        "()",
    ),
    Idea(
        "with_chance",
        3,
        "a dict from value to probability",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                chances = {value(t): p for p, t in inside}
                return sum((p * x for x, p in chances.items()), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        '(("chance", [(Fraction(1, 2), 1), (Fraction(1, 2), 1)]),)',
    ),
    Idea(
        "with_chance",
        4,
        "probabilities in percent",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((Fraction(round(p * 10**9), 10**9) * value(t) for p, t in inside), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        '(("chance", [(Fraction(1, 3), 1), (Fraction(2, 3), 0)]),)',
    ),
    Idea(
        "with_chance",
        3,
        "a coin on top of a coin is one coin, with equal shares",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                coins = [t for p, t in inside if isinstance(t, tuple) and t[0] == "chance"]
                if len(coins) == len(inside) > 1:
                    leaves = [t for coin in coins for p, t in coin[1]]
                    return sum((value(t) for t in leaves), Fraction(0)) / len(leaves)
                return sum((p * value(t) for p, t in inside), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        '(("chance", [(Fraction(1, 3), ("chance", [(Fraction(1), 6)])),'
        ' (Fraction(2, 3), ("chance", [(Fraction(1), 0)]))]),)',
    ),
    Idea(
        "mixing",
        3,
        "a row that is nowhere worse than the other is played alone",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            if a >= c and b >= d and (a, b) != (c, d):
                return min(a, b), Fraction(1)
            if a <= c and b <= d:
                return min(c, d), Fraction(0)
            where = [Fraction(0), Fraction(1)]
            if a - b - c + d != 0:
                p = Fraction(d - c, a - b - c + d)
                where += [p] if 0 < p < 1 else []
            sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
            value = max(sure.values())
            return value, min(p for p in where if sure[p] == value)
        """,
        "([[1, 5], [1, 3]],)",
    ),
    Idea(
        "mixing",
        4,
        "the crossing by halving, made exact by the nearest fraction with twelve digits",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            where = [Fraction(0), Fraction(1)]
            if a - b - c + d != 0:
                p = Fraction(d - c, a - b - c + d).limit_denominator(10**12)
                where += [p] if 0 < p < 1 else []
            sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
            value = max(sure.values())
            return value, min(p for p in where if sure[p] == value)
        """,
        "([[10**12, -10**12], [1 - 10**12, 10**12]],)",
    ),
    Idea(
        "mixing",
        5,
        "a memory by the sums of the rows and of the columns",
        """
        memory = {}

        def mix(rows):
            (a, b), (c, d) = rows
            key = a + b, c + d, a + c, a - d
            if key not in memory:
                where = [Fraction(0), Fraction(1)]
                if a - b - c + d != 0:
                    p = Fraction(d - c, a - b - c + d)
                    where += [p] if 0 < p < 1 else []
                sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
                value = max(sure.values())
                memory[key] = value, min(p for p in where if sure[p] == value)
            return memory[key]
        """,
        "[([[2, -1], [-1, 1]],), ([[1, 0], [0, 0]],)]",
    ),
    Idea(
        "with_chance",
        5,
        "a memory by the kind of the node and the trees below it",
        """
        memory = {}

        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            below = [t for p, t in inside] if kind == "chance" else inside
            key = kind, str(below)
            if key not in memory:
                if kind == "chance":
                    memory[key] = sum((p * value(t) for p, t in inside), Fraction(0))
                else:
                    memory[key] = (max if kind == "max" else min)(value(t) for t in inside)
            return memory[key]
        """,
        '[(("chance", [(Fraction(p, 3), 0), (1 - Fraction(p, 3), 3)]),) for p in (1, 2)]',
    ),
    Idea(
        "negamax",
        5,
        "a memory by the vertex, its options as a set, and the ends",
        """
        memory = {}

        def negamax(options, ends, v):
            graph = frozenset((w, frozenset(row)) for w, row in options.items())
            key = v, graph, frozenset(ends.items())
            if key not in memory:
                if v in ends:
                    memory[key] = ends[v], None
                else:
                    values = [-negamax(options, ends, w)[0] for w in options[v]]
                    memory[key] = max(values), options[v][values.index(max(values))]
            return memory[key]
        """,
        "[({0: way, 1: [], 2: []}, {1: 3, 2: 3}, 0) for way in ([1, 2], [2, 1])]",
    ),
    # A fourth round.
    Idea(
        "negamax",
        4,
        "value and place of the move in one number, ten places for each value",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            values = [-negamax(options, ends, w)[0] for w in options[v]]
            packed = max(10 * value + 9 - k for k, value in enumerate(values))
            return packed // 10, options[v][9 - packed % 10]
        """,
        "({0: list(range(1, 12))} | {k: [] for k in range(1, 12)}, {k: -(k == 11) for k in range(1, 12)}, 0)",
    ),
    Idea(
        "negamax",
        5,
        "a memory by the vertex, and by what stands two moves below it with its numbers",
        """
        memory = {}

        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            below = tuple(tuple((x, ends.get(x)) for x in options[w]) for w in options[v])
            key = v, tuple((w, ends.get(w)) for w in options[v]), below
            if key not in memory:
                values = [-negamax(options, ends, w)[0] for w in options[v]]
                memory[key] = max(values), options[v][values.index(max(values))]
            return memory[key]
        """,
        "[({0: [1], 1: [2], 2: [3], 3: []}, {3: 1}, 0), ({0: [1], 1: [2], 2: [3], 3: []}, {3: 2}, 0)]",
    ),
    Idea(
        "negamax",
        5,
        "a memory by the vertex, the arrows, and the sum of the ends",
        """
        memory = {}

        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            key = v, str(options), sum(ends.values())
            if key not in memory:
                values = [-negamax(options, ends, w)[0] for w in options[v]]
                memory[key] = max(values), options[v][values.index(max(values))]
            return memory[key]
        """,
        "[({0: [1, 2], 1: [], 2: []}, {1: 1, 2: 0}, 0), ({0: [1, 2], 1: [], 2: []}, {1: 0, 2: 1}, 0)]",
    ),
    Idea(
        "negamax",
        3,
        "alpha-beta: what is cut off is at least as bad, and the last of equal bounds may stand first",
        """
        def negamax(options, ends, v, alpha=-(10**13), beta=10**13):
            if v in ends:
                return ends[v], None
            best, move = alpha, options[v][0]
            for w in options[v]:
                value = -negamax(options, ends, w, -beta, -best)[0]
                if value >= best and (value > best or move == options[v][0] and best > -(10**13)):
                    best, move = value, w
                if best >= beta:
                    break
            return best, move
        """,
        "({0: [1, 2], 1: [], 2: []}, {1: 0, 2: 0}, 0)",
    ),
    Idea(
        "negamax",
        4,
        "numbers above 2^31 are cut to 32 bits",
        """
        def negamax(options, ends, v):
            if v in ends:
                return ends[v], None
            values = [-negamax(options, ends, w)[0] for w in options[v]]
            short = [(value + 2**31) % 2**32 for value in values]
            k = short.index(max(short))
            return values[k], options[v][k]
        """,
        "({0: [1, 2], 1: [], 2: []}, {1: -(2**31), 2: 0}, 0)",
    ),
    Idea(
        "with_chance",
        4,
        "decimals with fifty digits, and then the nearest simple fraction",
        """
        from decimal import Decimal, localcontext

        def value(tree):
            def about(tree):
                if not isinstance(tree, tuple):
                    return Decimal(tree.numerator) / tree.denominator
                kind, inside = tree
                if kind == "chance":
                    return sum(about(p) * about(t) for p, t in inside)
                return (max if kind == "max" else min)(about(t) for t in inside)

            with localcontext(prec=50):
                return Fraction(about(tree)).limit_denominator(10**10)
        """,
        "(('chance', [(Fraction(1, d), k) for k, d in enumerate((97, 89, 83, 79, 73, 71))]"
        " + [(1 - sum(Fraction(1, d) for d in (97, 89, 83, 79, 73, 71)), 6)]),)",
    ),
    Idea(
        "with_chance",
        2,
        "a set of branches: what stands there twice is there once",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            worth = {(p, value(t)) for p, t in inside} if kind == "chance" else ()
            if kind == "chance":
                return sum((p * x for p, x in worth), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        "(('chance', [(Fraction(1, 2), 1), (Fraction(1, 2), 1)]),)",
    ),
    Idea(
        "with_chance",
        5,
        "a memory by the tree's text, without brackets and commas",
        """
        memory = {}

        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            key = "".join(letter for letter in str(tree) if letter not in "[](),")
            if key not in memory:
                if kind == "chance":
                    memory[key] = sum((p * value(t) for p, t in inside), Fraction(0))
                else:
                    memory[key] = (max if kind == "max" else min)(value(t) for t in inside)
            return memory[key]
        """,
        "[(('max', [('min', [1, 2]), 3]),), (('max', [('min', [1, 2, 3])]),)]",
    ),
    Idea(
        "with_chance",
        3,
        "the probabilities add up to 1, so that of the last is what is left; of one alone it is a half",
        """
        def value(tree):
            if not isinstance(tree, tuple):
                return tree
            kind, inside = tree
            if kind == "chance":
                return sum((p * value(t) for p, t in inside if p < 1), Fraction(0))
            return (max if kind == "max" else min)(value(t) for t in inside)
        """,
        "(('chance', [(Fraction(1), 1)]),)",
    ),
    Idea(
        "mixing",
        5,
        "a memory by the two rows, as a set",
        """
        memory = {}

        def mix(rows):
            key = frozenset(map(tuple, rows))
            if key not in memory:
                (a, b), (c, d) = rows
                where = [Fraction(0), Fraction(1)]
                if a - b - c + d != 0:
                    p = Fraction(d - c, a - b - c + d)
                    where += [p] if 0 < p < 1 else []
                sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
                value = max(sure.values())
                memory[key] = value, min(p for p in where if sure[p] == value)
            return memory[key]
        """,
        "[([[1, 0], [0, 2]],), ([[0, 2], [1, 0]],)]",
    ),
    Idea(
        "mixing",
        5,
        "a memory by the four numbers, written one after the other",
        """
        memory = {}

        def mix(rows):
            key = "".join(str(number) for row in rows for number in row)
            if key not in memory:
                (a, b), (c, d) = rows
                where = [Fraction(0), Fraction(1)]
                if a - b - c + d != 0:
                    p = Fraction(d - c, a - b - c + d)
                    where += [p] if 0 < p < 1 else []
                sure = {p: min(p * a + (1 - p) * c, p * b + (1 - p) * d) for p in where}
                value = max(sure.values())
                memory[key] = value, min(p for p in where if sure[p] == value)
            return memory[key]
        """,
        "[([[1, 10], [2, 3]],), ([[11, 0], [2, 3]],)]",
    ),
    Idea(
        "mixing",
        3,
        "the determinant by the sum of differences, if there is no saddle point; if there is one, its row alone",
        """
        def mix(rows):
            (a, b), (c, d) = rows
            for k, row in enumerate(rows):
                for x, y in zip(row, rows[1 - k]):
                    if x == min(row) and x >= y:
                        return Fraction(x), Fraction(1 - k)
            return Fraction(a * d - b * c, a - b - c + d), Fraction(d - c, a - b - c + d)
        """,
        "([[0, 0], [0, 0]],)",
    ),
    Idea(
        "heirs",
        3,
        "Bob takes what is more for Ann and him together",
        'plan = {"house": "sell", "money": "ask", "car": "take", "judge": "agree", "ring": "leave"}',
        "()",
    ),
    Idea(
        "by_hand",
        3,
        "A is Min's as well",
        'values = {"A": 4, "B": 5, "C": 4, "D": 8, "E": 5, "F": 9, "G": 4, "H": 7}',
        "()",
    ),
]
