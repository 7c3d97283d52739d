"""Tags that draw: dominoes, the ALL, icons, pickers. They know no model and no request."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.forms import BoundField, CheckboxInput, ChoiceField, Field, ModelChoiceField
from django.forms.widgets import ChoiceWidget, Select
from django.template import Context
from django.urls import reverse
from django.utils.choices import flatten_choices
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core import figures, system
from core.tables import TYPES
from core.text import FIRST_STRONG_ISOLATE, comma_list
from press import dominoes, icons, marks
from press.dominoes import END
from press.icons import State
from press.tiles import svg_path
from rules.pieces import ends, triangle

# Room around a piece for its edge and the badge of a state.
MARGIN: Final = 5

STATE_NAMES: Final = {
    State.TRUMP: gettext_lazy("trump"),
    State.LED: gettext_lazy("led"),
    State.WINNER: gettext_lazy("wins the trick"),
    State.PROBLEM: gettext_lazy("problem"),
    State.SELECTED: gettext_lazy("chosen"),
    State.MUTED: gettext_lazy("out of play"),
}


def shapes_of(text: str) -> SafeString:
    """Return shapes made of numbers and constants only, which are safe to mark as such."""
    return mark_safe(text)  # noqa: S308  # no user text reaches the drawings


def state_named(name: str, state: State | None) -> str:
    """Return a piece's name with its state, for screen readers."""
    return comma_list((name, STATE_NAMES[state])) if state else name


def role_of(name: str) -> SafeString:
    """Return the attributes of an image with a name, or of a hidden one if the name is empty."""
    if not name:
        return mark_safe('aria-hidden="true"')
    return format_html('role="img" aria-label="{}"', name)


def image(
    *, css: str, size: tuple[float, float], name: str, shapes: SafeString, margin: int = MARGIN
) -> SafeString:
    """Shapes of that size as an image, with room around them."""
    width, height = (f"{length + 2 * margin:g}" for length in size)
    return format_html(
        '<svg class="{}" viewBox="{} {} {} {}" {} focusable="false">{}</svg>',
        css,
        -margin,
        -margin,
        width,
        height,
        role_of(name),
        shapes,
    )


Value = TypeVar("Value")
register = template.Library()


def piece_name(piece: str) -> str:
    """Return the spoken name of a domino: "6-4", or "double 6"."""
    first, second = ends(piece)
    if first == second:
        return _("double %(end)s") % {"end": first}
    return f"{first}-{second}"


@register.simple_tag
def languages_offered() -> list[tuple[str, str]]:
    """Return the languages of pages, each by its own name in every language of the page."""
    return list(settings.LANGUAGES)


@register.simple_tag
def domino(
    piece: str = "",
    *,
    size: str = "md",
    lying: bool = False,
    face_down: bool = False,
    state: str = "",
    named: bool = True,
) -> SafeString:
    """Draw a domino.

    `named=False` hides it from screen readers, for use beside a text that names it.
    """
    way = "lying" if lying else "standing"
    measures = (2 * END, END) if lying else (END, 2 * END)
    css = f"domino domino--{size} domino--{way}"
    if face_down:
        back = shapes_of(dominoes.back_shapes(lying=lying))
        name = _("domino, face down") if named else ""
        return image(css=f"{css} domino--down", size=measures, name=name, shapes=back)
    mark = State(state) if state else None
    shapes = shapes_of(dominoes.piece_shapes(piece, lying=lying, state=mark))
    name = state_named(piece_name(piece), mark) if named else ""
    css = f"{css} piece--{mark}" if mark else css
    return image(css=css, size=measures, name=name, shapes=shapes)


@register.simple_tag
def domino_end(value: int, *, size: str = "sm", named: bool = True) -> SafeString:
    """One end of a domino, the sign of a suit."""
    name = _("suit of %(end)s") % {"end": value} if named else ""
    shapes = shapes_of(dominoes.end_shapes(int(value)))
    return image(css=f"domino-end domino-end--{size}", size=(END, END), name=name, shapes=shapes)


def _marks_name(won: int, target: int) -> str:
    return ngettext("%(won)d of %(target)d mark", "%(won)d of %(target)d marks", target) % {
        "won": won,
        "target": target,
    }


@lru_cache(maxsize=512)
def _strokes(won: int, target: int, newest: int) -> tuple[marks.Marks, SafeString]:
    drawing = marks.marks_drawn(won=won, target=target, newest=newest)
    lines = format_html_join(
        "",
        '<line class="stroke stroke--{}" x1="{}" y1="{}" x2="{}" y2="{}" pathLength="1"/>',
        ((s.ink, s.line.x1, s.line.y1, s.line.x2, s.line.y2) for s in drawing.strokes),
    )
    return drawing, lines


@register.simple_tag
def all_marks(won: int, target: int = 7, *, newest: int = 0, size: str = "md") -> SafeString:
    """The ALL with the strokes won drawn solid, the newest of them drawing themselves."""
    drawing, strokes = _strokes(int(won), int(target), int(newest))
    return format_html(
        '<svg class="all-marks all-marks--{}" viewBox="0 0 {} {}" role="img" '
        'aria-label="{}" focusable="false">{}</svg>',
        size,
        drawing.width,
        drawing.height,
        _marks_name(int(won), int(target)),
        strokes,
    )


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Draw a line icon; give a label only if no text says the same."""
    return format_html(
        '<svg class="icon icon--{}" viewBox="0 0 24 24" {} focusable="false"><path d="{}"/></svg>',
        name,
        role_of(label),
        icons.ICONS[name],
    )


@register.simple_block_tag
def panel(content: SafeString, title: str = "") -> SafeString:
    """Render a framed panel, with a heading if one is given."""
    header = (
        format_html('<div class="panel__header"><h2>{}</h2></div>', title)
        if title
        else SafeString()
    )
    return format_html(
        '<section class="panel">{}<div class="panel__body">{}</div></section>', header, content
    )


@register.inclusion_tag("components/domino_picker.html")
def domino_picker(
    name: str,
    legend: str,
    *,
    chosen: Collection[str] = (),
    used: Mapping[str, str] | None = None,
    limit: int = 0,
) -> dict[str, Any]:
    """The 28 dominoes to choose from, as check boxes called `name`.

    `used` gives for a piece that is gone the words why ("Ann, trick 2"); `limit` is how
    many may be chosen, 0 for any number.
    """
    gone = used or {}
    rows = [
        [
            {
                "piece": piece,
                "keys": " ".join({piece.replace("-", ""), piece[::-1].replace("-", "")}),
                "name": piece_name(piece),
                "chosen": piece in chosen,
                "used": gone.get(piece, ""),
            }
            for piece in row
        ]
        for row in triangle()
    ]
    return {"name": name, "legend": legend, "rows": rows, "limit": limit}


@register.filter
def at(values: Sequence[Value], place: int | str) -> Value:
    return values[int(place)]


@register.filter
def field_kind(field: BoundField) -> str:
    """The layout of a form field: "check", "options", "select" or "line"."""
    match field.field.widget:
        case CheckboxInput():
            return "check"
        case Select():
            return "select"
        case ChoiceWidget():
            return "options"
        case _:
            return "line"


@register.filter
def may_be_empty(field: BoundField) -> bool:
    """Whether a field can be left empty; false if one of its choices is always chosen."""
    return not (field.field.required or _is_always_chosen(field.field))


def _is_always_chosen(field: Field) -> bool:
    """Return whether a control shows one of its choices in any case; asks no database."""
    if getattr(field.widget, "allow_multiple_selected", False):
        return False
    match field:
        case ModelChoiceField():
            return field.empty_label is None
        case ChoiceField():
            choices: Any = field.choices
            values: list[tuple[Any, Any]] = list(flatten_choices(choices))
            return not any(value in ("", None) for value, _label in values)
        case _:
            return False


# Texts that name people or say how long to wait


@register.filter
def isolated(name: object) -> SafeString:
    """A name that keeps its own direction inside a sentence of another."""
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def naming(sentence: object, name: object) -> SafeString:
    """Put a name into a sentence that has a place for it, "%(name)s deals"."""
    said = str(escape(sentence)) % {"name": isolated(name)}
    return mark_safe(said)  # noqa: S308 both parts are escaped


@register.filter
def own_way(words: object) -> str:
    """A text that somebody typed or one of our messages, of which it is not known which.

    Browsers would take the direction of a message from a name at its beginning, though the message
    isolates it; it has that of the page.
    """
    text = str(words)
    return text if FIRST_STRONG_ISOLATE in text else isolated(text)


@register.filter
def minutes(span: timedelta) -> int:
    """Whole minutes, begun ones counted: as long as one has to wait."""
    return -(-int(span.total_seconds()) // 60)


@register.inclusion_tag("components/qr.html")
def qr(text: str, label: str = "") -> dict[str, Any]:
    """A text, usually an address, as a code to be scanned: dark on white in every theme.

    Below the code of an address that only this machine reaches is a warning.
    """
    path, size = svg_path(text)
    return {
        "size": size,
        "role": role_of(label or _("Code of the address")),
        "path": path,
        "address": text,
    }


@register.filter
def is_own_machine(address: str) -> bool:
    """Whether only the machine that asks reaches this address."""
    return system.is_own_machine(address)


@register.simple_tag
def hall_command() -> str:
    """Return the command that starts this site for phones in the hall; empty if nobody knows it."""
    return str(settings.HALL_COMMAND)


@register.simple_tag(takes_context=True)
def hall_page(context: Context) -> str:
    """Return the address of the page that opens the site to phones, for who may do so; or empty."""
    request: Any = getattr(context, "request", None)
    if not settings.HALL_COMMAND or request is None or not request.user.is_superuser:
        return ""
    following = {"next": request.path} if request.method == "GET" else {}
    return f"{reverse('hall')}?{urlencode(following)}"


@register.filter(name="percent")
def percent_shown(value: int) -> str:
    """Return a whole percentage as the reader's language writes it."""
    return figures.percent(value)


@register.simple_tag
def percent_sign() -> str:
    """Return the sign for per cent, as heads of columns have it."""
    return figures.percent_sign()


@register.inclusion_tag("components/downloads.html")
def downloads(name: str, *args: Any, query: str = "", label: str = "") -> dict[str, Any]:
    """Offer the files of a table: of this URL name, whose last argument is the form of the file."""
    tail = f"?{query}" if query else ""
    hrefs = {form: reverse(name, args=[*args, form]) + tail for form in TYPES}
    hrefs["points"] = hrefs["comma.csv"]
    return {"hrefs": hrefs, "label": label, "decimal_comma": figures.decimal_mark() == ","}
