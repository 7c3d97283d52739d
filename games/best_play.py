"""Best play in a game's words: what could have been made of a deal, par, and what a play cost.

The numbers come from `analysis.answers`; a game without a solver has no ``BestPlayWords``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import ContractLabel, Names, Record

Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MakeableCell:
    """What one declarer can make; ``is_made`` where it is all that can be asked for.

    ``number`` where that is counted.
    """

    text: str
    is_made: bool = False
    number: int | None = None

    def makes(self, needed: int) -> bool:
        """Whether a bid is made that needs so much of what is counted."""
        return self.is_made if self.number is None else self.number >= needed


@dataclass(frozen=True, slots=True)
class MakeableRow:
    """A contract, and what each seat can make of it as declarer.

    ``least`` is what a bid has to need for the contract to be named.
    """

    contract: ContractLabel
    cells: tuple[MakeableCell, ...]
    least: int = 0


@dataclass(frozen=True, slots=True)
class Makeable:
    """The table of a deal, a column for each seat, and par in words where the game has one.

    ``par_score`` is what par scores for each side; empty without par.
    """

    rows: tuple[MakeableRow, ...]
    note: str
    par: str = ""
    par_score: tuple[int, ...] = ()


class BestPlayWords(ABC):
    """How a game speaks of best play."""

    @abstractmethod
    def makeable(self, answer: Answer, names: Names) -> Makeable:
        """The table of an answer of `makeable`; ``names`` are those of the seats."""

    @abstractmethod
    def needed(self, record: Record, verdict: Record) -> int | None:
        """What the declaring side needed of what best play counts; None where nobody knows."""

    @abstractmethod
    def bids(self, options: Any) -> tuple[tuple[str, str, int], ...]:
        """The bids to choose from, a pass aside: as records write them, in words, what they need.

        Each is higher than the one before.
        """

    def piece(self, piece: str) -> str:
        """A piece as it is said."""
        return piece

    def number(self, number: int, *, counts_points: bool) -> str:
        """What a position is worth to the declaring side."""
        if counts_points:
            return ngettext("%(count)d point", "%(count)d points", number) % {"count": number}
        return _("can be made") if number else _("cannot be made")

    def cost(self, piece: str, best: int, got: int, needed: int | None) -> str:
        """What a play of the declaring side cost (or one of the others gave) in points."""
        was, now = (needed is not None and number >= needed for number in (best, got))
        points = abs(best - got)
        lost = ngettext(
            "The %(piece)s here cost %(count)d point",
            "The %(piece)s here cost %(count)d points",
            points,
        )
        gave = ngettext(
            "The %(piece)s here gave %(count)d point",
            "The %(piece)s here gave %(count)d points",
            points,
        )
        words = (lost if got < best else gave) % {"piece": piece, "count": points}
        if was and not now:
            return _("%(words)s: the bid could still be made.") % {"words": words}
        if now and not was:
            return _("%(words)s: the bid could still be set.") % {"words": words}
        return f"{words}."

    def lost(self, piece: str, best: int, got: int) -> str:
        """What a play cost where making the contract is all that counts."""
        if got < best:
            return _("The %(piece)s here cost the contract: it could still be made.") % {
                "piece": piece
            }
        return _("The %(piece)s here gave the contract away: it could still be set.") % {
            "piece": piece
        }

    def claim(self, judged: Answer) -> str:
        """What is to be said of a claim: `holds` against best play, `certain` however all play."""
        if judged["certain"]:
            return _("The claim is certain: every trick is won however all four play.")
        if judged["holds"]:
            return _("The claim holds against best play, but not however it is played.")
        return _("The claim does not hold: best play by the others gets a trick.")


def yes_or_no(made: Sequence[bool]) -> tuple[MakeableCell, ...]:
    """Cells of a contract that is made or not."""
    return tuple(MakeableCell("✓" if each else "–", each) for each in made)
