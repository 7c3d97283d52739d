"""Whom typed names mean: players of the roster, or new ones.

A unique name on the roster is that player. If several players share it, if its player was removed
from the roster, or if it is new but close to an existing one, the form asks; any other name is a
new player.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from clubs.models import Club, Player, name_key
from clubs.services.players import player_add
from core.names import near
from core.text import isolated


@dataclass(frozen=True, slots=True)
class NameMatches:
    """The players that a typed name may refer to.

    If it ``is_unclear``, one of ``choices`` must be ``chosen``.
    """

    name: str
    candidates: tuple[Player, ...] = ()
    is_unclear: bool = False
    chosen: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether the candidates have this very name, rather than nearly."""
        return any(name_key(self.name) in _keys(player) for player in self.candidates)

    @property
    def sure(self) -> bool:
        """Whether one player is meant, or a new one."""
        return not self.is_unclear or self.chosen in dict(self.choices)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The form's choices: each candidate, and a new player of this name."""
        known = [(str(player.pk), _shown(player)) for player in self.candidates]
        return [*known, (self.new, _("a new player: %(name)s") % {"name": isolated(self.name)})]

    @property
    def new(self) -> str:
        """The answer that somebody new is meant, good for this name alone."""
        return f"new {name_key(self.name)}"

    @property
    def who(self) -> str:
        """The player of an unambiguous name: a key, or the value for a new player."""
        known = str(self.candidates[0].pk) if self.candidates else self.new
        return self.chosen or known

    @property
    def known(self) -> Player | None:
        """The player of the roster who is meant by a sure name; None for somebody new."""
        return next((player for player in self.candidates if str(player.pk) == self.who), None)

    @property
    def is_new(self) -> bool:
        """Whether a player will be added to the roster."""
        return self.sure and (self.chosen == self.new or not self.candidates)


class AnswerOrRetype(forms.RadioSelect):
    """Radio buttons that may stay unchosen, as the name may be corrected instead."""

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: the browser would refuse the corrected name."""
        return False


def question(meant: NameMatches) -> forms.ChoiceField:
    """Return the question which player an unclear name means."""
    return forms.ChoiceField(
        label=_("Who is “%(name)s”?") % {"name": isolated(meant.name)},
        choices=meant.choices,
        widget=AnswerOrRetype,
    )


class Roster:
    """A club's players by name, read once for any number of names.

    ``listed`` are the keys of all names in the list. A player whose exact name is in the list is
    not matched by a similar one.
    """

    def __init__(self, club: Club, listed: Iterable[str] = ()) -> None:
        self.club = club
        self.listed = frozenset(listed)
        everybody = list(Player.objects.filter(club=club))
        self.players = [player for player in everybody if player.active]
        self.by_key: dict[str, list[Player]] = {}
        for player in everybody:
            for key in _keys(player):
                self.by_key.setdefault(key, []).append(player)

    def meant(self, name: str, chosen: str = "", *, may_be_two: bool = False) -> NameMatches:
        """Return the matches of ``name``; ``chosen`` is the answer to the form's question.

        A new name that ``may_be_two`` is asked about.
        """
        tidy = " ".join(name.split())
        exact = tuple(self.by_key.get(name_key(tidy), ()))
        candidates = exact or self._close(tidy)
        if (not candidates and not may_be_two) or (len(exact) == 1 and exact[0].active):
            return NameMatches(tidy, candidates)
        return NameMatches(tidy, candidates, is_unclear=True, chosen=chosen)

    def taken(self, meant: NameMatches) -> Player:
        """The player of a sure name; a new one is put on the roster."""
        if meant.is_new:
            return player_add(club=self.club, name=meant.name)
        assert meant.known is not None, "a sure name"
        return meant.known

    def _close(self, name: str) -> tuple[Player, ...]:
        keys = near(name, (key for key in self.by_key if key not in self.listed))
        return tuple(dict.fromkeys(player for key in keys for player in self.by_key[key]))


def _keys(player: Player) -> set[str]:
    """Return the keys of a player's name, alone and with the note."""
    return {player.name_key, name_key(str(player))}


def _shown(player: Player) -> str:
    return (
        str(player) if player.active else _("%(name)s, off the roster") % {"name": isolated(player)}
    )
