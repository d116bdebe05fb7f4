"""Second methods: slow, short and written from the definitions, to hold the library against."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from gamelib import CHANCE, LOSS
from gamelib.games import Tree

try:  # where gamelib is alone, nothing asks for what is made of arrays
    import numpy as np

    from gamefast import octal, octal_period
    from gamefast.boards.tokens import TokenGraph
except ModuleNotFoundError:
    np = TokenGraph = octal = octal_period = None

try:
    from networkx import DiGraph
except ModuleNotFoundError:

    class DiGraph(dict):
        """As much of networkx's as the tests of gamelib ask for: a dict from vertex to its
        successors, in order.
        """

        def __init__(self, edges=()):
            self.nodes = Nodes()
            if isinstance(edges, dict):
                self.add_nodes_from(edges)
                edges = [(v, w) for v, options in edges.items() for w in options]
            self.add_edges_from(edges)

        def add_node(self, vertex, **told):
            self.setdefault(vertex, {})
            self.nodes.setdefault(vertex, {}).update(told)

        def add_nodes_from(self, vertices):
            for vertex in vertices:
                self.add_node(vertex)

        def add_edges_from(self, edges):
            for v, w in edges:
                self.add_nodes_from((v, w))
                self[v][w] = {}

        def edges(self):
            return [(v, w) for v in self for w in self[v]]

        def number_of_edges(self):
            return len(self.edges())

        def out_degree(self):
            return [(v, len(options)) for v, options in self.items()]

        def is_directed(self):
            return True

        def to_undirected(self):
            graph = DiGraph(self)
            graph.is_directed = lambda: False
            return graph

        __hash__ = object.__hash__

    class Nodes(dict):
        def __call__(self, data):
            return [(vertex, told.get(data)) for vertex, told in self.items()]


@st.composite
def digraphs(draw, max_vertices=9, results=(None,)):
    """Random directed graphs: self-loops, cycles, several components, no terminal, one vertex or
    none.

    Ends carry one of ``results`` as their outcome; None leaves the default, a LOSS.
    """
    n = draw(st.integers(0, max_vertices))
    G = DiGraph()
    G.add_nodes_from(range(n))
    if n:
        vertices = st.integers(0, n - 1)
        G.add_edges_from(draw(st.lists(st.tuples(vertices, vertices), max_size=3 * n)))
    for v in G:
        result = draw(st.sampled_from(results))
        if not G[v] and result is not None:
            G.nodes[v]["outcome"] = result
    return G


def reached(G, v):
    """The vertex and all to which ways lead from it."""
    found, todo = {v}, [v]
    while todo:
        new = {*G[todo.pop()]} - found
        found |= new
        todo += new
    return found


def rounds(G):
    """Outcome and remoteness by the criteria alone, applied until a round changes nothing; draws
    are absent.

    Round r may only use what was known before it, so what it finds has remoteness r.
    """
    known = {v: (G.nodes[v].get("outcome", -1), 0) for v in G if not G[v]}
    drawn_ends = {v for v, (result, _) in known.items() if result == 0}
    known = {v: verdict for v, verdict in known.items() if v not in drawn_ends}
    for r in range(1, len(G) + 1):
        found = {}
        for v in set(G) - set(known) - drawn_ends:
            options = [known[w][0] if w in known else 0 for w in G[v]]
            if min(options) < 0:
                found[v] = (1, r)
            elif min(options) > 0:
                found[v] = (-1, r)
        if not found:
            break
        known |= found
    return known


def horizon_values(G):
    """The value of every vertex with results that are numbers: play is cut off after n moves and
    worth 0 then.

    Who can force a result other than 0 can force it within n moves, so n rounds are enough.
    """
    value = {v: float(G.nodes[v].get("outcome", -1)) if not G[v] else 0.0 for v in G}
    for _ in range(len(G) + 1):
        value = {v: max((-value[w] for w in G[v]), default=value[v]) for v in G}
    return value


def random_board(rng, rows, columns, walls=0.2, exits=1):
    """The text of a random board with a policeman and a thief on different free cells."""
    cells = np.where(rng.random(rows * columns) < walls, "*", ".")
    places = rng.permutation(rows * columns)
    cells[places[0]], cells[places[1]] = "P", "T"
    cells[places[2 : 2 + exits]] = "E"
    return "\n".join("".join(row) for row in cells.reshape(rows, columns))


def random_arena(rng, n0, n1, *, stay):
    """Two random directed graphs, and either player has won in some places."""
    graphs = []
    for n in (n0, n1):
        steps = [set(rng.integers(n, size=int(rng.integers(1, 4))).tolist()) for _ in range(n)]
        graphs.append({v: sorted(there | {v} if stay else there) for v, there in enumerate(steps)})
    won = rng.choice([-1, 0, 1], size=(n0, n1), p=[0.03, 0.94, 0.03]).astype(np.int8)
    return TokenGraph.of(*graphs, won, ("first", "second"))


def street(n):
    """The second token walks down a street of n vertices, where it is caught: some 2 n rounds."""
    steps = {v: [v, v + 1] if v + 1 < n else [v] for v in range(n)}
    return TokenGraph.of(
        {0: [0]}, steps, np.array([[0] * (n - 1) + [-1]], np.int8), ("first", "second")
    )


class Graph:
    """A game as a dict from 0, 1, 2, ...: (0 or 1, options), (CHANCE, [(probability, option)]),
    (None, payoff).
    """

    def __init__(self, nodes):
        self.nodes = nodes

    def start(self):
        return 0

    def turn(self, p):
        return self.nodes[p][0]

    def moves(self, p):
        return range(len(self.nodes[p][1]))

    def play(self, p, move):
        return self.nodes[p][1][move]

    def chances(self, p):
        return self.nodes[p][1]

    def payoffs(self, p):
        return self.nodes[p][1], -self.nodes[p][1]


@st.composite
def games(draw, size=8):
    """A stochastic game of at most 8 positions, with cycles; many have end components."""
    n = draw(st.integers(2, size))
    ends = draw(st.integers(0, 2))
    nodes = {}
    for p in range(n):
        who = draw(st.sampled_from([0, 1, 0, 1, CHANCE])) if p < n - ends else None
        options = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=2 if n > 6 else 3))
        if who is None:
            nodes[p] = (None, Fraction(draw(st.integers(-3, 3)), draw(st.integers(1, 3))))
        elif who == CHANCE:
            shares = [draw(st.integers(1, 4)) for _ in options]
            nodes[p] = (
                CHANCE,
                [(Fraction(s, sum(shares)), q) for s, q in zip(shares, options, strict=True)],
            )
        else:
            nodes[p] = (who, options)
    return Graph(nodes)


def by_enumeration(game, positions, allowed=None):
    """The values by trying every pair of positional strategies, each pair a Markov chain run for 2
    ** 40 steps.

    ``allowed``: the moves to be tried where not all are.
    """
    number = {p: i for i, p in enumerate(positions)}
    chain = np.zeros((len(positions), len(positions)))
    payoff = np.zeros(len(positions))
    ways = {0: [], 1: []}
    for i, p in enumerate(positions):
        turn = game.turn(p)
        if turn is None:
            chain[i, i], payoff[i] = 1, game.payoffs(p)[0]
        elif turn == CHANCE:
            for probability, there in game.chances(p):
                chain[i, number[there]] += float(probability)
        else:
            moves = game.moves(p) if allowed is None or p not in allowed else [allowed[p]]
            ways[turn].append((i, sorted({number[game.play(p, move)] for move in moves})))
    best = np.full(len(positions), -np.inf)
    for mine in product(*(options for _, options in ways[0])):
        worst = np.full(len(positions), np.inf)
        for others in product(*(options for _, options in ways[1])):
            power = chain.copy()
            for (i, _), j in zip(ways[0] + ways[1], mine + others, strict=True):
                power[i, j] = 1
            for _ in range(40):
                power = power @ power
            worst = np.minimum(worst, power @ payoff)
        best = np.maximum(best, worst)
    return dict(zip(positions, best, strict=True))


def naive_octal(code, size):
    """The values from the definition, with sets."""
    digits = [int(d) for d in code.replace(".", "")]
    values = []
    for n in range(size):
        options = set()
        for i, d in enumerate(digits[: n + 1]):
            if d & 1 and n == i:
                options.add(0)
            if d & 2 and n > i:
                options.add(values[n - i])
            if d & 4:
                options |= {values[a] ^ values[n - i - a] for a in range(1, n - i)}
        values.append(next(g for g in range(len(options) + 1) if g not in options))
    return values


def repeats(values, preperiod, period):
    """Whether the values repeat from the preperiod on, and neither sooner nor with a smaller
    period.
    """
    smaller = [d for d in range(1, period) if period % d == 0]
    return (
        np.array_equal(values[preperiod:-period], values[preperiod + period :])
        and (preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period])
        and not any(np.array_equal(values[preperiod:-d], values[preperiod + d :]) for d in smaller)
    )


def exceptions(values, preperiod, period):
    """The heaps below the preperiod that break the period carried backwards."""
    carried = [values[n + period * -((n - preperiod) // period)] for n in range(preperiod)]
    return tuple(n for n in range(preperiod) if values[n] != carried[n])


def check_period(code, preperiod, period):
    """What ``octal_period`` says, against a published period and the values themselves."""
    found, last = octal_period(code), len(code) - 2
    assert (found.preperiod, found.period) == (preperiod, period)
    values = octal(code, 2 * preperiod + 3 * period + last + 50).astype(int)
    assert found.certified_to == 2 * max(preperiod, 1) + 2 * period + last
    assert repeats(values, preperiod, period)
    assert found.exceptions == exceptions(values, preperiod, period)


def random_arrays(rng, n, m):
    """The rows of a random graph of n vertices and m edges, as GameGraph.from_arrays takes them."""
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(rng.integers(n, size=m), minlength=n), out=indptr[1:])
    return indptr, rng.integers(n, size=m)


def overwriting_by_sweeps(n, k):
    """Overwriting tic-tac-toe by plain value iteration over all boards, for the player to move;
    written from the rules.

    A board is a number in base 3: a digit 1 is a cell of the mover's, 2 one of the other's. Nothing
    of gamelib is used.
    """
    cells = n * n
    digits = np.array(list(product((0, 1, 2), repeat=cells)), np.int8)
    weight = 3 ** np.arange(cells)[::-1]
    rows = []
    for r, c, (dr, dc) in product(range(n), range(n), ((0, 1), (1, 0), (1, 1), (1, -1))):
        line = [(r + i * dr, c + i * dc) for i in range(k)]
        if all(0 <= a < n and 0 <= b < n for a, b in line):
            rows.append([a * n + b for a, b in line])
    has = {
        who: np.any([(digits[:, row] == who).all(axis=1) for row in rows], axis=0) for who in (1, 2)
    }
    other = ((3 - digits) % 3) @ weight  # the same board from the other chair
    value = np.where(has[2], -1.0, 0.0)
    for _ in range(400):
        best = np.full(len(digits), -1.0)
        for cell in range(cells):
            taken = np.arange(len(digits)) + (1 - digits[:, cell]) * weight[cell]
            success = np.where(has[1][taken], 1.0, -value[other[taken]])
            tried = 0.5 * success - 0.5 * value[other]
            gain = np.where(
                digits[:, cell] == 0, success, np.where(digits[:, cell] == 2, tried, -1.0)
            )
            best = np.maximum(best, gain)
        value = np.where(has[2], -1.0, best)
    return {"".join(".XO"[d] for d in board): v for board, v in zip(digits, value, strict=True)}


class Boxes:
    """Take 1 or 2 of n; who takes 2 and leaves something moves again; who takes the last has
    won.
    """

    def __init__(self, n=7):
        self.n = n

    def start(self):
        return self.n, 0

    def turn(self, p):
        return p[1] if p[0] else None

    def moves(self, p):
        return [k for k in (1, 2) if k <= p[0]]

    def play(self, p, k):
        return p[0] - k, p[1] if k == 2 and p[0] > 2 else 1 - p[1]

    def payoffs(self, p):
        return (-1, 1) if p[1] == 0 else (1, -1)


def game(**changes):
    """A game of counting down from 3 by 1 or 2, impartial, with other methods where that is asked
    for.
    """
    rules = {
        "start": lambda self: 3,
        "moves": lambda self, p: [k for k in (1, 2) if k <= p],
        "play": lambda self, p, k: p - k,
        "outcome": lambda self, p: LOSS if p == 0 else None,
        "impartial": True,
    }
    return type("Mine", (), {k: v for k, v in (rules | changes).items() if v is not None})()


def taking_turns(**changes):
    """Boxes from 3, with other methods where that is asked for."""
    return type("Dots", (Boxes,), changes)(3)


#: Changes to ``game``, and the words in which its fault is named.
FAULTS = {
    "False": (
        {"outcome": lambda self, p: p == 0},
        "the outcome of 3 is False: give None where play goes on",
    ),
    **(
        {"numpy's False": ({"outcome": lambda self, p: np.bool_(p == 0)}, "the outcome of 3 is ")}
        if np
        else {}
    ),
    "text": (
        {"outcome": lambda self, p: None if p else "LOSS"},
        "the outcome of 0 is 'LOSS': it must be a finite",
    ),
    "nan": (
        {"outcome": lambda self, p: None if p else float("nan")},
        "the outcome of 0 is nan: it must be a finite",
    ),
    "no moves": (
        {"outcome": lambda self, p: None},
        "position 0 has no move, but is not over: say in outcome who",
    ),
    "None moves": (
        {"moves": lambda self, p: None},
        "the moves at 3 are None: give a list of moves",
    ),
    "None a move": (
        {"moves": lambda self, p: [None]},
        "None is one of the moves at 3: take another value",
    ),
    "play None": (
        {"play": lambda self, p, k: None},
        "None: (it must|play must) return the next position",
    ),
}


#: Two players go round a ring of coins, until one of them takes what there is; and a guess that is
#: wrong everywhere.
RING = Tree(
    {
        "one X": ("O", {"try": "O tries", "take": (1, -1)}),
        "O tries": ("chance", {"heads": ("1/2", "one O"), "tails": ("1/2", (1, -1))}),
        "one O": ("X", {"try": "X tries", "take": (-1, 1)}),
        "X tries": ("chance", {"heads": ("1/2", "one X"), "tails": ("1/2", (-1, 1))}),
    },
    players=("X", "O"),
)
WRONG = {"one X": "take", "one O": "take"}

#: Stochastic games in which a single better move, a bound or the likeliest outcome leads astray.
TRAPS = {
    "stop for -1, or stay for ever": {0: (0, [1, 0]), 1: (None, -1)},
    "stop for 1, or stay": {0: (0, [1, 0]), 1: (None, 1)},
    "each holds the other's upper bound": {
        0: (0, [2, 1]),
        1: (1, [0, 3]),
        2: (None, 1),
        3: (None, 2),
    },
    "to stay is as good by the bounds": {
        0: (0, [0, 2, 1]),
        1: (CHANCE, [(Fraction(1, 2), 0), (Fraction(1, 2), 1)]),
        2: (None, 1),
    },
    "a throw that loses on the average": {
        **{
            0: (0, [1, 0]),
            1: (CHANCE, [(Fraction(1, 3), p) for p in (2, 0, 3)]),
            2: (None, -2),
            3: (None, 1),
        }
    },
    "one end component inside another": {
        **{
            0: (0, [1, 4]),
            1: (1, [0, 2]),
            2: (0, [2, 3, 1]),
            3: (CHANCE, [(Fraction(1, 2), 2), (Fraction(1, 2), 5)]),
        },
        **{4: (None, Fraction(-1)), 5: (None, Fraction(1, 3))},
    },
    "round a chance node": {
        **{
            0: (0, [2, 1]),
            1: (CHANCE, [(Fraction(1, 2), 0), (Fraction(1, 2), 3)]),
            2: (None, -1),
            3: (1, [0, 4]),
            4: (None, 3),
        }
    },
    "nobody ever stops": {0: (0, [1]), 1: (1, [0])},
    "a reply that goes round": {0: (1, [1, 2]), 1: (0, [0, 3]), 2: (None, 1), 3: (None, -1)},
}
