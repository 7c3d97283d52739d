"""Pages of a club's archives, and of archives that are read into a new club."""

from io import BytesIO
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from archive.arrivals import (
    ARRIVALS,
    MOST_BYTES,
    READ,
    arrival_delete,
    arrival_new,
    arrival_read,
    is_readable,
    slug_check,
)
from archive.backups import backup_state
from archive.forms import ArchiveUpload, ArrivalForm, ForgetForm, ReadForm, path_of
from archive.orders import SITE, archive_file_name, archive_order, archives_of
from archive.package import ArchiveRefused
from archive.persons import person_export, player_forget, player_traces
from archive.transfers import SentFile, TransferBusyError, transfer_begin
from clubs.access import ClubRequest, UserRequest, club_view, signed_in
from clubs.models import Forgetting, Player
from clubs.roles import Right, Role
from clubs.views import crumbs, form_page
from core.transactions import RowGone
from jobs.models import Job, JobState
from jobs.pages import JobPart, job_answer, job_followed
from jobs.services import JobStateError, job_cancel, job_delete, job_path

BLOCK: Final = 16 * 2**20
"""Bytes handed to the web server at once: it sends shorter files without occupying us."""

# --- archives of a club


@club_view(Right.ARCHIVE)
@require_safe
def archives(request: ClubRequest) -> HttpResponseBase:
    """The archives that were made of the club, the newest first, and how it arrived itself."""
    club = request.membership.club
    context = {
        "parts": [
            _part(archive) for archive in archives_of(club).select_related("club", "requested_by")
        ],
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
    try:
        archive_order(club=club, requested_by=request.user, is_site=is_site)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("club-archives", club.slug)


@club_view(Right.ARCHIVE)
@require_safe
def archive_progress(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """Return one archive's state, for htmx; without it, the page of all."""
    archive = _archive(request, pk)
    if not request.htmx:
        return redirect("club-archives", request.membership.club.slug)
    return job_followed(request, _part(archive))


@club_view(Right.ARCHIVE)
@require_safe
def archive_file(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """The finished file, named after the club and the day."""
    archive, club = _archive(request, pk), request.membership.club
    try:
        if archive.state != JobState.DONE:
            raise FileNotFoundError
        file = SentFile(job_path(archive))
    except TransferBusyError:
        messages.warning(request, _busy())
        return redirect("club-archives", club.slug)
    except FileNotFoundError:
        messages.error(request, _("This archive no longer exists. Make a new one."))
        return redirect("club-archives", club.slug)
    answer = FileResponse(
        file,
        as_attachment=True,
        filename=archive_file_name(archive),
        content_type="application/zip",
    )
    answer.block_size = BLOCK
    answer["Cache-Control"] = "private, no-store"
    return answer


@club_view(Right.ARCHIVE)
@require_POST
def archive_stop(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """Cancel an archive that is not made yet."""
    archive = _archive(request, pk)
    try:
        job_cancel(job_id=archive.pk)
    except JobStateError:
        messages.warning(request, _("It is too late to cancel. Check its current state."))
    if request.htmx:
        archive.refresh_from_db()
        return job_answer(request, _part(archive))
    return redirect("club-archives", request.membership.club.slug)


@club_view(Right.ARCHIVE)
@require_POST
def archive_remove(request: ClubRequest, pk: UUID) -> HttpResponseBase:
    """Delete an archive."""
    archive = _archive(request, pk)
    try:
        job_delete(job_id=archive.pk)
    except JobStateError:
        messages.warning(request, _("It is being made: cancel it first."))
    else:
        messages.success(request, _("The archive is deleted."))
    return redirect("club-archives", request.membership.club.slug)


def _part(archive: Job) -> JobPart:
    assert archive.club is not None
    address = [archive.club.slug, archive.pk]
    is_site, rows = archive.kind == SITE, archive.result.get("rows", 0)
    details = [_("Results as a website (zip)")] if is_site else []
    details.append(archive.requested_by.shown_name)
    if archive.state == JobState.DONE:
        details.append(filesizeformat(archive.size))
        if not is_site:
            details.append(ngettext("%(rows)s row", "%(rows)s rows", rows) % {"rows": rows})
    return JobPart(
        archive,
        reverse("club-archive", args=address),
        details=tuple(details),
        label=_("Events and seasons") if is_site else _("Rows written"),
        file=reverse("club-archive-file", args=address),
        cancel=reverse("club-archive-cancel", args=address),
        delete=reverse("club-archive-delete", args=address),
    )


def _archive(request: ClubRequest, pk: UUID) -> Job:
    archives = archives_of(request.membership.club).select_related("club", "requested_by")
    return get_object_or_404(archives, pk=pk)


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
    except TransferBusyError:
        return _refused(request, _busy())


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


def _busy() -> str:
    return _("Another archive is being sent or fetched just now. Try again in a minute.")


def _too_long() -> str:
    return _(
        "The file is longer than %(most)s. Whoever runs this site can read it with "
        "manage.py unarchive."
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
            except JobStateError:
                messages.warning(request, _("It cannot be read now. Check its current state."))
            return redirect("arrival", job.pk)
    elif request.method != "POST" and is_readable(job) and not job.is_open:
        try:
            slug_check(slug)
        except ValidationError as error:
            form = ReadForm({"slug": slug})
            form.add_error("slug", error)
    answer = form_page(request, "archive/arrival.html", form, **arrival_context(job))
    answer.status_code = 422 if request.method == "POST" else 200
    return answer


@signed_in
@require_safe
def arrival_progress(request: UserRequest, pk: UUID) -> HttpResponseBase:
    """Return the worker's progress, for htmx; once it is done, the browser reloads the page."""
    job = _arrival(request, pk)
    if not request.htmx:
        return redirect("arrival", job.pk)
    if not job.is_open:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return job_followed(request, _arrival_part(job))


@signed_in
@require_POST
def arrival_stop(request: UserRequest, pk: UUID) -> HttpResponseBase:
    """Stop looking or reading."""
    job = _arrival(request, pk)
    try:
        job_cancel(job_id=job.pk)
    except (JobStateError, RowGone):
        messages.warning(request, _("It is too late to cancel. Check its current state."))
    if request.htmx:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return redirect("arrival", job.pk)


@signed_in
@require_POST
def arrival_remove(request: UserRequest, pk: UUID) -> HttpResponseBase:
    """Delete an upload."""
    try:
        arrival_delete(arrival_id=_arrival(request, pk).pk)
    except (JobStateError, RowGone):
        messages.warning(request, _("It is being read: cancel that first."))
        return redirect("arrival", pk)
    return redirect("arrival-new")


def _arrival(request: UserRequest, pk: UUID) -> Job:
    jobs = Job.objects.filter(kind__in=ARRIVALS, requested_by=request.user).select_related("club")
    return get_object_or_404(jobs, pk=pk)


def _arrival_part(job: Job) -> JobPart:
    is_reading = job.kind == READ
    note = _("All of it is read, or nothing. You can leave this page and come back.")
    return JobPart(
        job,
        reverse("arrival-progress", args=[job.pk]),
        title=_("The club is being read") if is_reading else _("The archive is being checked"),
        details=(note,) if is_reading else (),
        label=_("Rows read and hands judged"),
        cancel=reverse("arrival-cancel", args=[job.pk]),
    )


def arrival_context(job: Job) -> dict[str, Any]:
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
        "part": _arrival_part(job),
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
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            reason = form.cleaned_data["reason"]
            forgotten = player_forget(player=player, reason=reason, author=request.user)
            done = _("The name is forgotten. The number %(number)s replaces it.")
            messages.success(request, done % {"number": forgotten})
            return redirect(back)
    context = {
        "player": player,
        "traces": player_traces(player),
        "crumbs": crumbs(
            (_("Players"), reverse("players", args=[club.slug])),
            (player.name, back),
            here=_("Forget"),
        ),
    }
    return form_page(request, "archive/forget.html", form, cursor="reason", **context)
