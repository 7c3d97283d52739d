"""Ready-made events: everything except name and date, which are filled in.

Tournament presets follow published rules; docs/decisions/0017 lists how open points are read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django.apps import apps
from django.utils.translation import gettext_lazy as _

from games import PRESENTERS, GamePresenter
from pairings.formats import usual_format
from rules import money

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


CLUB_EVENINGS = _("Club evenings")


@dataclass(frozen=True, slots=True)
class DealPlan:
    """A deal set that is made by lot with an event: deals a round, and all of them."""

    per_round: int
    count: int


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """An event that a club can start from.

    ``stakes`` are hundredths of the currency's unit by the names of the rule book, or none at all
    for an evening without money; a currency without coins below the unit plays for whole units.
    ``scoring`` are further fields of the event, as ``event_create`` takes them; ``family`` is the
    heading under which the template is offered. With ``deals`` all tables play the same ones.
    """

    key: str
    name: "StrPromise | str"
    explanation: "StrPromise"
    rules: Mapping[str, object]
    game: str = "texas42"
    stakes: Mapping[str, int] | None = None
    format: str = "round_robin"
    format_options: Mapping[str, int] = field(default_factory=dict)
    games_per_meeting: int = 1
    tie_breaks: tuple[str, ...] = PRESENTERS["texas42"].usual_order
    scoring: Mapping[str, Any] = field(default_factory=dict)
    family: "StrPromise" = CLUB_EVENINGS
    deals: DealPlan | None = None

    def fields(self, currency: str) -> dict[str, Any]:
        """Return the arguments of ``event_create``, except club, date and user."""
        return {
            "name": str(self.name),
            "game": self.game,
            "rules": self.rules,
            "stakes": self._stakes_in(currency),
            "format": self.format,
            "format_options": self.format_options,
            "games_per_meeting": self.games_per_meeting,
            "tie_breaks": self.tie_breaks,
            "deals": self.deals,
            **self.scoring,
        }

    def fields_with(self, currency: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the same with what is given instead.

        What depends on the template's format is left to another format's usual choices.
        """
        fields = self.fields(currency)
        if given.get("format", self.format) != self.format:
            fields |= {"format_options": {}, "tie_breaks": None}
        return fields | dict(given)

    def _stakes_in(self, currency: str) -> dict[str, str] | None:
        """Return the stakes as the record format has them, in this currency."""
        if self.stakes is None:
            return None
        scale = 10 ** money.decimals(currency)
        amounts = {
            name: money.render(max(1, hundredths * scale // 100), currency)
            for name, hundredths in self.stakes.items()
        }
        return {"currency": currency, **amounts}


CLUBS = (
    EventTemplate(
        key="club_night",
        name=_("Club 42 night"),
        explanation=_(
            "Seven rounds to 7 marks with nello, plunge and sevens; "
            "a quarter a mark and one for each set."
        ),
        rules={"preset": "marks"},
        stakes={"per_mark": 25, "per_set": 100},
        format_options={"rounds": 7},
    ),
    EventTemplate(
        key="round_robin",
        name=_("42 round robin"),
        explanation=_("Every pair meets every pair to 7 marks; no money."),
        rules={"preset": "marks"},
    ),
    EventTemplate(
        key="straight",
        name=_("Straight 42 tournament"),
        explanation=_(
            "Trumps only, the shaker must bid; every pair meets every pair, "
            "and a lot decides between those still tied."
        ),
        rules={"preset": "straight"},
        tie_breaks=(*PRESENTERS["texas42"].usual_order, "lot"),
    ),
    EventTemplate(
        key="everything",
        name=_("Anything-goes 42 night"),
        explanation=_("Seven rounds with every special contract of the rule book; no money."),
        rules={"preset": "everything"},
        format_options={"rounds": 7},
    ),
    EventTemplate(
        key="points",
        name=_("42 to 250 points"),
        explanation=_("Seven rounds scored in points; no money."),
        rules={"preset": "points"},
        format_options={"rounds": 7},
    ),
)


PLAYERS = (
    EventTemplate(
        key="pandoeren_evening",
        name=_("Pandoeren evening"),
        explanation=_(
            "Four rounds of 16 hands at tables of four, with new tablemates each round; no money."
        ),
        game="pandoeren",
        rules={"preset": "standard", "hands": 16},
        format="table_mates",
        format_options={"rounds": 4},
        tie_breaks=PRESENTERS["pandoeren"].usual_order,
    ),
    EventTemplate(
        key="pandoeren_larger_tables",
        name=_("Pandoeren at tables of four and five"),
        explanation=_(
            "Four rounds of 16 hands, each with new tablemates; whoever is left over makes a "
            "table of five, where the dealer sits the hand out. Points per hand decide, because "
            "not everybody may then play the same number of hands."
        ),
        game="pandoeren",
        rules={"preset": "standard", "hands": 16},
        format="table_mates",
        format_options={"rounds": 4, "left_over": 1},
        tie_breaks=("average", *PRESENTERS["pandoeren"].usual_order),
    ),
    EventTemplate(
        key="pandoeren_money",
        name=_("Pandoeren for money"),
        explanation=_(
            "Four rounds of 16 hands; at each table every two players settle the difference of "
            "their points, five hundredths per point."
        ),
        game="pandoeren",
        rules={"preset": "standard", "hands": 16},
        stakes={"per_point": 5},
        format="table_mates",
        format_options={"rounds": 4},
        tie_breaks=PRESENTERS["pandoeren"].usual_order,
    ),
    EventTemplate(
        key="spades_evening",
        name=_("Spades evening"),
        explanation=_(
            "Four rounds at tables of three, with new tablemates each round; a round is a game "
            "to 300. No money."
        ),
        game="dummy_spades",
        rules={"preset": "short"},
        format="table_mates",
        format_options={"rounds": 4},
        tie_breaks=PRESENTERS["dummy_spades"].usual_order,
    ),
    EventTemplate(
        key="spades_long",
        name=_("Spades to 500"),
        explanation=_("Three rounds at tables of three; a round is a game to 500. No money."),
        game="dummy_spades",
        rules={"preset": "standard"},
        format="table_mates",
        format_options={"rounds": 3},
        tie_breaks=PRESENTERS["dummy_spades"].usual_order,
    ),
)


TOURNAMENT = {"preset": "tournament"}
FORCED = {**TOURNAMENT, "all_pass": "dealer_must_bid"}
TOURNAMENTS = _("Tournaments")
ALONE = _("Entering alone")
IN_A_BRACKET = ("bracket_place", "games_won", "marks_for")

ELIMINATION = (
    EventTemplate(
        key="state_championship",
        family=TOURNAMENTS,
        name=_("State championship"),
        explanation=_(
            "For up to 160 pairs. Groups of eight play seven games of 25 minutes; the best 32 go "
            "on to best two of three with 75 minutes, the final is double, the others play a "
            "consolation bracket. Straight 42 with follow me and doubles; nobody is forced to bid. "
            "Total marks separate those with equal wins."
        ),
        rules=TOURNAMENT,
        format="qualifying",
        format_options={
            "group_size": 8,
            "group_rounds": 7,
            "advance_each": 0,
            "advance_total": 32,
            "bracket": 1,
            "bracket_best_of": 3,
            "bracket_minutes": 75,
            "final": 2,
            "consolation": 1,
            "unequal": 1,
        },
        tie_breaks=(*IN_A_BRACKET, "difference", "play_off", "lot"),
        scoring={"round_minutes": 25, "bye_rule": "win"},
    ),
    EventTemplate(
        key="morning_round_robin",
        family=TOURNAMENTS,
        name=_("Morning round robin, two double brackets"),
        explanation=_(
            "Five round-robin games seed the field by wins, marks for and fewest marks against, "
            "then by one hand played or a domino drawn. The better half plays for the "
            "championship, the others for the consolation, both out after two defeats. A bye is "
            "7 to 4, a forfeit 7 to 0. Straight 42 with follow me and doubles; after three "
            "passes the last player must bid."
        ),
        rules=FORCED,
        format="qualifying",
        format_options={
            "group_size": 0,
            "group_rounds": 5,
            "advance_each": 0,
            "advance_half": 1,
            "bracket": 2,
            "final": 2,
            "consolation": 2,
        },
        tie_breaks=(*IN_A_BRACKET, "marks_against", "play_off", "lot"),
        scoring={"bye_rule": "fixed", "bye_for": 7, "bye_against": 4},
    ),
    EventTemplate(
        key="groups_of_four",
        family=TOURNAMENTS,
        name=_("Sixteen pairs in groups of four"),
        explanation=_(
            "Every group plays a round robin; marks are added up, at most 7 from a game. The "
            "first two of each group go on to single elimination. Pairs level for first place "
            "draw a domino, pairs level for second place play one hand. Straight 42 with follow "
            "me and doubles; nobody is forced to bid."
        ),
        rules=TOURNAMENT,
        format="qualifying",
        format_options={"group_size": 4, "advance_each": 2, "bracket": 1, "final": 1},
        tie_breaks=("bracket_place", "capped_for", "play_off", "lot"),
        scoring={"cap": 7},
    ),
    EventTemplate(
        key="two_boxes",
        family=TOURNAMENTS,
        name=_("Double elimination out of two boxes"),
        explanation=_(
            "Best two of three; for each series opponents are drawn anew from a winners' and a "
            "losers' box, one bye per pair. Straight 42 with follow me and doubles; nobody is "
            "forced to bid."
        ),
        rules=TOURNAMENT,
        format="two_boxes",
        format_options={"final": 2},
        tie_breaks=IN_A_BRACKET,
        scoring={"best_of": [3]},
    ),
    EventTemplate(
        key="town_festival",
        family=TOURNAMENTS,
        name=_("Town festival"),
        explanation=_(
            "Double elimination for 32 pairs, one game per meeting. Follow me, doubles, and "
            "nello with doubles as a suit of their own; no splash, plunge or sevens. After three "
            "passes the last player must bid."
        ),
        rules={**FORCED, "nello": "any"},
        format="double_elimination",
        format_options={"final": 2},
        tie_breaks=IN_A_BRACKET,
    ),
    EventTemplate(
        key="long_first_round",
        family=TOURNAMENTS,
        name=_("First round best three of five"),
        explanation=_(
            "Single elimination; the first round is the best three of five, later ones two of "
            "three. Straight 42 with follow me, doubles and, as the only special bid, plunge; "
            "after three passes the last player must bid."
        ),
        rules={**FORCED, "plunge": True},
        format="single_elimination",
        tie_breaks=IN_A_BRACKET,
        scoring={"best_of": [5, 3]},
    ),
    EventTemplate(
        key="company_games",
        family=TOURNAMENTS,
        name=_("Company picnic"),
        explanation=_(
            "Double elimination over two evenings, 50 minutes per game. When time is called the "
            "hand is finished and the higher marks win; level pairs play one more hand. Straight "
            "42 with follow me and doubles; after three passes the last player must bid."
        ),
        rules=FORCED,
        format="double_elimination",
        format_options={"final": 2},
        tie_breaks=IN_A_BRACKET,
        scoring={"round_minutes": 50, "time_rule": "sudden_death"},
    ),
    EventTemplate(
        key="weekly_league",
        family=TOURNAMENTS,
        name=_("Weekly league of fixed pairs"),
        explanation=_(
            "A best two of three every week, ten for every pair; each round is a week. With an "
            "odd number of pairs, every pair has a week off in its turn, two with seven or nine "
            "pairs; with an even number, all have the same. A pair may have one substitute. "
            "Straight 42 with follow me and doubles; after three passes the last player must bid."
        ),
        rules=FORCED,
        format="round_robin",
        format_options={"meetings": 10},
        tie_breaks=("meetings_won", "games_won", "marks_for", "head_to_head"),
        scoring={"best_of": [3], "substitutes": 1},
    ),
    EventTemplate(
        key="swiss",
        family=TOURNAMENTS,
        name=_("Swiss tournament"),
        explanation=_(
            "Nobody is knocked out: each round pairs with equal wins meet, never twice. The "
            "strength of the opponents breaks ties. Straight 42 with follow me and doubles; "
            "after three passes the last player must bid."
        ),
        rules=FORCED,
        format="swiss",
        tie_breaks=("meetings_won", "buchholz", "sonneborn_berger", "marks_for"),
        scoring={"bye_rule": "win"},
    ),
    EventTemplate(
        key="rotating_partners",
        family=ALONE,
        name=_("Night of changing partners"),
        explanation=_(
            "Everybody enters alone and has a new partner in each of seven rounds; for 8 to 40. "
            "Straight 42 with follow me and doubles; after three passes the last player must bid."
        ),
        rules=FORCED,
        format="rotating_partners",
        format_options={"rounds": 7},
        tie_breaks=("games_won", "marks_for", "difference", "times_set"),
    ),
    EventTemplate(
        key="progressive_party",
        family=ALONE,
        name=_("Progressive party"),
        explanation=_(
            "Everybody enters alone; after each of six rounds the winners of a table move up and "
            "partners are split. Straight 42 with follow me and doubles; after three passes the "
            "last player must bid."
        ),
        rules=FORCED,
        format="progressive",
        format_options={"rounds": 6},
        tie_breaks=("games_won", "marks_for", "difference"),
    ),
)


SAME_DEALS = _("The same deals at every table")

DUPLICATE = (
    EventTemplate(
        key="mitchell",
        family=SAME_DEALS,
        name=_("Duplicate evening, Mitchell"),
        explanation=_(
            "Half of the pairs stay, the others move up a table after each round of three deals; "
            "eight rounds, or as many as there are tables if there are fewer. Matchpoints in per "
            "cent; each of the two lines has a ranking and a winner. Straight 42 with follow me "
            "and doubles; after three passes the last player must bid."
        ),
        rules=FORCED,
        format="mitchell",
        format_options={"rounds": 8},
        tie_breaks=("matchpoints", "cross_score", "lot"),
        deals=DealPlan(per_round=3, count=24),
    ),
    EventTemplate(
        key="howell",
        family=SAME_DEALS,
        name=_("Duplicate evening, Howell"),
        explanation=_(
            "For up to eight pairs: everybody meets everybody once, over three deals. With more "
            "pairs seven rounds are played. Matchpoints in per cent. Straight 42 with follow me "
            "and doubles; after three passes the last player must bid."
        ),
        rules=FORCED,
        format="howell",
        format_options={"rounds": 7},
        tie_breaks=("matchpoints", "cross_score", "lot"),
        deals=DealPlan(per_round=3, count=21),
    ),
    EventTemplate(
        key="same_twelve_deals",
        family=SAME_DEALS,
        name=_("The same twelve deals"),
        explanation=_(
            "A Swiss evening of four rounds: pairs with similar scores meet, never twice, over "
            "three deals per round that every table plays. The cross score counts: the average "
            "difference from the other tables. Straight 42 with follow me and doubles; after "
            "three passes the last player must bid."
        ),
        rules=FORCED,
        format="swiss",
        format_options={"rounds": 4},
        tie_breaks=("cross_score", "matchpoints", "lot"),
        scoring={"bye_rule": "win"},
        deals=DealPlan(per_round=3, count=12),
    ),
)


_WRITTEN: Final = {
    template.key: template for template in (*CLUBS, *DUPLICATE, *ELIMINATION, *PLAYERS)
}


class _Templates(Mapping[str, EventTemplate]):
    """Those written here, and a plain evening of each game that has none here.

    Those with deals are offered only on a site that has deal sets; a season may have chosen one
    while it had them.
    """

    def __getitem__(self, key: str) -> EventTemplate:
        return _WRITTEN[key] if key in _WRITTEN else _plain_evening(PRESENTERS[key])

    def __iter__(self) -> Iterator[str]:
        has_deals = apps.is_installed("deals")
        offered = [key for key, template in _WRITTEN.items() if has_deals or not template.deals]
        games = {_WRITTEN[key].game for key in offered}
        return iter((*offered, *(game for game in PRESENTERS if game not in games)))

    def __len__(self) -> int:
        return sum(1 for _key in self)


TEMPLATES: Final[Mapping[str, EventTemplate]] = _Templates()


def templates_of(game: str) -> dict[str, EventTemplate]:
    """Return a game's templates by key."""
    return {key: template for key, template in TEMPLATES.items() if template.game == game}


def _plain_evening(presenter: GamePresenter) -> EventTemplate:
    """An evening under the usual rules and in the usual format; its key is the game's name."""
    return EventTemplate(
        key=presenter.name,
        name=str(presenter.label),
        explanation=_("The usual rules; no money."),
        rules={"preset": presenter.laws.options.default_preset},
        game=presenter.name,
        format=usual_format(presenter.name),
        tie_breaks=presenter.usual_order,
    )


def template_choices() -> "list[tuple[str, StrPromise | str]]":
    """Return the templates of all games with their names."""
    return [(key, template.name) for key, template in TEMPLATES.items()]
