"""Making, changing and ending events."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, User
from games import PRESENTERS
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, match_of
from tournaments.events.models import Event, EventState
from tournaments.events.presets import TEMPLATES
from tournaments.events.services.events import (
    event_create,
    event_create_from_template,
    event_delete,
    event_finish,
    event_reopen,
    event_update,
)
from tournaments.events.services.rounds import rounds_plan

DAY = datetime.date(2026, 11, 20)
STAKES = {"currency": "EUR", "per_mark": "0.25", "per_set": "1.00"}


@pytest.mark.parametrize("currency", ["USD", "JPY", "BHD", "UYW"])
@pytest.mark.parametrize("key", TEMPLATES)
def test_every_template_makes_an_event_in_any_currency(
    key: str, currency: str, club: Club, owner: User
) -> None:
    club.currency = currency
    event = event_create_from_template(
        club=club, template=TEMPLATES[key], date=DAY, created_by=owner
    )
    assert event.name == str(TEMPLATES[key].name)
    assert event.state == EventState.DRAFT
    assert event.stakes is None or event.stakes["currency"] == currency


@pytest.mark.parametrize(
    ("currency", "per_mark"), [("USD", "0.25"), ("JPY", "1"), ("BHD", "0.250")]
)
def test_stakes_of_a_template_are_written_with_the_decimals_of_the_currency(
    currency: str, per_mark: str
) -> None:
    stakes = TEMPLATES["club_night"].fields(currency)["stakes"]
    assert stakes is not None
    assert stakes["per_mark"] == per_mark


WRONG = [
    ("name", {"name": "  "}),
    ("rules", {"rules": {"preset": "no such"}}),
    ("rules", {"rules": {"target": 0}}),
    ("rules", {"rules": {"colour": "red"}}),
    ("stakes", {"stakes": {"currency": "EUR", "per_mark": "0.255"}}),
    ("stakes", {"stakes": {"currency": "euro"}}),
    ("stakes", {"stakes": {"currency": "QQQ", "per_mark": "0.25"}}),
    ("stakes", {"stakes": {"currency": "EUR", "per_point": "1.00"}}),
    ("game", {"game": "bridge"}),
    ("format", {"game": "pandoeren", "rules": {}, "stakes": None, "format": "round_robin"}),
    ("format", {"format": "table_mates"}),
    ("format", {"format": "cup"}),
    ("format_options", {"format_options": {"cycles": 3}}),
    ("format_options", {"format_options": {"cycles": "1"}}),
    ("format_options", {"format_options": {"colour": 1}}),
    ("format_options", {"format_options": {"100%": 1}}),
    ("games_per_meeting", {"games_per_meeting": 0}),
    ("games_per_meeting", {"games_per_meeting": 10}),
    ("tie_breaks", {"tie_breaks": []}),
    ("tie_breaks", {"tie_breaks": ["games_won", "games_won"]}),
    ("tie_breaks", {"tie_breaks": ["games_played"]}),
    ("tie_breaks", {"tie_breaks": ["average"]}),
    (
        "tie_breaks",
        {"game": "pandoeren", "rules": {}, "stakes": None, "tie_breaks": ["difference"]},
    ),
]


@pytest.mark.parametrize(("field", "wrong"), WRONG)
def test_what_is_wrong_stands_beside_its_field(
    field: str, wrong: dict[str, Any], club: Club, owner: User
) -> None:
    given: dict[str, Any] = {"name": "Night", "rules": {"preset": "marks"}, "stakes": STAKES}
    with pytest.raises(ValidationError) as error:
        event_create(club=club, date=DAY, created_by=owner, **(given | wrong))
    assert set(error.value.message_dict) == {field}
    assert not Event.objects.exists()


def test_everything_wrong_is_told_at_once(club: Club, owner: User) -> None:
    with pytest.raises(ValidationError) as error:
        event_create(
            club=club,
            date=DAY,
            created_by=owner,
            name="",
            rules={"target": 0},
            tie_breaks=["lot", "lot"],
        )
    assert set(error.value.message_dict) == {"name", "rules", "tie_breaks"}


def test_an_event_knows_its_format_s_settings(make_event: EventMaker) -> None:
    event = make_event(format_options={"rounds": 7})
    assert event.format_options == {"cycles": 1, "meetings": 0, "rounds": 7}
    assert event.tie_breaks == list(PRESENTERS["texas42"].usual_order)


def test_rules_changed_before_the_first_hand_reach_matches_set_up(running: Event) -> None:
    event_update(event=running, rules={"preset": "straight"}, stakes=STAKES)
    matches = Match.objects.filter(game_of__table__round__event=running)
    assert matches.count() == 2
    assert all(match.rules == {"preset": "straight"} for match in matches)
    assert all(match.stakes == STAKES for match in matches)


def test_the_first_hand_freezes_the_rules(running: Event, bid: Callable[..., Match]) -> None:
    bid(match_of(running, 1, 1), 0)
    laws: list[dict[str, Any]] = [{"rules": {"preset": "straight"}}, {"stakes": STAKES}]
    for frozen in laws:
        with refused("rules_frozen"):
            event_update(event=running, **frozen)
    changed = event_update(
        event=running,
        name="Late night",
        date=datetime.date(2026, 11, 21),
        tie_breaks=["difference"],
    )
    changed.refresh_from_db()
    assert (changed.name, changed.tie_breaks) == ("Late night", ["difference"])
    assert changed.is_stale


def test_giving_frozen_rules_unchanged_is_no_change(
    running: Event, bid: Callable[..., Match]
) -> None:
    bid(match_of(running, 1, 1), 0)
    event_update(event=running, rules={"preset": "marks"}, name="Renamed")
    running.refresh_from_db()
    assert running.name == "Renamed"


@pytest.mark.parametrize(
    "change", [{"games_per_meeting": 2}, {"format_options": {"rounds": 2, "cycles": 1}}]
)
def test_what_shapes_the_rounds_is_fixed_once_one_is_begun(
    change: dict[str, Any], running: Event
) -> None:
    with refused("has_begun"):
        event_update(event=running, **change)


def test_a_setting_that_an_older_event_lacks_is_no_change(running: Event) -> None:
    Event.objects.filter(pk=running.pk).update(format_options={"rounds": 3})
    given = {"cycles": 1, "meetings": 0, "rounds": 3}
    event_update(event=running, name="Renamed", format_options=given)
    running.refresh_from_db()
    assert running.name == "Renamed"


def test_a_place_is_saved_though_the_rules_of_the_event_would_not_be_accepted_today(
    event: Event,
) -> None:
    outdated = {"rules": {"preset": "of yore"}, "tie_breaks": ["of yore"], "best_of": [2]}
    Event.objects.filter(pk=event.pk).update(**outdated)
    assert event_update(event=event, place="Upstairs").place == "Upstairs"
    with refused("rules.unknown_preset"):
        event_update(event=event, rules={"preset": "of days to come"})


def test_another_length_of_the_evening_is_planned_at_once(event: Event) -> None:
    rounds_plan(event=event)
    event_update(event=event, format_options={"cycles": 1, "rounds": 2})
    assert event.rounds.count() == 2


def test_an_event_has_no_other_things_to_change(event: Event) -> None:
    with pytest.raises(TypeError, match="created_by"):
        event_update(event=event, created_by=None)


def test_a_finished_event_can_be_reopened(running: Event) -> None:
    assert event_finish(event=running, unfinished=True).state == EventState.FINISHED
    with refused("not_running"):
        event_finish(event=running)
    assert (
        event_reopen(event=running, by=running.created_by, reason="a slip was misread").state
        == EventState.RUNNING
    )
    with refused("not_finished"):
        event_reopen(event=running, by=running.created_by, reason="a slip was misread")


def test_an_event_that_was_not_begun_cannot_be_finished(event: Event) -> None:
    with refused("not_running"):
        event_finish(event=event)


def test_only_an_event_not_begun_can_be_deleted(make_event: EventMaker, running: Event) -> None:
    with refused("has_begun"):
        event_delete(event=running)
    other = make_event(name="Mistake")
    event_delete(event=other)
    assert not Event.objects.filter(pk=other.pk).exists()


def test_two_events_of_one_day_have_two_names(club: Club, owner: User) -> None:
    def made(name: str, day: datetime.date = DAY) -> Event:
        return event_create(club=club, name=name, date=day, created_by=owner, rules={})

    names = [made(name).name for name in ("Duel", "duel", "Duel", "x" * 120, "x" * 120)]
    assert names == ["Duel", "duel (2)", "Duel (3)", "x" * 120, "x" * 116 + " (2)"]
    other = made("Duel", DAY + datetime.timedelta(days=1))
    assert other.name == "Duel"
    with refused("same_name"):
        event_update(event=other, date=DAY)
    assert event_update(event=other, name="Duel", date=other.date).name == "Duel"
