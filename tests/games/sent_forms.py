"""Entry forms as a browser sends them."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from games import PRESENTERS
from games.base import HandTable
from games.entry_form import EntryForm
from rules import GAMES, explain


def sent(game: str, table: HandTable, fields: Mapping[str, Any], *, mode: str = "quick") -> Any:
    """The game's form with these fields; what is empty was not chosen."""
    data = QueryDict(mutable=True)
    given = {"number": 1, "dealer": table.dealer, "key": "k", "mode": mode}
    for name, value in (given | dict(fields)).items():
        values = value if isinstance(value, list) else [value]
        if chosen := [str(each) for each in values if each not in (None, "")]:
            data.setlist(name, chosen)
    presenter = PRESENTERS[game]
    form: EntryForm = presenter.form(data, presenter=presenter, table=table, mode=mode)
    return form


def sent_back(game: str, table: HandTable, record: dict[str, Any], **more: Any) -> Any:
    """The form that shows a recorded hand for a correction, sent as it was shown."""
    shown = PRESENTERS[game].form.initial_of(record)
    fields = shown | {"number": 4, "dealer": record["dealer"]} | more
    return sent(game, table, fields, mode=shown["mode"])


def problems_of(game: str, table: HandTable, rules: dict[str, Any], **fields: Any) -> list[str]:
    """What is said of a form and beside which of its controls: "bidder: Who bid?"."""
    form = sent(game, table, fields, mode=fields.get("mode", "quick"))
    if form.is_valid():
        record = {"format": "hand-record/1", "game": game, "rules": rules} | form.record
        form.problems_add(explain(record))
    assert GAMES[game].options.resolve(rules) == table.options
    return [f"{name}: {error}" for name, errors in form.errors.items() for error in errors]
