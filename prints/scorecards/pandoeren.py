"""The cards and sheets of Pandoeren: contract, called card and partner, then ± and total."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.base import dealer_name, figure, signed
from games.card_names import card_name
from games.pandoeren.words import OUTCOMES as RESULTS
from games.pandoeren.words import bid_words, bids_words
from prints.players_card import Cell, Figures, Head
from prints.players_sheet import Box, PlayersSheet, SheetColumn
from prints.score_sheet import Field
from prints.scorecards.common import OUTCOMES
from prints.scorecards.players import (
    Told,
    dealer_field,
    dealers,
    sheet_imprint,
    sheet_players,
    turns_words,
)
from prints.scorecards.tables import SheetTable
from rules.pandoeren.contracts import CONTRACTS

HANDS_A_ROUND: Final = 16
MOST_HANDS: Final = 64
"""Rows of one sheet; a longer match takes several."""


class PandoerenTeller:
    """See ``HandFormatter``."""

    def heads(self) -> tuple[Head, ...]:
        """Who dealt, what was played, by whom, how it ended."""
        return (
            Head(_("Dealer"), share=1.2),
            Head(_("Contract"), _("called card"), share=2.6),
            Head(_("Declarer"), _("partner"), share=1.6),
            Head(_("Result"), _("cards + roem + stuk"), share=0.6),
        )

    def figure_heads(self, *, turns: bool) -> tuple[str, ...]:
        """What the hand brought, and the total."""
        return ("±", _("Total"))

    def cells(self, told: Told) -> tuple[Cell, ...]:
        """A hand that was thrown in has nothing but its dealer."""
        verdict = told.verdict
        outcome = verdict["outcome"]
        result = Cell(
            str(RESULTS[outcome]), points_sum(verdict["points"]), outcome=OUTCOMES[outcome]
        )
        dealer = Cell(dealer_name(told.record, told.names))
        if verdict["declarer"] is None:
            return dealer, Cell(""), Cell(""), result
        return dealer, _contract(told), _declarer(told), result

    def figures(self, told: Told, seat: int) -> Figures:
        """Nothing stands where a hand changed nothing."""
        gain = told.gain(seat)
        texts = (signed(gain) if gain else "", figure(told.after.totals[seat]))
        return Figures(texts, changed=bool(gain))


TELLER: Final = PandoerenTeller()


def points_sum(points: Mapping[str, int] | None) -> str:
    """The points of the declaring side as they add up: "104 + 50 + 0 = 154"; cards alone as
    they are."""
    if points is None:
        return ""
    if not points["roem"] and not points["stuk"]:
        return str(points["cards"])
    return f"{points['cards']} + {points['roem']} + {points['stuk']} = {points['total']}"


def _contract(told: Told) -> Cell:
    bid, contract = told.verdict["bid"], told.record["contract"]
    call = contract.get("call")
    return Cell(
        bid_words(bid),
        _called(bid, call, alone=told.verdict["partner"] is None),
        suit=contract.get("trump") or "",
        card=call or "",
        strong=True,
    )


def _called(bid: str, call: str | None, *, alone: bool) -> str:
    if call is not None:
        return _("calls the %(card)s") % {"card": card_name(call)}
    return _("calls the jass") if bid == "kereltje" and not alone else ""


def _declarer(told: Told) -> Cell:
    partner = told.verdict["partner"]
    with_whom = _("alone") if partner is None else told.names[partner]
    return Cell(told.names[told.verdict["declarer"]], with_whom)


def sheet_build(table: SheetTable, *, large: bool) -> PlayersSheet:
    """Sixteen hands, or as many as were agreed; roem is noted the way Dutch clubs do."""
    options = table.options
    hands = min(options.hands or HANDS_A_ROUND, MOST_HANDS)
    heads = ("±", _("Total"))
    return PlayersSheet(
        imprint=sheet_imprint(table),
        title=table.title or table.game_name,
        fields=table.fields(_hands_field(options), dealer_field(table)),
        hand_number=_("No."),
        columns=_columns(),
        players=sheet_players(table),
        player_heads=tuple((head,) for head in heads) if large else (heads,),
        signed=_("Signed"),
        given=dealers(table),
        hands=hands,
        legend=(*turns_words(table), _("Roem: I = 20, V = 50."), worth_words()),
        large=large,
    )


def _hands_field(options: Any) -> Field:
    return Field(_("Hands"), str(options.hands) if options.hands else _("open"))


def _columns() -> tuple[SheetColumn, ...]:
    return (
        SheetColumn(_("Dealer"), Box.GIVEN, share=0),
        SheetColumn(_("Declarer")),
        SheetColumn(_("Contract"), share=2),
        SheetColumn(_("Trumps"), Box.SUITS, share=0),
        SheetColumn(_("Partner")),
        SheetColumn(_("Made"), Box.RING, share=0),
        SheetColumn(_("Failed"), Box.RING, share=0),
        SheetColumn(_("Cards")),
        SheetColumn(_("Roem")),
    )


def worth_words() -> str:
    """What each contract wins or loses, from low to high."""
    return _("Worth: %(contracts)s.") % {"contracts": " · ".join(_worths())}


def _worths() -> Iterator[str]:
    for contract in CONTRACTS:
        yield f"{bids_words(contract.bids)}: {contract.worth}"
