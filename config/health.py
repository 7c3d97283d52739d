"""Is it alive, is it ready: for people in plain words, for programs as JSON."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from clubs.models import Heartbeat
from config.celery import app
from config.outages import (
    LITTLE_SPACE,
    NO_DATABASE,
    READ_ONLY,
    disks_probe,
    outage_of,
    space_left,
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the installation and how it is."""

    name: str
    ok: bool
    words: str


@dataclass(slots=True)
class _Written:
    """When this process last saw that the database takes what is written."""

    part: Part
    until: float = 0.0


WRITTEN_EVERY: Final = 2.0  # seconds
_written = _Written(Part("database", ok=True, words=""))


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers: nothing else is asked."""
    return _answer(request, [Part("process", ok=True, words=_("The web process answers."))])


def readyz(request: HttpRequest) -> HttpResponse:
    """Database, disk, queue and worker; 503 where one of them does not work."""
    return _answer(request, [check() for check in PARTS])


def database() -> Part:
    """Whether something can be written; asked at most every two seconds, for that costs."""
    now = time.monotonic()
    if now < _written.until:
        return _written.part
    try:
        Heartbeat.objects.update_or_create(part="readiness", defaults={"at": timezone.now()})
    except Error as error:
        outage = outage_of(error) or NO_DATABASE
        return Part("database", ok=False, words=f"{outage.title}.")
    _written.part = Part("database", ok=True, words=_("The database takes what is written."))
    _written.until = now + WRITTEN_EVERY
    return _written.part


def disk() -> Part:
    """Whether the data folder can be written, and how much room there is."""
    try:
        disks_probe()
        left = space_left()
    except OSError as error:
        outage = outage_of(error) or READ_ONLY
        return Part("disk", ok=False, words=f"{outage.title}.")
    told = {"size": filesizeformat(left)}
    if left < LITTLE_SPACE:
        words = _("Only %(size)s are free on the disk: make room, or nothing can be saved soon.")
        return Part("disk", ok=False, words=words % told)
    return Part("disk", ok=True, words=_("The disk has %(size)s free.") % told)


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


PARTS: tuple[Callable[[], Part], ...] = (database, disk, queue, worker)


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
