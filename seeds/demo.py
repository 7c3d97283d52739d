"""The demo club, and the descriptions that it is made from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.models import Club, Player, User

Spec = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DemoClub:
    """The club with its players by name, and the owner, who acts in everything."""

    club: Club
    owner: User
    players: Mapping[str, Player]

    def named(self, names: Iterable[str]) -> list[Player]:
        """Return the players of these names, in their order."""
        return [self.players[name] for name in names]
