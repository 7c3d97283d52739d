"""Is it alive, is it ready: for people in plain words, for programs as JSON."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from config.celery import app
from scoring.models import Heartbeat


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the installation and how it is."""

    name: str
    ok: bool
    words: str


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers: nothing else is asked."""
    return _answer(request, [Part("process", ok=True, words=_("The web process answers."))])


def readyz(request: HttpRequest) -> HttpResponse:
    """Database, queue and worker; 503 where one of them does not work."""
    return _answer(request, [check() for check in PARTS])


def database() -> Part:
    """Whether a query is answered."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return Part("database", ok=False, words=_("The database does not answer."))
    return Part("database", ok=True, words=_("The database answers."))


def queue() -> Part:
    """Whether messages can be put: a folder that can be written, or a broker that answers."""
    folder = settings.BROKER_OPTIONS.get("data_folder_out")
    if _queue_works(Path(folder) if folder else None):
        return Part("queue", ok=True, words=_("The queue takes messages."))
    words = _("The queue does not take messages. Hands are recorded all the same.")
    return Part("queue", ok=False, words=words)


def worker() -> Part:
    """Whether the worker has shown a sign of life lately."""
    try:
        beat = Heartbeat.objects.filter(part="worker").first()
    except Error:
        beat = None
    if beat is None:
        return Part("worker", ok=False, words=_("The worker has not started yet."))
    seconds = int(beat.age.total_seconds())
    if seconds > settings.WORKER_SILENT_AFTER:
        words = _("The worker has not answered for %(seconds)d s.") % {"seconds": seconds}
        return Part("worker", ok=False, words=words)
    return Part("worker", ok=True, words=_("The worker answers."))


PARTS: tuple[Callable[[], Part], ...] = (database, queue, worker)


def _queue_works(folder: Path | None) -> bool:
    if folder is not None:
        return folder.is_dir() and os.access(folder, os.W_OK)
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=1)
    except (OperationalError, OSError):
        return False
    return True


def _answer(request: HttpRequest, parts: list[Part]) -> HttpResponse:
    ready = all(part.ok for part in parts)
    status = 200 if ready else 503
    if request.GET.get("format") == "json" or request.accepts("application/json") > (
        request.accepts("text/plain")
    ):
        body = {part.name: {"ok": part.ok, "message": part.words} for part in parts}
        return JsonResponse({"ok": ready, "parts": body}, status=status)
    lines = [f"{'ok ' if part.ok else 'NOT'}  {part.words}" for part in parts]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain", status=status)
