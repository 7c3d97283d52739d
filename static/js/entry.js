/* The entry row: what the server understood of the one line presses the chips, a chip takes
   the line's place, dominoes may be tapped, and what others record never touches what is typed. */

const panel = () => document.getElementById("entry");
const form = () => document.querySelector("[data-entry]");
const command = () => document.querySelector("[data-command]");
const keyboard = matchMedia("(hover: hover) and (pointer: fine)").matches;

/* The fields that the line fills, as the form names them. */
const fromLine = () => form()?.dataset.line.split(" ") ?? [];

const isTyped = (one) => {
  const given = [...one.querySelectorAll("input[type=hidden], [name=dealer]")].map((input) => input.name);
  return [...new FormData(one)].some(([name, value]) => !given.includes(name) && value !== "");
};

const begin = () => {
  if (keyboard && command() && !panel()?.querySelector("[aria-invalid=true]")) command().focus();
  for (const pad of document.querySelectorAll("[data-pad]")) pad.hidden = false;
  deal();
  played();
};

/* The line presses the chips … */
document.addEventListener("entry:understood", (event) => {
  if (command()?.value.trim()) press(event.detail);
});

const press = (said) => {
  const one = form();
  for (const name of fromLine()) {
    const value = said[name] ?? "";
    const control = one.elements[name];
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

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("textarea, input:not([data-command], [type=radio], [type=checkbox])")) return;
  const help = document.getElementById("entry-help");
  if (!help || help.open) return;
  event.preventDefault();
  help.showModal();
});

/* After sending, what is wrong comes into view; on a phone else the next hand, from its top. */
const show = () => {
  const wrong = panel()?.querySelector("[aria-invalid=true], .error-summary, #conflict-title");
  if (wrong) wrong.closest(".field, fieldset, .error-summary, #conflict-title")?.scrollIntoView({ block: "nearest" });
  else if (!keyboard) panel()?.scrollIntoView({ block: "start" });
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
    if (event.target.id === "entry-help" && keyboard) command()?.focus();
  },
  true,
);

/* Somebody else has recorded: an untouched form follows, a typed one says so. */
const follow = () => {
  const next = document.getElementById("match-poll")?.dataset.next;
  const one = form();
  if (!next || !panel()?.dataset.number || panel().dataset.number === next) return;
  if (one && isTyped(one)) {
    panel().querySelector("[data-overtaken]").hidden = false;
    return;
  }
  const mode = panel().querySelector("[aria-current]");
  if (mode) htmx.ajax("GET", mode.getAttribute("hx-get"), { target: "#entry", swap: "outerHTML" });
  else location.reload();
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
    const own = count.closest("details").querySelectorAll("input:checked").length;
    count.textContent = `${own}/${count.closest("[data-deal]").dataset.deal}`;
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

const perTrick = () => (form()?.querySelector("[name=contract]:checked")?.value === "nello" ? 3 : 4);

document.addEventListener("click", (event) => {
  const tapped = event.target.closest?.("[data-play]");
  const undo = event.target.closest?.("[data-unplay]");
  if (!tapped && !undo) return;
  const row = tapped
    ? rows().find((one) => pieces(one.value).length < perTrick())
    : rows().findLast((one) => one.value.trim());
  if (!row) return;
  const own = pieces(row.value);
  row.value = (tapped ? [...own, tapped.dataset.play] : own.slice(0, -1)).join(" ");
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
    box.append(...rows.sort((one, other) => turn(one) - turn(other)));
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
