"""A club's static site as one zip, or as a folder that is replaced as a whole.

The folder holds a marker that names every file written here. Anything else in it is foreign: it is
never deleted.
"""

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile

from archive.site_pages import SiteFile, site_files
from clubs.models import Club
from core.languages import calendar_of
from core.system import lock_take
from jobs.work import Report

MARKER: Final = ".allmark-site.json"
SHOWN: Final = 3
"""Foreign files that a refusal names."""


def site_zip(*, club: Club, out: IO[bytes], progress: Report) -> int:
    """Write the site in the current language as a zip; return the number of its files.

    ``progress`` is told the events and seasons done, and their total.
    """
    with calendar_of(club), ZipFile(out, "w", ZIP_DEFLATED) as package:
        for path, content in site_files(club, progress):
            package.writestr(path, content)
    return len(package.namelist())


class SiteFolderError(Exception):
    """The folder cannot take the site; the message says why."""


@dataclass(frozen=True, slots=True)
class SiteChanges:
    """How many files of a site were written, are as they were, and were removed."""

    written: int
    unchanged: int
    removed: int


def site_write(
    folder: Path, files: Iterable[SiteFile], *, club: str, keep_foreign: bool = False
) -> SiteChanges:
    """Write a site into a new folder beside this one, then let it take its place.

    Readers find the old site or the new one. A file with the same bytes keeps its time. Raises
    ``SiteFolderError`` where the folder holds foreign files, unless they are to be kept, or the
    site of another club, or where another process is writing it.
    """
    folder = folder.resolve()
    if folder.parent == folder or (folder.exists() and not folder.is_dir()):
        raise SiteFolderError(f"This is no folder for a site: {folder}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh, former = (folder.with_name(f".{folder.name}.allmark-{end}") for end in ("new", "old"))
    with _alone(fresh):
        _recover(folder, former)
        site_paths = _marked(folder, club)
        foreign = sorted(set(_present(folder)) - site_paths - {MARKER})
        if foreign and not keep_foreign:
            more = f" and {len(foreign) - SHOWN} more" if len(foreign) > SHOWN else ""
            raise SiteFolderError(
                f"The folder holds files that are not of this site: "
                f"{', '.join(foreign[:SHOWN])}{more}. Choose another, or keep them with --force."
            )
        written, unchanged = _fill(fresh, folder, files)
        removed = site_paths - written - unchanged
        if not (written or removed):
            shutil.rmtree(fresh)
            return SiteChanges(0, len(unchanged), 0)
        marker = {"club": club, "files": sorted(written | unchanged)}
        (fresh / MARKER).write_text(json.dumps(marker, indent=0) + "\n")
        for path in foreign:
            _carry_over(folder / path, fresh / path)
        if folder.exists():
            shutil.copymode(folder, fresh)
            folder.rename(former)
        fresh.rename(folder)
        shutil.rmtree(former, ignore_errors=True)
    return SiteChanges(len(written), len(unchanged), len(removed))


@contextmanager
def _alone(fresh: Path) -> Iterator[None]:
    """Hold an empty new folder alone; delete what is left of it at the end.

    The lock ends with the process. Leftovers of a killed process are deleted.
    """
    beside = fresh.with_name(f"{fresh.name}.lock")
    if (lock := lock_take(beside)) is None:
        raise SiteFolderError("Another process is writing this site.")
    with lock:
        try:
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir()
            yield
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
            with suppress(OSError):  # Windows keeps a file that is open
                beside.unlink()


def _recover(folder: Path, former: Path) -> None:
    """Finish what a process that was killed between two steps has left."""
    if former.exists() and not folder.exists():
        former.rename(folder)
    elif former.exists():
        shutil.rmtree(former)


def _marked(folder: Path, club: str) -> set[str]:
    """Return the paths in the marker; none without a marker."""
    try:
        marker = json.loads((folder / MARKER).read_text())
        owner, paths = str(marker["club"]), set(map(str, marker["files"]))
    except FileNotFoundError:
        return set()
    except (ValueError, LookupError, TypeError) as error:
        raise SiteFolderError(f"The marker {MARKER} in the folder is damaged.") from error
    if owner != club:
        raise SiteFolderError(f"The folder holds the site of another club: {owner}")
    return paths


def _present(folder: Path) -> Iterator[str]:
    """Yield the path of everything in a folder that is no folder itself."""
    for place, folders, names in os.walk(folder):
        links = (name for name in folders if Path(place, name).is_symlink())
        for name in (*names, *links):
            yield Path(place, name).relative_to(folder).as_posix()


def _fill(fresh: Path, folder: Path, files: Iterable[SiteFile]) -> tuple[set[str], set[str]]:
    """Write the files; return the paths of those that differ from before, and of the others."""
    written, unchanged = set[str](), set[str]()
    for path, content in files:
        target, before = fresh / path, folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if _holds(before, content):
            _carry_over(before, target)
            unchanged.add(path)
        else:
            target.write_bytes(content)
            written.add(path)
    return written, unchanged


def _holds(file: Path, content: bytes) -> bool:
    if file.is_symlink() or not file.is_file():
        return False
    return file.stat().st_size == len(content) and file.read_bytes() == content


def _carry_over(before: Path, target: Path) -> None:
    """Let a file be in the new folder too, where nothing is in its place."""
    if os.path.lexists(target):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(before, target, follow_symlinks=False)
    except OSError:  # no hard links on this disk
        shutil.copy2(before, target, follow_symlinks=False)
