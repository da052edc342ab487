import { expect, test } from "vitest";
import { decideNextStep, type Step } from "@/server/campaigns/campaigns/engine/next-step.service";
import { endRun } from "@/server/campaigns/campaigns/engine/run-waits.service";
import { checkNumber } from "@/server/messaging/whatsapp/number-check.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import {
  buildSeller,
  claimMessages,
  holdRun,
  passTime,
  type Seller,
  startCampaign,
} from "@/tests/support/campaign-work";
import { runWithPauses } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";

runWithPauses();

/** What a run is to do next, decided for many runs at once; nothing is carried out here. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
const DAY_MS = 24 * 3_600_000;
const NOTHING_ASKED: ReadonlySet<number> = new Set();

async function buildRun(seller: Seller) {
  const started = await startCampaign(api, seller);
  return { started, run: await holdRun(started) };
}

/** A run whose recipients' WhatsApp addresses are known. */
async function buildKnownRun(leadCount = 1) {
  const seller = await buildSeller(api, sandbox, leadCount);
  const built = await buildRun(seller);
  for (const { whatsapp } of seller.leads)
    await checkNumber(built.run.ownerId, whatsapp ?? "", "default");
  return { seller, ...built };
}

const readRun = (id: number) =>
  firstRow<{ typing_for: number | null; next_send_at: Date | null }>(
    sql`SELECT typing_for, next_send_at FROM campaign_runs WHERE id = ${id}`,
  );
const readRecipient = (runId: number) =>
  firstRow<{ id: number; state: string; message_id: string | null; text: string | null }>(
    sql`SELECT id, state, message_id, text FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id LIMIT 1`,
  );

test("typing is shown before a message, once, and the message waits for its end", async () => {
  const { run, started, seller } = await buildKnownRun();
  const startedAt = Date.now();
  const typing = await decideNextStep({ run, checked: NOTHING_ASKED });
  const recipient = await readRecipient(run.id);
  expect(typing).toEqual({
    do: "type",
    instanceId: expect.any(Number),
    chatId: `${seller.leads[0]?.whatsapp}@s.whatsapp.net`,
    until: expect.any(Date),
  });
  const until = (typing as Extract<Step, { do: "type" }>).until;
  expect(until.getTime()).toBeGreaterThan(startedAt);
  expect(await readRun(run.id)).toEqual({ typing_for: recipient?.id, next_send_at: until });
  expect(recipient).toMatchObject({ state: "pending" });

  const tomorrow = new Date(Date.now() + DAY_MS);
  await execute(sql`UPDATE campaign_runs SET next_send_at = ${tomorrow} WHERE id = ${run.id}`);
  expect(await decideNextStep({ run, checked: NOTHING_ASKED })).toEqual({
    do: "wait",
    until: tomorrow,
  });
  await passTime(started);
  const sending = await decideNextStep({ run, checked: NOTHING_ASKED });
  const claimed = await readRecipient(run.id);
  expect(claimed).toMatchObject({ state: "sending", text: "Oi" });
  expect(claimed?.message_id).toMatch(/^3EB0[0-9A-F]+$/);
  expect(sending).toMatchObject({ do: "send", messageId: claimed?.message_id, text: "Oi" });
});

test("an address that is not known is asked for once, and the message goes out without it", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run } = await buildRun(seller);
  const asked = await decideNextStep({ run, checked: NOTHING_ASKED });
  const recipient = await readRecipient(run.id);
  expect(asked).toMatchObject({ do: "check", again: false, recipient: { id: recipient?.id } });
  // The provider did not know the address: the message goes to the number, and no typing is shown.
  const answered = new Set([recipient?.id ?? 0]);
  expect(await decideNextStep({ run, checked: answered })).toMatchObject({ do: "send" });
});

test("a number that failed before is asked about anew, whatever was known", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run } = await buildRun(seller);
  await execute(sql`UPDATE campaign_runs SET kind = 'failed' WHERE id = ${run.id}`);
  expect(await decideNextStep({ run, checked: NOTHING_ASKED })).toMatchObject({
    do: "check",
    again: true,
  });
});

test("runs that ask together each get their own step, and who lost the lease gets none", async () => {
  const [first, second, stopped, waiting] = await Promise.all([
    buildKnownRun(2),
    buildKnownRun(2),
    buildKnownRun(),
    buildKnownRun(),
  ]);
  await execute(sql`UPDATE campaign_runs SET stop_at = now() WHERE id = ${stopped.run.id}`);
  const tomorrow = new Date(Date.now() + DAY_MS);
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = ${tomorrow} WHERE id = ${waiting.run.id}`,
  );
  for (const { run } of [first, second]) {
    const next = await readRecipient(run.id);
    await execute(sql`UPDATE campaign_runs SET typing_for = ${next?.id} WHERE id = ${run.id}`);
  }
  const former = { ...first.run, leaseNo: first.run.leaseNo - 1 };
  const runs = [former, second.run, first.run, stopped.run, waiting.run];
  const steps = await Promise.all(
    runs.map((run) => decideNextStep({ run, checked: NOTHING_ASKED })),
  );
  const claimed = await Promise.all([second, first].map(({ run }) => readRecipient(run.id)));
  expect(steps).toEqual([
    { do: "leave" },
    expect.objectContaining({ do: "send", messageId: claimed[0]?.message_id }),
    expect.objectContaining({ do: "send", messageId: claimed[1]?.message_id }),
    { do: "leave" },
    { do: "wait", until: tomorrow },
  ]);
  expect([steps[1], steps[2]].map((step) => step?.do === "send" && step.recipient.id)).toEqual(
    claimed.map((recipient) => recipient?.id),
  );
  expect(claimed[0]?.message_id).not.toBe(claimed[1]?.message_id);
});

const readEnds = (ownerId: number) =>
  rows(
    sql`SELECT metadata FROM events WHERE owner_id = ${ownerId} AND event_type = 'campaign_completed'`,
  );

test("a paused run looks again in a day; given up, it waits for its open message first", async () => {
  const { run } = await buildKnownRun();
  await execute(sql`UPDATE campaign_runs SET paused_at = now() WHERE id = ${run.id}`);
  const startedAt = Date.now();
  const paused = await decideNextStep({ run, checked: NOTHING_ASKED });
  expect(paused).toEqual({ do: "wait", until: expect.any(Date) });
  const waitMs = (paused as Extract<Step, { do: "wait" }>).until.getTime() - startedAt;
  expect(waitMs).toBeGreaterThanOrEqual(DAY_MS);
  expect(waitMs).toBeLessThan(DAY_MS + 60_000);

  await claimMessages(run.id);
  await execute(
    sql`UPDATE campaign_runs SET paused_at = now() - interval '8 days' WHERE id = ${run.id}`,
  );
  const open = await decideNextStep({ run, checked: NOTHING_ASKED });
  expect(open).toEqual({ do: "wait", until: expect.any(Date) });
  expect(await readEnds(run.ownerId)).toEqual([]);
});

test("a run that ends leaves no message open, and its end is recorded once", async () => {
  const { run, seller } = await buildKnownRun();
  await claimMessages(run.id);
  const former = { ...run, leaseNo: run.leaseNo - 1 };
  await transaction(() => endRun(run, "error", "Parou."));
  await transaction(() => endRun(former, "stopped", null));
  expect(await readRecipient(run.id)).toMatchObject({ state: "unknown" });
  expect(
    await firstRow(
      sql`SELECT status, contacted_at IS NOT NULL AS contacted FROM leads WHERE owner_id = ${seller.user.id}`,
    ),
  ).toEqual({ status: "sent", contacted: true });
  expect(await readEnds(run.ownerId)).toEqual([
    { metadata: { activity_id: run.campaignId, status: "error" } },
  ]);
});
