"""What a game's solver provides, and the solvers by game.

A solver is pure, as everything here; it belongs to its game, which registers it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from engine.analysis.recorded import RecordedHand
from rules.game import Record
from rules.problems import Code, Problem, SeatInText, problem, shown

Answer = dict[str, Any]


class Solver(ABC):
    """Best play of one game, all hands seen.

    ``game`` is its name in records. A solver that knows only recorded hands, as one for endings,
    leaves ``table`` and ``makeable`` as they are.
    """

    game: str

    def table(self, deal: Record) -> Answer | Problem:
        """Return what could be made of a deal without problems, by declarer."""
        return not_analysed(self.game)

    def makeable(self, record: Record) -> Answer | Problem:
        """Return the ``table`` of a hand record's deal under the rules of its table, and its
        ``par`` (None for a game without)."""
        return not_analysed(self.game)

    @abstractmethod
    def read_hand(self, record: Record) -> RecordedHand | Problem:
        """Return a legal record that gives the deal, the contract and the plays as a hand to be
        searched."""


_solvers: Final[dict[str, Solver]] = {}
SOLVERS: Final[Mapping[str, Solver]] = _solvers
"""The solvers by the name of their game."""


def register(solver: Solver) -> None:
    """Add a game's solver."""
    _solvers[solver.game] = solver


def unregister(game: str) -> None:
    """Remove a game's solver, if it has one."""
    _solvers.pop(game, None)


def not_analysed(game: str) -> Problem:
    """Return the problem of a game, or of a question, that has no solver."""
    return problem(
        Code.RECORD_UNKNOWN_GAME,
        "/game",
        "Best play is not computed for the game “{game}”.",
        game=shown(game),
    )


def hand_missing(seat: int) -> Problem:
    """Return the problem of a hand that was not written down and does not follow from the
    others."""
    return problem(
        Code.RECORD_MALFORMED,
        f"/deal/{seat}",
        "Best play needs all four hands; that of {seat} is not known.",
        seat=SeatInText(seat),
    )
