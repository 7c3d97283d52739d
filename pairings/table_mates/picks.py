"""A set from which a number below 1 picks."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Picks(Generic[Item]):
    """Items that come and go, any of which is picked as fast as another."""

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._at: dict[Item, int] = {}

    def __len__(self) -> int:
        return len(self._items)

    def picked(self, chance: float) -> tuple[Item, float]:
        """The item that ``chance`` below 1 falls on, and what of the chance is left to use."""
        scaled = chance * len(self._items)
        return self._items[int(scaled)], scaled % 1

    def keep(self, item: Item, *, when: bool) -> None:
        """Puts the item in, or takes it out, where that is not so yet."""
        if when == (item in self._at):
            return
        if when:
            self._at[item] = len(self._items)
            self._items.append(item)
            return
        at, last = self._at.pop(item), self._items.pop()
        if last != item:
            self._items[at] = last
            self._at[last] = at
