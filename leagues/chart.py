"""A small chart of a season: one column per evening and a line at the field's average. Colours and
strokes come from the style sheet; the numbers are in a table beside the chart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.figures import decimal_text, with_decimals, with_fractions
from core.svg import svg_text
from leagues.selectors.table import History, SeasonStep

HEIGHT, PITCH, COLUMN, ROOM, FOOT = 140.0, 44.0, 24.0, 18.0, 12.0
LEAST_COLUMNS = 8
LONG = 10
"""More columns than this are not shrunk to a small screen: they are scrolled."""


def score_words(value: int | None, places: int) -> str:
    """Format a score with this many decimals; with one, 1½ for 15 and 1 for 10. None is a dash."""
    if value is None:
        return "–"
    if places == 1 and value % 5 == 0:
        return with_fractions(decimal_text(value, 1) if value % 10 else value // 10)
    return with_decimals(value, places)


@dataclass(frozen=True, slots=True)
class ChartScale:
    """Maps scores to heights; ``base`` is the zero line."""

    low: int
    high: int

    @classmethod
    def of(cls, scores: Sequence[int]) -> "ChartScale":
        """Return a scale that holds all scores and nothing."""
        return cls(min([0, *scores]), max([0, *scores]))

    def at(self, score: int) -> float:
        """Return the distance of a score from the top."""
        span = self.high - self.low or 1
        return round(ROOM + HEIGHT * (self.high - score) / span, 1)

    @property
    def base(self) -> float:
        """The height of the zero line."""
        return self.at(0)


def season_chart(history: History) -> SafeString:
    """Return the chart as an image; empty if nothing was played."""
    steps = history.played
    if not steps:
        return SafeString()
    made = [score for step in steps for score in (_score(step), step.average) if score is not None]
    scale = ChartScale.of(made)
    width, height = PITCH * max(LEAST_COLUMNS, len(steps)), HEIGHT + 2 * ROOM + FOOT
    return format_html(
        '<svg class="drawing season-chart{}" viewBox="0 0 {} {}" width="{}" height="{}" role="img" '
        'aria-label="{}" focusable="false">{}'
        '<line class="season-chart__base" x1="0" x2="{}" y1="{}" y2="{}"/>{}{}{}</svg>',
        " season-chart--long" if len(steps) > LONG else "",
        *(f"{width:g}", f"{height:g}") * 2,
        _("Scores by evening; the table below has the same figures"),
        _columns(steps, scale),
        f"{width:g}",
        scale.base,
        scale.base,
        _averages(steps, scale),
        _scores(history, scale),
        _numbers(steps),
    )


def _columns(steps: Sequence[SeasonStep], scale: ChartScale) -> SafeString:
    return format_html_join(
        "",
        '<rect class="season-chart__column{}" x="{}" y="{}" width="{}" height="{}" rx="2"/>',
        _bars(steps, scale),
    )


def _bars(
    steps: Sequence[SeasonStep], scale: ChartScale
) -> Iterator[tuple[str, str, float, str, float]]:
    for place, step in enumerate(steps):
        top, bottom = sorted((scale.at(_score(step)), scale.base))
        height = max(2.0, round(bottom - top, 1))
        left = PITCH * place + (PITCH - COLUMN) / 2
        yield _kind(step), f"{left:g}", top, f"{COLUMN:g}", height


def _averages(steps: Sequence[SeasonStep], scale: ChartScale) -> SafeString:
    return format_html_join(
        "",
        '<line class="season-chart__average" x1="{}" x2="{}" y1="{}" y2="{}"/>',
        (
            (
                f"{PITCH * place + 3:g}",
                f"{PITCH * (place + 1) - 3:g}",
                scale.at(step.average),
                scale.at(step.average),
            )
            for place, step in enumerate(steps)
            if step.average is not None
        ),
    )


def _scores(history: History, scale: ChartScale) -> SafeString:
    """Return the label of each score: above its column, or below if the score is negative."""
    texts = (
        svg_text(
            score_words(_score(step), history.decimals),
            css="season-chart__score",
            x=f"{PITCH * (place + 0.5):g}",
            y=f"{scale.at(_score(step)) + (12 if _score(step) < 0 else -4):g}",
            anchor="middle",
        )
        for place, step in enumerate(history.played)
    )
    return format_html_join("", "{}", ((text,) for text in texts))


def _numbers(steps: Sequence[SeasonStep]) -> SafeString:
    y = f"{HEIGHT + 2 * ROOM + 8:g}"
    texts = (
        svg_text(
            step.evening.number,
            css="season-chart__number",
            x=f"{PITCH * (place + 0.5):g}",
            y=y,
            anchor="middle",
        )
        for place, step in enumerate(steps)
    )
    return format_html_join("", "{}", ((text,) for text in texts))


def _kind(step: SeasonStep) -> str:
    assert step.cell is not None
    if not step.cell.was_there:
        return " season-chart__column--filled"
    return "" if step.cell.counts else " season-chart__column--dropped"


def _score(step: SeasonStep) -> int:
    assert step.cell is not None
    assert step.cell.score is not None
    return step.cell.score
