"""Hand records to print in tests: all three games, whole, in part, and as a tally alone."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.base import ContractLabel
from games.best_play import Makeable, MakeableCell, MakeableRow, yes_or_no
from games.printing import MarkedOutcome, Sign, TableEdge
from paper.documents.hand_diagrams import DealtHand, Pieces, RecordedScore, RecordedTrick
from paper.documents.hand_record import HandRecords, PrintedHand
from paper.documents.makeables import Makeables
from press.fonts import isolated
from tests.prints.matches.documents import IMPRINT, LONG_NAMES, NAMES, SUITS, persian_scorecard

KEYS = ("A", "B", "C", "D")
EDGES = (TableEdge.SOUTH, TableEdge.WEST, TableEdge.NORTH, TableEdge.EAST)
DOMINOES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
PACKS = {
    "dominoes": DOMINOES,
    "pandoeren": [suit + rank for suit in "SHDC" for rank in "AKQJT987"],
    "spades": [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"],
}


def deal(pack: str, number: int) -> list[list[str]]:
    """A pack dealt to four, the same for the same number."""
    pieces = list(PACKS[pack])
    random.Random(f"{pack} {number}").shuffle(pieces)
    return [pieces[seat::4] for seat in range(4)]


def dealt(hands: Sequence[Sequence[str]], names: Sequence[str] = NAMES) -> tuple[DealtHand, ...]:
    """Four hands around the table; the second is the declarer's."""
    return tuple(
        DealtHand(edge, key, name, tuple(hand), strong=key == "B")
        for edge, key, name, hand in zip(EDGES, KEYS, names, hands, strict=True)
    )


def tricks(hands: Sequence[Sequence[str]], *, points: bool = True) -> tuple[RecordedTrick, ...]:
    """Everybody plays what he holds from left to right; a winner leads to the next trick."""
    played, leader = [], 1
    for number, pieces in enumerate(zip(*hands, strict=True), start=1):
        winner = (leader + number * 3) % 4
        worth = str(number % 3 * 5 + 1) if points else ""
        played.append(RecordedTrick(number, pieces, led=leader, winner=winner, points=worth))
        leader = winner
    return tuple(played)


def domino_hand(number: int, **changes: Any) -> PrintedHand:
    """A hand of 42 with deal, auction and play."""
    hands, suit = deal("dominoes", number), number % 7
    hand = PrintedHand(
        heading=f"Hand {number}",
        summary=f"{isolated(NAMES[1])}, 31, {SUITS[suit].lower()}",
        sign=Sign(double=6) if number % 6 == 0 else Sign(end=suit),
        outcome=MarkedOutcome.SET if number % 4 == 0 else MarkedOutcome.MADE,
        result=f"set, {30 - suit}–{12 + suit}"
        if number % 4 == 0
        else f"made, {31 + suit}–{11 - suit}",
        deal=dealt(hands),
        auction="A\u00a0pass · B\u00a030 · C\u00a0pass · D\u00a031 · B\u00a01\u00a0mark",
        facts=(("Shaker", NAMES[0]),),
        columns=KEYS,
        tricks=tricks(hands),
        scores=(RecordedScore("A & C", "0", "2"), RecordedScore("B & D", "+1", str(number))),
    )
    return replace(hand, **changes)


def tally_hand(number: int) -> PrintedHand:
    """A hand of which only the result was written down."""
    return domino_hand(
        number, deal=(), tricks=(), facts=(("Shaker", NAMES[2]), ("Points", "32–10"))
    )


def partial_hand(number: int) -> PrintedHand:
    """A hand of which two hands are known, and who won the tricks."""
    hands = [hand if seat % 2 else [] for seat, hand in enumerate(deal("dominoes", number))]
    won = tuple(
        RecordedTrick(trick, ("",) * 4, winner=trick % 4, points=str(trick))
        for trick in range(1, 8)
    )
    note = "Ruling against the bidding side: a revoke at trick 3, told by «بهرام کیانی»."
    return domino_hand(number, deal=dealt(hands), tricks=won, notes=(note,))


CARD_CONTRACTS = ("card points", "piccolo", "misere", "kereltje", "zwabber", "pandoer", "privé")


def domino_makeables() -> Makeables:
    """The table of a deal of 42, and its par."""
    points = [(29, 12, 29, 14), (42, 0, 42, 1), (18, 31, 7, 30)]
    cells = [tuple(MakeableCell(str(n), n == 42) for n in row) for row in points]
    suits = tuple(MakeableRow(ContractLabel(str(end), end=end), cells[end % 3]) for end in range(7))
    words = tuple(
        MakeableRow(ContractLabel(name), yes_or_no((False, True, False, False)))
        for name in ("doubles", "follow me", "follow me, doubles low", "nello", "sevens")
    )
    makeable = Makeable((*suits, *words), "", "A & C +2 (A 2 marks, ones, made)")
    return Makeables(KEYS, makeable)


def card_makeables() -> Makeables:
    """The table of a deal of Pandoeren."""
    made = yes_or_no((True, False, False, True))
    rows = tuple(MakeableRow(ContractLabel(name), made) for name in CARD_CONTRACTS)
    return Makeables(KEYS, Makeable(rows, ""))


def domino_records(count: int = 6, **changes: Any) -> HandRecords:
    """The hands of a match of 42."""
    records = HandRecords(
        imprint=replace(IMPRINT, kind="Hand records · Texas 42"),
        title="Hand records",
        place="Wednesday 42 night: round 3, table 4",
        pieces=Pieces.DOMINOES,
        players=tuple(zip(KEYS, NAMES, strict=True)),
        hands=tuple(domino_hand(number) for number in range(1, count + 1)),
    )
    return replace(records, **changes)


def mixed_records() -> HandRecords:
    """Hands in every degree of detail."""
    one_trick = domino_hand(5)
    hands = (
        tally_hand(1),
        partial_hand(2),
        tally_hand(3),
        domino_hand(4, deal=()),
        replace(one_trick, tricks=one_trick.tricks[:3]),
        domino_hand(6, summary="", sign=Sign(), outcome=MarkedOutcome.PASSED, result="passed out"),
    )
    return domino_records(hands=hands)


def persian_records() -> HandRecords:
    """For readers of Persian, from the right."""
    return domino_records(imprint=persian_scorecard().imprint, title="دست‌ها")


def card_hand(pack: str, number: int, names: Sequence[str] = NAMES) -> PrintedHand:
    """A hand of cards with deal, auction and play."""
    hands = deal(pack, number)
    shorts = KEYS if pack == "pandoeren" else KEYS[:3]
    points = pack == "pandoeren"
    facts = (("Dealer", names[0]), ("In the middle → discarded", "six of hearts → ten of clubs"))
    said = ("A 120", "B 130", "C pass", "D pass", "A 140", "B solo zwabber", "A pass")
    return PrintedHand(
        heading=f"Hand {number}",
        summary=f"{isolated(names[1])}, 150, hearts, ace of spades, with {isolated(names[3])}"
        if points
        else f"{isolated(names[1])}, 5",
        sign=Sign(suit="H") if points else Sign(),
        outcome=MarkedOutcome.MADE,
        result="made, 112 + 50 = 162" if points else "made, 6–7",
        deal=dealt(hands, names),
        auction=" · ".join(call.replace(" ", "\u00a0") for call in said),
        facts=facts if points else facts[:1],
        columns=KEYS,
        tricks=tricks(hands, points=points),
        scores=tuple(RecordedScore(key, "+71", str(71 * number)) for key in shorts),
    )


def pandoeren_records(**changes: Any) -> HandRecords:
    """The hands of a match of Pandoeren."""
    hands = tuple(card_hand("pandoeren", number) for number in range(1, 7))
    return replace(domino_records(pieces=Pieces.CARDS, hands=hands), **changes)


def analysed_records() -> HandRecords:
    """Hands with what could have been made of them, and one that is being worked out."""
    hands = [domino_hand(number, makeables=domino_makeables()) for number in (1, 2)]
    awaited = domino_hand(3, makeables=Makeables(KEYS, None))
    return domino_records(hands=(*hands, awaited))


def analysed_cards() -> HandRecords:
    """The same of Pandoeren."""
    hand = replace(card_hand("pandoeren", 1), makeables=card_makeables())
    return pandoeren_records(hands=(hand, hand))


def spades_records(names: Sequence[str] = NAMES) -> HandRecords:
    """The hands of a match of spades, the dummy opposite the declarer."""
    hands = tuple(card_hand("spades", number, names) for number in range(1, 7))
    players = tuple(zip(KEYS, names, strict=True))
    return domino_records(pieces=Pieces.CARDS, hands=hands, players=players)


def long_records() -> HandRecords:
    """Names as long as they come."""
    return replace(spades_records(LONG_NAMES), place=" & ".join(LONG_NAMES))
