"""Phones at the tables: asking every two seconds against being told by server-sent events.

    python -m benchmarks.push [--phones 200] [--rest 20] [--seconds 40] [--every 20]

Both ways run on the server and database of a club, with the same phones: first at rest, then with
every table recording a hand each ``every`` seconds; twenty is faster than anybody plays. A phone
that learns that something is new fetches its page again, as the real one does.

Printed are, for each way: CPU seconds of all server processes per phone and minute, the time from
the answer to a recorded hand until all phones of its table show it, the organiser's pages
meanwhile, and the memory of a connection. The phones run on the same processors.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from benchmarks.http import Table
from tests.system.night import PASSWORD, set_up
from tests.system.phones import Phone, phones_join
from tests.system.site import Site, leave_politely, running
from tests.system.visitor import Visitor

A_TABLE: Final = 4
ASK_EVERY: Final = 2.0  # seconds, as templates/phones/phone/table.html has it


def session_of(site: Site, name: str) -> str:
    """Sign in, and return the cookie as a browser sends it."""
    visitor = Visitor(site)
    visitor.sign_in(name, PASSWORD)
    return f"sessionid={visitor.cookie('sessionid')}"


class Line:
    """One browser's connection, kept open."""

    def __init__(self, address: str, cookie: str = "", token: str = "") -> None:
        self.address = address
        host, port = address.split(":")
        self.opened = partial(asyncio.open_connection, host, int(port))
        self.headers = f"Host: {address}\r\n"
        self.headers += f"Cookie: {cookie}\r\n" if cookie else f"Authorization: Token {token}\r\n"
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: bytes = b"", more: str = "") -> int:
        """Send a request; its status. The answer's headers are in ``answer`` by lower-case name."""
        is_kept = self.streams is not None
        if self.streams is None:
            self.streams = await self.opened()
        reader, writer = self.streams
        given = more
        if body:
            more += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{method} {path} HTTP/1.1\r\n{self.headers}{more}\r\n".encode() + body)
        await writer.drain()
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionResetError):
            if not is_kept or method != "GET":
                raise
            self.streams = None  # the server has closed what was idle
            return await self.send(method, path, body, given)
        first, *rest = head.decode().strip().split("\r\n")
        self.answer = {
            name.lower(): value for name, value in (line.split(": ", 1) for line in rest)
        }
        return int(first.split()[1])

    async def ask(self, method: str, path: str, body: bytes = b"", more: str = "") -> int:
        """The same, with the body read."""
        status = await self.send(method, path, body, more)
        assert self.streams
        reader = self.streams[0]
        if self.answer.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        elif status != 304:
            await reader.readexactly(int(self.answer.get("content-length", 0)))
        return status

    async def page(self, path: str) -> None:
        """GET a page. Raises RuntimeError where it is not 200."""
        if (status := await self.ask("GET", path)) != 200:
            raise RuntimeError(f"{path}: {status}")

    def close(self) -> None:
        """Hang up."""
        if self.streams:
            self.streams[1].close()


@dataclass
class Hall:
    """What phones, tables and organiser do, and what was seen of it."""

    site: Site
    night: dict[str, Any]
    phones: list[Phone]
    organiser: str
    tables: dict[int, Table]
    every: float  # seconds between two hands of a table
    recorded: dict[int, list[float]] = field(default_factory=dict)  # by match, of each hand
    shown: dict[int, list[list[float]]] = field(default_factory=dict)  # by match, of each phone
    pages: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)  # seconds until a hand was acknowledged

    @property
    def address(self) -> str:
        """Host and port of the site."""
        return urlsplit(self.site.url).netloc

    async def open_at_once(self) -> list[float]:
        """The seconds until each phone has its page, all of them asking in one moment."""

        async def opened(phone: Phone) -> float:
            line = Line(self.address, phone.header)
            began = time.perf_counter()
            await line.page("/t/table/")
            line.close()
            return time.perf_counter() - began

        return sorted(await asyncio.gather(*map(opened, self.phones)))

    async def ask_on(self, phone: Phone) -> None:
        """A phone that asks as ``static/js/live.js`` does where the server sends no news."""
        match = phone.match
        line, shown, tag = Line(self.address, phone.header), self._shows(match), ""
        await asyncio.sleep(ASK_EVERY * random.random())
        while True:
            tag = await self._look(line, match, tag, shown)
            await asyncio.sleep(ASK_EVERY * (0.75 + random.random() / 2))

    async def listen(self, phone: Phone) -> None:
        """A phone that the server sends news; the first is of what its page may have missed."""
        match, shown = phone.match, self._shows(phone.match)
        line, news = Line(self.address, phone.header), Line(self.address, phone.header)
        tag = ""
        await asyncio.sleep(ASK_EVERY * random.random())
        status = await news.send("GET", f"/t/table/news/?match={match}")
        if status != 200 or not news.streams:
            raise RuntimeError(f"news: {status}")
        while sent := await news.streams[0].readline():
            if sent.startswith(b"data:"):
                tag = await self._look(line, match, tag, shown)

    async def _look(self, line: "Line", match: int, tag: str, shown: list[float]) -> str:
        """Ask whether anything is new, and fetch the page if so; the tag of what is shown."""
        more = f"If-None-Match: {tag}\r\n" if tag else ""
        status = await line.ask("GET", f"/t/table/live/?match={match}", more=more)
        if status == 304:
            return tag
        if status != 200:
            raise RuntimeError(f"live: {status}")
        new_tag = line.answer["etag"]
        if tag:
            await line.page("/t/table/")
            shown.append(time.perf_counter())
        return new_tag

    def _shows(self, match: int) -> list[float]:
        shown: list[float] = []
        self.shown.setdefault(match, []).append(shown)
        return shown

    async def play(self, match: int, seconds: float) -> None:
        """A table that records a hand every so often; at least one."""
        line, table = Line(self.address, token=self.night["token"]), self.tables[match]
        pause = random.random() * min(self.every, seconds)
        end = time.perf_counter() + seconds - 5
        while True:
            await asyncio.sleep(pause)
            pause = self.every
            if time.perf_counter() > end and self.recorded.get(match):
                return
            body, more = (
                table.bodies[table.number],
                f"Idempotency-Key: {table.path}{table.number}\r\n",
            )
            began = time.perf_counter()
            if (status := await line.ask("POST", table.path, body, more)) not in {200, 201}:
                raise RuntimeError(f"a hand: {status}")
            self.answers.append(time.perf_counter() - began)
            table.number += 1  # only now: a hand without an answer is sent again
            self.recorded.setdefault(match, []).append(time.perf_counter())

    async def organise(self) -> None:
        """The organiser, who opens the event and its desk by turns."""
        line = Line(self.address, self.organiser)
        start = f"/c/{self.night['slug']}/events/{self.night['event']}/"
        while True:
            for path in (start, f"{start}desk/"):
                await self.opened(line, path)
                await asyncio.sleep(0.5)

    async def opened(self, line: Line, path: str) -> None:
        """Open a page, and keep how long it took."""
        began = time.perf_counter()
        await line.page(path)
        self.pages.append(time.perf_counter() - began)

    def delays(self) -> tuple[list[float], int]:
        """Of each hand the seconds until the last phone of its table showed it; hands missed.

        A phone's first news is of the first hand, and so on: nothing else happens at a table.
        """
        waits: list[float] = []
        missed = 0
        for match, phones in self.shown.items():
            for number, at in enumerate(self.recorded.get(match, [])):
                if all(len(phone) > number for phone in phones):
                    waits.append(max(phone[number] for phone in phones) - at)
                else:
                    missed += 1
        return sorted(waits), missed


async def measure(
    hall: Hall,
    behave: Callable[[Phone], Awaitable[None]],
    servers: Callable[[], float],
    options: argparse.Namespace,
    settled: Callable[[], None] = lambda: None,
) -> None:
    """At rest, then with every table writing; print a line of each."""
    hall.recorded, hall.shown, hall.pages = {}, {}, []
    tasks = [asyncio.ensure_future(behave(phone)) for phone in hall.phones]
    await watched(tasks, 2 * ASK_EVERY)
    settled()
    before = servers()
    await watched(tasks, options.rest)
    spent = (servers() - before) / len(hall.phones) / options.rest * 60
    print(f"  at rest:   {spent:7.3f} CPU s per phone-minute")
    before = servers()
    tasks += [asyncio.ensure_future(hall.play(match, options.seconds)) for match in hall.tables]
    tasks += [asyncio.ensure_future(hall.organise())]
    await watched(tasks, options.seconds)
    spent = (servers() - before) / len(hall.phones) / options.seconds * 60
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    delays, missed = hall.delays()
    print(f"  writing:   {spent:7.3f} CPU s per phone-minute, load {os.getloadavg()[0]:.1f}")
    print(
        f"  a hand on every phone of its table: p50 {ms(delays, 0.5)}, p95 {ms(delays, 0.95)}, "
        f"most {ms(delays, 1)}; {len(delays)} hands, {missed} not shown by the end"
    )
    pages = sorted(hall.pages)
    print(f"  organiser's pages: p50 {ms(pages, 0.5)}, p95 {ms(pages, 0.95)}; {len(pages)} pages")


async def watched(tasks: Iterable[asyncio.Future[None]], seconds: float) -> None:
    """Let them go on for a while; raises what one of them raised."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


def ms(ordered: list[float], share: float) -> str:
    return f"{ordered[int((len(ordered) - 1) * share)] * 1000:.0f} ms" if ordered else "none"


# Processes


def tree(root: int) -> list[int]:
    """The process and all below it."""
    below: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            below.setdefault(int(_fields(path)[1]), []).append(int(path.parent.name))
    pids = [root]
    for pid in pids:
        pids += below.get(pid, [])
    return pids


def cpu(*roots: int) -> float:
    """The CPU seconds that the processes and all below them have used."""
    ticks = 0
    for pid in (pid for root in roots for pid in tree(root)):
        with suppress(OSError):
            ticks += sum(map(int, _fields(Path(f"/proc/{pid}/stat"))[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(root: int) -> float:
    """KiB in memory of the process and all below it."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in tree(root))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def _fields(path: Path) -> list[str]:
    """What /proc/PID/stat says after the command's name: state, parent, and so on."""
    return path.read_text().rpartition(")")[2].split()


def main() -> None:
    """Measure and print."""
    leave_politely()
    parser = argparse.ArgumentParser(description="Asking against being told.")
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--rest", type=float, default=20, help="seconds at rest, each way")
    parser.add_argument("--seconds", type=float, default=40, help="seconds of writing, each way")
    parser.add_argument("--every", type=float, default=20, help="seconds between a table's hands")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="allmark-bench-") as folder,
        running(Path(folder) / "data") as site,
    ):
        tables = -(-options.phones // A_TABLE)
        events = -(-tables // 25)
        night = set_up(site, pairs=2 * -(-tables // events), events=events)
        organiser = session_of(site, "secretary")
        phones = phones_join(site, night["matches"], each=A_TABLE)[: options.phones]
        used = {phone.match for phone in phones}
        hands = int(2 * (options.seconds / options.every + 2))
        known = {m["id"]: Table(night, m, hands) for m in night["matches"] if m["id"] in used}
        hall = Hall(site, night, phones, organiser, known, options.every)
        print(f"{len(phones)} phones, {len(known)} tables; load {os.getloadavg()[0]:.1f}")
        opened = asyncio.run(hall.open_at_once())
        print(f"  all open their page at once: p50 {ms(opened, 0.5)}, p95 {ms(opened, 0.95)}")
        print(f"asking every {ASK_EVERY:.0f} s")
        asyncio.run(measure(hall, hall.ask_on, lambda: cpu(site.process.pid), options))
        print("server-sent events")
        before = memory(site.process.pid)

        def settled() -> None:
            each = (memory(site.process.pid) - before) / len(phones)
            print(f"  memory: {before / 1024:.0f} MiB, and {each:.0f} KiB per connection")

        asyncio.run(measure(hall, hall.listen, lambda: cpu(site.process.pid), options, settled))


if __name__ == "__main__":
    main()
