"""The prize list for the wall."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.roles import Right
from ledger.amounts import with_currency
from ledger.models import AccountKind, Book, EntryKind, Posting
from press.base import Block, Imprint, Printable
from press.blocks import Heading, remark_blocks
from press.pen import Align
from press.tables import Column, TableBlock, cell, number, striped, text_table
from press.text import BODY, HEAD, LEAD, SMALL
from prints.event_prints import day_of, event_imprint, keeps_money, titled
from prints.printouts import Printout
from prints.rows import Phase, Print, PrintOptions
from prints.subjects import EVENT
from stakes.models import EventMoney
from stakes.selectors.money import money_of
from stakes.selectors.prizes import AwardPlan, award_plan_of
from tournaments.event_labels import LINES_SHARE, entry_labels
from tournaments.models import Event
from tournaments.selectors.standings import standings_for


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize; `place` is printed text, `note` explains it, for example a shared place."""

    place: str
    names: tuple[str, ...]
    amount: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PrizeList(Printable):
    """The prizes of an event; `who` heads the names.

    `remarks` describe how the pot was divided.
    """

    imprint: Imprint
    who: str
    title: str
    place: str
    prizes: tuple[Prize, ...]
    remarks: tuple[str, ...] = ()

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield self._table(width)
        yield from remark_blocks(self.remarks, BODY, gap=8)

    def _table(self, width: float) -> TableBlock:
        columns = (
            Column(_("Place"), 64, 0, Align.CENTRE),
            Column(self.who, 160, 1),
            Column(_("Prize"), 130, figures=True),
        )
        rows = [
            (
                cell(prize.place, style=HEAD.scaled(1.3)),
                cell(*prize.names, style=LEAD.scaled(1.1), under=prize.note),
                number(prize.amount, HEAD),
            )
            for prize in self.prizes
        ]
        style = SMALL.scaled(1.2)
        return text_table(columns, rows, width, room=14, fills=striped(), style=style)


def prizes_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the prizes won; before they are entered, the prizes to win."""
    money = money_of(event)
    document = prize_list(event, money) if money is not None else None
    documents = [document] if document is not None and document.prizes else []
    title = titled(_("Prizes"), event, options)
    return Printout(title, len(documents), lambda: documents, options.paper)


def prize_list(event: Event, money: EventMoney) -> PrizeList:
    """The document of an event's prizes."""
    plan = award_plan_of(money)
    currency = money.book.currency
    prizes = _won(event, money) if money.awarded else _to_win(plan, currency)
    return PrizeList(
        event_imprint(event, _("Prizes")),
        str(entry_labels(event).singular),
        event.name,
        day_of(event),
        tuple(prizes),
        tuple(_remarks(money, plan)),
    )


def _won(event: Event, money: EventMoney) -> Iterator[Prize]:
    """Return the prizes in the book by the entry's place."""
    won = _prize_money(money.book)
    for row in standings_for(event).rows:
        units = sum(won.get(player.pk, 0) for player in row.entrant.players)
        if units:
            yield Prize(
                str(row.rank),
                tuple(player.name for player in row.entrant.players),
                with_currency(units, money.book.currency),
                _("a shared place") if row.tied else "",
            )


def _prize_money(book: Book) -> dict[int, int]:
    """Return every player's prize money, corrections included. One query."""
    postings = Posting.objects.filter(
        account__book=book,
        account__kind=AccountKind.PLAYER,
        transaction__kind=EntryKind.PRIZE,
    )
    sums = postings.order_by().values("account__player").annotate(total=Sum("amount"))
    return dict(sums.values_list("account__player", "total"))


def _to_win(plan: AwardPlan, currency: str) -> Iterator[Prize]:
    """Return the prizes to win; once the event is over, with their winners."""
    for award in plan.awards:
        names = tuple(player.name for player in award.entrant.players)
        yield Prize(str(award.rank), names, with_currency(award.amount, currency))
    if plan.awards:
        return
    for place, units in enumerate(plan.prizes, start=1):
        yield Prize(str(place), (), with_currency(units, currency))
    if plan.fund.last:
        yield Prize(_("last"), (), with_currency(plan.fund.last, currency))


def _remarks(money: EventMoney, plan: AwardPlan) -> Iterator[str]:
    """How the pot is divided, to the last cent."""
    currency, fund = money.book.currency, plan.fund
    values = {
        "pot": with_currency(fund.pot, currency),
        "house": with_currency(fund.house, currency),
    }
    if fund.pot > 0 and fund.house:
        yield _("Pot: %(pot)s, of which %(house)s stay with the club.") % values
    elif fund.pot > 0:
        yield _("Pot: %(pot)s.") % values
    if plan.to_club:
        yield _("%(amount)s left after prizes goes to the club.") % {
            "amount": with_currency(plan.to_club, currency)
        }
    if plan.stays:
        yield _("%(amount)s stays in the pot.") % {"amount": with_currency(plan.stays, currency)}
    if plan.club_adds and plan.given:
        yield _("The club adds %(amount)s.") % {"amount": with_currency(plan.club_adds, currency)}
    if plan.has_lines:
        yield str(LINES_SHARE)
    if not money.awarded:
        yield _("The prizes have not been awarded yet.")


PRIZES: Final = Print(
    about=EVENT,
    key="prizes",
    phase=Phase.AFTER,
    title=gettext_lazy("Prize list"),
    text=gettext_lazy("For the wall: what there is to win and, once awarded, who won it."),
    printout=prizes_printout,
    suits=keeps_money,
    right=Right.MONEY,
)

PRINTS: Final = (PRIZES,)
