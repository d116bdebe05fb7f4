"""Wrong answers to the exercises of lecture 3."""

from verdicts.ideas import Idea

PATH = "{k: [k + 1] for k in range(39)} | {39: []}"
TRUE_CLAIM = "{k: 39 - k for k in range(40)}"

QUEUE = """
    def settle(options, won=()):
        before = {{v: [] for v in options}}
        for u in options:
            for v in options[u]:
                before[v].append(u)
        hopes = {{v: {hopes} for v in options}}
        found = {{v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}}
        queue = list(found)
        for v in queue:
            outcome, r = found[v]
            for u in before[v]:
                hopes[u] -= 1
                if u not in found and (outcome == LOSS or hopes[u] == 0):
                    found[u] = (WIN if outcome == LOSS else LOSS, r + 1)
                    queue.append(u)
        {end}
"""

ROUNDS = """
    def settle(options, won=()):
        found = {{v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}}
        for r in range(1, {rounds}):
            fresh = {{}}
            for v in options:
                if v in found:
                    continue
                outcomes = [found[w][0] if w in found else None for w in options[v]]
                if LOSS in outcomes:
                    fresh[v] = WIN, r
                elif None not in outcomes:
                    fresh[v] = LOSS, r
            found |= fresh
        return found
"""

SWEEPS = """
    def mended(options):
        status = {{v: LOSS for v in options if not options[v]}}
        for sweep in range({sweeps}):
            for v in options:
                outcomes = [status.get(w) for w in options[v]]
                if v in status:
                    continue
                if LOSS in outcomes:
                    status[v] = WIN
                elif None not in outcomes:
                    status[v] = LOSS
        return status
"""

JUDGE = """
    def is_right(options, claim):
        for v, r in claim.items():
            near = [claim[w] for w in options[v]]
            lost = [s for s in near if s is not None and s % 2 == 0]
            if r is None:
                good = {drawn}
            elif r % 2 == 1:
                good = {won}
            else:
                good = {lost}
            if not good:
                return False
        return True
"""
DRAWN = "bool(near) and not lost and None in near"
WON = "bool(lost) and min(lost) == r - 1"
LOST = "not lost and None not in near and r == 1 + max([-1, *near])"

IDEAS = [
    # settle(options, won): 1 to 40 vertices, remoteness 0 to 39
    Idea("queue", 1, "twenty rounds", ROUNDS.format(rounds=20), f"({PATH}, set())"),
    Idea(
        "queue",
        1,
        "no win takes longer than 38 moves on forty vertices",
        ROUNDS.format(rounds=39),
        f"({PATH}, set())",
    ),
    Idea(
        "queue",
        2,
        "passes over the dict until nothing changes: found sooner is quicker",
        """
        def settle(options, won=()):
            found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
            changed = True
            while changed:
                changed = False
                for v in options:
                    if v in found:
                        continue
                    lost = [found[w][1] for w in options[v] if w in found and found[w][0] == LOSS]
                    if lost:
                        found[v] = WIN, 1 + min(lost)
                        changed = True
                    elif all(w in found for w in options[v]):
                        found[v] = LOSS, 1 + max(found[w][1] for w in options[v])
                        changed = True
            return found
        """,
        '({"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d"], "v": ["e", "q"], "q": ["b"]},'
        " set())",
    ),
    Idea(
        "queue",
        3,
        "an arrow from a vertex to itself is no hope",
        QUEUE.format(hopes="len([w for w in options[v] if w != v])", end="return found"),
        "({0: [0, 1], 1: [2], 2: []}, set())",
    ),
    Idea(
        "queue",
        3,
        "lost vertices have an even remoteness, and won vertices an odd one",
        QUEUE.format(
            hopes="len(options[v])",
            end="return {v: (WIN if r % 2 else LOSS, r) for v, (_, r) in found.items()}",
        ),
        "({0: []}, {0})",
    ),
    Idea(
        "queue",
        1,
        "thirty-two places in the queue are enough",
        """
        from collections import deque

        def settle(options, won=()):
            before = {v: [u for u in options if v in options[u]] for v in options}
            hopes = {v: len(options[v]) for v in options}
            found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
            queue = deque(found, maxlen=32)
            while queue:
                v = queue.popleft()
                outcome, r = found[v]
                for u in before[v]:
                    hopes[u] -= 1
                    if u not in found and (outcome == LOSS or hopes[u] == 0):
                        found[u] = (WIN if outcome == LOSS else LOSS, r + 1)
                        queue.append(u)
            return found
        """,
        "({k: [] for k in range(35)} | {35: [0]}, set())",
    ),
    Idea(
        "queue",
        2,
        "the vertices are called 0, 1, 2, ...",
        """
        def settle(options, won=()):
            n = len(options)
            hopes = [len(options[v]) for v in range(n)]
            found = {v: (WIN if v in won else LOSS, 0) for v in range(n) if not options[v]}
            queue = list(found)
            for v in queue:
                outcome, r = found[v]
                for u in range(n):
                    if v in options[u]:
                        hopes[u] -= 1
                        if u not in found and (outcome == LOSS or hopes[u] == 0):
                            found[u] = (WIN if outcome == LOSS else LOSS, r + 1)
                            queue.append(u)
            return found
        """,
        '({"a": []}, set())',
    ),
    Idea(
        "queue",
        5,
        "found is a third parameter, empty by default",
        """
        def settle(options, won=(), found={}):
            before = {v: [u for u in options if v in options[u]] for v in options}
            hopes = {v: len(options[v]) for v in options}
            for v in options:
                if not options[v]:
                    found[v] = (WIN if v in won else LOSS, 0)
            queue = [v for v in options if not options[v]]
            for v in queue:
                outcome, r = found[v]
                for u in before[v]:
                    hopes[u] -= 1
                    if u not in found and (outcome == LOSS or hopes[u] == 0):
                        found[u] = (WIN if outcome == LOSS else LOSS, r + 1)
                        queue.append(u)
            return found
        """,
        "[({0: []}, set()), ({1: []}, set())]",
    ),
    # mended(options)
    Idea("mended", 1, "twenty sweeps", SWEEPS.format(sweeps=20), f"({PATH},)"),
    Idea("mended", 1, "two sweeps fewer than vertices", SWEEPS.format(sweeps=38), f"({PATH},)"),
    Idea(
        "mended",
        3,
        "staying is no hope: a loop does not count",
        """
        def mended(options):
            before = {v: [u for u in options if v in options[u] and u != v] for v in options}
            hopes = {v: len([w for w in options[v] if w != v]) for v in options}
            status = {v: None if options[v] else LOSS for v in options}
            queue = [v for v in options if status[v] is not None]
            for v in queue:
                for u in before[v]:
                    hopes[u] -= 1
                    if status[u] is None:
                        if status[v] == LOSS:
                            status[u] = WIN
                        if status[v] == WIN and hopes[u] == 0:
                            status[u] = LOSS
                        if status[u] is not None:
                            queue.append(u)
            return {v: found for v, found in status.items() if found is not None}
        """,
        "({0: [0, 1], 1: [2], 2: []},)",
    ),
    Idea(
        "mended",
        2,
        "the last hope is the option that stands last in the list",
        """
        def mended(options):
            status = {v: LOSS for v in options if not options[v]}
            queue = list(status)
            for v in queue:
                for u in options:
                    if v in options[u] and u not in status:
                        if status[v] == LOSS:
                            status[u] = WIN
                        elif options[u][-1] == v:
                            status[u] = LOSS
                        if u in status:
                            queue.append(u)
            return status
        """,
        "({0: [0, 1], 1: [2], 2: []},)",
    ),
    Idea(
        "mended",
        5,
        "the status is a second parameter, empty by default",
        """
        def mended(options, status={}):
            for v in options:
                if not options[v]:
                    status[v] = LOSS
            changed = True
            while changed:
                changed = False
                for v in options:
                    outcomes = [status.get(w) for w in options[v]]
                    if v not in status and (LOSS in outcomes or None not in outcomes):
                        status[v] = WIN if LOSS in outcomes else LOSS
                        changed = True
            return {v: status[v] for v in options if v in status}
        """,
        "[({0: [1], 1: []},), ({0: [0]},)]",
    ),
    # is_right(options, claim): numbers claimed 0 to 41
    Idea(
        "certificate",
        3,
        "drawn: some option is drawn",
        JUDGE.format(drawn="None in near", won=WON, lost=LOST),
        "({0: [0, 1], 1: []}, {0: None, 1: 0})",
    ),
    Idea(
        "certificate",
        3,
        "drawn: there are options, and none is lost",
        JUDGE.format(drawn="bool(near) and not lost", won=WON, lost=LOST),
        "({0: [1], 1: [2], 2: []}, {0: None, 1: 1, 2: 0})",
    ),
    Idea(
        "certificate",
        3,
        "drawn: some option is drawn, or there is none at all",
        JUDGE.format(drawn="not lost and (None in near or not near)", won=WON, lost=LOST),
        "({0: []}, {0: None})",
    ),
    Idea(
        "certificate",
        3,
        "won in r: some option is lost in r - 1",
        JUDGE.format(drawn=DRAWN, won="r - 1 in near", lost=LOST),
        "({0: [1, 2], 1: [], 2: [3], 3: [1]}, {0: 3, 1: 0, 2: 2, 3: 1})",
    ),
    Idea(
        "certificate",
        3,
        "lost in r: the drawn options do not count",
        JUDGE.format(
            drawn=DRAWN,
            won=WON,
            lost="not lost and r == 1 + max([-1, *(s for s in near if s is not None)])",
        ),
        "({0: [1, 3], 1: [2], 2: [], 3: [3]}, {0: 2, 1: 1, 2: 0, 3: None})",
    ),
    Idea(
        "certificate",
        3,
        "lost in r: the slowest option is won in r - 1",
        JUDGE.format(drawn=DRAWN, won=WON, lost="None not in near and r == 1 + max([-1, *near])"),
        "({0: [1, 2], 1: [2], 2: []}, {0: 2, 1: 1, 2: 0})",
    ),
    Idea(
        "certificate",
        1,
        "no remoteness is above 38",
        JUDGE.format(drawn=DRAWN, won="r <= 38 and " + WON, lost=LOST),
        f"({PATH}, {TRUE_CLAIM})",
    ),
    Idea(
        "certificate",
        2,
        "claim and options have their vertices in the same order",
        """
        def is_right(options, claim):
            claim = dict(zip(options, claim.values()))
            for v, r in claim.items():
                near = [claim[w] for w in options[v]]
                lost = [s for s in near if s is not None and s % 2 == 0]
                if r is None:
                    good = bool(near) and not lost and None in near
                elif r % 2 == 1:
                    good = bool(lost) and min(lost) == r - 1
                else:
                    good = not lost and None not in near and r == 1 + max([-1, *near])
                if not good:
                    return False
            return True
        """,
        "({0: [1], 1: []}, {1: 0, 0: 1})",
    ),
    Idea(
        "by_hand",
        3,
        "d and i wait for each other, so they are lost at last",
        'remoteness = {"a": 4, "b": 1, "c": 2, "d": 6, "e": 1, "f": 1, "g": 0, "h": 3, "i": 5}',
        "()",
    ),
    Idea(
        "never_wins",
        3,
        "a cycle of three will do",
        'arrows = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "t")]',
        "()",
    ),
    # A third round.
    Idea(
        "queue",
        5,
        "the options that are settled are taken off the list, so no counter is needed",
        """
        def settle(options, won=()):
            before = {v: [u for u in options if v in options[u]] for v in options}
            found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
            queue = list(found)
            for v in queue:
                outcome, r = found[v]
                for u in before[v]:
                    options[u].remove(v)
                    if u not in found and (outcome == LOSS or not options[u]):
                        found[u] = (WIN if outcome == LOSS else LOSS, r + 1)
                        queue.append(u)
            return found
        """,
        "[(g, set()) for g in [{0: [1], 1: []}] for _ in range(2)]",
    ),
    Idea(
        "queue",
        5,
        "a vertex that is won is added to the set of the won",
        """
        def settle(options, won=()):
            won = set() if won == () else won
            before = {v: [u for u in options if v in options[u]] for v in options}
            hopes = {v: len(options[v]) for v in options}
            found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
            queue = list(found)
            for v in queue:
                r = found[v][1]
                for u in before[v]:
                    hopes[u] -= 1
                    if u not in found and (v not in won or hopes[u] == 0):
                        if v not in won:
                            won.add(u)
                        found[u] = (WIN if u in won else LOSS, r + 1)
                        queue.append(u)
            return found
        """,
        "[(g, w) for w in [set()] for g in ({0: [1], 1: []}, {0: []})]",
    ),
    Idea(
        "queue",
        2,
        "the vertex that was settled last is taken first",
        QUEUE.format(hopes="len(options[v])", end="return found").replace(
            "for v in queue:", "while queue:\n            v = queue.pop()"
        ),
        "({6: [5], 5: [], 4: [6, 3], 3: [2], 2: [1], 1: [0], 0: []}, set())",
    ),
    Idea(
        "queue",
        3,
        "nobody moves to a vertex where the other player has won already",
        """
        def settle(options, won=()):
            options = {v: [w for w in row if w not in won] for v, row in options.items()}
            before = {v: [u for u in options if v in options[u]] for v in options}
            hopes = {v: len(options[v]) for v in options}
            found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
            queue = list(found)
            for v in queue:
                outcome, r = found[v]
                for u in before[v]:
                    hopes[u] -= 1
                    if u not in found and (outcome == LOSS or hopes[u] == 0):
                        found[u] = (WIN if outcome == LOSS else LOSS, r + 1)
                        queue.append(u)
            return found
        """,
        "({0: [1], 1: []}, {1})",
    ),
    Idea(
        "queue",
        3,
        "a recursion that calls a vertex drawn when it comes back to it",
        """
        def settle(options, won=()):
            known = {}

            def value(v, way):
                if v in way:
                    return None
                if v not in known:
                    found = [value(w, way | {v}) for w in options[v]]
                    lost = [x[1] for x in found if x and x[0] == LOSS]
                    if not options[v]:
                        known[v] = (WIN if v in won else LOSS, 0)
                    elif lost:
                        known[v] = WIN, min(lost) + 1
                    elif None in found:
                        known[v] = None
                    else:
                        known[v] = LOSS, max(x[1] for x in found) + 1
                return known[v]

            return {v: value(v, frozenset()) for v in options if value(v, frozenset())}
        """,
        "({0: [], 1: [0, 2], 2: [1]}, set())",
    ),
    Idea(
        "queue",
        3,
        "a vertex where play neither begins nor comes is not settled",
        QUEUE.format(
            hopes="len(options[v])",
            end="return {v: f for v, f in found.items() if before[v] or options[v] or v not in won}",
        ),
        "({0: [], 1: []}, {0})",
    ),
    Idea(
        "queue",
        5,
        "the graph's names and numbers of options tell it apart from the others",
        "    memory = {}\n"
        + QUEUE.format(
            hopes="len(options[v])",
            end="return memory.setdefault("
            "(*((v, len(row)) for v, row in options.items()), *won), found)",
        ),
        "[({0: [1], 1: [2], 2: []}, set()), ({0: [2], 1: [0], 2: []}, set())]",
    ),
    Idea(
        "mended",
        3,
        "a recursion that calls a vertex drawn when it comes back to it",
        """
        def mended(options):
            known = {}

            def value(v, way):
                if v in way:
                    return None
                if v not in known:
                    found = [value(w, way | {v}) for w in options[v]]
                    if LOSS in found:
                        known[v] = WIN
                    elif None in found:
                        known[v] = None
                    else:
                        known[v] = LOSS
                return known[v]

            return {v: value(v, frozenset()) for v in options if value(v, frozenset()) is not None}
        """,
        "({0: [], 1: [0, 2], 2: [1]},)",
    ),
    Idea(
        "mended",
        5,
        "the options that are settled are taken off the list, so no counter is needed",
        """
        def mended(options):
            before = {v: [u for u in options if v in options[u]] for v in options}
            status = {v: LOSS for v in options if not options[v]}
            queue = list(status)
            for v in queue:
                for u in before[v]:
                    options[u].remove(v)
                    if u in status:
                        continue
                    if status[v] == LOSS:
                        status[u] = WIN
                    elif not options[u]:
                        status[u] = LOSS
                    if u in status:
                        queue.append(u)
            return status
        """,
        "[(g,) for g in [{0: [1], 1: []}] for _ in range(2)]",
    ),
    Idea(
        "mended",
        3,
        "a vertex whose settled options are all won is lost, if more than half of them are settled",
        """
        def mended(options):
            before = {v: [u for u in options if v in options[u]] for v in options}
            hopes = {v: min(len(options[v]), 20) for v in options}
            status = {v: None if options[v] else LOSS for v in options}
            queue = [v for v in options if status[v] is not None]
            for v in queue:
                for u in before[v]:
                    hopes[u] -= 1
                    if status[u] is None:
                        if status[v] == LOSS:
                            status[u] = WIN
                        if status[v] == WIN and hopes[u] == 0:
                            status[u] = LOSS
                        if status[u] is not None:
                            queue.append(u)
            return {v: found for v, found in status.items() if found is not None}
        """,
        "({0: list(range(21)), 99: []} | {k: [99] for k in range(1, 21)},)",
    ),
    Idea(
        "certificate",
        3,
        "no remoteness, or none left: both are nothing",
        """
        def is_right(options, claim):
            for v, r in claim.items():
                near = [claim[w] for w in options[v]]
                lost = [s for s in near if s is not None and s % 2 == 0]
                if not r:
                    good = not near or (not lost and None in near)
                elif r % 2 == 1:
                    good = bool(lost) and min(lost) == r - 1
                else:
                    good = not lost and None not in near and r == 1 + max([-1, *near])
                if not good:
                    return False
            return True
        """,
        "({0: []}, {0: None})",
    ),
    Idea(
        "certificate",
        3,
        "an arrow from a vertex to itself is no hope",
        JUDGE.format(drawn=DRAWN, won=WON, lost=LOST).replace(
            "for w in options[v]]", "for w in options[v] if w != v]"
        ),
        "({0: [0]}, {0: 0})",
    ),
    Idea(
        "certificate",
        3,
        "a vertex is drawn if a drawn option is left, and not the vertex itself",
        JUDGE.format(
            drawn="not lost and None in [claim[w] for w in options[v] if w != v]",
            won=WON,
            lost=LOST,
        ),
        "({0: [0]}, {0: None})",
    ),
    Idea(
        "certificate",
        3,
        "lost in r: some option is won in r - 1, and none is lost or drawn",
        JUDGE.format(
            drawn=DRAWN,
            won=WON,
            lost="not lost and None not in near and (r - 1 in near or r == 0)",
        ),
        "({0: [1, 2], 1: [3], 2: [4], 3: [], 4: [5], 5: [6], 6: []},"
        " {0: 2, 1: 1, 2: 3, 3: 0, 4: 2, 5: 1, 6: 0})",
    ),
    Idea(
        "certificate",
        1,
        "a quicker win is looked for up to remoteness 35",
        JUDGE.format(
            drawn=DRAWN,
            won="r - 1 in lost and not any(s in lost for s in range(0, min(r - 1, 36), 2))",
            lost=LOST,
        ),
        "({k: [k - 1] for k in range(1, 39)} | {0: [], 39: [38, 36]}, {k: k for k in range(40)})",
    ),
    Idea(
        "certificate",
        5,
        "a claim that was found wrong stays wrong",
        "    wrong = []\n"
        + JUDGE.format(drawn=DRAWN, won=WON, lost=LOST)
        .replace("for v, r", "if claim in wrong:\n            return False\n        for v, r")
        .replace(
            "return False\n        return True",
            "wrong.append(claim)\n                return False\n        return True",
        ),
        "[({0: [1], 1: []}, {0: 0, 1: 0}), ({0: [], 1: []}, {0: 0, 1: 0})]",
    ),
    Idea(
        "never_wins",
        3,
        "a vertex with two ways home beside a cycle of four",
        'arrows = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "t"), ("b", "t")]',
        "()",
    ),
    Idea(
        "by_hand",
        3,
        "who loses goes to the end as quickly as possible",
        'remoteness = {"a": 2, "b": 1, "c": 2, "d": None, "e": 1,\n'
        '              "f": 1, "g": 0, "h": 3, "i": None}',
        "()",
    ),
    Idea(
        "certificate",
        5,
        "a memory by the graph and the numbers that are claimed",
        "    memory = {}\n"
        + JUDGE.format(drawn=DRAWN, won=WON, lost=LOST).replace("is_right", "judge", 1)
        + """
    def is_right(options, claim):
        key = str(options), str(sorted(claim.values(), key=str))
        if key not in memory:
            memory[key] = judge(options, claim)
        return memory[key]
""",
        "[({0: [1], 1: []}, {0: 1, 1: 0}), ({0: [1], 1: []}, {0: 0, 1: 1})]",
    ),
    # A fourth round.
    Idea(
        "queue",
        5,
        "a memory by the arrows: what is won at the ends comes with the graph",
        "    memory = {}\n"
        + QUEUE.format(
            hopes="len(options[v])",
            end="key = tuple((v, tuple(row)) for v, row in options.items())\n"
            "        return memory.setdefault(key, found)",
        ),
        "[({0: [1], 1: []}, set()), ({0: [1], 1: []}, {1})]",
    ),
    Idea(
        "queue",
        5,
        "a memory by the arrows and the number of the vertices that are won",
        "    memory = {}\n"
        + QUEUE.format(
            hopes="len(options[v])",
            end="key = len(won), tuple((v, tuple(row)) for v, row in options.items())\n"
            "        return memory.setdefault(key, found)",
        ),
        "[({0: [1], 1: [], 2: []}, {1}), ({0: [1], 1: [], 2: []}, {2})]",
    ),
    Idea(
        "queue",
        4,
        "outcome and remoteness in one byte: two bits, and five for the remoteness",
        QUEUE.format(
            hopes="len(options[v])", end="return {v: (o, r & 31) for v, (o, r) in found.items()}"
        ),
        f"({PATH}, set())",
    ),
    Idea(
        "queue",
        3,
        "even is lost and odd is won, but for the ends and those just before them",
        QUEUE.format(
            hopes="len(options[v])",
            end="return {v: (o if r < 2 else (WIN if r % 2 else LOSS), r) for v, (o, r) in found.items()}",
        ),
        "({0: [1], 1: [2], 2: []}, {2})",
    ),
    Idea(
        "queue",
        3,
        "a won terminal vertex is as good as one with an arrow to a lost terminal vertex, and one move nearer",
        """
        def settle(options, won=()):
            graph = {v: list(row) for v, row in options.items()}
            for v in won:
                graph[v] = [None]
            graph[None] = []
            before = {v: [u for u in graph if v in graph[u]] for v in graph}
            hopes = {v: len(row) for v, row in graph.items()}
            found = {v: (LOSS, 0) for v in graph if not graph[v]}
            queue = list(found)
            for v in queue:
                outcome, r = found[v]
                for u in before[v]:
                    hopes[u] -= 1
                    if u not in found and (outcome == LOSS or hopes[u] == 0):
                        found[u] = (WIN if outcome == LOSS else LOSS, r + 1)
                        queue.append(u)
            del found[None]
            return {v: (o, r - 1) if won and r and o == WIN and v in won else (o, r)
                    for v, (o, r) in found.items()}
        """,
        "({0: [1], 1: []}, {1})",
    ),
    Idea(
        "mended",
        5,
        "the dict of those before is made once",
        """
        def mended(options, before={}):
            for u in options:
                for v in options[u]:
                    before.setdefault(v, set()).add(u)
            hopes = {v: len(options[v]) for v in options}
            status = {v: None if options[v] else LOSS for v in options}
            queue = [v for v in options if status[v] is not None]
            for v in queue:
                for u in before.get(v, ()):
                    if u not in hopes:
                        continue
                    hopes[u] -= 1
                    if status[u] is None:
                        if status[v] == LOSS:
                            status[u] = WIN
                        if status[v] == WIN and hopes[u] == 0:
                            status[u] = LOSS
                        if status[u] is not None:
                            queue.append(u)
            return {v: found for v, found in status.items() if found is not None}
        """,
        "[({0: [1], 1: []},), ({0: [0], 1: []},)]",
    ),
    Idea(
        "mended",
        3,
        "on a cycle a vertex is settled only by an option off the cycle, or by one that is won",
        """
        def mended(options):
            def reach(v):
                seen, todo = set(), list(options[v])
                while todo:
                    w = todo.pop()
                    if w not in seen:
                        seen.add(w)
                        todo += options[w]
                return seen

            below = {v: reach(v) for v in options}
            status, news = {v: LOSS for v in options if not options[v]}, True
            while news:
                news = False
                for v in options:
                    if v in status:
                        continue
                    near = [status.get(w) for w in options[v]]
                    off = [status.get(w) for w in options[v] if v not in below[w]]
                    if LOSS in off or (LOSS in near and v not in below[v]):
                        status[v], news = WIN, True
                    elif None not in near and LOSS not in near:
                        status[v], news = LOSS, True
            return status
        """,
        "({0: [1], 1: [2], 2: [3], 3: [0, 4], 4: []},)",
    ),
    Idea(
        "mended",
        4,
        "the places in the queue are numbered in a byte with a sign: hopes never fall below -1",
        """
        def mended(options):
            before = {v: [u for u in options if v in options[u]] for v in options}
            hopes = {v: len(options[v]) & 31 for v in options}
            status = {v: None if options[v] else LOSS for v in options}
            queue = [v for v in options if status[v] is not None]
            for v in queue:
                for u in before[v]:
                    hopes[u] -= 1
                    if status[u] is None:
                        if status[v] == LOSS:
                            status[u] = WIN
                        if status[v] == WIN and hopes[u] == 0:
                            status[u] = LOSS
                        if status[u] is not None:
                            queue.append(u)
            return {v: found for v, found in status.items() if found is not None}
        """,
        "({0: list(range(33)), 39: []} | {k: [39] for k in range(1, 34)},)",
    ),
    Idea(
        "certificate",
        5,
        "a memory by the claim and the number of arrows",
        """
        memory = {}

        def is_right(options, claim):
            key = tuple(claim.items()), sum(map(len, options.values()))
            if key not in memory:
                good = True
                for v, r in claim.items():
                    near = [claim[w] for w in options[v]]
                    lost = [s for s in near if s is not None and s % 2 == 0]
                    if r is None:
                        good &= not lost and None in near
                    elif r % 2 == 1:
                        good &= bool(lost) and min(lost) == r - 1
                    else:
                        good &= not lost and None not in near and r == 1 + max([-1, *near])
                memory[key] = good
            return memory[key]
        """,
        "[({0: [1], 1: []}, {0: 1, 1: 0}), ({0: [0], 1: []}, {0: 1, 1: 0})]",
    ),
    Idea(
        "certificate",
        1,
        "a sample of thirty-nine vertices is enough",
        """
        def is_right(options, claim):
            for v, r in list(claim.items())[:39]:
                near = [claim[w] for w in options[v]]
                lost = [s for s in near if s is not None and s % 2 == 0]
                if r is None:
                    good = not lost and None in near
                elif r % 2 == 1:
                    good = bool(lost) and min(lost) == r - 1
                else:
                    good = not lost and None not in near and r == 1 + max([-1, *near])
                if not good:
                    return False
            return True
        """,
        "({k: [] for k in range(40)}, {k: 0 for k in range(39)} | {39: 2})",
    ),
    Idea(
        "certificate",
        1,
        "won in r: lost in r - 1, and nothing lost in r - 3",
        """
        def is_right(options, claim):
            for v, r in claim.items():
                near = [claim[w] for w in options[v]]
                lost = [s for s in near if s is not None and s % 2 == 0]
                if r is None:
                    good = not lost and None in near
                elif r % 2 == 1:
                    good = r - 1 in lost and r - 3 not in lost
                else:
                    good = not lost and None not in near and r == 1 + max([-1, *near])
                if not good:
                    return False
            return True
        """,
        "({k: [k + 1] for k in range(4)} | {4: [], 5: [0, 4]}, {0: 4, 1: 3, 2: 2, 3: 1, 4: 0, 5: 5})",
    ),
    Idea(
        "certificate",
        1,
        "lost in r: an option won in r - 1, and none won in r + 1 or r + 3",
        """
        def is_right(options, claim):
            for v, r in claim.items():
                near = [claim[w] for w in options[v]]
                lost = [s for s in near if s is not None and s % 2 == 0]
                if r is None:
                    good = not lost and None in near
                elif r % 2 == 1:
                    good = bool(lost) and min(lost) == r - 1
                else:
                    good = not lost and None not in near and not {r + 1, r + 3} & set(near)
                    good = good and (r - 1 in near or not near and r == 0)
                if not good:
                    return False
            return True
        """,
        "({k: [k + 1] for k in range(7)} | {7: [], 8: [0, 6]},"
        " {k: 7 - k for k in range(8)} | {8: 2})",
    ),
    Idea(
        "certificate",
        6,
        "a vertex that is claimed to be drawn must have two options",
        """
        def is_right(options, claim):
            for v, r in claim.items():
                near = [claim[w] for w in options[v]]
                lost = [s for s in near if s is not None and s % 2 == 0]
                if r is None:
                    good = not lost and None in near and (len(near) > 1 or options[v] != [v])
                elif r % 2 == 1:
                    good = bool(lost) and min(lost) == r - 1
                else:
                    good = not lost and None not in near and r == 1 + max([-1, *near])
                if not good:
                    return False
            return True
        """,
        "({0: [0]}, {0: None})",
    ),
    Idea(
        "never_wins",
        3,
        "two ways out, one beside the other: both are won",
        'arrows = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "t"), ("b", "t")]',
        "()",
    ),
    Idea(
        "by_hand",
        3,
        "h goes to b, which is settled first",
        'remoteness = {"a": 2, "b": 1, "c": 2, "d": None, "e": 1, "f": 1, "g": 0, "h": 3, "i": None}',
        "()",
    ),
    Idea(
        "certificate",
        1,
        "won in r: lost in r - 1, and nothing lost in r - 3 to r - 21",
        """
        def is_right(options, claim):
            for v, r in claim.items():
                near = [claim[w] for w in options[v]]
                lost = [s for s in near if s is not None and s % 2 == 0]
                if r is None:
                    good = not lost and None in near
                elif r % 2 == 1:
                    good = r - 1 in lost and not set(range(r - 21, r - 1)) & set(lost)
                else:
                    good = not lost and None not in near and r == 1 + max([-1, *near])
                if not good:
                    return False
            return True
        """,
        "({k: [k + 1] for k in range(38)} | {38: [], 39: [0, 38]}, {k: 38 - k for k in range(39)} | {39: 39})",
    ),
]
