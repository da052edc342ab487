import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { THEME_STORAGE_KEY } from "@/components/shell/theme-script";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The colours that a piece of a style sheet declares, by token. */
function readTokens(css: string): Record<string, string> {
  const found = css.matchAll(/--([\w-]+):\s*(oklch\([^;]+\));/g);
  return Object.fromEntries([...found].map(([, name = "", colour = ""]) => [name, colour]));
}

function split(css: string, dark: string): [light: string, dark: string] {
  const at = css.indexOf(dark);
  expect(at).toBeGreaterThan(0);
  return [css.slice(0, at), css.slice(at)];
}

test("the page of the API has the colours of the screens, light and dark", () => {
  const screens = split(read("app/globals.css"), ".dark {").map(readTokens);
  const docs = split(read("public/api-docs.css"), ".dark {").map(readTokens);
  for (const [at, tokens] of docs.entries()) {
    expect(Object.keys(tokens).length).toBeGreaterThan(10);
    expect(screens[at]).toMatchObject(tokens);
  }
});

test("the page of the API has the typeface of the screens", () => {
  const file = (path: string) => readFileSync(join(root, path));
  const used = "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
  expect(file("public/inter-latin.woff2").equals(file(used))).toBe(true);
});

test("the page of the API reads the theme that the screens keep", () => {
  expect(read("public/api-docs-theme.js")).toContain(`getItem("${THEME_STORAGE_KEY}")`);
});
