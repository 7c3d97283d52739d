"""``manage.py archive_schema``: the JSON Schema of archives, as docs/archive.schema.json has it."""

import json
from typing import Any

from django.core.management import BaseCommand

from archive.kinds import schema


class Command(BaseCommand):
    """Print the schema."""

    help = "Print the JSON Schema of the lines of an archive."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(schema(), indent=2))
