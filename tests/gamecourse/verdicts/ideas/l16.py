"""Wrong answers to the exercises of lecture 16."""

from gamelib import LEFT, RIGHT
from gamelib.games import Domineering
from verdicts.ideas import Idea

OUTCOME = """
    def outcome(left, right, position):
        options = {{LEFT: left, RIGHT: right}}
        other = {{LEFT: RIGHT, RIGHT: LEFT}}

        def wins(player, p, depth=0):
            {first}
            return any(not wins({turn}, q, depth + 1) for q in {row})

        l, r = wins(LEFT, position), wins(RIGHT, position)
        return {letter}
"""


def outcome(
    first="pass",
    turn="other[player]",
    row="options[player][p]",
    letter='"PRLN"[2 * l + r]',
):
    """The model's program with some of its parts changed."""
    return OUTCOME.format(first=first, turn=turn, row=row, letter=letter)


SIMPLEST = """
    def simplest(low, high):
        d = 1
        for _ in range({most}):
            a, b = {a}, {b}
            if a <= b:
                return Fraction({n}, d)
            d *= {times}
        return {last}
"""


def simplest(
    most="999",
    a="floor(low * d) + 1",
    b="ceil(high * d) - 1",
    n="min(max(0, a), b)",
    times="2",
    last="Fraction(low + high) / 2",
):
    """The model's program with some of its parts changed."""
    return SIMPLEST.format(most=most, a=a, b=b, n=n, times=times, last=last)


FORECAST = """
    def forecast(switches, first):
        def heat(switch):
            return {heat}

        mean = {mean}
        player, score = first, 0
        for x, y in {order}:
            score += {gain}
            player = {next}
        return mean, {temperature}, {score}
"""


def forecast(
    heat="Fraction(switch[0] - switch[1]) / 2",
    mean="sum(Fraction(x + y) / 2 for x, y in switches)",
    order="sorted(switches, key=heat, reverse=True)",
    gain="x if player == LEFT else y",
    next="RIGHT if player == LEFT else LEFT",
    temperature="max(map(heat, switches))",
    score="score",
):
    """The model's program with some of its parts changed."""
    return FORECAST.format(
        heat=heat,
        mean=mean,
        order=order,
        gain=gain,
        next=next,
        temperature=temperature,
        score=score,
    )


STALK = """
    def stalk(colours):
        worth, step, changed = Fraction(0), Fraction(1), False
        for k, colour in enumerate({edges}):
            changed = {changed}
            if changed:
                step /= 2
            worth += step if colour == "B" else -step
        return {result}
"""


def stalk(edges="colours", changed="changed or colour != colours[0]", result="worth"):
    """The model's program with some of its parts changed."""
    return STALK.format(edges=edges, changed=changed, result=result)


VALUE = """
    def value(game, position):
        known = {known}

        def worth(p{more}):
            key = {key}
            if key not in known:
                {before}
                left = [worth({p}) for move in {left}]
                right = [worth(game.play(p, move, RIGHT){also}) for move in {right}]
                known[key] = {rule}
            return known[key]

        return {result}
"""


def value(
    known="{}",
    more="",
    key="p",
    before="pass",
    p="game.play(p, move, LEFT)",
    left="game.moves(p, LEFT)",
    right="game.moves(p, RIGHT)",
    also="",
    rule="Value(left, right)",
    result="worth(position)",
):
    """The model's program with some of its parts changed."""
    return VALUE.format(
        known=known,
        more=more,
        key=key,
        before=before,
        p=p,
        left=left,
        right=right,
        also=also,
        rule=rule,
        result=result,
    )


def path(turns, n):
    """A path of n positions from the end 0 on; the letters say who moves: L, R, or B for both."""
    movers = (turns * n)[: n - 1]
    left = {0: []} | {v + 1: [v] if who in "LB" else [] for v, who in enumerate(movers)}
    right = {0: []} | {v + 1: [v] if who in "RB" else [] for v, who in enumerate(movers)}
    return left, right


def many(n, good):
    """Position n - 1, from which Left can move to n - 1 positions, of which only ``good`` wins for
    Left: everywhere else Right has a move to 0.
    """
    left = {v: [] for v in range(n)} | {n - 1: [*range(1, n - 1), 0]}
    right = {v: [0] if 0 < v < n - 1 and v != good else [] for v in range(n)}
    return left, right


class Table:
    """A partizan game as two dicts, as the task describes them."""

    def __init__(self, left, right):
        self.rows = {LEFT: left, RIGHT: right}

    def moves(self, p, player):
        return list(range(len(self.rows[player][p])))

    def play(self, p, move, player):
        return self.rows[player][p][move]


#: A path of ten positions in which the players move in turn.
IN_TURN = path("RL", 10)
BOARD = Domineering(2, 3)
STAIRS = Table(
    {v: [v - 1] if v else [] for v in range(60)}, {v: [v - 2] if v > 1 else [] for v in range(60)}
)

IDEAS = [
    # outcome(left, right, position): 1 to 10 positions, numbers or letters
    Idea(
        "four_outcomes",
        1,
        "eight moves ahead are enough",
        outcome(first="if depth >= 8:\n                return False"),
        "(*IN_TURN, 9)",
    ),
    Idea(
        "four_outcomes",
        1,
        "three moves ahead are enough",
        outcome(first="if depth >= 3:\n                return False"),
        "(*path('LR', 10), 4)",
    ),
    Idea(
        "four_outcomes",
        2,
        "positions are numbered from the end: from the first in the dict on, in one pass",
        """
        def outcome(left, right, position):
            won = {LEFT: set(), RIGHT: set()}
            for p in left:
                if any(q not in won[RIGHT] for q in left[p]):
                    won[LEFT].add(p)
                if any(q not in won[LEFT] for q in right[p]):
                    won[RIGHT].add(p)
            return "PRLN"[2 * (position in won[LEFT]) + (position in won[RIGHT])]
        """,
        "({2: [1], 1: [], 0: []}, {2: [], 1: [0], 0: []}, 2)",
    ),
    Idea(
        "four_outcomes",
        2,
        "the best option stands first",
        outcome(row="options[player][p][:1]"),
        "({0: [], 1: [], 2: [1, 0]}, {0: [], 1: [0], 2: []}, 2)",
    ),
    Idea(
        "four_outcomes",
        2,
        "the position that is asked for is the last in the dict",
        """
        def outcome(left, right, position):
            options, other = {LEFT: left, RIGHT: right}, {LEFT: RIGHT, RIGHT: LEFT}

            def wins(player, p):
                return any(not wins(other[player], q) for q in options[player][p])

            last = list(left)[-1]
            return "PRLN"[2 * wins(LEFT, last) + wins(RIGHT, last)]
        """,
        "({1: [0], 0: []}, {1: [], 0: []}, 1)",
    ),
    Idea(
        "four_outcomes",
        3,
        "nobody has more than eight options",
        outcome(row="options[player][p][:8]"),
        "(*many(10, 0), 9)",
    ),
    Idea(
        "four_outcomes",
        3,
        "both have the same moves",
        outcome(row="left[p] + right[p]"),
        "({0: [], 1: [0]}, {0: [], 1: []}, 1)",
    ),
    Idea(
        "four_outcomes",
        3,
        "a player who has no move passes",
        outcome(
            first="if not options[player][p]:\n"
            "                return bool(options[other[player]][p])"
            " and not wins(other[player], p, depth + 1)"
        ),
        "({0: [], 1: [0], 2: []}, {0: [], 1: [], 2: [1]}, 2)",
    ),
    Idea(
        "four_outcomes",
        3,
        "who begins makes all the moves",
        outcome(turn="player"),
        "({0: [], 1: [0], 2: [1]}, {0: [], 1: [], 2: []}, 2)",
    ),
    Idea(
        "four_outcomes",
        3,
        "the outcomes of impartial games alone: N or P",
        outcome(letter='"PPNN"[2 * l + r]'),
        "({0: [], 1: [0]}, {0: [], 1: []}, 1)",
    ),
    Idea(
        "four_outcomes",
        3,
        "the first letters of who moves: N is nobody, P is both players",
        outcome(letter='"NRLP"[2 * l + r]'),
        "({0: []}, {0: []}, 0)",
    ),
    Idea(
        "four_outcomes",
        4,
        "more moves are better: the sign of their difference",
        """
        def outcome(left, right, position):
            l, r = len(left[position]), len(right[position])
            return "L" if l > r else "R" if r > l else "N" if l else "P"
        """,
        "({0: [], 1: [], 2: [0, 1]}, {0: [], 1: [], 2: [0]}, 2)",
    ),
    Idea(
        "four_outcomes",
        5,
        "a memory by the position alone, kept for the next game",
        """
        memory = {}

        def outcome(left, right, position):
            options, other = {LEFT: left, RIGHT: right}, {LEFT: RIGHT, RIGHT: LEFT}

            def wins(player, p):
                if (player, p) not in memory:
                    row = options[player][p]
                    memory[player, p] = any(not wins(other[player], q) for q in row)
                return memory[player, p]

            return "PRLN"[2 * wins(LEFT, position) + wins(RIGHT, position)]
        """,
        "[({0: [], 1: [0]}, {0: [], 1: []}, 1), ({0: [], 1: []}, {0: [], 1: [0]}, 1)]",
    ),
    Idea(
        "four_outcomes",
        5,
        "a memory by the moves of Left",
        "    memory = {}\n"
        + outcome(
            letter='memory.setdefault((str(left), position), "PRLN"[2 * l + r])',
        ),
        "[({0: [], 1: []}, {0: [], 1: []}, 1), ({0: [], 1: []}, {0: [], 1: [0]}, 1)]",
    ),
    Idea(
        "four_outcomes",
        6,
        "small letters",
        outcome(letter='"prln"[2 * l + r]'),
        "({0: []}, {0: []}, 0)",
    ),
    Idea(
        "four_outcomes",
        6,
        "moves that were looked at are taken out of the lists",
        outcome(first='while options[player][p] and depth > 0 and player == "?": pass').replace(
            "        return ", "        left[position].clear()\n        return "
        ),
        None,
    ),
    # simplest(low, high): up to 10^12, denominators up to 10^12
    Idea("between", 1, "thirty-two halvings", simplest(most="32"), "(0, Fraction(1, 10**12))"),
    Idea(
        "between",
        1,
        "forty halvings",
        simplest(most="40"),
        "(Fraction(1, 10**12), Fraction(1, 10**12 - 1))",
    ),
    Idea(
        "between",
        1,
        "the whole numbers up to a million",
        """
        def simplest(low, high):
            d = 1
            while True:
                a, b = floor(low * d) + 1, ceil(high * d) - 1
                if a <= b and (d > 1 or a <= 10**6):
                    return Fraction(min(max(0, a), b), d)
                d *= 2
        """,
        "(10**6 + 1, 10**6 + 3)",
    ),
    Idea("between", 2, "both are above 0: the smallest", simplest(n="a"), "(-2, 2)"),
    Idea(
        "between",
        2,
        "0 is the first that is tried, then 1, 2, 3 and so on, none below 0",
        simplest(n="max(0, a) if max(0, a) <= b else a"),
        "(-5, -1)",
    ),
    Idea("between", 3, "a bound may be the number", simplest(a="ceil(low * d)"), "(1, 3)"),
    Idea(
        "between", 3, "the upper bound may be the number", simplest(b="floor(high * d)"), "(0, 1)"
    ),
    Idea("between", 3, "the largest whole number", simplest(n="b"), "(1, 9)"),
    Idea("between", 3, "the middle of the whole numbers", simplest(n="(a + b) // 2"), "(0, 9)"),
    Idea(
        "between",
        3,
        "the denominators 1, 2, 4, and then the middle",
        simplest(most="3"),
        "(0, Fraction(1, 5))",
    ),
    Idea(
        "between",
        3,
        "a number on each side of 0, or else the mean",
        "    def simplest(low, high):\n        return 0 if low < 0 < high else Fraction(low + high) / 2",
        "(0, 3)",
    ),
    Idea("between", 3, "denominators 1, 3, 9", simplest(times="3"), "(0, 1)"),
    Idea(
        "between",
        3,
        "denominators 1, 2, 3, 4",
        simplest(times="1\n            d += 1", most="10**4"),
        "(Fraction(1, 4), Fraction(1, 2))",
    ),
    Idea(
        "between",
        4,
        "floats are good enough for the two bounds",
        simplest().replace("d = 1", "low, high, d = float(low), float(high), 1"),
        "(10**12 - Fraction(1, 10**12), 10**12)",
    ),
    Idea(
        "between",
        4,
        "products as floats",
        simplest(a="floor(float(low) * d) + 1", b="ceil(float(high) * d) - 1"),
        "(Fraction(10**12 - 1, 3), Fraction(10**12 - 1, 3) + Fraction(1, 10**11))",
    ),
    Idea(
        "between",
        4,
        "rounded to twelve digits",
        """
        def simplest(low, high):
            d = 1
            while floor(low * d) + 1 > ceil(high * d) - 1:
                d *= 2
            nearest = min(max(0, floor(low * d) + 1), ceil(high * d) - 1)
            return Fraction(round(nearest / d, 12))
        """,
        "(0, Fraction(1, 10**12))",
    ),
    Idea(
        "between",
        5,
        "the denominator of the last time is a good beginning",
        """
        last = [1]

        def simplest(low, high):
            d = last[0]
            while floor(low * d) + 1 > ceil(high * d) - 1:
                d *= 2
            last[0] = d
            return Fraction(min(max(0, floor(low * d) + 1), ceil(high * d) - 1), d)
        """,
        "[(0, Fraction(1, 8)), (0, 5)]",
    ),
    Idea(
        "between",
        5,
        "a memory by the lower bound",
        """
        memory = {}

        def simplest(low, high):
            d = 1
            while floor(low * d) + 1 > ceil(high * d) - 1:
                d *= 2
            nearest = min(max(0, floor(low * d) + 1), ceil(high * d) - 1)
            return memory.setdefault(low, Fraction(nearest, d))
        """,
        "[(0, 1), (0, 5)]",
    ),
    Idea(
        "between",
        6,
        "as a float",
        simplest().replace("return Fraction(", "return float(").replace(", d)", "/ d)"),
        None,
    ),
    Idea("between", 6, "as a pair", simplest().replace("return Fraction", "return "), "(0, 1)"),
    # forecast(switches, first): 1 to 8 switches, numbers up to 10^15, denominators up to 1024
    Idea(
        "sum_of_switches",
        1,
        "six moves",
        forecast(order="sorted(switches, key=heat, reverse=True)[:6]"),
        "([(1, -1), (2, -2), (3, -3), (4, -4), (5, -5), (6, -6), (7, -7)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        1,
        "seven moves",
        forecast(order="sorted(switches, key=heat, reverse=True)[:7]"),
        "([(1, -1)] * 7 + [(2, 1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        2,
        "the hottest stands first",
        forecast(order="switches"),
        "([(1, 0), (5, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        2,
        "the temperature of the first",
        forecast(temperature="heat(switches[0])"),
        "([(1, 0), (5, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        2,
        "the last is the hottest",
        forecast(order="switches[::-1]"),
        "([(5, -1), (1, 0)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "Left begins",
        forecast().replace("player, score = first", "player, score = LEFT"),
        "([(1, -1)], RIGHT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "the largest number first",
        forecast(order="sorted(switches, reverse=True)"),
        "([(2, 1), (1, -5)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "the largest mean first",
        forecast(order="sorted(switches, key=sum, reverse=True)"),
        "([(5, 4), (1, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "a switch that is hot on both sides of 0 goes first",
        forecast(heat="max(map(abs, switch))"),
        "([(5, 4), (1, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "the temperature is the difference",
        forecast(temperature="2 * max(map(heat, switches))"),
        "([(1, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "the temperatures are added",
        forecast(temperature="sum(map(heat, switches))"),
        "([(1, -1), (1, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "the mean of the means",
        forecast(mean="sum(Fraction(x + y) / 2 for x, y in switches) / len(switches)"),
        "([(1, 0), (1, 0)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "the winner of a switch moves again",
        forecast(next="player"),
        "([(1, -1), (1, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "a switch counts once, also if it is there twice",
        forecast(order="sorted(set(switches), key=heat, reverse=True)"),
        "([(2, 1), (2, 1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "Right's score has the other sign",
        forecast(score="score if first == LEFT else -score"),
        "([(1, -1)], RIGHT)",
    ),
    Idea(
        "sum_of_switches",
        3,
        "each player has as many moves: the last switch is left if the number is odd",
        forecast(order="sorted(switches, key=heat, reverse=True)[: len(switches) // 2 * 2]"),
        "([(1, -1)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        4,
        "temperatures as floats",
        forecast(order="sorted(switches, key=lambda s: float(heat(s)), reverse=True)"),
        "([(10**15 - Fraction(1, 1024), 0), (10**15, 5 * 10**14)][:1] + [(10**15, Fraction(-1, 1024))], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        4,
        "halves are rounded down",
        forecast(mean="sum(floor(Fraction(x + y) / 2) for x, y in switches)"),
        "([(1, 0)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        4,
        "the score as a float that is made exact again",
        forecast(score="Fraction(float(score))"),
        "([(10**15, 0), (3, Fraction(1, 1024)), (10**15, 5)], RIGHT)",
    ),
    Idea(
        "sum_of_switches",
        4,
        "temperatures in whole numbers",
        forecast(order="sorted(switches, key=lambda s: floor(heat(s)), reverse=True)"),
        "([(1, 0), (2, Fraction(1, 2))], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        6,
        "the switches that are played are taken out of the list",
        """
        def forecast(switches, first):
            heats = [Fraction(x - y) / 2 for x, y in switches]
            mean, player, score = sum(Fraction(x + y) / 2 for x, y in switches), first, 0
            while switches:
                best = max(switches, key=lambda s: s[0] - s[1])
                switches.remove(best)
                score += best[0] if player == LEFT else best[1]
                player = RIGHT if player == LEFT else LEFT
            return mean, max(heats), score
        """,
        None,
    ),
    Idea(
        "sum_of_switches",
        5,
        "a memory by the switches alone",
        "    memory = {}\n" + forecast(score="memory.setdefault(tuple(switches), score)"),
        "[([(1, -1)], LEFT), ([(1, -1)], RIGHT)]",
    ),
    Idea(
        "sum_of_switches",
        5,
        "who is to move is kept for the next sum",
        """
        turn = []

        def forecast(switches, first):
            turn.append(first)
            score = 0
            for x, y in sorted(switches, key=lambda s: s[1] - s[0]):
                score += x if turn[0] == LEFT else y
                turn[0] = RIGHT if turn[0] == LEFT else LEFT
            mean = sum(Fraction(x + y) / 2 for x, y in switches)
            return mean, max(Fraction(x - y) / 2 for x, y in switches), score
        """,
        "[([(1, -1)], LEFT), ([(1, -1)], LEFT)]",
    ),
    Idea(
        "sum_of_switches",
        6,
        "the score comes first",
        forecast().replace(
            "return mean, max(map(heat, switches)), score",
            "return score, mean, max(map(heat, switches))",
        ),
        "([(1, 0)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        6,
        "the score alone",
        forecast().replace("return mean, max(map(heat, switches)), score", "return score"),
        "([(1, 0)], LEFT)",
    ),
    Idea(
        "sum_of_switches",
        6,
        "a dict with names",
        forecast().replace(
            "return mean, max(map(heat, switches)), score",
            "return dict(mean=mean, temperature=max(map(heat, switches)), score=score)",
        ),
        "([(1, 0)], LEFT)",
    ),
    # stalk(colours): 1 to 60 edges
    Idea("stalk", 1, "fifty edges", stalk(edges="colours[:50]"), "('B' * 60,)"),
    Idea(
        "stalk",
        1,
        "twelve halvings",
        stalk(changed="(changed or colour != colours[0]) and step > Fraction(1, 4096)"),
        "('BR' * 20,)",
    ),
    Idea(
        "stalk", 2, "a stalk begins with blue", stalk(changed='changed or colour != "B"'), "('RR',)"
    ),
    Idea(
        "stalk",
        2,
        "from the top",
        stalk(edges="colours[::-1]", changed="changed or colour != colours[-1]"),
        "('BBR',)",
    ),
    Idea(
        "stalk", 3, "every edge counts half of the one below it", stalk(changed="k > 0"), "('BB',)"
    ),
    Idea(
        "stalk",
        3,
        "only a change of colour halves",
        stalk(changed="k > 0 and colour != colours[k - 1]"),
        "('BRR',)",
    ),
    Idea(
        "stalk",
        3,
        "the first change counts 1 still",
        stalk(changed="k > 0 and any(c != colours[0] for c in colours[:k])"),
        "('BR',)",
    ),
    Idea("stalk", 3, "blue less red", stalk(changed="False"), "('BR',)"),
    Idea(
        "stalk", 3, "red edges count half, blue ones 1", stalk(changed='colour == "R"'), "('BRB',)"
    ),
    Idea(
        "stalk", 3, "without blue it is 0", stalk(result='worth if "B" in colours else 0'), "('R',)"
    ),
    Idea("stalk", 3, "above 0 always: as many moves ahead", stalk(result="abs(worth)"), "('R',)"),
    Idea(
        "stalk",
        4,
        "the sum of floats, made exact again",
        stalk(result="Fraction(float(worth))"),
        "('BR' + 'B' * 58,)",
    ),
    Idea(
        "stalk",
        4,
        "rounded to ten digits",
        stalk(result="Fraction(round(worth, 10))"),
        "('BR' * 25,)",
    ),
    Idea(
        "stalk",
        4,
        "a denominator of at most a million",
        stalk(result="worth.limit_denominator()"),
        "('BR' * 25,)",
    ),
    Idea(
        "stalk",
        5,
        "a memory by the numbers of blue and red edges",
        "    memory = {}\n"
        + stalk(result='memory.setdefault((colours.count("B"), colours.count("R")), worth)'),
        "[('BR',), ('RB',)]",
    ),
    Idea(
        "stalk",
        5,
        "a memory by the lowest ten edges",
        "    memory = {}\n" + stalk(result="memory.setdefault(colours[:10], worth)"),
        "[('B' * 10,), ('B' * 11,)]",
    ),
    Idea(
        "stalk",
        5,
        "the step goes on where it stopped",
        """
        step = [Fraction(1)]

        def stalk(colours):
            worth, changed = 0, False
            for colour in colours:
                changed = changed or colour != colours[0]
                step[0] /= 2 if changed else 1
                worth += step[0] if colour == "B" else -step[0]
            return worth
        """,
        "[('BR',), ('B',)]",
    ),
    Idea("stalk", 6, "as a float", stalk(result="float(worth)"), "('BR' + 'B' * 58,)"),
    Idea("stalk", 6, "as a text", stalk(result="str(worth)"), "('BR',)"),
    Idea(
        "stalk",
        6,
        "numerator and denominator",
        stalk(result="(worth.numerator, worth.denominator)"),
        "('BR',)",
    ),
    # value(game, position): up to 60 positions
    Idea(
        "values",
        1,
        "seven options",
        value(left="game.moves(p, LEFT)[:7]"),
        "(Table(*many(9, 0)), 8)",
    ),
    Idea(
        "values",
        1,
        "ten moves ahead",
        value(
            more=", depth=0",
            key="(p, depth)",
            p="game.play(p, move, LEFT), depth + 1",
            also=", depth + 1",
            before="if depth > 10:\n                    return Value()",
        ),
        "(STAIRS, 59)",
    ),
    Idea(
        "values",
        2,
        "the first option is the best",
        value(rule="Value(left[:1], right[:1])"),
        "(Table({0: [], 1: [0], 2: [0, 1]}, {0: [], 1: [], 2: []}), 2)",
    ),
    Idea(
        "values",
        2,
        "the last option is the best",
        value(rule="Value(left[-1:], right[-1:])"),
        "(Table({0: [], 1: [0], 2: [1, 0]}, {0: [], 1: [], 2: []}), 2)",
    ),
    Idea(
        "values",
        2,
        "play begins at the start",
        value(result="worth(game.start()) if hasattr(game, 'start') else worth(0)"),
        "(Table({0: [], 1: [0]}, {0: [], 1: []}), 1)",
    ),
    Idea(
        "values",
        3,
        "who has moved last does not move next",
        """
        def value(game, position):
            def after(p, player):
                other = RIGHT if player == LEFT else LEFT
                options = [after(game.play(p, move, player), other) for move in game.moves(p, player)]
                return Value(options, []) if player == LEFT else Value([], options)

            left = [after(game.play(position, move, LEFT), RIGHT) for move in game.moves(position, LEFT)]
            right = [after(game.play(position, move, RIGHT), LEFT) for move in game.moves(position, RIGHT)]
            return Value(left, right)
        """,
        "(Table({0: [], 1: [0], 2: [1]}, {0: [], 1: [], 2: []}), 2)",
    ),
    Idea(
        "values",
        3,
        "Right's options come first",
        value(rule="Value(right, left)"),
        "(Table({0: [], 1: [0]}, {0: [], 1: []}), 1)",
    ),
    Idea(
        "values",
        3,
        "of numbers the best alone: the largest of Left, the smallest of Right, by their means",
        value(
            rule="Value(sorted(left, key=lambda v: v.mean)[-1:], "
            "sorted(right, key=lambda v: v.mean)[:1])"
        ),
        "(Table({0: [], 1: [0], 2: [0, 1]}, {0: [], 1: [0], 2: [1]}), 2)",
    ),
    Idea(
        "values",
        3,
        "an option of Left that is as good for Right is left out",
        value(
            rule="Value([v for v in left if v not in right], [v for v in right if v not in left])"
        ),
        "(Table({0: [], 1: [0]}, {0: [], 1: [0]}), 1)",
    ),
    Idea(
        "values",
        3,
        "a position without moves of one player is won: the number of the other's moves",
        value(
            rule="Value(left, right) if left and right else Value.number(len(left) - len(right))"
        ),
        "(Table({0: [], 1: [], 2: [0, 1]}, {0: [], 1: [], 2: []}), 2)",
    ),
    Idea(
        "values",
        3,
        "a move is the position to which it leads",
        value(p="move"),
        "(Table({0: [], 1: [0], 2: [1]}, {0: [], 1: [], 2: []}), 2)",
    ),
    Idea(
        "values",
        4,
        "the mean says it all",
        value(result="Value.number(worth(position).mean)"),
        "(BOARD, BOARD.start())",
    ),
    Idea(
        "values",
        4,
        "what is infinitely small is 0",
        value(result="snapped(worth(position))")
        + """
    def snapped(found):
        low, high = found.right_stop, found.left_stop
        return Value.number(low) if low == high else found
""",
        "(Table({0: [], 1: [0]}, {0: [], 1: [0]}), 1)",
    ),
    Idea(
        "values",
        5,
        "a memory for all games, by the position",
        "    memory = {}\n" + value(known="memory"),
        "[(Table({0: [], 1: [0]}, {0: [], 1: []}), 1), (Table({0: [], 1: []}, {0: [], 1: [0]}), 1)]",
    ),
    Idea(
        "values",
        5,
        "a memory as a default argument",
        value().replace(
            "(game, position):\n        known = {}", "(game, position, known={}):\n        pass", 1
        ),
        "[(Table({0: [], 1: [0]}, {0: [], 1: []}), 1), (Table({0: [], 1: []}, {0: [], 1: [0]}), 1)]",
    ),
    Idea(
        "values",
        5,
        "a memory by the numbers of moves",
        value(key="len(game.moves(p, LEFT)), len(game.moves(p, RIGHT))"),
        "(Table({0: [], 1: [0], 2: [1], 3: [1, 2]}, {v: [] for v in range(4)}), 3)",
    ),
    Idea(
        "values",
        6,
        "the name of the value",
        value(result="str(worth(position))"),
        "(Table({0: []}, {0: []}), 0)",
    ),
    Idea(
        "values",
        6,
        "numbers as Fractions",
        value(result="worth(position).fraction if worth(position).is_number else worth(position)"),
        "(Table({0: []}, {0: []}), 0)",
    ),
    Idea(
        "values",
        6,
        "the outcome",
        value(result="worth(position).outcome"),
        "(Table({0: []}, {0: []}), 0)",
    ),
    Idea(
        "values",
        6,
        "no memory: each way is followed",
        """
        def value(game, position):
            left = [value(game, game.play(position, move, LEFT)) for move in game.moves(position, LEFT)]
            right = [value(game, game.play(position, move, RIGHT)) for move in game.moves(position, RIGHT)]
            return Value(left, right)
        """,
        "(STAIRS, 59)",
    ),
    # parts: two or three, whole numbers or pairs
    Idea("not_the_hottest", 3, "two switches", "parts = [(1, -1), (2, -2)]", "()"),
    Idea(
        "not_the_hottest",
        3,
        "the threat is the hottest part itself",
        "parts = [((9, 1), -3), (3, -3)]",
        "()",
    ),
    Idea(
        "not_the_hottest", 3, "both parts are equally hot", "parts = [((9, 2), 0), (3, -1)]", "()"
    ),
    Idea("not_the_hottest", 3, "no move of Left wins", "parts = [((1, 0), -3), (2, -3)]", "()"),
    Idea("not_the_hottest", 3, "for Right", "parts = [(1, (0, -1)), (1, -1)]", "()"),
    Idea(
        "not_the_hottest",
        3,
        "the hottest move wins as well",
        "parts = [((3, -1), -3), (3, -3), 5]",
        "()",
    ),
    Idea("not_the_hottest", 6, "four parts", "parts = [((1, 0), -1), (1, -1), 0, 0]", "()"),
    Idea("not_the_hottest", 6, "names of values", 'parts = ["{1|0||-1}", "±1"]', "()"),
    Idea(
        "not_the_hottest",
        6,
        "Values",
        "parts = [Value([Value([1], [0])], [-1]), Value([1], [-1])]",
        "()",
    ),
    Idea(
        "not_the_hottest",
        6,
        "all options of Left in a list",
        "parts = [([((1, 0))], [-1]), (1, -1)]",
        "()",
    ),
]
