"""Draw the moving picture of the README, docs/chase.svg: ``python -m gamecourse.publish.front``.

On the left stands a board of policeman and thief. On the right stand all its positions in which the
policeman is to move: a small board for each cell of the thief, and in it a mark for each cell of the
policeman. The marks appear in the order in which retrograde analysis settles the positions. Then
policeman and thief play best, and a ring on the right follows the position.

All of it comes from one solution. CSS moves the picture, so it needs no script and moves in an
``<img>``, too. Where nothing moves, all positions are settled and the pieces stand at the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from string import Template

from gamecourse.publish import ROOT
from gamecourse.show.colours import MARKS, shade
from gamecourse.show.stage.pieces import PIECES
from gamefast import Solution, solve
from gamelib import LOSS, WIN, Outcome
from gamelib.games import CopsAndThief
from gamelib.games.thief import POLICEMAN, Cell, Position

#: The board of lecture 4's cover.
BOARD = CopsAndThief.from_text("..P..E\n...**.\n......\n.*...T\n....**")

#: Lengths are in cells of the small boards. The margin of the picture, the gap between two small
#: boards, and between the large board and the small ones.
MARGIN, GAP, BETWEEN = 2.5, 1.2, 4

#: Seconds: of each step backwards, of a look at what is settled, of each move, of a look at the end.
STEP, LOOK, MOVE, END = 0.55, 1.5, 0.65, 3.0

#: How far the thief stands aside when caught, in cells, so that both are seen.
ASIDE = 0.22

#: The part of a move's time in which the piece moves; for the rest it stands.
MOVING = 0.5


@dataclass(frozen=True)
class Clock:
    """When what happens, in seconds, and how long the picture takes until it begins again."""

    steps: int
    moves: int

    def step(self, k: int) -> float:
        """When the k-th group of positions is settled."""
        return LOOK + STEP * k

    def move(self, k: int) -> float:
        """When the k-th move begins."""
        return self.step(self.steps) + LOOK + MOVE * k

    @property
    def whole(self) -> float:
        """How long the picture takes."""
        return self.move(self.moves) + END

    def percent(self, seconds: float) -> str:
        """A moment, as CSS names it: the part of the whole time in percent."""
        return f"{100 * seconds / self.whole:.4g}%"


@dataclass(frozen=True)
class Layout:
    """Where boards and marks are; x runs to the right, y downwards."""

    rows: int
    columns: int

    @property
    def small_width(self) -> float:
        """The width of all small boards."""
        return self.columns * (self.columns + GAP) - GAP

    @property
    def height(self) -> float:
        """The height of the large board, and of all small boards."""
        return self.rows * (self.rows + GAP) - GAP

    @property
    def cell(self) -> float:
        """The side of a cell of the large board."""
        return self.height / self.rows

    @property
    def small_left(self) -> float:
        """Where the small boards begin."""
        return MARGIN + self.cell * self.columns + BETWEEN

    @property
    def first_line(self) -> float:
        """The foot of the first line of words below the boards."""
        return MARGIN + self.height + 3.6

    @property
    def second_line(self) -> float:
        """The foot of the second line of words."""
        return self.first_line + 3.4

    def on_board(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell of the large board."""
        row, column = cell
        return MARGIN + self.cell * (column + 0.5), MARGIN + self.cell * (row + 0.5)

    def small_board(self, thief: Cell) -> tuple[float, float]:
        """The upper left corner of the small board of a cell of the thief."""
        row, column = thief
        return self.small_left + (self.columns + GAP) * column, MARGIN + (self.rows + GAP) * row

    def mark(self, position: Position) -> tuple[float, float]:
        """The middle of the mark of a position."""
        (row, column), thief, _ = position
        left, top = self.small_board(thief)
        return left + column + 0.5, top + row + 0.5


def picture() -> str:
    """Return the moving picture as SVG."""
    solution = solve(BOARD)
    layout = Layout(*BOARD.shape)
    settled = settled_by_remoteness(solution)
    played = line_of_positions(solution)
    clock = Clock(len(settled), len(played) - 1)
    frame = Template(Path(__file__).with_name("front.svg").read_text(encoding="utf-8"))
    longest = max(settled)
    marks = [
        marks_of(layout, solution, positions, remoteness, longest, k)
        for k, (remoteness, positions) in enumerate(settled.items())
    ]
    captions = [*captions_of_steps(clock, settled), *captions_of_moves(clock, solution, played)]
    return frame.substitute(
        width=f"{layout.small_left + layout.small_width + MARGIN:g}",
        height=f"{layout.second_line + MARGIN:g}",
        seconds=f"{clock.whole:g}",
        keyframes="\n".join(
            [*keyframes_of_steps(clock), *keyframes_of_pieces(layout, clock, played)]
        ),
        moments="\n".join(caption.rule(clock) for caption in captions),
        board=large_board(layout) + small_boards(layout),
        marks="\n".join(marks),
        policeman=PIECES["policeman"],
        thief=PIECES["thief"],
        cell=f"{0.92 * layout.cell:g}",
        left=f"{MARGIN:g}",
        right=f"{layout.small_left:g}",
        upper=f"{layout.first_line:g}",
        won=MARKS[WIN].colour,
        lost=MARKS[LOSS].colour,
        captions="\n".join(caption.text(layout) for caption in captions),
    )


def settled_by_remoteness(solution: Solution[Position, Cell]) -> dict[int, list[Position]]:
    """The positions with the policeman to move by their remoteness, the smallest first."""
    found: dict[int, list[Position]] = {}
    for position, verdict in solution.items():
        if position[2] == POLICEMAN:
            if verdict.remoteness is None:
                raise ValueError(f"{position} is drawn, and the picture has no mark for draws")
            found.setdefault(verdict.remoteness, []).append(position)
    return dict(sorted(found.items()))


def line_of_positions(solution: Solution[Position, Cell]) -> list[Position]:
    """The positions of best play from the start, with the start and the end."""
    position = BOARD.start()
    positions = [position]
    for move in solution.line():
        position = BOARD.play(position, move)
        positions.append(position)
    return positions


def marks_of(
    layout: Layout,
    solution: Solution[Position, Cell],
    positions: Iterable[Position],
    remoteness: int,
    longest: int,
    step: int,
) -> str:
    """The marks that appear at one step: squares for won positions, discs for lost ones."""
    outlines: dict[Outcome, str] = {}
    for position in sorted(positions):
        outcome = solution[position].outcome
        x, y = layout.mark(position)
        if outcome == WIN:
            outline = f"M{x - 0.46:.4g} {y - 0.46:.4g}h.92v.92h-.92z"
        else:
            outline = f"M{x - 0.42:.4g} {y:.4g}a.42.42 0 1 0 .84 0a.42.42 0 1 0-.84 0"
        outlines[outcome] = outlines.get(outcome, "") + outline
    return "".join(
        f'<path class="mark step{step}" fill="{shade(outcome, remoteness, longest).fill}" d="{outline}"/>'
        for outcome, outline in outlines.items()
    )


def large_board(layout: Layout) -> str:
    """The board on the left, without policeman and thief."""
    parts = []
    for row, cells in enumerate(BOARD.terrain):
        for column, sign in enumerate(cells):
            x, y = layout.on_board((row, column))
            put = f'transform="translate({x:.4g} {y:.4g}) scale({0.94 * layout.cell:.4g})"'
            inside = '<rect class="cell" x="-.5" y="-.5" width="1" height="1" rx=".06"/>'
            if sign == BOARD.EXIT:
                inside += PIECES["exit"]
            if sign == BOARD.WALL:
                inside = PIECES["wall"]
            parts.append(f"<g {put}>{inside}</g>")
    return "".join(parts)


def small_boards(layout: Layout) -> str:
    """The boards on the right before anything is settled; a wall of the large board is one here."""
    free = ""
    walls = ""
    for thief_row, terrain_row in enumerate(BOARD.terrain):
        for thief_column, thief_sign in enumerate(terrain_row):
            left, top = layout.small_board((thief_row, thief_column))
            if thief_sign == BOARD.WALL:
                walls += f"M{left:.4g} {top:.4g}h{layout.columns}v{layout.rows}h-{layout.columns}z"
                continue
            for row, cells in enumerate(BOARD.terrain):
                for column, sign in enumerate(cells):
                    square = f"M{left + column + 0.04:.4g} {top + row + 0.04:.4g}h.92v.92h-.92z"
                    if sign == BOARD.WALL:
                        walls += square
                    else:
                        free += square
    return f'<path class="cell" d="{free}"/><path class="wall" d="{walls}"/>'


def keyframes_of_steps(clock: Clock) -> Iterable[str]:
    """For each step: its marks are hidden until their time, and again when the picture begins anew."""
    for k in range(clock.steps):
        before = clock.percent(clock.step(k))
        after = clock.percent(clock.step(k) + STEP)
        yield (
            f"@keyframes step{k} {{ 0%, {before}, 100% {{ opacity: 0 }} {after}, 98% {{ opacity: 1 }} }}"
            f" .step{k} {{ animation-name: step{k} }}"
        )


def keyframes_of_pieces(layout: Layout, clock: Clock, played: list[Position]) -> Iterable[str]:
    """Where policeman, thief and the ring are at each moment.

    The ring stands on positions with the policeman to move, and on the last one.
    """
    last = len(played) - 1
    of_ring = [k for k, position in enumerate(played) if position[2] == POLICEMAN or k == last]
    end_x, end_y = layout.on_board(played[last][1])
    paths = {
        "policeman": [(k, layout.on_board(played[k][0])) for k in range(last + 1)],
        "thief": [(k, layout.on_board(played[k][1])) for k in range(last + 1)],
        "ring": [(k, layout.mark(played[k])) for k in of_ring],
    }
    paths["thief"][-1] = (last, (end_x + ASIDE * layout.cell, end_y))
    for name, path in paths.items():
        _, place = path[0]
        rule = f"0%, {clock.percent(clock.move(0))} {{ {at(place)} }}"
        for k, next_place in path[1:]:
            begins = clock.move(k - 1)
            if next_place != place:
                rule += f" {clock.percent(begins)} {{ {at(place)} }}"
                rule += f" {clock.percent(begins + MOVING * MOVE)} {{ {at(next_place)} }}"
            place = next_place
        rule += f" 98% {{ {at(place)} }} 100% {{ {at(path[0][1])} }}"
        yield f"@keyframes {name} {{ {rule} }} .{name} {{ animation-name: {name}; {at(path[0][1])} }}"


def at(place: tuple[float, float]) -> str:
    """A place, as CSS says it."""
    x, y = place
    return f"transform: translate({x:.4g}px, {y:.4g}px)"


@dataclass(frozen=True)
class Caption:
    """A line below the left or the right half, shown between two moments of the picture."""

    name: str
    words: str
    left: bool
    begins: float
    ends: float
    #: Whether it is shown where nothing moves.
    at_rest: bool = False

    def rule(self, clock: Clock) -> str:
        """The CSS that shows it at its time."""
        begins, ends = clock.percent(self.begins), clock.percent(self.ends)
        start = "visible" if self.begins == 0 else "hidden"
        shown = (
            f"@keyframes {self.name} {{ 0% {{ visibility: {start} }} {begins} {{ visibility: visible }}"
            f" {ends} {{ visibility: hidden }} 100% {{ visibility: hidden }} }}"
        )
        rest = "" if self.at_rest else "; visibility: hidden"
        return f"{shown} .{self.name} {{ animation-name: {self.name}{rest} }}"

    def text(self, layout: Layout) -> str:
        """The line itself."""
        x = MARGIN if self.left else layout.small_left
        y = layout.second_line
        return f'<text class="caption {self.name}" x="{x:g}" y="{y:g}">{self.words}</text>'


def captions_of_steps(clock: Clock, settled: dict[int, list[Position]]) -> Iterable[Caption]:
    """How many positions are settled after each step."""
    total = sum(map(len, settled.values()))
    yield Caption("unsettled", f"None of {total} is settled yet.", False, 0, clock.step(0))
    so_far = 0
    for k, (remoteness, positions) in enumerate(settled.items()):
        so_far += len(positions)
        is_last = k == len(settled) - 1
        ends = clock.whole if is_last else clock.step(k + 1)
        words = f"{so_far} of {total} end within {remoteness} moves."
        if is_last:
            words = f"All {total} end within {remoteness} moves."
        yield Caption(f"settled{k}", words, False, clock.step(k), ends, at_rest=is_last)


def captions_of_moves(
    clock: Clock, solution: Solution[Position, Cell], played: list[Position]
) -> Iterable[Caption]:
    """What the start is worth, and how many moves are left."""
    yield Caption("question", "Does the thief get away?", True, 0, clock.move(0), at_rest=True)
    for k, position in enumerate(played):
        left = solution[position].remoteness
        words = f"Best play: {left} {'move' if left == 1 else 'moves'} left."
        ends = clock.move(k + 1)
        if left == 0:
            words = f"Caught, after {len(played) - 1} moves."
            ends = clock.whole
        yield Caption(f"move{k}", words, True, clock.move(k), ends)


if __name__ == "__main__":
    (ROOT / "docs" / "chase.svg").write_text(picture(), encoding="utf-8")
