"""Worker tasks for backups: each calls one service."""

from celery import shared_task

from archive import backups
from core.transactions import enqueue


@shared_task
def backup_by_clock() -> None:
    """Make a backup of the whole site."""
    backups.backup_by_clock()


@shared_task
def backup_sweep() -> None:
    """Enqueue a backup if one is due; scheduled every minute."""
    if backups.backup_is_due():
        enqueue(backup_by_clock)
