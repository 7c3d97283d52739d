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
from scoring.selectors.best_play import MAX_ATTEMPTS, Answer, Ask, Question, Record, question_of

TASK = "scoring.tasks.best_play_task"
"""By name, as services do not import tasks."""
SILENT_AFTER = timedelta(seconds=60)
"""A question unanswered for so long is sent again."""


def best_play_ask(questions: Iterable[Question | None]) -> dict[str, Answer]:
    """Return the answers there are, by digest, and have the worker compute the others.

    What was asked before is not enqueued again; what was given up is answered as refused. Three
    queries at most.
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
    """The answer; a refusal where it was begun too often, None where it is on its way."""
    if row.answer is None and row.attempts >= MAX_ATTEMPTS:
        return {"ok": False, "problems": []}
    return row.answer


def best_play_ask_of(record: Record | None) -> None:
    """Ask everything about a hand that was just written, so that it is there when it is wanted."""
    if record:
        best_play_ask(question_of(ask, record) for ask in Ask)


def best_play_compute(*, digest: str) -> None:
    """Compute one answer, unless it is there. Holds no transaction while it computes."""
    row = BestPlay.objects.filter(digest=digest, answer__isnull=True).first()
    if row is None:
        return
    BestPlay.objects.filter(pk=digest).update(attempts=F("attempts") + 1, asked_at=timezone.now())
    compute = answers.walk if row.question["ask"] == Ask.WALK else answers.makeable
    answer = compute(row.question["record"])
    BestPlay.objects.filter(pk=digest).update(answer=answer)


def best_play_stuck() -> list[str]:
    """The digests of questions that nobody seems to work on, the oldest first; they count as asked
    now. A hundred at most."""
    silent = timezone.now() - SILENT_AFTER
    rows = BestPlay.objects.filter(
        answer__isnull=True, attempts__lt=MAX_ATTEMPTS, asked_at__lt=silent
    )
    found = list(rows.order_by("asked_at").values_list("digest", flat=True)[:100])
    if found:
        BestPlay.objects.filter(pk__in=found).update(asked_at=timezone.now())
    return found
