"""Wrong answers to the exercises of lecture 14, numbers that are certain."""

from verdicts.ideas import Idea

#: A coin for nine nodes, whose bounds have nine different denominators.
DENOMINATORS = (13, 14, 15, 16, 17, 18, 19, 20, 21)
MANY_DENOMINATORS = (
    f"({{'c': ('coin', [f'x{{d}}' for d in {DENOMINATORS}])}}"
    f" | {{f'x{{d}}': ('Max', [0]) for d in {DENOMINATORS}}},"
    " {'c': (Fraction(0), Fraction(1))}"
    f" | {{f'x{{d}}': (Fraction(0), Fraction(1, d)) for d in {DENOMINATORS}}})"
)

IDEAS = [
    Idea(
        "only",
        3,
        "only an interval shorter than one over the square of `most` proves anything",
        """
        def only(low, high, most):
            if (high - low) * most**2 >= 1:
                return None
            for d in range(1, most + 1):
                if ceil(low * d) <= floor(high * d):
                    return Fraction(ceil(low * d), d)
        """,
        "(Fraction(1, 10), Fraction(3, 2), 1)",
    ),
    Idea(
        "only",
        3,
        "the nearest fractions to the two ends and to the middle are all that may lie inside",
        """
        def only(low, high, most):
            near = {x.limit_denominator(most) for x in (low, (low + high) / 2, high)}
            inside = [x for x in near if low <= x <= high]
            return inside[0] if len(inside) == 1 else None
        """,
        "(Fraction(1, 10), Fraction(19, 10), 3)",
    ),
    Idea(
        "only",
        4,
        "floats for the bounds",
        """
        def only(low, high, most):
            low, high = float(low), float(high)
            found = set()
            for d in range(1, most + 1):
                for n in range(ceil(low * d - 1e-9), floor(high * d + 1e-9) + 1):
                    found.add(Fraction(n, d))
            return found.pop() if len(found) == 1 else None
        """,
        "(Fraction(10**12 + 1, 10**12), 1 + Fraction(1, 10**11), 1)",
    ),
    Idea(
        "only",
        4,
        "int rounds down",
        """
        def only(low, high, most):
            found = set()
            for d in range(1, most + 1):
                for n in range(ceil(low * d), int(high * d) + 1):
                    found.add(Fraction(n, d))
            return found.pop() if len(found) == 1 else None
        """,
        "(Fraction(-5, 8), Fraction(-3, 8), 2)",
    ),
    Idea(
        "only",
        1,
        "no denominator is larger than 180 anyway",
        """
        def only(low, high, most):
            found = set()
            for d in range(1, min(most, 180) + 1):
                for n in range(ceil(low * d), floor(high * d) + 1):
                    found.add(Fraction(n, d))
            return found.pop() if len(found) == 1 else None
        """,
        "(Fraction(1, 199), Fraction(1, 199), 200)",
    ),
    Idea(
        "sweep",
        6,
        "use the new bounds as soon as they are there",
        """
        def sweep(nodes, bounds):
            new = dict(bounds)
            for p, (who, after) in nodes.items():
                pairs = [new[q] if q in nodes else (q, q) for q in after]
                lower, upper = zip(*pairs)
                if who == "coin":
                    new[p] = sum(lower) / Fraction(len(lower)), sum(upper) / Fraction(len(upper))
                else:
                    best_of = max if who == "Max" else min
                    new[p] = best_of(lower), best_of(upper)
            return new
        """,
        "({'a': ('Max', [1]), 'b': ('Min', ['a'])},"
        " {'a': (Fraction(0), Fraction(2)), 'b': (Fraction(0), Fraction(2))})",
    ),
    Idea(
        "sweep",
        6,
        "bounds never get worse: keep the old one where it is better",
        """
        def sweep(nodes, bounds):
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                lower, upper = zip(*pairs)
                if who == "coin":
                    low, high = sum(lower) / Fraction(len(lower)), sum(upper) / Fraction(len(upper))
                else:
                    best_of = max if who == "Max" else min
                    low, high = best_of(lower), best_of(upper)
                new[p] = max(low, bounds[p][0]), min(high, bounds[p][1])
            return new
        """,
        "({'a': ('Max', ['b']), 'b': ('Min', [1])},"
        " {'a': (Fraction(1), Fraction(1)), 'b': (Fraction(0), Fraction(2))})",
    ),
    Idea(
        "sweep",
        3,
        "a coin for each different thing that may follow",
        """
        def sweep(nodes, bounds):
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in dict.fromkeys(after)]
                lower, upper = zip(*pairs)
                if who == "coin":
                    new[p] = sum(lower) / Fraction(len(lower)), sum(upper) / Fraction(len(upper))
                else:
                    best_of = max if who == "Max" else min
                    new[p] = best_of(lower), best_of(upper)
            return new
        """,
        "({'a': ('coin', [0, 0, 1])}, {'a': (Fraction(0), Fraction(1))})",
    ),
    Idea(
        "sweep",
        2,
        "the larger pair is larger on both sides",
        """
        def sweep(nodes, bounds):
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                if who == "coin":
                    lower, upper = zip(*pairs)
                    new[p] = sum(lower) / Fraction(len(lower)), sum(upper) / Fraction(len(upper))
                else:
                    new[p] = max(pairs) if who == "Max" else min(pairs)
            return new
        """,
        "({'a': ('Max', ['b', 'c']), 'b': ('Min', [1]), 'c': ('Min', [1])},"
        " {'a': (Fraction(0), Fraction(5)), 'b': (Fraction(0), Fraction(5)),"
        " 'c': (Fraction(1), Fraction(2))})",
    ),
    Idea(
        "sweep",
        4,
        "keep the denominators below 10^7",
        """
        def sweep(nodes, bounds):
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                lower, upper = zip(*pairs)
                if who == "coin":
                    low, high = sum(lower) / Fraction(len(lower)), sum(upper) / Fraction(len(upper))
                    new[p] = low.limit_denominator(10**7), high.limit_denominator(10**7)
                else:
                    best_of = max if who == "Max" else min
                    new[p] = best_of(lower), best_of(upper)
            return new
        """,
        MANY_DENOMINATORS,
    ),
    Idea(
        "sweep",
        5,
        "write the new bounds into the given dict when all are there",
        """
        def sweep(nodes, bounds):
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                lower, upper = zip(*pairs)
                if who == "coin":
                    new[p] = sum(lower) / Fraction(len(lower)), sum(upper) / Fraction(len(upper))
                else:
                    best_of = max if who == "Max" else min
                    new[p] = best_of(lower), best_of(upper)
            bounds.update(new)
            return bounds
        """,
        "[(g, b) for g, b in [({'a': ('Max', ['b']), 'b': ('Min', [1])},"
        " {'a': (Fraction(0), Fraction(2)), 'b': (Fraction(0), Fraction(2))})] for _ in range(2)]",
    ),
    Idea(
        "too_high",
        3,
        "the sweeps go down to what both may leave with",
        """
        nodes = {
            "a": ("Max", {"leave": (1, -1), "go on": "b"}),
            "b": ("Min", {"go back": "a", "leave": (1, -1)}),
        }
        """,
        "((),)",
    ),
    Idea(
        "too_high",
        4,
        "a tenth too high is more than a tenth too high",
        """
        from fractions import Fraction

        nodes = {
            "a": ("Max", {"leave": (1, -1), "go on": "b"}),
            "b": ("Min", {"go back": "a", "leave": (Fraction(11, 10), Fraction(-11, 10))}),
        }
        """,
        "((),)",
    ),
    Idea(
        "too_high",
        3,
        "Min needs no choice: that Max goes round alone is enough",
        """
        nodes = {
            "a": ("Max", {"leave": (1, -1), "go on": "b"}),
            "b": ("Min", {"go back": "a"}),
            "c": ("Max", {"leave": (2, -2), "go on": "a"}),
        }
        """,
        "((),)",
    ),
    # A third round.
    Idea(
        "only",
        3,
        "the simplest fraction between the bounds; another needs twice its denominator",
        """
        def only(low, high, most):
            for d in range(1, most + 1):
                first, last = ceil(low * d), floor(high * d)
                if first < last:
                    return None
                if first == last:
                    found = Fraction(first, d)
                    break
            else:
                return None
            for d in range(2 * found.denominator - 1, most + 1):
                if floor(high * d) > ceil(low * d) or Fraction(ceil(low * d), d) not in (
                    found,) and ceil(low * d) <= floor(high * d):
                    return None
            return found
        """,
        "(Fraction(1, 4), Fraction(1, 3), 5)",
    ),
    Idea(
        "only",
        5,
        "a memory by the bounds",
        """
        memory = {}

        def only(low, high, most):
            if (low, high) not in memory:
                found = {Fraction(n, d) for d in range(1, most + 1)
                         for n in range(ceil(low * d), floor(high * d) + 1)}
                memory[low, high] = found.pop() if len(found) == 1 else None
            return memory[low, high]
        """,
        "[(Fraction(0), Fraction(1, 2), 1), (Fraction(0), Fraction(1, 2), 2)]",
    ),
    Idea(
        "only",
        4,
        "bounds that are met within 10^-14 are met",
        """
        def only(low, high, most):
            little = Fraction(1, 10**14)
            found = {Fraction(n, d) for d in range(1, most + 1)
                     for n in range(ceil((low - little) * d), floor((high + little) * d) + 1)}
            return found.pop() if len(found) == 1 else None
        """,
        "(Fraction(5 * 10**9, 995 * 10**9 - 1), Fraction(5 * 10**9, 995 * 10**9 - 1), 199)",
    ),
    Idea(
        "only",
        3,
        "a whole number between the bounds is the value",
        """
        def only(low, high, most):
            if floor(high) == ceil(low) and most < 3:
                return Fraction(ceil(low))
            found = {Fraction(n, d) for d in range(1, most + 1)
                     for n in range(ceil(low * d), floor(high * d) + 1)}
            return found.pop() if len(found) == 1 else None
        """,
        "(Fraction(-1, 2), Fraction(1, 2), 2)",
    ),
    Idea(
        "only",
        1,
        "denominators below two hundred",
        """
        def only(low, high, most):
            found = {Fraction(n, d) for d in range(1, min(most, 199) + 1)
                     for n in range(ceil(low * d), floor(high * d) + 1)}
            return found.pop() if len(found) == 1 else None
        """,
        "(Fraction(1, 200), Fraction(1, 200), 200)",
    ),
    Idea(
        "sweep",
        4,
        "the mean is the sum by the number",
        """
        def sweep(nodes, bounds):
            rules = {"Max": max, "Min": min, "coin": lambda x: sum(x) / len(x)}
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                new[p] = tuple(rules[who](side) for side in zip(*pairs))
            return new
        """,
        "({'a': ('coin', [0, 1, 1])}, {'a': (Fraction(0), Fraction(1))})",
    ),
    Idea(
        "sweep",
        3,
        "a node that leads to itself learns nothing from itself",
        """
        def sweep(nodes, bounds):
            rules = {"Max": max, "Min": min, "coin": lambda x: sum(x, Fraction(0)) / len(x)}
            new = {}
            for p, (who, after) in nodes.items():
                others = [q for q in after if q != p] or after
                pairs = [bounds[q] if q in nodes else (q, q) for q in others]
                new[p] = tuple(rules[who](side) for side in zip(*pairs))
            return new
        """,
        "({'a': ('coin', ['a', 1])}, {'a': (Fraction(0), Fraction(2))})",
    ),
    Idea(
        "sweep",
        3,
        "nobody gets more than the largest number, or less than the smallest",
        """
        def sweep(nodes, bounds):
            numbers = [q for who, after in nodes.values() for q in after if q not in nodes]
            rules = {"Max": max, "Min": min, "coin": lambda x: sum(x, Fraction(0)) / len(x)}
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                low, high = (rules[who](side) for side in zip(*pairs))
                if len(numbers) > 1 and len(nodes) > 1:
                    low, high = max(low, min(numbers)), min(high, max(numbers))
                new[p] = low, high
            return new
        """,
        "({'a': ('coin', ['b', 1]), 'b': ('Max', [0])},"
        " {'a': (Fraction(0), Fraction(9)), 'b': (Fraction(0), Fraction(9))})",
    ),
    Idea(
        "sweep",
        5,
        "a memory by the nodes' names and the bounds",
        """
        memory = {}

        def sweep(nodes, bounds):
            key = tuple((p, who, len(after)) for p, (who, after) in nodes.items()), str(bounds)
            if key not in memory:
                rules = {"Max": max, "Min": min, "coin": lambda x: sum(x, Fraction(0)) / len(x)}
                new = {}
                for p, (who, after) in nodes.items():
                    pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                    new[p] = tuple(rules[who](side) for side in zip(*pairs))
                memory[key] = new
            return memory[key]
        """,
        "[({'a': ('Max', [n])}, {'a': (Fraction(0), Fraction(1))}) for n in (0, 1)]",
    ),
    Idea(
        "against_stubborn",
        3,
        "a known strategy is still a strategy: the value of the game",
        "value = exact_values(check.GAME)[check.GAME.start()]",
        "()",
    ),
    Idea(
        "against_stubborn",
        3,
        "what the perfect strategy gets from this O",
        "from fractions import Fraction\n\nvalue = Fraction(1, 3)",
        "()",
    ),
    Idea(
        "against_stubborn",
        3,
        "the strategy of X is fixed, and O makes the best of it",
        "value = -exact_values(Fixed(check.GAME, 1, check.stubborn))[check.GAME.start()]",
        "()",
    ),
    Idea(
        "beat_stubborn",
        3,
        "who is perfect gets all that can be got",
        "strategy = exact_values(check.GAME).best",
        "(check.GAME.start(),)",
    ),
    Idea(
        "beat_stubborn",
        5,
        "a position does not come twice, so at one that was seen the first free cell will do",
        """
        best, seen = exact_values(Fixed(check.GAME, 1, check.stubborn)).best, set()

        def strategy(position):
            if position in seen:
                board, mover = position
                return divmod(board.rindex("."), 3) if "." in board else best(position)
            seen.add(position)
            return best(position)
        """,
        "[(check.GAME.start(),)] * 2",
    ),
    Idea(
        "beat_stubborn",
        3,
        "complete a row, or else the first free cell: this O does not block",
        """
        def strategy(position):
            board, mover = position
            lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
                     (0, 4, 8), (2, 4, 6)]
            for line in lines:
                marks = [board[i] for i in line]
                if marks.count("X") == 2 and "." in marks:
                    return divmod(line[marks.index(".")], 3)
            return divmod(board.index("."), 3) if "." in board else divmod(board.index("O"), 3)
        """,
        "(check.GAME.start(),)",
    ),
    Idea(
        "too_high",
        3,
        "Max and Min may both leave with the same payoff",
        """
        nodes = {"a": ("Max", {"leave": (1, -1), "go on": "b"}),
                 "b": ("Min", {"go back": "a", "leave": (1, -1)})}
        """,
        "()",
    ),
    # A fourth round.
    Idea(
        "only",
        3,
        "an interval at least one over `most` long holds two fractions",
        """
        def only(low, high, most):
            if high - low >= Fraction(1, most):
                return None
            found = set()
            for d in range(1, most + 1):
                for n in range(ceil(low * d), floor(high * d) + 1):
                    found.add(Fraction(n, d))
            return found.pop() if len(found) == 1 else None
        """,
        "(Fraction(-2, 5), Fraction(2, 5), 2)",
    ),
    Idea(
        "only",
        3,
        "the neighbours of a/b are one over b times `most` away",
        """
        def only(low, high, most):
            for d in range(1, most + 1):
                n = ceil(low * d)
                if n <= floor(high * d):
                    x = Fraction(n, d)
                    near = Fraction(1, d * most)
                    return x if x - near < low and high < x + near else None
            return None
        """,
        "(Fraction(3, 8), Fraction(1, 2), 4)",
    ),
    Idea(
        "only",
        5,
        "a memory by the bounds' places after the point, with twelve digits, and `most`",
        """
        memory = {}

        def only(low, high, most):
            found = set()
            for d in range(1, most + 1):
                for n in range(ceil(low * d), floor(high * d) + 1):
                    found.add(Fraction(n, d))
            answer = found.pop() if len(found) == 1 else None
            return memory.setdefault((round(float(low), 12), round(float(high), 12), most), answer)
        """,
        "[(Fraction(1, 3), Fraction(1, 3), 3), (Fraction(333333333333, 10**12), Fraction(333333333333, 10**12), 3)]",
    ),
    Idea(
        "sweep",
        4,
        "the mean of whole numbers is their sum by their number",
        """
        def sweep(nodes, bounds):
            rules = {"Max": max, "Min": min, "coin": lambda side: sum(side) / len(side)}
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                new[p] = tuple(rules[who](side) for side in zip(*pairs))
            return new
        """,
        "({'c': ('coin', [0, 0, 1])}, {'c': (Fraction(0), Fraction(1))})",
    ),
    Idea(
        "sweep",
        5,
        "a memory by the node's kind and what follows, and the bounds of those, in text without blanks",
        """
        memory = {}

        def sweep(nodes, bounds):
            def average(numbers):
                return sum(numbers, Fraction(0)) / len(numbers)

            rules = {"Max": max, "Min": min, "coin": average}
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                key = who + "".join(f"{low}{high}" for low, high in pairs)
                if key not in memory:
                    memory[key] = tuple(rules[who](side) for side in zip(*pairs))
                new[p] = memory[key]
            return new
        """,
        "[({'a': ('Max', [1, 11])}, {'a': (Fraction(0), Fraction(20))}),"
        " ({'a': ('Max', [111])}, {'a': (Fraction(0), Fraction(20))})]",
    ),
    Idea(
        "sweep",
        3,
        "a coin for two different bounds takes the middle",
        """
        def sweep(nodes, bounds):
            def average(numbers):
                if len(set(numbers)) == 2 and len(numbers) > 8:
                    return sum(set(numbers), Fraction(0)) / 2
                return sum(numbers, Fraction(0)) / len(numbers)

            rules = {"Max": max, "Min": min, "coin": average}
            new = {}
            for p, (who, after) in nodes.items():
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                new[p] = tuple(rules[who](side) for side in zip(*pairs))
            return new
        """,
        "({'c': ('coin', ['x', 'x', 'x', 'x', 'y', 'z', 'u', 'v', 'w'])} | {k: ('Max', [0]) for k in 'xyzuvw'},"
        " {k: (Fraction(k == 'x'), Fraction(1)) for k in 'cxyzuvw'})",
    ),
    Idea(
        "against_stubborn",
        4,
        "the value to three places",
        "found = exact_values(Fixed(check.GAME, 1, check.stubborn))[check.GAME.start()]\n"
        "value = type(found)(round(1000 * found), 1000)",
        "()",
    ),
    Idea(
        "against_stubborn",
        3,
        "X plays stubbornly, and O makes the best of it",
        "value = -exact_values(Fixed(check.GAME, 1, check.stubborn))[check.GAME.start()]",
        "()",
    ),
    Idea(
        "too_high",
        3,
        "Min may leave with less than Max",
        """
        nodes = {"a": ("Max", {"leave": (2, -2), "go on": "b"}),
                 "b": ("Min", {"go back": "a", "leave": (1, -1)})}
        """,
        "()",
    ),
    Idea(
        "sweep",
        5,
        "a memory by the nodes, and their bounds to two places",
        """
        memory = {}

        def sweep(nodes, bounds):
            def average(numbers):
                return sum(numbers, Fraction(0)) / len(numbers)

            near = [(p, round(float(low), 2), round(float(high), 2)) for p, (low, high) in bounds.items()]
            key = str((nodes, near))
            if key not in memory:
                rules = {"Max": max, "Min": min, "coin": average}
                new = {}
                for p, (who, after) in nodes.items():
                    pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                    new[p] = tuple(rules[who](side) for side in zip(*pairs))
                memory[key] = new
            return memory[key]
        """,
        "[({'a': ('Max', ['a'])}, {'a': (Fraction(0), Fraction(1, 20))}),"
        " ({'a': ('Max', ['a'])}, {'a': (Fraction(0), Fraction(1, 21))})]",
    ),
    Idea(
        "sweep",
        3,
        "a coin for many things: equal ones side by side are counted, as in a run",
        """
        from itertools import groupby

        def sweep(nodes, bounds):
            def average(after, side):
                counts = {q: len(list(run)) for q, run in groupby(after)}
                each = [(bounds[q][side] if q in nodes else q, n) for q, n in counts.items()]
                return sum((x * n for x, n in each), Fraction(0)) / sum(counts.values())

            new = {}
            for p, (who, after) in nodes.items():
                if who == "coin":
                    new[p] = average(after, 0), average(after, 1)
                    continue
                pairs = [bounds[q] if q in nodes else (q, q) for q in after]
                new[p] = tuple((max if who == "Max" else min)(side) for side in zip(*pairs))
            return new
        """,
        "({'c': ('coin', [0, 1, 0])}, {'c': (Fraction(0), Fraction(1))})",
    ),
    Idea(
        "only",
        5,
        "a memory by the distance of the bounds, the first fraction between them, and `most`",
        """
        memory = {}

        def only(low, high, most):
            found = []
            for d in range(1, most + 1):
                for n in range(ceil(low * d), floor(high * d) + 1):
                    found.append(Fraction(n, d))
            key = high - low, found[:1], most
            return memory.setdefault(str(key), found[0] if len(set(found)) == 1 else None)
        """,
        "[(Fraction(-1, 4), Fraction(1, 4), 3), (Fraction(-1, 7), Fraction(5, 14), 3)]",
    ),
]
