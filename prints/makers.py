"""What the worker can make, by the kind of document; each reads keys and writes one file.

An app adds its own with ``maker_register`` from its ``AppConfig.ready``; the worker, the pages and
the API then know it. A maker is called as ``maker(document, file, progress)``: it reads what
``document.parameters`` name, writes the whole file, and calls ``progress(done, total)`` after each
part. ``progress`` raises ``CancelledError`` once somebody has cancelled; it is let through.
``NothingToPrintError`` tells a person why there is no file.
"""

from collections.abc import Iterator
from typing import IO

from press.base import Paper, Story, print_stories
from prints.documents import Maker, Progress
from prints.hand_record_story import HandRecordsStory
from prints.hand_records import hand_records_build
from prints.models import Document
from prints.render_matches import render_evening
from prints.scorecards import matches_for_print, scorecard_build
from scoring.models import Match

SCORECARDS = "scorecards"
HAND_RECORDS = "hand-records"
CHUNK = 50


def scorecards_make(document: Document, file: IO[bytes], progress: Progress) -> None:
    """The scorecards of the matches in ``parameters``, in their order, into one file."""
    keys = document.parameters["matches"]
    paper = Paper[document.parameters["paper"].upper()]
    progress(0, len(keys))
    # Read in chunks: an evening of sixty-four pairs is never in memory as a whole.
    cards = (scorecard_build(match) for match in _in_order(document, keys))
    render_evening(cards, paper=paper, out=file, on_card=lambda done: progress(done, len(keys)))


def hand_records_make(document: Document, file: IO[bytes], progress: Progress) -> None:
    """The hands of the matches in ``parameters``, in their order, into one file."""
    keys = document.parameters["matches"]
    paper = Paper[document.parameters["paper"].upper()]

    def stories() -> Iterator[Story]:
        progress(0, len(keys))
        for done, match in enumerate(_in_order(document, keys), start=1):
            yield HandRecordsStory(hand_records_build(match))
            progress(done, len(keys))

    print_stories(stories(), paper=paper, title=document.title, out=file)


def _in_order(document: Document, keys: list[int]) -> Iterator[Match]:
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        own = Match.objects.filter(club_id=document.club_id, pk__in=chunk)
        found = {match.pk: match for match in matches_for_print(own)}
        yield from (found[key] for key in chunk if key in found)


MAKERS: dict[str, Maker] = {SCORECARDS: scorecards_make, HAND_RECORDS: hand_records_make}


def maker_register(kind: str, maker: Maker) -> None:
    """Make a kind of document known; the same one again is no harm, another is ValueError."""
    if MAKERS.setdefault(kind, maker) is not maker:
        raise ValueError(f"two makers of {kind!r}")
