"""The worker's part: an evening's standings send for its seasons; a sweep makes lost ones good."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import User
from config.celery import app
from leagues import tasks
from leagues.models import EveningResult, Season, SeasonStanding
from leagues.selectors.seasons import stale_season_ids
from leagues.selectors.sums import stale_season
from leagues.services.seasons import season_update
from leagues.services.standings import season_compute, season_refresh
from tests.leagues.conftest import EveningHolder, SeasonMaker, declare, evening_of
from tournaments.events.services.rounds import round_undo_begin
from tournaments.events.tasks import standings_refresh_task

pytestmark = pytest.mark.django_db

Capture = Callable[..., Any]


@pytest.fixture
def at_once() -> Any:
    """Messages are worked off where they are sent."""
    before, app.conf.task_always_eager = app.conf.task_always_eager, True
    yield
    app.conf.task_always_eager = before


def ada(season: Season) -> int:
    return SeasonStanding.objects.get(contender__season=season, contender__player__name="Ada").total


def test_a_hand_reaches_the_table_by_two_messages(
    season: Season,
    hold: EveningHolder,
    owner: User,
    at_once: None,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    event = hold(season, 1)
    tasks.seasons_sweep()
    standings_refresh_task(event.pk)
    with django_capture_on_commit_callbacks(execute=True):
        declare(event, "Ada", owner)
    assert ada(season) == 3
    assert stale_season(season.pk) is None


def test_a_change_of_the_rules_sends_a_message(
    season: Season,
    hold: EveningHolder,
    at_once: None,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    with django_capture_on_commit_callbacks(execute=True):
        season_update(season=season, scoring="average")
    assert ada(season) == 300


def test_a_lost_message_is_made_good_by_the_sweep(season: Season, hold: EveningHolder) -> None:
    hold(season, 1, won=["Ada"])
    assert stale_season_ids(9) == [season.pk]
    tasks.seasons_sweep()
    assert stale_season_ids(9) == []
    assert ada(season) == 3


def test_one_season_that_cannot_be_computed_does_not_keep_the_others_waiting(
    make_season: SeasonMaker, hold: EveningHolder, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = make_season(name="Broken"), make_season(name="Sound")
    hold(broken, 1)
    hold(sound, 1, won=["Ada"])
    Season.objects.filter(pk=broken.pk).update(measure="unheard of")
    tasks.seasons_sweep()
    assert f"season {broken.pk} cannot be computed" in caplog.text
    assert ada(sound) == 3


def test_what_a_failed_computation_left_does_not_count(season: Season, hold: EveningHolder) -> None:
    event = hold(season, 1)
    Season.objects.filter(pk=season.pk).update(measure="unheard of")
    with pytest.raises(ValueError, match="unheard of"):
        season_refresh(season_id=season.pk)
    Season.objects.filter(pk=season.pk).update(measure="points")
    round_undo_begin(round=event.rounds.get(number=1))
    season_refresh(season_id=season.pk)
    assert not EveningResult.objects.exists()
    assert evening_of(season, 1).lowest == ""


def test_an_evening_that_somebody_else_computed_meanwhile_is_behind_again(
    season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, won=["Ada"])
    slow = stale_season(season.pk)
    assert slow is not None
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    assert season_compute(stale=slow)
    behind = stale_season(season.pk)
    assert behind is not None
    assert set(behind.evenings) == {evening_of(season, 1).pk}
    season_refresh(season_id=season.pk)
    assert stale_season(season.pk) is None
    assert ada(season) == 6


def test_nothing_is_written_by_rules_that_changed_meanwhile(
    season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, won=["Ada"])
    slow = stale_season(season.pk)
    assert slow is not None
    season_update(season=season, scoring="average")
    assert not season_compute(stale=slow)
    assert not SeasonStanding.objects.exists()
    season_refresh(season_id=season.pk)
    assert ada(season) == 300
