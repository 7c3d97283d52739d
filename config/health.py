"""Liveness and readiness, as plain text for people and JSON for programs."""

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
    DAMAGED,
    LITTLE_SPACE,
    NO_DATABASE,
    READ_ONLY,
    disks_probe,
    is_damaged,
    outage_of,
    space_left,
)


@dataclass(frozen=True, slots=True)
class HealthPart:
    """One part of the installation: whether it works, and a sentence about it."""

    name: str
    ok: bool
    message: str


@dataclass(slots=True)
class _LastWrite:
    """The last successful write of this process to the database, valid for a while."""

    part: HealthPart
    until: float = 0.0


WRITTEN_EVERY: Final = 2.0  # seconds
_last_write = _LastWrite(HealthPart("database", ok=True, message=""))


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive; check nothing else."""
    return _answer(
        request, [HealthPart("process", ok=True, message=_("The web server is running."))]
    )


def readyz(request: HttpRequest) -> HttpResponse:
    """Report on database, disk, queue and worker; 503 if one of them does not work."""
    return _answer(request, [check() for check in PARTS])


def database() -> HealthPart:
    """Report whether the database can be written; checked at most every two seconds.

    A page of its file that is damaged need not be among those that are written here.
    """
    now = time.monotonic()
    if now < _last_write.until:
        return _last_write.part
    try:
        Heartbeat.objects.update_or_create(part="readiness", defaults={"at": timezone.now()})
    except Error as error:
        outage = outage_of(error) or NO_DATABASE
        return HealthPart("database", ok=False, message=f"{outage.title}.")
    if is_damaged():
        return HealthPart("database", ok=False, message=f"{DAMAGED.title}.")
    _last_write.part = HealthPart("database", ok=True, message=_("The database accepts writes."))
    _last_write.until = now + WRITTEN_EVERY
    return _last_write.part


def disk() -> HealthPart:
    """Report whether the data folder can be written and how much space is left."""
    try:
        disks_probe()
        left = space_left()
    except OSError as error:
        outage = outage_of(error) or READ_ONLY
        return HealthPart("disk", ok=False, message=f"{outage.title}.")
    size = {"size": filesizeformat(left)}
    if left < LITTLE_SPACE:
        words = _(
            "Only %(size)s of disk space is left. Free some space, or soon nothing can be saved."
        )
        return HealthPart("disk", ok=False, message=words % size)
    return HealthPart("disk", ok=True, message=_("The disk has %(size)s free.") % size)


def queue() -> HealthPart:
    """Report whether the queue takes messages: a writable folder or a broker that answers."""
    folder = settings.BROKER_OPTIONS.get("folder")
    if _queue_works(Path(folder) if folder else None):
        return HealthPart("queue", ok=True, message=_("The queue accepts messages."))
    words = _("The queue does not accept messages. Hands are still recorded.")
    return HealthPart("queue", ok=False, message=words)


def worker() -> HealthPart:
    """Report whether the worker has sent a heartbeat lately."""
    try:
        beat = Heartbeat.objects.filter(part="worker").first()
    except Error:
        beat = None
    if beat is None:
        return HealthPart("worker", ok=False, message=_("The worker has not started yet."))
    seconds = int(beat.age.total_seconds())
    if seconds > settings.WORKER_SILENT_AFTER:
        words = _("The worker has not answered for %(seconds)d s.") % {"seconds": seconds}
        return HealthPart("worker", ok=False, message=words)
    return HealthPart("worker", ok=True, message=_("The background worker is running."))


PARTS: tuple[Callable[[], HealthPart], ...] = (database, disk, queue, worker)


def _queue_works(folder: Path | None) -> bool:
    if folder is not None:
        return folder.is_dir() and os.access(folder, os.W_OK)
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=1)
    except (OperationalError, OSError):
        return False
    return True


def _answer(request: HttpRequest, parts: list[HealthPart]) -> HttpResponse:
    ready = all(part.ok for part in parts)
    status = 200 if ready else 503
    preferred = request.get_preferred_type(["text/plain", "application/json"])
    if request.GET.get("format") == "json" or preferred == "application/json":
        body = {part.name: {"ok": part.ok, "message": part.message} for part in parts}
        return JsonResponse({"ok": ready, "parts": body}, status=status)
    lines = [f"{'ok ' if part.ok else 'NOT'}  {part.message}" for part in parts]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain", status=status)
