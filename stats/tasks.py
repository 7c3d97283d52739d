"""Tasks of numbers."""

from contextlib import suppress

from celery import shared_task
from django.utils.translation import override

from clubs.models import Club
from core.transactions import RowGone, get_or_gone
from stats.selectors.club_numbers import club_numbers_recount


@shared_task
def numbers_recount(club_id: int, game: str, language: str) -> None:
    """Count the numbers of a club that somebody looks at and in which something has changed."""
    with suppress(RowGone), override(language):
        club_numbers_recount(get_or_gone(Club.objects.all(), club_id), game)
