/* <details class="menu">: one open at a time, Escape and a click elsewhere close it,
   arrows walk through its items. Without this file the menus still open and close. */

const openMenus = () => document.querySelectorAll("details.menu[open]");

const items = (menu) => [
  ...menu.querySelectorAll(".menu__list :is(a[href], button:not(:disabled))"),
];

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.("details.menu");
  if (!menu) return;
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
    event.preventDefault();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  menu.open = true;
  const all = items(menu);
  const here = all.indexOf(document.activeElement);
  const next = here < 0 && step < 0 ? all.length - 1 : (here + step + all.length) % all.length;
  all[next]?.focus();
});

document.addEventListener("focusout", (event) => {
  const menu = event.target.closest?.("details.menu[open]");
  if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
});

/* A bar that scrolls opens where the current page's entry stands, also once its letters are there. */
const showCurrent = () => {
  for (const here of document.querySelectorAll(":is(.tabs, .mainnav) [aria-current]")) {
    const bar = here.closest(".tabs, .mainnav");
    const middle = here.getBoundingClientRect().left + here.offsetWidth / 2;
    bar.scrollLeft += middle - bar.getBoundingClientRect().left - bar.clientWidth / 2;
  }
};
showCurrent();
document.fonts.ready.then(showCurrent);
