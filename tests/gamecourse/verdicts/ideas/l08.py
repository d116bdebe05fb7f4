"""Wrong answers to the exercises of lecture 8."""

from verdicts.ideas import Idea

NIMBERS_OF = """
    def nimbers_of(code, n):
        digits, g = {digits}, []
        for k in range(n + 1):
            found = set()
            for i, d in enumerate(digits[: k + 1]):
                m = k - i
                found |= {{0}} if d & 1 and m == 0 else set()
                found |= {{g[m]}} if {one} else set()
                found |= {{g[a] ^ g[m - a] for a in {parts}}} if {two} else set()
            g.append({value})
        return g
"""


def nimbers_of(
    digits='[int(d) for d in code.replace(".", "")]',
    one="d & 2 and m > 0",
    parts="range(1, m)",
    two="d & 4",
    value="mex(found)",
):
    """The model's program with some of its parts changed."""
    return NIMBERS_OF.format(digits=digits, one=one, parts=parts, two=two, value=value)


PROVED = """
    def is_proved(values, n0, p, k):
        end = {end}
        if {short}:
            return False
        return all(values[n + p] == values[n] for n in {heaps})
"""


def proved(end="2 * n0 + p + k", short="n0 < 1 or len(values) < end + p", heaps="range(n0, end)"):
    """The model's program with some of its parts changed."""
    return PROVED.format(end=end, short=short, heaps=heaps)


NUMBERS = """
    def numbers(options):
        found, news = {{}}, True
        {loop}:
            news = False
            for v in options:
                if v in found:
                    continue
                m = mex(found[w] for w in options[v] if w in found)
                unknown = {unknown}
                if {back}:
                    found[v] = m
                    news = True
        return found
"""


def numbers(
    loop="while news",
    unknown="[w for w in options[v] if w not in found]",
    back="all(any(found.get(x) == m for x in options[w]) for w in unknown)",
):
    """The model's program with some of its parts changed."""
    return NUMBERS.format(loop=loop, unknown=unknown, back=back)


#: The end comes last: a pass in the order of the dict settles one vertex.
PATH = "({v: [v + 1] for v in range(9)} | {9: []},)"
FULL = "({v: list(range(v)) for v in range(10)},)"

IDEAS = [
    Idea(
        "in_code",
        3,
        "a coin at an end leaves one row: no 1",
        'codes = {"a": "0.7", "b": "0.02", "c": "0.22", "d": "0.07", "e": "4.1"}',
        "()",
    ),
    Idea(
        "in_code",
        3,
        "a domino in the middle leaves two rows",
        'codes = {"a": "0.7", "b": "0.03", "c": "0.22", "d": "0.04", "e": "4.1"}',
        "()",
    ),
    Idea(
        "in_code",
        4,
        "codes as numbers",
        'codes = {"a": 0.7, "b": 0.03, "c": 0.22, "d": 0.07, "e": 4.1}',
        "()",
    ),
    # first_cells(n): 3 to 75
    Idea(
        "first_cells",
        1,
        "the nimbers of the heaps 0 to 73",
        """
        def first_cells(n):
            g = octal("0.007", 73) + [0]
            return [c for c in range(n) if g[c] == g[n - 1 - c]]
        """,
        "(75,)",
    ),
    Idea(
        "first_cells",
        1,
        "cells 0 to 63",
        """
        def first_cells(n):
            g = octal("0.007", n)
            return [c for c in range(min(n, 64)) if g[c] == g[n - 1 - c]]
        """,
        "(75,)",
    ),
    Idea(
        "first_cells",
        3,
        "a winning cell is the middle",
        """
        def first_cells(n):
            return [n // 2] if n % 2 else []
        """,
        "(9,)",
    ),
    Idea(
        "first_cells",
        3,
        "of a cell and its mirror image the first",
        """
        def first_cells(n):
            g = octal("0.007", n)
            return [c for c in range((n + 1) // 2) if g[c] == g[n - 1 - c]]
        """,
        "(9,)",
    ),
    Idea(
        "first_cells",
        3,
        "the cells beside the ends do not count",
        """
        def first_cells(n):
            g = octal("0.007", n)
            return [c for c in range(1, n - 1) if g[c] == g[n - 1 - c]]
        """,
        "(3,)",
    ),
    Idea(
        "first_cells",
        3,
        "a strip of n is a heap of n: two cells beside an X are lost",
        """
        def first_cells(n):
            g = octal("0.007", n)
            return [c for c in range(n) if g[max(c - 2, 0)] == g[max(n - 3 - c, 0)]]
        """,
        "(9,)",
    ),
    Idea(
        "first_cells",
        5,
        "the nimbers of the first call are kept",
        """
        g = []

        def first_cells(n):
            if len(g) < n:
                g[:] = octal("0.007", n)
            return [c for c in range(len(g) - 1) if g[c] == g[len(g) - 2 - c]]
        """,
        "[(9,), (5,)]",
    ),
    # nimbers_of(code, n): up to 7 digits after the point, n up to 100
    Idea(
        "from_code",
        1,
        "six digits after the point",
        nimbers_of(digits='[int(d) for d in code.replace(".", "")][:7]'),
        '("0.0000007", 10)',
    ),
    Idea(
        "from_code",
        1,
        "five digits after the point",
        nimbers_of(digits='[int(d) for d in code.replace(".", "")][:6]'),
        '("0.0000070", 10)',
    ),
    Idea(
        "from_code",
        1,
        "heaps of at most 99",
        nimbers_of().replace("range(n + 1)", "range(min(n, 99) + 1)"),
        '("0.77", 100)',
    ),
    Idea("from_code", 1, "nimbers below 16", nimbers_of(value="mex(found) & 15"), '("0.56", 100)'),
    Idea(
        "from_code",
        3,
        "a part is at most 40",
        nimbers_of(parts="range(1, min(m, 40))"),
        '("0.56", 100)',
    ),
    Idea("from_code", 3, "digit 5 has no 4 in it", nimbers_of(two="d in (4, 6, 7)"), '("0.5", 20)'),
    Idea("from_code", 3, "a 2 may leave nothing", nimbers_of(one="d & 2"), '("0.2", 5)'),
    Idea(
        "from_code",
        3,
        "the digit before the point is not a digit",
        nimbers_of(digits='[0] + [int(d) for d in code.split(".")[1]]'),
        '("4.3", 5)',
    ),
    Idea(
        "from_code",
        3,
        "two different parts",
        nimbers_of(parts="range(1, (m + 1) // 2)"),
        '("0.07", 12)',
    ),
    Idea(
        "from_code",
        4,
        "the code as a number",
        nimbers_of(digits='[int(d) for d in str(float(code)).replace(".", "")]'),
        '("0.00007", 12)',
    ),
    Idea(
        "from_code",
        5,
        "the longer list of an earlier call",
        "    memory = {}\n"
        + nimbers_of().replace("def nimbers_of", "def work_out")
        + """
    def nimbers_of(code, n):
        if code not in memory or len(memory[code]) <= n:
            memory[code] = work_out(code, n)
        return memory[code]
""",
        '[("0.77", 9), ("0.77", 5)]',
    ),
    Idea(
        "from_code",
        5,
        "a list as default argument",
        nimbers_of()
        .replace("(code, n)", "(code, n, g=[])")
        .replace(", g = ", " = ")
        .replace('"")], []', '"")]')
        .replace("for k in range(n + 1)", "for k in range(len(g), n + 1)"),
        '[("0.77", 9), ("0.7", 9)]',
    ),
    # is_proved(values, n0, p, k)
    Idea(
        "proved",
        3,
        "one comparison short",
        proved(end="2 * n0 + p + k - 1"),
        "([0] + [1] * 5 + [2], 1, 2, 1)",
    ),
    Idea(
        "proved",
        3,
        "one value short",
        proved(
            short="n0 < 1 or len(values) < end + p - 1",
            heaps="range(n0, min(end, len(values) - p))",
        ),
        "([1] * 6, 1, 2, 1)",
    ),
    Idea(
        "proved",
        3,
        "as many as there are",
        proved(short="n0 < 1", heaps="range(n0, len(values) - p)"),
        "([1], 1, 1, 1)",
    ),
    Idea("proved", 3, "n0 may be 0", proved(short="len(values) < end + p"), "([0] * 9, 0, 1, 1)"),
    Idea(
        "proved",
        3,
        "k is not needed",
        proved(end="2 * n0 + p"),
        "([0] + [1] * 5 + [2] * 9, 1, 2, 4)",
    ),
    Idea(
        "proved",
        6,
        "n0 must be the smallest",
        proved(short="n0 < 1 or len(values) < end + p or values[n0 - 1] == values[n0 - 1 + p]"),
        "([0] * 30, 2, 1, 1)",
    ),
    Idea(
        "proved",
        6,
        "p must be the smallest",
        proved(
            short="n0 < 1 or len(values) < end + p or any("
            "all(values[n] == values[n + q] for n in range(n0, end))"
            " for q in range(1, p))"
        ),
        "([0] * 30, 1, 2, 1)",
    ),
    Idea(
        "proved",
        4,
        "all within one: nearly the same is enough",
        proved().replace("values[n + p] == values[n]", "abs(values[n + p] - values[n]) < 2"),
        "([0] * 12 + [1] * 10, 4, 4, 4)",
    ),
    Idea(
        "proved",
        6,
        "the table is shortened to what is needed",
        proved().replace("end = ", "values[:] = values[:4 * n0 + 4 * p + k]\n        end = "),
        None,
    ),
    # numbers(options): 1 to 10 vertices, cycles allowed
    Idea("goes_round", 1, "five passes", numbers(loop="for _ in range(5)"), PATH),
    Idea(
        "goes_round",
        1,
        "numbers 0 to 8",
        numbers().replace(
            "mex(found[w] for w in options[v] if w in found)",
            "min(8, mex(found[w] for w in options[v] if w in found))",
        ),
        FULL,
    ),
    Idea(
        "goes_round",
        3,
        "an arrow from a vertex to itself does not count",
        numbers(unknown="[w for w in options[v] if w not in found and w != v]"),
        "({0: [0, 1], 1: []},)",
    ),
    Idea(
        "goes_round",
        3,
        "the first option without a number is enough",
        numbers(unknown="[w for w in options[v] if w not in found][:1]"),
        "({0: [1, 2], 1: [3, 1], 2: [2], 3: []},)",
    ),
    Idea(
        "goes_round",
        3,
        "a move without a number may go to anywhere that is known",
        numbers(back="all(any(x in found for x in options[w]) for w in unknown)"),
        "({0: [1, 3], 1: [3, 1], 2: [1], 3: []},)",
    ),
    Idea(
        "goes_round",
        3,
        "only vertices with all options known get a number",
        numbers(back="not unknown"),
        "({0: [1], 1: [1, 2], 2: []},)",
    ),
    Idea(
        "goes_round",
        3,
        "options beyond the ninth",
        numbers(unknown="[w for w in options[v][:9] if w not in found]"),
        "({0: [*range(1, 10), 0]} | {v: [] for v in range(1, 10)},)",
    ),
    Idea(
        "goes_round",
        2,
        "names are numbers: from the largest down, one pass",
        """
        def numbers(options):
            found = {}
            for v in sorted(options, reverse=True):
                m = mex(found[w] for w in options[v] if w in found)
                unknown = [w for w in options[v] if w not in found]
                if all(any(found.get(x) == m for x in options[w]) for w in unknown):
                    found[v] = m
            return found
        """,
        "({0: [], 1: [0]},)",
    ),
    Idea(
        "goes_round",
        5,
        "the dict that is found is the default argument",
        numbers()
        .replace("(options)", "(options, found={})")
        .replace("found, news = {}, True", "news = True"),
        "[({0: []},), ({0: [1], 1: []},)]",
    ),
    Idea(
        "goes_round",
        6,
        "a vertex without a number is in the dict, with None",
        numbers().replace("return found", "return {v: found.get(v) for v in options}"),
        "({0: [0]},)",
    ),
    # A third round.
    Idea(
        "in_code",
        3,
        "a single stone is a heap that is parted into nothing: 3 for leaving nothing or one heap",
        'codes = {"a": "0.7", "b": "0.03", "c": "0.22", "d": "0.07", "e": "4.3"}',
        "()",
    ),
    Idea(
        "in_code",
        3,
        "two neighbours are taken one by one",
        'codes = {"a": "0.7", "b": "0.33", "c": "0.22", "d": "0.77", "e": "4.1"}',
        "()",
    ),
    Idea(
        "first_cells",
        3,
        "no cell wins on an even strip: the opponent has the middle",
        """
        def first_cells(n):
            if n % 2 == 0 and n > 20:
                return []
            g = octal("0.007", n)
            return [c for c in range(n) if g[c] == g[n - 1 - c]]
        """,
        "(26,)",
    ),
    Idea(
        "first_cells",
        1,
        "nimbers below eight",
        """
        def first_cells(n):
            g = [x & 7 for x in octal("0.007", n)]
            return [c for c in range(n) if g[c] == g[n - 1 - c]]
        """,
        "(56,)",
    ),
    Idea(
        "first_cells",
        6,
        "the cells go into one list (one sees it in the list from before)",
        """
        cells = []

        def first_cells(n):
            g = octal("0.007", n)
            cells.clear()
            cells.extend(c for c in range(n) if g[c] == g[n - 1 - c])
            return cells
        """,
        None,
    ),
    Idea(
        "from_code",
        1,
        "the numbers 0 to 63 are looked through for the mex",
        nimbers_of(value="next(x for x in range(64) if x not in found)"),
        '("4.6227442", 100)',
    ),
    Idea(
        "from_code",
        3,
        "two parts, the smaller one first: up to half of an odd number, rounded down, without it",
        nimbers_of(parts="(range(1, m // 2) if m % 2 else range(1, m // 2 + 1))"),
        '("4.1", 3)',
    ),
    Idea(
        "from_code",
        1,
        "a period that has come five times in a row goes on",
        nimbers_of(value="mex(found) if not p else g[-p]").replace(
            "            found = set()",
            "            p = next((p for p in range(2, 8) if 5 * p <= k - 5\n"
            "                      and g[k - 5 * p : k - p] == g[k - 4 * p : k]\n"
            "                      and len(set(g[k - p :])) > 1), None)\n"
            "            found = set()",
        ),
        '("0.16", 100)',
    ),
    Idea(
        "from_code",
        5,
        "a memory by the code's digits in order of size",
        "    memory = {}\n"
        + nimbers_of().replace(
            "return g", "return memory.setdefault((code[:2], *sorted(code), n), g)"
        ),
        '[("0.12", 9), ("0.21", 9)]',
    ),
    Idea(
        "proved",
        1,
        "nobody takes more than three",
        proved(end="2 * n0 + p + min(k, 3)"),
        "([0, 1, 1, 1, 1, 1, 1], 1, 1, 4)",
    ),
    Idea(
        "proved",
        3,
        "a divisor of the period is good enough for the comparison",
        """
        def is_proved(values, n0, p, k):
            end = 2 * n0 + p + k
            if n0 < 1 or len(values) < end + p:
                return False
            block = values[n0 : n0 + p]
            return all(values[n : n + p] == block for n in range(n0, end, p))
        """,
        "([0, 1, 2, 1, 2, 1, 2, 1, 3], 1, 2, 3)",
    ),
    Idea(
        "proved",
        5,
        "what was proved once stays proved, for longer lists of the same beginning",
        """
        memory = {}

        def is_proved(values, n0, p, k):
            key = tuple(values[:n0]), p, k, len(values)
            if key not in memory:
                end = 2 * n0 + p + k
                memory[key] = n0 >= 1 and len(values) >= end + p and all(
                    values[n + p] == values[n] for n in range(n0, end)
                )
            return memory[key]
        """,
        "[([0, *[1, 2] * 9], 1, 2, 1), ([0, *[1, 2] * 2, 3, *[1, 2] * 6, 1], 1, 2, 1)]",
    ),
    Idea("seems", 3, "Kayles has its last exception at 70", 'found = ["0.77", 50, 12]', "()"),
    Idea("seems", 6, "0.160 is another code than 0.16", 'found = ("0.160", 38, 3)', "()"),
    Idea("seems", 6, "one heap too early", 'found = ("0.36", 44, 3)', "()"),
    Idea("seems", 6, "three times over, and then it breaks", 'found = ("0.36", 28, 3)', "()"),
    Idea(
        "seems",
        6,
        "a period that breaks beyond heap 2,000, or never",
        'found = ("0.137", 260, 34)',
        "()",
    ),
    Idea(
        "goes_round",
        1,
        "nine passes, each of which finds one vertex",
        """
        def numbers(options):
            found = {}
            for sweep in range(9):
                for v in options:
                    if v in found:
                        continue
                    m = mex(found[w] for w in options[v] if w in found)
                    unknown = [w for w in options[v] if w not in found]
                    if all(any(found.get(x) == m for x in options[w]) for w in unknown):
                        found[v] = m
                        break
            return found
        """,
        "({v: [v + 1] for v in range(9)} | {9: []},)",
    ),
    Idea(
        "goes_round",
        3,
        "the way back may lead to the vertex itself, which has the number",
        numbers(
            back="all(any(found.get(x, m if x == v else None) == m for x in options[w])"
            " for w in unknown)"
        ),
        "({0: [1], 1: [0]},)",
    ),
    Idea(
        "goes_round",
        2,
        "the vertices are looked at in order of their number of options, once again for each",
        """
        def numbers(options):
            found = {}
            for v in sorted(options, key=lambda v: len(options[v])) * 2:
                if v in found:
                    continue
                m = mex(found[w] for w in options[v] if w in found)
                unknown = [w for w in options[v] if w not in found]
                if all(any(found.get(x) == m for x in options[w]) for w in unknown):
                    found[v] = m
            return found
        """,
        "({v: [v + 1] for v in range(9)} | {9: []},)",
    ),
    Idea(
        "goes_round",
        3,
        "only the first option without a number and the last can spoil the number",
        numbers(
            back="all(any(found.get(x) == m for x in options[w]) for w in unknown[:1] + unknown[-1:])"
        ),
        "({0: [1, 2, 3], 1: [0, 9], 2: [2], 3: [0, 9], 9: []},)",
    ),
    Idea(
        "goes_round",
        5,
        "a memory by the number of options of each vertex",
        "    memory = {}\n"
        + numbers().replace(
            "return found",
            "return memory.setdefault(tuple((v, len(row)) for v, row in options.items()), found)",
        ),
        "[({0: [1], 1: [2], 2: []},), ({0: [2], 1: [0], 2: []},)]",
    ),
    # A fourth round.
    Idea(
        "in_code",
        3,
        "a single stone may go, or be parted into nothing and nothing: 5 before the point",
        'codes = {"a": "0.7", "b": "0.03", "c": "0.22", "d": "0.07", "e": "4.5"}',
        "()",
    ),
    Idea(
        "first_cells",
        5,
        "what was found for n cells holds for sixty-four more",
        """
        memory = {}

        def first_cells(n):
            if n not in memory:
                g = octal("0.007", n)
                cells = [c for c in range(n) if g[c] == g[n - 1 - c]]
                memory[n] = memory[n + 64] = cells
            return memory[n]
        """,
        "[(3,), (67,)]",
    ),
    Idea(
        "first_cells",
        4,
        "nimbers have three binary digits",
        """
        def first_cells(n):
            g = octal("0.007", n)
            return [c for c in range(n) if (g[c] ^ g[n - 1 - c]) & 7 == 0]
        """,
        "(56,)",
    ),
    Idea(
        "from_code",
        4,
        "the numbers that are found are the bits of a word of thirty-two",
        nimbers_of(
            value="next(x for x in range(999) if not sum(1 << y for y in found if y < 32) >> x & 1)"
        ),
        "('4.7777777', 100)",
    ),
    Idea(
        "from_code",
        3,
        "a 6 leaves one heap, or two: that is a 2, and a 4 only for more than two stones that are left",
        nimbers_of(two="d & 4 and (d != 6 or m > 2)"),
        "('0.6', 6)",
    ),
    Idea(
        "from_code",
        3,
        "two parts for a 4, 5, 7 only",
        nimbers_of(two="d in (4, 5, 7)"),
        "('0.06', 12)",
    ),
    Idea(
        "from_code",
        5,
        "a memory by the code without its zeros",
        "    memory = {}\n"
        + nimbers_of().replace(
            "return g", 'return memory.setdefault((code.replace("0", ""), n), g)'
        ),
        "[('0.7', 4), ('0.07', 4)]",
    ),
    Idea(
        "from_code",
        5,
        "a memory by the sum of the digits, and by the digits as a number with a comma",
        "    memory = {}\n"
        + nimbers_of().replace(
            "return g", "return memory.setdefault((round(float(code), 6), n), g)"
        ),
        "[('0.1111111', 9), ('0.1111112', 9)]",
    ),
    Idea(
        "proved",
        4,
        "the sum of the differences is 0",
        """
        def is_proved(values, n0, p, k):
            end = 2 * n0 + p + k
            if n0 < 1 or len(values) < end + p:
                return False
            return sum(values[n0:end]) == sum(values[n0 + p : end + p])
        """,
        "([0, 1, 2, 2, 1, 1, 0], 1, 1, 1)",
    ),
    Idea(
        "proved",
        5,
        "a memory by the numbers alone, n0, p and k, and how many values there are and their sum",
        """
        memory = {}

        def is_proved(values, n0, p, k):
            end = 2 * n0 + p + k
            right = n0 >= 1 and len(values) >= end + p
            right = right and all(values[n + p] == values[n] for n in range(n0, end))
            return memory.setdefault((len(values), sum(values), n0, p, k), right)
        """,
        "[([1, 0, 0, 0, 0, 0], 1, 1, 1), ([0, 0, 0, 1, 0, 0], 1, 1, 1)]",
    ),
    Idea(
        "seems",
        6,
        "the period of a game with all nimbers equal for a while",
        'found = ["0.36", 1, 1]',
        "()",
    ),
    Idea(
        "seems",
        6,
        "a code with a digit more, which allows nothing",
        'found = ["0.3600", 36, 3]',
        "()",
    ),
    Idea(
        "goes_round",
        3,
        "one vertex without a number cannot spoil a 2 or more",
        """
        def numbers(options):
            found, news = {}, True
            while news:
                news = False
                for v in options:
                    if v in found:
                        continue
                    m = mex(found[w] for w in options[v] if w in found)
                    unknown = [w for w in options[v] if w not in found]
                    if m > 1 and len(unknown) == 1:
                        unknown = []
                    if all(any(found.get(x) == m for x in options[w]) for w in unknown):
                        found[v] = m
                        news = True
            return found
        """,
        "({0: [0, 1, 2], 1: [], 2: [1]},)",
    ),
    Idea(
        "goes_round",
        3,
        "a vertex that is won or lost gets the mex of what is known, and drawn vertices get none",
        """
        def numbers(options):
            won, lost, news = set(), set(), True
            while news:
                news = False
                for v in options:
                    if v not in won | lost and lost & set(options[v]):
                        won.add(v)
                        news = True
                    elif v not in won | lost and set(options[v]) <= won:
                        lost.add(v)
                        news = True
            found = {}
            for _ in options:
                for v in options:
                    near = [w for w in options[v] if w in won | lost]
                    if v in won | lost and all(w in found for w in near) and v not in found:
                        found[v] = mex(found[w] for w in near)
            return found
        """,
        "({0: [1, 2], 1: [], 2: [2]},)",
    ),
    Idea(
        "goes_round",
        5,
        "a memory by the vertices and their sorted numbers of options, and of the options' options",
        """
        memory = {}

        def numbers(options):
            key = tuple((v, sorted(len(options[w]) for w in row)) for v, row in options.items())
            found, news = {}, True
            while news:
                news = False
                for v in options:
                    if v in found:
                        continue
                    m = mex(found[w] for w in options[v] if w in found)
                    unknown = [w for w in options[v] if w not in found]
                    if all(any(found.get(x) == m for x in options[w]) for w in unknown):
                        found[v] = m
                        news = True
            return memory.setdefault(str(key), found)
        """,
        "[({0: [], 1: [0], 2: [2]},), ({0: [], 1: [0], 2: [1]},)]",
    ),
    Idea(
        "goes_round",
        1,
        "nine numbers are enough, 0 to 8, as ten vertices have nine others",
        """
        def numbers(options):
            found, news = {}, True
            while news:
                news = False
                for v in options:
                    if v in found:
                        continue
                    m = mex(found[w] for w in options[v] if w in found)
                    unknown = [w for w in options[v] if w not in found]
                    if m < 9 and all(any(found.get(x) == m for x in options[w]) for w in unknown):
                        found[v] = m
                        news = True
            return found
        """,
        "({v: list(range(v + 1, 10)) for v in range(10)},)",
    ),
]
