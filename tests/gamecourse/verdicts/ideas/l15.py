"""Wrong answers to the exercises of lecture 15, past the edge."""

from verdicts.ideas import Idea

#: How a witness makes a game from the moves of its positions, and the outcomes at its ends.
WRITTEN = (
    "(type('Written', (), dict(start=lambda g: {start}, moves=lambda g, p: list(g.nodes[p]),"
    " play=lambda g, p, m: g.nodes[p][m], nodes={nodes},"
    " outcome=lambda g, p: None if isinstance(g.nodes[p], dict) else g.nodes[p]))(),)"
)

#: A row of forty positions, lost at its end.
ROW = "{k: {'on': k + 1} for k in range(39)} | {39: __import__('gamelib').LOSS}"

#: Twelve options: eleven are won for the opponent, only the last is lost.
TWELVE = (
    "{0: {k: k for k in range(1, 13)}} | {k: __import__('gamelib').WIN for k in range(1, 12)}"
    " | {12: __import__('gamelib').LOSS}"
)

IDEAS = [
    Idea(
        "came_from",
        3,
        "along the row, too, the rook may have come",
        """
        squares = ["a2", "a3", "a4", "b1", "c1"]
        """,
        "((),)",
    ),
    Idea(
        "largest",
        4,
        "the fourth root, with floats",
        """
        def largest(memory, bits):
            return int((8 * memory / (2 * bits)) ** 0.25)
        """,
        "(44720**4 // 4 - 1, 1)",
    ),
    Idea(
        "largest",
        1,
        "no board is larger than 40000",
        """
        def largest(memory, bits):
            n = 0
            while n < 40000 and 2 * (n + 1) ** 4 * bits <= 8 * memory:
                n += 1
            return n
        """,
        "(10**18, 1)",
    ),
    Idea(
        "largest",
        3,
        "a position takes whole bytes",
        """
        def largest(memory, bits):
            size, n = (bits + 7) // 8, 0
            while 2 * (n + 1) ** 4 * size <= memory:
                n += 1
            return n
        """,
        "(8_000_000_000, 2)",
    ),
    Idea(
        "largest",
        5,
        "go on from the board of the last question",
        """
        n = 0

        def largest(memory, bits):
            global n
            while 2 * (n + 1) ** 4 * bits <= 8 * memory:
                n += 1
            return n
        """,
        "[(1000, 1), (1, 1)]",
    ),
    Idea(
        "kings",
        3,
        "an eighth of all, and one more for what is left",
        """
        from itertools import product

        def kings(n):
            squares = list(product(range(n), repeat=2))
            count = sum(
                max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1
                for a, b in product(squares, repeat=2)
            )
            return -(-count // 8)
        """,
        "(4,)",
    ),
    Idea(
        "kings",
        3,
        "bring White's king into the triangle a1-d1-d4, and count Black's squares",
        """
        from itertools import product

        def kings(n):
            count = 0
            for r in range((n + 1) // 2):
                for c in range(r, (n + 1) // 2):
                    for a, b in product(range(n), repeat=2):
                        if max(abs(a - r), abs(b - c)) > 1 and (r != c or b >= a):
                            count += 1
            return count
        """,
        "(3,)",
    ),
    Idea(
        "kings",
        1,
        "nobody asks for a board larger than a chessboard",
        """
        from itertools import product

        def kings(n):
            if n > 8:
                return kings(8)

            def images(a, b):
                for turn, up, left in product((1, -1), (0, n - 1), (0, n - 1)):
                    yield tuple((abs(up - r), abs(left - c))[::turn] for r, c in (a, b))

            squares = list(product(range(n), repeat=2))
            apart = [
                (a, b)
                for a, b in product(squares, repeat=2)
                if max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1
            ]
            return len({min(images(a, b)) for a, b in apart})
        """,
        "(9,)",
    ),
    Idea(
        "unmoves",
        3,
        "only the rook can have given check, so White's king never moved last",
        """
        def unmoves(n, king, rook, black):
            here = {king, rook, black}
            check_now = black in attacked(n, "R", rook, {king, black})
            pairs = {(king, r) for r in attacked(n, "R", rook, here) - here}
            if not check_now:
                pairs |= {(k, rook) for k in attacked(n, "K", king) - here}
            return {
                (k, r)
                for k, r in pairs
                if black not in attacked(n, "K", k)
                and black not in attacked(n, "R", r, {k, black})
            }
        """,
        "(5, (1, 2), (0, 0), (0, 4))",
    ),
    Idea(
        "unmoves",
        3,
        "the rook may have come through its own king",
        """
        def unmoves(n, king, rook, black):
            here = {king, rook, black}
            pairs = {(k, rook) for k in attacked(n, "K", king) - here}
            pairs |= {(king, r) for r in attacked(n, "R", rook, {black}) - here}
            return {
                (k, r)
                for k, r in pairs
                if black not in attacked(n, "K", k)
                and black not in attacked(n, "R", r, {k, black})
            }
        """,
        "(6, (2, 2), (2, 0), (5, 5))",
    ),
    Idea(
        "longer",
        4,
        "a power of a float",
        """
        from fractions import Fraction

        def longer(m, n, pieces, rounds):
            return Fraction((n / m) ** (2 * pieces + rounds)).limit_denominator(10**12)
        """,
        "(1000, 999, 10, True)",
    ),
    Idea(
        "longer",
        3,
        "a smaller board takes no longer: count whole times",
        """
        from fractions import Fraction

        def longer(m, n, pieces, rounds):
            if n <= m:
                return Fraction(1)
            return Fraction(n, m) ** (2 * pieces + rounds)
        """,
        "(3, 2, 1, False)",
    ),
    Idea(
        "mates",
        3,
        "Black's king may not take: the piece is safe",
        """
        from itertools import permutations, product

        def mates(n, piece):
            count = 0
            for king, at, black in permutations(product(range(n), repeat=2), 3):
                near = attacked(n, "K", king)
                if black in near:
                    continue
                lines = attacked(n, piece, at, {king})
                free = attacked(n, "K", black) - near - lines - {king, at}
                count += black in lines and not free
            return count
        """,
        "(3, 'Q')",
    ),
    Idea(
        "mates",
        3,
        "Black's king stops the line, too",
        """
        from itertools import permutations, product

        def mates(n, piece):
            count = 0
            for king, at, black in permutations(product(range(n), repeat=2), 3):
                near = attacked(n, "K", king)
                if black in near:
                    continue
                lines = attacked(n, piece, at, {king, black})
                free = attacked(n, "K", black) - near - lines - {king}
                count += black in lines and not free
            return count
        """,
        "(4, 'R')",
    ),
    Idea(
        "in_numbers",
        1,
        "nothing is taken away more than sixty times",
        """
        def options(cell, data, out):
            side, count = data[0], 0
            x, y = cell // side, cell % side
            if x == 0 or y == 0:
                return 0
            for times in range(1, 61):
                if y <= x and x - times * y >= 0:
                    out[count] = (x - times * y) * side + y
                    count += 1
                if x <= y and y - times * x >= 0:
                    out[count] = x * side + y - times * x
                    count += 1
            return count

        def listed(cell, side):
            out = [-1] * 100
            count = options(cell, [side], out)
            return out[:count]
        """,
        "(199, 100)",
    ),
    Idea(
        "in_numbers",
        3,
        "if the two are equal, both moves lead to the same",
        """
        def options(cell, data, out):
            side, count = data[0], 0
            x, y = cell // side, cell % side
            if x == 0 or y == 0:
                return 0
            if y <= x:
                for left in range(x - y, -1, -y):
                    out[count] = left * side + y
                    count += 1
            else:
                for left in range(y - x, -1, -x):
                    out[count] = x * side + left
                    count += 1
            return count

        def listed(cell, side):
            out = [-1] * 100
            count = options(cell, [side], out)
            return out[:count]
        """,
        "(33, 10)",
    ),
    Idea(
        "outcomes",
        1,
        "thirty rounds through all positions are enough",
        """
        def outcomes(game):
            options, found, waiting = {}, {}, [game.start()]
            for p in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                options[p] = []
                if result is None:
                    options[p] = [game.play(p, move) for move in game.moves(p)]
                    waiting.extend(options[p])
                else:
                    found[p] = result
            for _ in range(30):
                for p in [p for p in options if p not in found]:
                    after = [found.get(q, DRAW) for q in options[p]]
                    if LOSS in after:
                        found[p] = WIN
                    elif all(found.get(q) == WIN for q in options[p]):
                        found[p] = LOSS
            return {p: found.get(p, DRAW) for p in options}
        """,
        WRITTEN.format(start=0, nodes=ROW),
    ),
    Idea(
        "outcomes",
        3,
        "a drawn end is like a lost end to `settle`: it has no options",
        """
        def outcomes(game):
            options, won, waiting = {}, set(), [game.start()]
            for p in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                if result is None:
                    options[p] = list({game.play(p, move) for move in game.moves(p)})
                    waiting.extend(options[p])
                else:
                    options[p] = []
                    won |= {p} if result == WIN else set()
            settled = settle(options, won)
            return {p: settled[p][0] if p in settled else DRAW for p in options}
        """,
        WRITTEN.format(start=0, nodes="{0: {'a': 1}, 1: __import__('gamelib').DRAW}"),
    ),
    Idea(
        "outcomes",
        3,
        "no position has more than eleven moves that matter",
        """
        def outcomes(game):
            options, won, waiting = {}, set(), [game.start()]
            for p in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                if result is None:
                    options[p] = list({game.play(p, m) for m in list(game.moves(p))[:11]})
                    waiting.extend(options[p])
                else:
                    options[p] = [p] if result == DRAW else []
                    won |= {p} if result == WIN else set()
            settled = settle(options, won)
            return {p: settled[p][0] if p in settled else DRAW for p in options}
        """,
        WRITTEN.format(start=0, nodes=TWELVE),
    ),
    Idea(
        "outcomes",
        5,
        "remember the options of a position for the next question",
        """
        options, won = {}, set()

        def outcomes(game):
            waiting = [game.start()]
            for p in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                if result is None:
                    options[p] = list({game.play(p, move) for move in game.moves(p)})
                    waiting.extend(options[p])
                else:
                    options[p] = [p] if result == DRAW else []
                    won.update({p} if result == WIN else set())
            settled = settle(options, won)
            return {p: settled[p][0] if p in settled else DRAW for p in options}
        """,
        "["
        + WRITTEN.format(start=0, nodes="{0: {'a': 1}, 1: __import__('gamelib').DRAW}")
        + ", "
        + WRITTEN.format(start=0, nodes="{0: {'a': 1}, 1: __import__('gamelib').LOSS}")
        + "]",
    ),
]
