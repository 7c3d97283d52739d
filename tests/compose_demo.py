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


@dataclass
class Composer:
    """An evening in the making: dice, its rules, and what it should still show."""

    dice: Random
    rules: Record
    wanted: set[str] = field(default_factory=lambda: {"ruling", "mended", "passed"})

    def match(self, dealer: int, *, hands: int | None = None) -> tuple[list[Record], list[Record]]:
        """Hands until the match is won, or so many; and what was written wrongly at first."""
        from scoring.folding import Ladder

        ladder = Ladder("texas42", self.rules)
        style = self.dice.choices(("full", "results", "tally"), (3, 3, 14))[0]
        written: list[Record] = []
        mended: list[Record] = []
        while not ladder.standing.over and (hands is None or len(written) < hands):
            hand = self._hand((dealer + len(written)) % 4, style)
            if "mended" in self.wanted and "tally" in hand and len(written) == 3:
                mended.append(self._mended(hand, len(written) + 1))
            ladder.climb(self._judged(hand))
            written.append(hand)
        return written, mended

    def _hand(self, dealer: int, style: str) -> Record:
        from tests.rules.texas42.dealing import as_results, full_hand, options_of

        options = options_of(self.rules)
        while True:
            hand = full_hand(self.dice, self.rules, dealer)
            if "plays" not in hand:
                if "passed" not in self.wanted and self.dice.random() < 0.8:
                    continue
                self.wanted.discard("passed")
                return _bare(hand)
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


def compose(evening: Record, club: Any, owner: Any, players: Record) -> Iterator[Record]:
    """The lines of an evening. One that is not finished stops in its third round."""
    from seeds.load import Played, event_set_up, match_play
    from tournaments.services.rounds import round_begin

    event = event_set_up(club=club, owner=owner, players=players, evening=evening)
    composer = _composer(evening)
    for round_ in event.rounds.all():
        if not evening["finished"] and round_.number > 3:
            return
        round_begin(round=round_, seed=evening["seed"])
        for table in round_.tables.filter(is_bye=False):
            match = table.games.get().match
            stop = None
            if not evening["finished"] and round_.number == 3:
                stop = (6, 2, 0)[table.number - 1]
            hands, mended = composer.match(match.first_dealer, hands=stop)
            record = {
                "format": "match-record/1",
                "game": evening["game"],
                "rules": evening["rules"],
                "players": [seat.name for seat in match.seats.all()],
                **({"stakes": evening["stakes"]} if evening["stakes"] else {}),
                "hands": hands,
            }
            line = {
                "round": round_.number,
                "table": table.number,
                "match": record,
                "mended": mended,
            }
            match_play(match, Played(round_.number, table.number, record, tuple(mended)), owner)
            yield line


def _composer(evening: Record) -> Any:
    from tests.compose_players import PandoerenComposer, SpadesComposer

    dice = Random(evening["seed"])
    if evening["game"] == "pandoeren":
        return PandoerenComposer(dice, evening["rules"])
    if evening["game"] == "dummy_spades":
        return SpadesComposer(dice, evening["rules"])
    composer = Composer(dice, evening["rules"])
    if not evening["finished"]:
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
    from clubs.services.clubs import club_create
    from clubs.services.players import players_add_many

    call_command("migrate", verbosity=0)
    owner = User.objects.create_user("composer")
    told = json.loads((DATA / "club.json").read_text())
    club = club_create(name=told["name"], owner=owner)
    added = players_add_many(club=club, names=told["players"])
    players = {player.name: player for player in added}
    wanted = sys.argv[1:]
    for evening in told["evenings"]:
        if wanted and evening["file"] not in wanted:
            continue
        lines = list(compose(evening, club, owner, players))
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (DATA / evening["file"]).write_text(text)
        hands = [hand for line in lines for hand in line["match"]["hands"]]
        full = sum("deal" in hand and "plays" in hand for hand in hands)
        print(evening["file"], len(lines), "matches", len(hands), "hands", full, "full")


if __name__ == "__main__":
    main()
