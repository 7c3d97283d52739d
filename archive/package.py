"""Open an archive that anybody may have made: its list of files, sizes, hashes and lines."""

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from archive.kinds import FORMAT, PEOPLE, kinds
from archive.writing import MANIFEST, file_of
from core.strict_json import json_value
from core.text import isolated
from jobs.kinds import JobRefused

MAX_BYTES: Final = 32 * 2**30
"""Bytes of all files unpacked."""
MAX_PACKED: Final = 4 * 2**30 - 1
MAX_RATIO: Final = 400
"""Maximum ratio of unpacked to packed size; JSON Lines of hands reach some forty."""
SMALL: Final = 2**20
"""Files up to here may have any ratio."""
MAX_LINE: Final = 4 * 2**20
MAX_MANIFEST: Final = 2**18
MAX_DIRECTORY: Final = 2**16
MAX_ROWS: Final = 50_000_000

_END, _END64 = b"PK\x05\x06", b"PK\x06\x07"
_END_SIZE = 22


class ArchiveRefused(JobRefused):
    """The file cannot be read as an archive of a club; the translated message says why."""


@dataclass(frozen=True, slots=True)
class Content:
    """The manifest's data on one file."""

    rows: int
    bytes: int
    sha256: str


class Package:
    """An opened archive; its manifest and its list of files are sound.

    Raises ``ArchiveRefused`` where they are not, also while lines are read.
    """

    def __init__(self, file: IO[bytes]) -> None:
        _directory_check(file)
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise ArchiveRefused(_not_ours()) from error
        self._entries_check()
        self.program, self.contents = self._manifest()

    @property
    def total(self) -> int:
        """The number of rows in all."""
        return sum(content.rows for content in self.contents.values())

    def lines(self, label: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the rows of a kind with their numbers; check size, number and hash at the end."""
        content, name = self.contents[label], file_of(label)
        if name not in self._names:
            return
        digest, size, number = hashlib.sha256(), 0, 0
        for line in self._raw(name):
            number, size = number + 1, size + len(line)
            digest.update(line)
            if number > content.rows or size > content.bytes:
                break
            yield number, _row(line, name, number)
        counted = Content(number, size, digest.hexdigest())
        if counted != content:
            raise ArchiveRefused(
                _("%(file)s does not match the manifest: the archive was damaged or changed.")
                % {"file": isolated(name)}
            )

    def first(self, label: str) -> dict[str, Any] | None:
        """Return the first row of a kind, None if it has none; hashes are not checked."""
        if not self.contents[label].rows:
            return None
        line = next(self._raw(file_of(label)), b"")
        return _row(line, file_of(label), 1)

    def _raw(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(name) as file:
                while line := file.readline(MAX_LINE + 1):
                    if len(line) > MAX_LINE:
                        raise ArchiveRefused(
                            _("%(file)s has a line that is too long.") % {"file": isolated(name)}
                        )
                    yield line
        except (
            zipfile.BadZipFile,
            EOFError,
            OSError,
            ValueError,
            RuntimeError,
            zlib.error,
        ) as error:
            raise ArchiveRefused(
                _("%(file)s cannot be unpacked: the archive is damaged.") % {"file": isolated(name)}
            ) from error

    def _entries_check(self) -> None:
        entries = self._zip.infolist()
        names = [entry.filename for entry in entries]
        if MANIFEST not in names:
            raise ArchiveRefused(_not_ours())
        if len(set(names)) < len(names):
            raise ArchiveRefused(_("The archive has two files of the same name."))
        for entry in entries:
            packed = max(entry.compress_size, 1)
            if entry.file_size > SMALL and entry.file_size > MAX_RATIO * packed:
                raise ArchiveRefused(
                    _("The archive unpacks to far more data than a club can have.")
                )
            if entry.flag_bits & 1 or entry.compress_type not in {
                zipfile.ZIP_STORED,
                zipfile.ZIP_DEFLATED,
            }:
                raise ArchiveRefused(_("The archive is encrypted or packed in an unknown way."))
        if sum(entry.file_size for entry in entries) > MAX_BYTES:
            raise ArchiveRefused(_("The archive unpacks to far more data than a club can have."))
        if self._zip.getinfo(MANIFEST).file_size > MAX_MANIFEST:
            raise ArchiveRefused(_not_ours())
        self._names = set(names)

    def _manifest(self) -> tuple[str, dict[str, Content]]:
        row = _row(b"".join(self._raw(MANIFEST)), MANIFEST, 1)
        version = row.get("format")
        if type(version) is int and version > FORMAT:
            raise ArchiveRefused(
                _("The archive was made by a newer program (%(program)s): update this one first.")
                % {"program": isolated(str(row.get("program"))[:40])}
            )
        files = row.get("files")
        is_sound = version == FORMAT and isinstance(row.get("program"), str)
        if not is_sound or not isinstance(files, dict):
            raise ArchiveRefused(_not_ours())
        labels = set(_labels())
        if labels != files.keys() or self._names != {MANIFEST, *map(file_of, files)}:
            raise ArchiveRefused(
                _("The archive lacks files of a club, or has files that do not belong to one.")
            )
        contents = {label: _content(files[label]) for label in _labels()}
        if sum(content.rows for content in contents.values()) > MAX_ROWS:
            raise ArchiveRefused(_("The archive unpacks to far more data than a club can have."))
        return row["program"], contents


def _labels() -> list[str]:
    return [PEOPLE, *(kind.label for kind in kinds())]


def _directory_check(file: IO[bytes]) -> None:
    """Refuse a directory that is longer than ours before it is read into memory."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END_SIZE - len(_END64) - 16))
    tail = file.read()
    end = tail[-_END_SIZE:]
    if not end.startswith(_END) or size > MAX_PACKED:
        raise ArchiveRefused(_not_ours())
    is_long = _END64 in tail or int.from_bytes(end[12:16], "little") > MAX_DIRECTORY
    if is_long:
        raise ArchiveRefused(
            _("The archive lacks files of a club, or has files that do not belong to one.")
        )
    file.seek(0)


def _row(line: bytes, name: str, number: int) -> dict[str, Any]:
    """Return the object of a line. Raises ``ArchiveRefused`` if the database could not store it."""
    try:
        row = json_value(line)
    except (ValueError, RecursionError) as error:
        raise ArchiveRefused(_unreadable(name, number)) from error
    if not isinstance(row, dict):
        raise ArchiveRefused(_unreadable(name, number))
    return row


def _content(raw: Any) -> Content:
    if (
        not isinstance(raw, dict)
        or set(raw) != {"rows", "bytes", "sha256"}
        or any(type(raw[key]) is not int or raw[key] < 0 for key in ("rows", "bytes"))
        or not isinstance(raw["sha256"], str)
    ):
        raise ArchiveRefused(_not_ours())
    return Content(**raw)


def _not_ours() -> str:
    return _("This is not the archive of a club, or only part of one.")


def _unreadable(name: str, number: int) -> str:
    return _("%(file)s, line %(number)d cannot be read.") % {
        "file": isolated(name),
        "number": number,
    }
