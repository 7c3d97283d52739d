/* <button data-copies="ID" hidden> copies the value of that input. It shows only where copying
   can work: a hall's network without HTTPS has no clipboard, there the text is selected instead. */

const copy = async (input) => {
  input.focus();
  input.select();
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(input.value);
    return true;
  }
  return document.execCommand("copy");
};

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copies]");
  if (!button) return;
  const said = button.querySelector("[data-copied]");
  if (await copy(document.getElementById(button.dataset.copies))) said.textContent = said.dataset.copied;
});

for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
