"""Travellers, recaps and own deals to print in tests."""

from dataclasses import replace

from press.fonts import isolated
from prints.hand_diagrams import Pieces
from prints.travellers import (
    CardLine,
    OwnCard,
    OwnDeals,
    PrintedDeal,
    PrintedResult,
    PrintedSide,
    Recap,
    TravellerSheets,
)
from tests.prints.boards.documents import TITLE, imprint, name, pair
from tests.prints.matches.documents import LONG_NAMES
from tests.prints.matches.hand_documents import (
    KEYS,
    card_makeables,
    deal,
    dealt,
    domino_makeables,
)

PLACE = "Round robin · 14 May 2026"
TEAMS = ("A & C", "B & D")
PAR = "Par: A & C +2 (A 2 marks, ones, made)"
OFTEN = "How often: +1 × 2, −2 × 1, +2 × 1"


def result(table: int, *, single: bool = False, long: bool = False) -> PrintedResult:
    """A table's result; the third was ruled on, the fourth is left out."""
    count = 4 if single else 2
    names = [name(4 * table + seat) if single else pair(2 * table + seat) for seat in range(count)]
    if long:
        names = list(LONG_NAMES[:count])
    sides = tuple(
        PrintedSide(
            str(count * table + seat + 1),
            (names[seat],),
            "–" if table % 4 >= 2 else f"+{table + 1}" if seat % 2 == 0 else f"−{table + 1}",
            "–" if table % 4 == 3 else ("66.67", "33.33", "100.00", "0.00")[seat],
        )
        for seat in range(count)
    )
    if table % 4 == 2:
        awards = "average plus, at least 60 % / average, 50 %"
        return PrintedResult(str(table + 1), sides, note=f"Ruling: {awards}")
    if table % 4 == 3:
        return PrintedResult(str(table + 1), sides, note="no result: left out")
    contract = "C 2 marks follow me, doubles low" if table else "B 31 fives"
    return PrintedResult(str(table + 1), sides, contract, "made, 42–0" if table else "set, 28–14")


def one_deal(
    number: int, tables: int = 4, *, single: bool = False, drawn: bool = False, long: bool = False
) -> PrintedDeal:
    """A deal with its results, the hands drawn where they are asked for."""
    made = PrintedDeal(
        f"Deal {number}: {KEYS[(number - 1) % 4]} deals",
        tuple(result(table, single=single, long=long) for table in range(tables)),
        "" if single else PAR,
        OFTEN,
    )
    if not drawn:
        return made
    pack = "pandoeren" if single else "dominoes"
    hands = tuple(replace(hand, name="", strong=False) for hand in dealt(deal(pack, number)))
    return replace(
        made,
        hands=hands,
        pieces=Pieces.CARDS if single else Pieces.DOMINOES,
        centre="H7" if single else "",
        makeables=card_makeables() if single else domino_makeables(),
    )


def travellers(
    count: int = 4,
    tables: int = 4,
    *,
    single: bool = False,
    long: bool = False,
    persian: bool = False,
) -> TravellerSheets:
    return TravellerSheets(
        imprint("Travellers", persian=persian),
        TITLE,
        PLACE,
        KEYS if single else TEAMS,
        "%",
        tuple(one_deal(number, tables, single=single, long=long) for number in range(1, count + 1)),
    )


def recap(count: int = 4, tables: int = 4, *, single: bool = False, persian: bool = False) -> Recap:
    entrants = tables * (4 if single else 2)
    return Recap(
        imprint("Recap of the deals", persian=persian),
        TITLE,
        PLACE,
        KEYS if single else TEAMS,
        "%",
        tuple(f"{n + 1}\u00a0{isolated(name(n) if single else pair(n))}" for n in range(entrants)),
        tuple(
            one_deal(number, tables, single=single, drawn=True) for number in range(1, count + 1)
        ),
    )


def own_deals(count: int = 4, deals: int = 12, *, persian: bool = False) -> OwnDeals:
    return OwnDeals(
        imprint("Own deals", persian=persian),
        TITLE,
        PLACE,
        "%",
        tuple(
            OwnCard(
                f"{card + 1} · {pair(card)}",
                "Place 2= · Matchpoints in per cent: 56.25",
                tuple(_line(number, card) for number in range(1, deals + 1)),
            )
            for card in range(count)
        ),
    )


def _line(number: int, card: int) -> CardLine:
    row = result(number % 4)
    opponent = (pair(card + number),)
    return CardLine(str(number), (), opponent, row, "+1", "66.67", "+2" if number % 3 else "−1")
