"""``manage.py worker``: one worker alone, for sites of several processes or machines."""

import os
import socket
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from config.env import BASE
from config.management.commands.up import database_must_answer, queue_must_answer
from config.supervisor import QUEUES, worker
from core.system import become


class Command(BaseCommand):
    """Become a worker. SIGTERM lets it finish its task, then ends it."""

    help = "Run one worker alone. Start as many as there are processors, each queue at least once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--queue", action="append", choices=QUEUES, help="may be repeated")
        parser.add_argument("--name", help="tells workers of one site apart", default="")

    def handle(self, *args: Any, queue: list[str] | None, name: str, **options: Any) -> None:
        database_must_answer()
        queue_must_answer()
        queues = queue or list(QUEUES)
        taken = [each for key in queues for each in QUEUES[key]]
        wanted = worker(name or f"{'-'.join(queues)}-{socket.gethostname()}", taken)
        os.chdir(BASE)
        become(wanted.arguments)
