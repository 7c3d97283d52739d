/* While a hand is on its way the line takes the next one already: what was sent is selected there, so that
   keys take its place, and Enter lets the new line wait. Lines wait in sight until the hand before them is
   recorded; then each is sent in turn, and what was not entered yet stands in the line again. */

const form = () => document.querySelector("[data-outbox-key]");
const panel = () => document.getElementById("entry");
const command = () => document.querySelector("[data-command]");
const isSending = () => Boolean(form()?.hasAttribute("data-sending"));
const isWrong = () => Boolean(panel()?.querySelector("[aria-invalid=true], .error-summary, #conflict-title"));

const waiting = []; // lines in turn, and whether Enter was pressed after each
let sent = "";
let isTyped = false; // in the line, since the hand was sent

const show = () => {
  const box = document.querySelector("[data-waiting]");
  if (!box) return;
  box.hidden = waiting.length === 0;
  const lines = waiting.map(({ line }) => Object.assign(document.createElement("kbd"), { textContent: line }));
  box.querySelector("[data-waiting-lines]").replaceChildren(...lines);
};

/* The buttons are still those of the hand that was sent. */
const hold = (isHeld) => {
  form()?.toggleAttribute("data-sending", isHeld);
  for (const part of [...panel().children, ...(form()?.children ?? [])]) {
    if (!part.querySelector("[data-bar]") && !part.matches("[data-bar]")) part.inert = isHeld;
  }
};

const queue = (isEntered) => {
  if (isTyped && command().value.trim()) waiting.push({ line: command().value, isEntered });
  isTyped = false;
};

/* The line is again the one that was sent: what was typed since waits. */
const collect = () => {
  if (!isSending()) return;
  queue(false);
  command().value = sent;
  command().setSelectionRange(sent.length, sent.length);
};

const next = () => {
  if (form() && !isSending() && !isWrong() && waiting.length) {
    const { line, isEntered } = waiting.shift();
    command().value = line;
    command().dispatchEvent(new Event("input", { bubbles: true }));
    if (isEntered) form().requestSubmit();
  }
  show();
};

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (!detail.elt.matches("[data-outbox-key]")) return;
  sent = command().value;
  isTyped = false;
  hold(true);
  command().focus({ preventScroll: true });
  command().select();
});

for (const change of ["input", "change"]) {
  document.addEventListener(
    change,
    (event) => {
      if (!isSending() || event.target !== command()) return;
      isTyped = true;
      event.stopImmediatePropagation();
    },
    true,
  );
}

/* Nor is what is typed ahead read as the hand that was sent. */
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isSending() && event.detail.elt.id === "entry-preview") event.preventDefault();
});

document.addEventListener(
  "submit",
  (event) => {
    if (!isSending() || event.target !== form()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isTyped) return;
    queue(true);
    command().value = "";
    show();
  },
  true,
);

/* The answer takes the form's place, at once or from the outbox. */
document.addEventListener(
  "htmx:beforeSwap",
  ({ detail }) => {
    if (detail.shouldSwap && detail.target === panel()) collect();
  },
  true,
);
document.addEventListener("entry:answered", collect);
document.addEventListener("htmx:afterSettle", (event) => event.target === panel() && next());

/* An answer that is none: the hand stands in the form, to be sent again. One that is lost waits in the
   outbox, and the lines wait with it. */
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const { elt, xhr } = detail;
  if (!elt.matches("[data-outbox-key]") || !elt.isConnected || !isSending()) return;
  if (xhr.status === 0 || xhr.status === 503) return;
  collect();
  hold(false);
  show();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-waiting-drop]")) return;
  waiting.length = 0;
  show();
  command()?.focus({ preventScroll: true });
});
