"""Everything derived follows what is taken out, put back and moved: compared with a recount."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import User
from core.transactions import trial
from leagues.models import EveningResult, Rating, Season, SeasonStanding
from leagues.selectors.ratings import ratings_for
from leagues.selectors.table import season_table
from leagues.services.evenings import (
    evening_event_attach,
    evening_event_create,
    evening_remove,
    evening_update,
    joker_declare,
    joker_take_back,
)
from leagues.services.seasons import contender_move, contender_remove, contenders_add, division_add
from leagues.tasks import seasons_sweep
from scoring.models import Hand, Match
from scoring.services.hands import hand_undo
from scoring.services.numbers import numbers_rebuild
from stats.selectors.club_numbers import club_numbers_count
from stats.selectors.player_numbers import player_numbers
from tests.leagues.conftest import (
    EveningHolder,
    SeasonMaker,
    contender,
    declare,
    division_of,
    evening_of,
)
from tournaments.events.models import Event, Standing
from tournaments.events.services.decisions import adjustment_make
from tournaments.events.services.events import event_delete
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db

Step = Callable[[Season, User], object]


def follow(season: Season) -> None:
    """What the worker does within seconds."""
    for event in Event.objects.all():
        standings_refresh(event_id=event.pk)
    seasons_sweep()


def recount(season: Season) -> None:
    """Forget everything derived and compute it from what is recorded."""
    for model in (EveningResult, Rating, SeasonStanding, Standing):
        model.objects.all().delete()
    season.evenings.update(results_version=0, rated_version=0, is_held=False, lowest="")
    Season.objects.update(standings_version=0, rated_by="")
    Event.objects.update(standings_version=0)
    numbers_rebuild(season.club)
    follow(season)


def seen(season: Season) -> dict[str, Any]:
    """What pages, files, feeds and seeds show, without the keys of derived rows."""
    season.refresh_from_db()
    table = season_table(season)
    numbers = club_numbers_count(season.club, season.game)
    players = season.club.players.order_by("pk")
    return {
        "lines": [
            (str(line.contender), line.standing.rank, line.standing.exact_total, line.cells)
            for division in table.divisions
            for line in division.lines
        ],
        "apart": table.substitutes,
        "guests": [
            (str(line.contender), line.standing.rank, line.standing.exact_total, line.cells)
            for line in (table.guests.lines if table.guests else ())
        ],
        "held": list(season.evenings.values_list("number", "is_held", "lowest")),
        "ratings": [
            (row.players, row.mu, row.sigma, row.matches, row.change) for row in ratings_for(season)
        ],
        "standings": sorted(map(repr, Standing.objects.values_list("entry", "rank", "values"))),
        "club": (numbers.matches, numbers.hands, numbers.records, numbers.declared),
        "players": [
            (numbers.games, numbers.bids, numbers.roles)
            for player in players
            for numbers in [player_numbers(player, season.game, names_hidden=False)]
        ],
    }


def undo(season: Season, owner: User) -> None:
    match = Match.objects.filter(game_of__table__round__event=evening_of(season, 2).event).get()
    last = Hand.objects.filter(match=match, record__isnull=False).latest("number")
    hand_undo(
        match_id=match.pk, author=owner, number=last.number, revision=last.revision, reason="Wrong"
    )


def play_again(season: Season, owner: User) -> None:
    event = evening_of(season, 2).event
    assert event is not None
    declare(event, "Dan", owner)


def drafted(season: Season, owner: User) -> None:
    event = evening_event_create(evening=evening_of(season, 4), created_by=owner)
    entry = event.entries.earliest("number")
    adjustment_make(entry=entry, by=owner, reason="Late", marks=-2)


def draft_deleted(season: Season, owner: User) -> None:
    event = evening_of(season, 4).event
    assert event is not None
    event_delete(event=event)


def attach(number: int, like: int | None) -> Step:
    """Let the event of the evening that was ``like``-th made count as an evening."""

    def attached(season: Season, owner: User) -> None:
        events = list(Event.objects.order_by("pk"))
        event = None if like is None else events[like - 1]
        evening_event_attach(evening=evening_of(season, number), event=event)

    return attached


STEPS: dict[str, Step] = {
    "a hand in the middle is undone": undo,
    "it is played otherwise": play_again,
    "the evening in the middle is taken out": attach(2, None),
    "it is put back": attach(2, 2),
    "it is taken out again": attach(2, None),
    "a joker is declared for the evening to come": lambda season, owner: joker_declare(
        evening=evening_of(season, 4), contender=contender(season, "Ben")
    ),
    "it is moved behind the others": attach(4, 2),
    "its place is taken by the first": lambda season, owner: (
        attach(1, None)(season, owner),
        attach(2, 1)(season, owner),
    ),
    "the evening of the joker counts twice": lambda season, owner: evening_update(
        evening=evening_of(season, 4),
        date=evening_of(season, 4).date,
        division=None,
        times=2,
    ),
    "the last evening is exchanged for none": attach(4, None),
    "the joker is taken back": lambda season, owner: joker_take_back(
        joker=contender(season, "Ben").jokers.get()
    ),
    "another is declared": lambda season, owner: joker_declare(
        evening=evening_of(season, 4), contender=contender(season, "Dan")
    ),
    "a draft takes its place": drafted,
    "the draft is deleted": draft_deleted,
    "the first of those played is removed": lambda season, owner: evening_remove(
        evening=evening_of(season, 2)
    ),
    "a contender is moved": lambda season, owner: contender_move(
        contender=contender(season, "Ben"), division=division_of(season, 2)
    ),
    "the evening is for the other division": lambda season, owner: evening_update(
        evening=evening_of(season, 3),
        date=evening_of(season, 3).date,
        division=division_of(season, 2),
    ),
    "a contender leaves": lambda season, owner: contender_remove(
        contender=contender(season, "Cleo")
    ),
    "and comes back": lambda season, owner: contenders_add(
        division=division_of(season), lineups=[[season.club.players.get(name="Cleo")]]
    ),
}


def test_what_is_taken_out_put_back_or_moved_leaves_nothing_that_a_recount_would_not_find(
    make_season: SeasonMaker, hold: EveningHolder, owner: User
) -> None:
    season = make_season(evenings=4, jokers=1, head_to_head=True, rank_guests=True)
    division_add(season=season, name="Second")
    for number, won in ((1, ["Ada", "Ada"]), (2, ["Ben", "Ada"]), (3, ["Cleo", "Dan"])):
        event = hold(season, number)
        Match.objects.filter(game_of__table__round__event=event).update(
            rules={"preset": "standard", "hands": 2}
        )
        for name in won:
            declare(event, name, owner)
    follow(season)
    assert Rating.objects.filter(evening__number=3).count() == 4
    different: dict[str, Any] = {}
    for name, step in STEPS.items():
        step(season, owner)
        follow(season)
        ours = seen(season)
        with trial():
            recount(season)
            theirs = seen(season)
        different |= {(name, key): ours[key] for key in ours if ours[key] != theirs[key]}
    assert not different
