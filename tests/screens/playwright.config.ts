import { resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config";
import { PHONE } from "../support/chromium";

const ROOT = resolve(import.meta.dirname, "../..");
const WIDTHS = { "390": 844, "820": 1180, "1440": 900 } as const;

/** `npm run screens`: pictures of every screen and state, at three widths, in light and dark, in the folder `screens`. */
export default defineConfig({
  ...journeys,
  testDir: ".",
  testMatch: "pictures.ts",
  testIgnore: [],
  outputDir: resolve(ROOT, "test-results"),
  projects: Object.entries(WIDTHS).flatMap(([width, height]) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      use: {
        colorScheme,
        viewport: { width: Number(width), height },
        ...(width === "390" && PHONE),
      },
    })),
  ),
  webServer: { ...journeys.webServer, cwd: ROOT } as typeof journeys.webServer,
});
