"""``manage.py restored``: the step after ``pg_restore``; ``restore`` takes it by itself."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand
from django.db import connection, transaction

from config.numbers import advancing


class Command(BaseCommand):
    """Give out no number again that was given out after the backup."""

    help = "After pg_restore: give out no number a second time."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--name", help="another database of the server in DATABASE_URL")

    def handle(self, *args: Any, name: str | None, **options: Any) -> None:
        if name:
            connection.close()
            connection.settings_dict["NAME"] = name
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in advancing(connection.vendor):
                cursor.execute(statement)
        self.stdout.write("New rows and versions get numbers that were never given out before.")
