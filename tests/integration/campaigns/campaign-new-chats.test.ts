import { beforeEach, expect, test } from "vitest";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { decideNextStep } from "@/server/campaigns/campaigns/engine/next-step.service";
import { runLeases } from "@/server/campaigns/campaigns/runs.repository";
import { receiveEvents } from "@/server/inbound/inbox/inbox.service";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { findRow, type Instance } from "@/server/messaging/whatsapp/instances.service";
import { ownerOfRow } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runWithBaileys } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";

runWithBaileys();

/** WhatsApp's limits hold back messages to strangers; people who have written get an answer. Nothing is sent here. */
const api = runApi({ withoutLimits: true });
const END = new Date("2030-11-30T12:00:00Z");

let user: TestUser;
let instance: Instance;
beforeEach(async () => {
  user = await buildUser({ plan: "pro" });
  await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash, status, connected_at, paired_at, number)
        VALUES (${user.id}, 'baileys', ${`ref ${user.id}`}, decode(md5(${`ref ${user.id}`}), 'hex'), 'CONNECTED', now(), now(), ${`55119000${50_000 + user.id}`})`,
  );
  const found = await findRow(user.id, "default");
  if (!found) throw new Error("no instance");
  instance = found;
});

/** A run held by this worker, whose recipients have conversations: whether they wrote, and how long ago. */
async function buildRun(wroteDaysAgo: readonly (number | null)[]) {
  const {
    id: campaignId,
    runId,
    recipientIds,
  } = await buildCampaign(user, {
    status: "running",
    recipients: wroteDaysAgo.map(() => "pending" as const),
  });
  await execute(
    sql`UPDATE campaign_runs SET created_at = now() - interval '1 minute' WHERE id = ${runId}`,
  );
  for (const [at, days] of wroteDaysAgo.entries()) {
    const talk = await firstRow<{ id: number }>(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at)
          SELECT owner_id, phone_key, phone_key || '@s.whatsapp.net', now() FROM campaign_recipients WHERE id = ${recipientIds[at]}
          RETURNING id`,
    );
    if (days === null) continue;
    await execute(
      sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content, sent_at)
          VALUES (${user.id}, ${talk?.id}, ${instance.id}, ${`in ${recipientIds[at]}`}, 'in', 'text', 'Oi', now() - make_interval(days => ${days}))`,
    );
  }
  const claimed = await runLeases.claim(runId ?? 0, 60);
  if (!claimed) throw new Error("not claimed");
  const run = {
    id: runId ?? 0,
    campaignId,
    ownerId: ownerOfRow(claimed.owner_id),
    leaseNo: claimed.lease_no,
    which: "default" as const,
    attempts: 0,
    signal: new AbortController().signal,
    reportProgress: () => undefined,
  };
  return { run, recipientIds };
}

const decide = ({ run }: Awaited<ReturnType<typeof buildRun>>) =>
  decideNextStep({ run, checked: new Set() });
const tell = (...events: WhatsappEvent[]) => receiveEvents(instance, events);
const readHealth = async () =>
  (await callApi(api, campaigns.numberHealth, {}, user.headers)).body.new_chats;
const readNotice = async (runId: number) =>
  (
    await firstRow<{ notice: string | null }>(
      sql`SELECT notice FROM campaign_runs WHERE id = ${runId}`,
    )
  )?.notice;

test("strangers wait at 70 % of the quota, and who wrote in the last 30 days does not", async () => {
  await tell({ type: "quota", quota: { state: "open", total: 10, used: 7, cycleEnd: END } });
  const built = await buildRun([null, 31, 29]);
  const step = await decide(built);
  expect(step).toMatchObject({ do: "send", recipient: { id: built.recipientIds[2] } });
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sent' WHERE id = ${built.recipientIds[2]}`,
  );
  expect(await decide(built)).toMatchObject({ do: "wait" });
  expect(await readNotice(built.run.id)).toContain("a parte das campanhas acabou");
  expect(
    await rows(
      sql`SELECT state FROM campaign_recipients WHERE run_id = ${built.run.id} ORDER BY id`,
    ),
  ).toEqual([{ state: "pending" }, { state: "pending" }, { state: "sent" }]);
  // A new cycle, or a higher quota.
  await tell({ type: "quota", quota: { state: "open", total: 100, used: 7, cycleEnd: END } });
  await execute(sql`UPDATE campaign_runs SET next_send_at = NULL WHERE id = ${built.run.id}`);
  expect(await decide(built)).toMatchObject({ do: "send", recipient: { first_contact: true } });
});

test("a run that the quota holds looks again after a minute, or at the cycle's end where that is sooner", async () => {
  await tell({ type: "quota", quota: { state: "capped", cycleEnd: null } });
  expect(await readHealth()).toMatchObject({ state: "capped", cycle_end: null });
  const built = await buildRun([null]);
  const readUntil = async () => {
    await execute(sql`UPDATE campaign_runs SET next_send_at = NULL WHERE id = ${built.run.id}`);
    const step = await decide(built);
    if (step.do !== "wait") throw new Error(step.do);
    return step.until.getTime();
  };
  const before = Date.now();
  const until = await readUntil();
  expect(until).toBeGreaterThanOrEqual(before + 60_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 60_000);
  const soon = new Date(Date.now() + 40_000);
  await tell({ type: "quota", quota: { state: "capped", cycleEnd: soon } });
  expect(await readUntil()).toBe(soon.getTime());
});

test("no cap, a reached cap and no answer are three things, on the screen as well", async () => {
  expect(await readHealth()).toBeNull();
  await tell({ type: "quota", quota: null });
  expect(await readHealth()).toMatchObject({ state: "unknown", left: null, failed: true });
  expect(await decide(await buildRun([null]))).toMatchObject({ do: "send" });
  await tell({ type: "quota", quota: { state: "unlimited" } });
  expect(await readHealth()).toMatchObject({ state: "unlimited", left: null, failed: false });
  await tell({ type: "quota", quota: { state: "open", total: 60, used: 18, cycleEnd: END } });
  await tell({ type: "quota", quota: null });
  expect(await readHealth()).toEqual({
    state: "open",
    left: 42,
    total: 60,
    cycle_end: END.toISOString(),
    failed: true,
  });
  await tell({ type: "quota", quota: { state: "capped", cycleEnd: END } });
  expect(await readHealth()).toMatchObject({ state: "capped", left: 0, failed: false });
});

test("a restriction keeps strangers back until WhatsApp lifts it, at once", async () => {
  await tell({ type: "restriction", active: true, until: END });
  const built = await buildRun([null, 2]);
  expect(await decide(built)).toMatchObject({
    do: "send",
    recipient: { id: built.recipientIds[1] },
  });
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sent' WHERE id = ${built.recipientIds[1]}`,
  );
  expect(await decide(built)).toMatchObject({ do: "wait" });
  expect(await readNotice(built.run.id)).toContain("limitou este número");
  await tell({ type: "restriction", active: false, until: null });
  expect((await findRow(user.id, "default"))?.restricted_until).toBeNull();
  await execute(sql`UPDATE campaign_runs SET next_send_at = NULL WHERE id = ${built.run.id}`);
  expect(await decide(built)).toMatchObject({
    do: "send",
    recipient: { id: built.recipientIds[0] },
  });
});

test("a refusal for somebody who has written lately restricts nobody", async () => {
  const { recipientIds } = await buildRun([5, 40]);
  const chats = await rows<{ chat_id: string }>(
    sql`SELECT v.chat_id FROM campaign_recipients p JOIN conversations v ON v.owner_id = p.owner_id AND v.phone_key = p.phone_key
        WHERE p.id = ANY (${recipientIds}) ORDER BY p.id`,
  );
  const refuse = (at: number) => {
    const chatId = chats[at]?.chat_id ?? "";
    return tell({
      type: "restriction",
      active: true,
      until: null,
      chat: { chatId, number: chatId.split("@")[0] ?? null, lid: null },
    });
  };
  await refuse(0);
  expect((await findRow(user.id, "default"))?.restricted_until).toBeNull();
  await refuse(1);
  expect((await findRow(user.id, "default"))?.restricted_until).not.toBeNull();
});
