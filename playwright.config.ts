import { defineConfig, devices } from "@playwright/test";
import { PORT, PRODUCT_ENVIRONMENT, SANDBOX_URL } from "./tests/e2e/ports";
import { chromiumOptions, PHONE } from "./tests/support/chromium";

/** `npm test` and `npm run test:near` run the tests tagged as journeys; without TEST_RING, and in `test:all`, all tests run. */
const ofJourneys = ["journeys", "near"].includes(process.env["TEST_RING"] ?? "");
/**
 * Tests that change the whole installation run in sequence on a separate product. It uses Meta's Cloud API, because the
 * provider is configured per installation.
 */
const isApart = process.env["E2E_PRODUCT"] === "apart";
/** `npm run dev` has parts that `npm start` has not: one journey runs on it. */
const isDevelopment = process.env["E2E_PRODUCT"] === "development";
const APART = [
  ...["cloud.spec.ts", "cloud-campaign.spec.ts"],
  ...["required-factor.spec.ts", "restored-copy.spec.ts"],
];
const DEVELOPMENT = ["development.spec.ts"];
const CLOUD = {
  WHATSAPP_PROVIDER: "cloud",
  GRAPH_URL: `${SANDBOX_URL}/graph/v26.0`,
  META_APP_SECRET: "the app's secret in browser tests",
  META_VERIFY_TOKEN: "the app's word in browser tests",
};

export default defineConfig({
  testDir: "tests/e2e",
  ...(isApart && { testMatch: APART }),
  ...(isDevelopment && { testMatch: DEVELOPMENT }),
  ...(!isApart && !isDevelopment && { testIgnore: [...APART, ...DEVELOPMENT] }),
  outputDir: "test-results",
  fullyParallel: true,
  workers: isApart || isDevelopment ? 1 : 2,
  forbidOnly: true,
  timeout: 90_000,
  // The development server compiles a page when it is first asked for.
  expect: { timeout: isDevelopment ? 120_000 : 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // Snapshots of the page show more than pictures of it, and cost less. What fails is repeated, and recorded, with --retries.
    trace: { mode: "on-first-retry", screenshots: false },
    // Half-faded text has half its contrast.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: chromiumOptions,
  },
  projects: [
    // Every test once. What depends on the width runs on both: see the tags in tests/e2e/support.ts.
    {
      name: "desktop",
      ...(ofJourneys && { grep: /@journey\b/ }),
      grepInvert: /@phone-only/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      grep: ofJourneys ? /@phone-journey/ : /@both-widths|@phone-only/,
      use: { ...devices["Desktop Chrome"], ...PHONE },
    },
  ],
  // The product as `npm start` runs it, on ports and data of its own.
  webServer: {
    command: `node scripts/start.mjs${isDevelopment ? " --dev" : ""}`,
    url: `http://127.0.0.1:${PORT}/api/ready`,
    // With a build, on a busy machine.
    timeout: 400_000,
    // tests/mutants/sentences.ts runs one for many runs.
    reuseExistingServer: process.env["E2E_RUNNING"] === "true",
    gracefulShutdown: { signal: "SIGTERM", timeout: 40_000 },
    env: { ...PRODUCT_ENVIRONMENT, ...(isApart && CLOUD) },
  },
});
