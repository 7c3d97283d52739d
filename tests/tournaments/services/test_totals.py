"""Finished events from names and totals: what counts, what is unknown, and taking them back."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from clubs.models import Club, Player, User
from leagues.models import EveningResult, Season
from leagues.services.evenings import evening_event_attach
from leagues.services.seasons import contenders_add, season_create
from leagues.services.standings import season_refresh
from tests.refused import refused
from tournaments.events.models import Event, EventState
from tournaments.events.presets import TEMPLATES
from tournaments.events.selectors.standings import standings_for
from tournaments.events.selectors.totals import round_totals, templates_by_total
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_reopen
from tournaments.events.services.standings import standings_refresh
from tournaments.events.services.totals import EntryTotals, event_read_in, event_take_back

pytestmark = pytest.mark.usefixtures("held")

DAY = datetime.date(2026, 3, 6)
Lines = Sequence[tuple[Sequence[Player | str], Mapping[int, int]]]


def read_in(
    club: Club, by: User, lines: Lines, template: str = "round_robin", **more: Any
) -> Event:
    entries = [EntryTotals(tuple(players), totals) for players, totals in lines]
    given: dict[str, Any] = {"name": "Old evening", "date": DAY} | more
    return event_read_in(club=club, template=TEMPLATES[template], entries=entries, by=by, **given)


@pytest.fixture
def old(club: Club, owner: User, players: list[Player]) -> Event:
    """Three pairs over two rounds; the third is new and came late."""
    return read_in(
        club,
        owner,
        [
            (players[:2], {1: 5, 2: 7}),
            (players[2:4], {1: 7, 2: 7}),
            (("New One", "New Two"), {2: 3}),
        ],
    )


def test_standings_rank_by_totals_and_show_nothing_that_is_unknown(old: Event) -> None:
    assert old.state == EventState.FINISHED
    standings_refresh(event_id=old.pk)
    old.refresh_from_db()
    standings = standings_for(old)
    assert [column.metric.key for column in standings.columns] == ["points"]
    assert [(row.rank, row.entrant.number, *row.cells) for row in standings.rows] == [
        (1, 2, 14),
        (2, 1, 12),
        (3, 3, 3),
    ]
    assert standings.is_final
    totals = round_totals(old)
    assert totals is not None
    assert totals.rounds == (1, 2)
    assert [dict(row.by_round) for row in totals.rows] == [
        {1: 7, 2: 7},
        {1: 5, 2: 7},
        {1: None, 2: 3},
    ]


def test_totals_level_share_a_place(club: Club, owner: User, players: list[Player]) -> None:
    event = read_in(club, owner, [(players[:2], {0: 9}), (players[2:4], {0: 9})])
    standings_refresh(event_id=event.pk)
    assert [(row.rank, row.tied) for row in event.standings.all()] == [(1, True), (1, True)]
    totals = round_totals(event)
    assert totals is not None
    assert totals.rounds == ()


def test_it_is_taken_back_whole(club: Club, old: Event, players: list[Player]) -> None:
    standings_refresh(event_id=old.pk)
    assert Player.objects.filter(name__startswith="New").count() == 2
    event_take_back(event=old)
    assert not Event.objects.filter(pk=old.pk).exists()
    assert not Player.objects.filter(name__startswith="New").exists()
    assert Player.objects.filter(club=club).count() == len(players)


def test_a_new_player_entered_elsewhere_meanwhile_stays(
    old: Event, club: Club, owner: User
) -> None:
    new = Player.objects.get(name="New One")
    another = read_in(club, owner, [((new, "Third New"), {0: 1})])
    event_take_back(event=old)
    assert set(Player.objects.filter(name__contains="New").values_list("name", flat=True)) == {
        "New One",
        "Third New",
    }
    assert another.entries.count() == 1


def test_nothing_is_added_to_it(old: Event, owner: User, players: list[Player]) -> None:
    with refused("read_in"):
        event_reopen(event=old, by=owner, reason="One total is wrong")
    with pytest.raises(Exception, match="finished"):
        entries_add(event=old, lineups=[players[4:6]])


def test_only_what_was_read_in_is_taken_back(running: Event) -> None:
    with refused("not_read_in"):
        event_take_back(event=running)


def season_of(club: Club, owner: User, event: Event, players: list[Player], measure: str) -> Season:
    season = season_create(
        club=club,
        name="Spring",
        game="texas42",
        dates=[DAY],
        created_by=owner,
        measure=measure,
        ranks="players",
    )
    contenders_add(division=season.divisions.get(), lineups=[[player] for player in players[:6]])
    evening_event_attach(evening=season.evenings.get(), event=event)
    season_refresh(season_id=season.pk)
    return season


def test_a_season_counts_the_marks(
    old: Event, club: Club, owner: User, players: list[Player]
) -> None:
    season = season_of(club, owner, old, players, "points")
    results = EveningResult.objects.filter(evening__season=season, player=players[2])
    assert list(results.values_list("points", "score", "hands", "games")) == [(14, 14, None, 0)]
    assert players[4].contends.get(season=season).standing.attended == 0
    with refused("added_since"):
        event_take_back(event=old)
    evening_event_attach(evening=season.evenings.get(), event=None)
    event_take_back(event=old)


@pytest.mark.parametrize("measure", ["games_won", "average"])
def test_a_season_that_counts_what_is_unknown_has_no_score(
    old: Event, club: Club, owner: User, players: list[Player], measure: str
) -> None:
    season = season_of(club, owner, old, players, measure)
    standing = players[2].contends.get(season=season).standing
    assert (standing.attended, standing.counted, standing.best) == (1, 0, None)


def test_a_total_of_zero_is_an_evening_played(
    club: Club, owner: User, players: list[Player]
) -> None:
    event = read_in(club, owner, [(players[:2], {1: 0})])
    season = season_of(club, owner, event, players, "points")
    assert players[0].contends.get(season=season).standing.attended == 1


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([], "no_entries"),
        ([(("Ann",), {1: 1})], "wrong_lineup"),
        ([(("Ann", "Ann"), {1: 1})], "wrong_lineup"),
        ([(("Ann", "Bob"), {1: 1}), (("Ann", "Eve"), {1: 1})], "entered_already"),
        ([(("Ann", "Bob"), {})], "no_total"),
        ([(("Ann", "Bob"), {1: 100_000})], "total_too_long"),
    ],
)
def test_what_does_not_fit_is_refused_whole(
    club: Club, owner: User, lines: Lines, code: str
) -> None:
    before = Event.objects.count(), Player.objects.count()
    with refused(code):
        read_in(club, owner, lines)
    assert (Event.objects.count(), Player.objects.count()) == before


def test_brackets_and_compared_deals_are_not_ranked_by_totals(club: Club, owner: User) -> None:
    for game in ("texas42", "pandoeren", "dummy_spades"):
        assert templates_by_total(game)
    for template in ("town_festival", "mitchell"):
        with refused("not_by_total"):
            read_in(club, owner, [(("Ann", "Bob"), {1: 1})], template)
