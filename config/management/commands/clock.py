"""``manage.py clock``: the clock alone, for sites of several processes or machines."""

import os
from typing import Any

from django.core.management import BaseCommand

from config.env import BASE
from config.management.commands.up import queue_must_answer
from config.supervisor import CLOCK
from core.system import become


class Command(BaseCommand):
    """Become the clock. One is enough; a second sends each sweep twice, which harms nothing."""

    help = "Run the clock alone, which sends workers to look for work."

    def handle(self, *args: Any, **options: Any) -> None:
        queue_must_answer()
        os.chdir(BASE)
        become(CLOCK)
