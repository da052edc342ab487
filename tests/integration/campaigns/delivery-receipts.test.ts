import { afterEach, describe, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { until } from "@/sandbox/testing";
import { receiveEvents } from "@/server/inbound/inbox/inbox.service";
import { findRow } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { callApi } from "@/tests/support/api";
import {
  ageSend,
  buildSeller as buildSellerAt,
  passTime,
  type Seller,
  setPhone,
  startCampaign,
  statesOf,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { runApi, runSandbox } from "@/tests/support/running";
import { readLedger } from "@/tests/support/whatsapp";

/** What receipts of several devices, in any order, make of a campaign's recipient. The test is the worker. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

type Status = "sent" | "failed" | "delivered" | "read";
const FAILED = { state: "failed", cause: "not_delivered" };
const SENT = { state: "sent", cause: null };
const FOLLOW_UP = { messages: ["Conseguiu ver?"], wait_days: 3 };

/** A phone that is switched off sends no receipts by itself. */
async function buildSeller(leadCount: number, behaviour = "off") {
  const seller = await buildSellerAt(api, sandbox, leadCount);
  for (const { whatsapp } of seller.leads) await setPhone(sandbox, whatsapp, behaviour);
  return seller;
}

async function tell({ user }: Seller, run: WorkedRun, ...statuses: Status[]) {
  const instance = await findRow(user.id, "default");
  const sent = await firstRow<{ id: string }>(
    sql`SELECT provider_message_id AS id FROM campaign_recipients WHERE run_id = ${run.id} AND step = 1 ORDER BY id LIMIT 1`,
  );
  if (!instance || !sent) throw new Error("nothing was sent");
  const events = statuses.map((status) => ({ type: "status" as const, id: sent.id, status }));
  await receiveEvents(instance, events);
}

const leadOf = ({ leads: [lead] }: Seller) =>
  firstRow<{ status: string; contacted: boolean }>(
    sql`SELECT status, contacted_at IS NOT NULL AS contacted FROM leads WHERE id = ${lead?.id}`,
  );
const retry = (seller: Seller, run: WorkedRun) =>
  callApi(api, activities.retryFailed, { params: { id: run.campaign_id } }, seller.user.headers);

describe("a message that one device has and another has not", () => {
  test.each<[string, Status[]]>([
    ["delivered first", ["delivered", "failed"]],
    ["read first", ["read", "failed", "failed"]],
    ["failed first", ["failed", "delivered"]],
    ["failed first, and again", ["failed", "failed", "read", "failed"]],
  ])("was delivered, %s, and is not sent again", async (_, statuses) => {
    const seller = await buildSeller(1);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await tell(seller, run, ...statuses);
    expect(await statesOf(run)).toEqual([SENT]);
    expect(await leadOf(seller)).toEqual({ status: "sent", contacted: true });
    expect((await retry(seller, run)).status).toBe(409);
    expect(await readLedger(sandbox, seller.instance)).toHaveLength(1);
  });

  test("failed for all of them, it failed, and is tried again when a person says so", async () => {
    const seller = await buildSeller(1);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await tell(seller, run, "sent", "failed", "failed");
    expect(await statesOf(run)).toEqual([FAILED]);
    expect((await leadOf(seller))?.status).toBe("failed");
    expect((await retry(seller, run)).status).toBe(202);
  });

  test("is followed by its next step after all, as far as the run goes on and nobody answered", async () => {
    const seller = await buildSeller(1);
    const run = await startCampaign(api, seller, { steps: [FOLLOW_UP] });
    await workOn(run);
    const dueOf = () =>
      firstRow(sql`SELECT due_at FROM campaign_recipients WHERE run_id = ${run.id} AND step = 2`);
    const due = await dueOf();
    await tell(seller, run, "failed");
    expect(await statesOf(run)).toEqual([FAILED, { state: "skipped", cause: "not_delivered" }]);
    await tell(seller, run, "delivered");
    expect(await statesOf(run)).toEqual([SENT, { state: "pending", cause: null }]);
    expect(await dueOf()).toEqual(due);

    // The state if the person had answered meanwhile.
    await execute(
      sql`UPDATE campaign_recipients SET cause = 'not_delivered', state = CASE step WHEN 1 THEN 'failed' ELSE 'skipped' END,
                 answered_at = CASE step WHEN 1 THEN now() END WHERE run_id = ${run.id}`,
    );
    await execute(sql`UPDATE messages SET status_rank = 3 WHERE owner_id = ${seller.user.id}`);
    await tell(seller, run, "delivered");
    expect(await statesOf(run)).toEqual([SENT, { state: "skipped", cause: "not_delivered" }]);
  });

  test("is not sent again by a try that has not reached it", async () => {
    const seller = await buildSeller(1);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await tell(seller, run, "failed");
    expect((await retry(seller, run)).status).toBe(202);
    await tell(seller, run, "delivered");
    const again = await firstRow<WorkedRun>(
      sql`SELECT id, campaign_id FROM campaign_runs WHERE campaign_id = ${run.campaign_id} AND kind = 'failed'`,
    );
    if (!again) throw new Error("no second run");
    expect(await statesOf(again)).toEqual([{ state: "skipped", cause: "contacted" }]);
    expect(await workOn(again)).toMatchObject({ status: "completed" });
    expect(await readLedger(sandbox, seller.instance)).toHaveLength(1);
  });

  test("whose failure had another cause stays failed, and is not sent again", async () => {
    const seller = await buildSeller(1);
    const run = await startCampaign(api, seller);
    await workOn(run);
    await tell(seller, run, "failed");
    await execute(
      sql`UPDATE campaign_recipients SET cause = 'no_whatsapp' WHERE run_id = ${run.id}`,
    );
    await tell(seller, run, "delivered");
    expect(await statesOf(run)).toEqual([{ state: "failed", cause: "no_whatsapp" }]);
    expect((await retry(seller, run)).status).toBe(409);
  });
});

test("a failure that is told before the answer is stored fails the recipient, and what was to follow", async () => {
  const seller = await buildSeller(1, "fails");
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "lost-answer",
    path: `sendText/${seller.instance}`,
    times: 1,
  });
  const run = await startCampaign(api, seller, { steps: [FOLLOW_UP] });
  await workOn(run);
  expect(await statesOf(run)).toEqual([{ state: "sending", cause: null }]);
  await until(
    () =>
      firstRow(
        sql`SELECT 1 AS one FROM messages WHERE owner_id = ${seller.user.id} AND status_rank = 3
            UNION ALL SELECT 1 FROM early_receipts e JOIN whatsapp_instances i ON i.id = e.instance_id
            WHERE i.owner_id = ${seller.user.id} AND e.status_rank = 3`,
      ),
    "the failure",
  );
  await ageSend(run);
  await passTime(run);
  await workOn(run);
  expect(await statesOf(run)).toEqual([FAILED, { state: "skipped", cause: "not_delivered" }]);
  expect((await leadOf(seller))?.status).toBe("failed");
  // One answer alone makes no second message.
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(1);
  expect(
    await rows(
      sql`SELECT 1 FROM events WHERE owner_id = ${seller.user.id} AND event_type = 'message_sent'`,
    ),
  ).toHaveLength(1);
});
