"""Wrong seats noticed late: names and results change hands, the hands themselves stay."""

from collections.abc import Callable

from scoring.models import Hand, Match
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event
from tournaments.events.selectors.pairing_state import pairing_state_of
from tournaments.events.services.standings import standings_refresh
from tournaments.events.services.tables import entries_reseat

Win = Callable[..., Match]


def names(match: Match) -> list[str]:
    return list(match.seats.order_by("number").values_list("name", flat=True))


def marks(event: Event) -> dict[int, int]:
    standings_refresh(event_id=event.pk)
    return {row.entry.number: row.values["points"] for row in event.standings.all()}


def test_two_pairs_sat_at_each_others_tables(running: Event, win: Win) -> None:
    first, second = match_of(running, 1, 1), match_of(running, 1, 2)
    win(first, 0, loser_marks=2)
    (home, away), (third, fourth) = pairing_state_of(running).played[0].tables
    before, hands = marks(running), list(Hand.objects.values_list("match", "record"))
    assert (before[home], before[away]) == (7, 2)
    entries_reseat(round=running.rounds.get(number=1), entry=home, other=third)
    assert pairing_state_of(running).played[0].tables == ((third, away), (home, fourth))
    assert marks(running) | {away: 2} == {third: 7, away: 2, home: None, fourth: None}
    assert list(Hand.objects.values_list("match", "record")) == hands
    assert names(first)[::2] != names(second)[::2]
    assert names(match_of(running, 1, 2))[::2] == _players(running, home)


def test_the_two_pairs_of_a_table_sat_the_other_way_round(running: Event, win: Win) -> None:
    match = match_of(running, 1, 1)
    win(match, 0)
    home, away = pairing_state_of(running).played[0].tables[0]
    entries_reseat(round=running.rounds.get(number=1), entry=home, other=away)
    assert marks(running)[away] == 7
    assert names(match)[::2] == _players(running, away)
    entries_reseat(round=running.rounds.get(number=1), entry=home, other=away)
    assert marks(running)[home] == 7


def test_who_had_a_bye_really_played(make_event: EventMaker, win: Win) -> None:
    event = make_event(pairs=5)
    drawn_and_begun(event)
    win(match_of(event, 1, 1), 0)
    played = pairing_state_of(event).played[0]
    entries_reseat(
        round=event.rounds.get(number=1), entry=played.tables[0][0], other=played.byes[0]
    )
    assert marks(event)[played.byes[0]] == 7
    assert pairing_state_of(event).played[0].byes == (played.tables[0][0],)


def test_only_those_of_a_begun_round_are_exchanged(running: Event) -> None:
    with refused("not_in_round"):
        entries_reseat(round=running.rounds.get(number=1), entry=1, other=9)
    with refused("not_begun"):
        entries_reseat(round=running.rounds.get(number=2), entry=1, other=2)


def test_the_page_of_a_begun_round_offers_it(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert "They sat in each other's places" in words(pages.get("round-plan", 1))
    (home, _away), (third, _fourth) = pairing_state_of(running).played[0].tables
    answer = pages.post("round-reseat", 1, entry=[home, third])
    assert f"{home} and {third} have swapped places" in words(answer)
    assert pages.post("round-reseat", 1, entry=[home]).status_code == 422


def _players(event: Event, number: int) -> list[str]:
    lineup = event.entries.get(number=number).lineup.order_by("place")
    return [row.player.name for row in lineup]
