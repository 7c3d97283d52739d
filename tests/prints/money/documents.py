"""Documents of money to print in tests, with names in every script the house sets."""

from dataclasses import replace

from press.base import Imprint
from prints.prizes import Prize, PrizeList
from prints.settlement import PrintedTransfer, SettlementDocument
from prints.statement import PrintedStatement, PrintedStatementLine
from tests.prints.boards.documents import IMPRINT, PERSIAN, name
from tests.prints.matches.documents import LONG_NAMES, NAMES


def imprint(kind: str, *, persian: bool = False) -> Imprint:
    return replace(PERSIAN if persian else IMPRINT, kind=kind)


def amount(units: int) -> str:
    sign = "−" if units < 0 else "+" if units else ""
    return f"{sign}{abs(units) // 100}.{abs(units) % 100:02} EUR"


def settlement(count: int = 7, *, long: bool = False, persian: bool = False) -> SettlementDocument:
    people = LONG_NAMES if long else tuple(name(number) for number in range(count + 1))
    transfers = tuple(
        PrintedTransfer(
            people[place % len(people)],
            people[(place + 1) % len(people)],
            f"{10 * place + 5}.50 EUR",
            paid="in cash, 22:40" if place % 3 == 1 else "",
        )
        for place in range(count)
    )
    balances = tuple((own, amount(725 - 250 * place)) for place, own in enumerate(people))
    return SettlementDocument(
        imprint("Settlement", persian=persian),
        "Wednesday 42 night",
        "14 May 2026",
        transfers,
        balances,
        "Nobody owes anything.",
        remarks=("Every amount is right to the cent; the balances add up to nothing.",),
    )


def statement(count: int = 12, *, persian: bool = False) -> PrintedStatement:
    lines = tuple(
        PrintedStatementLine(
            f"{place + 1} May 2026",
            "Entry fee, Wednesday 42 night" if place % 2 else "Stakes, round 3, table 4",
            amount(350 - 200 * (place % 4)),
            amount(1000 - 70 * place),
            note="reverses the entry of 2 May" if place == 4 else "",
        )
        for place in range(count)
    )
    return PrintedStatement(
        imprint("Statement", persian=persian),
        NAMES[1],
        "1 January to 14 May 2026",
        amount(0),
        amount(-150),
        lines,
    )


def prizes(*, long: bool = False, persian: bool = False) -> PrizeList:
    first = LONG_NAMES[:2] if long else NAMES[:2]
    return PrizeList(
        imprint("Prizes", persian=persian),
        "Pair",
        "Spring Tournament",
        "14 May 2026 · 16 pairs",
        (
            Prize("1", first, "150.00 EUR"),
            Prize("2=", NAMES[2:], "62.50 EUR", note="shares the prizes of places 2 and 3"),
            Prize("2=", (name(6), name(7)), "62.50 EUR"),
            Prize("Last", (name(8), name(9)), "5.00 EUR"),
        ),
        remarks=("80 of 100 of the pot of 350.00 EUR; 70.00 EUR stay with the club.",),
    )
