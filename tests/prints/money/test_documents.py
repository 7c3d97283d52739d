"""Documents of money: pages and texts."""

from dataclasses import replace

from clubs.models import Player
from ledger.amounts import with_currency
from ledger.hooks import Gap, gaps_listed
from paper.documents.statement import statement_pages
from press.base import Paper, Printable, render
from tests.prints.matches.reading import bookmarks, in_digits, texts
from tests.prints.money.documents import settlement, statement


def words_of(document: Printable) -> str:
    return " ".join(" ".join(texts(render([document], paper=Paper.A4))).split())


def test_no_amount_is_lost_in_a_long_settlement() -> None:
    text = words_of(settlement(200))
    assert all(with_currency(1000 * place + 550, "EUR") in text for place in range(200))


def test_amounts_keep_their_sign_in_front_in_every_script() -> None:
    for language in ("en", "fa"):
        text = words_of(settlement(persian=language == "fa"))
        assert in_digits("+7.25 EUR", language) in text
        assert in_digits("−2.75 EUR", language) in text


def test_a_settlement_without_transfers_says_so() -> None:
    assert "Nobody owes anything." in words_of(settlement(0))


def test_a_statement_runs_from_balance_to_balance() -> None:
    text = words_of(statement(3))
    assert text.index("Balance before 0.00 EUR") < text.index("1 May 2026")
    assert "Balance now +4.50 EUR" in text


def test_statements_of_many_are_one_file_with_a_bookmark_each() -> None:
    people = [
        replace(document, statement=replace(document.statement, player=Player(name=name)))
        for document, name in ((statement(2), f"Player {number}") for number in range(5))
    ]
    titles = [title for title, _page in bookmarks(render(people, paper=Paper.LETTER))]
    assert titles == [f"Statement · Player {number}" for number in range(5)]


def test_money_that_is_not_known_is_listed_by_round_in_one_text() -> None:
    sets, hands = "how often each side was set is not known", "the hands are not recorded"
    gaps = [
        Gap(book, kind, round_, table, f"{kind} of {table}", reason, "/", frozenset())
        for book, kind, reason, places in (
            (1, "Stakes", sets, [(1, 4), (1, 7), (1, 7), (3, 2)]),
            (1, "Penny pot", hands, [(2, 5)]),
            (2, "Stakes", sets, [(5, 1), (6, 1)]),
        )
        for round_, table in places
    ]
    assert gaps_listed(gaps) == [
        f"Stakes: round 1, tables 4, 7; round 3, table 2: {sets}",
        f"Penny pot of 5: {hands}",
        f"Stakes: round 5, table 1; round 6, table 1: {sets}",
    ]


def test_statements_of_a_few_entries_share_pages_and_a_line_shows_where_each_ends() -> None:
    documents = [statement(2 + place % 3) for place in range(20)]
    pages = list(statement_pages(documents, Paper.A4.upright))
    assert [document for page in pages for document in page.documents] == documents
    assert len(pages) == 5
    written = texts(render(pages, paper=Paper.A4))
    assert len(written) == len(pages)
