"""Wrong answers to the exercises of lecture 7."""

from verdicts.ideas import Idea

#: A vertex of nimber 15: every vertex leads to all that come after it.
FULL = "{v: list(range(v + 1, 16)) for v in range(16)}"
#: A path of sixteen vertices: vertex 0 is worked out last.
PATH = "{v: [v + 1] for v in range(15)} | {15: []}"

HALVING = """
    def halving(n):
        g = [0]
        for k in range(1, n + 1):
            g.append({value})
        return g[n]
"""

REPEATS = """
    def repeats(takes):
        k, g, seen = {k}, [], {{}}
        while True:
            n, last = len(g) - k, tuple(g[-k:])
            if n >= 0 and last in seen:
                return seen[last], n - seen[last]
            if n >= 0:
                seen[last] = n
            g.append({value})
"""
MEX = "mex(g[-take] for take in takes if take <= len(g))"

LOOKS = """
    def repeats(takes):
        g = []
        for n in range({size}):
            g.append(mex(g[-take] for take in takes if take <= n))
        for p in range(1, {longest}):
            {before}
            for n0 in range({latest}):
                if all(g[n] == g[n + p] for n in range(n0, {end})):
                    return n0, p
"""


def looks(size="200", longest="100", before="", latest="100", end="200 - p"):
    """Values are made, and the first pair that they do not contradict is returned."""
    lines = LOOKS.format(size=size, longest=longest, before=before, latest=latest, end=end)
    return "\n".join(line for line in lines.splitlines() if line.strip())


IDEAS = [
    Idea(
        "by_hand",
        3,
        "won is 1 and lost is 0",
        'found = {"a": 0, "b": 1, "c": 1, "d": 1, "e": 0, "f": 0, "g": 1, "h": 1, "i": 0}',
        "()",
    ),
    Idea(
        "by_hand",
        3,
        "one more than the largest number of an option",
        'found = {"a": 0, "b": 2, "c": 3, "d": 2, "e": 0, "f": 0, "g": 1, "h": 1, "i": 0}',
        "()",
    ),
    Idea(
        "by_hand",
        6,
        "the end is given, and need not be said",
        'found = {"a": 0, "b": 1, "c": 3, "d": 2, "e": 0, "f": 0, "g": 1, "h": 1}',
        "()",
    ),
    # nimber(options, v): 1 to 16 vertices without cycles
    Idea(
        "on_a_graph",
        1,
        "a mex over fifteen numbers",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                after = [nimber(options, w, known) for w in options[v]]
                known[v] = next((m for m in range(15) if m not in after), 0)
            return known[v]
        """,
        f"({FULL}, 0)",
    ),
    Idea(
        "on_a_graph",
        1,
        "fourteen sweeps over the dict",
        """
        def nimber(options, v):
            known = {u: 0 for u in options}
            for sweep in range(14):
                for u in options:
                    known[u] = mex(known[w] for w in options[u])
            return known[v]
        """,
        f"({PATH}, 0)",
    ),
    Idea(
        "on_a_graph",
        1,
        "ten sweeps, all at once",
        """
        def nimber(options, v):
            known = {u: 0 for u in options}
            for sweep in range(10):
                known = {u: mex(known[w] for w in options[u]) for u in options}
            return known[v]
        """,
        f"({PATH}, 0)",
    ),
    Idea(
        "on_a_graph",
        2,
        "the options come first in the dict",
        """
        def nimber(options, v):
            known = {}
            for u in options:
                known[u] = mex(known[w] for w in options[u] if w in known)
            return known[v]
        """,
        "({0: [1], 1: []}, 0)",
    ),
    Idea(
        "on_a_graph",
        2,
        "the options come later in the dict",
        """
        def nimber(options, v):
            known = {}
            for u in reversed(options):
                known[u] = mex(known[w] for w in options[u] if w in known)
            return known[v]
        """,
        "({0: [], 1: [0]}, 1)",
    ),
    Idea(
        "on_a_graph",
        2,
        "larger numbers have smaller options",
        """
        def nimber(options, v):
            known = {}
            for u in sorted(options):
                known[u] = mex(known[w] for w in options[u] if w in known)
            return known[v]
        """,
        '({"a": ["b"], "b": []}, "a")',
    ),
    Idea(
        "on_a_graph",
        3,
        "twelve options are looked at",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                known[v] = mex(nimber(options, w, known) for w in options[v][:12])
            return known[v]
        """,
        f"({FULL}, 0)",
    ),
    Idea(
        "on_a_graph",
        3,
        "an option twice cancels",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                single = [w for w in options[v] if options[v].count(w) % 2]
                known[v] = mex(nimber(options, w, known) for w in single)
            return known[v]
        """,
        "({0: [1, 1], 1: []}, 0)",
    ),
    Idea(
        "on_a_graph",
        3,
        "one more than the largest if nothing below is missing, by the number of options",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                after = sorted(nimber(options, w, known) for w in options[v])
                known[v] = next((m for m, x in enumerate(after) if m != x), len(after))
            return known[v]
        """,
        "({0: [1, 1, 2], 1: [], 2: [1]}, 0)",
    ),
    Idea(
        "on_a_graph",
        5,
        "the memory is the default argument",
        """
        def nimber(options, v, known={}):
            if v not in known:
                known[v] = mex(nimber(options, w, known) for w in options[v])
            return known[v]
        """,
        "[({0: [], 1: [0]}, 1), ({0: [], 1: []}, 1)]",
    ),
    Idea(
        "on_a_graph",
        5,
        "a memory by the vertex and its options",
        """
        memory = {}

        def nimber(options, v):
            key = v, tuple(options[v])
            if key not in memory:
                memory[key] = mex(nimber(options, w) for w in options[v])
            return memory[key]
        """,
        "[({0: [1], 1: []}, 0), ({0: [1], 1: [2], 2: []}, 0)]",
    ),
    Idea(
        "on_a_graph",
        5,
        "a memory by the size of the graph",
        """
        memory = {}

        def nimber(options, v):
            key = v, len(options), sum(map(len, options.values()))
            if key not in memory:
                memory[key] = mex(nimber(options, w) for w in options[v])
            return memory[key]
        """,
        "[({0: [], 1: [0]}, 1), ({0: [1], 1: []}, 1)]",
    ),
    # halving(n): 0 to 80
    Idea(
        "halving",
        1,
        "a heap is halved five times at most",
        """
        def halving(n):
            if n == 0:
                return 0
            halvings, odd = 0, n
            while odd % 2 == 0 and halvings < 5:
                odd //= 2
                halvings += 1
            if halvings % 2:
                return 0
            g = [0]
            for k in range(1, n + 1):
                g.append(mex([g[k - 1], g[k // 2]]))
            return g[n] or 1
        """,
        "(64,)",
    ),
    Idea(
        "halving",
        1,
        "a table of the heaps 0 to 79",
        """
        g = [0]
        for k in range(1, 80):
            g.append(mex([g[k - 1], g[k // 2]]))

        def halving(n):
            return g[min(n, 79)]
        """,
        "(80,)",
    ),
    Idea(
        "halving",
        4,
        "half, rounded",
        HALVING.format(value="mex([g[k - 1], g[min(round(k / 2), k - 1)]])"),
        "(3,)",
    ),
    Idea(
        "halving",
        4,
        "half, rounded up",
        HALVING.format(value="mex([g[k - 1], g[min((k + 1) // 2, k - 1)]])"),
        "(5,)",
    ),
    Idea(
        "halving",
        3,
        "an odd heap cannot be halved",
        HALVING.format(value="mex([g[k - 1], g[k // 2]] if k % 2 == 0 else [g[k - 1]])"),
        "(5,)",
    ),
    Idea(
        "halving",
        3,
        "a single match cannot be halved, and then two are won",
        "def halving(n):\n    return [0, 1, 2, 0][n % 4] if n else 0",
        "(2,)",
    ),
    Idea(
        "halving",
        3,
        "only won or lost",
        HALVING.format(value="int(not (g[k - 1] and g[k // 2]))"),
        "(3,)",
    ),
    Idea(
        "halving",
        5,
        "the list is the default argument and grows with every call",
        """
        def halving(n, g=[0]):
            for k in range(1, n + 1):
                g.append(mex([g[k - 1], g[k // 2]]))
            return g[n]
        """,
        "[(5,), (3,), (8,)]",
    ),
    Idea(
        "halving",
        5,
        "the list is the default argument, and the last value is returned",
        """
        def halving(n, g=[0]):
            for k in range(len(g), n + 1):
                g.append(mex([g[k - 1], g[k // 2]]))
            return g[-1]
        """,
        "[(8,), (3,)]",
    ),
    # repeats(takes): 1 to 6 numbers, each 1 to 12
    Idea("repeats", 1, "no period is longer than sixty", looks(longest="61"), "((1, 6, 11, 12),)"),
    Idea(
        "repeats",
        1,
        "the period begins at heap 53 at the latest",
        looks(latest="54"),
        "((4, 9, 10, 12),)",
    ),
    Idea(
        "repeats",
        1,
        "a period is seen when it comes twice",
        looks("100", "40", "", "20", "n0 + 2 * p"),
        "((3,),)",
    ),
    Idea(
        "repeats",
        1,
        "the last ten nimbers are enough",
        REPEATS.format(k="10", value=MEX),
        "((12,),)",
    ),
    Idea(
        "repeats",
        1,
        "the last eleven at most",
        REPEATS.format(k="min(11, max(takes))", value=MEX),
        "((12,),)",
    ),
    Idea(
        "repeats",
        2,
        "the last take is the largest",
        REPEATS.format(k="takes[-1]", value=MEX),
        "((4, 1),)",
    ),
    Idea(
        "repeats",
        2,
        "there are as many nimbers to see as takes",
        REPEATS.format(k="len(takes)", value=MEX),
        "((2,),)",
    ),
    Idea(
        "repeats",
        3,
        "won or lost instead of nimbers",
        REPEATS.format(k="max(takes)", value="any(not g[-t] for t in takes if t <= len(g))"),
        "((2, 4, 7),)",
    ),
    Idea(
        "repeats",
        3,
        "takes have the period of the sum of the smallest and the largest, from 0 on",
        """
        def repeats(takes):
            return 0, min(takes) + max(takes)
        """,
        "((2, 4, 7),)",
    ),
    Idea(
        "repeats", 3, "every period begins at 0", looks(latest="1", longest="199"), "((2, 4, 7),)"
    ),
    Idea(
        "repeats",
        6,
        "some period: twice the smallest one",
        REPEATS.format(k="max(takes)", value=MEX).replace("n - seen[last]", "2 * (n - seen[last])"),
        "((1,),)",
    ),
    Idea(
        "repeats",
        6,
        "where the tuple comes back a second time is where it begins",
        REPEATS.format(k="max(takes)", value=MEX).replace("return seen[last], n", "return n, n"),
        "((1,),)",
    ),
    Idea(
        "repeats",
        5,
        "a memory by the smallest and the largest take",
        "    memory = {}\n"
        + REPEATS.format(k="max(takes)", value=MEX).replace("def repeats", "def work_out")
        + """
    def repeats(takes):
        key = min(takes), max(takes), len(takes)
        if key not in memory:
            memory[key] = work_out(takes)
        return memory[key]
""",
        "[((2, 4, 7),), ((2, 5, 7),)]",
    ),
    # blindfold(position): a strategy
    Idea(
        "blindfold",
        3,
        "seven matches are worth seven, as a heap",
        """
        def blindfold(position):
            pins = [0, 1, 2, 3, 1, 4]
            game = check.BLINDFOLD

            def worth(place):
                rows, heap, matches = place
                return nim_sum(*(pins[n] for n in rows), heap[0], matches)

            return min(game.moves(position), key=lambda m: worth(game.play(position, m)))
        """,
        "(check.BLINDFOLD.start(),)",
    ),
    Idea(
        "blindfold",
        3,
        "the rows count as one row of all pins",
        """
        def blindfold(position):
            pins = [0, 1, 2, 3, 1, 4]
            game = check.BLINDFOLD

            def worth(place):
                rows, heap, matches = place
                return nim_sum(pins[sum(rows)], heap[0], matches % 3)

            return min(game.moves(position), key=lambda m: worth(game.play(position, m)))
        """,
        "(((1, 3), (6,), 0),)",
    ),
    Idea(
        "blindfold",
        5,
        "right at the beginning, then the first move",
        """
        def blindfold(position):
            game = check.BLINDFOLD
            if position != game.start():
                return game.moves(position)[0]
            pins = [0, 1, 2, 3, 1, 4]
            return next((k, m) for k, m in game.moves(position)
                        if nim_sum(*(pins[n] for n in game.play(position, (k, m))[0]),
                                   game.play(position, (k, m))[1][0],
                                   game.play(position, (k, m))[2] % 3) == 0)
        """,
        "(((1,), (2,), 0),)",
    ),
    # a pair of positions
    Idea("misere_trap", 3, "the nimber is 0", "pair = ((), (1, 1))", "()"),
    Idea("misere_trap", 6, "both are won in misere play", "pair = ((2,), (1, 3))", "()"),
    Idea("misere_trap", 6, "the nimbers differ", "pair = ((1,), (2,))", "()"),
    # A third round.
    Idea(
        "by_hand",
        3,
        "an option that is there twice, in g, counts twice",
        'found = {"a": 0, "b": 1, "c": 3, "d": 2, "e": 0, "f": 0, "g": 2, "h": 1, "i": 0}',
        "()",
    ),
    Idea(
        "on_a_graph",
        3,
        "the sorted numbers against 0, 1, 2: the first that differs (a number may be there twice)",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                found = sorted(nimber(options, w, known) for w in set(options[v]))
                known[v] = next((k for k, x in enumerate(found) if k != x), len(found))
            return known[v]
        """,
        "({0: [], 1: [], 2: [], 3: [2], 4: [0, 1, 2, 3]}, 4)",
    ),
    Idea(
        "on_a_graph",
        5,
        "a memory for all graphs: their vertices and the numbers of their options tell them apart",
        """
        memory = {}

        def nimber(options, v, known=None):
            key = v, tuple((w, len(row)) for w, row in options.items())
            if key not in memory:
                memory[key] = mex(nimber(options, w) for w in options[v])
            return memory[key]
        """,
        "[({0: [1], 1: [2], 2: [], 3: []}, 0), ({0: [2], 1: [3], 2: [], 3: []}, 0)]",
    ),
    Idea(
        "on_a_graph",
        5,
        "options are taken off the list until it is empty",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                found = set()
                while options[v]:
                    found.add(nimber(options, options[v].pop(), known))
                known[v] = mex(found)
            return known[v]
        """,
        "[(g, 0) for g in [{0: [1], 1: []}] for _ in range(2)]",
    ),
    Idea(
        "halving",
        3,
        "from four on the nimber depends on how often the heap can be halved",
        """
        def halving(n):
            if n < 4:
                return [0, 1, 0, 2][n]
            halved = (n & -n).bit_length() - 1
            return 0 if halved % 2 else 2 if halved else 1
        """,
        "(4,)",
    ),
    Idea(
        "repeats",
        3,
        "the period divides the sum of two takes, or twice a take",
        """
        def repeats(takes):
            g = []
            for n in range(1000):
                g.append(mex(g[-take] for take in takes if take <= n))
            sums = {a + b for a in takes for b in takes}
            for p in sorted({p for s in sums for p in range(1, s + 1) if s % p == 0}):
                if g[500 : 1000 - p] == g[500 + p :]:
                    break
            n0 = 500
            while n0 > 0 and g[n0 - 1] == g[n0 - 1 + p]:
                n0 -= 1
            return n0, p
        """,
        "((2, 5, 7),)",
    ),
    Idea(
        "repeats",
        1,
        "a hundred and twenty values show where it repeats",
        """
        def repeats(takes):
            g = []
            for n in range(120):
                g.append(mex(g[-take] for take in takes if take <= n))
            for p in range(1, 60):
                if g[60 : 120 - p] == g[60 + p :]:
                    break
            n0 = 60
            while n0 > 0 and g[n0 - 1] == g[n0 - 1 + p]:
                n0 -= 1
            return n0, p
        """,
        "((2, 3, 6, 9, 10, 12),)",
    ),
    Idea(
        "repeats",
        1,
        "a hundred and fifty values show where it repeats",
        """
        def repeats(takes):
            g = []
            for n in range(150):
                g.append(mex(g[-take] for take in takes if take <= n))
            p = next((p for p in range(1, 75) if g[75 : 150 - p] == g[75 + p :]), 75)
            n0 = 150 - p
            while n0 > 0 and g[n0 - 1] == g[n0 - 1 + p]:
                n0 -= 1
            return n0, p
        """,
        "((3, 4, 8, 9, 10, 12),)",
    ),
    Idea(
        "repeats",
        1,
        "no exception comes after heap 129, and no period is longer than 130",
        """
        def repeats(takes):
            g = []
            for n in range(400):
                g.append(mex(g[-take] for take in takes if take <= n))
            p = next((p for p in range(1, 131) if g[130 : 270 - p] == g[130 + p : 270]), 130)
            n0 = 130
            while n0 > 0 and g[n0 - 1] == g[n0 - 1 + p]:
                n0 -= 1
            return n0, p
        """,
        "((3, 4, 8, 9, 10, 12),)",
    ),
    Idea(
        "repeats",
        3,
        "only the nimbers from the smallest to the largest take back can matter",
        """
        def repeats(takes):
            k, g, seen = max(takes), [], {}
            w = k - min(takes) + 1
            while True:
                n, last = len(g) - w, tuple(g[-w:])
                if n >= 0 and last in seen:
                    return seen[last], n - seen[last]
                if n >= 0:
                    seen[last] = n
                g.append(mex(g[-take] for take in takes if take <= len(g)))
        """,
        "((2,),)",
    ),
    Idea(
        "repeats",
        5,
        "a memory by the sum and the number of the takes",
        """
        memory = {}

        def repeats(takes):
            if (sum(takes), len(takes), max(takes)) in memory:
                return memory[sum(takes), len(takes), max(takes)]
            k, g, seen = max(takes), [], {}
            while True:
                n, last = len(g) - k, tuple(g[-k:])
                if n >= 0 and last in seen:
                    memory[sum(takes), len(takes), k] = seen[last], n - seen[last]
                    return seen[last], n - seen[last]
                if n >= 0:
                    seen[last] = n
                g.append(mex(g[-take] for take in takes if take <= len(g)))
        """,
        "[((1, 5, 9),), ((2, 4, 9),)]",
    ),
    Idea(
        "repeats",
        4,
        "the last nimbers as one number, with two binary digits for each",
        """
        def repeats(takes):
            k, g, seen = max(takes), [], {}
            while True:
                n = len(g) - k
                last = sum(x * 4**i for i, x in enumerate(g[-k:]))
                if n >= 0 and last in seen:
                    return seen[last], n - seen[last]
                if n >= 0:
                    seen[last] = n
                g.append(mex(g[-take] for take in takes if take <= len(g)))
        """,
        "((1, 4, 5, 6, 11),)",
    ),
    Idea(
        "blindfold",
        5,
        "a position does not come twice, so at one that was seen the first move will do",
        """
        seen = set()

        def blindfold(position):
            pins = [0, 1, 2, 3, 1, 4]

            def worth(place):
                rows, heap, matches = place
                return nim_sum(*(pins[n] for n in rows), heap[0], matches % 3)

            game = check.BLINDFOLD
            if position in seen:
                return next(iter(game.moves(position)))
            seen.add(position)
            return next(move for move in game.moves(position)
                        if worth(game.play(position, move)) == 0)
        """,
        "[(check.BLINDFOLD.start(),)] * 2",
    ),
    Idea(
        "blindfold",
        3,
        "matches are won or lost, so they are worth 1 or 0",
        """
        def blindfold(position):
            pins = [0, 1, 2, 3, 1, 4]

            def worth(place):
                rows, heap, matches = place
                return nim_sum(*(pins[n] for n in rows), heap[0], int(matches % 3 > 0))

            game = check.BLINDFOLD
            good = [move for move in game.moves(position)
                    if worth(game.play(position, move)) == 0]
            return (good or list(game.moves(position)))[0]
        """,
        "((check.BLINDFOLD.start()[0], (2,), 5),)",
    ),
    Idea(
        "misere_trap",
        3,
        "a heap more of ones: the same nimber, another number of heaps",
        "pair = ((1,), (1, 1, 1))",
        "()",
    ),
    Idea("misere_trap", 3, "heaps of nothing", "pair = ((2,), (2, 0))", "()"),
    # A fourth round.
    Idea(
        "on_a_graph",
        4,
        "the nimbers of the options are the bits of a byte",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                byte = 0
                for w in options[v]:
                    byte |= 1 << nimber(options, w, known) & 0xFF
                known[v] = next(k for k in range(99) if not byte >> k & 1)
            return known[v]
        """,
        f"({FULL}, 0)",
    ),
    Idea(
        "on_a_graph",
        5,
        "a memory by the vertex and all that stands two moves below it",
        """
        memory = {}

        def nimber(options, v, known=None):
            key = v, tuple((w, *((x, tuple(options[x])) for x in options[w])) for w in options[v])
            if key not in memory:
                memory[key] = mex(nimber(options, w) for w in options[v])
            return memory[key]
        """,
        "[({0: [1], 1: [2], 2: [3], 3: []}, 0), ({0: [1], 1: [2], 2: [3], 3: [4], 4: []}, 0)]",
    ),
    Idea(
        "on_a_graph",
        3,
        "the number that is missing is what is missing in the sum 0 + 1 + 2 + ...",
        """
        def nimber(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                near = {nimber(options, w, known) for w in options[v]}
                top = max(near, default=-1)
                missing = top * (top + 1) // 2 - sum(near)
                known[v] = missing or top + 1
            return known[v]
        """,
        "({0: [4, 1], 1: [2, 3, 4], 2: [3, 4], 3: [4], 4: []}, 0)",
    ),
    Idea(
        "on_a_graph",
        5,
        "a memory by the vertex, for graphs with as many vertices and the same end of the dict",
        """
        memory = {}

        def nimber(options, v, known=None):
            key = v, len(options), str(options)[-24:], str(options)[:24]
            if key not in memory:
                memory[key] = mex(nimber(options, w) for w in options[v])
            return memory[key]
        """,
        "[({k: [k + 1] for k in range(15)} | {15: []}, 0),"
        " ({k: [k + 1 + (k == 7)] for k in range(15)} | {15: []}, 0)]",
    ),
    Idea(
        "halving",
        3,
        "from 64 on it is as 32 before",
        """
        def halving(n):
            g = [0]
            for k in range(1, n + 1):
                g.append(g[k - 32] if k >= 64 else mex([g[k - 1], g[k // 2]]))
            return g[n]
        """,
        "(64,)",
    ),
    Idea(
        "halving",
        3,
        "from 64 on it is as 48 before",
        """
        def halving(n):
            g = [0]
            for k in range(1, n + 1):
                g.append(g[k - 48] if k >= 64 else mex([g[k - 1], g[k // 2]]))
            return g[n]
        """,
        "(80,)",
    ),
    Idea(
        "halving",
        5,
        "the list goes on from the last call, and is begun again when n is smaller by half",
        """
        g = [0]

        def halving(n):
            if n < len(g) // 2:
                del g[n:]
            for k in range(len(g), n + 1):
                g.append(mex([g[k - 1], g[k // 2]]) if g else 1)
            return g[n]
        """,
        "[(9,), (0,)]",
    ),
    Idea(
        "repeats",
        3,
        "a take that is as far from a smaller one as the period of the smaller ones changes nothing",
        """
        def repeats(takes):
            *rest, last = sorted(set(takes))
            if rest:
                n0, p = repeats(tuple(rest))
                if any((last - take) % p == 0 for take in rest):
                    return n0, p
            k, g, seen = last, [], {}
            while True:
                n, tail = len(g) - k, tuple(g[-k:])
                if n >= 0 and tail in seen:
                    return seen[tail], n - seen[tail]
                if n >= 0:
                    seen[tail] = n
                g.append(mex(g[-take] for take in takes if take <= len(g)))
        """,
        "((2, 4, 7, 8),)",
    ),
    Idea(
        "repeats",
        4,
        "the last nimbers as one number modulo the largest prime below 2^16",
        REPEATS.format(k="max(takes)", value=MEX).replace(
            "tuple(g[-k:])",
            "0\n            for x in g[-k:]:\n                last = (7 * last + x) % 65521",
        ),
        "((2, 3, 6, 9, 11),)",
    ),
    Idea(
        "repeats",
        5,
        "a memory by the number, the sum and the product of the takes",
        "    from math import prod\n\n    memory = {}\n"
        + REPEATS.format(k="max(takes)", value=MEX).replace(
            "return seen[last], n - seen[last]",
            "key = len(takes), sum(takes), prod(takes)\n"
            "                return memory.setdefault(key, (seen[last], n - seen[last]))",
        ),
        "[((2, 8, 9),), ((3, 4, 12),)]",
    ),
    Idea(
        "repeats",
        5,
        "a memory by the first fifty nimbers",
        "    memory = {}\n"
        + REPEATS.format(k="max(takes)", value=MEX).replace(
            "return seen[last], n - seen[last]",
            "if len(g) < 50:\n"
            "                    return seen[last], n - seen[last]\n"
            "                return memory.setdefault(tuple(g[:50]), (seen[last], n - seen[last]))",
        ),
        "[((2, 3, 8, 10, 11),), ((2, 3, 8, 9, 10, 11),)]",
    ),
    Idea(
        "repeats",
        5,
        "a memory by the smallest and the largest take, their number and their sum",
        "    memory = {}\n"
        + REPEATS.format(k="max(takes)", value=MEX).replace(
            "return seen[last], n - seen[last]",
            "key = min(takes), max(takes), len(takes), sum(takes)\n"
            "                return memory.setdefault(key, (seen[last], n - seen[last]))",
        ),
        "[((1, 2, 5, 7),), ((1, 3, 4, 7),)]",
    ),
    Idea(
        "blindfold",
        3,
        "four pins are worth 4, five as well",
        """
        def blindfold(position):
            pins = [0, 1, 2, 3, 4, 4]

            def worth(place):
                rows, heap, matches = place
                return nim_sum(*(pins[n] for n in rows), heap[0], matches % 3)

            game = check.BLINDFOLD
            moves = game.moves(position)
            return next((m for m in moves if worth(game.play(position, m)) == 0), moves[0])
        """,
        "(((4,), (6,), 7),)",
    ),
    Idea(
        "misere_trap",
        3,
        "an even and an odd number of ones",
        "pair = ((1,), (1, 1, 1))",
        "()",
    ),
    Idea(
        "by_hand",
        3,
        "c sees three options, and so has 3; g sees two, and so has 2",
        'found = {"a": 0, "b": 1, "c": 3, "d": 2, "e": 0, "f": 0, "g": 2, "h": 1, "i": 0}',
        "()",
    ),
]
