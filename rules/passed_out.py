"""A hand that was passed out: nobody played it, so its record has nothing of a play."""

from collections.abc import Iterable, Iterator

from rules.game import Record
from rules.problems import Code, Problem, problem


def unexpected(record: Record, keys: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each of the keys that only a hand that was played has."""
    for key in keys:
        if key in record:
            yield problem(
                Code.CONTRACT_UNEXPECTED, f"/{key}", "The hand was passed out: nobody played it."
            )


def played_on(record: Record) -> Iterator[Problem]:
    """Yield a problem for tricks."""
    for key in ("plays", "trick_results"):
        if record.get(key):
            yield problem(
                Code.PLAY_TOO_MANY, f"/{key}/0", "The hand was passed out: it has no tricks."
            )


def tallied(record: Record) -> Iterator[Problem]:
    """Yield a problem for a tally."""
    if "tally" in record:
        yield problem(
            Code.TALLY_IMPOSSIBLE, "/tally", "The hand was passed out: there is nothing to tally."
        )
