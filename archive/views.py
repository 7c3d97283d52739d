"""Pages of a club's archives, and of archives that are read into a new club."""

from io import BytesIO
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from archive.arrivals import (
    ARRIVALS,
    MOST_BYTES,
    arrival_new,
    arrival_read,
    is_readable,
    slug_check,
)
from archive.backups import backup_state
from archive.forms import ArchiveUpload, ArrivalForm, ForgetForm, ReadForm, path_of
from archive.orders import archive_order, archives_of
from archive.package import ArchiveRefused
from archive.persons import person_export, player_forget, player_traces
from clubs.access import ClubRequest, UserRequest, club_view, signed_in
from clubs.models import Forgetting, Player, User
from clubs.roles import Right, Role
from clubs.views.common import crumbs, form_page
from core.pages import act_and_redirect, submit
from jobs.files import TransferBusyError, transfer_begin
from jobs.models import Job
from jobs.pages import job_panel, job_panels
from jobs.services import JobStateError

# --- archives of a club


@club_view(Right.ARCHIVE)
@require_safe
def archives(request: ClubRequest) -> HttpResponseBase:
    """The archives that were made of the club, the newest first, and how it arrived itself."""
    club = request.membership.club
    made = archives_of(club).select_related("club", "requested_by")
    context = {
        "panels": job_panels(request.user, list(made)),
        "arrivals": club.jobs.filter(kind__in=ARRIVALS).select_related("requested_by"),
        "backup": backup_state(),
        "crumbs": crumbs(
            (_("Club"), reverse("club-settings", args=[club.slug])), here=_("Archive")
        ),
    }
    return render(request, "archive/archives.html", context)


@club_view(Right.ARCHIVE)
@require_POST
def archive_new(request: ClubRequest) -> HttpResponseBase:
    """Order an archive of the club, or its results as a website."""
    club, is_site = request.membership.club, "site" in request.POST
    return act_and_redirect(
        request,
        reverse("club-archives", args=[club.slug]),
        lambda: archive_order(club=club, requested_by=request.user, is_site=is_site),
    )


# --- archives that arrive

KINDS: Final = (
    "clubs.Player",
    "clubs.Membership",
    "tournaments.Event",
    "leagues.Season",
    "scoring.Match",
    "scoring.Hand",
    "ledger.Transaction",
)
"""The kinds of rows that people know; the others are counted together."""


@csrf_exempt  # checked in _arrival_upload, once the sender and the destination are known
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def arrival_upload(request: UserRequest) -> HttpResponseBase:
    """Upload the archive of a club; it is inspected before anything is read."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return _refused(request, _too_long())
    if request.method != "POST":
        return _upload_page(request, ArrivalForm())
    try:
        with transfer_begin():
            request.upload_handlers = [ArchiveUpload(request)]
            return _arrival_upload(request)
    except TransferBusyError as error:
        return _refused(request, str(error))


@csrf_protect
def _arrival_upload(request: UserRequest) -> HttpResponseBase:
    form = ArrivalForm(request.POST, request.FILES)
    if form.is_valid():
        upload = form.cleaned_data["archive"]
        try:
            job = arrival_new(
                file=path_of(upload), file_name=upload.name, requested_by=request.user
            )
        except ArchiveRefused as error:
            form.add_error("archive", str(error))
        else:
            return redirect("arrival", job.pk)
    return _upload_page(request, form)


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    """Return the form again, without having stored the upload."""
    form = ArrivalForm({}, MultiValueDict())
    form.errors["archive"] = form.error_class([sentence])
    return _upload_page(request, form)


def _upload_page(request: HttpRequest, form: ArrivalForm) -> HttpResponse:
    return form_page(
        request,
        "archive/arrival_new.html",
        form,
        cursor="archive",
        most=filesizeformat(MOST_BYTES),
        crumbs=crumbs((_("Your clubs"), reverse("home")), here=_("Read an archive")),
    )


def _too_long() -> str:
    return _(
        "The file is larger than %(most)s. Whoever runs this site can read it with manage.py "
        "unarchive."
    ) % {"most": filesizeformat(MOST_BYTES)}


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def arrival(request: UserRequest, pk: UUID) -> HttpResponseBase:
    """Show the contents of an archive, and read it into a new club with the given short name."""
    job = _arrival(request, pk)
    slug = job.parameters["slug"]
    form = ReadForm(request.POST or None, initial={"slug": slug})
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            try:
                arrival_read(arrival_id=job.pk, slug=form.cleaned_data["slug"])
            except JobStateError as error:
                messages.warning(request, str(error))
            return redirect("arrival", job.pk)
    elif request.method != "POST" and is_readable(job) and not job.is_open:
        try:
            slug_check(slug)
        except ValidationError as error:
            form = ReadForm({"slug": slug})
            form.add_error("slug", error)
    answer = form_page(request, "archive/arrival.html", form, **arrival_context(request.user, job))
    answer.status_code = 422 if request.method == "POST" else 200
    return answer


def _arrival(request: UserRequest, pk: UUID) -> Job:
    jobs = Job.objects.filter(kind__in=ARRIVALS, requested_by=request.user)
    jobs = jobs.select_related("club", "requested_by")
    return get_object_or_404(jobs, pk=pk)


def arrival_context(user: User, job: Job) -> dict[str, Any]:
    """Return the context of ``archive/arrival.html``."""
    rows = job.parameters["rows"]
    counts = [
        (str(apps.get_model(label)._meta.verbose_name_plural), rows.get(label, 0))
        for label in KINDS
    ]
    people = [
        person | {"role_label": dict(Role.choices).get(person["role"], "")}
        for person in job.result.get("people", ())
    ]
    others = sum(rows.values()) - sum(number for _label, number in counts)
    return {
        "arrival": job,
        "panel": job_panel(user, job),
        "is_readable": is_readable(job) and not job.is_open,
        "counts": [*counts, (_("different rows"), others)],
        "report": job.result | {"people": people},
        "more_people": job.result.get("people_count", 0) - len(people),
        "crumbs": crumbs(
            (_("Your clubs"), reverse("home")),
            (_("Read an archive"), reverse("arrival-new")),
            here=job.title,
        ),
    }


# --- one player


@club_view(Right.SEE)
@require_safe
def player_file(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Return everything kept about a player as a file: for owners, and for the player."""
    membership = request.membership
    player = get_object_or_404(Player, club=membership.club, pk=pk)
    if not membership.may(Right.ARCHIVE) and membership.player_id != player.pk:
        raise PermissionDenied(_("Your role in this club does not allow this."))
    out = BytesIO()
    person_export(player=player, out=out)
    answer = HttpResponse(out.getvalue(), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="player-{player.pk}.zip"'
    return answer


@club_view(Right.ARCHIVE)
@require_http_methods(["GET", "HEAD", "POST"])
def player_forgotten(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Say what forgetting a player changes; replace the name by a number once it is confirmed."""
    club = request.membership.club
    player = get_object_or_404(Player, club=club, pk=pk)
    back = reverse("player", args=[club.slug, player.pk])
    if Forgetting.objects.filter(player=player).exists():
        return redirect(back)
    form = ForgetForm(request.POST or None, player=player)
    answer = submit(
        request,
        form,
        back,
        lambda: player_forget(
            player=player, reason=form.cleaned_data["reason"], author=request.user
        ),
        lambda number: (
            _("The name has been removed. The number %(number)s replaces it.") % {"number": number}
        ),
    )
    if answer:
        return answer
    context = {
        "player": player,
        "traces": player_traces(player),
        "crumbs": crumbs(
            (_("Players"), reverse("players", args=[club.slug])),
            (player.name, back),
            here=_("Remove the name"),
        ),
    }
    return form_page(request, "archive/forget.html", form, cursor="reason", **context)
