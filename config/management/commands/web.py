"""``manage.py web``: the web server alone, for sites of several processes or machines."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from config.env import BASE
from config.management.commands.up import database_must_answer, port_must_be_free, port_number
from config.observing import counts_begin
from config.supervisor import web
from core.figures import read_whole
from core.system import become


class Command(BaseCommand):
    """Run the web server. On SIGTERM it answers the requests it has begun, then ends."""

    help = "Run the web server alone. Migrate first, and collect the static files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=port_number, default=os.environ.get("PORT") or "8000")
        parser.add_argument("--workers", type=_workers, default=2, help="processes, 1 to 64")

    def handle(self, *args: Any, host: str, port: int, workers: int, **options: Any) -> None:
        port_must_be_free(host, port)
        database_must_answer()
        counts_begin()
        os.chdir(BASE)
        become(web(host=host, port=port, workers=workers).arguments)


def _workers(text: str) -> int:
    number = read_whole(text, least=1, most=64)
    if number is None:
        raise ValueError
    return number
