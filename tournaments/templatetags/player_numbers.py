"""Charts of shares for templates."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.languages import date_text
from games.figures import with_decimals
from games.measures import HandRole
from scoring.selectors.numbers import RoleCount
from tournaments.number_labels import ROLES
from tournaments.selectors.player_numbers import Compared, Period
from tournaments.share_chart import share_chart

register = template.Library()


@register.simple_tag
def compared_chart(rows: Sequence[Compared]) -> SafeString:
    """Draw bids or declarations made, compared with the whole club."""
    named = _("Share of made hands, beside the club; the same in numbers below")
    return share_chart([(row.label, row.own, row.club) for row in rows], named)


@register.simple_tag
def periods_chart(periods: Sequence[Period], *, by_month: bool) -> SafeString:
    """Draw the share made over time."""
    named = _("Share of made hands over time; the same in numbers below")
    return share_chart([(period_text(one, by_month), one.declared, None) for one in periods], named)


@register.filter
def period_text(period: Period, by_month: bool) -> str:  # noqa: FBT001 a filter's argument
    """Return the evening, or the month, of a period."""
    return date_text(period.first, "month" if by_month else "day")


@register.filter
def role_words(role: str) -> str:
    """Return a role in words."""
    return str(ROLES[HandRole(role)])


@register.filter
def points_a_hand(row: RoleCount) -> str:
    """Return the average points per hand, a dash if unknown."""
    return "–" if row.points is None else with_decimals(round(100 * row.points / row.hands), 2)
