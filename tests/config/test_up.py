"""The one command: the organiser's account, a port in use, parts that are kept running."""

import socket
import stat
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from django.core.management import CommandError, call_command

from clubs.models import User
from config.env import data_folder
from config.management.commands.up import OWNER, bindings_clear, folder_taken, owner_ensure
from config.supervisor import Part, Supervisor, parts

SLEEP = ("timeit", "-n", "1", "-r", "1", "import time; time.sleep(60)")
NOTHING = ("timeit", "-n", "1", "-r", "1", "pass")


def test_the_first_start_makes_an_organiser_whose_password_only_the_owner_reads(
    db: None, tmp_path: Path
) -> None:
    owner, password = owner_ensure(tmp_path)
    assert (owner.username, owner.is_superuser) == (OWNER, True)
    assert owner.check_password(password)
    file = tmp_path / "organiser-password"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_next_start_says_the_same_password(db: None, tmp_path: Path) -> None:
    first = owner_ensure(tmp_path)
    assert owner_ensure(tmp_path) == first
    assert User.objects.count() == 1


def test_a_password_of_ones_own_is_kept_and_the_generated_one_forgotten(
    db: None, tmp_path: Path
) -> None:
    owner, generated = owner_ensure(tmp_path)
    owner.set_password("seven marks to win")
    owner.save()
    again, said = owner_ensure(tmp_path)
    assert again.check_password("seven marks to win")
    assert generated not in said
    assert not (tmp_path / "organiser-password").exists()


def test_a_port_in_use_is_told_with_the_way_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"Port {port} .*PORT={port + 1} make run"):
            call_command("up", port=port)


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "8000.5", "٨٠٨٠٨٠"])
def test_what_is_no_port_is_told(port: str) -> None:
    with pytest.raises(CommandError, match="a port is a number from 1 to 65535"):
        call_command("up", f"--port={port}")


def test_a_folder_in_use_is_told_and_free_again_afterwards(tmp_path: Path) -> None:
    lock = folder_taken(tmp_path)
    with pytest.raises(CommandError, match=r"is running on .* already"):
        folder_taken(tmp_path)
    lock.close()
    folder_taken(tmp_path).close()


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ALLMARK_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(SystemExit, match=r"No folder for data at .*: see ALLMARK_DATA"):
        data_folder()


def test_web_server_workers_and_clock_are_kept_running(tmp_path: Path) -> None:
    wanted = {part.name: part.words for part in parts(host="127.0.0.1", port=8123, data=tmp_path)}
    assert set(wanted) == {"web", "live", "documents", "clock"}
    assert "8123" in wanted["web"]
    assert [wanted[name][wanted[name].index("-Q") + 1] for name in ("live", "documents")] == [
        "live",
        "documents",
    ]


def wait_for(true: Callable[[], bool]) -> bool:
    """Whether it comes true within ten seconds."""
    deadline = time.monotonic() + 10
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_stopping_ends_every_part(tmp_path: Path) -> None:
    supervisor = Supervisor([Part("one", SLEEP), Part("two", SLEEP)], tmp_path / "log")
    for part in supervisor.wanted:
        supervisor._launch(part)
    running = list(supervisor.running.values())
    assert [process.poll() for process in running] == [None, None]
    supervisor.stop()
    assert None not in [process.poll() for process in running]


def test_a_part_that_dies_is_started_again_and_its_words_are_kept(tmp_path: Path) -> None:
    supervisor = Supervisor([Part("short", NOTHING), Part("long", SLEEP)], tmp_path / "log")
    for part in supervisor.wanted:
        supervisor._launch(part)
    steady = supervisor.running["long"]
    log = tmp_path / "log" / "short.log"
    watching = Thread(target=supervisor.watch)
    watching.start()
    try:
        assert wait_for(lambda: len(log.read_text().splitlines()) >= 2)
        assert supervisor.running["long"] is steady
    finally:
        supervisor.stopping = True
        watching.join()
    assert steady.poll() is not None


def test_a_part_that_dies_before_the_site_is_ready_is_started_again(tmp_path: Path) -> None:
    supervisor = Supervisor([Part("long", SLEEP)], tmp_path / "log")
    supervisor._launch(supervisor.wanted[0])
    first = supervisor.running["long"]
    first.kill()
    first.wait()
    supervisor.revive()
    second = supervisor.running["long"]
    supervisor.revive()
    assert second is supervisor.running["long"] is not first
    supervisor.stop()


def test_a_part_finds_the_project_wherever_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    asked = ("timeit", "-n", "1", "-r", "1", "import config.supervisor")
    supervisor = Supervisor([Part("one", asked)], tmp_path / "log")
    supervisor._launch(supervisor.wanted[0])
    assert supervisor.running["one"].wait(20) == 0, (tmp_path / "log" / "one.log").read_text()


def test_a_half_written_binding_of_the_queue_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "live.exchange").write_text("")
    (tmp_path / "other").write_text("stays")
    bindings_clear(str(tmp_path))
    bindings_clear(None)
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
