"""What the environment chooses, and what is made where it chooses nothing."""

import stat
from pathlib import Path

import pytest

from config import env


def test_the_key_is_made_once_and_is_the_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ALLMARK_SECRET_KEY", raising=False)
    made = env.secret_key(tmp_path)
    assert len(made) >= 50
    assert env.secret_key(tmp_path) == made
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_folder_of_all_data_is_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALLMARK_DATA", str(tmp_path / "club"))
    assert stat.S_IMODE(env.data_folder().stat().st_mode) == 0o700


def test_a_key_that_is_given_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLMARK_SECRET_KEY", "given")
    assert env.secret_key(tmp_path) == "given"
    assert list(tmp_path.iterdir()) == []


def test_a_secret_is_read_from_a_file_unless_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "database-url"
    monkeypatch.setenv("DATABASE_URL_FILE", str(file))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with pytest.raises(SystemExit, match="DATABASE_URL_FILE names a file that cannot be read"):
        env.secret("DATABASE_URL")
    file.write_text("postgres://club@host/name\n")
    assert env.database(tmp_path)["NAME"] == "name"
    monkeypatch.setenv("DATABASE_URL", "sqlite:////tmp/given.sqlite3")
    assert env.database(tmp_path)["NAME"] == "/tmp/given.sqlite3"


def test_the_program_in_one_file_keeps_data_with_the_account_and_its_static_files_in_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(env, "BASE", tmp_path / "unpacked")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv("ALLMARK_DATA")
    assert env.data_place() == env.BASE / "var"
    assert env.static_folder(tmp_path) == tmp_path / "static"
    (env.BASE / "collected").mkdir(parents=True)
    (env.BASE / "allmark.json").touch()
    assert env.data_place() == tmp_path / "share/allmark"
    assert env.static_folder(tmp_path) == env.BASE / "collected"


@pytest.mark.parametrize(
    ("given", "machine", "zone"),
    [
        ("America/Chicago", "Europe/Amsterdam", "America/Chicago"),
        ("", "Europe/Amsterdam", "Europe/Amsterdam"),
        ("", "America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
        ("Atlantis", "Europe/Amsterdam", "Europe/Amsterdam"),
        ("../secret", "nowhere", "UTC"),
        ("", "", "UTC"),
    ],
)
def test_the_clock_is_the_clubs_or_else_the_machines(
    given: str, machine: str, zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", given)
    localtime = tmp_path / "localtime"
    localtime.symlink_to(tmp_path / "zoneinfo" / machine)
    assert env.time_zone(localtime) == zone


@pytest.mark.parametrize("text", ["", "\n"])
def test_an_empty_key_is_told_with_the_way_out(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ALLMARK_SECRET_KEY", raising=False)
    (tmp_path / "secret.key").write_text(text)
    with pytest.raises(SystemExit, match=r"secret\.key is empty\. Put back .* or delete it"):
        env.secret_key(tmp_path)


@pytest.mark.parametrize(
    ("url", "engine", "checked"),
    [
        ("", "config.sqlite3", False),
        ("postgres://club@host/name", "config.postgresql", True),
    ],
)
def test_the_database_is_a_file_unless_another_is_named(
    url: str, engine: str, checked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    settings_of_database = env.database(tmp_path)
    assert settings_of_database["ENGINE"] == engine
    assert settings_of_database["CONN_HEALTH_CHECKS"] is checked


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("sqlite:///club.sqlite3", str(env.BASE / "club.sqlite3")),
        ("sqlite:////srv/club.sqlite3", "/srv/club.sqlite3"),
        ("sqlite://:memory:", ":memory:"),
        ("postgres://club@host/name", "name"),
    ],
)
def test_a_database_is_the_same_file_wherever_a_part_was_started(
    url: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    assert env.database(tmp_path)["NAME"] == place


def test_options_of_a_database_url_are_kept_beside_the_pool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://club@host/name?sslmode=require")
    options = env.database(tmp_path)["OPTIONS"]
    assert options["sslmode"] == "require"
    assert options["pool"]["max_size"] == 8


def test_a_cost_that_a_database_url_names_is_the_last_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://club@host/name")
    assert env.database(tmp_path)["OPTIONS"]["options"] == "-c random_page_cost=1.1 -c jit=off"
    cost = "?options=-c%20random_page_cost%3D4"
    monkeypatch.setenv("DATABASE_URL", f"postgres://club@host/name{cost}")
    options = env.database(tmp_path)["OPTIONS"]["options"]
    assert options.split(" -c ")[-1] == "random_page_cost=4"
