"""Forms of entries: a pair or a player by name, a pasted list, a draw, a substitute, seeds."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.versions import VersionedForm
from clubs.models import MAX_NAME, Club, Player, name_key
from clubs.services.players import player_add
from core.fields import ListForm, NameField, ServiceForm, SeveralField
from core.model_settings import form_field
from core.names import name_problem, near
from core.text import isolated
from core.versions import values_version
from pairings.formats import FORMATS
from tournaments.event_labels import EntryLabels, entry_labels
from tournaments.models import Entry, EntryPlayer, Event
from tournaments.selectors.events import Entrant, entered_player_ids
from tournaments.services.entries import TOO_MANY
from tournaments.services.plan_changes import seeds_of

# Typed names are matched with players. A unique name on the roster is that player. If several
# players share it, if its player was removed from the roster, or if it is new but close to an
# existing one, the form asks; any other name is a new player.


@dataclass(frozen=True, slots=True)
class NameMatches:
    """The players that a typed name may refer to.

    If it ``is_unclear``, one of ``choices`` must be ``chosen``.
    """

    name: str
    candidates: tuple[Player, ...] = ()
    is_unclear: bool = False
    chosen: str = ""

    @property
    def sure(self) -> bool:
        """Whether one player is meant, or a new one."""
        return not self.is_unclear or self.chosen in dict(self.choices)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The form's choices: each candidate, and a new player of this name."""
        known = [(str(player.pk), _shown(player)) for player in self.candidates]
        return [*known, (self.new, _("a new player: %(name)s") % {"name": isolated(self.name)})]

    @property
    def new(self) -> str:
        """The answer that somebody new is meant, good for this name alone."""
        return f"new {name_key(self.name)}"

    @property
    def who(self) -> str:
        """The player of an unambiguous name: a key, or the value for a new player."""
        known = str(self.candidates[0].pk) if self.candidates else self.new
        return self.chosen or known

    @property
    def known(self) -> Player | None:
        """The player of the roster who is meant by a sure name; None for somebody new."""
        return next((player for player in self.candidates if str(player.pk) == self.who), None)

    @property
    def is_new(self) -> bool:
        """Whether a player will be added to the roster."""
        return self.sure and (self.chosen == self.new or not self.candidates)


class AnswerOrRetype(forms.RadioSelect):
    """Radio buttons that may stay unchosen, as the name may be corrected instead."""

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: the browser would refuse the corrected name."""
        return False


def question(meant: NameMatches) -> forms.ChoiceField:
    """Return the question which player an unclear name means."""
    return forms.ChoiceField(
        label=_("Who is “%(name)s”?") % {"name": isolated(meant.name)},
        choices=meant.choices,
        widget=AnswerOrRetype,
    )


class Roster:
    """A club's players by name, read once for any number of names."""

    def __init__(self, club: Club) -> None:
        self.club = club
        everybody = list(Player.objects.filter(club=club))
        self.players = [player for player in everybody if player.active]
        self.by_key: dict[str, list[Player]] = {}
        for player in everybody:
            self.by_key.setdefault(player.name_key, []).append(player)
            if player.note:
                self.by_key.setdefault(name_key(str(player)), []).append(player)

    def meant(self, name: str, chosen: str = "") -> NameMatches:
        """Return the matches of ``name``; ``chosen`` is the answer to the form's question."""
        tidy = " ".join(name.split())
        exact = tuple(self.by_key.get(name_key(tidy), ()))
        candidates = exact or self._close(tidy)
        if not candidates or (len(exact) == 1 and exact[0].active):
            return NameMatches(tidy, candidates)
        return NameMatches(tidy, candidates, is_unclear=True, chosen=chosen)

    def taken(self, meant: NameMatches) -> Player:
        """The player of a sure name; a new one is put on the roster."""
        if meant.is_new:
            return player_add(club=self.club, name=meant.name)
        assert meant.known is not None, "a sure name"
        return meant.known

    def _close(self, name: str) -> tuple[Player, ...]:
        keys = near(name, self.by_key)
        return tuple(dict.fromkeys(player for key in keys for player in self.by_key[key]))


def _shown(player: Player) -> str:
    return (
        str(player) if player.active else _("%(name)s, off the roster") % {"name": isolated(player)}
    )


BEYOND = "beyond"
MAX_LINES = 256
PAIR = ("first", "second")
NUMBERING = re.compile(r"^\d+(?:[.)]\s*|\s+)")
SPACES = re.compile(r"[^\S\t]+")
MOST_LINE = 1_000
"""Characters of a line with two names that are looked at; more are no two names."""
BETWEEN = re.compile(r"\s*(?:\t|&|＆|\+|/|;|,|，|、|،| [-–—] )\s*")
AND = re.compile(r"\s+(?:and|with|und|mit|en|et|avec|y|con|e|i|z|og|och|และ|و)\s+", re.IGNORECASE)
"""“And” or “with” between two names; a name may hold it, so marks are looked for first."""


def name_field(label: Any) -> NameField:
    """A player's name with the club's names to choose from."""
    attrs = {"list": "roster", "autocomplete": "off", "spellcheck": "false"}
    return NameField(label=label, max_length=MAX_NAME, widget=forms.TextInput(attrs=attrs))


class NamesForm(ServiceForm):
    """A form with names; a question appears below a name that is not clear."""

    name_fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roster = Roster(club)
        self.meant: dict[str, NameMatches] = {}

    def full_clean(self) -> None:
        """Focus the first field that has an error, by default the first name."""
        super().full_clean()
        wrong = [name for name in self.name_fields if self.has_error(name)]
        first = (wrong or self.name_fields)[0]
        self.fields[first].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Look the names up, and ask about unclear ones."""
        cleaned = super().clean() or {}
        for name in self.name_fields:
            if name in cleaned:
                answer = str(self.data.get(self.add_prefix(f"{name}_is"), ""))
                self.meant[name] = self.roster.meant(cleaned[name], answer)
                if self.meant[name].is_unclear:
                    self._ask(name)
        self._new_names_must_differ()
        return cleaned

    def players(self) -> list[Player]:
        """The players of all names, new ones put on the roster."""
        return [self.roster.taken(self.meant[name]) for name in self.name_fields]

    def new_names(self) -> list[str]:
        """Names that were put on the roster."""
        return [meant.name for meant in self.meant.values() if meant.is_new]

    def _new_names_must_differ(self) -> None:
        """Refuse a new name that is typed twice."""
        seen: set[str] = set()
        for name, meant in self.meant.items():
            key = name_key(meant.name)
            if meant.is_new and key in seen:
                self.add_error(name, _("This name is typed twice."))
            seen |= {key} if meant.is_new else set()

    def _ask(self, name: str) -> None:
        """Add a question below the name."""
        self.fields[f"{name}_is"] = question(self.meant[name])
        self.order_fields([ordered for field in self.fields for ordered in (field, f"{field}_is")])
        if not self.meant[name].sure:
            self.add_error(name, _("Choose below which player is meant."))


def two_names(text: str) -> list[str]:
    """Split the names of a pair on one line, by a mark or else by “and”."""
    # Runs of spaces would be tried from each of their places.
    text = SPACES.sub(" ", text.strip()[:MOST_LINE])
    names = [name for name in BETWEEN.split(text) if name]
    return names if len(names) != 1 else [name for name in AND.split(names[0]) if name]


class PairForm(NamesForm):
    """A pair: two names, also typed into the first field alone with “and” between."""

    name_fields = PAIR
    first = name_field(gettext_lazy("First player"))
    second = name_field(gettext_lazy("Second player"))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        together = two_names(str(self.data.get("first", "")))
        if len(together) == 2 and not str(self.data.get("second", "")).strip():
            self.data = {**dict(self.data.items()), **dict(zip(PAIR, together, strict=True))}


class PlayerEntryForm(NamesForm):
    """A single player: one name."""

    name_fields = ("name",)
    name = name_field(gettext_lazy("Name"))


class SubstituteForm(NamesForm):
    """Somebody else at a place of an entry, from a round on."""

    name_fields = ("player",)
    place = forms.TypedChoiceField(
        label=gettext_lazy("In the place of"), coerce=int, widget=forms.RadioSelect
    )
    player = name_field(gettext_lazy("Substitute"))
    from_round = form_field(EntryPlayer._meta.get_field("from_round"))

    def __init__(
        self, *args: Any, places: list[tuple[int, str]], next_round: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        place = self.fields["place"]
        assert isinstance(place, forms.TypedChoiceField)
        place.choices = places
        place.initial = places[0][0] if len(places) == 1 else None
        self.fields["from_round"].initial = next_round
        if BEYOND in self.data:
            self.ask_beyond()

    def ask_beyond(self) -> None:
        """Offer to allow one more substitute than the event does."""
        label = _("Allow it anyway")
        self.fields[BEYOND] = forms.BooleanField(label=label, required=False)

    @contextmanager
    def problems_shown(self) -> Iterator[None]:
        """Offer to exceed the limit if the service refuses for that reason."""
        with super().problems_shown():
            try:
                yield
            except ValidationError as error:
                problems = getattr(error, "error_dict", {}).get("player", ())
                if any(wrong.code == TOO_MANY for wrong in problems):
                    self.ask_beyond()
                raise

    @property
    def goes_beyond(self) -> bool:
        """Whether that was chosen."""
        return bool(self.cleaned_data.get(BEYOND))


class LineupsForm(ListForm):
    """A list of pairs or players, one per line, with questions about ambiguous names."""

    general = "text"
    text = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autofocus": True}),
        max_length=40_000,
    )

    def __init__(
        self, *args: Any, club: Club, lineup: int, labels: EntryLabels, **kwargs: Any
    ) -> None:
        self.in_pairs = lineup > 1
        super().__init__(*args, **kwargs)
        text = self.fields["text"]
        text.label, text.help_text = labels.paste_label, labels.paste_help
        self.roster = Roster(club)
        self.lineup = lineup
        self.lineups: list[list[NameMatches]] = []

    def clean(self) -> dict[str, Any]:
        """Read the lines; ask about each name that is not clear."""
        cleaned = super().clean() or {}
        given = enumerate(cleaned.get("text", "").splitlines(), start=1)
        lines = [(number, line.strip()) for number, line in given if line.strip()]
        if len(lines) > MAX_LINES:
            raise ValidationError(
                _("At most %(count)d lines can be entered at once.") % {"count": MAX_LINES}
            )
        for number, line in lines:
            self._read(number, line)
        return cleaned

    def _read(self, number: int, line: str) -> None:
        names = self._names(NUMBERING.sub("", line))
        if len(names) != self.lineup:
            wrong = _("no name: “%(line)s”")
            if self.lineup > 1:
                wrong = _("not two names: “%(line)s”; write it as Ann & Bob")
            self._refuse(number, wrong % {"line": isolated(line[:80])})
        elif max(map(len, names)) > MAX_NAME:
            self._refuse(
                number, _("this name is too long: “%(line)s”") % {"line": isolated(line[:80])}
            )
        elif problems := list(filter(None, map(name_problem, names))):
            self._refuse(number, problems[0])
        else:
            lineup = list(map(self._meant, names))
            self.lineups.append(lineup)
            self._look_at(number, lineup)

    def _look_at(self, number: int, lineup: list[NameMatches]) -> None:
        """Check a parsed line; subclasses refuse unsuitable ones."""

    def _refuse(self, number: int, problem: str) -> None:
        values = {"number": number, "problem": problem}
        self.add_error("text", _("Line %(number)d: %(problem)s") % values)

    def _names(self, line: str) -> list[str]:
        """Return the names on a line; a single player's may contain a separator."""
        if self.lineup == 1:
            return [line.strip()] if line.strip() else []
        return two_names(line)

    def players(self) -> list[list[Player]]:
        """The players of every entry, new ones put on the roster once."""
        added: dict[str, Player] = {}
        return [[self._taken(meant, added) for meant in lineup] for lineup in self.lineups]

    def new_names(self) -> list[str]:
        """Names that were put on the roster, each once."""
        new = [meant.name for lineup in self.lineups for meant in lineup if meant.is_new]
        return list(dict.fromkeys(new))

    def _taken(self, meant: NameMatches, added: dict[str, Player]) -> Player:
        if not meant.is_new:
            return self.roster.taken(meant)
        if meant.name not in added:
            added[meant.name] = self.roster.taken(meant)
        return added[meant.name]

    def _meant(self, name: str) -> NameMatches:
        """Return the matches of a name, and add a question if it is ambiguous."""
        field = f"who_{sha256(name_key(name).encode()).hexdigest()[:12]}"
        meant = self.roster.meant(name, str(self.data.get(field, "")))
        if meant.is_unclear and field not in self.fields:
            self.fields[field] = question(meant)
            if not meant.sure:
                self.add_error(
                    "text", _("Choose below who “%(name)s” is.") % {"name": isolated(meant.name)}
                )
        return meant


class PasteEntriesForm(LineupsForm):
    """A list of new entries; a player may occur only once and must not be entered yet."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        lineup, labels = FORMATS[event.format].lineup, entry_labels(event)
        super().__init__(*args, club=event.club, lineup=lineup, labels=labels, **kwargs)
        self.entered = frozenset(map(str, entered_player_ids(event)))
        self.lines: dict[str, int] = {}

    def _look_at(self, number: int, lineup: list[NameMatches]) -> None:
        for meant in lineup:
            if not meant.sure:
                continue
            before = self.lines.setdefault(meant.who, number)
            values = {"name": isolated(meant.name), "before": before}
            if meant.who in self.entered:
                self._refuse(number, _("%(name)s is entered already") % values)
            elif before < number:
                self._refuse(number, _("%(name)s is already on line %(before)d") % values)
        sure = [meant.who for meant in lineup if meant.sure]
        if len(set(sure)) < len(sure):
            self._refuse(number, _("a pair needs two different players"))


class DrawPairsForm(ServiceForm):
    """Players of the roster to be drawn into pairs."""

    players = SeveralField(
        label=gettext_lazy("Who is here"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, club: Club, entered: set[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["players"]
        assert isinstance(field, SeveralField)
        field.queryset = Player.objects.filter(club=club, active=True).exclude(pk__in=entered)

    def clean_players(self) -> Any:
        """An even number."""
        chosen = self.cleaned_data["players"]
        if len(chosen) % 2:
            raise ValidationError(
                _("%(count)d players: one is left over.") % {"count": len(chosen)}
            )
        return chosen


# Seeds.


class SeedsForm(VersionedForm):
    """A seed for each entry, by the entry's number; empty for none."""

    def __init__(
        self, *args: Any, event: Event, entrants: Sequence[Entrant], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entrants, seeds = entrants, seeds_of(event)
        for entrant in entrants:
            field = form_field(
                Entry._meta.get_field("seed"),
                label=entrant.name,
                initial=seeds[entrant.number],
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            )
            assert field is not None
            self.fields[str(entrant.number)] = field
        self.version_start(event)

    def version_now(self, row: Event) -> str:
        """Return the version of all seeds."""
        return values_version(seeds_of(row))

    def again(self, row: Event, data: Any = None) -> Self:
        """Return the form of the seeds as they are now."""
        return type(self)(data, event=row, entrants=self.entrants)

    def seed_fields(self) -> list[forms.BoundField]:
        """The fields in the order of the entries."""
        return [self[str(entrant.number)] for entrant in self.entrants]

    @property
    def seeds(self) -> dict[int, int | None]:
        """The seeds by the entries' numbers."""
        return {int(number): seed for number, seed in self.cleaned_data.items()}
