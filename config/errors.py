"""The last answer to an error that no view knew: what the machine lacks, or that we failed."""

import sys

from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.views.defaults import server_error as page_500

from clubs.rest.problems import PROBLEM_JSON, problem_body
from config.outages import Outage, outage_of


def server_error(request: HttpRequest) -> HttpResponse:
    """503 with the cause where the machine fails, 500 else; for the API as problem details."""
    outage = outage_of(sys.exc_info()[1])
    if request.path.startswith("/api/"):
        return _problem(outage)
    if outage is None:
        return page_500(request)
    answer = _fragment(outage) if "HX-Request" in request.headers else _page(outage)
    answer["Retry-After"] = str(outage.retry_after)
    answer["Cache-Control"] = "no-store"
    return answer


def _problem(outage: Outage | None) -> HttpResponse:
    if outage is None:
        body = problem_body(500, "server_error", _("The fault is ours; nothing was saved."))
        return JsonResponse(body, status=500, content_type=PROBLEM_JSON)
    told = {"detail": str(outage.text)}
    body = problem_body(503, outage.code, str(outage.title), **told)
    headers = {"Retry-After": str(outage.retry_after), "Cache-Control": "no-store"}
    return JsonResponse(body, status=503, content_type=PROBLEM_JSON, headers=headers)


def _page(outage: Outage) -> HttpResponse:
    """A page that needs neither a session nor the database."""
    return HttpResponse(get_template("503.html").render({"outage": outage}), status=503)


def _fragment(outage: Outage) -> HttpResponse:
    """The cause among the page's messages; what was typed stays where it is."""
    message = Message(constants.ERROR, f"{outage.title}. {outage.text}")
    html = get_template("components/messages.html").render({"messages": [message]})
    headers = {"HX-Retarget": "#messages", "HX-Reswap": "outerHTML"}
    return HttpResponse(html, status=503, headers=headers)
