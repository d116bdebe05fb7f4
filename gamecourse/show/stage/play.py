"""A game to play, as what the page is told (``js/play.js``): a scene, and the state of play.

From gamelib and the standard library alone; ``gamecourse.show.widgets`` makes a widget of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any

from gamecourse.show.answers import require_answer
from gamecourse.show.records import PlayScene, Question
from gamecourse.show.session import ENDLESS, ENDS, PATIENCE, WORTH, Session
from gamecourse.show.stage.drawing import drawing, move_words
from gamecourse.show.stage.table import RowBuilder, may_fit, packed_columns
from gamelib import Answer, Solution
from gamelib.core import ExtensiveGame, Game, is_extensive, text_of
from gamelib.diagnose import GAME, check_protocol
from gamelib.play import Strategy, checked_strategy, tricky


class PlayModel:
    """A game that you play against perfect play, or against any strategy.

    ``scene`` is what the page is told once, at the beginning. ``state`` has the moves made so far,
    and the page changes it as well. Parameters and methods are those of ``widgets.Play``, but
    nothing is solved here: give a ``solution``, or an ``opponent`` and no hints.
    """

    # What a subclass for another kind of game replaces: the methods of its protocol, the solver, which
    # a widget has, the answers that know every position, words.
    protocol: tuple[str, ...] = GAME
    solver: Callable[[Any], Answer[Any, Any, Any]]
    whole: type[Answer[Any, Any, Any]] = Solution
    cure = "solution=solve(game)"
    hint_words = "Who wins?"
    parts: Callable[[Any], list[int]] = staticmethod(lambda position: [])
    rng: Any = Random()  # throws the dice, if there are any

    scene: Any
    state: Any
    _session: Session

    def __init__(
        self,
        game: Game[Any, Any] | ExtensiveGame[Any, Any],
        *,
        you: int = 0,
        opponent: Strategy | None = None,
        solution: Answer[Any, Any, Any] | None = None,
        hints: bool = True,
    ) -> None:
        check_protocol(game, self.protocol)
        self.game: Any = game
        if solution is not None:
            self.solution = require_answer(solution, Answer, "a solver", self.cure)
        is_perfect = opponent is None
        if opponent is None:
            is_whole = isinstance(self.solution, Solution)
            opponent = tricky(self.solution) if is_whole else self.solution
        self.opponent = checked_strategy(opponent, "the opponent")
        self.drawing = drawing(self.game, self.begin())
        super().__init__()
        self.state = {}
        # Against perfect play a page may carry the whole game, or look ahead by itself; otherwise it
        # asks the kernel.
        table = self._table() if is_perfect else None
        search: Mapping[str, Any] = {}
        if is_perfect and table is None:
            search = self.looks_ahead(self.solution)
        self.live = table is None and not search
        # A page that searches by itself does not know every position, and no more does an opponent
        # whose game was never solved.
        is_solved = is_perfect or solution is not None
        judged = is_solved and not search and self.knows_every_position()
        known = {"hints": hints, "judged": judged}
        self.scene = {**self.make_scene(), **search, "table": table, **known}
        self.restart(you)

    def _table(self) -> str | None:
        """Return the whole game, packed, if a page can carry it."""
        if isinstance(self.solution, self.whole) and may_fit(self.solution):
            return packed_columns(self.row_builder(True), self.begin(), self.opponent)
        return None

    def knows_every_position(self) -> bool:
        """Return whether a game that is over can be judged: no dice are thrown, and the answer says
        who wins at each position.
        """
        return not is_extensive(self.game) and isinstance(self.solution, Solution)

    def looks_ahead(self, answer: Answer[Any, Any, Any] | None) -> Mapping[str, Any]:
        """Return the part of a scene with which the page itself plays; {} if it cannot.

        A small game with coins is played as the ``answer`` says.
        """
        return {}

    def make_scene(self) -> PlayScene:
        """Return what the browser is told once, at the beginning."""
        extensive = is_extensive(self.game)
        return {
            "kind": "play",
            "picture": self.drawing.spec(type(self.game).__name__),
            "columns": self.drawing.columns,
            "lays": self.drawing.lays,
            "hint_words": self.hint_words,
            "extensive": extensive,
            "side": extensive,  # there is much to tell, so it stands beside the board
            "patience": PATIENCE,
            "words": {"ends": ENDS, "worth": WORTH, "endless": ENDLESS},
        }

    def row_builder(self, known: bool) -> RowBuilder:
        """Return what builds the rows of positions; with ``known`` they say who wins there."""
        return RowBuilder(self.game, self.drawing, self.solution if known else None, self.parts)

    @cached_property
    def solution(self) -> Answer[Any, Any, Any]:
        """The solution of the game, found when it is first needed."""
        return self.solver(self.game)

    @property
    def session(self) -> Session:
        """The game in progress, brought up to date with the moves made on the page."""
        played = self.state["played"]
        you = self.state["you"]
        if (self._session.numbers, self._session.you) != (played, you):
            self._session = self._session_after(played, you)
        return self._session

    @property
    def position(self) -> Any:
        """The present position."""
        return self.session.position

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return bool(self.session.turn != self.you)

    @property
    def you(self) -> int:
        """Which player you are: 0 moves first."""
        return int(self.state["you"])

    def begin(self) -> Any:
        """Return the position where play begins."""
        return self.game.start()

    def past_positions(self) -> list[Any]:
        """Return the positions in which moves were made; a page without a kernel keeps every move
        there.
        """
        return self.session.positions[:-1]

    def restart(self, you: int = 0) -> None:
        """Begin again; ``you`` is 0 to move first, 1 to move second."""
        if you not in (0, 1):
            raise ValueError(f"you={you!r}: give 0 to move first or 1 to move second")
        self._let_opponent_reply(self._session_after((), you))

    def move(self, move: Any) -> None:
        """Play your move; the opponent answers at once."""
        session = self._session_after(self.state["played"], self.you)
        session.move(move)
        self._let_opponent_reply(session)

    def take_back(self) -> None:
        """Take back your last move and everything after it; dice are thrown anew."""
        session = self._session_after(self.state["played"], self.you)
        if session.take_back():
            self._let_opponent_reply(session)

    def _session_after(self, played: Iterable[int], you: int) -> Session:
        return Session(self.game, self.opponent, self.rng, self.begin(), you, played)

    def _let_opponent_reply(self, session: Session) -> None:
        """Make throws and the opponent's moves until it is your turn or play is over, then show
        them all. ``faces`` has what a die shows, by the number of its throw among all moves.
        """
        first = len(session.numbers)
        faces = {str(first + k): face for k, face in enumerate(session.replies()) if face}
        before = {"hints": False, "numbers": False, **self.state}
        after = {"played": [*session.numbers], "you": session.you, "faces": faces}
        self._session = session
        self.state = before | after

    def reply_to(self, question: Question) -> Mapping[str, Any]:
        session = self._session_after(question["line"], self.you)
        if question["what"] == "row":
            return self.row_builder(question["known"]).whole_row(session.position)
        return {"face": session.reply(), "move": session.numbers[-1]}

    def as_text(self) -> str:
        """Return the widget as text: how play has ended or whose turn it is, the board, and the
        moves.
        """
        session = self.session
        position = self.position
        board = text_of(self.game, position)
        if self.over:
            return f"{session.ending()}\n{board}"
        whose = "Your" if session.turn == self.you else "Your opponent's"
        caption = self.drawing.caption(position)
        words = [move_words(self.game, position, move) for move in self.game.moves(position)]
        about = f" ({caption})" if caption else ""
        return f"{whose} move{about}.\n{board}\nMoves: {', '.join(words)}"
