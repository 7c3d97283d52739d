"""A kind of job for a test alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from jobs.child import Budget
from jobs.kinds import KINDS, JobKind, Make


@dataclass(frozen=True)
class TriedKind(JobKind):
    """A kind whose budget is the test's."""

    within: Budget | None = None

    def budget(self) -> Budget | None:
        return self.within


@contextmanager
def job_kind(
    make: Make, key: str = "test", suffix: str = ".pdf", budget: Budget | None = None
) -> Iterator[None]:
    """Let jobs of this kind be done so."""
    before = KINDS.get(key)
    KINDS[key] = TriedKind(key, make, suffix=suffix, within=budget)
    try:
        yield
    finally:
        if before is None:
            del KINDS[key]
        else:
            KINDS[key] = before
