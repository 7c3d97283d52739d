"""Arithmetic in whole numbers that both databases do alike."""

_FAR = 1_000_000_000
"""Added before dividing and taken off again: integer division rounds towards nothing below 0."""


def rounded(number: str, by: str, *, scale: int) -> str:
    """``number / by`` in parts of ``scale``, halves up; NULL where ``by`` is 0 or NULL."""
    quotient = f"(2 * {scale} * CAST({number} AS bigint) + {by}) + {2 * _FAR} * {by}"
    return f"CASE WHEN {by} > 0 THEN ({quotient}) / (2 * {by}) - {_FAR} END"


def placeholders(count: int) -> str:
    """As many placeholders as values; one that matches nothing where there are none."""
    return ", ".join(["%s"] * count) or "NULL"
