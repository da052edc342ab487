"use client";

import { useLayoutEffect } from "react";
import { applyTheme } from "./theme";

/**
 * Applies the theme to a document that React created in the browser, as it does when a screen reports "not found" while
 * it is rendered: the script in such a document's head does not run.
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
