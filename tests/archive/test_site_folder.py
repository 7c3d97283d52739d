"""The folder of a static site: replaced as a whole, and nothing of others is touched."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive.site_folder import MARKER, SiteChanges, SiteFolderError, site_write
from archive.site_pages import SiteFile
from core.system import lock_take

SITE: list[SiteFile] = [("index.html", b"all"), ("events/1.html", b"one")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "site"


def paths(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_files_are_written_kept_with_their_time_and_removed(folder: Path) -> None:
    assert site_write(folder, SITE, club="elm") == SiteChanges(2, 0, 0)
    os.utime(folder / "index.html", (1, 1))
    assert site_write(folder, [SITE[0], ("new.html", b"")], club="elm") == SiteChanges(1, 1, 1)
    assert paths(folder) == {"index.html", "new.html", MARKER}
    assert (folder / "index.html").stat().st_mtime == 1
    assert list(folder.parent.iterdir()) == [folder]


def test_a_page_that_somebody_changed_is_written_again(folder: Path) -> None:
    site_write(folder, SITE, club="elm")
    (folder / "index.html").write_text("mine")
    assert site_write(folder, SITE, club="elm") == SiteChanges(1, 1, 0)
    assert (folder / "index.html").read_bytes() == b"all"


def test_a_failure_in_the_middle_leaves_the_site_as_it_was(folder: Path) -> None:
    site_write(folder, SITE, club="elm")

    def breaking() -> Iterator[SiteFile]:
        yield "index.html", b"half"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        site_write(folder, breaking(), club="elm")
    assert (folder / "index.html").read_bytes() == b"all"
    assert list(folder.parent.iterdir()) == [folder]


@pytest.mark.parametrize("swapped", [False, True])
def test_what_a_killed_process_left_is_cleared(folder: Path, swapped: bool) -> None:
    site_write(folder, SITE, club="elm")
    if swapped:  # killed between the two steps of the swap
        folder.rename(folder.with_name(".site.allmark-old"))
    left = folder.with_name(".site.allmark-new") / "events"
    left.mkdir(parents=True)
    (left / "9.html").write_text("left")
    assert site_write(folder, SITE, club="elm") == SiteChanges(0, 2, 0)
    assert paths(folder) == {"index.html", "events/1.html", MARKER}
    assert list(folder.parent.iterdir()) == [folder]


def test_two_processes_do_not_write_the_same_site(folder: Path) -> None:
    lock = lock_take(folder.with_name(".site.allmark-new.lock"))
    assert lock
    with lock, pytest.raises(SiteFolderError, match="Another process"):
        site_write(folder, SITE, club="elm")
    assert site_write(folder, SITE, club="elm") == SiteChanges(2, 0, 0)


def test_the_site_of_another_club_and_foreign_files_stay(folder: Path) -> None:
    site_write(folder, SITE, club="elm")
    with pytest.raises(SiteFolderError, match="another club: elm"):
        site_write(folder, SITE, club="oak", keep_foreign=True)
    outside = folder.parent / "outside"
    outside.mkdir()
    (folder / "events" / "link").symlink_to(outside)
    with pytest.raises(SiteFolderError, match="events/link"):
        site_write(folder, [], club="elm")
    assert site_write(folder, SITE[:1], club="elm", keep_foreign=True) == SiteChanges(0, 1, 1)
    assert (folder / "events" / "link").readlink() == outside
    (folder / MARKER).write_text("[]")
    with pytest.raises(SiteFolderError, match="damaged"):
        site_write(folder, SITE, club="elm", keep_foreign=True)


def test_a_file_is_no_folder(folder: Path) -> None:
    folder.write_text("mine")
    with pytest.raises(SiteFolderError, match="no folder"):
        site_write(folder, SITE, club="elm")
    assert folder.read_text() == "mine"
