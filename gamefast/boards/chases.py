"""The chases as arrays: policeman and thief on a board, and cops and robber on a graph.

Both are games of two tokens (``tokens``), and no move is stored.
"""

from __future__ import annotations

import numpy as np

from gamefast.arrays.graph import row_starts
from gamefast.arrays.walk import Listed
from gamefast.boards.meeting import Meeting
from gamefast.boards.tokens import BYTES_IN_ROUNDS, TokenGraph
from gamefast.machine import BYTES_ON_THE_FLY, MAX_EDGES, check_memory, in_words
from gamelib.core import TooLarge
from gamelib.games import CopsAndRobber, CopsAndThief
from gamelib.games.thief import POLICEMAN, STEPS, THIEF

#: Bytes for each step of the cops while the steps are listed.
BYTES_A_STEP = 80


def board_chase(board: CopsAndThief) -> TokenGraph:
    """All pairs of free cells, on either turn, reachable or not.

    Raises TooLarge if a solution would not fit into memory.
    """
    n_free = sum(len(row) - row.count(board.WALL) for row in board.terrain)
    check_memory(2 * n_free**2, BYTES_IN_ROUNDS)
    return tokens_of(board)


def tokens_of(board: CopsAndThief) -> TokenGraph:
    """The same as ``board_chase``, without asking whether a solution fits into memory.

    The arena itself is small: none of its parts grows with the number of positions.
    """
    terrain = np.array([list(row) for row in board.terrain])
    is_free = np.pad(terrain != board.WALL, 1)  # with a wall around, so that no step leaves it
    number = np.cumsum(is_free).reshape(is_free.shape) - 1  # of each free cell, row by row
    exits = terrain[terrain != board.WALL] == board.EXIT  # for each free cell, in this order
    free_cells = np.argwhere(is_free)  # shape (n, 2): row and column
    degrees = []
    targets = []
    for who in (POLICEMAN, THIEF):
        reached = free_cells[:, None] + STEPS[who]  # shape (n, steps, 2)
        rows_and_columns = reached[..., 0], reached[..., 1]
        can_go = is_free[rows_and_columns]  # shape (n, steps)
        degrees.append(can_go.sum(axis=1))
        targets.append(number[rows_and_columns][can_go])  # all steps of a cell, then of the next
    cells = Listed(board.cells)
    return TokenGraph(
        indptr=row_starts(np.concatenate(degrees)),
        targets=np.concatenate(targets).astype(np.int32),
        won=Meeting(exits),
        vertices=(cells, cells),
        turns=(POLICEMAN, THIEF),
        game=board,
    )


def robber_chase(game: CopsAndRobber) -> TokenGraph:
    """The chase after the choice of places: all cops together are one token.

    Raises TooLarge if it would not fit into memory, or if the cops together have more than 30
    million steps.
    """
    teams = game.count_teams()  # a team: the vertices of all cops
    n = len(game.G)
    steps = count_steps(game)
    if steps > MAX_EDGES:
        raise TooLarge(
            f"{game.cops} cops on {n} vertices make {in_words(teams)} teams with "
            f"{in_words(steps)} steps together; at most {MAX_EDGES:,} are listed. Take fewer cops "
            "or a smaller graph"
        )
    # Bytes for each position. BYTES_ON_THE_FLY has one for a counter of moves; but a team may have so
    # many steps that the counter takes four.
    positions = 2 * teams * n
    bytes_of_counter = 3
    bytes_of_steps = BYTES_A_STEP * steps // positions
    check_memory(positions, BYTES_ON_THE_FLY + bytes_of_counter + bytes_of_steps)
    caught = np.zeros((teams, n), np.int8)
    for i, team in enumerate(game.teams):
        caught[i, [game.number[cop] for cop in team]] = 1
    # One tuple for each team, however many steps lead to it: equal tuples would take memory.
    stored = {team: team for team in game.teams}
    cop_steps = {team: [stored[new] for new in game.team_steps(team)] for team in game.teams}
    return TokenGraph.of(cop_steps, game.robber_steps, caught, (game.COPS, game.ROBBER))


def count_steps(game: CopsAndRobber) -> int:
    """How many steps all teams have together at most, without listing them.

    A team has at most the product of its cops' steps: two cops may change places, and that is
    counted twice. These products are added up over all teams of 0, 1, 2, ... cops, for one more
    vertex at a time.
    """
    # steps[k]: all steps of the teams of k cops that use only the vertices so far. At first there
    # are no vertices: only the team without a cop, with the empty product 1.
    steps = [1] + [0] * game.cops
    for steps_of_cop in game.near.values():  # where a cop at this vertex may go
        # A team that uses this vertex is one with a cop less, and a cop there. Upwards, so that
        # steps[k - 1] already counts this vertex: several cops may stand there.
        for k in range(1, game.cops + 1):
            steps[k] += len(steps_of_cop) * steps[k - 1]
    return steps[-1]
