"""Wrong answers to the exercises of lecture 2."""

from verdicts.ideas import Idea

PATH = "{k: [k + 1] for k in range(99)} | {99: []}"
LADDER = "{k: [k + 1, k + 2] for k in range(98)} | {98: [99], 99: []}"

IDEAS = [
    # is_won(options, v, known=None): up to 100 vertices, 0 to 19 options, repeated up to 3 times
    Idea(
        "with_memory",
        5,
        "a memory as a default is made anew each time",
        """
        def is_won(options, v, known={}):
            if v not in known:
                known[v] = any(not is_won(options, w, known) for w in options[v])
            return known[v]
        """,
        "[({0: []}, 0), ({0: [1], 1: []}, 0)]",
    ),
    Idea(
        "with_memory",
        5,
        "another graph has other vertices, so they tell the graphs apart",
        """
        memory = {}

        def is_won(options, v, known=None):
            key = tuple(options), sum(map(len, options.values())), v
            if key not in memory:
                memory[key] = any(not is_won(options, w) for w in options[v])
            return memory[key]
        """,
        "[({0: [1], 1: []}, 0), ({0: [], 1: [0]}, 0)]",
    ),
    Idea(
        "with_memory",
        2,
        "the options stand first in the dict",
        """
        def is_won(options, v, known=None):
            won = {}
            for u in options:
                won[u] = any(not won.get(w, False) for w in options[u])
            return won[v]
        """,
        "({0: [1], 1: [2], 2: []}, 0)",
    ),
    Idea(
        "with_memory",
        2,
        "the options stand last in the dict",
        """
        def is_won(options, v, known=None):
            won = {}
            for u in reversed(list(options)):
                won[u] = any(not won.get(w, False) for w in options[u])
            return won[v]
        """,
        "({2: [], 1: [2], 0: [1]}, 0)",
    ),
    Idea(
        "with_memory",
        1,
        "98 sweeps are enough for a hundred vertices",
        """
        def is_won(options, v, known=None):
            won = dict.fromkeys(options, False)
            for sweep in range(98):
                for u in options:
                    won[u] = any(not won[w] for w in options[u])
            return won[v]
        """,
        f"({PATH}, 0)",
    ),
    Idea(
        "with_memory",
        1,
        "fifty sweeps are enough",
        """
        def is_won(options, v, known=None):
            won = dict.fromkeys(options, False)
            for sweep in range(50):
                for u in options:
                    won[u] = any(not won[w] for w in options[u])
            return won[v]
        """,
        f"({PATH}, 0)",
    ),
    Idea(
        "with_memory",
        1,
        "nobody goes more than ninety moves deep",
        """
        def is_won(options, v, known=None):
            memory = {}

            def look(u, depth):
                if depth > 90:
                    return False
                if u not in memory:
                    memory[u] = any(not look(w, depth + 1) for w in options[u])
                return memory[u]

            return look(v, 0)
        """,
        f"({PATH}, 1)",
    ),
    Idea(
        "with_memory",
        3,
        "a vertex has at most a dozen options",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                known[v] = any(not is_won(options, w, known) for w in options[v][:12])
            return known[v]
        """,
        "({0: [*range(1, 14)]} | {k: [14] for k in range(1, 13)} | {13: [], 14: []}, 0)",
    ),
    Idea(
        "with_memory",
        3,
        "a vertex has at most eighteen options",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                known[v] = any(not is_won(options, w, known) for w in options[v][:18])
            return known[v]
        """,
        "({0: [*range(1, 20)]} | {k: [20] for k in range(1, 19)} | {19: [], 20: []}, 0)",
    ),
    Idea(
        "with_memory",
        3,
        "a vertex is won if the shortest way to the end is odd",
        """
        def is_won(options, v, known=None):
            moves, row = 0, [v]
            while all(options[u] for u in row):
                row = list({w for u in row for w in options[u]})
                moves += 1
            return moves % 2 == 1
        """,
        "({0: [1, 3], 1: [2], 2: [], 3: [4], 4: [5], 5: []}, 0)",
    ),
    Idea(
        "with_memory",
        6,
        "each option gets a memory of its own, a copy, so that nothing is mixed up",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                known[v] = any(not is_won(options, w, dict(known)) for w in options[v])
            return known[v]
        """,
        f"({LADDER}, 0)",
    ),
    # King: all 64 squares
    Idea(
        "king",
        3,
        "outcome says who wins from a square",
        """
        class King:
            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

            def play(self, square, move):
                return move

            def outcome(self, square):
                return LOSS if square[0] % 2 == square[1] % 2 == 0 else None
        """,
        "((2, 2),)",
    ),
    Idea(
        "king",
        5,
        "the king stands on self.square, so this need not be passed",
        """
        class King:
            def __init__(self):
                self.square = 7, 7

            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = self.square
                return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

            def play(self, square, move):
                self.square = move
                return move

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        "((3, 3),)",
    ),
    Idea(
        "king",
        3,
        "at the edge the king stops at 0, so a step may leave it where it is",
        """
        class King:
            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                left, down = max(c - 1, 0), max(r - 1, 0)
                return [(left, r), (c, down), (left, down)]

            def play(self, square, move):
                return move

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        "((0, 3),)",
    ),
    Idea(
        "king",
        6,
        "where play is over nobody asks for moves: the king stays in the corner",
        """
        class King:
            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                steps = (c - 1, r), (c, r - 1), (c - 1, r - 1)
                return [to for to in steps if min(to) >= 0] or [square]

            def play(self, square, move):
                return move

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        "((0, 0),)",
    ),
    Idea(
        "king",
        2,
        "a move is the number of a step in the list, and only steps that stay on the board count",
        """
        class King:
            steps = (-1, 0), (0, -1), (-1, -1)

            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                on = [s for s in self.steps if c + s[0] >= 0 and r + s[1] >= 0]
                return list(range(len(on)))

            def play(self, square, move):
                dc, dr = self.steps[move]
                return square[0] + dc, square[1] + dr

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        "((0, 3),)",
    ),
    # strategies and answers by hand
    Idea(
        "lead_the_king",
        2,
        "both at once where possible: that is the quickest way home",
        """
        def lead(square):
            c, r = square
            return max(c - 1, 0), max(r - 1, 0)
        """,
        "((7, 6),)",
    ),
    Idea(
        "lead_the_king",
        5,
        "first left, and then answer each step of the opponent with the same step",
        """
        last = [None]

        def lead(square):
            c, r = square
            if last[0] is None:
                to = c - 1, r
            else:
                to = c - (last[0][0] - c), r - (last[0][1] - r)
            last[0] = to
            return to
        """,
        "[((7, 6),), ((5, 5),), ((4, 5),)]",
    ),
    Idea("p_positions", 3, "a and the ends", 'p_positions = {"a", "i", "j"}', "()"),
    Idea(
        "no_kernel",
        3,
        "what holds for a ring of five holds for six",
        "arrows = [(k, (k + step) % 6) for k in range(6) for step in (1, 2)]",
        "()",
    ),
]
