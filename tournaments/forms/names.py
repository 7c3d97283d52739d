"""Typed names and the players that are meant: nobody is merged, nobody is added unasked.

A name on the roster once is that player. Where several share it, where its bearer was taken off
the roster, or where it is new but close to one that is there, the form asks; a name like no other
is a new player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from django.utils.translation import gettext as _

from clubs.models import Club, Player, name_key
from clubs.services.players import player_add

NEW = "new"
CLOSE = 0.84


@dataclass(frozen=True, slots=True)
class Meant:
    """What a typed name may mean: ``sure`` with one player or a new one, else ``candidates``."""

    name: str
    candidates: tuple[Player, ...] = ()
    sure: bool = True
    chosen: str = ""

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What the form asks: each candidate, and a new player of this name."""
        known = [(str(player.pk), _shown(player)) for player in self.candidates]
        return [*known, (NEW, _("a new player: %(name)s") % {"name": self.name})]

    @property
    def is_new(self) -> bool:
        """Whether a player will be added to the roster."""
        return self.sure and (self.chosen == NEW or not self.candidates)


class Roster:
    """A club's players by name, read once for any number of names."""

    def __init__(self, club: Club) -> None:
        self.club = club
        everybody = list(Player.objects.filter(club=club))
        self.players = [player for player in everybody if player.active]
        self.by_key: dict[str, list[Player]] = {}
        for player in everybody:
            self.by_key.setdefault(player.name_key, []).append(player)
            if player.note:
                self.by_key.setdefault(name_key(str(player)), []).append(player)

    def meant(self, name: str, chosen: str = "") -> Meant:
        """What ``name`` means, ``chosen`` being the answer where the form has asked."""
        tidy = " ".join(name.split())
        exact = tuple(self.by_key.get(name_key(tidy), ()))
        found = exact or self._close(tidy)
        if not found or (len(exact) == 1 and exact[0].active):
            return Meant(tidy, found)
        answers = {str(player.pk) for player in found} | {NEW}
        return Meant(tidy, found, sure=chosen in answers, chosen=chosen)

    def taken(self, meant: Meant) -> Player:
        """The player of a sure name; a new one is put on the roster."""
        if meant.is_new:
            return player_add(club=self.club, name=meant.name)
        wanted = meant.chosen or str(meant.candidates[0].pk)
        return next(player for player in meant.candidates if str(player.pk) == wanted)

    def _close(self, name: str) -> tuple[Player, ...]:
        keys: Sequence[str] = get_close_matches(name_key(name), self.by_key, n=3, cutoff=CLOSE)
        return tuple(dict.fromkeys(player for key in keys for player in self.by_key[key]))


def _shown(player: Player) -> str:
    return str(player) if player.active else _("%(name)s, off the roster") % {"name": player}
