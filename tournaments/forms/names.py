"""Typed names and the players that are meant: nobody is merged, nobody is added unasked.

A name on the roster once is that player. Where several share it, where its bearer was taken off
the roster, or where it is new but close to one that is there, the form asks; a name like no other
is a new player.
"""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from clubs.models import Club, Player, name_key
from clubs.names import near
from clubs.services.players import player_add


@dataclass(frozen=True, slots=True)
class Meant:
    """What a typed name may mean.

    ``asked`` where it is not clear by itself: then one of ``choices`` must be ``chosen``.
    """

    name: str
    candidates: tuple[Player, ...] = ()
    asked: bool = False
    chosen: str = ""

    @property
    def sure(self) -> bool:
        """Whether one player is meant, or a new one."""
        return not self.asked or self.chosen in dict(self.choices)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What the form asks: each candidate, and a new player of this name."""
        known = [(str(player.pk), _shown(player)) for player in self.candidates]
        return [*known, (self.new, _("a new player: %(name)s") % {"name": self.name})]

    @property
    def new(self) -> str:
        """The answer that somebody new is meant, good for this name alone."""
        return f"new {name_key(self.name)}"

    @property
    def who(self) -> str:
        """Whoever is meant by a sure name: a player's key, or somebody new of this name."""
        known = str(self.candidates[0].pk) if self.candidates else self.new
        return self.chosen or known

    @property
    def is_new(self) -> bool:
        """Whether a player will be added to the roster."""
        return self.sure and (self.chosen == self.new or not self.candidates)


class AnswerOrRetype(forms.RadioSelect):
    """Radio buttons that may stay unchosen: instead of answering, the name may be mended."""

    def use_required_attribute(self, initial: Any) -> bool:
        """Never: the browser would not let the mended name through."""
        return False


def question(meant: Meant) -> forms.ChoiceField:
    """Who is meant by a name that is not clear."""
    return forms.ChoiceField(
        label=_("Who is “%(name)s”?") % {"name": meant.name},
        choices=meant.choices,
        widget=AnswerOrRetype,
    )


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
        return Meant(tidy, found, asked=True, chosen=chosen)

    def taken(self, meant: Meant) -> Player:
        """The player of a sure name; a new one is put on the roster."""
        if meant.is_new:
            return player_add(club=self.club, name=meant.name)
        wanted = meant.chosen or str(meant.candidates[0].pk)
        return next(player for player in meant.candidates if str(player.pk) == wanted)

    def _close(self, name: str) -> tuple[Player, ...]:
        keys = near(name, self.by_key)
        return tuple(dict.fromkeys(player for key in keys for player in self.by_key[key]))


def _shown(player: Player) -> str:
    return str(player) if player.active else _("%(name)s, off the roster") % {"name": player}
