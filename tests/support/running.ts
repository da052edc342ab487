import { afterAll, beforeAll, beforeEach } from "vitest";
import { discard, type TestSandbox } from "@/sandbox/testing";
import { execute, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import type { startWorkers } from "@/workers/start";
import type { TestApi } from "./api";
import type { startOwnSandbox } from "./whatsapp";

/**
 * Starts services before a test file's first test and stops them after its last, in reverse order. Each is loaded when
 * it is started: loading all of them is more work than many a file's tests.
 */

/** Starts the API. `withoutLimits` resets the rate limits before each test: other tests cover them. */
export function runApi({ withoutLimits = false } = {}): Pick<TestApi, "url"> {
  let api: TestApi;
  beforeAll(async () => {
    const { startApi } = await import("./api");
    api = await startApi();
  });
  afterAll(() => api.close());
  if (withoutLimits) {
    beforeEach(async () => {
      await execute(sql`DELETE FROM rate_limits`);
    });
  }
  return { url: env.APP_URL };
}

export function runWorkers(): void {
  let workers: ReturnType<typeof startWorkers>;
  beforeAll(async () => {
    const { startWorkers } = await import("@/workers/start");
    workers = startWorkers();
  });
  afterAll(() => workers.close());
}

/** Starts the sandbox at this file's address. */
export function runSandbox(
  options: Parameters<typeof startOwnSandbox>[0] = {},
): Pick<TestSandbox, "control" | "evolution"> {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    const { startOwnSandbox } = await import("./whatsapp");
    sandbox = await startOwnSandbox(options);
  });
  afterAll(() => discard(sandbox));
  return {
    control: (...request) => sandbox.control(...request),
    evolution: (...request) => sandbox.evolution(...request),
  };
}
