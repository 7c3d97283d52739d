"""Scorecards and sheets of matches between two sides."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games import PAGES, GamePresenter
from games.base import ContractWords, SideWords
from games.words.dealing import either, speak
from press.fonts import isolated
from prints import score_sheet as sheet
from prints import scorecard as card
from prints.scorecards.common import (
    OUTCOMES,
    imprint,
    money_words,
    names_of,
    notes_of,
    stakes_words,
    step_amount,
)
from prints.scorecards.tables import SheetTable
from rules.game import Standing
from scoring.folding import RunningScore
from scoring.models import Hand, Match
from scoring.rotation import HANDS
from scoring.selectors.ladders import match_ladder


def card_build(match: Match) -> card.Scorecard:
    """The scorecard of a match that was read for print."""
    speak(match.says)
    page = PAGES[match.game]
    names = names_of(match)
    ladder = match_ladder(match)
    hands = tuple(_hands(match.hands.all(), page, names, ladder))
    sides = page.sides(names)
    return card.Scorecard(
        imprint=imprint(match, _("Scorecard")),
        labels=_labels(page.unit(ladder.options)),
        title=" – ".join(_together(side) for side in sides),
        place=match.label,
        scoring=_scoring(page, ladder.options),
        target=page.target(ladder.options),
        sides=_sides(sides, ladder.standing),
        hands=hands,
        notes=tuple(notes_of(match.hands.all())),
        settlement=_settlement(match, page, ladder, sides),
    )


def sheet_build(table: SheetTable, *, large: bool) -> sheet.ScoreSheet:
    """The empty sheet of a table, with the names of those who play there."""
    page, options = PAGES[table.game], table.options
    keys = page.seat_keys()
    return sheet.ScoreSheet(
        imprint=replace(table.imprint, kind=_("Score sheet")),
        labels=_sheet_labels(page.unit(options)),
        title=table.title or _("Score sheet"),
        fields=table.fields(
            _length(page, options),
            sheet.Field(str(either(_("First shaker"), _("First dealer"))), table.dealer),
        ),
        scoring=_scoring(page, options),
        target=page.target(options),
        hands=getattr(options, HANDS, None) or 0,
        sides=_sheet_sides(page.sides(table.names), table.seat_fields(keys)),
        large=large,
    )


def _length(page: GamePresenter, options: Any) -> sheet.Field:
    """What a side needs, or how many hands are played."""
    if hands := getattr(options, HANDS, None):
        return sheet.Field(_("Hands"), str(hands))
    return sheet.Field(_("Game to"), f"{page.target(options)} {page.unit(options)}")


def _hands(
    hands: Iterable[Hand], page: GamePresenter, names: Sequence[str], ladder: RunningScore
) -> Iterator[card.ScoredHand]:
    for hand in hands:
        assert hand.record_written is not None
        assert hand.verdict is not None
        counts = ladder.add_hand(hand.verdict)
        words = page.words(hand.record_written, hand.verdict, names)
        first, second = ladder.standing.totals
        scored = words.score if counts else (0, 0)
        yield card.ScoredHand(
            number=hand.number,
            shaker=words.shaker,
            bid=words.bid,
            bidder=words.bidder,
            contract=_contract(words.contract),
            outcome=OUTCOMES[words.outcome],
            result=_result(words.outcome),
            points=(words.points[0], words.points[1]),
            scored=(scored[0], scored[1]),
            running=(first, second),
            auction=words.auction if len(hand.calls_written) > 1 else "",
        )


def _contract(words: ContractWords) -> card.Contract:
    double = int(words.piece[0]) if words.piece else None
    return card.Contract(words.text, end=words.end, double=double)


def _result(outcome: str) -> str:
    return {"made": _("made"), "set": _("set"), "passed_out": _("passed out")}[outcome]


def _scoring(page: GamePresenter, options: Any) -> card.Scoring:
    return card.Scoring.MARKS if page.draws_marks(options) else card.Scoring.POINTS


def _sides(sides: Sequence[SideWords], standing: Standing) -> tuple[card.Side, card.Side]:
    first, second = (
        card.Side(side.short, side.players, won=standing.winner == number)
        for number, side in enumerate(sides)
    )
    return first, second


def _sheet_sides(
    sides: Sequence[SideWords], seats: Sequence[sheet.Field]
) -> tuple[sheet.SheetSide, sheet.SheetSide]:
    first, second = (
        sheet.SheetSide(side.short, tuple(seats[number::2])) for number, side in enumerate(sides)
    )
    return first, second


def _settlement(
    match: Match, page: GamePresenter, ladder: RunningScore, sides: Sequence[SideWords]
) -> card.Settlement | None:
    settled = ladder.settlement(match.stakes)
    if settled is None or match.stakes is None:
        return None
    currency = settled["currency"]
    names = names_of(match)
    isolate_bidi = [replace(side, players=tuple(map(isolated, side.players))) for side in sides]
    steps = page.reckoning(ladder.standing, match.stakes, ladder.options, isolate_bidi)
    return card.Settlement(
        stakes=stakes_words(page, match.stakes),
        steps=tuple(step_amount(line, currency) for line in steps),
        sides=tuple(
            card.Amount(_together(side), money_words(amount, currency))
            for side, amount in zip(sides, settled["sides"], strict=True)
        ),
        players=tuple(
            card.Amount(name, money_words(amount, currency))
            for name, amount in zip(names, settled["players"], strict=True)
        ),
    )


def _together(side: SideWords) -> str:
    """The names of a side in one text, each in its own direction."""
    return " & ".join(map(isolated, side.players))


def _labels(unit: str) -> card.ScorecardLabels:
    return card.ScorecardLabels(
        hand_number=_("No."),
        shaker=str(either(_("Shaker"), _("Dealer"))),
        bid=_("Bid"),
        bidder=_("Bidder"),
        contract=_("Contract"),
        result=_("Result"),
        points=_("Points"),
        running=unit.capitalize(),
        winner=_("Winner"),
        no_hands=_("No hand has been recorded."),
        notes=_("Corrections and rulings"),
        settlement=_("Settlement"),
        by_side=_("By side"),
        by_player=_("By player"),
    )


def _sheet_labels(unit: str) -> sheet.SheetLabels:
    return sheet.SheetLabels(
        hand_number=_("No."),
        shaker=str(either(_("Shaker"), _("Dealer"))),
        bid=_("Bid"),
        bidder=_("Bidder"),
        contract=_("Trumps"),
        made=_("Made"),
        set=_("Set"),
        points=_("Points"),
        running=unit.capitalize(),
        signed=_("Signed"),
    )
