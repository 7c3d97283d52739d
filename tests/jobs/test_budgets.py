"""Jobs that exceed their budget end alone; the worker goes on."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import IO, Any, NoReturn
from uuid import UUID

import pytest

from clubs.models import User
from jobs.child import Budget
from jobs.models import Job, JobState
from jobs.services import job_order
from jobs.work import Report, Work
from tests.jobs.kinds import job_kind

# Outside a transaction, where a job is done in a process of its own.
pytestmark = pytest.mark.django_db(transaction=True)

SMALL = Budget(memory=64 * 2**20, cpu_seconds=1, seconds=60)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> None:
    settings.JOB_ROOT = tmp_path


def done(owner: User, make: Callable[[Job, IO[bytes], Report], Any], budget: Budget) -> Job:
    with job_kind(make, budget=budget):
        job = job_order(kind="test", requested_by=owner)  # and made with the commit
    job.refresh_from_db()
    return job


def calculates(_job: Job, _file: IO[bytes], _report: Report) -> NoReturn:
    while True:
        pass


def waits(_job: Job, _file: IO[bytes], report: Report) -> NoReturn:
    report(0, 1)
    while True:
        time.sleep(1)


def takes_memory(_job: Job, _file: IO[bytes], _report: Report) -> None:
    assert bytearray(2**33)


def is_killed_by_the_system(_job: Job, _file: IO[bytes], _report: Report) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("make", "budget", "error"),
    [
        (calculates, SMALL, "It took longer than 60 seconds and was stopped."),
        (waits, Budget(2**26, 9, 0.2), "It took longer than 0 seconds and was stopped."),
        (takes_memory, SMALL, "It needed more than 64 MB of memory and was stopped."),
        (is_killed_by_the_system, SMALL, "It needed more than 64 MB of memory and was stopped."),
    ],
)
def test_a_job_that_exceeds_its_budget_fails_with_the_limit_that_it_exceeded(
    make: Any, budget: Budget, error: str, owner: User
) -> None:
    job = done(owner, make, budget)
    assert (job.state, job.error) == (JobState.FAILED, error)
    assert not job.work.is_held


def test_a_job_within_its_budget_reads_the_database_writes_its_file_and_returns_its_result(
    owner: User,
) -> None:
    def make(job: Job, file: IO[bytes], report: Report) -> dict[str, Any]:
        report(3, 4)
        file.write(Job.objects.get(pk=job.pk).title.encode() + b"!")
        return {"worker": os.getppid()}

    job = done(owner, make, SMALL)
    assert (job.state, job.size, job.result) == (JobState.DONE, 1, {"worker": os.getpid()})
    assert (job.done, job.total) == (3, 4)


def test_a_job_and_its_worker_share_no_connection(owner: User) -> None:
    def read() -> list[User]:
        # Often enough for the connection to prepare it: what is prepared belongs to one side.
        return [User.objects.get(pk=owner.pk) for _ in range(20)]

    def make(_job: Job, file: IO[bytes], _report: Report) -> None:
        file.write(read()[-1].username.encode())

    assert [done(owner, make, SMALL).state for _ in range(2)] == [JobState.DONE] * 2
    assert read()


def test_a_job_is_cancelled_in_the_middle_of_a_step(owner: User, tmp_path: Path) -> None:
    def cancel() -> None:
        while not (begun := [path for path in tmp_path.glob("*.work") if path.stat().st_size]):
            time.sleep(0.01)
        Work(UUID(begun[0].stem)).cancel()

    thread = Thread(target=cancel)
    thread.start()
    job = done(owner, waits, SMALL)
    thread.join()
    assert job.state == JobState.CANCELLED
