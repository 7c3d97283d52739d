"""Statistics of hands of Dummy-Hand Spades."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.base import Record
from games.dummy_spades.labels import DUMMY
from games.measures import GameMeasures, Measure
from rules.dummy_spades.options import OPTIONS, Options


def outcome(record: Record, verdict: Record) -> str:
    """Return whether the declarer made the bid, regardless of nils."""
    declarer, score, nils = (verdict.get(key) for key in ("declarer", "score", "nil"))
    if declarer is None or score is None:
        return ""
    options = OPTIONS.resolve(record["rules"])
    assert isinstance(options, Options)
    bonus = options.nil_bonus
    nils_made = [nil["made"] for nil in nils or () if nil["bidder"] == declarer]
    # A bid that is kept never scores below nothing, one that is not always does.
    for_bid = score[declarer] - sum(bonus if made else -bonus for made in nils_made)
    return "made" if for_bid >= 0 else "set"


MEASURES: Final = GameMeasures(
    outcome=outcome,
    measures=(
        Measure(
            "nil",
            _("Nils"),
            _("Nils that the player declared and that counted; made if the hand took no trick."),
            each="verdict.nil",
            seat="entry.bidder",
            made="entry.made",
        ),
        Measure(
            "nil_dummy",
            _("Nils on the dummy"),
            _("Those of them declared on the dummy’s hand."),
            each="verdict.nil",
            where={"entry.hand": frozenset({DUMMY})},
            seat="entry.bidder",
            made="entry.made",
        ),
    ),
)
