"""Names of metrics and awards for people: gettext's messages, by key."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.figures import percent
from core.text import phrase_text
from games import PRESENTERS
from games.wording import MetricLabel
from standings.duplicate import Award
from standings.metrics import METRICS

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def _with_share(words: object, share: int) -> str:
    return str(words) % {"share": percent(share)}


_with_share_lazy: Final[Callable[..., Any]] = lazy(_with_share, str)

AWARD_LABELS: "dict[str, StrPromise]" = {
    Award.PLUS: _with_share_lazy(_("average plus, at least %(share)s"), 60),
    Award.AVERAGE: _with_share_lazy(_("average, %(share)s"), 50),
    Award.MINUS: _with_share_lazy(_("average minus, at most %(share)s"), 40),
}
AWARD_SHORT: "dict[str, StrPromise]" = {
    Award.PLUS: pgettext_lazy("award", "A+"),
    Award.AVERAGE: pgettext_lazy("award", "A"),
    Award.MINUS: pgettext_lazy("award", "A−"),
}


def metric_label(key: str, game: str | None = None) -> MetricLabel:
    """Return the words of a metric, those of a game if it has its own."""
    metric, own = METRICS[key], PRESENTERS[game].words.metrics if game else {}
    words = (metric.name, metric.abbreviation, metric.explanation)
    return own[key] if key in own else MetricLabel(*map(phrase_text, words))


def tie_break_names(keys: Iterable[str], game: str) -> list[str]:
    """Return the names of metrics of a game in order; unknown keys are left out."""
    return [str(metric_label(key, game).name) for key in keys if key in METRICS]
