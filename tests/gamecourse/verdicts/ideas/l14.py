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
]
