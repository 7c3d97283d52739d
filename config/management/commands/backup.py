"""``manage.py backup``: a consistent copy of the database, made while the site runs."""

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import OperationalError, connection
from django.utils import timezone


class Command(BaseCommand):
    """Copy the database into a new file; print its path."""

    help = "Copy the whole database into one file, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="a new file; else one in backups/ of the data folder"
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This database is kept by PostgreSQL: use pg_dump.")
        path = (file or _named_by_the_clock()).resolve()
        if path.exists():
            raise CommandError(f"There is a file already: {path}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(path)])
        except (OperationalError, OSError) as error:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            raise CommandError(f"No backup was made: {error}") from error
        self.stdout.write(str(path))


def _named_by_the_clock() -> Path:
    now = timezone.localtime()
    return Path(settings.DATA_DIR) / "backups" / f"allmark-{now:%Y-%m-%d-%H%M%S}.sqlite3"
