"""Hands that pass the rules although a mark of them was not read, by game and question.

`python -m benchmarks.marks_left_out [hands]`. Where a copier has taken a mark away nobody can read
it; the page that shows what was read then has a row without that mark, and the rules judge it.
Hands that are legal as marked are found by changing marks of others at random. Of each, one
question after another is left without its mark.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final

import django
import numpy as np
from django.http import QueryDict

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
django.setup()

from games import PRESENTERS  # noqa: E402
from games.base import HandTable  # noqa: E402
from games.marks import MarkGroup  # noqa: E402
from press.bubbles import CANCEL  # noqa: E402
from rules import verdict  # noqa: E402

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan")
HANDS: Final = 150
MOST_TRIES: Final = 4000
"""Changes after which no more hands are looked for."""

Row = dict[str, list[str]]
"""The marked values of a row by group."""


@dataclass(frozen=True)
class MarkedTable:
    """The rows of a sheet under the rules of a table."""

    game: str
    rules: Mapping[str, Any]

    @cached_property
    def _options(self) -> Any:
        return PRESENTERS[self.game].laws.options.resolve(dict(self.rules))

    @cached_property
    def groups(self) -> Sequence[MarkGroup]:
        presenter = PRESENTERS[self.game]
        assert presenter.marks is not None
        keys = presenter.player_keys(presenter.laws.seats)
        lines = presenter.marks.lines(self._options, keys)
        return [group for line in lines for group in line]

    def judged(self, row: Row) -> dict[str, Any] | None:
        """Return the verdict on what a row says; None where the page would not take it."""
        presenter = PRESENTERS[self.game]
        marks = presenter.marks
        assert marks is not None
        if marks.goes_on(row) or marks.left_open(row, options=self._options):
            return None
        data = QueryDict(mutable=True)
        given = {"number": 1, "dealer": 0, "key": "1", "mode": "quick"}
        for name, value in {**marks.fields(row), **given}.items():
            data.setlist(name, value if isinstance(value, list) else [str(value)])
        table = HandTable(self._options, NAMES[: presenter.laws.seats], 0)
        form = presenter.form(data, presenter=presenter, table=table, mode="quick")
        form.is_valid()
        if not form.record:
            return None
        head = {"format": "hand-record/1", "game": self.game, "rules": dict(self.rules)}
        judgement = verdict(head | form.record)
        return judgement if judgement["ok"] else None

    def legal_rows(self, dice: Any, key: str = "", value: str = "") -> Iterator[Row]:
        """Yield rows that are legal hands, each once; with a key, those on which a value of that
        group is marked."""
        marks = PRESENTERS[self.game].marks
        assert marks is not None
        legal: list[Row] = [
            {name: list(values) for name, values in marks.example(self._options)[0].items()}
        ]
        for _try in range(MOST_TRIES):
            row = {name: list(values) for name, values in legal[dice.integers(len(legal))].items()}
            for _change in range(dice.integers(1, 5)):
                group = self.groups[dice.integers(len(self.groups))]
                bubble = group.bubbles[dice.integers(len(group.bubbles))]
                if dice.random() < 0.35:
                    row.pop(group.key, None)
                else:
                    row[group.key] = [bubble.value]
            if key and dice.random() < 0.5:
                row[key] = [value]
            if row not in legal and self.judged(row) is not None:
                legal.append(row)
                if not key or row.get(key) == [value]:
                    yield row

    def passes_without(self, row: Row, key: str) -> bool:
        """Return whether a row is taken for another hand without the marks of a group."""
        rest = {name: values for name, values in row.items() if name != key}
        judgement = self.judged(rest)
        return judgement is not None and judgement != self.judged(row)


def share_passed(table: MarkedTable, key: str, value: str, dice: Any, hands: int = 20) -> float:
    """Return of how many hands with a mark another is taken where it is left out: a share; 1 where
    no such hand was found, and of the mark that strikes out a row."""
    if key == CANCEL:
        return 1.0
    rows = list(islice(table.legal_rows(dice, key, value), hands))
    if not rows:
        return 1.0
    return sum(table.passes_without(row, key) for row in rows) / len(rows)


def main() -> None:
    from benchmarks._marked_sheets import GAMES  # noqa: PLC0415 it needs the reader of sheets

    parser = argparse.ArgumentParser()
    parser.add_argument("hands", type=int, nargs="?", default=HANDS)
    hands = parser.parse_args().hands
    for game, rules in GAMES:
        table, marked, passed = MarkedTable(game, rules), Counter[str](), Counter[str]()
        for row in islice(table.legal_rows(np.random.default_rng(5)), hands):
            for key in row:
                marked[key] += 1
                passed[key] += table.passes_without(row, key)
        print(game, *rules.values())
        for group in table.groups:
            if marked[group.key]:
                print(f"  {passed[group.key]:>4} of {marked[group.key]:>4}  {group.key}")


if __name__ == "__main__":
    main()
