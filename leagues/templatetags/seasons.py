"""Scores and small drawings of seasons."""

from django import template
from django.utils.safestring import SafeString

from core import figures
from core.figures import with_decimals
from engine.standings.rounding import rounded
from leagues.chart import score_words, season_chart
from leagues.selectors.table import History
from leagues.totals import EveningScore

register = template.Library()


register.filter("with_sign", figures.signed)


@register.filter
def decimals(value: int | None, places: int) -> str:
    """Format a number in units of the last of this many decimals: halves, a dash for None."""
    return score_words(value, places)


@register.filter
def cell_class(cell: EveningScore | None, best: frozenset[int] = frozenset()) -> str:
    """Return the classes of a cell; ``best`` holds the highest scores of evenings."""
    if cell is None:
        return ""
    classes = {
        "filled": not cell.was_there,
        "dropped": cell.score is not None and not cell.counts,
        "best": cell.evening in best,
    }
    return " ".join(name for name, holds in classes.items() if holds)


@register.filter
def strength(value: float | None) -> str:
    """A rating with one decimal and a true minus sign; a dash for none."""
    if value is None:
        return "–"
    return with_decimals(rounded(value, 1), 1)


@register.filter
def signed(value: float | None) -> str:
    """A change: with its sign; a dash for none."""
    if value is None:
        return "–"
    tenths = rounded(value, 1)
    return f"{'+' if tenths > 0 else ''}{with_decimals(tenths, 1)}"


@register.simple_tag
def chart(history: History) -> SafeString:
    """The season of a contender, drawn."""
    return season_chart(history)
