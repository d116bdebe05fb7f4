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
    """The same, however large: none of its parts grows with the number of positions."""
    terrain = np.array([list(row) for row in board.terrain])
    is_free = np.pad(terrain != board.WALL, 1)  # with a wall around, so that no step leaves it
    number = np.cumsum(is_free).reshape(is_free.shape) - 1  # of each free cell, row by row
    exits = terrain[terrain != board.WALL] == board.EXIT
    free_cells = np.argwhere(is_free)  # shape (n, 2): row and column
    degrees = []
    targets = []
    for who in (POLICEMAN, THIEF):
        reached = free_cells[:, None] + STEPS[who]  # shape (n, steps, 2)
        index = reached[..., 0], reached[..., 1]
        can_go = is_free[index]  # shape (n, steps)
        degrees.append(can_go.sum(axis=1))
        targets.append(number[index][can_go])  # row by row
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
    positions = 2 * teams * n
    bytes_of_counter = 3  # more than for a counter of one byte: a team may have many steps
    bytes_of_steps = BYTES_A_STEP * steps // positions
    check_memory(positions, BYTES_ON_THE_FLY + bytes_of_counter + bytes_of_steps)
    caught = np.zeros((teams, n), np.int8)
    for i, team in enumerate(game.teams):
        caught[i, [game.number[cop] for cop in team]] = 1
    # One tuple for each team, however many steps lead to it: equal tuples would take memory.
    same = {team: team for team in game.teams}
    cop_steps = {team: [same[new] for new in game.team_steps(team)] for team in game.teams}
    return TokenGraph.of(cop_steps, game.robber_steps, caught, (game.COPS, game.ROBBER))


def count_steps(game: CopsAndRobber) -> int:
    """How many steps all teams have together, without listing them.

    A team has as many as the product of its cops' steps; these products are added up over all
    teams, for 0, 1, 2, ... cops on the vertices seen so far.
    """
    steps = [1] + [0] * game.cops  # steps[k]: of all teams of k cops on the vertices seen so far
    for neighbours in game.near.values():
        # Upwards: steps[k - 1] already counts this vertex, since several cops may stand there.
        for k in range(1, game.cops + 1):
            steps[k] += len(neighbours) * steps[k - 1]
    return steps[-1]
