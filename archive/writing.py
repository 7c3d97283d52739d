"""Write a club into one file: a zip of JSON Lines by kind, and a manifest.

The same club gives the same bytes, wherever it was read in meanwhile: rows are in a stable order
and numbered from 1, keys of objects are sorted, and the zip carries no dates.
"""

import hashlib
import json
import zipfile
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC
from typing import IO, Any, Final

from django.conf import settings
from django.db import connection, models, transaction

from archive.kinds import FORMAT, PEOPLE, PERSON, ArchiveColumn, ArchiveKind, kinds, renumbered
from clubs.models import Club, User
from jobs.models import JobState

CHUNK: Final = 2000
"""Number of rows read at once."""
PROGRESS_EVERY: Final = 5000
"""Rows between two calls of the progress callback."""

MANIFEST: Final = "manifest.json"

Progress = Callable[[int, int], None]
"""Called with the rows done and their total; may raise to stop."""


def file_of(label: str) -> str:
    """Return the name of a kind's file in the archive."""
    return f"{label}.jsonl"


def archive_write(
    *, club: Club, out: IO[bytes], progress: Progress = lambda done, total: None
) -> int:
    """Write a consistent snapshot of the club into a seekable file; return the number of rows.

    Writers to the database do not wait. Memory grows by eight bytes a row.
    """
    with snapshot():
        rows = _Rows(club)
        total, done = rows.total, 0
        progress(0, total)
        files: dict[str, dict[str, Any]] = {}
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
            for label, lines in rows.files():
                digest, count, size = hashlib.sha256(), 0, 0
                with package.open(_entry(file_of(label)), "w", force_zip64=True) as file:
                    for line in lines:
                        text = _json(line) + b"\n"
                        file.write(text)
                        digest.update(text)
                        count, size, done = count + 1, size + len(text), done + 1
                        if done % PROGRESS_EVERY == 0:
                            progress(done, total)
                files[label] = {"rows": count, "bytes": size, "sha256": digest.hexdigest()}
            manifest = {"format": FORMAT, "program": settings.VERSION, "files": files}
            package.writestr(_entry(MANIFEST), _json(manifest) + b"\n")
        progress(total, total)
    return total


@contextmanager
def snapshot() -> Iterator[None]:
    """Read a consistent snapshot without blocking writers.

    Inside another transaction it is that one's view.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        before, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined] # SQLite's alone
        try:
            with transaction.atomic():
                yield
        finally:
            connection.transaction_mode = before  # type: ignore[attr-defined] # SQLite's alone
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system, entry.external_attr = 3, 0o644 << 16
    return entry


def _json(value: Any) -> bytes:
    text = json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return text.encode()


class _Numbers:
    """The numbers of the rows of a kind, by their keys."""

    def __init__(self, keys: Iterable[Any], *, is_sorted: bool) -> None:
        self._sorted = array("q", keys) if is_sorted else None
        self._known = {} if is_sorted else {key: n for n, key in enumerate(keys, start=1)}

    def __len__(self) -> int:
        return len(self._sorted if self._sorted is not None else self._known)

    def of(self, key: Any) -> int | None:
        """Return the number of the row, None if there is none."""
        if self._sorted is None:
            return self._known.get(key)
        place = bisect_left(self._sorted, key)
        is_known = place < len(self._sorted) and self._sorted[place] == key
        return place + 1 if is_known else None


class _Rows:
    """The rows of one club as lines of the archive."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._numbers: dict[str, _Numbers] = {}
        for kind in kinds():
            keys = self._query(kind).values_list("pk", flat=True).iterator(CHUNK)
            by_number = isinstance(kind.model._meta.pk, models.AutoField | models.BigAutoField)
            self._numbers[kind.label] = _Numbers(keys, is_sorted=by_number)
        self._people = self._signed_in()
        self._numbers["clubs.User"] = _Numbers(
            [person.pk for person in self._people], is_sorted=False
        )

    @property
    def total(self) -> int:
        """How many lines there are."""
        return sum(map(len, self._numbers.values()))

    def files(self) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
        """Yield the kinds with their lines."""
        names = [column.name for column in PERSON]
        yield PEOPLE, ({name: getattr(person, name) for name in names} for person in self._people)
        for kind in kinds():
            yield kind.label, self._lines(kind)

    def _query(self, kind: ArchiveKind) -> models.QuerySet[Any]:
        return kind.rows(self._club.pk).order_by(*kind.order)

    def _signed_in(self) -> list[User]:
        """Return the users that a row names, by user name."""
        keys: set[int] = set()
        for kind in kinds():
            for column in kind.columns:
                if column.target == "clubs.User":
                    users = self._query(kind).order_by().values_list(column.attribute, flat=True)
                    keys.update(key for key in users.distinct() if key is not None)
        return sorted(User.objects.filter(pk__in=keys), key=lambda user: user.username)

    def _lines(self, kind: ArchiveKind) -> Iterator[dict[str, Any]]:
        plain_columns = [column for column in kind.columns if column.type != "references"]
        many = [column for column in kind.columns if column.type == "references"]
        query = self._query(kind).values_list("pk", *(column.attribute for column in plain_columns))
        for key, *values in query.iterator(CHUNK):
            line = {
                column.name: self._value(kind.label, column, value)
                for column, value in zip(plain_columns, values, strict=True)
            }
            for column in many:
                line[column.name] = self._others(kind, column, key)
            yield _as_archived(kind.label, line)

    def _value(self, label: str, column: ArchiveColumn, value: Any) -> Any:
        if value is None:
            return None
        if column.type == "reference":
            number = self._numbers[column.target].of(value)
            assert number is not None, f"{label}.{column.name} leads out of the club"
            return number
        if column.type == "datetime":
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        if column.type in {"date", "time"}:
            return value.isoformat()
        return renumbered(label, column, value, self._number)

    def _others(self, kind: ArchiveKind, column: ArchiveColumn, key: Any) -> list[int]:
        """Return the numbers of the rows that a row is linked to."""
        field = kind.model._meta.get_field(column.name)
        through: Any = field.remote_field.through  # type: ignore[union-attr] # a many-to-many field
        near, far = field.m2m_column_name(), field.m2m_reverse_name()  # type: ignore[union-attr] # as above
        keys = through._base_manager.filter(**{near: key}).values_list(far, flat=True)
        numbers = (self._numbers[column.target].of(other) for other in keys)
        return sorted(number for number in numbers if number is not None)

    def _number(self, label: str, key: int) -> int:
        """Return a row's number; below 1 for none, and for a row or an app that is gone."""
        if key < 1:
            return key
        numbers = self._numbers.get(label)
        return (numbers.of(key) if numbers else None) or -key


def _as_archived(label: str, line: dict[str, Any]) -> dict[str, Any]:
    """Return the line; a print order whose file stays behind is cancelled, to be ordered again."""
    if label == "jobs.Job" and line["state"] != JobState.FAILED:
        line["state"] = JobState.CANCELLED.value
    return line
