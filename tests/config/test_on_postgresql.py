"""What is otherwise where PostgreSQL keeps the club."""

import subprocess
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

END_ALL = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ended_is_not_lent_again() -> None:
    # The pool pauses after each ended connection it finds, longer every time, so it is to hold one
    # and not as many as the tests before have used side by side.
    connection.close()
    connection.close_pool()
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


def test_a_backup_is_the_servers_own_and_so_is_its_restore(db: None, tmp_path: Path) -> None:
    file = tmp_path / "file"
    call_command("backup", str(file))
    listed = subprocess.run(
        ["pg_restore", "--list", str(file)], capture_output=True, text=True, check=True
    )
    assert "TABLE DATA public clubs_club" in listed.stdout
    with pytest.raises(CommandError, match=f"pg_restore.*{file}"):
        call_command("restore", str(file))
