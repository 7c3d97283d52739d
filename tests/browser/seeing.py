"""What a person who looks, or listens, would object to on a page."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.examples import THOROUGH

# What axe finds in a theme hardly depends on the width: everyday runs see each of both once.
SCREENS = [(1280, False), (360, True), *([(1280, True), (360, False)] if THOROUGH else [])]


def seen_on(screen: tuple[int, bool], addresses: list[str]) -> list[str]:
    """What to look at on one of ``SCREENS``: everything, or in everyday runs every second page."""
    return addresses if THOROUGH else addresses[SCREENS.index(screen) :: len(SCREENS)]


def on_screens(page: Page) -> Iterator[tuple[int, bool]]:
    """Show a page on each of ``SCREENS`` in turn: the width in pixels, and whether it is dark."""
    for width, dark in SCREENS:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme="dark" if dark else "light")
        yield width, dark


# Contrast takes three quarters of axe's time: everyday runs look at that of every component
# (test_look) and of every fourth kind of page (test_every_address), `make thorough` at all.
COLOURS = "color-contrast"

# It grows with each row and each operation of the API that looks as those before it: everyday runs
# look at the first of each kind.
ALIKE = (
    []
    if THOROUGH
    else [
        "tbody > tr:nth-child(n + 9)",
        "li:nth-child(n + 9)",
        "section:nth-of-type(n + 3) > .api-operations",
        ".api-operation:nth-of-type(n + 4)",
    ]
)

# Only what is wrong comes back: the list of all that is right takes longer than a small page.
# Nothing on our pages is played, so no media are loaded beforehand.
RUN = """async ([alike, options]) => {
  const without = {exclude: alike.map(one => [one])};
  const found = await axe.run(without, {resultTypes: ["violations"], preload: false, ...options});
  return found.violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.target}`));
}"""

FRAME = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

# Axe takes the colour of text from a property that keeps what the style sheet asked for where the
# system chooses the colours; for as long as it looks, that property says what is shown.
AS_SHOWN = """is => {
  for (const one of document.querySelectorAll("body *")) {
    const shown = is ? getComputedStyle(one).color : "";
    one.style?.setProperty("-webkit-text-fill-color", shown);
    if (!one.getAttribute("style")) one.removeAttribute("style");
  }
}"""


def measured(page: Page, script: str, *arguments: Any) -> Any:
    """What a script answers of the page, once all of it has come, its styles too.

    A click goes on as soon as the first of a new page has come; `goto` waits for all of it.
    """
    page.wait_for_load_state()
    return page.evaluate(script, *arguments)


def violations(page: Page, *, in_colour: bool = THOROUGH) -> list[str]:
    """What axe objects to, with the element; ``in_colour`` with the contrast of texts too.

    A context that adds ``AXE_SCRIPT`` to each of its pages sends it to Chromium once.
    """
    if not measured(page, "'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules = {COLOURS: {"enabled": in_colour}}
    violations: list[str] = page.evaluate(RUN, [ALIKE, {"rules": rules}])
    return violations


def contrast_violations(page: Page, *, in_colour: bool = THOROUGH) -> list[str]:
    """What is too pale for readers who ask their system for more contrast, or for its colours.

    The first are promised 7 to 1. Call ``violations`` before; the page is then as it was.
    """
    if not in_colour:
        return []
    page.emulate_media(contrast="more")
    page.wait_for_function("matchMedia('(prefers-contrast: more)').matches")
    pale = _lasting(page, "color-contrast-enhanced")
    page.emulate_media(contrast="null", forced_colors="active")
    page.wait_for_function("matchMedia('(forced-colors: active)').matches")
    page.evaluate(FRAME)
    page.evaluate(AS_SHOWN, True)
    lost = _lasting(page, COLOURS)
    page.evaluate(AS_SHOWN, False)
    page.emulate_media(forced_colors="null")
    return [*pale, *(f"forced colours: {complaint}" for complaint in lost)]


def _lasting(page: Page, rule: str) -> list[str]:
    """What a rule of axe objects to after a change of colours, asked twice if there is anything.

    Right after the change axe may still be told some colours of before; what is wrong stays.
    """
    violations: list[str] = []
    for _ in range(2):
        page.evaluate(FRAME)
        violations = page.evaluate(RUN, [ALIKE, {"runOnly": [rule]}])
        if not violations:
            break
    return violations


WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def sticks_out(page: Page) -> int:
    """By how many pixels the page, once it is whole, is wider than the screen."""
    wide: int = measured(page, WIDE)
    return wide


# Words of a script without blanks break anywhere; what only a screen reader reads is a pixel wide.
BROKEN = r"""() => {
  const broken = [];
  const letter = String.raw`(?![\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}ー])[\p{L}\p{M}\p{N}]`;
  const [before, after] = [`(?<!${letter}|[._/])`, `(?!${letter}|[._/]${letter})`];
  const word = new RegExp(`${before}(?:${letter}){2,14}${after}`, "gu");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const said = text.parentElement;
    if (!said.checkVisibility() || said.closest("option, textarea, code, .mono")) continue;
    for (const {0: letters, index} of text.data.matchAll(word)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + letters.length);
      const tops = [...range.getClientRects()].map(box => box.top);
      if (Math.max(...tops) - Math.min(...tops) < 6) continue;
      let around = said;
      while (around && around.offsetWidth !== 1) around = around.parentElement;
      if (!around) broken.push(`${letters} in ${said.closest("[class]")?.className}`);
    }
  }
  return broken;
}"""


def broken_words(page: Page) -> list[str]:
    """Words of up to fourteen letters that go on in the next line, names of files aside."""
    broken: list[str] = measured(page, BROKEN)
    return broken


# Buttons of one line whose picture and words stand nearer to one end: a blank behind a word that is
# only read aloud takes the room of a word in a flex box.
OFF_THE_MIDDLE = r"""() => [...document.querySelectorAll(".button")].filter(button => {
  if (!button.checkVisibility()) return false;
  const pictures = [...button.querySelectorAll("svg, kbd")].filter(part => part.checkVisibility());
  const boxes = pictures.map(part => part.getBoundingClientRect());
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const lines = new Set();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const said = text.parentElement;
    if (!text.data.trim() || said.closest("kbd, .sr-only") || said.offsetWidth === 1) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      boxes.push(box);
      lines.add(Math.round(box.top / 6));
    }
  }
  if (!boxes.length || lines.size > 1) return false;
  const whole = button.getBoundingClientRect();
  const before = Math.min(...boxes.map(box => box.left)) - whole.left;
  const after = whole.right - Math.max(...boxes.map(box => box.right));
  return Math.abs(before - after) > 3;
}).map(button => button.textContent.trim())"""


# An icon that is a block in running text takes a line of its own below or above the words.
LONE = """() => [...document.querySelectorAll("main .icon")].filter(icon => {
  const line = icon.parentElement;
  return icon.checkVisibility() && getComputedStyle(icon).display === "block"
    && getComputedStyle(line).display.startsWith("inline")
    && !/flex|grid/.test(getComputedStyle(line).display);
}).map(icon => icon.parentElement.outerHTML.slice(0, 120))"""


def lone_icons(page: Page) -> list[str]:
    """Icons in running text that stand on a line of their own."""
    lone_texts: list[str] = measured(page, LONE)
    return lone_texts


APART = """() => [...document.querySelectorAll("table")].flatMap(table => {
  const heads = [...table.querySelectorAll("thead tr:last-child > *")];
  if (innerWidth < 700) return []; // a phone may show the cells of a row below each other
  const extent = cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
    return boxes.length && [Math.min(...boxes.map(box => box.left)),
      Math.max(...boxes.map(box => box.right))];
  };
  return [...table.querySelectorAll("tbody tr")].flatMap(row => {
    const cells = [...row.children];
    if (cells.length !== heads.length || !row.checkVisibility()) return [];
    return cells.map((cell, place) => [heads[place], cell]).filter(([head, cell]) => {
      const [over, under] = [extent(head), extent(cell)];
      return over && under && (under[0] >= over[1] || under[1] <= over[0]);
    }).map(([head, cell]) => `${head.innerText.trim()}: ${cell.innerText.trim()}`);
  });
})"""


def numbers_apart(page: Page) -> list[str]:
    """Cells of tables that stand wholly beside their heading."""
    apart: list[str] = measured(page, APART)
    return apart


MEASURES = f"""() => {{
  document.querySelectorAll("details:not(.menu)").forEach(fold => {{ fold.open = true }});
  return [{WIDE}, ({BROKEN})(), ({OFF_THE_MIDDLE})(), ({APART})()];
}}"""


def objections(page: Page, *, in_colour: bool = THOROUGH) -> list[str]:
    """What is wrong with the open page, all its folds unfolded."""
    wide, broken, off_the_middle, apart = measured(page, MEASURES)
    return [
        *([f"{wide} px too wide"] if wide > 0 else []),
        *(f"broken: {word}" for word in broken),
        *(f"off the middle: {words}" for words in off_the_middle),
        *(f"not under its heading: {number}" for number in apart),
        *violations(page, in_colour=in_colour),
    ]


def too_wide(page: Page) -> list[str]:
    """What is wrong with the width of the open page, as it is folded."""
    wide = sticks_out(page)
    return [f"{wide} px too wide"] if wide > 0 else []


def objections_at(page: Page, addresses: list[str]) -> dict[tuple[int, bool, str], list[str]]:
    """What is wrong with some pages, by screen and address, each as far as `seen_on` says.

    The others of a screen are only measured for their width.
    """
    wrong: dict[tuple[int, bool, str], list[str]] = {}
    for screen in on_screens(page):
        looked_at = seen_on(screen, addresses)
        for address in addresses:
            answer = page.goto(address)
            assert answer
            assert answer.ok, address
            look = objections if address in looked_at else too_wide
            wrong[*screen, address] = look(page)
    return {place: complaints for place, complaints in wrong.items() if complaints}
