"""The front door: documents in, PDF files out. The same documents give the same bytes."""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import chain, islice
from typing import IO

from press.base import Paper, Story, print_stories
from prints.hand_record import HandRecords
from prints.hand_record_story import HandRecordsStory
from prints.players_card import PlayersCard
from prints.players_sheet import PlayersSheet, PlayersSheetStory
from prints.players_story import PlayersStory
from prints.scorecard import Scorecard
from prints.scorecard_story import ScorecardStory
from prints.sheet import ScoreSheet, SheetStory

AnyCard = Scorecard | PlayersCard
"""What was played in a match, by sides or by single players."""
AnySheet = ScoreSheet | PlayersSheet
"""An empty sheet, for sides or for single players."""

Progress = Callable[[int], None]
"""Told how many documents are printed so far, after each of them."""


def render_scorecard(card: AnyCard, *, paper: Paper) -> bytes:
    """One match as a file."""
    out = BytesIO()
    story = card_story(card)
    print_stories([story], paper=paper, title=story.title, out=out)
    return out.getvalue()


def render_evening(
    cards: Iterable[AnyCard],
    *,
    paper: Paper,
    out: IO[bytes],
    on_card: Progress | None = None,
) -> int:
    """Many matches into one file, a bookmark for each; the number of pages.

    Cards are taken one at a time and pages written as they are finished, so that neither the
    cards nor the file are ever in memory as a whole. The first card names the file. Raises
    `ValueError` where there is no card.
    """
    waiting = iter(cards)
    first = list(islice(waiting, 1))
    title = first[0].title if first else ""
    stories = map(card_story, _watched(chain(first, waiting), on_card))
    return print_stories(stories, paper=paper, title=title, out=out)


def render_sheets(sheets: Iterable[AnySheet], *, paper: Paper) -> bytes:
    """Empty score sheets in one file, a bookmark for each.

    Raises `ValueError` where there is no sheet.
    """
    out = BytesIO()
    waiting = list(sheets)
    title = waiting[0].title if waiting else ""
    stories = map(sheet_story, waiting)
    print_stories(stories, paper=paper, title=title, out=out)
    return out.getvalue()


def render_hands(records: HandRecords, *, paper: Paper) -> bytes:
    """The hand records of one match, or of some of its hands, as a file."""
    out = BytesIO()
    story = HandRecordsStory(records)
    print_stories([story], paper=paper, title=story.title, out=out)
    return out.getvalue()


def card_story(card: AnyCard) -> Story:
    """The story of a card."""
    match card:
        case Scorecard():
            return ScorecardStory(card)
        case PlayersCard():
            return PlayersStory(card)


def sheet_story(sheet: AnySheet) -> Story:
    """The story of an empty sheet."""
    match sheet:
        case ScoreSheet():
            return SheetStory(sheet)
        case PlayersSheet():
            return PlayersSheetStory(sheet)


def _watched(cards: Iterable[AnyCard], on_card: Progress | None) -> Iterator[AnyCard]:
    for done, card in enumerate(cards, start=1):
        yield card
        if on_card is not None:
            on_card(done)
