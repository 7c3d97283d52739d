"""Documents of money to print in tests, with names in every script the house sets."""

import datetime
from dataclasses import replace

from clubs.models import Player
from ledger.models import Book, Transaction, Transfer
from ledger.selectors import Statement, StatementLine
from paper.documents.prizes import prize_row, prize_table
from paper.documents.settlement import settlement_blocks
from paper.documents.statement import PrintedStatement
from press.base import Imprint
from press.blocks import Document, remark_blocks
from press.text import BODY, QUIET
from tests.prints.boards.documents import IMPRINT, PERSIAN, name
from tests.prints.matches.documents import LONG_NAMES, NAMES

PAID_AT = datetime.datetime(2026, 5, 14, 22, 40, tzinfo=datetime.UTC)


def imprint(kind: str, *, persian: bool = False) -> Imprint:
    return replace(PERSIAN if persian else IMPRINT, kind=kind)


def amount(units: int) -> str:
    sign = "−" if units < 0 else "+" if units else ""
    return f"{sign}{abs(units) // 100}.{abs(units) % 100:02} EUR"


def settlement(count: int = 7, *, long: bool = False, persian: bool = False) -> Document:
    people = LONG_NAMES if long else tuple(name(number) for number in range(count + 1))
    transfers = tuple(
        Transfer(
            payer=Player(name=people[place % len(people)]),
            payee=Player(name=people[(place + 1) % len(people)]),
            amount=1000 * place + 550,
            transaction=Transaction(made_at=PAID_AT) if place % 3 == 1 else None,
        )
        for place in range(count)
    )
    balances = [(name, amount(725 - 250 * place)) for place, name in enumerate(people)]
    remark = "Every amount is right to the cent; the balances add up to nothing."
    parts = settlement_blocks(transfers, balances, "EUR", "Nobody owes anything.")
    return Document(
        imprint("Settlement", persian=persian),
        "Wednesday 42 night",
        "14 May 2026",
        (*parts, *remark_blocks([remark], QUIET)),
    )


def statement(count: int = 12, *, persian: bool = False) -> PrintedStatement:
    lines = tuple(
        statement_line(
            place,
            "Entry fee, Wednesday 42 night" if place % 2 else "Stakes, round 3, table 4",
            reverses=place == 4,
        )
        for place in range(count)
    )
    return PrintedStatement(
        imprint("Statement", persian=persian),
        Statement(Player(name=NAMES[1]), "EUR", 0, lines, 0, ()),
        "1 January to 14 May 2026",
    )


def statement_line(place: int, text: str, *, reverses: bool = False) -> StatementLine:
    """An entry of a day of its own."""
    day = datetime.date(2026, 5, 1) + datetime.timedelta(place)
    entry = Transaction(text=text, book=Book(name="Wednesdays", date=day))
    if reverses:
        entry.reverses = Transaction()
    return StatementLine(entry, 350 - 200 * (place % 4), 1000 - 70 * place, 0)


def prizes(*, long: bool = False, persian: bool = False) -> Document:
    won = (
        ("1", LONG_NAMES[:2] if long else NAMES[:2], "150.00 EUR", ""),
        ("2=", NAMES[2:], "62.50 EUR", "shares the prizes of places 2 and 3"),
        ("2=", (name(6), name(7)), "62.50 EUR", ""),
        ("Last", (name(8), name(9)), "5.00 EUR", ""),
    )
    rows = [
        prize_row(place, [Player(name=name) for name in names], amount, note)
        for place, names, amount, note in won
    ]
    remark = "80 of 100 of the pot of 350.00 EUR; 70.00 EUR stay with the club."
    return Document(
        imprint("Prizes", persian=persian),
        "Spring Tournament",
        "14 May 2026 · 16 pairs",
        (prize_table("Pair", rows), *remark_blocks([remark], BODY, gap=8)),
    )
