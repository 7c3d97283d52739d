"""The front door: documents in, PDF files out. The same documents give the same bytes."""

from collections.abc import Iterable
from io import BytesIO

from press.base import Paper, Story, print_stories
from prints.prizes import PrizeList, PrizeStory
from prints.settlement import SettlementSheet, SettlementStory
from prints.statement import Statement, StatementStory

MoneyPrint = SettlementSheet | Statement | PrizeList
"""Everything that is printed of money."""


def story_of(document: MoneyPrint) -> Story:
    """How a document is drawn."""
    match document:
        case SettlementSheet():
            return SettlementStory(document)
        case Statement():
            return StatementStory(document)
        case PrizeList():
            return PrizeStory(document)


def render(documents: Iterable[MoneyPrint], *, paper: Paper) -> bytes:
    """Documents as one file, a bookmark for each.

    Raises `ValueError` where there is nothing to print.
    """
    out = BytesIO()
    stories = [story_of(document) for document in documents]
    title = stories[0].title if stories else ""
    print_stories(stories, paper=paper, title=title, out=out)
    return out.getvalue()
