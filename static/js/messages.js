/* Messages are closed by hand; toasts leave by themselves, but never while somebody
   points at them or is inside with the keyboard, and never one that tells of an error. */

const LIFETIME = 10_000;

document.addEventListener("click", (event) => {
  event.target.closest?.("[data-dismiss]")?.closest("[data-message]")?.remove();
});

const retire = (toast) => {
  if (!toast.isConnected) return;
  if (toast.matches(":hover, :focus-within")) setTimeout(retire, LIFETIME / 2, toast);
  else toast.remove();
};

const watch = () => {
  for (const toast of document.querySelectorAll(".toast:not([data-stays], [data-watched])")) {
    toast.dataset.watched = "";
    setTimeout(retire, LIFETIME, toast);
  }
};

/* What the server says of itself while it cannot work belongs among the messages. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 503 && detail.xhr.getResponseHeader("HX-Retarget")) {
    detail.shouldSwap = true;
  }
});

document.addEventListener("htmx:load", watch);
watch();
