/* Says when the server does not answer, and when it does again.
   navigator.onLine is no help: in a hall without internet the server is next door. */

const banner = document.querySelector("[data-connection]");
const EVERY = 4_000;
let timer = 0;

const answered = () => {
  clearInterval(timer);
  timer = 0;
  banner.hidden = true;
  document.dispatchEvent(new CustomEvent("allmark:online"));
};

const reached = async () => {
  try {
    return (await fetch(banner.dataset.connection, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
};

const probe = async () => {
  if (await reached()) answered();
};

const lost = () => {
  if (timer) return;
  banner.hidden = false;
  timer = setInterval(probe, EVERY);
  document.dispatchEvent(new CustomEvent("allmark:offline"));
};

if (banner) {
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("allmark:unreachable", lost);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (timer && event.detail.xhr?.status > 0) answered();
  });
  addEventListener("offline", async () => {
    if (!(await reached())) lost();
  });
}
