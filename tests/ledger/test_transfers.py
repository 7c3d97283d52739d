"""Settling up: transfers follow balances, and stay right through payments and corrections."""

import pytest

from clubs.models import Club, Player, User
from ledger.accounts import CASH, CLUB, POT, ExpectedEntry, of_player, paid
from ledger.models import Book, EntryKind, Transfer, Way
from ledger.selectors import people_balances, settlement_of
from ledger.services.books import book_open, book_settle_with, entries_reconcile, entry_make
from ledger.services.transfers import (
    transfer_pay,
    transfer_unpay,
    transfers_plan,
    transfers_renew,
)
from tests.ledger.conftest import FRIDAY
from tests.refused import refused


def bring(book: Book, players: list[Player], *amounts: int, source: str = "m:1") -> None:
    """Balances of players by an entry; what they do not come to is the pot's."""
    postings = {
        of_player(player.pk): amount for player, amount in zip(players, amounts, strict=False)
    }
    entry = ExpectedEntry(source, EntryKind.STAKES, source, {**postings, POT: -sum(amounts)})
    entries_reconcile(book=book, wanted=[entry])


def amounts_of(transfers: object) -> list[tuple[str, str, int]]:
    return [
        (str(row.payer or "box"), str(row.payee or "box"), row.amount)
        for row in transfers  # type: ignore[attr-defined]
    ]


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (Way.FEWEST, [("Ben", "Ann", 5), ("Dan", "Cleo", 9)]),
        (Way.TWO_PAYEES, [("Ben", "Ann", 5), ("Dan", "Cleo", 9)]),
        (
            Way.CASH_BOX,
            [("Ben", "box", 5), ("Dan", "box", 9), ("box", "Ann", 5), ("box", "Cleo", 9)],
        ),
    ],
)
def test_balances_become_transfers_in_the_way_chosen(
    way: Way, expected: list[tuple[str, str, int]], book: Book, players: list[Player]
) -> None:
    bring(book, players, 5, -5, 9, -9)
    assert sorted(amounts_of(transfers_plan(book=book, way=way))) == sorted(expected)
    view = settlement_of(book)
    assert (view.way, view.is_current, view.is_settled) == (way, True, False)


def test_the_cash_box_pays_what_it_holds_for_others(
    book: Book, players: list[Player], owner: User
) -> None:
    # Both paid 10 at the door into the pot; Ann wins 15 of it, the club keeps 5.
    amounts = {of_player(players[0].pk): 15, CLUB: 5, CASH: -20}
    entry_make(
        book=book, entry=ExpectedEntry("x", EntryKind.PRIZE, "Prizes", amounts), made_by=owner
    )
    transfers = transfers_plan(book=book)
    assert amounts_of(transfers) == [("box", "Ann", 15)]
    transfer_pay(transfer=transfers[0], made_by=owner)
    assert settlement_of(book).is_settled


def test_a_paid_transfer_stays_and_the_rest_is_what_is_left(
    book: Book, players: list[Player], owner: User
) -> None:
    bring(book, players, 5, -5, 9, -9)
    first, second = transfers_plan(book=book)
    transfer_pay(transfer=first, made_by=owner)
    view = settlement_of(book)
    assert view.is_current
    assert amounts_of(view.open) == amounts_of([second])
    assert amounts_of(view.paid) == amounts_of([first])


def test_after_a_correction_only_what_remains_is_to_be_paid(
    book: Book, players: list[Player], owner: User
) -> None:
    bring(book, players, 5, -5, 9, -9)
    for transfer in transfers_plan(book=book):
        transfer_pay(transfer=transfer, made_by=owner)
    assert settlement_of(book).is_settled
    bring(book, players, 5, -5, 11, -11)
    assert not settlement_of(book).is_current
    transfers_renew(book=book)
    assert amounts_of(settlement_of(book).open) == [("Dan", "Cleo", 2)]
    bring(book, players, 3, -3, 9, -9)
    transfers_renew(book=book)
    assert amounts_of(settlement_of(book).open) == [("Ann", "Ben", 2)]


def test_a_payment_that_was_none_is_taken_back(
    book: Book, players: list[Player], owner: User
) -> None:
    bring(book, players, 5, -5)
    (transfer,) = transfers_plan(book=book)
    transfer_pay(transfer=transfer, made_by=owner)
    with refused("paid_already"):
        transfer_pay(transfer=transfer, made_by=owner)
    transfer_unpay(transfer=transfer, made_by=owner)
    with refused("not_paid"):
        transfer_unpay(transfer=transfer, made_by=owner)
    view = settlement_of(book)
    assert amounts_of(view.open) == [("Ben", "Ann", 5)]
    assert view.is_current
    transfer_pay(transfer=view.open[0], made_by=owner)
    assert settlement_of(book).is_settled


def test_a_payment_taken_back_after_a_correction_is_worked_out_anew(
    book: Book, players: list[Player], owner: User
) -> None:
    bring(book, players, 5, -5)
    (transfer,) = transfers_plan(book=book)
    transfer_pay(transfer=transfer, made_by=owner)
    bring(book, players, 7, -7)
    transfers_renew(book=book)
    transfer_unpay(transfer=transfer, made_by=owner)
    assert amounts_of(settlement_of(book).open) == [("Ben", "Ann", 7)]


def test_a_transfer_that_is_gone_cannot_be_paid(
    book: Book, players: list[Player], owner: User
) -> None:
    bring(book, players, 5, -5)
    (transfer,) = transfers_plan(book=book)
    bring(book, players, 0, 0)
    transfers_renew(book=book)
    with refused("transfer_changed"):
        transfer_pay(transfer=transfer, made_by=owner)


def test_transfers_that_come_out_the_same_stay_the_same_rows(
    book: Book, players: list[Player]
) -> None:
    bring(book, players, 5, -5, 9, -9)
    before = {row.pk for row in transfers_plan(book=book)}
    bring(book, players, 5, -5, 11, -11)
    after = {row.pk for row in transfers_plan(book=book)}
    assert len(before & after) == 1


def test_nothing_is_worked_out_before_somebody_asked(book: Book, players: list[Player]) -> None:
    bring(book, players, 5, -5)
    transfers_renew(book=book)
    assert not Transfer.objects.exists()
    assert settlement_of(book).settlement is None


def test_a_season_is_settled_over_its_evenings(
    club: Club, book: Book, players: list[Player], owner: User
) -> None:
    season = book_open(club=club, name="Season", date=FRIDAY, currency="EUR")
    second = book_open(club=club, name="Second", date=FRIDAY, currency="EUR")
    for evening in (book, second):
        book_settle_with(book=evening, season=season)
    bring(book, players, 5, -5)
    bring(second, players, -3, 3)
    (transfer,) = transfers_plan(book=season)
    assert amounts_of([transfer]) == [("Ben", "Ann", 2)]
    transfer_pay(transfer=transfer, made_by=owner)
    assert people_balances([season, book, second]) == {}
    with refused("settled_with_season"):
        transfers_plan(book=book)
    bring(second, players, -4, 4)
    transfers_renew(book=second)
    assert amounts_of(settlement_of(season).open) == [("Ann", "Ben", 1)]


def test_what_was_not_paid_after_all_is_open_in_the_season_and_there_alone(
    club: Club, book: Book, players: list[Player], owner: User
) -> None:
    bring(book, players, -5, 5)
    (transfer,) = transfers_plan(book=book)
    transfer_pay(transfer=transfer, made_by=owner)
    season = book_open(club=club, name="Season", date=FRIDAY, currency="EUR")
    book_settle_with(book=book, season=season)
    transfers_plan(book=season)
    transfer_unpay(transfer=transfer, made_by=owner)
    assert amounts_of(Transfer.objects.filter(transaction=None)) == [("Ann", "Ben", 5)]
    assert amounts_of(settlement_of(season).open) == [("Ann", "Ben", 5)]


@pytest.mark.parametrize(("currency", "code"), [("JPY", "books_differ"), ("EUR", "season_book")])
def test_books_that_do_not_go_together_are_not_settled_together(
    currency: str, code: str, club: Club, book: Book
) -> None:
    season = book_open(club=club, name="Season", date=FRIDAY, currency=currency)
    if currency == "EUR":
        above = book_open(club=club, name="Above", date=FRIDAY, currency="EUR")
        book_settle_with(book=season, season=above)
    with refused(code):
        book_settle_with(book=book, season=season)


def test_a_book_of_another_club_is_not_settled_with_ours(book: Book, stranger: User) -> None:
    theirs = book_open(
        club=stranger.memberships.get().club, name="Theirs", date=FRIDAY, currency="EUR"
    )
    with refused("books_differ"):
        book_settle_with(book=book, season=theirs)


def test_a_cash_payment_at_the_door_is_a_transfer_to_the_box(
    book: Book, players: list[Player], owner: User
) -> None:
    ann = of_player(players[0].pk)
    bring(book, players, -10)
    entry_make(
        book=book,
        entry=ExpectedEntry("paid", EntryKind.PAYMENT, "Paid", paid(ann, CASH, 10)),
        made_by=owner,
    )
    assert people_balances([book]) == {}
