// Names on the wall that are longer than their place are set smaller, and as small as can still be
// read from the last table they take lines: data-fit="SELECTOR" on what is kept up to date.

const LEAST = 0.6;
const SMALLEST = 0.4; // where even the lines have no room in their row

// The box that would cut the name: the name itself, or its only part.
const cutter = (place) => place.querySelector(":scope > bdi:only-child") || place;

function narrow(place) {
  const box = cutter(place);
  let size = 1;
  while (size > LEAST && box.scrollWidth > box.clientWidth) { // letters do not shrink evenly
    size = Math.max(LEAST, (size * 0.99 * box.clientWidth) / box.scrollWidth);
    place.style.fontSize = `${size}em`;
  }
  if (box.scrollWidth > box.clientWidth) place.classList.add("fit--lines");
}

function lower(row, places) {
  for (let size = 0.95; size > SMALLEST && row.scrollHeight > row.clientHeight + 1; size -= 0.05) {
    for (const place of places) {
      place.style.fontSize = `${Math.min(size, parseFloat(place.style.fontSize) || 1)}em`;
    }
  }
}

function fit(element) {
  const places = [...element.querySelectorAll(element.dataset.fit)];
  for (const row of new Set(places.map((place) => place.closest("li, tr, header")))) {
    const names = places.filter((place) => row.contains(place));
    for (const place of names) {
      place.style.fontSize = "";
      place.classList.remove("fit--lines");
      narrow(place);
    }
    lower(row, names);
  }
}

for (const element of document.querySelectorAll("[data-fit]")) {
  const anew = () => fit(element);
  new MutationObserver(anew).observe(element, { childList: true, subtree: true });
  addEventListener("resize", anew);
  document.fonts.addEventListener("loadingdone", anew); // letters of the page's own are wider
  anew();
}
