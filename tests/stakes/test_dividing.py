"""The pot to the last cent: said before it is entered, and to the club only where that was said."""

from collections.abc import Callable

import pytest
from django.test import Client

from clubs.models import Player, User
from scoring.models import Match
from tests.conftest import ApiFor
from tests.stakes.conftest import KeepMoney, owed
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, messages_of, words
from tournaments.events.models import Event, Lot
from tournaments.events.services.events import event_finish
from tournaments.money.models import EventMoney
from tournaments.money.prize_table import with_rest
from tournaments.money.selectors.fees import FeeStatus
from tournaments.money.selectors.prizes import AwardPlan, award_plan_of
from tournaments.money.services.money import (
    Bearer,
    expense_add,
    fee_set,
    money_set_up,
    prizes_award,
    prizes_fit,
)

RESTS = [
    ((60, 40), 10, (66, 44)),
    ((50, 30, 20), 1, (51, 30, 20)),
    ((0, 5), 3, (0, 8)),
    ((), 9, ()),
]


def plan_of(money: EventMoney) -> AwardPlan:
    """How the pot is divided, from the rows as they stand."""
    return award_plan_of(EventMoney.objects.select_related("book", "event").get(pk=money.pk))


@pytest.mark.parametrize(("prizes", "rest", "shared"), RESTS)
def test_what_is_left_goes_to_the_winners_in_proportion(
    prizes: tuple[int, ...], rest: int, shared: tuple[int, ...]
) -> None:
    assert with_rest(prizes, rest) == shared


@pytest.fixture
def six(make_event: EventMaker, win: Callable[..., Match], keep: KeepMoney) -> EventMoney:
    """Six pairs at 5.00 a pair after their one round; 4.00 was spent from the pot, one refunded."""
    event = make_event(
        pairs=6, format_options={"rounds": 1}, tie_breaks=["games_won", "difference"]
    )
    drawn_and_begun(event)
    for table in (1, 2, 3):
        win(match_of(event, 1, table), 0, loser_marks=4 - table)
    return keep(
        event,
        fee=500,
        fee_per="entry",
        house_percent=10,
        prize_kind="share",
        prize_table=[[6, [60, 40]]],
    )


@pytest.fixture
def five_paying(six: EventMoney, treasurer: User) -> EventMoney:
    """The same: one of the six had the fee back, and 4.00 was spent."""
    expense_add(
        money=six, amount=400, text="Coffee", bearer=Bearer.POT, made_by=treasurer, key="coffee"
    )
    status = FeeStatus.REFUNDED
    fee_set(event=six.event, number=6, place=0, status=status, made_by=treasurer)
    return six


def test_the_house_takes_its_percent_of_what_the_label_says(
    five_paying: EventMoney, treasurer: User
) -> None:
    assert (plan_of(five_paying).fund.fees, plan_of(five_paying).fund.pot) == (
        2500,
        2100,
    )
    assert plan_of(five_paying).fund.house == 250
    money = money_set_up(event=five_paying.event, made_by=treasurer, house_of="pot")
    assert plan_of(money).fund.house == 210


def test_both_ways_of_taking_percent_are_offered_with_what_they_come_to(
    five_paying: EventMoney, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    page = words(Pages(client_for(treasurer), five_paying.event).get("event-money-setup"))
    assert "of all entry fees 10% of 25.00 is 2.50." in page
    assert "of the pot after expenses 10% of 21.00 is 2.10." in page


def test_a_table_for_six_with_five_paying_sends_nothing_to_the_club_unasked(
    five_paying: EventMoney, treasurer: User
) -> None:
    event_finish(event=five_paying.event)
    prizes_award(event=five_paying.event, made_by=treasurer)
    balances = owed(five_paying.book)
    assert (balances["club"], balances["pot"]) == (250, 1850)
    money_set_up(event=five_paying.event, made_by=treasurer, rest_to="club")
    balances = owed(five_paying.book)
    assert balances["club"] == 250 + 1850
    assert "pot" not in balances


def test_a_table_that_does_not_fit_the_field_is_said_at_once_with_a_way_out(
    five_paying: EventMoney, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    desk = Pages(client_for(treasurer), five_paying.event)
    for name in ("event-money", "event-money-setup", "event-money-prizes"):
        said = words(desk.get(name))
        assert "The prize table begins at 6 entries, and 5 count here" in said
        assert "18.50 is left over" in said
    assert messages_of(desk.post("event-money-divide")) == ["The prize table fits the entries now."]
    five_paying.refresh_from_db()
    assert five_paying.prize_table == [[5, [60, 40]]]
    assert "begins at" not in words(desk.get("event-money-prizes"))


def test_a_table_is_not_made_to_fit_once_the_rest_of_a_finished_event_is_entered(
    five_paying: EventMoney, treasurer: User, api_for: ApiFor
) -> None:
    event = five_paying.event
    money_set_up(event=event, made_by=treasurer, rest_to="club")
    event_finish(event=event)
    prizes_award(event=event, made_by=treasurer)
    at = f"/api/v1/clubs/{event.club.slug}/events/{event.pk}/money/prizes/fit/"
    refused = api_for(treasurer).post(at).json()
    assert (refused["status"], refused["code"]) == (409, "closed")


def test_letting_a_table_fit_that_fits_changes_nothing(six: EventMoney, treasurer: User) -> None:
    prizes_fit(event=six.event, made_by=treasurer)
    six.refresh_from_db()
    assert six.prize_table == [[6, [60, 40]]]


def test_before_anything_is_entered_every_line_of_it_is_said(
    five_paying: EventMoney, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    desk = Pages(client_for(treasurer), five_paying.event)
    desk.post("event-money-divide")
    before = words(desk.get("event-money-prizes"))
    assert "1 whoever takes this place 11.10 2 whoever takes this place 7.40" in before
    event_finish(event=five_paying.event)
    prizes_award(event=five_paying.event, made_by=treasurer)
    entered = owed(five_paying.book)
    desk.post("event-money-award", back="1")
    said = words(desk.get("event-money-prizes"))
    assert "What will be entered" in said
    assert "The club: house cut 2.50" in said
    plan = plan_of(five_paying)
    assert sum(award.amount for award in plan.awards) + plan.fund.house == plan.fund.pot
    for award in plan.awards:
        for player, part in award.parts:
            assert f"{player.name} {part // 100}.{part % 100:02}" in said
            assert entered[player.name] + 250 in (part, part + 500)


def test_what_is_left_over_is_asked_about_and_goes_where_it_was_said(
    six: EventMoney, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    # 6 x 5.00 = 30.00, 3.00 for the house; half of 27.00 is won, half is left.
    money_set_up(event=six.event, made_by=treasurer, prize_table=[[1, [30, 20]]])
    desk = Pages(client_for(treasurer), six.event)
    said = words(desk.get("event-money-prizes"))
    assert "13.50 is left after prizes. Where does it go?" in said
    assert "Stays in the pot 13.50" in said
    desk.post("event-money-divide", rest="winners")
    event_finish(event=six.event, by=treasurer)
    six = EventMoney.objects.select_related("event", "book").get(pk=six.pk)
    plan = plan_of(six)
    assert [award.amount for award in plan.awards] == [1620, 1080]
    assert (plan.rest, plan.left_over, six.awarded) == (0, 1350, True)
    assert "Where does it go?" not in words(desk.get("event-money-prizes"))
    assert owed(six.book)["club"] == 300


def test_more_prizes_than_can_win_them_are_said(
    six: EventMoney, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    table = [[1, [100, 90, 80, 70, 60, 50, 40, 30]]]
    money_set_up(event=six.event, made_by=treasurer, prize_kind="fixed", prize_table=table)
    said = words(Pages(client_for(treasurer), six.event).get("event-money-setup"))
    assert "There are 8 prizes and only 6 to win them: 0.70 has no winner" in said


def test_prizes_that_the_pot_cannot_pay_are_said_before(
    six: EventMoney, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    money_set_up(event=six.event, made_by=treasurer, prize_kind="fixed", prize_table=[[1, [3000]]])
    said = words(Pages(client_for(treasurer), six.event).get("event-money-prizes"))
    assert "come to 3.00 more than the pot holds: the club pays that" in said


def test_looking_at_the_prizes_draws_no_lot(
    make_event: EventMaker, keep: KeepMoney, win: Callable[..., Match], players: list[Player]
) -> None:
    event: Event = make_event(format_options={"rounds": 1}, tie_breaks=["games_won"])
    drawn_and_begun(event)
    for table in (1, 2):
        win(match_of(event, 1, table), 0)
    event_finish(event=event)
    event.refresh_from_db()
    money = keep(event, prize_kind="fixed", prize_table=[[1, [60, 41]]])
    plan = plan_of(money)
    assert plan.tied
    assert not Lot.objects.filter(event=event, purpose="prizes").exists()
    prizes_award(event=event, made_by=None)
    assert Lot.objects.filter(event=event, purpose="prizes").exists()
    assert not plan_of(money).tied
