"""All formats by their keys; one of them is one module with its settings."""

from pairings.by_standing import BY_STANDING
from pairings.duplicate_movements import HOWELL, MITCHELL
from pairings.elimination import DOUBLE_ELIMINATION, SINGLE_ELIMINATION
from pairings.format import Format
from pairings.ladder import LADDER
from pairings.progressive import PROGRESSIVE
from pairings.qualifying import QUALIFYING
from pairings.rotating_partners import ROTATING_PARTNERS
from pairings.round_robin import ROUND_ROBIN
from pairings.swiss import SWISS
from pairings.table_mates import TABLE_MATES
from pairings.two_boxes import TWO_BOXES

FORMATS: dict[str, Format] = {
    found.key: found
    for found in (
        ROUND_ROBIN,
        TABLE_MATES,
        SWISS,
        SINGLE_ELIMINATION,
        DOUBLE_ELIMINATION,
        TWO_BOXES,
        QUALIFYING,
        MITCHELL,
        HOWELL,
        ROTATING_PARTNERS,
        PROGRESSIVE,
        BY_STANDING,
        LADDER,
    )
}


def usual_format(game: str) -> str:
    """Return the default format of a game's events."""
    return next((found.key for found in FORMATS.values() if found.suits(game)), ROUND_ROBIN.key)
