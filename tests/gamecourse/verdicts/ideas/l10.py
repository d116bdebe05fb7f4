"""Wrong answers to the exercises of lecture 10, tic-tac-toe."""

from verdicts.ideas import Idea

#: A move leads to a node that was met before, and is two moves further on.
LATE_WAY_BACK = {"r": ["a", "b"], "a": ["x"], "b": ["p"], "p": ["y", "z"], "y": ["x"]} | {
    "x": ["e"],
    "e": 1,
    "z": -1,
}

#: A row of nodes: this many moves to the end.
LONG = {k: [k + 1] for k in range(60)} | {60: 1}

#: After "a" two replies of three are wrong, after "b" three of nine.
COUNTED = (
    {"r": ["b", "a"], "a": ["a0", "a1", "a2"], "b": [f"b{k}" for k in range(9)]}
    | {"a0": 0, "a1": 1, "a2": 1}
    | {f"b{k}": int(k < 3) for k in range(9)}
)

#: A draw with eight replies of nine wrong, after one with seven of eight.
EIGHT_OF_NINE = (
    {"r": ["b", "a"], "a": [f"a{k}" for k in range(9)], "b": [f"b{k}" for k in range(8)]}
    | {f"a{k}": int(k > 0) for k in range(9)}
    | {f"b{k}": int(k > 0) for k in range(8)}
)

REPRESENTATIVE = """
    def representative(board):
        images = []
        for _ in range(4):
            board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
            images += [board, board[6:] + board[3:6] + board[:3]]
        return {choice}
"""


IDEAS = [
    Idea(
        "ending",
        3,
        "a full board is a draw: look at that first",
        """
        def ending(board):
            if "." not in board:
                return "draw"
            lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
            for a, b, c in (map(int, line) for line in lines):
                if board[a] == board[b] == board[c] != ".":
                    return board[a]
        """,
        "('XOXOXOXOX',)",
    ),
    Idea(
        "ending",
        3,
        "before the sixth mark nobody has three in a row",
        """
        def ending(board):
            if board.count(".") >= 4:
                return None
            lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
            for a, b, c in (map(int, line) for line in lines):
                if board[a] == board[b] == board[c] != ".":
                    return board[a]
            return None if "." in board else "draw"
        """,
        "('XXXOO....',)",
    ),
    Idea(
        "ending",
        3,
        "if no line is open any more, it is a draw already",
        """
        def ending(board):
            lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
            rows = [{board[int(i)] for i in line} for line in lines]
            for row in rows:
                if row in ({"X"}, {"O"}):
                    return row.pop()
            return "draw" if all({"X", "O"} <= row for row in rows) else None
        """,
        "('XOXXOOOX.',)",
    ),
    Idea(
        "ending",
        5,
        "remember which cells are taken: the lines are the same for both",
        """
        known = {}

        def ending(board):
            taken = board.replace("O", "X")
            if taken not in known:
                known[taken] = None if "." in board else "draw"
                lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
                for a, b, c in (map(int, line) for line in lines):
                    if board[a] == board[b] == board[c] != ".":
                        known[taken] = board[a]
            return known[taken]
        """,
        "[('XXXOO....',), ('XXOXO....',)]",
    ),
    Idea(
        "ending",
        2,
        "who moved last can be seen from the number of marks: only X can win with an odd number",
        """
        def ending(board):
            mark = "X" if board.count(".") % 2 else "O"
            lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
            for a, b, c in (map(int, line) for line in lines):
                if board[a] == board[b] == board[c] == mark:
                    return mark
            return None if "." in board else "draw"
        """,
        "('XXXOO....',)",
    ),
    Idea(
        "representative",
        3,
        "four turns are enough",
        """
        def representative(board):
            images = []
            for _ in range(4):
                board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
                images.append(board)
            return min(images)
        """,
        "[('XO.......',), ('.OX......',)]",
    ),
    Idea(
        "representative",
        2,
        "turn until the smallest corner comes first, then mirror along the diagonal",
        """
        def representative(board):
            turns = []
            for _ in range(4):
                board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
                turns.append(board)
            first = min(turns, key=lambda image: image[0])
            mirrored = "".join(first[3 * c + r] for r in range(3) for c in range(3))
            return min(first, mirrored)
        """,
        "('.......X.',)",
    ),
    Idea(
        "representative",
        6,
        "whose marks they are does not matter: swap X and O, too",
        """
        def representative(board):
            images = []
            for _ in range(4):
                board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
                images += [board, board[6:] + board[3:6] + board[:3]]
            swap = str.maketrans("XO", "OX")
            return min(images + [image.translate(swap) for image in images])
        """,
        "('O.O.X....',)",
    ),
    Idea(
        "representative",
        6,
        "sorted marks are the same for all images",
        """
        def representative(board):
            return "".join(sorted(board))
        """,
        "('.X.......',)",
    ),
    Idea(
        "representative",
        6,
        "the set of images is the same for all, so take the first of the set",
        """
        def representative(board):
            images = set()
            for _ in range(4):
                board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
                images |= {board, board[6:] + board[3:6] + board[:3]}
            return next(iter(images))
        """,
        None,
    ),
    Idea(
        "solve_all",
        1,
        "no game lasts longer than fifty moves",
        """
        def solve_all(game):
            values = {}

            def value(position, moves):
                if position not in values:
                    result = game.outcome(position)
                    if result is None and moves == 0:
                        return 0
                    if result is None:
                        after = [game.play(position, move) for move in game.moves(position)]
                        result = max(-value(there, moves - 1) for there in after)
                    values[position] = result
                return values[position]

            value(game.start(), 50)
            return values
        """,
        "(MinMaxTree(LONG),)",
    ),
    Idea(
        "solve_all",
        1,
        "sixty positions deep is deep enough",
        """
        def solve_all(game):
            values = {}

            def value(position, moves):
                if position not in values:
                    result = game.outcome(position)
                    if result is None and moves == 0:
                        return 0
                    if result is None:
                        after = [game.play(position, move) for move in game.moves(position)]
                        result = max(-value(there, moves - 1) for there in after)
                    values[position] = result
                return values[position]

            value(game.start(), 59)
            return values
        """,
        "(MinMaxTree(LONG),)",
    ),
    Idea(
        "solve_all",
        3,
        "whoever cannot move has lost",
        """
        def solve_all(game):
            values = {}

            def value(position):
                if position not in values:
                    after = [game.play(position, move) for move in game.moves(position)]
                    values[position] = max((-value(there) for there in after), default=-1)
                return values[position]

            value(game.start())
            return values
        """,
        "(Misere(Matches(3)),)",
    ),
    Idea(
        "solve_all",
        3,
        "play is over where there is an outcome: `if result`",
        """
        def solve_all(game):
            values = {}

            def value(position):
                if position not in values:
                    result = game.outcome(position)
                    if not result:
                        after = [game.play(position, move) for move in game.moves(position)]
                        result = max((-value(there) for there in after), default=-1)
                    values[position] = result
                return values[position]

            value(game.start())
            return values
        """,
        "(MinMaxTree({'r': ['a'], 'a': 0}),)",
    ),
    Idea(
        "solve_all",
        5,
        "hashes are short, so remember positions by their hash",
        """
        def solve_all(game):
            values, known = {}, {}

            def value(position):
                key = hash(position)
                if key not in known:
                    result = game.outcome(position)
                    if result is None:
                        result = max(-value(game.play(position, m)) for m in game.moves(position))
                    known[key] = result
                values[position] = known[key]
                return known[key]

            value(game.start())
            return values
        """,
        "(MinMaxTree({0: [-1, -2], -1: 1, -2: -1}),)",
    ),
    Idea(
        "solve_all",
        5,
        "one table for all games: what is known need not be found again",
        """
        values = {}

        def solve_all(game):
            def value(position):
                if position not in values:
                    result = game.outcome(position)
                    if result is None:
                        result = max(-value(game.play(position, m)) for m in game.moves(position))
                    values[position] = result
                return values[position]

            value(game.start())
            return values
        """,
        "[(Matches(3),), (Misere(Matches(3)),)]",
    ),
    Idea(
        "solve_all",
        5,
        "keep each game's table, by the kind of game and the start",
        """
        tables = {}

        def solve_all(game):
            key = type(game).__name__, game.start()
            if key in tables:
                return tables[key]
            values = tables[key] = {}

            def value(position):
                if position not in values:
                    result = game.outcome(position)
                    if result is None:
                        result = max(-value(game.play(position, m)) for m in game.moves(position))
                    values[position] = result
                return values[position]

            value(game.start())
            return values
        """,
        "[(MinMaxTree({'r': ['a'], 'a': n}),) for n in (1, -1)]",
    ),
    Idea(
        "solve_all",
        3,
        "once a winning move is found, the other moves do not matter",
        """
        def solve_all(game):
            values = {}

            def value(position):
                if position not in values:
                    result = game.outcome(position)
                    if result is None:
                        result = -1
                        for move in game.moves(position):
                            result = max(result, -value(game.play(position, move)))
                            if result == 1:
                                break
                    values[position] = result
                return values[position]

            value(game.start())
            return values
        """,
        "(MinMaxTree({'r': ['a', 'b'], 'a': 1, 'b': 0}),)",
    ),
    Idea(
        "solve_all",
        2,
        "walk through the game, then go back in the reverse order: options come later than positions",
        """
        def solve_all(game):
            order = [game.start()]
            for position in order:
                if game.outcome(position) is None:
                    for move in game.moves(position):
                        there = game.play(position, move)
                        if there not in order:
                            order.append(there)
            values = {}
            for position in reversed(order):
                result = game.outcome(position)
                if result is None:
                    after = [game.play(position, move) for move in game.moves(position)]
                    result = max(-values.get(there, 0) for there in after)
                values[position] = result
            return values
        """,
        "(MinMaxTree(LATE_WAY_BACK),)",
    ),
    Idea(
        "solve_all",
        3,
        "a board has nine cells, so there are at most nine moves",
        """
        def solve_all(game):
            values = {}

            def value(position):
                if position not in values:
                    result = game.outcome(position)
                    if result is None:
                        moves = list(game.moves(position))[:9]
                        result = max(-value(game.play(position, m)) for m in moves)
                    values[position] = result
                return values[position]

            value(game.start())
            return values
        """,
        "(MinMaxTree({'r': list(range(10)), **{k: int(k == 9) for k in range(10)}}),)",
    ),
    Idea(
        "best_move",
        4,
        "the trap in percent, to one digit",
        """
        def best_move(game, position):
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None:
                    return 0
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                wrong = [reply for reply in replies if reply < values[there]]
                return round(len(wrong) / len(replies), 1)

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "(MinMaxTree({'r': ['a', 'b'], 'a': [f'a{k}' for k in range(10)],"
        " 'b': [f'b{k}' for k in range(9)], **{f'a{k}': int(k > 8) for k in range(10)},"
        " **{f'b{k}': int(k > 7) for k in range(9)}}), 'r')",
    ),
    Idea(
        "best_move",
        3,
        "the more wrong replies the better: count them",
        """
        def best_move(game, position):
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None:
                    return 0
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                return sum(reply < values[there] for reply in replies)

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "(MinMaxTree(COUNTED), 'r')",
    ),
    Idea(
        "best_move",
        3,
        "a reply is wrong if it loses",
        """
        def best_move(game, position):
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None:
                    return Fraction(0)
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                return Fraction(replies.count(-1), len(replies))

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "(MinMaxTree({'r': ['a', 'b'], 'a': ['a0', 'a1'], 'b': ['b0', 'b1'], 'a0': -1, 'a1': -1,"
        " 'b0': -1, 'b1': 0}), 'r')",
    ),
    Idea(
        "best_move",
        3,
        "after a move that ends play the opponent has no right reply: the trap is 1",
        """
        def best_move(game, position):
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                right = [reply for reply in replies if reply == values[there]]
                return 1 - Fraction(len(right), len(replies) or 1)

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "(MinMaxTree({'r': ['a', 'b'], 'a': ['a0', 'a1'], 'b': 0, 'a0': 0, 'a1': 1}), 'r')",
    ),
    Idea(
        "best_move",
        2,
        "of equal traps any will do: sort, and take the last",
        """
        def best_move(game, position):
            values = solve_all(game)

            def merit(move):
                there = game.play(position, move)
                if game.outcome(there) is not None:
                    return -values[there], 0
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                wrong = sum(reply < values[there] for reply in replies)
                return -values[there], Fraction(wrong, len(replies))

            return sorted(game.moves(position), key=merit)[-1]
        """,
        "(MinMaxTree({'r': ['a', 'b'], 'a': 0, 'b': 0}), 'r')",
    ),
    Idea(
        "best_move",
        3,
        "an opponent has at most nine replies",
        """
        def best_move(game, position):
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None:
                    return Fraction(0)
                replies = [-values[game.play(there, m)] for m in list(game.moves(there))[:9]]
                wrong = [reply for reply in replies if reply < values[there]]
                return Fraction(len(wrong), len(replies))

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "(MinMaxTree({'r': ['a', 'b'], 'a': [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'b': ['b0', *'cdefghi'],"
        " **{k: int(k == 9) for k in range(10)}, 'b0': 0, **dict.fromkeys('cdefghi', 0)}"
        " | {'r': ['b', 'a']}), 'r')",
    ),
    Idea(
        "best_move",
        5,
        "solve each kind of game only once",
        """
        tables = {}

        def best_move(game, position):
            key = type(game).__name__, game.start()
            if key not in tables:
                tables[key] = solve_all(game)
            values = tables[key]
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None:
                    return Fraction(0)
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                wrong = [reply for reply in replies if reply < values[there]]
                return Fraction(len(wrong), len(replies))

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "[(MinMaxTree({'r': ['a', 'b'], 'a': n, 'b': 0}), 'r') for n in (1, -1)]",
    ),
    Idea(
        "best_move",
        3,
        "a won game needs no trap: the first move that wins is as good as any (and draws, too)",
        """
        def best_move(game, position):
            values = solve_all(game)
            moves = list(game.moves(position))
            least = min(values[game.play(position, m)] for m in moves)
            if least <= 0:
                return next(m for m in moves if values[game.play(position, m)] == least)

            def trap(move):
                there = game.play(position, move)
                if game.outcome(there) is not None:
                    return Fraction(0)
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                return Fraction(sum(r < values[there] for r in replies), len(replies))

            return max(moves, key=trap)
        """,
        "(MinMaxTree({'r': ['b', 'a'], 'a': ['a0', 'a1'], 'b': 0, 'a0': 0, 'a1': 1}), 'r')",
    ),
    Idea(
        "never_lose",
        6,
        "play the n-th cell of my plan at my n-th turn",
        """
        turns = []

        def my_move(board):
            turns.append(board)
            plan = [4, 0, 8, 2, 6, 1, 3, 5, 7]
            free = [cell for cell in plan if board[cell] == "."]
            return divmod(free[0] if len(turns) % 5 == 1 else free[-1], 3)
        """,
        None,
    ),
    Idea(
        "never_lose",
        6,
        "win, block, and else any free cell, by chance",
        """
        from random import choice

        def my_move(board):
            free = [i for i in range(9) if board[i] == "."]
            for mark in "XO":
                for i in free:
                    if ending(board[:i] + mark + board[i + 1:]) == mark:
                        return divmod(i, 3)
            return divmod(choice(free), 3)
        """,
        None,
    ),
    Idea(
        "never_lose",
        6,
        "a corner, the opposite corner, win or block: no need for more",
        """
        def my_move(board):
            free = [i for i in (1, 3, 5, 7, 0, 8, 2, 6, 4) if board[i] == "."]
            for mark in "OX":
                for i in free:
                    if ending(board[:i] + mark + board[i + 1:]) == mark:
                        return divmod(i, 3)
            return divmod(free[0], 3)
        """,
        None,
    ),
    # A third round.
    Idea(
        "ending",
        3,
        "a diagonal and a row at once: nobody has three in a row twice, so count them",
        """
        def ending(board):
            lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
                     (0, 4, 8), (2, 4, 6)]
            rows = [board[a] for a, b, c in lines if board[a] == board[b] == board[c] != "."]
            if len(rows) == 1:
                return rows[0]
            return None if "." in board else "draw"
        """,
        '("XXXXOOXOO",)',
    ),
    Idea(
        "ending",
        3,
        "in a magic square three marks in a row add up to 15",
        """
        def ending(board):
            square = (2, 7, 6, 9, 5, 1, 4, 3, 8)
            for mark in "XO":
                if sum(n for n, m in zip(square, board) if m == mark) == 15:
                    return mark
            return None if "." in board else "draw"
        """,
        '("XXXXOOXOO",)',
    ),
    Idea(
        "representative",
        2,
        "turn until the largest corner comes first; of these the first",
        """
        def representative(board):
            images = []
            for _ in range(4):
                board = "".join(board[3 * (2 - c) + r] for r in range(3) for c in range(3))
                images += [board, board[6:] + board[3:6] + board[:3]]
            return max(images, key=lambda image: (image[0], image[2], image[6], image[8], image[1]))
        """,
        '(".X.O.....",)',
    ),
    Idea(
        "solve_all",
        3,
        "a memory by the position, and Max and Min in turn from the root",
        """
        def solve_all(game):
            known = {}

            def value(position, sign):
                if position not in known:
                    result = game.outcome(position)
                    if result is None:
                        best = max if sign > 0 else min
                        result = best(value(game.play(position, m), -sign) for m in game.moves(position))
                    else:
                        result *= sign
                    known[position] = result
                return known[position]

            value(game.start(), 1)
            return known
        """,
        "(Matches(5),)",
    ),
    Idea(
        "solve_all",
        5,
        "a memory by the game's class, its start and the moves there",
        """
        memory = {}

        def solve_all(game):
            key = type(game).__name__, game.start(), tuple(game.moves(game.start()))
            if key in memory:
                return memory[key]
            values = {}

            def value(position):
                if position not in values:
                    result = game.outcome(position)
                    if result is None:
                        result = max(-value(game.play(position, m)) for m in game.moves(position))
                    values[position] = result
                return values[position]

            value(game.start())
            memory[key] = values
            return values
        """,
        '[(MinMaxTree({"A": ["B", "C"], "B": 1, "C": -1}),),'
        ' (MinMaxTree({"A": ["B", "C"], "B": 0, "C": -1}),)]',
    ),
    Idea(
        "best_move",
        2,
        "a move that wins at once comes first",
        """
        def best_move(game, position):
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}
            for m in after:
                if game.outcome(after[m]) == -1:
                    return m

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None:
                    return Fraction(0)
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                return Fraction(sum(r < values[there] for r in replies), len(replies))

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "(MinMaxTree({'d': ['c', 'a'], 'c': ['b'], 'b': ['a'], 'a': 1}), 'd')",
    ),
    Idea(
        "best_move",
        3,
        "where all is lost any move will do: the first",
        """
        def best_move(game, position):
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None or values[there] == 1:
                    return Fraction(0)
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                return Fraction(sum(r < values[there] for r in replies), len(replies))

            least = min(values[there] for there in after.values())
            return max((m for m in after if values[after[m]] == least), key=trap)
        """,
        "(MinMaxTree({'r': ['a', 'b'], 'a': ['x'], 'b': ['y', 'z'], 'x': -1, 'y': -1, 'z': 1}), 'r')",
    ),
    Idea(
        "never_lose",
        5,
        "a board does not come twice, so on one that was seen the first free cell will do",
        """
        seen = set()

        def my_move(board):
            lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
                     (0, 4, 8), (2, 4, 6)]

            def wins(board, mark):
                return [i for i in range(9) if board[i] == "." and any(
                    i in line and all(board[j] == mark for j in line if j != i) for line in lines)]

            free = [i for i in range(9) if board[i] == "."]
            if board in seen:
                return divmod(free[-1], 3)
            seen.add(board)
            forks = [i for i in free if len(wins(board[:i] + "X" + board[i + 1:], "X")) > 1]
            quiet = [i for i in (4, 0, 2, 6, 8) if i in free] + free
            return divmod((wins(board, "X") + wins(board, "O") + forks + quiet)[0], 3)
        """,
        '[(".........",), (".........",)]',
    ),
    Idea(
        "best_move",
        5,
        "a memory by the position, its moves and what the game is called",
        """
        memory = {}

        def best_move(game, position):
            key = type(game).__name__, position, tuple(game.moves(position))
            if key in memory:
                return memory[key]
            values = solve_all(game)
            after = {m: game.play(position, m) for m in game.moves(position)}

            def trap(move):
                there = after[move]
                if game.outcome(there) is not None:
                    return Fraction(0)
                replies = [-values[game.play(there, m)] for m in game.moves(there)]
                return Fraction(sum(r < values[there] for r in replies), len(replies))

            least = min(values[there] for there in after.values())
            memory[key] = max((m for m in after if values[after[m]] == least), key=trap)
            return memory[key]
        """,
        "[(MinMaxTree({'r': ['a', 'b'], 'a': x, 'b': 0}), 'r') for x in (1, -1)]",
    ),
    # A fourth round.
    Idea(
        "ending",
        3,
        "the lines through the centre, the upper and the left edge; the others come with them",
        """
        def ending(board):
            lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (0, 4, 8), (2, 4, 6)]
            for a, b, c in lines:
                if board[a] == board[b] == board[c] != ".":
                    return board[a]
            return None if "." in board else "draw"
        """,
        "('OOX..X..X',)",
    ),
    Idea(
        "ending",
        5,
        "a memory by the cells of X and the number of free cells",
        """
        memory = {}

        def ending(board):
            lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8),
                     (0, 4, 8), (2, 4, 6)]
            answer = None if "." in board else "draw"
            for a, b, c in lines:
                if board[a] == board[b] == board[c] != ".":
                    answer = board[a]
            return memory.setdefault((board.replace("O", "."), board.count(".")), answer)
        """,
        "[('XX.OO.XO.',), ('XX.OOOX..',)]",
    ),
    Idea(
        "representative",
        3,
        "of the eight images the one whose first six cells come first",
        REPRESENTATIVE.format(choice="min(images, key=lambda image: image[:6])"),
        "[('X........',), ('......X..',)]",
    ),
    Idea(
        "representative",
        2,
        "the image whose X come first",
        REPRESENTATIVE.format(
            choice="min(images, key=lambda image: [k for k in range(9) if image[k] == 'X'])"
        ),
        "('XO.......',)",
    ),
    Idea(
        "solve_all",
        2,
        "each position goes onto the stack when it is first seen, and is worked out in the reverse order",
        """
        def solve_all(game):
            stack, seen, order = [game.start()], {game.start()}, []
            while stack:
                position = stack.pop()
                order.append(position)
                if game.outcome(position) is None:
                    for move in game.moves(position):
                        there = game.play(position, move)
                        if there not in seen:
                            seen.add(there)
                            stack.append(there)
            values = {}
            for position in reversed(order):
                result = game.outcome(position)
                if result is None:
                    result = max(-values.get(game.play(position, m), 0) for m in game.moves(position))
                values[position] = result
            return values
        """,
        "(MinMaxTree({'r': ['a', 'b', 'c'], 'a': ['x'], 'x': ['y'], 'y': ['z'],"
        " 'b': ['e'], 'c': ['q'], 'q': ['s'], 's': ['z'], 'z': 1, 'e': -1}),)",
    ),
    Idea(
        "solve_all",
        5,
        "a memory for all games by the position, the moves there, and what the game is called, but for its start",
        """
        memory = {}

        def solve_all(game):
            values = {}

            def value(position):
                if position not in values:
                    result = game.outcome(position)
                    if result is None:
                        key = type(game).__name__, position, tuple(game.moves(position))
                        best = max(-value(game.play(position, m)) for m in game.moves(position))
                        result = memory.setdefault(key, best)
                    values[position] = result
                return values[position]

            value(game.start())
            return values
        """,
        "[(MinMaxTree({'A': ['B'], 'B': 1}),), (MinMaxTree({'A': ['B'], 'B': -1}),)]",
    ),
    Idea(
        "solve_all",
        5,
        "a memory by all that a game has: its class, its positions in order, and the numbers of moves",
        """
        memory = {}

        def solve_all(game):
            values, key = {}, [type(game).__name__]

            def value(position):
                if position not in values:
                    key.append((position, len(list(game.moves(position)))))
                    result = game.outcome(position)
                    if result is None:
                        result = max(-value(game.play(position, m)) for m in game.moves(position))
                    values[position] = result
                return values[position]

            value(game.start())
            return memory.setdefault(tuple(key), values)
        """,
        "[(MinMaxTree({'A': ['B'], 'B': 1}),), (MinMaxTree({'A': ['B'], 'B': -1}),)]",
    ),
    Idea(
        "best_move",
        4,
        "traps in sixty-fourths: there are no more positions after a move",
        """
        def best_move(game, position):
            values = solve_all(game)
            best = None
            for move in game.moves(position):
                there, trap = game.play(position, move), 0
                if game.outcome(there) is None:
                    replies = [-values[game.play(there, m)] for m in game.moves(there)]
                    trap = 64 * sum(reply < values[there] for reply in replies) // len(replies)
                if best is None or (-values[there], trap) > best[0]:
                    best = (-values[there], trap), move
            return best[1]
        """,
        "(MinMaxTree(EIGHT_OF_NINE), 'r')",
    ),
    Idea(
        "best_move",
        3,
        "replies that lead to the same position are one reply",
        """
        def best_move(game, position):
            values = solve_all(game)
            best = None
            for move in game.moves(position):
                there, trap = game.play(position, move), Fraction(0)
                if game.outcome(there) is None:
                    replies = [-values[p] for p in {game.play(there, m) for m in game.moves(there)}]
                    trap = Fraction(sum(reply < values[there] for reply in replies), len(replies))
                if best is None or (-values[there], trap) > best[0]:
                    best = (-values[there], trap), move
            return best[1]
        """,
        "(MinMaxTree({'r': ['b', 'a'], 'b': ['x', 'y'], 'a': ['x', 'y', 'y'], 'x': -1, 'y': 1}), 'r')",
    ),
    Idea(
        "best_move",
        3,
        "a loss instead of a win is twice as wrong as a draw",
        """
        def best_move(game, position):
            values = solve_all(game)
            best = None
            for move in game.moves(position):
                there, trap = game.play(position, move), Fraction(0)
                if game.outcome(there) is None:
                    replies = [-values[game.play(there, m)] for m in game.moves(there)]
                    wrong = sum(values[there] - reply for reply in replies)
                    trap = Fraction(wrong, len(replies))
                if best is None or (-values[there], trap) > best[0]:
                    best = (-values[there], trap), move
            return best[1]
        """,
        "(MinMaxTree({'r': ['b', 'a'], 'b': ['b0', 'b1', 'b2', 'b3', 'b4'], 'a': ['a0', 'a1', 'a2', 'a3', 'a4'],"
        " 'b0': -1, 'b1': -1, 'b2': -1, 'b3': 1, 'b4': 1, 'a0': -1, 'a1': -1, 'a2': 0, 'a3': 0, 'a4': 0}), 'r')",
    ),
    Idea(
        "best_move",
        5,
        "a memory by the values of the moves and what they are called",
        """
        memory = {}

        def best_move(game, position):
            values = solve_all(game)
            best, key = None, []
            for move in game.moves(position):
                there, trap = game.play(position, move), Fraction(0)
                key.append((move, there, values[there]))
                if game.outcome(there) is None:
                    replies = [-values[game.play(there, m)] for m in game.moves(there)]
                    trap = Fraction(sum(reply < values[there] for reply in replies), len(replies))
                    key.append(len(replies))
                if best is None or (-values[there], trap) > best[0]:
                    best = (-values[there], trap), move
            return memory.setdefault(str((type(game).__name__, position, key)), best[1])
        """,
        "[(MinMaxTree({'r': ['b', 'a'], 'b': ['b0', 'b1'], 'a': ['a0', 'a1'], "
        "'b0': 0, 'b1': 1, 'a0': 0, 'a1': 0}), 'r'),"
        " (MinMaxTree({'r': ['b', 'a'], 'b': ['b0', 'b1'], 'a': ['a0', 'a1'], "
        "'b0': 0, 'b1': 0, 'a0': 0, 'a1': 1}), 'r')]",
    ),
    Idea(
        "never_lose",
        3,
        "the centre, and then the cell across from O's, or a win",
        """
        def my_move(board):
            free = [k for k in range(9) if board[k] == "."]
            for k in free:
                if ending(board[:k] + "X" + board[k + 1 :]) == "X":
                    return divmod(k, 3)
            across = [k for k in free if board[8 - k] == "O"]
            return divmod((([4] if 4 in free else []) + across + free)[0], 3)
        """,
        "('O.O.X...X',)",
    ),
    Idea(
        "answers_to_the_edge",
        3,
        "corners beside the edge, the centre and the corners below",
        "answers = [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]",
        "()",
    ),
]
