"""Forms of players: one alone, and a pasted list of names."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.people import NameMatches, Roster
from clubs.models import MAX_NAME, Club, Player, name_key
from clubs.selectors import namesake_check, namesakes
from clubs.services.players import NameDecision
from core.fields import LineField, ListField
from core.forms import RowForm, ServiceForm
from core.list_forms import ListForm
from core.names import name_problem
from core.text import isolated


class PlayerForm(RowForm):
    """A player's name and note; a namesake needs a distinguishing note."""

    class Meta(RowForm.Meta):
        model = Player
        fields = ("name", "note")
        widgets: ClassVar = {
            name: forms.TextInput(attrs={"autocomplete": "off"}) for name in fields
        }

    def __init__(
        self, *args: Any, club: Club, player: Player | None = None, **options: Any
    ) -> None:
        super().__init__(*args, row=player, **options)
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
        """Point out namesakes; the same name with the same note is not a new player."""
        super().clean()
        name = self.cleaned_data.get("name", "")
        note = self.cleaned_data.get("note", "")
        if not name or self._unchanged(name, note):
            return
        self.namesakes = namesakes(club=self.club, name=name, but=self.player)
        namesake_check(self.namesakes, note)

    def _unchanged(self, name: str, note: str) -> bool:
        return self.player is not None and (name, note) == (self.player.name, self.player.note)


class PlayerEditForm(PlayerForm):
    """The name and note of somebody on the roster."""

    versioned = ("name", "note")

    def __init__(self, *args: Any, player: Player, **options: Any) -> None:
        super().__init__(*args, club=player.club, player=player, **options)
        self.version_start(player)


# Pasted lists: first the text, then a decision for every line.


NEW = "new"
MAX_PASTED = 300
SAME_LINE = "same"


class PastePlayersForm(ListForm):
    """A list of names as it comes from a message or a spreadsheet."""

    text = ListField(
        label=gettext_lazy("Names, one per line"),
        help_text=gettext_lazy(
            "Copy a column of a spreadsheet or a list from a message. Leading numbers and"
            " anything after a tab are ignored."
        ),
        widget=forms.Textarea(attrs={"rows": 12, "class": "paste", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        self.lines: list[NameMatches] = []

    def clean_text(self) -> str:
        """A text that holds names: not none, not too many, none too long."""
        text = str(self.cleaned_data["text"])
        names = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
        if not names:
            raise ValidationError(_("There is no name in this list."), code="no_names")
        if len(names) > MAX_PASTED:
            raise ValidationError(
                _("At most %(count)d names can be added at once.") % {"count": MAX_PASTED},
                code="too_many_names",
            )
        if long := [name for name in names if len(name) > MAX_NAME]:
            message = _("Longer than %(count)d characters: %(name)s")
            raise ValidationError(
                [
                    ValidationError(message % {"count": MAX_NAME, "name": isolated(name)})
                    for name in long
                ]
            )
        message = _("Line %(number)d: %(problem)s")
        if problems := [
            message % {"number": at, "problem": problem}
            for at, name in enumerate(names, start=1)
            if (problem := name_problem(name))
        ]:
            raise ValidationError(problems)
        roster = Roster(self.club, map(name_key, names))
        self.lines = [roster.meant(name) for name in names]
        return text


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line with its namesakes: on the roster, and further up in the list."""

    number: int
    meant: NameMatches
    same_as: int | None

    @property
    def is_plain(self) -> bool:
        """Whether nobody has this or nearly this name: nothing to decide."""
        return not (self.people or self.same_as)

    @property
    def people(self) -> tuple[Player, ...]:
        """Those on the roster whom the line may refer to."""
        return self.meant.candidates

    @property
    def has_namesake(self) -> bool:
        """Whether a player has exactly this name, rather than nearly."""
        return self.meant.is_exact or self.same_as is not None

    @property
    def legend(self) -> SafeString:
        """The line as the heading of its decision."""
        said = format_html("<bdi>{}</bdi>", self.meant.name)
        if self.same_as is None:
            return said
        words = _("also on line %(line)d") % {"line": self.same_as}
        return format_html('{} <span class="muted">({})</span>', said, words)

    def choices(self) -> list[tuple[str, SafeString | str]]:
        """The possible players, and a new one."""
        people = [(str(player.pk), _same_person(player)) for player in self.people]
        if not people:
            people = [(SAME_LINE, format_html("{}", _("the same person, once is enough")))]
        return [*people, (NEW, _("somebody else, add"))]

    def proposal(self) -> str | None:
        """The only possible player; None if there are several, or the name differs."""
        people = self.choices()[:-1] if self.has_namesake else []
        return people[0][0] if len(people) == 1 else None


class ReviewForm(ServiceForm):
    """Decisions about every line that has a namesake."""

    def __init__(self, *args: Any, lines: list[NameMatches], **options: Any) -> None:
        super().__init__(*args, **options)
        self.lines = _numbered(lines)
        for line in self.lines:
            if not line.is_plain:
                self._ask_about(line)

    @property
    def plain(self) -> list[RosterLine]:
        """Lines that are simply added."""
        return [line for line in self.lines if line.is_plain]

    def questions(self) -> list[tuple[RosterLine, BoundField, BoundField]]:
        """Each line to decide about with its two fields."""
        unclear = [line for line in self.lines if not line.is_plain]
        return [
            (line, self[f"line-{line.number}"], self[f"note-{line.number}"]) for line in unclear
        ]

    def clean(self) -> None:
        """A new player of the same name needs a distinguishing note."""
        taken = {
            (player.name_key, player.note.casefold())
            for line in self.lines
            if line.meant.is_exact
            for player in line.people
        } | {(name_key(line.meant.name), "") for line in self.plain}
        for line in self.lines:
            if self.cleaned_data.get(f"line-{line.number}") != NEW or not line.has_namesake:
                continue
            note = f"note-{line.number}"
            mark = (name_key(line.meant.name), self.cleaned_data.get(note, "").casefold())
            if not mark[1] or mark in taken:
                self.add_error(note, _("Add a note that tells them apart."))
            taken.add(mark)

    def decisions(self) -> list[NameDecision]:
        """Return the decisions for all lines, in order; call when valid."""
        return [made for line in self.lines if (made := self._decision(line)) is not None]

    def _decision(self, line: RosterLine) -> NameDecision | None:
        chosen = self.cleaned_data.get(f"line-{line.number}", NEW)
        if chosen == SAME_LINE:
            return None
        if chosen == NEW:
            note = self.cleaned_data.get(f"note-{line.number}", "")
            return NameDecision(line.meant.name, note=note)
        player = next(p for p in line.people if str(p.pk) == chosen)
        return NameDecision(line.meant.name, player=player)

    def _ask_about(self, line: RosterLine) -> None:
        self.fields[f"line-{line.number}"] = forms.ChoiceField(
            label=line.legend,
            choices=line.choices(),
            initial=line.proposal(),
            widget=forms.RadioSelect,
            error_messages={"required": _("Choose who this is.")},
        )
        self.fields[f"note-{line.number}"] = LineField(
            label=_("Note for the new player"),
            max_length=80,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )


def _numbered(lines: list[NameMatches]) -> list[RosterLine]:
    first: dict[str, int] = {}
    numbered: list[RosterLine] = []
    for number, meant in enumerate(lines, start=1):
        key = name_key(meant.name)
        numbered.append(RosterLine(number, meant, first.get(key)))
        first.setdefault(key, number)
    return numbered


def _same_person(player: Player) -> SafeString:
    words = _("the same person:") if player.active else _("the same person, back on the roster:")
    return format_html("{} <bdi>{}</bdi>", words, player)
