"""Worker tasks for archives: each loads by key and calls one service."""

from uuid import UUID

from celery import shared_task

from archive import arrivals, backups, orders
from core.transactions import enqueue


@shared_task
def archive_make(archive_id: str) -> None:
    """Make one ordered archive."""
    orders.archive_make(archive_id=UUID(archive_id))


@shared_task
def arrival_work(arrival_id: str) -> None:
    """Look at one archive that arrived, or read it."""
    arrivals.arrival_work(arrival_id=UUID(arrival_id))


@shared_task
def archives_sweep() -> None:
    """Send work again that no worker is doing; scheduled every few seconds."""
    for archive_id in orders.archives_stuck():
        enqueue(archive_make, str(archive_id))
    for arrival_id in arrivals.arrivals_stuck():
        enqueue(arrival_work, str(arrival_id))


@shared_task
def archives_clear() -> None:
    """Delete unread uploads; scheduled every hour."""
    arrivals.arrivals_clear()


@shared_task
def backup_by_clock() -> None:
    """Make a backup of the whole site."""
    backups.backup_by_clock()


@shared_task
def backup_sweep() -> None:
    """Enqueue a backup if one is due; scheduled every minute."""
    if backups.backup_is_due():
        enqueue(backup_by_clock)
