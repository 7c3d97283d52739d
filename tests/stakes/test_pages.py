"""The treasurer's pages of an event, as a browser without JavaScript sees them."""

import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from clubs.roles import Role
from clubs.services.players import player_update
from ledger.models import Transaction, Transfer, Way
from ledger.selectors import settlement_of
from ledger.services.books import book_open as ledger_book_open
from ledger.services.books import season_open
from scoring.models import Match
from scoring.services.hands import hand_correct
from tests.conftest import ApiFor, member_of
from tests.stakes.conftest import KeepMoney, in_the_box, owed
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_finish, event_update
from tournaments.events.tasks import sweep
from tournaments.money.models import EventMoney, SidePot
from tournaments.money.services.settling import evening_settle

pytestmark = pytest.mark.usefixtures("held")

Win = Callable[..., Match]
NASTY = '=HYPERLINK("x")'


@pytest.fixture
def desk(stakes_night: Event, client_for: Callable[[User], Client]) -> Pages:
    """The stakes night as its treasurer sees it, its book not yet open."""
    return Pages(client_for(member_of(stakes_night.club, Role.TREASURER)), stakes_night)


@pytest.fixture
def book_open(desk: Pages, keep: KeepMoney) -> EventMoney:
    """Its book, with a fee of 5.00 a player."""
    return keep(desk.event, fee=500)


def rows_of(answer: Any) -> list[list[str]]:
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


class TestBeginning:
    def test_a_book_opens_by_itself_where_stakes_are_played_for(
        self, desk: Pages, first_match: Match, win: Win
    ) -> None:
        assert "once a match is over" in words(desk.get("event-money"))
        win(first_match, 0)
        sweep()
        assert "Ada 0.88" in words(desk.get("event-money")).replace("even ", "")

    def test_the_first_fee_opens_the_book(self, desk: Pages) -> None:
        page = desk.get("event-money-setup")
        assert page.status_code == 200
        assert not EventMoney.objects.exists()
        answer = desk.post("event-money-setup", fee="5", fee_per="player", prize_kind="none")
        assert messages_of(answer) == ["Saved."]
        assert EventMoney.objects.get().fee == 500

    @pytest.mark.parametrize("part", ["door", "transfers", "prizes", "book"])
    def test_before_that_every_page_leads_there(self, part: str, desk: Pages) -> None:
        answer = desk.get(f"event-money-{part}")
        assert (answer.status_code, answer.url) == (302, desk.url("event-money"))

    def test_the_event_and_the_club_lead_to_it(self, desk: Pages) -> None:
        page = desk.get("event").content.decode()
        assert desk.url("event-money") in page
        assert reverse("club-money", args=[desk.event.club.slug]) in page


class TestSetUp:
    def test_fees_and_prizes_are_typed_as_people_write_them(
        self, desk: Pages, book_open: EventMoney
    ) -> None:
        answer = desk.post(
            "event-money-setup",
            fee="7,50",
            fee_per="entry",
            cash_float="\u06f2\u06f0",  # 20 in Persian digits
            house_amount="",
            house_percent="10",
            prize_kind="share",
            prize_table="4: 60% 40%\n\n8:50 30 20",
            last_prize="2.5",
        )
        assert messages_of(answer) == ["Saved."]
        money = EventMoney.objects.get()
        assert (money.fee, money.cash_float, money.house_percent) == (750, 2000, 10)
        assert money.prize_table == [[4, [60, 40]], [8, [50, 30, 20]]]
        assert money.last_prize == 250
        assert owed(money.book)["Ada"] == -375
        assert "8: 50 30 20" in desk.get("event-money-setup").content.decode()

    def test_a_table_of_prizes_is_saved_as_it_is_shown(
        self, desk: Pages, book_open: EventMoney
    ) -> None:
        typed = "4: 10.00 0\n8: 20.00 0 0 0.50"
        fixed = {"prize_kind": "fixed", "fee_per": "entry"}
        for _again in range(2):
            answer = desk.post("event-money-setup", **fixed, prize_table=typed)
            assert messages_of(answer) == ["Saved."]
            form = desk.get("event-money-setup").context["form"]
            assert form["prize_table"].value() == typed

    def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(
        self, desk: Pages, book_open: EventMoney
    ) -> None:
        wrong = {
            "fee": ("1,000", "“.” before the decimals: USD has 2"),
            "house_percent": ("101", "less than or equal to 100"),
            "prize_table": ("8: sixty", "“sixty” is not a share"),
        }
        typed = {field: value for field, (value, _problem) in wrong.items()}
        usual = {"fee_per": "player", "prize_kind": "share"}
        answer = desk.post("event-money-setup", **usual, **typed)
        assert answer.status_code == 422
        for field, (value, problem) in wrong.items():
            (error,) = at_field(answer, field)
            assert problem in error
            assert answer.context["form"][field].value() == value
        for prizes, problem in (("8: 60 41", "at most 100 per"), ("", "Enter what the places win")):
            answer = desk.post("event-money-setup", **usual, fee="5", prize_table=prizes)
            assert problem in at_field(answer, "prize_table")[0]


class TestDoor:
    def test_a_typed_number_has_paid_all_that_it_owes(
        self, desk: Pages, book_open: EventMoney
    ) -> None:
        assert messages_of(desk.post("event-money-door", number="2")) == ["No. 2 has paid 2 fees."]
        assert messages_of(desk.post("event-money-door", number="2")) == ["No. 2 owes nothing."]
        assert in_the_box(book_open.book) == 1000
        answer = desk.post("event-money-door", number="99")
        assert answer.status_code == 422
        assert "There is no number 99 here." in words(answer)

    @pytest.mark.parametrize(
        ("status", "said", "box"),
        [
            ("paid", "paid", 500),
            ("waived", "waived", 0),
            ("refunded", "refunded", 0),
            ("owing", "owing", 0),
        ],
    )
    def test_one_tap_says_how_a_fee_stands(
        self, status: str, said: str, box: int, desk: Pages, book_open: EventMoney
    ) -> None:
        answer = desk.post("event-money-fee", 1, 0, status=status)
        assert messages_of(answer) == [f"No. 1: {said}."]
        assert in_the_box(book_open.book) == box

    def test_a_state_that_is_none_changes_nothing(self, desk: Pages, book_open: EventMoney) -> None:
        answer = desk.post("event-money-fee", 1, 0, status="part")
        assert messages_of(answer) == ["A fee is paid, owing, waived or refunded."]
        assert in_the_box(book_open.book) == 0

    def test_a_fee_that_is_none_is_told_so(self, desk: Pages, book_open: EventMoney) -> None:
        answer = desk.post("event-money-fee", 99, 0, status="paid")
        assert messages_of(answer) == ["There is no such fee."]

    def test_the_list_refreshes_itself_and_costs_nothing_while_nothing_changes(
        self, desk: Pages, book_open: EventMoney, players: list[Player]
    ) -> None:
        url = desk.url("event-money-door-live")
        first = desk.client.get(url)
        assert "0 / 8" in words(first)
        again = desk.client.get(url, headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        desk.client.post(
            desk.url("event-money-fee", 1, 0), {"status": "paid"}, headers={"HX-Request": "true"}
        )
        later = desk.client.get(url, headers={"If-None-Match": first["ETag"]})
        assert "1 / 8" in words(later)
        entry_add(event=desk.event, players=players[8:10])
        assert "1 / 10" in words(desk.client.get(url, headers={"If-None-Match": later["ETag"]}))

    def test_htmx_gets_the_list_back(self, desk: Pages, book_open: EventMoney) -> None:
        answer = desk.client.post(
            desk.url("event-money-fee", 1, 0), {"status": "paid"}, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200
        assert "<main" not in answer.content.decode()
        assert "Taken at the door 5.00" in words(answer)


class TestTransfers:
    def test_they_are_worked_out_and_paid_one_by_one(
        self, desk: Pages, book_open: EventMoney, first_match: Match, win: Win
    ) -> None:
        win(first_match, 0)
        answer = desk.post("event-money-transfers", way=Way.CASH_BOX)
        assert messages_of(answer) == ["The transfers have been worked out."]
        first, *others = Transfer.objects.order_by("pk")
        assert others
        assert messages_of(desk.post("event-money-paid", first.pk)) == ["Marked as paid."]
        assert messages_of(desk.post("event-money-paid", first.pk)) == [
            "This transfer has already been paid."
        ]
        assert messages_of(desk.post("event-money-unpaid", first.pk)) == ["It is open again."]
        for transfer in Transfer.objects.all():
            desk.post("event-money-paid", transfer.pk)
        assert "Nobody owes anything." in words(desk.get("event-money-transfers"))

    def test_a_correction_afterwards_is_told_and_only_the_rest_is_open(
        self,
        desk: Pages,
        keep: KeepMoney,
        first_match: Match,
        win: Win,
        owner: User,
    ) -> None:
        keep(desk.event)
        win(first_match, 0, loser_marks=3)
        desk.post("event-money-transfers", way="fewest")
        for transfer in Transfer.objects.all():
            desk.post("event-money-paid", transfer.pk)
        hand = first_match.hands.get(number=1)
        assert hand.record is not None
        hand_correct(
            match_id=first_match.pk,
            number=1,
            record=hand.record | {"tally": {"made": False}},
            author=owner,
            reason="misread",
            revision=hand.revision,
        )
        evening_settle(event_id=desk.event.pk)
        page = words(desk.get("event-money-transfers"))
        assert "1 correction since: only what remains is to be paid." in page
        assert re.search(r"pays \w+ 0\.6[23]", page)
        overview = words(desk.get("event-money"))
        assert "1 correction since the transfers were worked out." in overview
        assert "hand 1 corrected by owner: misread" in overview
        assert "+0.63" in overview

    def test_a_way_that_is_none_is_refused(self, desk: Pages, book_open: EventMoney) -> None:
        assert desk.post("event-money-transfers", way="barter").status_code == 422
        assert not Transfer.objects.exists()


class TestPrizes:
    def test_they_are_entered_at_the_end_and_taken_back(
        self, desk: Pages, keep: KeepMoney, win: Win
    ) -> None:
        money = keep(desk.event, prize_kind="fixed", prize_table=[[1, [100]]])
        assert "They are entered when the event is finished." in words(
            desk.get("event-money-prizes")
        )
        assert messages_of(desk.post("event-money-award")) == [
            "Finish the event first: its standings are not final."
        ]
        for table in (1, 2):
            win(match_of(desk.event, 1, table), 0)
        event_finish(event=desk.event)
        assert "Settle up" in words(desk.get("event-money"))
        assert owed(money.book)["club"] == -100
        assert re.search(r"Won (\w+ 0\.25 ){4}", words(desk.get("event-money-prizes")))
        assert messages_of(desk.post("event-money-award", back="1")) == [
            "The prizes have been taken back."
        ]
        assert "club" not in owed(money.book)
        assert "Won" not in words(desk.get("event-money-prizes"))
        waiting = "Enter the prizes and the house cut before you settle up."
        page = words(desk.get("event-money"))
        assert (waiting in page, "Settle up" in page) == (True, False)
        assert waiting in words(desk.post("event-money-transfers", way="fewest"))
        assert messages_of(desk.post("event-money-award")) == ["The prizes have been entered."]
        assert waiting not in words(desk.get("event-money"))

    def test_a_side_pot_from_its_name_to_its_winner(
        self, desk: Pages, keep: KeepMoney, players: list[Player]
    ) -> None:
        money = keep(desk.event)
        answer = desk.post("event-money-prizes", name="Last bid", stake="1.50")
        assert answer.status_code == 200
        pot = SidePot.objects.get()
        ada, ben = players[0].pk, players[1].pk
        desk.post("event-money-pot", pot.pk, players=[ada, ben])
        desk.post("event-money-pot", pot.pk, players=[ada, ben], winners=[ben])
        assert owed(money.book) == {"Ada": -150, "Ben": 150}
        answer = desk.post("event-money-pot", pot.pk, players=[ada], winners=[ben])
        assert "Only those who have put in can win." in words(answer)
        again = desk.post("event-money-prizes", name="Last bid", stake="1")
        assert at_field(again, "name") == ["There is a side pot of this name already."]
        assert messages_of(desk.post("event-money-pot-off", pot.pk)) == [
            "“Last bid” has been called off."
        ]
        assert owed(money.book) == {}


class TestBook:
    def test_an_expense_is_entered_once_and_taken_back(self, desk: Pages, keep: KeepMoney) -> None:
        money = keep(desk.event)
        given = {
            "what": "expense",
            "expense-text": "Coffee",
            "expense-amount": "4.20",
            "expense-bearer": "club",
            "expense-key": "k1",
        }
        for _twice in range(2):
            assert messages_of(desk.post("event-money-book", **given)) == ["Entered."]
        assert owed(money.book) == {"club": -420, "cash": 420}
        assert messages_of(desk.post("event-money-undo", 1)) == ["Entry 1 has been taken back."]
        assert owed(money.book) == {}
        assert messages_of(desk.post("event-money-undo", 1)) == [
            "This entry has been taken back already."
        ]

    @pytest.mark.parametrize(("way", "cash"), [("in", -1000), ("out", 1000)])
    def test_cash_goes_in_and_out(self, way: str, cash: int, desk: Pages, keep: KeepMoney) -> None:
        money = keep(desk.event)
        given = {"cash-text": "x", "cash-amount": "10", "cash-way": way, "cash-key": "k"}
        assert messages_of(desk.post("event-money-book", what="cash", **given)) == ["Entered."]
        assert owed(money.book)["cash"] == cash

    def test_what_is_missing_is_told(self, desk: Pages, keep: KeepMoney) -> None:
        keep(desk.event)
        answer = desk.post("event-money-book", what="expense", **{"expense-key": "k"})
        assert answer.status_code == 422
        assert at_field(answer, "text", "expense") == ["This field is required."]
        assert not answer.context["move"].errors

    def test_only_what_was_entered_by_hand_is_offered_to_be_taken_back(
        self, desk: Pages, book_open: EventMoney
    ) -> None:
        assert "/undo/" not in desk.get("event-money-book").content.decode()
        assert messages_of(desk.post("event-money-undo", 1)) == [
            "Only manual entries can be taken back here."
        ]


class TestFiles:
    @pytest.mark.parametrize(
        ("what", "head", "rows"),
        [
            ("balances", "Account", 9),
            ("door", "No.", 8),
            ("transfers", "Pays", 8),
            ("book", "No.", 16),
        ],
    )
    def test_every_table_is_had_for_a_spreadsheet(
        self, what: str, head: str, rows: int, desk: Pages, book_open: EventMoney
    ) -> None:
        desk.post("event-money-transfers", way="cash_box")
        answer = desk.get("event-money-file", what, "csv")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert "attachment" in answer["Content-Disposition"]
        table_rows = rows_of(answer)
        assert table_rows[0][0] == head
        assert len(table_rows) == rows + 1

    def test_no_name_is_run_and_every_script_is_kept(
        self, desk: Pages, keep: KeepMoney, players: list[Player]
    ) -> None:
        for player, name in zip(players, [NASTY, "پریسا", "花子", "@Xi", "-Yu"], strict=False):
            player_update(player=player, name=name, note="", active=True)
        keep(desk.event, fee=500)
        names = {row[0]: row[1] for row in rows_of(desk.get("event-money-file", "balances", "csv"))}
        assert names[f"'{NASTY}"] == "-5.00"
        assert {"پریسا", "花子", "'@Xi", "'-Yu"} <= names.keys()

    def test_a_table_that_is_none_is_not_found(self, desk: Pages, book_open: EventMoney) -> None:
        assert desk.get("event-money-file", "secrets", "csv").status_code == 404


def test_stakes_in_another_currency_are_told_and_not_entered(
    desk: Pages, book_open: EventMoney, first_match: Match, win: Win
) -> None:
    event_update(event=desk.event, stakes={"currency": "EUR", "per_mark": "0.25"})
    win(first_match, 0)
    evening_settle(event_id=desk.event.pk)
    assert "in a different currency from this book" in words(desk.get("event-money"))
    assert owed(book_open.book)["Ada"] == -500


def test_an_evening_that_is_settled_with_others_leads_there(
    desk: Pages, book_open: EventMoney
) -> None:
    other = ledger_book_open(
        club=desk.event.club, name="Other", date=desk.event.date, currency="USD"
    )
    season = season_open(club=desk.event.club, name="Winter", books=[book_open.book, other])
    page = desk.get("event-money-transfers")
    assert "settled together with others" in words(page)
    assert reverse("book-money", args=[desk.event.club.slug, season.pk]) in page.content.decode()
    assert desk.post("event-money-transfers", way="fewest").status_code == 422
    assert not Transfer.objects.exists()


@pytest.mark.parametrize("over_http", [False, True])
def test_before_a_season_is_worked_out_its_evenings_are_brought_up_to_date(
    over_http: bool,
    desk: Pages,
    book_open: EventMoney,
    first_match: Match,
    win: Win,
    treasurer: User,
    api_for: ApiFor,
) -> None:
    book, club = book_open.book, desk.event.club
    other = ledger_book_open(club=club, name="Other", date=desk.event.date, currency="USD")
    home = season_open(club=club, name="Winter", books=[book, other])
    before = owed(book)
    win(first_match, 0)
    assert owed(book) == before, "the worker has not been there"
    if over_http:
        at = f"/api/v1/clubs/{club.slug}/books/{home.pk}/transfers/"
        assert api_for(treasurer).post(at, {"way": "fewest"}).status_code == 200
    else:
        desk.client.post(reverse("book-money", args=[club.slug, home.pk]), {"way": "fewest"})
    after = owed(book)
    assert {seat.name for seat in first_match.seats.all()} <= {
        name for name in after if after[name] != before.get(name, 0)
    }
    assert Transaction.objects.filter(book=book).latest("number").made_by == treasurer
    assert settlement_of(home).is_current


MOST_QUERIES = {
    "event-money": 20,
    "event-money-door": 16,
    "event-money-door-live": 14,
    "event-money-transfers": 20,
    "event-money-book": 16,
    "event-money-prizes": 16,
}


def test_pages_take_few_queries_however_much_is_in_the_book(
    desk: Pages,
    book_open: EventMoney,
    win: Win,
    django_assert_max_num_queries: Any,
) -> None:
    for table in (1, 2):
        win(match_of(desk.event, 1, table), 0)
    desk.post("event-money-transfers", way="fewest")
    for name, most in MOST_QUERIES.items():
        desk.get(name)
        with django_assert_max_num_queries(most):
            assert desk.get(name).status_code == 200
