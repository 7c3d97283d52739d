"""The treasurer's tables for a spreadsheet."""

from collections.abc import Callable, Iterable

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest
from ledger.selectors import balances_of, journal_of
from ledger.tables import Cell, Table, amount_cell, csv_response, transfers_table
from tournaments.models import EventMoney
from tournaments.selectors.money import fee_lines, players_balances
from tournaments.views.money.common import money_page


@require_safe
@money_page
def table(request: ClubRequest, money: EventMoney, kind: str) -> HttpResponseBase:
    """One of the tables as CSV."""
    if kind not in TABLES:
        raise Http404
    title, head, rows = TABLES[kind](money)
    name = _("%(table)s, %(event)s") % {"table": title, "event": money.event.name}
    return csv_response(name, head, rows)


def _balances(money: EventMoney) -> Table:
    currency = money.book.currency
    head = [_("Account"), _("Balance"), _("Currency")]
    balances = balances_of(money.book)
    people = [(row.player.name, row.amount) for row in players_balances(money, balances)]
    others = [(str(row.account), row.amount) for row in balances if row.account.player is None]
    rows = ([name, amount_cell(units, currency), currency] for name, units in (*people, *others))
    return _("Balances"), head, rows


def _door(money: EventMoney) -> Table:
    currency = money.book.currency
    head = [_("No."), _("Names"), _("State"), _("Fee"), _("Paid"), _("Open"), _("Currency")]
    rows: Iterable[list[Cell]] = (
        [
            line.entrant.number,
            ", ".join(str(player) for player in line.players),
            str(line.status.label),
            *(amount_cell(units, currency) for units in (line.due, line.paid, line.open)),
            currency,
        ]
        for line in fee_lines(money)
    )
    return _("Door list"), head, rows


def _transfers(money: EventMoney) -> Table:
    return transfers_table(money.book)


def _book(money: EventMoney) -> Table:
    currency = money.book.currency
    head = [
        *(_("No."), _("Time"), _("Kind"), _("Entry"), _("Reverses"), _("By")),
        *(_("Account"), _("Amount"), _("Currency")),
    ]
    rows: Iterable[list[Cell]] = (
        [
            entry.number,
            entry.made_at.isoformat(timespec="seconds"),
            entry.get_kind_display(),
            entry.words,
            entry.reverses.number if entry.reverses else "",
            entry.made_by.shown_name if entry.made_by else "",
            str(posting.account),
            amount_cell(posting.amount, currency),
            currency,
        ]
        for entry in journal_of(money.book)
        for posting in entry.postings.all()
    )
    return _("Book"), head, rows


TABLES: dict[str, Callable[[EventMoney], Table]] = {
    "balances": _balances,
    "door": _door,
    "transfers": _transfers,
    "book": _book,
}
