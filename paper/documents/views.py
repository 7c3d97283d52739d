"""Pages of all prints: short ones at once, long ones ordered from the worker."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ClubRequest, club_view, public_view
from clubs.models import Club
from clubs.roles import Right
from clubs.views.common import crumbs
from core.names import file_name
from jobs.kinds import JobRefused
from jobs.models import Job
from jobs.pages import job_panel, job_panels
from jobs.services import jobs_of
from paper.documents.forms import PaperForm, PrintOptionsForm
from paper.documents.matches import matches_for_print
from paper.documents.printouts import Printout, PrintTooLongError
from paper.documents.registry import print_named, prints_for
from paper.documents.rows import (
    PRINT,
    AnyPrint,
    AnySubject,
    Phase,
    SubjectSummary,
    print_order,
    printout_of,
)
from paper.documents.scorecard import public_scorecard_build
from paper.documents.sketches import sketch
from press.base import Paper
from scoring.models import Match
from tournaments.events.models import Event
from tournaments.events.selectors.next_step import draw_state
from tournaments.events.selectors.public import matches_of_player, names_tag, public_lineup
from tournaments.events.views.common import event_page, shared_by_all
from tournaments.pages.public import player_of
from tournaments.phones.models import EventPage

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DOCUMENTS_ON_PAGE: Final = 25


# --- what can be printed of a subject


@dataclass(frozen=True, slots=True)
class Printed:
    """The subject of a request with what its page of prints must know."""

    about: AnySubject
    of: Any
    summary: SubjectSummary

    def at(self, name: str, *more: str) -> str:
        """Return an address: "prints", "print" or "print-order"."""
        slug = self.summary.club.slug
        return reverse(f"{self.about.key}-{name}", args=[slug, self.of.pk, *more])


def _printed(request: ClubRequest, about: AnySubject, keys: dict[str, int]) -> Printed:
    subject = about.find(request.membership.club, keys[f"{about.key}_id"])
    if subject is None:
        raise Http404
    return Printed(about, subject, about.summary(subject))


class Offer(NamedTuple):
    """A row of the page: why it is missing, or its options and the address of an order."""

    row: AnyPrint
    missing: "StrOrPromise"
    form: PrintOptionsForm
    order: str
    sketch: SafeString


@require_safe
@club_view(Right.SEE)
def prints(request: ClubRequest, /, *, about: AnySubject, **keys: int) -> HttpResponse:
    """Show the list of prints by phase, each with its options."""
    return _page(request, _printed(request, about, keys))


def _page(request: ClubRequest, printed: Printed, wrong: AnyPrint | None = None) -> HttpResponse:
    """Return the page; after a ``wrong`` order, as it was filled in, with its errors."""
    about, sent, status = printed.about, request.POST if wrong else None, 422 if wrong else 200
    rows = prints_for(about, printed.of, request.membership)
    if not rows:
        raise PermissionDenied(_("Your role in this club does not allow this."))
    site = _site(request)
    offers = [
        Offer(
            row,
            row.missing(printed.summary),
            _row_form(row, printed.summary, site, sent),
            printed.at("print-order", row.key),
            sketch(row.key),
        )
        for row in rows
    ]
    phases = [(phase, [offer for offer in offers if offer.row.phase is phase]) for phase in Phase]
    context: dict[str, Any] = {
        "phases": [(phase, group) for phase, group in phases if group],
        "paper": PaperForm(sent, initial={"paper": printed.summary.club.paper}, auto_id="%s"),
        "site": site,
        "wrong": next((offer.form for offer in offers if offer.row == wrong), None),
    }
    if isinstance(printed.of, Event):
        context["outdated"] = draw_state(printed.of).outdated
        template = "prints/event.html"
        return event_page(request, printed.of, template, context, tab="event-prints", status=status)
    name = about.name(printed.of)
    steps = crumbs((name, about.page(printed.of)), here=_("Print"))
    context |= {"name": name, "crumbs": steps}
    return render(request, "prints/subject.html", context, status=status)


def _row_form(
    row: AnyPrint, summary: SubjectSummary, site: str, sent: Mapping[str, Any] | None
) -> PrintOptionsForm:
    """Return the row's part of the page, filled in with what was sent of it."""
    row_options = PrintOptionsForm.own_options(row, sent or {})
    filled = {f"{row.key}-{name}": value for name, value in row_options.items()} or None
    return PrintOptionsForm(filled, row=row, summary=summary, site=site, shares_page=True)


@require_safe
@club_view(Right.SEE)
def print_file(
    request: ClubRequest, /, *, what: str, about: AnySubject, **keys: int
) -> HttpResponse:
    """A short print; a long one is ordered on the page that this leads to.

    Invalid options are 404.
    """
    printed = _printed(request, about, keys)
    row = _row(request, printed, what)
    if row.secret is not None:
        return redirect(printed.at("prints"))
    try:
        form = _options(request, printed, row, request.GET)
        if not form.is_valid():
            raise Http404
        with form.in_language():
            printout = printout_of(row, printed.of, form.print_options())
            if printout.is_short or not request.membership.may(row.right):
                return pdf_response(printout.render(), printout.title)
    except JobRefused as error:
        return _nothing(request, printed, error)
    messages.info(
        request, _("This document is long: request it here and it is made in the background.")
    )
    return redirect(printed.at("prints"))


@require_POST
@club_view(Right.SEE)
def print_ordered(
    request: ClubRequest, /, *, what: str, about: AnySubject, **keys: int
) -> HttpResponse:
    """Redirect to a short file; order a long one and redirect to its progress.

    A secret print is in the answer itself. Wrong options are shown on the page again.
    """
    printed = _printed(request, about, keys)
    row = _row(request, printed, what)
    try:
        form = _options(request, printed, row, request.POST)
        if not form.is_valid():
            return _page(request, printed, wrong=row)
        options = form.print_options()
        with form.in_language():
            printout = printout_of(row, printed.of, options)
            if row.secret is not None:
                row.secret(printed.of, options, request.user)
                answer = pdf_response(printout.render(), printout.title)
                answer["Cache-Control"] = "no-store"
                return answer
            if printout.is_short or not request.membership.may(row.right):
                chosen = urlencode(PrintOptionsForm.own_options(row, request.POST), doseq=True)
                return redirect(f"{printed.at('print', what)}?{chosen}")
            club = request.membership.club
            order = print_order(row=row, of=printed.of, options=options, club=club, by=request.user)
    except JobRefused as error:
        return _nothing(request, printed, error)
    return redirect("document", club.slug, order.pk)


def _row(request: ClubRequest, printed: Printed, key: str) -> AnyPrint:
    """Return the row of a key; 404 if the subject has no such print, 403 without its right."""
    row = print_named(printed.about, key)
    if row is None or not row.suits(printed.of):
        raise Http404
    if not row.is_for(request.membership, printed.of):
        raise PermissionDenied(_("Your role in this club does not allow this."))
    return row


def _options(
    request: ClubRequest, printed: Printed, row: AnyPrint, data: QueryDict
) -> PrintOptionsForm:
    row_options = PrintOptionsForm.own_options(row, data)
    given = {"paper": request.membership.club.paper} | row_options
    return PrintOptionsForm(given, row=row, summary=printed.summary, site=_site(request))


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _nothing(request: HttpRequest, printed: Printed, error: JobRefused) -> HttpResponse:
    messages.info(request, str(error))
    return redirect(printed.about.page(printed.of))


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser shows, under a name that it may be saved by."""
    response = HttpResponse(content, content_type="application/pdf")
    header = content_disposition_header(as_attachment=False, filename=file_name(name))
    if header:
        response["Content-Disposition"] = header
    return response


# --- on an event's public page


def paper_for(request: HttpRequest, club: Club) -> Paper:
    """Return the club's paper, or that of ``?paper=a4|letter``."""
    name = request.GET.get("paper", club.paper).upper()
    return Paper[name] if name in Paper.__members__ else Paper[club.paper.upper()]


MOST_MATCHES: Final = 20
"""Maximum number of a player's scorecards made at once."""


@require_safe
@public_view(EventPage.objects.select_related("event__club").all)
def own_scorecards(request: HttpRequest, page: EventPage) -> HttpResponse:
    """Return the scorecards of finished games of this browser's player.

    Under public names, without money and notes; only the last ones if there are many.
    """
    event, player = page.event, player_of(request, page)
    over = matches_for_print(Match.objects.filter(is_over=True, hand_count__gt=0))
    own_matches = matches_of_player(event, player or 0, public_lineup(event), over)[-MOST_MATCHES:]
    if not own_matches:
        raise Http404
    title, paper = _("Scorecard %(match)s") % {"match": event.name}, paper_for(request, event.club)
    printout = Printout(
        title, len(own_matches), lambda: map(public_scorecard_build, own_matches), paper
    )
    tag = f"card-{page.code}-{event.version}-{player}-{names_tag(event)}-{paper.name}"
    try:
        answer = pdf_response(shared_by_all(tag, printout.render), title)
    except PrintTooLongError:
        raise Http404 from None
    answer["Cache-Control"] = "private, no-cache"
    return answer


# --- ordered documents


@club_view(Right.SEE)
@require_safe
def documents(request: ClubRequest) -> HttpResponseBase:
    """The club's documents, the newest first."""
    page = Paginator(_documents(request), DOCUMENTS_ON_PAGE).get_page(request.GET.get("page"))
    panels = job_panels(request.user, list(page))
    return render(request, "prints/documents.html", {"page": page, "panels": panels})


@club_view(Right.SEE)
@require_safe
def document(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """One document, which follows the worker."""
    panel = job_panel(request.user, get_object_or_404(_documents(request), pk=pk))
    return render(request, "prints/document.html", {"panel": panel})


def _documents(request: ClubRequest) -> QuerySet[Job]:
    return jobs_of(request.membership, [PRINT])
