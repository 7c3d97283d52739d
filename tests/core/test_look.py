"""The drawings, their names, and the promises every template keeps."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django import forms
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from core.fields import ExplainedLabel
from core.templatetags.look import all_marks, domino, domino_end, icon
from press import dominoes, icons, marks
from press.icons import BADGES, State
from press.marks import Ink
from rules.pieces import triangle
from tests.tables import table

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
ALL_PIECES = [f"{high}-{low}" for low, high in combinations_with_replacement(range(7), 2)]


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def classes(svg: str, wanted: str) -> list[ElementTree.Element]:
    return [e for e in parse(svg).iter() if wanted in e.get("class", "").split()]


def pips_by_end(svg: str) -> list[int]:
    return [
        sum(e.get("class") == "domino__pip" for e in end) for end in classes(svg, "domino__end")
    ]


# Dominoes


@table("lying", [False, True])
@table("piece", ALL_PIECES)
def test_each_end_shows_as_many_pips_as_it_counts(piece: str, lying: bool) -> None:
    assert pips_by_end(domino(piece, lying=lying)) == [int(end) for end in piece.split("-")]


@table("lying", [False, True])
@table("piece", ALL_PIECES)
def test_pips_lie_on_their_own_half_and_none_on_another(piece: str, lying: bool) -> None:
    ends = classes(domino(piece, lying=lying), "domino__end")
    along, across = ("cx", "cy") if lying else ("cy", "cx")
    for half, end in enumerate(ends):
        places = [(int(pip.get(along, "")), int(pip.get(across, ""))) for pip in end]
        assert len(set(places)) == len(places)
        assert all(0 < a - half * dominoes.END < dominoes.END for a, _ in places)
        assert all(0 < b < dominoes.END for _, b in places)


def test_a_domino_is_drawn_in_the_order_its_ends_are_written() -> None:
    assert pips_by_end(domino("4-6")) == [4, 6]


def test_the_pips_of_a_six_stand_in_two_rails_along_the_piece() -> None:
    standing = classes(domino("6-6"), "domino__pip")
    lying = classes(domino("6-6", lying=True), "domino__pip")
    assert {pip.get("cx") for pip in standing} == {"10", "30"}
    assert {pip.get("cy") for pip in lying} == {"10", "30"}


@pytest.mark.parametrize("piece", ["", "6", "6-7", "64", "6-4-2", "-1-2", "6 - 4", "a-b", "06-4"])
def test_what_is_no_domino_is_refused(piece: str) -> None:
    with pytest.raises(ValueError, match="no domino"):
        domino(piece)


def test_a_state_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="shiny"):
        domino("6-4", state="shiny")


@pytest.mark.parametrize(
    ("piece", "state", "name"),
    [
        ("6-4", "", "6-4"),
        ("0-0", "", "double 0"),
        ("5-5", "trump", "double 5, trump"),
        ("6-4", "led", "6-4, led"),
        ("6-4", "winner", "6-4, wins the trick"),
        ("5-3", "problem", "5-3, problem"),
        ("2-1", "selected", "2-1, chosen"),
        ("2-1", "muted", "2-1, out of play"),
    ],
)
def test_a_domino_says_its_name_and_its_state(piece: str, state: str, name: str) -> None:
    drawing = parse(domino(piece, state=state))
    assert (drawing.get("role"), drawing.get("aria-label")) == ("img", name)


@pytest.mark.parametrize("state", sorted(set(State) - {State.MUTED}))
def test_every_state_has_a_badge_of_its_own_shape(state: State) -> None:
    (badge,) = classes(domino("6-4", state=state), "piece__badge")
    paths = [path.get("d") for path in badge if path.tag == "path"]
    assert paths == [BADGES[state]]


def test_a_domino_without_a_name_is_hidden_from_readers() -> None:
    drawing = parse(domino("6-4", state="trump", named=False))
    assert drawing.get("aria-hidden") == "true"
    assert drawing.get("aria-label") is None


def test_a_domino_face_down_shows_no_pip_and_does_not_give_itself_away() -> None:
    back = domino("6-4", face_down=True)
    assert not classes(back, "domino__pip")
    assert parse(back).get("aria-label") == "domino, face down"


@pytest.mark.parametrize("value", range(7))
def test_one_end_alone_is_the_sign_of_its_suit(value: int) -> None:
    sign = domino_end(value)
    assert pips_by_end(sign) == [value]
    assert parse(sign).get("aria-label") == f"suit of {value}"


def test_the_triangle_holds_every_piece_once_in_rows_of_seven_down_to_one() -> None:
    rows = [list(row) for row in triangle()]
    assert [len(row) for row in rows] == [7, 6, 5, 4, 3, 2, 1]
    assert sorted(piece for row in rows for piece in row) == sorted(ALL_PIECES)


# The ALL


@table(
    ("won", "target", "newest", "new_won_guide"),
    [
        (0, 7, 0, [0, 0, 7]),
        (1, 7, 1, [1, 0, 6]),
        (5, 7, 0, [0, 5, 2]),
        (5, 7, 2, [2, 3, 2]),
        (7, 7, 0, [0, 7, 0]),
        (9, 7, 0, [0, 7, 0]),  # the last bid was worth more than was missing
        (8, 7, 2, [1, 6, 0]),
        (2, 7, 5, [2, 0, 5]),
        (9, 10, 1, [1, 8, 1]),
        (0, 1, 0, [0, 0, 1]),
        (12, 14, 0, [0, 12, 2]),
        (40, 100, 0, [0, 40, 60]),
    ],
)
def test_strokes_won_are_solid_new_ones_marked_the_others_guides(
    won: int, target: int, newest: int, new_won_guide: list[int]
) -> None:
    svg = all_marks(won, target, newest=newest)
    inks = (Ink.NEW, Ink.WON, Ink.GUIDE)
    assert [len(classes(svg, f"stroke--{ink}")) for ink in inks] == new_won_guide


@pytest.mark.parametrize(
    ("won", "target", "name"),
    [(5, 7, "5 of 7 marks"), (0, 7, "0 of 7 marks"), (8, 7, "8 of 7 marks"), (1, 1, "1 of 1 mark")],
)
def test_the_marks_are_said_in_words(won: int, target: int, name: str) -> None:
    assert parse(all_marks(won, target)).get("aria-label") == name


def test_the_seven_strokes_spell_an_a_of_three_and_two_ls_of_two() -> None:
    left, right, bar, *els = marks.WORD
    assert (left.x1, left.y1) == (right.x1, right.y1)
    assert left.x2 < bar.x1 < bar.x2 < right.x2
    assert bar.y1 == bar.y2
    for upright, foot in (els[:2], els[2:]):
        assert upright.x1 == upright.x2
        assert (upright.x2, upright.y2) == (foot.x1, foot.y1)
        assert foot.y1 == foot.y2


@pytest.mark.parametrize("target", [1, 3, 7, 8, 10, 28, 29, 1000])
def test_every_stroke_lies_inside_the_drawing_and_in_a_place_of_its_own(target: int) -> None:
    drawing = marks.marks_drawn(won=0, target=target)
    lines = [stroke.line for stroke in drawing.strokes]
    assert len(set(lines)) == target
    assert all(0 < x < drawing.width for line in lines for x in (line.x1, line.x2))
    assert all(0 < y < drawing.height for line in lines for y in (line.y1, line.y2))


@pytest.mark.parametrize(
    ("won", "target", "newest"), [(0, 0, 0), (-1, 7, 0), (3, 7, -1), (0, -7, 0)]
)
def test_counts_that_cannot_be_drawn_are_refused(won: int, target: int, newest: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        marks.marks_drawn(won=won, target=target, newest=newest)


# Icons, pickers, forms


@table("name", icons.ICONS)
def test_an_icon_is_silent_unless_it_is_given_a_label(name: str) -> None:
    assert parse(icon(name)).get("aria-hidden") == "true"
    assert parse(icon(name, "Close <now>")).get("aria-label") == "Close <now>"


def rendered(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


def inputs(html: str) -> dict[str, str]:
    """The tags of all inputs by their value."""
    return {
        value.group(1): tag
        for tag in re.findall(r"<input[^>]*>", html)
        if (value := re.search(r'value="([^"]*)"', tag))
    }


def test_the_picker_offers_all_pieces_with_the_chosen_and_the_gone_told_apart() -> None:
    html = rendered(
        '{% domino_picker "hand" "Hand" chosen=chosen used=used %}',
        chosen=["6-6"],
        used={"5-5": "Bob <b>, trick 2"},
    )
    boxes = inputs(html)
    assert sorted(boxes) == sorted(ALL_PIECES)
    assert [piece for piece, tag in boxes.items() if "checked" in tag] == ["6-6"]
    assert [piece for piece, tag in boxes.items() if "disabled" in tag] == ["5-5"]
    assert "Bob &lt;b&gt;, trick 2" in html


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            "{% panel title %}<p>{{ text }}</p>{% endpanel %}",
            '<section class="panel"><div class="panel__header"><h2>A &amp; B</h2></div>'
            '<div class="panel__body"><p>&lt;b&gt;</p></div></section>',
        ),
        (
            "{% panel %}x{% endpanel %}",
            '<section class="panel"><div class="panel__body">x</div></section>',
        ),
    ],
)
def test_a_panel_frames_what_it_is_given_and_escapes_its_title(source: str, html: str) -> None:
    assert rendered(source, title="A & B", text="<b>") == html


class EveningForm(forms.Form):
    name = forms.CharField(help_text="Shown on the wall.")
    paste = forms.CharField(widget=forms.Textarea, required=False)
    all_pass = forms.ChoiceField(
        choices=[
            ("redeal", ExplainedLabel("Redeal", help="Nobody scores.", preset=True)),
            ("bid", "Bid"),
        ],
        widget=forms.RadioSelect,
    )
    plunge = forms.BooleanField(help_text="Four doubles.", error_messages={"required": "Why not?"})


def test_a_field_in_error_names_its_explanation_and_its_error() -> None:
    html = EveningForm({}).as_div()
    (tag,) = re.findall(r'<input type="text"[^>]*>', html)
    assert 'aria-invalid="true"' in tag
    described = re.search(r'aria-describedby="([^"]*)"', tag)
    assert described
    assert described.group(1).split() == ["id_name_helptext", "id_name_error"]
    assert all(f'id="{name}"' in html for name in described.group(1).split())


def test_every_control_of_a_form_has_a_label_that_points_at_it() -> None:
    html = EveningForm().as_div()
    assert set(re.findall(r'<label for="([^"]+)"', html)) == {"id_name", "id_paste", "id_plunge"}
    assert html.count('<label class="option">') == 2
    assert re.search(r'<legend class="legend">\s*All pass', html)


def test_a_choice_explains_itself_and_shows_the_presets_mark() -> None:
    html = EveningForm().as_div()
    assert html.count("Nobody scores.") == 1
    assert html.count('<span class="chip chip--preset">preset</span>') == 1


def test_an_explained_choice_is_its_label_everywhere_else() -> None:
    choice = ExplainedLabel("Redeal", help="Nobody scores.", preset=True)
    assert (choice, choice.help, choice.preset) == ("Redeal", "Nobody scores.", True)


def test_the_error_summary_leads_to_every_field_in_error() -> None:
    html = render_to_string("components/error_summary.html", {"form": EveningForm({})})
    anchors = re.findall(r'href="#([^"]+)"', html)
    form_html = EveningForm({}).as_div()
    assert len(anchors) == 3
    assert all(f'id="{anchor}"' in form_html for anchor in anchors)


# Promises


def without_comments(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return re.sub(r"{#.*?#}|{% comment.*?endcomment %}|<!--.*?-->", "", text, flags=re.DOTALL)


FORBIDDEN = {
    "an inline style": re.compile(r"\sstyle\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "an inline handler": re.compile(r"""\son[a-z]+\s*=\s*["']""", re.IGNORECASE),
    "a script without src": re.compile(r"<script\b(?![^>]*\bsrc=)", re.IGNORECASE),
    "an address elsewhere": re.compile(r"""(?:src|href)\s*=\s*["'](?:https?:)?//""", re.IGNORECASE),
    "evaluated code": re.compile(r"\bhx-(?:on\b|vals\s*=\s*[\"']js:)|javascript:", re.IGNORECASE),
}


DIALOG = re.compile(r'<dialog id="([^"]+)"([^>]*)>(.*?)</dialog>', re.DOTALL)
CONFIRMATION = re.compile(r'{% include "components/confirm.html" with id="([^"]+)"')
BUTTON = re.compile(r"<button\b[^>]*>")


def test_every_dialog_of_a_template_opens_and_closes_without_scripts() -> None:
    opened, buttons = set(), 0
    for path in TEMPLATES:
        text = " ".join(without_comments(path).split())
        for name, said, body in DIALOG.findall(text):
            opened.add(name)
            assert " popover " in f"{said} " or " data-open-now" in said, (path, name)
            ways = [way for way in BUTTON.findall(body) if "data-closes" in way]
            hides = f'popovertarget="{name}" popovertargetaction="hide"'
            assert ways, (path, name)
            assert all(hides in way for way in ways) or "data-open-now" in said, (path, name)
        opened.update(CONFIRMATION.findall(text))
        for way in BUTTON.findall(text):
            if wanted := re.search(r'data-opens="([^"]+)"', way):
                buttons += 1
                assert f'popovertarget="{wanted[1]}"' in way, (path, way)
    assert {"delete-season", "take-out", "remove-evening", "entry-help"} <= opened
    assert buttons >= 4


@table("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_breaks_the_content_security_policy(path: Path) -> None:
    text = without_comments(path)
    assert [what for what, pattern in FORBIDDEN.items() if pattern.search(text)] == []


@pytest.mark.parametrize(
    ("html", "what"),
    [
        ('<p style="color:red">', "an inline style"),
        ("<style>p{}</style>", "a style element"),
        ('<a onclick="go()">', "an inline handler"),
        ("<script>go()</script>", "a script without src"),
        ('<script type="module">go()</script>', "a script without src"),
        ('<img src="//cdn.example/x.png">', "an address elsewhere"),
        ('<link href="https://cdn.example/x.css">', "an address elsewhere"),
        ('<a hx-on:click="go()">', "evaluated code"),
    ],
)
def test_the_policy_check_sees_every_kind_of_breach(html: str, what: str) -> None:
    assert what in [name for name, pattern in FORBIDDEN.items() if pattern.search(html)]


STYLE_SHEETS = sorted((ROOT / "static" / "css").glob("*.css"))


@table("path", STYLE_SHEETS, ids=lambda path: path.name)
def test_style_sheets_keep_to_logical_properties_for_both_directions(path: Path) -> None:
    physical = r"\b(?:margin|padding|border)-(?:left|right)\b|text-align:\s*(?:left|right)\b"
    assert re.findall(physical, path.read_text(encoding="utf-8")) == []


@table(
    "path",
    [p for p in STYLE_SHEETS if p.name not in {"tokens.css", "print.css"}],
    ids=lambda path: path.name,
)
def test_every_token_in_use_is_one_that_exists(path: Path) -> None:
    everywhere = "".join(p.read_text(encoding="utf-8") for p in STYLE_SHEETS)
    defined = set(re.findall(r"(--[a-z0-9-]+)\s*:", everywhere))
    used = set(re.findall(r"var\((--[a-z0-9-]+)", path.read_text(encoding="utf-8")))
    assert used - defined == set()


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("fa", "rtl")])
def test_the_page_says_its_language_and_its_direction(language: str, direction: str) -> None:
    with translation.override(language):
        html = render_to_string("error.html")
    assert f'<html lang="{language}" dir="{direction}">' in html


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "429", "500"])
def test_error_pages_need_no_context_and_lead_back(code: str) -> None:
    html = render_to_string(f"{code}.html")
    assert 'href="/"' in html
    assert f">{code[:3]}</p>" in html


class Choosing(forms.Form):
    """What need not be sent, though one is always chosen, and what may be empty."""

    always = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], required=False)
    radio = forms.ChoiceField(choices=[("a", "A")], required=False, widget=forms.RadioSelect)
    perhaps = forms.ChoiceField(choices=[("", "–"), ("a", "A")], required=False)
    several = forms.MultipleChoiceField(choices=[("a", "A")], required=False)
    text = forms.CharField(required=False)
    name = forms.CharField()


def test_only_what_may_be_empty_is_called_optional() -> None:
    form = Choosing()
    optional = {field.name for field in form if "field__optional" in field.as_field_group()}
    assert optional == {"perhaps", "several", "text"}
