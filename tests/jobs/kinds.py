"""A kind of job for a test alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from jobs.kinds import KINDS, JobKind, Make


@contextmanager
def job_kind(make: Make, key: str = "test", suffix: str = ".pdf") -> Iterator[None]:
    """Let jobs of this kind be done so."""
    before = KINDS.get(key)
    KINDS[key] = JobKind(key, make, suffix=suffix)
    try:
        yield
    finally:
        if before is None:
            del KINDS[key]
        else:
            KINDS[key] = before
