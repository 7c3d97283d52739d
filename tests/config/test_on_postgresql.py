"""What is otherwise where PostgreSQL keeps the club."""

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from clubs.models import Club
from config.numbers import GAP

END_ALL = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ended_is_not_lent_again() -> None:
    # The pool pauses after each ended connection it finds, longer every time, so it is to hold one
    # and not as many as the tests before have used side by side.
    connection.close()
    server: Any = connection
    server.close_pool()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    parameters = connection.get_connection_params()
    parameters = {key: parameters[key] for key in ("dbname", "user", "host", "port")}
    connection.close()  # back into the pool
    with psycopg.connect(**parameters) as another:
        (ended,) = another.execute(END_ALL).fetchone() or (0,)
    assert ended
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_an_index_costs_as_on_an_ssd_on_every_connection_of_the_pool(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW random_page_cost")
        assert cursor.fetchone() == ("1.1",)


def test_a_backup_is_the_servers_own(db: None, tmp_path: Path) -> None:
    file = tmp_path / "file"
    call_command("backup", str(file))
    listed = subprocess.run(
        ["pg_restore", "--list", str(file)], capture_output=True, text=True, check=True
    )
    assert "TABLE DATA public clubs_club" in listed.stdout


SUDO = """#!/bin/sh
# PostgreSQL's administrator, who signs in without a password.
[ "$1 $2" = "-u postgres" ] && shift 2 && exec env PGHOST={host} PGPORT={port} PGUSER={user} "$@"
"""
GUIDE = settings.BASE_DIR / "deploy" / "README.md"


@pytest.mark.django_db(transaction=True)
def test_the_commands_of_restore_work_for_the_role_that_the_guide_makes(
    tmp_path: Path, club: Club
) -> None:
    dump = tmp_path / "a dump"
    call_command("backup", str(dump))
    server = {key.lower(): connection.settings_dict[key] for key in ("HOST", "PORT", "USER")}
    sudo = tmp_path / "bin" / "sudo"
    sudo.parent.mkdir()
    sudo.write_text(SUDO.format(**server))
    sudo.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{sudo.parent}:{os.environ['PATH']}",
        "ALLMARK_DATA": str(tmp_path),
        "DATABASE_URL": f"postgres://guided:word@{server['host']}:{server['port']}/guided",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def typed(command: str, answer: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["sh", "-c", command],
            cwd=settings.BASE_DIR,
            env=environment,
            input=answer,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,  # without a terminal, passwords are read from the input
        )

    (making,) = re.findall(r"`(sudo -u postgres createuser .*)`$", GUIDE.read_text(), re.MULTILINE)
    try:
        made = typed(re.sub(r"\ballmark\b", "guided", making), "word\nword\n")
        assert made.returncode == 0, made.stderr
        said = typed(f".venv/bin/python manage.py restore {shlex.quote(str(dump))}").stderr
        commands = [line.strip() for line in said.splitlines() if line.startswith("  ")]
        assert len(commands) == 3, said
        for command in commands:
            run = typed(command, "word\n")
            assert run.returncode == 0, (command, run.stderr)
        with psycopg.connect(f"{environment['DATABASE_URL']}_restored") as restored:
            assert restored.execute("SELECT name FROM clubs_club").fetchall() == [(club.name,)]
            (number,) = restored.execute("SELECT nextval('clubs_club_id_seq')").fetchone() or (0,)
            assert number > GAP
    finally:
        for command in (
            *("dropdb --if-exists guided_restored", "dropdb --if-exists guided"),
            "dropuser --if-exists guided",
        ):
            dropped = typed(f"sudo -u postgres {command}")
            assert dropped.returncode == 0, dropped.stderr
