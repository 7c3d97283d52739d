"""Forms of entries: a pair or a player by name, a pasted list, a draw, a substitute, seeds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.people import NameMatches, Roster, question
from clubs.models import MAX_NAME, Club, Player, name_key
from core.fields import ListField, NameField, SeveralField
from core.forms import ServiceForm
from core.list_forms import ListForm
from core.model_settings import form_field
from core.name_lists import given_name_first, is_nobody, may_be_two, two_names
from core.names import name_problem
from core.text import comma_list, isolated
from core.versions import values_version
from engine.pairings.formats import FORMATS
from tournaments.events.event_labels import EntryLabels, entry_labels
from tournaments.events.models import Entry, EntryPlayer, Event
from tournaments.events.selectors.events import Entrant, entered_player_ids, waiting_players
from tournaments.events.services.entries import TOO_MANY
from tournaments.events.services.plan_changes import seeds_of

BEYOND = "beyond"
MAX_LINES = 256
PAIR = ("first", "second")
ALONE = "alone"
"""The answer that those without a partner are left out of a list."""


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
        """Look the names up, "Novak, Ada" as "Ada Novak", and ask about unclear ones."""
        cleaned = super().clean() or {}
        for name in self.name_fields:
            if name in cleaned:
                cleaned[name] = given_name_first(cleaned[name]) or cleaned[name]
            if name in cleaned and is_nobody(cleaned[name]):
                words = _("“%(name)s” is nobody. Who has no partner yet is entered with one.")
                self.add_error(name, words % {"name": isolated(cleaned[name])})
            elif name in cleaned:
                answer = str(self.data.get(self.add_prefix(f"{name}_is"), ""))
                self.meant[name] = self.roster.meant(
                    cleaned[name], answer, may_be_two=may_be_two(cleaned[name])
                )
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


class PairForm(NamesForm):
    """A pair: two names, also typed into the first field alone with “and” between.

    If it ``may_wait`` and one of the names is nobody's, as “?”, the other player ``waits`` for a
    partner.
    """

    name_fields: tuple[str, ...] = PAIR
    first = name_field(gettext_lazy("First player"))
    second = name_field(gettext_lazy("Second player"))

    def __init__(self, *args: Any, club: Club, may_wait: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        typed = str(self.data.get("first", ""))
        is_alone = not str(self.data.get("second", "")).strip()
        together = two_names(typed) if is_alone else []
        self.is_inverted = bool(given_name_first(typed)) and len(together) == 1
        if len(together) == 2:
            self.data = {**dict(self.data.items()), **dict(zip(PAIR, together, strict=True))}
        names = [str(self.data.get(name, "")).strip() for name in PAIR]
        nobody = [bool(name) and is_nobody(name) for name in names]
        self.waits = may_wait and all(names) and sum(nobody) == 1
        if may_wait:
            self.fields["second"].help_text = _("No partner yet? Type a question mark.")
        if self.waits:
            if nobody[0]:
                names.reverse()
            self.data = {**dict(self.data.items()), **dict(zip(PAIR, names, strict=True))}
            self.name_fields = PAIR[:1]
            self.fields["second"].validators = []

    def clean_first(self) -> str:
        """A name; one that may be two is asked about."""
        first = str(self.cleaned_data["first"])
        if not self.is_inverted:
            return first
        pair = " & ".join(part.strip() for part in first.split(","))
        words = _("One person or two? Write %(names)s, or %(name)s and the other name beside it.")
        raise ValidationError(words % {"names": pair, "name": given_name_first(first)})


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
    text = ListField(
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autofocus": True}),
    )

    def __init__(
        self, *args: Any, club: Club, lineup: int, labels: EntryLabels, **kwargs: Any
    ) -> None:
        self.in_pairs = lineup > 1
        super().__init__(*args, **kwargs)
        text = self.fields["text"]
        text.label, text.help_text = labels.paste_label, labels.paste_help
        self.club, self.lineup = club, lineup
        self.roster = Roster(club)
        self.lineups: list[list[NameMatches]] = []
        self.alone: list[str] = []

    def clean(self) -> dict[str, Any]:
        """Read the lines; ask about each name that is not clear, and who has no partner."""
        cleaned = super().clean() or {}
        given = enumerate(cleaned.get("text", "").splitlines(), start=1)
        lines = [(number, self._names(line)) for number, line in given if line.strip()]
        if len(lines) > MAX_LINES:
            raise ValidationError(
                _("At most %(count)d lines can be entered at once.") % {"count": MAX_LINES}
            )
        self.roster = Roster(
            self.club, (name_key(name) for _number, names in lines for name in names)
        )
        for number, names in lines:
            self._read(number, names)
        if self.alone:
            self._ask_about_partners()
        return cleaned

    def _read(self, number: int, names: list[str]) -> None:
        people = [name for name in names if not is_nobody(name)]
        if self.lineup > 1 and len(people) == 1 < len(names):
            self._read_alone(number, people[0])
        elif len(names) != self.lineup:
            wrong = _("no name: “%(line)s”")
            if self.lineup > 1:
                wrong = _("not two names: “%(line)s”; write it as Ann & Bob")
            self._refuse(number, wrong % {"line": isolated(" & ".join(names)[:80])})
        elif lineup := self._people(number, names):
            self.lineups.append(lineup)

    def _read_alone(self, number: int, name: str) -> None:
        """Read a line on which one name of a pair is nobody's."""
        self.alone.append(name)

    def _people(self, number: int, names: list[str]) -> list[NameMatches]:
        """Return whom the names of a line mean; nothing if the line is refused."""
        if max(map(len, names)) > MAX_NAME:
            self._refuse(
                number,
                _("this name is too long: “%(line)s”") % {"line": isolated(" & ".join(names)[:80])},
            )
            return []
        if problems := list(filter(None, map(name_problem, names))):
            self._refuse(number, problems[0])
            return []
        people = list(map(self._meant, names))
        self._look_at(number, people)
        return people

    def _ask_about_partners(self) -> None:
        """Say who waits for a partner; they are not entered, once that is agreed to."""
        label = _("Leave out until they have a partner: %(names)s")
        names = comma_list(list(map(isolated, self.alone)))
        self.fields[ALONE] = forms.BooleanField(label=label % {"names": names}, required=False)
        if not self.data.get(ALONE):
            self.add_error(ALONE, _("A partner is missing. Tick the box, or complete the lines."))

    def _look_at(self, number: int, lineup: list[NameMatches]) -> None:
        """Check a parsed line; subclasses refuse unsuitable ones."""

    def _refuse(self, number: int, problem: str) -> None:
        values = {"number": number, "problem": problem}
        self.add_error("text", _("Line %(number)d: %(problem)s") % values)

    def _names(self, line: str) -> list[str]:
        """Return the names on a line; a single player's may contain a separator."""
        return [line.strip()] if self.lineup == 1 else two_names(line)

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
    """A list of new entries; a player may occur only once and must not be entered yet.

    ``waiting`` are those whose partner is nobody yet, as in “Anna & ?”.
    """

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        lineup, labels = FORMATS[event.format].lineup, entry_labels(event)
        super().__init__(*args, club=event.club, lineup=lineup, labels=labels, **kwargs)
        self.entered = frozenset(map(str, entered_player_ids(event)))
        self.waited = frozenset(str(player.pk) for player in waiting_players(event))
        self.waiting: list[NameMatches] = []
        self.lines: dict[str, int] = {}

    def _read_alone(self, number: int, name: str) -> None:
        """Let one wait who does not yet."""
        for meant in self._people(number, [name]):
            self.waiting += [] if meant.sure and meant.who in self.waited else [meant]

    def waiting_taken(self) -> list[Player]:
        """The players who wait, new ones put on the roster."""
        return [self.roster.taken(meant) for meant in self.waiting]

    def new_names(self) -> list[str]:
        """Add those who wait."""
        return super().new_names() + [meant.name for meant in self.waiting if meant.is_new]

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


class SeedsForm(ServiceForm):
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
        return values_version(seeds_of(row))

    def seed_fields(self) -> list[forms.BoundField]:
        """The fields in the order of the entries."""
        return [self[str(entrant.number)] for entrant in self.entrants]

    @property
    def seeds(self) -> dict[int, int | None]:
        return {int(number): seed for number, seed in self.cleaned_data.items()}
