// Before the first paint, so that the other theme does not flash: the one that the screens were given, or the system's.

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // Storage is blocked.
  }
  const isDark = chosen === "dark" || (chosen !== "light" && prefersDark.matches);
  document.documentElement.classList.toggle("dark", isDark);
}

applyTheme();
prefersDark.addEventListener("change", applyTheme);
addEventListener("storage", applyTheme);
