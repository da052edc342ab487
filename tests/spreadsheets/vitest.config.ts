import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const ROOT = resolve(import.meta.dirname, "../..");

/** `npm run spreadsheets`: one sheet by other people's programs, imported; outside CI, because it installs packages. */
export default defineConfig({
  root: ROOT,
  resolve: { alias: { "@": ROOT } },
  test: {
    name: "spreadsheets",
    include: ["tests/spreadsheets/*.test.ts"],
    env: { TZ: "Asia/Kathmandu", NODE_ENV: "test", LOG_LEVEL: "silent" },
    setupFiles: ["tests/support/environment.ts"],
    globalSetup: ["tests/support/postgres.ts"],
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
});
