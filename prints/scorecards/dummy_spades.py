"""The cards and sheets of Dummy-Hand Spades: every score explained from bid, nils and bags."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from games import PAGES
from games.base import Seated, dealer_name, figure, signed
from games.dummy_spades.course import auction_said, declarer_tricks, nils_ignored
from games.dummy_spades.words import bid_reckoning, nil_hands, penalty_words
from press.fonts import isolated
from prints.players_card import Cell, Figures, Head
from prints.players_sheet import Box, PlayersSheet, SheetColumn
from prints.score_sheet import Field
from prints.scorecards.players import (
    Told,
    dealer_field,
    dealers,
    sheet_imprint,
    sheet_players,
    turns_words,
)
from prints.scorecards.tables import SheetTable
from rules.dummy_spades.cards import TRICKS
from rules.dummy_spades.scoring import NOBODY, full_bags


class SpadesTeller:
    """See ``HandFormatter``."""

    def heads(self) -> tuple[Head, ...]:
        """Who declared; all else is told of each player."""
        return (Head(_("Declarer"), _("dealer")),)

    def figure_heads(self, *, turns: bool) -> tuple[str, ...]:
        """The bid, the tricks of the player's side, what both brought, bags and total.

        Where four take turns there is no room for the tricks: the bid and its reckoning tell them.
        """
        tricks = () if turns else (_("Tricks"),)
        return (_("Bid"), *tricks, "±", _("Bags"), _("Total"))

    def cells(self, told: Told) -> tuple[Cell, ...]:
        """The dummy always plays with the declarer."""
        names = told.names
        return (Cell(names[told.verdict["declarer"]], dealer_name(told.record, names)),)

    def figures(self, told: Told, seat: int) -> Figures:
        """Bags are those that stand after the hand."""
        bid, tricks, gain = _bid(told, seat), side_tricks(told, seat), told.gain(seat)
        bags = (told.after.bags or NOBODY)[seat]
        total = figure(told.after.totals[seat])
        counted = () if isinstance(told.names, Seated) else (str(tricks),)
        texts = (str(bid), *counted, signed(gain), str(bags), total)
        own = (bid_reckoning(bid, tricks),) if bid or tricks else ()
        lines = (*own, *_nils(told, seat), *_penalty(told, seat))
        return Figures(texts, lines, changed=bool(gain))


TELLER: Final = SpadesTeller()


def side_tricks(told: Told, seat: int) -> int:
    """The tricks of a player's side."""
    taken = declarer_tricks(told.record, told.verdict)
    return taken if seat == told.verdict["declarer"] else TRICKS - taken


def _bid(told: Told, seat: int) -> int:
    return next(int(call["bid"]) for call in told.record["auction"] if call["seat"] == seat)


def _nils(told: Told, seat: int) -> Iterator[str]:
    """The nils that a player declared, and what became of them."""
    bonus, names = told.options.nil_bonus, [isolated(name) for name in told.names]
    for nil in told.verdict["nil"]:
        if nil["bidder"] == seat:
            words = _("nil on %(hand)s, made: %(points)s")
            if not nil["made"]:
                words = _("nil on %(hand)s, failed: %(points)s")
            points = signed(bonus if nil["made"] else -bonus)
            yield words % {"hand": nil_hands(seat, [nil["hand"]], names), "points": points}
    auction = auction_said(told.record)
    for ignored in nils_ignored(told.record, auction) if auction else ():
        if ignored.bidder == seat:
            hand = nil_hands(seat, [ignored.hand], names)
            yield _("nil on %(hand)s does not count") % {"hand": hand}


def _penalty(told: Told, seat: int) -> Iterator[str]:
    """What full bags cost; nothing in a hand that does not count."""
    if told.after == told.before:
        return
    options = told.options
    filled = (told.before.bags or NOBODY)[seat] + told.verdict["bags"][seat]
    times, _left = full_bags(filled, options.bag_limit)
    if times:
        yield penalty_words(times, options.bag_limit, options.bag_penalty)


def sheet_build(table: SheetTable, *, large: bool) -> PlayersSheet:
    """As many hands as fit on a page; each player has two lines of boxes."""
    options = table.options
    page = PAGES[table.game]
    target = Field(_("Game to"), f"{page.target(options)} {page.unit(options)}")
    return PlayersSheet(
        imprint=sheet_imprint(table),
        title=table.title or table.game_name,
        fields=table.fields(target, dealer_field(table)),
        hand_number=_("No."),
        columns=(SheetColumn(_("Dealer"), Box.GIVEN, share=0),),
        players=sheet_players(table),
        player_heads=((_("Bid"), _("Nil"), _("Tricks")), (_("Score"), _("Bags"), _("Total"))),
        signed=_("Signed"),
        given=dealers(table),
        legend=(*turns_words(table), " ".join(scoring_words(options))),
        large=large,
    )


def scoring_words(options: Any) -> Iterator[str]:
    """How a hand is scored under these rules, in short sentences."""
    yield _("Bid kept: 10 for each trick bid, 1 for each bag. Not kept: 10 off for each trick bid.")
    if options.nil_bonus:
        yield _("Nil: %(bonus)d won or lost.") % {"bonus": options.nil_bonus}
    if options.bag_limit is not None and options.bag_penalty:
        words = _("Every %(limit)d bags: %(penalty)d off.")
        yield words % {"limit": options.bag_limit, "penalty": options.bag_penalty}
