"""Documents to print in tests, with names in every script the house sets."""

from dataclasses import replace
from typing import Any

from games.base import ContractLabel, HandLabels, SideLabel
from press.base import Imprint
from prints.matches import Note, PrintedSettlement
from prints.score_sheet import ScoreSheet, SheetField, SheetSide
from prints.scorecard import CardHand, Scorecard

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


def hands(count: int, *, marks: tuple[tuple[int, int], ...] = ((1, 0), (0, 1), (1, 0))) -> Any:
    """Hands that score in turn as `marks` says; the fifth is passed out."""
    running = [0, 0]
    rows = []
    for number in range(1, count + 1):
        passed = number == 5
        scored = (0, 0) if passed else marks[number % len(marks)]
        running = [old + new for old, new in zip(running, scored, strict=True)]
        suit = number % 7
        made = number % 4 != 0
        labels = HandLabels(
            dealer=NAMES[number % 4],
            bidder="" if passed else NAMES[(number + 1) % 4],
            bid="–" if passed else str(30 + number % 12),
            contract=ContractLabel("") if passed else _contract(number, suit),
            outcome="passed_out" if passed else "made" if made else "set",
            result="",
            score=scored,
            auction="pass · 31 · pass · pass" if number % 2 else "",
            sentence="",
            points=("", "") if passed else (str(30 + suit), str(12 - suit)),
        )
        rows.append(CardHand(number, labels, scored, (running[0], running[1])))
    return tuple(rows)


def _contract(number: int, suit: int) -> ContractLabel:
    if number % 6 == 0:
        return ContractLabel("Doubles", piece="6-6")
    return ContractLabel(SUITS[suit], end=suit)


def scorecard(count: int = 11, **changes: Any) -> Scorecard:
    """A match of `count` hands between sides of mixed scripts."""
    card = Scorecard(
        imprint=IMPRINT,
        title="Wednesday 42 night",
        place="Round 3 · Table 4 · 14 May 2026",
        unit="marks",
        draws_marks=True,
        target=7,
        sides=(SideLabel("Ł & Z", NAMES[::2]), SideLabel("ب & 花", NAMES[1::2])),
        winner=0,
        hands=hands(count),
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


def sheet(**changes: Any) -> ScoreSheet:
    """The score sheet of a table with all names filled in."""
    filled = ScoreSheet(
        imprint=replace(IMPRINT, kind="Score sheet"),
        title="Wednesday 42 night",
        fields=(
            SheetField("Round", "3"),
            SheetField("Table", "4"),
            SheetField("Date", "14 May 2026"),
        ),
        unit="marks",
        draws_marks=True,
        target=7,
        sides=(
            SheetSide("Ł & Z", (SheetField("Seat 1", NAMES[0]), SheetField("Seat 3", NAMES[2]))),
            SheetSide("ب & 花", (SheetField("Seat 2", NAMES[1]), SheetField("Seat 4", NAMES[3]))),
        ),
    )
    return replace(filled, **changes)


def blank_sheet(**changes: Any) -> ScoreSheet:
    """A score sheet on which nothing is known yet."""
    sides = tuple(
        SheetSide(f"{first} & {second}", (SheetField(first), SheetField(second)))
        for first, second in (("A", "C"), ("B", "D"))
    )
    fields = (SheetField("Round"), SheetField("Table"), SheetField("Date"))
    return sheet(title="Texas 42", fields=fields, sides=sides, **changes)
