// The round clock counts down between two looks at the server: <… data-left="SECONDS" data-running>.
// Time is taken from when the number arrived, so that a wrong clock of the machine does not matter.

const arrived = new WeakMap();

const shown = (seconds) => {
  const left = Math.max(0, seconds);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};

const tick = () => {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!arrived.has(clock)) arrived.set(clock, performance.now());
    if (!("running" in clock.dataset)) continue;
    const passed = Math.floor((performance.now() - arrived.get(clock)) / 1000);
    const left = Number(clock.dataset.left) - passed;
    clock.textContent = shown(left);
    clock.closest(".clock")?.classList.toggle("clock--out", left <= 0);
  }
};

setInterval(tick, 250);
tick();
