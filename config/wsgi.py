"""The WSGI application that the web server runs."""

import gc
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from config.frames import with_room

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

handler = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request."""
    return with_room(handler, environ, start_response)


# Everything loaded by now stays for ever, so the collector need not traverse it.
gc.collect()
gc.freeze()
