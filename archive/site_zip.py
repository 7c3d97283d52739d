"""A club's static site as one file."""

from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from archive.site_pages import site_files
from clubs.languages import read_as_club
from clubs.models import Club
from prints.jobs import ProgressCallback


def site_zip(*, club: Club, out: IO[bytes], progress: ProgressCallback) -> int:
    """Write the site in the current language as a zip; return the number of its files.

    ``progress`` is told the events and seasons done, and their total.
    """
    read_as_club(club)
    with ZipFile(out, "w", ZIP_DEFLATED) as package:
        for path, content in site_files(club, progress):
            package.writestr(path, content)
    return len(package.namelist())
