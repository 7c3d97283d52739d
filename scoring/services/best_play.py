"""Asking for best play, and computing it in the worker."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, cast

from celery import Task, current_app
from django.db.models import F
from django.utils import timezone

from analysis import answers
from clubs.transactions import enqueue_on_commit
from scoring.models import BestPlay
from scoring.selectors.best_play import MAX_ATTEMPTS, Answer, Ask, Question

TASK = "scoring.tasks.best_play_task"
"""By name, as services do not import tasks."""
SILENT_AFTER = timedelta(seconds=60)
"""A question unanswered for so long is sent again."""


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
