"""News for phones at the tables, as server-sent events: a notice that something can be fetched.

The message ``table`` means a change at the phone's own table, ``event`` a change for all. It
contains nothing else: the change is read, with the phone's rights, at ``phone_live``. A server
without ASGI answers 204, and the phone polls.
"""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs

from django.db import Error, close_old_connections
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.views.decorators.http import require_safe

from core.figures import read_whole
from tournaments.phones.selectors.phones import TableNews, table_news
from tournaments.phones.views.guests import GuestRequest, device_of, guest_view

LOOK_EVERY: Final = 0.5  # seconds between two looks at the database
ALIVE_EVERY: Final = 15.0  # seconds between two comments that keep an idle connection open
LISTEN_FOR: Final = 1800.0  # seconds between checks of a phone's access

Place = tuple[int, int]
"""The keys of a phone and of the match that it shows, 0 for none."""
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

HEADERS: Final = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@require_safe
@partial(guest_view, is_polled=True)
def no_news(_request: GuestRequest) -> HttpResponse:
    """204, which ends an EventSource: this server cannot send news."""
    return HttpResponse(status=204)


@dataclass(eq=False, slots=True)
class Listener:
    """A phone that listens for news. ``seen`` is None until its table was first read."""

    place: Place
    seen: TableNews | None = None
    message: str = ""  # not yet sent
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, news: TableNews | None) -> None:
        """Note the news; None for a phone whose access was revoked.

        A new listener is notified as well, because its page may be older.
        """
        if news == self.seen:
            return
        is_of_table = not news or not self.seen or news.table != self.seen.table
        self.message = "table" if is_of_table else self.message or "event"
        self.seen = news
        self.woken.set()


class PhoneNews:
    """An ASGI application that sends the news of its process's phones.

    One task polls all tables with listeners, whatever the number of phones. The database is queried
    in ``thread``, where the site runs.
    """

    def __init__(self, path: str, thread: ThreadPoolExecutor) -> None:
        self.path = path
        self.thread = thread
        self.listeners: set[Listener] = set()
        self.looking: asyncio.Task[None] | None = None
        self.is_ending = False
        self.watches_signals = False

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Send news until the phone or the server ends; 404 if the phone is not admitted."""
        loop = asyncio.get_running_loop()
        place = await loop.run_in_executor(self.thread, _place, scope)
        if place is None:
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        listener = Listener(place)
        self._listen(listener)
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await self._send_on(listener, gone, send)
        finally:
            self.listeners.discard(listener)
            gone.cancel()
        await send({"type": "http.response.body", "body": b""})

    def _listen(self, listener: Listener) -> None:
        if self.looking is None or self.looking.done():
            self._end_with_the_server()
            self.looking = asyncio.ensure_future(self._look_on())
        self.listeners.add(listener)

    def _end_with_the_server(self) -> None:
        """Close the connections when the server is asked to stop, because it waits for open ones.

        The server's own handler is called as well; one that it has given to asyncio runs anyway,
        because asyncio learns of signals by its wake-up descriptor.
        """
        if self.watches_signals:
            return
        self.watches_signals = True
        loop = asyncio.get_running_loop()

        def end(number: int, frame: Any, before: Any) -> None:
            loop.call_soon_threadsafe(self._end)
            if callable(before):
                before(number, frame)

        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, partial(end, before=signal.getsignal(name)))

    def _end(self) -> None:
        self.is_ending = True
        for listener in self.listeners:
            listener.woken.set()

    async def _send_on(self, listener: Listener, gone: "asyncio.Future[None]", send: Send) -> None:
        until = time.monotonic() + LISTEN_FOR
        body = b": open\n\n"
        while not (gone.done() or self.is_ending) and time.monotonic() < until:
            await send({"type": "http.response.body", "body": body, "more_body": True})
            woken = asyncio.ensure_future(listener.woken.wait())
            first: set[asyncio.Future[Any]] = {woken, gone}
            await asyncio.wait(first, timeout=ALIVE_EVERY, return_when=asyncio.FIRST_COMPLETED)
            woken.cancel()
            listener.woken.clear()
            body = f"data: {listener.message}\n\n".encode() if listener.message else b":\n\n"
            listener.message = ""

    async def _look_on(self) -> None:
        """Look at the tables while anybody listens."""
        loop = asyncio.get_running_loop()
        while not self.is_ending:
            await asyncio.sleep(LOOK_EVERY)
            if not self.listeners:
                return
            places = {listener.place for listener in self.listeners}
            # A failing database is polled again; the site itself reports the failure.
            with suppress(Error):
                news = await loop.run_in_executor(self.thread, _look, places)
                for listener in list(self.listeners):
                    listener.tell(news.get(listener.place))


def _place(scope: Any) -> Place | None:
    """Return what the phone of the request's cookie listens to; None if it is not admitted."""
    close_old_connections()
    request = HttpRequest()
    request.COOKIES = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin1"))
    with suppress(Error):
        if device := device_of(request, is_polled=True):
            matches = parse_qs(scope["query_string"].decode("latin1")).get("match", [""])
            return device.pk, read_whole(matches[0]) or 0
    return None


def _look(places: set[Place]) -> dict[Place, TableNews]:
    close_old_connections()
    return table_news(places)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
