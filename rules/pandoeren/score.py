"""What a hand adds to the four totals. Source: scoring."""

from rules.pandoeren.contracts import Contract
from rules.pandoeren.course import Course
from rules.pandoeren.partnership import Partnership


def score(contract: Contract, partnership: Partnership, *, made: bool) -> list[int]:
    """Each of the declaring side adds the contract's worth, or subtracts it; nobody else."""
    worth = contract.worth if made else -contract.worth
    return [worth if seat in partnership.declarers else 0 for seat in range(4)]


def tricks_by_seat(course: Course) -> list[int] | None:
    """The complete recorded tricks, unless there are none or a claim took the rest."""
    winners = list(course.winners)
    if not winners or course.claimed_by is not None:
        return None
    return [winners.count(seat) for seat in range(4)]
