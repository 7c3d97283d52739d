"""The demo club's evening of Klaverjassen ends as its score pads add up."""

from collections import Counter
from typing import Any

import pytest
from django.urls import reverse

from clubs.models import Club
from rules import verdict
from seeds.playing import DATA, played
from tests.conftest import ClientFor
from tests.rules.klaverjassen import naive
from tests.rules.klaverjassen.dealing import options_of
from tournaments.events.models import EventState
from tournaments.events.selectors.standings import standings_for

pytestmark = pytest.mark.django_db

LINES = list(played(DATA / "klaverjassen.jsonl"))


def scored(hand: dict[str, Any], rules: dict[str, Any]) -> list[int]:
    """The score of a hand by the second scorer, or as a pad is read where no card was noted."""
    if "plays" in hand:
        judged = naive.judge({"rules": rules, **hand}, options_of(rules))
        return list(judged["score"])
    tally = hand["tally"]
    declarer = next(call["seat"] for call in hand["auction"] if call["bid"] == "play")
    if tally.get("made") is False:
        return [0, 162] if declarer % 2 == 0 else [162, 0]
    pits = [100 * (count == 8) for count in tally.get("tricks", (0, 0))]
    return [sum(of_side) for of_side in zip(tally["points"], tally["roem"], pits, strict=True)]


def test_three_rounds_of_a_boom_are_played_at_two_tables(demo: Club) -> None:
    event = demo.events.get(game="klaverjassen")
    assert event.state == EventState.FINISHED
    assert [(line.round, line.table) for line in LINES] == [
        (round_, table) for round_ in (1, 2, 3) for table in (1, 2)
    ]
    assert [len(line.match["hands"]) for line in LINES] == [16] * 6


def test_hands_are_made_and_nat_as_at_any_club() -> None:
    head = {"format": "hand-record/1", "game": "klaverjassen", "rules": LINES[0].match["rules"]}
    judged = [verdict(head | hand) for line in LINES for hand in line.match["hands"]]
    outcomes = Counter(hand["outcome"] for hand in judged)
    assert 0.1 < outcomes["set"] / len(judged) < 0.3
    assert outcomes.total() == outcomes["set"] + outcomes["made"]
    assert any(hand["points"] and hand["points"]["pit"] for hand in judged)


def test_everybody_has_the_points_of_their_partners_and_their_own(demo: Club) -> None:
    expected: Counter[str] = Counter()
    for line in LINES:
        for hand in line.match["hands"]:
            score = scored(hand, line.match["rules"])
            for seat, name in enumerate(line.match["players"]):
                expected[name] += score[seat % 2]
    standings = standings_for(demo.events.get(game="klaverjassen"))
    place = [column.metric.key for column in standings.columns].index("points")
    shown = {row.entrant.players[0].name: row.cells[place] for row in standings.rows}
    assert {name: int(str(total)) for name, total in shown.items()} == dict(expected)


@pytest.mark.parametrize(("game", "has_bids"), [("klaverjassen", False), ("texas42", True)])
def test_a_players_hands_are_parted_by_bid_where_there_is_more_than_playing(
    game: str, has_bids: bool, demo: Club, client_for: ClientFor
) -> None:
    player = demo.players.get(name="Ada Novak")
    owner = demo.memberships.earliest("pk").user
    page = client_for(owner).get(
        reverse("player-numbers", args=[demo.slug, player.pk]), {"game": game}
    )
    assert ("bids-title" in page.content.decode()) == has_bids
