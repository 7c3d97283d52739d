"""Travellers, recaps and own deals to print in tests."""

from dataclasses import replace

from engine.standings.duplicate import Award
from games.base import ContractLabel, HandLabels
from games.best_play import Makeable
from paper.documents.hand_diagrams import Pieces
from paper.documents.travellers import PrintedDeal, own_card_blocks, recap_blocks, traveller_blocks
from press.blocks import Document
from press.fonts import isolated
from tests.prints.boards.documents import TITLE, entrant, imprint, name, pair
from tests.prints.matches.documents import LONG_NAMES
from tests.prints.matches.hand_documents import (
    KEYS,
    card_makeables,
    deal,
    dealt,
    domino_makeables,
)
from tournaments.deals.models import DealRuling
from tournaments.deals.selectors.travellers import CardRow, Traveller, TravellerCell, TravellerRow
from tournaments.events.models import Table

PLACE = "Round robin · 14 May 2026"
TEAMS = ("A & C", "B & D")
PAR = "A & C +2 (A 2 marks, ones, made)"
WORTH = ("66.67", "33.33", "100.00", "0.00")
LABELS = HandLabels(
    dealer="",
    bidder="C",
    bid="2 marks",
    contract=ContractLabel("follow me, doubles low"),
    outcome="made",
    result="made",
    score=(),
    auction="",
    sentence="",
    detail="42–0",
)
FIRST = replace(
    LABELS, bidder="B", bid="31", contract=ContractLabel("fives"), result="set", detail="28–14"
)


def row(table: int, *, single: bool = False, long: bool = False) -> TravellerRow:
    """A table's result; the third was ruled on, the fourth is left out."""
    count = 4 if single else 2
    cells = tuple(cell(table, side, count, single, long) for side in range(count))
    if table % 4 == 2:
        awards = (Award.PLUS, Award.AVERAGE)
        given = zip(cells, awards * 2, strict=False)
        ruled = tuple(replace(side, award=award) for side, award in given)
        return TravellerRow(Table(number=table + 1), ruled, ruling=DealRuling())
    words = None if table % 4 == 3 else LABELS if table else FIRST
    return TravellerRow(Table(number=table + 1), cells, words)


def cell(table: int, side: int, count: int, single: bool, long: bool) -> TravellerCell:
    """One side of a table."""
    number = count * table + side
    names: tuple[str, ...] = (name(2 * number), name(2 * number + 1))
    if single:
        names = (name(number),)
    if long:
        names = (LONG_NAMES[side],)
    return TravellerCell(
        (entrant(number, *names),),
        result=None if table % 4 >= 2 else (-1) ** side * (table + 1),
        worth="" if table % 4 == 3 else WORTH[side],
    )


def one_deal(
    number: int, tables: int = 4, *, single: bool = False, drawn: bool = False, long: bool = False
) -> PrintedDeal:
    """A deal with its results, the hands drawn where they are asked for."""
    rows = tuple(row(table, single=single, long=long) for table in range(tables))
    par = None if single else Makeable((), "", PAR)
    made = PrintedDeal(Traveller(number, 1, rows, makeable=par), KEYS[(number - 1) % 4])
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
) -> Document:
    deals = [one_deal(number, tables, single=single, long=long) for number in range(1, count + 1)]
    parts = traveller_blocks(deals, KEYS if single else TEAMS, "%")
    return Document(imprint("Travellers", persian=persian), TITLE, PLACE, tuple(parts))


def recap(
    count: int = 4, tables: int = 4, *, single: bool = False, persian: bool = False
) -> Document:
    numbers = range(tables * (4 if single else 2))
    entrants = [f"{n + 1}\u00a0{isolated(name(n) if single else pair(n))}" for n in numbers]
    deals = [one_deal(n, tables, single=single, drawn=True) for n in range(1, count + 1)]
    head = imprint("Recap of the deals", persian=persian)
    parts = recap_blocks(deals, KEYS if single else TEAMS, "%", entrants, head.script)
    return Document(head, TITLE, PLACE, tuple(parts))


def own_deals(count: int = 4, deals: int = 12, *, persian: bool = False) -> Document:
    cards = [
        (
            f"{card + 1} · {pair(card)}",
            "Place 2= · Matchpoints in per cent: 56.25",
            [_row(number, card) for number in range(1, deals + 1)],
        )
        for card in range(count)
    ]
    parts = tuple(own_card_blocks(cards, "%"))
    return Document(imprint("Own deals", persian=persian), TITLE, PLACE, parts)


def _row(number: int, card: int) -> CardRow:
    """A deal on a card: the entry of the first side plays that of another card."""
    played = row(number % 4)
    first = replace(played.cells[0], result=1, worth=WORTH[0])
    played = replace(played, cells=(first, *played.cells[1:]))
    makeable = Makeable((), "", PAR, par_score=(2, 0) if number % 3 else (0, 1))
    opponent = entrant(card + number, name(2 * (card + number)), name(2 * (card + number) + 1))
    traveller = Traveller(number, 1, (played,), makeable=makeable)
    return CardRow(traveller, played, first, WORTH[0], (), (opponent,))
