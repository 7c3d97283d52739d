"""Jobs of every kind: followed, cancelled, repeated, deleted, their files fetched."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import UserRequest, signed_in
from core.languages import read_as_club
from core.transactions import RowGone
from jobs.files import job_file
from jobs.kinds import kind_of
from jobs.models import Job
from jobs.pages import TEMPLATE, job_panel
from jobs.services import (
    JobStateError,
    job_cancel,
    job_delete,
    job_retry,
    jobs_changeable,
    jobs_seen,
)

P = ParamSpec("P")
View = Callable[[UserRequest, Job], HttpResponseBase]


def job_view(view: View) -> Callable[..., HttpResponseBase]:
    """Decorate a view of a job that the user may see; 404 for others."""

    @signed_in
    @wraps(view)
    def entered(request: UserRequest, pk: UUID) -> HttpResponseBase:
        job = get_object_or_404(jobs_seen(request.user), pk=pk)
        if job.club is not None:
            read_as_club(job.club, request)
        try:
            return view(request, job)
        except RowGone:
            raise Http404 from None

    return entered


@require_safe
@job_view
def job(request: UserRequest, job: Job) -> HttpResponseBase:
    """Return the panel that follows a job for htmx; otherwise redirect to the page it was ordered
    from.

    The entity tag changes with the content, so that a poll usually costs an empty 304.
    """
    kind = kind_of(job)
    if not request.htmx:
        return redirect(kind.page(job))
    if kind.reloads and not job.is_open:
        return HttpResponse(headers={"HX-Refresh": "true"})
    tag = quote_etag("-".join(map(str, (job.state, job.attempts, *job.progress, job.is_stopping))))
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = _panel(request, job)
        answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ["HX-Request"])
    return answer


@require_safe
@job_view
def file(request: UserRequest, job: Job) -> HttpResponseBase:
    try:
        return job_file(job)
    except JobStateError as error:
        messages.warning(request, str(error))
        return redirect(kind_of(job).page(job))


@require_POST
@job_view
def cancel(request: UserRequest, job: Job) -> HttpResponseBase:
    """Cancel a job that is not done yet."""
    return _changed(request, job, job_cancel)


@require_POST
@job_view
def retry(request: UserRequest, job: Job) -> HttpResponseBase:
    """Order a failed or cancelled job again."""
    return _changed(request, job, job_retry)


@require_POST
@job_view
def delete(request: UserRequest, job: Job) -> HttpResponseBase:
    """Delete a job that has ended, with its file."""
    _check(request, job)
    kind = kind_of(job)
    try:
        job_delete(job_id=job.pk)
    except JobStateError as error:
        messages.warning(request, str(error))
        return redirect(kind.page(job))
    messages.success(request, _("Deleted."))
    return redirect(kind.home(job))


def _changed(request: UserRequest, job: Job, change: Callable[..., None]) -> HttpResponseBase:
    """Make a change and return the job's state: its panel alone for htmx, else its page."""
    _check(request, job)
    try:
        change(job_id=job.pk)
    except JobStateError as error:
        messages.warning(request, str(error))
    kind = kind_of(job)
    if not request.htmx:
        return redirect(kind.page(job))
    if kind.reloads:
        return HttpResponse(headers={"HX-Refresh": "true"})
    job.refresh_from_db()
    return _panel(request, job)


def _panel(request: UserRequest, job: Job) -> HttpResponse:
    return render(request, TEMPLATE, {"panel": job_panel(request.user, job)})


def _check(request: UserRequest, job: Job) -> None:
    if not jobs_changeable([job], request.user):
        raise PermissionDenied(_("Your role in this club does not allow this."))
