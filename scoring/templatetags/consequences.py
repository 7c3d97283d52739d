"""The consequences of a correction, as a member may read them."""

from typing import Any

from django import template

from clubs.models import Membership
from clubs.roles import Right
from scoring.host import TrialResult

register = template.Library()


@register.filter
def texts_for(weighed: TrialResult[Any], membership: Membership) -> list[str]:
    """Return the texts of all consequences; amounts only for those who may see money."""
    sees_money = membership.may(Right.MONEY)
    return [consequence.text_for(sees_money=sees_money) for consequence in weighed.consequences]
