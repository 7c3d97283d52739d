"""A season's rules as sentences, which explain the table."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.text import comma_list
from engine.pairings.format import sides_of
from games import PRESENTERS
from leagues.models import (
    AbsenceRule,
    Season,
    SeasonAdjustment,
    SeasonMeasure,
    SeasonScoring,
    SubstituteRule,
    place_points_read,
)


def how_computed(season: Season) -> list[str]:
    """Return how the table comes about, a sentence a rule, in the order in which they are
    applied."""
    return [
        _MEASURED[SeasonMeasure(season.measure)](season),
        _added_up(season),
        *_multiplied(season),
        *_jokers(season),
        *_least(season),
        *_adjusted(season),
        _missed(season, noticed=True),
        _missed(season, noticed=False),
        _SUBSTITUTED[SubstituteRule(season.substitutes)](),
        _(
            "Results of guests, and of others at evenings before they joined or of another "
            "division, are listed separately."
        ),
        *_guests(season),
        *_head_to_head(season),
        _(
            "Ties on the total are broken by games won, then %(unit)s, then the best single "
            "evening; those still tied share the rank (=)."
        )
        % {"unit": _unit(season)},
    ]


def _unit(season: Season) -> str:
    return str(PRESENTERS[season.game].words.unit)


_MEASURED: dict[SeasonMeasure, Callable[[Season], str]] = {
    SeasonMeasure.POINTS: lambda season: (
        _(
            "All %(unit)s of an evening count, penalties and bonuses included. An evening at "
            "which nothing was played is not known and counts for nothing (–)."
        )
        % {"unit": _unit(season)}
    ),
    SeasonMeasure.AVERAGE: lambda _season: _(
        "The points of an evening are divided by its number of hands and shown to two decimals; "
        "the exact value counts. Games without a recorded number of hands are left out; an "
        "evening with no other games counts for nothing (–). Players without an evening that "
        "counts come last."
    ),
    SeasonMeasure.GAMES_WON: lambda _season: _(
        "The games won in an evening count, a draw as half a win. An evening without a finished "
        "game is not known and counts for nothing (–)."
    ),
    SeasonMeasure.PLACES: lambda season: (
        _(
            "Each place in the standings of the evening, guests included, is worth points: "
            "%(points)s, later places 0. Those who share places share their points equally; the "
            "exact value counts. Those who played nothing have no place (–)."
        )
        % {"points": _points_listed(season)}
    ),
    SeasonMeasure.TABLE_PLACES: lambda season: (
        _(
            "Each place at a table is worth points: %(points)s, later places 0. The winner is "
            "first; the others follow by games won, then %(unit)s. Those who share places share "
            "their points equally; the exact value counts. Only tables that are over count; a bye "
            "or a forfeit earns nothing."
        )
        % {"points": _points_listed(season), "unit": _unit(season)}
    ),
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


def _points_listed(season: Season) -> str:
    return comma_list(place_points_read(season.place_points))


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


def _multiplied(season: Season) -> Iterator[str]:
    """Yield a sentence if any evening counts more than once. One query of a stored season."""
    if season.pk and season.evenings.filter(times__gt=1).exists():
        yield _(
            "Evenings marked ×2 count twice, filled-in scores too: their scores are shown and "
            "added up doubled, and are two evenings in an average."
        )


def _jokers(season: Season) -> Iterator[str]:
    """Yield a sentence if jokers may be declared."""
    if season.jokers:
        words = ngettext(
            "Everyone has %(count)d joker. Declared before an evening begins, it doubles what they "
            "make then (*), and counts as two evenings in an average. Those who stay away lose it.",
            "Everyone has %(count)d jokers. Declared before an evening begins, a joker doubles "
            "what they make then (*), and counts as two evenings in an average. Those who stay "
            "away lose it.",
            season.jokers,
        )
        yield words % {"count": season.jokers}


def _guests(season: Season) -> Iterator[str]:
    """Yield a sentence if guests are ranked."""
    if season.rank_guests:
        yield _(
            "Guests are ranked among themselves by the same rules. No minimum number of evenings "
            "applies to them, and no score is filled in."
        )


def _head_to_head(season: Season) -> Iterator[str]:
    """Yield a sentence if matches between those who are level count first."""
    if season.head_to_head:
        yield (
            _(
                "Those level on the total are first compared by the matches between them: the "
                "share that each won, a draw as half a win. Only evenings that count for both are "
                "looked at, and only if all of them have met."
            )
            if sides_of(season.game) == 2
            else _(
                "Those level on the total are first compared at the tables they shared: the "
                "points that each made more than the others, on average. Only evenings that count "
                "for both are looked at, and only if all of them have met."
            )
        )


def _adjusted(season: Season) -> Iterator[str]:
    """Yield a sentence if bonus or penalty points count. One query of a stored season."""
    given = SeasonAdjustment.objects.filter(contender__season=season.pk, revoked_at=None)
    if season.pk and given.exists():
        yield _(
            "Bonus and penalty points (±) are added to the total, once an evening counts; no "
            "average is taken of them."
        )


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
