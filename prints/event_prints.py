"""Prints of an event: a row of the "Print" page, its options and its job.

``registry`` lists the rows; this module also has code shared by their documents, such as the
imprint.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Q, QuerySet, Sum
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import User
from clubs.roles import Right
from core.languages import date_text
from core.text import comma_list
from deals.selectors.deals import deals_over
from press.base import Imprint, Paper
from press.fonts import isolated
from prints.jobs import Job, NothingToPrintError, pages
from prints.models import Document
from prints.orders import document_order
from scoring.models import Match
from tournaments.format_labels import FORMAT_LABELS
from tournaments.models import Event, EventState, RoundState, Table
from tournaments.selectors.events import Entrant
from tournaments.selectors.next_step import draw_state

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise


class Phase(StrEnum):
    """When a thing is wanted; the groups of the page, in their order."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"

    @property
    def label(self) -> "StrPromise":
        """The group's heading."""
        return {
            Phase.BEFORE: gettext_lazy("Before play"),
            Phase.DURING: gettext_lazy("During play"),
            Phase.AFTER: gettext_lazy("Afterwards"),
        }[self]


class Option(StrEnum):
    """An option of a row besides the paper."""

    ROUND = "round"
    BLANK = "blank"
    LARGE = "large"
    POSTER = "poster"
    SITE = "site"


@dataclass(frozen=True, slots=True)
class EventSummary:
    """A summary of an event, read once for all rows in four queries; three more with a deal set.

    ``rounds`` are the numbers of all rounds planned or begun, ``begun`` of those begun.
    ``has_deals_over`` if a deal of its set is public, ``is_shown`` if it has a public page or an
    open sign-up.
    """

    event: Event
    entries: int
    rounds: tuple[int, ...]
    begun: tuple[int, ...]
    hands: int
    has_deals_over: bool
    is_shown: bool

    @property
    def current(self) -> int | None:
        """The last begun round; before the first the next one; None if none is drawn."""
        if self.begun:
            return self.begun[-1]
        return self.rounds[0] if self.rounds else None


def event_summary(event: Event) -> EventSummary:
    """Return the event's summary."""
    rounds = list(event.rounds.order_by("number").values_list("number", "state"))
    if outdated := draw_state(event).outdated:
        # An outdated draw is not printed.
        rounds = [row for row in rounds if row[0] < outdated.number]
    hands = Match.objects.filter(game_of__table__round__event=event)
    return EventSummary(
        event=event,
        entries=event.entries.filter(left_after_round=None).count(),
        rounds=tuple(number for number, _state in rounds),
        begun=tuple(number for number, state in rounds if state == RoundState.BEGUN),
        hands=hands.aggregate(all=Sum("hand_count"))["all"] or 0,
        has_deals_over=bool(deals_over(event)),
        is_shown=_is_shown(event),
    )


def _is_shown(event: Event) -> bool:
    signing_up = Q(sign_up_page__is_on=True, state=EventState.DRAFT)
    shown = Event.objects.filter(signing_up | Q(public_page__is_on=True), pk=event.pk)
    return shown.exists()


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The chosen options of a print; no ``round`` means the whole event.

    ``site`` is the site's address, as ``https://example.org``, for QR codes. A ``poster`` is
    printed on paper of twice the size.
    """

    paper: Paper
    round: int | None = None
    blank: bool = False
    large: bool = False
    poster: bool = False
    site: str = ""

    def to_parameters(self) -> dict[str, Any]:
        """Return the options as they are kept with an order."""
        return {
            "paper": self.paper.name.lower(),
            "round": self.round,
            "blank": self.blank,
            "large": self.large,
            "poster": self.poster,
            "site": self.site,
        }

    @classmethod
    def from_parameters(cls, kept: Mapping[str, Any]) -> "PrintOptions":
        """Return the options kept with an order."""
        return cls(
            Paper[kept["paper"].upper()],
            kept["round"],
            blank=kept["blank"],
            large=kept["large"],
            poster=kept.get("poster", False),
            site=kept.get("site", ""),
        )


def titled(what: str, event: Event, options: PrintOptions) -> str:
    """Return the title of a file: document, event, round."""
    values = {"what": what, "event": event.name, "round": options.round}
    if options.round is None:
        return _("%(what)s: %(event)s") % values
    return _("%(what)s: %(event)s, round %(round)d") % values


@dataclass(frozen=True, slots=True)
class EventPrint:
    """A row of the page: ``key`` is used in addresses and orders.

    ``suits`` is false for events without such a document. ``missing`` returns why it cannot be
    printed yet, or an empty text. Neither makes a query. ``job`` counts and prepares. Members
    without ``right`` see neither the row nor its documents. If a round may be chosen, ``whole``
    offers all rounds first instead of the current one, ``begun_only`` omits planned ones.
    """

    key: str
    phase: Phase
    title: "StrOrPromise"
    text: "StrOrPromise"
    job: Callable[[Event, PrintOptions], Job]
    missing: Callable[[EventSummary], "StrOrPromise"] = lambda summary: ""
    suits: Callable[[Event], bool] = lambda event: True
    options: frozenset[Option] = frozenset()
    whole: bool = False
    begun_only: bool = False
    right: Right = Right.SEE

    def rounds(self, summary: EventSummary) -> tuple[int, ...]:
        """Return the rounds that may be chosen."""
        if Option.ROUND not in self.options:
            return ()
        return summary.begun if self.begun_only else summary.rounds


def needs_hand(summary: EventSummary) -> str:
    """Why nothing that shows hands can be printed."""
    return "" if summary.hands else _("once a hand has been recorded")


def needs_rounds(summary: EventSummary) -> str:
    """Return why documents about rounds cannot be printed."""
    return "" if summary.rounds else _("once the rounds are drawn")


def needs_entries(summary: EventSummary) -> str:
    """Return why documents about entries cannot be printed."""
    return "" if summary.entries else _("once somebody is entered")


def needs_end(summary: EventSummary) -> str:
    """Why nothing that is final can be printed."""
    if summary.event.state != EventState.FINISHED:
        return _("once the event is finished")
    return _("as soon as standings are computed") if summary.event.is_stale else ""


def needs_standings(summary: EventSummary) -> str:
    """Why no standings can be printed."""
    if not summary.begun:
        return _("once a round has begun")
    return "" if summary.event.standings_at else _("as soon as standings are computed")


def keeps_money(event: Event) -> bool:
    """Whether the event's money is kept at all. One query, however many rows ask."""
    return getattr(event, "money", None) is not None


# --- printing and ordering a row

EVENT_PRINT: Final = "event-print"


def event_print_now(*, event: Event, row: EventPrint, options: PrintOptions) -> tuple[str, bytes]:
    """Return title and file of a print. Raises ``NothingToPrintError``."""
    job = job_for(event, row, options)
    return job.title, job.render()


def event_print_order(
    *, event: Event, row: EventPrint, options: PrintOptions, by: User
) -> Document:
    """Order a print as a document; the caller enqueues it. Raises ``NothingToPrintError``."""
    job = job_for(event, row, options)
    return document_order(
        club=event.club,
        kind=EVENT_PRINT,
        title=job.title,
        parameters={"event": event.pk, "print": row.key, **options.to_parameters()},
        requested_by=by,
        right=row.right,
    )


def job_for(event: Event, row: EventPrint, options: PrintOptions) -> Job:
    """Return the job of a row; raise ``NothingToPrintError`` if it has no part."""
    job = row.job(event, options)
    if not job.total:
        raise NothingToPrintError(
            _("There is nothing to print yet: %(what)s.") % {"what": row.title}
        )
    return job


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
    """The day of the event."""
    return date_text(event.date)


def time_words(event: Event) -> str:
    """When standings were computed last."""
    if event.standings_at is None:
        return day_of(event)
    return date_text(event.standings_at, "moment")


def format_place(event: Event) -> str:
    """The line under the title: the format and the day."""
    return f"{FORMAT_LABELS[event.format].name} · {day_of(event)}"


def entrant_words(entrant: Entrant) -> str:
    """Return an entry's name in one line, each name isolated."""
    names = [isolated(player.name) for player in entrant.players]
    if len(names) != 2:
        return comma_list(names)
    words = _("%(first)s & %(second)s") % {"first": names[0], "second": names[1]}
    return words.replace("& ", "&\u00a0")  # a line may end before the sign, never after it


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
