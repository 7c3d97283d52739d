"""The form of an evening out of a spreadsheet: the text, then what becomes of every line."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import MAX_NAME, Club, name_key
from core.cells import UnreadableTableError
from core.fields import NameField, ServiceForm
from core.figures import figure
from core.languages import date_text
from core.model_settings import form_field
from core.name_lists import partners_turned, turned
from core.names import name_problem
from core.tables import ACCEPTED, table_read
from core.text import isolated
from games import PRESENTERS
from games import choices as game_choices
from pairings.formats import FORMATS
from tournaments.forms.entries import NameMatches, Roster, question, two_names
from tournaments.forms.events import date_field
from tournaments.models import Event
from tournaments.presets import TEMPLATES, EventTemplate
from tournaments.selectors.totals import templates_by_total
from tournaments.services.totals import WHOLE_EVENING, EntryTotals
from tournaments.totals_sheet import (
    Convention,
    SheetLine,
    TotalsSheet,
    number_read,
    rows_of_text,
    sheet_read,
    text_of_rows,
)

NUMBERS = "numbers"
"""The question how the file writes its numbers."""


class CellShown(NamedTuple):
    """What a round's cell holds, as it was written; a dash for nothing."""

    number: int
    text: str
    is_wrong: bool


@dataclass(slots=True)
class ReadLine:
    """A line of the sheet with the players it means, and everything that is wrong with it."""

    line: SheetLine
    cells: list[CellShown]
    meant: list[NameMatches] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_left_out(self) -> bool:
        """Whether nothing was made in it: those did not play."""
        return self.line.sum is None and not self.line.unreadable

    def totals(self) -> dict[int, int]:
        """Return the totals by round, or that of the evening."""
        if self.line.totals:
            return dict(self.line.totals)
        return {} if self.line.total is None else {WHOLE_EVENING: self.line.total}

    def entry(self, roster: Roster) -> EntryTotals:
        """Return what is read in; call where every name is sure."""
        players = (meant.name if meant.is_new else roster.taken(meant) for meant in self.meant)
        return EntryTotals(tuple(players), self.totals())


class TotalsForm(ServiceForm):
    """A spreadsheet of an evening, as a file or pasted, and what was played when.

    A file takes the place of what stands in the text. Questions about unclear names are fields of
    their own; ``is_ready`` once all are answered and no line has a problem.
    """

    general = "text"
    text = forms.CharField(
        label=gettext_lazy("The spreadsheet"),
        help_text=gettext_lazy(
            "Copy the cells and paste them here, with the row of headings: names, rounds, total."
            " The order of the columns does not matter."
        ),
        required=False,
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 10, "class": "paste", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("CSV, Excel or OpenDocument: the first sheet."),
        required=False,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    date = date_field()
    template = forms.ChoiceField(label=gettext_lazy("What was played"))
    name = form_field(
        Event._meta.get_field("name"),
        form_class=NameField,
        label=gettext_lazy("Name of the event"),
        help_text=gettext_lazy("Left empty, it is named after the game and the date."),
        required=False,
    )

    def __init__(self, data: Any = None, files: Any = None, *, club: Club, game: str) -> None:
        problem = ""
        if data is not None and (file := files.get("file") if files else None):
            data = data.copy()
            try:
                data["text"] = text_of_rows(table_read(file))
            except UnreadableTableError as error:
                problem = str(error)
        super().__init__(data)
        self.club, self.file_problem = club, problem
        self.roster = Roster(club)
        self.sheet: TotalsSheet | None = None
        self.lines: list[ReadLine] = []
        template = self.fields["template"]
        assert isinstance(template, forms.ChoiceField)
        template.choices = [
            (
                label,
                [(key, str(by_total.name)) for key, by_total in templates_by_total(played).items()],
            )
            for played, label in game_choices()
        ]
        template.initial = next(iter(templates_by_total(game)))
        self.fields["date"].initial = timezone.localdate()

    def clean(self) -> dict[str, Any]:
        """Read the sheet; ask about each name that is not clear."""
        cleaned = super().clean() or {}
        if self.file_problem:
            self.add_error("file", self.file_problem)
        elif not cleaned.get("text", "").strip():
            self.add_error("text", _("Paste the spreadsheet, or choose a file."))
        elif "template" in cleaned:
            try:
                self.sheet = sheet_read(rows_of_text(cleaned["text"]), self._convention())
            except UnreadableTableError as error:
                raise ValidationError({"text": str(error)}) from error
            except ValidationError as error:
                raise ValidationError({"text": error.messages}) from error
            if self.sheet.both_fit:
                self._ask_about_numbers(self.sheet.both_fit)
            self._read(self.sheet)
        return cleaned

    def _convention(self) -> Convention | None:
        """Return how numbers are written, if that was answered."""
        answer = self.data.get(NUMBERS, "")
        known = [convention for convention in Convention if convention.value == answer]
        return known[0] if known else None

    def _ask_about_numbers(self, example: str) -> None:
        readings = ((convention, number_read(example, convention)) for convention in Convention)
        self.fields[NUMBERS] = forms.ChoiceField(
            label=_("What number is “%(text)s”?") % {"text": isolated(example[:40])},
            required=False,
            choices=[
                (
                    convention.value,
                    _("not a whole number") if value is None else figure(value),
                )
                for convention, value in readings
            ],
            widget=forms.RadioSelect,
            help_text=_("The file does not show which; your answer applies to the whole file."),
        )

    @property
    def event_template(self) -> EventTemplate:
        """The template chosen."""
        return TEMPLATES[self.cleaned_data["template"]]

    @property
    def event_name(self) -> str:
        """The name of the event, made where none was typed."""
        if name := self.cleaned_data["name"]:
            return str(name)
        label = PRESENTERS[self.event_template.game].evening_label
        return str(label) % {"date": date_text(self.cleaned_data["date"])}

    @property
    def is_ready(self) -> bool:
        """Whether all lines can be read in as they are."""
        return bool(self.entered) and not (
            self.problems or self.unanswered or self.asks_about_numbers
        )

    @property
    def asks_about_numbers(self) -> bool:
        """Whether it is still open how the file writes its numbers."""
        return NUMBERS in self.fields and self._convention() is None

    @property
    def entered(self) -> list[ReadLine]:
        """The lines that are read in."""
        return [line for line in self.lines if not line.is_left_out]

    @property
    def problems(self) -> list[ReadLine]:
        """The lines that have to be mended first."""
        return [line for line in self.lines if line.problems]

    @property
    def unanswered(self) -> list[NameMatches]:
        """The names that are still unclear."""
        return [meant for line in self.lines for meant in line.meant if not meant.sure]

    @property
    def new_names(self) -> list[str]:
        """The names that will be put on the roster, each once."""
        new = (meant.name for line in self.entered for meant in line.meant if meant.is_new)
        return list(dict.fromkeys(new))

    @property
    def questions(self) -> list[forms.BoundField]:
        """The questions about unclear names."""
        return [self[name] for name in self.fields if name.startswith("who_")]

    def entries(self) -> list[EntryTotals]:
        """Return what is read in; call when ready."""
        return [line.entry(self.roster) for line in self.entered]

    def _read(self, sheet: TotalsSheet) -> None:
        lineup = FORMATS[self.event_template.format].lineup
        seen: dict[str, int] = {}
        for line in sheet.lines:
            names = _names(line, lineup)
            read = ReadLine(line, [_shown(line, number) for number in sheet.rounds])
            self.lines.append(read)
            if read.is_left_out:
                continue
            read.problems = _wrong(line, names, lineup)
            if not read.problems or len(names) == lineup:
                read.meant = [self._meant(name) for name in names]
                read.problems += _again(read, seen)

    def _meant(self, name: str) -> NameMatches:
        """Return what a name means, and ask once about an unclear one."""
        key = f"who_{sha256(name_key(name).encode()).hexdigest()[:12]}"
        meant = self.roster.meant(name, str(self.data.get(key, "")))
        if meant.is_unclear and key not in self.fields:
            self.fields[key] = question(meant)
        return meant


def _shown(line: SheetLine, number: int) -> CellShown:
    if wrong := next((cell for cell in line.unreadable if cell.number == number), None):
        return CellShown(number, wrong.text, is_wrong=True)
    total = line.totals.get(number)
    return CellShown(number, "–" if total is None else figure(total), is_wrong=False)


def _names(line: SheetLine, lineup: int) -> list[str]:
    """Return the names of a line, "Novak, Ada" turned; those of a pair may stand in one cell."""
    if lineup > 1 and len(line.names) == 1:
        return two_names(partners_turned(line.names[0]))
    return [turned(name) or name for name in line.names]


def _wrong(line: SheetLine, names: list[str], lineup: int) -> list[str]:
    """Return what is wrong with a line by itself."""
    wrong = [
        _("“%(text)s” below “%(head)s” is not a whole number.")
        % {"text": isolated(cell.text[:40]), "head": isolated(cell.head[:40])}
        for cell in line.unreadable
    ]
    if len(names) != lineup:
        if not names:
            wrong.append(_("There is no name on this line."))
        elif lineup == 1:
            wrong.append(_("Everybody plays alone here: one name per line."))
        else:
            wrong.append(_("A pair needs two names: write Ann & Bob, or use two columns."))
    elif max(map(len, names)) > MAX_NAME:
        wrong.append(_("A name has at most %(count)d characters.") % {"count": MAX_NAME})
    return wrong + [problem for name in names if (problem := name_problem(name))]


def _again(read: ReadLine, seen: dict[str, int]) -> list[str]:
    """Return who stands on a line above already; nobody sits twice."""
    wrong = []
    for meant in read.meant:
        if not meant.sure:
            continue
        if meant.who in seen:
            values = {"name": isolated(meant.name), "before": seen[meant.who]}
            wrong.append(_("%(name)s is already on line %(before)d.") % values)
        seen.setdefault(meant.who, read.line.number)
    return wrong
