"""Documents to print in tests, with names in every script the house sets."""

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
from press.base import Imprint
from scoring.selectors.scores import SideScore

MINUS = "\N{MINUS SIGN}"
NAMES = ("Łukasz Ågren", "بهرام کیانی", "Zoë Đặng", "山本 花子")
LONG_NAMES = (
    "Maximiliane Alexandra von Hohenstein-Württemberg-Urach und Teck",
    "سید محمدحسین بهجت تبریزی شهریار فرزند حاج میرآقا خشکنابی وکیل دعاوی",
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処",
)
SUITS = ("Blanks", "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")

IMPRINT = Imprint(
    club="Elm Street 42 Club",
    kind="Scorecard",
    made_at="Made 14 May 2026, 22:05",
    code="K7Q-2MX",
    page_of="Page {page} of {pages}",
    lang="en",
)
SETTLEMENT = PrintedSettlement(
    stakes="Stakes: €0.25 a mark, €1.00 a set",
    steps=(("3 marks short at €0.25", "€0.75"), ("1 set at €1.00", "€1.00")),
    sides=(("Side 1", "+€1.75"), ("Side 2", "-€1.75")),
    players=tuple(
        (name, amount)
        for name, amount in zip(NAMES, ("+€0.88", "-€0.88", "+€0.87", "-€0.87"), strict=True)
    ),
)


HEADS = (
    Head("Shaker", least=50),
    Head("Bid", share=0.6, least=48),
    Head("Bidder", least=50),
    Head("Contract", least=62),
    Head("Result", share=0.4, least=44),
)


def hands(count: int, *, marks: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (1, 0))) -> Any:
    """Hands that score in turn as `marks` says; the fifth is passed out."""
    totals = [0, 0]
    rows = []
    for number in range(1, count + 1):
        passed = number == 5
        scored = (0, 0) if passed else marks[number % len(marks)]
        totals = [old + new for old, new in zip(totals, scored, strict=True)]
        suit = number % 7
        outcome = MarkedOutcome.MADE if number % 4 else MarkedOutcome.SET
        contract, sign = (
            ("Doubles", Sign(double=6)) if number % 6 == 0 else (SUITS[suit], Sign(suit))
        )
        cells = (
            Cell(NAMES[number % 4]),
            Cell(str(30 + number % 12), strong=True, foot="pass · 31 · pass · pass" * (number % 2)),
            Cell(NAMES[(number + 1) % 4]),
            Cell(contract, sign=sign),
            Cell(outcome.value, outcome=outcome),
        )
        if passed:
            nothing = (Cell("–"), Cell(""), Cell(""))
            cells = (cells[0], *nothing, Cell("passed out", outcome=MarkedOutcome.PASSED))
        points = ("", "") if passed else (str(30 + suit), str(12 - suit))
        figures = (
            Figures((taken, str(total)), changed=bool(gain))
            for taken, total, gain in zip(points, totals, scored, strict=True)
        )
        rows.append(CardHand(number, cells, tuple(figures)))
    return tuple(rows)


def running_totals(hands: tuple[CardHand, ...], sides: int) -> tuple[tuple[int, ...], ...]:
    """The totals of each side after each hand."""
    return tuple(
        tuple(int(hand.figures[side].texts[-1].replace(MINUS, "-")) for hand in hands)
        for side in range(sides)
    )


def team_scores(
    labels: tuple[SideLabel, ...], hands: tuple[CardHand, ...], winner: int | None = 0
) -> tuple[SideScore, ...]:
    """The teams with their totals after these hands."""
    totals = [totals_after[-1] if totals_after else 0 for totals_after in running_totals(hands, 2)]
    return tuple(
        SideScore(label, total, str(total), newest=0, times_set="", won=side == winner, note="")
        for side, (label, total) in enumerate(zip(labels, totals, strict=True))
    )


TEAMS = (SideLabel("Ł & Z", NAMES[::2]), SideLabel("ب & 花", NAMES[1::2]))


def scorecard(count: int = 11, **changes: Any) -> Scorecard:
    """A match of `count` hands between sides of mixed scripts."""
    rows = changes.get("hands", hands(count))
    card = Scorecard(
        imprint=IMPRINT,
        title="Wednesday 42 night",
        place="Round 3 · Table 4 · 14 May 2026",
        sides=team_scores(TEAMS, rows),
        running_totals=running_totals(rows, 2),
        heads=HEADS,
        figure_heads=(FigureHead("Points"), FigureHead("Marks")),
        hands=rows,
        by_figure=True,
        target=7,
        draws_marks=True,
        notes=(
            Note("The bid of hand 3 was corrected from 31 to 33.", 3),
            Note("Ruling in hand 4: a revoke at trick 3; the declarers lose the hand.", 4),
        ),
        settlement=SETTLEMENT,
    )
    return replace(card, **changes)


def points_scorecard() -> Scorecard:
    """A match scored in points to 250."""
    gains = tuple((n, 42 - n) for n in (31, 12, 35, 42, 20, 33))
    return scorecard(12, draws_marks=False, target=250, hands=hands(12, marks=gains), notes=())


def persian_scorecard() -> Scorecard:
    """A match printed for readers of Persian, from the right."""
    imprint = replace(
        IMPRINT,
        lang="fa",
        club="باشگاه ۴۲ نارون",
        kind="برگهٔ امتیاز",
        made_at="۲۴ اردیبهشت ۱۴۰۵",
        page_of="صفحهٔ {page} از {pages}",
    )
    return scorecard(imprint=imprint, title="شب چهارشنبه (۱۲۳)")


def sheet_design(**changes: Any) -> SheetDesign:
    """The columns of Texas 42 in marks."""
    design = SheetDesign(
        length=("Game to", "7 marks"),
        columns=(
            SheetColumn("Shaker", least=40),
            SheetColumn("Bid", share=0.8, least=40),
            SheetColumn("Bidder", least=40),
            SheetColumn("Trumps", least=44),
            SheetColumn("Made", BoxPurpose.RING, share=0, least=31),
            SheetColumn("Set", BoxPurpose.RING, share=0, least=31),
        ),
        side_heads=(("Marks",),),
        by_figure=True,
        row=25,
    )
    return replace(design, **changes)


def sheet(*, hands: int | None = None, **changes: Any) -> ScoreSheet:
    """The score sheet of a table with all names filled in."""
    filled = ScoreSheet(
        imprint=replace(IMPRINT, kind="Score sheet"),
        title="Wednesday 42 night",
        fields=(
            SheetField("Round", "3"),
            SheetField("Table", "4"),
            SheetField("Date", "14 May 2026"),
        ),
        sides=(
            SheetSide("Ł & Z", (SheetField("Seat 1", NAMES[0]), SheetField("Seat 3", NAMES[2]))),
            SheetSide("ب & 花", (SheetField("Seat 2", NAMES[1]), SheetField("Seat 4", NAMES[3]))),
        ),
        design=sheet_design(hands=hands),
        target=7,
    )
    return replace(filled, **changes)


def of_hands(sheet: ScoreSheet, hands: int | None) -> ScoreSheet:
    """The same sheet with rows for so many hands."""
    return replace(sheet, design=replace(sheet.design, hands=hands))


def blank_sheet(**changes: Any) -> ScoreSheet:
    """A score sheet on which nothing is known yet."""
    sides = tuple(
        SheetSide(f"{first} & {second}", (SheetField(first), SheetField(second)))
        for first, second in (("A", "C"), ("B", "D"))
    )
    fields = (SheetField("Round"), SheetField("Table"), SheetField("Date"))
    return sheet(title="Texas 42", fields=fields, sides=sides, **changes)
