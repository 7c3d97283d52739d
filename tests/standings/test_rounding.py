"""One rule rounds every figure that is shown."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.figures import with_decimals
from engine.standings.duplicate import Compared
from engine.standings.metrics import CROSS_SCORE
from engine.standings.rounding import rounded
from leagues.chart import score_words
from leagues.templatetags.seasons import signed, strength
from scoring.selectors.numbers import Share
from tournaments.deals.selectors.travellers import worth_shown

ROOT = Path(__file__).parents[2]
TREES = (
    "engine",
    "games",
    "scoring",
    "tournaments",
    "leagues",
    "ledger",
    "archive",
    "paper/documents",
)
OTHERWISE = re.compile(
    r"(?<![\w.])round\(|\bquantize\(|:\.\d+f|%\.\d+f|\|floatformat|\.toFixed\(|Math\.round\("
)
PLACES_ON_PAPER = {
    # Coordinates of drawings, and the key of a row in the administration: nobody compares these.
    *("leagues/chart.py", "stats/share_chart.py", "stats/templatetags/numbers.py"),
    *("scoring/templatetags/running.py", "tournaments/deals/templatetags/deals.py"),
    *("paper/documents/rules.py", "leagues/models.py", "scoring/selectors/numbers.py"),
    "static/js/corners.js",
}


@pytest.mark.parametrize(
    ("number", "places", "shown"),
    [
        (Fraction(125, 2), 0, 63),  # 5 of 8 in per cent
        (Fraction(1, 8), 2, 13),
        (Fraction(-1, 8), 2, -13),
        (Fraction(1, 3), 2, 33),
        (Fraction(-2, 3), 2, -67),
        (0.5, 0, 1),
        (-0.5, 0, -1),
        (-0.04, 1, 0),
        (7, 0, 7),
    ],
)
def test_a_half_is_rounded_away_from_zero(
    number: Fraction | float, places: int, shown: int
) -> None:
    assert rounded(number, places) == shown


@given(st.fractions(), st.integers(min_value=0, max_value=4))
def test_a_figure_and_its_opposite_mirror_each_other(number: Fraction, places: int) -> None:
    assert rounded(-number, places) == -rounded(number, places)
    assert 2 * abs(rounded(number, places) - number * 10**places) <= 1


def test_five_hands_of_eight_are_63_per_cent() -> None:
    assert [Share(made, 8).percent for made in (1, 3, 5, 7)] == [13, 38, 63, 88]


def test_two_sides_of_a_table_show_one_cross_score_with_opposite_signs() -> None:
    half, eighth = Fraction(1, 2), Fraction(1, 8)
    worths = [worth_shown(Compared(half, half, cross), CROSS_SCORE) for cross in (eighth, -eighth)]
    assert worths == ["+0.13", "−0.13"]
    tiny = [worth_shown(Compared(half, half, x), CROSS_SCORE) for x in (eighth / 99, -eighth / 99)]
    assert tiny == ["0.00", "0.00"]


def test_ratings_and_their_changes_mirror_each_other() -> None:
    assert [strength(value) for value in (0.25, -0.25, -0.01)] == ["0.3", "−0.3", "0.0"]
    assert [signed(value) for value in (0.25, -0.25, -0.01)] == ["+0.3", "−0.3", "0.0"]


def test_only_halves_are_shown_as_halves() -> None:
    assert [score_words(tenths, 1) for tenths in (37, 35, -5, 30, -12)] == [
        *("3.7", "3½", "−½", "3", "−1.2")
    ]
    assert with_decimals(-12, 1) == "−1.2"


def test_no_figure_is_rounded_by_another_rule() -> None:
    sources = [
        *(path for tree in TREES for path in (ROOT / tree).rglob("*.py")),
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "static" / "js").rglob("*.js"),
    ]
    assert len(sources) > 300
    other = {
        str(path.relative_to(ROOT)) for path in sources if OTHERWISE.search(path.read_text("utf-8"))
    }
    assert other <= PLACES_ON_PAPER
