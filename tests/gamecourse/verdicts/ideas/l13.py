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
        "better_moves",
        3,
        "a node that stands twice in a coin's list is one arrow",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
        "better_moves",
        2,
        "of equally good moves a number comes first, because play ends there",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
        "better_moves",
        4,
        "a move that is better by less than a millionth is not better",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
        "better_moves",
        1,
        "two hundred sweeps with floats, and then the nearest simple fraction",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
        "better_moves",
        6,
        "one player's changes at a time: Min's, if there are any",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
        "better_moves",
        6,
        "put the changes into the guess at once, for the next round: look at the guess afterwards",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
    # A third round.
    Idea(
        "choose",
        4,
        "all payoffs times 10^20 are whole numbers",
        """
        def choose(player, coin, sure):
            expected = sum(p * int(payoff * 10**20) for p, payoff in coin)
            certain = int(sure * 10**20)
            if expected == certain:
                return "same"
            return "coin" if (expected > certain) == (player == 0) else "sure"
        """,
        f"(0, [({FRACTION}(1, 2), {FRACTION}(1, 3)), ({FRACTION}(1, 2), {FRACTION}(-1, 3) +"
        f" {FRACTION}(2, 10**20 - 1))], {FRACTION}(1, 10**20))",
    ),
    Idea(
        "choose",
        5,
        "a memory by the payoffs, the player and the sure payoff",
        """
        memory = {}

        def choose(player, coin, sure):
            key = tuple(sorted(payoff for p, payoff in coin)), player, sure
            if key not in memory:
                expected = sum(p * payoff for p, payoff in coin)
                if expected == sure:
                    memory[key] = "same"
                else:
                    memory[key] = "coin" if (expected > sure) == (player == 0) else "sure"
            return memory[key]
        """,
        f"[(0, [({FRACTION}(1, 3), 0), ({FRACTION}(2, 3), 3)], 1),"
        f" (0, [({FRACTION}(2, 3), 0), ({FRACTION}(1, 3), 3)], 1)]",
    ),
    Idea(
        "stopping",
        3,
        "stop at 4 before the last throw, at 5 with up to six left, and only at 6 before that",
        """
        def worth(throws):
            value = Fraction(7, 2)
            for left in range(1, throws):
                stop = 4 if left == 1 else 5 if left <= 6 else 6
                value = (sum(range(stop, 7)) + (stop - 1) * value) / 6
            return value
        """,
        "(8,)",
    ),
    Idea(
        "stopping",
        4,
        "twenty digits are exact enough",
        """
        def worth(throws):
            another = Fraction(0)
            for _ in range(throws):
                another = sum(max(Fraction(face), another) for face in range(1, 7)) / 6
                another = another.limit_denominator(10**20)
            return another
        """,
        "(40,)",
    ),
    Idea(
        "race",
        5,
        "a memory by the needs, and by q without its last digit",
        """
        memory = {}

        def race(q, mine, others):
            key = q.numerator, q.denominator // 10, mine, others
            if key not in memory:
                if mine == 0 or others == 0:
                    return Fraction(mine == 0)
                miss = 1 - q
                a = q * (1 - race(q, others, mine - 1))
                b = q * (1 - race(q, mine, others - 1))
                memory[key] = (a + miss - miss * (b + miss)) / (1 - miss**2)
            return memory[key]
        """,
        f"[({FRACTION}(1, 2), 1, 1), ({FRACTION}(1, 3), 1, 1)]",
    ),
    Idea(
        "race",
        4,
        "twenty-five digits are exact enough",
        """
        def race(q, mine, others):
            if mine == 0 or others == 0:
                return Fraction(mine == 0)
            miss = 1 - q
            a = q * (1 - race(q, others, mine - 1))
            b = q * (1 - race(q, mine, others - 1))
            found = (a + miss - miss * (b + miss)) / (1 - miss**2)
            return found.limit_denominator(10**25)
        """,
        f"({FRACTION}(998, 999), 5, 5)",
    ),
    Idea(
        "race",
        3,
        "the other player's chances are those of a player who begins with these needs",
        """
        def race(q, mine, others):
            if mine == 0 or others == 0:
                return Fraction(mine == 0)
            if mine == others:
                ahead = race(q, mine, others - 1) if mine > 1 else Fraction(0)
                return (1 / (2 - q)) if mine == 1 else 1 - (1 - q) * (1 - ahead) - q * race(
                    q, others, mine - 1)
            miss = 1 - q
            a = q * (1 - race(q, others, mine - 1))
            b = q * (1 - race(q, mine, others - 1))
            return (a + miss - miss * (b + miss)) / (1 - miss**2)
        """,
        f"({FRACTION}(1, 2), 2, 2)",
    ),
    Idea(
        "better_moves",
        3,
        "the value of a node, or else the number itself: `or` takes the first that there is",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
                    best = best_of(after, key=lambda q: values.get(q) or (0 if q in nodes else q))
                    if (values.get(best) or best) != values[p] and values.get(best) != 0:
                        changes[p] = best
            return values, changes
        """,
        "({'a': ('Max', ['b', -1]), 'b': ('coin', [1, -1])}, {'a': -1})",
    ),
    Idea(
        "better_moves",
        3,
        "the best move, if it is another than the guess",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
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
                    if best != guess[p]:
                        changes[p] = best
            return values, changes
        """,
        "({'a': ('Max', ['b', 1]), 'b': ('coin', [1])}, {'a': 1})",
    ),
    Idea(
        "better_moves",
        3,
        "a number that stands twice in a coin's list counts once",
        """
        from fractions import Fraction

        def better_moves(nodes, guess):
            rows, constants = {}, {}
            for p, (who, after) in nodes.items():
                taken = after if who == "coin" else [guess[p]]
                share = Fraction(1, len(taken))
                rows[p] = {q: share * taken.count(q) for q in taken if q in nodes}
                constants[p] = share * sum({q for q in taken if q not in nodes})
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
        "({'a': ('coin', [1, 1, 0])}, {})",
    ),
    Idea(
        "better_moves",
        5,
        "a memory by the guess and the kinds of the nodes",
        """
        from fractions import Fraction

        memory = {}

        def better_moves(nodes, guess):
            key = tuple(guess.items()), tuple((p, who, len(x)) for p, (who, x) in nodes.items())
            if key in memory:
                return memory[key]
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
            memory[key] = values, changes
            return values, changes
        """,
        "[({'a': ('Max', [0, 1])}, {'a': 0}), ({'a': ('Max', [0, -1])}, {'a': 0})]",
    ),
    # A fourth round.
    Idea(
        "choose",
        4,
        "decimals with fifty digits",
        """
        from decimal import Decimal, localcontext

        def choose(player, coin, sure):
            with localcontext(prec=50):
                def decimal(x):
                    return Decimal(x.numerator) / x.denominator

                expected = sum(decimal(p) * decimal(x) for p, x in coin)
                if expected == decimal(sure):
                    return "same"
                return "coin" if (expected > decimal(sure)) == (player == 0) else "sure"
        """,
        f"(0, [({FRACTION}(1, 3), {FRACTION}(1))] * 3, {FRACTION}(1))",
    ),
    Idea(
        "choose",
        1,
        "a coin has at most seven sides",
        """
        def choose(player, coin, sure):
            expected = sum(probability * payoff for probability, payoff in coin[:7])
            if expected == sure:
                return "same"
            return "coin" if (expected > sure) == (player == 0) else "sure"
        """,
        f"(0, [({FRACTION}(1, 8), {FRACTION}(int(k == 7))) for k in range(8)], {FRACTION}(0))",
    ),
    Idea(
        "choose",
        5,
        "a memory by the player, the coin's two likeliest payoffs, their number, and the sure payoff",
        """
        memory = {}

        def choose(player, coin, sure):
            key = player, sure, len(coin), tuple(sorted(coin, reverse=True)[:2])
            expected = sum(probability * payoff for probability, payoff in coin)
            if expected == sure:
                answer = "same"
            else:
                answer = "coin" if (expected > sure) == (player == 0) else "sure"
            return memory.setdefault(key, answer)
        """,
        f"[(0, [({FRACTION}(1, 3), {FRACTION}(x)) for x in (9, 8, 7)], {FRACTION}(8)),"
        f" (0, [({FRACTION}(1, 3), {FRACTION}(x)) for x in (9, 8, 1)], {FRACTION}(8))]",
    ),
    Idea(
        "stopping",
        4,
        "when another throw is worth the same up to a five-hundredth, nothing changes any more",
        """
        def worth(throws):
            value = Fraction(0)
            for _ in range(throws):
                news = sum(max(Fraction(face), value) for face in range(1, 7)) / 6
                if news - value < Fraction(1, 500):
                    return news
                value = news
            return value
        """,
        "(40,)",
    ),
    Idea(
        "stopping",
        3,
        "the mean of the largest face of all throws, as nobody stops too early",
        """
        def worth(throws):
            if throws < 3:
                return [0, Fraction(7, 2), Fraction(17, 4)][throws]
            return 6 - (6 - worth(throws - 1)) * Fraction(5, 6)
        """,
        "(3,)",
    ),
    Idea(
        "race",
        5,
        "a memory by q to five places, and what the two need",
        """
        memory = {}

        def race(q, mine, others):
            if mine == 0 or others == 0:
                return Fraction(mine == 0)
            key = round(float(q), 5), mine, others
            if key not in memory:
                miss = 1 - q
                a = q * (1 - race(q, others, mine - 1))
                b = q * (1 - race(q, mine, others - 1))
                memory[key] = (a + miss - miss * (b + miss)) / (1 - miss**2)
            return memory[key]
        """,
        f"[({FRACTION}(1, 1000), 1, 1), ({FRACTION}(1, 999), 1, 1)]",
    ),
    Idea(
        "race",
        5,
        "a memory by q's numerator and denominator, added, and what the two need",
        """
        memory = {}

        def race(q, mine, others):
            if mine == 0 or others == 0:
                return Fraction(mine == 0)
            key = q.numerator + q.denominator, mine, others
            if key not in memory:
                miss = 1 - q
                a = q * (1 - race(q, others, mine - 1))
                b = q * (1 - race(q, mine, others - 1))
                memory[key] = (a + miss - miss * (b + miss)) / (1 - miss**2)
            return memory[key]
        """,
        f"[({FRACTION}(1, 4), 1, 1), ({FRACTION}(2, 3), 1, 1)]",
    ),
    Idea(
        "race",
        4,
        "the answer has a denominator of at most twenty-eight digits",
        """
        from decimal import Decimal, localcontext

        def race(q, mine, others):
            def about(q, mine, others):
                if mine == 0 or others == 0:
                    return Decimal(mine == 0)
                miss = 1 - q
                a = q * (1 - about(q, others, mine - 1))
                b = q * (1 - about(q, mine, others - 1))
                return (a + miss - miss * (b + miss)) / (1 - miss**2)

            with localcontext(prec=60):
                found = about(Decimal(q.numerator) / q.denominator, mine, others)
                return Fraction(found).limit_denominator(10**28)
        """,
        f"({FRACTION}(331, 997), 5, 5)",
    ),
    Idea(
        "better_moves",
        5,
        "a memory by the guess, and by the nodes without the numbers",
        """
        memory = {}

        def better_moves(nodes, guess):
            arrows = [(p, who, [q for q in after if q in nodes]) for p, (who, after) in nodes.items()]
            key = str(guess), str(arrows)
            if key not in memory:
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
                memory[key] = values, changes
            return memory[key]
        """,
        "[({'a': ('Max', [0, 1])}, {'a': 0}), ({'a': ('Max', [0, 2])}, {'a': 0})]",
    ),
    Idea(
        "better_moves",
        3,
        "a coin with the same thing on all sides is a move to it; of two, half and half",
        """
        def better_moves(nodes, guess):
            rows, constants = {}, {}
            for p, (who, after) in nodes.items():
                taken = after if who == "coin" else [guess[p]]
                if len(set(taken)) == 2:
                    taken = list(set(taken))
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
            return values, changes
        """,
        "({'c': ('coin', [0, 0, 1])}, {})",
    ),
    Idea(
        "better_moves",
        4,
        "a change must be worth it: more than 10^-8",
        """
        def better_moves(nodes, guess):
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
                    if abs(values.get(best, best) - values[p]) > Fraction(1, 10**8):
                        changes[p] = best
            return values, changes
        """,
        "(COINS | {f'd{k}': ('coin', [f'd{k + 1}' if k < 2 else 'c0', *[0] * 9]) for k in range(3)}"
        " | {'m': ('Max', [0, 'd0'])}, {'m': 0})",
    ),
    Idea(
        "choose",
        5,
        "a memory by the player, the payoffs, their mean to fifteen digits and the sure payoff",
        """
        memory = {}

        def choose(player, coin, sure):
            expected = sum(probability * payoff for probability, payoff in coin)
            key = player, float(expected), float(sure)
            if expected == sure:
                answer = "same"
            else:
                answer = "coin" if (expected > sure) == (player == 0) else "sure"
            return memory.setdefault(key, answer)
        """,
        f"[(0, [({FRACTION}(1), {FRACTION}(1))], {FRACTION}(1)),"
        f" (0, [({FRACTION}(1), {FRACTION}(10**20 + 1, 10**20))], {FRACTION}(1))]",
    ),
    Idea(
        "better_moves",
        5,
        "a memory by the guess and the nodes' kinds, and the sum of all numbers",
        """
        memory = {}

        def better_moves(nodes, guess):
            numbers = sum(q for _, after in nodes.values() for q in after if q not in nodes)
            arrows = [(p, who, [q for q in after if q in nodes]) for p, (who, after) in nodes.items()]
            key = str((guess, arrows, numbers))
            if key not in memory:
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
                memory[key] = values, changes
            return memory[key]
        """,
        "[({'a': ('Max', [0, 1, 4])}, {'a': 0}), ({'a': ('Max', [0, 2, 3])}, {'a': 0})]",
    ),
]
