"""Pandoeren in print: scorecards, empty sheets, hand records, the page of rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.figures import read_whole
from core.text import about, arrow, beside, isolated, statements
from games.base import dealer_name
from games.cards import card_name, card_words
from games.pandoeren.form import ANNOUNCED
from games.pandoeren.labels import (
    FOURS,
    RUNS,
    announcement_words,
    bid_meaning,
    bid_words,
    bids_words,
    denial_words,
    stuk_words,
)
from games.printing import (
    NO_BREAK,
    OUTCOMES,
    BoxPurpose,
    CardColumns,
    Cell,
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
)
from games.wording import HandWords
from rules.game import Record
from rules.pandoeren.cards import (
    HAND_SIZE,
    LAST_TRICK,
    NUMBERS,
    RANKING,
    TRICKS,
    TRUMPS,
)
from rules.pandoeren.contracts import CONTRACTS
from rules.pandoeren.roem import FOUR_VALUES, LADDER, RUN_VALUES
from rules.pandoeren.shape import STUK
from rules.pieces import index_of

HANDS_A_ROUND: Final = 16
MOST_HANDS: Final = 64
"""Rows of one sheet; a longer match takes several."""


class PandoerenColumns(CardColumns):
    """See ``CardColumns``."""

    def heads(self, options: Any) -> tuple[Head, ...]:
        """Return dealer, contract, players and result."""
        return (
            Head(_("Dealer"), share=1.2),
            Head(_("Contract"), _("called card"), share=2.6),
            Head(_("Declarer"), _("partner"), share=1.6),
            Head(_("Result"), _("cards + roem + stuk"), share=0.6),
        )

    def cells(self, hand: ScoredHand) -> tuple[Cell, ...]:
        """Return a hand that was thrown in has nothing but its dealer."""
        labels, points = hand.labels, points_sum(hand.verdict["points"])
        dealer = Cell(labels.dealer)
        result = Cell(labels.result, points, outcome=OUTCOMES[labels.outcome])
        if not labels.bidder:
            return dealer, Cell(""), Cell(""), result
        return dealer, _contract(hand), _declarer(hand), result


def points_sum(points: Mapping[str, int] | None) -> str:
    """Return the points of the declaring side as they add up: "104 + 50 + 0 = 154"; cards alone as
    they are."""
    if points is None:
        return ""
    if not points["roem"] and not points["stuk"]:
        return str(points["cards"])
    return f"{points['cards']} + {points['roem']} + {points['stuk']} = {points['total']}"


def _contract(hand: ScoredHand) -> Cell:
    bid, contract = hand.verdict["bid"], hand.record["contract"]
    call = contract.get("call")
    return Cell(
        hand.labels.bid,
        _called(bid, call, alone=hand.verdict["partner"] is None),
        sign=Sign(suit=contract.get("trump") or ""),
        card=call or "",
        strong=True,
    )


def _called(bid: str, call: str | None, *, alone: bool) -> str:
    if call is not None:
        return _("calls the %(card)s") % {"card": card_name(call)}
    return _("calls the jass") if bid == "kereltje" and not alone else ""


def _declarer(hand: ScoredHand) -> Cell:
    partner = hand.verdict["partner"]
    with_whom = _("alone") if partner is None else hand.names[partner]
    return Cell(hand.labels.bidder, with_whom)


def sheet_design(options: Any) -> SheetDesign:
    """Sixteen hands, or as many as were agreed; roem is noted the way Dutch clubs do."""
    return SheetDesign(
        length=(
            _("Hands"),
            str(options.hands or pgettext("number of hands", "open")),
        ),
        columns=_columns(),
        side_heads=(("±", _("Total")),),
        hands=min(options.hands or HANDS_A_ROUND, MOST_HANDS),
        legend=(
            _("Roem: I = 20, V = 50."),
            _("Announced: whose roem and how much, and who denies it, as in %(example)s.")
            % {"example": isolated("A 20, C 50 – B")},
            worth_words(),
        ),
        wide=True,
    )


def _columns() -> tuple[SheetColumn, ...]:
    return (
        SheetColumn(_("Dealer"), BoxPurpose.GIVEN, share=0),
        SheetColumn(_("Declarer"), holds=("bidder",)),
        SheetColumn(_("Contract"), share=1.6, holds=("bid", "plus")),
        SheetColumn(_("Trumps"), BoxPurpose.SUITS, share=0, holds=("trump",)),
        SheetColumn(_("Called"), holds=("call",)),
        SheetColumn(_("Partner"), holds=("partner",)),
        SheetColumn(_("Made"), BoxPurpose.RING, share=0, holds=("result",)),
        SheetColumn(_("Failed"), BoxPurpose.RING, share=0, holds=("result",)),
        SheetColumn(_("Cards"), holds=("cards",)),
        SheetColumn(_("Roem"), holds=("roem",)),
        SheetColumn(_("Stuk"), holds=("stuk",)),
        SheetColumn(_("Announced"), share=2, holds=ANNOUNCED),
    )


def worth_words() -> str:
    """Return the worth of each contract, from low to high."""
    return _("Worth: %(contracts)s.") % {"contracts": " · ".join(_worths())}


def _worths() -> Iterator[str]:
    for contract in CONTRACTS:
        yield beside(about(isolated(bids_words(contract.bids)), contract.worth), space="")


# Hand records


class PandoerenHandRecord(HandRecordFormat):
    """See ``HandRecordFormat``."""

    def sign(self, hand: JudgedHand) -> Sign:
        """Trumps, if there are any."""
        contract = hand.record.get("contract") or {}
        return Sign(suit=contract.get("trump") or "")

    def call(self, call: Record, keys: Sequence[str]) -> str:
        return bid_words(call["bid"])

    def facts(self, hand: JudgedHand) -> Iterator[Labelled]:
        """Yield the dealer, the exchange, and the announcements."""
        record = hand.record
        yield _("Dealer"), dealer_name(record, hand.isolated_names)
        exchange = [card_words(record[key]) for key in ("centre", "discard") if key in record]
        if "centre" in record and "discard" in record:
            yield _("In the middle → discarded"), f" {arrow()} ".join(exchange)
        elif exchange:
            yield (_("In the middle") if "centre" in record else _("Discarded")), exchange[0]
        if announced := list(_announced(hand)):
            yield _("Announced"), statements(announced)
        yield from claim_facts(record, HandWords())

    def trick_points(self, hand: JudgedHand, number: int, pieces: Sequence[str]) -> str:
        """Return the card points, including the 5 of the last trick, for number bids."""
        bid, contract = hand.verdict["bid"], hand.record.get("contract")
        if contract is None or read_whole(str(bid)) is None:
            return ""
        points = TRUMPS[contract["trump"]].points
        last = LAST_TRICK if number == TRICKS else 0
        return str(last + sum(points[NUMBERS[piece]] for piece in pieces))


def _announced(hand: JudgedHand) -> Iterator[str]:
    record, names = hand.record, hand.isolated_names
    for roem in record.get("roem", ()):
        yield announcement_words(names[roem["seat"]], roem.get("value"))
    for denial in record.get("denials", ()):
        yield denial_words(names[denial["by"]], names[denial["against"]])
    if record.get("stuk") is not None:
        yield stuk_words(names[record["stuk"]])


# The page of rules: tables for reference


def tables(options: Any) -> Iterator[RuleSection]:
    """Yield the deal, contracts, points."""
    yield RuleSection(_("The hand"), tuple(_hand()))
    yield RuleSection(_("Contracts, from low to high"), tuple(_contracts(options)))
    yield RuleSection(_("Points"), tuple(_points()))


def _hand() -> Iterator[RuleLine]:
    cards = len(set(NUMBERS.values()))
    words = _("%(cards)d cards: four each, one face up in the middle, four more each: %(each)d.")
    yield RuleLine(_("The deal"), "", words % {"cards": cards, "each": HAND_SIZE})
    words = _(
        "The declarer takes the card in the middle, discards one, names trumps, calls, leads."
    )
    yield RuleLine(_("The exchange"), "", words)
    words = _(
        "Follow suit or trump; no trump below one already played, unless nothing else is held."
    )
    yield RuleLine(_("The play"), "", words)


def _contracts(options: Any) -> Iterator[RuleLine]:
    numbered = False
    for contract in CONTRACTS:
        bid = contract.bids[0]
        is_number = read_whole(bid) is not None
        meaning = "" if is_number and numbered else bid_meaning(bid, any_trick=options.any_trick)
        numbered = numbered or is_number
        yield RuleLine(bids_words(contract.bids), f"± {contract.worth}", meaning)


def _points() -> Iterator[RuleLine]:
    yield RuleLine(_("Trumps"), "", _listed(RANKING.trump_points))
    yield RuleLine(_("Other suits"), "", _listed(RANKING.plain_points))
    yield RuleLine(_("Last trick"), str(LAST_TRICK))
    yield RuleLine(_("Roem, from low to high"), "", joined(map(_rung, LADDER)))
    yield RuleLine(_("Stuk (king and queen of trumps)"), str(STUK))


def joined(worths: Iterable[tuple[str, int]]) -> str:
    """Return pairs of item and value in one text, without line breaks within a pair."""
    texts = (about(isolated(name), worth) for name, worth in worths)
    return f"{NO_BREAK}· ".join(beside(text.replace(" ", NO_BREAK), space="") for text in texts)


def _listed(points: Mapping[str, int]) -> str:
    return joined((index_of(rank), count) for rank, count in points.items())


def _rung(rung: int | str) -> tuple[str, int]:
    if isinstance(rung, int):
        return str(RUNS[rung]), RUN_VALUES[rung]
    return str(FOURS[rung]), FOUR_VALUES[rung]
