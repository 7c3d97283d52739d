"""What the worker does for scoring: each task loads by key and calls one service."""

from uuid import UUID

from celery import shared_task

from scoring.services import documents
from scoring.services.makers import MAKERS
from scoring.services.queueing import hint


@shared_task(name="scoring.tasks.document_make")
def document_make(document_id: str) -> None:
    """Make one ordered document."""
    documents.document_make(document_id=UUID(document_id), makers=MAKERS)


def documents_sweep() -> None:
    """Send again what no worker is seen to work on."""
    for document_id in documents.documents_stuck():
        hint(document_make, str(document_id))
