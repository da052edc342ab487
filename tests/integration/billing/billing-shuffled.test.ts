import { afterAll, beforeAll, expect, test } from "vitest";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { IS_ALL } from "@/tests/support/cases";
import { stripeWebhook } from "@/tests/support/payments";
import { runApi, runSandbox } from "@/tests/support/running";
import { STORIES, tellOrders } from "@/tests/support/two-subscriptions";

/** Each story in one order, or in two; `npm run faults payments-shuffled` runs two hundred. */

runApi();
const sandbox = runSandbox({ stripeWebhook });
beforeAll(() => sandbox.control("POST", "/faults", { target: "stripe", kind: "lost-webhooks" }));
afterAll(closeQueues);

const ORDERS = (IS_ALL ? 2 : 1) * Object.keys(STORIES).length;

const WITHIN_MS = 180_000;

test(
  "the events of two subscriptions in any order end as the rulings say",
  async () => {
    const { faults, mostRefunds } = await tellOrders(sandbox, ORDERS);
    expect(faults).toEqual([]);
    expect(mostRefunds).toBe(1);
  },
  WITHIN_MS,
);
