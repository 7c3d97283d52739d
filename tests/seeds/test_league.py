"""The demo club's league season comes out as counted by hand, with absences and substitutes.

The count over the files knows no database: a player's evening is his points over his hands in
hundredths, the best six count, and who was absent with notice has the lowest of the evening.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Any

import pytest

from clubs.models import Club
from leagues.models import Season
from leagues.selectors.table import season_table
from seeds.load import club_spec
from seeds.playing import DATA, played
from tests.seeds.test_evenings_of_players import counted
from tournaments.events.models import EventState

pytestmark = [pytest.mark.django_db]

Record = dict[str, Any]
Sums = dict[str, tuple[int, int]]
"""Points and hands by name."""


@pytest.fixture(scope="module")
def season(demo: Club) -> Season:
    return demo.seasons.get()


def season_spec() -> Record:
    (season,) = club_spec()["seasons"]
    return season


def evening_sums() -> dict[int, Sums]:
    """What everybody made on each evening, whoever's seat it was."""
    sums_by_evening: dict[int, dict[str, list[int]]] = defaultdict(
        lambda: defaultdict(lambda: [0, 0])
    )
    for line in played(DATA / "league.jsonl"):
        for hand in line.match["hands"]:
            for name, score in zip(line.match["players"], counted(hand)["score"], strict=True):
                sums_by_evening[line.evening][name][0] += score
                sums_by_evening[line.evening][name][1] += 1
    return {
        number: {name: (points, hands) for name, (points, hands) in sums.items()}
        for number, sums in sums_by_evening.items()
    }


def hundredths(score: Fraction) -> int:
    """A score in hundredths, a half away from zero."""
    units = floor(100 * abs(score) + Fraction(1, 2))
    return units if score >= 0 else -units


def totals_by_hand() -> dict[str, int]:
    """The best six of each contender, rounded once."""
    season = season_spec()
    contenders = [name for division in season["divisions"] for name in division["players"]]
    scores: dict[str, list[Fraction]] = defaultdict(list)
    for number, sums in evening_sums().items():
        evening = season["evenings"][number - 1]
        made = {name: Fraction(*both) for name, both in sums.items()}
        sat_in = {change["player"] for change in evening.get("substitutes", ())}
        lowest = min(score for name, score in made.items() if name not in sat_in)
        for name in contenders:
            if name in made:
                scores[name].append(made[name])
            elif name in evening.get("noticed", ()):
                scores[name].append(lowest)
    best = {name: sorted(scores[name])[-6:] for name in contenders}
    return {name: hundredths(sum(scores, start=Fraction())) for name, scores in best.items()}


def test_eight_evenings_are_over_of_which_six_count(season: Season) -> None:
    evenings = list(season.evenings.select_related("event"))
    assert len(evenings) == 8
    assert all(evening.event and evening.event.state == EventState.FINISHED for evening in evenings)
    assert (season.measure, season.scoring, season.best) == ("average", "best", 6)
    assert [division.contenders.count() for division in season.divisions.all()] == [8, 8]


def test_some_were_absent_with_notice_and_some_without(season: Season) -> None:
    noticed = [absence.noticed for e in season.evenings.all() for absence in e.absences.all()]
    assert noticed.count(True) >= 8
    assert noticed.count(False) >= 3


def test_guests_and_substitutes_played_and_are_not_ranked(season: Season) -> None:
    names = {str(contender) for contender in season.contenders.all()}
    sat = {name for sums in evening_sums().values() for name in sums}
    assert sat - names == {"Petra Dvořáková", "Ursula Brandt", "Yusuf Demir", "山本 健"}


def test_the_season_ends_as_counted_by_hand(season: Season) -> None:
    standings = {
        str(contender): contender.standing.total
        for contender in season.contenders.select_related("standing", "player", "partner")
    }
    assert standings == totals_by_hand()


def test_who_came_too_seldom_stands_below_the_others(season: Season) -> None:
    seldom = season.contenders.get(standing__qualified=False)
    assert str(seldom) == "Frank Castillo"
    assert seldom.standing.rank == 8


def test_two_of_eight_go_up_and_two_go_down(season: Season) -> None:
    first, second = season_table(season).divisions
    assert [line.zone for line in first.lines].count("down") == 2
    assert [line.zone for line in second.lines].count("up") == 2
    for table in (first, second):
        qualified = [line for line in table.lines if line.standing.qualified]
        assert all(a.standing.total >= b.standing.total for a, b in pairwise(qualified))
