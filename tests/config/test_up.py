"""The one command: the organiser's account, a port in use, parts that are kept running."""

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from clubs.models import User
from config.celery import app as celery
from config.env import BASE, data_folder
from config.leftovers import MARK
from config.management.commands.up import (
    OWNER,
    bindings_clear,
    folder_lock,
    owner_ensure,
    port_must_be_free,
    sign_in_lines,
    static_collect,
)
from config.supervisor import LOG_LIMIT, PAUSES, QUEUES, SupervisedPart, Supervisor, parts

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


def test_static_files_are_collected_only_when_one_has_changed(tmp_path: Path) -> None:
    source, data = tmp_path / "source", tmp_path / "data"
    source.mkdir()
    data.mkdir()
    (source / "one.css").write_text("p { color: red }")
    root = data / "static"
    with override_settings(
        STATICFILES_DIRS=[source],
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
        STATIC_ROOT=root,
    ):
        for change in (
            lambda: None,
            lambda: (source / "one.css").write_text("p { color: blue }"),
            lambda: (source / "two.css").write_text("b { color: red }"),
            (source / "two.css").unlink,
            lambda: shutil.rmtree(root),
        ):
            change()
            assert static_collect(data)
            assert not static_collect(data)
        assert list(root.glob("one.*.css"))


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


def test_a_restored_backup_says_how_to_get_in(
    db: None, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path / "a club"
    settings.DATA_DIR.mkdir()
    monkeypatch.setenv("DATABASE_URL", "postgres://club:secret@host/name")
    _owner, first = owner_ensure(settings.DATA_DIR)
    assert sign_in_lines(first) == [f"Sign in: organiser / {first}"]
    (settings.DATA_DIR / "organiser-password").unlink()  # another machine; only the backup is here
    _owner, password = owner_ensure(settings.DATA_DIR)
    line = sign_in_lines(password)[1]
    data = f"ALLMARK_DATA='{settings.DATA_DIR}' DATABASE_URL=…"
    assert line.endswith(f"{data} .venv/bin/python manage.py changepassword organiser")
    assert "secret" not in line


def test_a_port_in_use_is_told_with_who_holds_it_and_the_way_out(
    tmp_path: Path, settings: Any
) -> None:
    settings.DATA_DIR = tmp_path
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        way_out = rf"is taken by process {os.getpid()} .*kill {os.getpid()}\. .*PORT=\d+ "
        with pytest.raises(CommandError, match=rf"^Port {port} {way_out}"):
            call_command("up", port=port)


def test_a_port_that_another_folders_site_holds_is_told_with_that_folder(tmp_path: Path) -> None:
    code = (
        "import socket, sys; taken = socket.create_server(('127.0.0.1', 0));"
        "print(taken.getsockname()[1], flush=True); sys.stdin.read()"
    )
    site = subprocess.Popen(
        [sys.executable, "-c", code, MARK],
        env=os.environ | {"ALLMARK_DATA": "/srv/friday"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert site.stdin
    assert site.stdout
    with site.stdin, site.stdout:
        port = int(site.stdout.readline())
        with pytest.raises(CommandError, match="is taken by Allmark on /srv/friday: stop that one"):
            port_must_be_free("127.0.0.1", port)
    site.wait(10)


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "8000.5", "٨٠٨٠٨٠"])
def test_what_is_no_port_is_told(port: str) -> None:
    with pytest.raises(CommandError, match="a port is a number from 1 to 65535"):
        call_command("up", f"--port={port}")


def test_a_folder_in_use_is_told_and_free_again_afterwards(tmp_path: Path) -> None:
    lock = folder_lock(tmp_path)
    with pytest.raises(CommandError, match=rf"is running on .* already as process {os.getpid()}\."):
        folder_lock(tmp_path)
    lock.close()
    folder_lock(tmp_path).close()


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ALLMARK_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(SystemExit, match=r"No folder for data at .*: see ALLMARK_DATA"):
        data_folder()


def test_web_server_workers_and_clock_are_kept_running(tmp_path: Path) -> None:
    wanted = {
        part.name: part.arguments for part in parts(host="127.0.0.1", port=8123, data=tmp_path)
    }
    assert set(wanted) == {"web", "live", "documents", "best-play", "clock"}
    assert "8123" in wanted["web"]
    taken = {name: wanted[name][wanted[name].index("-Q") + 1] for name in QUEUES}
    assert taken == {"live": "live", "documents": "documents,prints", "best-play": "best-play"}


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["web", "--port", "8123", "--workers", "3"], ["granian", "--workers 3", "--port 8123"]),
        (["worker"], ["celery", "worker", "-Q live,documents,prints,best-play"]),
        (["worker", "--queue", "live", "--name", "one"], ["-Q live", "-n one@allmark"]),
        (["clock"], ["celery", "beat"]),
    ],
)
def test_a_service_manager_starts_parts_alone(
    words: list[str], wanted: list[str], db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path.cwd())
    monkeypatch.setattr("os.execv", lambda program, run: runs.append((program, " ".join(run))))
    runs: list[tuple[str, str]] = []
    call_command(*words)
    ((program, run),) = runs
    assert program == sys.executable
    for word in wanted:
        assert word in run


CLOCK = """
import json, sys
from config.celery import clock

clock.loader.init_worker()  # as `celery beat` does
clock.finalize()
scheduled = [entry["task"] for entry in clock.conf.beat_schedule.values()]
print(json.dumps([scheduled, "clubs.models" in sys.modules]))
"""


def test_the_clock_sends_tasks_that_exist_and_loads_no_models() -> None:
    run = subprocess.run(
        [sys.executable, "-c", CLOCK], cwd=BASE, capture_output=True, text=True, check=True
    )
    scheduled, has_models = json.loads(run.stdout)
    celery.loader.import_default_modules()
    assert scheduled
    assert set(scheduled) <= set(celery.tasks)
    assert not has_models


def wait_for(true: Callable[[], bool]) -> bool:
    """Whether it comes true within ten seconds."""
    deadline = time.monotonic() + 10
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_stopping_ends_every_part(tmp_path: Path) -> None:
    supervisor = Supervisor(
        [SupervisedPart("one", SLEEP), SupervisedPart("two", SLEEP)], tmp_path / "log"
    )
    for part in supervisor.wanted:
        supervisor._launch(part)
    running = list(supervisor.running.values())
    assert [process.poll() for process in running] == [None, None]
    supervisor.stop()
    assert None not in [process.poll() for process in running]


IN_BACKGROUND = """
import sys
from pathlib import Path
from config.supervisor import SupervisedPart, Supervisor

supervisor = Supervisor([SupervisedPart("one", ("timeit", "pass"))], Path(sys.argv[1]))
supervisor.start()
print("started", flush=True)
supervisor.watch()
"""


def test_ctrl_c_stops_a_site_that_a_script_has_started_in_the_background(tmp_path: Path) -> None:
    ignored = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)  # as a shell has it for &
    with subprocess.Popen(
        [sys.executable, "-c", IN_BACKGROUND, str(tmp_path)],
        cwd=BASE,
        stdout=subprocess.PIPE,
        preexec_fn=ignored,
    ) as site:
        assert site.stdout
        assert site.stdout.readline() == b"started\n"
        site.send_signal(signal.SIGINT)
        assert site.wait(20) == 0


def test_a_part_that_dies_is_started_again_and_its_words_are_kept(tmp_path: Path) -> None:
    supervisor = Supervisor(
        [SupervisedPart("short", NOTHING), SupervisedPart("long", SLEEP)], tmp_path / "log"
    )
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
    supervisor = Supervisor([SupervisedPart("long", SLEEP)], tmp_path / "log")
    supervisor._launch(supervisor.wanted[0])
    first = supervisor.running["long"]
    first.kill()
    first.wait()
    supervisor.revive()
    second = supervisor.running["long"]
    supervisor.revive()
    assert second is supervisor.running["long"] is not first
    supervisor.stop()


def test_a_part_that_keeps_dying_is_started_after_longer_and_longer_pauses(tmp_path: Path) -> None:
    said: list[str] = []
    supervisor = Supervisor([SupervisedPart("short", NOTHING)], tmp_path / "log", said.append)
    supervisor._launch(supervisor.wanted[0])
    record = supervisor.records["short"]
    pauses = []
    for _ in PAUSES:
        supervisor.running["short"].wait()
        before = time.monotonic()
        supervisor.revive()
        if record.due is None:  # started again at once
            pauses.append(0)
            continue
        pauses.append(round(record.due - before))
        waiting = supervisor.running["short"]
        supervisor.revive()
        assert supervisor.running["short"] is waiting
        record.due = 0.0
        supervisor.revive()
        assert supervisor.running["short"] is not waiting
    supervisor.stop()
    assert pauses == [0, 1, 2, 4, 8, 16, 30, 30]
    assert "has ended 2 times in a row (status 0); it is started again in 1 s." in said[0]
    assert str(tmp_path / "log" / "short.log") in said[0]


def test_a_part_that_ran_well_for_a_while_is_started_again_at_once(tmp_path: Path) -> None:
    supervisor = Supervisor([SupervisedPart("long", SLEEP)], tmp_path / "log")
    supervisor._launch(supervisor.wanted[0])
    record = supervisor.records["long"]
    record.failures, record.started = 6, time.monotonic() - 60
    first = supervisor.running["long"]
    first.kill()
    first.wait()
    supervisor.revive()
    assert supervisor.running["long"] is not first
    assert record.failures == 1
    supervisor.stop()


CHATTER = "import sys,time\nwhile True: sys.stderr.write('x' * 9999 + chr(10)); time.sleep(0.001)"


def test_a_long_log_is_turned_over_while_its_part_runs_on(tmp_path: Path) -> None:
    talks = SupervisedPart("talks", ("timeit", "-n", "1", "-r", "1", CHATTER))
    supervisor = Supervisor([talks], tmp_path / "log")
    supervisor._launch(talks)
    log, before = tmp_path / "log" / "talks.log", tmp_path / "log" / "talks.log.1"
    try:
        assert wait_for(lambda: log.stat().st_size > LOG_LIMIT)
        process = supervisor.running["talks"]
        supervisor.logs_rotate()
        assert before.stat().st_size > LOG_LIMIT
        assert log.stat().st_size < LOG_LIMIT
        assert wait_for(lambda: log.stat().st_size > 0)
        assert b"\0" not in log.read_bytes()  # it goes on from the beginning, not with a hole
        assert process.poll() is None
    finally:
        supervisor.stop()


FORKS = "import os,time\nprint(os.getpid(), os.fork(), flush=True); time.sleep(60)"


def test_what_a_part_forked_ends_with_it_however_hard_it_was_killed(tmp_path: Path) -> None:
    supervisor = Supervisor(
        [SupervisedPart("forks", ("timeit", "-n", "1", "-r", "1", FORKS))], tmp_path / "log"
    )
    supervisor._launch(supervisor.wanted[0])
    log = tmp_path / "log" / "forks.log"
    assert wait_for(lambda: len(log.read_text().splitlines()) == 2)
    pid = supervisor.running["forks"].pid
    numbers = {int(word) for word in log.read_text().split()} - {0, pid}
    (child,) = numbers
    os.kill(pid, signal.SIGKILL)
    assert wait_for(lambda: not Path(f"/proc/{child}").exists())
    supervisor.stop()


def test_a_part_finds_the_project_wherever_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    arguments = ("timeit", "-n", "1", "-r", "1", "import config.supervisor")
    supervisor = Supervisor([SupervisedPart("one", arguments)], tmp_path / "log")
    supervisor._launch(supervisor.wanted[0])
    assert supervisor.running["one"].wait(20) == 0, (tmp_path / "log" / "one.log").read_text()


def test_a_half_written_binding_of_the_queue_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "live.exchange").write_text("")
    (tmp_path / "other").write_text("stays")
    bindings_clear(str(tmp_path))
    bindings_clear(None)
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
