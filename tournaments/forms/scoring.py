"""The fields of an event's form that say how long is played, and what counts beside the hands."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import PAGES
from games.numbers import read_whole
from games.words.dealing import Says
from tournaments.lengths import HANDS, TARGET
from tournaments.models import ByeRule, Event, TimeRule
from tournaments.seating import sides_of
from tournaments.services.event_checks import (
    MAX_GAMES,
    MAX_SCORE,
    MAX_SUBSTITUTES,
    MAX_TABLES,
    wrong_lengths,
)
from tournaments.words import bye_words

SERIES = (
    "says",
    "best_of",
    "round_lengths",
    "round_minutes",
    "time_rule",
    "tables_in_room",
    "substitutes",
)
COUNTING = (
    *("bye_rule", "bye_for", "bye_against", "forfeit_for", "forfeit_against"),
    "cap",
)
OF_TWO_SIDES = frozenset({"best_of", "forfeit_for", "forfeit_against", "bye_against", "cap"})
"""What means nothing where everybody at a table plays alone."""


class LengthsField(forms.CharField):
    """Lengths of series by round, as they are written: ``5, 3``."""

    def to_python(self, value: Any) -> Any:
        """Whole numbers; what is none is told here, which ones may be the service knows."""
        parts = re.split(r"[\s,;]+", (super().to_python(value) or "").strip())
        found = [read_whole(part, most=MAX_GAMES) or 0 for part in parts if part]
        if wrong_lengths(found):
            raise forms.ValidationError(
                _("Odd numbers of games up to %(high)d, with commas between: 5, 3.")
                % {"high": MAX_GAMES}
            )
        return found

    def prepare_value(self, value: Any) -> Any:
        """A stored list as it is written."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as it is written."""
        return super().has_changed(self.prepare_value(initial), data)


class RoundLengthsField(forms.CharField):
    """Other lengths of games by round, as they are written: ``6: 5, 7: 8 hands``."""

    PART = re.compile(r"(\d{1,3})\s*[:=]\s*(\d{1,4})\s*(hands?|h)?", re.IGNORECASE | re.ASCII)

    def to_python(self, value: Any) -> Any:
        """The lengths by the number of their round; which of them may be the service knows."""
        text = (super().to_python(value) or "").strip()
        found: dict[str, dict[str, int]] = {}
        for part in filter(None, re.split(r"\s*[,;]\s*", text)):
            read = self.PART.fullmatch(part)
            if read is None or str(int(read[1])) in found:
                raise forms.ValidationError(
                    _("The number of a round, then its length: 6: 5, or 6: 8 hands.")
                )
            found[str(int(read[1]))] = {HANDS if read[3] else TARGET: int(read[2])}
        return found

    def prepare_value(self, value: Any) -> Any:
        """Stored lengths as they are written."""
        if not isinstance(value, dict):
            return value
        written = []
        for number, length in sorted(value.items(), key=lambda item: int(item[0])):
            hands = length.get(HANDS)
            told = length[TARGET] if hands is None else _("%(count)d hands") % {"count": hands}
            written.append(f"{number}: {told}")
        return ", ".join(written)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compared as it is written."""
        return super().has_changed(self.prepare_value(initial), data)


class ScoringFields(forms.Form):
    """What an event's own form adds to name, format and order of tie-breaks."""

    event: Event

    best_of = LengthsField(
        label=gettext_lazy("Series by round: best of"),
        required=False,
        max_length=80,
        help_text=gettext_lazy(
            "“5, 3” plays best of five in the first round and best of three from then on. "
            "Left empty, all games of a meeting are played."
        ),
    )
    says = forms.ChoiceField(
        label=gettext_lazy("The word at the table"),
        choices=Says.choices,
        help_text=gettext_lazy("How pages and paper call whoever mixes the dominoes."),
    )
    round_lengths = RoundLengthsField(
        label=gettext_lazy("Rounds of another length"),
        required=False,
        max_length=200,
        help_text=gettext_lazy(
            "“6: 5” plays the games of round 6 to 5, “6: 8 hands” plays eight hands each; rounds "
            "with commas between. It holds for rounds that have not begun. Left empty, games are "
            "as long as the rules and the format say."
        ),
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a round"),
        min_value=1,
        max_value=600,
        required=False,
        help_text=gettext_lazy("The round clock counts down from this; leave empty for no clock."),
    )
    time_rule = forms.ChoiceField(
        label=gettext_lazy("When time is called"),
        choices=TimeRule.choices,
        help_text=gettext_lazy("The hand in progress is finished; then this applies."),
    )
    tables_in_room = forms.IntegerField(
        label=gettext_lazy("Tables in the room"),
        min_value=1,
        max_value=MAX_TABLES,
        required=False,
        help_text=gettext_lazy(
            "If a round has more meetings than tables, some wait for a free table, in "
            "turn. Empty: as many tables as needed."
        ),
    )
    substitutes = forms.IntegerField(
        label=gettext_lazy("Substitutes allowed"),
        min_value=0,
        max_value=MAX_SUBSTITUTES,
        required=False,
        help_text=gettext_lazy(
            "How many different substitutes one entry may use during the event; empty for"
            " any number."
        ),
    )
    bye_rule = forms.ChoiceField(
        label=gettext_lazy("A bye scores"),
        choices=ByeRule.choices,
        help_text=gettext_lazy(
            "For each game of a meeting that the others play in that round; in a series, for as "
            "many as win it."
        ),
    )
    bye_for = forms.IntegerField(
        label=gettext_lazy("Fixed score: for"), min_value=0, max_value=MAX_SCORE
    )
    bye_against = forms.IntegerField(
        label=gettext_lazy("Fixed score: against"), min_value=0, max_value=MAX_SCORE
    )
    forfeit_for = forms.IntegerField(
        label=gettext_lazy("Forfeit: the other side gets"),
        min_value=0,
        max_value=MAX_SCORE,
        help_text=gettext_lazy("For each game of a forfeited meeting."),
    )
    forfeit_against = forms.IntegerField(
        label=gettext_lazy("Forfeit: the side that forfeits gets"), min_value=0, max_value=MAX_SCORE
    )
    cap = forms.IntegerField(
        label=gettext_lazy("Cap"),
        min_value=1,
        max_value=MAX_SCORE,
        help_text=gettext_lazy("The most that one game counts in the capped tie-breaks."),
    )

    def scoring_fill(self, event: Event) -> None:
        """Show what the event has, and only what means something for its game."""
        for name in (*SERIES, *COUNTING):
            self.fields[name].initial = getattr(event, name)
            if (name == "says" and PAGES[event.game].cards) or (
                name in OF_TWO_SIDES and sides_of(event.game) != 2
            ):
                del self.fields[name]

    def series_fields(self) -> list[forms.BoundField]:
        """How long is played."""
        return [self[name] for name in SERIES if name in self.fields]

    def counting_fields(self) -> list[forms.BoundField]:
        """What counts beside the hands."""
        return [self[name] for name in COUNTING if name in self.fields]

    def series_summary(self) -> str:
        """How long is played, as it is saved, in a line."""
        event = self.event
        parts = [
            _("best of %(lengths)s") % {"lengths": ", ".join(map(str, event.best_of))}
            if event.best_of
            else "",
            _("%(minutes)d minutes a round") % {"minutes": event.round_minutes}
            if event.round_minutes
            else _("no round clock"),
            ngettext("%(count)d table", "%(count)d tables", event.tables_in_room)
            % {"count": event.tables_in_room}
            if event.tables_in_room
            else _("as many tables as it takes"),
            ngettext(
                "%(count)d substitute for each", "%(count)d substitutes for each", event.substitutes
            )
            % {"count": event.substitutes}
            if event.substitutes is not None
            else "",
        ]
        return "; ".join(filter(None, parts))

    def counting_summary(self) -> str:
        """What counts beside the hands, as it is saved, in a line."""
        event = self.event
        scores = bye_words(event) or event.get_bye_rule_display()
        parts = [_("a bye scores: %(score)s") % {"score": scores}]
        if "forfeit_for" in self.fields:
            score = {"best": event.forfeit_for, "worst": event.forfeit_against}
            parts.append(_("a forfeit counts %(best)d–%(worst)d") % score)
        if "cap" in self.fields:
            parts.append(_("at most %(cap)d a game in capped tie-breaks") % {"cap": event.cap})
        return "; ".join(parts)

    def scoring_changes(self) -> dict[str, Any]:
        """These fields as ``event_update`` takes them."""
        return {
            name: self.cleaned_data[name] for name in (*SERIES, *COUNTING) if name in self.fields
        }
