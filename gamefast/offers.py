"""What this package does sooner, by type: gamelib asks (``gamelib.offers``). Light: what does the work loads then."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamefast.arenas.bitboard import DropBoard
from gamefast.arenas.compiled import CompiledGraph
from gamefast.arenas.filling import MAX_CELLS, filling
from gamefast.arenas.marks import MarkGraph
from gamelib.arenas.tokens import TokenGraph
from gamelib.games.connect4 import FREE, ConnectFour, O, X
from gamelib.games.overwrite import OverwriteTicTacToe
from gamelib.games.tictactoe import TicTacToe
from gamelib.offers import offer


@offer("solve", TokenGraph)
def _tokens(arena: TokenGraph, run: Any) -> Any:
    from gamefast.backward.tokens import solve_tokens

    return solve_tokens(arena, run)


@offer("solve", CompiledGraph)
def _compiled(arena: CompiledGraph, run: Any) -> Any:
    from gamefast.backward.compiled import solve_compiled

    return solve_compiled(arena, run)


@offer("keep")
def _kept(*arguments: Any) -> Any:
    from gamefast.storage.runs import solve_kept

    return solve_kept(*arguments)


@offer("reverse")
def _reverse(*arguments: Any) -> Any:
    from gamefast.backward.reversal import reverse

    return reverse(*arguments)


@offer("numbering")
def _numbering(positions: list[Any]) -> Any:
    from gamefast.arenas.hashed import Hashed

    return Hashed(positions)


@offer("compile")
def _compile(kernel: Any) -> Any:
    from gamefast.compiling import Compiled

    return Compiled(kernel)


@offer("compile inside")
def _inside(kernel: Any) -> Any:
    from gamefast.compiling import inside

    return inside(kernel)


@offer("estimate")
def _estimate(*arguments: Any, **more: Any) -> Any:
    from gamefast.arenas.estimate import by_plays

    return by_plays(*arguments, **more)


@offer("nimbers of heaps")
def _heaps(*arguments: Any) -> Any:
    from gamefast.impartial.sparse import extended

    return extended(*arguments)


@offer("search", DropBoard)
def _search(board: DropBoard, most: float) -> Any:
    from gamefast.forward.drops import DropSearch

    return DropSearch(board, most)


@offer("chance values", MarkGraph)
def _intervals(*arguments: Any) -> Any:
    from gamefast.chance.overwriting import interval_answer

    return interval_answer(*arguments)


@offer("exact values", MarkGraph)
def _fractions(*arguments: Any) -> Any:
    from gamefast.chance.overwriting import fraction_answer

    return fraction_answer(*arguments)


@offer("arena", OverwriteTicTacToe)
def _marks(game: OverwriteTicTacToe) -> MarkGraph | None:
    """Every board, by the set of cells that are taken; None unless the coin is a fair one."""
    return MarkGraph(game.n, tuple(game.lines)) if game.q == Fraction(1, 2) else None


@offer("walked_graph", TicTacToe)
def _filled(game: TicTacToe) -> Any:
    """All positions and moves; None beyond 12 cells."""
    size = game.m * game.n
    return filling(game, size, game.lines, X + O + FREE) if size <= MAX_CELLS else None


@offer("bitboard", ConnectFour)
def _drops(game: ConnectFour) -> DropBoard | None:
    """Four in a row as bits, on a board that is not too large."""
    bits = {X: str.maketrans("XO.\n", "1000"), O: str.maketrans("XO.\n", "0100")}

    def pieces(position: str) -> tuple[int, int]:
        """The pieces of the player to move and of both, as ``DropBoard`` numbers the cells."""
        columns = [position[column :: game.columns + 1] for column in range(game.columns)]
        cells = "".join(FREE + column for column in reversed(columns))
        xs, os = (int(cells.translate(bits[piece]), 2) for piece in (X, O))
        return (xs if position.count(X) == position.count(O) else os), xs | os

    fits = game.k == 4 and DropBoard.fits(game.rows, game.columns)
    return DropBoard(game.rows, game.columns, pieces) if fits else None
