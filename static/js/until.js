/* What holds for some seconds only: <… data-until="SECONDS"> goes once they have passed, and the [data-then]
   that follows it comes. */

const arrived = new WeakMap();

const look = () => {
  for (const part of document.querySelectorAll("[data-until]:not([hidden])")) {
    if (!arrived.has(part)) arrived.set(part, Date.now());
    if (Date.now() - arrived.get(part) < 1000 * Number(part.dataset.until)) continue;
    part.hidden = true;
    const then = part.nextElementSibling;
    if (then?.matches("[data-then]")) then.hidden = false;
  }
};

setInterval(look, 500);
look();
