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
    free = sum(len(row) - row.count(board.WALL) for row in board.terrain)
    check_memory(2 * free**2, BYTES_IN_ROUNDS)
    return tokens_of(board)


def tokens_of(board: CopsAndThief) -> TokenGraph:
    """The same, however large: none of its parts grows with the number of positions."""
    terrain = np.array([list(row) for row in board.terrain])
    free = np.pad(terrain != board.WALL, 1)
    number = np.cumsum(free).reshape(free.shape) - 1
    exits = terrain[terrain != board.WALL] == board.EXIT
    near = [
        tuple(np.moveaxis(np.argwhere(free)[:, None] + STEPS[who], 2, 0))
        for who in (POLICEMAN, THIEF)
    ]
    degree = np.concatenate([free[cells].sum(axis=1) for cells in near])
    targets = np.concatenate([number[cells][free[cells]] for cells in near])
    cells = Listed(board.cells)
    return TokenGraph(
        row_starts(degree),
        targets.astype(np.int32),
        Meeting(exits),
        (cells, cells),
        (POLICEMAN, THIEF),
        board,
    )


def robber_chase(game: CopsAndRobber) -> TokenGraph:
    """The chase after the choice of places: all cops together are one token.

    Raises TooLarge if it would not fit into memory, or if the cops together have more than 30
    million steps.
    """
    teams, n = game.count_teams(), len(game.G)
    steps = count_steps(game)
    if steps > MAX_EDGES:
        raise TooLarge(
            f"{game.cops} cops on {n} vertices make {in_words(teams)} teams with "
            f"{in_words(steps)} steps together; at most {MAX_EDGES:,} are listed. Take fewer cops "
            "or a smaller graph"
        )
    positions = 2 * teams * n
    check_memory(positions, BYTES_ON_THE_FLY + 3 + BYTES_A_STEP * steps // positions)
    caught = np.zeros((teams, n), np.int8)
    for i, team in enumerate(game.teams):
        caught[i, [game.number[cop] for cop in team]] = 1
    # one tuple for each team, however many steps lead to it
    same = {team: team for team in game.teams}
    near = {team: [same[new] for new in game.team_steps(team)] for team in game.teams}
    return TokenGraph.of(near, game.robber_steps, caught, (game.COPS, game.ROBBER))


def count_steps(game: CopsAndRobber) -> int:
    """How many steps all teams have together, without listing them.

    A team has as many as the product of its cops' steps; these products are added up over all
    teams, for 0, 1, 2, ... cops on the vertices seen so far.
    """
    steps = [1] + [0] * game.cops
    for near in game.near.values():
        for k in range(1, game.cops + 1):
            steps[k] += len(near) * steps[k - 1]
    return steps[-1]
