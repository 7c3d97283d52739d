"""The rule book over HTTP."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from games import PRESENTERS
from games.texas42.examples import EXAMPLES
from rules import GAMES, match_verdict, verdict
from scoring.models import Hand
from tests.api.conftest import hand

HEAD = {"format": "hand-record/1", "game": "texas42"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_legal_hand(name: str) -> None:
    assert verdict(HEAD | dict(EXAMPLES[name]))["ok"]


RECORDS: list[tuple[str, Any]] = [
    ("a legal hand", HEAD | hand(0)),
    ("an illegal hand", HEAD | {"dealer": 9}),
    ("no format", {}),
    ("no object", [1]),
    ("null", None),
]


@pytest.mark.parametrize("record", [row[1] for row in RECORDS], ids=[row[0] for row in RECORDS])
def test_the_verdict_is_the_rule_books(api: APIClient, db: None, record: Any) -> None:
    answer = api.generic("POST", "/api/v1/verdict/", json.dumps(record), "application/json")
    assert answer.status_code == 200
    assert answer.json() == verdict(record)
    assert not Hand.objects.exists()


def test_a_match_record_gets_a_match_verdict(api: APIClient) -> None:
    match = {
        "format": "match-record/1",
        "game": "texas42",
        "players": list("ABCD"),
        "hands": [hand(0), hand(1)],
    }
    assert api.post("/api/v1/verdict/", match).json() == match_verdict(match)


def test_every_option_and_preset_is_told_with_its_explanation(api: APIClient) -> None:
    games = {game["game"]: game for game in api.get("/api/v1/games/").json()}
    assert games.keys() == PRESENTERS.keys()
    for name, game in games.items():
        options = [option["option"] for option in game["options"]]
        assert options == [option.name for option in GAMES[name].options.options]
        assert all(option["label"] and option["explanation"] for option in game["options"])
        assert [preset["preset"] for preset in game["presets"]] == [*GAMES[name].options.presets]


def test_what_a_preset_is_told_to_set_is_the_preset(api: APIClient) -> None:
    for game in api.get("/api/v1/games/").json():
        table = GAMES[game["game"]].options
        for preset in game["presets"]:
            named = table.values({"preset": preset["preset"]})
            assert table.values(preset["rules"]) == named, preset["preset"]
