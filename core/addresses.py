"""Addresses: of acts that a browser opens, in logs."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve


def acts_lead_back(
    answer: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: opening the address of an act, as a restored tab does, leads to its page.

    That is the nearest address above it; one that takes no GET either leads further up. Endpoints
    keep their 405.
    """

    def answered(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if request.method in {"GET", "HEAD"} and isinstance(response, HttpResponseNotAllowed):
            above = request.path_info
            while above != "/":
                above = above[: above.rstrip("/").rfind("/") + 1]
                if _is_there(above):
                    return redirect(above)
        return response

    return answered


class RouteFilter(logging.Filter):
    """Log the route of a request in place of its address: those of tables, public pages, sign-ups
    and calendars are secrets. An address that leads nowhere is cut after its first part.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record of a request; keep every record."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = request.resolver_match and f"/{request.resolver_match.route}"
            shown = route or f"/{request.path.split('/')[1]}/…"
            escaped = request.path.encode("unicode_escape").decode()  # as Django logs it
            record.args = tuple(
                shown if part in {request.path, escaped} else part for part in record.args
            )
        return True


def _is_there(path: str) -> bool:
    try:
        resolve(path)
    except Resolver404:
        return False
    return True
