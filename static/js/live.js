// Parts of a page that keep themselves up to date: <div data-live="ADDRESS" data-every="1000">.
// The server is asked with the last entity tag; only what has changed is put in place. With
// data-pages the address gets ?page=N and the next page is shown every data-turn milliseconds.
// A page that comes back into view, or wakes up, asks for everything: its own clock stood still.
// With data-news="ADDRESS" the server says by events when to ask: while they come, the page asks by
// itself only every half minute. Where they do not, it goes on as without.

const PAUSE_AFTER_FAILURE = 4000;
const WITH_NEWS = 30_000;
const FOR_ALL = 1500; // milliseconds within which phones ask for what concerns all of them

// A hall opens the page in the same moment: each phone asks at a moment of its own.
const spread = (delay) => delay * (0.75 + Math.random() / 2);

class Live {
  constructor(element) {
    this.element = element;
    this.every = Number(element.dataset.every || 1000);
    this.page = 1;
    this.tag = "";
    this.turned = Date.now();
    document.addEventListener("visibilitychange", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("allmark:followed", () => this.listen());
    setTimeout(() => this.listen(), Math.random() * 1000);
    this.next(this.every * (1 + Math.random()));
  }

  next(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), spread(delay));
  }

  // An address that has changed is another table's.
  listen() {
    const { news } = this.element.dataset;
    if (!news || news === this.heard) return;
    this.heard = news;
    this.source?.close();
    this.source = new EventSource(news);
    this.source.onmessage = ({ data }) => {
      this.hasNews = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.look(), data === "table" ? 0 : Math.random() * FOR_ALL);
    };
    this.source.onerror = () => {
      if (this.hasNews) this.next(this.every);
      const isRefused = this.source.readyState === EventSource.CLOSED; // as while a server restarts
      if (this.hasNews && isRefused) setTimeout(() => this.listen(), WITH_NEWS);
      if (isRefused) this.heard = "";
      this.hasNews = false;
    };
  }

  pause() {
    return this.hasNews ? WITH_NEWS : this.every;
  }

  wake() {
    this.tag = "";
    if (!document.hidden) this.next(0);
  }

  address() {
    const address = new URL(this.element.dataset.live, location.href);
    for (const round of this.element.querySelectorAll("details[open][data-round]")) {
      address.searchParams.append("round", round.dataset.round);
    }
    if (this.element.dataset.turn) address.searchParams.set("page", this.page);
    return address;
  }

  async look() {
    if (!this.element.isConnected) return;
    if (document.hidden) return this.next(this.pause());
    this.turnPage();
    try {
      const headers = this.tag ? { "If-None-Match": this.tag } : {};
      const answer = await fetch(this.address(), { headers, cache: "no-store", redirect: "error" });
      if (answer.ok && this.show(await answer.text())) this.tag = answer.headers.get("ETag") || "";
      if (answer.status === 404) document.dispatchEvent(new CustomEvent("allmark:gone"));
      this.next(answer.ok || answer.status === 304 ? this.pause() : PAUSE_AFTER_FAILURE);
    } catch {
      document.dispatchEvent(new CustomEvent("allmark:unreachable"));
      this.next(PAUSE_AFTER_FAILURE);
    }
  }

  turnPage() {
    const { turn } = this.element.dataset;
    if (!turn || Date.now() - this.turned < Number(turn)) return;
    this.turned = Date.now();
    const pages = Number(this.element.querySelector("[data-pages]")?.dataset.pages || 1);
    const next = (this.page % pages) + 1;
    if (next !== this.page) {
      this.page = next;
      this.tag = "";
    }
  }

  // False where it has to wait; it is asked for again then.
  show(html) {
    if (this.busy()) return false;
    window.allmark.keeping(this.element, () => (this.element.innerHTML = html));
    window.htmx?.process(this.element);
    return true;
  }

  // What somebody is using stays as it is until they are done: a menu, a dialog, a field being filled in,
  // a button while it is pressed, since half a click on what has been replaced is none.
  busy() {
    const { activeElement } = document;
    const typing = this.element.contains(activeElement) && this.changed(activeElement);
    return typing || window.allmark.isHandled(this.element);
  }

  changed(field) {
    if (field.matches("select")) return true;
    return field.matches("input, textarea") && field.value !== field.defaultValue;
  }
}

const begun = new WeakSet();
const begin = () => {
  for (const element of document.querySelectorAll("[data-live]")) {
    if (!begun.has(element)) new Live(element);
    begun.add(element);
  }
};
begin();
// What was put into the page since may have such parts.
for (const name of ["htmx:afterSettle", "allmark:followed"]) document.addEventListener(name, begin);
