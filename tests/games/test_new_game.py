"""What ``manage.py new_game`` writes plays an evening at once, and its own tests fail."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from pypdf import PdfReader

import games
import rules
from clubs.models import Club, User
from config.management.commands.new_game import registrations
from games.checks import slips
from games.presenter import GamePresenter
from games.skeleton import game_files
from leagues.services.standings import season_refresh
from scoring.models import Match
from tests.conftest import ClientFor
from tests.games.evening import evening_of, lines_type

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = [(True, True), (True, False), (False, True), (False, False)]


def written(folder: Path, name: str, *, teams: bool, cards: bool) -> GamePresenter:
    """Write the game into a folder and import it from there."""
    for path, text in game_files(name, teams=teams, cards=cards).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    rules.__path__.append(str(folder / "rules"))
    games.__path__.append(str(folder / "games"))
    presenter: GamePresenter = importlib.import_module(f"games.{name}").GAME
    games.register(presenter)
    return presenter


@pytest.fixture(params=KINDS, ids=lambda kind: f"teams {kind[0]}, cards {kind[1]}")
def game(request: Any, tmp_path: Path) -> Iterator[GamePresenter]:
    teams, cards = request.param
    name = f"belote_{teams:d}{cards:d}"
    yield written(tmp_path, name, teams=teams, cards=cards)
    games.unregister(name)
    rules.__path__.pop()
    games.__path__.pop()
    for module in [module for module in sys.modules if f".{name}" in module]:
        del sys.modules[module]


def test_it_has_no_slip(game: GamePresenter) -> None:
    assert list(slips(game)) == []
    assert game.in_teams == game.name.startswith("belote_1")


@pytest.mark.django_db
def test_an_evening_of_it_is_played(
    game: GamePresenter, club: Club, owner: User, client_for: ClientFor
) -> None:
    season, event = evening_of(club, owner, game)
    match = Match.objects.get()
    lines_type(match, [game.example(None).typed] * 8, client_for(owner))
    assert {side.total for side in match.sides.all()} == {12 * 8}
    card = client_for(owner).get(f"/c/{club.slug}/matches/{match.pk}/print/scorecard.pdf")
    assert "Ann" in PdfReader(BytesIO(b"".join(card))).pages[0].extract_text()
    season_refresh(season_id=season.pk)
    assert client_for(owner).get(f"/c/{club.slug}/events/{event.pk}/standings/").status_code == 200


@pytest.mark.parametrize(("teams", "cards"), KINDS)
def test_its_files_are_sound_but_for_what_is_left_to_do(
    *, teams: bool, cards: bool, tmp_path: Path
) -> None:
    for path, text in game_files("belote", teams=teams, cards=cards).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    lint = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--quiet",
        "--config",
        str(ROOT / "pyproject.toml"),
    ]
    ignored = ["--ignore", "I001,INP001"]  # sorted by the author's own name
    checked = subprocess.run(
        [*lint, *ignored, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""
    tests = (tmp_path / "tests/rules/belote/test_belote.py").read_text()
    found: dict[str, Any] = {}
    exec(tests, found)
    for name in ("test_a_hand_scores_as_its_rule_says", "test_nothing_is_left_to_do"):
        with pytest.raises(AssertionError):
            found[name]()


def test_its_lines_in_the_registries_stand_where_those_of_the_others_are(tmp_path: Path) -> None:
    for path in ("rules/game.py", "games/__init__.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text((ROOT / path).read_text())
    with override_settings(BASE_DIR=tmp_path):
        call_command("new_game", "belote", teams=True, cards=True, verbosity=0)
    assert '"belote")' in (tmp_path / "rules/game.py").read_text()
    registry = (tmp_path / "games/__init__.py").read_text()
    assert "from games.belote import GAME as BELOTE\n" in registry
    assert "    BELOTE,\n):" in registry
    for path, before, _after in registrations("belote"):
        assert before in (ROOT / path).read_text(), path


@pytest.mark.parametrize("name", ["texas42", "Belote", "x", "../x"])
def test_a_name_that_cannot_be_one_is_refused(name: str, tmp_path: Path) -> None:
    with override_settings(BASE_DIR=tmp_path), pytest.raises(CommandError):
        call_command("new_game", name, verbosity=0)
    assert not list(tmp_path.iterdir())
