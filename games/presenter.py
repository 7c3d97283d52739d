"""A game's presenter: everything besides its rules for pages, API and print.

Records, verdicts and names in, labels out; no model, no request. Differences between games are
properties here, so that code outside a game's folder does not name it.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import stake_shown
from core.text import Text, comma_list
from engine.standings.metrics import metrics_of, ranking, usual_order
from games.base import (
    SEAT_KEYS,
    DrawnTrick,
    Example,
    ExplanationLine,
    Fact,
    HandLabels,
    HandTable,
    KeyHelp,
    LineFields,
    MoneyLine,
    Names,
    Record,
    SideLabel,
    hand_keys,
    team_keys,
)
from games.best_play import BestPlayWords
from games.cards import card_words
from games.entry_form import EntryForm
from games.marks import HandMarks
from games.measures import GameMeasures
from games.presets import EventTemplate
from games.printing import CardColumns, HandRecordFormat, RuleLine, RuleSection, SheetDesign
from games.tricks import Order, tricks_drawn
from games.wording import GameLabels, HandWords, value_label
from rules.game import GameLaws, MatchStanding
from rules.pack import Pack
from rules.problems import BidInText, PieceInText, Problem, Value


class GamePresenter(ABC):
    """How a game is spoken, typed, drawn, explained, printed and paid."""

    laws: ClassVar[GameLaws[Any]]
    label: ClassVar[Text]
    """The name of the game."""
    evening_label: ClassVar[Text] = gettext_lazy("Evening, %(date)s")
    """The usual name of an evening of it."""
    labels: ClassVar[GameLabels]
    words: ClassVar[HandWords] = HandWords()
    form: ClassVar[type[EntryForm]]
    examples: ClassVar[Mapping[str, Record]] = {}
    """Examples of records by title, for the API description."""

    # At the table

    cards: ClassVar[bool] = True
    """Whether it is played with cards; otherwise with dominoes."""
    keys: ClassVar[tuple[str, ...]] = SEAT_KEYS
    has_pot: ClassVar[bool] = False
    """Whether an evening of it may be settled with a pot, hand by hand."""

    best_play: ClassVar[BestPlayWords | None] = None
    """How best play is spoken of; None for a game without a solver."""

    marks: ClassVar[HandMarks | None] = None
    """Its hand on a sheet for marking; None for a game without such sheets."""

    measures: ClassVar[GameMeasures] = GameMeasures()
    """Its statistics."""

    # In events and seasons

    round_minutes: ClassVar[int] = 30
    """The usual minutes of a round that the clock ends."""
    hand_minutes: ClassVar[float] = 3
    """The usual minutes of a hand, where the number of hands ends a round."""
    usual_order: ClassVar[tuple[str, ...]] = ("games_won",)
    """The usual ranking of an event."""
    presets: ClassVar[tuple[EventTemplate, ...]] = ()
    """Its ready-made events; without any there is a plain evening."""
    season: ClassVar[Mapping[str, str]] = {"measure": "points", "scoring": "sum"}
    """Defaults of a season, by the names of its fields."""

    # In print

    card_columns: ClassVar[CardColumns] = CardColumns()
    """The columns of a printed scorecard."""
    hand_record: ClassVar[HandRecordFormat] = HandRecordFormat()

    @property
    def name(self) -> str:
        """The game's name in the record format."""
        return self.laws.name

    @property
    def pack(self) -> Pack:
        """The pieces, in a game that records deals or tricks."""
        assert self.laws.dealing is not None
        return self.laws.dealing.pack

    @property
    def in_teams(self) -> bool:
        """Whether two teams play; else everybody plays alone, though perhaps with a partner for a
        hand."""
        return self.laws.sides < self.laws.seats

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics of standings; the order applies to columns that are not ranked by."""
        return metrics_of(self.laws)

    def tie_breaks(self, *, has_places: bool) -> tuple[str, ...]:
        """Return the tie-breaks of an event; ``has_places`` if its format decides places itself."""
        return ranking(self.metrics, has_places=has_places)

    def order(self, *, has_places: bool) -> tuple[str, ...]:
        """Return the default ranking of an event."""
        return usual_order(self.usual_order, has_places=has_places)

    def saying(self, says: str) -> "GamePresenter":
        """Return the presenter with a club's word for the dealer, where the game has a choice."""
        return self

    # Players

    def sides(self, names: Names) -> tuple[SideLabel, ...]:
        """Return the sides, in the order of scores: the seats opposite each other where teams play,
        else every player.
        """
        if self.in_teams:
            return tuple(SideLabel(team_keys(team), (*names[team::2],)) for team in (0, 1))
        keys = self.player_keys(len(names))
        return tuple(SideLabel(key, (name,)) for key, name in zip(keys, names, strict=True))

    def player_keys(self, players: int) -> tuple[str, ...]:
        """Return the letters of the players round a table; whoever is more than there are seats has
        a letter that no hand has.
        """
        further = ascii_uppercase[len(self.keys) :]
        return (*self.keys[: self.laws.seats], *further)[:players]

    def hand_keys(self, names: Names) -> tuple[str, ...]:
        """Return the letter by which each hand is typed and shown, a dummy's last."""
        return hand_keys(names)

    def hand_names(self, names: Names) -> tuple[str, ...]:
        """Return the owners of the dealt hands: the players, and a dummy if there is one."""
        return tuple(names)

    def side_notes(self, standing: MatchStanding, options: Any) -> tuple[str, ...]:
        """Return a note below the total of each side, such as bags; empty if there is none."""
        return ()

    # Targets

    def target(self, options: Any) -> int:
        """Return the target of a side; 0 if there is none."""
        return 0

    def draws_marks(self, options: Any) -> bool:
        """Return whether totals are drawn as strokes of the ALL."""
        return False

    def unit(self, options: Any) -> str:
        """Return what is counted under these options."""
        return str(self.words.unit)

    def least_total(self, options: Any) -> int | None:
        """Return the lowest total that a side can have; None where there is no limit."""
        return None

    def highest_total(self, options: Any) -> int:
        """Return a total, of whichever sign, that no side exceeds in a match of usual length."""
        return 999

    def hands_within(self, options: Any, totals: Sequence[int], longest: int) -> tuple[int, int]:
        """Return the fewest and the most hands that can give these totals, at most ``longest``."""
        return 1, longest

    @abstractmethod
    def agreed(self, options: Any) -> tuple[str, ...]:
        """Return the rules that differ from the default, in a few words each."""

    # A hand in words

    def value_words(self, name: str, value: Value) -> str:
        """Return a value of a problem in words: a bid, a card, a contract, an option.

        ``name`` is its place in the text.
        """
        if isinstance(value, BidInText) or name == "bid":
            return self.bid_words(str(value))
        if isinstance(value, PieceInText) and self.cards:
            return card_words(value)
        return str(self._agreed_words(name).get(str(value), value))

    def _agreed_words(self, name: str) -> Mapping[str, Text]:
        """Return the words of what is agreed on, by the record's own, for a place in a text."""
        labels = self.labels
        match name:
            case "option":
                return {key: option.label for key, option in labels.options.items()}
            case "variant":
                return labels.options[self.laws.options.variant].values
            case "stake":
                return labels.stakes
            case _:
                return {}

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
        self, record: Record, options: Any, names: Names, before: MatchStanding
    ) -> tuple[ExplanationLine, ...]:
        """Explain the result of a legal hand step by step; ``before`` is the match's standing.

        Empty if the labels of the hand suffice.
        """
        return ()

    def explanation_so_far(
        self, record: Record, options: Any, names: Names
    ) -> tuple[ExplanationLine, ...]:
        """Return the explanation of a hand of sound shape whose result is still open."""
        return ()

    def orders(self, record: Record, options: Any) -> Sequence[Order]:
        """Return the order of each recorded trick, as far as it follows from a record of sound
        shape.
        """
        return ()

    def tricks(
        self, record: Record, options: Any, names: Names, problems: Collection[Problem]
    ) -> tuple[DrawnTrick, ...]:
        """Return the recorded tricks as they are drawn, each with the problems that speak of it."""
        plays = record.get("plays", ())
        if not plays:
            return ()
        orders, hands = self.orders(record, options), self.hand_names(names)
        return tricks_drawn(plays, orders, hands, problems, pack=self.pack, cards=self.cards)

    # Entry in one line

    @abstractmethod
    def read_line(self, text: str, table: HandTable) -> LineFields:
        """Return the form fields of a line typed at this table; raise ``LineError``."""

    @abstractmethod
    def example(self, options: Any) -> Example:
        """Return the line that shows how a hand is typed."""

    @abstractmethod
    def line_help(self, table: HandTable) -> tuple[KeyHelp, ...]:
        """Return the words that a line typed at this table may hold."""

    # Money

    def stakes(self, stakes: Mapping[str, str]) -> tuple[MoneyLine, ...]:
        """Return the agreed stakes."""
        return tuple(
            MoneyLine(str(self.labels.stakes[name]), "", stake_shown(stakes, name))
            for name in self.laws.match.stakes
            if name in stakes
        )

    def calculation(
        self,
        standing: MatchStanding,
        stakes: Mapping[str, str],
        options: Any,
        sides: Sequence[SideLabel],
    ) -> tuple[MoneyLine, ...]:
        """Return how the settlement is computed, line by line."""
        return ()

    def pot_received(
        self, scores: Sequence[Sequence[int]], *, players: int, ante: int, point: int
    ) -> tuple[int, ...]:
        """Return each player's amount from the pot at the end, in games with ``has_pot``."""
        raise NotImplementedError

    # Print

    def sheet(self, options: Any) -> SheetDesign:
        """Return the game's part of an empty score sheet."""
        target = f"{self.target(options)} {self.unit(options)}"
        return SheetDesign((_("Game to"), target), ((_("Score"), _("Total")),))

    def rule_tables(self, options: Any) -> Iterator[RuleSection]:
        """Yield tables for reference during play: the deal, contracts, scores."""
        return iter(())

    def idle_options(self, values: Mapping[str, Any]) -> frozenset[str]:
        """Return the options without effect beside the values of the others."""
        return frozenset()

    # The rules of an event in words

    def rules_sections(self, rules: Mapping[str, Any]) -> tuple[RuleSection, ...]:
        """Return sound rules in sections: the options, then tables for reference."""
        options = RuleSection(_("What was agreed"), tuple(self.option_lines(rules)))
        return options, *self.rule_tables(self.laws.options.resolve(dict(rules)))

    def rules_headline(self, rules: Mapping[str, Any]) -> str:
        """Sound rules in a line, whichever preset they came from."""
        agreed = comma_list(self.agreed(self.laws.options.resolve(dict(rules))))
        return _("%(sentence)s.") % {"sentence": f"{agreed[:1].upper()}{agreed[1:]}"}

    def preset_label(self, rules: Mapping[str, Any]) -> str:
        """Return the preset that the rules start from."""
        preset = rules.get("preset", self.laws.options.default_preset)
        return str(self.labels.presets[preset].label)

    def option_lines(self, rules: Mapping[str, Any]) -> Iterator[RuleLine]:
        """Yield each option that applies under these rules, marked if not as the preset."""
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
