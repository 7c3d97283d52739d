"""What a game brings to the pages, the API and print beyond its laws: one presenter a game.

Records, verdicts and names come in, words come out; no model, no request. What differs between
games is a property here, so that nothing outside a game's folder asks for its name.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base import (
    DrawnTrick,
    Example,
    ExplanationLine,
    Fact,
    HandLabels,
    KeyHelp,
    LineFields,
    MoneyLine,
    Names,
    Record,
    SideLabel,
    Table,
    side_keys,
)
from games.best_play import BestPlayWords
from games.entry_form import EntryForm
from games.figures import stake_shown
from games.printing import CardColumns, HandRecordFormat, RuleLine, RuleSection, SheetParts
from games.schema import GameSchema
from games.wording import GameLabels, Text, comma_list, value_label
from rules.game import Game, Standing
from rules.problems import Value
from standings.metrics import ranking, usual_order


class GamePresenter(ABC):
    """How a game is spoken, typed, drawn, explained, printed and paid."""

    laws: ClassVar[Game[Any]]
    label: ClassVar[Text]
    """The name of the game."""
    evening_label: ClassVar[Text] = gettext_lazy("Evening, %(date)s")
    """The usual name of an evening of it."""
    labels: ClassVar[GameLabels]
    form: ClassVar[type[EntryForm]]
    schema: ClassVar[GameSchema]
    examples: ClassVar[Mapping[str, Record]] = {}
    """Hands as tables write them down, by what they show, for the description of the API."""

    # At the table

    cards: ClassVar[bool] = True
    """Whether it is played with cards, or with dominoes."""
    pack: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """The cards to choose from, a row for each suit from the ace down."""
    keys: ClassVar[tuple[str, ...]] = ("A", "B", "C", "D")
    """The letter by which each hand is typed and shown: the seats, then a dummy's."""
    has_pot: ClassVar[bool] = False
    """Whether an evening of it may be settled with a pot, hand by hand."""

    best_play: ClassVar[BestPlayWords | None] = None
    """How best play is spoken of; None for a game without a solver."""

    # In events and seasons

    metrics: ClassVar[tuple[str, ...]] = ("games_played", "games_won", "points", "hands_played")
    """The metrics of standings; the order is that of columns that nobody ranks by."""
    usual_order: ClassVar[tuple[str, ...]] = ("games_won", "points")
    """The usual ranking of an event."""
    season: ClassVar[Mapping[str, str]] = {"measure": "points", "scoring": "sum"}
    """What is usual for a season of it, by the names of a season's fields."""

    # In print

    card_columns: ClassVar[CardColumns]
    """The columns of a printed scorecard of single players; a game of two teams has none."""
    hand_record: ClassVar[HandRecordFormat] = HandRecordFormat()

    @property
    def name(self) -> str:
        """The game's name in the record format."""
        return self.laws.name

    @property
    def deals(self) -> bool:
        """Whether pieces are dealt, not shaken."""
        return True

    @property
    def in_teams(self) -> bool:
        """Whether two teams play; else everybody plays alone, though perhaps with a partner for a
        hand."""
        return self.laws.sides < self.laws.seats

    def tie_breaks(self, *, has_places: bool) -> tuple[str, ...]:
        """Return what an event may rank by; ``has_places`` where its format decides places by
        itself."""
        return ranking(self.metrics, has_places=has_places)

    def order(self, *, has_places: bool) -> tuple[str, ...]:
        """Return the default ranking of an event."""
        return usual_order(self.usual_order, has_places=has_places)

    # Who plays

    def sides(self, names: Names) -> tuple[SideLabel, ...]:
        """Return the sides, in the order of scores: every player, unless teams play."""
        keys = side_keys(self.keys[: self.laws.seats], names)
        return tuple(SideLabel(key, (name,)) for key, name in zip(keys, names, strict=True))

    def hand_names(self, names: Names) -> tuple[str, ...]:
        """Return the owners of the dealt hands: the players, and a dummy where there is one."""
        return tuple(names)

    def side_notes(self, standing: Standing, options: Any) -> tuple[str, ...]:
        """Return a note below the total of each side, such as bags; empty where there is none."""
        return ()

    # What is played for

    def target(self, options: Any) -> int:
        """Return what a side needs to win; 0 if there is no such number."""
        return 0

    def draws_marks(self, options: Any) -> bool:
        """Return whether totals are drawn as strokes of the ALL."""
        return False

    def counts_marks(self, options: Any = None) -> bool:
        """Return whether marks are counted; else points. Without options, what is usual."""
        return False

    def unit(self, options: Any) -> str:
        """Return the word for what is counted: marks or points."""
        return _("marks") if self.counts_marks(options) else _("points")

    def least_total(self, options: Any) -> int | None:
        """Return the lowest total that a side can have; None where there is no limit."""
        return None

    def hands_within(self, options: Any, totals: Sequence[int], longest: int) -> tuple[int, int]:
        """Return the fewest and the most hands that can come to these totals, no more than
        ``longest``."""
        return 1, longest

    @abstractmethod
    def agreed(self, options: Any) -> tuple[str, ...]:
        """Return the rules of the table in a few words each, leaving out what is usual."""

    # A hand in words

    def value_words(self, name: str, value: Value) -> str:
        """Return a value of a problem in words: a bid, a contract; ``name`` is its place in the
        text."""
        return str(value)

    def bid_words(self, bid: str) -> str:
        """Return the bid of a verdict in words."""
        return bid

    @abstractmethod
    def hand_labels(self, record: Record, verdict: Record, names: Names) -> HandLabels:
        """Return a legal hand in words."""

    @abstractmethod
    def facts(self, record: Record, names: Names) -> tuple[Fact, ...]:
        """Any record of sound shape, legal or not, in labelled facts."""

    def explanation(
        self, record: Record, options: Any, names: Names, before: Standing
    ) -> tuple[ExplanationLine, ...]:
        """Return how a legal hand came to its result, step by step; ``before`` is where the match
        stood.

        Empty where the words of the hand say it all.
        """
        return ()

    def explanation_so_far(
        self, record: Record, options: Any, names: Names
    ) -> tuple[ExplanationLine, ...]:
        """Return the explanation of a hand of sound shape whose result is still open."""
        return ()

    def tricks(
        self, record: Record, options: Any, names: Names, problems: Collection[Any]
    ) -> tuple[DrawnTrick, ...]:
        """Return the recorded tricks as they are drawn, each with the problems that speak of it."""
        return ()

    # Entry in one line

    @abstractmethod
    def read_line(self, text: str, table: Table) -> LineFields:
        """Return the entry form's fields that a line typed at this table stands for; raises
        ``LineError``."""

    @abstractmethod
    def example(self, options: Any) -> Example:
        """Return the line that shows how a hand is typed."""

    @abstractmethod
    def line_help(self, options: Any) -> tuple[KeyHelp, ...]:
        """Return the words that a typed line may hold under these rules."""

    # Money

    def stakes(self, stakes: Mapping[str, str]) -> tuple[MoneyLine, ...]:
        """Return what was agreed to be played for."""
        return tuple(
            MoneyLine(str(self.labels.stakes[name]), "", stake_shown(stakes, name))
            for name in self.laws.match.stakes
            if name in stakes
        )

    def calculation(
        self,
        standing: Standing,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideLabel],
    ) -> tuple[MoneyLine, ...]:
        """Return how the settlement is computed, line by line."""
        return ()

    def pot_received(
        self, scores: Sequence[Sequence[int]], *, players: int, ante: int, point: int
    ) -> tuple[int, ...]:
        """Return what each player receives out of a pot in the end, where the game ``has_pot``."""
        raise NotImplementedError

    # Print

    def sheet(self, options: Any, *, large: bool) -> SheetParts:
        """Return the game's part of an empty score sheet of single players, in large type or
        not."""
        target = f"{self.target(options)} {self.unit(options)}"
        return SheetParts((_("Game to"), target), ((_("Score"), _("Total")),))

    def rule_tables(self, options: Any) -> Iterator[RuleSection]:
        """Yield what a table looks up at play: the deal, contracts, scores."""
        return iter(())

    def idle_options(self, values: Mapping[str, Any]) -> frozenset[str]:
        """Return the options that mean nothing beside the values of the others."""
        return frozenset()

    # The rules of an event in words

    def rules_sections(self, rules: Mapping[str, Any]) -> tuple[RuleSection, ...]:
        """Sound rules in sections: the options, then what a table looks up."""
        options = RuleSection(_("What was agreed"), tuple(self.option_lines(rules)))
        return options, *self.rule_tables(self.laws.options.resolve(dict(rules)))

    def rules_headline(self, rules: Mapping[str, Any]) -> str:
        """Sound rules in a line, whichever preset they came from."""
        agreed = comma_list(self.agreed(self.laws.options.resolve(dict(rules))))
        return f"{agreed[:1].upper()}{agreed[1:]}."

    def preset_label(self, rules: Mapping[str, Any]) -> str:
        """Return the preset that the rules start from."""
        preset = rules.get("preset", self.laws.options.default_preset)
        return str(self.labels.presets[preset].label)

    def option_lines(self, rules: Mapping[str, Any]) -> Iterator[RuleLine]:
        """Yield each option that has a meaning under these rules, marked where the preset
        differs."""
        table = self.laws.options
        values = table.values(rules)
        preset = table.values({"preset": rules.get("preset", table.default_preset)})
        variant = values[table.variant] if table.variant else ""
        idle = self.idle_options(values)
        for option in table.options:
            if variant in option.fixed or option.name in idle:
                continue
            labels, value = self.labels.options[option.name], values[option.name]
            usual = preset[option.name]
            differs = _("The preset has: %(value)s") % {"value": value_label(usual, labels)}
            yield RuleLine(
                label=str(labels.label),
                value=value_label(value, labels),
                text=str(labels.explanation),
                note=differs if value != usual else "",
            )
