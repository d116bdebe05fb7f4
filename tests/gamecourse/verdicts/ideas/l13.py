"""Wrong answers to the exercises of lecture 13, chance."""

from verdicts.ideas import Idea

#: How a witness makes a fraction where its notebook's cell does not import it.
FRACTION = "__import__('fractions').Fraction"

#: Seven coins in a row, each of which goes on once in ten times: the first is worth 10^-7.
COINS = {
    f"c{k}": ("coin", [f"c{k + 1}" if k < 6 else 1, 0, 0, 0, 1, -1, 2, -2, 3, -3]) for k in range(7)
}

IDEAS = [
    Idea(
        "choose",
        3,
        "a coin is a dict from payoff to probability",
        """
        def choose(player, coin, sure):
            probability = {payoff: p for p, payoff in coin}
            expected = sum(p * payoff for payoff, p in probability.items())
            if expected == sure:
                return "same"
            return "coin" if (expected > sure) == (player == 0) else "sure"
        """,
        f"(0, [({FRACTION}(1, 2), {FRACTION}(4)), ({FRACTION}(1, 2), {FRACTION}(4))],"
        f" {FRACTION}(3))",
    ),
    Idea(
        "choose",
        3,
        "what happens once in a thousand times does not count",
        """
        def choose(player, coin, sure):
            expected = sum(p * payoff for p, payoff in coin if p * 1000 > 1)
            if expected == sure:
                return "same"
            return "coin" if (expected > sure) == (player == 0) else "sure"
        """,
        f"(0, [({FRACTION}(1, 1000), {FRACTION}(10**6)), ({FRACTION}(999, 1000), {FRACTION}(0))],"
        f" {FRACTION}(1))",
    ),
    Idea(
        "choose",
        3,
        "player 1 pays, and wants to pay the smaller amount",
        """
        def choose(player, coin, sure):
            expected = sum(p * payoff for p, payoff in coin)
            if expected == sure:
                return "same"
            if player == 0:
                return "coin" if expected > sure else "sure"
            return "coin" if abs(expected) < abs(sure) else "sure"
        """,
        f"(1, [({FRACTION}(1), {FRACTION}(-5))], {FRACTION}(-3))",
    ),
    Idea(
        "choose",
        4,
        "a difference of less than 10^-15 is a rounding error",
        """
        def choose(player, coin, sure):
            expected = sum(p * payoff for p, payoff in coin)
            if abs(expected - sure) * 10**15 < 1:
                return "same"
            return "coin" if (expected > sure) == (player == 0) else "sure"
        """,
        f"(0, [({FRACTION}(1), {FRACTION}(1, 10**16))], {FRACTION}(0))",
    ),
    Idea(
        "choose",
        5,
        "remember the mean of payoffs that came before",
        """
        means = {}

        def choose(player, coin, sure):
            payoffs = tuple(payoff for p, payoff in coin)
            if payoffs not in means:
                means[payoffs] = sum(p * payoff for p, payoff in coin)
            expected = means[payoffs]
            if expected == sure:
                return "same"
            return "coin" if (expected > sure) == (player == 0) else "sure"
        """,
        f"[(0, [({FRACTION}(1, 4), {FRACTION}(0)), ({FRACTION}(3, 4), {FRACTION}(4))],"
        f" {FRACTION}(2)), (0, [({FRACTION}(3, 4), {FRACTION}(0)),"
        f" ({FRACTION}(1, 4), {FRACTION}(4))], {FRACTION}(2))]",
    ),
    Idea(
        "stopping",
        1,
        "after thirty-nine throws nothing changes any more",
        """
        from fractions import Fraction

        def worth(throws):
            value = Fraction(0)
            for _ in range(min(throws, 39)):
                value = sum(max(Fraction(face), value) for face in range(1, 7)) / 6
            return value
        """,
        "(40,)",
    ),
    Idea(
        "stopping",
        4,
        "keep the fractions small: a denominator of 10^18 is exact enough",
        """
        from fractions import Fraction

        def worth(throws):
            value = Fraction(0)
            for _ in range(throws):
                value = sum(max(Fraction(face), value) for face in range(1, 7)) / 6
                value = value.limit_denominator(10**18)
            return value
        """,
        "(40,)",
    ),
    Idea(
        "stopping",
        5,
        "begin with the value from before",
        """
        from fractions import Fraction

        value = Fraction(0)

        def worth(throws):
            global value
            for _ in range(throws):
                value = sum(max(Fraction(face), value) for face in range(1, 7)) / 6
            return value
        """,
        "[(1,), (1,)]",
    ),
    Idea(
        "race",
        1,
        "after a thousand misses in a row somebody has won",
        """
        from fractions import Fraction

        def race(q, mine, others):
            def chance(mine, others):
                if mine == 0 or others == 0:
                    return float(mine == 0)
                a = float(q) * (1 - chance(others, mine - 1))
                b = float(q) * (1 - chance(mine, others - 1))
                miss = 1 - float(q)
                x = y = 0.5
                for _ in range(500):
                    x, y = a + miss * (1 - y), b + miss * (1 - x)
                return x

            return Fraction(chance(mine, others)).limit_denominator(10**4)
        """,
        f"({FRACTION}(1, 1000), 1, 1)",
    ),
    Idea(
        "race",
        4,
        "solve with floats, and take the nearest simple fraction",
        """
        from fractions import Fraction

        def race(q, mine, others):
            def chance(mine, others):
                if mine == 0 or others == 0:
                    return float(mine == 0)
                miss = 1 - float(q)
                a = float(q) * (1 - chance(others, mine - 1))
                b = float(q) * (1 - chance(mine, others - 1))
                return (a + miss - miss * (b + miss)) / (1 - miss**2)

            return Fraction(chance(mine, others)).limit_denominator(10**7)
        """,
        f"({FRACTION}(1, 6), 5, 5)",
    ),
    Idea(
        "race",
        5,
        "a memo by what the two still need",
        """
        from fractions import Fraction

        def race(q, mine, others, memo={}):
            if mine == 0 or others == 0:
                return Fraction(mine == 0)
            if (mine, others) not in memo:
                miss = 1 - q
                a = q * (1 - race(q, others, mine - 1))
                b = q * (1 - race(q, mine, others - 1))
                memo[mine, others] = (a + miss - miss * (b + miss)) / (1 - miss**2)
            return memo[mine, others]
        """,
        f"[({FRACTION}(1, 6), 1, 1), ({FRACTION}(1, 2), 1, 1)]",
    ),
    Idea(
        "race",
        3,
        "a certain throw wins, whoever needs how many: the first player is first",
        """
        from fractions import Fraction

        def race(q, mine, others):
            if mine == 0 or others == 0:
                return Fraction(mine == 0)
            if q == 1:
                return Fraction(1)
            miss = 1 - q
            a = q * (1 - race(q, others, mine - 1))
            b = q * (1 - race(q, mine, others - 1))
            return (a + miss - miss * (b + miss)) / (1 - miss**2)
        """,
        f"({FRACTION}(1), 3, 2)",
    ),
    Idea(
        "one_round",
        3,
        "a node that stands twice in a coin's list is one arrow",
        """
        from fractions import Fraction

        def one_round(nodes, guess):
            rows, constants = {}, {}
            for p, (who, after) in nodes.items():
                taken = after if who == "coin" else [guess[p]]
                share = Fraction(1, len(taken))
                rows[p] = {q: share for q in taken if q in nodes}
                constants[p] = share * sum(q for q in taken if q not in nodes)
            values = solve_equations(rows, constants)
            changes = {}
            for p, (who, after) in nodes.items():
                if who != "coin":
                    best_of = max if who == "Max" else min
                    best = best_of(after, key=lambda q: values.get(q, q))
                    if values.get(best, best) != values[p]:
                        changes[p] = best
            return values, changes
        """,
        "({'a': ('coin', ['b', 'b', 1]), 'b': ('Max', [3])}, {'b': 3})",
    ),
    Idea(
        "one_round",
        2,
        "of equally good moves a number comes first, because play ends there",
        """
        from fractions import Fraction

        def one_round(nodes, guess):
            rows, constants = {}, {}
            for p, (who, after) in nodes.items():
                taken = after if who == "coin" else [guess[p]]
                share = Fraction(1, len(taken))
                rows[p] = {q: share * taken.count(q) for q in taken if q in nodes}
                constants[p] = share * sum(q for q in taken if q not in nodes)
            values = solve_equations(rows, constants)
            changes = {}
            for p, (who, after) in nodes.items():
                if who != "coin":
                    best_of = max if who == "Max" else min
                    numbers_first = sorted(after, key=lambda q: q in nodes)
                    best = best_of(numbers_first, key=lambda q: values.get(q, q))
                    if values.get(best, best) != values[p]:
                        changes[p] = best
            return values, changes
        """,
        "({'a': ('Max', [0, 'b', 1]), 'b': ('coin', [1])}, {'a': 0})",
    ),
    Idea(
        "one_round",
        4,
        "a move that is better by less than a millionth is not better",
        """
        from fractions import Fraction

        def one_round(nodes, guess):
            rows, constants = {}, {}
            for p, (who, after) in nodes.items():
                taken = after if who == "coin" else [guess[p]]
                share = Fraction(1, len(taken))
                rows[p] = {q: share * taken.count(q) for q in taken if q in nodes}
                constants[p] = share * sum(q for q in taken if q not in nodes)
            values = solve_equations(rows, constants)
            changes = {}
            for p, (who, after) in nodes.items():
                if who != "coin":
                    best_of = max if who == "Max" else min
                    best = best_of(after, key=lambda q: values.get(q, q))
                    if abs(values.get(best, best) - values[p]) > 1e-6:
                        changes[p] = best
            return values, changes
        """,
        f"({COINS | {'a': ('Max', [0, 'c0'])}}, {{'a': 0}})",
    ),
    Idea(
        "one_round",
        1,
        "two hundred sweeps with floats, and then the nearest simple fraction",
        """
        from fractions import Fraction

        def one_round(nodes, guess):
            values = dict.fromkeys(nodes, 0.0)
            for _ in range(200):
                for p, (who, after) in nodes.items():
                    taken = after if who == "coin" else [guess[p]]
                    values[p] = sum(float(values.get(q, q)) for q in taken) / len(taken)
            values = {p: Fraction(v).limit_denominator(10**6) for p, v in values.items()}
            changes = {}
            for p, (who, after) in nodes.items():
                if who != "coin":
                    best_of = max if who == "Max" else min
                    best = best_of(after, key=lambda q: values.get(q, q))
                    if values.get(best, best) != values[p]:
                        changes[p] = best
            return values, changes
        """,
        f"({COINS}, {{}})",
    ),
    Idea(
        "one_round",
        6,
        "one player's changes at a time: Min's, if there are any",
        """
        from fractions import Fraction

        def one_round(nodes, guess):
            rows, constants = {}, {}
            for p, (who, after) in nodes.items():
                taken = after if who == "coin" else [guess[p]]
                share = Fraction(1, len(taken))
                rows[p] = {q: share * taken.count(q) for q in taken if q in nodes}
                constants[p] = share * sum(q for q in taken if q not in nodes)
            values = solve_equations(rows, constants)
            changes = {"Max": {}, "Min": {}}
            for p, (who, after) in nodes.items():
                if who != "coin":
                    best_of = max if who == "Max" else min
                    best = best_of(after, key=lambda q: values.get(q, q))
                    if values.get(best, best) != values[p]:
                        changes[who][p] = best
            return values, changes["Min"] or changes["Max"]
        """,
        "({'a': ('Max', [0, 1]), 'b': ('Min', [1, 0])}, {'a': 0, 'b': 1})",
    ),
    Idea(
        "one_round",
        6,
        "put the changes into the guess at once, for the next round: look at the guess afterwards",
        """
        from fractions import Fraction

        def one_round(nodes, guess):
            rows, constants = {}, {}
            for p, (who, after) in nodes.items():
                taken = after if who == "coin" else [guess[p]]
                share = Fraction(1, len(taken))
                rows[p] = {q: share * taken.count(q) for q in taken if q in nodes}
                constants[p] = share * sum(q for q in taken if q not in nodes)
            values = solve_equations(rows, constants)
            changes = {}
            for p, (who, after) in nodes.items():
                if who != "coin":
                    best_of = max if who == "Max" else min
                    best = best_of(after, key=lambda q: values.get(q, q))
                    if values.get(best, best) != values[p]:
                        changes[p] = best
            guess.update(changes)
            return values, changes
        """,
        None,
    ),
]
