// Buttons that print the page they stand on; without this script they stay hidden.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
