"""Whether a game's presenter is whole: what a slip in it would show only at a table.

Part of ``manage.py check``, and so of every start.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.checks import CheckMessage, Error
from django.utils.translation import override

from engine.pairings.format import SettingWrong
from engine.pairings.formats import FORMATS
from games.base import HandTable, LineError
from games.presenter import GamePresenter
from rules.records import judge


def games_check(presenters: Iterable[GamePresenter], **_settings: object) -> Iterator[CheckMessage]:
    """Yield an error for each slip of each game."""
    with override("en"):
        for presenter in presenters:
            for wrong in slips(presenter):
                yield Error(f"{presenter.name}: {wrong}", obj=presenter.name, id="games.E001")


def slips(presenter: GamePresenter) -> Iterator[str]:
    """Yield a sentence for each slip of a game."""
    yield from _labels(presenter)
    yield from _orders(presenter)
    yield from _presets(presenter)
    yield from _line(presenter)
    yield from _examples(presenter)


def _labels(presenter: GamePresenter) -> Iterator[str]:
    """Every option, value, preset and stake has its label, and nothing else has."""
    labels, table = presenter.labels, presenter.laws.options
    options = {option.name: option for option in table.options}
    yield from _unlike("preset", labels.presets, table.presets)
    yield from _unlike("option", labels.options, options)
    yield from _unlike("stake", labels.stakes, presenter.laws.match.stakes)
    for name in labels.options.keys() & options.keys():
        yield from _unlike(f"value of {name}", labels.options[name].values, options[name].choices)


def _unlike(what: str, labels: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    labelled, wanted = {*labels}, {*known}
    yield from (f"{what} “{name}” has no label." for name in sorted(wanted - labelled))
    yield from (f"there is no {what} “{name}” to label." for name in sorted(labelled - wanted))


def _orders(presenter: GamePresenter) -> Iterator[str]:
    """The usual order ranks by metrics that the game has."""
    yield from _unsuited("usual_order", presenter.usual_order, presenter)


def _unsuited(where: str, keys: Iterable[str], presenter: GamePresenter) -> Iterator[str]:
    suited = presenter.tie_breaks(has_places=True)
    for key in keys:
        if key not in suited:
            known = ", ".join(suited)
            yield f"{where} has “{key}”, by which it cannot be ranked; it has {known}."


def _presets(presenter: GamePresenter) -> Iterator[str]:
    """Ready-made events have sound rules, stakes, a format that suits, and metrics of the game."""
    for preset in presenter.presets:
        at = f"preset {preset.key}"
        problems = presenter.laws.options.resolve(dict(preset.rules))
        if isinstance(problems, tuple):
            yield from (f"{at}: {problem.message}" for problem in problems)
        yield from _unlike_stakes(at, preset.stakes or {}, presenter)
        if preset.deals is None:
            yield from _unsuited(f"{at}: tie_breaks", preset.tie_breaks, presenter)
        known = FORMATS.get(preset.format)
        if known is None or not known.suits(presenter.name):
            yield f"{at}: the format “{preset.format}” does not suit."
            continue
        try:
            known.options_read(dict(preset.format_options))
        except SettingWrong as wrong:
            yield f"{at}: the format refuses “{wrong.key}” ({wrong.code})."


def _unlike_stakes(at: str, stakes: Mapping[str, int], presenter: GamePresenter) -> Iterator[str]:
    for name in stakes.keys() - {*presenter.laws.match.stakes}:
        yield f"{at}: there is no stake “{name}”."


def _line(presenter: GamePresenter) -> Iterator[str]:
    """The form has the fields of the line, and under every preset the example can be read."""
    laws, fields = presenter.laws, set[str]()
    for preset in laws.options.presets:
        table = HandTable(
            laws.options.resolve({"preset": preset}), presenter.keys[: laws.seats], dealer=0
        )
        form = presenter.form(presenter=presenter, table=table, mode="quick")
        fields |= form.fields.keys()
        typed = presenter.example(table.options).typed
        yield from _unread(presenter, typed, table, form.line_fields)
    for name in {*presenter.form.line_fields} - fields:
        yield f"line_fields names “{name}”, which the form does not have."


def _unread(
    presenter: GamePresenter, typed: str, table: HandTable, known: Iterable[str]
) -> Iterator[str]:
    try:
        fields = presenter.read_line(typed, table)
    except LineError as error:
        yield f"the example line “{typed}” cannot be read: {error}"
        return
    for name in fields.keys() - {*known}:
        yield f"the line fills “{name}”, which line_fields does not name."


def _examples(presenter: GamePresenter) -> Iterator[str]:
    """Every example for the API is a legal hand."""
    for title, record in presenter.examples.items():
        for problem in judge(_whole(record, presenter)).problems:
            yield f"the example “{title}” is not legal: {problem.message} ({problem.at})"


def _whole(record: Mapping[str, Any], presenter: GamePresenter) -> dict[str, Any]:
    return {"format": "hand-record/1", "game": presenter.name, **record}
