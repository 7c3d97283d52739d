"""``manage.py clock``: the clock alone, for sites of several processes or machines."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from config.management.commands.up import queue_must_answer
from config.supervisor import become, clock


class Command(BaseCommand):
    """Become the clock. One is enough; a second sends each sweep twice, which harms nothing."""

    help = "Run the clock alone, which sends workers to look for work."

    def handle(self, *args: Any, **options: Any) -> None:
        queue_must_answer()
        become(clock(settings.DATA_DIR))
