/* A hand that the server could not be told of is kept in this browser and sent again with the
   same key until it is answered: sent twice, it is still one hand. */

const EVERY = 2_000;
const slot = () => `allmark-outbox ${location.pathname}`;
let timer = 0;
let sending = false;

const kept = () => {
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

const tell = (letter) => {
  const sign = document.querySelector("[data-outbox]");
  if (sign) sign.hidden = !letter;
};

const wait = (letter) => {
  tell(letter);
  clearInterval(timer);
  timer = letter ? setInterval(send, EVERY) : 0;
};

/* What the server says is swapped in just as if it had come at once. */
const swapIn = (html) => {
  const entry = document.getElementById("entry");
  if (entry) htmx.swap(entry, html, { swapStyle: "outerHTML" });
};

const answered = async (response, letter) => {
  if (response.redirected || response.status >= 500 || response.status === 403) return;
  keep(null);
  wait(null);
  const form = document.querySelector("[data-outbox-key]");
  if (form?.dataset.outboxKey === letter.key || !response.ok) swapIn(await response.text());
};

const send = async () => {
  const letter = kept();
  if (!letter) {
    wait(null);
    return;
  }
  if (sending) return;
  sending = true;
  const headers = { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" };
  try {
    const response = await fetch(letter.url, { method: "POST", headers, body: letter.body });
    await answered(response, letter);
  } catch {
    tell(letter);
  } finally {
    sending = false;
  }
};

const isEntry = (event) => event.detail.elt?.matches?.("[data-outbox-key]");

const lost = (event) => {
  if (!isEntry(event)) return;
  const form = event.detail.elt;
  const body = new URLSearchParams(new FormData(form)).toString();
  const letter = { key: form.dataset.outboxKey, url: form.getAttribute("action"), body };
  keep(letter);
  wait(letter);
};

document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:afterRequest", (event) => {
  if (isEntry(event) && event.detail.xhr?.status > 0 && event.detail.xhr.status < 500) {
    keep(null);
    wait(null);
  }
});
document.addEventListener("allmark:online", send);
if (kept()) {
  wait(kept());
  send();
}
