"""Tournaments of 42 in the styles in which they are announced."""

from django.utils.translation import gettext_lazy as _

from tournaments.presets.base import EventTemplate

TOURNAMENT = {"preset": "tournament"}
FORCED = {**TOURNAMENT, "all_pass": "dealer_must_bid"}
TOURNAMENTS = _("Tournaments")
ALONE = _("Entering alone")
IN_A_BRACKET = ("bracket_place", "games_won", "marks_for")

ELIMINATION = (
    EventTemplate(
        key="state_championship",
        family=TOURNAMENTS,
        name=_("State championship style"),
        explanation=_(
            "For up to 160 pairs. Groups of eight play seven games of 25 minutes; the best 32 go "
            "on to best two of three with 75 minutes, the final is double, the others play a "
            "consolation bracket. Straight 42 with follow me and doubles; nobody is forced to bid. "
            "Total marks part those with as many wins."
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
            "Five games all against all seed the field by wins, marks for and fewest marks "
            "against, then one hand or one domino drawn. The better half plays for the "
            "championship, the others for the consolation, both out after two defeats. "
            "A bye is 7 to 4, a forfeit 7 to 0. Straight 42 with follow me and doubles; with three "
            "passes the last one must bid."
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
            "Every group plays all against all; marks are summed, at most 7 from a game. The "
            "first two of each group go on to a single elimination. Those level for the first "
            "place draw a domino, those for the second play one hand. Straight 42 with follow me "
            "and doubles; nobody is forced to bid."
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
            "Best two of three; for each series opponents are drawn anew out of a winners' and a "
            "losers' box, one bye a pair. Straight 42 with follow me and doubles; nobody is forced "
            "to bid."
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
        name=_("Town festival style"),
        explanation=_(
            "Double elimination for 32 pairs, one game a meeting. Follow me, doubles, and nello "
            "with doubles as a suit of their own; no splash, plunge or sevens. With three passes "
            "the last one must bid."
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
            "three. Straight 42 with follow me, doubles and, as the only special bid, plunge; with "
            "three passes the last one must bid."
        ),
        rules={**FORCED, "plunge": True},
        format="single_elimination",
        tie_breaks=IN_A_BRACKET,
        scoring={"best_of": [5, 3]},
    ),
    EventTemplate(
        key="company_games",
        family=TOURNAMENTS,
        name=_("Company games style"),
        explanation=_(
            "Double elimination over two evenings, 50 minutes a game. When time is called the "
            "hand is finished and the higher marks win; level pairs play one more hand. Straight "
            "42 with follow me and doubles; with three passes the last one must bid."
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
            "One best two of three a week, ten of them for every pair; each round is a week. Where "
            "the number of pairs is odd, every pair has a week off in its turn, two with seven or "
            "nine pairs; where it is even, all have the same. A pair may have one substitute. "
            "Straight 42 with follow me and doubles; with three passes the last one must bid."
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
            "Nobody is knocked out: each round pairs with as many wins meet, never twice."
            " The strength of the opponents breaks ties. Straight 42 with follow me and "
            "doubles; with three passes the last one must bid."
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
            "Straight 42 with follow me and doubles; with three passes the last one must bid."
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
            "partners are parted. Straight 42 with follow me and doubles; with three passes the "
            "last one must bid."
        ),
        rules=FORCED,
        format="progressive",
        format_options={"rounds": 6},
        tie_breaks=("games_won", "marks_for", "difference"),
    ),
)
