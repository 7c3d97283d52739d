"""What deploy/ says for containers, run without them: no test machine has a container engine."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from tests.system import servers
from tests.system.bound import end_with
from tests.system.site import ROOT, eventually, free_port, own_settings

DEPLOY = ROOT / "deploy"
IMAGE = (DEPLOY / "Containerfile").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())[
    "services"
]


def copy_for_image(folder: Path) -> None:
    """Copy what the image gets: files under version control but those of .dockerignore."""
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    left_out = {line for line in ignored if re.fullmatch(r"[\w./-]+", line)}
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.split("\0"):
        if name and not name.startswith(".") and name.partition("/")[0] not in left_out:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


@contextmanager
def service(name: str, folder: Path, environment: dict[str, str]) -> Iterator[None]:
    """Run a service's command as the image would, in this folder."""
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", IMAGE, re.MULTILINE)
    words = [*json.loads(entry), *SERVICES[name]["command"]]
    port = environment["PORT"]
    process = subprocess.Popen(
        [word.replace("0.0.0.0", "127.0.0.1").replace("8000", port) for word in words],
        cwd=folder,
        env=environment,
        preexec_fn=partial(end_with, os.getpid()),
    )
    try:
        yield
    finally:
        process.terminate()
        assert process.wait(60) in {0, -15}


@pytest.mark.nightly
def test_what_the_image_installs_serves_and_says_that_it_is_healthy(tmp_path: Path) -> None:
    folder, data = tmp_path / "opt", tmp_path / "data"
    copy_for_image(folder)
    (install,) = re.findall(r"^RUN (deploy/.*)$", IMAGE, re.MULTILINE)
    subprocess.run(shlex.split(install), cwd=folder, check=True)
    environment = own_settings(data) | {"PORT": str(free_port())}
    (check,) = re.findall(r"^  CMD (\[.*\])$", IMAGE, re.MULTILINE)
    health = [word.replace("8000", environment["PORT"]) for word in json.loads(check)]

    def is_healthy() -> bool:
        quiet = subprocess.DEVNULL
        return not subprocess.run(health, cwd=folder, check=False, stderr=quiet).returncode

    words = [".venv/bin/python", "manage.py", *SERVICES["migrate"]["command"]]
    subprocess.run(words, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    with ExitStack() as running:
        running.enter_context(service("web", folder, environment))
        running.enter_context(service("clock", folder, environment))
        assert not is_healthy()
        for name in SERVICES:
            if name.startswith("worker-"):
                running.enter_context(service(name, folder, environment))
        eventually(is_healthy, every=1)
    assert not (data / "static").exists()


DOCKER = """#!/bin/sh
# docker compose --file FILE …: what would run in a container runs here.
shift 3
echo "$@" >>"$LOG"
case "$1" in
exec) shift 3 && exec "$@" ;;
run)
    case "$*" in
    *"--entrypoint sh"*) while [ "$1" != migrate ]; do shift; done && shift && exec sh "$@" ;;
    esac ;;
esac
"""


@pytest.mark.nightly
@pytest.mark.postgres
def test_a_backup_is_restored_beside_the_database_of_the_containers(tmp_path: Path) -> None:
    stub, log, backup = tmp_path / "docker", tmp_path / "log", tmp_path / "friday.dump"
    stub.write_text(DOCKER)
    stub.chmod(0o700)
    with servers.postgres() as url:
        where = psycopg.conninfo.conninfo_to_dict(url)
        address = url.removesuffix("/postgres") + "/allmark"
        (tmp_path / "url").write_text(address)
        environment = os.environ | {
            "PATH": f"{tmp_path}:{servers.path_with_postgres()}",
            "LOG": str(log),
            "DATABASE_URL_FILE": str(tmp_path / "url"),
            "PGHOST": str(where["host"]),
            "PGPORT": str(where["port"]),
        }

        def run(*words: str) -> None:
            subprocess.run(words, cwd=tmp_path, env=environment, check=True)

        run("createdb", "--username=allmark", "allmark")
        with psycopg.connect(address, autocommit=True) as database:
            database.execute("CREATE TABLE hand AS SELECT 1 AS number")
            run("pg_dump", "--format=custom", f"--file={backup}", address)
            database.execute("INSERT INTO hand VALUES (2)")
        run(str(DEPLOY / "compose.sh"), "restore", backup.name)
        with psycopg.connect(url) as server:
            names = server.execute("SELECT datname FROM pg_database ORDER BY 1").fetchall()
        (former,) = (name for (name,) in names if name.startswith("allmark_before_"))
        for name, hands in (("allmark", 1), (former, 2)):
            with psycopg.connect(f"{url.removesuffix('/postgres')}/{name}") as database:
                assert database.execute("SELECT count(*) FROM hand").fetchone() == (hands,)
    said = log.read_text()
    assert said.index("restored --name allmark_restored") < said.index("RENAME")
    assert said.startswith("stop ")
    assert said.splitlines()[-1].startswith("up ")
