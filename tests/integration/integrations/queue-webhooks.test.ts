import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { webhooks } from "@/lib/contracts/integrations/webhooks";
import { until } from "@/sandbox/testing";
import {
  slowWebhookWork,
  webhookWork,
} from "@/server/integrations/webhook-deliveries/webhook-delivery.service";
import { execute, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { sweepRows } from "@/server/platform/jobs/leased-work";
import { TEST_SECRET } from "@/tests/factories/owned-rows";
import { callApi } from "@/tests/support/api";
import { runOutgoing } from "@/tests/support/outgoing-webhooks";
import { runWorkers } from "@/tests/support/running";

const outgoing = runOutgoing();
const { api, build, createLead, deliveriesOf } = outgoing;
runWorkers();
afterAll(closeQueues);

/** Waits until the latest delivery is so. The pause of one that waits is set a moment after its try was counted. */
const untilDelivery = (webhookId: number, state: "waiting" | "delivered", tries: number) =>
  until(
    async () => {
      const [delivery] = await deliveriesOf(webhookId);
      const isSettled = state !== "waiting" || typeof delivery?.next_try_at === "string";
      return delivery?.state === state && delivery.tries === tries && isSettled && delivery;
    },
    `${tries} tries, ${state}`,
    30_000,
  );

test("what happens is delivered by a worker, and replayed on request", async () => {
  const webhook = await build();
  await createLead();
  const { id } = await untilDelivery(webhook, "delivered", 1);
  await callApi(api, webhooks.replay, { params: { id } }, outgoing.owner.headers);
  await untilDelivery(webhook, "delivered", 2);
  expect(outgoing.requests).toHaveLength(2);
  expect(new Set(outgoing.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  for (const { body, headers } of outgoing.requests) {
    new Verifier(TEST_SECRET).verify(body, headers as Record<string, string>);
  }
});

test("what is not taken is tried again when its pause is over", async () => {
  outgoing.reply = (nth) => (nth === 1 ? { status: 503, body: "" } : { body: "ok" });
  const webhook = await build();
  await createLead();
  const { id, next_try_at } = await untilDelivery(webhook, "waiting", 1);
  expect(new Date(next_try_at ?? 0).getTime()).toBeGreaterThan(Date.now());
  await execute(
    sql`UPDATE webhook_deliveries SET resume_at = now() - interval '3 seconds' WHERE id = ${id}`,
  );
  await execute(sql`UPDATE webhook_endpoints SET resume_at = NULL WHERE id = ${webhook}`);
  for (const work of [webhookWork, slowWebhookWork]) await sweepRows(work);
  await untilDelivery(webhook, "delivered", 2);
});

test("many at once are each delivered once", async () => {
  const webhook = await build();
  const MANY = 20;
  for (let nth = 0; nth < MANY; nth += 1)
    await createLead(`Padaria ${nth}`, `119876540${nth + 10}`);
  await until(
    async () => {
      const deliveries = await deliveriesOf(webhook);
      return deliveries.length === MANY && deliveries.every(({ state }) => state === "delivered");
    },
    "all deliveries",
    40_000,
  );
  const told = outgoing.requests.map(({ headers }) => headers["webhook-id"]);
  expect(told).toHaveLength(MANY);
  expect(new Set(told).size).toBe(MANY);
});
