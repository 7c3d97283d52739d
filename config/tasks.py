"""The task that loads the demo club's history behind the site, and what all tasks share."""

from typing import Any

from celery import shared_task
from celery.signals import task_failure
from django.conf import settings
from django.db import transaction

from clubs.models import User
from config.outages import damage_note
from core.transactions import enqueue
from seeds.history import history_go_on, mark_pending
from seeds.load import demo_find, demo_load


@shared_task
def demo_task(user_id: int) -> None:
    """Load the demo club unless it is there; its history follows."""
    with transaction.atomic():
        if demo_find() is not None:
            return
        mark_pending(settings.DATA_DIR, demo_load(owner=User.objects.get(pk=user_id)))
    enqueue(demo_history_task)


@shared_task
def demo_history_task() -> None:
    """Load the next evening of the demo club's history, and enqueue itself for the one after."""
    if history_go_on(settings.DATA_DIR):
        enqueue(demo_history_task)


@task_failure.connect
def failure_note(exception: BaseException, **_: Any) -> None:
    """Note what readiness has to say of a task's failure."""
    damage_note(exception)
