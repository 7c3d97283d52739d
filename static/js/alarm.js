// A sound and a flash when time is up: <button data-alarm aria-pressed="false">. A browser plays
// nothing before somebody has pressed a button, so the sound is off until then; the flash is not.

const button = document.querySelector("[data-alarm]");
let audio = null;
let wasOut = null;

// Three rising tones, twice: heard over a hall without being a siren.
const ring = () => {
  if (!audio) return;
  for (const [place, pitch] of [660, 880, 1100, 660, 880, 1100].entries()) {
    const start = audio.currentTime + place * 0.28 + (place > 2 ? 0.4 : 0);
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.6, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.26);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.27);
  }
};

const flash = () => {
  document.body.classList.remove("time-up");
  requestAnimationFrame(() => document.body.classList.add("time-up"));
};

// A clock that was out already when the page came, or whose round is another one, rings for nobody.
const look = () => {
  const clock = document.querySelector(".clock");
  const isOut = clock ? clock.classList.contains("clock--out") : null;
  if (isOut && wasOut === false) {
    ring();
    flash();
  }
  wasOut = isOut;
};

button.addEventListener("click", async () => {
  if (audio) {
    await audio.close();
    audio = null;
  } else {
    audio = new AudioContext();
    ring();
  }
  button.setAttribute("aria-pressed", String(Boolean(audio)));
});

button.hidden = false;
setInterval(look, 250);
