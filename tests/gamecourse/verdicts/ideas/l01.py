"""Wrong answers to the exercises of lecture 1."""

from textwrap import dedent

from verdicts.ideas import Idea

TEXTS = """
    def texts(takes, piles):
        made = control(takes)
        if made is NotImplemented:
            return made
        slider, text = made
        said = [f"{type(slider).__name__} {slider.min} to {slider.max}", type(text).__name__, text.value]
        for slider.value in piles:
            said.append(text.value)
        return said
"""


def with_texts(control):
    """The cell of the slider: the control, and below it the function that stays as it is."""
    return dedent(control) + dedent(TEXTS)


IDEAS = [
    # wins(n, takes): n 0 to 20, one to three takes, each 1 to 9
    Idea(
        "other_takes",
        1,
        "only the last eight piles can matter, so only these are remembered",
        """
        from collections import deque

        def wins(n, takes):
            recent = deque([False], maxlen=8)
            for k in range(1, n + 1):
                recent.append(any(not recent[-t] for t in takes if t <= min(k, len(recent))))
            return recent[-1]
        """,
        "(9, (9,))",
    ),
    Idea(
        "other_takes",
        2,
        "the takes ascend, so we stop at the first that is too large",
        """
        def wins(n, takes):
            f = []
            for k in range(n + 1):
                won = False
                for t in takes:
                    if t > k:
                        break
                    if not f[k - t]:
                        won = True
                f.append(won)
            return f[n]
        """,
        "(1, (3, 1))",
    ),
    Idea(
        "other_takes",
        3,
        "as with the takes 1 to 3: the smallest and the largest take together make a bundle",
        """
        def wins(n, takes):
            return n % (min(takes) + max(takes)) >= min(takes)
        """,
        "(5, (1, 3, 4))",
    ),
    Idea(
        "other_takes",
        3,
        "only the smallest and the largest take are worth a thought",
        """
        def wins(n, takes):
            f = []
            for k in range(n + 1):
                f.append(any(not f[k - t] for t in (min(takes), max(takes)) if t <= k))
            return f[n]
        """,
        "(2, (1, 2, 4))",
    ),
    Idea(
        "other_takes",
        5,
        "a memory for all calls, and the sum of the takes tells them apart",
        """
        memory = {}

        def wins(n, takes):
            key = n, sum(takes)
            if key not in memory:
                memory[key] = any(not wins(n - t, takes) for t in takes if t <= n)
            return memory[key]
        """,
        "[(1, (4,)), (1, (1, 3))]",
    ),
    Idea(
        "other_takes",
        5,
        "a memory for all calls, and the largest take and their number tell them apart",
        """
        memory = {}

        def wins(n, takes):
            key = n, len(takes), max(takes)
            if key not in memory:
                memory[key] = any(not wins(n - t, takes) for t in takes if t <= n)
            return memory[key]
        """,
        "[(2, (1, 9)), (2, (2, 9))]",
    ),
    Idea(
        "other_takes",
        1,
        "no game of twenty matches has more than nineteen moves",
        """
        def wins(n, takes, moves=19):
            if moves == 0:
                return False
            return any(not wins(n - t, takes, moves - 1) for t in takes if t <= n)
        """,
        "(20, (1,))",
    ),
    Idea(
        "other_takes",
        1,
        "twenty piles, settled once; a pile that is not among them is the last of them",
        """
        def wins(n, takes):
            f = []
            for k in range(20):
                f.append(any(not f[k - t] for t in takes if t <= k))
            return f[min(n, 19)]
        """,
        "(20, (1,))",
    ),
    # by hand
    Idea(
        "good_to_leave",
        3,
        "the rest of five, as in normal play",
        """
        piles = list(range(0, 31, 5))
        """,
        "()",
    ),
    Idea(
        "good_to_leave",
        3,
        "the list for the takes 1 to 3, taken on to 30",
        """
        piles = list(range(1, 31, 4))
        """,
        "()",
    ),
    Idea(
        "strategy",
        3,
        "the last match is poison, as in the exercise before",
        """
        def my_take(pile):
            return (pile - 1) % 6 or 1
        """,
        "(32,)",
    ),
    Idea(
        "strategy",
        5,
        "take two, then always the rest of six, so we remember the pile that we left",
        """
        left = [None]

        def my_take(pile):
            take = 2 if left[0] is None else 6 - (left[0] - pile)
            left[0] = pile - take
            return take
        """,
        "[(32,), (29,), (28,)]",
    ),
    # period(a, b): a 1 to 49, b 2 to 50, a < b
    Idea(
        "two_takes",
        3,
        "the only exceptions are those with b = 3a",
        """
        def period(a, b):
            return 2 * a if b == 3 * a else a + b
        """,
        "(1, 5)",
    ),
    Idea(
        "two_takes",
        3,
        "the exceptions that I have seen all had a = 1, 2 or 3",
        """
        def period(a, b):
            return 2 * a if a <= 3 and b % a == 0 and b // a % 2 == 1 else a + b
        """,
        "(4, 12)",
    ),
    Idea(
        "two_takes",
        1,
        "an odd multiple is one of 3, 5, 7, 9, 11, 13, 15",
        """
        def period(a, b):
            return 2 * a if b % a == 0 and b // a in (3, 5, 7, 9, 11, 13, 15) else a + b
        """,
        "(1, 17)",
    ),
    Idea(
        "two_takes",
        1,
        "odd multiples below the largest number",
        """
        def period(a, b):
            return 2 * a if b % a == 0 and b // a in range(1, 49, 2) else a + b
        """,
        "(1, 49)",
    ),
    Idea(
        "two_takes",
        4,
        "b / a is an odd number, as nearly as a float can tell",
        """
        from math import isclose

        def period(a, b):
            times = round(b / a)
            odd_multiple = times % 2 == 1 and isclose(b / a, times, rel_tol=0.0205)
            return 2 * a if odd_multiple else a + b
        """,
        "(49, 50)",
    ),
    Idea(
        "two_takes",
        5,
        "most periods are a + b, so what was found is kept under a + b",
        """
        known = {}

        def period(a, b):
            if a + b not in known:
                known[a + b] = 2 * a if b % a == 0 and b // a % 2 == 1 else a + b
            return known[a + b]
        """,
        "[(1, 9), (2, 8)]",
    ),
    Idea(
        "two_takes",
        1,
        "sixty-four piles are enough to see the period",
        """
        def period(a, b):
            f = []
            for k in range(64):
                f.append(any(not f[k - t] for t in (a, b) if t <= k))
            for p in range(1, 64):
                if f[p:] == f[:-p]:
                    return p
            return a + b
        """,
        "(16, 50)",
    ),
    # control(takes), asked by texts(takes, piles)
    Idea(
        "slider",
        2,
        "the takes ascend, so the first that wins is the smallest",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20), HTML()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {good[0]}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((3, 1), [3])",
    ),
    Idea(
        "slider",
        6,
        "the text begins with what is right for 15; the slider itself begins at 0",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(min=0, max=20), HTML()

            def words(n):
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                return f"take {min(good)}" if good else "lost"

            def tell(change):
                text.value = words(change["new"])

            slider.observe(tell, names="value")
            text.value = words(15)
            return slider, text
        """),
        "((1,), [0])",
    ),
    Idea(
        "slider",
        6,
        "a longer slider does no harm (one sees it by asking the slider for its max)",
        with_texts("""
        def control(takes):
            solution = solve(Matches(100, takes))
            slider, text = IntSlider(value=15, min=0, max=100), HTML()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        None,
    ),
    Idea(
        "slider",
        6,
        "a Label is as good as an HTML (one sees it by asking for the type of the text)",
        with_texts("""
        from ipywidgets import Label

        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20), Label()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        None,
    ),
    Idea(
        "slider",
        6,
        "a slider with decimals shows the same piles (one sees it by asking for its type)",
        with_texts("""
        from ipywidgets import FloatSlider

        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = FloatSlider(value=15, min=0, max=20, step=1), HTML()

            def tell(change):
                n = int(slider.value)
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        None,
    ),
    Idea(
        "slider",
        3,
        "nobody needs a pile of 0",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=1, max=20), HTML()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((1,), [0])",
    ),
    Idea(
        "slider",
        5,
        "what has been said once of a pile is kept, for all takes",
        with_texts("""
        said_of = {}

        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20), HTML()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = said_of.setdefault(n, f"take {min(good)}" if good else "lost")

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "[((1,), [1]), ((2,), [1])]",
    ),
    Idea(
        "slider",
        5,
        "the text changes only if there is something to take: lost is only where nobody moves it",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20), HTML("lost")

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                if good:
                    text.value = f"take {min(good)}"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((1,), [1, 2])",
    ),
    # A third round.
    Idea(
        "other_takes",
        5,
        "a memory for all calls, and the product of the takes tells them apart",
        """
        from math import prod

        memory = {}

        def wins(n, takes):
            key = n, len(takes), prod(takes)
            if key not in memory:
                memory[key] = any(t <= n and not wins(n - t, takes) for t in takes)
            return memory[key]
        """,
        "[(2, (2, 4, 9)), (2, (3, 4, 6))]",
    ),
    Idea(
        "other_takes",
        3,
        "an odd multiple of the smallest take adds nothing, as in the exercise on two takes",
        """
        def wins(n, takes):
            least = min(takes)
            takes = [t for t in takes if t == least or t // least % 2 == 0 or t % least]
            f = []
            for k in range(n + 1):
                f.append(any(not f[k - t] for t in takes if t <= k))
            return f[n]
        """,
        "(5, (1, 3, 4))",
    ),
    Idea(
        "other_takes",
        1,
        "the period is the sum of two takes: the smallest sum that fits six piles",
        """
        from itertools import combinations

        def wins(n, takes):
            f = []
            for k in range(max(n, 30) + 1):
                f.append(any(not f[k - t] for t in takes if t <= k))
            for p in sorted(a + b for a, b in combinations(takes, 2)):
                if f[:6] == f[p : p + 6]:
                    return f[n % p]
            return f[n]
        """,
        "(9, (1, 2, 9))",
    ),
    Idea(
        "other_takes",
        3,
        "a pile is won if it is a take away from one of the last three lost piles",
        """
        def wins(n, takes):
            lost = [0]
            for k in range(1, n + 1):
                if not any(k - pile in takes for pile in lost[-7:]):
                    lost.append(k)
            return n not in lost
        """,
        "(9, (9, 8))",
    ),
    Idea(
        "good_to_leave",
        3,
        "every fifth pile, and one more to be safe",
        """
        piles = list(range(1, 32, 5))
        """,
        "()",
    ),
    Idea(
        "strategy",
        4,
        "the remainder from the decimals of the quotient",
        """
        def my_take(pile):
            return int((pile / 6 - pile // 6) * 6) or 1
        """,
        "(32,)",
    ),
    Idea(
        "strategy",
        5,
        "a pile does not come twice, so a pile that was seen gets any take",
        """
        seen = set()

        def my_take(pile):
            if pile in seen:
                return 1
            seen.add(pile)
            return pile % 6 or 1
        """,
        "[(32,), (32,)]",
    ),
    Idea(
        "two_takes",
        5,
        "what was found is kept under the product of the two",
        """
        memory = {}

        def period(a, b):
            if a * b not in memory:
                memory[a * b] = 2 * a if b % a == 0 and (b // a) % 2 == 1 else a + b
            return memory[a * b]
        """,
        "[(2, 6), (3, 4)]",
    ),
    Idea(
        "two_takes",
        3,
        "the pattern begins again where as many lost piles stand in a row as at the beginning",
        """
        def period(a, b):
            f = []
            for k in range(4 * b):
                f.append(any(not f[k - t] for t in (a, b) if t <= k))
            return next(p for p in range(1, 3 * b) if f[p : p + a] == f[:a])
        """,
        "(1, 4)",
    ),
    Idea(
        "slider",
        6,
        "a slider in steps of five is easier to hold (one sees it by asking for its step)",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20, step=5), HTML()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        None,
    ),
    Idea(
        "slider",
        3,
        "fifteen matches are solved, and for more the bundle of the smallest and the largest take",
        with_texts("""
        def control(takes):
            solution = solve(Matches(15, takes))
            slider, text = IntSlider(value=15, min=0, max=20), HTML()

            def tell(change):
                n = slider.value
                if n > 15:
                    n -= min(takes) + max(takes)
                good = [t for t in takes if 0 <= t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((1, 3, 4), [16, 17, 18, 19, 20])",
    ),
    Idea(
        "slider",
        5,
        "one slider and one text for all games",
        with_texts("""
        slider, text = IntSlider(value=15, min=0, max=20), HTML()

        def control(takes):
            solution = solve(Matches(20, takes))

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "[((1, 2), [4]), ((1, 2), [])]",
    ),
    Idea(
        "slider",
        3,
        "the text follows the slider downwards, as play does",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20), HTML()

            def tell(change):
                if change is not None and change.new > change.old:
                    return
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((1, 2), [3, 4])",
    ),
    # A fourth round.
    Idea(
        "other_takes",
        5,
        "pile and takes written one after the other are the key of a memory",
        """
        memory = {}

        def wins(n, takes):
            key = f"{n}{''.join(map(str, takes))}"
            if key not in memory:
                f = []
                for k in range(n + 1):
                    f.append(any(not f[k - t] for t in takes if t <= k))
                memory[key] = f[n]
            return memory[key]
        """,
        "[(1, (1, 4)), (11, (4,))]",
    ),
    Idea(
        "other_takes",
        5,
        "a cache by the pile, cleared when the first take is another",
        """
        from functools import lru_cache

        TAKES = ()

        @lru_cache(maxsize=None)
        def is_won(n):
            return any(not is_won(n - t) for t in TAKES if t <= n)

        def wins(n, takes):
            global TAKES
            if takes[:1] != TAKES[:1]:
                is_won.cache_clear()
            TAKES = takes
            return is_won(n)
        """,
        "[(2, (1, 2)), (2, (1, 3))]",
    ),
    Idea(
        "other_takes",
        4,
        "the won piles are the bits of a word of sixteen, as in C",
        """
        def wins(n, takes):
            word = 0
            for k in range(n + 1):
                if any(not word >> (k - t) & 1 for t in takes if t <= k):
                    word |= 1 << k & 0xFFFF
            return any(not word >> (n - t) & 1 for t in takes if t <= n)
        """,
        "(18, (1, 2))",
    ),
    Idea(
        "other_takes",
        3,
        "a take that is the sum of the two others does in one move what they do in two",
        """
        def wins(n, takes):
            takes = [t for t in takes if len(takes) < 3 or 2 * t != sum(takes)]
            f = []
            for k in range(n + 1):
                f.append(any(not f[k - t] for t in takes if t <= k))
            return f[n]
        """,
        "(4, (1, 3, 4))",
    ),
    Idea(
        "other_takes",
        3,
        "two takes have the period of their sum, from the first piles; of three we climb",
        """
        def wins(n, takes):
            if len(takes) == 2:
                a, b = sorted(takes)
                n %= a + b
                return n >= a and (n < 2 * a or n >= b)
            f = []
            for k in range(n + 1):
                f.append(any(not f[k - t] for t in takes if t <= k))
            return f[n]
        """,
        "(3, (1, 4))",
    ),
    Idea(
        "two_takes",
        3,
        "the exceptions are those where both are odd multiples of what divides both, if that is the smaller, or 1",
        """
        from math import gcd

        def period(a, b):
            g = gcd(a, b)
            if (a // g) % 2 and (b // g) % 2 and g in (1, a) and b % a < 2 and a * a <= b:
                return 2 * g if g == a else 2 * a
            return a + b
        """,
        "(3, 13)",
    ),
    Idea(
        "two_takes",
        5,
        "a memory by the sum and the last digit of the product",
        """
        memory = {}

        def period(a, b):
            key = a + b, a * b % 10
            answer = 2 * a if b % (2 * a) == a else a + b
            return memory.setdefault(key, answer)
        """,
        "[(1, 13), (3, 11)]",
    ),
    Idea(
        "good_to_leave",
        3,
        "one more than a multiple of five, as far as it goes: 31 as well",
        "piles = list(range(1, 32, 5))",
        "()",
    ),
    Idea(
        "strategy",
        3,
        "leave a multiple of six, but never take more than four: five is greedy",
        """
        def my_take(pile):
            return min(pile % 6, 4) or 1
        """,
        "(29,)",
    ),
    Idea(
        "strategy",
        3,
        "leave a multiple of three: the multiples of six are among them",
        """
        def my_take(pile):
            return pile % 3 or 3
        """,
        "(10,)",
    ),
    Idea(
        "slider",
        3,
        "who can take the whole pile takes it and has won",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20), HTML()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                take = n if n in takes else min(good, default=0)
                text.value = f"take {take}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((1, 3), [3])",
    ),
    Idea(
        "slider",
        5,
        "what was said of a pile is kept, by the pile, the number of takes and their sum",
        with_texts("""
        said = {}

        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text = IntSlider(value=15, min=0, max=20), HTML()

            def tell(change):
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                news = f"take {min(good)}" if good else "lost"
                text.value = said.setdefault((n, len(takes), sum(takes)), news)

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "[((1, 4), []), ((2, 3), [])]",
    ),
    Idea(
        "slider",
        1,
        "after ten moves of the slider everybody has understood",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text, moved = IntSlider(value=15, min=0, max=20), HTML(), []

            def tell(change):
                moved.append(change)
                if len(moved) > 11:
                    return
                n = slider.value
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((1, 2), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12])",
    ),
    Idea(
        "slider",
        5,
        "a pile to which the slider comes back needs no new text",
        with_texts("""
        def control(takes):
            solution = solve(Matches(20, takes))
            slider, text, seen = IntSlider(value=15, min=0, max=20), HTML(), set()

            def tell(change):
                n = slider.value
                if n in seen:
                    return
                seen.add(n)
                good = [t for t in takes if t <= n and solution[n - t].outcome == LOSS]
                text.value = f"take {min(good)}" if good else "lost"

            slider.observe(tell, names="value")
            tell(None)
            return slider, text
        """),
        "((1, 2), [4, 3, 4])",
    ),
]
