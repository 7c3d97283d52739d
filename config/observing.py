"""Request ids, a log line per request, and Prometheus metrics at ``/metrics``.

Logs and metrics contain the route, as ``t/<key:event_id>/<number:number>/<str:token>/``, never the
address: those of tables, public pages, sign-ups and feeds are secrets.
"""

import os
import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import LazyObject
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from structlog.contextvars import bind_contextvars, get_contextvars, unbind_contextvars

from config.sign_in import is_proxy
from jobs.models import OPEN_STATES, Job
from paper.documents.rows import PRINT
from tournaments.events.models import Event

HEADER: Final = "X-Request-ID"
SOUND_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that tells the metrics library where the site's processes store their counts."""

log = structlog.get_logger("allmark.request")

_BY_ROUTE: Final = ("method", "route", "status")
REQUESTS: Final = Counter("allmark_requests", "Requests answered.", _BY_ROUTE, registry=None)
SECONDS: Final = Histogram(
    "allmark_request_seconds",
    "Time from the first byte of our own code to the answer.",
    ("method", "route"),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=None,
)


def request_id() -> str:
    """Return the id of the request in work; empty outside of one."""
    return str(get_contextvars().get("request_id", ""))


class RequestObserver:
    """Middleware: give a request its id, log it, count it. The outermost one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; the id is in the header ``X-Request-ID`` of the answer."""
        began, queries = time.perf_counter(), 0

        def counted(execute: Callable[..., Any], *arguments: Any) -> Any:
            nonlocal queries
            queries += 1
            return execute(*arguments)

        key = _id_of(request)
        bind_contextvars(request_id=key)
        try:
            with connection.execute_wrapper(counted):
                response = self.get_response(request)
            response[HEADER] = key
            self._note(request, response, time.perf_counter() - began, queries)
        finally:
            unbind_contextvars("request_id")
        return response

    def _note(
        self, request: HttpRequest, response: HttpResponseBase, seconds: float, queries: int
    ) -> None:
        match = request.resolver_match
        route = match.route if match else ""
        method = request.method if request.method in METHODS else "other"
        if settings.METRICS_TOKEN:
            REQUESTS.labels(method, route, response.status_code).inc()
            SECONDS.labels(method, route).observe(seconds)
        log.info(
            "request",
            method=method,
            route=route,
            status=response.status_code,
            ms=round(1000 * seconds, 1),
            queries=queries,
            user=_user_of(request),
            club=match.kwargs.get("slug") if match else None,
        )


METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _user_of(request: HttpRequest) -> int | None:
    """Return the key of the user, if this request has found out who it is: nothing is read for it.

    A session's user is kept by Django's middleware once it was asked for; an endpoint of the API
    replaces ``request.user`` by the user of a token.
    """
    for user in (vars(request).get("user"), getattr(request, "_cached_user", None)):
        if user is not None and not isinstance(user, LazyObject) and user.pk:
            return int(user.pk)
    return None


def _id_of(request: HttpRequest) -> str:
    """Return the id that one of our proxies gave the request, else a new one."""
    given = request.headers.get(HEADER, "")
    if SOUND_ID.fullmatch(given) and is_proxy(str(request.META.get("REMOTE_ADDR") or "")):
        return given
    return secrets.token_hex(8)


# Metrics.


def counts_begin() -> None:
    """Empty the folder in which the web processes of this machine count, if metrics are on.

    Called before these processes start: they find the folder in their environment.
    """
    if not settings.METRICS_TOKEN:
        return
    folder = settings.DATA_DIR / "metrics"
    folder.mkdir(exist_ok=True)
    for file in folder.glob("*.db"):
        file.unlink()
    os.environ[FOLDER] = str(folder)


class Outstanding:
    """Outstanding work of the workers, queried when Prometheus asks."""

    def collect(self) -> Iterable[Metric]:
        """Yield how many events and documents wait, and for how long the oldest document has."""
        events = GaugeMetricFamily("allmark_stale_events", "Events whose standings are not fresh.")
        stale = Event.objects.exclude(version=F("standings_version"))
        events.add_metric([], stale.count())
        open_ = Job.objects.filter(kind=PRINT, state__in=OPEN_STATES)
        documents = GaugeMetricFamily("allmark_open_documents", "Documents that are not ready.")
        documents.add_metric([], open_.count())
        oldest = open_.order_by("created_at").values_list("created_at", flat=True).first()
        age = (timezone.now() - oldest).total_seconds() if oldest else 0
        waiting = GaugeMetricFamily("allmark_oldest_document_seconds", "Age of the oldest of them.")
        waiting.add_metric([], age)
        return events, documents, waiting


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer Prometheus, which must send ``Authorization: Bearer`` and the token; else 404."""
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not constant_time_compare(given, wanted):
        raise Http404
    registry = CollectorRegistry()
    if folder := os.environ.get(FOLDER):
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call] # it carries no types
    else:
        registry.register(REQUESTS)
        registry.register(SECONDS)
    registry.register(Outstanding())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
