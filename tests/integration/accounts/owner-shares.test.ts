import { beforeEach, describe, expect, test } from "vitest";
import { searchWork } from "@/server/discovery/searches/search-execution.service";
import { insertDeliveries } from "@/server/integrations/webhook-deliveries/webhook-deliveries.repository";
import {
  slowWebhookWork,
  webhookWork,
} from "@/server/integrations/webhook-deliveries/webhook-delivery.service";
import { recordAnswer } from "@/server/integrations/webhook-endpoints/webhook-endpoints.service";
import { importWork } from "@/server/leads/imports/import-execution.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import type { LeasedWork } from "@/server/platform/jobs/leased-work";
import { createOwnerTurns } from "@/server/platform/owner-turns";
import { buildImport, buildSearch, buildWebhook } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";

const MANY = 60;
let [flooder, other] = [{} as TestUser, {} as TestUser];
beforeEach(async () => {
  // Rows that earlier tests left waiting would be in the queues that this test looks at.
  await execute(sql`UPDATE webhook_deliveries SET state = 'failed' WHERE state = 'waiting'`);
  await execute(
    sql`UPDATE imports SET status = 'stopped', completed_at = now() WHERE status = 'processing'`,
  );
  await execute(
    sql`UPDATE searches SET status = 'completed', completed_at = now() WHERE status = 'processing'`,
  );
  [flooder, other] = [await buildUser(), await buildUser()];
});

async function buildDelivery(user: TestUser, prompt: boolean): Promise<number> {
  const known = await firstRow<{ id: number }>(
    sql`SELECT id FROM webhook_endpoints WHERE owner_id = ${user.id}`,
  );
  const endpoint = known?.id ?? (await buildWebhook(user, { prompt }));
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload)
        VALUES (${user.id}, ${endpoint}, 'lead.created', '{}') RETURNING id`,
  );
  return row?.id ?? 0;
}

const claim = (work: LeasedWork, id: number) => transaction(() => work.leases.claim(id, 20));
const countClaimed = async (work: LeasedWork, ids: readonly number[]) => {
  let claimed = 0;
  for (const id of ids) if (await claim(work, id)) claimed += 1;
  return claimed;
};

describe("of one owner's flood, workers hold only its share", () => {
  test.each([
    ["webhooks", webhookWork, 2, (user: TestUser) => buildDelivery(user, true)] as const,
    ["slow webhooks", slowWebhookWork, 1, (user: TestUser) => buildDelivery(user, false)] as const,
    ["imports", importWork, 1, (user: TestUser) => buildImport(user, "processing")] as const,
    ["searches", searchWork, 2, buildSearch] as const,
  ])("%s", async (_, work, share, build) => {
    const flood: number[] = [];
    for (let nth = 0; nth < MANY; nth += 1) flood.push(await build(flooder));
    const theirs = await build(other);
    // The sweep gives everybody a turn before anybody a second one.
    const found = (await work.leases.findUnclaimed(2)).map(({ id }) => id);
    expect(found).toEqual([flood[0], theirs]);
    expect(await work.leases.findUnclaimed(MANY)).toHaveLength(share + 1);
    expect(await countClaimed(work, flood)).toBe(share);
    expect(await claim(work, theirs)).not.toBeNull();
    expect(await work.leases.findUnclaimed(MANY)).toEqual([]);
  });

  test("addresses that answer at once and those that do not are claimed apart", async () => {
    const [prompt, slow] = [await buildDelivery(flooder, true), await buildDelivery(other, false)];
    for (const [work, own, others] of [
      [webhookWork, prompt, slow],
      [slowWebhookWork, slow, prompt],
    ] as const) {
      expect((await work.leases.findUnclaimed(MANY)).map(({ id }) => id)).toEqual([own]);
      expect(await claim(work, others)).toBeNull();
      expect(await claim(work, own)).not.toBeNull();
    }
  });

  test("exports and calls of the model: in one process, as many at once as are allowed", async () => {
    const inTurn = createOwnerTurns(2);
    const running = new Map<number, number>();
    const most = new Map<number, number>();
    const open: (() => void)[] = [];
    const work = (owner: number) => () => {
      running.set(owner, (running.get(owner) ?? 0) + 1);
      most.set(owner, Math.max(most.get(owner) ?? 0, running.get(owner) ?? 0));
      return new Promise<void>((resolve) => {
        open.push(() => {
          running.set(owner, (running.get(owner) ?? 0) - 1);
          resolve();
        });
      });
    };
    const flood = Promise.all(Array.from({ length: MANY }, () => inTurn(1, work(1))));
    const theirs = inTurn(2, work(2));
    await expect.poll(() => running.get(2)).toBe(1);
    expect(running.get(1)).toBe(2);
    let done = false;
    void Promise.all([flood, theirs]).then(() => {
      done = true;
    });
    await expect
      .poll(
        () => {
          for (const end of open.splice(0)) end();
          return done;
        },
        { interval: 1, timeout: 20_000 },
      )
      .toBe(true);
    expect(most).toEqual(
      new Map([
        [1, 2],
        [2, 1],
      ]),
    );
  });

  test("work that failed frees its place", async () => {
    const inTurn = createOwnerTurns(1);
    await expect(inTurn(1, () => Promise.reject(new Error("caiu")))).rejects.toThrow("caiu");
    expect(await inTurn(1, async () => "ok")).toBe("ok");
  });
});

describe("an address of webhooks", () => {
  const endpointOf = (user: TestUser) =>
    firstRow<{ id: number; prompt: boolean; failures: number; rests: boolean }>(
      sql`SELECT id, prompt, failures, coalesce(resume_at > now(), false) AS rests FROM webhook_endpoints
          WHERE owner_id = ${user.id}`,
    );
  const answer = (id: number, outcome: "taken" | "failed", prompt = true) =>
    transaction(() => recordAnswer(id, outcome, prompt));

  test("that is new or slow waits apart from those that answer at once", async () => {
    const id = await buildDelivery(other, false);
    const endpoint = (await endpointOf(other))?.id ?? 0;
    expect(await claim(webhookWork, id)).toBeNull();
    await answer(endpoint, "taken");
    expect(await claim(slowWebhookWork, id)).toBeNull();
    expect(await claim(webhookWork, id)).not.toBeNull();
    await answer(endpoint, "taken", false);
    expect((await endpointOf(other))?.prompt).toBe(false);
    expect(await claim(webhookWork, await buildDelivery(other, true))).toBeNull();
  });

  test("that fails rests ever longer, all its deliveries together, until it answers", async () => {
    const ids = [await buildDelivery(flooder, true), await buildDelivery(flooder, true)];
    const endpoint = (await endpointOf(flooder))?.id ?? 0;
    const pauses: number[] = [];
    for (let nth = 0; nth < 7; nth += 1) {
      await answer(endpoint, "failed");
      const [row] = await rows<{ seconds: number }>(
        sql`SELECT round(extract(epoch FROM resume_at - now()))::int AS seconds FROM webhook_endpoints WHERE id = ${endpoint}`,
      );
      pauses.push(row?.seconds ?? 0);
    }
    expect(pauses).toEqual([5, 20, 80, 300, 600, 600, 600]);
    for (const work of [webhookWork, slowWebhookWork]) {
      expect(await countClaimed(work, ids)).toBe(0);
      expect(await work.leases.findUnclaimed(MANY)).toEqual([]);
    }
    await answer(endpoint, "taken");
    expect(await endpointOf(flooder)).toMatchObject({ prompt: true, failures: 0, rests: false });
    expect(await countClaimed(webhookWork, ids)).toBe(2);
  });

  test("has few jobs in the queue, however much happens at once", async () => {
    await buildWebhook(flooder);
    const facts = Array.from({ length: 300 }, (_, lead_id) => ({ lead_id }));
    const insert = () => insertDeliveries(flooder.id, "lead.created", facts, 10_000);
    expect(await insert()).toHaveLength(4);
    expect(await insert()).toHaveLength(0);
    expect(
      await rows(sql`SELECT 1 FROM webhook_deliveries WHERE owner_id = ${flooder.id}`),
    ).toHaveLength(600);
    // The next one starts as soon as another is done.
    expect(await webhookWork.leases.findWaiting(flooder.id)).not.toBeNull();
    await execute(
      sql`UPDATE webhook_deliveries SET state = 'delivered' WHERE owner_id = ${flooder.id}`,
    );
    expect(await insertDeliveries(flooder.id, "lead.created", [{}], 10_000)).toHaveLength(1);
  });
});
