"""Tasks of numbers."""

from celery import shared_task

from stats.selectors.club_numbers import club_numbers_sweep


@shared_task
def numbers_sweep() -> None:
    """Count the numbers of clubs with many hands, so that no page waits for them."""
    club_numbers_sweep()
