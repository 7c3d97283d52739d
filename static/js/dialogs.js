/* <button data-opens="ID" popovertarget="ID"> opens the dialog of that id, without this file as a
   popover; [data-closes] inside closes it,
   and so does a click on the ground behind it. A dialog that htmx brings with
   data-open-now opens as it arrives. Focus goes back to the button by itself. */

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-opens]");
  if (opener) {
    event.preventDefault();
    document.getElementById(opener.dataset.opens)?.showModal();
    return;
  }
  if (event.target.closest?.("[data-closes]")) {
    event.preventDefault();
    event.target.closest("dialog")?.close();
    return;
  }
  if (event.target instanceof HTMLDialogElement) event.target.close();
});

const openArrived = (root) => {
  for (const dialog of root.querySelectorAll?.("dialog[data-open-now]:not([open])") ?? []) {
    dialog.showModal();
  }
};

document.addEventListener("htmx:load", (event) => openArrived(event.target.parentElement ?? document));
openArrived(document);
