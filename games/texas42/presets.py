"""Ready-made evenings and tournaments of Texas 42.

Tournaments follow published rules; docs/decisions/0017 lists how open points are read.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presets import ALONE, SAME_DEALS, TOURNAMENTS, DealPlan, EventTemplate

USUAL_ORDER: Final = ("games_won", "points", "points_against", "head_to_head", "times_set")

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
        tie_breaks=(*USUAL_ORDER, "lot"),
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


TOURNAMENT = {"preset": "tournament"}
FORCED = {**TOURNAMENT, "all_pass": "dealer_must_bid"}
IN_A_BRACKET = ("bracket_place", "games_won", "points")

ELIMINATION = (
    EventTemplate(
        key="state_championship",
        family=TOURNAMENTS,
        name=_("State championship"),
        explanation=_(
            "Up to 160 pairs. Groups of eight, then the best 32 in a bracket; the others play a "
            "consolation bracket."
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
            "Five games seed two double-elimination brackets: the better half plays for the "
            "championship, the others for the consolation."
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
        tie_breaks=(*IN_A_BRACKET, "points_against", "play_off", "lot"),
        scoring={"bye_rule": "fixed", "bye_for": 7, "bye_against": 4},
    ),
    EventTemplate(
        key="groups_of_four",
        family=TOURNAMENTS,
        name=_("Sixteen pairs in groups of four"),
        explanation=_(
            "Every group plays a round robin; the first two of each go on to single elimination."
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
            "Best two of three. Opponents are drawn anew from a winners' and a losers' box for "
            "each series."
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
            "Double elimination for 32 pairs, one game per meeting. Nello is allowed; splash, "
            "plunge and sevens are not."
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
            "Single elimination: the first round is best three of five, later ones two of three. "
            "Plunge is allowed."
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
            "Double elimination over two evenings, 50 minutes per game; when time is called, the "
            "higher marks win."
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
            "A best two of three every week, ten for every pair; a pair may have one substitute."
        ),
        rules=FORCED,
        format="round_robin",
        format_options={"meetings": 10},
        tie_breaks=("meetings_won", "games_won", "points", "head_to_head"),
        scoring={"best_of": [3], "substitutes": 1},
    ),
    EventTemplate(
        key="swiss",
        family=TOURNAMENTS,
        name=_("Swiss tournament"),
        explanation=_(
            "Nobody is knocked out: in each round pairs with equal wins meet, never twice."
        ),
        rules=FORCED,
        format="swiss",
        tie_breaks=("meetings_won", "buchholz", "sonneborn_berger", "points"),
        scoring={"bye_rule": "win"},
    ),
    EventTemplate(
        key="rotating_partners",
        family=ALONE,
        name=_("Night of changing partners"),
        explanation=_(
            "Everybody enters alone and has a new partner in each of seven rounds; for 8 to 40."
        ),
        rules=FORCED,
        format="rotating_partners",
        format_options={"rounds": 7},
        tie_breaks=("games_won", "points", "difference", "times_set"),
    ),
    EventTemplate(
        key="progressive_party",
        family=ALONE,
        name=_("Progressive party"),
        explanation=_(
            "Everybody enters alone; after each of six rounds the winners move up and partners "
            "are split."
        ),
        rules=FORCED,
        format="progressive",
        format_options={"rounds": 6},
        tie_breaks=("games_won", "points", "difference"),
    ),
)


DUPLICATE = (
    EventTemplate(
        key="mitchell",
        family=SAME_DEALS,
        name=_("Duplicate evening, Mitchell"),
        explanation=_(
            "Half of the pairs stay, the others move up a table after three deals. Each line has "
            "its own winner."
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
            "For up to eight pairs: everybody meets everybody once, over three deals. "
            "Matchpoints in per cent."
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
            "Four Swiss rounds of three deals that every table plays; the average difference "
            "from the other tables counts."
        ),
        rules=FORCED,
        format="swiss",
        format_options={"rounds": 4},
        tie_breaks=("cross_score", "matchpoints", "lot"),
        scoring={"bye_rule": "win"},
        deals=DealPlan(per_round=3, count=12),
    ),
)

PRESETS: Final = (*CLUBS, *DUPLICATE, *ELIMINATION)
