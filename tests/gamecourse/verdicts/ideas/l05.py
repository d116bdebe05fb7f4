"""Wrong answers to the exercises of lecture 5."""

from verdicts.ideas import Idea

#: A path of twelve vertices, the ends last: 5 and 6 come first.
PATH = (
    "{v: {w for w in (v - 1, v + 1) if 0 <= w <= 11}"
    " for v in (5, 6, 4, 7, 3, 8, 2, 9, 1, 10, 0, 11)}"
)
WHEEL = "{0: {1, 2, 3, 4}, 1: {0, 2, 4}, 2: {0, 1, 3}, 3: {0, 2, 4}, 4: {0, 1, 3}}"
SQUARE = "{v: {(v + 1) % 4, (v - 1) % 4} for v in range(4)}"

APART = """
    def one_cop_wins(near):
        near = {{v: set(row) for v, row in near.items()}}
        {loop}:
            corner = next((v for v in {order}
                           if any(near[v] | {{v}} <= near[w] | {{w}} for w in {others})), None)
            if corner is None:
                {stop}
            for w in near.pop(corner):
                near[w].remove(corner)
        {end}
"""


def apart(
    loop="while len(near) > 1",
    order="near",
    others="near[v]",
    stop="return False",
    end="return True",
):
    """The model's program with some of its parts changed."""
    return APART.format(loop=loop, order=order, others=others, stop=stop, end=end)


CHASE = """
    def chase(position):
        cops, robber, turn = position
        if cops is None:
            return ("{begin}",)
        here = cops[0]
        near = check.TOWN
        if robber == here or robber in near[here]:
            return (robber,)
        {rule}
"""

#: An octahedron and a square with a vertex in common: V - E + F and so on is 1 by chance.
OCTAHEDRON_AND_SQUARE = (
    "{v: {w for w in range(6) if w not in (v, v ^ 1)} | ({6, 8} if v == 0 else set())"
    " for v in range(6)} | {6: {0, 7}, 7: {6, 8}, 8: {7, 0}}"
)

#: One cop needs eight moves on it, as many as on any graph of twelve vertices.
EIGHT_MOVES = (
    "dict(enumerate([{1, 4, 6, 9, 10, 11}, {0, 2, 4, 6, 7, 8, 11}, {1, 3, 4, 5, 7, 8, 9, 10},"
    " {2, 6, 8, 9, 10}, {0, 1, 2, 6, 9}, {2, 6, 7}, {0, 1, 3, 4, 5, 7, 8, 11}, {1, 2, 5, 6, 11},"
    " {1, 2, 3, 6}, {0, 2, 3, 4, 10}, {0, 2, 3, 9, 11}, {0, 1, 6, 7, 10}]))"
)

#: A hub, and around it so many vertices that each is joined to all but the one across from it.
PARTY = (
    "({{v: {{w for w in range({0} + 1) if w != v and (v == {0} or w == {0} or v // 2 != w // 2)}}"
    " for v in range({0} + 1)}}, {0})"
)

MANY_AT_A_TIME = """
    from itertools import combinations

    def is_corner(near, v):
        around = near[v]
        at_a_time = min({many}, len(around))
        return bool(around) and all(
            any(set(group) <= near[w] | {{w}} for w in around)
            for group in combinations(around, at_a_time)
        )
"""


IDEAS = [
    Idea("by_hand", 2, "f looks like a corner", 'order = list("fdabcegh")', "()"),
    Idea("by_hand", 2, "the fewest neighbours first", 'order = list("dfhabceg")', "()"),
    Idea("by_hand", 2, "from the end to the beginning", 'order = list("hgecbafd")', "()"),
    # is_corner(near, v): 1 to 12 vertices
    Idea(
        "is_corner",
        6,
        "put v into its own set, and the comparison is short (see the sets afterwards)",
        """
        def is_corner(near, v):
            near[v].add(v)
            return any(near[v] <= near[w] | {w} for w in near[v] if w != v)
        """,
        None,
    ),
    Idea(
        "is_corner",
        3,
        "open neighbourhoods: every neighbour of v is a neighbour of w",
        """
        def is_corner(near, v):
            return any(near[v] <= near[w] for w in near if w != v)
        """,
        f"({SQUARE}, 0)",
    ),
    Idea(
        "is_corner",
        3,
        "a vertex that nobody is near is a corner",
        """
        def is_corner(near, v):
            return not near[v] or any(near[v] | {v} <= near[w] | {w} for w in near[v])
        """,
        "({0: set()}, 0)",
    ),
    Idea(
        "is_corner",
        3,
        "a corner's neighbours are all joined to one another",
        """
        def is_corner(near, v):
            return bool(near[v]) and all(near[v] <= near[w] | {w} for w in near[v])
        """,
        "({0: {1, 2, 3}, 1: {0, 2, 3}, 2: {0, 1}, 3: {0, 1}}, 0)",
    ),
    Idea(
        "is_corner",
        3,
        "a vertex does not dominate one with the same neighbours",
        """
        def is_corner(near, v):
            return any(near[v] | {v} < near[w] | {w} for w in near[v])
        """,
        "({0: {1}, 1: {0}}, 0)",
    ),
    Idea(
        "is_corner",
        3,
        "the neighbour with the most neighbours, and the first of these",
        """
        def is_corner(near, v):
            w = max(sorted(near[v]), key=lambda w: len(near[w]), default=None)
            return w is not None and near[v] | {v} <= near[w] | {w}
        """,
        "({0: {1, 2, 3}, 1: {0, 4, 5, 6}, 2: {0, 3}, 3: {0, 2}, 4: {1}, 5: {1}, 6: {1}}"
        " | {1: {0, 2, 4, 5, 6}, 2: {0, 1, 3}, 3: {0, 2}}, 0)",
    ),
    Idea(
        "is_corner",
        1,
        "ten neighbours are looked at: nobody has more",
        """
        def is_corner(near, v):
            return any(near[v] | {v} <= near[w] | {w} for w in sorted(near[v])[:10])
        """,
        "({0: set(range(1, 12)), 11: set(range(11))} | {v: {0, 11} for v in range(1, 11)}, 0)",
    ),
    Idea(
        "is_corner",
        2,
        "who dominates comes later in the dict",
        """
        def is_corner(near, v):
            names = list(near)
            later = names[names.index(v) + 1 :]
            return any(near[v] | {v} <= near[w] | {w} for w in later if w in near[v])
        """,
        "({0: {1}, 1: {0, 2}, 2: {1}}, 2)",
    ),
    Idea(
        "is_corner",
        5,
        "a memory by the vertex and its neighbours",
        """
        memory = {}

        def is_corner(near, v):
            key = v, frozenset(near[v])
            if key not in memory:
                memory[key] = any(near[v] | {v} <= near[w] | {w} for w in near[v])
            return memory[key]
        """,
        f"[({SQUARE}, 0), ({{0: {{1, 3}}, 1: {{0, 3}}, 2: {{3}}, 3: {{0, 1, 2}}}}, 0)]",
    ),
    # one_cop_wins(near): connected graphs of 1 to 12 vertices
    Idea(
        "one_cop_wins",
        1,
        "ten corners are enough",
        apart(loop="for _ in range(10)", stop="break", end="return len(near) <= 1"),
        f"({PATH},)",
    ),
    Idea(
        "one_cop_wins",
        1,
        "five passes in the order of the dict",
        """
        def one_cop_wins(near):
            near = {v: set(row) for v, row in near.items()}
            for _ in range(5):
                for v in list(near):
                    if any(near[v] | {v} <= near[w] | {w} for w in near[v]):
                        for w in near.pop(v):
                            near[w].remove(v)
            return len(near) == 1
        """,
        "({v: {w for w in (v - 1, v + 1) if 0 <= w <= 11}"
        " for v in (5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11)}"
        " | {5: {4, 6}},)",
    ),
    Idea(
        "one_cop_wins",
        2,
        "one pass in the order of the dict",
        """
        def one_cop_wins(near):
            near = {v: set(row) for v, row in near.items()}
            for v in list(near):
                if any(near[v] | {v} <= near[w] | {w} for w in near[v]):
                    for w in near.pop(v):
                        near[w].remove(v)
            return len(near) == 1
        """,
        f"({PATH},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "all corners of a round go together",
        """
        def one_cop_wins(near):
            near = {v: set(row) for v, row in near.items()}
            while len(near) > 1:
                corners = {v for v in near if any(near[v] | {v} <= near[w] | {w} for w in near[v])}
                if not corners:
                    return False
                near = {v: row - corners for v, row in near.items() if v not in corners}
            return True
        """,
        "({0: {1, 3, 4}, 1: {0, 2, 4}, 2: {1, 3}, 3: {0, 2, 4}, 4: {0, 1, 3}},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "no cycle of four or more without a chord",
        """
        def one_cop_wins(near):
            near = {v: set(row) for v, row in near.items()}
            while near:
                v = next((v for v in near
                          if all(near[v] <= near[w] | {w} for w in near[v])), None)
                if v is None:
                    return False
                for w in near.pop(v):
                    near[w].remove(v)
            return True
        """,
        f"({WHEEL},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "open neighbourhoods dominate, too",
        APART.format(
            loop="while len(near) > 1",
            order="near",
            others="near if w != v and near[v] <= near[w] or w in near[v]",
            stop="return False",
            end="return True",
        ).replace("near[v] | {v} <= near[w] | {w}", "near[v] - {w} <= near[w]"),
        f"({SQUARE},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "one vertex alone has no corner",
        apart(loop="while near", stop="return False"),
        "({0: set()},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "a graph with a corner falls to one cop",
        """
        def one_cop_wins(near):
            if len(near) == 1:
                return True
            return any(near[v] | {v} <= near[w] | {w} for v in near for w in near[v])
        """,
        "({0: {1, 3, 4}, 1: {0, 2}, 2: {1, 3}, 3: {0, 2}, 4: {0}},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "a vertex is near all others, or the graph is a tree",
        """
        def one_cop_wins(near):
            edges = sum(map(len, near.values())) // 2
            everywhere = any(len(row) == len(near) - 1 for row in near.values())
            return everywhere or edges == len(near) - 1
        """,
        "({0: {1, 2}, 1: {0, 2}, 2: {0, 1, 3}, 3: {2, 4}, 4: {3}},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "the edges tell: one cop wins if there are triangles enough",
        """
        def one_cop_wins(near):
            edges = sum(map(len, near.values())) // 2
            triangles = sum(len(near[v] & near[w]) for v in near for w in near[v]) // 6
            return len(near) - edges + triangles >= 1
        """,
        "({v: {w for w in range(6) if w != v and w % 3 != v % 3} for v in range(6)},)",
    ),
    Idea(
        "one_cop_wins",
        5,
        "a memory by the numbers of neighbours",
        "    memory = {}\n"
        + apart().replace("def one_cop_wins", "def work_out")
        + """
    def one_cop_wins(near):
        key = tuple(sorted(map(len, near.values())))
        if key not in memory:
            memory[key] = work_out(near)
        return memory[key]
""",
        "[({0: {1, 2, 5}, 1: {0, 2, 3}, 2: {0, 1}, 3: {1, 4}, 4: {3, 5}, 5: {0, 4}},),"
        " ({0: {1, 2, 3}, 1: {0, 2}, 2: {0, 1}, 3: {0, 4, 5}, 4: {3, 5}, 5: {3, 4}},)]",
    ),
    Idea(
        "one_cop_wins",
        6,
        "the graph itself is taken apart: the caller has no use for it (see it afterwards)",
        """
        def one_cop_wins(near):
            while len(near) > 1:
                corner = next((v for v in near
                               if any(near[v] | {v} <= near[w] | {w} for w in near[v])), None)
                if corner is None:
                    return False
                for w in near.pop(corner):
                    near[w].remove(corner)
            return True
        """,
        None,
    ),
    # edges by hand
    Idea(
        "chords",
        6,
        "six chords to be safe",
        "new_edges = [(0, k) for k in (2, 3, 4, 5, 6)] + [(1, 3)]",
        "()",
    ),
    Idea(
        "chords",
        2,
        "the cycle goes 0, 1, ..., 7 and stops",
        "new_edges = [(0, k) for k in (2, 3, 4, 5)]",
        "()",
    ),
    Idea(
        "chords",
        3,
        "opposite vertices are joined",
        "new_edges = [(0, 4), (1, 5), (2, 6), (3, 7), (0, 2)]",
        "()",
    ),
    Idea(
        "no_ring",
        6,
        "the octahedron again",
        "triangles = [(v, w) for v in range(6) for w in range(v) if v % 3 != w % 3]",
        "()",
    ),
    Idea(
        "no_ring",
        3,
        "a ring of four with a triangle outside each edge has twelve edges",
        "triangles = [(k, (k + 1) % 4) for k in range(4)]"
        " + [(k, k + 4) for k in range(4)] + [(k, (k + 3) % 4 + 4) for k in range(4)]",
        "()",
    ),
    Idea(
        "no_ring",
        6,
        "two triangles that do not hang together: one cop is never enough",
        "triangles = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]",
        "()",
    ),
    Idea(
        "no_ring",
        6,
        "a cycle of five is enough",
        "triangles = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2)]",
        "()",
    ),
    # chase(position): a strategy
    Idea(
        "chase",
        2,
        "the first way that is nearer to the robber",
        CHASE.format(
            begin="e",
            rule="near_robber = set(near[robber])\n"
            "        return (next((w for w in near[here] if w in near_robber), "
            "sorted(near[here])[0]),)",
        ),
        '((("h",), "d", "cops"),)',
    ),
    Idea(
        "chase",
        6,
        "go where most squares are near, and wait there",
        CHASE.format(begin="e", rule="return (here,)"),
        '((("h",), "f", "cops"),)',
    ),
    Idea(
        "chase",
        5,
        "dice: sooner or later the robber is caught",
        CHASE.format(
            begin="h",
            rule="import random\n        return (random.Random(1).choice(sorted(near[here])),)",
        ),
        '((("h",), "f", "cops"),)',
    ),
    Idea(
        "chase",
        3,
        "only one shadow: the square that dominates the robber's",
        CHASE.format(
            begin="h",
            rule='shadow = dict(d="f", f="e", a="c", b="g", c="e", e="g", g="h")\n'
            "        to = shadow[robber]\n"
            "        return (to if to in near[here] else here,)",
        ),
        '((("b",), "d", "cops"),)',
    ),
    # A third round.
    Idea("by_hand", 2, "a looks like a corner once d has gone", 'order = list("dafbcegh")', "()"),
    Idea(
        "is_corner",
        3,
        "edges among the neighbours, one fewer than there are neighbours",
        """
        def is_corner(near, v):
            edges = sum(len(near[w] & near[v]) for w in near[v]) // 2
            return bool(near[v]) and edges >= len(near[v]) - 1
        """,
        "({0: {1, 2, 3, 4}, 1: {0, 2, 4}, 2: {0, 1, 3}, 3: {0, 2, 4}, 4: {0, 1, 3}}, 0)",
    ),
    Idea(
        "is_corner",
        3,
        "the neighbours hang together",
        """
        def is_corner(near, v):
            if not near[v]:
                return False
            seen = {next(iter(near[v]))}
            waiting = list(seen)
            for w in waiting:
                fresh = near[w] & near[v] - seen
                seen |= fresh
                waiting += fresh
            return seen == near[v]
        """,
        "({0: {1, 2, 3, 4}, 1: {0, 2}, 2: {0, 1, 3}, 3: {0, 2, 4}, 4: {0, 3}}, 0)",
    ),
    Idea(
        "is_corner",
        3,
        "the neighbour that shares most neighbours has at least as many as the vertex",
        """
        def is_corner(near, v):
            shared = max((len(near[w] & near[v]) for w in near[v]), default=-1)
            return shared >= min(len(near[v]) - 1, 9)
        """,
        "({0: set(range(1, 12))} | {k: {0} for k in range(1, 12)}"
        " | {1: {0, *range(2, 11)}} | {k: {0, 1} for k in range(2, 11)}, 0)",
    ),
    Idea(
        "is_corner",
        5,
        "a memory by the vertex, and by who is near whom among its neighbours and their numbers",
        """
        memory = {}

        def is_corner(near, v):
            key = v, len(near), tuple(sorted(len(near[w]) for w in near[v]))
            if key not in memory:
                memory[key] = any(near[v] | {v} <= near[w] | {w} for w in near[v])
            return memory[key]
        """,
        "[({0: {1, 2}, 1: {0, 2}, 2: {0, 1}, 3: set()}, 0),"
        " ({0: {1, 2}, 1: {0, 3}, 2: {0, 3}, 3: {1, 2}}, 0)]",
    ),
    Idea(
        "is_corner",
        5,
        "the vertex is taken away while we look, and put back at the end if it is no corner",
        """
        def is_corner(near, v):
            rest = near.pop(v)
            for w in rest:
                if rest <= near[w] | {w}:
                    return True
            near[v] = rest
            return False
        """,
        "[(g, v) for g in [{0: {1}, 1: {0, 2}, 2: {1}}] for v in (0, 0)]",
    ),
    Idea(
        "one_cop_wins",
        3,
        "vertices minus edges plus triangles and so on is 1: no hole",
        """
        from itertools import combinations

        def one_cop_wins(near):
            total = 0
            for size in range(1, len(near) + 1):
                cliques = sum(
                    all(w in near[v] for v, w in combinations(group, 2))
                    for group in combinations(near, size)
                )
                if cliques == 0:
                    break
                total += cliques if size % 2 else -cliques
            return total == 1
        """,
        f"({OCTAHEDRON_AND_SQUARE},)",
    ),
    Idea(
        "one_cop_wins",
        2,
        "the vertex with the fewest neighbours is the corner, if there is one",
        """
        def one_cop_wins(near):
            near = {v: set(row) for v, row in near.items()}
            while len(near) > 1:
                least = min(map(len, near.values()))
                corner = next(
                    (v for v in near if len(near[v]) <= least and is_corner(near, v)), None
                )
                if corner is None:
                    return False
                for w in near.pop(corner):
                    near[w].remove(corner)
            return True

        def is_corner(near, v):
            return any(near[v] | {v} <= near[w] | {w} for w in near[v])
        """,
        "({0: {8, 1, 4, 5}, 1: {0, 2}, 2: {1, 3, 6, 7}, 3: {2, 6, 7}, 4: {0, 8, 5}, 5: {0, 8, 4},"
        " 6: {2, 3, 7}, 7: {2, 3, 6}, 8: {0, 4, 5}},)",
    ),
    Idea(
        "one_cop_wins",
        1,
        "the cop needs at most as many moves as half of the vertices",
        """
        def one_cop_wins(near):
            caught = {(c, r) for c in near for r in near if c == r}
            for move in range(len(near) // 2):
                caught |= {
                    (c, r)
                    for c in near
                    for r in near
                    if any(
                        d == r or all((d, s) in caught for s in near[r] | {r})
                        for d in near[c] | {c}
                    )
                }
            return any(all((c, r) in caught for r in near) for c in near)
        """,
        f"({EIGHT_MOVES},)",
    ),
    Idea(
        "one_cop_wins",
        1,
        "seven moves of the cop are enough for any town",
        """
        def one_cop_wins(near):
            caught = {(c, r) for c in near for r in near if c == r}
            for move in range(7):
                caught |= {
                    (c, r)
                    for c in near
                    for r in near
                    if any(
                        d == r or all((d, s) in caught for s in near[r] | {r})
                        for d in near[c] | {c}
                    )
                }
            return any(all((c, r) in caught for r in near) for c in near)
        """,
        f"({EIGHT_MOVES},)",
    ),
    Idea(
        "one_cop_wins",
        5,
        "a memory by the numbers of vertices, of edges and of triangles",
        """
        memory = {}

        def one_cop_wins(near):
            edges = sum(map(len, near.values()))
            triangles = sum(len(near[v] & near[w]) for v in near for w in near[v])
            key = len(near), edges, triangles
            if key not in memory:
                memory[key] = taken_apart({v: set(row) for v, row in near.items()})
            return memory[key]

        def taken_apart(near):
            while len(near) > 1:
                corner = next(
                    (v for v in near if any(near[v] | {v} <= near[w] | {w} for w in near[v])), None
                )
                if corner is None:
                    return False
                for w in near.pop(corner):
                    near[w].remove(corner)
            return True
        """,
        "[({0: {1, 2, 3, 5}, 1: {0, 2}, 2: {0, 1, 3, 4}, 3: {0, 2, 4, 5}, 4: {2, 3, 5},"
        " 5: {0, 3, 4}},), ({0: {1, 3, 4, 5}, 1: {0, 2, 4}, 2: {1, 5}, 3: {0, 4, 5},"
        " 4: {0, 1, 3, 5}, 5: {0, 2, 3, 4}},)]",
    ),
    Idea(
        "one_cop_wins",
        3,
        "all corners that are dominated by a vertex that is no corner go together",
        """
        def one_cop_wins(near):
            near = {v: set(row) for v, row in near.items()}
            while len(near) > 1:
                corners = {v for v in near if is_corner(near, v)}
                gone = {
                    v
                    for v in corners
                    if any(near[v] | {v} <= near[w] | {w} for w in near[v] - corners)
                }
                if not gone:
                    return len(corners) == len(near)
                for v in gone:
                    for w in near.pop(v):
                        near[w].discard(v)
            return True

        def is_corner(near, v):
            return any(near[v] | {v} <= near[w] | {w} for w in near[v])
        """,
        "({0: {1, 2, 3}, 1: {0, 2, 3}, 2: {0, 1}, 3: {0, 1, 4, 6}, 4: {3, 5, 6}, 5: {4, 6},"
        " 6: {3, 4, 5}},)",
    ),
    Idea(
        "chords",
        3,
        "a cycle of eight needs three chords to be halved and halved again",
        "new_edges = [(0, 4), (0, 2), (4, 6), (2, 4), (6, 0)][:4]",
        "()",
    ),
    Idea(
        "chords",
        6,
        "from 0 to all others, neighbours as well",
        "new_edges = [(0, k) for k in range(1, 8)]",
        "()",
    ),
    Idea(
        "no_ring",
        6,
        "an edge that is given both ways is one edge",
        """
        triangles = [(0, 1), (0, 2), (0, 5), (1, 2), (1, 3),
                     (1, 4), (2, 5), (3, 4), (3, 5), (4, 5), (5, 4)]
        """,
        "()",
    ),
    Idea(
        "chase",
        5,
        "a position does not come twice, so at one that was seen the cop stays",
        """
        seen = set()
        shadow = {"d": "f", "f": "e", "a": "c", "b": "g", "c": "e", "e": "g", "g": "h"}

        def chase(position):
            cops, robber, turn = position
            if cops is None:
                return ("h",)
            here = cops[0]
            if position in seen:
                return (here,)
            seen.add(position)
            while robber != here and robber not in check.TOWN[here]:
                robber = shadow[robber]
            return (robber,)
        """,
        '[((("h",), "d", "cop"),)] * 2',
    ),
    # A fourth round.
    Idea(
        "is_corner",
        3,
        "by Helly's theorem three at a time are enough: each three neighbours are near one of them",
        MANY_AT_A_TIME.format(many=3),
        f"{PARTY.format(4)}",
    ),
    Idea(
        "is_corner",
        3,
        "each five neighbours are near one of them",
        MANY_AT_A_TIME.format(many=5),
        f"{PARTY.format(6)}",
    ),
    Idea(
        "is_corner",
        3,
        "each seven neighbours are near one of them",
        MANY_AT_A_TIME.format(many=7),
        f"{PARTY.format(8)}",
    ),
    Idea(
        "is_corner",
        3,
        "each nine neighbours are near one of them",
        MANY_AT_A_TIME.format(many=9),
        f"{PARTY.format(10)}",
    ),
    Idea(
        "is_corner",
        4,
        "the neighbours are the bits of a byte",
        """
        def is_corner(near, v):
            place = {u: k for k, u in enumerate(near)}

            def byte(u):
                return sum(1 << place[w] for w in near[u] | {u}) & 0xFF

            return any(byte(v) | byte(w) == byte(w) for w in near[v])
        """,
        "({v: {(v + 1) % 12, (v - 1) % 12} for v in range(12)}, 9)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "a corner is dominated by the vertex with the most neighbours among those near it",
        apart(others="([max(near[v], key=lambda u: len(near[u]))] if near[v] else [])"),
        "({0: {1, 4, 5}, 1: {0, 2, 3, 4}, 2: {1, 3, 5}, 3: {1, 2, 4, 5}, 4: {0, 1, 3, 5},"
        " 5: {0, 2, 3, 4}},)",
    ),
    Idea(
        "one_cop_wins",
        3,
        "if each cycle of four has a chord, or a vertex near all four, one cop wins, else not",
        """
        from itertools import combinations, permutations

        def one_cop_wins(near):
            for some in combinations(near, 4):
                a = some[0]
                for b, c, d in permutations(some[1:]):
                    if b in near[a] and c in near[b] and d in near[c] and a in near[d]:
                        if c not in near[a] and d not in near[b]:
                            if not any(set(some) <= near[v] for v in near):
                                return False
            return len(near) < 3 or any(is_corner(near, v) for v in near)
        """,
        "({0: {1, 4, 5}, 1: {0, 2}, 2: {1, 3}, 3: {2, 4}, 4: {3, 0}, 5: {0}},)",
    ),
    Idea(
        "one_cop_wins",
        5,
        "a memory by the neighbours' numbers of neighbours, vertex by vertex",
        "    memory = {}\n"
        + apart(
            stop="return memory.setdefault(key, False)",
            end="return memory.setdefault(key, True)",
        ).replace(
            "near = {v:",
            "key = tuple(sorted((len(row), *sorted(len(near[w]) for w in row)) for row in near.values()))\n"
            "        if key in memory:\n            return memory[key]\n        near = {v:",
        ),
        "[({0: {1, 3, 5}, 1: {0, 4}, 2: {3, 5}, 3: {0, 2, 4}, 4: {1, 3}, 5: {0, 2}},),"
        " ({0: {1, 3, 4}, 1: {0, 4}, 2: {3, 5}, 3: {0, 2, 5}, 4: {0, 1}, 5: {2, 3}},)]",
    ),
    Idea(
        "one_cop_wins",
        4,
        "who is left is a byte: eight vertices, and the others are taken off first if they are corners",
        """
        def one_cop_wins(near):
            near = {v: set(row) for v, row in near.items()}
            for v in list(near)[8:]:
                for w in near.pop(v):
                    near[w].discard(v)
            while len(near) > 1:
                corner = next((v for v in near if is_corner(near, v)), None)
                if corner is None:
                    return len(near) != 8 and not all(near.values())
                for w in near.pop(corner):
                    near[w].discard(corner)
            return True
        """,
        "({v: {(v + 1) % 12, (v - 1) % 12} for v in range(12)},)",
    ),
    Idea(
        "chords",
        3,
        "five chords, but two of them cross",
        "new_edges = [(0, 2), (2, 4), (4, 6), (1, 5), (0, 4)]",
        "()",
    ),
    Idea(
        "no_ring",
        3,
        "a wheel with five spokes: the robber runs round the rim",
        "triangles = [(5, k) for k in range(5)] + [(k, (k + 1) % 5) for k in range(5)]",
        "()",
    ),
    Idea(
        "no_ring",
        3,
        "a ring of five triangles: with their outer edges left out, ten edges",
        "triangles = [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)]",
        "()",
    ),
    Idea(
        "chase",
        3,
        "begin in the middle, on e, and go to the shadow",
        CHASE.format(
            begin="e",
            rule="""shadow = {"d": "f", "f": "e", "a": "c", "b": "g", "c": "e", "g": "h"}
        robber = shadow.get(robber, here)
        return (robber if robber in near[here] else here,)""",
        ),
        "((None, None, 'cops'),)",
    ),
    Idea(
        "by_hand",
        2,
        "d first, then the letters in order",
        'order = ["d", "a", "b", "c", "e", "f", "g", "h"]',
        "()",
    ),
]
