"""Money over HTTP: set up, fees at the door, balances, transfers."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import User
from clubs.services.players import player_add
from ledger.models import Transfer
from tests.api.conftest import Evening
from tests.conftest import ApiFor
from tournaments.events.models import Event, EventState
from tournaments.money.models import EventMoney

pytestmark = pytest.mark.usefixtures("held")

TABLE = [{"entries": 1, "prizes": [60, 40]}]


@pytest.fixture
def at(evening: Evening) -> str:
    return f"{evening.event_at}money/"


@pytest.fixture
def desk(treasurer: User, api_for: ApiFor, at: str) -> APIClient:
    """The treasurer's program; a fee of 5.00 a player is set."""
    api = api_for(treasurer)
    assert api.patch(at, {"fee": 500}).status_code == 200
    return api


def balances(desk: APIClient, at: str) -> dict[str, int]:
    rows = desk.get(f"{at}balances/").json()["balances"]
    return {
        (row["account"]["player"] or {"name": row["account"]["kind"]})["name"]: row["amount"]
        for row in rows
    }


def test_nothing_is_there_before_money_is_kept(at: str, treasurer: User, api_for: ApiFor) -> None:
    api = api_for(treasurer)
    for path in ("", "balances/", "fees/", "transfers/"):
        assert api.get(at + path).status_code == 404


def test_money_is_set_up_and_told(desk: APIClient, at: str) -> None:
    answer = desk.patch(at, {"prize_kind": "share", "prize_table": TABLE, "house_percent": 10})
    assert answer.status_code == 200
    money = desk.get(at).json()
    assert money["currency"] == "USD"
    assert (money["decimals"], money["fee"], money["prize_table"]) == (2, 500, TABLE)
    assert money["is_settled"] is True
    assert balances(desk, at)["Ann"] == -500
    assert balances(desk, at)["pot"] == 4000


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"fee": "5.00"}, "fee"),
        ({"prize_kind": "share", "prize_table": [{"entries": 1, "prizes": [101]}]}, "prize_table"),
        ({"point": 5}, "ante"),
    ],
)
def test_what_is_wrong_is_told_by_field(
    desk: APIClient, at: str, body: dict[str, Any], field: str
) -> None:
    answer = desk.patch(at, body)
    assert answer.status_code == 400
    assert [*answer.json()["errors"]] == [field]
    assert EventMoney.objects.get().fee == 500


def test_a_fee_is_told_twice_and_entered_once(desk: APIClient, at: str) -> None:
    for status, ann in (("paid", 0), ("owing", -500), ("waived", 0), ("refunded", 0)):
        for _twice in range(2):
            answer = desk.put(f"{at}fees/1/0/", {"status": status})
            assert (answer.status_code, answer.json()["status"]) == (200, status)
        assert balances(desk, at).get("Ann", 0) == ann
    row = desk.get(f"{at}fees/").json()["results"][0]
    assert (row["entry"], row["place"], row["players"][0]["name"]) == (1, 0, "Ann")


def test_what_is_not_there_is_not_found(desk: APIClient, at: str) -> None:
    for path in ("fees/99/0/", "fees/1/7/"):
        assert desk.put(at + path, {"status": "paid"}).status_code == 404
    assert desk.put(f"{at}transfers/999999/", {"paid": True}).status_code == 404


def test_transfers_are_worked_out_and_marked(desk: APIClient, at: str) -> None:
    answer = desk.post(f"{at}transfers/", {"way": "cash_box"})
    assert answer.status_code == 200
    first = answer.json()["transfers"][0]
    assert (first["payee"], first["amount"], first["paid"]) == (None, 500, False)
    for paid in (True, True, False, False, True):
        transfer = desk.put(f"{at}transfers/{first['id']}/", {"paid": paid}).json()
        assert transfer["paid"] is paid
    listed = desk.get(f"{at}transfers/").json()
    assert listed["is_current"] is True
    assert [row["paid"] for row in listed["transfers"]] == [False] * 7 + [True]
    assert desk.post(f"{at}transfers/", {}).json()["way"] == "cash_box"


def test_a_request_sent_twice_under_its_key_works_once(desk: APIClient, at: str) -> None:
    for replayed in (False, True):
        answer = desk.post(f"{at}settle/", {}, headers={"Idempotency-Key": "night"})
        assert answer.has_header("Idempotency-Replayed") == replayed
        assert answer.json()["currency"] == "USD"


def test_a_statement_runs_through_all_books(desk: APIClient, at: str, evening: Evening) -> None:
    desk.put(f"{at}fees/1/0/", {"status": "paid"})
    path = f"{evening.at}players/{evening.players[0].pk}/statement/"
    (statement,) = desk.get(path).json()
    assert [line["amount"] for line in statement["lines"]] == [-500, 500]
    assert (statement["currency"], statement["balance"]) == ("USD", 0)
    assert desk.get(path, {"since": "2027-01-01"}).json() == []
    assert desk.get(path, {"since": "tomorrow"}).status_code == 400


def test_the_neighbours_transfer_is_not_ours(
    desk: APIClient, at: str, evening: Evening, stranger: User, api_for: ApiFor
) -> None:
    desk.post(f"{at}transfers/", {})
    path = f"{at}transfers/{Transfer.objects.all()[0].pk}/"
    assert api_for(stranger).put(path, {"paid": True}).status_code == 404
    assert not Transfer.objects.exclude(transaction=None).exists()


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_viewer_is_refused_whatever_the_method(
    desk: APIClient, at: str, viewer: User, api_for: ApiFor, method: str
) -> None:
    assert getattr(api_for(viewer), method)(f"{at}balances/").status_code == 403


@pytest.mark.parametrize(
    ("before", "said", "answered"),
    [
        ("owing", "paid", 200),
        ("paid", "owing", 200),
        ("owing", "waived", 403),
        ("paid", "refunded", 403),
        ("waived", "paid", 403),
        ("refunded", "owing", 403),
    ],
)
def test_an_organiser_takes_fees_and_decides_about_none(
    desk: APIClient,
    at: str,
    organiser: User,
    api_for: ApiFor,
    before: str,
    said: str,
    answered: int,
) -> None:
    desk.put(f"{at}fees/1/0/", {"status": before})
    door = api_for(organiser)
    assert door.put(f"{at}fees/1/0/", {"status": said}).status_code == answered
    after = said if answered == 200 else before
    assert door.get(f"{at}fees/").json()["results"][0]["status"] == after
    assert door.get(f"{at}balances/").status_code == 403


def test_prizes_are_awarded_once_the_event_is_finished_and_taken_back(
    desk: APIClient, at: str, evening: Evening
) -> None:
    desk.patch(at, {"prize_kind": "share", "prize_table": [{"entries": 8, "prizes": [60, 40]}]})
    fitted = desk.post(f"{at}prizes/fit/").json()["prize_table"]
    assert fitted == [{"entries": 4, "prizes": [60, 40]}]
    prizes = desk.get(f"{at}prizes/").json()
    assert (prizes["pot"], prizes["prizes"], prizes["awards"]) == (4000, [2400, 1600], [])
    early = desk.post(f"{at}prizes/award/").json()
    assert early["codes"] == {"non_field_errors": ["not_finished"]}
    Event.objects.filter(pk=evening.event.pk).update(state=EventState.FINISHED)
    assert desk.post(f"{at}prizes/award/").json()["awarded"] is True
    assert desk.post(f"{at}prizes/take-back/").json()["awarded"] is False
    waiting = desk.post(f"{at}transfers/", {"way": "fewest"})
    assert waiting.json()["codes"] == {"non_field_errors": ["prizes_not_entered"]}


def test_a_side_pot_is_set_up_won_and_called_off(
    desk: APIClient, at: str, evening: Evening, stranger: User
) -> None:
    made = desk.post(f"{at}pots/", {"name": "Aces", "stake": 100})
    assert (made.status_code, made["Location"]) == (201, f"{at}pots/{made.json()['id']}/")
    ann, bob = (player.pk for player in evening.players[:2])
    body = {"players": [ann, bob], "winners": [ann]}
    assert desk.put(made["Location"], body).json()["winners"] == [ann]
    assert balances(desk, at)["Ann"] == -500 + 100
    outside = player_add(club=evening.club, name="Zoe").pk
    theirs = player_add(club=stranger.memberships.get().club, name="Zoe").pk
    for key in (outside, theirs):
        assert desk.put(made["Location"], {"players": [key]}).status_code == 404
    assert [pot["name"] for pot in desk.get(f"{at}pots/").json()] == ["Aces"]
    assert desk.delete(made["Location"]).status_code == 204
    assert desk.get(made["Location"]).status_code == 404
    assert balances(desk, at)["Ann"] == -500


def test_expenses_and_cash_are_entered_once_under_a_key(
    desk: APIClient, at: str, evening: Evening
) -> None:
    ann = evening.players[0].pk
    before = balances(desk, at)
    expense = {"amount": 300, "text": "cards", "bearer": "pot", "payer": ann}
    for replayed in (False, True):
        made = desk.post(f"{at}expenses/", expense, headers={"Idempotency-Key": "cards"})
        assert (made.status_code, made.json()["kind"]) == (201, "expense")
        assert made.has_header("Idempotency-Replayed") == replayed
    assert desk.post(f"{at}expenses/", {"amount": 50, "text": "tea"}).status_code == 201
    assert (
        desk.post(f"{at}cash/", {"amount": 900, "text": "float", "direction": "in"})
        .json()["text"]
        .startswith("float")
    )
    desk.post(f"{at}cash/", {"amount": 100, "text": "stamps", "direction": "out"})
    after = balances(desk, at)
    changes = {who: after.get(who, 0) - before.get(who, 0) for who in before | after}
    moved = {who: units for who, units in changes.items() if units}
    assert moved == {"Ann": 300, "pot": -300, "cash": 50 - 800, "club": 800 - 50}


def test_a_payer_of_no_entry_is_not_found_and_a_wrong_amount_is_told(
    desk: APIClient, at: str, evening: Evening, stranger: User
) -> None:
    outside = player_add(club=evening.club, name="Zoe").pk
    theirs = player_add(club=stranger.memberships.get().club, name="Zoe").pk
    for payer in (outside, theirs):
        body = {"amount": 300, "text": "cards", "payer": payer}
        assert desk.post(f"{at}expenses/", body).status_code == 404
    for amount in (0, -5, "3.00", 10**13):
        for path, more in (("expenses/", {}), ("cash/", {"direction": "in"})):
            answer = desk.post(at + path, {"amount": amount, "text": "cards", **more})
            assert [*answer.json()["errors"]] == ["amount"], (path, amount)
    assert desk.post(f"{at}cash/", {"amount": 5, "text": "  "}).status_code == 400


def test_only_an_entry_made_by_hand_is_reversed(desk: APIClient, at: str) -> None:
    spent = desk.post(f"{at}expenses/", {"amount": 300, "text": "cards"}).json()
    newest = desk.get(f"{at}entries/").json()["results"][0]
    assert newest == spent
    back = f"{at}entries/{spent['number']}/take-back/"
    assert desk.post(back).json()["is_reversal"] is True
    assert desk.post(back).json()["codes"] == {"non_field_errors": ["reversed_already"]}
    derived = desk.post(f"{at}entries/1/take-back/").json()
    assert derived["codes"] == {"non_field_errors": ["not_by_hand"]}
