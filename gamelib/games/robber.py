"""Cops and robber on a graph: the game of Nowakowski and Winkler, and of Quilliot (1978), with any
number of cops.

First the cops choose their vertices, then the robber chooses one. Then they take turns: all cops
move, each along an edge or not at all; then the robber moves or stays. The cops win when one of
them stands on the robber's vertex. The robber wins by endless play. The rules of a game say nothing
of endless play, so ``solve`` calls the position drawn, and a draw is all the robber wants. With
``solve(game, endless=lambda position: WIN if position[2] == "robber" else LOSS)`` it is won for the
robber.

With ``robber_waits=False`` the robber must move along an edge, and only the cops may stay. This is
one half of the *active* game of Aigner and Fromme (1984), in which also at least one cop must move;
Gromovikov, Kinnersley and Seamone, Fully active cops and robbers (2020), compare such rules. A
robber can always move: the graph is connected, and on a single vertex the robber is caught at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, permutations, product
from math import comb
from typing import Any, ClassVar

from gamelib.arguments import check_graph, check_whole
from gamelib.components import components
from gamelib.core import LOSS, WIN, IllegalMove, Outcome, TooLarge

#: How many teams of cops are listed at most.
MAX_TEAMS = 3_000_000

Position = tuple[Any, Any, str]


@dataclass(frozen=True, eq=False)
class CopsAndRobber:
    """Cops and robber on an undirected, connected networkx graph.

    A position is ``(cops, robber, turn)``: the cops' vertices as a tuple in the graph's order (cops
    are alike), the robber's vertex, and "cops" or "robber". None stands for places not chosen yet.
    A move is the new place or places. Raises TypeError for anything but an undirected graph, and
    ValueError for a graph that is empty or not connected and for fewer cops than 1. When the game
    is played or solved, it raises TooLarge for more teams of cops than can be listed.

    Parameters
    ----------
    G
        The graph; the cops may also stay where they are.
    cops
        How many cops there are.
    robber_waits
        Whether the robber may stay, too; otherwise every move of the robber follows an edge.

    Examples
    --------
    >>> import networkx as nx
    >>> from gamelib import solve
    >>> game = CopsAndRobber(nx.path_graph(3))
    >>> solution = solve(game)
    >>> str(solution[game.start()]), solution.best(game.start())  # the robber chooses the middle
    ('WIN in 3', (1,))
    >>> game.text(((1,), 0, "cops")), game.move_text(((1,), 0, "cops"), (0,))
    ('cop on 1, robber on 0; cop to move', 'cop to 0')

    On a square one cop never catches a robber who may stay, but one who must move:

    >>> square = nx.cycle_graph(4)
    >>> games = [CopsAndRobber(square), CopsAndRobber(square, robber_waits=False)]
    >>> [str(solve(game)[game.start()]) for game in games]
    ['DRAW', 'WIN in 5']
    """

    G: Any
    cops: int = 1
    robber_waits: bool = True
    COPS: ClassVar[str] = "cops"
    ROBBER: ClassVar[str] = "robber"

    def __post_init__(self) -> None:
        check_undirected(self.G)
        if len(self.G) == 0:
            raise ValueError("the graph has no vertices: there is nowhere to stand")
        first = next(iter(self.G))
        connected = {v for piece in components([first], self.G.__getitem__) for v in piece}
        apart = next((v for v in self.G if v not in connected), None)
        if len(connected) < len(self.G):
            raise ValueError(
                f"the graph is not connected: there is no path from {first!r} to {apart!r}. Take its "
                "pieces one by one"
            )
        check_whole(self.cops, "cops", 1)
        if not isinstance(self.robber_waits, bool):
            raise TypeError(f"robber_waits={self.robber_waits!r}: give True or False")

    def start(self) -> Position:
        return None, None, self.COPS

    def moves(self, position: Position) -> list[Any]:
        if self.outcome(position) is not None:
            return []
        cops, robber, turn = position
        if turn == self.ROBBER:
            return list(self.G) if robber is None else self.robber_steps[robber]
        return self.teams if cops is None else self.team_steps(cops)

    def play(self, position: Position, move: Any) -> Position:
        cops, robber, turn = position
        if not self.is_legal(position, move):
            raise IllegalMove(
                f"the {turn} cannot go to {move!r} from {(cops if turn == self.COPS else robber)!r}"
            )
        return (move, robber, self.ROBBER) if turn == self.COPS else (cops, move, self.COPS)

    def is_legal(self, position: Position, move: Any) -> bool:
        """Whether a move is one of ``moves``, found without listing them."""
        cops, robber, turn = position
        if self.outcome(position) is not None:
            return False
        if turn == self.ROBBER:
            return move in (self.G if robber is None else self.robber_steps[robber])
        if not self._is_team(move):
            return False
        if cops is None:
            return True
        for places in permutations(move):  # who goes where
            if all(place in self.near[cop] for cop, place in zip(cops, places, strict=True)):
                return True
        return False

    def outcome(self, position: Position) -> Outcome | None:
        cops, robber, turn = position
        if robber is None or robber not in cops:
            return None
        return WIN if turn == self.COPS else LOSS

    def text(self, position: Position) -> str:
        cops, robber, turn = position
        places = []
        if cops is not None:
            places.append(f"{self._cops_in_words()} on {', '.join(map(str, cops))}")
        if robber is not None:
            places.append(f"robber on {robber}")
        where = ", ".join(places) or "nobody on the graph yet"
        is_cops_turn = turn == self.COPS
        mover = self._cops_in_words() if is_cops_turn else "robber"
        place = cops if is_cops_turn else robber
        return f"{where}; {mover} to {'choose' if place is None else 'move'}"

    def move_text(self, position: Position, move: Any) -> str:
        _, _, turn = position
        if turn == self.ROBBER:
            return f"robber to {move}"
        return f"{self._cops_in_words()} to {', '.join(map(str, move))}"

    def _cops_in_words(self) -> str:
        return "cop" if self.cops == 1 else "cops"

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a position."""
        match position:
            case (None, None, self.COPS) if isinstance(position, tuple):
                return
            case (cops, robber, self.COPS | self.ROBBER as turn) if isinstance(position, tuple):
                if not self._is_team(cops):
                    raise ValueError(
                        f"{position!r} is not a position: the cops' places are {self.cops} "
                        "vertices, a tuple in the "
                        "graph's order"
                    )
                if (robber is None and turn == self.COPS) or (
                    robber is not None and robber not in self.G
                ):
                    raise ValueError(
                        f"{position!r} is not a position: the robber's place is a vertex of the "
                        "graph"
                    )
            case _:
                raise ValueError(
                    f"{position!r} is not a position: give (cops, robber, turn), as "
                    f"{self.start()!r}"
                )

    def count_teams(self) -> int:
        """How many teams there are, without listing them; raises TooLarge if there are too many to
        list.
        """
        teams = comb(len(self.G) + self.cops - 1, self.cops)
        if teams > MAX_TEAMS:
            many = f"{teams:,}" if teams < 10**7 else f"{min(teams, 10**300):.1e}"
            raise TooLarge(
                f"{self.cops} cops on {len(self.G)} vertices make at least {many} teams; at most "
                f"{MAX_TEAMS:,} are listed. Take fewer cops or a smaller graph"
            )
        return teams

    @cached_property
    def number(self) -> dict[Any, int]:
        """Where each vertex stands in the graph's order."""
        return {v: i for i, v in enumerate(self.G)}

    @cached_property
    def near(self) -> dict[Any, list[Any]]:
        """Where a cop may go from each vertex, staying first; a loop in the graph just means
        staying.
        """
        return {v: [v, *(w for w in self.G[v] if w != v)] for v in self.G}

    @cached_property
    def robber_steps(self) -> dict[Any, list[Any]]:
        """Where the robber may go from each vertex; a robber who must move does not stay."""
        if self.robber_waits or len(self.G) == 1:  # on a single vertex nobody can move
            return self.near
        return {v: places[1:] for v, places in self.near.items()}

    @cached_property
    def teams(self) -> list[Any]:
        """All places that the cops may choose together. Raises TooLarge if they are too many."""
        self.count_teams()
        return list(combinations_with_replacement(self.G, self.cops))

    def _is_team(self, given: Any) -> bool:
        """Whether these are places for all cops, in the graph's order."""
        if not isinstance(given, tuple) or len(given) != self.cops:
            return False
        return all(v in self.G for v in given) and given == tuple(
            sorted(given, key=self.number.__getitem__)
        )

    def team_steps(self, team: Any) -> list[Any]:
        """Where the cops may go together, each combination once."""
        together = product(*(self.near[cop] for cop in team))
        return list(
            dict.fromkeys(tuple(sorted(new, key=self.number.__getitem__)) for new in together)
        )


def check_undirected(G: Any) -> None:
    """Raise TypeError, saying what to do, for anything but an undirected networkx graph."""
    check_graph(G, wanted="Graph")
    if G.is_directed():
        raise TypeError(
            "cops and robber move along edges both ways: give an undirected graph, or "
            "G.to_undirected()"
        )
