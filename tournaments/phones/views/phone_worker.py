"""The service worker of the page at a table: which files a phone caches, and under which version.

Its address is in ``/t/``, which is therefore its scope. Browsers allow it over HTTPS and on
localhost only.
"""

import hashlib
import json
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

SCRIPT: Final = "js/table-worker.js"
STYLES: Final = (
    *("tokens", "base", "shell", "forms", "tables", "components", "domino", "cards", "clubs"),
    *("events", "hall", "seasons", "money", "plan", "brackets", "public", "print"),
    *("match", "phone"),
)
SCRIPTS: Final = (
    *("theme", "keep", "keys", "menus", "dialogs", "messages", "connection"),
    *("live", "phone", "until", "letters", "hands"),
)
OTHERS: Final = (
    *("django_htmx/htmx-2.min.js", "img/favicon.svg", "img/chevron.svg"),
    *("fonts/overpass-latin.woff2", "fonts/overpass-latin-ext.woff2"),
)
"""Unlisted files, such as fonts of other scripts, are cached once requested."""


@require_safe
def phone_worker(request: HttpRequest) -> HttpResponse:
    """The worker's script; another release names other files and so another version."""
    names = (
        *(f"css/{name}.css" for name in STYLES),
        *(f"js/{name}.js" for name in SCRIPTS),
        *OTHERS,
    )
    files = [static(name) for name in names]
    script = static(SCRIPT)
    version = hashlib.sha256("\n".join([*files, script]).encode()).hexdigest()[:12]
    shell = {
        "version": version,
        "files": files,
        "folder": settings.STATIC_URL,
        "page": reverse("phone"),
        "offlinePage": reverse("phone-offline"),
        "leave": reverse("phone-leave"),
    }
    body = f"self.shell = {json.dumps(shell)};\nimportScripts({json.dumps(script)});\n"
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/t/"}
    return HttpResponse(body, content_type="text/javascript", headers=headers)
