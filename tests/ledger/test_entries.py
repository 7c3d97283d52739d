"""Entries are made once, taken back by their opposite, and brought to what ought to stand."""

from dataclasses import replace

import pytest

from clubs.models import Player, User
from ledger.accounts import CASH, POT, AccountRef, ExpectedEntry, of_player
from ledger.models import AccountKind, Book, EntryKind, Transaction
from ledger.selectors import balances_of, journal_of, open_accounts, statements_of
from ledger.services.books import (
    book_currency_set,
    book_open,
    entries_reconcile,
    entry_make,
    entry_reverse,
)
from tests.ledger.conftest import FRIDAY
from tests.refused import refused


def stake(
    source: str, payer: Player, payee: Player, amount: int, text: str = "Stakes"
) -> ExpectedEntry:
    amounts = {of_player(payer.pk): -amount, of_player(payee.pk): amount}
    return ExpectedEntry(source, EntryKind.STAKES, text, amounts)


def owed(book: Book) -> dict[str, int]:
    return {str(row.account): row.amount for row in balances_of(book) if row.amount}


def written(book: Book) -> list[tuple[int, str, bool]]:
    return [
        (entry.number, entry.source, entry.reverses_id is not None)
        for entry in book.transactions.order_by("number")
    ]


def test_an_entry_is_made_once_under_its_source(
    book: Book, players: list[Player], owner: User
) -> None:
    ann, ben, *_ = players
    first = entry_make(book=book, entry=stake("x:1", ann, ben, 5), made_by=owner)
    again = entry_make(book=book, entry=stake("x:1", ann, ben, 5), made_by=owner)
    assert first == again
    assert owed(book) == {"Ann": -5, "Ben": 5}


def test_an_entry_that_does_not_sum_to_zero_cannot_even_be_said(players: list[Player]) -> None:
    with pytest.raises(ValueError, match="sums to zero"):
        ExpectedEntry("x", EntryKind.FEE, "x", {of_player(players[0].pk): -5, POT: 4})


def test_what_was_taken_back_may_be_entered_again(
    book: Book, players: list[Player], owner: User
) -> None:
    ann, ben, *_ = players
    entry = stake("x:1", ann, ben, 5)
    made = entry_make(book=book, entry=entry, made_by=owner)
    entry_reverse(entry=made, made_by=owner, cause={"code": "a slip"})
    assert owed(book) == {}
    with refused("reversed_already"):
        entry_reverse(entry=made, made_by=owner)
    entry_make(book=book, entry=entry, made_by=owner)
    assert written(book) == [(1, "x:1", False), (2, "x:1", True), (3, "x:1", False)]
    assert owed(book) == {"Ann": -5, "Ben": 5}


def test_a_reversal_is_not_reversed(book: Book, players: list[Player], owner: User) -> None:
    made = entry_make(book=book, entry=stake("x", players[0], players[1], 5), made_by=owner)
    undone = entry_reverse(entry=made, made_by=owner)
    with refused("reversed_already"):
        entry_reverse(entry=undone, made_by=owner)


def test_only_what_differs_is_reversed_and_entered_anew(book: Book, players: list[Player]) -> None:
    ann, ben, cleo, *_ = players
    kinds = [EntryKind.STAKES]
    wanted = [stake("a", ann, ben, 5), stake("b", ben, cleo, 7), stake("c", cleo, ann, 1)]
    first = entries_reconcile(book=book, wanted=wanted, kinds=kinds)
    assert (len(first.entered), len(first.reversed)) == (3, 0)
    assert not entries_reconcile(book=book, wanted=wanted, kinds=kinds).changed
    changed = [wanted[0], stake("b", ben, cleo, 8)]  # c is gone
    second = entries_reconcile(book=book, wanted=changed, kinds=kinds)
    assert [entry.source for entry in second.entered] == ["b"]
    assert sorted(entry.source for entry in second.reversed) == ["b", "c"]
    assert owed(book) == {"Ann": -5, "Ben": -3, "Cleo": 8}


def test_the_known_cause_of_a_change_is_written_with_it_and_a_first_entry_has_none(
    book: Book, players: list[Player]
) -> None:
    ann, ben, *_ = players
    first = entries_reconcile(book=book, wanted=[stake("a", ann, ben, 5)])
    moved = entries_reconcile(
        book=book, wanted=[stake("a", ann, ben, 6)], causes={"a": {"code": "corrected"}}
    )
    late = entries_reconcile(
        book=book, wanted=[stake("b", ann, ben, 7)], causes={"b": {"code": "late"}}
    )
    causes = [row.cause for done in (first, moved, late) for row in done.entered]
    assert causes == [None, {"code": "corrected"}, {"code": "late"}]


def test_an_entry_of_other_facts_is_entered_anew_for_the_same_amounts(
    book: Book, players: list[Player]
) -> None:
    plain = stake("a", players[0], players[1], 5)
    told = [replace(plain, about={"code": "x", "facts": {"marks": marks}}) for marks in (1, 2)]
    entries_reconcile(book=book, wanted=told[:1])
    assert not entries_reconcile(book=book, wanted=told[:1]).changed
    assert not entries_reconcile(book=book, wanted=[plain]).changed
    again = entries_reconcile(book=book, wanted=told[1:])
    assert (len(again.entered), len(again.reversed)) == (1, 1)


def test_only_who_is_not_level_is_open_in_a_club(book: Book, players: list[Player]) -> None:
    ann, ben, cleo, *_ = players
    entries_reconcile(book=book, wanted=[stake("a", ann, ben, 1), stake("b", ben, cleo, 1)])
    assert [(row.player.name, row.amount) for row in open_accounts(book.club)] == [
        *(("Ann", -1), ("Cleo", 1))
    ]


def test_other_kinds_are_left_alone(book: Book, players: list[Player], owner: User) -> None:
    cash = ExpectedEntry(
        "cash:1", EntryKind.CASH, "Change", {CASH: -5, AccountRef(AccountKind.CLUB): 5}
    )
    entry_make(book=book, entry=cash, made_by=owner)
    entries_reconcile(book=book, wanted=[], kinds=[EntryKind.STAKES])
    [balance] = [row for row in balances_of(book) if row.account.kind == AccountKind.CASH]
    assert balance.amount == -5


def test_an_entry_that_comes_to_nothing_is_not_written(book: Book, players: list[Player]) -> None:
    assert not entries_reconcile(book=book, wanted=[stake("a", players[0], players[1], 0)]).changed


def test_the_journal_and_the_balances_take_few_queries(
    book: Book, players: list[Player], django_assert_num_queries: object
) -> None:
    pairs = [(player, other) for player in players for other in players if player != other]
    wanted = [stake(f"m:{place}", *pair, 5 + place) for place, pair in enumerate(pairs)]
    entries_reconcile(book=book, wanted=wanted)
    with django_assert_num_queries(4):  # type: ignore[operator]
        rows = [
            (entry.made_by, [str(posting.account) for posting in entry.postings.all()])
            for entry in journal_of(book)
        ]
    assert len(rows) == 30
    with django_assert_num_queries(1):  # type: ignore[operator]
        assert len(owed(book)) == 6
    with django_assert_num_queries(5):  # type: ignore[operator]
        entries_reconcile(book=book, wanted=wanted)


def test_a_statement_runs_through_the_books_of_a_club(
    book: Book, players: list[Player], owner: User
) -> None:
    ann, ben, *_ = players
    later = book_open(club=book.club, name="Later", date=FRIDAY.replace(day=27), currency="EUR")
    yen = book_open(club=book.club, name="Yen", date=FRIDAY, currency="JPY")
    for where, amount in ((later, 30), (book, 5), (yen, 100)):
        entry_make(book=where, entry=stake("m:1", ann, ben, amount), made_by=owner)
    euros, yens = statements_of(ben)
    assert [(line.entry.book.name, line.amount, line.balance) for line in euros.lines] == [
        ("Friday", 5, 5),
        ("Later", 30, 35),
    ]
    assert (yens.currency, yens.balance) == ("JPY", 100)
    (only,) = statements_of(ben, books=[later])
    assert only.balance == 30
    euros, yens = statements_of(ben, until=FRIDAY)
    assert (euros.lines[-1].balance, euros.later, euros.balance) == (5, 30, 35)
    euros, *_none = statements_of(ben, since=FRIDAY.replace(day=27))
    assert (euros.opening, euros.lines[0].balance, euros.balance) == (5, 35, 35)
    assert statements_of(ben, since=FRIDAY.replace(day=28)) == ()
    assert [(row.player.name, row.currency, row.amount) for row in open_accounts(book.club)] == [
        ("Ann", "EUR", -35),
        ("Ann", "JPY", -100),
        ("Ben", "EUR", 35),
        ("Ben", "JPY", 100),
    ]


def test_only_an_empty_book_changes_its_currency(
    book: Book, players: list[Player], owner: User
) -> None:
    assert book_currency_set(book=book, currency="JPY").currency == "JPY"
    entry_make(book=book, entry=stake("x", players[0], players[1], 5), made_by=owner)
    with refused("currency_fixed"):
        book_currency_set(book=book, currency="EUR")


def test_a_book_wants_a_currency(book: Book) -> None:
    with refused("currency_malformed"):
        book_open(club=book.club, name="x", date=FRIDAY, currency="Euro")


def test_only_a_reversal_says_what_caused_it() -> None:
    cause = {"code": "not_paid"}
    made = Transaction(text="Round 1", cause=cause)
    assert made.words_for(None) == "Round 1"
    undone = Transaction(text="Round 1", cause=cause, reverses=made)
    assert undone.words_for(None) == f"Round 1 ({undone.cause_description})"
    assert Transaction(text="Round 1", reverses=made).words_for(None) == "Round 1"
