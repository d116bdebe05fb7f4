"""Wrong answers to the exercises of lecture 12, large games."""

from verdicts.ideas import Idea

#: How a witness makes a game from the positions that moves lead to, and numbers at its ends: at
#: every position, `guesses` says what the evaluation is, otherwise 0.
WRITTEN = (
    "type('Written', (), dict(start=lambda g: 0, moves=lambda g, p: list(range(len(g.nodes[p]))),"
    " play=lambda g, p, m: g.nodes[p][m], nodes={nodes},"
    " evaluate=lambda g, p: {guesses}.get(p, 0),"
    " outcome=lambda g, p: None if isinstance(g.nodes[p], list) else g.nodes[p]))()"
)

#: Nine moves, the last of which is the best.
NINE = {0: list(range(1, 10))} | {k: int(k < 9) for k in range(1, 10)}

#: Seven moves to the end.
ROW = {k: [k + 1] for k in range(7)} | {7: 5}

#: At the start two moves; the second is better by one in the twelfth digit.
NEAR = {0: [1, 2], 1: 10**12, 2: 10**12 - 1}

#: Twelve moves, the last of which wins.
LAST_WINS = {0: list(range(1, 13))} | {k: int(k < 12) or -1 for k in range(1, 13)}

#: A draw at once, or a win in seven moves.
LONG_WIN = {0: [8, 1]} | {k: [k + 1] for k in range(1, 7)} | {7: -1, 8: 0}

#: Sixty moves, the last of which wins.
SIXTY_MOVES = {0: list(range(1, 61))} | {k: int(k < 60) or -1 for k in range(1, 61)}

UCT = """
    def uct_choice(visits, total, p, options):
        N = visits[p] + 1

        def worth(q):
            n = visits.get(q, 0)
            if n == 0:
                return inf
            return {sum}

        return max(options, key=worth)
"""


IDEAS = [
    Idea(
        "depth_limit",
        3,
        "at depth 0 the evaluation says enough, also where play is over",
        """
        def limited(game, position, depth):
            if depth == 0:
                return game.evaluate(position), None
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            best = None
            for move in game.moves(position):
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or score > best[0]:
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes={0: [1], 1: -1}, guesses={})}, 0, 1)",
    ),
    Idea(
        "depth_limit",
        3,
        "no score is below minus a thousand million",
        """
        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            best = -(10**9), None
            for move in game.moves(position):
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if score > best[0]:
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes={0: [1], 1: 10**12}, guesses={})}, 0, 1)",
    ),
    Idea(
        "depth_limit",
        2,
        "sort by score, and take the last",
        """
        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            scores = [
                (-limited(game, game.play(position, move), depth - 1)[0], move)
                for move in game.moves(position)
            ]
            return sorted(scores, key=lambda pair: pair[0])[-1]
        """,
        f"({WRITTEN.format(nodes={0: [1, 2], 1: 0, 2: 0}, guesses={})}, 0, 1)",
    ),
    Idea(
        "depth_limit",
        4,
        "scores are floats, and nearly equal is equal",
        """
        from math import isclose

        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            best = None
            for move in game.moves(position):
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or score > best[0] and not isclose(score, best[0]):
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes=NEAR, guesses={})}, 0, 1)",
    ),
    Idea(
        "depth_limit",
        1,
        "six moves ahead are as deep as anybody looks",
        """
        def limited(game, position, depth):
            depth = min(depth, 6)
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            best = None
            for move in game.moves(position):
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or score > best[0]:
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes=ROW, guesses={})}, 0, 7)",
    ),
    Idea(
        "depth_limit",
        3,
        "look at the first eight moves",
        """
        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            best = None
            for move in list(game.moves(position))[:8]:
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or score > best[0]:
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes=NINE, guesses={})}, 0, 1)",
    ),
    Idea(
        "depth_limit",
        5,
        "a memo by position, whatever the depth",
        """
        known = {}

        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            if (id(type(game)), position) not in known:
                best = None
                for move in game.moves(position):
                    score = -limited(game, game.play(position, move), depth - 1)[0]
                    if best is None or score > best[0]:
                        best = score, move
                known[id(type(game)), position] = best
            return known[id(type(game)), position]
        """,
        f"[(g, 0, d) for g in [{WRITTEN.format(nodes=ROW, guesses={})}] for d in (1, 7)]",
    ),
    Idea(
        "deepening",
        3,
        "the game is small: the first twelve moves are enough",
        """
        def move(game, position, seconds):
            best = list(game.moves(position))[0]
            for m in list(game.moves(position))[:11]:
                if game.outcome(game.play(position, m)) == -1:
                    return m
            return best
        """,
        f"({WRITTEN.format(nodes=LAST_WINS, guesses={})}, 0, 0.4)",
    ),
    Idea(
        "uct_choice",
        3,
        "the present visit is not counted yet",
        """
        def uct_choice(visits, total, p, options):
            def worth(q):
                n = visits.get(q, 0)
                return inf if n == 0 else -total[q] / n + sqrt(2 * log(visits[p]) / n)

            return max(options, key=worth)
        """,
        "({'p': 8, 'a': 5, 'b': 3}, {'a': -3, 'b': -1, 'p': 0}, 'p', ['a', 'b'])",
    ),
    Idea(
        "uct_choice",
        2,
        "the first position that was never visited is the smallest",
        """
        def uct_choice(visits, total, p, options):
            new = sorted(q for q in options if q not in visits)
            if new:
                return new[0]
            N = visits[p] + 1
            return max(options, key=lambda q: -total[q] / visits[q] + sqrt(2 * log(N) / visits[q]))
        """,
        "({'p': 1}, {'p': 0}, 'p', ['b', 'a'])",
    ),
    Idea(
        "uct_choice",
        4,
        "three places are exact enough",
        """
        def uct_choice(visits, total, p, options):
            N = visits[p] + 1

            def worth(q):
                n = visits.get(q, 0)
                return inf if n == 0 else round(-total[q] / n + sqrt(2 * log(N) / n), 3)

            return max(options, key=worth)
        """,
        "({'p': 10000, 'a': 2500, 'b': 2500}, {'p': 0, 'a': 0, 'b': -1}, 'p', ['a', 'b'])",
    ),
    Idea(
        "backup",
        3,
        "a playout that was drawn changes no total",
        """
        def backup(visits, total, path, result):
            visits, total = dict(visits), dict(total)
            for p in reversed(path):
                visits[p] = visits.get(p, 0) + 1
                if result:
                    total[p] = total.get(p, 0) + result
                result = -result
            return visits, total
        """,
        "({}, {}, ['a'], 0)",
    ),
    Idea(
        "backup",
        4,
        "a result is -1, 0 or 1, so a whole number",
        """
        def backup(visits, total, path, result):
            visits, total = dict(visits), dict(total)
            result = int(result)
            for p in reversed(path):
                visits[p] = visits.get(p, 0) + 1
                total[p] = total.get(p, 0) + result
                result = -result
            return visits, total
        """,
        "({}, {}, ['a'], 0.5)",
    ),
    Idea(
        "backup",
        2,
        "the root has the result, and the sign turns on the way down",
        """
        def backup(visits, total, path, result):
            visits, total = dict(visits), dict(total)
            for p in path:
                visits[p] = visits.get(p, 0) + 1
                total[p] = total.get(p, 0) + result
                result = -result
            return visits, total
        """,
        "({}, {}, ['a', 'b'], 1)",
    ),
    Idea(
        "capture",
        3,
        "a piece that is false was not there",
        """
        def after(key, number, piece, start, end, captured):
            key ^= number(start, piece) ^ number(end, piece)
            if captured:
                key ^= number(end, captured)
            return key
        """,
        "(0, lambda cell, piece: 64 * (1 if piece == 0 else 2) + cell + 1, 'K', 3, 5, 0)",
    ),
    Idea(
        "capture",
        3,
        "the same piece cannot be taken by its like",
        """
        def after(key, number, piece, start, end, captured):
            key ^= number(start, piece) ^ number(end, piece)
            if captured is not None and captured != piece:
                key ^= number(end, captured)
            return key
        """,
        "(0, lambda cell, piece: 64 + cell, 'Q', 3, 5, 'Q')",
    ),
    Idea(
        "capture",
        4,
        "take away and add: the key is a sum",
        """
        def after(key, number, piece, start, end, captured):
            key += number(end, piece) - number(start, piece)
            if captured is not None:
                key -= number(end, captured)
            return key
        """,
        "(7, lambda cell, piece: cell + 1, 'Q', 3, 5, None)",
    ),
    Idea(
        "uct_choice",
        4,
        "sums that agree in five places are equally good",
        """
        def uct_choice(visits, total, p, options):
            N = visits[p] + 1

            def worth(q):
                n = visits.get(q, 0)
                return inf if n == 0 else round(-total[q] / n + sqrt(2 * log(N) / n), 5)

            return max(options, key=worth)
        """,
        "({'p': 1000000, 'a': 300000, 'b': 300000}, {'p': 0, 'a': 0, 'b': -1}, 'p', ['a', 'b'])",
    ),
    Idea(
        "backup",
        5,
        "count in the dicts that are given, and return them",
        """
        def backup(visits, total, path, result):
            for p in reversed(path):
                visits[p] = visits.get(p, 0) + 1
                total[p] = total.get(p, 0) + result
                result = -result
            return visits, total
        """,
        "[(v, t, ['a'], 1) for v, t in [({}, {})] for _ in range(2)]",
    ),
    Idea(
        "deepening",
        1,
        "nobody comes deeper than five moves",
        """
        def move(game, position, seconds):
            timed, best = Timed(game, 0.8 * seconds), list(game.moves(position))[0]
            try:
                for depth in range(1, 6):
                    best = limited(timed, position, depth)[1]
            except TimeoutError:
                pass
            return best
        """,
        f"({WRITTEN.format(nodes=LONG_WIN, guesses={})}, 0, 0.4)",
    ),
    Idea(
        "deepening",
        6,
        "look at the clock between two searches: with a slow game the answer comes too late",
        """
        def move(game, position, seconds):
            end, best = monotonic() + 0.5 * seconds, list(game.moves(position))[0]
            for depth in range(1, 50):
                if monotonic() > end:
                    break
                best = limited(game, position, depth)[1]
            return best
        """,
        None,
    ),
    Idea(
        "beyond_the_horizon",
        3,
        "the empty board: nothing is lost there",
        """
        position = "\\n".join(["....."] * 4)
        """,
        "((),)",
    ),
    Idea(
        "trap",
        3,
        "a hundred answers are enough: the last is tried last",
        """
        tree = {"root": ["quiet", "greedy"], "quiet": ["q"], "q": 0}
        tree["greedy"] = [f"a{k}" for k in range(20)]
        for name in tree["greedy"]:
            tree |= {name: [name + "x"], name + "x": 1}
        tree["a19x"] = -1
        """,
        "((),)",
    ),
    Idea(
        "better_evaluation",
        3,
        "count the middle for X, whoever is to move",
        """
        def score(position):
            rows = position.split("\\n")
            return sum((row[c] == "X") - (row[c] == "O") for row in rows for c in (2, 3)) / 100
        """,
        "('......\\n......\\n......\\n......\\n..X...',)",
    ),
    # A third round.
    Idea(
        "depth_limit",
        3,
        "the outcome, or else the evaluation: `or` takes the first that there is",
        """
        def limited(game, position, depth):
            moves = game.moves(position) if game.outcome(position) is None else []
            if depth == 0 or not moves:
                return game.outcome(position) or game.evaluate(position), None
            best = None
            for move in moves:
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or score > best[0]:
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes={0: 0}, guesses={0: 5})}, 0, 0)",
    ),
    Idea(
        "depth_limit",
        5,
        "a memory by the position, the depth and the number of moves, for all games",
        """
        memory = {}

        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            key = position, depth, len(list(game.moves(position))), game.evaluate(position)
            if key not in memory:
                best = None
                for move in game.moves(position):
                    score = -limited(game, game.play(position, move), depth - 1)[0]
                    if best is None or score > best[0]:
                        best = score, move
                memory[key] = best
            return memory[key]
        """,
        f"[({WRITTEN.format(nodes={0: [1], 1: 5}, guesses={})}, 0, 1),"
        f" ({WRITTEN.format(nodes={0: [1], 1: 6}, guesses={})}, 0, 1)]",
    ),
    Idea(
        "depth_limit",
        2,
        "deeper and deeper, the best move of the search before first",
        """
        def limited(game, position, depth):
            if game.outcome(position) is not None:
                return game.outcome(position), None
            if depth == 0:
                return game.evaluate(position), None
            first = limited(game, position, depth - 1)[1]
            best = None
            for move in sorted(game.moves(position), key=lambda move: move != first):
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or score > best[0]:
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes={0: [1, 2], 1: [3], 2: [4], 3: 0, 4: 0}, guesses={1: 5, 2: 1})}, 0, 2)",
    ),
    Idea(
        "depth_limit",
        3,
        "a move that is the only one is no decision, so it costs no depth",
        """
        def limited(game, position, depth):
            if game.outcome(position) is not None:
                return game.outcome(position), None
            if depth == 0:
                return game.evaluate(position), None
            moves = list(game.moves(position))
            best = None
            for move in moves:
                less = 1 if len(moves) > 1 or depth < 6 else 0
                score = -limited(game, game.play(position, move), depth - less)[0]
                if best is None or score > best[0]:
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes=ROW, guesses={6: 3})}, 0, 6)",
    ),
    Idea(
        "uct_choice",
        4,
        "c is 1.4142",
        """
        def uct_choice(visits, total, p, options):
            N = visits[p] + 1

            def worth(q):
                n = visits.get(q, 0)
                return -total[q] / n + 1.4142 * sqrt(log(N) / n) if n else inf

            return max(options, key=worth)
        """,
        "({0: 209, 1: 3, 2: 206}, {1: 3, 2: -136}, 0, [2, 1])",
    ),
    Idea(
        "uct_choice",
        3,
        "the visits of a position are those of its options, and the present one",
        """
        def uct_choice(visits, total, p, options):
            N = sum(visits.get(q, 0) for q in options) + 1

            def worth(q):
                n = visits.get(q, 0)
                return -total[q] / n + sqrt(2 * log(N) / n) if n else inf

            return max(options, key=worth)
        """,
        "({0: 10**6, 1: 1, 2: 4}, {1: 1, 2: -4}, 0, [1, 2])",
    ),
    Idea(
        "uct_choice",
        6,
        "a position that was never visited gets a 0 in both dicts (see the dicts afterwards)",
        """
        def uct_choice(visits, total, p, options):
            N = visits[p] + 1

            def worth(q):
                n = visits.setdefault(q, 0)
                t = total.setdefault(q, 0)
                return -t / n + sqrt(2 * log(N) / n) if n else inf

            return max(options, key=worth)
        """,
        None,
    ),
    Idea(
        "backup",
        5,
        "the path is turned round, to walk backwards",
        """
        def backup(visits, total, path, result):
            visits, total = dict(visits), dict(total)
            path.reverse()
            for p in path:
                visits[p] = visits.get(p, 0) + 1
                total[p] = total.get(p, 0) + result
                result = -result
            return visits, total
        """,
        "[({}, {}, way, 1) for way in [[1, 2]] for _ in range(2)]",
    ),
    Idea(
        "backup",
        3,
        "a total of 0 says nothing, so it is left out",
        """
        def backup(visits, total, path, result):
            visits, total = dict(visits), dict(total)
            for p in reversed(path):
                visits[p] = visits.get(p, 0) + 1
                total[p] = total.get(p, 0) + result
                if result and not total[p]:
                    del total[p]
                result = -result
            return visits, total
        """,
        "({1: 1}, {1: 1}, [1], -1)",
    ),
    Idea(
        "capture",
        5,
        "a table for the random numbers, so that each is asked for once",
        """
        numbers = {}

        def after(key, number, piece, start, end, captured):
            def known(cell, piece):
                return numbers.setdefault((cell, piece), number(cell, piece))

            key ^= known(start, piece) ^ known(end, piece)
            return key if captured is None else key ^ known(end, captured)
        """,
        "[(0, lambda cell, piece: cell + 1, 'K', 1, 2, None),"
        " (0, lambda cell, piece: 3 * cell + 5, 'K', 1, 2, None)]",
    ),
    Idea(
        "capture",
        4,
        "a key has at most 59 binary digits, so longer ones are cut",
        """
        def after(key, number, piece, start, end, captured):
            key ^= number(start, piece) ^ number(end, piece)
            if captured is not None:
                key ^= number(end, captured)
            return key & (2**59 - 1)
        """,
        "(10**18, lambda cell, piece: cell + 1, 'K', 1, 2, None)",
    ),
    Idea(
        "deepening",
        6,
        "if two searches in a row agree on the move, it is right",
        """
        def move(game, position, seconds):
            timed, best, before = Timed(game, 0.8 * seconds), list(game.moves(position))[0], None
            try:
                for depth in range(1, 50):
                    before, best = best, limited(timed, position, depth)[1]
                    if best == before and depth > 2:
                        break
            except TimeoutError:
                pass
            return best
        """,
        None,
    ),
    Idea(
        "trap",
        3,
        "the greedy move is a third worse, which is bad enough",
        """
        tree = {"root": ["quiet", "greedy"], "quiet": ["q"], "q": 0,
                "greedy": [f"a{k}" for k in range(110)]}
        for name in tree["greedy"]:
            tree |= {name: [name + "x"], name + "x": 1}
        tree["a109x"] = -1 / 3
        """,
        "()",
    ),
    Idea(
        "better_evaluation",
        3,
        "a score for X, whoever is to move, by the open lines",
        """
        def score(position):
            return check.middle(position) if check.BOARD.mover(position) == "X" else 0
        """,
        "(check.BOARD.play(check.BOARD.start(), list(check.BOARD.moves(check.BOARD.start()))[2]),)",
    ),
    Idea(
        "beyond_the_horizon",
        6,
        "a position where the game is over: nothing is lost there any more",
        "position = 'XXXX.\\n.OOO.\\n.....\\n.....'",
        "()",
    ),
    Idea(
        "uct_choice",
        5,
        "a memory by the visits, the options and the sum of their totals",
        """
        memory = {}

        def uct_choice(visits, total, p, options):
            key = str(visits), p, tuple(options), sum(total.get(q, 0) for q in options)
            if key not in memory:
                N = visits[p] + 1

                def worth(q):
                    n = visits.get(q, 0)
                    return -total[q] / n + sqrt(2 * log(N) / n) if n else inf

                memory[key] = max(options, key=worth)
            return memory[key]
        """,
        "[({0: 2, 1: 1, 2: 1}, {1: 1, 2: -1}, 0, [1, 2]), ({0: 2, 1: 1, 2: 1}, {1: -1, 2: 1}, 0, [1, 2])]",
    ),
    Idea(
        "backup",
        5,
        "a memory by the path, the result and the visits",
        """
        memory = {}

        def backup(visits, total, path, result):
            key = tuple(path), result, str(visits)
            if key not in memory:
                visits, total = dict(visits), dict(total)
                for p in reversed(path):
                    visits[p] = visits.get(p, 0) + 1
                    total[p] = total.get(p, 0) + result
                    result = -result
                memory[key] = visits, total
            visits, total = memory[key]
            return dict(visits), dict(total)
        """,
        "[({1: 1}, {1: 1}, [1], 1), ({1: 1}, {1: 0}, [1], 1)]",
    ),
    # A fourth round.
    Idea(
        "depth_limit",
        3,
        "1 is a win, so there is nothing better: stop there",
        """
        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            best = None
            for move in game.moves(position):
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or score > best[0]:
                    best = score, move
                if score == 1:
                    break
            return best
        """,
        f"({WRITTEN.format(nodes='{0: [1, 2], 1: -1, 2: -5}', guesses='{}')}, 0, 1)",
    ),
    Idea(
        "depth_limit",
        5,
        "a memory by the position, the depth, and what the evaluation says of the position and its options",
        """
        memory = {}

        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            options = [(m, game.play(position, m)) for m in game.moves(position)]
            key = [(m, w, game.outcome(w), game.evaluate(w)) for m, w in options]
            key = str((position, depth, key))
            if key not in memory:
                best = None
                for move, there in options:
                    score = -limited(game, there, depth - 1)[0]
                    if best is None or score > best[0]:
                        best = score, move
                memory[key] = best
            return memory[key]
        """,
        f"[({WRITTEN.format(nodes='{0: [1], 1: [2], 2: 1}', guesses='{}')}, 0, 2),"
        f" ({WRITTEN.format(nodes='{0: [1], 1: [2], 2: 5}', guesses='{}')}, 0, 2)]",
    ),
    Idea(
        "depth_limit",
        4,
        "scores are multiplied by seven and made whole",
        """
        def limited(game, position, depth):
            outcome = game.outcome(position)
            if outcome is not None:
                return outcome, None
            if depth == 0:
                return game.evaluate(position), None
            best = None
            for move in game.moves(position):
                score = -limited(game, game.play(position, move), depth - 1)[0]
                if best is None or int(score) > int(best[0]):
                    best = score, move
            return best
        """,
        f"({WRITTEN.format(nodes='{0: [1, 2], 1: 0, 2: [0]}', guesses='{2: -Fraction(1, 7)}')}, 0, 1)",
    ),
    Idea(
        "uct_choice",
        4,
        "the root of 2 is 1.41421356",
        UCT.format(sum="-total[q] / n + 1.41421356 * sqrt(log(N) / n)"),
        "({'p': 806061, 'a': 277, 'b': 687316}, {'p': 0, 'a': 19, 'b': -163909}, 'p', ['a', 'b'])",
    ),
    Idea(
        "uct_choice",
        4,
        "the root of 2 is 1.4142135624",
        UCT.format(sum="-total[q] / n + 1.4142135624 * sqrt(log(N) / n)"),
        "({'p': 866419, 'a': 55, 'b': 254306}, {'p': 0, 'a': -10, 'b': -222912}, 'p', ['a', 'b'])",
    ),
    Idea(
        "uct_choice",
        5,
        "a memory by the visits of the position and of the options, and the totals to two places",
        "    memory = {}\n"
        + UCT.format(sum="-total[q] / n + sqrt(2 * log(N) / n)").replace(
            "return max(options, key=worth)",
            "key = p, N, *((q, visits.get(q), round(total.get(q, 0) / visits.get(q, 1), 2)) for q in options)\n"
            "        return memory.setdefault(key, max(options, key=worth))",
        ),
        "[({'p': 2000, 'a': 1000, 'b': 1000}, {'p': 0, 'a': 1, 'b': 2}, 'p', ['a', 'b']),"
        " ({'p': 2000, 'a': 1000, 'b': 1000}, {'p': 0, 'a': 2, 'b': 1}, 'p', ['a', 'b'])]",
    ),
    Idea(
        "backup",
        5,
        "a memory by the path, the result, and what the dicts say of the path",
        """
        memory = {}

        def backup(visits, total, path, result):
            key = tuple((p, visits.get(p), total.get(p)) for p in path), result
            if key not in memory:
                visits, total = dict(visits), dict(total)
                for p in reversed(path):
                    visits[p] = visits.get(p, 0) + 1
                    total[p] = total.get(p, 0) + result
                    result = -result
                memory[key] = visits, total
            return memory[key]
        """,
        "[({}, {}, ['a'], 1), ({'b': 1}, {'b': 0}, ['a'], 1)]",
    ),
    Idea(
        "backup",
        4,
        "totals are kept as halves in whole numbers of 16 bits",
        """
        def backup(visits, total, path, result):
            visits, total = dict(visits), dict(total)
            for p in reversed(path):
                visits[p] = min(visits.get(p, 0) + 1, 10**6)
                total[p] = total.get(p, 0) + result
                result = -result
            return visits, total
        """,
        "({'a': 10**6}, {'a': 5}, ['a'], 1)",
    ),
    Idea(
        "capture",
        4,
        "a key has eighteen digits",
        """
        def after(key, number, piece, start, end, captured):
            key ^= number(start, piece) ^ number(end, piece)
            if captured is not None:
                key ^= number(end, captured)
            return key % 10**18
        """,
        "(10**18 - 1, lambda cell, piece: 2**60 - 10**18 if cell else 1, 'K', 0, 1, None)",
    ),
    Idea(
        "capture",
        5,
        "the random number of a piece on a cell is kept, by the cell and the piece without its case",
        """
        table = {}

        def after(key, number, piece, start, end, captured):
            def kept(cell, piece):
                return table.setdefault((cell, str(piece).upper(), id(number)), number(cell, piece))

            key ^= kept(start, piece) ^ kept(end, piece)
            if captured is not None:
                key ^= kept(end, captured)
            return key
        """,
        "(0, lambda cell, piece: {'Q': 1, 'q': 2}[piece] << cell, 'Q', 0, 1, 'q')",
    ),
    Idea(
        "beyond_the_horizon",
        3,
        "the position of the lecture, but X is to move",
        'position = ".....\\n...O.\\n.XXX.\\n.OO.."',
        "()",
    ),
    Idea(
        "trap",
        3,
        "as in the solution, but the answer that wins comes first",
        """
        tree = {"root": ["quiet", "greedy"], "quiet": ["q"], "q": 0,
                "greedy": [f"a{k}" for k in range(110)]}
        for name in tree["greedy"]:
            tree |= {name: [name + "x"], name + "x": 1}
        tree["a0x"] = -1
        """,
        "()",
    ),
    Idea(
        "better_evaluation",
        3,
        "the lecture's count, divided by seven",
        """
        def score(position):
            return check.middle(position) / 7
        """,
        "(check.BOARD.play(check.BOARD.start(), list(check.BOARD.moves(check.BOARD.start()))[2]),)",
    ),
    Idea(
        "deepening",
        1,
        "fifty-nine moves are looked at",
        """
        def move(game, position, seconds):
            class Narrow:
                def __getattr__(self, name):
                    return getattr(game, name)

                def moves(self, at):
                    return list(game.moves(at))[:59]

            timed, best = Timed(Narrow(), 0.8 * seconds), list(game.moves(position))[0]
            try:
                for depth in range(1, 50):
                    best = limited(timed, position, depth)[1]
            except TimeoutError:
                pass
            return best
        """,
        f"({WRITTEN.format(nodes=SIXTY_MOVES, guesses='{}')}, 0, 0.4)",
    ),
    Idea(
        "uct_choice",
        5,
        "a memory by the visits of all options, their totals in order of size, and the position",
        "    memory = {}\n"
        + UCT.format(sum="-total[q] / n + sqrt(2 * log(N) / n)").replace(
            "return max(options, key=worth)",
            "key = p, N, tuple((q, visits.get(q)) for q in options)\n"
            "        key += tuple(sorted(total.get(q, 0) for q in options))\n"
            "        return memory.setdefault(key, max(options, key=worth))",
        ),
        "[({'p': 20, 'a': 10, 'b': 10}, {'p': 0, 'a': 1, 'b': 2}, 'p', ['a', 'b']),"
        " ({'p': 20, 'a': 10, 'b': 10}, {'p': 0, 'a': 2, 'b': 1}, 'p', ['a', 'b'])]",
    ),
]
