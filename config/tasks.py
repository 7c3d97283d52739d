"""The task that loads the demo club's history behind the site."""

from celery import shared_task
from django.conf import settings

from clubs.transactions import enqueue
from seeds.history import history_go_on


@shared_task
def demo_history_task() -> None:
    """Load the next evening of the demo club's history, and enqueue itself for the one after."""
    if history_go_on(settings.DATA_DIR):
        enqueue(demo_history_task)
