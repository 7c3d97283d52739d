"""Groups or a round robin of all first; who did best goes on in brackets."""

from tournaments.movements.qualifying.plan import (
    BRACKETS,
    GROUPS,
    qualifying,
    qualifying_bracket,
    qualifying_places,
)

__all__ = ["BRACKETS", "GROUPS", "qualifying", "qualifying_bracket", "qualifying_places"]
