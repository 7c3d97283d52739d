"""Forms of results from slips, and of the director's decisions."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import User
from core.figures import MINUS, MOST, figure, read_whole
from core.forms import RowForm
from core.text import by_side, isolated
from core.typing import plain_digits
from games.base import SideLabel
from scoring.errors import MatchConflict, ReasonMissing
from scoring.forms import ResultForm
from scoring.running_score import FinalTotals, hands_expected, match_result, pays_for_sets
from scoring.services.results import Unfinished, result_state
from tournaments.events.models import Adjustment, PlayOff
from tournaments.events.results_sheet import GameKey, ResultLine
from tournaments.events.selectors.events import Entrant
from tournaments.events.selectors.rounds import RoundView
from tournaments.events.selectors.tables import GameView, TableView


class SlipForm(ResultForm):
    """The result of one game. ``seen`` is the result shown when the page was made."""

    seen = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)

    def __init__(self, game: GameView, data: Mapping[str, Any] | None) -> None:
        super().__init__(
            [SideLabel("", _names(who)) for who in _sides(game)],
            data,
            prefix=f"match{game.match.pk}",
            may_be_empty=True,
            usual=hands_expected(game.match),
            asks_sets=pays_for_sets(game.match),
        )
        self.match = game.match
        stands = _as_seen(match_result(game.match))
        text = stands if data is None else str(self["seen"].data or "")
        self.was = _as_result(text)
        self.initial = {"seen": text}
        if self.was is not None:
            self.initial |= dict(zip(self.names, self.was.totals, strict=False))
            self.initial["hands"] = self.was.hands
            self.initial |= dict(zip(self.set_names, self.was.sets or (), strict=False))

    @property
    def is_typed(self) -> bool:
        """Whether something new was typed; an empty row means nothing."""
        return any(str(box.data or "").strip() for box in self.all_boxes) and self.has_changed()

    @property
    def all_boxes(self) -> list[forms.BoundField]:
        """The fields for totals, for the number of hands and for sets, in order of the page."""
        return [*self.boxes, self["hands"], *self.set_boxes]

    @property
    def over_hands(self) -> bool:
        """Whether hands are recorded, so that the totals want a reason."""
        return self.match.hand_count > 0

    @property
    def corrects(self) -> bool:
        """Whether it changes a result that was seen."""
        return self.was is not None

    def state(self, author: User, reason: str = "") -> bool:
        """Enter the result; return False if it is refused, with the reason in the form.

        After a conflict, sending the same form again replaces the other result.
        """
        if not self.is_valid():
            return False
        try:
            result_state(
                match_id=self.match.pk,
                totals=self.totals,
                hands=self.hand_count,
                sets=self.sets,
                author=author,
                seen=self.was,
                ended=self.how_ended,
                reason=reason,
            )
        except Unfinished as error:
            self.ask(error.question)
            return False
        except MatchConflict as error:
            stands = match_result(error.current)
            self.add_error(None, _meanwhile(stands))
            self.data = dict(self.data.items()) | {self.add_prefix("seen"): _as_seen(stands)}
            return False
        except ReasonMissing:
            words = _("The round is already over: say below why the result is corrected.")
            if self.over_hands:
                words = _("Hands are recorded here: say below why these totals count instead.")
            self.add_error(None, ValidationError(words, code="reason_missing"))
            return False
        except ValidationError as error:
            self.refuse(error)
            return False
        return True


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A game of a table; without a ``form`` its hands are all recorded and make the result.

    ``note`` says what a file that was read does to it.
    """

    table: TableView
    game: GameView
    form: SlipForm | None
    note: str = ""

    @property
    def is_open(self) -> bool:
        """Whether this is the game in play at the table."""
        return self.game == self.table.open_game

    @property
    def sides(self) -> list[tuple[Entrant, ...]]:
        """Who plays on each side, by its number."""
        return _sides(self.game)

    @property
    def boxes(self) -> Iterator[tuple[tuple[Entrant, ...], int, forms.BoundField | None]]:
        """Return each side's players, score and field."""
        totals = self.game.match.totals
        fields = list(self.form.boxes) if self.form else [None] * len(totals)
        return zip(_sides(self.game), totals, fields, strict=True)


def slip_rows(round_: RoundView, data: Mapping[str, Any] | None) -> list[SlipRow]:
    """A row for each game of the round that is or may still be played, in the order of tables."""
    return [
        SlipRow(table, game, SlipForm(game, data) if _takes_totals(game) else None)
        for table in round_.tables
        if not (table.is_bye or table.given_up)
        for game in table.games
        if game.counts or game.is_begun
    ]


def slips_focus(rows: Sequence[SlipRow]) -> None:
    """Let typing go on at the first field that is wrong, or else at the first open game.

    Games with no hand on record come first: at other tables hands are still coming in.
    """
    wrong = next((row.form for row in rows if row.form and row.form.errors), None)
    forms_open = [row.form for row in rows if row.form and row.is_open]
    form = wrong or min(forms_open, key=lambda form: form.over_hands, default=None)
    if form is not None:
        boxes = list(form.all_boxes)
        box = next((box for box in boxes if box.errors), boxes[0])
        box.field.widget.attrs["autofocus"] = True


def _takes_totals(game: GameView) -> bool:
    """Whether totals can be typed: not where hands have ended the game."""
    match = game.match
    return not (match.hand_count and match.is_over and match.entered_totals is None)


@dataclass(frozen=True, slots=True)
class FilledSlips:
    """The rows of a round as a file fills them, and how many lines of it do what.

    ``problems`` are sentences about lines that are not read.
    """

    rows: list[SlipRow]
    new: int
    replaced: int
    same: int
    elsewhere: int
    problems: tuple[str, ...]

    @property
    def has_something(self) -> bool:
        """Whether there is anything to keep."""
        return bool(self.new or self.replaced)


def slips_fill(
    round_: RoundView,
    games: Mapping[GameKey, Mapping[int, ResultLine]],
    typed_before: Mapping[str, Any],
) -> FilledSlips:
    """Fill in the totals that a file has for a round; rows that it leaves alone stay as typed."""
    data: dict[str, Any] = {}
    notes: dict[int, str] = {}
    problems: list[str] = []
    counts = Counter[str]()
    rows = slip_rows(round_, None)
    left = {key: sides for key, sides in games.items() if key.round == round_.number}
    for row in rows:
        sides = left.pop(GameKey(round_.number, row.table.in_room, row.game.number), None)
        if row.form is not None:
            named = [row.form[name] for name in _HIDDEN]
            for box in (*named, *row.form.boxes, *row.form.set_boxes):
                data[box.html_name] = typed_before.get(box.html_name, box.value())
        if sides is None or not any(line.total for line in sides.values()):
            continue
        if problem := _misplaced(row, sides):
            problems.append(problem)
            continue
        typed = [sides[side].total if side in sides else "" for side in range(len(row.sides))]
        stands = [str(total) for total in row.game.match.totals] if row.game.is_begun else []
        if [plain_digits(total).replace(MINUS, "-") for total in typed] == stands:
            counts["same"] += 1
        elif row.form is None:
            words = _("The file says %(result)s; hands are recorded here, so it is skipped.")
            notes[row.game.match.pk] = words % {"result": by_side(typed, " – ")}
        else:
            data |= {box.html_name: total for box, total in zip(row.form.boxes, typed, strict=True)}
            usual = hands_expected(row.game.match)
            data[row.form.add_prefix("hands")] = "" if usual is None else str(usual)
            data[row.form.add_prefix("seen")] = row.form["seen"].value()
            counts["replaced" if stands else "new"] += 1
            words = _("From the file, in place of %(result)s.") if stands else _("From the file.")
            notes[row.game.match.pk] = words % {"result": by_side(stands, " – ")}
    for sides in left.values():
        words = _("Line %(number)d: nobody plays at this table of the round.")
        problems += [words % {"number": line.number} for line in sides.values() if line.total]
    elsewhere = sum(len(sides) for key, sides in games.items() if key.round != round_.number)
    filled = [
        replace(row, note=notes.get(row.game.match.pk, "")) for row in slip_rows(round_, data)
    ]
    return FilledSlips(
        filled, counts["new"], counts["replaced"], counts["same"], elsewhere, tuple(problems)
    )


_HIDDEN = ("seen", "hands")


def _misplaced(row: SlipRow, sides: Mapping[int, ResultLine]) -> str:
    """Return the problem that a row names other players than those at the table; empty if they are
    right."""
    for side, entrants in enumerate(row.sides):
        seated = [entrant.number for entrant in entrants]
        if (line := sides.get(side)) and _numbers(line.entries) != seated:
            words = _("Line %(number)d: No. %(said)s does not play here, but No. %(seated)s.")
            values = {"number": line.number, "said": isolated(line.entries)}
            return words % (values | {"seated": _joined(seated)})
    if extra := set(sides) - set(range(len(row.sides))):
        words = _("Line %(number)d: the table has no such side.")
        return words % {"number": sides[min(extra)].number}
    return ""


DIGITS = re.compile(r"\d+")


def _numbers(text: str) -> list[int]:
    return [int(number) for number in DIGITS.findall(text)]


def _joined(numbers: Iterable[int]) -> str:
    return " · ".join(map(str, numbers))


def _sides(game: GameView) -> list[tuple[Entrant, ...]]:
    """Return the players of each side by its number."""
    return [
        tuple(side.entrant for side in game.sides if side.number == number)
        for number in range(len(game.match.totals))
    ]


def _names(entrants: Sequence[Entrant]) -> tuple[str, ...]:
    return tuple(entrant.name for entrant in entrants)


def _as_seen(result: FinalTotals | None) -> str:
    """Write a result for the hidden field: "7,4", "7,4/12" for twelve hands, "7,4/12;0,1" where
    the second side was set once."""
    if result is None:
        return ""
    text = ",".join(map(str, result.totals))
    if result.hands is not None:
        text += f"/{result.hands}"
    return text if result.sets is None else f"{text};{','.join(map(str, result.sets))}"


def _as_result(text: str) -> FinalTotals | None:
    """Parse the result in the hidden field; None if it is empty or invalid."""
    text, semicolon, counts = text.partition(";")
    given, slash, after = text.partition("/")
    totals = _whole_numbers(given, least=-MOST)
    sets = _whole_numbers(counts) if semicolon else None
    hands = read_whole(after) if slash else None
    if not totals or (slash and hands is None) or sets == ():
        return None
    return FinalTotals(totals, hands, sets)


def _whole_numbers(text: str, *, least: int = 0) -> tuple[int, ...]:
    """Read numbers between commas; empty if any is invalid."""
    numbers = [read_whole(part, least=least) for part in text.split(",")]
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == len(numbers) else ()


def _meanwhile(result: FinalTotals | None) -> str:
    if result is None:
        return _("The result was taken back in the meantime. Send yours again to enter it.")
    totals = by_side(map(figure, result.totals), " – ")
    if result.hands is not None:
        count = ngettext("%(count)d hand", "%(count)d hands", result.hands)
        totals = f"{totals} ({count % {'count': result.hands}})"
    words = _("In the meantime %(result)s was entered here. Send yours again to replace it.")
    return words % {"result": totals}


# Decisions of the director.


class AdjustmentForm(RowForm):
    """A penalty or bonus of one entry."""

    entry = forms.TypedChoiceField(coerce=int)

    class Meta(RowForm.Meta):
        model = Adjustment
        fields = ("marks", "games", "reason")

    def __init__(
        self, *args: Any, entrants: Iterable[Entrant], entry_label: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entry"]
        assert isinstance(field, forms.ChoiceField)
        field.label = entry_label
        field.choices = [("", "–"), *_named(entrants)]
        for name in ("games", "marks"):
            self.fields[name].initial = None

    def clean(self) -> dict[str, Any]:
        """Read empty fields as 0."""
        cleaned = super().clean() or {}
        for name in ("games", "marks"):
            if name in cleaned:
                cleaned[name] = cleaned[name] or 0
        return cleaned


class PlayOffForm(RowForm):
    """How a tie was decided: first, second and so on; the last place follows."""

    entries = forms.CharField(max_length=2_000, widget=forms.HiddenInput)

    class Meta(RowForm.Meta):
        model = PlayOff
        fields = ("kind", "note")

    def __init__(self, *args: Any, tied: Sequence[Entrant], **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"tie_{'_'.join(str(entrant.number) for entrant in tied)}_%s")
        super().__init__(*args, **kwargs)
        self.tied = tied
        self.fields["entries"].initial = ",".join(str(entrant.number) for entrant in tied)
        choices = [("", "–"), *_named(tied)]
        for place in range(1, len(tied)):
            self.fields[f"place_{place}"] = forms.TypedChoiceField(
                label=_("Who won") if len(tied) == 2 else _("Place %(place)d") % {"place": place},
                choices=choices,
                coerce=int,
            )
        self.order_fields([*self._places(), "kind", "note", "entries"])

    def clean(self) -> dict[str, Any]:
        """Check that each entry is named at most once; the one left out is last."""
        cleaned = super().clean() or {}
        order: list[int] = []
        for name in self._places():
            if name in cleaned and cleaned[name] in order:
                self.add_error(name, _("This entry has already been named."))
            elif name in cleaned:
                order.append(cleaned[name])
        rest = [entrant.number for entrant in self.tied if entrant.number not in order]
        cleaned["order"] = [*order, *rest]
        return cleaned

    def _places(self) -> list[str]:
        return [f"place_{place}" for place in range(1, len(self.tied))]


def _named(entrants: Iterable[Entrant]) -> list[tuple[int, str]]:
    return [(entrant.number, f"{entrant.number}. {entrant.name}") for entrant in entrants]
