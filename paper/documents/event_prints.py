"""Shared by the documents of an event: what is missing, titles, imprints, words for places."""

import hashlib
from typing import Final

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from core.languages import date_text
from core.text import comma_list
from core.text import isolated as screen_isolated
from paper.documents.printouts import pages
from paper.documents.rows import PrintOptions
from paper.documents.subjects import EventSummary
from press.base import Imprint
from press.fonts import isolated
from scoring.models import BEGUN, Match
from tournaments.events.format_labels import format_label
from tournaments.events.models import Event, EventState, RoundTotal, Table
from tournaments.events.selectors.events import Entrant


def titled(what: str, event: Event, options: PrintOptions) -> str:
    """Return the title of a file: document, event, round."""
    values = {"what": what, "event": screen_isolated(event.name), "round": options.round}
    if options.round is None:
        return _("%(what)s: %(event)s") % values
    return _("%(what)s: %(event)s, round %(round)d") % values


def needs_hand(summary: EventSummary) -> str:
    return "" if summary.hands else _("once a hand has been recorded")


def needs_rounds(summary: EventSummary) -> str:
    return "" if summary.rounds else _("once the rounds are drawn")


def needs_entries(summary: EventSummary) -> str:
    return "" if summary.entries else _("once somebody is entered")


def needs_end(summary: EventSummary) -> str:
    """Why nothing that is final can be printed."""
    if summary.event.state != EventState.FINISHED:
        return _("once the event is finished")
    return _("as soon as standings are computed") if summary.event.is_stale else ""


def has_results(event: Event) -> bool:
    """Whether anything was played: before that, everybody shares the first place. Two queries."""
    tables = Table.objects.filter(round__event=event)
    played = Q(games__match__in=Match.objects.filter(BEGUN | Q(is_over=True)))
    return tables.filter(played).exists() or RoundTotal.objects.filter(entry__event=event).exists()


def needs_results(summary: EventSummary) -> str:
    return "" if summary.read(has_results) else _("once a hand or a result is recorded")


def needs_standings(summary: EventSummary) -> str:
    if missing := needs_results(summary):
        return missing
    return "" if summary.event.standings_at else _("as soon as standings are computed")


def keeps_money(event: Event) -> bool:
    """Whether the event's money is kept at all. One query, however many rows ask."""
    return getattr(event, "money", None) is not None


# --- shared by the documents of an event


def plain_imprint(club: str, kind: str, *, made_at: str = "", code: str = "") -> Imprint:
    """Return the imprint of pages in the current language."""
    return Imprint(
        club=club,
        kind=kind,
        made_at=made_at,
        code=code,
        page_of=_("Page {page} of {pages}"),
        lang=translation.get_language() or "en",
    )


def event_imprint(event: Event, kind: str) -> Imprint:
    """Return the imprint of an event's pages: its day, and a code of its state."""
    code = short_code(event.club_id, "event", event.pk, event.version)
    return plain_imprint(event.club.name, kind, made_at=day_of(event), code=code)


_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letters that are taken for digits


def short_code(*state: object) -> str:
    """Six characters that tell this state of a thing from any other, as ``K7Q-2MX``."""
    digest = hashlib.sha256("|".join(map(str, state)).encode()).digest()
    letters = "".join(_ALPHABET[byte % 32] for byte in digest[:6])
    return f"{letters[:3]}-{letters[3:]}"


def day_of(event: Event) -> str:
    """The day of the event, with time and place where they are known."""
    day = date_text(event.date)
    if event.begins:
        day = _("%(day)s at %(time)s") % {"day": day, "time": date_text(event.begins, "time")}
    return f"{day} · {isolated(event.place)}" if event.place else day


def time_words(event: Event) -> str:
    """When standings were computed last."""
    if event.standings_at is None:
        return day_of(event)
    return date_text(event.standings_at, "moment")


def format_place(event: Event) -> str:
    """The line under the title: the format and the day."""
    return f"{format_label(event.format).name} · {day_of(event)}"


def entrant_words(entrant: Entrant) -> str:
    """Return an entry's name in one line, each name isolated."""
    names = [isolated(player.name) for player in entrant.players]
    if len(names) != 2:
        return comma_list(names)
    words = _("%(first)s & %(second)s") % {"first": names[0], "second": names[1]}
    return words.replace(f" {names[1]}", f"\u00a0{names[1]}")  # a line may end before the sign


def table_address(
    event: Event, options: PrintOptions, table: int, number: int | None = None
) -> str:
    """Return the address of a table's page for a QR code; None if the site's own is unknown."""
    if not options.site:
        return ""
    path = reverse("event-table", args=[event.club.slug, event.pk, table])
    return f"{options.site}{path}" + (f"?round={number}" if number else "")


def estimated_pages(cards: int, held: int, *, on_a_page: int, rounds: int) -> int:
    """About how many pages cards of so many rounds take; none without rounds.

    ``rounds`` have room on a page, ``on_a_page`` cards of few rounds.
    """
    if not held:
        return 0
    together = max(1, min(on_a_page, rounds // held))
    return pages(cards, together) * pages(held, rounds)


def tables_of(event: Event) -> QuerySet[Table]:
    return Table.objects.filter(round__event=event, is_bye=False)
