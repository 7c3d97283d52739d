"""Forms of results from slips, and of the director's decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import User
from games.base import SideLabel
from games.figures import MOST, figure, read_whole
from scoring.errors import MatchConflict, ReasonMissing
from scoring.forms import ResultForm
from scoring.running_score import HANDS, Result, match_options, match_result
from scoring.services.results import Unfinished, result_state
from tournaments.models import DecisionKind
from tournaments.selectors.events import Entrant
from tournaments.selectors.rounds import RoundView
from tournaments.selectors.tables import GameView, TableView
from tournaments.services.decisions import MOST_GAMES, MOST_MARKS


class SlipForm(ResultForm):
    """The result of one game. ``seen`` is what stood there when the page was made."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, game: GameView, data: Mapping[str, Any] | None) -> None:
        super().__init__(
            [SideLabel("", _names(who)) for who in _sides(game)],
            data,
            prefix=f"match{game.match.pk}",
            may_be_empty=True,
            usual=getattr(match_options(game.match), HANDS, None),
        )
        self.match = game.match
        stands = _as_seen(match_result(game.match))
        text = stands if data is None else str(self["seen"].data or "")
        self.was = _as_result(text)
        self.initial = {"seen": text}
        if self.was is not None:
            self.initial |= dict(zip(self.names, self.was.totals, strict=False))
            self.initial["hands"] = self.was.hands

    @property
    def is_typed(self) -> bool:
        """Whether something new was typed; an empty row means nothing."""
        boxes = [*self.boxes, self["hands"]]
        return any(str(box.data or "").strip() for box in boxes) and self.has_changed()

    @property
    def corrects(self) -> bool:
        """Whether it changes a result that was seen."""
        return self.was is not None

    def state(self, author: User, reason: str = "") -> bool:
        """Enter what was typed; return False if that is refused, with the reason in the form.

        After a conflict was shown, the same form sent again replaces the other result.
        """
        if not self.is_valid():
            return False
        try:
            result_state(
                match_id=self.match.pk,
                totals=self.totals,
                hands=self.hand_count,
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
            self.add_error(None, _("The round is over by now: say below why it is corrected."))
            return False
        except ValidationError as error:
            self.add_error(None, error)
            return False
        return True


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A game of a table; without a ``form`` its hands are recorded and make the result."""

    table: TableView
    game: GameView
    form: SlipForm | None

    @property
    def is_open(self) -> bool:
        """Whether this is what the table plays now."""
        return self.game == self.table.open_game

    @property
    def boxes(self) -> Iterator[tuple[tuple[Entrant, ...], int, forms.BoundField | None]]:
        """Who plays, what that side has, and its field."""
        totals = self.game.match.totals
        fields = list(self.form.boxes) if self.form else [None] * len(totals)
        return zip(_sides(self.game), totals, fields, strict=True)


def slip_rows(round_: RoundView, data: Mapping[str, Any] | None) -> list[SlipRow]:
    """A row for each game of the round that is or may still be played, in the order of tables."""
    rows = [
        SlipRow(table, game, None if game.match.hand_count else SlipForm(game, data))
        for table in round_.tables
        if not (table.is_bye or table.given_up)
        for game in table.games
        if game.counts or game.is_begun
    ]
    if first := next((row.form for row in rows if row.form and row.is_open), None):
        next(first.boxes).field.widget.attrs["autofocus"] = True
    return rows


def _sides(game: GameView) -> list[tuple[Entrant, ...]]:
    """Who plays on each side, by its number."""
    return [
        tuple(side.entrant for side in game.sides if side.number == number)
        for number in range(len(game.match.totals))
    ]


def _names(entrants: Sequence[Entrant]) -> tuple[str, ...]:
    return tuple(entrant.name for entrant in entrants)


def _as_seen(result: Result | None) -> str:
    """Write a result for the hidden field: "7,4", or "7,4/12" for twelve hands."""
    if result is None:
        return ""
    totals = ",".join(map(str, result.totals))
    return totals if result.hands is None else f"{totals}/{result.hands}"


def _as_result(text: str) -> Result | None:
    """Read the result in the hidden field; None if it is empty or invalid."""
    given, slash, after = text.partition("/")
    totals = [read_whole(total, least=-MOST) for total in given.split(",")]
    known = tuple(total for total in totals if total is not None)
    hands = read_whole(after) if slash else None
    if len(known) < len(totals) or (slash and hands is None):
        return None
    return Result(known, hands)


def _meanwhile(result: Result | None) -> str:
    if result is None:
        return _("The result was taken back in the meantime. Send yours again to enter it.")
    totals = " – ".join(map(figure, result.totals))
    if result.hands is not None:
        count = ngettext("%(count)d hand", "%(count)d hands", result.hands)
        totals = f"{totals} ({count % {'count': result.hands}})"
    told = _("In the meantime %(result)s was entered here. Send yours again to replace it.")
    return told % {"result": totals}


# Decisions of the director.


class AdjustmentForm(forms.Form):
    """A penalty or bonus of one entry."""

    entry = forms.TypedChoiceField(coerce=int)
    marks = forms.IntegerField(
        label=gettext_lazy("Marks or points"),
        help_text=gettext_lazy("Negative for a penalty: −3."),
        min_value=-MOST_MARKS,
        max_value=MOST_MARKS,
        required=False,
    )
    games = forms.IntegerField(
        label=gettext_lazy("Games won"),
        help_text=gettext_lazy("Added to games and meetings won."),
        min_value=-MOST_GAMES,
        max_value=MOST_GAMES,
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=200,
        help_text=gettext_lazy("Shown beside the standings for everyone to read."),
    )

    def __init__(
        self, *args: Any, entrants: Iterable[Entrant], entry_label: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entry"]
        assert isinstance(field, forms.ChoiceField)
        field.label = entry_label
        field.choices = [("", "–"), *_named(entrants)]

    def clean(self) -> dict[str, Any]:
        """Read empty fields as 0."""
        cleaned = super().clean() or {}
        for name in ("games", "marks"):
            if name in cleaned:
                cleaned[name] = cleaned[name] or 0
        return cleaned


class PlayOffForm(forms.Form):
    """How a tie was decided: first, second and so on; the last place follows."""

    entries = forms.CharField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=gettext_lazy("Decided by"), choices=DecisionKind.choices)
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)

    def __init__(self, *args: Any, tied: Sequence[Entrant], **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"tie_{'_'.join(str(one.number) for one in tied)}_%s")
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
        """Check that each is named once; the one who is not named is last."""
        cleaned = super().clean() or {}
        order: list[int] = []
        for name in self._places():
            if name in cleaned and cleaned[name] in order:
                self.add_error(name, _("This one is named already."))
            elif name in cleaned:
                order.append(cleaned[name])
        rest = [entrant.number for entrant in self.tied if entrant.number not in order]
        cleaned["order"] = [*order, *rest]
        return cleaned

    def _places(self) -> list[str]:
        return [f"place_{place}" for place in range(1, len(self.tied))]


def _named(entrants: Iterable[Entrant]) -> list[tuple[int, str]]:
    return [(entrant.number, f"{entrant.number}. {entrant.name}") for entrant in entrants]
