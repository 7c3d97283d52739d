"""Labels of best play by game: makeable contracts, par, and the cost of a play.

The numbers come from `engine.analysis.answers`, by the game's own solver; a game without a solver
has no ``BestPlayWords``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.analysis.solver import Solver
from games.base import ContractLabel, Names, Record

Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MakeableCell:
    """One declarer's result; ``is_made`` if it is the maximum.

    ``number`` in contracts that are counted.
    """

    text: str
    is_made: bool = False
    number: int | None = None

    def makes(self, needed: int) -> bool:
        """Return whether a bid that needs this much is made."""
        return self.is_made if self.number is None else self.number >= needed


@dataclass(frozen=True, slots=True)
class MakeableRow:
    """A contract with the result of each seat as declarer.

    ``least`` is the lowest requirement of a bid for which the contract may be named.
    """

    contract: ContractLabel
    cells: tuple[MakeableCell, ...]
    least: int = 0


@dataclass(frozen=True, slots=True)
class Makeable:
    """The table of a deal, a column for each seat, and par as text, if the game has one.

    ``par_score`` is the score of par for each side; empty without par.
    """

    rows: tuple[MakeableRow, ...]
    note: str
    par: str = ""
    par_score: tuple[int, ...] = ()


class BestPlayWords(ABC):
    """A game's solver, and its labels for best play."""

    solver: ClassVar[Solver]

    @abstractmethod
    def makeable(self, answer: Answer, names: Names) -> Makeable:
        """The table of an answer of `makeable`; ``names`` are those of the seats."""

    @abstractmethod
    def contracts(self, options: Any) -> tuple[ContractLabel, ...]:
        """Return the contracts of the table of `makeable`, in its order, whatever the deal."""

    @abstractmethod
    def needed(self, record: Record, verdict: Record) -> int | None:
        """Return what the declaring side needed; None if unknown."""

    @abstractmethod
    def could_make(self, record: Record, verdict: Record, answer: Answer) -> bool | None:
        """Return whether best play makes the bid of a legal hand, by an answer of `makeable` to its
        deal; None if the answer does not say.
        """

    @abstractmethod
    def bids(self, options: Any) -> tuple[tuple[str, str, int], ...]:
        """Return the possible bids except pass: as in records, their labels, their requirements.

        Each is higher than the one before.
        """

    def piece(self, piece: str) -> str:
        return piece

    def number(self, number: int, *, counts_points: bool) -> str:
        """Return a position's value to the declaring side as text."""
        if counts_points:
            return ngettext("%(count)d point", "%(count)d points", number) % {"count": number}
        return _("can be made") if number else _("cannot be made")

    def cost(self, piece: str, best: int, got: int, needed: int | None) -> str:
        """Describe the cost of a declaring side's play, or the gift of a defender's, in points."""
        was, now = (needed is not None and number >= needed for number in (best, got))
        points = abs(best - got)
        if was and not now:
            text = ngettext(
                "The %(piece)s here cost %(count)d point: until this play the bid could be made.",
                "The %(piece)s here cost %(count)d points: until this play the bid could be made.",
                points,
            )
        elif now and not was:
            text = ngettext(
                "The %(piece)s here gave %(count)d point: until this play the bid could be set.",
                "The %(piece)s here gave %(count)d points: until this play the bid could be set.",
                points,
            )
        elif got < best:
            text = ngettext(
                "The %(piece)s here cost %(count)d point.",
                "The %(piece)s here cost %(count)d points.",
                points,
            )
        else:
            text = ngettext(
                "The %(piece)s here gave %(count)d point.",
                "The %(piece)s here gave %(count)d points.",
                points,
            )
        return text % {"piece": piece, "count": points}

    def lost(self, piece: str, best: int, got: int) -> str:
        """Describe the cost of a play in a contract that is only made or not."""
        if got < best:
            text = _("The %(piece)s here cost the contract: until this play it could be made.")
        else:
            text = _("The %(piece)s here gave the contract away: until this play it could be set.")
        return text % {"piece": piece}

    def claim(self, judged: Answer) -> str:
        """Describe a claim: `holds` against best play, `certain` for any play."""
        if judged["certain"]:
            return _("The claim is certain: every trick is won however all four play.")
        if judged["holds"]:
            return _("The claim holds against best play, but not however it is played.")
        return _("The claim does not hold: best play by the others gets a trick.")


def yes_or_no(made: Sequence[bool]) -> tuple[MakeableCell, ...]:
    """Cells of a contract that is made or not."""
    return tuple(MakeableCell("✓" if each else "–", each) for each in made)
