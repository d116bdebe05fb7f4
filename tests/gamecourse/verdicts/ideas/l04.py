"""Wrong answers to the exercises of lecture 4."""

from verdicts.ideas import Idea

ARROWS = """
    def arrows(text):
        size, *rows = text.split("\\n")
        n, m = map(int, size.split())
        cells = [cell for cell in product(range(n), range(m))
                 if rows[cell[0]][cell[1]] != "*"]
        exits = {exits}
        steps = list(product((-1, 0, 1), repeat=2))
        options, won = {{}}, set()
        for p, t, turn in product(cells, cells, ("policeman", "thief")):
            caught, away = {ends}
            after = []
            for dr, dc in steps if not caught and not away else ():
                if turn == "policeman" and {policeman}:
                    after.append(((p[0] + dr, p[1] + dc), t, "thief"))
                if turn == "thief" and dr * dc == 0 and {thief}:
                    after.append((p, (t[0] + dr, t[1] + dc), "policeman"))
            options[p, t, turn] = after
            if {won}:
                won.add((p, t, turn))
        return {end}
"""


def arrows(
    exits='[cell for cell in cells if rows[cell[0]][cell[1]] == "E"]',
    ends="p == t, t in exits",
    policeman="(p[0] + dr, p[1] + dc) in cells",
    thief="(t[0] + dr, t[1] + dc) in cells",
    won='(caught or away) and (turn == "policeman") == caught',
    end="options, won",
):
    """The model's program with some of its parts changed."""
    return ARROWS.format(exits=exits, ends=ends, policeman=policeman, thief=thief, won=won, end=end)


RESTLESS = """
    def restless(board, who):
        positions = list(product(board.cells, board.cells, OTHER))
        before, hopes, found = {{position: [] for position in positions}}, {{}}, {{}}
        for p, t, turn in positions:
            here, other = (p, t, turn), OTHER[turn]
            if board.outcome(here) is not None:
                found[here] = board.outcome(here), 0
                continue
            hopes[here] = int({hope})
            if {arrow}:
                before[here].append((p, t, other))
            for cell in set(board.moves(here)) - {{p if turn == "policeman" else t}}:
                to = (cell, t) if turn == "policeman" else (p, cell)
                before[*to, other].append(here)
                hopes[here] += 1
        return by_queue(board, before, hopes, found)
"""

ROUNDS = """
    def restless(board, who):
        options, found = {{}}, {{}}
        for here in product(board.cells, board.cells, OTHER):
            p, t, turn = here
            if board.outcome(here) is not None:
                found[here] = board.outcome(here), 0
                continue
            stay = p if turn == "policeman" else t
            options[here] = [board.play(here, cell) for cell in board.moves(here)
                             if cell != stay or turn != who]
        for r in range(1, {rounds}):
            fresh = {{}}
            for here in options:
                if here in found:
                    continue
                outcomes = [found[w][0] if w in found else None for w in options[here]]
                if LOSS in outcomes:
                    fresh[here] = WIN, r
                elif None not in outcomes:
                    fresh[here] = LOSS, r
            found |= fresh
        return found.get(board.start(), (None, None))[1]
"""

LONG_CHASE = 'CopsAndThief.from_text("P...\\n.**T\\n..*.\\nE...")'

CHASE = """
    def chase(position):
        policeman, thief, turn = position
        exit = (0, 0)

        def king(a, b):
            return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

        def walk(a, b):
            return abs(a[0] - b[0]) + abs(a[1] - b[1])

        {rule}
"""

#: The right answer, called otherwise.
LOOK = RESTLESS.format(hope="turn != who", arrow="other != who").replace(
    "def restless(board, who)", "def look(board, who)", 1
)


IDEAS = [
    Idea(
        "just_away",
        6,
        "the thief gets away, so it is right: two moves at once do not help the policeman",
        'my_board = "...P\\n....\\n....\\nET..\\n"',
        "()",
    ),
    Idea(
        "just_away",
        6,
        "a drawn board: the thief is not caught",
        'my_board = "P...\\n.***\\n.*T.\\nE*..\\n"',
        "()",
    ),
    Idea(
        "just_away",
        6,
        "two exits leave the thief a second way",
        'my_board = "...P\\n....\\n....\\nE.TE\\n"',
        "()",
    ),
    Idea(
        "nobody_wins",
        2,
        "three by four is three columns, four rows",
        'drawn_board = "PE.\\n.*.\\n.*.\\n.T.\\n"',
        "()",
    ),
    Idea(
        "nobody_wins",
        6,
        "the thief sits behind a wall",
        'drawn_board = "P.*.\\n..*T\\nE.*.\\n"',
        "()",
    ),
    Idea(
        "nobody_wins",
        6,
        "a thief in a cell of its own is never caught",
        'drawn_board = "P...\\nE..*\\n..*T\\n"',
        "()",
    ),
    # chase(position): the cell to go to, on the park
    Idea(
        "chase",
        6,
        "go to the exit first and wait there: the thief has to come",
        CHASE.format(rule="return min(park.moves(position), key=lambda cell: king(cell, exit))"),
        '(((0, 0), (4, 4), "policeman"),)',
    ),
    Idea(
        "chase",
        2,
        "come near first, and only then think of the exit",
        CHASE.format(
            rule="return min(park.moves(position), "
            "key=lambda cell: (king(cell, thief), king(cell, exit)))"
        ),
        '(((0, 2), (2, 1), "policeman"),)',
    ),
    Idea(
        "chase",
        4,
        "half-way between the thief and the exit, rounded down",
        CHASE.format(
            rule="return min(park.moves(position), "
            "key=lambda cell: walk(cell, (thief[0] // 2, thief[1] // 2)))"
        ),
        '(((0, 0), (0, 1), "policeman"),)',
    ),
    Idea(
        "chase",
        4,
        "to the cell with the smallest sum of the two distances",
        CHASE.format(
            rule="return min(park.moves(position), "
            "key=lambda cell: king(cell, thief) + king(cell, exit))"
        ),
        '(((0, 0), (4, 4), "policeman"),)',
    ),
    Idea(
        "chase",
        5,
        "a list of moves from the last chase: after ten moves the thief is caught anyway",
        """
        count = [0]

        def chase(position):
            policeman, thief, turn = position
            count[0] += 1
            if count[0] > 10:
                return policeman

            def king(a, b):
                return max(abs(a[0] - b[0]), abs(a[1] - b[1]))

            def walk(a, b):
                return abs(a[0] - b[0]) + abs(a[1] - b[1])

            in_time = [cell for cell in park.moves(position)
                       if king(cell, (0, 0)) <= walk(thief, (0, 0))]
            return min(in_time, key=lambda cell: king(cell, thief))
        """,
        '[(((0, 0), (2, 2), "policeman"),)] * 11',
    ),
    # arrows(text): boards of 1 x 1 to 4 x 4, exits 0 to 14, walls 0 to 14
    Idea(
        "arrows",
        2,
        "a thief on an exit is away, whether the policeman stands there or not",
        arrows(won='(caught or away) and (turn == "thief") == away'),
        '("1 3\\nPTE",)',
    ),
    Idea(
        "arrows",
        3,
        "the lecture's boards have one exit",
        arrows(
            exits='[divmod("".join(rows).index("E"), m)] if "E" in "".join(rows) else []',
        ),
        '("1 4\\nEPTE",)',
    ),
    Idea(
        "arrows",
        3,
        "no board has more than nine exits",
        arrows(exits='[cell for cell in cells if rows[cell[0]][cell[1]] == "E"][:9]'),
        '("4 4\\nPT..\\n.EEE\\nEEEE\\nEEE.",)',
    ),
    Idea(
        "arrows",
        3,
        "the last of fourteen exits is forgotten",
        arrows(exits='[cell for cell in cells if rows[cell[0]][cell[1]] == "E"][:13]'),
        '("4 4\\nPTEE\\nEEEE\\nEEEE\\nEEEE",)',
    ),
    Idea(
        "arrows",
        3,
        "nobody squeezes between two walls that touch at a corner",
        arrows(
            policeman="(p[0] + dr, p[1] + dc) in cells and "
            "((p[0] + dr, p[1]) in cells or (p[0], p[1] + dc) in cells)"
        ),
        '("2 2\\nP*\\n*T",)',
    ),
    Idea(
        "arrows",
        3,
        "no thief walks into the policeman's arms",
        arrows(thief="(t[0] + dr, t[1] + dc) in cells and (t[0] + dr, t[1] + dc) != p"),
        '("1 2\\nPT",)',
    ),
    Idea(
        "arrows",
        3,
        "once the two stand together the chase is over: no such position",
        arrows(end="{v: row for v, row in options.items() if v[0] != v[1]}, won"),
        '("1 2\\nPT",)',
    ),
    Idea(
        "arrows",
        3,
        "the policeman does not stay: it never helps",
        arrows(policeman="(dr, dc) != (0, 0) and (p[0] + dr, p[1] + dc) in cells"),
        '("1 3\\nP.T",)',
    ),
    Idea(
        "arrows",
        2,
        "the two begin on free cells, so a terminal pair comes only after a move of the other",
        arrows(won='caught and turn == "policeman" or away and not caught and turn == "policeman"'),
        '("1 3\\nPTE",)',
    ),
    Idea(
        "arrows",
        5,
        "the tables are made once",
        arrows()
        .replace("(text)", "(text, options={}, won=set())")
        .replace("        options, won = {}, set()\n", ""),
        '[("1 3\\nP.T",), ("1 2\\nPT",)]',
    ),
    Idea(
        "arrows",
        5,
        "the steps from a cell are remembered, whatever the board",
        """
        near = {}

        def arrows(text):
            size, *rows = text.split("\\n")
            n, m = map(int, size.split())
            cells = [cell for cell in product(range(n), range(m))
                     if rows[cell[0]][cell[1]] != "*"]
            for r, c in cells:
                if (r, c, n, m) not in near:
                    near[r, c, n, m] = [(r + dr, c + dc)
                                        for dr, dc in product((-1, 0, 1), repeat=2)
                                        if (r + dr, c + dc) in cells]
            options, won = {}, set()
            for p, t, turn in product(cells, cells, ("policeman", "thief")):
                caught, away = p == t, rows[t[0]][t[1]] == "E"
                options[p, t, turn] = []
                if caught or away:
                    if (turn == "policeman") == caught:
                        won.add((p, t, turn))
                elif turn == "policeman":
                    options[p, t, turn] = [(q, t, "thief") for q in near[*p, n, m]]
                else:
                    options[p, t, turn] = [(p, u, "policeman") for u in near[*t, n, m]
                                           if u[0] == t[0] or u[1] == t[1]]
            return options, won
        """,
        '[("2 2\\nPT\\n*.",), ("2 2\\nPT\\n..",)]',
    ),
    Idea(
        "arrows",
        3,
        "positions that play can reach are enough",
        arrows().replace("return options, won", "return reached(text, options, won)")
        + """
    def reached(text, options, won):
        rows = text.split("\\n")[1:]
        at = {letter: (r, c) for r, row in enumerate(rows) for c, letter in enumerate(row)}
        todo = [(at["P"], at["T"], "policeman")]
        for v in todo:
            todo += [w for w in options[v] if w not in todo]
        return {v: options[v] for v in todo}, won & set(todo)
""",
        '("1 3\\nPTE",)',
    ),
    # restless(board, who): boards of at most 4 x 4, exits 1 to 3, walls 0 to 9
    Idea(
        "restless",
        2,
        "the two lines about staying get the same guard",
        RESTLESS.format(hope="turn != who", arrow="turn != who"),
        f'({LONG_CHASE}, "thief")',
    ),
    Idea(
        "restless",
        3,
        "the counter is left as it was: only the arrow is missing",
        RESTLESS.format(hope="True", arrow="other != who"),
        f'({LONG_CHASE}, "thief")',
    ),
    Idea(
        "restless",
        3,
        "nobody gains by waiting, so both may stay",
        RESTLESS.format(hope="True", arrow="True"),
        f'({LONG_CHASE}, "thief")',
    ),
    Idea(
        "restless",
        3,
        "staying never changes who wins: only draws are worked out anew",
        RESTLESS.replace("def restless", "def both_may_stay").format(hope="True", arrow="True")
        + RESTLESS.replace("def restless", "def strict").format(
            hope="turn != who", arrow="other != who"
        )
        + """
    def restless(board, who):
        r = both_may_stay(board, who)
        return strict(board, who) if r is None else r
""",
        '(CopsAndThief.from_text("P.*.\\nE*..\\n.**.\\n.T.."), "thief")',
    ),
    Idea("restless", 1, "ten rounds", ROUNDS.format(rounds=11), f'({LONG_CHASE}, "thief")'),
    Idea(
        "restless",
        1,
        "no chase on sixteen cells takes longer than fourteen moves",
        ROUNDS.format(rounds=15),
        f'({LONG_CHASE}, "thief")',
    ),
    Idea(
        "restless",
        1,
        "a chase lasts at most as long as there are cells",
        ROUNDS.format(rounds="len(board.cells) + 1"),
        f'({LONG_CHASE}, "thief")',
    ),
    Idea(
        "restless",
        5,
        "a memory by the start and the player",
        "    memory = {}\n"
        + RESTLESS.format(hope="turn != who", arrow="other != who").replace(
            "return by_queue(board, before, hopes, found)",
            "return memory.setdefault((board.start(), who), by_queue(board, before, hopes, found))",
        ),
        '[(CopsAndThief.from_text("*...\\n.E*T\\n....\\nP..."), "policeman"),'
        ' (CopsAndThief.from_text("..*E\\n.*.T\\n....\\nP..."), "policeman")]',
    ),
    Idea(
        "restless",
        5,
        "a memory by the board's rows and the player",
        "    memory = {}\n"
        + RESTLESS.format(hope="turn != who", arrow="other != who").replace(
            "return by_queue(board, before, hopes, found)",
            "return memory.setdefault((board.terrain, who), by_queue(board, before, hopes, found))",
        ),
        '[(CopsAndThief.from_text(".*.*\\n.TP.\\n.E.."), "policeman"),'
        ' (CopsAndThief.from_text("T*.*\\n...P\\n.E.."), "policeman")]',
    ),
    # A third round.
    Idea(
        "just_away",
        6,
        "the policeman is one step late on a board with three rows",
        """
        my_board = '''
        ...P
        ....
        E.T.
        '''.replace(" ", "")
        """,
        "()",
    ),
    Idea(
        "nobody_wins",
        6,
        "a ring of cells with the exit in the middle of a side, and the policeman inside a wall",
        """
        drawn_board = '''
        .*P*
        T*E*
        ....
        '''.replace(" ", "")
        """,
        "()",
    ),
    Idea(
        "chase",
        5,
        "a position does not come twice, so at one that was seen the policeman stays",
        CHASE.format(
            rule="if position in seen:\n            return policeman\n        seen.add(position)\n"
            "        in_time = [cell for cell in park.moves(position)\n"
            "                   if king(cell, exit) <= walk(thief, exit)]\n"
            "        return min(in_time, key=lambda cell: king(cell, thief))"
        ).replace("    def chase", "    seen = set()\n\n    def chase", 1),
        "[(park.start(),), (park.start(),)]",
    ),
    Idea(
        "arrows",
        5,
        "two boards with the same characters have the same table",
        "    memory = {}\n"
        + arrows(end="memory.setdefault(''.join(sorted(text)), (options, won))"),
        '[("2 3\\nP.T\\nE..",), ("2 3\\nPTE\\n...",)]',
    ),
    Idea(
        "arrows",
        2,
        "a row above the first or a column before the first is an IndexError, too",
        """
        def arrows(text):
            size, *rows = text.split("\\n")

            def free(cell):
                try:
                    return rows[cell[0]][cell[1]] != "*" and cell[0] >= 0 and cell[1] > -2
                except IndexError:
                    return False

            n, m = map(int, size.split())
            cells = [cell for cell in product(range(n), range(m)) if free(cell)]
            options, won = {}, set()
            for p, t, turn in product(cells, cells, ("policeman", "thief")):
                caught, away = p == t, rows[t[0]][t[1]] == "E"
                after = []
                for dr, dc in product((-1, 0, 1), repeat=2):
                    if caught or away:
                        break
                    to = (p[0] + dr, p[1] + dc) if turn == "policeman" else (t[0] + dr, t[1] + dc)
                    if free(to) and turn == "policeman":
                        after.append((to, t, "thief"))
                    if free(to) and turn == "thief" and dr * dc == 0:
                        after.append((p, to, "policeman"))
                options[p, t, turn] = after
                if (caught or away) and (turn == "policeman") == caught:
                    won.add((p, t, turn))
            return options, won
        """,
        '("1 3\\nPTE",)',
    ),
    Idea(
        "arrows",
        6,
        "the thief goes along a column or along a row, and may stay in either",
        arrows().replace(
            'turn == "thief" and dr * dc == 0 and',
            'turn == "thief" and dr * dc == 0 and (t[0] + dr, t[1] + dc) == t:\n'
            '                    after.append((p, t, "policeman"))\n'
            '                if turn == "thief" and dr * dc == 0 and',
        ),
        '("1 3\\nPTE",)',
    ),
    Idea(
        "arrows",
        3,
        "a board without exits is a chase that the lecture has not, so nobody is won there",
        arrows(won='exits and (caught or away) and (turn == "policeman") == caught'),
        '("1 2\\nPT",)',
    ),
    Idea(
        "arrows",
        3,
        "where the two stand on an exit together, the thief is away",
        arrows(won='(caught or away) and (turn == "policeman") == (not away)'),
        '("1 3\\nPTE",)',
    ),
    Idea(
        "restless",
        3,
        "a draw stays a draw if the policeman may not stay: it is the thief who waits",
        LOOK
        + """
    def restless(board, who):
        if look(board, None) is None and who == "policeman":
            return None
        return look(board, who)
""",
        '(CopsAndThief.from_text(".E*\\nT*P\\n.E."), "policeman")',
    ),
    Idea(
        "restless",
        3,
        "a draw stays a draw if the thief may not stay: it is the policeman who guards",
        LOOK
        + """
    def restless(board, who):
        if look(board, None) is None and who == "thief":
            return None
        return look(board, who)
""",
        '(CopsAndThief.from_text(".E*\\nT*P\\n.E."), "thief")',
    ),
    Idea(
        "restless",
        5,
        "a memory by the start, the number of cells and the player",
        "    memory = {}\n"
        + RESTLESS.format(hope="turn != who", arrow="other != who").replace(
            "return by_queue(board, before, hopes, found)",
            "key = board.start(), len(board.cells), who\n"
            "        return memory.setdefault(key, by_queue(board, before, hopes, found))",
        ),
        '[(CopsAndThief.from_text("*...\\n.E*T\\n....\\nP..."), "policeman"),'
        ' (CopsAndThief.from_text("..*E\\n.*.T\\n....\\nP..."), "policeman")]',
    ),
    # A fourth round.
    Idea(
        "just_away",
        6,
        "the thief stands beside the exit, the policeman far away",
        'my_board = "P...\\n....\\n...T\\n...E"',
        "()",
    ),
    Idea(
        "just_away",
        6,
        "the policeman stands on the exit, and a wall holds them off",
        'my_board = "...P\\n....\\n....\\nE*T."',
        "()",
    ),
    Idea(
        "nobody_wins",
        6,
        "a wall of four in the middle of the board, but three columns and four rows",
        'drawn_board = "P..\\nE*.\\n.*.\\n.T."',
        "()",
    ),
    Idea(
        "nobody_wins",
        3,
        "one wall to go round is enough",
        'drawn_board = "P...\\nE*.T\\n...."',
        "()",
    ),
    Idea(
        "chase",
        3,
        "of the cells that are in time the one nearest to the exit",
        CHASE.format(
            rule="""in_time = [c for c in park.moves(position) if king(c, exit) <= walk(thief, exit)]
        return min(in_time or [policeman], key=lambda c: king(c, exit))"""
        ),
        "(((3, 5), (0, 4), 'policeman'),)",
    ),
    Idea(
        "arrows",
        3,
        "cells are numbered row by row: a neighbour is one or a row away, and its column at most one away",
        """
        def arrows(text):
            size, *rows = text.split("\\n")
            n, m = map(int, size.split())
            board = "".join(rows)
            free = [k for k in range(n * m) if board[k] != "*"]
            cell = {k: divmod(k, m) for k in free}
            thief = {-m, -1, 0, 1, m}
            policeman = thief | {m - 1, m + 1, -m - 1, -m + 1}

            def near(k, steps):
                return [k + s for s in steps if k + s in cell and abs((k + s) % m - k % m) <= 1]

            options, won = {}, set()
            for p, t, turn in product(free, free, ("policeman", "thief")):
                here = cell[p], cell[t], turn
                caught, away = p == t, board[t] == "E"
                if caught or away:
                    options[here] = []
                    if (turn == "policeman") == caught:
                        won.add(here)
                elif turn == "policeman":
                    options[here] = [(cell[k], cell[t], "thief") for k in near(p, policeman)]
                else:
                    options[here] = [(cell[p], cell[k], "policeman") for k in near(t, thief)]
            return options, won
        """,
        '("2 2\\nPT\\n.E",)',
    ),
    Idea(
        "arrows",
        5,
        "the number of rows and columns, the walls and the number of exits are the key of a memory",
        "    memory = {}\n"
        + arrows(
            end="memory.setdefault((n, m, tuple(cells), len(exits)), (options, won))",
        ),
        '[("1 4\\nPT.E",), ("1 4\\nPTE.",)]',
    ),
    Idea(
        "arrows",
        3,
        "a policeman on an exit stands in the thief's way: the thief cannot go there",
        arrows(
            thief="(t[0] + dr, t[1] + dc) in cells and (p not in exits or (t[0] + dr, t[1] + dc) != p)"
        ),
        '("1 3\\nPTE",)',
    ),
    Idea(
        "arrows",
        3,
        "on a board of one row nobody passes the other, so a thief beyond the policeman stays there",
        arrows(
            policeman="(p[0] + dr, p[1] + dc) in cells and (n > 1 or p[1] + dc <= t[1] or p[1] >= t[1])",
            thief="(t[0] + dr, t[1] + dc) in cells and (n > 1 or dc == 0 or t[1] + dc != p[1])",
        ),
        '("1 3\\nPTE",)',
    ),
    Idea(
        "arrows",
        5,
        "one dict for the options, and one set for the won, for all boards of a size",
        """
        tables = {}

        def arrows(text):
            size, *rows = text.split("\\n")
            n, m = map(int, size.split())
            cells = [c for c in product(range(n), range(m)) if rows[c[0]][c[1]] != "*"]
            options, won = tables.setdefault((n, m, len(cells)), ({}, set()))
            for p, t, turn in product(cells, cells, ("policeman", "thief")):
                caught, away = p == t, rows[t[0]][t[1]] == "E"
                after = []
                for dr, dc in product((-1, 0, 1), repeat=2) if not caught and not away else ():
                    if turn == "policeman" and (p[0] + dr, p[1] + dc) in cells:
                        after.append(((p[0] + dr, p[1] + dc), t, "thief"))
                    if turn == "thief" and dr * dc == 0 and (t[0] + dr, t[1] + dc) in cells:
                        after.append((p, (t[0] + dr, t[1] + dc), "policeman"))
                options[p, t, turn] = after
                if (caught or away) and (turn == "policeman") == caught:
                    won.add((p, t, turn))
            return options, won
        """,
        '[("1 4\\nPT.E",), ("1 4\\nPTE.",)]',
    ),
    Idea(
        "restless",
        5,
        "a memory by the start, the free cells and the player",
        "    memory = {}\n"
        + RESTLESS.format(hope="turn != who", arrow="other != who").replace(
            "return by_queue(board, before, hopes, found)",
            "key = board.start(), tuple(board.cells), who\n"
            "        return memory.setdefault(key, by_queue(board, before, hopes, found))",
        ),
        '[(CopsAndThief.from_text("P..T\\n...E"), "thief"), (CopsAndThief.from_text("P..T\\nE..."), "thief")]',
    ),
    Idea(
        "restless",
        3,
        "a win that takes fewer than eight moves takes as long as before",
        LOOK
        + """
    def restless(board, who):
        free = look(board, None)
        if free is not None and free < 8:
            return free
        return look(board, who)
""",
        '(CopsAndThief.from_text("T*E\\n...\\nP.*"), "thief")',
    ),
]
