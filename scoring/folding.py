"""Adding up a match hand by hand with the rule book, past its end where hands were recorded there.

No model here: verdicts in, standings out. Services write what comes out, pages show it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules import GAMES
from rules.game import Standing
from rules.matches import judge_fold, read_stakes, settlement_of
from rules.problems import Problems
from scoring.rotation import HANDS, Rotation


@dataclass(frozen=True, slots=True)
class TimeCall:
    """Time was called: the match ends with hand ``last``, 0 where none was played.

    The highest total wins. A tie is a draw, or is played on hand by hand where it ``plays_off``.
    """

    last: int
    plays_off: bool = False

    def applied(self, standing: Standing) -> Standing:
        """The standing, over where this ends it."""
        if standing.over or standing.hands < self.last:
            return standing
        winner = _highest(standing.totals)
        if winner is None and self.plays_off:
            return standing
        return replace(standing, over=True, winner=winner)


@dataclass(frozen=True, slots=True)
class Stated:
    """The final totals as a slip has them, and how many hands were played, where it says so."""

    totals: tuple[int, ...]
    hands: int | None = None

    def applied(self, standing: Standing, *, usual: int | None) -> Standing:
        """The standing at the end: the highest total wins, a tie is a draw.

        ``usual`` are the hands that the rules make a match of; None where they do not say.
        """
        hands = self.hands or usual or 0
        winner = _highest(self.totals)
        return replace(standing, totals=self.totals, hands=hands, over=True, winner=winner)


def _highest(totals: tuple[int, ...]) -> int | None:
    """The side with the highest total; None on a tie."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


class RunningScore:
    """The running standing of one match under sound rules; hands are climbed in their order.

    ``stored`` is where an earlier add_hand had come to (``standing_kept``); without it the match
    begins. ``called`` ends it before the rules do; a ``stated`` result is all there is. Where
    players take turns, ``rotation`` says who of them played which hand, and totals are those of
    all. ``hands_written`` is false for a stated result: of its hands only their number may be
    known, as ``standing.hands``, which is then 0 where it is not.
    """

    def __init__(
        self,
        game: str,
        rules: Mapping[str, Any],
        stored: Mapping[str, Any] | None = None,
        *,
        called: TimeCall | None = None,
        stated: Stated | None = None,
        rotation: Rotation | None = None,
    ) -> None:
        self._game = GAMES[game]
        self._called = called
        self.rotation = rotation or Rotation(self._game.seats, self._game.seats)
        self.options: Any = self._game.options.resolve(dict(rules))
        self.hands_written = stated is None
        if stated:
            usual = getattr(self.options, HANDS, None)
            self.standing = stated.applied(self._begun(), usual=usual)
        else:
            self.standing = self._ended(standing_read(stored) if stored else self._begun())

    def add_hand(self, verdict: Mapping[str, Any]) -> bool:
        """Add a legal hand; false where the match was over before it and it counts for nothing."""
        if self.standing.over:
            return False
        self.standing = self._ended(self._added(verdict))
        return True

    def settlement(self, stakes: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """What is owed as it stands; None without stakes or while nothing is owed."""
        return settlement_of(
            self._game, self.standing, read_stakes(self._game, stakes), self.options
        )

    def _begun(self) -> Standing:
        return self.rotation.begun(self._game.match.start(self.options))

    def _added(self, verdict: Mapping[str, Any]) -> Standing:
        """The rule book adds the hand to what its players have; all totals decide the end."""
        book, rotation, standing = self._game.match, self.rotation, self.standing
        if not rotation.turns:
            return book.add(standing, verdict, self.options)
        hand = standing.hands + 1
        played = book.add(rotation.at_seats(standing, hand), verdict, self.options)
        return book.ended(rotation.from_seats(standing, played, hand), self.options)

    def _ended(self, standing: Standing) -> Standing:
        return self._called.applied(standing) if self._called else standing


def standing_kept(standing: Standing) -> dict[str, Any]:
    """A standing as JSON values."""
    return asdict(standing)


def standing_read(kept: Mapping[str, Any]) -> Standing:
    """The standing that ``standing_kept`` has kept."""
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()
    }
    return Standing(**fields)


def agreement_problems(
    game: str, rules: Mapping[str, Any], stakes: Mapping[str, Any] | None
) -> Problems:
    """What the rule book has against these rules and stakes."""
    return judge_fold(game, dict(rules), (), stakes).problems
