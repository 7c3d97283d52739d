"""What entries are ranked by: one small class a metric, their order is the event's choice."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from standings.base import Metric, Total, Value
from standings.decisions import BracketPlace, DrawnLot, PlayOffWon
from standings.opponents import AtOneTable, Buchholz, HeadToHead, SonnebornBerger
from standings.players import (
    Average,
    BestHand,
    HandsPlayed,
    MarksAHand,
    Points,
    TimesBid,
    TimesMade,
)
from standings.results import Results, Sums


class GamesWon(Total):
    """Games won."""

    key = "games_won"
    name = _("Games won")
    abbreviation = _("W")
    explanation = _("Finished games that were won; a draw counts as half a win.")
    parts = True

    def of(self, sums: Sums) -> Value:
        """Games won."""
        return sums.wins


class MarksFor(Total):
    """Own marks or points."""

    key = "marks_for"
    name = _("Marks for")
    abbreviation = _("For")
    explanation = _("All marks (or points) won, including games in progress.")

    def of(self, sums: Sums) -> int:
        """Own marks."""
        return sums.marks_for


class MarksAgainst(Total):
    """The opponents' marks or points."""

    key = "marks_against"
    name = _("Marks against")
    abbreviation = _("Against")
    explanation = _("All marks (or points) of the opponents; fewer is better.")
    higher_is_better = False

    def of(self, sums: Sums) -> int:
        """Opponents' marks."""
        return sums.marks_against


class Difference(Total):
    """Marks for less marks against."""

    key = "difference"
    name = _("Difference")
    abbreviation = _("+/−")
    explanation = _("Marks for less marks against.")

    def of(self, sums: Sums) -> int:
        """For less against."""
        return sums.marks_for - sums.marks_against


class CappedDifference(Total):
    """Differences of games, none counted for more than the cap."""

    key = "capped_difference"
    name = _("Capped difference")
    abbreviation = _("+/− cap")
    explanation = _(
        "The difference of each game, but none for more than the event's cap, either way."
    )
    only_ranks = True

    def of(self, sums: Sums) -> int:
        """Capped differences."""
        return sums.capped


class CappedFor(Total):
    """Own marks, no game counted for more than the cap."""

    key = "capped_for"
    name = _("Capped marks for")
    abbreviation = _("For cap")
    explanation = _("Marks (or points) of each game, but of none more than the event's cap.")
    only_ranks = True

    def of(self, sums: Sums) -> int:
        """Capped marks."""
        return sums.capped_for


class MeetingsWon(Total):
    """Series or meetings won."""

    key = "meetings_won"
    name = _("Meetings won")
    abbreviation = _("Mtg")
    explanation = _(
        "Series or meetings that were won: by games, where these are level by marks, else by what "
        "was decided at the table. One that stays level counts as half a win."
    )
    parts = True
    only_ranks = True

    def of(self, sums: Sums) -> Value:
        """Meetings won."""
        return sums.meeting_wins


class TimesSet(Total):
    """Bids lost."""

    key = "times_set"
    name = _("Times set")
    abbreviation = _("Set")
    explanation = _(
        "Hands that were bid and not made; fewer is better. Decides only where all the hands of "
        "those who are level were written down; a dash where none were."
    )
    looks_at = "written"
    higher_is_better = False

    def of(self, sums: Sums) -> Value:
        """Bids lost; None where no hand was written down."""
        return sums.times_set if sums.written or not sums.begun else None

    def may_part(self, tied: Sequence[int], results: Results) -> bool:
        """Only where nobody gains by games that were not written down."""
        return all(sums.written == sums.begun for sums in map(results.total, tied))


class GamesPlayed(Total):
    """Games finished; shown, never ranked by."""

    key = "games_played"
    name = _("Games played")
    abbreviation = _("P")
    explanation = _("Games that are finished.")
    ranks = False

    def of(self, sums: Sums) -> int:
        """Games finished."""
        return sums.games_played


class GamesLost(Total):
    """Games lost; shown, never ranked by."""

    key = "games_lost"
    name = _("Games lost")
    abbreviation = _("L")
    explanation = _("Finished games that were lost.")
    higher_is_better = False
    ranks = False

    def of(self, sums: Sums) -> int:
        """Games lost."""
        return sums.games_lost


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        BracketPlace(),
        GamesPlayed(),
        GamesWon(),
        GamesLost(),
        MeetingsWon(),
        MarksFor(),
        MarksAgainst(),
        Difference(),
        CappedFor(),
        CappedDifference(),
        Points(),
        Average(),
        MarksAHand(),
        HandsPlayed(),
        HeadToHead(),
        AtOneTable(),
        Buchholz(),
        SonnebornBerger(),
        TimesBid(),
        TimesMade(),
        TimesSet(),
        BestHand(),
        PlayOffWon(),
        DrawnLot(),
    )
}
"""Every metric by its key."""

TIE_BREAKS: tuple[str, ...] = tuple(key for key, metric in METRICS.items() if metric.ranks)
"""The keys an event may rank by, of all games."""

_AT_THE_END = ("best_hand", "play_off", "lot")
_OF_PAIRS = (
    *("bracket_place", "games_played", "games_won", "games_lost", "meetings_won"),
    *("marks_for", "marks_against", "difference", "capped_for", "capped_difference"),
    *("head_to_head", "buchholz", "sonneborn_berger", "times_set", "marks_a_hand", *_AT_THE_END),
)
_OF_PLAYERS = ("games_played", "games_won", "points", "average", "hands_played", "at_one_table")

METRICS_OF: dict[str, tuple[str, ...]] = {
    "texas42": _OF_PAIRS,
    "pandoeren": (*_OF_PLAYERS, "times_bid", "times_made", "times_set", *_AT_THE_END),
    "dummy_spades": (*_OF_PLAYERS, *_AT_THE_END),
}
"""What is shown of a game, in the order in which tables show those not ranked by."""

TIE_BREAKS_OF: dict[str, tuple[str, ...]] = {
    game: tuple(key for key in keys if METRICS[key].ranks) for game, keys in METRICS_OF.items()
}
"""The keys an event of a game may rank by; the bracket's place only where there is a bracket."""

DEFAULT_TIE_BREAKS: dict[str, tuple[str, ...]] = {
    "texas42": ("games_won", "marks_for", "marks_against", "head_to_head", "times_set"),
    "pandoeren": ("points", "games_won", "at_one_table"),
    "dummy_spades": ("games_won", "points", "at_one_table"),
}
"""The usual order; a lot is drawn only where the organiser asks for it."""


def tie_breaks_of(game: str, *, has_places: bool) -> tuple[str, ...]:
    """What an event may rank by; ``has_places`` where its format decides places by itself."""
    found = TIE_BREAKS_OF.get(game, TIE_BREAKS)
    return tuple(key for key in found if has_places or key != BracketPlace.key)


def usual_order(game: str, *, has_places: bool) -> tuple[str, ...]:
    """What an event ranks by where nobody says otherwise."""
    usual = DEFAULT_TIE_BREAKS.get(game, (GamesWon.key,))
    return (BracketPlace.key, *usual) if has_places else usual
