"""The statement of a player: every entry with its amount and the balance after it."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from clubs.roles import Right
from core.figures import UNKNOWN
from core.languages import date_text
from ledger.amounts import with_currency
from ledger.hooks import gaps_listed
from ledger.models import Book
from ledger.selectors import Statement, StatementLine, settled_books, statements_of
from press.base import Block, Imprint, PageLayout, Printable
from press.blocks import Heading, Paragraph, remark_blocks
from press.fonts import isolated
from press.packing import in_sequence
from press.pen import Pen
from press.tables import Column, TableBlock, TextCell, cell, number, text_table
from press.text import GUIDE, HEAD, LEAD, QUIET, SMALL, STRONG, TINT, Type
from prints.event_prints import plain_imprint
from prints.printouts import NothingToPrintError, Printout, pages
from prints.rows import Phase, Print, PrintOption, PrintOptions
from prints.subjects import PLAYER

_CUT = 26.0
_AIR = 0.3


@dataclass(frozen=True, slots=True)
class PrintedStatementLine:
    """A line; `amount` and `balance` with their signs, `note` if it was reversed."""

    day: str
    text: str
    amount: str
    balance: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PrintedStatement(Printable):
    """A player's payments, winnings and losses over a period; `opening` and `closing` are balances.

    `later` is the sum of entries outside the period, empty if it is nothing. `steps` are the open
    payments; they come to `closing`.
    """

    imprint: Imprint
    title: str
    place: str
    opening: str
    closing: str
    lines: tuple[PrintedStatementLine, ...]
    remarks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    later: str = ""

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        for step in self.steps:
            yield Paragraph(step, LEAD.strong())
        yield self._table(width)
        yield from remark_blocks(self.remarks, QUIET)

    def brief(self, width: float) -> Iterator[Block]:
        """Return its blocks in smaller type and closer, for a part of a page."""
        yield Paragraph(self.title, HEAD)
        yield Paragraph(self.place, SMALL)
        for step in self.steps:
            yield Paragraph(step, STRONG)
        yield self._table(width).closer(_AIR)
        yield from remark_blocks(self.remarks, SMALL, gap=2)

    def _table(self, width: float) -> TableBlock:
        columns = (
            Column(_("Date"), 70),
            Column(_("Entry"), 120, 1),
            Column(_("Amount"), 78, figures=True),
            Column(_("Balance"), 80, figures=True),
        )
        rows = [
            _balance_cells(_("Balance before"), self.opening, QUIET),
            *(
                (
                    cell(line.day, style=QUIET),
                    cell(line.text, under=line.note),
                    number(line.amount, STRONG),
                    number(line.balance),
                )
                for line in self.lines
            ),
        ]
        if self.later:
            words = cell(_("All other entries up to now"), style=QUIET)
            rows.append((cell(""), words, number(self.later, STRONG), cell("")))
        rows.append(_balance_cells(_("Balance now"), self.closing, LEAD.strong()))
        fills = [None] * (len(rows) - 1) + [TINT]
        return text_table(columns, rows, width, fills=fills)


def _balance_cells(text: str, amount: str, style: Type) -> tuple[TextCell, ...]:
    return cell(""), cell(text, style=style), cell(""), number(amount, style)


@dataclass(frozen=True, slots=True)
class StatementPage(Printable):
    """Statements that share a page, to be cut apart; a longer one has separate pages."""

    documents: tuple[PrintedStatement, ...]

    @property
    def file_title(self) -> str:
        names = " · ".join(document.title for document in self.documents)
        return f"{self.imprint.kind} · {names}"

    @property
    def count(self) -> int:
        return len(self.documents)

    @property
    def imprint(self) -> Imprint:
        return self.documents[0].imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        for place, document in enumerate(self.documents):
            if place:
                yield Cut()
            yield from document.brief(width)


@dataclass(frozen=True, slots=True)
class Cut(Block):
    """The line along which a page is cut."""

    def height(self, width: float) -> float:
        return _CUT

    def draw(self, pen: Pen, y: float) -> None:
        middle = y + _CUT / 2
        pen.lines([(0, middle, pen.width, middle)], thick=0.5, colour=GUIDE, dash=(2.0, 3.0))


def statement_pages(
    documents: Iterable[PrintedStatement], sheet: PageLayout
) -> Iterator[StatementPage]:
    """In their order, as many on each page as have room there whole."""
    width, height = sheet.frame

    def needed(document: PrintedStatement) -> float:
        return sum(block.height(width) for block in document.brief(width))

    return map(StatementPage, in_sequence(documents, needed, room=height, gap=_CUT))


def period_words(since: datetime.date | None, until: datetime.date | None) -> str:
    """From when to when a statement is."""
    first = date_text(since) if since else ""
    last = date_text(until) if until else ""
    if first and last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("from %(first)s") % {"first": first}
    if last:
        return _("up to %(last)s") % {"last": last}
    return _("all that was entered")


def statement_documents(
    player: Player,
    statements: tuple[Statement, ...],
    imprint: Imprint,
    *,
    period: str,
) -> Iterator[PrintedStatement]:
    """Return the statements of a player, one for each currency.

    The book is beside each line if there are several, else with the period.
    """
    for statement in statements:
        books = {line.entry.book.name for line in statement.lines}
        place = " · ".join(
            isolated(name) for name in books if len(books) == 1 and name not in period
        )
        yield PrintedStatement(
            imprint,
            player.name,
            " · ".join(filter(None, (place, period))),
            with_currency(statement.opening, statement.currency, sign=True),
            with_currency(statement.balance, statement.currency, sign=True)
            if statement.is_known
            else UNKNOWN,
            (
                *(
                    _line(line, statement.currency, with_book=len(books) > 1)
                    for line in statement.lines
                ),
                *(
                    PrintedStatementLine("", text, UNKNOWN, UNKNOWN)
                    for text in gaps_listed(statement.gaps)
                ),
            ),
            remarks=(_("A balance with + is still to be paid to you; with − you still owe it."),),
            steps=tuple(statement.step_texts),
            later=with_currency(statement.later, statement.currency, sign=True)
            if statement.later
            else "",
        )


def _line(line: StatementLine, currency: str, *, with_book: bool) -> PrintedStatementLine:
    """Return the line of an entry, `with_book` with the name of its book."""
    entry = line.entry
    book = entry.book.name if with_book else ""
    return PrintedStatementLine(
        date_text(entry.book.date),
        line.description,
        with_currency(line.amount, currency, sign=True),
        with_currency(line.balance, currency, sign=True),
        " · ".join(filter(None, (book, _("reversed") if entry.reverses_id else ""))),
    )


_ON_PAGE = 26
"""Approximate number of lines on a page."""


def statement_printout(player: Player, options: PrintOptions) -> Printout:
    """Print the statements of a player, one for each currency."""
    books = None
    if options.season is not None:
        season = Book.objects.filter(club=player.club, pk=options.season).first()
        books = settled_books(season) if season else []
    statements = statements_of(player, books=books, since=options.since, until=options.until)
    if not statements:
        raise NothingToPrintError(_("Nothing was entered in that time."))

    def documents() -> Iterator[PrintedStatement]:
        return statement_documents(
            player,
            statements,
            plain_imprint(player.club.name, _("Statement")),
            period=period_words(options.since, options.until),
        )

    title = _("Statement of %(name)s") % {"name": player.name}
    estimate = sum(
        pages(len(statement.lines) + len(statement.gaps), _ON_PAGE) for statement in statements
    )
    return Printout(title, len(statements), documents, options.paper, estimate)


STATEMENT: Final = Print(
    about=PLAYER,
    key="statement",
    phase=Phase.AFTER,
    title=gettext_lazy("Statement"),
    text=gettext_lazy("Every entry of a time with its amount and the balance after it."),
    printout=statement_printout,
    options=frozenset({PrintOption.SEASON, PrintOption.SINCE, PrintOption.UNTIL}),
    right=Right.MONEY,
    is_own=lambda membership, player: membership.may_see_money_of(player.pk),
)

PRINTS: Final = (STATEMENT,)
