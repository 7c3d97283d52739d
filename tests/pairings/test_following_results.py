"""What progressive, standings-driven and ladder evenings have in common."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pairings.by_standing import ByStanding
from engine.pairings.ladder import Ladder
from engine.pairings.progressive import Progressive
from engine.pairings.state import TableResult
from tests.pairings.evenings import Evening, Plan, evening, pairs

ladder = Ladder().plan
progressive = Progressive().plan
by_standing = ByStanding().plan

PLANS = {"progressive": progressive, "by standing": by_standing, "ladder": ladder}
OPTIONS: dict[Plan, dict[str, tuple[int, ...]]] = {
    progressive: {"winners": (0, 1, 2), "losers": (0, 1, 2), "head": (0, 1, 2)},
    by_standing: {"pattern": (0, 1, 2), "new_partners": (0, 1)},
    ladder: {"together": (1, 2, 3), "movers": (1, 2)},
}
every_plan = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


@st.composite
def evenings(draw: st.DrawFn, plan: Plan, least: int = 4) -> Evening:
    options = {key: draw(st.sampled_from(values)) for key, values in OPTIONS[plan].items()}
    return evening(plan, draw(st.integers(least, 22)), ranked=True, rounds=40, **options)


def play_anyhow(evening: Evening, data: st.DataObject) -> None:
    evening.play(lambda table: data.draw(st.sampled_from(pairs(table))))


@every_plan
@settings(max_examples=25)
@given(data=st.data())
def test_everybody_who_is_here_plays_or_sits_out_whoever_comes_and_goes(
    plan: Plan, data: st.DataObject
) -> None:
    played = data.draw(evenings(plan))
    for number in range(5):
        here = set(played.state.active)
        planned = played.plan(played.state)
        if len(here) < 4:
            assert planned == ()
            return
        play_anyhow(played, data)
        (last,) = planned
        seated = [entry for table in last.tables for entry in table]
        assert sorted([*seated, *last.byes]) == sorted(here)
        assert {len(table) for table in last.tables} == {4}
        assert len(last.byes) == len(here) % 4
        gone = data.draw(st.sets(st.sampled_from(sorted(here)), max_size=2))
        played.change(gone=gone, come=[100 + number] * data.draw(st.integers(0, 1)))


@every_plan
@settings(max_examples=20)
@given(data=st.data())
def test_sitting_out_is_even_and_never_twice_running(plan: Plan, data: st.DataObject) -> None:
    played = data.draw(evenings(plan, least=8))
    byes: Counter[int] = Counter()
    before: set[int] = set()
    for _ in range(6):
        play_anyhow(played, data)
        now = set(played.state.played[-1].byes)
        assert not before & now
        byes.update(now)
        counts = [byes[entry] for entry in played.state.entries]
        assert max(counts) - min(counts) <= 1
        before = now


@every_plan
def test_nothing_is_planned_while_a_table_is_playing_or_when_all_is_played(plan: Plan) -> None:
    played = evening(plan, 8, ranked=True, rounds=2)
    played.play()
    waiting = replace(
        played.state,
        results=((played.state.results[0][0], TableResult(False, frozenset(), {}, {})),),
    )
    assert plan(waiting) == ()
    assert plan(played.state)
    played.play()
    assert plan(played.state) == ()


@every_plan
def test_the_first_round_is_in_the_order_drawn(plan: Plan) -> None:
    first = evening(plan, 13).next_round()
    assert [set(table) for table in first.tables] == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}]
    assert first.byes == (13,)


@every_plan
def test_whoever_comes_late_begins_at_the_foot(plan: Plan) -> None:
    played = evening(plan, 11, ranked=True, together=1)
    played.play()
    played.change(come=[12])
    planned = played.next_round()
    assert planned.byes == ()
    assert 12 in planned.tables[-1]
