"""``manage.py publish``: what a club shows in public, as a static site in a folder."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import translation

from archive.site_folder import SiteFolderError, site_write
from archive.site_pages import site_files
from clubs.models import Club
from core.languages import calendar_of

STEP = 50
"""Events and seasons between two lines of progress."""


class Command(BaseCommand):
    """Write the site; print how many files were written, unchanged and removed."""

    help = "Write the public pages of a club as plain HTML that any web space serves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club's short name in addresses")
        parser.add_argument("folder", type=Path, help="the folder of the site, new or written so")
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            help="the language of the pages; the club's without it",
        )
        parser.add_argument(
            "--force", action="store_true", help="keep foreign files in the folder, and go on"
        )

    def handle(
        self,
        *args: Any,
        club: str,
        folder: Path,
        language: str | None,
        force: bool,
        **options: Any,
    ) -> None:
        source = Club.objects.filter(slug=club).first()
        if source is None:
            raise CommandError(f"There is no club at “{club}”.")
        with calendar_of(source), translation.override(language or source.language):
            files = site_files(source, self._report)
            try:
                done = site_write(folder, files, club=source.slug, keep_foreign=force)
            except (SiteFolderError, OSError) as error:
                raise CommandError(f"Nothing was published: {error}") from error
        self.stdout.write(
            f"{folder.resolve()}: {done.written} files written, {done.unchanged} unchanged, "
            f"{done.removed} removed"
        )

    def _report(self, done: int, total: int) -> None:
        if done and done % STEP == 0:
            self.stdout.write(f"{done} of {total} events and seasons")
