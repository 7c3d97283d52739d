/* The entry row: what the server understood of the one line presses the chips, a chip takes
   the line's place, dominoes may be tapped, what others record never touches what is typed, and
   what is typed outlives a closed tab. */

const panel = () => document.getElementById("entry");
const form = () => document.querySelector("[data-entry]");
const command = () => document.querySelector("[data-command]");
const keyboard = matchMedia("(hover: hover) and (pointer: fine)").matches;
const narrow = matchMedia("(max-width: 48rem)");

/* The fields that the line fills, as the form names them. */
const fromLine = () => form()?.dataset.line.split(" ") ?? [];

const isTyped = (entry) => {
  const given = [...entry.querySelectorAll("input[type=hidden], [name=dealer]")].map((input) => input.name);
  return [...new FormData(entry)].some(([name, value]) => !given.includes(name) && value !== "");
};

/* The line has the focus, so that keys always write there. Where keys are drawn on the screen they
   come once the line is tapped: they would hide the buttons. */
let touched = false;
const toLine = () => {
  if (!command()) return;
  command().inputMode = keyboard || touched ? "text" : "none";
  command().focus({ preventScroll: true });
};
document.addEventListener("pointerdown", (event) => {
  touched = event.target === command();
  if (touched) command().inputMode = "text";
});

const begin = () => {
  const isElsewhere = document.activeElement !== document.body && !panel()?.contains(document.activeElement);
  if (!isElsewhere && !panel()?.querySelector("[aria-invalid=true], #conflict-title")) toLine();
  for (const pad of document.querySelectorAll("[data-pad]")) pad.hidden = false;
  deal();
  played();
  measure();
};

/* The line presses the chips … */
document.addEventListener("entry:understood", (event) => {
  if (command()?.value.trim()) press(event.detail);
});

const press = (said) => {
  const entry = form();
  for (const name of fromLine()) {
    const value = said[name] ?? "";
    const control = entry.elements[name];
    if (control instanceof RadioNodeList) for (const chip of control) chip.checked = [value].flat().includes(chip.value);
    else if (control?.type === "radio") control.checked = control.value === value;
    else if (control) control.value = value;
  }
};

/* … a line that is wiped out releases them, and a chip pressed by hand takes its place. */
document.addEventListener(
  "input",
  (event) => {
    if (!event.target.closest?.("[data-entry]")) return;
    if (event.target === command() && !command().value.trim()) press({});
    else if (fromLine().includes(event.target.name)) command().value = "";
  },
  true,
);

/* What is asked next stands in sight, above the bar, once a question is answered by a chip; also what
   comes after, as the next question may be optional. */
let next = [];
const showNext = () => {
  for (const chips of next) chips.scrollIntoView({ block: "nearest" });
};
document.addEventListener("change", (event) => {
  const here = event.target.closest?.("[data-entry] .chips");
  if (!here) return;
  const questions = [...form().querySelectorAll(".chips")].filter((chips) => chips.checkVisibility());
  const place = questions.indexOf(here) + 1;
  next = questions.slice(place, place + 2).reverse();
  showNext();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("textarea, input:not([data-command], [type=radio], [type=checkbox])")) return;
  const help = document.getElementById("entry-help");
  if (!help || help.open) return;
  event.preventDefault();
  help.showModal();
});

/* After sending, what is wrong comes into view and is read out, and the focus is where it is mended:
   in the line that was typed, else at the first wrong control. On a phone else the next hand, from
   its top; at the end of the match the next table. */
const show = () => {
  const wrong = panel()?.querySelector("[aria-invalid=true], .error-summary, #conflict-title");
  if (wrong) {
    wrong.closest(".field, fieldset, .error-summary, #conflict-title")?.scrollIntoView({ block: "nearest" });
    if (command()?.value) toLine();
    else if (!wrong.contains(document.activeElement)) (wrong.querySelector("input:not([disabled])") ?? wrong).focus();
    const errors = [...panel().querySelectorAll(".errorlist, #conflict-title")].map((error) => error.textContent.trim());
    document.getElementById("match-status").textContent = errors.join(" ");
    return;
  }
  if (!form()) (panel()?.querySelector("[data-next]") ?? document.getElementById("entry-title"))?.focus();
  next = [...(panel()?.querySelectorAll(".chips") ?? [])].slice(0, 1);
  showNext();
  if (!keyboard || narrow.matches) panel()?.scrollIntoView({ block: "start" });
};

/* Some buttons leave the page with what is typed: no answer of theirs is swapped in. */
document.addEventListener("click", (event) => {
  const plain = event.target.closest?.("button[data-plain]");
  if (!plain) return;
  event.preventDefault();
  const sent = document.createElement("input");
  Object.assign(sent, { type: "hidden", name: plain.name, value: plain.value });
  plain.form.append(sent);
  plain.form.action = plain.formAction;
  plain.form.submit();
});

/* Whoever has read the keys wants to type. */
document.addEventListener(
  "close",
  (event) => {
    if (event.target.id === "entry-help") toLine();
  },
  true,
);

/* Somebody else has recorded: an untouched form follows, a typed one says so. */
const follow = () => {
  const next = document.getElementById("match-poll")?.dataset.next;
  const entry = form();
  if (!next || !panel()?.dataset.number || panel().dataset.number === next) return;
  if (entry && isTyped(entry)) {
    panel().querySelector("[data-overtaken]").hidden = false;
    return;
  }
  const mode = panel().querySelector("[aria-current]");
  if (mode) htmx.ajax("GET", mode.getAttribute("hx-get"), { target: "#entry", swap: "outerHTML" });
  else location.reload();
};

/* What is typed is kept in this browser, for this match and user, until it is recorded or cleared. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;
const drafted = document.querySelector("[data-draft]");
const slot = drafted && `allmark-draft ${location.pathname} ${drafted.dataset.draft}`;

const draft = () => {
  try {
    const saved = JSON.parse(localStorage.getItem(slot));
    return saved && Date.now() - saved.at < LIFETIME ? saved : null;
  } catch {
    return null;
  }
};

const draftSave = () => {
  const entry = document.querySelector("[data-draft]");
  if (!slot || !entry) return;
  try {
    if (!isTyped(entry)) localStorage.removeItem(slot);
    else {
      const hidden = new Set([...entry.querySelectorAll("input[type=hidden]")].map((input) => input.name));
      const typed = [...new FormData(entry)].filter(([name]) => !hidden.has(name));
      localStorage.setItem(slot, JSON.stringify({ at: Date.now(), number: panel().dataset.number, typed }));
    }
  } catch {
    /* Storage is off or full: the page works without. */
  }
};

const draftDrop = () => {
  try {
    if (slot) localStorage.removeItem(slot);
  } catch {
    /* As above. */
  }
};

/* Typed for a hand that somebody has recorded since, it says so. */
const draftShow = () => {
  const saved = slot && draft();
  const entry = form();
  if (!saved || !entry || isTyped(entry) || panel().querySelector("#conflict-title")) return;
  for (const [name, value] of saved.typed) {
    const control = entry.elements[name];
    const choices = control instanceof RadioNodeList ? [...control] : control ? [control] : [];
    for (const choice of choices) {
      if (choice.type === "radio" || choice.type === "checkbox") choice.checked ||= choice.value === value;
      else choice.value = value;
    }
  }
  if (!isTyped(entry)) return;
  const note = panel().querySelector("[data-draft-note]");
  const isLate = Number(saved.number) < Number(panel().dataset.number);
  note.querySelector("[data-draft-same]").hidden = isLate;
  note.querySelector("[data-draft-late]").hidden = !isLate;
  note.querySelector("[data-draft-number]").textContent = saved.number;
  note.hidden = false;
  entry.dispatchEvent(new Event("change", { bubbles: true }));
};

for (const change of ["input", "change"]) {
  document.addEventListener(change, (event) => event.target.closest?.("[data-draft]") && draftSave());
}
document.addEventListener("click", (event) => {
  const dropped = event.target.closest?.("[data-draft-drop], button[data-plain]");
  if (!dropped) return;
  draftDrop();
  if (!dropped.matches("[data-draft-note] *")) return;
  form().reset();
  form().dispatchEvent(new Event("change", { bubbles: true }));
  dropped.closest("[data-draft-note]").hidden = true;
  toLine();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig?.elt.matches("[data-draft]") && detail.xhr.status === 200) draftDrop();
});
document.addEventListener("entry:handed-over", draftDrop);
document.addEventListener("DOMContentLoaded", draftShow);

/* What the page leaves free at its foot is as high as the bar. In letters so large that it takes
   more than a quarter of the window, it scrolls along. */
const bars = new ResizeObserver(([{ target: bar }]) => {
  bar.classList.remove("bar--along"); // which makes it narrower, and so higher
  const high = bar.offsetHeight;
  document.documentElement.style.setProperty("--bar-size", `${high}px`);
  bar.classList.toggle("bar--along", high > innerHeight / 4);
  showNext();
});
const measure = () => {
  bars.disconnect();
  const bar = document.querySelector("[data-bar]");
  if (bar) bars.observe(bar);
};

/* Dominoes and cards: a piece that a hand has is gone from the others; the pad writes into the tricks. */
const deal = () => {
  const boxes = [...document.querySelectorAll("[data-deal] input[type=checkbox]")];
  const holder = new Map(boxes.filter((box) => box.checked).map((box) => [box.value, box.name]));
  for (const box of boxes) {
    const gone = holder.has(box.value) && holder.get(box.value) !== box.name;
    if (gone) box.dataset.gone = "";
    else delete box.dataset.gone;
    if (gone) box.disabled = true;
  }
  for (const count of document.querySelectorAll("[data-dealt]")) {
    const held = count.closest("details").querySelectorAll("input:checked").length;
    count.textContent = `${held}/${count.closest("[data-deal]").dataset.deal}`;
  }
};

const rows = () => [...document.querySelectorAll("[data-plays] input[type=text]")];
const arePlayed = () => document.querySelector("[data-plays]")?.dataset.plays;
const pieces = (text) => text.match(arePlayed() === "cards" ? /[shdc]\s*(?:10|[akqjt2-9])/gi : /[0-6]\s*-?\s*[0-6]/g) ?? [];
const canonical = (text) =>
  arePlayed() === "cards"
    ? text.replace(/\s/g, "").toUpperCase().replace("10", "T")
    : [...text.matchAll(/[0-6]/g)].map(String).sort().reverse().join("-");

const played = () => {
  const gone = new Set(rows().flatMap((row) => pieces(row.value).map(canonical)));
  for (const button of document.querySelectorAll("[data-play]")) {
    button.disabled = gone.has(button.dataset.play);
  }
};

/* A game may name a choice, as "field=value", under which three pieces make a trick. */
const perTrick = () => {
  const [name, value] = document.querySelector("[data-plays]").dataset.three.split("=");
  return name && form()?.querySelector(`[name=${name}]:checked`)?.value === value ? 3 : 4;
};

document.addEventListener("click", (event) => {
  const tapped = event.target.closest?.("[data-play]");
  const undo = event.target.closest?.("[data-unplay]");
  if (!tapped && !undo) return;
  const row = tapped
    ? rows().find((line) => pieces(line.value).length < perTrick())
    : rows().findLast((line) => line.value.trim());
  if (!row) return;
  const laid = pieces(row.value);
  row.value = (tapped ? [...laid, tapped.dataset.play] : laid.slice(0, -1)).join(" ");
  row.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("change", (event) => {
  if (event.target.closest?.("[data-deal]")) deal();
});
document.addEventListener("input", (event) => {
  if (event.target.closest?.("[data-plays]")) played();
});

/* Whoever deals, the next bids first: the rows go round with the deal. */
document.addEventListener("change", (event) => {
  if (event.target.name !== "dealer") return;
  for (const box of form()?.querySelectorAll("[data-in-turn]") ?? []) {
    const rows = [...box.children];
    const turn = (row) => (Number(row.dataset.seat) + 2 * rows.length - 1 - Number(event.target.value)) % rows.length;
    box.append(...rows.sort((row, other) => turn(row) - turn(other)));
  }
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "entry" || event.detail.elt?.id === "entry") {
    begin();
    if (event.detail.requestConfig?.verb === "post") show();
  }
  if (event.target.id === "match-poll" || event.detail.elt?.id === "match-poll") follow();
});
begin();
