"""The form of an evening out of a spreadsheet: the text, then what becomes of every line."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.people import NameMatches, Roster, question
from clubs.models import MAX_NAME, Club, name_key
from core.cells import UnreadableTableError
from core.fields import NameField
from core.figures import figure
from core.file_tables import joined, tables_of
from core.forms import ServiceForm
from core.languages import date_text
from core.list_forms import TABLE, TABLES, PeopleLines, TableChoice, TableText
from core.model_settings import form_field
from core.name_lists import given_name_first, is_nobody
from core.names import name_problem
from core.tables import ACCEPTED, Sheet, sheets_read
from core.text import isolated
from engine.pairings.formats import FORMATS
from games import PRESENTERS
from games import choices as game_choices
from games.presets import EventTemplate
from tournaments.events.forms.events import date_field
from tournaments.events.models import Event
from tournaments.events.presets import TEMPLATES
from tournaments.events.selectors.totals import templates_by_total
from tournaments.events.services.totals import WHOLE_EVENING, EntryTotals
from tournaments.events.totals_sheet import (
    Contradiction,
    Convention,
    SheetLine,
    TotalsSheet,
    contradictions,
    number_read,
    sheet_read,
    sheets_in,
    text_of_rows,
)

MOST_TEXT = 200_000
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
    is_nobody: bool = False

    @property
    def is_left_out(self) -> bool:
        """Whether nothing was made in it, so that those did not play, or it names nobody."""
        return self.is_nobody or (self.line.sum is None and not self.line.unreadable)

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

    A file takes the place of what stands in the text, or the one of its tables that was chosen.
    Questions about unclear names are fields of their own; ``is_ready`` once all are answered and no
    line has a problem. ``notes`` stand around the table and are not read.
    """

    general = "text"
    text = forms.CharField(
        label=gettext_lazy("The spreadsheet"),
        help_text=gettext_lazy(
            "Copy the cells and paste them here, with the row of headings: names, rounds, total."
            " The order of the columns does not matter."
        ),
        required=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 10, "class": "paste", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("CSV or Excel. Where it has several tables, you choose one."),
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
        self.file_problem, self.choice = "", None
        if data is not None:
            data = data.copy()
            self.choice = self._choice_of(data, files.get("file") if files else None)
            if self.choice and self.choice.chosen:
                data["text"] = self.choice.chosen.text
            data[TABLES] = self.choice.packed if self.choice and not self.choice.chosen else ""
        super().__init__(data)
        self.club = club
        self.notes: tuple[str, ...] = ()
        self.people = PeopleLines({}, in_pairs=True)
        if self.choice and not self.choice.chosen:
            self.fields |= self.choice.fields()
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

    def _choice_of(self, data: Any, file: Any) -> TableChoice | None:
        """Return the tables of the file, or of the text where it has several; None for one."""
        try:
            if file:
                return TableChoice(_table_texts(sheets_read(file)), "")
            if offered := TableChoice.sent_back(data):
                return offered
            text = str(data.get("text", ""))
            if len(text) <= MOST_TEXT and len(tables := _table_texts(sheets_in(text))) > 1:
                return TableChoice(tables, "")
        except UnreadableTableError as error:
            self.file_problem = str(error) if file else ""
        return None

    def clean(self) -> dict[str, Any]:
        """Read the sheet; ask about each name that is not clear."""
        cleaned = super().clean() or {}
        if self.file_problem:
            self.add_error("file", self.file_problem)
        elif "text" in self.errors:
            pass
        elif TABLE in self.fields:
            self.add_error(TABLE, _("Choose the table, then go on."))
        elif not cleaned.get("text", "").strip():
            self.add_error("text", _("Paste the spreadsheet, or choose a file."))
        elif "template" in cleaned:
            try:
                (table,) = tables_of(sheets_in(cleaned["text"]))[:1]
                self.notes = table.notes
                self.sheet = sheet_read(table.rows, self._convention())
            except UnreadableTableError as error:
                raise ValidationError({"text": str(error)}) from error
            except ValidationError as error:
                raise ValidationError({"text": error.messages}) from error
            if self.sheet.both_fit:
                self._ask_about_numbers(self.sheet.both_fit)
            self._read(self.sheet)
            self.fields |= self.people.fields()
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
            self.problems or self.is_asking or self.asks_about_numbers
        )

    @property
    def asks_about_numbers(self) -> bool:
        """Whether it is still open how the file writes its numbers."""
        return NUMBERS in self.fields and self._convention() is None

    @property
    def entered(self) -> list[ReadLine]:
        return [line for line in self.lines if not line.is_left_out]

    @property
    def problems(self) -> list[ReadLine]:
        """The lines that have to be mended first."""
        return [line for line in self.lines if line.problems]

    @property
    def is_asking(self) -> bool:
        """Whether it is still unclear whom a name means, or how many people a line names."""
        names = (meant for line in self.lines for meant in line.meant)
        return bool(self.people.unanswered) or not all(meant.sure for meant in names)

    @property
    def contradictions(self) -> list[Contradiction]:
        """Results that do not have their counterpart."""
        return contradictions(line.line for line in self.entered)

    @property
    def has_both(self) -> bool:
        """Whether cells hold the totals of both sides."""
        return any(line.line.theirs for line in self.entered)

    @property
    def new_names(self) -> list[str]:
        """The names that will be put on the roster, each once."""
        new = (meant.name for line in self.entered for meant in line.meant if meant.is_new)
        return list(dict.fromkeys(new))

    @property
    def table_fields(self) -> list[forms.BoundField]:
        """The question which table is meant."""
        return [self[name] for name in (TABLE, TABLES) if name in self.fields]

    @property
    def questions(self) -> list[forms.BoundField]:
        """The questions about unclear names, those that hold for the whole list first."""
        about_names = [name for name in self.fields if name.startswith("who_")]
        return [self[name] for name in (*self.people.examples, *about_names)]

    def entries(self) -> list[EntryTotals]:
        """Return what is read in; call when ready."""
        return [line.entry(self.roster) for line in self.entered]

    def _read(self, sheet: TotalsSheet) -> None:
        lineup = FORMATS[self.event_template.format].lineup
        self.people = PeopleLines(self.data, in_pairs=lineup > 1)
        named = [(line, self._names(line)) for line in sheet.lines]
        listed = (name_key(name) for _line, names in named for name in names)
        self.roster = Roster(self.club, listed)
        seen: dict[str, int] = {}
        for line, names in named:
            people = [name for name in names if not is_nobody(name)]
            read = ReadLine(line, [_shown(line, number) for number in sheet.rounds])
            read.is_nobody = bool(line.names) and not people
            self.lines.append(read)
            if read.is_left_out:
                continue
            read.problems = _cells_wrong(line)
            if people and self.people.unclear.issuperset(people):
                continue
            read.problems += _names_wrong(people, lineup)
            if not read.problems or len(people) == lineup:
                read.meant = [self._meant(name) for name in people]
                read.problems += _again(read, seen)

    def _names(self, line: SheetLine) -> list[str]:
        """Return the names of a line: "Ada Novak" for "Novak, Ada" if it can only be one person."""
        names = [given_name_first(name) or name for name in line.names]
        if len(names) != 1:
            return names
        return self.people.read(line.names[0] if self.people.in_pairs else names[0])

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


def _cells_wrong(line: SheetLine) -> list[str]:
    words = _(
        "“%(text)s” below “%(head)s” is not a whole number. Write the number that counts, or leave "
        "the cell empty."
    )
    return [
        words % {"text": isolated(cell.text[:40]), "head": isolated(cell.head[:40])}
        for cell in line.unreadable
    ]


def _names_wrong(names: list[str], lineup: int) -> list[str]:
    """Return what is wrong with the names of a line."""
    wrong = []
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


def _table_texts(sheets: Sequence[Sheet]) -> list[TableText]:
    """Return the tables of a file as texts to choose from, each with its notes below it."""
    tables = tables_of(sheets)
    if whole := joined(tables):
        tables.append(whole)
    return [
        TableText(table.label, text_of_rows([*table.rows, [], *zip(table.notes, strict=True)]), [])
        for table in tables
    ]
