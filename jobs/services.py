"""Jobs ordered, done, cancelled, repeated, cleared away.

The row is authoritative. Only the worker that holds the lock of a job's file does the job; the
lock ends with its process, and a job without one is done again.
"""

import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connections, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.models import Club, Membership, User
from clubs.roles import Right
from core.languages import calendar_of
from core.system import CAN_FORK
from core.text import isolated
from core.transactions import enqueue_on_commit, get_or_gone
from jobs.child import Budget, BudgetExceededError, Exceeded, Fork
from jobs.kinds import KINDS, JobKind, JobRefused, Result, kind_of
from jobs.models import OPEN_STATES, Job, JobState
from jobs.work import CancelledError, Report, Work, folder

logger = logging.getLogger(__name__)

SENT_AGAIN_AFTER: Final = timedelta(seconds=30)
"""So long after its message, a job that no worker is at is sent again."""
TURNS_WITHIN: Final = timedelta(hours=1)
"""How long it matters which club a job was done for last."""
MAX_ATTEMPTS: Final = 3
TITLE: Final = 200
ERROR: Final = 300
ORPHANS_AGE: Final = timedelta(days=1)


class JobStateError(Exception):
    """The request does not fit the job's state: a code for programs, a message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@transaction.atomic
def job_order(
    *,
    kind: str,
    requested_by: User,
    club: Club | None = None,
    title: str = "",
    parameters: dict[str, Any] | None = None,
    right: Right = Right.SEE,
    language: str = "",
    file: Path | None = None,
) -> Job:
    """Order a job, in the current language unless another is given; a worker does it.

    `right` is needed to see it. A title too long for the row is cut. `file` is what the job reads:
    it is linked to the folder of jobs, which is on the same disk; the caller removes its own name.
    """
    job = Job(
        kind=kind,
        club=club,
        title=title[:TITLE],
        parameters=parameters or {},
        language=language or translation.get_language() or settings.LANGUAGE_CODE,
        right=right.value,
        requested_by=requested_by,
        sent_at=timezone.now(),
    )
    if (lifetime := KINDS[kind].lifetime) is not None:
        job.expires_at = timezone.now() + lifetime
    if file is not None:
        job.file, job.size = f"{job.pk}{KINDS[kind].suffix}", file.stat().st_size
    job.save()
    if file is not None:
        os.link(file, job_path(job))
    job_send(job)
    return job


def job_send(job: Job) -> None:
    """Tell a worker of a job on commit; if the message is lost, the sweep sends another."""
    enqueue_on_commit("jobs.tasks.job_make", str(job.pk), queue=KINDS[job.kind].queue)


def job_path(job: Job) -> Path:
    """Where the file of a job lies."""
    return folder() / job.file


def jobs_of(membership: Membership, kinds: Iterable[str]) -> QuerySet[Job]:
    """The club's jobs of these kinds that a member may see, the newest first."""
    return _jobs(_seen_by(membership), kinds)


def jobs_seen(user: User) -> QuerySet[Job]:
    """All jobs that a user may see, the newest first: those of clubs, and own ones of no club."""
    seen = Q(club=None, requested_by=user)
    for membership in user.memberships.all():
        seen |= _seen_by(membership)
    return _jobs(seen, KINDS)


def _jobs(seen: Q, kinds: Iterable[str]) -> QuerySet[Job]:
    jobs = Job.objects.filter(seen, kind__in=kinds)
    return jobs.select_related("club", "requested_by")


def _seen_by(membership: Membership) -> Q:
    rights = [right.value for right in Right if membership.may(right)]
    return Q(club_id=membership.club_id, right__in=rights)


def jobs_changeable(jobs: Iterable[Job], user: User) -> list[Job]:
    """Return those of these jobs that a user who sees them may cancel, repeat and delete.

    Whoever ordered it may, and those who run the club's events.
    """
    runs = {row.club_id for row in user.memberships.all() if row.may(Right.RUN)}
    return [job for job in jobs if job.requested_by_id == user.pk or job.club_id in runs]


def job_cancel(*, job_id: UUID) -> None:
    """Cancel a job that is not done yet; a worker that is at it stops at its next step.

    Locks it, unless a worker is at it: on SQLite that one may hold the only lock there is.
    """
    if _is_to_be_cancelled(job_id):
        return
    with transaction.atomic():
        job = get_or_gone(Job.objects.select_for_update(), job_id)
        if not job.is_open:
            words = _("It is too late to cancel. Check its current state.")
            raise JobStateError("not_open", words)
        if _is_to_be_cancelled(job_id):
            return
        job.state, job.finished_at = JobState.CANCELLED, timezone.now()
        job.save(update_fields=["state", "finished_at"])


def _is_to_be_cancelled(pk: UUID) -> bool:
    """Ask the worker that is at a job to stop; return whether there is one."""
    work = Work(pk)
    if is_held := work.is_held:
        work.cancel()
    return is_held


@transaction.atomic
def job_retry(*, job_id: UUID) -> None:
    """Order a failed or cancelled job again. Locks it."""
    job = get_or_gone(Job.objects.select_for_update(), job_id)
    if not job.is_repeatable:
        raise JobStateError("not_closed", _("It is already being made or is ready."))
    job_order_again(job)


def job_order_again(job: Job) -> None:
    """Order a job that has ended again, with what the caller changed; the caller has locked it."""
    job.state, job.error, job.attempts = JobState.WAITING, "", 0
    job.done, job.total, job.finished_at = 0, 0, None
    job.sent_at = timezone.now()
    job.save()
    job_send(job)


@transaction.atomic
def job_delete(*, job_id: UUID) -> None:
    """Delete a job that has ended, with its file. Locks it."""
    job = get_or_gone(Job.objects.select_for_update(), job_id)
    if job.is_open:
        raise JobStateError("not_closed", _("It is being made: cancel it first."))
    if not kind_of(job).may_be_deleted(job):
        raise JobStateError("kept", _("What was read from it is part of the club and stays."))
    jobs_forget([job])


def jobs_forget(jobs: Iterable[Job]) -> None:
    """Delete jobs and, on commit, their files; a worker that is at one stops."""
    gone = list(jobs)
    Job.objects.filter(pk__in=[job.pk for job in gone]).delete()

    def clear() -> None:
        for job in gone:
            _is_to_be_cancelled(job.pk)
            if job.file:
                job_path(job).unlink(missing_ok=True)

    transaction.on_commit(clear)


# Done by a worker


def job_make(*, job_id: UUID) -> None:
    """Do a job in the language of its order: this one, or one of a club whose turn it is.

    If another worker has already done the job, its message is used for the next waiting job, so
    messages and jobs stay equal in number. A club that orders many makes others wait for one at
    most.
    """
    pk = _in_turn(job_id)
    work = Work(pk)
    with work.hold() as is_ours:
        job = _claim(pk) if is_ours else None
        if job is None:
            return
        with translation.override(job.language), calendar_of(job.club):
            _do(job, work)


def _in_turn(job_id: UUID) -> UUID:
    """Return the job to do when the message of this one arrives.

    Clubs take turns at a queue: first those for which the fewest workers are busy, then those that
    have waited longest for a turn. A user stands for a club where there is none. Within a club it
    is the job itself, or the oldest that waits.
    """
    ordered = Job.objects.filter(pk=job_id, kind__in=KINDS).first()
    if ordered is None or ordered.state == JobState.RUNNING:
        return job_id
    queue = KINDS[ordered.kind].queue
    peers = Job.objects.filter(kind__in=[key for key, k in KINDS.items() if k.queue == queue])
    waiting = list(peers.filter(state=JobState.WAITING).order_by("created_at"))
    running = peers.filter(state=JobState.RUNNING)
    busy = [_requester_of(job) for job in running.only("club", "requested_by") if job.work.is_held]
    last: dict[Requester, datetime] = {}
    begun = peers.filter(started_at__gt=timezone.now() - TURNS_WITHIN)
    for job in begun.order_by("started_at").only("club", "requested_by", "started_at"):
        last[_requester_of(job)] = job.started_at or job.created_at
    never = timezone.now() - TURNS_WITHIN
    requesters = [_requester_of(job) for job in waiting]
    first = min(requesters, key=lambda t: (busy.count(t), last.get(t, never)), default=None)
    if ordered.state == JobState.WAITING and _requester_of(ordered) == first:
        return job_id
    return next((job.pk for job in waiting if _requester_of(job) == first), job_id)


Requester = tuple[int | None, int | None]


def _requester_of(job: Job) -> Requester:
    """Return the club of the job, or the user of a job without a club."""
    return job.club_id, None if job.club_id else job.requested_by_id


@transaction.atomic
def _claim(pk: UUID) -> Job | None:
    """Claim a job whose lock is held, unless it is closed. Locks its row."""
    job = Job.objects.select_for_update(of=("self",)).select_related("club").filter(pk=pk).first()
    if job is None or not job.is_open:
        return None
    job.state, job.started_at = JobState.RUNNING, timezone.now()
    job.sent_at = job.started_at
    job.attempts += 1
    job.save(update_fields=["state", "started_at", "sent_at", "attempts"])
    return job


def _do(job: Job, work: Work) -> None:
    """Do a claimed job; whatever goes wrong is shown on it.

    Makes the file first, then swaps it in: a failed run never takes a good file away.
    """
    with tempfile.NamedTemporaryFile(
        dir=folder(), prefix=f"{job.pk}-", suffix=".part", delete=False
    ) as file:
        part = Path(file.name)
        try:
            kind = KINDS[job.kind]
            values: dict[str, Any] = {"result": _make(job, kind, file, work) or {}}
            file.flush()
            os.fsync(file.fileno())
            if size := part.stat().st_size:
                values |= {"file": f"{job.pk}{kind.suffix}", "size": size}
                part.replace(folder() / values["file"])
            if not job_finish(job, JobState.DONE, **values) and size:
                (folder() / values["file"]).unlink(missing_ok=True)  # deleted meanwhile
        except CancelledError:
            job_finish(job, JobState.CANCELLED)
        except JobRefused as error:
            job_finish(job, JobState.FAILED, error=str(error)[:ERROR])
        except Exception as error:
            logger.exception("Job %s failed", job.pk)
            words = _("It could not be made: %(error)s")
            words %= {"error": isolated(f"{type(error).__name__}: {error}")}
            job_finish(job, JobState.FAILED, error=words[:ERROR])
        finally:
            part.unlink(missing_ok=True)


def _make(job: Job, kind: JobKind, file: IO[bytes], work: Work) -> Result:
    """Do a job within the budget of its kind.

    In an open transaction it is done in this process: no other would see the job.
    """
    if (budget := kind.budget()) is None:
        return kind.make(job, file, work.report)
    if not CAN_FORK or transaction.get_connection().in_atomic_block:
        return kind.make(job, file, _report_within(budget, work))
    _connections_close()
    worker = os.getpid()

    def report(done: int, total: int) -> None:
        if os.getppid() != worker:  # which was killed: another one does the job
            os._exit(1)
        work.report(done, total)

    def make() -> Result:
        work.release_in_fork()
        try:
            return kind.make(job, file, report)
        finally:
            file.flush()
            _connections_close()

    try:
        with Fork(make, budget, work.watch) as fork:
            result: Result = fork.ask()
    except BudgetExceededError as error:
        raise JobRefused(_exceeded(error.what, budget)) from None
    return result


def _connections_close() -> None:
    """Close connections and pools, which two processes must not share."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if close_pool := getattr(connection, "close_pool", None):  # of PostgreSQL
            close_pool()


def _exceeded(what: Exceeded, budget: Budget) -> str:
    """Return the sentence that says which part of a budget was exceeded."""
    if what is Exceeded.TIME:
        words = _("It took longer than %(count)d seconds and was stopped.")
        return words % {"count": budget.seconds}
    words = _("It needed more than %(count)d MB of memory and was stopped.")
    return words % {"count": budget.memory // 2**20}


def _report_within(budget: Budget, work: Work) -> Report:
    """Return what a job reports with, which refuses it once the time of its budget is over."""
    until = time.monotonic() + budget.seconds

    def report(done: int, total: int) -> None:
        work.report(done, total)
        if time.monotonic() > until:
            raise JobRefused(_exceeded(Exceeded.TIME, budget))

    return report


def job_finish(job: Job, state: JobState, **values: Any) -> bool:
    """End a job that is still being done, with these values; return whether it was.

    A kind whose result and row must be written together calls it in its own transaction.
    """
    done, total = job.work.progress or (0, 0)
    values |= {"state": state, "finished_at": timezone.now(), "done": done, "total": total}
    return bool(Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(**values))


# Looked for by the clock


def jobs_sweep() -> None:
    """Send the open jobs again that no worker is at; fail those tried too often."""
    for job in jobs_stuck():
        job_send(job)


def jobs_stuck() -> list[Job]:
    """Return the open jobs that are to be sent again, and note that they are."""
    silent = timezone.now() - SENT_AGAIN_AFTER
    unseen = Job.objects.filter(state__in=OPEN_STATES, kind__in=KINDS, sent_at__lt=silent)
    stuck = [job for job in unseen if job.state == JobState.WAITING or not job.work.is_held]
    for job in stuck:
        if job.attempts >= MAX_ATTEMPTS:
            _give_up(job)
    again = [job for job in stuck if job.attempts < MAX_ATTEMPTS]
    # They count as seen now: they may be in the queue behind a long one.
    Job.objects.filter(pk__in=[job.pk for job in again]).update(sent_at=timezone.now())
    return again


def _give_up(job: Job) -> None:
    with translation.override(job.language):
        error = _("The worker stopped %(count)d times while making it.") % {"count": MAX_ATTEMPTS}
    Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts).update(
        state=JobState.FAILED, error=error, finished_at=timezone.now()
    )


def jobs_clear() -> None:
    """Delete jobs that have expired, and files that belong to none."""
    now = timezone.now()
    expired = Job.objects.filter(expires_at__lt=now)
    jobs_forget(job for job in expired if not job.work.is_held)
    known = {str(pk) for pk in Job.objects.values_list("pk", flat=True)}
    old = (now - ORPHANS_AGE).timestamp()
    for path in folder().iterdir():
        if path.stem[:36] in known or path.stat().st_mtime >= old:
            continue
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
