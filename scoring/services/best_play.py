"""Asking for best play, and computing it in the worker."""

import random
from collections.abc import Collection, Iterable
from datetime import timedelta
from itertools import chain, islice, zip_longest
from typing import Final

from django.core.cache import caches
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from clubs.models import Club, Player
from core.transactions import enqueue, enqueue_on_commit
from engine.analysis import answers
from scoring.models import BestPlay, DealState, KnownDeal
from scoring.selectors.best_play import MAX_ATTEMPTS, Answer, Ask, BestPlayQuestion, question_of
from scoring.selectors.numbers import CACHE

SILENT_AFTER = timedelta(seconds=60)
"""A question unanswered for so long is sent again."""
TURNS_WITHIN: Final = timedelta(minutes=10)
"""A club that has had no turn for so long is as if it never had one."""
DEALS: Final = 3
"""Known deals asked about at once: seconds of work, up to a minute in the slowest game."""


def best_play_ask(questions: Iterable[BestPlayQuestion | None], *, club: Club) -> dict[str, Answer]:
    """Return known answers by digest, and have the worker compute the others for the club.

    Pending questions are not enqueued again; abandoned ones are answered as refused. At most three
    queries.
    """
    by_digest = {question.digest: question for question in questions if question}
    rows = BestPlay.objects.filter(digest__in=by_digest).defer("question") if by_digest else ()
    known: dict[str, Answer | None] = {row.digest: answer_of(row) for row in rows}
    if new := [question for digest, question in by_digest.items() if digest not in known]:
        now = timezone.now()
        BestPlay.objects.bulk_create(
            [
                BestPlay(digest=question.digest, question=question.as_json, club=club, asked_at=now)
                for question in new
            ],
            ignore_conflicts=True,
        )
        for question in new:
            enqueue_on_commit("scoring.tasks.best_play_task", question.digest)
    return {digest: answer for digest, answer in known.items() if answer is not None}


def answer_of(row: BestPlay) -> Answer | None:
    """Return the answer; a refusal after too many attempts, None while it is pending."""
    if row.answer is None and row.attempts >= MAX_ATTEMPTS:
        return {"ok": False, "problems": []}
    return row.answer


def best_play_compute(*, digest: str) -> None:
    """Compute the answer whose turn it is when the message of this question arrives.

    There are as many messages as questions, so a club that asks many makes nobody wait for more
    than one of them. Holds no transaction while it computes.
    """
    row = BestPlay.objects.filter(digest=_in_turn(digest), answer__isnull=True).first()
    if row is None:
        return
    now = timezone.now()
    BestPlay.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1, asked_at=now)
    compute = answers.walk if row.question["ask"] == Ask.WALK else answers.makeable
    answer = compute(row.question["record"])
    BestPlay.objects.filter(pk=row.pk).update(answer=answer)
    KnownDeal.objects.filter(digest=row.pk).update(state=DealState.DUE)


def _in_turn(digest: str) -> str:
    """Return the question to answer when the message of this one arrives.

    Of the clubs whose questions wait, that whose last one was begun longest ago, and its oldest
    question. A question that was begun before, by a worker that died, is answered by its own
    message.
    """
    unanswered = BestPlay.objects.filter(answer__isnull=True)
    if unanswered.filter(pk=digest, attempts__gt=0).exists():
        return digest
    waiting = unanswered.filter(attempts=0).order_by("asked_at").values_list("club", "pk")
    oldest: dict[int | None, str] = {}
    for club, pk in waiting:
        oldest.setdefault(club, pk)
    since = timezone.now() - TURNS_WITHIN
    begun = BestPlay.objects.filter(club__in=oldest, asked_at__gt=since, attempts__gt=0)
    last = dict(begun.order_by().values_list("club").annotate(last=Max("asked_at")))
    next_club = min(oldest, key=lambda club: last.get(club, since), default=None)
    return oldest.get(next_club, digest)


def deals_want(deals: "QuerySet[KnownDeal]") -> bool:
    """Want best play of those of these deals that wait; return whether there are any."""
    return bool(deals.filter(state=DealState.WAITING).update(state=DealState.WANTED))


def deals_compare_ask(*, player: Player, game: str) -> None:
    """Have the worker compare a player's bids in a game with best play; at most once a minute."""
    if caches[CACHE].add(f"compare:{player.pk}:{game}", True, 60):  # noqa: FBT003 a value
        enqueue("scoring.tasks.deals_compare", player.pk, game)


def deals_compare_of(*, match_ids: Collection[int]) -> None:
    """Have the worker compare all bids of matches whose deals have become known."""
    if deals_want(KnownDeal.objects.filter(match__in=match_ids)):
        enqueue("scoring.tasks.known_deals_go_on")


def deals_to_do() -> bool:
    """Whether there are known deals to ask about or to count, and no question is unanswered."""
    return (
        KnownDeal.objects.filter(state__in=(DealState.WANTED, DealState.DUE)).exists()
        and not _unanswered().exists()
    )


def best_play_ask_next() -> None:
    """Ask for best play of wanted deals that are not answered yet, of each club in turn.

    Does nothing while a question is unanswered, so that people wait behind a few deals at most.
    """
    if _unanswered().exists():
        return
    wanted = KnownDeal.objects.filter(state=DealState.WANTED)
    clubs = list(wanted.order_by().values_list("club", flat=True).distinct())
    newest = [
        wanted.filter(club=club).order_by("-hand").select_related("hand", "club")[:DEALS]
        for club in random.sample(clubs, min(DEALS, len(clubs)))
    ]
    in_turn = chain.from_iterable(zip_longest(*newest))
    chosen = list(islice((deal for deal in in_turn if deal), DEALS))
    known: list[str] = []
    for deal in chosen:
        assert deal.hand.record
        question = question_of(Ask.MAKEABLE, deal.hand.record)
        known += best_play_ask([question], club=deal.club)
    # Computed between the moment when a hand looked for its answer and its commit, or given up.
    KnownDeal.objects.filter(digest__in=known, state=DealState.WANTED).update(state=DealState.DUE)


def _unanswered() -> "QuerySet[BestPlay]":
    return BestPlay.objects.filter(answer__isnull=True, attempts__lt=MAX_ATTEMPTS)


def best_play_stuck() -> list[str]:
    """Return the digests of questions that no worker seems to handle, oldest first, and mark them
    as asked now. At most a hundred.
    """
    silent = timezone.now() - SILENT_AFTER
    rows = _unanswered().filter(asked_at__lt=silent)
    digests = list(rows.order_by("asked_at").values_list("digest", flat=True)[:100])
    if digests:
        BestPlay.objects.filter(pk__in=digests).update(asked_at=timezone.now())
    return digests
