"""What becomes of the answers that students give in lecture 13."""

import importlib
from fractions import Fraction

from check.lecture import Lecture, right_and_wrong
from gamecourse.check.machinery.sheet import opened
from gamelib import strategy_improvement
from gamelib.games import Tree
from gamelib.solvers.chance.exact import solved

sheet = importlib.import_module("gamecourse.check.chance")
inner = opened(sheet)


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


def values_of(nodes, guess):
    rows, constants = {}, {}
    for p, (who, after) in nodes.items():
        taken = after if who == "coin" else [guess[p]]
        share = Fraction(1, len(taken))
        rows[p] = {q: share * taken.count(q) for q in taken if q in nodes}
        constants[p] = share * sum(q for q in taken if q not in nodes)
    return solved(rows, constants)


def one_round(nodes, guess):
    values = values_of(nodes, guess)
    changes = {}
    for p, (who, after) in nodes.items():
        if who != "coin":
            move = {"Max": max, "Min": min}[who](after, key=lambda q: values.get(q, q))
            if values.get(move, move) != values[p]:
                changes[p] = move
    return values, changes


def in_another_round(**how):
    return lambda nodes, guess: inner["_round"](nodes, guess, **how)


def in_floats_round(nodes, guess):
    values, changes = one_round(nodes, guess)
    return {p: float(value) for p, value in values.items()}, changes


RIGHT = [
    ("choose", choose),
    ("stopping", worth),
    ("race", race),
    ("one_round", one_round),
]

WRONG = [
    ("choose", lambda player, coin, sure: choose(0, coin, sure), "Player 1 pays: he wants it small"),
    ("choose", lambda player, coin, sure: choose(1 - player, coin, sure), "The players have changed places"),
    ("choose", likeliest, "The likeliest payoff is not all"),
    ("choose", in_floats, "With floats 0.1 \\+ 0.1 \\+ 0.1 is not 0.3: stay with Fractions"),
    ("choose", nearly, "it should be 'sure'"),
    (
        "choose",
        lambda player, coin, sure: "coin" if choose(player, coin, sure) == "same" else choose(player, coin, sure),
        "should be 'same'",
    ),
    ("stopping", lambda throws: Fraction(7, 2), r"\(2\) is Fraction\(7, 2\), it should be Fraction\(17, 4\)"),
    ("stopping", lambda throws: float(worth(throws)), r"should be Fraction\(7, 2\), exactly, and not as a float"),
    (
        "stopping",
        lambda throws: sum((1 - Fraction(face, 6) ** throws for face in range(6)), Fraction(0)),
        "the mean of the largest face",
    ),
    ("stopping", lambda throws: worth(throws + 1), "That is worth one throw more"),
    ("stopping", lambda throws: worth(throws - 1), "That is worth one throw less"),
    ("stopping", lambda throws: worth(min(throws, 10)), r"\(11\)"),
    ("race", lambda q, mine, others: 1 - race(q, others, mine), "what you have if the other throws first"),
    ("race", lambda q, mine, others: race(q, others, mine), "mine and others have changed places"),
    ("race", lambda q, mine, others: 1 - race(q, mine, others), "That is what the other has"),
    ("race", lambda *given: inner["_race"](*given, again=True), "After a success it is the other's turn, too"),
    ("race", lambda *given: float(race(*given)), r"should be Fraction\(2, 3\), exactly, and not as a float"),
    ("race", lambda q, mine, others: race(q, min(mine, 3), min(others, 3)), "5, 2"),
    ("race", lambda q, mine, others: race(Fraction(1, 6), mine, others), r"Fraction\(1, 2\), 1, 1\) is"),
    ("stopping", lambda throws: worth(throws, range(6)), r"range\(6\) goes from 0 to 5"),
    ("stopping", lambda throws: worth(throws, range(1, 6)), r"range\(1, 6\) ends at 5"),
    (
        "choose",
        lambda player, coin, sure: choose(player, [(Fraction(1, len(coin)), x) for _, x in coin], sure),
        "Payoffs count as much as they are probable",
    ),
    (
        "choose",
        lambda player, coin, sure: NotImplemented if player else choose(player, coin, sure),
        "is not written yet: it comes to NotImplemented there",
    ),
    ("race", lambda q, mine, others: race(q, mine, others) if mine + others < 9 else 0, "5, 5"),
    ("one_round", in_another_round(signs={"Max": 1, "Min": 1}), "Min wants it small"),
    ("one_round", in_another_round(signs={"Max": 1}), "Min changes his moves, too"),
    ("one_round", in_another_round(signs={"Min": -1}), "Max changes his moves, too"),
    ("one_round", lambda nodes, guess: (values_of(nodes, guess), {}), "which moves would be better"),
    (
        "one_round",
        lambda nodes, guess: (values_of(nodes, guess), guess | one_round(nodes, guess)[1]),
        "Changed are the moves that are better, not all",
    ),
    ("one_round", in_floats_round, r"is \(\{'a': 1\.0\}, .* it should be \(\{'a': Fraction\(1, 1\)\}"),
    ("one_round", lambda nodes, guess: one_round(nodes, guess)[1], "it should be"),
]


LECTURE = Lecture(
    "chance",
    answers=right_and_wrong(RIGHT, WRONG),
)


def test_a_round_is_that_of_strategy_improvement():
    """On the ring of the lecture, from each guess, with the payoffs as pairs."""
    ring = next(nodes for nodes in inner["SMALL_GAMES"] if "one X" in nodes)

    def options(p, after):
        places = {f"{k}: {q}": q if isinstance(q, str) else (q, -q) for k, q in enumerate(after)}
        return {name: ("1/2", place) for name, place in places.items()} if ring[p][0] == "coin" else places

    tree = {p: ("chance" if who == "coin" else who, options(p, after)) for p, (who, after) in ring.items()}
    for o in ring["one X"][1]:
        for x in ring["one O"][1]:
            guess = {"one X": o, "one O": x}
            first = {p: f"{ring[p][1].index(q)}: {q}" for p, q in guess.items()}
            began = strategy_improvement(Tree(tree, players=("Max", "Min")), first=first).rounds[0]
            values, changes = inner["_round"](ring, guess)
            assert {p: began.values[p] for p in ring} == values
            mine = {p: f"{ring[p][1].index(q)}: {q}" for p, q in changes.items()}
            assert began.changes.items() <= mine.items()
            assert bool(began.changes) == bool(mine)
