"""Page, API, file and print of one thing show the same values: read from outside, and compared."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from core.figures import with_decimals
from ledger.amounts import with_currency
from ledger.models import Book
from paper.documents.event_prints import plain_imprint
from paper.documents.seasons import table_document
from paper.documents.settlement import settlement_document
from paper.documents.standings import standings_document
from press.base import Paper, render
from press.tables import TextTable
from tests.prints.matches.reading import texts
from tests.prints.printing import blocks_of, tables_of
from tests.tournaments.pages import text
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db

Rows = list[tuple[str, ...]]


@pytest.fixture
def browser(demo: Club) -> Client:
    browser = Client()
    user = demo.memberships.get().user
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def read(browser: Client, name: str, *keys: Any) -> Any:
    """Return the JSON of an endpoint."""
    answer = browser.get(reverse(name, args=keys))
    assert answer.status_code == 200
    return answer.json()


def page_of(browser: Client, name: str, *keys: Any) -> str:
    answer = browser.get(reverse(name, args=keys))
    assert answer.status_code == 200
    return answer.content.decode()


def rows_of(page: str, table: str) -> Rows:
    """Return rank and figures of each row of the page's tables of a class."""
    tables = re.findall(rf'<table class="table {table}">(.*?)</table>', page, re.DOTALL)
    bodies = re.findall(r"<tbody>(.*?)</tbody>", "".join(tables), re.DOTALL)
    rows = [row for body in bodies for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]
    seen = [re.sub(r'<span class="sr-only">.*?</span>', "", row, flags=re.DOTALL) for row in rows]
    cells = [re.findall(r'<td class="(?:rank|num|cell).*?</td>', row, re.DOTALL) for row in seen]
    return [tuple(text(cell).replace("= ", "=") for cell in row) for row in cells]


def figure(value: int | str | None, decimals: int) -> str:
    """Return a value of the API as people read it."""
    if value is None:
        return "–"
    if isinstance(value, str):
        whole, _, part = value.partition(".")
        fraction = {"": "", "5": "½", "25": "¼", "75": "¾"}[part.rstrip("0")]
        sign, whole = "−" * whole.startswith("-"), whole.lstrip("-")
        return f"{sign}{'' if whole == '0' and fraction else whole}{fraction}"
    return with_decimals(value, decimals)


def without_marks(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return figures without the star for those that cover some games only."""
    return tuple(cell.replace("*", "").strip() for cell in cells)


def test_standings(demo: Club, browser: Client) -> None:
    compared = 0
    for event in Event.objects.filter(club=demo):
        data = read(browser, "api-events-standings", demo.slug, event.pk)
        shown = rows_of(page_of(browser, "event-standings", demo.slug, event.pk), "standings")
        page = [row for row in shown if row]  # without the names of the lines of a Mitchell
        decimals = [column["decimals"] for column in data["columns"]]
        rows = [
            tuple(figure(*pair) for pair in zip(row["values"], decimals, strict=True))
            for row in data["rows"]
        ]
        assert [without_marks(row[1:]) for row in page] == rows
        ranks = [f"{'=' * row['tied']}{row['rank']}" for row in data["rows"]]
        assert [row[0] for row in page] == ranks

        file = browser.get(reverse("event-standings-file", args=[demo.slug, event.pk, "csv"]))
        head, *filed = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
        place = head.index("Place")
        assert [line[place].strip("=") for line in filed] == [rank.strip("=") for rank in ranks]

        document = standings_document(event)
        tables = [block for block in blocks_of(document) if isinstance(block, TextTable)]
        heads = [column.head for column in tables[0].columns]
        places = [n for n, column in enumerate(data["columns"]) if column["abbreviation"] in heads]
        lines = [row for table in tables_of(document) for row in table]
        assert [without_marks(tuple(row[2:])) for row in lines] == [
            tuple(row[place] for place in places) for row in rows
        ]
        assert [row[0] for row in lines] == [
            f"{row['rank']}{'=' * row['tied']}" for row in data["rows"]
        ]
        compared += len(rows)
    assert compared > 100


def test_the_table_of_a_season(demo: Club, browser: Client) -> None:
    season = demo.seasons.get()
    data = read(browser, "api-seasons-standings", demo.slug, season.pk)
    lines = [line for division in data["divisions"] for line in division["lines"]]
    assert len(lines) > 10

    def figures_of(line: dict[str, Any]) -> tuple[str, ...]:
        scores = [cell["score"] if cell else None for cell in line["cells"]]
        total = figure(line["total"], data["decimals"])
        evenings = [figure(score, data["evening_decimals"]) for score in scores]
        return (total, str(line["attended"]), *evenings)

    page = rows_of(page_of(browser, "season", demo.slug, season.pk), "season-table")
    assert [row[1:] for row in page] == [figures_of(line) for line in lines]
    printed = [
        tuple(cell.strip("()[]") for cell in row[2:])
        for table in tables_of(table_document(season))
        for row in table
    ]
    assert printed == [figures_of(line) for line in lines]


def test_transfers_of_a_book(demo: Club, browser: Client) -> None:
    compared = 0
    for book in Book.objects.filter(club=demo, settlement__isnull=False):
        data = read(browser, "api-books-transfers-list", demo.slug, book.pk)
        lines = [
            (
                row["payer"]["name"] if row["payer"] else "Cash box",
                row["payee"]["name"] if row["payee"] else "Cash box",
                with_currency(row["amount"], data["currency"]),
            )
            for row in data["transfers"]
        ]
        document = settlement_document(book, plain_imprint(demo.name, "Settlement"))
        rest = " ".join(" ".join(texts(render([document], paper=Paper.A4))).split())
        for payer, payee, amount in lines:
            row, printed, rest = rest.partition(amount)
            assert printed
            # The words of a Persian name are read from the page in another order.
            assert set(f"{payer} {payee}".split()) <= set(row.split())
        event = Event.objects.filter(money__book=book).first()
        assert event is not None
        of_event = read(browser, "api-transfers-list", demo.slug, event.pk)
        assert of_event["transfers"] == data["transfers"]
        page = page_of(browser, "event-money-transfers", demo.slug, event.pk)
        amounts = re.findall(r'class="transfers__amount">(.*?)</span>', page)
        assert [text(amount) for amount in amounts] == [
            amount.split()[0] for *_names, amount in lines
        ]
        compared += len(lines)
    assert compared
