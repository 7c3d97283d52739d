/* Loaded before anything is painted, so that no page flashes in the other theme. */
(() => {
  const KEY = "allmark-theme";
  const root = document.documentElement;

  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };

  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else if (root.dataset.themeDefault) root.dataset.theme = root.dataset.themeDefault;
    else delete root.dataset.theme;
  };

  const press = (theme) => {
    for (const button of document.querySelectorAll("[data-set-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setTheme === (theme || "auto")));
    }
  };

  apply(stored());
  document.addEventListener("DOMContentLoaded", () => press(stored()));
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    apply(event.newValue);
    press(event.newValue);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-set-theme]");
    if (!button) return;
    const theme = button.dataset.setTheme;
    try {
      if (theme === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      /* Storage is off: the choice lasts as long as the page. */
    }
    apply(theme);
    press(theme);
  });
})();
