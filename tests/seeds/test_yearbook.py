"""The yearbook of the demo club's league comes out as counted in plain Python from the records."""

from collections import Counter, defaultdict
from typing import Any

import pytest

from clubs.models import Club
from leagues.models import Season
from paper.documents.rows import PrintOptions
from paper.documents.yearbook import Yearbook, season_matches, yearbook_document, yearbook_printout
from press.base import Paper
from scoring.models import Hand
from stats.selectors.records import RecordKind

pytestmark = [pytest.mark.django_db]


@pytest.fixture(scope="module")
def season(demo: Club) -> Season:
    return demo.seasons.get()


@pytest.fixture(scope="module")
def yearbook(season: Season) -> Yearbook:
    return yearbook_document(season)


def test_every_player_has_a_line_as_counted_from_the_records(
    season: Season, yearbook: Yearbook
) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    evenings: dict[str, set[int]] = defaultdict(set)
    for evening in season.evenings.all():
        event: Any = evening.event
        for round_ in event.rounds.all():
            for table in round_.tables.filter(is_bye=False):
                for game in table.games.all():
                    names = [seat.name for seat in game.match.seats.all()]
                    for name in names:
                        evenings[name].add(evening.number)
                        counts[name]["games"] += 1
                    for hand in Hand.objects.filter(match=game.match, counted=True):
                        for name in names:
                            counts[name]["hands"] += 1
                        if hand.verdict["outcome"] in {"made", "set"}:
                            counts[names[hand.verdict["declarer"]]][hand.verdict["outcome"]] += 1
    assert len(counts) > 16
    assert {
        row.name: (row.evenings, row.games, row.hands, row.bids.made, row.bids.was_set)
        for row in yearbook.players
    } == {
        name: (len(evenings[name]), *(counted[key] for key in ("games", "hands", "made", "set")))
        for name, counted in counts.items()
    }


def test_players_are_listed_by_evenings_and_games_and_not_by_first_name(
    yearbook: Yearbook,
) -> None:
    keys = [(-row.evenings, -row.games) for row in yearbook.players]
    assert len(set(keys)) > 2
    assert keys == sorted(keys)


def test_the_chart_ends_at_the_totals_of_the_table(season: Season, yearbook: Yearbook) -> None:
    places = 10**season.total_decimals
    for division, part in zip(season.divisions.all(), yearbook.divisions, strict=True):
        totals = {
            str(contender): contender.standing.total for contender in division.contenders.all()
        }
        assert {line.name for line in part.lines} == set(totals)
        for line in part.lines:
            assert len(line.growth) == len(part.evenings) == 8
            last = line.growth[-1]
            assert last is not None
            assert abs(last * places - totals[line.name]) <= 0.5


def test_records_are_those_of_its_own_evenings(season: Season, yearbook: Yearbook) -> None:
    kinds = [record.kind for record in yearbook.records]
    assert kinds[:2] == [RecordKind.HIGHEST_BID, RecordKind.MOST_SETS]
    sets: Counter[int] = Counter()
    for match in season_matches(season):
        verdicts = Hand.objects.filter(match=match, counted=True).values_list("verdict", flat=True)
        sets[match.pk] = sum(verdict["outcome"] == "set" for verdict in verdicts)
    assert yearbook.records[1].value == max(sets.values())


def test_a_player_who_is_hidden_in_public_has_no_name_in_it(demo: Club, season: Season) -> None:
    demo.players.filter(name="Ada Novak").update(name_hidden=True)
    document = yearbook_document(season)
    assert "Ada Novak" not in repr(document)
    assert "not named" in repr(document.divisions)


def test_it_is_short_enough_to_be_made_while_the_page_waits(demo: Club, season: Season) -> None:
    printout = yearbook_printout(season, PrintOptions(Paper.LETTER))
    assert printout.is_short
    assert printout.render().startswith(b"%PDF")
