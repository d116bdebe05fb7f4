"""What becomes of the answers that students give in lecture 13."""

import importlib
from fractions import Fraction

from check.lecture import SLOW, TYPE, Lecture, agrees, reference, right_and_wrong
from gamecourse.grading import limits
from gamecourse.grading.coin_games import SMALL_GAMES
from gamecourse.grading.sheet import opened
from gamefast import strategy_improvement
from gamefast.chance.exact import solved
from gamelib.games import Tree

sheet = importlib.import_module("gamecourse.check.chance")


def expected(coin):
    return sum(probability * payoff for probability, payoff in coin)


def choose(player, coin, sure):
    mean = expected(coin)
    return "same" if mean == sure else "coin" if (mean > sure) == (player == 0) else "sure"


def in_floats(player, coin, sure):
    return choose(player, [(float(p), float(x)) for p, x in coin], float(sure))


def nearly(player, coin, sure):
    return "same" if abs(float(expected(coin) - sure)) < 1e-9 else choose(player, coin, sure)


def likeliest(player, coin, sure):
    return choose(player, [(1, max(coin)[1])], sure)


def worth(throws, faces=range(1, 7)):
    value = Fraction(0)
    for _ in range(throws):
        value = sum(max(Fraction(face), value) for face in faces) / 6
    return value


def race(q, mine, others):
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    a, b = q * (1 - race(q, others, mine - 1)), q * (1 - race(q, mine, others - 1))
    return (a + miss - miss * (b + miss)) / (1 - miss**2)


def values_of(nodes, guess, count=list.count):
    rows, constants = {}, {}
    for p, (who, after) in nodes.items():
        taken = after if who == "coin" else [guess[p]]
        share = Fraction(1, len(taken))
        rows[p] = {q: share * count(taken, q) for q in taken if q in nodes}
        constants[p] = share * sum(q for q in taken if q not in nodes)
    return solved(rows, constants)


def better_moves(nodes, guess):
    values = values_of(nodes, guess)
    changes = {}
    for p, (who, after) in nodes.items():
        if who != "coin":
            move = {"Max": max, "Min": min}[who](after, key=lambda q: values.get(q, q))
            if values.get(move, move) != values[p]:
                changes[p] = move
    return values, changes


def in_another_round(name):
    """One of the mistakes that the exercise knows."""
    return opened(sheet)[name].function


def in_floats_round(nodes, guess):
    values, changes = better_moves(nodes, guess)
    return {p: float(value) for p, value in values.items()}, changes


def of_the_replier(nodes, guess):
    values, changes = better_moves(nodes, guess)
    of_min = {p: q for p, q in changes.items() if nodes[p][0] == "Min"}
    return values, of_min or {p: q for p, q in changes.items() if nodes[p][0] == "Max"}


def names_count_once(nodes, guess):
    """What a coin names twice is as probable as what it names once."""
    values = values_of(nodes, guess, count=lambda taken, q: 1)
    return values, better_moves(nodes, guess)[1]


def numbers_first(nodes, guess):
    """Of several moves as good not the first."""
    rows = {p: (who, sorted(after, key=lambda q: q in nodes)) for p, (who, after) in nodes.items()}
    return better_moves(rows, guess)


def remembers_the_guess(nodes, guess, known={}):  # noqa: B006
    key = repr(guess)
    if key not in known:
        known[key] = better_moves(nodes, guess)
    return known[key]


def five_options(nodes, guess):
    return values_of(nodes, guess), better_moves(
        {p: (who, after[:5]) for p, (who, after) in nodes.items()}, guess
    )[1]


def keeps_four_pairs(player, coin, sure):
    return choose(player, coin[:4], sure)


def unweighted_in_floats(player, coin, sure):
    """Two mistakes at once: neither alone explains it."""
    return choose(player, [(1 / len(coin), float(x)) for _, x in coin], float(sure))


def always_stops_at_four(throws):
    return Fraction(7, 2) if throws == 1 else Fraction(5, 2) + always_stops_at_four(throws - 1) / 2


RIGHT = [
    ("choose", choose),
    ("stopping", worth),
    ("race", race),
    ("better_moves", better_moves),
]

WRONG = [
    (
        "choose",
        lambda player, coin, sure: choose(0, coin, sure),
        "Your function treats both players as player 0",
    ),
    ("choose", lambda player, coin, sure: choose(1 - player, coin, sure), r"it should be '\w+'\.$"),
    ("choose", likeliest, "Your function looks only at the likeliest payoff"),
    ("choose", in_floats, "it should be 'same'"),
    ("choose", nearly, "it should be 'sure'"),
    (
        "choose",
        lambda player, coin, sure: (
            "coin" if choose(player, coin, sure) == "same" else choose(player, coin, sure)
        ),
        "should be 'same'",
    ),
    (
        "stopping",
        lambda throws: Fraction(7, 2),
        r"\(2\) is 7/2, it should be 17/4",
    ),
    (
        "stopping",
        lambda throws: sum((1 - Fraction(face, 6) ** throws for face in range(6)), Fraction(0)),
        "the mean of the largest face",
    ),
    ("stopping", lambda throws: worth(throws + 1), "That is the value of one throw more"),
    ("stopping", lambda throws: worth(throws - 1), "That is the value of one throw less"),
    ("stopping", lambda throws: worth(min(throws, 10)), r"\(11\) is"),
    ("stopping", lambda throws: worth(min(throws, 39)), r"\(40\) is"),
    (
        "stopping",
        always_stops_at_four,
        r"\(3\) is 37/8, it should be 14/3\.$",
    ),
    (
        "race",
        lambda q, mine, others: 1 - race(q, others, mine),
        "what you have if the other player throws first",
    ),
    (
        "race",
        lambda q, mine, others: race(q, others, mine),
        "`mine` and `others` have changed places",
    ),
    (
        "race",
        lambda q, mine, others: 1 - race(q, mine, others),
        "That is the probability that the other player wins",
    ),
    ("race", lambda q, mine, others: race(q, min(mine, 3), min(others, 3)), r", 4\) is"),
    ("race", lambda q, mine, others: race(q, min(mine, 4), others), r", 5, 1\) is"),
    (
        "race",
        lambda q, mine, others: race(q.limit_denominator(500), mine, others),
        r"Fraction\(999, 1000\), 1, 1",
    ),
    (
        "race",
        lambda q, mine, others: race(Fraction(1, 6), mine, others),
        r"Fraction\(1, 2\), 1, 1\) is",
    ),
    (
        "stopping",
        lambda throws: worth(throws, range(6)),
        r"\(1\) is 5/2, it should be",
    ),
    (
        "stopping",
        lambda throws: worth(throws, range(1, 6)),
        r"\(1\) is 5/2, it should be",
    ),
    (
        "choose",
        lambda player, coin, sure: choose(
            player, [(Fraction(1, len(coin)), x) for _, x in coin], sure
        ),
        "Your function takes the plain average of the payoffs",
    ),
    (
        "choose",
        lambda player, coin, sure: NotImplemented if player else choose(player, coin, sure),
        "is NotImplemented: a part of your function is still to be written",
    ),
    ("race", lambda q, mine, others: race(q, mine, others) if mine + others < 10 else 0, "5, 5"),
    ("choose", keeps_four_pairs, "it should be"),
    ("choose", unweighted_in_floats, r"it should be '(sure|coin|same)'\.$"),
    ("better_moves", in_another_round("round_without_signs"), "Min wants the value to be small"),
    ("better_moves", in_another_round("round_of_max_alone"), "Min's moves can be better, too"),
    (
        "better_moves",
        of_the_replier,
        "Your function changes one player's moves: Min's if there are any",
    ),
    (
        "better_moves",
        in_another_round("round_with_equal_moves"),
        r"\{'a': \('Max', \[0, 0\]\)|If no move is better, the move stays",
    ),
    (
        "better_moves",
        in_another_round("round_of_first_moves"),
        "take the best, not the first",
    ),
    ("better_moves", names_count_once, r"\('coin', \[.*\]\)"),
    ("better_moves", numbers_first, r"\{'a': \('M\w+', \[\d, 'b', 3\]\).* 'b'\}\)\.$"),
    ("better_moves", remembers_the_guess, r"\.$"),
    ("better_moves", five_options, "it should be"),
    ("better_moves", lambda nodes, guess: (values_of(nodes, guess), {}), "it should be"),
    (
        "better_moves",
        lambda nodes, guess: (values_of(nodes, guess), guess | better_moves(nodes, guess)[1]),
        "The second dict has only the moves that are better, not all moves",
    ),
    ("better_moves", lambda nodes, guess: better_moves(nodes, guess)[1], "it should be"),
]


IN_FLOATS = [
    (
        "stopping",
        lambda throws: float(worth(throws)),
        TYPE,
        r"worth|lambda.*\(1\) is 3\.5\. It is a float",
    ),
    ("race", lambda *given: float(race(*given)), TYPE, "It is a float: give the number exactly"),
    ("better_moves", in_floats_round, TYPE, "It is a float"),
]

LECTURE = Lecture(
    "chance", slow=["better_moves"], answers=[*right_and_wrong(RIGHT, WRONG), *IN_FLOATS]
)


def test_a_round_is_that_of_strategy_improvement():
    """On the ring of the lecture, from each guess, with the payoffs as pairs."""
    ring = next(nodes for nodes in SMALL_GAMES if "one X" in nodes)

    def options(p, after):
        places = {f"{k}: {q}": q if isinstance(q, str) else (q, -q) for k, q in enumerate(after)}
        return (
            {name: ("1/2", place) for name, place in places.items()}
            if ring[p][0] == "coin"
            else places
        )

    tree = {
        p: ("chance" if who == "coin" else who, options(p, after))
        for p, (who, after) in ring.items()
    }
    for o in ring["one X"][1]:
        for x in ring["one O"][1]:
            guess = {"one X": o, "one O": x}
            first = {p: f"{ring[p][1].index(q)}: {q}" for p, q in guess.items()}
            began = strategy_improvement(Tree(tree, players=("Max", "Min")), first=first).rounds[0]
            values, changes = reference(sheet.better_moves)(ring, guess)
            assert {p: began.values[p] for p in ring} == values
            mine = {p: f"{ring[p][1].index(q)}: {q}" for p, q in changes.items()}
            assert began.changes.items() <= mine.items()
            assert bool(began.changes) == bool(mine)


def asks_for_each_face(throws):
    return (
        sum(
            max(Fraction(face), asks_for_each_face(throws - 1) if throws > 1 else 0)
            for face in range(1, 7)
        )
        / 6
    )


def test_asking_once_for_each_face_is_too_slow(monkeypatch):
    monkeypatch.setattr(limits, "EACH", 0.5)
    said = (
        r"right as far as it came; asks_for_each_face\(\d\) had not come to an end after 0\.5 "
        r"seconds"
    )
    agrees(lambda answer: sheet.stopping(answer), asks_for_each_face, SLOW, said)
