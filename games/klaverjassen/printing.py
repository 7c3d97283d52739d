"""Klaverjassen in print: a scorecard and a sheet like the printed boom, and the page of rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.figures import figure
from core.text import by_side
from games.klaverjassen.labels import KlaverjasWords, bid_words
from games.printing import (
    OUTCOMES,
    BoxPurpose,
    CardColumns,
    Cell,
    FigureHead,
    Figures,
    HandRecordFormat,
    Head,
    JudgedHand,
    Labelled,
    RuleLine,
    RuleSection,
    ScoredHand,
    SheetColumn,
    SheetDesign,
    Sign,
    claim_facts,
    contract_sign,
)
from rules.game import Record
from rules.klaverjassen.cards import ALL_POINTS, LAST_TRICK, NUMBERS, RANKING, TRICKS, TRUMPS
from rules.klaverjassen.options import Naming, Options
from rules.klaverjassen.roem import FOUR_OF_A_KIND, RUN_OF_FOUR, RUN_OF_THREE, STUK
from rules.klaverjassen.scoring import PIT
from rules.pieces import index_of

BOOM = 16
MOST_HANDS = 32
"""Rows of one sheet; a longer match takes several."""


class KlaverjasColumns(CardColumns):
    """See ``CardColumns``."""

    def heads(self, options: Any) -> tuple[Head, ...]:
        """Return who played which suit, and the result."""
        return (
            Head(_("Dealer"), least=46),
            Head(_("Declarer"), share=1.2, least=50),
            Head(_("Trumps"), least=48),
            Head(_("Result"), share=0.5, least=42),
        )

    def figure_heads(self, options: Any) -> tuple[FigureHead, ...]:
        """Return what a side scored in card points and in roem, and the total."""
        return FigureHead(_("Points")), FigureHead(_("Roem")), FigureHead(_("Total"))

    def cells(self, hand: ScoredHand) -> tuple[Cell, ...]:
        """The bid, where points are bid, stands below the declarer."""
        labels = hand.labels
        return (
            Cell(labels.dealer),
            Cell(labels.bidder, labels.bid, strong=True),
            Cell(labels.contract.text, sign=contract_sign(labels.contract)),
            Cell(labels.result, outcome=OUTCOMES[labels.outcome]),
        )

    def figures(self, hand: ScoredHand, side: int) -> Figures:
        """Return what counted for a side: of a hand that was nat, all of it for the others."""
        points, gain = hand.verdict["points"], hand.gain(side)
        roem = _roem_scored(hand.verdict, side) if points else 0
        texts = (
            figure(gain - roem) if gain else "",
            figure(roem) if roem else "",
            figure(hand.after.totals[side]),
        )
        return Figures(texts, changed=bool(gain))


def _roem_scored(verdict: Record, side: int) -> int:
    """Return the roem in a side's score: its own, or that of both sides after a nat."""
    roem: Sequence[int] = verdict["points"]["roem"]
    if not verdict["score"][side]:
        return 0
    return roem[side] if verdict["score"][1 - side] or not sum(roem) else sum(roem)


def sheet_design(options: Options) -> SheetDesign:
    """Sixteen hands, or as many as were agreed; roem is noted the way Dutch clubs do."""
    by_points = options.naming is Naming.POINTS
    bid = (SheetColumn(_("Bid"), holds=("bid",), least=30),) if by_points else ()
    length = (_("Hands"), str(options.hands)) if options.hands else _game_to(options)
    return SheetDesign(
        length=length,
        columns=(
            SheetColumn(_("Dealer"), BoxPurpose.GIVEN, share=0),
            SheetColumn(_("Declarer"), holds=("bidder",), least=44),
            *bid,
            SheetColumn(_("Trumps"), BoxPurpose.SUITS, share=0, holds=("trump",)),
            SheetColumn(_("Nat"), BoxPurpose.RING, share=0, holds=("result",)),
            SheetColumn(_("Pit"), BoxPurpose.RING, share=0, holds=("result",)),
        ),
        side_heads=((_("Points"), _("Roem"), _("Total")),),
        side_holds=("points", "roem", "their_roem"),
        hands=min(options.hands or BOOM, MOST_HANDS),
        legend=(
            _("Roem: I = 20, V = 50."),
            _("Card points and last trick: %(all)d. Nat: the others have all, and all roem.")
            % {"all": ALL_POINTS},
        ),
    )


def _game_to(options: Options) -> Labelled:
    return _("Game to"), str(options.target or "")


class KlaverjasHandRecord(HandRecordFormat):
    """See ``HandRecordFormat``."""

    def sign(self, hand: JudgedHand) -> Sign:
        return Sign(suit=(hand.record.get("contract") or {}).get("trump", ""))

    def call(self, call: Record, keys: Sequence[str]) -> str:
        return bid_words(call["bid"])

    def facts(self, hand: JudgedHand) -> Iterator[Labelled]:
        """Yield the dealer, roem, and who took the rest."""
        record, points = hand.record, hand.verdict["points"]
        yield _("Dealer"), hand.isolated_names[record["dealer"]]
        if points and sum(points["roem"]):
            yield _("Roem"), by_side(points["roem"], " – ")
        yield from claim_facts(record, KlaverjasWords())

    def trick_points(self, hand: JudgedHand, number: int, pieces: Sequence[str]) -> str:
        """Return the card points, including the 10 of the last trick."""
        points = TRUMPS[hand.record["contract"]["trump"]].points
        last = LAST_TRICK if number == TRICKS else 0
        return str(last + sum(points[NUMBERS[piece]] for piece in pieces))


# The page of rules: tables for reference


def tables(options: Options) -> Iterator[RuleSection]:
    """Yield the cards, roem, and the score."""
    yield RuleSection(_("Points"), tuple(_cards()))
    yield RuleSection(_("Roem in a trick"), tuple(_roem(options)))
    yield RuleSection(_("Scores"), tuple(_scores(options)))


def idle(values: Mapping[str, Any]) -> frozenset[str]:
    """Return the target beside a number of hands."""
    return frozenset({"target"} if values["hands"] is not None else ())


def _cards() -> Iterator[RuleLine]:
    yield RuleLine(_("Trumps"), "", _listed(RANKING.trumps, RANKING.trump_points))
    yield RuleLine(_("Other suits"), "", _listed(RANKING.plain, RANKING.plain_points))
    total = _("All together %(all)d.") % {"all": ALL_POINTS}
    yield RuleLine(_("Last trick"), str(LAST_TRICK), total)


def _listed(order: str, points: Mapping[str, int]) -> str:
    """Return the ranks from high to low, each with its points."""
    return " · ".join(f"{index_of(rank)} {points.get(rank, 0)}" for rank in reversed(order))


def _roem(options: Options) -> Iterator[RuleLine]:
    yield RuleLine(_("three in sequence"), str(RUN_OF_THREE))
    yield RuleLine(_("four in sequence"), str(RUN_OF_FOUR))
    yield RuleLine(_("Stuk (king and queen of trumps)"), str(STUK))
    yield RuleLine(_("four of a kind"), str(FOUR_OF_A_KIND))
    if options.four_jacks != FOUR_OF_A_KIND:
        yield RuleLine(_("four jacks"), str(options.four_jacks))


def _scores(options: Options) -> Iterator[RuleLine]:
    yield RuleLine(_("Made"), "", _("More than the others: each side scores what it took."))
    everything = _("The others score %(all)d and the roem of both sides.") % {"all": ALL_POINTS}
    yield RuleLine(_("Nat"), "", everything)
    yield RuleLine(_("Verzaakt"), "", everything)
    yield RuleLine(_("Pit"), f"+ {PIT}", _("Every trick for the declaring side."))
    if options.hands is not None:
        hands = ngettext("%(count)d hand", "%(count)d hands", options.hands)
        words = _("Then the higher total wins; level totals are a draw.")
        yield RuleLine(_("The game"), hands % {"count": options.hands}, words)
