"""How the benchmark of the reader counts: its bounds, and marks of which a copier left a trace."""

import numpy as np
import pytest

from tests.benchmarks._marked_sheets import is_trace
from tests.benchmarks.scans import most_share


def test_without_an_error_in_n_the_bound_is_three_in_n() -> None:
    assert most_share(0, 100_000) * 100_000 == pytest.approx(3, abs=0.01)


@pytest.mark.parametrize(
    ("errors", "trials", "share"), [(0, 10, 0.2589), (5, 10, 0.7776), (1, 20, 0.2161), (10, 10, 1)]
)
def test_a_bound_is_that_of_clopper_and_pearson(errors: int, trials: int, share: float) -> None:
    assert most_share(errors, trials) == pytest.approx(share, abs=1e-4)


@pytest.mark.parametrize(
    ("on_paper", "on_ring", "trace"),
    [(0.0, 0.1, True), (0.0, 0.3, False), (0.05, 0.1, False), (0.05, 0.3, False)],
)
def test_a_trace_is_on_the_ring_alone_and_little_of_its_darkness(
    on_paper: float, on_ring: float, *, trace: bool
) -> None:
    print_ = np.zeros((40, 40))
    print_[:, 5:8] = 0.5
    left = np.where(print_ > 0, on_ring * print_, on_paper)
    assert is_trace(left, print_) is trace
