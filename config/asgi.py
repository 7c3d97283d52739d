"""The ASGI application that the web server runs: the site, and the news that phones wait for.

The site is synchronous and runs in one thread of each process; writers that wait for SQLite's lock
cost more than they gain. News is sent from the event loop, so an open phone costs no thread.
"""

import gc
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, ReceiveEvent, Scope, Send
from django.apps import apps

from config.wsgi import application as wsgi_application

site = WSGIMiddleware(cast(Any, wsgi_application), workers=1)


def _news() -> Any:
    """What phones wait for; None where the site has no phones."""
    if not apps.is_installed("phones"):
        return None
    from phones.views.phone_news import PhoneNews  # noqa: PLC0415 only where installed

    return PhoneNews("/t/table/news/", site.executor)


news = _news()

# What is loaded by now stays. To look through it with every page costs a tenth to a fifth of it.
gc.freeze()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request."""
    if news and scope["type"] == "http" and scope["path"] == news.path:
        await news(scope, receive, send)
    else:
        await site(scope, await _begun(receive), send)


async def _begun(receive: Receive) -> Receive:
    """Wait for the first part of the body, so that no thread has to.

    The server's own ``receive`` returns a future, but the site's adapter needs a coroutine.
    """
    first: list[ReceiveEvent] = [await receive()]

    async def received() -> ReceiveEvent:
        return first.pop() if first else await receive()

    return received
