"""The money of an event on paper: its settlement, and a statement for each player."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from clubs.roles import Right
from ledger.hooks import gaps_in
from ledger.models import Book
from ledger.selectors import balances_of, statements_of
from paper.documents.event_prints import day_of, event_imprint, keeps_money, titled
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.settlement import owes_nothing, settlement_document
from paper.documents.statement import PrintedStatement, statement_pages
from paper.documents.subjects import EVENT, EventSummary
from press.base import Printable
from press.blocks import Document
from press.fonts import isolated
from tournaments.events.models import Event
from tournaments.money.selectors.money import PlayerBalance, money_of, players_balances


def event_settlement_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the transfers, in the order of the treasurer's page."""
    money = money_of(event)

    def documents() -> Iterator[Document]:
        if money is not None:
            rows = players_balances(money, balances_of(money.book))
            people = [(_noted(row), row.amount) for row in rows]
            yield settlement_document(money.book, event_imprint(event, _("Settlement")), people)

    total = int(money is not None and not owes_nothing(money.book))
    return Printout(titled(_("Settlement"), event, options), total, documents, options.paper)


def _has_nothing_owed(event: Event) -> bool:
    money = money_of(event)
    return money is None or owes_nothing(money.book)


def _needs_balances(summary: EventSummary) -> str:
    return _("Nobody owes anything.") if summary.read(_has_nothing_owed) else ""


def _noted(row: PlayerBalance) -> str:
    return f"{row.player.name} ({row.note})" if row.note else row.player.name


def event_statements_printout(event: Event, options: PrintOptions) -> Printout:
    """Print a statement for everybody with money in the event's book, known or not.

    Short ones share a page.
    """
    money = money_of(event)
    books = [money.book] if money else []
    players = people_of(books)

    def statements() -> Iterator[PrintedStatement]:
        imprint = event_imprint(event, _("Statement"))
        period = f"{isolated(event.name)} · {day_of(event)}"
        for player in players:
            accounts = statements_of(player, books=books)
            yield from (PrintedStatement(imprint, account, period) for account in accounts)

    def documents() -> Iterator[Printable]:
        return statement_pages(statements(), options.paper.upright)

    return Printout(
        titled(_("Statements"), event, options), players.count(), documents, options.paper
    )


def people_of(books: list[Book]) -> QuerySet[Player]:
    """Return everybody with a transaction in these books, or with money there that is not known."""
    entered = Player.objects.filter(accounts__book__in=books, accounts__postings__isnull=False)
    unknown = {key for gap in gaps_in(books) for key in gap.players}
    people = Player.objects.filter(Q(pk__in=entered.values("pk")) | Q(pk__in=unknown))
    return people.order_by("sort_key", "pk")


SETTLEMENT: Final = Print(
    about=EVENT,
    key="settlement",
    phase=Phase.AFTER,
    title=gettext_lazy("Settlement"),
    text=gettext_lazy("Who pays whom, to be ticked off, and everybody's balance."),
    printout=event_settlement_printout,
    missing=_needs_balances,
    suits=keeps_money,
    right=Right.MONEY,
)

STATEMENTS: Final = Print(
    about=EVENT,
    key="statements",
    phase=Phase.AFTER,
    title=gettext_lazy("Statements"),
    text=gettext_lazy("One for each player, to cut out: every entry and what is still open."),
    printout=event_statements_printout,
    suits=keeps_money,
    right=Right.MONEY,
)

PRINTS: Final = (SETTLEMENT, STATEMENTS)
