/* <input data-named-by="FIELD">: an event that nobody has named is called after the kind that is
   chosen below [data-names]; what follows the last comma, the date, stays. A choice elsewhere gives
   back the first name, and a name that was typed is left alone. */

const named = new WeakMap();

document.addEventListener("change", (event) => {
  const name = event.target.form?.querySelector("[data-named-by]");
  if (!name || event.target.name !== name.dataset.namedBy) return;
  if (name.value !== (named.get(name) ?? name.defaultValue)) return;
  const title = event.target.closest("[data-names] label")?.querySelector(".option__title");
  const first = name.defaultValue;
  name.value = title ? title.textContent.trim() + first.slice(first.lastIndexOf(",")) : first;
  named.set(name, name.value);
});
