"""Exchanges: what each is said to cost is what it comes to when counted anew."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.partners import PairCounts, PartnersEvening
from engine.pairings.state import PlannedRound
from tests.pairings.partners.counting import cost, opponent_times, partner_times

Rounds = tuple[PlannedRound, ...]


@st.composite
def evenings(draw: st.DrawFn) -> Rounds:
    """Rounds of anybody with anybody, all of them playing."""
    players = draw(st.sampled_from((4, 8, 12, 16)))
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(players)))
        rounds.append(PlannedRound(tuple(tuple(order[at : at + 4]) for at in range(0, players, 4))))
    return tuple(rounds)


def past_of(rounds: Rounds) -> PairCounts:
    return PairCounts(*(keyed(count(rounds)) for count in (partner_times, opponent_times)))


def keyed(times: Counter[tuple[int, int]]) -> dict[frozenset[int], int]:
    return {frozenset(pair): count for pair, count in times.items()}


@settings(max_examples=80)
@given(evenings(), st.data())
def test_an_exchange_costs_what_it_was_said_to(rounds: Rounds, data: st.DataObject) -> None:
    begun = data.draw(st.integers(0, len(rounds) - 1))
    evening = PartnersEvening(rounds[begun:], past_of(rounds[:begun]))
    assert evening.before == cost(rounds[:begun])
    assert evening.cost == cost(rounds)
    index = data.draw(st.integers(0, len(rounds) - begun - 1))
    player = data.draw(st.integers(0, evening.count - 1))
    exchanges = evening.exchanges(index, player)
    assert len(exchanges) == evening.count - 2
    for delta, other in exchanges:
        before = evening.cost
        evening.exchange(index, player, other)
        assert evening.cost == before + delta == cost((*rounds[:begun], *evening.rounds()))
        evening.exchange(index, player, other)
    assert evening.rounds() == rounds[begun:]


@settings(max_examples=40)
@given(evenings(), st.floats(0, 1, exclude_max=True))
def test_trouble_is_where_something_is_had_again(rounds: Rounds, chance: float) -> None:
    evening = PartnersEvening(rounds, PairCounts({}, {}))
    trouble = evening.troubled(chance)
    times = partner_times(rounds) + opponent_times(rounds)
    if trouble is None:
        average = sum(times.values()) / (evening.count * (evening.count - 1) / 2)
        assert max(times.values()) <= max(1, average)
        return
    index, player = trouble
    (table,) = (table for table in rounds[index].tables if player in table)
    assert any(
        times[min(player, other), max(player, other)] > 1 for other in table if other != player
    )


def test_what_came_before_with_somebody_gone_is_forgotten() -> None:
    table = PlannedRound(((0, 1, 2, 3),))
    evening = PartnersEvening((PlannedRound(((0, 1, 2, 7),)),), past_of((table, table)))
    # 0 and 2 twice partners, 1 against both of them twice; then all of that a third time.
    assert evening.before == 101 + 2 * 11
    assert evening.cost == 3 * evening.before
