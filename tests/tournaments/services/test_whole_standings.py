"""The whole standings against a second, naive count of the same evening."""

from dataclasses import dataclass

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clubs.models import Player, User
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next
from tests.tournaments.naive import counted, figures, ranks, result, shown
from tournaments.events.models import Event, RoundState, Table
from tournaments.events.services.decisions import adjustment_make, decision_revoke, table_forfeit
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_update
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

ORDER = [
    *("games_won", "meetings_won", "points", "points_against", "difference"),
    *("capped_for", "capped_difference", "buchholz", "sonneborn_berger"),
]


@dataclass(frozen=True)
class Story:
    """What happens in an evening, by places that are taken around: matches, tables, entries."""

    scores: list[tuple[int, int, bool]]
    forfeits: list[tuple[int, int]]
    changes: list[tuple[int, int, int, bool]]
    bye: str
    cap: int


SCORE = st.tuples(st.integers(0, 8), st.integers(0, 8), st.booleans())
STORIES = st.builds(
    Story,
    scores=st.lists(SCORE, min_size=3, max_size=12),
    forfeits=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), max_size=2),
    changes=st.lists(
        st.tuples(
            st.integers(0, 7), st.integers(-2, 2), st.integers(-9, 9).filter(bool), st.booleans()
        ),
        max_size=3,
    ),
    bye=st.sampled_from(["none", "half", "win", "fixed"]),
    cap=st.integers(1, 8),
)

EVENINGS = [
    # pairs, further settings of the event
    pytest.param((5, {}), id="one game a meeting, byes"),
    pytest.param((5, {"games_per_meeting": 2}), id="two games a meeting"),
    pytest.param((4, {"best_of": [3, 1]}), id="series"),
    pytest.param((3, {"best_of": [3]}), id="series with byes"),
    pytest.param((8, {"format": "rotating_partners"}), id="changing partners"),
]


def begun(event: Event) -> Event:
    rounds_plan(event=event)
    while event.rounds.filter(state=RoundState.PLANNED).exists():
        begin_next(event)
    return event


def play(event: Event, story: Story, by: User) -> None:
    """Let the story happen."""
    event_update(event=event, bye_rule=story.bye, cap=story.cap, tie_breaks=ORDER)
    matches = Match.objects.filter(game_of__table__round__event=event).order_by("pk")
    for place, match in enumerate(matches):
        points, other, over = story.scores[place % len(story.scores)]
        result(match, points, other, over=over and points + other > 0)
    tables = list(Table.objects.filter(round__event=event, is_bye=False).order_by("pk"))
    for table, place in story.forfeits:
        at = tables[table % len(tables)]
        seats = list(at.seats.all())
        seat = seats[place % len(seats)]
        if not seat.forfeited:
            table_forfeit(table=at, entry=seat.entry)
    entries = list(event.entries.all())
    for place, games, marks, revoked in story.changes:
        made = adjustment_make(
            entry=entries[place % len(entries)], by=by, reason="x", games=games, marks=marks
        )
        if revoked:
            decision_revoke(decision=made, by=by)
    standings_mark_stale(event_id=event.pk)


@pytest.fixture
def event(request: pytest.FixtureRequest, make_event: EventMaker, players: list[Player]) -> Event:
    """An evening of one of ``EVENINGS`` whose rounds have all begun."""
    count, more = request.param
    single = more.get("format") == "rotating_partners"
    made = make_event(pairs=0 if single else count, **more)
    for player in players[:count] if single else []:
        entry_add(event=made, players=[player])
    return begun(made)


@pytest.mark.parametrize("event", EVENINGS, indirect=True)
@settings(
    max_examples=1,
    derandomize=True,
    # Shrinking holds a whole evening for each step: what fails is told as it is.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(story=STORIES)
def test_the_standings_are_what_a_naive_count_gives(
    story: Story, event: Event, owner: User
) -> None:
    with transaction.atomic():
        event = Event.objects.select_related("club").get(pk=event.pk)
        play(event, story, owner)
        standings_refresh(event_id=event.pk)
        event.refresh_from_db()
        rows = counted(event)
        places = ranks(rows, ORDER, fewer={"points_against"})
        expected = {number: (places[number], figures(row, ORDER)) for number, row in rows.items()}
        assert shown(event, ORDER) == expected
        transaction.set_rollback(True)
