import { existsSync } from "node:fs";
import { devices, type LaunchOptions } from "@playwright/test";

// The headless shell has no browser around the page, whose own pages take more of the processor than ours.
const installed = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));

/** The installed Chromium, for the browser tests and the bench of the pages. */
export const chromiumOptions: LaunchOptions & { args: string[] } = {
  ...(installed && { executablePath: installed }),
  args: [
    // Chromium refuses its sandbox as root, which is what a CI container runs as.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ...["--disable-background-networking", "--disable-component-update"],
    ...["--disable-sync", "--no-first-run"],
  ],
};

/** A phone. Its name says that it is one, by which the server chooses the shape of what it renders. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  userAgent: devices["Pixel 7"].userAgent,
};
