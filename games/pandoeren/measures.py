"""Statistics of hands of Pandoeren."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.base import Record
from games.cards import SUIT_NAMES
from games.measures import BEST_PLAY, GameMeasures, Measure
from rules.pandoeren.contracts import BIDS, CONTRACTS, Aim

NO_TRUMPS: Final = "NT"
PANDOER: Final = frozenset(name for name in BIDS if name.split("+")[0] == "pandoer")
TO_LOSE: Final = frozenset(
    name for contract in CONTRACTS if contract.aim in {Aim.NONE, Aim.ONE} for name in contract.bids
)


def declaration(record: Record) -> str:
    """Return the suit that is trumps."""
    contract = record.get("contract")
    return "" if contract is None else str(contract.get("trump") or NO_TRUMPS)


def declaration_words(code: str) -> str:
    return gettext("no trumps") if code == NO_TRUMPS else str(SUIT_NAMES.get(code, code))


def bid_order(bid: str) -> int:
    """Return the place of a bid in the order of all bids."""
    return BIDS[bid].level if bid in BIDS else 0


MEASURES: Final = GameMeasures(
    declaration=declaration,
    declaration_words=declaration_words,
    bid_order=bid_order,
    measures=(
        Measure(
            "pandoer",
            _("Pandoer"),
            _("Hands bid as pandoer, with roem or without; made if every trick was won."),
            where={"verdict.bid": PANDOER},
            seat="verdict.declarer",
            made="verdict.outcome",
        ),
        Measure(
            "lose",
            _("Piccolo, misère and praatje"),
            _("Hands bid to win one trick or none, open or not; made if that succeeded."),
            where={"verdict.bid": TO_LOSE},
            seat="verdict.declarer",
            made="verdict.outcome",
        ),
        Measure(
            "roem",
            _("Roem announced"),
            _("Times that the player announced roem, as declarer or as partner."),
            each="record.roem",
            seat="entry.seat",
        ),
        Measure(
            "roem_denied",
            _("Roem denied by an opponent"),
            _("Times that an opponent denied the player’s roem, whether the denial held or not."),
            each="record.denials",
            seat="entry.against",
        ),
        Measure(
            "denial",
            _("Denials"),
            _("Times that the player denied an opponent’s roem, whether the denial held or not."),
            each="record.denials",
            seat="entry.by",
        ),
        Measure(
            "stuk",
            _("Stuk announced"),
            _("Hands in which the player announced king and queen of trumps."),
            seat="record.stuk",
        ),
        *BEST_PLAY,
    ),
)
