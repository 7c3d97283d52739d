/* Four handles on a picture, moved by dragging or by arrow keys; the number fields below hold where they are. */

const area = document.querySelector("[data-corners]");
const outline = area.querySelector("polygon");
const handles = [...area.querySelectorAll("button")];
const field = (number, axis) => area.closest("form").elements[`${axis}${number}`];
const place = (number) => ["x", "y"].map((axis) => Number(field(number, axis).value));
const within = (value) => Math.round(Math.min(100, Math.max(0, value)) * 100) / 100;

const show = () => {
  handles.forEach((handle, number) => {
    const [x, y] = place(number);
    handle.style.setProperty("--x", `${x}%`);
    handle.style.setProperty("--y", `${y}%`);
  });
  outline.setAttribute("points", handles.map((_handle, number) => place(number).join()).join(" "));
};

const move = (number, x, y) => {
  field(number, "x").value = within(x);
  field(number, "y").value = within(y);
  show();
};

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

handles.forEach((handle, number) => {
  let held = null;
  handle.addEventListener("pointerdown", (event) => {
    const box = area.getBoundingClientRect();
    const [x, y] = place(number);
    held = [x - (event.clientX / box.width) * 100, y - (event.clientY / box.height) * 100];
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (held === null) return;
    const box = area.getBoundingClientRect();
    move(number, held[0] + (event.clientX / box.width) * 100, held[1] + (event.clientY / box.height) * 100);
  });
  for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => (held = null));
  handle.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = place(number);
    const size = event.shiftKey ? 2 : 0.2;
    move(number, x + step[0] * size, y + step[1] * size);
  });
  handle.hidden = false;
});

area.closest("form").addEventListener("input", show);
show();
