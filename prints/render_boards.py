"""The front door: documents in, PDF files out. The same documents give the same bytes."""

from collections.abc import Iterator
from io import BytesIO
from itertools import chain

from press.base import Paper, Sheet, Story, print_stories
from prints.badges import Badges, badge_stories
from prints.bracket import bracket_sheet, bracket_stories
from prints.bracket_parts import BracketSheet
from prints.calendar import Calendar, CalendarStory
from prints.certificate import Certificate, CertificateStory
from prints.draw import Draw, DrawStory
from prints.guides import GuideCards, guide_stories
from prints.slips import Slips, slip_stories
from prints.standings_sheet import StandingsSheet, StandingsStory
from prints.table_cards import TableCards, table_card_stories

AnyPrint = (
    TableCards
    | Badges
    | GuideCards
    | Slips
    | Draw
    | BracketSheet
    | StandingsSheet
    | Calendar
    | Certificate
)
"""Everything that is printed of a tournament or a season, apart from matches and money."""


def sheet_of(document: AnyPrint, paper: Paper) -> Sheet:
    """The side of paper on which a document is printed."""
    match document:
        case TableCards() | Badges() | GuideCards() | Slips():
            return paper.bare
        case Certificate():
            return paper.bare_across
        case BracketSheet():
            return bracket_sheet(document, paper)
        case Draw() | StandingsSheet() | Calendar():
            return paper.upright


def stories_of(document: AnyPrint, paper: Paper) -> Iterator[Story]:
    """The stories of a document: one, or one for each page that is cut up or drawn whole."""
    sheet = sheet_of(document, paper)
    match document:
        case TableCards():
            yield from table_card_stories(document, sheet)
        case Badges():
            yield from badge_stories(document, sheet)
        case GuideCards():
            yield from guide_stories(document, sheet)
        case Slips():
            yield from slip_stories(document, sheet)
        case Draw():
            yield DrawStory(document)
        case BracketSheet():
            yield from bracket_stories(document, paper)
        case StandingsSheet():
            yield StandingsStory(document)
        case Calendar():
            yield CalendarStory(document)
        case Certificate():
            yield CertificateStory(document)


def render(*documents: AnyPrint, paper: Paper) -> bytes:
    """Documents of one kind as one file.

    Raises `ValueError` where there is nothing to print.
    """
    out = BytesIO()
    if not documents:
        raise ValueError("a file needs at least one document")
    sheet = sheet_of(documents[0], paper)
    stories = chain.from_iterable(stories_of(document, paper) for document in documents)
    print_stories(stories, paper=sheet, title=title_of(documents[0]), out=out)
    return out.getvalue()


def title_of(document: AnyPrint) -> str:
    """The title of a file of such documents."""
    return f"{document.imprint.kind} · {document.title}"
