// A hand piece by piece: keys, swipes, and steps without loading the whole page. Without this
// script every step is a link.

const SWIPE = 45;
const RTL = document.documentElement.dir === "rtl";
const KEYS = {
  [RTL ? "ArrowRight" : "ArrowLeft"]: "back", [RTL ? "ArrowLeft" : "ArrowRight"]: "on",
  ArrowUp: "trick-back", ArrowDown: "trick-on", Home: "first", End: "last",
};

async function go(href, { push = true } = {}) {
  const answer = await fetch(href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return location.assign(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [shown, fresh] = [document.getElementById("walk"), page.getElementById("walk")];
  if (!fresh) return location.assign(href);
  const isInside = shown.contains(document.activeElement);
  window.allmark.keeping(shown, () => shown.replaceWith(fresh));
  window.htmx?.process(fresh);
  if (push) history.pushState({ walk: true }, "", href);
  if (isInside && !fresh.contains(document.activeElement)) {
    document.querySelector("a.walk__step")?.focus({ preventScroll: true });
  }
}

function follow(name) {
  const link = document.getElementById(`walk-${name}`);
  if (link) go(link.href);
  return Boolean(link);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  if (KEYS[event.key] && document.querySelector("[data-walk]")) {
    if (follow(KEYS[event.key])) event.preventDefault();
  }
});

let start = null;
document.addEventListener("touchstart", (event) => {
  const touch = event.touches[0];
  start = event.touches.length === 1 && event.target.closest("[data-walk]") ? touch : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!start) return;
  const [across, down] = [event.changedTouches[0].clientX - start.clientX, event.changedTouches[0].clientY - start.clientY];
  start = null;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) follow((across < 0) !== RTL ? "on" : "back");
}, { passive: true });

addEventListener("popstate", () => go(location.href, { push: false }));
