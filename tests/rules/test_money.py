"""Money: whole units, exact, and nothing lost or made."""

from hypothesis import given
from hypothesis import strategies as st

from rules import money
from tests.tables import table


@table(
    ("text", "currency", "units"),
    [
        ("0.25", "EUR", 25),
        ("1", "EUR", 100),
        ("1.5", "EUR", 150),
        ("007.05", "USD", 705),
        ("250", "JPY", 250),
        ("1.000", "KWD", 1000),
        ("0.0001", "CLF", 1),
        ("0", "EUR", 0),
        ("1.0", "JPY", None),
        ("0.001", "EUR", None),
        ("", "EUR", None),
        (".", "EUR", None),
        ("1.", "EUR", None),
        (".5", "EUR", None),
        ("-1", "EUR", None),
        ("+1", "EUR", None),
        ("1_0", "EUR", None),
        ("1e3", "EUR", None),
        ("²", "EUR", None),
        ("١", "EUR", None),
        ("1.2.3", "EUR", None),
        (1, "EUR", None),
        (None, "EUR", None),
        ("9" * 5000, "EUR", None),
    ],
)
def test_a_text_is_this_many_units_or_none(text: object, currency: str, units: int | None) -> None:
    assert money.parse(text, currency) == units


@given(st.integers(-(10**12), 10**12), st.sampled_from(["JPY", "EUR", "KWD", "CLF"]))
def test_what_is_written_is_read_back(units: int, currency: str) -> None:
    text = money.render(units, currency)
    places = len(text.partition(".")[2])
    assert places == money.decimals(currency)
    read = money.parse(text.removeprefix("-"), currency)
    assert read == abs(units)
    assert text.startswith("-") is (units < 0)


@given(st.integers(-(10**9), 10**9), st.integers(1, 6))
def test_shares_add_up_and_the_first_have_the_odd_units(units: int, shares: int) -> None:
    split = money.split(units, shares)
    assert sum(split) == units
    assert max(split) - min(split) <= 1
    assert sorted(split, key=abs, reverse=True) == list(split)


@given(st.lists(st.integers(-500, 500), min_size=2, max_size=5), st.integers(0, 1000))
def test_pairwise_settlements_come_to_nothing(totals: list[int], per_point: int) -> None:
    received = money.between_players(totals, per_point)
    assert sum(received) == 0
    pairs = [sum(per_point * (points - other) for other in totals) for points in totals]
    assert list(received) == pairs
