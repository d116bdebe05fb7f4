"""Second methods: slow, short and written from the definitions, to hold the library against."""

import networkx as nx
import numpy as np
from hypothesis import strategies as st


@st.composite
def digraphs(draw, max_vertices=9, results=(None,)):
    """Random directed graphs: self-loops, cycles, several components, no terminal, one vertex or none.

    Ends carry one of ``results`` as their outcome; None leaves the default, a LOSS.
    """
    n = draw(st.integers(0, max_vertices))
    G = nx.DiGraph()
    G.add_nodes_from(range(n))
    if n:
        vertices = st.integers(0, n - 1)
        G.add_edges_from(draw(st.lists(st.tuples(vertices, vertices), max_size=3 * n)))
    for v in G:
        result = draw(st.sampled_from(results))
        if not G.out_degree(v) and result is not None:
            G.nodes[v]["outcome"] = result
    return G


def rounds(G):
    """Outcome and remoteness by the criteria alone, applied until a round changes nothing; draws are absent.

    Round r may only use what was known before it, so what it finds has remoteness r.
    """
    known = {v: (G.nodes[v].get("outcome", -1), 0) for v in G if not G.out_degree(v)}
    drawn_ends = {v for v, (result, _) in known.items() if result == 0}
    known = {v: verdict for v, verdict in known.items() if v not in drawn_ends}
    for r in range(1, len(G) + 1):
        found = {}
        for v in set(G) - set(known) - drawn_ends:
            options = [known[w][0] if w in known else 0 for w in G.successors(v)]
            if min(options) < 0:
                found[v] = (1, r)
            elif min(options) > 0:
                found[v] = (-1, r)
        if not found:
            break
        known |= found
    return known


def horizon_values(G):
    """The value of every vertex with results that are numbers: play is cut off after n moves and worth 0 then.

    Who can force a result other than 0 can force it within n moves, so n rounds are enough.
    """
    value = {v: float(G.nodes[v].get("outcome", -1)) if not G.out_degree(v) else 0.0 for v in G}
    for _ in range(len(G) + 1):
        value = {v: max((-value[w] for w in G.successors(v)), default=value[v]) for v in G}
    return value


def random_board(rng, rows, columns, walls=0.2, exits=1):
    """The text of a random board with a policeman and a thief on different free cells."""
    cells = np.where(rng.random(rows * columns) < walls, "*", ".")
    places = rng.permutation(rows * columns)
    cells[places[0]], cells[places[1]] = "P", "T"
    cells[places[2 : 2 + exits]] = "E"
    return "\n".join("".join(row) for row in cells.reshape(rows, columns))
