"""What a page keeps of a game that is too large for it: enough to play a few games without a
kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gamecourse.show.stage.table import packed_columns
from gamelib import Answer, Searched, gate
from gamelib.core import CHANCE, is_extensive

#: A page keeps at most this many positions of a game.
MOST_KEPT = 16_000
#: What is said below a game if the page keeps only some lines of play, or none.
SOME = (
    "This game is so large that the page soon offers only a single move. In the notebook you "
    "have every move."
)
NONE = "This game is too large for a page. Play it in the notebook."
#: What is said if the page itself plays instead of the opponent.
LOOKS_AHEAD = (
    "Here your opponent looks ahead by itself, for two seconds at most. In the notebook it plays "
    "as the code says."
)
#: If the page cannot keep all moves, this many of your positions, the first that can come up, keep
#: theirs.
FREE, FREE_OF_A_STRATEGY = 30, 1


class PageScene(NamedTuple):
    """A scene as a page without a kernel has it, and what is said below it, "" for nothing."""

    scene: Mapping[str, Any]
    remark: str


def page_scene(widget: Any) -> PageScene:
    """Return what a page has of the scene of a ``Play`` that asks the kernel.

    The opponent's strategy is asked at each of the opponent's positions that the page keeps.
    """
    game = widget.game
    start = widget.begin()
    strategy = widget.opponent
    if search := widget.looks_ahead(None):
        return PageScene(widget.scene | search | {"judged": False}, LOOKS_AHEAD)
    answer = strategy if isinstance(strategy, Answer) else None
    is_slow = answer is None or isinstance(answer, Searched)  # then each reply takes time
    whole_game = None if is_slow else excerpt(game, start, strategy, None)
    moves_kept = whole_game
    if not moves_kept:
        free = FREE_OF_A_STRATEGY if answer is None else FREE
        moves_kept = excerpt(game, start, strategy, free, widget.past_positions())
    if not moves_kept:
        return PageScene(widget.scene, NONE)
    answer_to_show = answer if widget.scene["hints"] else None
    builder = replace(widget.row_builder(False), answer=answer_to_show)
    table = packed_columns(builder, start, strategy, moves_kept)
    scene = widget.scene | {"table": table}
    if table is None:
        return PageScene(scene, NONE)
    return PageScene(scene, "" if whole_game else SOME)


def excerpt(
    game: Any, start: Any, reply: Callable[[Any], Any], free: int | None, line: Collection[Any] = ()
) -> dict[Any, list[int]] | None:
    """Return the numbers of the moves that each position keeps, so that you can be either player.

    Your positions keep all moves, the opponent's keep only the reply, and chance nodes keep all
    outcomes. Perhaps only the first ``free`` of your positions keep all moves. Your other positions
    then keep the move that the opponent would make, so every line of play can be finished.

    Parameters
    ----------
    game
        A game of either kind.
    start
        The position in which play begins.
    reply
        What the opponent plays.
    free
        How many of your positions keep every move; None for all.
    line
        Other positions that keep every move.

    Returns
    -------
    dict or None
        The numbers of the moves kept, by position; None for more than 16,000 positions.

    Examples
    --------
    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> excerpt(Matches(4), 4, solve(Matches(4)).best, None)
    {4: [0, 1, 2], 3: [0, 1, 2], 2: [1], 1: [0]}
    >>> excerpt(Matches(9), 9, solve(Matches(9)).best, 1)[7]
    [2]
    """
    extensive = is_extensive(game)
    line_positions = set(line)
    moves_kept: dict[Any, set[int]] = {}
    reply_numbers: dict[Any, int] = {}

    def reply_number(position: Any, moves: list[Any]) -> int:
        """Return the number of the opponent's move here, which is asked for only once."""
        if position not in reply_numbers:
            reply_numbers[position] = moves.index(reply(position))
        return reply_numbers[position]

    # A position, who moves there if the players alternate, and which player you are. The page lets
    # you be either, so both games are walked.
    todo = [(start, 0, you) for you in (0, 1)]
    met = set(todo)
    for position, mover, you in todo:  # grows while it is walked
        turn = game.turn(position) if extensive else mover
        steps = gate.steps(game, position)
        if not steps:
            continue
        if turn == CHANCE or position in line_positions:
            numbers = list(range(len(steps)))
        elif turn == you and (free is None or free > 0):
            numbers = list(range(len(steps)))
            if free is not None:
                free -= 1  # so many are left
        else:
            numbers = [reply_number(position, [move for move, _ in steps])]
        moves_kept.setdefault(position, set()).update(numbers)
        if len(moves_kept) > MOST_KEPT:
            return None
        for k in numbers:
            _, option = steps[k]
            entry = (option, 0 if extensive else 1 - mover, you)
            if entry not in met:
                met.add(entry)
                todo.append(entry)
    return {position: sorted(numbers) for position, numbers in moves_kept.items()}
