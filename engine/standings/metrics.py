"""Every metric, in the order in which columns and choices have them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

from engine.standings.criteria import Value
from engine.standings.duplicate import DealTotals
from engine.standings.metric import (
    AHand,
    AmongTied,
    Metric,
    MetricKind,
    OfDeals,
    OfOpponents,
    OwnTotal,
)
from engine.standings.results import Detail, Outcome, Results, Sums
from rules.game import GameLaws
from rules.phrases import phrase

METRICS: Final[dict[str, Metric]] = {}
"""Every metric by its key."""

MetricClass = TypeVar("MetricClass", bound=type[Metric])


def metric(of_event: MetricClass) -> MetricClass:
    """Offer a metric to the events of the games that it suits."""
    METRICS[of_event.key] = of_event()
    return of_event


@metric
class Matchpoints(OfDeals):
    key = "matchpoints"
    name = phrase("Matchpoints in per cent")
    abbreviation = phrase("MP %")
    explanation = phrase(
        "Each deal is compared with all others who held the same hands: one point for each lower "
        "result, half a point for each equal one, as a percentage of the maximum. The average of "
        "all deals played, compared exactly and rounded once. Deals count when their round is "
        "over at every table."
    )

    def of(self, totals: DealTotals) -> Value:
        return totals.percent


@metric
class CrossScore(OfDeals):
    key = "cross_score"
    name = phrase("Cross score")
    abbreviation = phrase("Cross")
    explanation = phrase(
        "The average difference from each other result of those who held the same hands, added "
        "up over all deals, compared exactly and rounded once. Deals count when their round is "
        "over at every table."
    )

    def of(self, totals: DealTotals) -> Value:
        return totals.cross


@metric
class BracketPlace(Metric):
    key = "bracket_place"
    name = phrase("Place in the bracket")
    abbreviation = phrase("Bracket")
    explanation = phrase(
        "How far an entry got in the bracket: those who went out in the same round share the "
        "best of their places. Entries that were never in it come last."
    )
    games = frozenset({MetricKind.IN_TEAMS})
    higher_is_better = False
    only_ranks = True

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        """Return the places in the bracket, once it has placed anybody; others come last."""
        if not figures.places:
            return dict.fromkeys(tied)
        last = len(figures.entries)
        return {entry: figures.places.get(entry, last) for entry in tied}


@metric
class GamesPlayed(OwnTotal):
    key = "games_played"
    name = phrase("Games played")
    abbreviation = phrase("P")
    explanation = phrase("Games that are finished.")
    sums = (Outcome.GAMES_PLAYED,)
    of_games = False
    ranks = False


@metric
class GamesWon(OwnTotal):
    key = "games_won"
    name = phrase("Games won")
    abbreviation = phrase("W")
    explanation = phrase("Finished games that were won; a draw counts as half a win.")
    sums = (Outcome.GAMES_WON, Outcome.GAMES_DRAWN)
    parts = True

    def of(self, sums: Sums) -> Value:
        return sums.wins


@metric
class GamesLost(OwnTotal):
    key = "games_lost"
    name = phrase("Games lost")
    abbreviation = phrase("L")
    explanation = phrase("Finished games that were lost.")
    games = frozenset({MetricKind.IN_TEAMS})
    sums = (Outcome.GAMES_LOST,)
    higher_is_better = False
    ranks = False


@metric
class MeetingsWon(OwnTotal):
    key = "meetings_won"
    name = phrase("Meetings won")
    abbreviation = phrase("Mtg")
    explanation = phrase(
        "Series or meetings won: by games; if these are level, by points; otherwise as decided at "
        "the table. One that stays level counts as half a win."
    )
    games = frozenset({MetricKind.IN_TEAMS})
    sums = (Outcome.MEETINGS_WON, Outcome.MEETINGS_DRAWN)
    parts = True
    only_ranks = True

    def of(self, sums: Sums) -> Value:
        return sums.meeting_wins


@metric
class Points(OwnTotal):
    key = "points"
    name = phrase("Points")
    abbreviation = phrase("Pts")
    explanation = phrase("All points together, including games in progress.")
    sums = (Outcome.POINTS,)
    needs_games = False


@metric
class PointsAgainst(OwnTotal):
    key = "points_against"
    name = phrase("Points against")
    abbreviation = phrase("marks", "Against")
    explanation = phrase("All points of the opponents; fewer is better.")
    games = frozenset({MetricKind.IN_TEAMS})
    sums = (Outcome.POINTS_AGAINST,)
    higher_is_better = False


@metric
class Difference(OwnTotal):
    key = "difference"
    name = phrase("Difference")
    abbreviation = phrase("+/−")
    explanation = phrase("Points for minus points against.")
    games = frozenset({MetricKind.IN_TEAMS})
    sums = (Outcome.POINTS, Outcome.POINTS_AGAINST)

    def of(self, sums: Sums) -> Value:
        return sums[Outcome.POINTS] - sums[Outcome.POINTS_AGAINST]


@metric
class CappedFor(OwnTotal):
    key = "capped_for"
    name = phrase("Capped points for")
    abbreviation = phrase("For cap")
    explanation = phrase("The points of each game, counted up to the event's cap.")
    games = frozenset({MetricKind.IN_TEAMS})
    sums = (Outcome.CAPPED_FOR,)
    only_ranks = True


@metric
class CappedDifference(OwnTotal):
    key = "capped_difference"
    name = phrase("Capped difference")
    abbreviation = phrase("+/− cap")
    explanation = phrase("The difference of each game, counted up to the event's cap either way.")
    games = frozenset({MetricKind.IN_TEAMS})
    sums = (Outcome.CAPPED_DIFFERENCE,)
    only_ranks = True


@metric
class Average(AHand):
    key = "average"
    name = phrase("Points per hand")
    abbreviation = phrase("Avg")
    explanation = phrase(
        "All points divided by all hands played, compared exactly and shown to two decimals; "
        "scores for byes are left out, and so are games whose hands were not counted. A dash "
        "means that no hands were counted; it ranks last. Fair to those who had to sit out."
    )
    games = frozenset({MetricKind.ALONE})


@metric
class HandsPlayed(OwnTotal):
    key = "hands_played"
    name = phrase("Hands played")
    abbreviation = phrase("Hands")
    explanation = phrase(
        "Hands that were played, thrown-in ones included; a dash if nobody counted them."
    )
    games = frozenset({MetricKind.ALONE})
    sums = (Outcome.HANDS,)
    of_games = False
    looks_at = "counted"
    ranks = False


@metric
class HeadToHead(AmongTied):
    key = "head_to_head"
    name = phrase("Head to head")
    abbreviation = phrase("H2H")
    explanation = phrase(
        "Games won against the others in the tie, a draw as half a win; counts only if all of "
        "them have met each other. Those still level are compared again among themselves."
    )
    games = frozenset({MetricKind.IN_TEAMS})
    sums = (Outcome.GAMES_PLAYED, Outcome.GAMES_WON, Outcome.GAMES_DRAWN)
    parts = True

    def against(self, results: Results, entry: int, tied: Sequence[int]) -> Value:
        return results.among(entry, tied).wins


@metric
class AtOneTable(AmongTied):
    key = "at_one_table"
    name = phrase("At one table")
    abbreviation = phrase("H2H")
    explanation = phrase(
        "Points more than the others in the tie, at the tables they shared; counts only if all "
        "of them have sat with each other. Those still level are compared again among themselves."
    )
    games = frozenset({MetricKind.ALONE})
    sums = (Outcome.GAMES_PLAYED, Outcome.POINTS)

    def against(self, results: Results, entry: int, tied: Sequence[int]) -> Value:
        return results.ahead(entry, tied)


@metric
class Buchholz(OfOpponents):
    key = "buchholz"
    name = phrase("Buchholz")
    abbreviation = phrase("Bhz")
    explanation = phrase(
        "Games won by all opponents together, each counted as often as they were met: whoever "
        "met stronger opponents comes first. A draw counts as half a win. A bye counts like an "
        "opponent with the same number of games won."
    )
    sums = (Outcome.MEETINGS, Outcome.GAMES_WON, Outcome.GAMES_DRAWN)

    def times(self, sums: Sums) -> int | Fraction:
        return sums[Outcome.MEETINGS]


@metric
class SonnebornBerger(OfOpponents):
    key = "sonneborn_berger"
    name = phrase("Sonneborn-Berger")
    abbreviation = phrase("SB")
    explanation = phrase(
        "For every game won, the games that its loser has won; for every game drawn, half of "
        "them. A bye counts as a game with an opponent of the same record."
    )
    sums = (Outcome.GAMES_WON, Outcome.GAMES_DRAWN)

    def times(self, sums: Sums) -> int | Fraction:
        return sums.wins


@metric
class TimesBid(OwnTotal):
    key = "times_bid"
    name = phrase("Times declarer")
    abbreviation = phrase("Bid")
    explanation = phrase(
        "Hands in which this player's bid was the highest; a dash if no hands were recorded."
    )
    games = frozenset({MetricKind.ALONE, MetricKind.CONTRACTS})
    sums = (Outcome.HANDS_DECLARED,)
    looks_at = "written"
    ranks = False


@metric
class TimesMade(OwnTotal):
    key = "times_made"
    name = phrase("Contracts made")
    abbreviation = phrase("Made")
    explanation = phrase(
        "Hands that this player bid and made. A dash means that no hands were recorded; it ranks "
        "last."
    )
    games = frozenset({MetricKind.ALONE, MetricKind.CONTRACTS})
    sums = (Outcome.HANDS_DECLARED, Outcome.HANDS_SET)
    looks_at = "written"
    unknown_last = True

    def of(self, sums: Sums) -> Value:
        return sums[Outcome.HANDS_DECLARED] - sums[Outcome.HANDS_SET]


@metric
class TimesSet(OwnTotal):
    key = "times_set"
    name = phrase("Sets")
    abbreviation = phrase("Set")
    explanation = phrase(
        "Hands that were bid and not made; fewer is better. Decides only if all the hands of "
        "those who are level were recorded; a dash if none were."
    )
    games = frozenset({MetricKind.CONTRACTS})
    sums = (Outcome.HANDS_SET,)
    looks_at = "written"
    higher_is_better = False

    def may_separate(self, tied: Sequence[int], figures: Results) -> bool:
        known = (figures.total(entry).known for entry in tied)
        return all(games.written == games.begun for games in known)


@metric
class PointsAHand(AHand):
    key = "points_a_hand"
    name = phrase("Points per hand")
    abbreviation = phrase("Avg")
    explanation = phrase(
        "All points divided by all hands played, compared exactly and shown to two "
        "decimals; scores for byes and forfeits are left out, and so are games whose hands were "
        "not counted. A dash means that no hands were counted; it ranks last."
    )
    games = frozenset({MetricKind.IN_TEAMS})
    only_ranks = True


@metric
class BestHand(Metric):
    key = "best_hand"
    name = phrase("Best hand")
    abbreviation = phrase("Best")
    explanation = phrase(
        "The most points (or marks) made in one hand. A dash means that no hand was recorded; it "
        "ranks last."
    )
    details = frozenset({Detail.BEST_HANDS})
    looks_at = "written"
    only_ranks = True
    unknown_last = True

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        return {entry: figures.best_hands.get(entry) for entry in tied}


@metric
class PlayOffMetric(Metric):
    key = "play_off"
    name = phrase("One-hand play-off")
    abbreviation = phrase("PO")
    explanation = phrase(
        "One more hand between those still tied, or a domino or card drawn, as it was recorded. "
        "Counts only if all of the tied took part; the latest one counts."
    )
    higher_is_better = False
    needs_tie = True

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        """Return the places in the newest play-off that all of the tied took part in."""
        if len(tied) > 1:
            for order in reversed(figures.play_offs):
                if set(tied) <= set(order):
                    within = [entry for entry in order if entry in tied]
                    return {entry: place for place, entry in enumerate(within, start=1)}
        return dict.fromkeys(tied)


@metric
class DrawnLot(Metric):
    key = "lot"
    name = phrase("Drawn lot")
    abbreviation = phrase("Lot")
    explanation = phrase(
        "Drawn when the event is finished, only for those still tied, and stored with its seed "
        "so that anyone can repeat the draw. The lowest comes first."
    )
    higher_is_better = False
    needs_tie = True

    def values(self, tied: Sequence[int], figures: Results) -> Mapping[int, Value]:
        """Return the drawn places, if all of the tied entries have drawn."""
        drawn = {entry: figures.lots.get(entry) for entry in tied}
        return dict.fromkeys(tied) if len(tied) < 2 or None in drawn.values() else drawn


BRACKET_PLACE: Final = BracketPlace.key
POINTS: Final = Points.key
"""The total, which grows with every hand."""
MATCHPOINTS: Final = Matchpoints.key
CROSS_SCORE: Final = CrossScore.key
COMPARED: Final = (MATCHPOINTS, CROSS_SCORE)
"""Further metrics of events with a deal set."""


def tie_breaks() -> tuple[str, ...]:
    """Return the keys an event may rank by, of all games."""
    return tuple(key for key, known in METRICS.items() if known.ranks)


def metrics_of(game: GameLaws[Any]) -> tuple[str, ...]:
    return tuple(key for key, known in METRICS.items() if known.suits(game))


def ranking(keys: Sequence[str], *, has_places: bool) -> tuple[str, ...]:
    """Return those of ``keys`` that may rank; ``has_places`` if the format decides places."""
    return tuple(key for key in keys if METRICS[key].ranks and (has_places or key != BRACKET_PLACE))


def usual_order(keys: Sequence[str], *, has_places: bool) -> tuple[str, ...]:
    """Return the default order of ``keys``: after the places of a bracket if the format decides
    these."""
    return (BRACKET_PLACE, *keys) if has_places else tuple(keys)
