"""The scorecard of a match of teams or of single players, in the game's own columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import figure
from core.text import beside, comma_list, together
from games.printing import CardColumns, FigureHead, Figures, Head, ScoredHand
from paper.documents.event_prints import needs_hand, titled
from paper.documents.matches import (
    Note,
    PrintedSettlement,
    closing_blocks,
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
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.scorecard_hands import CardHand, ScorecardTable
from paper.documents.subjects import EVENT, MATCH
from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, Paragraph, baseline
from press.charts import draw_sparkline, scale_of
from press.fonts import Base, Script, isolated
from press.marks import draw_ladder, draw_marks
from press.names import draw_name
from press.pen import Align, Pen
from press.text import (
    ACCENT,
    BODY,
    DISPLAY,
    LEAD,
    QUIET,
    RULE,
    SMALLEST,
    STRONG,
    Type,
    width_of,
    wrap,
)
from scoring.models import Match
from scoring.running_score import RunningScore, match_running_score
from scoring.selectors.scores import SideScore, names_at, side_scores
from tournaments.events.models import Event


@dataclass(frozen=True, slots=True)
class Scorecard(Printable):
    """A match of two teams, or of single players.

    `place` is the line under the title: round, table, date. `sides` are those who play with their
    totals, `running_totals` those of each after every hand. The columns are as in `CardColumns`.
    Marks are drawn as strokes of ALL, if the game `draws_marks`, else the way to the `target`, if
    there is one. `slip` says that the totals are a slip's.
    """

    imprint: Imprint
    title: str
    place: str
    sides: tuple[SideScore, ...]
    running_totals: tuple[tuple[int, ...], ...]
    heads: tuple[Head, ...]
    figure_heads: tuple[FigureHead, ...]
    hands: tuple[CardHand, ...]
    by_figure: bool = False
    target: int | None = None
    draws_marks: bool = False
    notes: tuple[Note, ...] = ()
    settlement: PrintedSettlement | None = None
    slip: str = ""

    @property
    def in_teams(self) -> bool:
        """Whether a side has more than one player."""
        return any(len(side.label.players) > 1 for side in self.sides)

    def strokes(self, side: int) -> tuple[int, ...]:
        """The number of the hand that earned each mark of a side, in order."""
        totals = pairwise((0, *self.running_totals[side]))
        gains = zip(self.hands, totals, strict=True)
        return tuple(
            hand.number for hand, (before, after) in gains for _mark in range(before, after)
        )

    @property
    def file_title(self) -> str:
        """The title and the players: a bookmark must tell the tables of an evening apart."""
        if self.in_teams:
            players = " – ".join(side.label.short for side in self.sides)
        else:
            players = comma_list(name for side in self.sides for name in side.label.players)
        return " · ".join(filter(None, (self.title, self.place, players)))

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, self.place)
        yield from self.body(width)

    def body(self, width: float, *, is_short: bool = False) -> Iterator[Block]:
        if self.in_teams:
            yield TeamTotals(self, _SHORT_LETTERS if is_short else _LETTERS)
            yield Space(4 if is_short else 16)
        else:
            yield PlayerTotals(self)
            yield Space(2 if is_short else 8)
        if self.hands:
            yield self.table.block(width, self.script)
        else:
            yield Paragraph(_("No hand has been recorded."), QUIET)
        yield from closing_blocks(self.notes, self.settlement, self.slip)

    @property
    def table(self) -> ScorecardTable:
        return ScorecardTable(
            self.heads,
            self.figure_heads,
            tuple(side.label.short for side in self.sides),
            self.hands,
            note_marks(self.notes),
            self.by_figure,
        )


@dataclass(frozen=True, slots=True)
class Brief:
    """A scorecard as a part of a page: the names under a line with the place, and the hands."""

    card: Scorecard

    @property
    def imprint(self) -> Imprint:
        return self.card.imprint

    @property
    def bookmark(self) -> str:
        return self.card.bookmark

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Paragraph(self.card.place or self.card.title, LEAD.strong())
        yield from self.card.body(width, is_short=True)


# --- the totals of two teams

_TEAM_GUTTER: Final = 28.0
_NUMERAL: Final = 40.0
_LETTERS: Final = 52.0
_SHORT_LETTERS: Final = 24.0


@dataclass(frozen=True, slots=True)
class TeamTotals(Block):
    """Both teams next to each other: names, marks or the way to the target, totals."""

    card: Scorecard
    letters: float

    def height(self, width: float, script: Script) -> float:
        return 12 + self._names((width - _TEAM_GUTTER) / 2, script) + self.letters + 20

    def draw(self, pen: Pen, y: float) -> None:
        panel = (pen.width - _TEAM_GUTTER) / 2
        names = self._names(panel, pen.script)
        for number, side in enumerate(self.card.sides):
            x = number * (panel + _TEAM_GUTTER)
            colour, thick = (ACCENT, 3.0) if side.won else (RULE, 1.0)
            pen.lines([(x, y, x + panel, y)], thick=thick, colour=colour)
            self._draw_names(pen, x, y + 10, side, panel)
            self._draw_score(pen, x, y + 22 + names, number, panel)

    def _names(self, panel: float, script: Script) -> float:
        return LEAD.leading * max(len(_team_lines(side, panel, script)) for side in self.card.sides)

    def _draw_names(self, pen: Pen, x: float, y: float, side: SideScore, panel: float) -> None:
        if side.won:
            draw_winner(pen, x + panel, y)
        for line in _team_lines(side, panel, pen.script):
            pen.text(x, baseline(y, LEAD), line, LEAD.strong())
            y += LEAD.leading

    def _draw_score(self, pen: Pen, x: float, y: float, number: int, panel: float) -> None:
        card, side, height = self.card, self.card.sides[number], self.letters
        room = panel - max(_NUMERAL, width_of(side.figure, DISPLAY, pen.script)) - 12
        if card.draws_marks and card.target:
            strokes = card.strokes(number)
            draw_marks(pen, x + 2, y, width=room, height=height, target=card.target, hands=strokes)
        elif card.target:
            steps = [
                *zip((hand.number for hand in card.hands), card.running_totals[number], strict=True)
            ]
            draw_ladder(pen, x, y + height / 2, width=room, target=card.target, steps=steps)
        else:
            totals_after, scale = card.running_totals[number], scale_of(card.running_totals, None)
            draw_sparkline(pen, x, y, totals_after, scale, width=room, height=height, target=None)
        pen.text(x + panel, y + height, side.figure, DISPLAY, Align.END)


def _team_lines(side: SideScore, panel: float, script: Script) -> list[str]:
    """Return the names of a team, as lines beside the badge of the winner."""
    room = panel - (winner_width(script) if side.won else 0) - 6
    return [line for name in side.label.players for line in wrap(name, LEAD.strong(), room, script)]


# --- the totals of single players

_GUTTER: Final = 20.0
_TOTAL: Final = 36.0
_SPARKLINE: Final = 26.0
_FINAL: Final = DISPLAY.scaled(0.8)
_NAMED: Final = (LEAD.strong(), LEAD.strong().scaled(0.86), STRONG)
_NAME_LINES: Final = 3
_ASIDES: Final = (0.84, 0.76, 0.68)


@dataclass(frozen=True, slots=True)
class PlayerTotals(Block):
    """All players next to each other: name, total, and how the total came about."""

    card: Scorecard

    def height(self, width: float, script: Script) -> float:
        return 10 + self._names(self._panel(width), script) + _TOTAL + _SPARKLINE + 6

    def draw(self, pen: Pen, y: float) -> None:
        panel = self._panel(pen.width)
        names = self._names(panel, pen.script)
        for number, side in enumerate(self.card.sides):
            x = number * (panel + _GUTTER)
            colour, thick = (ACCENT, 3.0) if side.won else (RULE, 1.0)
            pen.lines([(x, y, x + panel, y)], thick=thick, colour=colour)
            self._draw_name(pen, x, y + 8, number, panel)
            self._draw_total(pen, x, y + 8 + names, side, panel)
            self._draw_sparkline(pen, x, y + 10 + names + _TOTAL, number, panel)

    def _panel(self, width: float) -> float:
        count = len(self.card.sides)
        return (width - (count - 1) * _GUTTER) / count

    def _names(self, panel: float, script: Script) -> float:
        style = self._style(panel, script)
        return self._lines(style, panel, script) * style.leading

    def _style(self, panel: float, script: Script) -> Type:
        """Return the size of the names, smaller where one takes many lines."""
        fitting = (style for style in _NAMED if self._lines(style, panel, script) <= _NAME_LINES)
        return next(fitting, _NAMED[-1])

    def _lines(self, style: Type, panel: float, script: Script) -> int:
        players = range(len(self.card.sides))
        return max(len(wrap(self._named(place), style, panel, script)) for place in players)

    def _named(self, place: int) -> str:
        """Return the name after the letter of the player's columns."""
        (name,) = self.card.sides[place].label.players
        return beside(self.card.sides[place].label.short, isolated(name), space="  ")

    def _draw_name(self, pen: Pen, x: float, y: float, place: int, panel: float) -> None:
        style = self._style(panel, pen.script)
        for line in wrap(self._named(place), style, panel, pen.script):
            pen.text(x, baseline(y, style), line, style)
            y += style.leading

    def _draw_total(self, pen: Pen, x: float, y: float, side: SideScore, panel: float) -> None:
        line = y + _TOTAL - 9
        pen.text(x, line, side.figure, _FINAL, base=Base.LTR)
        used = width_of(side.figure, _FINAL, pen.script, Base.LTR) + 8
        if side.won:
            draw_winner(pen, x + panel, line - 25)
        room = panel - used
        if width_of(side.note, BODY, pen.script) * SMALLEST <= room:
            pen.fitted(x + used, line, side.note, BODY, width=room)
        else:
            styles = [BODY.scaled(share) for share in _ASIDES]
            draw_name(pen, x + used, line - 20, side.note, styles, width=room, room=24)

    def _draw_sparkline(self, pen: Pen, x: float, y: float, place: int, panel: float) -> None:
        card = self.card
        totals_after, scale = card.running_totals[place], scale_of(card.running_totals, card.target)
        draw_sparkline(
            pen, x, y, totals_after, scale, width=panel, height=_SPARKLINE - 4, target=card.target
        )


# --- from a match


def scorecard_build(match: Match) -> Scorecard:
    """The scorecard of a match that ``matches_for_print`` has read.

    The imprint's time is that of the match's last change: the same match prints the same bytes.
    """
    presenter, names, score = match.presenter, names_of(match), match_running_score(match)
    columns, sides = presenter.card_columns, presenter.sides(names)
    hands, totals = _add_up(match, names, columns, score)
    running_totals = zip(*totals, strict=True) if totals else ((),) * len(sides)
    title = match.get_game_display()
    if presenter.in_teams:
        title = " – ".join(together(map(isolated, side.players)) for side in sides)
    return Scorecard(
        imprint=match_imprint(match, _("Scorecard")),
        title=title,
        place=match.label,
        sides=side_scores(presenter, sides, score, (0,) * len(sides)),
        running_totals=tuple(running_totals),
        heads=columns.heads(score.options),
        figure_heads=columns.figure_heads(score.options),
        hands=hands,
        by_figure=columns.by_figure,
        target=presenter.target(score.options) or None,
        draws_marks=presenter.draws_marks(score.options),
        notes=tuple(notes_of(match.hands.all())),
        settlement=settlement_of(match, score),
        slip=slip_words(match),
    )


def public_scorecard_build(match: Match) -> Scorecard:
    """The same without money, rulings and corrections, for anybody."""
    return replace(scorecard_build(match), notes=(), settlement=None)


def _add_up(
    match: Match, names: Sequence[str], columns: CardColumns, score: RunningScore
) -> tuple[tuple[CardHand, ...], list[tuple[int, ...]]]:
    """Add the hands to the score; return them with the totals after each."""
    presenter, rotation = match.presenter, score.rotation
    if rotation.rotates:
        # So many columns leave room for the letters over them alone.
        names = presenter.player_keys(len(names))
    hands, totals = [], []
    for hand in match.hands.all():
        assert hand.record is not None
        assert hand.record_written is not None
        assert hand.verdict is not None
        number, before = hand.number, score.by_hands
        score.add_hand(hand.verdict)
        at_table = names_at(rotation, names, number, keys=presenter.player_keys)
        labels = presenter.hand_labels(hand.record_written, hand.verdict, at_table)
        if len(hand.calls_written) <= 1:
            labels = replace(labels, auction="")
        scored = ScoredHand(
            hand.record,
            hand.verdict,
            labels,
            at_table,
            score.options,
            rotation.at_seats(before, number),
            rotation.at_seats(score.by_hands, number),
        )
        totals.append(score.by_hands.totals)
        of_sides = range(len(scored.after.totals))
        at_seats = tuple(columns.figures(scored, side) for side in of_sides)
        rested = _rested(len(at_seats[0].texts), totals[-1])
        figures = rotation.scattered(rested, at_seats, number)
        hands.append(CardHand(number, columns.cells(scored), figures))
    return tuple(hands), totals


def _rested(columns: int, totals: Sequence[int]) -> tuple[Figures, ...]:
    """Return the totals of players who sit a hand out, in so many columns."""
    open_ = ("–", *("",) * (columns - 2))
    return tuple(Figures((*open_, figure(total))) for total in totals)


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
    all_rounds_first=True,
    begun_only=True,
)

PRINTS: Final = (SCORECARD, SCORECARDS)
