"""Settlements and statements as frozen documents; ``ledger.pdf`` only draws them."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from ledger.amounts import with_currency
from ledger.models import Book
from ledger.models import Transfer as TransferRow
from ledger.selectors import Statement as Found
from ledger.selectors import StatementLine as FoundLine
from ledger.selectors import balances_of, balances_over_all, settlement_of, steps_of
from press.base import Imprint
from prints.settlement import Balance, SettlementLabels, SettlementSheet, Transfer
from prints.statement import Statement, StatementLabels, StatementLine

DAY: Final = "j M Y"


def settlement_sheet(
    book: Book, imprint: Imprint, people: Iterable[tuple[str, int]] | None = None
) -> SettlementSheet:
    """Who pays whom in a book, paid transfers included, and all balances over what it settles.

    ``people`` are names and balances of those who stand there, where whoever keeps the book knows.
    """
    view = settlement_of(book)
    evenings = list(book.settles.order_by("date", "pk"))
    nothing = _("Nobody owes anything.")
    if not view.is_current:
        nothing = _("The transfers have not been worked out yet.")
    return SettlementSheet(
        replace(imprint, kind=_("Settlement")),
        SettlementLabels(
            transfers=_("Who pays whom"),
            payer=_("Pays"),
            payee=_("Gets"),
            amount=_("Amount"),
            paid=_("Paid"),
            balances=_("Balances"),
            name=_("Name"),
            balance=_("Balance"),
            nothing=nothing,
        ),
        book.name,
        _place(book, evenings),
        tuple(_transfer(row, book.currency) for row in (*view.open, *view.paid)),
        tuple(_balances(book, evenings, people)),
        remarks=tuple(_remarks(book, is_current=view.is_current)),
    )


def statement_sheets(
    player: Player,
    found: tuple[Found, ...],
    imprint: Imprint,
    *,
    period: str,
    transfers: Iterable[TransferRow] = (),
) -> Iterator[Statement]:
    """The statements of a player, one for each currency.

    The book stands beside each entry where there are several, else with the period. ``transfers``
    are those that he pays or is paid by, still open.
    """
    transfers = list(transfers)
    for one in found:
        books = {line.entry.book.name for line in one.lines}
        place = " · ".join(name for name in books if len(books) == 1 and name not in period)
        yield Statement(
            replace(imprint, kind=_("Statement")),
            StatementLabels(
                day=_("Date"),
                text=_("Entry"),
                amount=_("Amount"),
                balance=_("Balance"),
                opening=_("Balance before"),
                closing=_("Balance now"),
            ),
            player.name,
            " · ".join(filter(None, (place, period))),
            with_currency(0, one.currency),
            with_currency(one.balance, one.currency, sign=True),
            tuple(_line(line, one.currency, told=len(books) > 1) for line in one.lines),
            remarks=(_("A balance with + is still to be paid to you; with − you still owe it."),),
            steps=tuple(steps_of(player, (one,), transfers, one.currency)),
        )


def period_words(since: datetime.date | None, until: datetime.date | None) -> str:
    """From when to when a statement is."""
    first = formats.date_format(since, DAY) if since else ""
    last = formats.date_format(until, DAY) if until else ""
    if first and last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("from %(first)s") % {"first": first}
    if last:
        return _("up to %(last)s") % {"last": last}
    return _("all that was entered")


def _transfer(row: TransferRow, currency: str) -> Transfer:
    paid = ""
    if row.transaction is not None:
        paid = formats.date_format(timezone.localtime(row.transaction.made_at), "j M, H:i")
    return Transfer(
        row.payer.name if row.payer else _("Cash box"),
        row.payee.name if row.payee else _("Cash box"),
        with_currency(row.amount, currency),
        paid,
    )


def _place(book: Book, evenings: list[Book]) -> str:
    """The day of an evening; of a season its evenings from first to last."""
    if not evenings:
        return formats.date_format(book.date, DAY)
    count = ngettext("%(count)d evening", "%(count)d evenings", len(evenings))
    days = period_words(evenings[0].date, evenings[-1].date)
    return f"{count % {'count': len(evenings)}} · {days}"


def _balances(
    book: Book, evenings: list[Book], people: Iterable[tuple[str, int]] | None
) -> Iterator[Balance]:
    """Of an evening everybody who has an entry; of a season who still owes or is owed."""
    if evenings:
        for player, amount in balances_over_all([book, *evenings]):
            name = player.name if player else _("Cash box")
            yield Balance(name, with_currency(amount, book.currency, sign=True))
        return
    if people is None:
        found = [(one.account.player, one.amount) for one in balances_of(book)]
        people = [(player.name, amount) for player, amount in found if player is not None]
    for name, amount in people:
        yield Balance(name, with_currency(amount, book.currency, sign=True))


def _remarks(book: Book, *, is_current: bool) -> Iterator[str]:
    if book.settled_with is not None:
        yield _("These balances are settled in %(book)s.") % {"book": book.settled_with.name}
    elif not is_current:
        yield _("Balances have changed since the transfers were worked out.")


def _line(line: FoundLine, currency: str, *, told: bool) -> StatementLine:
    """An entry; `told` says of which book it is."""
    entry = line.entry
    book = entry.book.name if told else ""
    return StatementLine(
        formats.date_format(entry.book.date, DAY),
        line.words,
        with_currency(line.amount, currency, sign=True),
        with_currency(line.balance, currency, sign=True),
        " · ".join(filter(None, (book, _("reversed") if entry.reverses_id else ""))),
    )
