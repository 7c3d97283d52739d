"""Worker tasks for recorded hands: each loads by key and calls one service."""

from celery import shared_task

from core.transactions import enqueue
from scoring.models import KnownDeal
from scoring.services.best_play import (
    best_play_ask_next,
    best_play_compute,
    best_play_stuck,
    deals_to_do,
    deals_want,
)
from scoring.services.numbers import numbers_due


@shared_task
def best_play_task(digest: str) -> None:
    """Compute one answer; go on with the deals that somebody waits for."""
    best_play_compute(digest=digest)
    known_deals_go_on()


@shared_task
def best_play_sweep() -> None:
    """Send unanswered questions again, and go on where a worker died; by the clock."""
    for digest in best_play_stuck():
        enqueue(best_play_task, digest)
    if deals_to_do():
        enqueue(known_deals_go_on)


@shared_task
def deals_compare(player_id: int, game: str) -> None:
    """Compare a player's bids in a game with best play, because somebody looks at them."""
    if deals_want(KnownDeal.objects.filter(declarer=player_id, match__game=game)):
        known_deals_go_on()


@shared_task
def known_deals_go_on() -> None:
    """Count answered deals, then ask about more that are wanted."""
    numbers_due()
    best_play_ask_next()
