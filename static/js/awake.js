// The wall keeps its screen on, where the browser lets it: the lock goes whenever the page is hidden.

const stayAwake = async () => {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, as by a nearly empty battery: the screen does what its owner has set.
  }
};

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
