"""Long prints of money: what the worker makes of statements and of settlements."""

from collections.abc import Iterator
from datetime import date
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from clubs.models import Club, Player
from ledger.models import Book
from ledger.selectors import Statement, statements_of, transfers_open
from press.base import Paper, Story, print_stories
from prints.documents import NothingToPrintError, Progress
from prints.models import Document
from prints.money import period_words, settlement_sheet, statement_sheets
from prints.render_money import MoneyPrint, story_of
from prints.scorecards import plain_imprint

STATEMENT: Final = "statement"
SETTLEMENT: Final = "settlement"
LINES: Final = 26
"""About so many entries or transfers stand on a page."""


def statement_kept(
    player: Player, books: list[Book] | None, since: date | None, until: date | None
) -> dict[str, Any]:
    """A statement as it is kept with an order; ``books`` None are all of the club's."""
    return {
        "player": player.pk,
        "books": None if books is None else [book.pk for book in books],
        "since": since and since.isoformat(),
        "until": until and until.isoformat(),
    }


def statement_pages(found: tuple[Statement, ...]) -> int:
    """About how many pages a player's statements take."""
    return sum(-(-len(statement.lines) // LINES) for statement in found)


def statement_make(document: Document, file: IO[bytes], progress: Progress) -> None:
    """The statements of a player, one for each currency."""
    kept = document.parameters
    player = Player.objects.filter(club=document.club_id, pk=kept["player"]).first()
    if player is None:
        raise NothingToPrintError(_("The player is no longer there."))
    since, until = (kept[key] and date.fromisoformat(kept[key]) for key in ("since", "until"))
    books = kept["books"]
    own = None if books is None else Book.objects.filter(club=document.club_id, pk__in=books)
    found = statements_of(player, books=own, since=since, until=until)
    period, imprint = period_words(since, until), plain_imprint(document.club.name)
    due = transfers_open(player)
    sheets = statement_sheets(player, found, imprint, period=period, transfers=due)
    _print(document, file, progress, sheets)


def settlement_make(document: Document, file: IO[bytes], progress: Progress) -> None:
    """Who pays whom in a book."""
    book = Book.objects.filter(club=document.club_id, pk=document.parameters["book"]).first()
    if book is None:
        raise NothingToPrintError(_("The book is no longer there."))
    _print(document, file, progress, iter([book_settlement(document.club, book)]))


def book_settlement(club: Club, book: Book) -> MoneyPrint:
    """The settlement of a book that no event keeps, as a season's."""
    return settlement_sheet(book, plain_imprint(club.name))


def _print(
    document: Document, file: IO[bytes], progress: Progress, sheets: Iterator[MoneyPrint]
) -> None:
    total = 1

    def stories() -> Iterator[Story]:
        progress(0, total)
        yield from map(story_of, sheets)

    paper = Paper[document.parameters["paper"].upper()]
    try:
        print_stories(stories(), paper=paper, title=document.title, out=file)
    except ValueError as error:
        raise NothingToPrintError(_("Nothing was entered in that time.")) from error
    progress(total, total)
