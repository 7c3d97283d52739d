"""``manage.py backup``: a consistent copy of the database, made while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from archive.backups import BackupError, backup_folder, backup_make


class Command(BaseCommand):
    """Copy the database into a new file; print its path."""

    help = "Copy the whole database into one file, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="a new file; else one in the folder of backups"
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        path = (file or _named_by_the_clock()).resolve()
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            backup_make(path)
        except (BackupError, OSError) as error:
            raise CommandError(f"No backup was made: {error}") from error
        self.stdout.write(str(path))


def _named_by_the_clock() -> Path:
    end = "sqlite3" if connection.vendor == "sqlite" else "dump"
    return backup_folder() / f"allmark-{timezone.localtime():%Y-%m-%d-%H%M%S}.{end}"
