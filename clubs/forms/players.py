"""Forms of the roster."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.base import ServiceForm
from clubs.models import Club, Player
from clubs.selectors import namesakes


class PlayerForm(ServiceForm):
    """A player's name and note; a namesake needs a note that tells the two apart."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    note = forms.CharField(
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("Tells two of the same name apart: a town, a year, “the tall one”."),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def __init__(
        self, *args: Any, club: Club, player: Player | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.club = club
        self.player = player
        self.namesakes: list[Player] = []
        # While a name is typed, namesakes appear below it.
        self.fields["name"].widget.attrs |= {
            "hx-get": f"{reverse('player-search', args=[club.slug])}?field=name&as=list",
            "hx-trigger": "input changed delay:150ms",
            "hx-target": "#namesakes",
        }

    def clean(self) -> None:
        """Point out namesakes; the same name with the same note is nobody new."""
        name = self.cleaned_data.get("name", "")
        note = self.cleaned_data.get("note", "")
        if not name or self._unchanged(name, note):
            return
        self.namesakes = namesakes(club=self.club, name=name, but=self.player)
        if any(note.casefold() == other.note.casefold() for other in self.namesakes):
            self.add_error(
                "note", _("Already on the list. Somebody else? Say what tells them apart.")
            )

    def _unchanged(self, name: str, note: str) -> bool:
        return self.player is not None and (name, note) == (self.player.name, self.player.note)
