"""Names of metrics, formats and their settings for people; gettext's messages, by key."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from pairings.format import SettingWrong
from standings.duplicate import Award

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class MetricLabel:
    """What a metric is called in full and at the head of a column, and what it means."""

    name: "StrPromise"
    abbreviation: "StrPromise"
    explanation: "StrPromise"


@dataclass(frozen=True, slots=True)
class SettingLabel:
    """What a format's setting is called, and its values: by name where it is a choice.

    ``nought`` says what 0 stands for, where it is no number.
    """

    name: "StrPromise"
    explanation: "StrPromise"
    choices: "Mapping[int, StrPromise]" = field(default_factory=dict)
    nought: "StrPromise | str" = ""

    def value(self, number: int) -> str:
        """A value as it is read."""
        if not number and self.nought:
            return str(self.nought)
        return str(self.choices.get(number, number))


@dataclass(frozen=True, slots=True)
class FormatLabel:
    """What a format is called, how it goes, and its settings by their keys."""

    name: "StrPromise"
    explanation: "StrPromise"
    settings: Mapping[str, SettingLabel]


AWARD_LABELS: "dict[str, StrPromise]" = {
    Award.PLUS: _("average plus, 60 %"),
    Award.AVERAGE: _("average, 50 %"),
    Award.MINUS: _("average minus, 40 %"),
}

METRIC_LABELS: dict[str, MetricLabel] = {
    "play_off": MetricLabel(
        _("One-hand play-off"),
        _("PO"),
        _(
            "One more hand between those still tied, or a domino or card drawn, as it was "
            "recorded. Counts only where all of the tied took part; the newest holds."
        ),
    ),
    "matchpoints": MetricLabel(
        _("Matchpoints in per cent"),
        _("MP %"),
        _(
            "Each deal is compared with all others who held the same hands: a point for each lower "
            "result, half a point for each equal one, in per cent of the most that could be had. "
            "The average of all deals played, compared exactly and rounded once. Deals count when "
            "their round is over at every table."
        ),
    ),
    "cross_score": MetricLabel(
        _("Cross score"),
        _("Cross"),
        _(
            "The average difference from each other result of those who held the same hands, added "
            "up over all deals, compared exactly and rounded once. Deals count when their round is "
            "over at every table."
        ),
    ),
    "bracket_place": MetricLabel(
        _("Place in the bracket"),
        _("Place"),
        _("How far an entry got in the bracket. Entries that were never in it come last."),
    ),
    "lot": MetricLabel(
        _("Drawn lot"),
        _("Lot"),
        _(
            "Drawn when the event is finished, only for those still tied, and kept with its seed "
            "so that anyone can repeat the draw. The lowest comes first."
        ),
    ),
    "head_to_head": MetricLabel(
        _("Head to head"),
        _("H2H"),
        _(
            "Games won against those one is tied with, a draw half a win; counts only where all of "
            "them have met each other. Those whom it leaves level are compared again among "
            "themselves."
        ),
    ),
    "at_one_table": MetricLabel(
        _("At one table"),
        _("H2H"),
        _(
            "Points more than those one is tied with, at the tables they shared; counts only where "
            "all of them have sat with each other. Those whom it leaves level are compared again "
            "among themselves."
        ),
    ),
    "buchholz": MetricLabel(
        _("Buchholz"),
        _("Bhz"),
        _(
            "Games won by all opponents together, each counted as often as they were met: who met "
            "the strong comes first. A draw counts as half a win. A bye adds one's own games won, "
            "as if one had met somebody who stands as one does oneself."
        ),
    ),
    "sonneborn_berger": MetricLabel(
        _("Sonneborn-Berger"),
        _("SB"),
        _(
            "For every game won, the games that its loser has won; for every game drawn, half of "
            "them. A bye counts as a game with somebody who stands as one does oneself."
        ),
    ),
    "points": MetricLabel(
        _("Points"), _("Pts"), _("All points together, including games in progress.")
    ),
    "average": MetricLabel(
        _("Points a hand"),
        _("Avg"),
        _(
            "All points divided by all hands played, compared exactly and shown in hundredths; "
            "what a bye scored is left out, and so are games of which nobody counted the hands. A "
            "dash where no hands were counted: that comes last. Just to those who had to sit out."
        ),
    ),
    "marks_a_hand": MetricLabel(
        _("Marks a hand"),
        _("Avg"),
        _(
            "All marks (or points) divided by all hands played, compared exactly and shown in "
            "hundredths; what a bye or a forfeit scored is left out, and so are games of which "
            "nobody counted the hands. A dash where no hands were counted: that comes last."
        ),
    ),
    "best_hand": MetricLabel(
        _("Best hand"),
        _("Best"),
        _(
            "The most points (or marks) made in one hand. A dash where no hand was written down: "
            "that comes last."
        ),
    ),
    "hands_played": MetricLabel(
        _("Hands played"),
        _("Hands"),
        _("Hands that were played, thrown-in ones included; a dash where nobody counted them."),
    ),
    "times_bid": MetricLabel(
        _("Times declarer"),
        _("Bid"),
        _(
            "Hands in which this player's bid was the highest; a dash where no hands were written "
            "down."
        ),
    ),
    "times_made": MetricLabel(
        _("Contracts made"),
        _("Made"),
        _(
            "Hands that this player bid and made. A dash where no hands were written down: that "
            "comes last."
        ),
    ),
    "games_won": MetricLabel(
        _("Games won"), _("W"), _("Finished games that were won; a draw counts as half a win.")
    ),
    "marks_for": MetricLabel(
        _("Marks for"),
        pgettext_lazy("marks", "For"),
        _("All marks (or points) won, including games in progress."),
    ),
    "marks_against": MetricLabel(
        _("Marks against"),
        pgettext_lazy("marks", "Against"),
        _("All marks (or points) of the opponents; fewer is better."),
    ),
    "difference": MetricLabel(_("Difference"), _("+/−"), _("Marks for less marks against.")),
    "capped_difference": MetricLabel(
        _("Capped difference"),
        _("+/− cap"),
        _("The difference of each game, but none for more than the event's cap, either way."),
    ),
    "capped_for": MetricLabel(
        _("Capped marks for"),
        _("For cap"),
        _("Marks (or points) of each game, but of none more than the event's cap."),
    ),
    "meetings_won": MetricLabel(
        _("Meetings won"),
        _("Mtg"),
        _(
            "Series or meetings that were won: by games, where these are level by marks, else by "
            "what was decided at the table. One that stays level counts as half a win."
        ),
    ),
    "times_set": MetricLabel(
        _("Times set"),
        _("Set"),
        _(
            "Hands that were bid and not made; fewer is better. Decides only where all the hands "
            "of those who are level were written down; a dash where none were."
        ),
    ),
    "games_played": MetricLabel(_("Games played"), _("P"), _("Games that are finished.")),
    "games_lost": MetricLabel(_("Games lost"), _("L"), _("Finished games that were lost.")),
}

_SERIES = {
    0: _("as the event has it"),
    1: _("one game"),
    3: _("best two of three"),
    5: _("best three of five"),
    7: _("best four of seven"),
}
_NO_YES = {0: _("no"), 1: _("yes")}
_FINAL = SettingLabel(
    _("Final"),
    _(
        "Single: one meeting decides. Double: a finalist who has not lost yet must lose twice, so "
        "a second meeting is played if needed."
    ),
    {1: _("single"), 2: _("double")},
)
_FINAL_BEST_OF = SettingLabel(
    _("Series of the final"), _("How many games make the meetings of the final."), _SERIES
)
_THIRD = SettingLabel(
    _("Third place"), _("Whether the losers of the semi-finals play for the third place."), _NO_YES
)
_CONSOLATION = SettingLabel(
    _("Consolation bracket"),
    _("What is left to play for those who are out early."),
    {0: _("none"), 1: _("single elimination"), 2: _("double elimination")},
)
_CONSOLATION_TARGET = SettingLabel(
    _("Games of the consolation to"),
    _(
        "To how many marks (or points) a game is played there, or how many hands where the rules "
        "have a number of hands; 0 plays as the rules have it."
    ),
    nought=_("as the rules say"),
)
_LOSERS_TARGET = SettingLabel(
    _("Games of the losers' bracket to"),
    _(
        "To how many marks (or points) a game is played there, or how many hands where the rules "
        "have a number of hands; 0 plays as the rules have it."
    ),
    nought=_("as the rules say"),
)
_ROUNDS = SettingLabel(_("Rounds"), _("How many rounds the event has."))

FORMAT_LABELS: dict[str, FormatLabel] = {
    "round_robin": FormatLabel(
        _("Round robin"),
        _(
            "Fixed pairs; everyone meets everyone in the order of the Berger tables. With an odd "
            "number of pairs one sits out each round."
        ),
        {
            "cycles": SettingLabel(
                _("Meetings of each two pairs"),
                _("How often each two pairs meet in the course of the event."),
            ),
            "meetings": SettingLabel(
                _("Meetings of each pair in all"),
                _(
                    "Each pair plays this many meetings, against as many different pairs as "
                    "possible; with an odd number of pairs all sit out equally often. 0 leaves it "
                    "to the setting before."
                ),
            ),
            "rounds": SettingLabel(
                _("Rounds at most"),
                _("The event ends after this many rounds; 0 plays until all have met."),
                nought=_("until all have met"),
            ),
        },
    ),
    "mitchell": FormatLabel(
        _("Mitchell"),
        _(
            "Fixed pairs, for evenings with the same deals at every table. Half of the pairs stay "
            "in seats A and C, the others move up one table after each round and meet each of them "
            "once. With an odd number one of the moving pairs sits out each round."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds at most"),
                _(
                    "There are as many rounds as tables, as no two pairs meet twice; 0 plays all "
                    "of them."
                ),
                nought=_("as many as tables"),
            ),
            "switched": SettingLabel(
                _("Last rounds with an arrow switch"),
                _(
                    "In this many of the last rounds the moving pairs sit in A and C, so that "
                    "pairs of both lines are compared with each other."
                ),
                nought=_("no arrow switch"),
            ),
        },
    ),
    "howell": FormatLabel(
        _("Howell"),
        _(
            "Few fixed pairs, for evenings with the same deals at every table. Every pair meets "
            "every other once, and any two sit in the same direction as nearly equally often as "
            "possible. With an odd number one pair sits out each round."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds at most"),
                _("The event ends after this many rounds; 0 plays until all have met."),
                nought=_("until all have met"),
            ),
        },
    ),
    "table_mates": FormatLabel(
        _("Single players, new tables each round"),
        _(
            "Single players at new tables each round, with as few repeated tablemates as possible. "
            "Those left over sit out in turn, or make a table larger."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds"), _("How many rounds the evening has; in each a table plays one game.")
            ),
            "left_over": SettingLabel(
                _("Who is left over"),
                _(
                    "For numbers that do not divide evenly. At a larger table the dealer sits the "
                    "hand out; everyone gets one before anyone gets a second."
                ),
                {
                    0: _("sits out the round"),
                    1: _("makes a table larger by one"),
                },
            ),
        },
    ),
    "swiss": FormatLabel(
        _("Swiss"),
        _(
            "Fixed pairs; each round pairs with like scores meet, no two meet twice and nobody is "
            "knocked out. With an odd number the lowest pair that has not had a bye sits out, and "
            "it counts as a win."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds"), _("How many rounds are played; 0 plays until only one is unbeaten.")
            )
        },
    ),
    "single_elimination": FormatLabel(
        _("Single elimination"),
        _(
            "Fixed pairs; one loss and you are out. The best seeds meet last and get the byes. "
            "Early losers may play on in a consolation bracket."
        ),
        {
            "final": _FINAL,
            "final_best_of": _FINAL_BEST_OF,
            "third": _THIRD,
            "consolation": _CONSOLATION,
            "consolation_rounds": SettingLabel(
                _("Consolation for the losers of"),
                _("From which rounds losers go on in the consolation bracket."),
                {1: _("the first round"), 2: _("the first two rounds")},
            ),
            "consolation_target": _CONSOLATION_TARGET,
        },
    ),
    "double_elimination": FormatLabel(
        _("Double elimination"),
        _(
            "Fixed pairs; two losses and you are out. A loser drops into the losers' bracket, "
            "where two pairs meet again only when it cannot be avoided."
        ),
        {"final": _FINAL, "final_best_of": _FINAL_BEST_OF, "losers_target": _LOSERS_TARGET},
    ),
    "two_boxes": FormatLabel(
        _("Double elimination out of two boxes"),
        _(
            "Fixed pairs; two losses and you are out. Opponents are drawn again for each series: "
            "the unbeaten among themselves, and those with one loss among themselves. Nobody gets "
            "a second bye while someone else can take it."
        ),
        {"final": _FINAL, "final_best_of": _FINAL_BEST_OF, "losers_target": _LOSERS_TARGET},
    ),
    "qualifying": FormatLabel(
        _("Groups, then brackets"),
        _(
            "Fixed pairs; everyone meets everyone in groups, or in one group for some rounds. The "
            "best go on to a bracket; the others play a consolation bracket or go home."
        ),
        {
            "group_size": SettingLabel(
                _("Pairs in a group"),
                _("At most this many; 0 puts everyone in one group."),
                nought=_("all in one group"),
            ),
            "groups": SettingLabel(
                _("Number of groups"),
                _("0 makes as many as the size of a group asks for."),
                nought=_("as many as it takes"),
            ),
            "cycles": SettingLabel(
                _("Meetings of each two pairs"), _("How often each two pairs of a group meet.")
            ),
            "group_rounds": SettingLabel(
                _("Rounds in the groups at most"),
                _("The groups end after this many rounds; 0 plays until all have met."),
                nought=_("until all have met"),
            ),
            "unequal": SettingLabel(
                _("Groups of unequal size"),
                _(
                    "How they are made comparable: all that counts is divided by the games played, "
                    "or the smaller groups play a game more each, in which somebody is met again. "
                    "In a group of an odd number a bye then counts only where it makes games "
                    "equal."
                ),
                {
                    0: _("as they fall, byes count"),
                    1: _("by the share of games won"),
                    2: _("a game more in the smaller groups"),
                },
            ),
            "advance_each": SettingLabel(
                _("Going on from each group"),
                _("This many from each group go on; 0 if only the best overall count."),
                nought=_("only by the numbers below"),
            ),
            "advance_total": SettingLabel(
                _("Going on in all"),
                _(
                    "The best of the rest fill up to this number; 0 adds none. With 0 here and 0 "
                    "from each group, everyone goes on."
                ),
                nought=_("no more than that"),
            ),
            "advance_half": SettingLabel(
                _("The better half"),
                _("Whether the better half goes on, whatever the two numbers above say."),
                _NO_YES,
            ),
            "bracket": SettingLabel(
                _("Bracket"),
                _("Of those who go on."),
                {1: _("single elimination"), 2: _("double elimination")},
            ),
            "bracket_best_of": SettingLabel(
                _("Series in the brackets"),
                _("How many games make the meetings of the brackets."),
                _SERIES,
            ),
            "bracket_minutes": SettingLabel(
                _("Minutes a round in the brackets"),
                _("What the round clock counts down from in the brackets; 0 uses the event's own."),
                nought=_("as the event has it"),
            ),
            "final": _FINAL,
            "final_best_of": _FINAL_BEST_OF,
            "third": _THIRD,
            "consolation": _CONSOLATION,
            "bracket_target": SettingLabel(
                _("Games of the brackets to"),
                _(
                    "To how many marks (or points) a game is played there, or how many hands where "
                    "the rules have a number of hands; 0 plays as the rules have it."
                ),
                nought=_("as the rules say"),
            ),
            "losers_target": _LOSERS_TARGET,
            "consolation_target": _CONSOLATION_TARGET,
        },
    ),
    "rotating_partners": FormatLabel(
        _("Single players, new partners each round"),
        _(
            "Single players with a new partner each round and as few repeated opponents as "
            "possible. Those left over sit out in turn."
        ),
        {
            "rounds": SettingLabel(
                _("Rounds"),
                _(
                    "How many rounds the event has; 0 until everybody has been everybody's "
                    "partner. With a multiple of four players, or one more, each two are then "
                    "twice opponents."
                ),
            )
        },
    ),
    "progressive": FormatLabel(
        _("Progressive: winners move up"),
        _(
            "Single players. After each round the winners of a table move toward the head table, "
            "and two who arrive together become opponents there."
        ),
        {
            "rounds": _ROUNDS,
            "winners": SettingLabel(
                _("Winners"),
                _("Where the winners of a table go; at the head table they stay."),
                {
                    0: _("stay where they are"),
                    1: _("move up one table"),
                    2: _("move up two tables"),
                },
            ),
            "losers": SettingLabel(
                _("Losers"),
                _("Where the losers of a table go; at the last table they stay."),
                {
                    0: _("stay where they are"),
                    1: _("move down one table"),
                    2: _("move down two tables"),
                },
            ),
            "head": SettingLabel(
                _("At the head table"),
                _("Which pair leaves the head table, and where to."),
                {
                    0: _("the losers go to the last table"),
                    1: _("the losers move as at other tables"),
                    2: _("the winners go to the last table"),
                },
            ),
        },
    ),
    "by_standing": FormatLabel(
        _("Single players, tables by the standings"),
        _(
            "After each round the top four of the standings sit at the first table, the next four "
            "at the second, and so on. Those left over sit out, from the bottom of the standings "
            "and in turn."
        ),
        {
            "rounds": _ROUNDS,
            "pattern": SettingLabel(
                _("Partners at a table"),
                _("Which of the four are partners, by their places in the standings."),
                {
                    0: _("1 and 4 against 2 and 3"),
                    1: _("1 and 3 against 2 and 4"),
                    2: _("1 and 2 against 3 and 4"),
                },
            ),
            "new_partners": SettingLabel(
                _("New partners"),
                _(
                    "Whether another pattern, or a player a few places down, is used when two have "
                    "been partners before."
                ),
                _NO_YES,
            ),
        },
    ),
    "ladder": FormatLabel(
        _("Ladder of tables"),
        _(
            "Four single players stay at a table for some rounds, each with each as partner. Then "
            "the best move up a table and the last move down."
        ),
        {
            "rounds": _ROUNDS,
            "together": SettingLabel(
                _("Rounds at a table"),
                _(
                    "How many rounds four play together before they part; three make all partners "
                    "once."
                ),
            ),
            "movers": SettingLabel(
                _("Who moves"),
                _("How many of the four move up, and how many down."),
                {1: _("the best up, the last down, two stay"), 2: _("two up, two down")},
            ),
        },
    ),
}


def tie_break_names(keys: Iterable[str]) -> list[str]:
    """Return the names of metrics in order; unknown keys are left out."""
    return [str(METRIC_LABELS[key].name) for key in keys if key in METRIC_LABELS]


def setting_problem(format_key: str, wrong: SettingWrong) -> str:
    """Say what is wrong with a setting of a format."""
    if wrong.setting:
        values = {
            "name": FORMAT_LABELS[format_key].settings[wrong.key].name,
            "low": wrong.setting.low,
            "high": wrong.setting.high,
        }
        return gettext("%(name)s: a number from %(low)d to %(high)d.") % values
    return {
        "unknown": gettext("This format has no setting %(key)s.") % {"key": wrong.key},
        "two_must_go_on": gettext("A bracket needs two who go on."),
        "two_of_one_group_must_go_on": gettext(
            "From one group two must go on: a bracket needs two."
        ),
    }[wrong.code]
