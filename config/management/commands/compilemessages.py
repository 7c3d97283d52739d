"""``compilemessages`` without the tools of gettext, which the machines of users do not have."""

from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand


class Command(BaseCommand):
    """Compile every catalogue of the project for gettext; fuzzy messages stay English."""

    help = "Compile the project's catalogues."

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for catalogue in sorted(folder.glob("*/LC_MESSAGES/*.po")):
                polib.pofile(str(catalogue)).save_as_mofile(str(catalogue.with_suffix(".mo")))
