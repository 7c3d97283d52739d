"""Failures of the machine: a full disk, a missing or damaged database.

``outage_of`` finds the cause of an error for pages, for the API and for ``manage.py up``.
"""

import errno
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.observing import request_id
from core.rest.problems import PROBLEM_JSON, problem_body

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


LITTLE_SPACE: Final = 20_000_000  # bytes; below this, readiness fails
PROBE: Final = 65_536  # bytes
SOON, LATER = 3, 30  # seconds for Retry-After
DAMAGE_COUNTS: Final = 600  # seconds since it was met, where the database is not looked through


@dataclass(frozen=True, slots=True)
class Outage:
    """A cause of failure: ``code`` for programs, ``title`` and ``text`` for people."""

    code: str
    title: "StrPromise"
    text: "StrPromise"
    retry_after: int = LATER


DISK_FULL: Final = Outage(
    "disk_full",
    gettext_lazy("The disk is full"),
    gettext_lazy(
        "Nothing more can be saved until there is free disk space on the computer that runs "
        "Allmark. What was saved before is safe. Ask the organiser to delete files there that "
        "nobody needs, then try again."
    ),
)
READ_ONLY: Final = Outage(
    "read_only",
    gettext_lazy("Nothing can be saved just now"),
    gettext_lazy(
        "Allmark can read its data but not write to it. What was saved before is safe. Ask the "
        "organiser to make the data folder writable for the account that runs Allmark."
    ),
)
DAMAGED: Final = Outage(
    "database_damaged",
    gettext_lazy("The database is damaged"),
    gettext_lazy(
        "Its file can no longer be read. Ask the organiser to stop Allmark, keep a copy of the "
        "data folder and restore the newest backup, as the operations manual describes."
    ),
)
NO_DATABASE: Final = Outage(
    "database_unavailable",
    gettext_lazy("The database does not answer"),
    gettext_lazy(
        "Allmark cannot reach its database. What was saved before is safe. Wait a moment and try "
        "again; if the problem remains, tell the organiser."
    ),
    SOON,
)
BUSY: Final = Outage(
    "database_busy",
    gettext_lazy("The database is busy"),
    gettext_lazy(
        "Too many changes came at once. Nothing was saved this time; try again in a moment."
    ),
    SOON,
)

_OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_CANTOPEN: NO_DATABASE,
    sqlite3.SQLITE_IOERR: NO_DATABASE,
}
_OF_POSTGRESQL: Final = {  # the first two or all five characters of SQLSTATE
    "53100": DISK_FULL,
    "25006": READ_ONLY,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "40": BUSY,
    "55": BUSY,
    "08": NO_DATABASE,
    "53": NO_DATABASE,
    "57": NO_DATABASE,
    "58": NO_DATABASE,
}
_OF_SYSTEM: Final = {
    errno.ENOSPC: DISK_FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): DISK_FULL,  # Windows has no quota
    errno.EFBIG: DISK_FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
}


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the failure of the machine behind an error; None for every other error."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if outage := _outage_by_type(error):
            return outage
        error = error.__cause__ or error.__context__
    return None


def data_folders() -> tuple[Path, ...]:
    """Return the data folder, and the folder of the database file if that is elsewhere."""
    data = Path(settings.DATA_DIR)
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return (data,)
    file = Path(name).parent
    return (data,) if file == data else (data, file)


def space_left() -> int:
    """Return the free space of the fullest disk in use, in bytes."""
    return min(shutil.disk_usage(folder).free for folder in data_folders())


def disks_probe() -> None:
    """Write and delete a small file on every disk in use; raise ``OSError`` if one refuses."""
    for folder in data_folders():
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"." * PROBE)
            probe.flush()
            os.fsync(probe.fileno())


def _outage_by_type(error: BaseException) -> Outage | None:
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(getattr(error, "sqlite_errorcode", None))
    if isinstance(error, psycopg.Error):
        return _of_postgresql(error)
    if isinstance(error, OSError):
        return _OF_SYSTEM.get(error.errno or 0)
    if isinstance(error, Error) and error.__cause__ is None and "is full" in str(error):
        return DISK_FULL
    return None


def _of_sqlite(code: int | None) -> Outage | None:
    if code is None:
        return None
    outage = _OF_SQLITE.get(code & 0xFF)  # the upper bits hold the extended code
    if outage is NO_DATABASE:
        # SQLite does not say why it cannot read or write, for example an exceeded quota.
        try:
            disks_probe()
        except OSError as error:
            return _OF_SYSTEM.get(error.errno or 0) or outage
    return outage


def _of_postgresql(error: psycopg.Error) -> Outage | None:
    state = error.sqlstate
    if state is None:  # no server ever answered
        return NO_DATABASE if isinstance(error, psycopg.OperationalError) else None
    return _OF_POSTGRESQL.get(state) or _OF_POSTGRESQL.get(state[:2])


def known_damage() -> str:
    """Look through the whole SQLite database; return what is damaged, empty if nothing is.

    Raises ``django.db.Error`` if it cannot be read at all.
    """
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (answer,) = cursor.fetchone()
    return "" if answer == "ok" else " ".join(str(answer).split())


def damage_note(error: BaseException | None) -> Outage | None:
    """Return the failure of the machine behind an error; note a damaged database for readiness."""
    outage = outage_of(error)
    if outage is DAMAGED:
        with suppress(OSError):
            _note_of_damage().touch()
    return outage


def is_damaged() -> bool:
    """Whether damage was met and is still there.

    SQLite is looked through; damage met by PostgreSQL counts for a while.
    """
    note = _note_of_damage()
    try:
        age = time.time() - note.stat().st_mtime
    except OSError:
        return False
    if connection.vendor == "sqlite":
        try:
            is_there = bool(known_damage())
        except Error as error:
            is_there = outage_of(error) is DAMAGED
    else:
        is_there = age < DAMAGE_COUNTS
    if not is_there:
        note.unlink(missing_ok=True)
    return is_there


def _note_of_damage() -> Path:
    return Path(settings.DATA_DIR) / "damaged"


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 with the cause if the machine failed, else 500; as problem details for the API."""
    outage = damage_note(sys.exc_info()[1])
    if request.path.startswith("/api/"):
        return _problem(outage)
    if outage is None:
        context = {"request_id": request_id()}
        return HttpResponse(get_template("500.html").render(context), status=500)
    answer = _fragment(outage) if "HX-Request" in request.headers else _page(outage)
    answer["Retry-After"] = str(outage.retry_after)
    answer["Cache-Control"] = "no-store"
    return answer


def _problem(outage: Outage | None) -> HttpResponse:
    if outage is None:
        body = problem_body(
            500, "server_error", _("Something went wrong on our side; nothing was saved.")
        )
        body["request_id"] = request_id()
        return JsonResponse(body, status=500, content_type=PROBLEM_JSON)
    body = problem_body(503, outage.code, str(outage.title), detail=str(outage.text))
    headers = {"Retry-After": str(outage.retry_after), "Cache-Control": "no-store"}
    return JsonResponse(body, status=503, content_type=PROBLEM_JSON, headers=headers)


def _page(outage: Outage) -> HttpResponse:
    """Render a page that needs neither a session nor the database."""
    context = {"outage": outage, "request_id": request_id()}
    return HttpResponse(get_template("503.html").render(context), status=503)


def _fragment(outage: Outage) -> HttpResponse:
    """Show the cause among the page's messages and leave the form unchanged."""
    message = Message(constants.ERROR, f"{outage.title}. {outage.text}")
    html = get_template("components/messages.html").render({"messages": [message]})
    headers = {"HX-Retarget": "#messages", "HX-Reswap": "outerHTML"}
    return HttpResponse(html, status=503, headers=headers)
