"""How an entry stands with its fee, in a list of entries."""

from collections.abc import Mapping

from django import template

from tournaments.selectors.events import Entrant
from tournaments.selectors.money import EntryFee

register = template.Library()


@register.filter
def fee_of(fees: Mapping[int, EntryFee], entrant: Entrant) -> EntryFee | None:
    """The fee of an entrant; none of one whose places are empty."""
    return fees.get(entrant.entry_id)
