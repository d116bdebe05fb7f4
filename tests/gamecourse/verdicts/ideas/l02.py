"""Wrong answers to the exercises of lecture 2."""

from verdicts.ideas import Idea

PATH = "{k: [k + 1] for k in range(99)} | {99: []}"
LADDER = "{k: [k + 1, k + 2] for k in range(98)} | {98: [99], 99: []}"

#: A chain of this many moves.
CHAIN = "{{k: [k + 1] for k in range({0})}} | {{{0}: []}}"


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
    # A third round.
    Idea(
        "with_memory",
        5,
        "a memory for all graphs: their vertices and the number of their arrows tell them apart",
        """
        memory = {}

        def is_won(options, v, known=None):
            key = v, tuple(options), sum(map(len, options.values()))
            if key not in memory:
                memory[key] = any(not is_won(options, w) for w in options[v])
            return memory[key]
        """,
        "[({0: [1], 1: [], 2: []}, 0), ({0: [], 1: [2], 2: []}, 0)]",
    ),
    Idea(
        "with_memory",
        5,
        "a memory for all graphs: the beginning of their text tells them apart",
        """
        memory = {}

        def is_won(options, v, known=None):
            key = v, str(options)[:200]
            if key not in memory:
                memory[key] = any(not is_won(options, w) for w in options[v])
            return memory[key]
        """,
        "[({k: [k + 1] for k in range(40)} | {40: []}, 0),"
        " ({k: [k + 1] for k in range(41)} | {41: []}, 0)]",
    ),
    Idea(
        "with_memory",
        3,
        "a vertex is won if the longest way to the end is odd",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known

            def longest(v):
                if v not in known:
                    known[v] = 1 + max(map(longest, options[v]), default=-1)
                return known[v]

            return longest(v) % 2 == 1
        """,
        "({0: [], 1: [0], 2: [0, 1]}, 2)",
    ),
    Idea(
        "with_memory",
        3,
        "an option that is listed twice cancels, as two equal heaps do",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                known[v] = any(
                    options[v].count(w) != 2 and not is_won(options, w, known) for w in options[v]
                )
            return known[v]
        """,
        "({0: [1, 1], 1: []}, 0)",
    ),
    Idea(
        "with_memory",
        3,
        "of options with the same options one is enough, and a vertex with no arrow in is one",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                known[v] = False
                looked_at = []
                for w in options[v]:
                    kind = len(options[w]), sorted(len(options[x]) for x in options[w])
                    if kind not in looked_at:
                        looked_at.append(kind)
                        known[v] = known[v] or not is_won(options, w, known)
            return known[v]
        """,
        "({0: [2, 1], 1: [3], 2: [4], 3: [5], 4: [6], 5: [], 6: [7], 7: []}, 0)",
    ),
    Idea(
        "with_memory",
        5,
        "an option that has been looked at is taken off the list",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                won = False
                while options[v]:
                    won = not is_won(options, options[v].pop(), known) or won
                known[v] = won
            return known[v]
        """,
        "[(g, 0) for g in [{0: [1], 1: []}] for _ in range(2)]",
    ),
    Idea(
        "king",
        6,
        "one list for the moves, cleared and filled anew (one sees it in the list from before)",
        """
        class King:
            steps = []

            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                self.steps.clear()
                self.steps += [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]
                return self.steps

            def play(self, square, move):
                return move

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        None,
    ),
    Idea(
        "king",
        3,
        "where play goes on, nobody has won: a draw so far",
        """
        from gamelib import DRAW

        class King:
            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

            def play(self, square, move):
                return move

            def outcome(self, square):
                return LOSS if square == (0, 0) else DRAW
        """,
        "((2, 2),)",
    ),
    Idea(
        "king",
        2,
        "squares are sorted: rows first",
        """
        class King:
            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = sorted(square)
                return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

            def play(self, square, move):
                return move

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        "((3, 2),)",
    ),
    Idea(
        "lead_the_king",
        3,
        "leave an even sum of the two numbers",
        """
        def lead(square):
            c, r = square
            steps = [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]
            return next((to for to in steps if sum(to) % 2 == 0), steps[0])
        """,
        "((6, 5),)",
    ),
    Idea(
        "lead_the_king",
        3,
        "bring the king to the diagonal, and keep it there",
        """
        def lead(square):
            c, r = square
            if c > r:
                return c - 1, r
            if r > c:
                return c, r - 1
            return c - 1, r - 1
        """,
        "((5, 6),)",
    ),
    Idea(
        "lead_the_king",
        5,
        "a square does not come twice, so a square that was seen gets any step",
        """
        seen = set()

        def lead(square):
            c, r = square
            steps = [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]
            if square in seen:
                return steps[0]
            seen.add(square)
            return next((to for to in steps if to[0] % 2 == to[1] % 2 == 0), steps[0])
        """,
        "[((7, 6),), ((7, 6),), ((5, 5),), ((5, 5),)]",
    ),
    Idea(
        "p_positions",
        3,
        "the vertices from which the shortest way to an end is even",
        """
        distance = {v: 0 for v in check.BY_HAND if not check.BY_HAND[v]}
        for v in distance and list(check.BY_HAND) * 20:
            near = [distance[w] for w in check.BY_HAND[v] if w in distance]
            if near and check.BY_HAND[v]:
                distance[v] = 1 + min(near)
        p_positions = {v for v in distance if distance[v] % 2 == 0}
        """,
        "()",
    ),
    Idea(
        "no_kernel",
        6,
        "the cycle of three with each arrow twice: two arrows lead out of every vertex",
        "arrows = [(k, (k + 1) % 3) for k in range(3)] * 2",
        "()",
    ),
    Idea(
        "no_kernel",
        6,
        "the cycle of three and a vertex more, to which all of them lead",
        "arrows = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]",
        "()",
    ),
    # A fourth round.
    Idea(
        "with_memory",
        6,
        "a memory by id(options): two graphs are two things (a new one may stand where an old one was)",
        """
        memory = {}

        def is_won(options, v, known=None):
            key = id(options), v
            if key not in memory:
                memory[key] = any(not is_won(options, w) for w in options[v])
            return memory[key]
        """,
        None,
    ),
    Idea(
        "with_memory",
        5,
        "a memory by the vertex, its options, and their options",
        """
        memory = {}

        def is_won(options, v, known=None):
            key = v, tuple((w, tuple(options[w])) for w in options[v])
            if key not in memory:
                memory[key] = any(not is_won(options, w) for w in options[v])
            return memory[key]
        """,
        f"[({CHAIN.format(3)}, 0), ({CHAIN.format(4)}, 0)]",
    ),
    Idea(
        "with_memory",
        5,
        "a memory by the vertex and by all that stands four moves below it",
        """
        memory = {}

        def below(options, v, deep):
            return v, tuple(below(options, w, deep - 1) for w in options[v]) if deep else ()

        def is_won(options, v, known=None):
            known = {} if known is None else known
            if len(options) > 30:
                if v not in known:
                    known[v] = any(not is_won(options, w, known) for w in options[v])
                return known[v]
            key = below(options, v, 4)
            if key not in memory:
                memory[key] = any(not is_won(options, w) for w in options[v])
            return memory[key]
        """,
        f"[({CHAIN.format(5)}, 0), ({CHAIN.format(6)}, 0)]",
    ),
    Idea(
        "with_memory",
        4,
        "the lost vertices are the bits of a word of sixty-four, as in C",
        """
        def is_won(options, v, known=None):
            place = {u: k & 63 for k, u in enumerate(options)}
            todo, settled, lost = list(options), set(), 0
            while todo:
                waiting = []
                for u in todo:
                    if not settled.issuperset(options[u]):
                        waiting.append(u)
                        continue
                    settled.add(u)
                    if not any(lost >> place[w] & 1 for w in options[u]):
                        lost |= 1 << place[u]
                todo = waiting
            return not lost >> place[v] & 1
        """,
        "({k: [k + 1] for k in range(50)} | {99: []} | {k: [k + 1] for k in range(50, 98)} | {98: []}, 0)",
    ),
    Idea(
        "with_memory",
        3,
        "a vertex is won if an odd number of its options is lost: two ways to win cancel",
        """
        def is_won(options, v, known=None):
            known = {} if known is None else known
            if v not in known:
                known[v] = sum(not is_won(options, w, known) for w in set(options[v])) % 2 == 1
            return known[v]
        """,
        "({0: [1, 2], 1: [], 2: []}, 0)",
    ),
    Idea(
        "king",
        5,
        "start says where the king is now",
        """
        class King(Game):
            square = 7, 7

            def start(self):
                return self.square

            def moves(self, square):
                c, r = square
                steps = (c - 1, r), (c, r - 1), (c - 1, r - 1)
                return [to for to in steps if min(to) >= 0]

            def play(self, square, move):
                self.square = move
                return move

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        "((7, 7),)",
    ),
    Idea(
        "king",
        5,
        "the moves from a square are worked out once for each column, as the rows are alike",
        """
        class King(Game):
            steps = {}

            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                if c not in self.steps:
                    steps = (-1, 0), (0, -1), (-1, -1)
                    self.steps[c] = [(a, b) for a, b in steps if c + a >= 0 and r + b >= 0]
                return self.steps[c]

            def play(self, square, move):
                return square[0] + move[0], square[1] + move[1]

            def outcome(self, square):
                return LOSS if square == (0, 0) else None
        """,
        "[((3, 0),), ((3, 3),)]",
    ),
    Idea(
        "king",
        3,
        "beside the corner the game is decided: who is to move there has won",
        """
        class King(Game):
            def start(self):
                return 7, 7

            def moves(self, square):
                c, r = square
                steps = (c - 1, r), (c, r - 1), (c - 1, r - 1)
                return [to for to in steps if min(to) >= 0]

            def play(self, square, move):
                return move

            def outcome(self, square):
                if square == (0, 0):
                    return LOSS
                return 1 if max(square) == 1 else None
        """,
        "((1, 0),)",
    ),
    Idea(
        "lead_the_king",
        4,
        "halve both numbers, round, and double them: an even square",
        """
        def lead(square):
            c, r = square
            to = 2 * round(c / 2), 2 * round(r / 2)
            return to if to != square and max(to[0] - c, to[1] - r) <= 0 else (max(c - 1, 0), r)
        """,
        "((2, 3),)",
    ),
    Idea(
        "lead_the_king",
        3,
        "both numbers even, but near the edge go straight along it",
        """
        def lead(square):
            c, r = square
            if min(c, r) <= 1 and max(c, r) > 1:
                return (c - 1, r) if c > r else (c, r - 1)
            steps = [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]
            return next((to for to in steps if to[0] % 2 == to[1] % 2 == 0), steps[0])
        """,
        "((3, 1),)",
    ),
    Idea(
        "no_kernel",
        6,
        "seven in a ring, each with arrows to those one, two and four places on",
        "arrows = [(k, (k + step) % 7) for k in range(7) for step in (1, 2, 4)]",
        "()",
    ),
    Idea(
        "no_kernel",
        3,
        "two cycles of three, each vertex with an arrow to its partner in the second and back to the next",
        "arrows = [(k, (k + 1) % 3) for k in range(3)] + [(k, k + 3) for k in range(3)]"
        " + [(k + 3, (k + 1) % 3 + 3) for k in range(3)] + [(k + 3, (k + 1) % 3) for k in range(3)]",
        "()",
    ),
    Idea(
        "p_positions",
        3,
        "the vertices whose longest way to an end is even",
        'p_positions = {"a", "d", "e", "i"}',
        "()",
    ),
]
