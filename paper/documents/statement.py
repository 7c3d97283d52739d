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
from paper.documents.event_prints import plain_imprint
from paper.documents.printouts import NothingToPrintError, Printout, pages
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.subjects import PLAYER
from press.base import Block, Imprint, PageLayout, Printable
from press.blocks import Heading, Paragraph, remark_blocks
from press.fonts import Script, isolated
from press.packing import in_sequence
from press.pen import Pen
from press.tables import Column, TextCell, TextTable, cell, number
from press.text import GUIDE, HEAD, LEAD, QUIET, STRONG, TINT, Type

_CUT = 18.0


@dataclass(frozen=True, slots=True)
class PrintedStatement(Printable):
    """A player's payments, winnings and losses over a period.

    The book is beside each line if there are several, else with the period.
    """

    imprint: Imprint
    statement: Statement
    period: str

    @property
    def title(self) -> str:
        return self.statement.player.name

    @property
    def place(self) -> str:
        names = self._books if len(self._books) == 1 else ()
        book = " · ".join(isolated(name) for name in names if name not in self.period)
        return " · ".join(filter(None, (book, self.period)))

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        for step in self.statement.step_texts:
            yield Paragraph(step, LEAD.strong())
        yield self._table()
        yield from remark_blocks((_signs(),), QUIET)

    def brief(self, width: float) -> Iterator[Block]:
        """Return its blocks in smaller type and spacing, for a part of a page."""
        yield Paragraph(self.title, HEAD)
        yield Paragraph(self.place, QUIET)
        for step in self.statement.step_texts:
            yield Paragraph(step, STRONG)
        yield self._table(room=1.8)
        yield from remark_blocks((_signs(),), QUIET, gap=2)

    @property
    def _books(self) -> frozenset[str]:
        return frozenset(line.entry.book.name for line in self.statement.lines)

    def _money(self, units: int) -> str:
        return with_currency(units, self.statement.currency, sign=True)

    def _table(self, room: float = 6) -> TextTable:
        columns = (
            Column(_("Date"), 70),
            Column(_("Entry"), 120, 1),
            Column(_("Amount"), 78, figures=True),
            Column(_("Balance"), 80, figures=True),
        )
        statement = self.statement
        rows = [
            _balance_cells(_("Balance before"), self._money(statement.opening), QUIET),
            *map(self._line, statement.lines),
            *map(_unknown_line, gaps_listed(statement.gaps)),
        ]
        if statement.later:
            words = cell(_("All other entries up to now"), style=QUIET)
            rows.append((cell(""), words, number(self._money(statement.later), STRONG), cell("")))
        closing = self._money(statement.balance) if statement.is_known else UNKNOWN
        rows.append(_balance_cells(_("Balance now"), closing, LEAD.strong()))
        fills = [None] * (len(rows) - 1) + [TINT]
        scales = (1.0,) * len(columns)
        return TextTable(
            columns=columns, rows=rows, room=room, fills=fills, style=QUIET, scales=scales
        )

    def _line(self, line: StatementLine) -> tuple[TextCell, ...]:
        entry = line.entry
        book = entry.book.name if len(self._books) > 1 else ""
        note = " · ".join(filter(None, (book, _("reversed") if entry.reverses_id else "")))
        return (
            cell(date_text(entry.book.date), style=QUIET),
            cell(*filter(None, (line.description, note))),
            number(self._money(line.amount), STRONG),
            number(self._money(line.balance)),
        )


def _unknown_line(text: str) -> tuple[TextCell, ...]:
    return cell("", style=QUIET), cell(text), number(UNKNOWN, STRONG), number(UNKNOWN)


def _signs() -> str:
    return _("A balance with + is still to be paid to you; with − you still owe it.")


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

    def height(self, width: float, script: Script) -> float:
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
        return sum(block.height(width, document.script) for block in document.brief(width))

    return map(StatementPage, in_sequence(documents, needed, room=height, gap=_CUT))


def period_words(since: datetime.date | None, until: datetime.date | None) -> str:
    first = date_text(since) if since else ""
    last = date_text(until) if until else ""
    if first and last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("from %(first)s") % {"first": first}
    if last:
        return _("up to %(last)s") % {"last": last}
    return _("all that was entered")


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
        raise NothingToPrintError(_("There are no entries in that period."))

    def documents() -> Iterator[PrintedStatement]:
        imprint = plain_imprint(player.club.name, _("Statement"))
        period = period_words(options.since, options.until)
        return (PrintedStatement(imprint, statement, period) for statement in statements)

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
    text=gettext_lazy("Every entry in a period, with its amount and the balance after it."),
    printout=statement_printout,
    options=frozenset({PrintOption.SEASON, PrintOption.SINCE, PrintOption.UNTIL}),
    right=Right.MONEY,
    is_own=lambda membership, player: membership.may_see_money_of(player.pk),
)

PRINTS: Final = (STATEMENT,)
