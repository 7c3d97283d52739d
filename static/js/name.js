/* <input data-named-by="FIELD">: an event that nobody has named is called after the kind that is
   chosen; what follows the last comma, the date, stays. A name that was typed is left alone. */

for (const name of document.querySelectorAll("[data-named-by]")) {
  let given = name.value;
  const date = given.slice(given.lastIndexOf(","));
  name.form.addEventListener("change", (event) => {
    if (event.target.name !== name.dataset.namedBy || name.value !== given) return;
    const title = event.target.closest("label").querySelector(".option__title");
    given = `${title.textContent.trim()}${date}`;
    name.value = given;
  });
}
