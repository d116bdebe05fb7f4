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
    # A third round.
    Idea(
        "came_from",
        3,
        "the square where the rook stands now is one of them",
        'squares = ["a1", "a2", "a3", "a4"]',
        "()",
    ),
    Idea(
        "largest",
        4,
        "whole bytes by whole bits first",
        """
        from math import isqrt

        def largest(memory, bits):
            return isqrt(isqrt(memory // bits * 4))
        """,
        "(1, 4)",
    ),
    Idea(
        "largest",
        1,
        "halving between 0 and 44,721",
        """
        def largest(memory, bits):
            low, high = 0, 44_721
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if middle**4 * bits <= 4 * memory else (low, middle)
            return low
        """,
        "(10**18, 1)",
    ),
    Idea(
        "kings",
        3,
        "Burnside, with the diagonals, and the middle row for odd boards counted once",
        """
        def kings(n):
            squares = list(product(range(n), repeat=2))
            pairs = [(a, b) for a, b in product(squares, repeat=2)
                     if max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1]
            on_diagonal = sum(a[0] == a[1] and b[0] == b[1] for a, b in pairs)
            in_middle = sum(2 * a[0] == 2 * b[0] == n - 1 for a, b in pairs)
            return (len(pairs) + 2 * on_diagonal + in_middle) // 8
        """,
        "(5,)",
    ),
    Idea(
        "kings",
        5,
        "the placings that were seen go into one set",
        """
        seen = set()

        def kings(n):
            def images(a, b):
                for turn, up, left in product((1, -1), (0, n - 1), (0, n - 1)):
                    yield tuple((abs(up - r), abs(left - c))[::turn] for r, c in (a, b))

            squares = list(product(range(n), repeat=2))
            fresh = {min(images(a, b)) for a, b in product(squares, repeat=2)
                     if max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1}
            seen.update((n // 2, *pair) for pair in fresh)
            return sum(pair[0] == n // 2 for pair in seen)
        """,
        "[(5,), (4,)]",
    ),
    Idea(
        "unmoves",
        3,
        "where White's king was, it still stops the rook",
        """
        def unmoves(n, king, rook, black):
            here = {king, rook, black}
            pairs = {(k, rook) for k in attacked(n, "K", king) - here}
            pairs |= {(king, r) for r in attacked(n, "R", rook, here) - here}
            return {(k, r) for k, r in pairs
                    if black not in attacked(n, "K", k)
                    and black not in attacked(n, "R", r, {k, king})}
        """,
        "(5, (0, 2), (0, 1), (0, 4))",
    ),
    Idea(
        "unmoves",
        5,
        "a memory by the rook's and Black's places",
        """
        memory = {}

        def unmoves(n, king, rook, black):
            key = king, rook, black, n // 2
            if key not in memory:
                here = {king, rook, black}
                pairs = {(k, rook) for k in attacked(n, "K", king) - here}
                pairs |= {(king, r) for r in attacked(n, "R", rook, here) - here}
                memory[key] = {(k, r) for k, r in pairs
                               if black not in attacked(n, "K", k)
                               and black not in attacked(n, "R", r, {k, black})}
            return memory[key]
        """,
        "[(4, (0, 0), (3, 3), (0, 2)), (5, (0, 0), (3, 3), (0, 2))]",
    ),
    Idea(
        "longer",
        5,
        "a memory by the ratio of the sides and the number of pieces",
        """
        memory = {}

        def longer(m, n, pieces, rounds):
            return memory.setdefault((Fraction(n, m), pieces), Fraction(n, m) ** (2 * pieces + rounds))
        """,
        "[(1, 2, 1, False), (1, 2, 1, True)]",
    ),
    Idea(
        "longer",
        4,
        "sixty digits are exact enough",
        """
        def longer(m, n, pieces, rounds):
            return (Fraction(n, m) ** (2 * pieces + rounds)).limit_denominator(10**60)
        """,
        "(999, 1000, 10, True)",
    ),
    Idea(
        "mates",
        3,
        "nobody is mated away from the edge, or by a piece that stands beside the king",
        """
        def mates(n, piece):
            count = 0
            for king, at, black in permutations(product(range(n), repeat=2), 3):
                near = attacked(n, "K", king)
                if black in near or 0 < min(black) and max(black) < n - 1:
                    continue
                if max(abs(at[0] - black[0]), abs(at[1] - black[1])) < 2:
                    continue
                lines = attacked(n, piece, at, {king})
                free = attacked(n, "K", black) - near - lines - {king}
                count += black in lines and not free
            return count
        """,
        "(4, 'Q')",
    ),
    Idea(
        "mates",
        6,
        "mate or stalemate: Black cannot move",
        """
        def mates(n, piece):
            count = 0
            for king, at, black in permutations(product(range(n), repeat=2), 3):
                near = attacked(n, "K", king)
                lines = attacked(n, piece, at, {king})
                count += black not in near and not attacked(n, "K", black) - near - lines
            return count
        """,
        "(3, 'N')",
    ),
    Idea(
        "in_numbers",
        1,
        "nothing is taken away more than ninety-eight times",
        """
        def options(cell, data, out):
            side, count = data[0], 0
            x, y = cell // side, cell % side
            if x == 0 or y == 0:
                return 0
            for times in range(1, 99):
                if times * y <= x:
                    out[count] = (x - times * y) * side + y
                    count += 1
                if times * x <= y:
                    out[count] = x * side + y - times * x
                    count += 1
            return count

        def listed(cell, side):
            out = [-1] * 100
            count = options(cell, [side], out)
            return count if count is NotImplemented else out[:count]
        """,
        "(199, 100)",
    ),
    Idea(
        "in_numbers",
        3,
        "the last move, which leaves nothing, ends play, so it comes only if they are equal",
        """
        def options(cell, data, out):
            side, count = data[0], 0
            x, y = cell // side, cell % side
            if x == 0 or y == 0:
                return 0
            if y <= x:
                for left in range(x - y, -(x == y), -y):
                    out[count] = left * side + y
                    count += 1
            if x <= y:
                for left in range(y - x, -1, -x):
                    out[count] = x * side + left
                    count += 1
            return count

        def listed(cell, side):
            out = [-1] * 100
            count = options(cell, [side], out)
            return count if count is NotImplemented else out[:count]
        """,
        "(42, 10)",
    ),
    Idea(
        "outcomes",
        3,
        "a recursion that calls a position drawn when it comes back to it",
        """
        def outcomes(game):
            known = {}

            def value(p, way):
                if p in way:
                    return DRAW
                if p not in known:
                    known[p] = game.outcome(p)
                    if known[p] is None:
                        del known[p]
                        known[p] = max(-value(game.play(p, m), way | {p}) for m in game.moves(p))
                return known[p]

            value(game.start(), frozenset())
            return known
        """,
        f"{WRITTEN.format(start=1, nodes='{1: dict(b=2, a=0), 2: dict(c=1), 0: -1}')}",
    ),
    Idea(
        "outcomes",
        5,
        "a memory by the game's start and the options there",
        """
        memory = {}

        def outcomes(game):
            key = game.start(), len(game.moves(game.start())) if game.outcome(game.start()) is None else 0
            if key in memory:
                return memory[key]
            options, won, waiting = {}, set(), [game.start()]
            for p in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                if result is None:
                    options[p] = list({game.play(p, move) for move in game.moves(p)})
                    waiting.extend(options[p])
                else:
                    options[p] = [p] if result == DRAW else []
                    won |= {p} if result == WIN else set()
            settled = settle(options, won)
            memory[key] = {p: settled[p][0] if p in settled else DRAW for p in options}
            return memory[key]
        """,
        f"[{WRITTEN.format(start=0, nodes='{0: dict(a=1), 1: -1}')},"
        f" {WRITTEN.format(start=0, nodes='{0: dict(a=1), 1: 1}')}]",
    ),
    # A fourth round.
    Idea(
        "largest",
        4,
        "the root of the root, of a quotient that is a float",
        """
        from math import isqrt

        def largest(memory, bits):
            return isqrt(isqrt(int(4 * memory / bits)))
        """,
        "(999967841258550321, 1)",
    ),
    Idea(
        "largest",
        4,
        "the fourth root with floats, and one step up if there is room",
        """
        def largest(memory, bits):
            n = int((4 * memory / bits) ** 0.25)
            while 2 * (n + 1) ** 4 * bits <= 8 * memory:
                n += 1
            return n
        """,
        "(999967841258550320, 1)",
    ),
    Idea(
        "largest",
        5,
        "a memory by the memory to fifteen digits, and the bits",
        """
        found = {}

        def largest(memory, bits):
            key = f"{memory:.15g}", bits
            if key not in found:
                n = 0
                while 2 * (n + 1) ** 4 * bits <= 8 * memory:
                    n += 1
                found[key] = n
            return found[key]
        """,
        "[(44000**4 // 4, 1), (44000**4 // 4 - 1, 1)]",
    ),
    Idea(
        "kings",
        3,
        "Burnside by a formula that fits 1 to 8",
        """
        def kings(n):
            table = [0, 0, 0, 5, 21, 63, 135, 270, 462]
            if n < len(table):
                return table[n]
            return table[8] + 3 * (table[8] - table[7]) // 2
        """,
        "(9,)",
    ),
    Idea(
        "unmoves",
        1,
        "a rook comes from at most six squares away",
        """
        def unmoves(n, king, rook, black):
            here = {king, rook, black}
            pairs = {(k, rook) for k in attacked(n, "K", king) - here}
            for r in attacked(n, "R", rook, here) - here:
                if abs(r[0] - rook[0]) + abs(r[1] - rook[1]) < 7:
                    pairs.add((king, r))
            return {(k, r) for k, r in pairs
                    if black not in attacked(n, "K", k)
                    and black not in attacked(n, "R", r, {k, black})}
        """,
        "(8, (2, 2), (0, 0), (5, 5))",
    ),
    Idea(
        "unmoves",
        5,
        "a memory by where the pieces stand from each other, the size, and whether the rook stands at an edge",
        """
        memory = {}

        def unmoves(n, king, rook, black):
            here = {king, rook, black}
            key = (n, black, king, rook[0] - black[0], sorted(here)[1])
            pairs = {(k, rook) for k in attacked(n, "K", king) - here}
            pairs |= {(king, r) for r in attacked(n, "R", rook, here) - here}
            return memory.setdefault(key, {(k, r) for k, r in pairs
                    if black not in attacked(n, "K", k)
                    and black not in attacked(n, "R", r, {k, black})})
        """,
        "[(8, (2, 2), (7, 0), (5, 5)), (8, (2, 2), (7, 1), (5, 5))]",
    ),
    Idea(
        "unmoves",
        3,
        "the rook cannot have stood beside Black's king, who would have taken it",
        """
        def unmoves(n, king, rook, black):
            here = {king, rook, black}
            pairs = {(k, rook) for k in attacked(n, "K", king) - here}
            pairs |= {(king, r) for r in attacked(n, "R", rook, here) - here}
            return {(k, r) for k, r in pairs
                    if black not in attacked(n, "K", k)
                    and black not in attacked(n, "R", r, {k, black})
                    and (r == rook or r not in attacked(n, "K", black) or r in attacked(n, "K", k))}
        """,
        "(8, (0, 0), (4, 7), (5, 4))",
    ),
    Idea(
        "longer",
        4,
        "the fraction with a denominator of at most sixty-two digits",
        """
        def longer(m, n, pieces, rounds):
            return (Fraction(n, m) ** (2 * pieces + rounds)).limit_denominator(10**62)
        """,
        "(997, 991, 10, True)",
    ),
    Idea(
        "longer",
        5,
        "a memory by the ratio to five places, the pieces and the rounds",
        """
        memory = {}

        def longer(m, n, pieces, rounds):
            key = round(n / m, 5), pieces, rounds
            return memory.setdefault(key, Fraction(n, m) ** (2 * pieces + rounds))
        """,
        "[(999, 1, 1, False), (1000, 1, 1, False)]",
    ),
    Idea(
        "mates",
        3,
        "on four by four it is as with the rook of three by three, four times over",
        """
        def mates(n, piece):
            if piece in "BN" or n < 3:
                return 0
            count = 0
            for king, at, black in permutations(product(range(n), repeat=2), 3):
                near = attacked(n, "K", king)
                if black in near or 0 not in black and n - 1 not in black:
                    continue
                lines = attacked(n, piece, at, {king, black})
                count += black in lines and not attacked(n, "K", black) - near - lines - {king}
            return count
        """,
        "(4, 'R')",
    ),
    Idea(
        "in_numbers",
        6,
        "the two numbers in a dict with texts for keys (it does not compile)",
        """
        def options(cell, data, out):
            side = data[0]
            numbers = dict(zip("xy", divmod(cell, side)))
            if not all(numbers.values()):
                return 0
            found = []
            for name, other in ("xy", "yx"):
                left = numbers[name] - numbers[other]
                while left >= 0:
                    after = {**numbers, name: left}
                    found.append(after["x"] * side + after["y"])
                    left -= numbers[other]
            for k, to in enumerate(found):
                out[k] = to
            return len(found)

        def listed(cell, side):
            out = [-1] * 100
            count = options(cell, [side], out)
            return count if count is NotImplemented else out[:count]
        """,
        None,
    ),
    Idea(
        "in_numbers",
        5,
        "the side is kept from the first call, as it does not change while a game is solved",
        """
        first = []

        def options(cell, data, out):
            if not first or first[0] < data[0]:
                first[:] = [data[0]]
            side, count = first[0], 0
            x, y = cell // side, cell % side
            if x == 0 or y == 0:
                return 0
            if y <= x:
                for left in range(x - y, -1, -y):
                    out[count] = left * side + y
                    count += 1
            if x <= y:
                for left in range(y - x, -1, -x):
                    out[count] = x * side + left
                    count += 1
            return count

        def listed(cell, side):
            out = [-1] * 100
            count = options(cell, [side], out)
            return count if count is NotImplemented else out[:count]
        """,
        "[(24, 10), (11, 5)]",
    ),
    Idea(
        "outcomes",
        3,
        "a drawn end has an arrow back to where play came from",
        """
        def outcomes(game):
            options, won, waiting = {}, set(), [(game.start(), game.start())]
            for p, before in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                if result is None:
                    options[p] = list({game.play(p, move) for move in game.moves(p)})
                    waiting.extend((w, p) for w in options[p])
                else:
                    options[p] = [before] if result == DRAW else []
                    won |= {p} if result == WIN else set()
            settled = settle(options, won)
            return {p: settled[p][0] if p in settled else DRAW for p in options}
        """,
        WRITTEN.format(
            start=0,
            nodes="{0: {'a': 1, 'b': 2}, 1: __import__('gamelib').DRAW,"
            " 2: __import__('gamelib').LOSS}",
        ),
    ),
    Idea(
        "outcomes",
        5,
        "a memory by the positions and the outcomes at the ends",
        """
        memory = {}

        def outcomes(game):
            options, won, waiting, ends = {}, set(), [game.start()], []
            for p in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                ends.append((p, result, len(list(game.moves(p))) if result is None else 0))
                if result is None:
                    options[p] = list({game.play(p, move) for move in game.moves(p)})
                    waiting.extend(options[p])
                else:
                    options[p] = [p] if result == DRAW else []
                    won |= {p} if result == WIN else set()
            settled = settle(options, won)
            answer = {p: settled[p][0] if p in settled else DRAW for p in options}
            return memory.setdefault(str(sorted(map(str, ends))), answer)
        """,
        "["
        + WRITTEN.format(start=0, nodes="{0: {'a': 1}, 1: {'a': 2}, 2: __import__('gamelib').LOSS}")
        + ", "
        + WRITTEN.format(
            start=0, nodes="{0: {'a': 1, 'b': 2}, 1: {'a': 0}, 2: __import__('gamelib').LOSS}"
        )
        + ", "
        + WRITTEN.format(
            start=0, nodes="{0: {'a': 1, 'b': 2}, 1: {'a': 2}, 2: __import__('gamelib').LOSS}"
        )
        + "]",
    ),
    Idea(
        "outcomes",
        2,
        "of three options or more those that are drawn at once do not count",
        """
        def outcomes(game):
            options, won, waiting = {}, set(), [game.start()]
            for p in waiting:
                if p in options:
                    continue
                result = game.outcome(p)
                if result is None:
                    options[p] = list({game.play(p, move) for move in game.moves(p)})
                    if len(options[p]) > 2:
                        options[p] = [w for w in options[p] if game.outcome(w) != DRAW] or options[p]
                    waiting.extend({game.play(p, move) for move in game.moves(p)})
                else:
                    options[p] = [p] if result == DRAW else []
                    won |= {p} if result == WIN else set()
            settled = settle(options, won)
            return {p: settled[p][0] if p in settled else DRAW for p in options}
        """,
        WRITTEN.format(
            start=0,
            nodes="{0: {'a': 1, 'b': 2, 'c': 3}, 1: __import__('gamelib').DRAW,"
            " 2: __import__('gamelib').WIN, 3: __import__('gamelib').WIN}",
        ),
    ),
    Idea(
        "came_from",
        3,
        "the column, as far as White's king does not stand in the way of it",
        'squares = ["a2", "a3"]',
        "()",
    ),
    Idea(
        "in_numbers",
        6,
        "a list of all options first, and then a walrus and a star: it does not compile",
        """
        def options(cell, data, out):
            x, y = divmod(cell, data[0])
            if not x * y:
                return 0
            *found, = {left * data[0] + y for left in range(x - y, -1, -y)} | {
                x * data[0] + left for left in range(y - x, -1, -x)
            }
            for k in range(count := len(found)):
                out[k] = int(f"{found[k]}")
            return count

        def listed(cell, side):
            out = [-1] * 100
            count = options(cell, [side], out)
            return count if count is NotImplemented else out[:count]
        """,
        None,
    ),
    Idea(
        "longer",
        5,
        "a memory by the two sides, written one after the other, and the power",
        """
        memory = {}

        def longer(m, n, pieces, rounds):
            key = f"{m}{n}", 2 * pieces + rounds
            return memory.setdefault(key, Fraction(n, m) ** (2 * pieces + rounds))
        """,
        "[(1, 11, 1, False), (11, 1, 1, False)]",
    ),
    Idea(
        "largest",
        5,
        "a memory by the bits that fit, as a float",
        """
        found = {}

        def largest(memory, bits):
            key = 8 * memory / bits
            if key not in found:
                n = 0
                while 2 * (n + 1) ** 4 * bits <= 8 * memory:
                    n += 1
                found[key] = n
            return found[key]
        """,
        "[(44001**4 // 4 + 1, 1), (44001**4 // 4, 1)]",
    ),
]
