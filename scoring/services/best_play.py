"""Asking for best play, and computing it in the worker."""

import random
from collections.abc import Iterable
from datetime import timedelta
from itertools import chain, islice, zip_longest
from typing import Any, Final, cast

from celery import Task, current_app
from django.db.models import F
from django.utils import timezone

from analysis import answers
from clubs.transactions import enqueue_on_commit
from scoring.models import BestPlay, DealState, KnownDeal
from scoring.selectors.best_play import MAX_ATTEMPTS, Answer, Ask, Question, question_of

TASK = "scoring.tasks.best_play_task"
"""By name, as services do not import tasks."""
SILENT_AFTER = timedelta(seconds=60)
"""A question unanswered for so long is sent again."""
DEALS: Final = 5
"""Known deals asked about at once: seconds of work in Texas 42, a minute or two in Pandoeren."""


def best_play_ask(questions: Iterable[Question | None]) -> dict[str, Answer]:
    """Return known answers by digest, and have the worker compute the others.

    Pending questions are not enqueued again; abandoned ones are answered as refused. At most three
    queries.
    """
    asked = {question.digest: question for question in questions if question}
    rows = BestPlay.objects.filter(digest__in=asked).defer("question") if asked else ()
    known: dict[str, Answer | None] = {row.digest: answer_of(row) for row in rows}
    if new := [question for digest, question in asked.items() if digest not in known]:
        now = timezone.now()
        BestPlay.objects.bulk_create(
            [BestPlay(digest=one.digest, question=one.kept, asked_at=now) for one in new],
            ignore_conflicts=True,
        )
        for question in new:
            enqueue_on_commit(cast("Task[Any, Any]", current_app.signature(TASK)), question.digest)
    return {digest: answer for digest, answer in known.items() if answer is not None}


def answer_of(row: BestPlay) -> Answer | None:
    """Return the answer; a refusal after too many attempts, None while it is pending."""
    if row.answer is None and row.attempts >= MAX_ATTEMPTS:
        return {"ok": False, "problems": []}
    return row.answer


def best_play_compute(*, digest: str) -> None:
    """Compute one answer, unless it exists. Holds no transaction while it computes."""
    row = BestPlay.objects.filter(digest=digest, answer__isnull=True).first()
    if row is None:
        return
    BestPlay.objects.filter(pk=digest).update(attempts=F("attempts") + 1, asked_at=timezone.now())
    compute = answers.walk if row.question["ask"] == Ask.WALK else answers.makeable
    answer = compute(row.question["record"])
    BestPlay.objects.filter(pk=digest).update(answer=answer)
    KnownDeal.objects.filter(digest=digest).update(state=DealState.DUE)


def best_play_ask_next() -> None:
    """Ask for best play of known deals that are not answered yet, of each club in turn.

    Does nothing while a question is unanswered, so that people wait behind a few deals at most.
    """
    if BestPlay.objects.filter(answer__isnull=True, attempts__lt=MAX_ATTEMPTS).exists():
        return
    waiting = KnownDeal.objects.filter(state=DealState.WAITING)
    clubs = list(waiting.order_by().values_list("club", flat=True).distinct())
    newest = [
        waiting.filter(club=club).order_by("-hand").select_related("hand")[:DEALS]
        for club in random.sample(clubs, min(DEALS, len(clubs)))
    ]
    in_turn = chain.from_iterable(zip_longest(*newest))
    chosen = list(islice((deal for deal in in_turn if deal), DEALS))
    known = best_play_ask(
        question_of(Ask.MAKEABLE, deal.hand.record) for deal in chosen if deal.hand.record
    )
    # Computed between the moment when a hand looked for its answer and its commit, or given up.
    KnownDeal.objects.filter(digest__in=known, state=DealState.WAITING).update(state=DealState.DUE)


def best_play_stuck() -> list[str]:
    """Return the digests of questions that no worker seems to handle, oldest first, and mark them
    as asked now. At most a hundred.
    """
    silent = timezone.now() - SILENT_AFTER
    rows = BestPlay.objects.filter(
        answer__isnull=True, attempts__lt=MAX_ATTEMPTS, asked_at__lt=silent
    )
    found = list(rows.order_by("asked_at").values_list("digest", flat=True)[:100])
    if found:
        BestPlay.objects.filter(pk__in=found).update(asked_at=timezone.now())
    return found
