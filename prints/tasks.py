"""Worker tasks for prints: each loads by key and calls one service."""

from uuid import UUID

from celery import shared_task

from core.transactions import enqueue
from prints import orders
from prints.registry import MAKERS


@shared_task
def document_make(document_id: str) -> None:
    """Make one ordered document."""
    orders.document_make(document_id=UUID(document_id), makers=MAKERS)


@shared_task
def documents_sweep() -> None:
    """Send work again that no worker seems to do; scheduled every few seconds."""
    for document_id in orders.documents_stuck():
        enqueue(document_make, str(document_id))
