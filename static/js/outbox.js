/* A hand that the server could not be told of is kept in this browser and sent again with the
   same key until it is answered: sent twice, it is still one hand. It is kept under the name of
   whoever typed it: another who signs in here sees that it waits, and never sends it as their own. */

const EVERY = 2_000;
const GONE = 404; // the round was taken back meanwhile: the page itself says that there is nothing
const OUTBOX = "allmark-outbox ";
const sign = () => document.querySelector("[data-outbox]");
const user = document.querySelector("[data-outbox-user]")?.dataset ?? {};
const slot = () => `${OUTBOX}${user.outboxUser} ${location.pathname}`;
const list = new Intl.ListFormat(document.documentElement.lang, { style: "narrow" });
const UNAVAILABLE = 503; // the disk is full, say: the hand waits until there is room
let timer = 0;
let sending = false;

const waiting = () => {
  try {
    return JSON.parse(localStorage.getItem(slot()));
  } catch {
    return null;
  }
};

const keep = (letter) => {
  try {
    if (letter) localStorage.setItem(slot(), JSON.stringify(letter));
    else localStorage.removeItem(slot());
  } catch {
    /* Storage is off or full: the hand still stands in the form. */
  }
};

/* Who else typed a hand for this page in this browser that still waits. */
const others = () => {
  const names = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(OUTBOX) || name === slot()) continue;
      const [typist, ...path] = name.slice(OUTBOX.length).split(" ");
      if (path.join(" ") !== location.pathname) continue;
      names.push(JSON.parse(localStorage.getItem(name))?.author || typist);
    }
  } catch {
    /* What cannot be read waits on. */
  }
  return names;
};

const tell = (letter) => {
  if (sign()) sign().hidden = !letter;
  const theirs = document.querySelector("[data-outbox-others]");
  if (!theirs) return;
  const names = others();
  theirs.hidden = names.length === 0;
  theirs.querySelector("[data-outbox-names]").textContent = list.format(names);
};

const wait = (letter) => {
  tell(letter);
  clearInterval(timer);
  timer = letter ? setInterval(send, EVERY) : 0;
};

/* The hand as it was sent: what has been typed since is another. */
const letterOf = ({ elt, requestConfig }) => ({
  author: user.outboxAuthor,
  key: elt.dataset.outboxKey,
  url: elt.getAttribute("action"),
  body: new URLSearchParams(requestConfig.formData).toString(),
});

const swapIn = (html, letter) => {
  const entry = document.getElementById("entry");
  if (!entry) return;
  document.dispatchEvent(new Event("entry:answered"));
  window.allmark.letters.show(entry, html, letter);
};

const answered = async (response, letter) => {
  const signIn = response.headers.get("HX-Redirect");
  if (signIn) {
    location.assign(signIn);
    return;
  }
  if (response.status >= 500 || response.status === 403) return;
  keep(null);
  wait(null);
  if (response.status === GONE) {
    location.reload();
    return;
  }
  const form = document.querySelector("[data-outbox-key]");
  if (form?.dataset.outboxKey === letter.key || !response.ok) swapIn(await response.text(), letter);
};

const send = async () => {
  const letter = waiting();
  if (!letter) {
    wait(null);
    return;
  }
  if (sending) return;
  sending = true;
  try {
    await answered(await window.allmark.letters.post(letter), letter);
  } catch {
    tell(letter);
  } finally {
    sending = false;
  }
};

const isEntry = (event) => event.detail.elt?.matches?.("[data-outbox-key]");

const lost = (event) => {
  if (!isEntry(event)) return;
  const letter = letterOf(event.detail);
  keep(letter);
  document.dispatchEvent(new Event("entry:handed-over"));
  wait(letter);
};

/* Signed out meanwhile: the hand waits here until its author is back on this page. */
const mustSignIn = (event) => Boolean(event.detail.xhr?.getResponseHeader("HX-Redirect"));
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!isEntry(event) || !mustSignIn(event)) return;
  keep(letterOf(event.detail));
  document.dispatchEvent(new Event("entry:handed-over"));
});

document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:afterRequest", (event) => {
  if (!isEntry(event) || mustSignIn(event)) return;
  if (event.detail.xhr?.status === UNAVAILABLE) {
    lost(event);
    return;
  }
  if (event.detail.xhr?.status > 0 && event.detail.xhr.status < 500) {
    keep(null);
    wait(null);
    if (event.detail.xhr.status === GONE) location.reload();
  }
});
document.addEventListener("allmark:online", send);
document.addEventListener("htmx:afterSettle", () => tell(waiting()));
tell(waiting());
if (waiting()) {
  wait(waiting());
  send();
}
