"""The rules of a game under an event's options, as the sections of a printed page.

Every option that has a meaning under the scoring in force, what holds, what it means, and what
the preset has where it differs; then what a table looks up at play: the deal, contracts, scores.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games import PAGES
from games.dummy_spades import rules_page as dummy_spades
from games.pandoeren import rules_page as pandoeren
from games.rules_document import RuleLine, RuleSection
from games.texas42 import rules_page as texas42
from games.words import value_words, words_for
from rules import GAMES

TABLES: Final[Mapping[str, Callable[[Any], Iterator[RuleSection]]]] = {
    "texas42": texas42.tables,
    "pandoeren": pandoeren.tables,
    "dummy_spades": dummy_spades.tables,
}


IDLE: Final[Mapping[str, Callable[[Mapping[str, Any]], frozenset[str]]]] = {
    "texas42": texas42.idle,
}
"""Which options of a game mean nothing beside the others, where there are such."""


def rules_sections(game: str, rules: Mapping[str, Any]) -> tuple[RuleSection, ...]:
    """The sections of sound rules: the options, then the tables of the game."""
    table = GAMES[game].options
    options = RuleSection(_("What was agreed"), tuple(option_lines(game, rules)))
    return options, *TABLES[game](table.resolve(dict(rules)))


def rules_headline(game: str, rules: Mapping[str, Any]) -> str:
    """Sound rules in a line: what holds, by whatever preset it came."""
    told = ", ".join(PAGES[game].agreed(GAMES[game].options.resolve(dict(rules))))
    return f"{told[:1].upper()}{told[1:]}."


def preset_name(game: str, rules: Mapping[str, Any]) -> str:
    """The preset from which the rules go out."""
    preset = rules.get("preset", GAMES[game].options.default_preset)
    return str(words_for(game).presets[preset].label)


def option_lines(game: str, rules: Mapping[str, Any]) -> Iterator[RuleLine]:
    """Each option of the game that has a meaning under these rules."""
    table, words = GAMES[game].options, words_for(game).options
    values = table.values(rules)
    preset = table.values({"preset": rules.get("preset", table.default_preset)})
    variant = values[table.variant] if table.variant else ""
    idle = IDLE[game](values) if game in IDLE else frozenset()
    for option in table.options:
        if variant in option.fixed or option.name in idle:
            continue
        said, value = words[option.name], values[option.name]
        usual = preset[option.name]
        differs = _("The preset has: %(value)s") % {"value": value_words(usual, said)}
        yield RuleLine(
            label=str(said.label),
            value=value_words(value, said),
            text=str(said.explanation),
            note=differs if value != usual else "",
        )
