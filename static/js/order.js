/* <ol data-order>: rows with a number each become a list that is sorted by buttons, by dragging, or
   by typing another number. Rows without a number are not chosen and stand last. */

const rows = (list) => [...list.querySelectorAll("[data-order-row]")];
const box = (row) => row.querySelector("input");
const button = (row, move) => row.querySelector(`[data-move="${move}"]`);

function chosen(list) {
  const known = rows(list).filter((row) => box(row).value.trim() !== "");
  return known.sort((row, other) => Number(box(row).value) - Number(box(other).value));
}

function show(list, order) {
  const rest = rows(list).filter((row) => !order.includes(row));
  list.append(...order, ...rest);
  order.forEach((row, place) => (box(row).value = place + 1));
  rest.forEach((row) => (box(row).value = ""));
  rows(list).forEach((row, place) => {
    const isIn = place < order.length;
    row.classList.toggle("order__row--out", !isIn);
    row.draggable = isIn;
    button(row, "in").hidden = isIn;
    for (const move of ["up", "down", "out"]) button(row, move).hidden = !isIn;
    button(row, "up").disabled = place === 0;
    button(row, "down").disabled = place === order.length - 1;
    button(row, "out").disabled = order.length === 1;
  });
}

function moved(list, row, move) {
  const order = chosen(list).filter((other) => other !== row);
  const here = Number(box(row).value) - 1;
  if (move === "up") order.splice(here - 1, 0, row);
  if (move === "down") order.splice(here + 1, 0, row);
  if (move === "in") order.push(row);
  show(list, order);
  const next = [move, "up", "down", "in"].map((name) => button(row, name));
  next.find((control) => !control.hidden && !control.disabled)?.focus();
}

for (const list of document.querySelectorAll("[data-order]")) {
  const moves = list.querySelectorAll(".order__moves");
  if (!moves.length) continue;
  for (const part of moves) part.hidden = false;
  const typed = chosen(list);
  if (typed.every((row) => Number(box(row).value) > 0)) show(list, typed);

  list.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-move]");
    if (pressed) moved(list, pressed.closest("[data-order-row]"), pressed.dataset.move);
  });
  list.addEventListener("change", (event) => {
    const row = event.target.closest("[data-order-row]");
    if (!row || Number.isNaN(Number(box(row).value))) return;
    const order = chosen(list).filter((other) => other !== row);
    const place = Number(box(row).value);
    if (box(row).value.trim() !== "") order.splice(Math.max(0, place - 1), 0, row);
    if (order.length) show(list, order);
  });

  let held = null;
  list.addEventListener("dragstart", (event) => {
    held = event.target.closest("[data-order-row]");
    event.dataTransfer.effectAllowed = "move";
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("[data-order-row]");
    if (held && over && box(over).value !== "") event.preventDefault();
  });
  list.addEventListener("drop", (event) => {
    const over = event.target.closest("[data-order-row]");
    if (!held || !over || over === held) return;
    event.preventDefault();
    const place = chosen(list).indexOf(over);
    const order = chosen(list).filter((other) => other !== held);
    order.splice(place, 0, held);
    show(list, order);
  });
  list.addEventListener("dragend", () => (held = null));
}
