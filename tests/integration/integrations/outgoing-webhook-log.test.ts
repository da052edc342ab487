import { describe, expect, test } from "vitest";
import { api as contracts } from "@/lib/contracts";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { webhookWork } from "@/server/integrations/webhook-deliveries/webhook-delivery.service";
import { execute, sql } from "@/server/platform/db/sql";
import { sweepRows } from "@/server/platform/jobs/leased-work";
import { callApi } from "@/tests/support/api";
import { runOutgoing } from "@/tests/support/outgoing-webhooks";

const outgoing = runOutgoing();
const { api, build, deliveriesOf, tryNow, announceOne } = outgoing;
const { webhooks } = contracts;

describe("a delivery that is over", () => {
  test("is replayed under its id, with all its tries", async () => {
    const webhook = await build();
    const id = await announceOne(webhook);
    const replay = (user = outgoing.owner) =>
      callApi(api, webhooks.replay, { params: { id } }, user.headers);
    expect(await replay()).toMatchObject({ status: 409, body: { code: "conflict" } });
    await tryNow(id);
    const again = await replay();
    expect(again).toMatchObject({ status: 202, body: { delivery: { id, state: "waiting" } } });
    await tryNow(id);
    const [first, second] = outgoing.requests;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: "delivered", tries: 2 });
  });

  test("is listed page by page, and deleted after 30 days", async () => {
    const webhook = await build();
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await announceOne(webhook));
    const seen: number[] = [];
    let after: string | undefined;
    for (let page = 0; page === 0 || after; page += 1) {
      expect(page).toBeLessThan(4);
      const query = { per_page: 2, ...(after && { after }) };
      const { body } = await callApi(
        api,
        webhooks.deliveries,
        { params: { id: webhook }, query },
        outgoing.owner.headers,
      );
      seen.push(...body.deliveries.map(({ id }) => id));
      after = body.next ?? undefined;
    }
    expect(seen).toEqual(ids);
    await tryNow(ids[0] ?? 0);
    await execute(
      sql`UPDATE webhook_deliveries SET created_at = now() - interval '30 days 1 minute' WHERE owner_id = ${outgoing.owner.id}`,
    );
    await trimTable("webhook_deliveries");
    // What still waits stays.
    expect((await deliveriesOf(webhook)).map(({ id }) => id)).toEqual(ids.slice(1));
  });
});

describe("the turns of an owner", () => {
  const lease = (id: number) =>
    execute(
      sql`UPDATE webhook_deliveries SET lease_until = now() + interval '20 seconds' WHERE id = ${id}`,
    );

  test("are two at once, and what waits for its next try takes none", async () => {
    const webhook = await build();
    outgoing.reply = (nth) => (nth <= 5 ? { status: 500, body: "" } : { body: "ok" });
    for (let count = 0; count < 5; count += 1) await tryNow(await announceOne(webhook));
    const [one, two, three] = [
      await announceOne(webhook),
      await announceOne(webhook),
      await announceOne(webhook),
    ];
    await tryNow(one);
    expect((await deliveriesOf(webhook)).find(({ id }) => id === one)?.state).toBe("delivered");
    await lease(two);
    const other = await announceOne(webhook);
    await lease(other);
    await tryNow(three);
    expect(outgoing.requests).toHaveLength(6);
    const found = await webhookWork.leases.findUnclaimed(50);
    expect(found.map(({ id }) => id)).not.toContain(three);
    await execute(sql`UPDATE webhook_deliveries SET lease_until = NULL WHERE id = ${other}`);
    await tryNow(three);
    expect(outgoing.requests).toHaveLength(7);
  });
});

test("what the queue lost is found by the sweep", async () => {
  const webhook = await build();
  const id = await announceOne(webhook);
  await execute(
    sql`UPDATE webhook_deliveries SET resume_at = now() - interval '3 seconds' WHERE id = ${id}`,
  );
  const found = await webhookWork.leases.findUnclaimed(50);
  expect(found.map((row) => row.id)).toContain(id);
  await sweepRows(webhookWork);
});
