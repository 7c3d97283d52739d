"""What a person who looks, or listens, would object to on a page."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# What axe finds in a theme hardly depends on the width: each of both is seen once.
SCREENS = [(1280, False), (360, True)]


def seen_on(screen: tuple[int, bool], addresses: list[str]) -> list[str]:
    """What to look at on one of ``SCREENS``: every second page."""
    return addresses[SCREENS.index(screen) :: len(SCREENS)]


def on_screens(page: Page) -> Iterator[tuple[int, bool]]:
    """Show a page on each of ``SCREENS`` in turn: the width in pixels, and whether it is dark."""
    for width, dark in SCREENS:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme="dark" if dark else "light")
        yield width, dark


# Contrast takes three quarters of axe's time: it is looked at of every component (test_look) and of
# every fourth kind of page (test_every_address).
COLOURS = "color-contrast"

# It grows with each row and each operation of the API that looks as those before it: the first of
# each kind are looked at.
ALIKE = [
    "tbody > tr:nth-child(n + 9)",
    "li:nth-child(n + 9)",
    "section:nth-of-type(n + 3) > .api-operations",
    ".api-operation:nth-of-type(n + 4)",
]

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


def violations(page: Page, *, in_colour: bool = False) -> list[str]:
    """What axe objects to, with the element; ``in_colour`` with the contrast of texts too.

    A context that adds ``AXE_SCRIPT`` to each of its pages sends it to Chromium once.
    """
    if not measured(page, "'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules = {COLOURS: {"enabled": in_colour}}
    violations: list[str] = page.evaluate(RUN, [ALIKE, {"rules": rules}])
    return violations


def contrast_violations(page: Page, *, in_colour: bool = False) -> list[str]:
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
  }).concat(heads.flatMap((head, place) => {
    const figures = [...table.querySelectorAll(`tbody td.num:nth-child(${place + 1})`)].filter(
      cell => /^[-+−]?[\\d.,]+$/.test(cell.innerText.trim()) && cell.checkVisibility());
    const ends = figures.map(cell => extent(cell)?.[1]).filter(Boolean);
    return Math.max(...ends) - Math.min(...ends) > 1.5
      ? [`figures of ${head.innerText.trim()} end at different places`] : [];
  }));
})"""


def numbers_apart(page: Page) -> list[str]:
    """Cells of tables that stand wholly beside their heading, and figures not below each other."""
    apart: list[str] = measured(page, APART)
    return apart


# The lines of all texts in sight, as far as nothing around them cuts them off. What floats over the
# page, as a bar at its foot, is meant to cover what is below.
LINES = r"""
  const linesOf = root => {
    const lines = [];
    const frames = new Map();
    const frameOf = element => {
      if (!element) return [-Infinity, -Infinity, Infinity, Infinity];
      if (frames.has(element)) return frames.get(element);
      const style = getComputedStyle(element);
      let frame = frameOf(element.parentElement);
      const box = element.getBoundingClientRect();
      if (/fixed|sticky/.test(style.position) || element.matches(".menu__list")) frame = null;
      else if (frame && style.display !== "inline" && element !== document.body
        && element !== document.documentElement
        && (style.overflowX !== "visible" || style.clipPath !== "none"))
        frame = style.clipPath !== "none" ? null
          : [Math.max(frame[0], box.left), Math.max(frame[1], box.top),
             Math.min(frame[2], box.right), Math.min(frame[3], box.bottom)];
      frames.set(element, frame);
      return frame;
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const said = text.parentElement;
      if (!text.data.trim() || said.closest("option, textarea, title, script, style")) continue;
      if (!said.checkVisibility({ visibilityProperty: true })) continue;
      const frame = frameOf(said);
      if (!frame) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        const [left, top] = [Math.max(box.left, frame[0]), Math.max(box.top, frame[1])];
        const [right, bottom] = [Math.min(box.right, frame[2]), Math.min(box.bottom, frame[3])];
        if (right > left + 1.5 && bottom > top + 1.5) lines.push({left, top, right, bottom, text});
      }
    }
    return lines;
  };
"""

# The names that cells of a card take from their headings are no texts; here they become some.
LABELS_AS_TEXTS = """
  for (const cell of document.querySelectorAll("td[data-label], th[data-label]")) {
    const label = getComputedStyle(cell, "::before");
    if (["none", "normal"].includes(label.content) || !cell.checkVisibility()) continue;
    const text = document.createElement("span");
    for (const name of label) text.style.setProperty(name, label.getPropertyValue(name));
    for (const name of ["width", "height"]) text.style.setProperty(name, "auto");
    text.textContent = cell.dataset.label;
    text.dataset.named = "";
    cell.prepend(text);
    cell.removeAttribute("data-label");
  }
"""

OVERPRINTED = f"""() => {{
  {LINES} {LABELS_AS_TEXTS}
  // Cards of a hand lie over each other, as in the hand.
  const isFanned = line => line.text.parentElement.closest(".cards-line");
  const lines = linesOf(document.body).filter(line => !isFanned(line))
    .sort((one, other) => one.top - other.top);
  const over = new Set();
  const words = line => line.text.data.trim().slice(0, 30);
  lines.forEach((one, place) => {{
    for (let next = place + 1; next < lines.length && lines[next].top < one.bottom; next++) {{
      const other = lines[next];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const along = Math.min(one.bottom, other.bottom) - other.top;
      const least = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (other.text !== one.text && across > 1.5 && along > 0.4 * least)
        over.add(`${{words(one)}} over ${{words(other)}}`);
    }}
  }});
  return [...over];
}}"""

# Names and values of lists, and of rows that a phone shows as cards. Where each pair has a line of
# its own the eye follows that; where two stand beside each other it goes by what is nearer.
ASTRAY = f"""() => {{
  {LINES} {LABELS_AS_TEXTS}
  const extent = nodes => {{
    const lines = nodes.flatMap(node => linesOf(node));
    const [least, most] = [Math.min, Math.max].map(
      end => side => end(...lines.map(line => line[side])));
    return lines.length && {{
      left: least("left"), right: most("right"), top: least("top"), bottom: most("bottom"),
    }};
  }};
  const groups = [...document.querySelectorAll("dl")].map(list => [...list.querySelectorAll("dd")]
    .map(value => {{
      let name = value;
      while (name && !name.matches("dt")) name = name.previousElementSibling;
      return [name, [value]];
    }}));
  for (const row of document.querySelectorAll("tr:has([data-named])"))
    groups.push([...row.querySelectorAll("[data-named]")].map(
      name => [name, [...name.parentElement.childNodes].filter(node => node !== name)]));
  const apart = (one, other) => Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom));
  const beside = (one, other) => one !== other
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6;
  return groups.flatMap(group => {{
    const pairs = group.map(([name, value]) => ({{
      name: name && extent([name]), value: extent(value), words: name?.innerText,
    }})).filter(pair => pair.name && pair.value);
    if (!pairs.some(one => pairs.some(other => beside(one.name, other.name)))) return [];
    return pairs.flatMap(pair => pairs.filter(other =>
      apart(pair.value, other.name) < apart(pair.value, pair.name) - 1
      && (pair.isListed || beside(pair.name, other.name))
    ).map(other => `${{pair.words}}: its value stands nearer to ${{other.words}}`));
  }});
}}"""


def texts_astray(page: Page) -> list[str]:
    """Texts that overprint each other, and values nearer to the name of another than to their own.

    Names of cells of cards, which come from style sheets, are texts of the page afterwards.
    """
    over: list[str] = measured(page, OVERPRINTED)
    astray: list[str] = measured(page, ASTRAY)
    return over + astray


MEASURES = f"""() => {{
  document.querySelectorAll("details:not(.menu)").forEach(fold => {{ fold.open = true }});
  return [{WIDE}, ({BROKEN})(), ({OFF_THE_MIDDLE})(), ({APART})()];
}}"""


def objections(page: Page, *, in_colour: bool = False) -> list[str]:
    """What is wrong with the open page, all its folds unfolded."""
    wide, broken, off_the_middle, apart = measured(page, MEASURES)
    return [
        *([f"{wide} px too wide"] if wide > 0 else []),
        *(f"broken: {word}" for word in broken),
        *(f"off the middle: {words}" for words in off_the_middle),
        *(f"not under its heading: {number}" for number in apart),
        *violations(page, in_colour=in_colour),
        *texts_astray(page),
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
