"""The web servers of deploy/ behind its Caddyfile: updated one by one while hands come in."""

import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.system import servers
from tests.system.bound import end_with
from tests.system.night import set_up, tally_hand
from tests.system.site import ROOT, Site, eventually, free_port
from tests.system.test_scale import answers, match_path, process

HOST: Final = "42.example.org"
SETTLED: Final = 2  # seconds, as in deploy/README.md
BETWEEN: Final = 0.2  # seconds between two hands of a table


class Caddy:
    """Caddy with deploy/Caddyfile, on a port of the loopback and without encryption."""

    def __init__(self, folder: Path, port: int, environment: dict[str, str]) -> None:
        folder.mkdir()
        self.url = f"http://127.0.0.1:{port}"
        self.file, self.log = folder / "Caddyfile", folder / "log"
        self.environment = environment | {"HOME": str(folder)}
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            self.environment[name] = str(folder)
        settings_of_caddy = (ROOT / "deploy" / "Caddyfile").read_text()
        site, count = re.subn(rf"^{HOST} {{$", f"{self.url} {{", settings_of_caddy, flags=re.M)
        assert count == 1
        self.file.write_text(f"{{\n\tadmin 127.0.0.1:{free_port()}\n}}\n{site}")

    @contextmanager
    def running(self, upstreams: list[str]) -> Iterator[str]:
        """Run it with these web servers; yields its address."""
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                ["caddy", "run", "--config", str(self.file)],
                env=self._passing_to(upstreams),
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=partial(end_with, os.getpid()),
            )
        try:
            yield self.url
        finally:
            process.terminate()
            process.wait(30)

    def reload(self, upstreams: list[str]) -> None:
        """Pass requests to these web servers from now on."""
        done = subprocess.run(
            ["caddy", "reload", "--config", str(self.file)],
            env=self._passing_to(upstreams),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def _passing_to(self, upstreams: list[str]) -> dict[str, str]:
        return self.environment | {"ALLMARK_WEB": " ".join(upstreams)}


class Table(threading.Thread):
    """A table that sends each hand once: one that is refused or gets no answer is a failure."""

    def __init__(self, site: Site, night: dict[str, Any], match: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        self.site, self.night, self.match = site, night, match
        self.stop = threading.Event()
        self.recorded = 0
        self.failures: list[object] = []

    def run(self) -> None:
        while not self.stop.wait(BETWEEN):
            dealer = (self.match["dealer"] + self.recorded) % 4
            try:
                answer = self.site.request(
                    f"{match_path(self.night, self.match)}hands/",
                    token=self.night["token"],
                    body=tally_hand(dealer, bidder=1, made=False),
                    Idempotency_Key=f"{self.match['id']}-{self.recorded}",
                )
            except OSError as error:
                self.failures.append(error)
                return
            if answer.status != 201:
                self.failures.append(answer)
                return
            self.recorded += 1


def go_on(tables: list[Table], hands: int = 5) -> None:
    """Wait until each table has recorded some more hands, or one has failed."""
    wanted = {table: table.recorded + hands for table in tables}

    def have() -> bool:
        failed = any(table.failures for table in tables)
        return failed or all(table.recorded >= count for table, count in wanted.items())

    eventually(have, every=0.05)


@pytest.mark.postgres
@pytest.mark.nightly
def test_web_servers_are_updated_one_by_one_while_hands_come_in(tmp_path: Path) -> None:
    ports = [str(free_port()), str(free_port())]
    upstreams = [f"127.0.0.1:{port}" for port in ports]
    with servers.postgres() as database, ExitStack() as stack:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ALLMARK_DATA": str(tmp_path / "data"),
            "ALLMARK_HOSTS": f"{HOST},127.0.0.1",
            "ALLMARK_PROXIES": "127.0.0.1",
            "ALLMARK_API_RATE": "100000/min",
            "DATABASE_URL": database,
        }
        (tmp_path / "data" / "static").mkdir(parents=True)
        with process(environment, "migrate", "-v", "0") as done:
            assert done.process.wait(180) == 0

        def start(port: str) -> tuple[Site, ExitStack]:
            own_stack = stack.enter_context(ExitStack())
            words = ("web", "--workers", "1", "--port", port)
            return own_stack.enter_context(process(environment, *words)), own_stack

        web = [start(port) for port in ports]
        night = set_up(done, pairs=4)
        site = Site(done.process, environment, url=f"http://{upstreams[0]}")
        caddy = None
        if shutil.which("caddy"):
            caddy = Caddy(tmp_path / "caddy", free_port(), environment)
            site.url = stack.enter_context(caddy.running(upstreams))

        def pass_to(some: list[str]) -> None:
            if caddy:
                caddy.reload(some)
            else:
                site.url = f"http://{some[0]}"

        for server in (site, *(running for running, _process in web)):
            eventually(partial(answers, server))
        tables = [Table(site, night, match) for match in night["matches"]]
        for table in tables:
            table.start()
        go_on(tables)
        for place, port in enumerate(ports):
            pass_to([upstreams[1 - place]])
            time.sleep(SETTLED)
            web[place][1].close()  # SIGTERM, and an end with status 0
            go_on(tables)
            web[place] = start(port)
            eventually(partial(answers, web[place][0]))
            pass_to(upstreams)
            go_on(tables)
        for table in tables:
            table.stop.set()
            table.join(30)
        assert [table.failures for table in tables] == [[], []]
        for table in tables:
            path = match_path(night, table.match)
            shown = site.request(path, token=night["token"]).body
            assert shown["hand_count"] == table.recorded
            assert shown["totals"] == [table.recorded, 0]
        if caddy is None:
            pytest.skip("caddy is not here: hands went to the web servers without it")
