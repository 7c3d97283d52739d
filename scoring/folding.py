"""Adding up a match hand by hand with the rule book, past its end where hands were recorded there.

No model here: verdicts in, standings out. Services write what comes out, pages show it.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules import GAMES, fold
from rules.game import Standing
from rules.matches import judge_fold
from rules.problems import Problems


class Ladder:
    """The running standing of one match under sound rules; hands are climbed in their order.

    ``stored`` is where an earlier climb had come to (``standing_kept``); without it the match
    begins. ``settlement`` is asked of a ladder that was climbed from the start.
    """

    def __init__(
        self, game: str, rules: Mapping[str, Any], stored: Mapping[str, Any] | None = None
    ) -> None:
        self._game, self._rules = game, dict(rules)
        self._book = GAMES[game].match
        self.options: Any = GAMES[game].options.resolve(self._rules)
        self.standing: Standing = (
            standing_read(stored) if stored else self._book.start(self.options)
        )
        self._counted: list[Mapping[str, Any]] = []

    def climb(self, verdict: Mapping[str, Any]) -> bool:
        """Add a legal hand; false where the match was over before it and it counts for nothing."""
        if self.standing.over:
            return False
        self.standing = self._book.add(self.standing, verdict, self.options)
        self._counted.append(verdict)
        return True

    def settlement(self, stakes: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """What is owed as it stands; None without stakes or while nothing is owed."""
        found = fold(self._game, self._rules, self._counted, stakes)
        settled: dict[str, Any] | None = found["settlement"]
        return settled


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
