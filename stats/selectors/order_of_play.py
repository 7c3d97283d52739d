"""The order in which matches and their hands were played: the event's date, the event, round, table
and game. Keys do not tell: an evening may be entered later, and a match planned long before it.
"""

from typing import Any, Final

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce, TruncDate

from scoring.models import Match

_TABLE: Final = "game_of__table"
_EVENT: Final = f"{_TABLE}__round__event"


def played_on(prefix: str = "") -> Any:
    """Return the expression of a match's day: that of its event, else that on which it began."""
    return Coalesce(F(f"{prefix}{_EVENT}__date"), TruncDate(f"{prefix}created_at"))


def order_of_play(prefix: str = "") -> tuple[Any, ...]:
    """Return expressions to order rows by; ``prefix`` leads from a row to its match."""
    parts = (
        *(f"{_EVENT}_id", f"{_TABLE}__round__number", f"{_TABLE}__number", "game_of__number"),
        "pk",
    )
    return played_on(prefix), *(Coalesce(F(f"{prefix}{part}"), Value(0)) for part in parts)


ORDER: Final = ("day", "evening", "round_number", "table_number", "game_number", "match_key")


def dated(matches: QuerySet[Match]) -> QuerySet[Any]:
    """Annotate matches with their ``day``, and with what orders those of one day: ``ORDER``."""
    return matches.annotate(**dict(zip(ORDER, order_of_play(), strict=True)))
