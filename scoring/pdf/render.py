"""The front door: documents in, PDF files out. The same documents give the same bytes."""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import chain, islice
from typing import IO

from .base import Paper, print_stories
from .scorecard import Scorecard
from .scorecard_story import ScorecardStory
from .sheet import ScoreSheet, SheetStory

Progress = Callable[[int], None]
"""Told how many documents are printed so far, after each of them."""


def render_scorecard(card: Scorecard, *, paper: Paper) -> bytes:
    """One match as a file."""
    out = BytesIO()
    story = ScorecardStory(card)
    print_stories([story], paper=paper, title=story.title, out=out)
    return out.getvalue()


def render_evening(
    cards: Iterable[Scorecard],
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
    stories = map(ScorecardStory, _watched(chain(first, waiting), on_card))
    return print_stories(stories, paper=paper, title=title, out=out)


def render_sheets(sheets: Iterable[ScoreSheet], *, paper: Paper) -> bytes:
    """Empty score sheets, one page and one bookmark each, in one file.

    Raises `ValueError` where there is no sheet.
    """
    out = BytesIO()
    stories = [SheetStory(sheet) for sheet in sheets]
    title = stories[0].sheet.title if stories else ""
    print_stories(stories, paper=paper, title=title, out=out)
    return out.getvalue()


def _watched(cards: Iterable[Scorecard], on_card: Progress | None) -> Iterator[Scorecard]:
    for done, card in enumerate(cards, start=1):
        yield card
        if on_card is not None:
            on_card(done)
