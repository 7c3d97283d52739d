"""The one command: the organiser's account, a port in use, processes that are kept running."""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from clubs.models import User
from config.celery import app as celery
from config.env import BASE, data_folder
from config.management.commands.up import (
    OWNER,
    folder_lock,
    owner_ensure,
    sign_in_lines,
    static_collect,
)
from config.supervisor import (
    ANYWHERE,
    HALL_ASKED,
    LOG_LIMIT,
    PAUSES,
    PRINTS_WAIT,
    QUEUES,
    RESTS_AFTER,
    SupervisedProcess,
    Supervisor,
    wanted_processes,
    web_of_hall,
)
from core.system import has_desktop

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


@pytest.mark.parametrize(
    ("is_terminal", "environment", "opens"),
    [
        (True, {"DISPLAY": ":0"}, True),
        (True, {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (True, {}, False),
        (False, {"DISPLAY": ":0"}, False),
        (True, {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.0.2.7 1 192.0.2.8 22"}, False),
        (True, {"DISPLAY": ":99", "CI": "true"}, False),
    ],
)
def test_a_browser_opens_only_for_somebody_who_sits_at_this_machine(
    is_terminal: bool,
    environment: dict[str, str],
    opens: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    assert has_desktop() is opens


@pytest.mark.parametrize(("name", "opens"), [("wslview", True), ("w3m", False)])
def test_the_page_opens_in_the_browser_chosen_unless_it_would_take_over_the_terminal(
    name: str, opens: bool, tmp_path: Path
) -> None:
    (browser := tmp_path / name).write_text('#!/bin/sh\necho "$1" > "$0.address"')
    browser.chmod(0o700)
    opening = (
        "import core.system, threading; core.system.browser_open('http://127.0.0.1:1/');"
        "[one.join() for one in threading.enumerate() if one is not threading.current_thread()]"
    )
    environment = os.environ | {"BROWSER": str(browser)}
    subprocess.run([sys.executable, "-c", opening], cwd=BASE, env=environment, check=True)
    written = tmp_path / f"{name}.address"
    assert (written.read_text().strip() if written.exists() else "") == (
        "http://127.0.0.1:1/" if opens else ""
    )


@pytest.mark.parametrize(("answer", "who"), [(b"", "program"), (b"allmark", "site of Allmark")])
def test_a_port_in_use_is_told_with_who_answers_there_and_the_way_out(
    answer: bytes,
    who: str,
    tmp_path: Path,
    settings: Any,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.delenv("MAKELEVEL", raising=False)  # set where make runs the tests
    body = client.get("/healthz?format=json").content if answer else b"nothing of ours"

    class Holder(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

    with HTTPServer(("127.0.0.1", 0), Holder) as holder:
        Thread(target=holder.serve_forever, args=[0.01], daemon=True).start()
        port = holder.server_address[1]
        said = rf"^Port {port} is taken by another {who}\. Choose another: .*--port \d+"
        with pytest.raises(CommandError, match=said):
            call_command("up", port=port)
        holder.shutdown()


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "8000.5", "٨٠٨٠٨٠"])
def test_what_is_no_port_is_told(port: str) -> None:
    with pytest.raises(CommandError, match="a port is a number from 1 to 65535"):
        call_command("up", f"--port={port}")


def test_a_folder_in_use_is_told_and_free_again_afterwards(tmp_path: Path) -> None:
    said = r"is running on .* already\. Stop it first"
    with folder_lock(tmp_path), pytest.raises(CommandError, match=said), folder_lock(tmp_path):
        pass
    with folder_lock(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ALLMARK_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(SystemExit, match=r"No folder for data at .*: see ALLMARK_DATA"):
        data_folder()


def test_web_server_and_workers_are_kept_running_some_on_call(tmp_path: Path) -> None:
    wanted = {
        each.name: each for each in wanted_processes(host="127.0.0.1", port=8123, queue=tmp_path)
    }
    assert set(wanted) == {"web", *QUEUES, "more-prints"}
    assert "8123" in wanted["web"].arguments
    workers = {name: wanted[name].arguments for name in QUEUES}
    taken = {name: words[words.index("-Q") + 1] for name, words in workers.items()}
    assert taken == {
        "live": "live",
        "documents": "documents,prints",
        "best-play": "best-play,pictures",
    }
    assert [name for name, each in wanted.items() if not each.on_call] == ["web", "live"]
    assert "-Q prints" in " ".join(wanted["more-prints"].arguments)
    of_redis = wanted_processes(host="127.0.0.1", port=8123, queue=None)
    assert not any(each.on_call for each in of_redis)


@pytest.mark.parametrize(
    ("url", "processors", "words"),
    [
        ("", 8, "config.asgi 127.0.0.1 8123"),
        ("postgres://club@host/name", 1, "config.asgi 127.0.0.1 8123"),
        (
            *("postgres://club@host/name", 8),
            "granian --interface asginl --host 127.0.0.1 --port 8123 --workers 2",
        ),
    ],
)
def test_postgresql_lets_two_processes_answer_where_sqlite_has_one_writer(
    url: str, processors: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    web, *_workers = wanted_processes(host="127.0.0.1", port=8123, queue=None)
    assert " ".join(web.arguments).startswith(words)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["web", "--port", "8123", "--workers", "3"], ["granian", "--workers 3", "--port 8123"]),
        (["web", "--port", "8123", "--workers", "1"], ["config.asgi 127.0.0.1 8123"]),
        (["worker"], ["celery", "worker", "-Q live,documents,prints,best-play,pictures"]),
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


@contextmanager
def supervised(folder: Path, *wanted: SupervisedProcess, **options: Any) -> Iterator[Supervisor]:
    """Start processes; end them whatever happens."""
    supervisor = Supervisor(list(wanted), folder / "log", **options)
    supervisor.revive()
    try:
        yield supervisor
    finally:
        supervisor.stop()


def process_of(supervisor: Supervisor, name: str) -> "subprocess.Popen[bytes]":
    process = supervisor.running[name].process
    assert process
    return process


def test_stopping_ends_every_process(tmp_path: Path) -> None:
    two = (SupervisedProcess("one", SLEEP), SupervisedProcess("two", SLEEP))
    with supervised(tmp_path, *two) as supervisor:
        running = [process_of(supervisor, name) for name in ("one", "two")]
        assert [process.poll() for process in running] == [None, None]
    assert None not in [process.poll() for process in running]


IN_BACKGROUND = """
import sys
from pathlib import Path
from config.supervisor import SupervisedProcess, Supervisor

supervisor = Supervisor([SupervisedProcess("one", ("timeit", "pass"))], Path(sys.argv[1]))
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
    short, long = SupervisedProcess("short", NOTHING), SupervisedProcess("long", SLEEP)
    log = tmp_path / "log" / "short.log"
    with supervised(tmp_path, short, long) as supervisor:
        steady = process_of(supervisor, "long")
        watching = Thread(target=supervisor.watch)
        watching.start()
        try:
            assert wait_for(lambda: len(log.read_text().splitlines()) >= 2)
            assert process_of(supervisor, "long") is steady
        finally:
            supervisor.stopping = True
            watching.join()
    assert steady.poll() is not None


def test_a_part_that_keeps_dying_is_started_after_longer_and_longer_pauses(tmp_path: Path) -> None:
    said: list[str] = []
    with supervised(tmp_path, SupervisedProcess("short", NOTHING), say=said.append) as supervisor:
        running = supervisor.running["short"]
        pauses = []
        for _ in PAUSES:
            first = process_of(supervisor, "short")
            first.wait()
            before = time.monotonic()
            supervisor.revive()
            if running.process is not None:  # started again at once
                pauses.append(0)
                continue
            assert running.due
            pauses.append(round(running.due - before))
            supervisor.revive()
            assert running.process is None
            running.due = 0.0
            supervisor.revive()
            assert process_of(supervisor, "short") is not first
    assert pauses == [0, 1, 2, 4, 8, 16, 30, 30]
    assert "has ended 2 times in a row (status 0); it is started again in 1 s." in said[0]
    assert str(tmp_path / "log" / "short.log") in said[0]


def test_a_part_that_ran_well_for_a_while_is_started_again_at_once(tmp_path: Path) -> None:
    with supervised(tmp_path, SupervisedProcess("long", SLEEP)) as supervisor:
        running = supervisor.running["long"]
        running.failures, running.started = 6, time.monotonic() - 60
        first = process_of(supervisor, "long")
        first.kill()
        first.wait()
        supervisor.revive()
        assert process_of(supervisor, "long") is not first
        assert running.failures == 1


def test_the_web_server_is_started_again_for_the_hall_once_a_page_asks_for_it(
    tmp_path: Path,
) -> None:
    asked = tmp_path / HALL_ASKED
    alone, in_hall = SupervisedProcess("web", SLEEP), web_of_hall(8123)
    assert in_hall.arguments == ("config.asgi", ANYWHERE, "8123")
    written = "import os, time; print(os.environ['ALLMARK_HOSTS'], flush=True); time.sleep(60)"
    in_hall = replace(in_hall, arguments=("timeit", "-n", "1", "-r", "1", written))
    with supervised(tmp_path, alone, asked=asked, in_hall=in_hall) as supervisor:
        first = process_of(supervisor, "web")
        supervisor.hall_open()
        assert process_of(supervisor, "web") is first
        asked.touch()
        supervisor.hall_open()
        assert first.poll() is not None
        supervisor.revive()
        assert process_of(supervisor, "web") is not first
        assert wait_for(lambda: (tmp_path / "log" / "web.log").read_text() == "*\n")
        assert not asked.exists()


def test_a_web_server_that_cannot_listen_in_the_hall_returns_to_where_it_was(
    tmp_path: Path,
) -> None:
    asked = tmp_path / HALL_ASKED
    alone, in_hall = SupervisedProcess("web", SLEEP), SupervisedProcess("web", NOTHING)
    with supervised(tmp_path, alone, asked=asked, in_hall=in_hall) as supervisor:
        asked.touch()
        supervisor.hall_open()
        running = supervisor.running["web"]

        def is_back() -> bool:
            supervisor.revive()
            running.due = None
            return running.wanted == alone and running.process is not None

        assert wait_for(is_back)
        assert process_of(supervisor, "web").poll() is None


def test_a_worker_on_call_runs_while_there_are_messages_and_ends_after_a_while(
    tmp_path: Path,
) -> None:
    queue = tmp_path / "documents"
    wanted = SupervisedProcess("documents", SLEEP, on_call=(queue, tmp_path / "prints"))
    with supervised(tmp_path, wanted) as supervisor:
        running = supervisor.running["documents"]
        assert running.process is None
        queue.mkdir()
        supervisor.revive()
        assert running.process is None
        (queue / "1.msg").touch()
        supervisor.revive()
        first = process_of(supervisor, "documents")
        (queue / "1.msg").unlink()
        supervisor.revive()
        assert process_of(supervisor, "documents") is first
        running.called -= RESTS_AFTER
        supervisor.revive()
        assert first.wait(10) is not None
        (queue / "2.msg").touch()
        running.due = None

        def is_called_again() -> bool:
            supervisor.revive()
            return running.process not in {None, first}

        assert wait_for(is_called_again)


def test_another_worker_starts_only_for_a_print_that_has_waited(tmp_path: Path) -> None:
    message = tmp_path / "prints" / "1.msg"
    message.parent.mkdir()
    message.touch()
    wanted = SupervisedProcess("more-prints", SLEEP, (message.parent,), patience=PRINTS_WAIT)
    with supervised(tmp_path, wanted) as supervisor:
        assert supervisor.running["more-prints"].process is None
        earlier = message.stat().st_mtime - PRINTS_WAIT
        os.utime(message, (earlier, earlier))
        supervisor.revive()
        assert supervisor.running["more-prints"].process is not None


CHATTER = "import sys,time\nwhile True: sys.stderr.write('x' * 9999 + chr(10)); time.sleep(0.001)"


def test_a_long_log_is_turned_over_while_its_process_runs_on(tmp_path: Path) -> None:
    talks = SupervisedProcess("talks", ("timeit", "-n", "1", "-r", "1", CHATTER))
    log, before = tmp_path / "log" / "talks.log", tmp_path / "log" / "talks.log.1"
    with supervised(tmp_path, talks) as supervisor:
        assert wait_for(lambda: log.stat().st_size > LOG_LIMIT)
        process = process_of(supervisor, "talks")
        supervisor.logs_rotate()
        assert before.stat().st_size > LOG_LIMIT
        assert log.stat().st_size < LOG_LIMIT
        assert wait_for(lambda: log.stat().st_size > 0)
        assert b"\0" not in log.read_bytes()  # it goes on from the beginning, not with a hole
        assert process.poll() is None


# Since 3.12 Python warns of a fork beside a thread, here the one that watches the pipe.
FORKS = """
import os, time, warnings
warnings.simplefilter("ignore")
os.write(1, f"{os.getpid()} {os.fork()}\\n".encode())
time.sleep(60)
"""
PAIR = re.compile(r"^(\d+) (\d+)$", re.MULTILINE)
KEEPS = """
import sys
from pathlib import Path
from config.supervisor import SupervisedProcess, Supervisor

words = ("timeit", "-n", "1", "-r", "1", sys.argv[2])
Supervisor([SupervisedProcess("forks", words)], Path(sys.argv[1]) / "log").watch()
"""


@pytest.mark.parametrize("victim", ["process", "supervisor"])
def test_what_a_process_forked_ends_with_it_however_hard_either_was_killed(
    victim: str, tmp_path: Path
) -> None:
    log = tmp_path / "log" / "forks.log"
    with subprocess.Popen(
        [sys.executable, "-c", KEEPS, str(tmp_path), FORKS], cwd=BASE
    ) as supervisor:
        try:
            assert wait_for(lambda: log.exists() and len(PAIR.findall(log.read_text())) == 2)
            pairs = PAIR.findall(log.read_text())
            process, child = next((int(one), int(other)) for one, other in pairs if other != "0")
            os.kill(process if victim == "process" else supervisor.pid, signal.SIGKILL)
            assert wait_for(lambda: not Path(f"/proc/{child}").exists())
            assert not Path(f"/proc/{process}").exists()
        finally:
            supervisor.terminate()


def test_a_process_finds_the_project_wherever_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    arguments = ("timeit", "-n", "1", "-r", "1", "import config.supervisor")
    with supervised(tmp_path, SupervisedProcess("one", arguments)) as supervisor:
        log = tmp_path / "log" / "one.log"
        assert process_of(supervisor, "one").wait(20) == 0, log.read_text()
