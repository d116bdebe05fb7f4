"""The records of which a scene consists, as Python writes them and the stage's JavaScript reads
them (``stage/js/``, under the same names).

Lengths are in units of the picture, in which a cell of a board is 1 wide and 1 high; x runs to the
right and y downwards. Spots and lines are known by their numbers, from 0, in the order of the
picture. An entry that is left out has the default in brackets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Required, TypedDict

from gamecourse.show.colours import Shade


class Size(NamedTuple):
    """How wide and how high a picture is."""

    width: float
    height: float


class Shape(TypedDict, total=False):
    """How a spot looks, before it has a place."""

    #: "cell", "disc", "vertex", "square", "diamond", "hexagon", "triangle", "pentagon", "leaf",
    #: "box"; "bare" and "gap" have no outline; "none" is a place where nothing can be.
    shape: Required[str]
    #: What the spot is, for a reader who cannot see it.
    name: Required[str]
    #: Its width and its height (1); a round shape is as high as it is wide.
    w: float
    h: float
    #: The words in it (none), if the frame has no labels.
    label: str
    #: The largest size of these words in the browser (0.36).
    type: float
    #: Whether it is a dark square of a chessboard (False).
    dark: bool


class Spot(Shape, total=False):
    """Something that can hold a piece: a cell of a board, a vertex, a match. (x, y) is its
    middle.
    """

    x: Required[float]
    y: Required[float]


#: The spots that a line joins. (No class can have a field ``from``, a word of Python.)
Ends = TypedDict("Ends", {"from": int, "to": int}, total=False)


class Line(Ends, total=False):
    """A line as it is drawn, perhaps between two spots."""

    #: The line, and the head of an arrow (none), as paths of SVG.
    path: Required[str]
    head: str
    #: Words beside the line (none), and their place.
    label: str
    at: Sequence[float]


class Label(TypedDict, total=False):
    """Words beside the spots. (x, y) is where their baseline begins, is halved, or ends, as the
    anchor says.
    """

    x: Required[float]
    y: Required[float]
    words: Required[str]
    #: The size of the letters (0.3).
    size: float
    #: "start", "middle" or "end" ("middle").
    anchor: str
    #: The part of a sum, or the heap, that the words name (none).
    part: int


class PictureSpec(TypedDict, total=False):
    """What does not change while a picture is shown: where its spots are, and what there is to
    read.
    """

    name: Required[str]
    width: Required[float]
    height: Required[float]
    #: The pixels of a unit.
    unit: Required[float]
    spots: Required[list[Spot]]
    lines: Required[list[Line]]
    texts: list[Label]
    #: Places (x, y) for the nimbers of the parts.
    badges: Sequence[tuple[float, float]]
    #: What each character stands for, and how that is drawn: SVG in a square from -0.5 to 0.5.
    legend: Required[Mapping[str, str]]
    pieces: Required[Mapping[str, str]]
    #: The shades of a mark by their depths, if they are not those of its outcome alone.
    palette: Mapping[str, Sequence[Shade]]


class Frame(TypedDict, total=False):
    """The state of a picture. In a step of ``StepScene``, what is left out stays as it was."""

    #: For each spot the character of the piece on it; a space or a full stop for none.
    pieces: str | Sequence[str]
    #: For each spot a letter for its look: W, L, D by outcome, and those of ``strokes.LOOKS``.
    marks: str | Sequence[str]
    #: For each spot the shade of its mark in the palette.
    depths: Sequence[int]
    #: For each spot the words in it, and a note below them, or below the piece.
    labels: Sequence[str]
    notes: Sequence[str]
    #: For each line a letter for its look, as in ``strokes.LINES`` and ``stage/js/stage.css``.
    lines: str | Sequence[str]
    #: Spots that have just changed, lie on the path to the present one, or have been chosen.
    last: Sequence[int]
    path: Sequence[int]
    chosen: Sequence[int]


class HardStep(TypedDict):
    """What a race of minimax and alpha-beta shows and says instead if alpha-beta is fail-hard."""

    shown: Frame
    story: list[str]


class Step(TypedDict, total=False):
    """A moment of a scene that is shown step by step."""

    #: A frame for each picture.
    shown: Required[list[Frame]]
    #: What happens, line by line.
    story: Required[list[str]]
    #: What is counted, by its name (as in the step before).
    counts: Mapping[str, int | str]
    #: What the slider says for a reader who cannot see it ("3 of 8").
    name: str
    #: In a race: the spots on which you may wager, and what fail-hard shows instead (the same).
    bets: list[int]
    hard: HardStep


class PlayScene(TypedDict, total=False):
    """A game to play (``stage/js/play.js``), or a line to step through (``replay.js``)."""

    #: "play" or "replay".
    kind: Required[str]
    picture: Required[PictureSpec]
    #: Whether pieces fall in columns, so that a whole column can be pressed.
    columns: bool
    #: The sides of the first and the second player ("left", "right"), if their moves lay dominoes.
    lays: Sequence[str]
    #: The words on the button that shows who wins, and whether there is one.
    hint_words: str
    hints: bool
    #: Whether the answer knows every position, so that your first mistake can be found.
    judged: bool
    #: Whether the players and chance take turns as the game says; otherwise they alternate.
    extensive: bool
    #: Whether the story stands beside the picture.
    side: bool
    #: How many moves and throws without your turn are taken for endless play.
    patience: int
    #: What is said at the end, by kinds of ends.
    words: Mapping[str, Any]
    #: What the nimbers belong to, if they can be shown: "game", "heap" or "nimber".
    numbers: str
    #: The whole game (``Columns``), packed; None if the page must look ahead or ask.
    table: str | None
    #: What the page needs to look ahead (``marks.MarksSpec`` and ``marks.CoinsSpec``).
    marks: Mapping[str, Any]
    coins: Mapping[str, Any]
    #: Of a replay: the numbers of its moves, what it shows, and what is said at a move.
    line: list[int]
    verdict: str
    notes: Mapping[str, str]


class Question(TypedDict, total=False):
    """What a page asks its kernel (``stage/js/kernel.js``)."""

    #: The question's number, which the answer has, too.
    id: Required[str]
    #: "row" for a position as the page shows it, "reply" for what the opponent or chance does.
    what: Required[str]
    #: The numbers of the moves that lead to the position.
    line: Required[list[int]]
    #: Of a row: whether to tell who wins.
    known: bool


class Known(TypedDict, total=False):
    """What is known of a position (``stage/js/table.js``)."""

    #: W, L or D for the player to move, or "" if nothing is told.
    mark: str
    #: Its remoteness; -1 if play has no end, or the remoteness is not known.
    moves: int
    #: What it is worth to the player to move, to player 0, or to each player; fractions as strings.
    value: Any
    #: The nimbers of its parts.
    parts: list[int]


class Option(Known, total=False):
    """A move, and what is known of the position to which it leads; or an outcome of chance."""

    #: The words on its button.
    text: Required[str]
    #: The spots to press for it, in each way.
    ways: Required[Sequence[Sequence[int]]]
    #: For each way the pieces that stay where they lie.
    stay: Sequence[Any]
    #: How probable an outcome of chance is.
    odds: str
    #: In a table 0 if it leads to the next position that is new, otherwise how far back that lies.
    to: int


class Row(Known, total=False):
    """A position as the page shows it."""

    #: The character on each spot, words above the picture, and the position as text.
    pieces: Required[str]
    caption: Required[str]
    text: Required[str]
    #: The player to move, "c" for chance, or "." if the players alternate.
    turn: Required[str]
    #: What the end of play is worth, as in ``Known.value``; None if play goes on.
    end: Required[Any]
    #: At the end of play, why it is over, and the spots of the rows that have won.
    why: str
    won: list[int]
    #: In a table, the number of the opponent's move, or the numbers of several that are as good.
    best: int | list[int]
    #: For a page that asks the kernel: the moves, and whether values are more than won and lost.
    options: list[Option]
    numbers: bool


class Columns(TypedDict):
    """All positions of a game, column by column (``stage/js/table.js``).

    Position i has ``counts[i]`` options; what its row, or an option, shares with others is in
    ``listed``.
    """

    rows: dict[str, Any]
    options: dict[str, Any]
    counts: list[int]
    listed: list[Any]
    numbers: bool
