/* The table on a player's phone: an answer opens the next question, what was recorded is said and
   felt, and what others recorded brings the page up to date unless something is typed. */

const form = () => document.querySelector("[data-entry]");
const steps = () => [...document.querySelectorAll("[data-step]")];

/* What is chosen from the start, as that no card is called, is no answer until it is touched. */
const touched = new Set();
const TYPED = "input:not([type=radio], [type=checkbox])";
const typedIn = (step) => [...step.querySelectorAll(TYPED)].map((input) => input.value.trim()).filter(Boolean);
const isAnswered = (step) =>
  touched.has(step) || typedIn(step).length > 0 || Boolean(step.querySelector("input:checked:not([value=''])"));
const isChanged = (field) => {
  if (field.type === "hidden") return false;
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue;
};
const isAnswering = () => Boolean(document.querySelector(".phone__question details[open]"));
const isTyped = () =>
  !form()?.hasAttribute("data-sent") &&
  (steps().some(isAnswered) ||
    [...document.querySelectorAll("#entry :is(input, select, textarea)")].some(isChanged) ||
    isAnswering());

const answerOf = (step) =>
  [...step.querySelectorAll("input:checked")]
    .map((input) => input.closest("label").querySelector("[data-words]").textContent.trim())
    .concat(typedIn(step))
    .join(", ");

const answers = () => {
  for (const step of steps()) step.querySelector("[data-answer]").textContent = answerOf(step);
  form()?.toggleAttribute("data-typed", isTyped());
};

/* One choice answers most questions; of several, as of nils, the first is the answer. */
const goOn = (step) => {
  const next = steps().find((other) => !isAnswered(other));
  step.open = false;
  if (next) next.open = true;
  (next?.querySelector("summary") ?? form().querySelector("[type=submit]")).focus({ preventScroll: true });
};
document.addEventListener("change", (event) => {
  const step = event.target.closest?.("[data-step]");
  if (step) touched.add(step);
  answers();
  if (step && event.target.type === "radio") goOn(step);
});
document.addEventListener("input", answers);
/* A number is an answer once Enter says so; the form is sent by its button. */
document.addEventListener("keydown", (event) => {
  const step = event.key === "Enter" && event.target.matches(TYPED) && event.target.closest("[data-step]");
  if (!step) return;
  event.preventDefault();
  goOn(step);
});

document.addEventListener("htmx:afterSettle", () => {
  answers();
  const said = document.getElementById("entry")?.dataset.said;
  if (!said) return;
  delete document.getElementById("entry").dataset.said;
  navigator.vibrate?.(80);
  document.getElementById("phone-status").textContent = said;
});

/* The live part says by a tag what the table is at; another tag than the page's is news. The page
   is fetched and its parts are put in place, never loaded anew: what is tapped meanwhile counts, a
   form on its way is not broken off, and a laptop that fails just then leaves the page as it is. */
const AGAIN = 300; // milliseconds: somebody taps, or a hand is on its way
const LATER = 4_000; // the laptop fails
const PARTS = ["#messages", "#entry", ".phone__foot"];
const live = document.querySelector("[data-phone-shows]");
let fetching = false;
let leaving = false;

/* The hand that is being typed has been recorded, or is no longer played at this table. */
const overtaken = () => {
  const { match, next } = document.getElementById("entry").dataset;
  const { elements } = form() ?? {};
  if (!elements || (elements.match.value === match && Number(elements.number.value) >= Number(next))) return;
  document.querySelector("[data-overtaken]").hidden = false;
};
const notice = () => live.querySelector("[data-phone-tag]");
const shown = () => document.getElementById("entry")?.dataset.tag;
const isNews = () => Boolean(notice()) && notice().dataset.phoneTag !== shown();
const isBusy = () => leaving || Boolean(document.querySelector(".htmx-request, [data-sending], main :active"));

const put = (page) => {
  const main = document.querySelector("main");
  window.allmark.keeping(main, () => {
    for (const part of PARTS) document.querySelector(part).replaceWith(page.querySelector(part));
  });
  document.title = page.title;
  htmx.process(document.getElementById("entry"));
  answers();
};
/* What somebody is typing stays, and a question that opens or closes meanwhile is shown with it. */
const putAround = (page) => {
  window.allmark.around(page.getElementById("entry"));
  overtaken();
};
const follow = async () => {
  if (fetching || !isNews()) return;
  if (isBusy()) {
    setTimeout(follow, AGAIN);
    return;
  }
  if (isAnswering()) return;
  const before = [notice(), shown()];
  let again = AGAIN;
  fetching = true;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (answer.status >= 500) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!PARTS.every((part) => page.querySelector(part))) {
      if (!isTyped()) location.reload();
      else again = LATER;
    } else if (!isBusy() && !isAnswering() && before[1] === shown()) {
      if (isTyped()) putAround(page);
      else put(page);
      const { live: shows, news } = page.querySelector("[data-phone-shows]").dataset;
      Object.assign(live.dataset, { live: shows, news });
      document.dispatchEvent(new Event("allmark:followed"));
      if (before[0] === notice()) notice().dataset.phoneTag = shown();
    }
  } catch {
    again = LATER;
  } finally {
    fetching = false;
    setTimeout(follow, again);
  }
};
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-entry]")) return;
  leaving = true;
  setTimeout(() => (leaving = false), LATER);
});
addEventListener("pageshow", () => (leaving = false));
document.addEventListener("toggle", (event) => event.target.closest(".phone__question") && follow(), true);
document.addEventListener("allmark:shown", answers);
document.addEventListener("allmark:gone", () => {
  if (!isTyped()) location.reload();
});
if (live) new MutationObserver(follow).observe(live, { childList: true });

answers();
/* What was tapped before this file had come. */
const early = steps().find((step) => step.open && [...step.querySelectorAll("input")].some(isChanged));
if (early) goOn(early);
