"""Klaverjassen: two teams, cards, trumps and roem."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import stake_shown, stake_units, units_shown
from core.text import by_side
from games.base import (
    ContractLabel,
    Example,
    ExplanationLine,
    HandLabels,
    MoneyLine,
    Names,
    Record,
    SideLabel,
)
from games.cards import SUIT_NAMES
from games.klaverjassen.explanation import account, record_facts, trick_orders
from games.klaverjassen.form import KlaverjasEntryForm
from games.klaverjassen.labels import LABELS, OUTCOMES, PIT, KlaverjasWords, bid_words
from games.klaverjassen.line import line_help, read_line
from games.klaverjassen.marks import KlaverjasMarks
from games.klaverjassen.measures import MEASURES
from games.klaverjassen.presets import PRESETS, USUAL_ORDER
from games.klaverjassen.printing import (
    KlaverjasColumns,
    KlaverjasHandRecord,
    idle,
    sheet_design,
    tables,
)
from games.presenter import GamePresenter
from rules import verdict as verdict_on
from rules.game import MatchStanding
from rules.klaverjassen import KLAVERJASSEN
from rules.klaverjassen.cards import ALL_POINTS
from rules.klaverjassen.options import Naming
from rules.klaverjassen.roem import MOST_ROEM
from rules.klaverjassen.scoring import PIT as PIT_POINTS

_MOST_OF_HAND: Final = ALL_POINTS + MOST_ROEM + PIT_POINTS

_AUCTION: Final = [{"seat": 1, "bid": "pass"}, {"seat": 2, "bid": "play"}]
_HEARTS: Final = {"trump": "H"}

EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "klaverjassen: what the sheet says": {
        "dealer": 0,
        "auction": _AUCTION,
        "contract": _HEARTS,
        "tally": {"points": [92, 70], "roem": [40, 0]},
    },
    "klaverjassen: nat, with the roem of both": {
        "dealer": 0,
        "auction": _AUCTION,
        "contract": _HEARTS,
        "tally": {"made": False, "roem": [20, 50]},
    },
}
"""Hands as tables write them down."""


def agreed_words(options: Any) -> tuple[str, ...]:
    """Return the rules of a table in a few words each."""
    some = [
        (_("four jacks count 200"), options.four_jacks != PIT_POINTS),
        (_("pit counts for the others too"), options.defence_pit),
    ]
    return (
        _("Rotterdam") if options.rotterdam else _("Amsterdam"),
        _length(options),
        _naming(options),
        *(words for words, agreed in some if agreed),
    )


def _length(options: Any) -> str:
    if options.hands is not None:
        hands = ngettext("%(count)d hand", "%(count)d hands", options.hands)
        return hands % {"count": options.hands}
    if options.target is None:
        return _("no fixed number of hands")
    points = ngettext("to %(count)d point", "to %(count)d points", options.target)
    return points % {"count": options.target}


def _naming(options: Any) -> str:
    if options.naming is Naming.OBLIGED:
        return _("the first to speak always plays")
    if options.naming is Naming.POINTS:
        return _("points are bid")
    if options.first_must:
        return _("all pass: the first to speak must play")
    return _("all pass: redeal")


class KlaverjasPresenter(GamePresenter):
    """See ``GamePresenter``."""

    laws = KLAVERJASSEN
    label = gettext_lazy("Klaverjassen")
    evening_label = gettext_lazy("Klaverjas evening, %(date)s")
    labels = LABELS
    words = KlaverjasWords()
    form = KlaverjasEntryForm
    examples = EXAMPLES
    marks = KlaverjasMarks()
    measures = MEASURES
    hand_minutes = 2.5
    presets = PRESETS
    usual_order = USUAL_ORDER
    season = {"measure": "points", "scoring": "best"}
    card_columns = KlaverjasColumns()
    hand_record = KlaverjasHandRecord()
    facts = staticmethod(record_facts)
    orders = staticmethod(trick_orders)
    agreed = staticmethod(agreed_words)
    bid_words = staticmethod(bid_words)
    read_line = staticmethod(read_line)
    line_help = staticmethod(line_help)
    sheet = staticmethod(sheet_design)
    rule_tables = staticmethod(tables)
    idle_options = staticmethod(idle)

    def target(self, options: Any) -> int:
        """Return the target in points; 0 with a number of hands."""
        return int(options.target or 0) if options.hands is None else 0

    def least_total(self, options: Any) -> int | None:
        """Nothing is ever taken off."""
        return 0

    def highest_total(self, options: Any) -> int:
        """Return what no side exceeds: the last hand may pass the target."""
        if options.hands is not None:
            return int(options.hands) * _MOST_OF_HAND
        return int(options.target or self.marks.hands * _MOST_OF_HAND) + _MOST_OF_HAND

    def hands_within(self, options: Any, totals: Sequence[int], longest: int) -> tuple[int, int]:
        """Return the range of hands: each that is played gives all card points to somebody."""
        fewest = max(1, -(-sum(totals) // _MOST_OF_HAND))
        is_redealt = options.naming is not Naming.OBLIGED and not options.first_must
        most = longest if is_redealt else min(longest, sum(totals) // ALL_POINTS)
        return fewest, most

    def hand_labels(self, record: Record, verdict: Record, names: Names) -> HandLabels:
        """Return a legal hand in words."""
        points, declarer, bid = verdict["points"], verdict["declarer"], verdict["bid"]
        trump = (record.get("contract") or {}).get("trump", "")
        result = _result(verdict)
        return HandLabels(
            dealer=names[record["dealer"]],
            bidder=names[declarer] if declarer is not None else "",
            # The name says already who plays; only points are a bid beside it.
            bid="" if bid in {None, "play"} else bid_words(bid),
            contract=ContractLabel(str(SUIT_NAMES[trump]) if trump else "", suit=trump),
            outcome=verdict["outcome"],
            result=result,
            points=_points(points),
            detail=_detail(points),
            score=tuple(verdict["score"]),
            auction=" · ".join(bid_words(call["bid"]) for call in record["auction"]),
            sentence=_sentence(verdict, names, trump, result),
        )

    def explanation(
        self, record: Record, options: Any, names: Names, before: MatchStanding
    ) -> tuple[ExplanationLine, ...]:
        """Return what each side took, and the score."""
        return tuple(account(record, verdict_on(record)))

    def calculation(
        self,
        standing: MatchStanding,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideLabel],
    ) -> tuple[MoneyLine, ...]:
        """Return the amount for the match, the difference, and their sum."""
        if standing.winner is None:
            return ()
        high, low = max(standing.totals), min(standing.totals)
        units = (high - low) * stake_units(stakes, "per_point")
        label = ngettext(
            "%(count)d point of difference", "%(count)d points of difference", high - low
        ) % {"count": high - low}
        calculation = f"({high} − {low}) × {stake_shown(stakes, 'per_point')}"
        total = units + stake_units(stakes, "per_game")
        payer = _("%(losers)s pay") % {
            "losers": _(" and ").join(sides[1 - standing.winner].players)
        }
        won = stake_shown(stakes, "per_game")
        return (
            MoneyLine(_("for a match won"), "", won),
            MoneyLine(label, calculation, units_shown(units, stakes)),
            MoneyLine(
                payer,
                f"{won} + {units_shown(units, stakes)}",
                units_shown(total, stakes),
                is_sum=True,
            ),
        )

    def example(self, options: Any) -> Example:
        """Return an example with player, trumps, card points and roem."""
        if options.naming is Naming.POINTS:
            return Example(
                "b90 h 92 r40",
                "b90h92r40",
                _("B bid 90 and plays hearts: 92 card points, 40 roem"),
                _("Who, bid, trumps, card points, roem."),
            )
        return Example(
            "b h 92 r40",
            "bh92r40",
            _("B plays hearts: 92 card points, 40 roem"),
            _("Who, trumps, card points, roem."),
        )


def _result(verdict: Record) -> str:
    """Return made, nat, pit, or that the hand was thrown in."""
    points = verdict["points"]
    if points and points["pit"] and verdict["outcome"] == "made":
        return str(PIT)
    return str(OUTCOMES[verdict["outcome"]])


def _points(points: Record | None) -> tuple[str, ...]:
    """Return card points by side, with roem: "92 + 40"."""
    if points is None or points["cards"] is None:
        return ("", "")
    return tuple(
        f"{cards} + {roem}" if roem else str(cards)
        for cards, roem in zip(points["cards"], points["roem"], strict=True)
    )


def _detail(points: Record | None) -> str:
    """Return the points of both sides, else the roem that the others took as well."""
    if points is None or (points["cards"] is None and not sum(points["roem"])):
        return ""
    if points["cards"] is None:
        return _("%(count)d roem") % {"count": sum(points["roem"])}
    return by_side(_points(points), " – ")


def _sentence(verdict: Record, names: Names, trump: str, result: str) -> str:
    if verdict["declarer"] is None:
        return _("Everyone passed.")
    return _("%(name)s, %(contract)s: %(outcome)s") % {
        "name": names[verdict["declarer"]],
        "contract": SUIT_NAMES[trump],
        "outcome": result,
    }


GAME: Final = KlaverjasPresenter()
