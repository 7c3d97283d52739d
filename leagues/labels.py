"""A season's rules as sentences, which explain the table."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import AbsenceRule, Season, SeasonMeasure, SeasonScoring, SubstituteRule


def how_computed(season: Season) -> list[str]:
    """Return how the table comes about, a sentence a rule, in the order in which they are
    applied."""
    return [
        _MEASURED[SeasonMeasure(season.measure)](),
        _added_up(season),
        *_least(season),
        _missed(season, noticed=True),
        _missed(season, noticed=False),
        _SUBSTITUTED[SubstituteRule(season.substitutes)](),
        _(
            "Ties on the total are broken by games won, then marks or points, then the "
            "best single evening; those still tied share the rank (=)."
        ),
    ]


_MEASURED = {
    SeasonMeasure.POINTS: lambda: _(
        "All marks or points of an evening count, penalties and bonuses included."
    ),
    SeasonMeasure.AVERAGE: lambda: _(
        "The points of an evening are divided by its number of hands and shown to two decimals; "
        "the exact value counts. Games without a recorded number of hands are left out; an "
        "evening with no other games counts for nothing (–). Players without an evening that "
        "counts come last."
    ),
    SeasonMeasure.GAMES_WON: lambda: _("The games won in an evening count, a draw as half a win."),
}
_SUBSTITUTED = {
    SubstituteRule.APART: lambda: _(
        "A substitute's results are listed separately and count for nobody in the table."
    ),
    SubstituteRule.COUNT: lambda: _("A substitute's results count for the player replaced."),
    SubstituteRule.OWN: lambda: _(
        "A substitute's results count for the substitute, like any other evening; the player "
        "replaced has only the rounds they played."
    ),
    SubstituteRule.BOTH: lambda: _(
        "A substitute's results count for the player replaced and for the substitute as well."
    ),
}


def _added_up(season: Season) -> str:
    match SeasonScoring(season.scoring):
        case SeasonScoring.SUM:
            return _("All evenings are added up.")
        case SeasonScoring.AVERAGE:
            return _("The total is the exact average of the evenings, shown to two decimals.")
        case SeasonScoring.BEST:
            words = ngettext(
                "Your best evening counts; the rest are dropped.",
                "Your best %(count)d evenings are added up; the rest are dropped.",
                season.best,
            )
            return words % {"count": season.best}


def _least(season: Season) -> Iterator[str]:
    if season.minimum > 1:
        yield _("Those who came to fewer than %(count)d evenings rank below the others.") % {
            "count": season.minimum
        }


def _missed(season: Season, *, noticed: bool) -> str:
    rule = season.noticed if noticed else season.unnoticed
    score = season.noticed_score if noticed else season.unnoticed_score
    who = _("Absent with notice:") if noticed else _("Absent without notice:")
    match AbsenceRule(rule):
        case AbsenceRule.NOTHING:
            what = _("the evening does not count.")
        case AbsenceRule.LOWEST:
            what = _("the lowest score of the evening.")
        case AbsenceRule.FIXED:
            what = _("a score of %(score)d.") % {"score": score}
    return f"{who} {what}"
