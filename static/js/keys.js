/* Keys of every page, while nobody types in a field: / goes to the search; n and p follow the links
   to the next and the previous page of a row, <a rel="next"> and <a rel="prev">. */

const FIELDS = "input, textarea, select, [contenteditable]";

const go = (link) => {
  if (link) location.assign(link.href);
  return Boolean(link);
};

const search = () => {
  const field = [...document.querySelectorAll("[data-search]")].find((one) => one.checkVisibility());
  if (!field) return go(document.querySelector("[data-search-way]"));
  field.focus();
  field.select();
  return true;
};

const KEYS = {
  "/": search,
  n: () => go(document.querySelector("a[rel=next]")),
  p: () => go(document.querySelector("a[rel=prev]")),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.(FIELDS) || document.querySelector("dialog:modal")) return;
  if (KEYS[event.key]?.()) event.preventDefault();
});
