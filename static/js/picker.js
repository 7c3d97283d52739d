/* The pickers of dominoes and cards by keyboard: arrows walk, and the keys of a piece ("64",
   "sa", "h10") choose it wherever the focus is inside the picker. Counts what is chosen and
   keeps to the limit. */

const boxes = (picker) => [...picker.querySelectorAll("input")];

const refresh = (picker) => {
  const limit = Number(picker.dataset.limit);
  const chosen = boxes(picker).filter((box) => box.checked).length;
  const count = picker.querySelector("[data-count]");
  if (count) count.textContent = limit ? `${chosen} / ${limit}` : String(chosen);
  for (const box of boxes(picker)) {
    if (!("gone" in box.dataset)) box.disabled = Boolean(limit) && chosen >= limit && !box.checked;
  }
};

/* Keyboards of other scripts give the sign on the Latin key. */
const latin = ({ key, code }) => (key <= "~" ? key : /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1] ?? key);

const step = (picker, box, key) => {
  const rows = [...picker.querySelectorAll(".picker__row")].map((row) => [...row.querySelectorAll("input")]);
  const rtl = getComputedStyle(box.closest(".picker__row")).direction === "rtl" ? -1 : 1;
  let line = rows.findIndex((row) => row.includes(box));
  let place = rows[line].indexOf(box);
  const [across, down] = { ArrowRight: [rtl, 0], ArrowLeft: [-rtl, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  for (;;) {
    place += across;
    line += down;
    const next = rows[line]?.[down ? Math.min(place, rows[line].length - 1) : place];
    if (!next) return;
    if (!next.disabled) {
      next.focus();
      return;
    }
  }
};

let typed = "";

const spelled = (picker, test) => boxes(picker).find((box) => box.dataset.keys?.split(" ").some(test));

document.addEventListener("keydown", (event) => {
  const box = event.target;
  const picker = box.closest?.(".picker");
  if (!picker || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    step(picker, box, event.key);
    return;
  }
  if (event.key.length > 1) return;
  const key = latin(event).toLowerCase();
  /* What leads nowhere together with the keys before may begin a piece of its own. */
  typed = [typed + key, key].find((keys) => spelled(picker, (word) => word.startsWith(keys))) ?? "";
  if (!typed) return;
  event.preventDefault();
  const wanted = spelled(picker, (word) => word === typed);
  if (!wanted) return;
  typed = "";
  if (!wanted.disabled) {
    wanted.focus();
    wanted.click();
  }
});

document.addEventListener("focusin", (event) => {
  if (!event.target.closest?.(".picker")) typed = "";
});

document.addEventListener("change", (event) => {
  const picker = event.target.closest?.(".picker");
  if (picker) refresh(picker);
});

const start = () => document.querySelectorAll(".picker").forEach(refresh);
document.addEventListener("htmx:load", start);
start();
