"""Composes the evenings of the demo club anew: ``python -m tests.compose_demo [FILE ...]``.

The hands are random and legal, played by sensible players out of fixed seeds, written down in as
much detail as a table would. What comes out goes into ``seeds/data`` and is read over before it is
committed; the loader and the tests only ever read those files.
"""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

Record = dict[str, Any]
DATA = Path(__file__).resolve().parent.parent / "seeds" / "data"


MADE = 0.67
"""How many bids are made in an evening of people who know the game."""


@dataclass
class Composer:
    """An evening in the making: dice, its rules, and what it should still show."""

    dice: Random
    rules: Record
    wanted: set[str] = field(default_factory=lambda: {"ruling", "mended", "passed", "late"})
    in_marks: float = 0.3
    """How many of the bids in marks that the dealing proposes are kept; of plunges a sixth."""
    totals_in: int = 0
    """One in so many matches is entered by its totals alone; 0 for none."""

    def match(self, dealer: int, *, hands: int | None = None) -> tuple[list[Record], list[Record]]:
        """Hands until the match is won, or so many; and what was written wrongly at first."""
        from scoring.running_score import RunningScore

        score = RunningScore("texas42", self.rules)
        style = self.dice.choices(("full", "results", "tally"), (3, 3, 14))[0]
        written: list[Record] = []
        mended: list[Record] = []
        while not score.standing.over and (hands is None or len(written) < hands):
            hand = self._hand((dealer + len(written)) % 4, style)
            if "mended" in self.wanted and "tally" in hand and len(written) == 3:
                mended.append(self._mended(hand, len(written) + 1))
            score.add_hand(self._judged(hand))
            written.append(hand)
        if "late" in self.wanted and not mended and (late := self._late(written)):
            self.wanted.discard("late")
            mended.append(late)
        return written, mended

    def _late(self, written: list[Record]) -> Record | None:
        """A hand that could be written wrongly and the match still end where it did."""
        from scoring.running_score import RunningScore

        reason = "A set was ticked as made; both pairs say so."
        for number, hand in enumerate(written, start=1):
            if "tally" not in hand or hand["tally"]["made"] or "points" in hand["tally"]:
                continue
            wrong = hand | {"tally": {"made": True}}
            score = RunningScore("texas42", self.rules)
            for record in [*written[: number - 1], wrong, *written[number:]]:
                if score.standing.over:
                    break
                score.add_hand(self._judged(record))
            else:
                if score.standing.over:
                    return {"hand": number, "first": wrong, "reason": reason, "late": True}
        return None

    def _hand(self, dealer: int, style: str) -> Record:
        from tests.rules.texas42.dealing import as_results, full_hand, options_of

        options = options_of(self.rules)
        made = self.dice.random() < MADE
        while True:
            hand = full_hand(self.dice, self.rules, dealer)
            if "plays" not in hand:
                if "passed" not in self.wanted and self.dice.random() < 0.8:
                    continue
                self.wanted.discard("passed")
                return _bare(hand)
            if not self._is_usual(hand, made=made):
                continue
            if style == "full" and "ruling" in self.wanted and (ruled := self._ruled(hand)):
                self.wanted.discard("ruling")
                return _bare(ruled)
            if style == "full":
                return _bare(hand)
            if style == "results":
                results = as_results(hand, options)
                del results["deal"]
                return _bare(results)
            return _bare(self._tally(hand))

    def _is_usual(self, hand: Record, *, made: bool) -> bool:
        """Whether people would have bid this, and with this end."""
        bids = [call["bid"] for call in hand["auction"] if call["bid"] != "pass"]
        bid = bids[-1]
        kept = 1.0 if not bid.endswith("m") else self.in_marks / (1 if bid in {"1m", "2m"} else 6)
        return (
            self.dice.random() < kept and (self._judged(_bare(hand))["outcome"] == "made") == made
        )

    def _tally(self, hand: Record) -> Record:
        """What a slip says: who bid what, trumps, made or set, now and then the points."""
        judged = self._judged(_bare(hand))
        less = {key: value for key, value in hand.items() if key not in {"plays", "deal"}}
        less["tally"] = {"made": judged["outcome"] == "made"}
        if judged["points"] and self.dice.random() < 0.4:
            less["tally"]["points"] = judged["points"]
        return less

    def _ruled(self, hand: Record) -> Record | None:
        """The hand with a revoke by the defence, noticed when its trick was over."""
        for trick in range(1, 5):
            for place in range(1, len(hand["plays"][trick])):
                for other in (piece for later in hand["plays"][trick + 1 :] for piece in later):
                    plays = [list(played) for played in hand["plays"][: trick + 1]]
                    plays[trick][place] = other
                    reason = f"Revoke in trick {trick + 1}: the suit led was still in hand."
                    tried = hand | {
                        "plays": plays,
                        "ruling": {"against": "defence", "reason": reason},
                    }
                    judged = self._judged(_bare(tried), must=False)
                    if judged["ok"] and any(
                        warning["code"] == "play.revoke" for warning in judged["warnings"]
                    ):
                        return tried
        return None

    def _mended(self, hand: Record, number: int) -> Record:
        self.wanted.discard("mended")
        wrong = hand | {"tally": {"made": not hand["tally"]["made"]}}
        return {"hand": number, "first": wrong, "reason": "Made and set were mixed up on the slip."}

    def _judged(self, hand: Record, *, must: bool = True) -> Record:
        from rules import verdict

        head = {"format": "hand-record/1", "game": "texas42", "rules": self.rules}
        judged: Record = verdict(head | hand)
        assert judged["ok"] or not must, (hand, judged["problems"])
        return judged


@dataclass(frozen=True, slots=True)
class Stop:
    """Where an evening that is on stops: its last round, and there the hands of every game.

    ``hands`` has, table by table, how many hands each game begun has at most.
    """

    round: int
    hands: tuple[tuple[int, ...], ...]


SHOWING_ALL = "friday.jsonl"  # a ruling, a correction, a hand passed out, every contract
WON = 99  # hands enough for any game to be won
STOPS = {
    "tonight.jsonl": Stop(3, ((WON,), (4,), (0,))),
    "new_year.jsonl": Stop(3, ((WON,),)),
    "summer.jsonl": Stop(3, ((WON,),)),
    "doubles.jsonl": Stop(3, ((WON,) * 3, (WON, 3), (4,), (0,), (WON, 5), (WON, WON, 2))),
}


def compose_evening(spec: Record, house: Any) -> Iterator[Record]:
    """The lines of an evening, as far as it was played."""
    from seeds.playing import event_set_up

    event = event_set_up(demo=house, spec=spec)
    stop = STOPS.get(spec["file"])
    count = stop.round if stop else event.rounds.count()
    yield from compose_rounds(event, house.owner, _composer(spec), count, spec["seed"], stop)


def compose_season(spec: Record, house: Any) -> Iterator[Record]:
    """The lines of all evenings of a season."""
    from seeds.load import evening_seed, evening_set_up, evenings_of, season_set_up
    from tests.compose_players import PandoerenComposer
    from tournaments.events.services.events import event_finish

    season = season_set_up(demo=house, spec=spec)
    for evening, evening_spec in evenings_of(season, spec):
        event = evening_set_up(demo=house, evening=evening, season=spec, spec=evening_spec)
        seed = evening_seed(spec, evening)
        slips = ["slip", "slip", "counted", "slip"]
        composer: Any = PandoerenComposer(Random(seed), spec["rules"], slips, mended=True)
        if spec["game"] == "texas42":
            composer = Composer(Random(seed), spec["rules"], set(), totals_in=20)
        for line in compose_rounds(event, house.owner, composer, event.rounds.count(), seed):
            yield {"evening": evening.number} | line
        event_finish(event=event)


def compose_rounds(
    event: Any, owner: Any, composer: Any, count: int, seed: str, stop: Stop | None = None
) -> Iterator[Record]:
    """The lines of so many rounds of an event, all recorded as they are written."""
    from engine.standings.series import meeting_is_over
    from seeds.playing import rounds_begun
    from tournaments.events.selectors.pairing_state import games_played

    for round_ in rounds_begun(event=event, count=count, seed=seed):
        for table in round_.tables.filter(is_bye=False):
            games = list(table.games.select_related("match"))
            limits: tuple[int | None, ...] = (None,) * len(games)
            if stop and round_.number == stop.round:
                limits = stop.hands[table.number - 1]
            for game, limit in zip(games, limits, strict=False):
                if meeting_is_over(table.best_of, games_played(games)):
                    break
                place = {"round": round_.number, "table": table.number}
                place |= {"game": game.number} if len(games) > 1 else {}
                yield place | compose_match(game.match, owner, composer, limit)
                game.match.refresh_from_db()


def compose_match(match: Any, owner: Any, composer: Any, limit: int | None) -> Record:
    """A match as it is written down, and recorded too."""
    from seeds.playing import PlayedLine, hands_mend, match_play

    hands, mended = composer.match(match.first_dealer, hands=limit)
    every = getattr(composer, "totals_in", 0)
    totals = _totals(match, hands) if every and composer.dice.randrange(every) == 0 else ()
    record = {
        "format": "match-record/1",
        "game": match.game,
        "rules": match.rules,
        "players": [seat.name for seat in match.seats.all()],
        **({"stakes": match.stakes} if match.stakes else {}),
        "hands": [] if totals else hands,
    }
    line = PlayedLine(0, 0, record, tuple(mended), totals=totals)
    match_play(match, line, owner)
    hands_mend(match, line, owner, late=False)
    return {"match": record, "mended": mended, **({"totals": totals} if totals else {})}


def _totals(match: Any, hands: list[Record]) -> tuple[int, ...]:
    """The final totals of these hands."""
    from rules import verdict
    from scoring.running_score import RunningScore

    score = RunningScore(match.game, match.rules)
    head = {"format": "hand-record/1", "game": match.game, "rules": match.rules}
    for hand in hands:
        score.add_hand(verdict(head | hand))
    return tuple(score.standing.totals)


def _composer(evening: Record) -> Any:
    from tests.compose_players import KlaverjasComposer, PandoerenComposer, SpadesComposer

    dice = Random(evening["seed"])
    if evening["game"] == "pandoeren":
        return PandoerenComposer(dice, evening["rules"])
    if evening["game"] == "dummy_spades":
        return SpadesComposer(dice, evening["rules"])
    if evening["game"] == "klaverjassen":
        return KlaverjasComposer(dice, evening["rules"])
    composer = Composer(dice, evening["rules"])
    if evening["file"] == SHOWING_ALL:
        composer.in_marks = 1
    else:
        composer.wanted.clear()
    return composer


def _bare(record: Record) -> Record:
    return {key: value for key, value in record.items() if key not in {"format", "game", "rules"}}


def main() -> None:
    os.environ["ALLMARK_DATA"] = tempfile.mkdtemp(prefix="allmark-compose-")
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
    import django

    django.setup()
    from django.core.management import call_command

    from clubs.models import User
    from seeds.history import history_spec
    from seeds.load import club_spec, demo_create

    call_command("migrate", verbosity=0)
    spec, earlier = club_spec(), history_spec()
    house = demo_create(spec=spec, owner=User.objects.create_user("composer"))
    wanted = sys.argv[1:]
    specs = (spec, earlier)
    composed = [(evening, compose_evening) for spec in specs for evening in spec["evenings"]]
    composed += [(season, compose_season) for spec in specs for season in spec["seasons"]]
    for evening, compose in composed:
        if wanted and evening["file"] not in wanted:
            continue
        lines = list(compose(evening, house))
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (DATA / evening["file"]).write_text(text)
        hands = [hand for line in lines for hand in line["match"]["hands"]]
        full = sum("deal" in hand and "plays" in hand for hand in hands)
        print(evening["file"], len(lines), "matches", len(hands), "hands", full, "full")


if __name__ == "__main__":
    main()
