"""Addresses: converters, acts that a browser opens, and what logs show of them.

Importing this module registers ``<key:…>``, ``<number:…>`` and ``<place:…>``, which take no number
larger than the database does. Django's own ``<int:…>`` has no bound and is not used.
"""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, register_converter, resolve
from django.urls.converters import IntConverter


def acts_lead_back(
    answer: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a GET to a POST-only address, as from a restored tab, redirects to the nearest
    address above it that takes GET.

    API endpoints keep their 405.
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


class KeyConverter(IntConverter):
    """A row's key: at most eighteen digits, so that it is less than 2 to the 63rd."""

    regex = "[1-9][0-9]{0,17}"


class NumberConverter(IntConverter):
    """A hand, round, table or entry: at most nine digits, so that it is less than 2 to the 31st."""

    regex = "[1-9][0-9]{0,8}"


class PlaceConverter(IntConverter):
    """A place among others, from 0."""

    regex = "0|[1-9][0-9]{0,3}"


register_converter(KeyConverter, "key")
register_converter(NumberConverter, "number")
register_converter(PlaceConverter, "place")
