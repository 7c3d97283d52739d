/* Pictures of sheets are gathered before they are sent: taken one by one, chosen, or dropped anywhere on the
   page. Each can be taken out again. All stay chosen when the answer is a refusal, or there is none. */

const form = document.querySelector("[data-pictures]");
const chooser = form.querySelector("[data-chooser]");
const list = form.querySelector("[data-chosen]");
const bar = form.querySelector("[data-sent]");
const unsent = form.querySelector("[data-unsent]");
const row = form.querySelector("template").content;

let files = [];

const isSame = (file) => (other) =>
  file.name === other.name && file.size === other.size && file.lastModified === other.lastModified;

const size = (bytes) =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1, style: "unit", unit: "megabyte" })
    .format(bytes / 1e6);

const show = () => {
  const held = new DataTransfer();
  for (const file of files) held.items.add(file);
  chooser.files = held.files;
  list.hidden = files.length === 0;
  list.replaceChildren(
    ...files.map((file) => {
      const item = row.cloneNode(true).firstElementChild;
      item.querySelector("[data-name]").textContent = file.name;
      item.querySelector("[data-size]").textContent = size(file.size);
      const button = item.querySelector("button");
      button.setAttribute("aria-label", `${button.getAttribute("aria-label")} ${file.name}`);
      button.addEventListener("click", () => {
        files = files.filter((other) => other !== file);
        show();
        (list.querySelector("button") ?? chooser).focus();
      });
      return item;
    }),
  );
};

const add = (more) => {
  files = [...files, ...[...more].filter((file) => !files.some(isSame(file)))];
  show();
};

form.addEventListener("change", ({ target }) => {
  if (target.type !== "file") return;
  const chosen = [...target.files];
  if (target !== chooser) target.value = "";
  add(chosen);
});

/* Anywhere on the page, so that nobody misses the place and the browser opens the picture instead. */
const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
const mark = (isOver) => form.toggleAttribute("data-over", isOver);

document.addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(true);
});
document.addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(false);
  add(event.dataTransfer.files);
});

form.addEventListener("htmx:beforeRequest", () => {
  unsent.hidden = true;
  bar.value = 0;
  bar.parentElement.hidden = false;
});
form.addEventListener("htmx:xhr:progress", ({ detail }) => {
  if (detail.lengthComputable) bar.value = detail.loaded / detail.total;
});
form.addEventListener("htmx:afterRequest", ({ detail }) => {
  bar.parentElement.hidden = true;
  unsent.hidden = detail.successful || detail.xhr.status === 422;
});

/* A browser that comes back to the page keeps what its field holds. */
add(chooser.files);
