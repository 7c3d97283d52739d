"""``manage.py archive``: a whole club in one file, made while the site runs."""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from archive.writing import archive_write
from clubs.models import Club


class Command(BaseCommand):
    """Write a club into a new file; print its path and the number of rows."""

    help = "Write a whole club into one file, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's short name in addresses")
        parser.add_argument("file", type=Path, help="a new file, as club.allmark")

    def handle(self, *args: Any, club: str, file: Path, **options: Any) -> None:
        source = Club.objects.filter(slug=club).first()
        if source is None:
            raise CommandError(f"There is no club at “{club}”.")
        path = file.resolve()
        if path.exists():
            raise CommandError(f"There is a file already: {path}")
        part: Path | None = None
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as out:
                part = Path(out.name)
                rows = archive_write(club=source, out=out)
            part.replace(path)
        except OSError as error:
            raise CommandError(f"No archive was made: {error}") from error
        finally:
            if part is not None:
                part.unlink(missing_ok=True)
        self.stdout.write(f"{path}: {rows} rows")
