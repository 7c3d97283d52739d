"""``manage.py numbers``: rebuild the rows of statistics after a measure has changed."""

from typing import Any

from django.core.management import BaseCommand

from clubs.models import Club
from scoring.services.numbers import numbers_rebuild


class Command(BaseCommand):
    """Rebuild the rows of statistics, a hundred matches per transaction."""

    help = "Write what is counted of the hands of all clubs anew, while the site runs."

    def handle(self, *args: Any, **options: Any) -> None:
        for club in Club.objects.order_by("pk"):
            numbers_rebuild(club)
            self.stdout.write(club.name)
