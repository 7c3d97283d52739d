"""Cards and sheets of single players to print in tests: Pandoeren and three-handed spades."""

from dataclasses import replace
from typing import Any

from games.base import SideLabel
from games.printing import (
    BoxPurpose,
    Cell,
    FigureHead,
    Figures,
    Head,
    MarkedOutcome,
    SheetColumn,
    SheetDesign,
    Sign,
)
from paper.documents.matches import Note, PrintedSettlement
from paper.documents.score_sheet import ScoreSheet, SheetField, SheetSide
from paper.documents.scorecard import Scorecard
from paper.documents.scorecard_hands import CardHand
from press.fonts import isolated
from scoring.selectors.scores import SideScore
from tests.prints.matches.documents import IMPRINT, MINUS, NAMES, running_totals

KEYS = "ABCD"

PANDOEREN_HEADS = (
    Head("Dealer", share=1.0),
    Head("Contract", "called card", share=2.6),
    Head("Declarer", "partner", share=1.3),
    Head("Result", "cards + roem + stuk", share=1.5),
)
SPADES_HEADS = (Head("Declarer", "dealer"),)
SPADES_FIGURES = (
    FigureHead("Bid"),
    FigureHead("Tricks", spare=True),
    *map(FigureHead, ("±", "Bags", "Total")),
)

# contract, under, suit, card, made, points, gains by seat
PANDOEREN_HANDS: tuple[tuple[str, str, str, str, bool, str, tuple[int, ...]], ...] = (
    ("150", "calls the ace of hearts", "S", "HA", True, "104 + 50 = 154", (2, 0, 2, 0)),
    ("misère ouvert", "", "D", "", False, "", (0, -6, 0, 0)),
    ("kereltje", "calls the jass", "H", "", True, "", (2, 0, 0, 2)),
    ("pandoer + 120", "calls the king of diamonds", "C", "DK", False, "", (0, -5, -5, 0)),
    ("", "", "", "", False, "", (0, 0, 0, 0)),
    ("zwabber", "calls the ace of spades", "", "SA", True, "", (2, 2, 0, 0)),
    ("200", "calls the ace of clubs", "D", "CA", True, "126 + 70 + 20 = 216", (4, 0, 4, 0)),
    ("solo zwabber", "", "", "", True, "", (0, 0, 0, 5)),
)


def signed(number: int) -> str:
    return f"{MINUS}{-number}" if number < 0 else f"+{number}" if number else "0"


def plain(number: int) -> str:
    return str(number).replace("-", MINUS)


def pandoeren_hands(count: int) -> tuple[CardHand, ...]:
    """Hands that go through the table above again and again."""
    totals = [0, 0, 0, 0]
    hands = []
    for number in range(1, count + 1):
        text, under, suit, card, made, points, gains = PANDOEREN_HANDS[(number - 1) % 8]
        totals = [old + new for old, new in zip(totals, gains, strict=True)]
        side = [seat for seat, gain in enumerate(gains) if gain]
        names = [NAMES[seat] for seat in side] + ["", ""]
        outcome = (
            MarkedOutcome.MADE if made else MarkedOutcome.SET if text else MarkedOutcome.PASSED
        )
        result = {"made": "made", "set": "failed", "passed": "thrown in"}[outcome.value]
        cells = (
            Cell(NAMES[(number - 1) % 4]),
            Cell(text, under, sign=Sign(suit=suit), card=card, strong=True),
            Cell(names[0], names[1] or ("alone" if text else "")),
            Cell(result, points, outcome=outcome),
        )
        figures = tuple(
            Figures((signed(gain) if gain else "", plain(total)), changed=bool(gain))
            for gain, total in zip(gains, totals, strict=True)
        )
        hands.append(CardHand(number, cells, figures))
    return tuple(hands)


def side_score(key: str, name: str, total: int = 0, *, won: bool = False) -> SideScore:
    """The score of a single player."""
    side = SideLabel(key, (name,))
    return SideScore(side, total, plain(total), newest=0, times_set="", won=won, note="")


def side_scores(hands: tuple[CardHand, ...], count: int, *, won: int) -> tuple[SideScore, ...]:
    return tuple(
        side_score(
            "ABCDE"[seat],
            NAMES[seat],
            totals_after[-1] if totals_after else 0,
            won=bool(totals_after) and seat == won,
        )
        for seat, totals_after in enumerate(running_totals(hands, count))
    )


PAIRS = tuple(
    (f"{isolated(NAMES[seat])} – {isolated(NAMES[other])}: (12 {MINUS} 5) × 0.25", "1.75 EUR")
    for seat in range(4)
    for other in range(seat + 1, 4)
)
SETTLEMENT = PrintedSettlement(
    stakes="0.25 EUR for each point of difference, between every two players",
    steps=PAIRS,
    sides=(),
    players=tuple(
        (name, amount)
        for name, amount in zip(
            NAMES, ("3.25 EUR", "−1.75 EUR", "0.00 EUR", "−1.50 EUR"), strict=True
        )
    ),
)


def pandoeren_card(count: int = 16, **changes: Any) -> Scorecard:
    """A round of Pandoeren between players of mixed scripts."""
    hands = pandoeren_hands(count)
    card = Scorecard(
        imprint=IMPRINT,
        title="Pandoeren",
        place="Round 2 · Table 3 · 14 May 2026",
        sides=side_scores(hands, 4, won=0),
        running_totals=running_totals(hands, 4),
        heads=PANDOEREN_HEADS,
        figure_heads=(FigureHead("±"), FigureHead("Total")),
        hands=hands,
        notes=(
            Note("Corrected by Zoë Đặng at 21:12: the partner was Łukasz.", 1),
            Note("Ruling against the declaring side: a jass played out of turn.", 4),
        ),
        settlement=SETTLEMENT,
    )
    return replace(card, **changes)


def spades_hand(number: int, bags: list[int], totals: list[int]) -> CardHand:
    """The first player keeps a nil and breaks one, the second is set, the third fills bags."""
    gains, taken, bids = [42, -60, 53], (6, 7, 8), (4, 6, 5)
    lines: list[tuple[str, ...]] = [
        ("4 × 10 + 2 bags = +42", "nil on own hand: made, +100", "nil on the dummy: failed, −100"),
        ("−6 × 10 = −60",),
        ("5 × 10 + 3 bags = +53",),
    ]
    for seat, count in enumerate((2, 0, 3)):
        bags[seat] += count
        if bags[seat] >= 10:
            bags[seat] -= 10
            gains[seat] -= 100
            lines[seat] = (*lines[seat], "10 bags: −100")
        totals[seat] += gains[seat]
    figures = tuple(
        Figures(
            (
                str(bids[seat]),
                str(taken[seat]),
                signed(gains[seat]),
                str(bags[seat]),
                plain(totals[seat]),
            ),
            lines[seat],
            changed=True,
        )
        for seat in range(3)
    )
    return CardHand(number, (Cell(NAMES[0], NAMES[(number - 1) % 3]),), figures)


def spades_card(count: int = 6, **changes: Any) -> Scorecard:
    """A match of three-handed spades, each score explained."""
    bags, totals = [0, 0, 0], [0, 0, 0]
    hands = tuple(spades_hand(number, bags, totals) for number in range(1, count + 1))
    sides = tuple(
        replace(side, note=f"{bag_count} bags")
        for side, bag_count in zip(side_scores(hands, 3, won=2), bags, strict=True)
    )
    card = Scorecard(
        imprint=IMPRINT,
        title="Dummy-Hand Spades",
        place="Round 1 · Table 2",
        sides=sides,
        running_totals=running_totals(hands, 3),
        heads=SPADES_HEADS,
        figure_heads=SPADES_FIGURES,
        hands=hands,
        target=200,
        settlement=replace(SETTLEMENT, steps=PAIRS[:3], players=SETTLEMENT.players[:3]),
    )
    return replace(card, **changes)


def pandoeren_sheet(*, hands: int | None = 16, **changes: Any) -> ScoreSheet:
    """The sheet of a round of sixteen hands, names filled in."""
    design = SheetDesign(
        length=("Hands", "16"),
        columns=(
            SheetColumn("Dealer", BoxPurpose.GIVEN, share=0),
            SheetColumn("Declarer"),
            SheetColumn("Contract", share=2.0),
            SheetColumn("Trumps", BoxPurpose.SUITS, share=0),
            SheetColumn("Partner"),
            SheetColumn("Made", BoxPurpose.RING, share=0),
            SheetColumn("Failed", BoxPurpose.RING, share=0),
            SheetColumn("Cards"),
            SheetColumn("Roem"),
        ),
        side_heads=(("±",), ("Total",)) if changes.get("large") else (("±", "Total"),),
        hands=hands,
        legend=(
            "Roem: I = 20, V = 50. Declarer and partner each add the worth of a contract that "
            "was made, and lose it otherwise.",
            "120–140: 1 · piccolo, misère: 3 · 150–160: 2 · kereltje, zwabber: 2 · 170–190: 3 · "
            "solo zwabber: 5 · piccolo ouvert: 6 · 200–300: 4 · misère ouvert: 6 · "
            "stil praatje: 9 · pandoer: 5 · praatje: 9 · privé: 10",
        ),
    )
    sheet = ScoreSheet(
        imprint=replace(IMPRINT, kind="Score sheet"),
        title="Pandoeren",
        fields=(
            SheetField("Round", "2"),
            SheetField("Table", "3"),
            SheetField("Date", "14 May 2026"),
        ),
        sides=single_sides(4),
        design=design,
        given=tuple(KEYS),
    )
    return replace(sheet, **changes)


def single_sides(count: int) -> tuple[SheetSide, ...]:
    """So many players, names filled in."""
    return tuple(
        SheetSide(key, (SheetField(f"Seat {key}", name),))
        for key, name in zip(KEYS[:count], NAMES, strict=False)
    )


def spades_sheet(**changes: Any) -> ScoreSheet:
    """The sheet of a match of spades, names filled in."""
    sheet = ScoreSheet(
        imprint=replace(IMPRINT, kind="Score sheet"),
        title="Dummy-Hand Spades",
        fields=(
            SheetField("Round", "1"),
            SheetField("Table", "2"),
            SheetField("Game to", "500 points"),
        ),
        sides=single_sides(3),
        design=SheetDesign(
            length=("Game to", "500 points"),
            columns=(SheetColumn("Dealer", BoxPurpose.GIVEN, share=0),),
            side_heads=(("Bid", "Nil", "Tricks"), ("Score", "Bags", "Total")),
            legend=("Bid kept: 10 for each trick bid, 1 for each bag. Less: 10 off for each.",),
        ),
        given=tuple("ABC"),
    )
    return replace(sheet, **changes)


def blank(sheet: ScoreSheet, **changes: Any) -> ScoreSheet:
    """The same sheet with nothing known."""
    sides = tuple(
        SheetSide(key, (SheetField(f"Seat {key}"),))
        for key, _ in zip(KEYS, sheet.sides, strict=False)
    )
    fields = tuple(SheetField(field.label) for field in sheet.fields)
    return replace(sheet, sides=sides, fields=fields, given=(), **changes)
