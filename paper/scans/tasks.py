"""What the worker does by the clock."""

from celery import shared_task

from paper.scans import services


@shared_task
def pictures_clear() -> None:
    """Delete pictures that clubs keep no longer; scheduled every hour."""
    services.pictures_clear()
