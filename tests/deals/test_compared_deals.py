"""Results of the same deals compared in an event: standings, rulings, what is left out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from clubs.models import User
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.conftest import ApiFor
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    drawn_and_begun,
    match_of,
)
from tests.tournaments.pages import Pages
from tests.tournaments.single import misere
from tournaments.deals.selectors.duplicate import compared_of, results_by_deal
from tournaments.deals.services.deals import (
    deal_ruling_give,
    deal_scoring_set,
    deal_set_draw,
    deal_set_drop,
)
from tournaments.events.models import Event, Game, Table
from tournaments.events.services.decisions import decision_revoke, table_forfeit, table_forfeit_undo
from tournaments.events.services.entries import entry_restore
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def dealt(make_event: EventMaker, owner: User) -> Event:
    """Eight pairs in a Howell, matchpoints; the first round of two deals begun."""
    event = make_event(8, name="Same deals", format="howell")
    deal_set_draw(event=event, by=owner, count=14, per_round=2)
    event.refresh_from_db()
    deal_scoring_set(event=event, metric="matchpoints")
    event.refresh_from_db()
    drawn_and_begun(event)
    return event


SECOND = {1: (1, 2), 2: (1, 1), 3: (0, 1), 4: (0, 2)}
"""Who wins how many marks with the second deal, by table."""


def play_table(event: Event, bid: Callable[..., Match], table: int, winner: int) -> None:
    """The first deal is won by this side, by a mark."""
    bid(match_of(event, 1, table), winner)
    side, marks = SECOND[table]
    bid(match_of(event, 1, table), side, marks=marks)


def play(event: Event, bid: Callable[..., Match]) -> None:
    for table, winner in enumerate((0, 0, 0, 1), start=1):
        play_table(event, bid, table, winner)


def ranked(event: Event, key: str) -> dict[int, int]:
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return {standing.entry.number: standing.values.get(key) for standing in event.standings.all()}


def seated(event: Event, table: int) -> tuple[int, int]:
    seats = Table.objects.get(round__event=event, round__number=1, number=table).seats
    home, away = seats.order_by("side").values_list("entry__number", flat=True)
    return home, away


def table_of(event: Event, number: int) -> Table:
    return Table.objects.get(round__event=event, round__number=1, number=number)


def test_standings_rank_by_matchpoints_once_the_round_is_over(
    dealt: Event, bid: Callable[..., Match]
) -> None:
    for table in (1, 2, 3):
        play_table(dealt, bid, table, 0)
    assert set(ranked(dealt, "matchpoints").values()) == {None}
    play_table(dealt, bid, 4, 1)
    ranking = ranked(dealt, "matchpoints")
    # Deal 1: +1, +1, +1, -1 of 6 halves; deal 2: -2, -1, 1, 2, so 0, 2, 4, 6.
    expected = {1: (4 / 6 + 0) / 2, 2: (4 / 6 + 2 / 6) / 2, 3: (4 / 6 + 4 / 6) / 2, 4: 1 / 2}
    for table, share in expected.items():
        home, away = seated(dealt, table)
        assert ranking[home] == round(10_000 * share)
        assert ranking[away] == round(10_000 * (1 - share))
    best = dealt.standings.get(rank=1).entry.number
    assert ranking[best] == max(ranking.values())


def test_cross_scores_are_the_average_difference(dealt: Event, bid: Callable[..., Match]) -> None:
    deal_scoring_set(event=dealt, metric="cross_score")
    dealt.refresh_from_db()
    assert dealt.tie_breaks[0] == "cross_score"
    assert "matchpoints" not in dealt.tie_breaks
    play(dealt, bid)
    ranking = ranked(dealt, "cross_score")
    home, away = seated(dealt, 4)
    # Deal 1: -1 against +1 thrice; deal 2: 2 against -2, -1, 1.
    assert ranking[home] == -ranking[away] == round(100 * (-2 + 8 / 3))
    home, away = seated(dealt, 1)
    assert ranking[home] == -ranking[away] == -200


def test_a_ruling_stands_in_place_of_what_was_played_until_it_is_taken_back(
    dealt: Event, bid: Callable[..., Match], owner: User
) -> None:
    play(dealt, bid)
    before = ranked(dealt, "matchpoints")
    ruling = deal_ruling_give(
        table=table_of(dealt, 4),
        number=1,
        awards=["average_plus", "average_minus"],
        by=owner,
        reason="A domino lay open.",
    )
    home, away = seated(dealt, 4)
    ranking = ranked(dealt, "matchpoints")
    # The other deal was 100 per cent for one side and nothing for the other.
    assert (ranking[home], ranking[away]) == (10_000, 0)
    # The three that are left are equal, and average.
    assert ranking[seated(dealt, 1)[0]] == 2500
    decision_revoke(decision=ruling, by=owner)
    assert ranked(dealt, "matchpoints") == before
    with pytest.raises(ValidationError):
        decision_revoke(decision=ruling, by=owner)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"number": 3}, "__all__"),
        ({"awards": ["average"]}, "awards"),
        ({"awards": ["average", "all"]}, "awards"),
        ({"reason": " "}, "reason"),
    ],
)
def test_a_ruling_needs_a_deal_of_the_table_an_award_for_each_and_a_reason(
    change: dict[str, Any], field: str, dealt: Event, owner: User
) -> None:
    given: dict[str, Any] = {
        "number": 1,
        "awards": ["average", "average"],
        "reason": "Why.",
    } | change
    with pytest.raises(ValidationError) as refused:
        deal_ruling_give(table=table_of(dealt, 1), by=owner, **given)
    assert field == "__all__" or field in refused.value.message_dict


def test_what_is_missing_or_disputed_is_left_out_and_the_rest_factored(
    dealt: Event, bid: Callable[..., Match]
) -> None:
    play(dealt, bid)
    Game.objects.filter(match=match_of(dealt, 1, 4)).update(is_disputed=True)
    entry = table_of(dealt, 3).seats.first().entry
    table_forfeit(table=table_of(dealt, 3), entry=entry, deals_stand=False)
    left_out = {(number, table.number) for number, table in results_by_deal(dealt).left_out}
    assert left_out == {(1, 3), (1, 4), (2, 3), (2, 4)}
    compared = compared_of(dealt)
    assert compared.expected == 2
    assert set(compared.totals) == {*seated(dealt, 1), *seated(dealt, 2)}


def agreed(pages: Pages, *address: Any, **fields: Any) -> None:
    """Send a form, and again on the page of its consequences."""
    question = pages.post(*address, **fields)
    sent: dict[str, Any] = dict(question.context["sent"])
    answer = pages.post(*address, **sent, agreed=question.context["weighed"].mark)
    assert answer.redirect_chain


def test_deals_played_before_a_forfeit_stand_unless_the_director_leaves_them_out(
    dealt: Event, bid: Callable[..., Match], pages_of: Callable[[Event], Pages]
) -> None:
    play(dealt, bid)
    before = ranked(dealt, "matchpoints")
    table, pages = table_of(dealt, 3), pages_of(dealt)
    forfeit = ("table-forfeit", 1, 3, table.seats.first().entry.number)
    assert "Leave out the deals played there" in pages.get("event").text
    agreed(pages, *forfeit)
    assert table.seats.filter(forfeited=True).count() == 1
    assert results_by_deal(dealt).left_out == ()
    assert ranked(dealt, "matchpoints") == before
    agreed(pages, "table-forfeit-undo", 1, 3)
    agreed(pages, *forfeit, without_deals="on")
    assert {(deal, at.number) for deal, at in results_by_deal(dealt).left_out} == {(1, 3), (2, 3)}
    agreed(pages, "table-forfeit-undo", 1, 3)
    assert ranked(dealt, "matchpoints") == before


def test_who_drops_out_during_a_meeting_leaves_its_deals_unless_they_are_left_out(
    dealt: Event, bid: Callable[..., Match], pages_of: Callable[[Event], Pages]
) -> None:
    for table in (1, 2, 4):
        play_table(dealt, bid, table, 0)
    bid(match_of(dealt, 1, 3), 0)  # one deal of two
    pages, number = pages_of(dealt), table_of(dealt, 3).seats.first().entry.number
    question = pages.post("entry-withdraw", number)
    assert "Leave out the deals played there" in question.text
    pages.post("entry-withdraw", number, how="as_planned", gives_up="1")
    assert table_of(dealt, 3).seats.filter(forfeited=True).exists()
    assert [(deal, at.number) for deal, at in results_by_deal(dealt).left_out] == [(2, 3)]
    entry_restore(entry=dealt.entries.get(number=number))
    table_forfeit_undo(table=table_of(dealt, 3))
    pages.post("entry-withdraw", number, how="as_planned", gives_up="1", without_deals="on")
    left_out = [(deal, at.number) for deal, at in results_by_deal(dealt).left_out]
    assert left_out == [(1, 3), (2, 3)]


def test_a_program_may_leave_out_the_deals_of_a_forfeited_meeting(
    dealt: Event, bid: Callable[..., Match], owner: User, api_for: ApiFor
) -> None:
    play(dealt, bid)
    at = reverse("api-tables-forfeit", args=[dealt.club.slug, dealt.pk, 1, 3])
    number = table_of(dealt, 3).seats.first().entry.number
    api, left = api_for(owner), []
    for more in ({}, {"deals_stand": False}):
        answer = api.post(at, {"entry": number, **more}, format="json")
        assert answer.status_code == 200, answer.data
        left.append(len(results_by_deal(dealt).left_out))
        assert api.post(f"{at}take-back/").status_code == 200
    assert left == [0, 2]


def test_plain_totals_need_no_deals_and_comparing_does(
    dealt: Event, event: Event, owner: User
) -> None:
    with pytest.raises(ValidationError):
        deal_scoring_set(event=event, metric="matchpoints")
    with pytest.raises(ValidationError):
        deal_scoring_set(event=dealt, metric="lot")
    deal_scoring_set(event=dealt, metric="")
    dealt.refresh_from_db()
    assert dealt.tie_breaks == list(event.tie_breaks)
    deal_set_draw(event=event, by=owner, count=2, per_round=2)
    deal_scoring_set(event=event, metric="matchpoints")
    deal_set_drop(event=event)
    event.refresh_from_db()
    assert "matchpoints" not in event.tie_breaks


def test_single_players_are_compared_with_the_same_seat(
    make_evening: EveningMaker, owner: User
) -> None:
    event = make_evening(8)
    deal_set_draw(event=event, by=owner, count=1, per_round=1)
    event.refresh_from_db()
    deal_scoring_set(event=event, metric="cross_score")
    event.refresh_from_db()
    drawn_and_begun(event)
    for table, seat in ((1, 0), (2, 1)):
        match = match_of(event, 1, table)
        hand_record(match_id=match.pk, record=misere(match.next_dealer, seat), author=owner)
    results = results_by_deal(event)
    positions = list(results.positions(4))
    assert {(position.seat, position.deal) for position in positions} == {
        (seat, 1) for seat in range(4)
    }
    compared = compared_of(event)
    for seat in range(4):
        (home,), (other,) = (
            compared.by_place[1, seat, table_of(event, table).pk] for table in (1, 2)
        )
        assert home.cross == -other.cross
        assert (home.cross > 0) == (seat == 0)
        assert (home.cross < 0) == (seat == 1)
