"""The scorecard of a match: of two sides here, of single players in ``players_card``.

Sides are 0 and 1 throughout.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.text import together
from games import PRESENTERS
from games.base import HandLabels, SideLabel
from games.printing import OUTCOMES, MarkedOutcome, Sign
from games.wording import either, speak
from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, Paragraph, baseline
from press.fonts import Base, isolated
from press.marks import draw_ladder, draw_marks
from press.names import alike_style, draw_name
from press.pen import Align, Pen
from press.tables import Column, Span, TableBlock
from press.text import (
    ACCENT,
    BODY,
    DISPLAY,
    FINE,
    LEAD,
    QUIET,
    RULE,
    SMALLEST,
    STRONG,
    TINT,
    Type,
    width_of,
    wrap,
)
from prints.event_prints import needs_hand, titled
from prints.matches import (
    Brief,
    Note,
    PrintedSettlement,
    closing_blocks,
    draw_outcome,
    draw_sign,
    draw_winner,
    event_matches_printout,
    match_imprint,
    match_printout,
    names_of,
    note_marks,
    notes_of,
    settlement_of,
    slip_words,
    winner_width,
)
from prints.players_card import PlayersCard, players_card
from prints.printouts import Printout
from prints.rows import Phase, Print, PrintOption, PrintOptions
from prints.subjects import EVENT, MATCH
from scoring.models import Match
from scoring.running_score import RunningScore, match_running_score
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class CardHand:
    """One hand. `scored` is each side's score for it as it counts, `running` the totals after it.

    The `auction` of its labels is printed small under the bid, and may be empty.
    """

    number: int
    labels: HandLabels
    scored: tuple[int, int]
    running: tuple[int, int]

    @property
    def sign(self) -> Sign:
        """The trump suit or the double of its contract."""
        contract = self.labels.contract
        return Sign(contract.end, int(contract.piece[0]) if contract.piece else None)

    @property
    def outcome(self) -> MarkedOutcome:
        return OUTCOMES[self.labels.outcome]


@dataclass(frozen=True, slots=True)
class Scorecard(Printable):
    """A match of two sides. `place` is the line under the title: round, table, date.

    `unit` is that of the target. `draws_marks` draws it as strokes of ALL, else there is a running
    total. `winner` is the side that won. `entered` are totals of a slip, which count; `slip` says
    so beside hands.
    """

    imprint: Imprint
    title: str
    place: str
    unit: str
    draws_marks: bool
    target: int
    sides: tuple[SideLabel, SideLabel]
    hands: tuple[CardHand, ...]
    winner: int | None = None
    notes: tuple[Note, ...] = ()
    settlement: PrintedSettlement | None = None
    entered: tuple[int, int] | None = None
    slip: str = ""

    @property
    def totals(self) -> tuple[int, int]:
        """Return each side's total."""
        return self.entered or (self.hands[-1].running if self.hands else (0, 0))

    def strokes(self, side: int) -> tuple[int, ...]:
        """The number of the hand that earned each mark of a side, in order."""
        return tuple(h.number for h in self.hands for _mark in range(h.scored[side]))

    @property
    def file_title(self) -> str:
        """The title and the players: a bookmark must tell the tables of an evening apart."""
        sides = " – ".join(side.short for side in self.sides)
        return f"{self.title} · {self.place} · {sides}"

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield from self.body(width)

    def body(self, width: float, *, is_short: bool = False) -> Iterator[Block]:
        """Return all below the heading."""
        yield Sides(self, _SHORT_LETTERS if is_short else _LETTERS)
        yield Space(4 if is_short else 16)
        if self.hands:
            marks = note_marks(self.notes)
            columns = self._columns()
            spans = tuple(TableBlock(columns, ()).spans(width))
            names = {
                name for hand in self.hands for name in (hand.labels.dealer, hand.labels.bidder)
            }
            room = min(spans[1].inner, spans[3].inner)
            style = alike_style(names, _CLOSER, width=room, room=_ROW)
            rows = (ScorecardHand(hand, marks.get(hand.number, ""), style) for hand in self.hands)
            yield TableBlock(columns, tuple(rows))
        else:
            yield Paragraph(_("No hand has been recorded."), QUIET)
        yield from closing_blocks(self.notes, self.settlement, self.slip)

    def _columns(self) -> tuple[Column, ...]:
        running = self.unit.capitalize()
        return (
            Column(_("No."), 30),
            Column(str(either(_("Shaker"), _("Dealer"))), 50, 1),
            Column(_("Bid"), 48, 0.6),
            Column(_("Bidder"), 50, 1),
            Column(_("Contract"), 62, 1),
            Column(_("Result"), 44, 0.4),
            *(Column(side.short, 34, 0, Align.END, _("Points")) for side in self.sides),
            *(Column(side.short, 34, 0, Align.END, running) for side in self.sides),
        )


# --- the table of hands

_ROW: Final = 18.0
_LEAST: Final = 15.0
_AUCTION: Final = 8.5
_UNDER_NAMES: Final = 5.5
"""How far below the names of a row, which take several lines, the auction is."""
_CLOSER: Final = (
    BODY,
    Type(size=7.5, leading=8.6),
    Type(size=6.6, leading=7.4),
    Type(size=5.6, leading=6),
)
"""Of the names in a card's rows, all of them alike; long ones take up to three lines."""


@dataclass(frozen=True, slots=True)
class ScorecardHand:
    """One hand; `notes` are the numbers of its notes, small behind its own."""

    hand: CardHand
    notes: str
    names: Type
    strip: float = _ROW

    @property
    def height(self) -> float:
        return self.strip + (_AUCTION if self.hand.labels.auction else 0)

    def closer(self, share: float) -> "ScorecardHand":
        """Return it with less air around names of one line; smaller ones need all of it."""
        air = self.strip - _LEAST if self.names is _CLOSER[0] else 0
        return replace(self, strip=self.strip - air * (1 - share))

    def draw(self, pen: Pen, y: float, spans: tuple[Span, ...]) -> None:
        hand, labels = self.hand, self.hand.labels
        if hand.number % 2 == 0:
            pen.box(0, y, pen.width, self.height, fill=TINT)
        line = baseline(y, BODY, self.strip)
        self._draw_number(pen, spans[0], line)
        for span, text in ((spans[1], labels.dealer), (spans[3], labels.bidder)):
            x = span.anchor(Align.START)
            draw_name(pen, x, y, text, (self.names,), width=span.inner, room=self.strip)
        below = _AUCTION if self.names is _CLOSER[0] else self.strip - (line - y) + _UNDER_NAMES
        self._draw_bid(pen, spans[2], line, below, spans[4].x - spans[2].x)
        x = spans[4].anchor(Align.START)
        indent = 18.0 if draw_sign(pen, hand.sign, x, y + self.strip / 2) else 0.0
        contract, room = labels.contract.text, spans[4].inner - indent
        if width_of(contract, BODY) * SMALLEST <= room:
            pen.fitted(x + indent, line, contract, BODY, width=room)
        else:
            draw_name(pen, x + indent, y, contract, _CLOSER, width=room, room=self.strip)
        self._draw_result(pen, spans[5], line)
        self._draw_figures(pen, spans[6:], line)

    def _draw_number(self, pen: Pen, span: Span, line: float) -> None:
        x = span.anchor(Align.START)
        number = str(self.hand.number)
        pen.text(x, line, number, STRONG)
        pen.text(x + width_of(number, STRONG) + 2, line - 3.2, self.notes, FINE)

    def _draw_bid(self, pen: Pen, span: Span, line: float, below: float, reach: float) -> None:
        """The bid, and the auction so far below it, as far as the contract."""
        labels = self.hand.labels
        x = span.anchor(Align.START)
        pen.fitted(x, line, labels.bid, STRONG, width=span.inner)
        pen.fitted(x, line + below, labels.auction, FINE, width=reach - 8)

    def _draw_result(self, pen: Pen, span: Span, line: float) -> None:
        outcome, x = self.hand.outcome, span.anchor(Align.START)
        draw_outcome(pen, x, line - BODY.size * 0.36, outcome)
        style = QUIET if outcome is MarkedOutcome.PASSED else BODY
        pen.fitted(x + 9, line, _result(outcome), style, width=span.inner - 9)

    def _draw_figures(self, pen: Pen, spans: tuple[Span, ...], line: float) -> None:
        """Draw points plain; running figures in bold if this hand changed them."""
        hand = self.hand
        running = tuple(map(str, hand.running))
        changed = (False, False, *(bool(n) for n in hand.scored))
        for span, text, bold in zip(spans, (*hand.labels.points, *running), changed, strict=True):
            style = STRONG if bold else QUIET
            place = span.anchor(Align.END)
            pen.fitted(place, line, text, style, width=span.inner, align=Align.END, base=Base.LTR)


def _result(outcome: MarkedOutcome) -> str:
    match outcome:
        case MarkedOutcome.MADE:
            return _("made")
        case MarkedOutcome.SET:
            return _("set")
        case MarkedOutcome.PASSED:
            return _("passed out")


# --- the sides

GUTTER: Final = 28.0
_NUMERAL: Final = 40.0
_LETTERS: Final = 52.0
_SHORT_LETTERS: Final = 32.0


@dataclass(frozen=True, slots=True)
class Sides(Block):
    """Both sides next to each other: names, marks, totals."""

    card: Scorecard
    letters: float

    def height(self, width: float) -> float:
        return 12 + self._names(_panel(width)) + self.letters + 20

    def draw(self, pen: Pen, y: float) -> None:
        panel = _panel(pen.width)
        names = self._names(panel)
        for number in range(len(self.card.sides)):
            x = number * (panel + GUTTER)
            won = number == self.card.winner
            colour, thick = (ACCENT, 3.0) if won else (RULE, 1.0)
            pen.lines([(x, y, x + panel, y)], thick=thick, colour=colour)
            self._draw_names(pen, x, y + 10, number, panel)
            self._draw_score(pen, x, y + 22 + names, number, panel)

    def _names(self, panel: float) -> float:
        return max(self._names_height(side, panel) for side in range(len(self.card.sides)))

    def _names_height(self, side: int, panel: float) -> float:
        room = self._name_room(side, panel)
        players = self.card.sides[side].players
        lines = sum(len(wrap(name, LEAD.strong(), room)) for name in players)
        return lines * LEAD.leading

    def _name_room(self, side: int, panel: float) -> float:
        return panel - (winner_width() if side == self.card.winner else 0) - 6

    def _draw_names(self, pen: Pen, x: float, y: float, side: int, panel: float) -> None:
        if side == self.card.winner:
            draw_winner(pen, x + panel, y)
        for name in self.card.sides[side].players:
            for line in wrap(name, LEAD.strong(), self._name_room(side, panel)):
                pen.text(x, baseline(y, LEAD), line, LEAD.strong())
                y += LEAD.leading

    def _draw_score(self, pen: Pen, x: float, y: float, side: int, panel: float) -> None:
        card = self.card
        total = str(card.totals[side])
        numeral = max(_NUMERAL, width_of(total, DISPLAY)) + 12
        room = panel - numeral
        if card.draws_marks:
            draw_marks(
                pen,
                x + 2,
                y,
                width=room,
                height=self.letters,
                target=card.target,
                hands=card.strokes(side),
            )
        else:
            steps = [(hand.number, hand.running[side]) for hand in card.hands]
            draw_ladder(pen, x, y + self.letters / 2, width=room, target=card.target, steps=steps)
        pen.text(x + panel, y + self.letters, total, DISPLAY, Align.END)


def _panel(width: float) -> float:
    return (width - GUTTER) / 2


# --- from a match


def scorecard_build(match: Match) -> Scorecard | PlayersCard:
    """The scorecard of a match that ``matches_for_print`` has read.

    The imprint's time is that of the match's last change: the same match prints the same bytes.
    """
    speak(match.says)
    return sides_card(match) if PRESENTERS[match.game].in_teams else players_card(match)


def public_scorecard_build(match: Match) -> Printable:
    """The same without money, rulings and corrections, for anybody."""
    speak(match.says)
    if PRESENTERS[match.game].in_teams:
        return replace(sides_card(match), notes=(), settlement=None)
    return replace(players_card(match), notes=(), settlement=None)


def sides_card(match: Match) -> Scorecard:
    """The scorecard of a match of two sides."""
    presenter, names, score = PRESENTERS[match.game], names_of(match), match_running_score(match)
    hands = tuple(_hands(match, names, score))
    first, second = sides = presenter.sides(names)
    return Scorecard(
        imprint=match_imprint(match, _("Scorecard")),
        title=" – ".join(together(map(isolated, side.players)) for side in sides),
        place=match.label,
        unit=presenter.unit(score.options),
        draws_marks=presenter.draws_marks(score.options),
        target=presenter.target(score.options),
        sides=(first, second),
        hands=hands,
        winner=score.standing.winner,
        notes=tuple(notes_of(match.hands.all())),
        settlement=settlement_of(match, score),
        entered=_entered(match),
        slip=slip_words(match),
    )


def _entered(match: Match) -> tuple[int, int] | None:
    return match.entered_totals and (match.entered_totals[0], match.entered_totals[1])


def _hands(match: Match, names: Sequence[str], score: RunningScore) -> Iterator[CardHand]:
    """Every hand, added to the score."""
    for hand in match.hands.all():
        assert hand.record_written is not None
        assert hand.verdict is not None
        counts = score.add_hand(hand.verdict)
        labels = PRESENTERS[match.game].hand_labels(hand.record_written, hand.verdict, names)
        if len(hand.calls_written) <= 1:
            labels = replace(labels, auction="")
        first, second = score.by_hands.totals
        scored = labels.score if counts else (0, 0)
        yield CardHand(hand.number, labels, (scored[0], scored[1]), (first, second))


HANDS_ON_CARD: Final = 22
"""Approximate number of hands of a scorecard on a page."""


def scorecard_printout(match: Match, options: PrintOptions) -> Printout:
    title = _("Scorecard %(match)s") % {"match": match}
    return match_printout(match, options, title, scorecard_build, on_page=HANDS_ON_CARD)


def event_scorecards_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the scorecards of all matches that have begun."""
    title = titled(_("Scorecards"), event, options)
    return event_matches_printout(event, options, title, scorecard_build, short=Brief)


SCORECARD: Final = Print(
    about=MATCH,
    key="scorecard",
    phase=Phase.AFTER,
    title=gettext_lazy("Scorecard"),
    text=gettext_lazy("The match hand by hand, with totals, corrections and what is owed."),
    printout=scorecard_printout,
)
SCORECARDS: Final = Print(
    about=EVENT,
    key="scorecards",
    phase=Phase.AFTER,
    title=gettext_lazy("Scorecards"),
    text=gettext_lazy("Every match hand by hand, with totals, corrections and what is owed."),
    printout=event_scorecards_printout,
    missing=needs_hand,
    options=frozenset({PrintOption.ROUND}),
    whole=True,
    begun_only=True,
)

PRINTS: Final = (SCORECARD, SCORECARDS)
