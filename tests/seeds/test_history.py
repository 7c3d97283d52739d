"""The demo club's earlier seasons: sound records, and a load that goes on after an interruption."""

from pathlib import Path

import pytest

from clubs.models import Club, User
from rules import verdict
from scoring.models import BEGUN
from scoring.running_score import RunningScore
from seeds.history import (
    club_pending,
    demo_of,
    history_count,
    history_go_on,
    history_spec,
    mark_pending,
)
from seeds.load import (
    SLUG,
    club_spec,
    demo_create,
    evening_seed,
    evening_set_up,
    season_set_up,
)
from seeds.playing import DATA, PlayedLine, played, rounds_play
from tournaments.events.models import EventState

FILES = [spec["file"] for part in ("seasons", "evenings") for spec in history_spec()[part]]


@pytest.fixture
def name_free(db: None) -> None:
    """The demo club that other tests of this folder share may be loaded: leave its name to ours."""
    Club.objects.filter(slug=SLUG).update(slug="shared")


def totals_of(line: PlayedLine) -> list[int]:
    """The totals of a match by the rules alone; each of its hands is legal and counts."""
    if line.totals:
        assert not line.match["hands"]
        return list(line.totals)
    game, rules = line.match["game"], line.match["rules"]
    score = RunningScore(game, rules)
    for hand in line.match["hands"]:
        assert not score.standing.over
        judged = verdict({"format": "hand-record/1", "game": game, "rules": rules} | hand)
        assert judged["ok"], (line.round, line.table, judged["problems"])
        score.add_hand(judged)
    assert score.standing.over
    return list(score.standing.totals)


@pytest.mark.parametrize("file", FILES)
def test_every_match_of_the_history_is_legal_and_played_to_its_end(file: str) -> None:
    lines = list(played(DATA / file))
    assert len(lines) > 5
    assert all(totals_of(line) for line in lines)


def test_the_history_is_two_seasons_of_42_one_of_pandoeren_and_two_cups() -> None:
    spec = history_spec()
    evenings = {season["game"]: 0 for season in spec["seasons"]}
    for season in spec["seasons"]:
        evenings[season["game"]] += len(season["evenings"])
    assert evenings == {"texas42": 13, "pandoeren": 4}
    assert history_count() == 19


def test_an_interrupted_load_goes_on_where_it_stopped(name_free: None, tmp_path: Path) -> None:
    owner = User.objects.create_user("owner")
    club = demo_create(spec=club_spec(), owner=owner).club
    mark_pending(tmp_path, club)
    spec = history_spec()["seasons"][0]
    lines = [line for line in played(DATA / spec["file"]) if line.evening == 1]
    demo = demo_of(club)
    evening = season_set_up(demo=demo, spec=spec).evenings.get(number=1)
    event = evening_set_up(demo=demo, evening=evening, season=spec, spec=spec["evenings"][0])
    rounds_play(event=event, lines=lines[:4], owner=owner, seed=evening_seed(spec, evening))
    assert club.matches.filter(BEGUN).count() == 4

    assert history_go_on(tmp_path)

    event.refresh_from_db()
    assert event.state == EventState.FINISHED
    totals = [list(match.totals) for match in club.matches.order_by("pk")]
    assert sorted(totals) == sorted(totals_of(line) for line in lines)
    assert club_pending(tmp_path) == club


def test_there_is_nothing_to_load_once_the_club_is_deleted(name_free: None, tmp_path: Path) -> None:
    club = demo_create(spec=club_spec(), owner=User.objects.create_user("owner")).club
    mark_pending(tmp_path, club)
    club.delete()
    assert not history_go_on(tmp_path)
    assert not (tmp_path / "demo-history").exists()
