"""Worker tasks: each loads by key and calls one service."""

from uuid import UUID

from celery import shared_task

from core.transactions import enqueue
from scans import services


@shared_task
def reading_make(reading_id: str) -> None:
    """Read the pictures of an order."""
    services.reading_make(reading_id=UUID(reading_id))


@shared_task
def readings_sweep() -> None:
    """Send readings again that no worker seems to do; scheduled every few seconds."""
    for reading_id in services.readings_stuck():
        enqueue(reading_make, str(reading_id))
