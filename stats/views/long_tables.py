"""Long tables: some rows at first, all of them when asked for."""

from typing import Any

from django.http import HttpRequest


def long_tables(request: HttpRequest, most: int) -> dict[str, Any]:
    """Return what ``stats/_more.html`` needs: a long table shows ``most`` rows until ``?all``."""
    query = request.GET.copy()
    shows_all = bool(query.pop("all", None))
    shown = ":" if shows_all else f":{most}"
    return {
        "most": most,
        "shown": shown,
        "rest": f"{most}:",
        "shows_all": shows_all,
        "query": query.urlencode(),
    }
