"""Names of entries, which most pages have many of: templates would take ten times as long."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.text import ampersand, comma
from tournaments.events.selectors.events import Entrant, Stint
from tournaments.events.selectors.public import number_in

NAME: Final = '<bdi class="person">{}</bdi>'

register = template.Library()
register.filter(number_in)


@register.simple_tag
def names_of(entrant: Entrant) -> SafeString:
    """The players of an entry, then in brackets those who played for it earlier."""
    names = _joined(_player(player) for player in entrant.players)
    if not entrant.others:
        return names
    others = format_html_join(comma(), NAME, ((player.name,) for player in entrant.others))
    return format_html('{} <span class="muted">({})</span>', names, others)


@register.simple_tag
def stint_text(stint: Stint) -> SafeString:
    """Who sits at a place of an entry, for whom, and in which rounds."""
    who = _player(stint.player)
    values: dict[str, Any] = {"first": stint.first, "last": stint.last, "player": who}
    if stint.last is None:
        rounds = _("from round {first}")
    else:
        rounds = _("round {first}") if stint.first == stint.last else _("rounds {first} to {last}")
    values["rounds"] = rounds.format(**values)
    if not stint.is_substitute:
        return format_html(_("{player}: {rounds}"), **values)
    return format_html(
        _("{player} for {original}: {rounds}"), original=_player(stint.original), **values
    )


@register.simple_tag
def names_together(entrants: Iterable[Entrant]) -> SafeString:
    """The players of entries who play together."""
    return _joined(names_of(entrant) for entrant in entrants)


@register.simple_tag
def names_against(teams: Collection[Any]) -> SafeString:
    """The players of teams at one table: two with a dash between them, more as a list."""
    names = [names_together(team.entrants) for team in teams]
    sign = " – " if len(names) == 2 else comma()
    return format_html_join(sign, "{}", ((name,) for name in names))


def _joined(names: Iterable[SafeString]) -> SafeString:
    sign = format_html(' <span class="muted">{}</span> ', ampersand())
    return format_html_join(sign, "{}", ((name,) for name in names))


def _player(player: Any) -> SafeString:
    """A player's name, with a link on pages that have one of each player."""
    name = format_html(NAME, player.name)
    href = getattr(player, "href", "")
    return format_html('<a href="{}">{}</a>', href, name) if href else name
