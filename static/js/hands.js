/* A hand written on this phone is kept before it is sent, and waits until the laptop has answered
   for it: each under its own key and in order, so that neither a phone that dies nor a laptop that
   restarts loses or doubles one. Hands are kept by event and player, each with its match and table.
   What another wrote on this phone is shown and never sent. */

const PREFIX = "allmark-hands ";
const EVERY = 2_000;
const GIVE_UP = 8_000; // milliseconds until a laptop that does not answer is away
const GO_ON = 1_500; // milliseconds until the next hand can be typed, answered or not
const SPREAD = 2_000; // a hall opens the page at once: each phone asks for the hands to come by itself
const list = new Intl.ListFormat(document.documentElement.lang, { style: "narrow" });
const NOT_LET_IN = [403, 404];
const box = document.querySelector("[data-hands]");
const { event, player, author } = box.dataset;
const slot = player && `${PREFIX}${event} ${player}`;
const entry = () => document.getElementById("entry");
const form = () => document.querySelector("[data-entry]");

/* The store */

let stored = true;
let memory = [];

const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
};
const mine = () => (stored && slot ? read(slot) : memory);

const write = (hands) => {
  memory = hands;
  try {
    if (hands.length) localStorage.setItem(slot, JSON.stringify(hands));
    else localStorage.removeItem(slot);
    stored = true;
  } catch {
    stored = false; // storage is off or full: they wait while the page is open
  }
};
const remove = (key) => write(mine().filter((hand) => hand.key !== key));

const theirs = () => {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX) && name !== slot)
      .flatMap(read);
  } catch {
    return [];
  }
};

/* While a question between the sides is open at a match, its hands wait unsent: the page says so. */
const isHeld = ({ match }) => (entry()?.dataset.held ?? "").split(" ").includes(match);

/* What is shown of them */

const states = new Map(); // by key: "agree", "refused" or "gone"; else the hand waits for the laptop
let away = false;
let full = false;

const row = (hand, state) => {
  const item = box.querySelector("template[data-row]").content.firstElementChild.cloneNode(true);
  for (const part of ["table", "number", "words", "author"]) {
    item.querySelector(`[data-${part}]`).textContent = hand[part];
  }
  for (const part of item.querySelectorAll("[data-if]")) {
    part.hidden = !part.dataset.if.split(" ").includes(state);
  }
  for (const button of item.querySelectorAll("button")) button.value = hand.key;
  return item;
};

const show = () => {
  const hands = mine().filter(({ key }) => !looked?.isWrong || key !== lookedKey());
  const others = theirs();
  // While the page asks about one hand, that and the hands that wait behind it are not said above it.
  const isAsked = Boolean(entry()?.hasAttribute("data-conflict") && lookedKey());
  box.hidden = others.length === 0 && (hands.length === 0 || isAsked);
  box.querySelector("[data-count]").textContent = hands.length + others.length;
  const numbers = [...hands, ...others].map(({ number }) => String(number));
  box.querySelector("[data-which]").textContent = list.format(numbers);
  const toSee = others.length + hands.filter(({ key }) => ["refused", "gone"].includes(states.get(key))).length;
  if (toSee) box.querySelector("details").open = true;
  const rows = hands.map((hand) => row(hand, states.get(hand.key) ?? (isHeld(hand) ? "agree" : "waits")));
  box.querySelector("ol").replaceChildren(...rows, ...others.map((hand) => row(hand, "theirs")));
  box.querySelector("[data-unknown]").hidden = hands.length === 0 || !away;
  box.querySelector("[data-full]").hidden = !full;
  box.querySelector("[data-open]").hidden = hands.length === 0 || Boolean(navigator.serviceWorker && stored);
};

/* The hands to come */

const ahead = new Map();

const learn = (root) => {
  const templates = [...root.querySelectorAll("template[data-ahead]")];
  if (templates.length) ahead.clear();
  for (const template of templates) ahead.set(Number(template.dataset.ahead), template.content.querySelector("form"));
};

/* One after the other, or the worker could keep an older page last. */
let renewing = false;
let renewAgain = false;

const renew = async () => {
  renewAgain = renewing;
  if (renewing) return;
  renewing = true;
  try {
    const answer = await fetch(box.dataset.offlinePage, { cache: "no-store", redirect: "error" });
    if (answer.status >= 500) setTimeout(renew, GIVE_UP);
    if (answer.ok) learn(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    /* What is known of the hands to come still holds. */
  }
  renewing = false;
  if (renewAgain) renew();
};
const renewSoon = () => setTimeout(renew, Math.random() * SPREAD);

const dealerOf = (form) => Number(form.elements.dealer.value);

/* The table may have chosen who deals first; all later deals follow from it. */
const dealt = (fresh, last) => {
  const planned = ahead.get(Number(last.number));
  const seats = Number(fresh.dataset.seats);
  const chosen = Number(new URLSearchParams(last.body).get("dealer"));
  if (!planned || chosen === dealerOf(planned)) return;
  const dealer = (dealerOf(fresh) + chosen - dealerOf(planned) + seats) % seats;
  const same = [...ahead.values()].find((other) => other !== planned && dealerOf(other) === dealer);
  fresh.elements.dealer.value = dealer;
  const words = same?.querySelector("[data-dealer]").cloneNode(true);
  if (words) fresh.querySelector("[data-dealer]").replaceWith(words);
};

const next = () => {
  const old = form();
  const match = old?.elements.match.value ?? ahead.values().next().value?.elements.match.value;
  const last = mine().findLast((hand) => hand.match === match);
  if (!last || (!old && !away) || old?.hasAttribute("data-typed")) return;
  const number = Number(last.number) + 1;
  if (Number(old?.elements.number.value) === number && !old.hasAttribute("data-sent")) return;
  const planned = ahead.get(number);
  full = !planned;
  old?.remove();
  if (planned) {
    const fresh = document.importNode(planned, true);
    dealt(fresh, last);
    entry().querySelector("[data-open]").after(fresh);
    htmx.process(fresh);
    document.dispatchEvent(new Event("allmark:shown"));
  }
  show();
};

/* Sending */

const stopped = new Set(); // matches whose first hand that waits somebody has to look at
let looked = null; // the refused hand that stands in the form: its key, the form, what was in it at first
let sending = false;
let lookNext = ""; // the key of a hand somebody asked to check while another was on its way

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const wordsOf = (form) =>
  [...form.querySelectorAll("[data-step]")]
    .map((step) => [".step__title", "[data-answer]"].map((part) => step.querySelector(part).textContent.trim()))
    .filter(([, answer]) => answer)
    .map((words) => words.join(": "))
    .join(" · ");

const bodyOf = (form) => new URLSearchParams(new FormData(form)).toString();

const handOf = (form) => {
  const key = newKey(); // the page may be an old one whose key was used
  form.elements.key.value = key;
  return {
    key,
    author,
    table: entry().querySelector("h1").firstChild.textContent.trim(),
    match: form.elements.match.value,
    number: form.elements.number.value,
    words: wordsOf(form),
    url: form.getAttribute("action"),
    body: bodyOf(form),
  };
};

const ask = async (hand) => {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), GIVE_UP);
  try {
    const answer = await window.allmark.letters.post(hand, patience.signal);
    return { answer, html: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
};

const isTyped = () => Boolean(form()?.hasAttribute("data-typed") && !form().hasAttribute("data-sent"));

/* A refused hand that stands in the form as it is kept is not lost with the form. */
const lookedKey = () => (looked && looked.form === form() ? looked.key : "");
const isUnkept = () => isTyped() && !(lookedKey() && looked.body === bodyOf(form()));

const swapIn = (html, hand) => {
  window.allmark.letters.show(entry(), html, hand);
  renew();
};

/* The next hand is being typed: only what stands around it is brought up to date, a question that is
   still the same excepted, as somebody may be answering it. */
const around = (now) => {
  const { tag, held, match, next: number } = now.dataset;
  Object.assign(entry().dataset, { tag, held, match, next: number });
  for (const part of [".phone__head", "[data-open]", "[data-last]"]) {
    const [old, fresh] = [entry(), now].map((root) => root.querySelector(part));
    if (part !== "[data-open]" || old.dataset.open !== fresh.dataset.open) old.replaceWith(fresh);
  }
  htmx.process(entry());
};
window.allmark.around = around;

const entryIn = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("entry");

const recorded = (hand, html) => {
  remove(hand.key);
  states.delete(hand.key);
  full = false;
  const now = entryIn(html);
  if (!isTyped() && !mine().some(({ match }) => match === hand.match)) swapIn(html, hand);
  else if (now) {
    around(now);
    document.getElementById("phone-status").textContent = now.dataset.said ?? "";
    navigator.vibrate?.(80);
  }
};

/* The other side has to agree first: the answer shows the question, and says which match it holds up. */
const held = (hand, html) => {
  states.delete(hand.key);
  const now = entryIn(html);
  if (!isTyped()) swapIn(html, hand);
  else if (now) around(now);
};

/* What is wrong or missing in a hand is said where it stands in the form, not above it. */
const refused = (hand, html, isAsked) => {
  stopped.add(hand.match);
  states.set(hand.key, "refused");
  if (isTyped() && !isAsked) return;
  swapIn(html, hand);
  const isWrong = Boolean(form()?.querySelector("[data-step] [aria-invalid]"));
  looked = form() && { key: hand.key, form: form(), body: bodyOf(form()), isWrong };
};

/* Whether the next one can be sent. */
const answered = (hand, { answer, html }, isAsked) => {
  away = false;
  if (answer.ok) {
    recorded(hand, html);
    return true;
  }
  const isLater = answer.headers.has("Retry-After");
  if (isLater && answer.status === 409) {
    held(hand, html);
    return isHeld(hand);
  }
  if (isLater || answer.status >= 500) {
    states.set(hand.key, "waits");
    away = answer.status >= 500;
    return false;
  }
  if (NOT_LET_IN.includes(answer.status)) {
    stopped.add(hand.match);
    states.set(hand.key, "gone");
    return true;
  }
  refused(hand, html, isAsked);
  return true;
};

const send = async (key = "") => {
  if (sending) {
    lookNext = key || lookNext;
    return;
  }
  sending = true;
  box.setAttribute("data-sending", "");
  try {
    for (;;) {
      const hands = mine();
      const isNext = (hand) => (key ? hand.key === key : !stopped.has(hand.match) && !isHeld(hand));
      const hand = hands.find(isNext);
      if (!hand || !answered(hand, await ask(hand), Boolean(key)) || key) break;
    }
  } catch {
    away = true;
    document.dispatchEvent(new CustomEvent("allmark:unreachable"));
  } finally {
    sending = false;
    box.removeAttribute("data-sending");
  }
  show();
  next();
  const asked = lookNext;
  lookNext = "";
  if (asked && asked !== lookedKey() && !isUnkept()) send(asked);
};

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (!sent.matches("[data-entry]")) return;
  event.preventDefault();
  if (sent.hasAttribute("data-sent")) return;
  if (away && !sent.hasAttribute("data-typed")) {
    sent.querySelector("[data-step] summary")?.focus();
    return;
  }
  const hand = handOf(sent);
  const hands = mine();
  const place = hands.findIndex(({ key }) => key === lookedKey());
  if (place < 0) hands.push(hand);
  else hands[place] = hand;
  looked = null;
  stopped.delete(hand.match);
  sent.setAttribute("data-sent", "");
  sent.inert = true;
  write(hands);
  sent.removeAttribute("data-typed");
  if (away) next();
  else setTimeout(() => sent.isConnected && sending && next(), GO_ON);
  show();
  send();
});

box.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.hasAttribute("data-look")) {
    const isBusy = isUnkept(); // the hand to look at would take its place
    button.closest("li").querySelector("[data-busy]").hidden = !isBusy;
    if (!isBusy) send(button.value);
    return;
  }
  const isBusy = button.value !== lookedKey() && isUnkept();
  button.closest("li").querySelector("[data-busy]").hidden = !isBusy;
  if (isBusy || !confirm(button.dataset.confirm)) return;
  const hand = mine().find(({ key }) => key === button.value);
  remove(button.value);
  states.delete(button.value);
  stopped.delete(hand?.match);
  location.reload();
});

/* What another recorded is right: the own version of it is dropped, and the page shows what is now. */
document.addEventListener("click", (event) => {
  const versionKey = lookedKey();
  if (!event.target.closest?.("[data-theirs]") || !versionKey) return;
  const hand = mine().find(({ key }) => key === versionKey);
  remove(versionKey);
  states.delete(versionKey);
  stopped.delete(hand?.match);
  looked = null;
});

/* An answer that cannot be given again: the preview says what the laptop will do. */
document.addEventListener("htmx:sendError", (event) => {
  if (event.detail.elt.id !== "entry-preview") return;
  away = true;
  event.detail.elt.replaceChildren(box.querySelector("template[data-away]").content.cloneNode(true));
});
document.addEventListener("allmark:followed", () => {
  next();
  renew();
  show();
  if (mine().length) send();
});

/* Without its worker the page opens only while the laptop answers. A worker that cannot fetch its
   files fails after its registration. */
const registerWorker = async () => {
  const isMissing = () => document.querySelector("[data-reach]")?.removeAttribute("hidden");
  try {
    const registration = await navigator.serviceWorker.register(box.dataset.worker);
    const worker = registration?.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "redundant" && !registration.active) isMissing();
    });
  } catch {
    isMissing();
  }
};

document.addEventListener("allmark:offline", () => {
  away = true;
  show();
  next();
});
document.addEventListener("allmark:online", () => {
  away = false;
  send();
  renewSoon();
});

if (slot) {
  learn(document);
  if (ahead.size === 0) (mine().length ? renew : renewSoon)();
  setInterval(() => mine().length && send(), EVERY);
  if (box.dataset.worker) registerWorker();
  if (mine().length) send();
}
show();
