"""The prize list for the wall."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from clubs.roles import Right
from ledger.amounts import with_currency
from ledger.models import AccountKind, Book, EntryKind, Posting
from paper.documents.event_prints import day_of, event_imprint, keeps_money, titled
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import EVENT
from press.blocks import Document, remark_blocks
from press.pen import Align
from press.tables import STRIPED, Column, TextCell, TextTable, cell, number
from press.text import BODY, HEAD, LEAD, SMALL
from tournaments.events.event_labels import LINES_SHARE, entry_labels
from tournaments.events.models import Event
from tournaments.events.selectors.standings import standings_for
from tournaments.money.models import EventMoney
from tournaments.money.selectors.money import money_of
from tournaments.money.selectors.prizes import AwardPlan, award_plan_of


def prize_table(who: str, rows: Iterable[Sequence[TextCell]]) -> TextTable:
    """Return the table of prizes; `who` heads the names."""
    columns = (
        Column(_("Place"), 64, 0, Align.CENTRE),
        Column(who, 160, 1),
        Column(_("Prize"), 130, figures=True),
    )
    style = SMALL.scaled(1.2)
    return TextTable(columns=columns, rows=[*rows], room=14, fills=STRIPED, style=style)


def prize_row(
    place: str, players: Iterable[Player], amount: str, note: str = ""
) -> tuple[TextCell, ...]:
    """Return a prize; ``note`` explains it, for example a shared place."""
    names = (player.name for player in players)
    return (
        cell(place, style=HEAD.scaled(1.3)),
        cell(*names, style=LEAD.scaled(1.1), under=note),
        number(amount, HEAD),
    )


def prizes_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the prizes won; before they are entered, the prizes to win."""
    money = money_of(event)
    documents = [*prize_documents(event, money)] if money is not None else []
    title = titled(_("Prizes"), event, options)
    return Printout(title, len(documents), lambda: documents, options.paper)


def prize_documents(event: Event, money: EventMoney) -> Iterator[Document]:
    """Yield the document of an event's prizes, if there are any."""
    plan = award_plan_of(money)
    rows = [*(_won(event, money) if money.awarded else _to_win(plan, money.book.currency))]
    if rows:
        remarks = remark_blocks([*_remarks(money, plan)], BODY, gap=8)
        table = prize_table(str(entry_labels(event).singular), rows)
        imprint = event_imprint(event, _("Prizes"))
        yield Document(imprint, event.name, day_of(event), (table, *remarks))


def _won(event: Event, money: EventMoney) -> Iterator[tuple[TextCell, ...]]:
    """Return the prizes in the book by the entry's place."""
    won = _prize_money(money.book)
    for row in standings_for(event).rows:
        units = sum(won.get(player.pk, 0) for player in row.entrant.players)
        if units:
            amount = with_currency(units, money.book.currency)
            note = _("a shared place") if row.tied else ""
            yield prize_row(str(row.rank), row.entrant.players, amount, note)


def _prize_money(book: Book) -> dict[int, int]:
    """Return every player's prize money, corrections included. One query."""
    postings = Posting.objects.filter(
        account__book=book,
        account__kind=AccountKind.PLAYER,
        transaction__kind=EntryKind.PRIZE,
    )
    sums = postings.order_by().values("account__player").annotate(total=Sum("amount"))
    return dict(sums.values_list("account__player", "total"))


def _to_win(plan: AwardPlan, currency: str) -> Iterator[tuple[TextCell, ...]]:
    """Return the prizes to win; once the event is over, with their winners."""
    for award in plan.awards:
        amount = with_currency(award.amount, currency)
        yield prize_row(str(award.rank), award.entrant.players, amount)
    if plan.awards:
        return
    for place, units in enumerate(plan.prizes, start=1):
        yield prize_row(str(place), (), with_currency(units, currency))
    if plan.fund.last:
        yield prize_row(_("last"), (), with_currency(plan.fund.last, currency))


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
