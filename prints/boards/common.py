"""What the papers of an event have in common: imprint, jobs, seats, names."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import IO

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games import PAGES
from press.base import Imprint, Paper, Sheet, Story, print_stories
from press.fonts import isolated
from prints.event_prints.base import Job, Told, Wish
from prints.render_boards import AnyPrint, sheet_of, stories_of
from prints.scorecards import plain_imprint
from prints.scorecards.common import ALPHABET
from tournaments.labels import FORMAT_LABELS
from tournaments.models import Event
from tournaments.selectors.events import Entrant


def event_imprint(event: Event, kind: str) -> Imprint:
    """What every page says of itself: the day of the event, and a code of its state."""
    digest = hashlib.sha256(f"{event.club_id}|event|{event.pk}|{event.version}".encode()).digest()
    letters = "".join(ALPHABET[byte % 32] for byte in digest[:6])
    plain = plain_imprint(event.club.name, made_at=day_of(event))
    return replace(plain, kind=kind, code=f"{letters[:3]}-{letters[3:]}")


def day_of(event: Event) -> str:
    """The day of the event."""
    return formats.date_format(event.date, "j M Y")


def time_words(event: Event) -> str:
    """When standings were computed last."""
    if event.standings_at is None:
        return day_of(event)
    return formats.date_format(timezone.localtime(event.standings_at), "j M Y, H:i")


def format_place(event: Event) -> str:
    """The line under the title: the format and the day."""
    return f"{FORMAT_LABELS[event.format].name} · {day_of(event)}"


def document_job(
    title: str, total: int, build: Callable[[], Iterable[AnyPrint]], *, paper: Paper
) -> Job:
    """A job of documents of one kind, estimated at ``total`` pages; told page by page."""

    def write(out: IO[bytes], tell: Told) -> None:
        documents = list(build())
        sheet = sheet_of(documents[0], paper)
        stories = (story for document in documents for story in stories_of(document, paper))
        print_pages(stories, sheet, title=title, total=total, out=out, tell=tell)

    return Job(title, total, write)


def print_pages(
    stories: Iterable[Story], sheet: Sheet, *, title: str, total: int, out: IO[bytes], tell: Told
) -> None:
    """Print stories of a page each; the last one tells that all are done."""

    def told() -> Iterator[Story]:
        for done, story in enumerate(stories, start=1):
            yield story
            tell(min(done, total - 1))

    print_stories(told(), paper=sheet, title=title, out=out)
    tell(total)


def pages(count: int, on_a_page: int) -> int:
    """How many pages so many things take."""
    return -(-count // on_a_page)


def seat_key(event: Event, number: int, *, numbered: bool) -> str:
    """The letter of a seat from 0, or its number where larger tables take turns in the event."""
    return str(number + 1) if numbered else PAGES[event.game].seat_keys()[number]


def entrant_words(entrant: Entrant) -> str:
    """Who an entry is in one line, each name with its own direction."""
    names = [isolated(player.name) for player in entrant.players]
    if len(names) != 2:
        return ", ".join(names)
    words = _("%(first)s & %(second)s") % {"first": names[0], "second": names[1]}
    return words.replace("& ", "&\u00a0")  # a line may end before the sign, never after it


def table_address(event: Event, wish: Wish, table: int, number: int | None = None) -> str:
    """The address of a table's page for a scanner; none where the site's own is not known."""
    if not wish.site:
        return ""
    path = reverse("event-table", args=[event.club.slug, event.pk, table])
    return f"{wish.site}{path}" + (f"?round={number}" if number else "")
