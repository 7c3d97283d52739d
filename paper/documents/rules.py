"""The rules of an event on one page, in two columns as large as they fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.languages import date_text
from core.text import by_side
from engine.pairings.formats import FORMATS
from games.marks import how_to_mark
from games.printing import RuleLine, RuleSection, RulesPage
from paper.documents.event_prints import plain_imprint, titled
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import EVENT
from press.base import Block, Imprint, Printable, Space
from press.blocks import Heading, Paragraph, baseline, draw_lines, height_of
from press.fonts import Script, isolated
from press.pen import Align, Pen
from press.text import ACCENT, BODY, ELLIPSIS, INK, MUTED, SMALL, Type, base_of, width_of, wrap
from rules import GAMES
from scoring.running_score import HANDS, rules_for
from tournaments.events.event_labels import tie_break_names
from tournaments.events.format_labels import format_label
from tournaments.events.models import ByeRule, Event

LARGEST: Final = 1.3
SMALLEST: Final = 1.0
_STEP: Final = 0.02
_GUTTER: Final = 24.0
_INDENT: Final = 9.0
_BAR: Final = 2.6
_LABEL: Final = Type(size=9.2, leading=11.4)
_TEXT: Final = Type(size=8, leading=9.6, colour=MUTED)
_TITLE: Final = Type(size=11.5, leading=15).strong().tinted(ACCENT)
_GOES_ON: Final = f" {ELLIPSIS}"
_ABOVE_TITLE: Final = 9.0
_ABOVE_LINE: Final = 3.0


@dataclass(frozen=True, slots=True)
class RulesStory(Printable):
    """The story of the rules: one page, or more where they have no room on it."""

    page: RulesPage

    @property
    def file_title(self) -> str:
        return f"{self.page.title} · {self.page.imprint.kind}"

    @property
    def imprint(self) -> Imprint:
        return self.page.imprint

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        page = self.page
        above: tuple[Block, ...] = (Heading(page.title, page.place), Paragraph(page.lead, BODY))
        below: tuple[Block, ...] = ()
        if page.has_marks:
            below = (Space(6), MarkKey(page.key))
        used = sum(block.height(width, self.script) for block in (*above, *below))
        yield from above
        yield fitted(page, (width - _GUTTER) / 2, height - used, self.script)
        yield from below


class Unit(NamedTuple):
    """A rule, or the heading over one, in a column."""

    line: RuleLine | None
    title: str = ""

    def height(self, width: float, scale: float, script: Script) -> float:
        """Its height; the room above it included."""
        if self.line is None:
            return (_TITLE.leading + _ABOVE_TITLE) * scale
        return _line_height(self.line, width, scale, script)


@lru_cache(maxsize=4096)
def _line_height(line: RuleLine, width: float, scale: float, script: Script) -> float:
    label, text, inner = _LABEL.scaled(scale), _TEXT.scaled(scale), width - _INDENT * scale
    label_width, value_width = _shares(line, inner, scale, script)
    said = height_of(line.label, label, label_width, script)
    holds = height_of(line.value, label.strong(), value_width, script) if line.value else 0
    below = sum(height_of(more, text, inner, script) for more in _below(line))
    return max(said, holds) + below + _ABOVE_LINE * scale


def _below(line: RuleLine) -> list[str]:
    return [more for more in (line.text, line.note) if more]


def _shares(line: RuleLine, inner: float, scale: float, script: Script) -> tuple[float, float]:
    """Return the widths of label and value: the value's own, up to three fifths."""
    needed = width_of(line.value, _LABEL.strong().scaled(scale), script) if line.value else 0
    value = min(needed + 0.5, inner * 0.6)
    return inner - value - (8 * scale if value else 0), value


def fitted(page: RulesPage, width: float, room: float, script: Script) -> "Columns":
    """The rules in two columns at the largest size at which they fit on a page; in `SMALLEST`
    where they take more.

    Of two partings that fit, the one between sections is better.
    """
    units = tuple(_units(page))
    scale = LARGEST
    while True:
        for whole in (True, False):
            columns = _in_columns(units, width, scale, script, whole=whole)
            if columns.height(0, script) <= room:
                return columns
        if scale <= SMALLEST:
            return columns
        scale = round(scale - _STEP, 2)


def _in_columns(
    units: "Column", width: float, scale: float, script: Script, *, whole: bool
) -> "Columns":
    return Columns(units, *_balanced(units, width, scale, script, whole=whole), width, scale)


def _units(page: RulesPage) -> Iterator[Unit]:
    for section in page.sections:
        if section.lines:
            yield Unit(None, section.title)
        for line in section.lines:
            yield Unit(line)


Column = tuple[Unit, ...]


def _balanced(
    units: Column, width: float, scale: float, script: Script, *, whole: bool
) -> tuple[Column, Column]:
    """Return two columns of similar height; `whole` breaks only between sections.

    A heading is never left alone at the foot of the first, and is repeated over a continued
    section.
    """
    heights = [unit.height(width, scale, script) for unit in units]
    ends = range(1, len(units) + 1)
    places = [n for n in ends if _may_end(units, n, whole=whole)] or [len(units)]
    place = min(places, key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
    return units[:place], _continued(units, place)


def _continued(units: Column, place: int) -> Column:
    """Return the units from a place on, the heading of a parted section over them again."""
    rest = units[place:]
    if rest and rest[0].line is not None:
        title = [unit.title for unit in units[:place] if unit.line is None][-1]
        rest = (Unit(None, title.removesuffix(_GOES_ON) + _GOES_ON), *rest)
    return rest


def _may_end(units: Sequence[Unit], place: int, *, whole: bool) -> bool:
    """Whether a column may end before the unit of this number."""
    if whole and place < len(units):
        return units[place].line is None
    return units[place - 1].line is not None


@dataclass(frozen=True, slots=True)
class Columns(Block):
    """Units in two columns, each `each` points wide."""

    units: Column
    first: Column
    second: Column
    each: float
    scale: float

    def height(self, width: float, script: Script) -> float:
        return max(
            sum(unit.height(self.each, self.scale, script) for unit in column)
            for column in self._columns
        )

    def split(self, width: float, room: float, script: Script) -> "tuple[Columns, Columns] | None":
        for end in range(len(self.units) - 1, 1, -1):
            if self.units[end - 1].line is None:
                continue
            first = _in_columns(self.units[:end], self.each, self.scale, script, whole=False)
            if first.height(width, script) <= room:
                rest = _continued(self.units, end)
                return first, _in_columns(rest, self.each, self.scale, script, whole=False)
        return None

    def draw(self, pen: Pen, y: float) -> None:
        for number, column in enumerate(self._columns):
            x, down = number * (self.each + _GUTTER), y
            for unit in column:
                self._draw_unit(pen, x, down, unit)
                down += unit.height(self.each, self.scale, pen.script)

    @property
    def _columns(self) -> tuple[Column, Column]:
        return self.first, self.second

    def _draw_unit(self, pen: Pen, x: float, y: float, unit: Unit) -> None:
        if unit.line is not None:
            self._draw_line(pen, x, y + _ABOVE_LINE * self.scale, unit.line)
            return
        style = _TITLE.scaled(self.scale)
        foot = y + unit.height(self.each, self.scale, pen.script)
        pen.fitted(x, foot - 5 * self.scale, unit.title, style, width=self.each)
        pen.lines([(x, foot - 1, x + self.each, foot - 1)], thick=0.7, colour=INK)

    def _draw_line(self, pen: Pen, x: float, y: float, line: RuleLine) -> None:
        """Draw the label, the value at the end edge, and the explanation below them."""
        scale, indent = self.scale, _INDENT * self.scale
        label, text, inner = _LABEL.scaled(scale), _TEXT.scaled(scale), self.each - indent
        label_width, value_width = _shares(line, inner, scale, pen.script)
        foot = draw_lines(pen, x + indent, y, line.label, label, width=label_width)
        if line.value:
            bold = label.strong()
            below = _draw_value(pen, x + self.each, y, line.value, style=bold, width=value_width)
            foot = max(foot, below)
        for more in _below(line):
            style = text.strong().tinted(INK) if more is line.note else text
            foot = draw_lines(pen, x + indent, foot, more, style, width=inner)
        if line.is_marked:
            draw_bar(pen, x, y + 1, foot - y - 2)


def _draw_value(pen: Pen, end: float, y: float, value: str, *, style: Type, width: float) -> float:
    """A value over as many lines as it takes, at the end edge; the place below it."""
    base = base_of(value, pen.script)
    for text in wrap(value, style, width, pen.script, base):
        pen.text(end, baseline(y, style), text, style, Align.END, base=base)
        y += style.leading
    return y


def draw_bar(pen: Pen, x: float, y: float, height: float) -> None:
    pen.box(x, y, _BAR, height, fill=INK)


@dataclass(frozen=True, slots=True)
class MarkKey(Block):
    """The explanation of the mark."""

    text: str

    def height(self, width: float, script: Script) -> float:
        return SMALL.leading + 2

    def draw(self, pen: Pen, y: float) -> None:
        draw_bar(pen, 0, y + 1, SMALL.leading)
        pen.fitted(_INDENT, baseline(y, SMALL) + 1, self.text, SMALL, width=pen.width - _INDENT)


# --- the event's own rules

_LEFT_OVER = "left_over"  # the setting by which remaining players make a table larger


def rules_printout(event: Event, options: PrintOptions) -> Printout:

    def documents() -> Iterator[Printable]:
        yield RulesStory(rules_page(event))

    return Printout(titled(_("Rules"), event, options), 1, documents, options.paper)


def rules_page(event: Event) -> RulesPage:
    """The rules of an event, those of its game first."""
    presenter = event.presenter
    preset = presenter.preset_label(event.rules)
    evening = RuleSection(_("This event"), tuple(event_lines(event)))
    day = date_text(event.date, "long")
    return RulesPage(
        imprint=plain_imprint(event.club.name, _("Rules for tonight")),
        title=event.name,
        place=f"{event.get_game_display()} · {day}",
        lead=presenter.rules_headline(event.rules),
        key=_("A bar marks what differs from the rules “%(preset)s”.")
        % {"preset": isolated(preset)},
        sections=(*presenter.rules_sections(event.rules), evening),
    )


def event_lines(event: Event) -> Iterator[RuleLine]:
    """How the event is run: format, length, time, byes, ranking, stakes."""
    format_ = FORMATS[event.format]
    label = format_label(event.format)
    yield RuleLine(str(label.name), "", str(label.explanation))
    values = format_.options_read(event.format_options)
    for key, setting in label.settings.items():
        yield RuleLine(str(setting.name), setting.value(values[key]))
    if values.get(_LEFT_OVER):
        yield _larger_table(event)
    yield from _length(event)
    yield from _byes(event)
    ranked = " · ".join(tie_break_names(event.tie_breaks, event.game))
    yield RuleLine(_("Ranked by"), "", ranked)
    yield from _stakes(event)
    if event.presenter.marks is not None:
        yield RuleLine(_("Sheets for marking"), "", how_to_mark())


def _larger_table(event: Event) -> RuleLine:
    """How one player more plays along."""
    people = GAMES[event.game].seats + 1
    texts = [_("The dealer sits the hand out; the player on the left bids first.")]
    usual, longer = (hands_agreed(event, count) for count in (people - 1, people))
    if usual != longer:
        more = _("%(longer)d hands instead of %(usual)d, so that everybody plays as many.")
        texts.append(more % {"longer": longer, "usual": usual})
    label = {4: _("A table of four"), 5: _("A table of five")}[people]
    return RuleLine(label, "", " ".join(texts))


def hands_agreed(event: Event, players: int) -> int | None:
    """Return how many hands this many players play, if a number is agreed."""
    rules = rules_for(event.game, event.rules, players)
    hands: int | None = getattr(GAMES[event.game].options.resolve(rules), HANDS, None)
    return hands


def _length(event: Event) -> Iterator[RuleLine]:
    if event.best_of:
        series = " · ".join(map(str, event.best_of))
        text = _("By round; the last applies to all further rounds.") if event.best_of[1:] else ""
        yield RuleLine(_("Best of"), series, text)
    else:
        yield RuleLine(_("Games per meeting"), str(event.games_per_meeting))
    if event.round_minutes:
        text = _("When time is called: %(rule)s.") % {"rule": event.get_time_rule_display()}
        yield RuleLine(_("Minutes per round"), str(event.round_minutes), text)


def _byes(event: Event) -> Iterator[RuleLine]:
    if event.bye_rule == ByeRule.NONE:
        return
    fixed = by_side((event.bye_for, event.bye_against)) if event.bye_rule == ByeRule.FIXED else ""
    yield RuleLine(_("A bye scores"), fixed, str(event.get_bye_rule_display()))


def _stakes(event: Event) -> Iterator[RuleLine]:
    if not event.stakes:
        return
    currency = event.stakes["currency"]
    for line in event.presenter.stakes(event.stakes):
        label = _("Stakes %(what)s") % {"what": line.label}
        yield RuleLine(label, f"{line.amount} {currency}")


RULES: Final = Print(
    about=EVENT,
    key="rules",
    phase=Phase.BEFORE,
    title=gettext_lazy("Rules for tonight"),
    text=gettext_lazy("Every option with what it means, contracts and scores."),
    printout=rules_printout,
)

PRINTS: Final = (RULES,)
