"""Pandoeren: each declarer's results with best play."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.figures import read_whole
from engine.analysis.solver import Solver
from games.base import ContractLabel, Names, Record
from games.best_play import Answer, BestPlayWords, Makeable, MakeableCell, MakeableRow, yes_or_no
from games.cards import card_words
from games.pandoeren.labels import bid_words
from games.pandoeren.solver import ANY_TRICK, CONTRACTS, deal_table, makeable, read_hand
from rules.pandoeren.contracts import BIDS, Aim, Bid
from rules.pandoeren.options import OPTIONS, Options

LOWEST = 120
"""The lowest number bid, to be made by card points, without roem."""


HIGHEST = 200
"""The maximum of card points."""


class PandoerenSolver(Solver):
    """See ``Solver``."""

    game = "pandoeren"
    table = staticmethod(deal_table)
    makeable = staticmethod(makeable)
    read_hand = staticmethod(read_hand)


class PandoerenBestPlay(BestPlayWords):
    """See ``BestPlayWords``."""

    solver = PandoerenSolver()

    def makeable(self, answer: Answer, names: Names) -> Makeable:
        """Card points of number contracts; the others are made or not."""
        return Makeable(
            rows=tuple(_rows(answer["table"])),
            note=_(
                "As declarer, with the centre card and the best trumps, call and discard; roem "
                "and stuk are not considered."
            ),
        )

    def piece(self, piece: str) -> str:
        """A card's name."""
        return card_words(piece)

    def contracts(self, options: Any) -> tuple[ContractLabel, ...]:
        """Number contracts together, then the others."""
        return (_card_points(), *map(_contract, CONTRACTS))

    def bids(self, options: Any) -> tuple[tuple[str, str, int], ...]:
        """Number bids in tens; a contract that is not for points has no number."""
        return tuple((str(n), str(n), n) for n in range(LOWEST, HIGHEST + 1, 10))

    def needed(self, record: Record, verdict: Record) -> int | None:
        """Return the card points that the bid needs, after roem and stuk."""
        bid, points = read_whole(verdict["bid"] or ""), verdict["points"]
        if bid is None or points is None:
            return None
        return bid - int(points["roem"] + points["stuk"])

    def could_make(self, record: Record, verdict: Record, answer: Answer) -> bool | None:
        """With the best trumps, call and discard; a pandoer that needs roem is not answered."""
        bid, table, declarer = BIDS[verdict["bid"]], answer["table"], verdict["declarer"]
        if bid.is_number:
            needed = self.needed(record, verdict)
            return None if needed is None else bool(table["cards"][declarer] >= needed)
        if bid.counts_roem:
            return None
        return bool(table["contracts"][_row(bid, record)][declarer])


def _row(bid: Bid, record: Record) -> str:
    """Return the row of a contract in the table: those with the hand shown are played alike."""
    match bid.contract.aim:
        case Aim.ONE:
            options = OPTIONS.resolve(record.get("rules", {}))
            assert isinstance(options, Options)
            return ANY_TRICK if options.any_trick else "piccolo"
        case Aim.NONE:
            return "misere"
        case _:
            return bid.name


def _card_points() -> ContractLabel:
    return ContractLabel(_("card points"))


def _contract(name: str) -> ContractLabel:
    return ContractLabel(bid_words(name) if name in BIDS else _("piccolo, any one trick"))


def _rows(table: Mapping[str, Any]) -> Iterator[MakeableRow]:
    cells = tuple(MakeableCell(str(number), number >= LOWEST, number) for number in table["cards"])
    yield MakeableRow(_card_points(), cells)
    for name in CONTRACTS:  # a database may keep an answer's keys in another order
        yield MakeableRow(_contract(name), yes_or_no(table["contracts"][name]))
