"""What the worker does for webhooks: each task loads by key and calls one service."""

from contextlib import suppress

from celery import shared_task

from core.transactions import RowGone, enqueue
from feeds import webhooks
from feeds.changes import changes_clear, changes_number


@shared_task
def webhook_send(webhook_id: int) -> None:
    """Send what is due to one webhook."""
    webhooks.webhook_send(webhook_id=webhook_id)


@shared_task
def webhooks_sweep() -> None:
    """Make deliveries of new changes, and send for what is due; the beat asks every few seconds."""
    behind = list(webhooks.webhooks_behind().values_list("pk", "club"))
    for club_id in {club_id for _pk, club_id in behind}:
        changes_number(club_id)
    for pk, _club_id in behind:
        with suppress(RowGone):
            webhooks.deliveries_make(webhook_id=pk)
    for webhook_id in webhooks.webhooks_claim():
        enqueue(webhook_send, webhook_id)


@shared_task
def feeds_clear() -> None:
    """Forget old changes and deliveries; the beat asks every hour."""
    changes_clear()
    webhooks.deliveries_clear()
