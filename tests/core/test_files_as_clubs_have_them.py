"""Files as clubs have them, as the roster, the entries and an evening read each of them."""

from typing import Any, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode

from clubs.forms.players import PastePlayersForm
from clubs.models import Club
from tests.core.club_files import FILES
from tournaments.events.event_labels import PAIRS
from tournaments.events.forms.entries import LineupsForm
from tournaments.events.forms.totals import TotalsForm

pytestmark = pytest.mark.django_db

COMMAS, TWO, TABLE = "one person or two?", "two names on a line?", "which table?"
NO_ROUNDS = "no rounds"
ALONE = "without a partner"


class Read(NamedTuple):
    """What each reader makes of a file: names, or what it asks or refuses; what it leaves out."""

    roster: str | list[str]
    entries: str | list[str]
    evening: str | dict[str, dict[int, int]]
    left_out: tuple[str, ...] = ()


ANNA, CEES = "Anna & Bert", "Cees & Dirk"
LONG = ["Anna Prins & Bert Vos", "Cees Bos & Dirk Kok"]
SHEET = {LONG[0]: {1: 7, 2: 4}, LONG[1]: {1: 4, 2: 7}}

READ = {
    "a member list": Read(["Anna Prins", "Bert Vos"], "2 lines wrong", NO_ROUNDS),
    "formulas and a row of sums": Read(TWO, LONG, SHEET, ("Totaal",)),
    "two tables side by side": Read(TABLE, TABLE, TABLE),
    "two tables below each other": Read(TABLE, TABLE, TABLE),
    "notes on the first sheet": Read(TABLE, TABLE, TABLE),
    "an empty first sheet": Read(TWO, LONG, SHEET),
    "family names first": Read(COMMAS, COMMAS, COMMAS),
    "a form with a partner": Read(["Anna", "Bert", "Cees"], ALONE, NO_ROUNDS, ("?",)),
    "halves from Excel": Read(TWO, [ANNA, CEES], "“3,5” below “R1”"),
    "heads of other words": Read(TWO, [ANNA, CEES], {ANNA: {1: 7, 2: 4}, CEES: {1: 4, 2: 7}}),
    "marks of direction": Read(["علی\u200cرضا محمدی", "زهرا کریمی"], "2 lines wrong", NO_ROUNDS),
    "Windows-1256": Read(["علی محمدی", "زهرا کریمی"], "2 lines wrong", "A pair needs two names"),
    "Shift_JIS": Read(["佐藤 花子", "鈴木 一郎"], "2 lines wrong", "A pair needs two names"),
    "UTF-16": Read(TWO, ["Änne & Bert"], {"Änne & Bert": {1: 7}}),
    "Markdown": Read(TWO, ["Anna Prins & Bert", CEES], {"Anna Prins & Bert": {1: 7}, CEES: {1: 4}}),
    "HTML under the name of a workbook": Read(TWO, [ANNA, CEES], {ANNA: {1: 7}, CEES: {1: 4}}),
    "a chat": Read(TWO, ALONE, NO_ROUNDS, ("Wie speelt er vrijdag?", "@31612345678 jij ook?")),
    "names twice": Read(TWO, [ANNA, "ANNA & Cees"], NO_ROUNDS),
    "results of all kinds": Read(
        TWO, [ANNA, CEES, "Eva & Fay"], "“1½” below “R2” “bye” below “R1” “w/o” below “R2”"
    ),
    "footnotes": Read(
        TWO,
        [ANNA, CEES],
        {ANNA: {1: 7}, CEES: {1: 4}},
        ("* tafel 3 begon later", "Met dank aan de keuken", "Gemiddelde"),
    ),
    "nobody": Read(TWO, ALONE, NO_ROUNDS, ("N.N.", "bye", "- & -")),
    "partners in a list of names": Read(TWO, ["Joop & Ria", "Kees & Bep"], NO_ROUNDS),
}


def sent(content: bytes | str, **more: str) -> tuple[QueryDict, Any]:
    """The data and the files of a form to which a file or a pasted text is sent."""
    if isinstance(content, str):
        return QueryDict(urlencode({"text": content} | more)), MultiValueDict()
    files = MultiValueDict({"file": [SimpleUploadedFile("list.csv", content)]})
    return QueryDict(urlencode({"text": ""} | more)), files


def outcome(form: PastePlayersForm | LineupsForm) -> str | list[str]:
    """What a list asks or refuses, or its lines."""
    fields = {"table": TABLE, "commas": COMMAS, "two_names": TWO, "alone": ALONE}
    if questions := [words for field, words in fields.items() if field in form.errors]:
        return questions[0]
    if "text" in form.errors:
        return f"{len(form.errors['text'])} lines wrong"
    return str(form["text"].value()).splitlines()


def in_the_list(form: PastePlayersForm | LineupsForm, kind: Any, **options: Any) -> Any:
    """The form that has read a file, sent once more with the names of the file in its text."""
    form.is_valid()
    if not form.is_reading or form.errors:
        return form
    again = kind(sent(str(form["text"].value()))[0], **options)
    again.is_valid()
    again.left_out = [*form.left_out, *again.left_out]
    return again


@pytest.mark.parametrize("name", FILES)
def test_each_reader_takes_names_for_names_and_asks_alike(name: str, club: Club) -> None:
    content, read = FILES[name], READ[name]
    form = PastePlayersForm(*sent(content), club=club)
    roster = in_the_list(form, PastePlayersForm, club=club)
    assert outcome(roster) == read.roster
    if read.roster != TABLE:
        assert tuple(roster.left_out) == read.left_out

    options: dict[str, Any] = {"club": club, "lineup": 2, "labels": PAIRS}
    entries = in_the_list(LineupsForm(*sent(content), **options), LineupsForm, **options)
    assert outcome(entries) == read.entries

    evening = TotalsForm(
        *sent(content, date="2026-01-04", template="round_robin"), club=club, game="texas42"
    )
    evening.is_valid()
    if isinstance(read.evening, dict):
        assert evening.is_ready
        made = {" & ".join(m.name for m in line.meant): line.totals() for line in evening.entered}
        assert made == read.evening
        assert evening.sheet is not None
        left_out = {*evening.notes, *(words for _number, words in evening.sheet.sums)}
        assert left_out == {*read.left_out}
    elif read.evening in {TABLE, COMMAS}:
        assert not evening.is_ready
        fields = {"table": TABLE, "commas": COMMAS}
        assert [fields[name] for name in fields if name in evening.fields] == [read.evening]
    elif read.evening == NO_ROUNDS:
        assert "Round 1" in str(evening.errors["text"]), "the refusal names what would do"
    else:
        said = " ".join(problem for line in evening.lines for problem in line.problems)
        assert all(words in said for words in read.evening.split(" “"))


def test_a_table_of_several_is_chosen_and_read(club: Club) -> None:
    """The tables come back with the answer, as a browser sends a file once."""
    for name in ("two tables side by side", "two tables below each other"):
        form = LineupsForm(*sent(FILES[name]), club=club, lineup=2, labels=PAIRS)
        labels = [str(label) for _value, label in form.fields["table"].choices]  # type: ignore[attr-defined]
        assert len(labels) == 3, "two tables, and both together"
        packed = {"text": "", "tables": str(form["tables"].value())}
        for answer, lines in (("0", 2), ("1", 2), ("2", 4)):
            data = QueryDict(urlencode(packed | {"table": answer}))
            chosen = LineupsForm(data, club=club, lineup=2, labels=PAIRS)
            assert not chosen.is_valid(), "to be looked over first"
            assert (len(str(chosen["text"].value()).splitlines()), chosen.errors) == (lines, {})


def test_letters_that_fit_two_languages_are_asked_about_and_lost_ones_never_saved(
    club: Club,
) -> None:
    form = PastePlayersForm(*sent("زهرا\n".encode("cp1256")), club=club)
    form.is_valid()
    words = [str(label) for _value, label in form.fields["table"].choices]  # type: ignore[attr-defined]
    assert ["زهرا" in words[0], "EUC-JP" in words[1]] == [True, True]
    lost = PastePlayersForm(*sent("Ann\nM\ufffdller\n"), club=club)
    assert "Line 2" in str(lost.errors["text"])
