"""Groups or a round robin of all first; who did best goes on in brackets."""

from pairings.qualifying.groups import GROUP, SHARES, byes_count, group_number, group_of, groups_of
from pairings.qualifying.plan import (
    BRACKETS,
    GROUPS,
    qualifying,
    qualifying_bracket,
    qualifying_places,
)

__all__ = [
    "BRACKETS",
    "GROUP",
    "GROUPS",
    "SHARES",
    "byes_count",
    "group_number",
    "group_of",
    "groups_of",
    "qualifying",
    "qualifying_bracket",
    "qualifying_places",
]
