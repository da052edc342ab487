import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const alias = { "@": import.meta.dirname };

const integration = {
  setupFiles: ["tests/support/environment.ts"],
  globalSetup: ["tests/support/postgres.ts"],
  // A shared processor is up to ten times slower than a free one, and what fails in a hook is not tried again.
  testTimeout: 150_000,
  hookTimeout: 180_000,
};

/**
 * Files that change what the application reads only once, or what a process has only one of, say so in their first line. The
 * others share a process, which loads the application once; tests/support/environments.ts gives a file another environment.
 */
const NEEDS_OWN_PROCESS = /^\/\/ Own process: /;
const alone = readdirSync(join(import.meta.dirname, "tests/integration"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `tests/integration/${name}`)
  .filter((path) => NEEDS_OWN_PROCESS.test(readFileSync(join(import.meta.dirname, path), "utf8")));

export default defineConfig({
  test: {
    // Code that forgets whose day it is fails loudly.
    env: {
      TZ: "Asia/Kathmandu",
      NODE_ENV: "test",
      // biome-ignore lint/style/noProcessEnv: what the person asked for who runs the tests.
      LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
    },
    // A file of integration tests waits for half of its time; each worker takes some forty connections.
    maxWorkers: Math.min(4, 2 * availableParallelism()),
    // The worker outlives what Baileys leaves unhandled on a cut connection: see server/inbound/socket-owner/socket.baileys.ts.
    onUnhandledError: (error) => !("isBoom" in error),
    projects: [
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{lib,server}/**/*.test.ts", "tests/architecture/*.test.ts"],
          // Properties tried with hundreds of values take seconds where the processor is shared.
          testTimeout: 120_000,
          // Pure rules: the files of a worker may share their modules.
          isolate: false,
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          exclude: alone,
          isolate: false,
          ...integration,
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: "integration-alone",
          include: alone,
          // After the others, whose processes are not to end in between.
          sequence: { groupOrder: 1 },
          ...integration,
        },
      },
      {
        extends: true,
        resolve: { alias },
        // What the Dockerfile makes; it needs a build of these sources.
        test: { name: "image", include: ["tests/image/*.test.ts"], ...integration },
      },
      {
        extends: true,
        resolve: { alias },
        /**
         * The files of the queue again, on the other backend; REDIS_URL comes from the command that runs this project.
         * Searches and saves reach it by the same leased work as imports: what they do besides has nothing to do with it.
         * queue-connection is about PostgreSQL's.
         */
        test: {
          name: "queue-redis",
          include: [
            ...["campaigns/queue-campaign", "campaigns/queue-campaign-model"],
            ...["integrations/queue-webhooks", "leads/queue-import", "platform/queue-origin"],
          ].map((name) => `tests/integration/${name}.test.ts`),
          isolate: false,
          // They share a Redis: a worker of one process would take the jobs of another's.
          fileParallelism: false,
          ...integration,
        },
      },
    ],
  },
});
