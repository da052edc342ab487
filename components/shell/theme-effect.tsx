"use client";

import { useLayoutEffect } from "react";
import { applyTheme } from "./theme";

/**
 * Puts the theme on a document that React made in the browser, as it does when a screen says while it is rendered that
 * what it was asked for does not exist: the script in such a document's head does not run.
 */
export function ThemeEffect() {
  useLayoutEffect(() => {
    applyTheme();
    const prefersDark = matchMedia("(prefers-color-scheme: dark)");
    prefersDark.addEventListener("change", applyTheme);
    return () => prefersDark.removeEventListener("change", applyTheme);
  }, []);
  return null;
}
