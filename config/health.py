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
class HealthCheck:
    """The result of one check: whether what it checks works, and a sentence about it."""

    name: str
    ok: bool
    message: str


@dataclass(slots=True)
class _LastWrite:
    """The last successful write of this process to the database, valid for a while."""

    check: HealthCheck
    until: float = 0.0


WRITTEN_EVERY: Final = 2.0  # seconds
_last_write = _LastWrite(HealthCheck("database", ok=True, message=""))


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process is alive; check nothing else."""
    return _answer(
        request, [HealthCheck("process", ok=True, message=_("The web server is running."))]
    )


def readyz(request: HttpRequest) -> HttpResponse:
    """Report on database, disk, queue and worker; 503 if one of them does not work."""
    return _answer(request, [check() for check in CHECKS])


def database() -> HealthCheck:
    """Report whether the database can be written; checked at most every two seconds.

    A page of its file that is damaged need not be among those that are written here.
    """
    now = time.monotonic()
    if now < _last_write.until:
        return _last_write.check
    try:
        Heartbeat.objects.update_or_create(name="readiness", defaults={"at": timezone.now()})
    except Error as error:
        outage = outage_of(error) or NO_DATABASE
        return HealthCheck("database", ok=False, message=f"{outage.title}.")
    if is_damaged():
        return HealthCheck("database", ok=False, message=f"{DAMAGED.title}.")
    _last_write.check = HealthCheck("database", ok=True, message=_("The database accepts writes."))
    _last_write.until = now + WRITTEN_EVERY
    return _last_write.check


def disk() -> HealthCheck:
    """Report whether the data folder can be written and how much space is left."""
    try:
        disks_probe()
        left = space_left()
    except OSError as error:
        outage = outage_of(error) or READ_ONLY
        return HealthCheck("disk", ok=False, message=f"{outage.title}.")
    size = {"size": filesizeformat(left)}
    if left < LITTLE_SPACE:
        words = _(
            "Only %(size)s of disk space is left. Free some space, or soon nothing can be saved."
        )
        return HealthCheck("disk", ok=False, message=words % size)
    return HealthCheck("disk", ok=True, message=_("The disk has %(size)s free.") % size)


def queue() -> HealthCheck:
    """Report whether the queue takes messages: a writable folder or a broker that answers."""
    folder = settings.BROKER_OPTIONS.get("folder")
    if _queue_works(Path(folder) if folder else None):
        return HealthCheck("queue", ok=True, message=_("The queue accepts messages."))
    words = _("The queue does not accept messages. Hands are still recorded.")
    return HealthCheck("queue", ok=False, message=words)


def worker() -> HealthCheck:
    """Report whether the worker has sent a heartbeat lately."""
    try:
        beat = Heartbeat.objects.filter(name="worker").first()
    except Error:
        beat = None
    if beat is None:
        return HealthCheck("worker", ok=False, message=_("The worker has not started yet."))
    seconds = int(beat.age.total_seconds())
    if seconds > settings.WORKER_SILENT_AFTER:
        words = _("The worker has not answered for %(seconds)d s.") % {"seconds": seconds}
        return HealthCheck("worker", ok=False, message=words)
    return HealthCheck("worker", ok=True, message=_("The background worker is running."))


CHECKS: tuple[Callable[[], HealthCheck], ...] = (database, disk, queue, worker)


def _queue_works(folder: Path | None) -> bool:
    if folder is not None:
        return folder.is_dir() and os.access(folder, os.W_OK)
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=1)
    except (OperationalError, OSError):
        return False
    return True


def _answer(request: HttpRequest, checks: list[HealthCheck]) -> HttpResponse:
    ready = all(check.ok for check in checks)
    status = 200 if ready else 503
    preferred = request.get_preferred_type(["text/plain", "application/json"])
    if request.GET.get("format") == "json" or preferred == "application/json":
        body = {check.name: {"ok": check.ok, "message": check.message} for check in checks}
        return JsonResponse({"ok": ready, "parts": body}, status=status)
    lines = [f"{'ok ' if check.ok else 'NOT'}  {check.message}" for check in checks]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain", status=status)
