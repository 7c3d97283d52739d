"""``manage.py unarchive``: read the archive of a club into a new club."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from archive.package import ArchiveRefused
from archive.reading import archive_preview, archive_read
from clubs.models import User


class Command(BaseCommand):
    """Read an archive, completely or not at all; print differences from this program's values."""

    help = "Read the archive of a club into a new club: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--as", dest="slug", default="", help="another short name in addresses for the club"
        )
        parser.add_argument("--look", action="store_true", help="say what it holds, read nothing")
        parser.add_argument("--owner", default="", help="a user name: becomes an owner of the club")

    def handle(
        self, *args: Any, file: Path, slug: str, owner: str, look: bool, **options: Any
    ) -> None:
        if look:
            return self._look(file)
        user = User.objects.filter(username=owner).first()
        if owner and user is None:
            raise CommandError(f"Nobody here has the user name “{owner}”.")
        try:
            with file.open("rb") as opened:
                arrived = archive_read(file=opened, slug=slug, owner=user)
        except (ArchiveRefused, OSError) as error:
            raise CommandError(f"Nothing was read: {error}") from error
        for difference in arrived.differences:
            self.stdout.write(str(difference))
        if arrived.without_account:
            names = ", ".join(arrived.without_account)
            self.stdout.write(f"Without an account here, kept as names: {names}")
        counts = f"{arrived.rows} rows, {arrived.difference_count} differences"
        self.stdout.write(f"{arrived.club.name} at “{arrived.club.slug}”: {counts}")
        return None

    def _look(self, file: Path) -> None:
        """Show the manifest and the club's own row, without reading the rest."""
        try:
            with file.open("rb") as opened:
                preview = archive_preview(opened)
        except (ArchiveRefused, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{preview.name} at “{preview.slug}”, by Allmark {preview.program}")
        for label, rows in preview.rows.items():
            self.stdout.write(f"{rows:>9} {label}")
