import { beforeEach, describe, expect, test } from "vitest";
import * as paces from "@/server/campaigns/campaigns/pace.repository";
import { ownerOfRow } from "@/server/platform/actor";
import { outsideTransaction } from "@/server/platform/db/connection";
import { execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** What is counted of a number's messages before the next one, and whose turn it is on a shared number. */

const HOUR_MS = 3_600_000;
let user: TestUser;
let other: TestUser;
let runId: number;
let key: string;

beforeEach(async () => {
  [user, other] = [await buildUser(), await buildUser()];
  runId = (await buildCampaign(user, { status: "completed" })).runId ?? 0;
  key = `number-${user.id}`;
});

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const idOf = ({ id }: TestUser) => ownerOfRow(id);

interface Message {
  of?: TestUser;
  run?: number;
  state?: string;
  cause?: string | null;
  first?: boolean;
  step?: number;
  sender?: string | null;
  claimed?: Date | null;
  settled?: Date | null;
  answered?: Date | null;
}

/** Stores a message to a new person, an hour old by default. Returns the recipient with its lead's key. */
async function add(message: Message = {}): Promise<{ id: number; phone_key: string }> {
  const { of = user, run = runId, state = "sent", cause = null, first = true, step = 1 } = message;
  const { sender = key, claimed = ago(1), settled = claimed, answered = null } = message;
  const lead = await buildLead(of.id);
  const stored = await firstRow<{ id: number; phone_key: string }>(
    sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, step, state, cause, text,
                                         first_contact, sender_key, claimed_at, settled_at, answered_at, due_at)
        SELECT ${run}, owner_id, id, phone_key, whatsapp, 0, ${step}, ${state}, ${cause}, 'Oi', ${first}, ${sender},
               ${claimed}::timestamptz, ${settled}::timestamptz, ${answered}::timestamptz,
               CASE WHEN ${step} > 1 THEN now() END
        FROM leads WHERE id = ${lead.id} RETURNING id, phone_key`,
  );
  if (!stored) throw new Error("No message was stored.");
  return stored;
}

const leave = (phoneKey: string, { of = user, source = "reply", at = new Date() } = {}) =>
  execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source, created_at) VALUES (${of.id}, ${phoneKey}, ${source}, ${at})`,
  );

describe("first contacts of a number", () => {
  test("count for the hour and for the day, whichever began later", async () => {
    await add({ claimed: ago(0.2) });
    await add({ claimed: ago(2) });
    await add({ claimed: ago(6) });
    await add({ claimed: ago(0.2), first: false });
    await add({ claimed: ago(0.2), sender: "another" });
    await add({ claimed: null, state: "pending" });
    const day = await paces.findFirstContacts(key, ago(5));
    expect(day).toMatchObject({ today: 2, lastHour: [expect.any(Date)] });
    // Just after midnight the hour reaches into the day before.
    expect(await paces.findFirstContacts(key, ago(0.1))).toMatchObject({
      today: 0,
      lastHour: [expect.any(Date)],
    });
    await add({ claimed: ago(0.1) });
    const { lastHour } = await paces.findFirstContacts(key, ago(5));
    expect(lastHour.map(Number)).toEqual([...lastHour.map(Number)].sort((a, b) => a - b));
    expect(lastHour).toHaveLength(2);
  });

  test("of the seven days before today, with what they came to", async () => {
    const today = ago(3);
    const weekBefore = new Date(today.getTime() - 7 * 24 * HOUR_MS);
    expect(await paces.findWeek(key, today)).toEqual({ firstContacts: 0, replies: 0, failed: 0 });
    await add({ claimed: weekBefore, answered: new Date() });
    await add({ claimed: ago(24), state: "failed", cause: "not_delivered" });
    await add({ claimed: ago(24), state: "unknown" });
    const counted = { firstContacts: 3, replies: 1, failed: 1 };
    expect(await paces.findWeek(key, today)).toEqual(counted);
    const answered = new Date();
    await add({ claimed: today, answered });
    await add({ claimed: new Date(weekBefore.getTime() - 1), answered });
    await add({ claimed: ago(24), answered, state: "pending" });
    await add({ claimed: ago(24), answered, first: false });
    await add({ claimed: ago(24), answered, step: 2 });
    await add({ claimed: ago(24), answered, sender: "another" });
    await add({ claimed: ago(24), state: "failed", cause: "no_whatsapp" });
    expect(await paces.findWeek(key, today)).toEqual(counted);
  });
});

describe("the outcomes of an account", () => {
  const recent = { senderKey: null, since: null, limit: 10 };

  test("are its latest of seven days, without those to numbers that are not on WhatsApp", async () => {
    await add({ settled: ago(1) });
    await add({ settled: ago(2), state: "failed", cause: "not_delivered" });
    await add({ settled: ago(24 * 7 - 0.1), state: "failed" });
    const all = { messages: 3, failed: 2, optedOut: 0 };
    expect(await paces.countRecent(idOf(user), recent)).toEqual(all);
    for (const state of ["pending", "unknown", "skipped"]) await add({ state });
    await add({ state: "failed", cause: "no_whatsapp" });
    await add({ settled: ago(24 * 7 + 0.1) });
    const theirs = (await buildCampaign(other, { status: "completed" })).runId ?? 0;
    await add({ of: other, run: theirs });
    expect(await paces.countRecent(idOf(user), recent)).toEqual(all);
    expect(await paces.countRecent(idOf(user), { ...recent, limit: 2 })).toEqual({
      ...all,
      messages: 2,
      failed: 1,
    });
    expect(await paces.countRecent(idOf(user), { ...recent, since: ago(1.5) })).toEqual({
      messages: 1,
      failed: 0,
      optedOut: 0,
    });
    // A person has looked at what was settled until then.
    const settled = await firstRow<{ at: Date }>(
      sql`SELECT max(settled_at) AS at FROM campaign_recipients WHERE owner_id = ${user.id} AND state = 'sent'`,
    );
    expect(
      await paces.countRecent(idOf(user), { ...recent, since: settled?.at ?? null }),
    ).toMatchObject({ messages: 0 });
  });

  test("are of one number where it is named", async () => {
    await add({ settled: ago(1), state: "failed" });
    await add({ settled: ago(2), sender: "another" });
    const named = { ...recent, senderKey: "another" };
    expect(await paces.countRecent(idOf(user), named)).toMatchObject({ messages: 1, failed: 0 });
    expect(await paces.countRecent(idOf(user), { ...recent, senderKey: key })).toMatchObject({
      messages: 1,
      failed: 1,
    });
  });

  test("have the opt-outs that their messages brought", async () => {
    const theirs = (await buildCampaign(other, { status: "completed" })).runId ?? 0;
    const [asked, before, byPerson, elsewhere] = [
      await add(),
      await add(),
      await add({ state: "failed" }),
      await add(),
    ];
    await leave(asked.phone_key);
    await leave(before.phone_key, { at: ago(2) });
    await leave(byPerson.phone_key, { source: "person" });
    await leave(elsewhere.phone_key, { of: other });
    await leave(`${asked.phone_key}9`);
    await add({ of: other, run: theirs });
    expect(await paces.countRecent(idOf(user), recent)).toEqual({
      messages: 4,
      failed: 1,
      optedOut: 1,
    });
    const counted = { sent: 3, failed: 1, opted_out: 1 };
    expect(await paces.countOutcomes(idOf(user), 7)).toEqual(counted);
    for (const state of ["pending", "unknown", "skipped"]) {
      const { phone_key: phoneKey } = await add({ state });
      await leave(phoneKey);
    }
    const old = await add({ settled: ago(24 * 8) });
    await leave(old.phone_key);
    expect(await paces.countOutcomes(idOf(user), 7)).toEqual(counted);
    expect(await paces.countOutcomes(idOf(user), 9)).toEqual({ sent: 4, failed: 1, opted_out: 2 });
  });
});

test("a run's latest first contacts were undelivered when not one of them arrived since a person looked", async () => {
  const wereTwo = (since: Date | null = null) => paces.wereUndelivered(runId, { count: 2, since });
  const undelivered = { state: "failed", cause: "not_delivered" };
  await add({ ...undelivered, claimed: ago(5) });
  expect(await wereTwo()).toBe(false);
  await add({ claimed: ago(4) });
  await add({ ...undelivered, claimed: ago(3) });
  expect(await wereTwo()).toBe(false);
  await add({ ...undelivered, state: "sent", claimed: ago(2) });
  expect(await wereTwo()).toBe(true);
  expect(await wereTwo(ago(2.5))).toBe(false);
  expect(await wereTwo(ago(3.5))).toBe(true);
  const next = (await buildCampaign(user, { status: "completed" })).runId ?? 0;
  // None of these says anything about what arrives.
  await add({ run: next });
  await add({ first: false });
  await add({ state: "pending" });
  await add({ state: "failed", cause: "no_whatsapp" });
  expect(await wereTwo()).toBe(true);
  await add({ claimed: ago(1), state: "failed", cause: "refused" });
  expect(await wereTwo()).toBe(false);
  // Of those that were claimed when the person looked, none counts.
  const at = ago(0.5);
  await add({ ...undelivered, claimed: at });
  await add({ ...undelivered, claimed: ago(0.4) });
  expect(await wereTwo(at)).toBe(false);
  expect(await wereTwo()).toBe(true);
});

describe("whose turn it is on a shared number", () => {
  let theirRun: number;
  let waiting: number;
  const patienceMs = 10_000;
  beforeEach(async () => {
    const campaign = await buildCampaign(other, { status: "running", recipients: ["pending"] });
    theirRun = campaign.runId ?? 0;
    waiting = campaign.recipientIds[0] ?? 0;
    await execute(sql`UPDATE campaign_recipients SET claimed_at = NULL WHERE id = ${waiting}`);
    await add({ claimed: ago(0.5) });
  });
  const isTheirs = ({
    others = [idOf(other)],
    instanceIds = [] as number[],
    freeAt = new Date(),
  } = {}) =>
    paces.isTurnOfOthers(idOf(user), {
      others,
      instanceIds,
      senderKey: key,
      freeAt,
      patienceMs,
    });
  const setRun = (change: Sql) =>
    execute(sql`UPDATE campaign_runs SET ${change} WHERE id = ${theirRun}`);
  const setRecipient = (change: Sql) =>
    execute(sql`UPDATE campaign_recipients SET ${change} WHERE id = ${waiting}`);

  test("is the one's who has waited longer for it", async () => {
    expect(await isTheirs()).toBe(true);
    expect(await isTheirs({ others: [] })).toBe(false);
    // A run by another of their numbers does not wait for this one.
    await buildInstance(other);
    const number = await firstRow<{ id: number }>(
      sql`UPDATE campaign_runs r SET instance_id = i.id FROM whatsapp_instances i
          WHERE i.owner_id = r.owner_id AND r.id = ${theirRun} RETURNING i.id`,
    );
    expect(await isTheirs()).toBe(false);
    expect(await isTheirs({ instanceIds: [number?.id ?? 0] })).toBe(true);
    await setRun(sql`instance_id = NULL`);
    const mine = (await buildCampaign(other, { status: "completed" })).runId ?? 0;
    const theirs = { of: other, run: mine };
    await add({ ...theirs, claimed: ago(1) });
    await add({ ...theirs, claimed: ago(0.1), first: false });
    await add({ ...theirs, claimed: ago(0.1), sender: "another" });
    expect(await isTheirs()).toBe(true);
    await add({ claimed: ago(2) });
    await add({ claimed: ago(1.5), first: false });
    await add({ claimed: ago(1.5), sender: "another" });
    await add({ ...theirs, claimed: ago(0.1) });
    expect(await isTheirs()).toBe(false);
    await add({ claimed: ago(0.01), sender: "another" });
    await add({ claimed: ago(0.01), first: false });
    expect(await isTheirs()).toBe(false);
  });

  test("is nobody's before the first message of either", async () => {
    await execute(
      sql`UPDATE campaign_recipients SET sender_key = NULL WHERE owner_id = ${user.id}`,
    );
    expect(await isTheirs()).toBe(false);
  });

  test.each([
    ["is over", sql`status = 'completed', completed_at = now()`],
    ["has not begun", sql`status = 'pending'`],
    ["is paused", sql`paused_at = now()`],
    ["is to stop", sql`stop_at = now()`],
    ["waits for its time", sql`next_send_at = now() + interval '1 minute'`],
  ])("is not a run's that %s", async (_, change) => {
    await setRun(change);
    expect(await isTheirs()).toBe(false);
  });

  test("is a run's with somebody to write to now", async () => {
    await setRecipient(sql`not_before = now() - interval '1 minute'`);
    expect(await isTheirs()).toBe(true);
    await setRecipient(sql`not_before = now() + interval '1 minute'`);
    expect(await isTheirs()).toBe(false);
    await setRecipient(
      sql`not_before = NULL, state = 'sent', claimed_at = now(), sender_key = NULL`,
    );
    expect(await isTheirs()).toBe(false);
    const next = (await buildCampaign(other, { status: "completed" })).runId ?? 0;
    await add({ of: other, run: next, state: "pending", claimed: null, sender: null });
    expect(await isTheirs()).toBe(false);
  });

  test("passes when it is not taken", async () => {
    const [longAgo, justNow] = [
      sql`now() - interval '1 minute'`,
      sql`now() - interval '5 seconds'`,
    ];
    const long = { freeAt: ago(1 / 60) };
    await setRun(sql`created_at = ${longAgo}, next_send_at = ${longAgo}`);
    expect(await isTheirs()).toBe(true);
    expect(await isTheirs(long)).toBe(false);
    await setRun(sql`next_send_at = ${justNow}`);
    expect(await isTheirs(long)).toBe(true);
    await setRun(sql`created_at = ${justNow}, next_send_at = ${longAgo}`);
    expect(await isTheirs(long)).toBe(true);
    await setRun(sql`next_send_at = NULL`);
    expect(await isTheirs(long)).toBe(true);
  });
});

describe("the pace of numbers", () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const read = (sender: string) =>
    firstRow<{ next_send_at: Date; block_left: number | null }>(
      sql`SELECT next_send_at, block_left FROM number_paces WHERE sender_key = ${sender}`,
    );

  test("is one's own, and locked until its transaction ends", async () => {
    const [second, third] = [`${key}-second`, `${key}-third`];
    const isFree = async (sender: string) =>
      outsideTransaction(() =>
        rows(
          sql`SELECT 1 FROM number_paces WHERE sender_key = ${sender} FOR NO KEY UPDATE SKIP LOCKED`,
        ),
      ).then((found) => found.length === 1);
    await paces.lockNumberPaces([second]);
    const later = at(9);
    await transaction(async () => {
      const locked = await paces.lockNumberPaces([third, second, third]);
      expect(locked.map(({ sender_key }) => sender_key)).toEqual([second, third]);
      expect(await isFree(second)).toBe(false);
      await paces.setNumberPaces([{ sender_key: third, next_send_at: later, block_left: 4 }]);
    });
    expect(await isFree(second)).toBe(true);
    expect(await read(third)).toEqual({ next_send_at: later, block_left: 4 });
    expect(await read(second)).toMatchObject({ block_left: null });
    // Locked again it stays as it is.
    expect(await paces.lockNumberPaces([third])).toEqual([
      { sender_key: third, next_send_at: later, block_left: 4 },
    ]);
  });

  test("begins with the latest outcome, and never sooner than before", async () => {
    const [first, last] = [await add(), await add()];
    const unsent = await add({ sender: null });
    const uncounted = await add({ sender: `${key}-uncounted` });
    const delay = (recipient: { id: number }, minutes: number, blockLeft: number | null) => ({
      recipientId: recipient.id,
      at: at(minutes),
      blockLeft,
    });
    const later = delay(last, 8, 3);
    await paces.delayNumberPaces([delay(first, 2, 5), later, delay(unsent, 20, 1)]);
    expect(await read(key)).toEqual({ next_send_at: later.at, block_left: 3 });
    expect(await read(`${key}-uncounted`)).toBeNull();
    await paces.delayNumberPaces([delay(first, 1, 9)]);
    expect(await read(key)).toEqual({ next_send_at: later.at, block_left: 3 });
    const latest = delay(first, 30, 9);
    await paces.delayNumberPaces([latest, delay(uncounted, 1, null)]);
    // How many are left until the rest was counted when the message was claimed.
    expect(await read(key)).toEqual({ next_send_at: latest.at, block_left: 3 });
    expect(await read(`${key}-uncounted`)).not.toBeNull();
  });
});
