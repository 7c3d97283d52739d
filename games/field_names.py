"""Players' names where there is little room."""

from collections.abc import Sequence


def short_names(names: Sequence[str]) -> list[str]:
    """First names, where they are enough to tell the players apart."""
    first = [name.split()[0] if name.split() else name for name in names]
    return first if len(set(first)) == len(names) else list(names)
