"""What the entry forms of games with tricks share: chips, a row for each trick, hands to tap."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from games.entry_form import EntryForm
from games.field_names import short_names

SCORE_ATTRS = {"class": "input--score", "inputmode": "numeric", "min": "0"}


class TrickEntryForm(EntryForm):
    """See ``EntryForm``. Who won each trick in one mode, every piece in another."""

    tricks_in_hand: ClassVar[int]
    most_points: ClassVar[int]
    """The points that a trick may have; 0 where tricks have none."""
    piece_names: ClassVar[Sequence[str]]
    read_pieces: ClassVar[Callable[[str], list[str]]]

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """The pieces to tap."""
        return [(piece, piece) for piece in self.piece_names]

    def trick_rows(self) -> list[tuple[Any, Any]]:
        """Winner and points of each trick."""
        return [(self[f"winner_{t}"], self[f"points_{t}"]) for t in range(self.tricks_in_hand)]

    def play_rows(self) -> list[Any]:
        """The pieces of each trick."""
        return [self[f"plays_{t}"] for t in range(self.tricks_in_hand)]

    def deal_rows(self) -> list[tuple[str, Any]]:
        """The hand of each seat, and a dummy's."""
        return [(name, self[f"deal_{hand}"]) for hand, name in enumerate(self.hand_names)]

    @property
    def hand_names(self) -> tuple[str, ...]:
        """Whose the dealt hands are."""
        return self.page.hand_names(self.table.names)

    def winners_offered(self) -> list[tuple[str, str]]:
        """The hands that may win a trick."""
        return [(str(s), name) for s, name in enumerate(short_names(self.table.names))]

    def choices_offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        """Show these; whatever else is sent is for the rule book to judge."""
        widget = self.fields[name].widget
        assert isinstance(widget, forms.RadioSelect)
        widget.choices = choices

    def tricks_read(self, data: dict[str, Any]) -> list[tuple[int, int | None]]:
        """The tricks up to the last that was filled in; a gap before it is asked about."""
        numbers = range(self.tricks_in_hand)
        rows = [(data.get(f"winner_{t}"), data.get(f"points_{t}")) for t in numbers]
        last = max((t for t, row in enumerate(rows) if row != ("", None)), default=-1)
        if self.shown_mode != "tricks":
            return []
        for number, (winner, _points) in enumerate(rows[: last + 1]):
            if not winner:
                self.add_error(f"winner_{number}", _("Who won this trick?"))
        return [(int(winner), points) for winner, points in rows[: last + 1] if winner]

    def plays_read(self, data: dict[str, Any]) -> list[list[str]]:
        """The pieces of each trick, up to the last that was filled in."""
        texts = [data.get(f"plays_{t}", "") for t in range(self.tricks_in_hand)]
        rows = [type(self).read_pieces(text) for text in texts]
        last = max((t for t, row in enumerate(rows) if row), default=-1)
        return rows[: last + 1]

    @property
    def tricks_given(self) -> int:
        """The row that comes after those filled in."""
        given = self.record.get("plays") or self.record.get("trick_results") or ()
        return min(len(given), self.tricks_in_hand - 1)

    def tricks_add(self) -> None:
        """Who won each trick, with how many points."""
        hands = self.winners_offered()
        for trick in range(self.tricks_in_hand):
            label = _("Trick %(number)d won by") % {"number": trick + 1}
            self.fields[f"winner_{trick}"] = forms.ChoiceField(
                label=label, required=False, choices=hands, widget=forms.RadioSelect
            )
            if not self.most_points:
                continue
            self.fields[f"points_{trick}"] = forms.IntegerField(
                label=_("Points in trick %(number)d") % {"number": trick + 1},
                required=False,
                widget=forms.NumberInput(attrs=SCORE_ATTRS | {"max": str(self.most_points)}),
            )

    def pieces_add(self) -> None:
        """The hands, and what was played."""
        for hand, name in enumerate(self.hand_names):
            self.fields[f"deal_{hand}"] = forms.MultipleChoiceField(
                label=_("Hand of %(name)s") % {"name": name}, required=False, choices=self.pieces
            )
        typing = "text" if self.page.cards else "numeric"
        for trick in range(self.tricks_in_hand):
            attrs = {"inputmode": typing, "autocomplete": "off", "autocapitalize": "none"}
            self.fields[f"plays_{trick}"] = forms.CharField(
                label=_("Trick %(number)d") % {"number": trick + 1},
                required=False,
                max_length=40,
                widget=forms.TextInput(attrs=attrs),
            )
