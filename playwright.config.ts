import { defineConfig, devices } from "@playwright/test";
import { PORT, SANDBOX_PORT, SANDBOX_URL, SMTP_PORT } from "./tests/e2e/ports";
import { chromiumOptions } from "./tests/support/chromium";

/** The provider is the installation's choice: the journeys of the Cloud API run in a second run, on a product of its own. */
const ofCloud = process.env["E2E_PROVIDER"] === "cloud";
/** `npm run dev` has parts that `npm start` has not: one journey runs on it, in a run of its own too, beside one that holds the installation. */
const ofDevelopment = process.env["E2E_DEVELOPMENT"] === "true";
const CLOUD_RUN = ["cloud.spec.ts", "cloud-campaign.spec.ts"];
const DEVELOPMENT_RUN = ["development.spec.ts", "required-factor.spec.ts", "restored-copy.spec.ts"];
const OWN_RUNS = [...CLOUD_RUN, ...DEVELOPMENT_RUN];
const CLOUD = {
  WHATSAPP_PROVIDER: "cloud",
  GRAPH_URL: `${SANDBOX_URL}/graph/v26.0`,
  META_APP_SECRET: "the app's secret in browser tests",
  META_VERIFY_TOKEN: "the app's word in browser tests",
};

export default defineConfig({
  testDir: "tests/e2e",
  ...(ofCloud && { testMatch: CLOUD_RUN }),
  ...(ofDevelopment && { testMatch: DEVELOPMENT_RUN }),
  ...(!ofCloud && !ofDevelopment && { testIgnore: OWN_RUNS }),
  outputDir: "test-results",
  fullyParallel: true,
  // One holds the whole installation: the development server is for one at a time.
  workers: ofDevelopment ? 1 : 2,
  forbidOnly: true,
  timeout: 90_000,
  // The development server compiles a page when it is first asked for.
  expect: { timeout: ofDevelopment ? 120_000 : 15_000 },
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
    // Every journey once. What depends on the width runs on both: see BOTH_WIDTHS in tests/e2e/support.ts.
    {
      name: "desktop",
      grepInvert: /@phone-only/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      grep: /@both-widths|@phone-only/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
  // The product as `npm start` runs it, on ports and data of its own.
  webServer: {
    command: `node scripts/start.mjs${ofDevelopment ? " --dev" : ""}`,
    url: `http://127.0.0.1:${PORT}/api/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 40_000 },
    env: {
      PORT,
      APP_URL: `http://localhost:${PORT}`,
      SANDBOX_PORT,
      SANDBOX_SMTP_PORT: SMTP_PORT,
      GARIMPO_DATA_DIR: ".data/e2e",
      // Enough for every state of the registry's screen.
      REGISTRY_DEMO_ROWS: "3000",
      DATABASE_URL: "",
      REDIS_URL: "",
      ...(ofCloud && CLOUD),
      // Accounts made by the API come from addresses of their own.
      TRUST_PROXY: "1",
    },
  },
});
