"""Statistics of hands of Texas 42."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.figures import read_whole
from games.base import Record
from games.measures import BEST_PLAY, GameMeasures, Measure, bid_height
from games.texas42.labels import KINDS, kind_words, suit_words

A_MARK: Final = 42
"""A bid of one mark counts as all 42 points."""


def declaration(record: Record) -> str:
    """Return the suit that is trumps, or the kind of contract."""
    contract = record.get("contract") or {}
    kind = contract.get("kind", "")
    return str(contract.get("trump", "")) if kind == "trump" else str(kind)


def declaration_words(code: str) -> str:
    """Return the suit or the kind of contract in words."""
    suit = read_whole(code)
    return kind_words(code) if suit is None else suit_words(suit)


def bid_order(bid: str) -> int:
    """Return the height of a bid in points."""
    if bid.endswith("m"):
        return bid_height(bid) * A_MARK
    return bid_height(bid) or A_MARK


DEFINITIONS: Final = {
    "nello": _("Hands declared as nello, low-no included; made if the declarer took no trick."),
    "sevens": _("Hands declared as sevens; made if the declaring side won every trick."),
    "plunge": _("Hands declared as a plunge; made if the declaring side won every trick."),
    "splash": _("Hands declared as a splash; made if the declaring side won every trick."),
}

MEASURES: Final = GameMeasures(
    declaration=declaration,
    declaration_words=declaration_words,
    bid_order=bid_order,
    measures=(
        *(
            Measure(
                kind,
                KINDS[kind],
                definition,
                where={"record.contract.kind": frozenset({kind})},
                seat="verdict.declarer",
                made="verdict.outcome",
            )
            for kind, definition in DEFINITIONS.items()
        ),
        Measure(
            "low-no",
            _("Low-no"),
            _("Hands with a bid of low-no; made if the declarer took no trick."),
            where={"verdict.bid": frozenset({"low-no"})},
            seat="verdict.declarer",
            made="verdict.outcome",
        ),
        *BEST_PLAY,
    ),
)
