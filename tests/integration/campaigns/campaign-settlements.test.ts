import { expect, test } from "vitest";
import {
  settleAccepted,
  settleOutcome,
} from "@/server/campaigns/campaigns/engine/delivery-outcome.service";
import { settleCampaignSends } from "@/server/campaigns/campaigns/engine/open-sends.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import {
  buildSeller,
  claimMessages,
  holdRun,
  type Seller,
  startCampaign,
} from "@/tests/support/campaign-work";
import { runWithPauses } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";

runWithPauses();

/** What is written down of a message when its outcome is known, and of one whose lead, phone or turn is gone by then. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const NEXT = { at: new Date("2031-05-06T12:00:00Z"), blockLeft: 7 };
const ACCEPTED = { providerMessageId: "3EB0ABC", chatId: "5511987654321@s.whatsapp.net" };

/** A campaign to one lead, whose message has been claimed and is on its way. */
async function claimMessage(seller: Seller) {
  const run = await holdRun(await startCampaign(api, seller));
  const [claimed] = await claimMessages(run.id);
  const instance = await firstRow<{ id: number }>(
    sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${run.ownerId}`,
  );
  if (!claimed || !instance) throw new Error("nothing claimed");
  return { run, sending: { ...claimed, attempts: 1 }, instanceId: instance.id };
}

const readRun = (id: number) =>
  firstRow(
    sql`SELECT next_send_at, notice, trouble_since IS NOT NULL AS in_trouble FROM campaign_runs WHERE id = ${id}`,
  );
const readRecipient = (id: number) =>
  firstRow(
    sql`SELECT state, cause, detail, provider_message_id FROM campaign_recipients WHERE id = ${id}`,
  );
const readPace = ({ user }: Seller) =>
  firstRow(
    sql`SELECT next_send_at, block_left FROM number_paces
        WHERE sender_key IN (SELECT sender_key FROM campaign_recipients WHERE owner_id = ${user.id})`,
  );
/** What is still on its way, and would be asked about. */
const readSends = ({ user }: Seller) => rows(sql`SELECT id FROM sends WHERE owner_id = ${user.id}`);
const readEvents = ({ user }: Seller) =>
  rows(
    sql`SELECT event_type, metadata FROM events WHERE owner_id = ${user.id} AND event_type LIKE 'message_%' ORDER BY id`,
  );
const readMessages = ({ user }: Seller) =>
  rows(
    sql`SELECT content, provider_message_id, instance_id FROM messages WHERE owner_id = ${user.id}`,
  );
const readLead = ({ user }: Seller) =>
  firstRow(
    sql`SELECT status, contacted_at IS NOT NULL AS contacted FROM leads WHERE owner_id = ${user.id}`,
  );

test("an accepted message is one message, one event and one pace, however often it is told", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run, sending, instanceId } = await claimMessage(seller);
  expect(await readSends(seller)).toHaveLength(1);
  await settleAccepted({ run, sending, instanceId, accepted: ACCEPTED, next: NEXT });
  expect(await readSends(seller)).toEqual([]);
  const later = { at: new Date("2032-01-01T00:00:00Z"), blockLeft: 1 };
  await settleAccepted({ run, sending, instanceId, accepted: ACCEPTED, next: later });
  expect(await readRecipient(sending.id)).toEqual({
    state: "sent",
    cause: null,
    detail: null,
    provider_message_id: ACCEPTED.providerMessageId,
  });
  expect(await readMessages(seller)).toEqual([
    { content: "Oi", provider_message_id: ACCEPTED.providerMessageId, instance_id: instanceId },
  ]);
  expect(await readEvents(seller)).toEqual([
    {
      event_type: "message_sent",
      metadata: { activity_id: run.campaignId, lead_id: sending.lead_id },
    },
  ]);
  expect(await readLead(seller)).toEqual({ status: "sent", contacted: true });
  expect(await readRun(run.id)).toEqual({ next_send_at: NEXT.at, notice: null, in_trouble: false });
  expect(await readPace(seller)).toEqual({ next_send_at: NEXT.at, block_left: NEXT.blockLeft });
});

test("messages of several sellers, accepted together, are each settled for its own", async () => {
  const sellers = await Promise.all([1, 2, 3].map(() => buildSeller(api, sandbox, 1)));
  const claims = await Promise.all(sellers.map((seller) => claimMessage(seller)));
  // The last one was settled before.
  await execute(
    sql`UPDATE campaign_recipients SET state = 'unknown' WHERE id = ${claims[2]?.sending.id}`,
  );
  await Promise.all(
    claims.map((claim, at) =>
      settleAccepted({
        ...claim,
        accepted: { ...ACCEPTED, providerMessageId: `3EB0${at}` },
        next: { ...NEXT, blockLeft: at },
      }),
    ),
  );
  expect(await Promise.all(claims.map(({ sending }) => readRecipient(sending.id)))).toMatchObject([
    { state: "sent", provider_message_id: "3EB00" },
    { state: "sent", provider_message_id: "3EB01" },
    { state: "unknown", provider_message_id: null },
  ]);
  expect((await Promise.all(sellers.map(readEvents))).map(({ length }) => length)).toEqual([
    1, 1, 0,
  ]);
  expect(await Promise.all(sellers.map(readPace))).toEqual([
    { next_send_at: NEXT.at, block_left: 0 },
    { next_send_at: NEXT.at, block_left: 1 },
    null,
  ]);
});

test("a message whose lead and phone are gone is settled all the same", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run, sending } = await claimMessage(seller);
  await execute(sql`DELETE FROM leads WHERE owner_id = ${seller.user.id}`);
  await settleAccepted({
    run,
    sending: { ...sending, lead_id: null },
    instanceId: null,
    accepted: ACCEPTED,
    next: NEXT,
  });
  expect(await readRecipient(sending.id)).toMatchObject({ state: "sent" });
  expect(await readMessages(seller)).toEqual([]);
  expect(await readEvents(seller)).toEqual([
    { event_type: "message_sent", metadata: { activity_id: run.campaignId, lead_id: null } },
  ]);
  expect(await readPace(seller)).toEqual({ next_send_at: NEXT.at, block_left: NEXT.blockLeft });
});

test("a refused message keeps the number's pace, once", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run, sending } = await claimMessage(seller);
  const refused = { outcome: "refused", because: "message", detail: "HTTP 400" } as const;
  await settleOutcome(run, sending, refused, NEXT);
  const later = { at: new Date("2032-01-01T00:00:00Z"), blockLeft: 1 };
  await settleOutcome(run, sending, refused, later);
  expect(await readRecipient(sending.id)).toMatchObject({
    state: "failed",
    cause: "refused",
    detail: "HTTP 400",
  });
  expect(await readEvents(seller)).toHaveLength(1);
  expect(await readRun(run.id)).toMatchObject({ next_send_at: NEXT.at });
  expect(await readPace(seller)).toEqual({ next_send_at: NEXT.at, block_left: NEXT.blockLeft });
  expect(await readLead(seller)).toMatchObject({ status: "failed" });
});

test.each([
  [
    "a phone that is not connected",
    { outcome: "disconnected", detail: "Connection Closed" } as const,
    "Connection Closed",
    expect.stringContaining("desconectado"),
  ],
])(
  "%s returns its message to the line, with the reason",
  async (_what, outcome, detail, notice) => {
    const seller = await buildSeller(api, sandbox, 1);
    const { run, sending } = await claimMessage(seller);
    const startedAt = Date.now();
    await settleOutcome(run, sending, outcome, NEXT);
    expect(await readRecipient(sending.id)).toMatchObject({ state: "pending", detail });
    const waiting = await readRun(run.id);
    expect(waiting).toMatchObject({ notice, in_trouble: true });
    const seconds = (Number(waiting?.["next_send_at"]) - startedAt) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(29);
    expect(seconds).toBeLessThan(90);
    // Nothing was sent: the number's pace is as it was.
    expect(await readPace(seller)).toBeNull();
    expect(await readEvents(seller)).toEqual([]);
  },
);

test("a message refused by a restriction is not tried again by itself", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run, sending } = await claimMessage(seller);
  await settleOutcome(run, sending, { outcome: "restricted", until: null }, NEXT);
  expect(await readRecipient(sending.id)).toMatchObject({
    state: "failed",
    cause: "restricted",
    detail: expect.stringContaining("O WhatsApp não aceitou"),
  });
  expect(await readRun(run.id)).toMatchObject({ next_send_at: NEXT.at, in_trouble: false });
});

test("a message that nobody can tell of is unknown, and the run goes on at once", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run, sending } = await claimMessage(seller);
  await execute(
    sql`UPDATE campaign_runs SET notice = 'sem resposta', trouble_since = now(), next_send_at = '2031-01-01' WHERE id = ${run.id}`,
  );
  await sandbox.control("PUT", "/settings", { honourMessageId: false });
  await ageSends(seller.user.id);
  await settleCampaignSends.run();
  expect(await readRecipient(sending.id)).toMatchObject({ state: "unknown", cause: "unconfirmed" });
  expect(await readLead(seller)).toEqual({ status: "sent", contacted: true });
  const going = await readRun(run.id);
  expect(going).toMatchObject({ notice: null, in_trouble: false });
  expect(Number(going?.["next_send_at"])).toBeGreaterThan(Date.now() - 60_000);
  expect(Number(going?.["next_send_at"])).toBeLessThanOrEqual(Date.now());
});

test("a message whose recipient was settled otherwise is asked about no more", async () => {
  const seller = await buildSeller(api, sandbox, 1);
  const { run, sending } = await claimMessage(seller);
  await execute(
    sql`UPDATE campaign_recipients SET state = 'skipped', cause = 'stopped' WHERE id = ${sending.id}`,
  );
  const before = await readRun(run.id);
  await ageSends(seller.user.id);
  await settleCampaignSends.run();
  expect(await readSends(seller)).toEqual([]);
  expect(await readRecipient(sending.id)).toMatchObject({ state: "skipped", cause: "stopped" });
  expect(await readRun(run.id)).toEqual(before);
});
