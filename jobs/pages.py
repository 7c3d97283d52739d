"""The part of a page that shows a job and follows it, and the answers to its requests."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag

from jobs.models import Job

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TEMPLATE = "jobs/_job.html"


@dataclass(frozen=True, slots=True)
class JobPart:
    """A job as a page shows it; the title is the moment of the order where there is none.

    While the job is open, the part fetches itself from `follow`. The other addresses are those of
    its buttons; one without an address is not offered.
    """

    job: Job
    follow: str
    title: "StrOrPromise" = ""
    details: "tuple[StrOrPromise, ...]" = ()
    label: "StrOrPromise" = ""
    file: str = ""
    cancel: str = ""
    retry: str = ""
    delete: str = ""

    @property
    def progress(self) -> dict[str, int]:
        """The parts done and their total."""
        done, total = self.job.progress
        return {"done": done, "total": total}


def job_answer(request: HttpRequest, part: JobPart) -> HttpResponse:
    """Return the part alone, for htmx."""
    return render(request, TEMPLATE, {"part": part})


def job_followed(
    request: HttpRequest, part: JobPart, page: str = "", context: dict[str, Any] | None = None
) -> HttpResponseBase:
    """Return the part, or a page that contains it.

    The entity tag changes with the content, so that a poll usually costs an empty 304.
    """
    job = part.job
    state = (job.state, job.attempts, *job.progress, job.is_stopping, page)
    tag = quote_etag("-".join(map(str, state)))
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = render(request, page or TEMPLATE, {"part": part, **(context or {})})
        answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ["HX-Request"])
    return answer
