"""The running score of a match: the rule book adds up its hands, with rotating players.

A table may have one player more than its game has seats: the dealer then sits the hand out. Players
are numbered clockwise round the table, seats as in a hand record, hands from 1, and the deal passes
to the next player each hand. In the record the player at the dealer's left has seat 0 and bids
first, so the deal is written at the last seat.

Verdicts in, standings out, without database access.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from games import PRESENTERS
from rules import GAMES
from rules.game import GameLaws, MatchSettlement, MatchStanding
from rules.matches import judge_fold, read_stakes, settlement_of
from rules.problems import Problems
from scoring.models import Match, TimePays

Value = TypeVar("Value")

HANDS: Final = "hands"
"""The option that ends a match after a number of hands, in games that have it."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """Who plays which hand: ``players`` at a game of ``seats``; ``first_dealer`` deals hand 1.

    With no more players than seats, a player is a seat and nothing rotates.
    """

    seats: int
    players: int
    first_dealer: int = 0

    @property
    def rotates(self) -> bool:
        """Whether somebody sits out each hand."""
        return self.players > self.seats

    def resting(self, hand: int) -> int | None:
        """Return the dealer who sits this hand out; None if all play."""
        return (self.first_dealer + hand - 1) % self.players if self.rotates else None

    def seated(self, hand: int) -> tuple[int, ...]:
        dealer = self.resting(hand)
        if dealer is None:
            return tuple(range(self.seats))
        return tuple((dealer + 1 + seat) % self.players for seat in range(self.seats))

    def hands_played(self, player: int, hands: int) -> int:
        """In how many of the first ``hands`` this player played."""
        if not self.rotates:
            return hands
        since = (player - self.first_dealer) % self.players
        dealt = (hands - since + self.players - 1) // self.players
        return hands - max(dealt, 0)

    def gathered(self, values: Sequence[Value], hand: int) -> tuple[Value, ...]:
        """Values by player in the order of this hand's seats."""
        return tuple(values[player] for player in self.seated(hand)) if self.rotates else (*values,)

    def scattered(
        self, values: Sequence[Value], by_seat: Sequence[Value], hand: int
    ) -> tuple[Value, ...]:
        """Replace the values of this hand's players by those ``by_seat``."""
        if not self.rotates:
            return (*by_seat,)
        seats = {player: seat for seat, player in enumerate(self.seated(hand))}
        return tuple(
            by_seat[seats[player]] if player in seats else value
            for player, value in enumerate(values)
        )

    # Standings, with one value per player or, at the seats, per player of the hand.

    def begun(self, standing: MatchStanding) -> MatchStanding:
        """A game's first standing for all players."""
        more = (0,) * (self.players - self.seats)
        bags = standing.bags
        return replace(
            standing, totals=standing.totals + more, bags=None if bags is None else bags + more
        )

    def at_seats(self, standing: MatchStanding, hand: int) -> MatchStanding:
        bags = standing.bags
        return replace(
            standing,
            totals=self.gathered(standing.totals, hand),
            bags=None if bags is None else self.gathered(bags, hand),
        )

    def from_seats(
        self, standing: MatchStanding, played: MatchStanding, hand: int
    ) -> MatchStanding:
        """Return ``standing`` after this hand, which resulted in ``played`` at its seats."""
        before, after = standing.bags, played.bags
        return replace(
            played,
            totals=self.scattered(standing.totals, played.totals, hand),
            bags=self.scattered(before, after, hand) if before and after else None,
        )


def may_rotate(game: str, players: int) -> bool:
    """Return whether so many may rotate: one more than seats, in games of single players."""
    rule_book = GAMES[game]
    everybody = len(rule_book.match.start(rule_book.options.resolve({})).totals) == rule_book.seats
    return everybody and players == rule_book.seats + 1


def rules_for(game: str, rules: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return the rules for so many players.

    If a number of hands ends the match, rotating players play enough more that nobody has fewer
    hands than at a full table: 20 for five where four play 16.
    """
    rule_book = GAMES[game]
    hands = getattr(rule_book.options.resolve(dict(rules)), HANDS, None)
    if players <= rule_book.seats or hands is None:
        return dict(rules)
    most = next(option.high for option in rule_book.options.options if option.name == HANDS)
    return {**rules, HANDS: min(-(-hands * players // rule_book.seats), most)}


@dataclass(frozen=True, slots=True)
class TimeCall:
    """A time call: the match ends with hand ``last``, 0 if none was played.

    The highest total wins. A tie is a draw, or is played off hand by hand if it ``plays_off``.
    """

    last: int
    plays_off: bool = False

    def applied(self, standing: MatchStanding) -> MatchStanding:
        """Return the standing, over if this ends it."""
        if standing.over or standing.hands < self.last:
            return standing
        winner = _highest(standing.totals)
        if winner is None and self.plays_off:
            return standing
        return replace(standing, over=True, winner=winner)


@dataclass(frozen=True, slots=True)
class FinalTotals:
    """Final totals entered from a slip; the number of hands, and how often each side was set, if
    known."""

    totals: tuple[int, ...]
    hands: int | None = None
    sets: tuple[int, ...] | None = None

    def applied(self, standing: MatchStanding) -> MatchStanding:
        """The standing at the end: the highest total wins, a tie is a draw."""
        return replace(
            standing,
            totals=self.totals,
            hands=self.hands or 0,
            over=True,
            winner=_highest(self.totals),
            sets=self.sets,
        )


def _highest(totals: tuple[int, ...]) -> int | None:
    """The side with the highest total; None on a tie."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


class RunningScore:
    """The running standing of one match; hands are added in their order.

    ``stored`` is an earlier standing (``asdict``) to continue from. ``called`` ends the match
    before the rules do. A ``result`` is the standing whatever its hands make: these add up in
    ``by_hands``, which decides which of them count. ``rotation`` gives the players of each hand;
    totals are those of all players. ``hands_written`` is false for a result: only the number of its
    hands may be known, as ``standing.hands``, else 0. ``time_pays`` is what the losers pay for if
    the match ended below its target.
    """

    def __init__(
        self,
        game: str,
        rules: Mapping[str, Any],
        stored: Mapping[str, Any] | None = None,
        *,
        called: TimeCall | None = None,
        result: FinalTotals | None = None,
        rotation: Rotation | None = None,
        time_pays: str = TimePays.TARGET,
    ) -> None:
        self._game = GAMES[game]
        self._time_pays = TimePays(time_pays)
        self._called = called
        self.rotation = rotation or Rotation(self._game.seats, self._game.seats)
        self.options: Any = self._game.options.resolve(dict(rules))
        self.hands_written = result is None
        start = self.rotation.begun(self._game.match.start(self.options))
        self._result = None
        if result:
            self._result = result.applied(start)
        self._reach(standing_read(stored) if stored else start)

    @property
    def standing(self) -> MatchStanding:
        return self._result or self.by_hands

    def add_hand(self, verdict: Mapping[str, Any]) -> bool:
        """Add a legal hand; return False if the match was over before and the hand does not count.

        With rotation the rule book adds the hand to its players' totals; all totals decide the end.
        """
        book, rotation, standing = self._game.match, self.rotation, self.by_hands
        if standing.over:
            return False
        if not rotation.rotates:
            self._reach(book.add(standing, verdict, self.options))
            return True
        hand = standing.hands + 1
        played = book.add(rotation.at_seats(standing, hand), verdict, self.options)
        self._reach(book.ended(rotation.from_seats(standing, played, hand), self.options))
        return True

    @property
    def time_paid(self) -> TimePays | None:
        """What the losers pay for, where time decided and it makes a difference."""
        return self._time_pays if is_cut_short(self._game, self.standing, self.options) else None

    @property
    def money_options(self) -> Any:
        """The options by which the match is settled."""
        return options_settled(self.time_paid, self.standing, self.options)

    def settlement(self, stakes: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """Return what is owed at present; None without stakes or while nothing is owed."""
        return settlement_of(
            self._game, self.standing, read_stakes(self._game, stakes), self.money_options
        )

    def unknown_stakes(self, stakes: Mapping[str, Any] | None) -> tuple[str, ...]:
        """Return the stakes of a finished match of which nobody knows how often they are owed."""
        agreed = read_stakes(self._game, stakes)
        if agreed is None or self.standing.winner is None:
            return ()
        return self._game.match.unknown_stakes(self.standing, agreed.amounts)

    def _reach(self, standing: MatchStanding) -> None:
        self.by_hands = self._called.applied(standing) if self._called else standing


def pays_to_target(game: str, options: Any) -> bool:
    """Whether what the losers pay depends on a target that time may cut short."""
    return PRESENTERS[game].draws_marks(options) and getattr(options, HANDS, 0) is None


def is_cut_short(laws: GameLaws[Any], standing: MatchStanding, options: Any) -> bool:
    """Whether a match was won that the rules do not end yet, in a game paid up to its target."""
    if standing.winner is None or not pays_to_target(laws.name, options):
        return False
    played = replace(standing, over=False, winner=None)
    return not laws.match.ended(played, options).over


def options_settled(paid: TimePays | None, standing: MatchStanding, options: Any) -> Any:
    """Return the options by which a match is settled: one of as many hands as were played, if the
    losers pay only what they are short of the winners."""
    return replace(options, **{HANDS: standing.hands}) if paid is TimePays.WINNERS else options


def match_settled(match: Match) -> tuple[MatchSettlement | None, TimePays | None]:
    """Return what a match with stakes is settled for, and what was paid for if time decided."""
    laws, standing = GAMES[match.game], standing_read(match.standing)
    stakes, options = read_stakes(laws, match.stakes), match_options(match)
    cut = is_cut_short(laws, standing, options)
    paid = TimePays(match.time_pays) if cut else None
    if stakes is None:
        return None, paid
    options = options_settled(paid, standing, options)
    return laws.match.settle(standing, stakes.amounts, options), paid


def standing_read(stored: Mapping[str, Any]) -> MatchStanding:
    """The standing that was stored as JSON, from ``asdict``."""
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()
    }
    return MatchStanding(**fields)


def agreement_problems(
    game: str, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None
) -> Problems:
    """Return the rule book's problems with these rules and stakes."""
    return judge_fold(game, dict(rules), (), stakes).problems


# Of a stored match; none of these queries the database


def match_running_score(match: Match, stored: Mapping[str, Any] | None = None) -> RunningScore:
    """The running score from the match's first hand, or from a ``stored`` standing."""
    called = None
    if match.called_after is not None:
        called = TimeCall(match.called_after, plays_off=match.plays_off)
    return RunningScore(
        match.game,
        match.rules,
        stored,
        called=called,
        result=match_result(match),
        rotation=match_rotation(match),
        time_pays=match.time_pays,
    )


def match_result(match: Match) -> FinalTotals | None:
    """Return the entered result of a match, which counts whatever its hands make."""
    return (
        None
        if match.entered_totals is None
        else FinalTotals(
            tuple(match.entered_totals),
            match.entered_hands,
            None if match.entered_sets is None else tuple(match.entered_sets),
        )
    )


def hands_expected(match: Match) -> int | None:
    """Return how many hands the rules make of a match of which nothing is known yet."""
    if match.hand_count or match.called_after is not None:
        return None
    hands: int | None = getattr(match_options(match), HANDS, None)
    return hands


def pays_for_sets(match: Match) -> bool:
    """Whether how often a side was set has to be known for the money of a match."""
    return stakes_pay_for_sets(match.game, match.rules, match.stakes)


def stakes_pay_for_sets(
    game: str, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None
) -> bool:
    """Whether these stakes pay for how often a side was set."""
    laws = GAMES[game]
    agreed = read_stakes(laws, stakes)
    if agreed is None:
        return False
    unknown = replace(laws.match.start(laws.options.resolve(dict(rules))), sets=None)
    return bool(laws.match.unknown_stakes(unknown, agreed.amounts))


def match_options(match: Match) -> Any:
    """The options that the match's rules resolve to."""
    return GAMES[match.game].options.resolve(match.rules)


def match_rotation(match: Match) -> Rotation:
    """Return the rotation of the match; rotating players have a total each."""
    seats = GAMES[match.game].seats
    return Rotation(seats, max(len(match.totals), seats), match.first_dealer)
