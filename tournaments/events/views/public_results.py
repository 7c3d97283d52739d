"""The results of an event for other web pages: a fragment of HTML, and JSON.

Both show what the public page shows, under public names, and link nowhere. ``docs/handbook.md``
describes the JSON.
"""

import json
from typing import Any, Final

from django.template.loader import render_to_string

from core.languages import language_tag
from core.rest.moments import moment_text
from tournaments.events.models import Event
from tournaments.events.selectors.events import Lineup
from tournaments.events.selectors.public import public_lineup
from tournaments.events.selectors.standings import Standings, standings_for
from tournaments.events.templatetags.places import shown

VERSION: Final = 1
"""The shape of the JSON; fields may be added without another one."""


def results_html(event: Event, seated: Lineup | None = None) -> str:
    """Return a section with a heading and a table. Five queries."""
    results = _results(event, seated)
    width = 2 + sum(column["decides"] for column in results["columns"])
    context = {"event": event, "results": results, "width": width}
    text = render_to_string("tournaments/public/_results.html", context)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"


def results_json(event: Event, seated: Lineup | None = None) -> str:
    """Return the results as JSON. Five queries."""
    return json.dumps(_results(event, seated), ensure_ascii=False, indent=1) + "\n"


def _results(event: Event, seated: Lineup | None) -> dict[str, Any]:
    standings = standings_for(event, seated=seated or public_lineup(event))
    return {
        "version": VERSION,
        "language": language_tag(),
        "club": event.club.name,
        "event": {
            "name": event.name,
            "date": event.date.isoformat(),
            "time": event.starts_at and event.starts_at.isoformat("minutes"),
            "place": event.place or None,
            "game": event.game,
            "game_name": str(event.get_game_display()),
            "state": event.state,
        },
        "is_final": standings.is_final,
        "computed_at": standings.as_of and moment_text(standings.as_of),
        "columns": [
            {
                "key": column.metric.key,
                "name": str(column.label.name),
                "abbreviation": str(column.label.abbreviation),
                "decides": column.decides,
            }
            for column in standings.columns
        ],
        "standings": list(_lines(standings)),
    }


def _lines(standings: Standings) -> list[dict[str, Any]]:
    return [
        {
            "line": ranking.name or None,
            "rank": row.rank,
            "is_shared": row.tied,
            "names": [player.name for player in row.entrant.players],
            "is_active": row.entrant.is_active,
            "values": [
                None if cell is None else shown(cell, column.metric)
                for cell, column in zip(row.cells, standings.columns, strict=True)
            ],
        }
        for ranking in standings.rankings
        for row in ranking.rows
    ]
