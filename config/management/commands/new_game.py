"""``manage.py new_game``: write the folders of a new game to begin with."""

import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games.skeleton import game_files
from rules import GAMES

NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")


class Command(BaseCommand):
    """See ``docs/rules/adding-a-game.md``."""

    help = "Write both folders of a new game, its tests, and its lines in the registries."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="as records write it, such as “belote”")
        parser.add_argument("--teams", action="store_true", help="two teams play, not four alone")
        parser.add_argument("--cards", action="store_true", help="cards are dealt")

    def handle(self, *_args: Any, name: str, teams: bool, cards: bool, **_options: Any) -> None:
        root = Path(settings.BASE_DIR)
        if not NAME.fullmatch(name):
            raise CommandError("A name has small letters, digits and underlines.")
        if name in GAMES:
            raise CommandError(f"There is a game called {name}.")
        files = game_files(name, teams=teams, cards=cards)
        if there := [path for path in files if (root / path).exists()]:
            raise CommandError(f"{there[0]} is there already.")
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
            self.stdout.write(path)
        for path, before, after in registrations(name):
            text = (root / path).read_text(encoding="utf-8")
            (root / path).write_text(text.replace(before, after, 1), encoding="utf-8")
        self.stdout.write("Registered. Next: docs/rules/adding-a-game.md")


def registrations(name: str) -> tuple[tuple[str, str, str], ...]:
    """Return the lines that name a game: a path, a text in it, and that text with the game."""
    last = [*GAMES][-1]
    import_line = "from games.presenter import GamePresenter\n"
    added = f"from games.{name} import GAME as {name.upper()}\n{import_line}"
    registry = "\n):\n    register(_presenter)"
    return (
        ("rules/game.py", f'"{last}")\n', f'"{last}", "{name}")\n'),
        ("games/__init__.py", import_line, added),
        ("games/__init__.py", registry, f"\n    {name.upper()},{registry}"),
    )
