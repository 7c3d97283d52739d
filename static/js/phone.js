/* The table on a player's phone: an answer opens the next question, what was recorded is said and
   felt, and what others recorded brings the page up to date unless something is typed. */

const form = () => document.querySelector("[data-entry]");
const steps = () => [...document.querySelectorAll("[data-step]")];

/* What is chosen from the start, as that no card is called, is no answer until it is touched. */
const touched = new Set();
const isAnswered = (step) => touched.has(step) || Boolean(step.querySelector("input:checked:not([value=''])"));
const isTyped = () => steps().some(isAnswered) || Boolean(document.getElementById("objection")?.value);

const answerOf = (step) =>
  [...step.querySelectorAll("input:checked")]
    .map((input) => input.closest("label").querySelector("[data-words]").textContent.trim())
    .join(", ");

const answers = () => {
  for (const step of steps()) step.querySelector("[data-answer]").textContent = answerOf(step);
  form()?.toggleAttribute("data-typed", isTyped());
};

/* One choice answers most questions; of several, as of nils, the first is the answer. */
document.addEventListener("change", (event) => {
  const step = event.target.closest?.("[data-step]");
  if (!step) return;
  touched.add(step);
  answers();
  if (event.target.type !== "radio") return;
  const next = steps().find((other) => !isAnswered(other));
  step.open = false;
  if (next) next.open = true;
  (next?.querySelector("summary") ?? form().querySelector("[type=submit]")).focus({ preventScroll: true });
});

document.addEventListener("htmx:afterSettle", () => {
  answers();
  const said = document.getElementById("entry")?.dataset.said;
  if (!said) return;
  delete document.getElementById("entry").dataset.said;
  navigator.vibrate?.(80);
  document.getElementById("phone-status").textContent = said;
});

/* The live part says by a tag what the table is at; another tag than the page's is news. */
const live = document.querySelector("[data-phone-shows]");
const overtaken = () => {
  const notice = document.querySelector("[data-overtaken]");
  if (notice) notice.hidden = false;
};
const follow = () => {
  const told = live.querySelector("[data-phone-tag]")?.dataset.phoneTag;
  const shown = document.getElementById("entry")?.dataset.tag;
  if (!told || told === shown || document.querySelector(".htmx-request, [data-sending]")) return;
  if (isTyped()) overtaken();
  else location.reload();
};
document.addEventListener("allmark:shown", answers);
document.addEventListener("allmark:gone", () => {
  if (!isTyped()) location.reload();
});
if (live) new MutationObserver(follow).observe(live, { childList: true });

answers();
