"""Matches to print in benchmarks: scorecards, and hand records of 42 and of cards."""

import random

from games.base import SideLabel
from games.printing import (
    Cell,
    FigureHead,
    Figures,
    Head,
    MarkedOutcome,
    Sign,
    TableEdge,
)
from paper.documents.hand_diagrams import DealtHand, Pieces, RecordedScore, RecordedTrick
from paper.documents.hand_record import HandRecords, PrintedHand
from paper.documents.matches import Note, PrintedSettlement
from paper.documents.scorecard import Scorecard
from paper.documents.scorecard_hands import CardHand
from press.base import Imprint
from rules.dummy_spades.cards import PACK
from rules.texas42.dominoes import DOMINOES
from scoring.selectors.scores import SideScore
from tests.dealing import dealt

NAMES = ("Łukasz Ågren", "بهرام کیانی", "Zoë Đặng", "山本 花子", "Ann Brown", "María Núñez")
SUITS = ("Blanks", "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")


def imprint_of(kind: str, number: int) -> Imprint:
    """What the pages of a match say of themselves."""
    return Imprint(
        club="Elm Street 42 Club",
        kind=kind,
        made_at="14 May 2026, 22:05",
        code=f"K7Q-{number:04}",
        page_of="Page {page} of {pages}",
        lang="en",
    )


def scorecard(number: int) -> Scorecard:
    """A match of eleven hands, different for each number, that fits on one page."""
    imprint = imprint_of("Scorecard", number)
    players = tuple(NAMES[(number + seat) % len(NAMES)] for seat in range(4))
    hands = tuple(hand(index, number, players) for index in range(1, 12))
    courses = tuple(tuple(int(row.figures[side].texts[-1]) for row in hands) for side in range(2))
    sides = (SideLabel("N & S", players[::2]), SideLabel("E & W", players[1::2]))
    return Scorecard(
        imprint=imprint,
        title="Wednesday 42 night",
        place=f"Round {number // 8 + 1} · Table {number % 8 + 1}",
        sides=tuple(
            SideScore(side, course[-1], str(course[-1]), 0, None, won=side is sides[0], note="")
            for side, course in zip(sides, courses, strict=True)
        ),
        running_totals=courses,
        heads=(
            Head("Shaker", least=50),
            Head("Bid", share=0.6, least=48),
            Head("Bidder", least=50),
            Head("Contract", least=62),
            Head("Result", share=0.4, least=44),
        ),
        figure_heads=(FigureHead("Points"), FigureHead("Marks")),
        hands=hands,
        by_figure=True,
        target=7,
        draws_marks=True,
        notes=(Note(f"The bid of hand {number % 11 + 1} was corrected.", number % 11 + 1),),
        settlement=PrintedSettlement(
            "Stakes: €0.25 a mark",
            (("3 marks short at €0.25", "€0.75"),),
            (("N & S", "+€0.75"), ("E & W", "-€0.75")),
            tuple((name, "€0.38") for name in players),
        ),
    )


def hand(index: int, number: int, players: tuple[str, ...]) -> CardHand:
    """One hand; the sides score in turn until 7 to 4."""
    side = 0 if index % 11 in {1, 3, 5, 7, 9, 10, 0} else 1
    first = sum(1 for n in range(1, index + 1) if n % 11 in {1, 3, 5, 7, 9, 10, 0})
    suit = (index + number) % 7
    cells = (
        Cell(players[index % 4]),
        Cell(str(30 + (index * number) % 12), strong=True, foot="pass · 31 · pass · pass"),
        Cell(players[side]),
        Cell(SUITS[suit], sign=Sign(suit)),
        Cell("made", outcome=MarkedOutcome.MADE),
    )
    figures = (
        Figures((str(31 + suit), str(first)), changed=side == 0),
        Figures((str(11 - suit), str(index - first)), changed=side == 1),
    )
    return CardHand(index, cells, figures)


def hand_records(number: int, *, cards: bool) -> HandRecords:
    """As many whole hands of a match as fill one page: four of dominoes, three of cards."""
    players = tuple(NAMES[(number + seat) % len(NAMES)] for seat in range(4))
    hands = tuple(
        recorded_hand(random.Random(8 * number + index), index, players, cards=cards)
        for index in range(1, 4 if cards else 5)
    )
    return HandRecords(
        imprint=imprint_of("Hand records", number),
        title="Hand records",
        place=f"Round {number // 8 + 1} · Table {number % 8 + 1}",
        pieces=Pieces.CARDS if cards else Pieces.DOMINOES,
        players=tuple(zip("ABCD", players, strict=True)),
        hands=hands,
    )


def recorded_hand(
    chance: random.Random, index: int, players: tuple[str, ...], *, cards: bool
) -> PrintedHand:
    """A hand that is dealt anew for each ``chance``, played from left to right."""
    pack = (sorted(PACK.pieces), 13) if cards else (sorted(DOMINOES.pieces), 7)
    hands = [tuple(hand) for hand in dealt(chance, *pack)]
    suit, winners = chance.randrange(7), [chance.randrange(4) for _ in hands[0]]
    tricks = (
        RecordedTrick(number, pieces, led=led, winner=winner, points="" if cards else "6")
        for number, (pieces, led, winner) in enumerate(
            zip(zip(*hands, strict=True), [1, *winners], winners, strict=False), start=1
        )
    )
    return PrintedHand(
        heading=f"Hand {index}",
        summary=f"{players[1]}, {30 + suit}, {SUITS[suit].lower()}",
        sign=Sign(suit="H") if cards else Sign(end=suit),
        outcome=MarkedOutcome.MADE,
        result=f"made, {32 + suit}–{10 - suit}",
        deal=tuple(map(DealtHand, TableEdge, "ABCD", players, hands)),
        auction=f"A pass · B {30 + suit} · C pass · D pass",
        facts=(("Shaker", players[0]),),
        columns=tuple("ABCD"),
        tricks=tuple(tricks),
        scores=(RecordedScore("A & C", "0", "2"), RecordedScore("B & D", "+1", str(index))),
    )
