"""Lists of people out of a text or a file: what they name, and what has to be asked about them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.cells import UnreadableTableError
from core.figures import read_whole
from core.file_tables import tables_of
from core.forms import ServiceForm
from core.name_lists import (
    chat_lines,
    given_name_first,
    head_place,
    is_nobody,
    is_pair_with_comma,
    is_table,
    may_be_two,
    names_delimiter,
    names_in,
    partners_given_name_first,
    two_names,
    unnumbered,
)
from core.names import without_marks
from core.tables import ACCEPTED, Sheet, sheets_of_text, sheets_read
from core.text import comma_list, isolated, together

READ_FILE = "read-file"
"""The button that puts the names of a file into the list."""
COMMAS, TWO_NAMES = "commas", "two_names"
"""The questions about names with a comma, and about two names where one is expected."""
ONE_PERSON, TWO_PEOPLE = "person", "people"
"""The answers to both."""
TABLE, TABLES = "table", "tables"
"""The question which of several tables is meant; the tables, which come back with the answer."""
MOST_OFFERED: Final = 500_000
"""Characters of all tables among which one is chosen."""


class TableText(NamedTuple):
    """A table as the text of a form's field; ``notes`` stood around it and are not read."""

    label: str
    text: str
    notes: list[str]


class TableChoice:
    """The question which of a file's tables to read, if it has several.

    A browser sends a file once, so the form carries its tables.
    """

    def __init__(self, tables: Sequence[TableText], answer: str) -> None:
        self.tables = tables
        number = read_whole(answer, most=len(tables) - 1) if answer else None
        self.chosen = tables[number] if number is not None else None
        if len(tables) == 1:
            self.chosen = tables[0]

    @classmethod
    def sent_back(cls, data: Mapping[str, Any]) -> "TableChoice | None":
        """Return the choice that was offered before; None if none was."""
        packed = str(data.get(TABLES, ""))
        if not packed or len(packed) > MOST_OFFERED:
            return None
        try:
            tables = [
                TableText(str(label), str(text), list(map(str, notes)))
                for label, text, notes in json.loads(packed)
            ]
        except (ValueError, TypeError, RecursionError):
            return None
        return cls(tables, str(data.get(TABLE, ""))) if tables else None

    @property
    def packed(self) -> str:
        """The tables as a hidden field carries them, as many as fit."""
        for count in range(len(self.tables), 0, -1):
            if len(packed := json.dumps(self.tables[:count], ensure_ascii=False)) <= MOST_OFFERED:
                return packed
        return ""

    def fields(self) -> dict[str, forms.Field]:
        choices = [(str(at), _table_words(table)) for at, table in enumerate(self.tables)]
        return {
            TABLE: forms.ChoiceField(
                label=_("There are several tables. Which one is it?"),
                choices=choices,
                initial="0",
                required=False,
                widget=forms.RadioSelect,
            ),
            TABLES: forms.CharField(
                required=False, max_length=MOST_OFFERED, widget=forms.HiddenInput
            ),
        }


def _table_words(table: TableText) -> SafeString:
    """Return what a table is called and how it begins."""
    lines = [" ".join(line.split()) for line in table.text.splitlines() if line.strip()]
    words = ngettext("%(count)d line", "%(count)d lines", len(lines)) % {"count": len(lines)}
    begins = " · ".join(isolated(line[:40]) for line in lines[:3])
    return format_html('{} ({}) <span class="muted">{}</span>', table.label, words, begins)


class PeopleLines:
    """Whom the lines of a list name, with what has to be asked once for all of them.

    "Novak, Ada" may be one person or two, and so may "Joop & Ria" where one is expected.
    ``examples`` are the first such lines by question, ``unclear`` those that wait for an answer,
    ``left_out`` what names nobody.
    """

    def __init__(self, data: Mapping[str, Any], *, in_pairs: bool) -> None:
        self.in_pairs = in_pairs
        self.answers = {name: str(data.get(name, "")) for name in (COMMAS, TWO_NAMES)}
        self.examples: dict[str, str] = {}
        self.unclear: set[str] = set()
        self.left_out: list[str] = []

    @property
    def unanswered(self) -> list[str]:
        """The questions that are open."""
        known = {ONE_PERSON, TWO_PEOPLE}
        return [name for name in self.examples if self.answers[name] not in known]

    def read(self, line: str) -> list[str]:
        """Return the names of a line; where they have to be asked about, the line as it is.

        Of partners one may stand for nobody; a line of nobody has no names.
        """
        written, line = line.strip(), partners_given_name_first(unnumbered(line))
        if not line:
            return []
        names = two_names(line)
        if given_name_first(line) and not (self.in_pairs and is_pair_with_comma(line)):
            names = self._answered(COMMAS, line, given_name_first(line) or line, line.split(","))
        elif not self.in_pairs:
            people = [name for name in names if not is_nobody(name)]
            if len(names) == 2 and len(people) == 1:
                names = people
            elif may_be_two(line):
                names = self._answered(TWO_NAMES, line, line, names)
            else:
                names = [line]
        if all(map(is_nobody, names)):
            self.left_out.append(written)
            return []
        return [name.strip() for name in names]

    def _answered(self, question: str, line: str, person: str, pair: list[str]) -> list[str]:
        self.examples.setdefault(question, line)
        if self.answers[question] == TWO_PEOPLE:
            return pair
        if self.answers[question] == ONE_PERSON:
            return [person]
        self.unclear.add(line)
        return [line]

    def fields(self) -> dict[str, forms.Field]:
        labels = {
            COMMAS: _("Names with a comma: what is “%(line)s”?"),
            TWO_NAMES: _("Two names on a line: what is “%(line)s”?"),
        }
        made: dict[str, forms.Field] = {}
        for name, line in self.examples.items():
            parts = [part.strip() for part in line.split(",")]
            two = together(parts) if name == COMMAS else comma_list(two_names(line))
            made[name] = forms.ChoiceField(
                label=labels[name] % {"line": isolated(line[:80])},
                required=False,
                choices=[
                    (
                        ONE_PERSON,
                        _("one person: %(name)s") % {"name": given_name_first(line) or line},
                    ),
                    (TWO_PEOPLE, _("two people: %(names)s") % {"names": two}),
                ],
                widget=forms.RadioSelect,
            )
        return made


class ListForm(ServiceForm):
    """A list in ``text``, one item per line, that can also be filled from a file.

    What is pasted may be a table too, or come from a chat. The names of a file that was chosen are
    added to the text, whichever button sent it, and so are those of the table that was chosen among
    several; the form is not valid yet, so that the list can be reviewed. ``in_pairs`` where a line
    is a pair. ``left_out`` is what stood there and is not read. What is too long stands as it was
    typed, with the reason beside it.
    """

    field_order = ("text", "file")
    in_pairs = False
    file = forms.FileField(
        label=gettext_lazy("Names from a file"),
        help_text=gettext_lazy(
            "CSV or Excel: first and last names, partners and players by number "
            "are recognised by their column headings."
        ),
        required=False,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def __init__(self, data: Any = None, files: Any = None, **options: Any) -> None:
        file = files.get("file") if files else None
        self.is_reading = data is not None and (READ_FILE in data or file is not None)
        self.problem = ""
        self.left_out: list[str] = []
        self.choice: TableChoice | None = None
        self.people = PeopleLines(data or {}, in_pairs=self.in_pairs)
        if data is not None:
            data = data.copy()
            text = str(data.get("text", ""))
            if self._length_problem(text):
                self.is_reading = False
            else:
                read = "\n".join(self._lines_of(text, data, file))
                self.problem = self.problem or self._length_problem(read)
                data["text"] = text if self.problem else read
        offered = self._open_choice()
        if data is not None:
            data[TABLES] = offered.packed if offered else ""
        super().__init__(data, files, **options)
        if offered:
            self.fields |= offered.fields()
        self.fields |= self.people.fields()
        self.order_fields([TABLE, TABLES, *self.people.examples, "text", "file"])

    def _open_choice(self) -> TableChoice | None:
        """Return the choice among tables that is not made yet."""
        return self.choice if self.choice and not self.choice.chosen else None

    def _length_problem(self, text: str) -> str:
        """Return why the field refuses a text, nothing if it takes it."""
        try:
            self.base_fields["text"].run_validators(text)
        except ValidationError as error:
            return str(error.messages[0])
        return ""

    def _lines_of(self, text: str, data: Mapping[str, Any], file: Any) -> list[str]:
        """Return the lines of the text, and of the table of the file that was chosen."""
        typed = [without_marks(line) for line in text.splitlines()]
        offered = None if file is not None else TableChoice.sent_back(data)
        if self.is_reading and not (file or offered):
            self.problem = _("Choose a file first.")
        try:
            if file is not None:
                self._choose(sheets_read(file, names_delimiter), data)
            elif offered:
                self.choice, self.is_reading = offered, True
            elif is_table(text, in_pairs=self.in_pairs):
                self._choose(sheets_of_text(text, names_delimiter), data)
                typed = typed if self.problem else []
            elif chat := chat_lines(typed):
                typed = chat.lines
                self.left_out += chat.others
        except UnreadableTableError as error:
            self.problem = str(error)
        if self.choice and self.choice.chosen:
            typed += self.choice.chosen.text.splitlines()
            self.left_out += self.choice.chosen.notes
        lines = [line for each in typed for line in self._lines(each)]
        self.left_out += self.people.left_out
        return lines

    def _choose(self, sheets: Sequence[Sheet], data: Mapping[str, Any]) -> None:
        between = " & " if self.in_pairs else "\n"
        tables, headed = list[TableText](), list[TableText]()
        for table in tables_of(sheets):
            people, sums = names_in(table.rows, in_pairs=self.in_pairs)
            text = "\n".join(between.join(names) for names in people)
            if people:
                tables.append(TableText(table.label, text, [*table.notes, *sums]))
            if people and head_place(table.rows) is not None and not table.encoding:
                headed.append(tables[-1])
        if not tables:
            is_file = self.is_reading
            self.problem = (
                _("The file has no names.") if is_file else _("There is no name in this list.")
            )
            return
        if len(headed) > 1:
            text = "\n".join(table.text for table in headed)
            notes = [note for table in headed for note in table.notes]
            tables.append(TableText(_("all of them"), text, notes))
        self.choice = TableChoice(tables, str(data.get(TABLE, "")))

    def _lines(self, line: str) -> list[str]:
        if not line.strip():
            return [line]
        names = self.people.read(line)
        return [" & ".join(names)] if self.in_pairs and names else names

    @property
    def is_asking(self) -> bool:
        """Whether something has to be answered before the list can be read."""
        return bool(self.people.unanswered or self._open_choice())

    @property
    def questions(self) -> list[forms.BoundField]:
        """What is asked about the whole list."""
        names = (TABLE, TABLES, *self.people.examples)
        return [self[name] for name in names if name in self.fields]

    def full_clean(self) -> None:
        """Validate only the file while it is read; ask about tables and people before all else."""
        if not self.is_reading and not self.is_asking and not self.problem:
            return super().full_clean()
        self._errors = forms.utils.ErrorDict()
        self.cleaned_data = {}
        if self.problem:
            self.add_error("file" if self.is_reading else "text", self.problem)
        if TABLE in self.fields:
            self.add_error(TABLE, _("Choose the table, then go on."))
        for name in self.people.unanswered:
            self.add_error(name, _("Answer once; it applies to the whole list."))
        return None

    def is_valid(self) -> bool:
        """Say whether the list can be used; never while a file is read."""
        return not self.is_reading and super().is_valid()
