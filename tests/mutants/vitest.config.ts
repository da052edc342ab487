import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "../..");
const tests = JSON.parse(process.env["MUTANT_TESTS"] ?? "[]") as string[];
const isIntegration = tests.some((file) => file.startsWith("tests/integration/"));

/** The tests of one area alone; the command that plants the mutants names them. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    include: tests,
    env: { TZ: "Asia/Kathmandu", NODE_ENV: "test", LOG_LEVEL: "silent" },
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    ...(isIntegration && {
      setupFiles: [join(root, "tests/support/environment.ts")],
      globalSetup: [join(root, "tests/support/postgres.ts")],
      hookTimeout: 60_000,
    }),
  },
});
