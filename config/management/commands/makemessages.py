"""``makemessages`` that also collects the texts of packages which know no translation.

The sentences of ``rules/`` are the third argument of ``problem()``, the words of
``engine/standings/`` and ``engine/pairings/`` those of ``phrase()``: a text, or a context and a
text.
"""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

DATE = re.compile(r'"POT-Creation-Date:[^"]*"\n')


class Command(makemessages.Command):
    """Django's command with more keywords for xgettext, and without the time of day."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *("--keyword=problem:3", "--keyword=phrase:1,1t", "--keyword=phrase:1c,2,2t"),
    ]

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect from all but the tests, then drop the date: only messages change a catalogue."""
        options["ignore_patterns"] = [*options.get("ignore_patterns", []), "tests/*"]
        super().handle(*args, **options)
        for folder in settings.LOCALE_PATHS:
            for catalogue in Path(folder).glob("*/LC_MESSAGES/*.po"):
                catalogue.write_text(DATE.sub("", catalogue.read_text()))
