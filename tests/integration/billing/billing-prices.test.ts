import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { subscription } from "@/lib/contracts/billing/subscription";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { alertsOf, stripeWebhook } from "@/tests/support/payments";
import { runApi, runSandbox } from "@/tests/support/running";

/** What a purchase costs is what the provider's catalogue says. */

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ stripeWebhook });
beforeEach(() => sandbox.control("DELETE", "/faults"));
afterAll(closeQueues);
afterAll(() => vi.useRealTimers());

const MINUTE_MS = 60_000;
let passed = 0;

/** What was read of the catalogue is kept for a minute: only the clock moves, no timer waits. */
function passLongEnough() {
  vi.useRealTimers();
  passed += MINUTE_MS + 1;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + passed });
}

async function readLater() {
  passLongEnough();
  const user = await buildUser();
  const { body } = await callApi(api, subscription.overview, {}, user.headers);
  vi.useRealTimers();
  return body;
}

test("the catalogue's prices are shown, changed ones too, and one that the provider does not know is not sold", async () => {
  const before = await readLater();
  expect(before.prices).toEqual({ monthly: 97, quarterly: 261, annual: 924 });

  await sandbox.control("POST", "/stripe/prices/monthly", { cents: 11_990 });
  await sandbox.control("POST", "/stripe/prices/annual", { cents: 99_900 });
  await sandbox.control("POST", "/stripe/prices/quarterly", { price: "price_of_another_name" });
  const after = await readLater();
  expect(after.prices).toEqual({ monthly: 119.9, quarterly: 261, annual: 999 });
  expect(after.payment_links).toEqual({
    monthly: `${api.url}/subscription/checkout?plano=monthly`,
    quarterly: null,
    annual: `${api.url}/subscription/checkout?plano=annual`,
  });

  expect(await alertsOf("price_quarterly")).toEqual([{ kind: "other_product", resolved: false }]);

  // A provider that does not answer sells at what it last said.
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "status", status: 500 });
  expect((await readLater()).prices).toEqual(after.prices);
});

test("a page does not wait long for a provider that is slow", async () => {
  await sandbox.control("POST", "/faults", { target: "stripe", kind: "latency", delayMs: 8_000 });
  const { headers } = await buildUser();
  const timeOverview = async () => {
    const startedAt = performance.now();
    const { body } = await callApi(api, subscription.overview, {}, headers);
    expect(body).toMatchObject({ enabled: true, prices: { monthly: 119.9 } });
    return performance.now() - startedAt;
  };
  passLongEnough();
  const first = await timeOverview();
  expect(first).toBeGreaterThan(2_900);
  expect(first).toBeLessThan(6_000);
  // While that reading lasts nobody else waits for it.
  expect(await timeOverview()).toBeLessThan(1_500);
  expect(await timeOverview()).toBeLessThan(1_500);
});
