"""Nothing printed for the hall or for a player is smaller than people of seventy can read."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from clubs.models import Club
from ledger.models import Book
from paper.documents.printouts import NothingToPrintError
from paper.documents.registry import prints_about
from paper.documents.rows import AnySubject, PrintOption, PrintOptions, printout_of
from paper.documents.subjects import BOOK, CLUB, EVENT, MATCH, PLAYER, SEASON
from press.base import Paper
from press.text import FINE, LEAST_SIZE
from scoring.models import Match
from tests.prints.matches.reading import PlacedText, placed_texts

pytestmark = [pytest.mark.django_db]

SCALES: Final = {"DejaVuSans": 0.93, "DejaVuSans-Bold": 0.9, "BIZUDPGothic-Regular": 0.97}
"""How much smaller some faces are set, to look as large as the others."""
MARKED: Final = {"marking-sheets", "blank-marking-sheet", "deal-slips"}
"""Bubbles leave no room for more than the size of a footnote; on slips of deals stands a hash."""
FEW: Final = 0.35
"""Of the characters of a document are footnotes: times of printing, auctions below bids."""


def subjects(demo: Club) -> Iterator[tuple[AnySubject, Any]]:
    """The club, its events, a match of each game, its seasons, some books, a player."""
    yield CLUB, demo
    yield from ((EVENT, event) for event in demo.events.all())
    for game in ("texas42", "pandoeren", "dummy_spades"):
        yield MATCH, Match.objects.filter(club=demo, game=game, hand_count__gt=4).first()
    for season in demo.seasons.all():
        yield SEASON, season
    yield from ((BOOK, book) for book in Book.objects.filter(club=demo)[:4])
    yield PLAYER, demo.players.first()


def documents(demo: Club) -> Iterator[tuple[str, list[PlacedText]]]:
    for about, of in subjects(demo):
        for key, row in prints_about(about).items():
            options = PrintOptions(Paper.A4)
            if PrintOption.ROUND in row.options:
                options = PrintOptions(Paper.A4, round=1)
            try:
                data = printout_of(row, of, options).render() if row.suits(of) else None
            except NothingToPrintError:
                continue
            if data is not None:
                texts = [text for page in placed_texts(data) for text in page]
                yield f"{about.key} {key} of {of}", texts


def natural(text: PlacedText) -> float:
    return text.size / SCALES.get(text.font, 1.0) + 0.05


def test_nothing_on_paper_is_too_small(demo: Club) -> None:
    small = list[str]()
    for name, texts in documents(demo):
        characters = sum(len(text.text) for text in texts)
        fine = [text for text in texts if natural(text) < LEAST_SIZE]
        tiny = {f"{text.size:.1f}": text.text for text in fine if natural(text) < FINE.size}
        small += [f"{name}: {size} {text}" for size, text in tiny.items()]
        share = sum(len(text.text) for text in fine) / characters
        if share > FEW and not MARKED & {*name.split()}:
            small.append(f"{name} {share:.0%} is smaller than {LEAST_SIZE} points")
    assert not small, "\n".join(small)
