"""``makemessages`` that also collects the rule book's sentences, and changes nothing else.

``rules/`` knows no translation: its sentences are the third argument of ``problem()``.
"""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

DATE = re.compile(r'"POT-Creation-Date:[^"]*"\n')


class Command(makemessages.Command):
    """Django's command with one more keyword for xgettext, and without the time of day."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=problem:3"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect from all but the tests, then drop the date: only messages change a catalogue."""
        options["ignore_patterns"] = [*options.get("ignore_patterns", []), "tests/*"]
        super().handle(*args, **options)
        for folder in settings.LOCALE_PATHS:
            for catalogue in Path(folder).glob("*/LC_MESSAGES/*.po"):
                catalogue.write_text(DATE.sub("", catalogue.read_text()))
