"""Sums by the names of their outcomes."""

from engine.standings.results import Outcome, Sums


def summed(**numbers: int) -> Sums:
    return Sums({Outcome(name): number for name, number in numbers.items()})
