"""Worker tasks for recorded hands: each loads by key and calls one service."""

from celery import shared_task

from core.transactions import enqueue
from scoring.services.best_play import best_play_ask_next, best_play_compute, best_play_stuck
from scoring.services.numbers import numbers_due


@shared_task
def best_play_task(digest: str) -> None:
    """Compute one answer."""
    best_play_compute(digest=digest)


@shared_task
def best_play_sweep() -> None:
    """Send unanswered questions again; scheduled every few seconds."""
    for digest in best_play_stuck():
        enqueue(best_play_task, digest)


@shared_task
def known_deals_sweep() -> None:
    """Count answered deals, then ask about more; scheduled every half minute."""
    numbers_due()
    best_play_ask_next()
