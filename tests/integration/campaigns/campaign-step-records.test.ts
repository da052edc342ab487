import { beforeEach, describe, expect, test } from "vitest";
import * as delivery from "@/server/campaigns/campaigns/delivery.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** What is known of a person before a later step: what came since the first message, from this person, to this account. */

let user: TestUser;
let runId: number;
let firstId: number;
let stepId: number;
let phoneKey: string;
let chat: number;

beforeEach(async () => {
  user = await buildUser();
  await buildInstance(user);
  const campaign = await buildCampaign(user, { status: "running", recipients: ["sent"] });
  runId = campaign.runId ?? 0;
  firstId = campaign.recipientIds[0] ?? 0;
  await execute(
    sql`UPDATE campaign_runs SET created_at = now() - interval '3 days', following_since = now() WHERE id = ${runId}`,
  );
  await execute(
    sql`UPDATE campaign_recipients SET provider_message_id = 'FIRST' WHERE id = ${firstId}`,
  );
  await execute(
    sql`INSERT INTO campaign_steps (campaign_id, owner_id, step, messages, wait_days)
        VALUES (${campaign.id}, ${user.id}, 2, ARRAY['Conseguiu ver?'], 1)`,
  );
  const step = await firstRow<{ id: number; phone_key: string }>(
    sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, step, due_at)
        SELECT run_id, owner_id, lead_id, phone_key, number, 0, 2, now() - interval '1 minute'
        FROM campaign_recipients WHERE id = ${firstId} RETURNING id, phone_key`,
  );
  stepId = step?.id ?? 0;
  phoneKey = step?.phone_key ?? "";
  const conversation = await firstRow<{ id: number }>(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id) VALUES (${user.id}, ${phoneKey}, ${`${phoneKey}@s.whatsapp.net`})
        RETURNING id`,
  );
  chat = conversation?.id ?? 0;
});

const next = async (options: Parameters<typeof delivery.findNextRecipients>[1] = {}) =>
  (await delivery.findNextRecipients([runId], options))[0];
const write = (direction: "in" | "out", id: string, hoursAgo: number) =>
  execute(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
        SELECT owner_id, ${chat}, id, ${id}, ${direction}, 'Oi', now() - make_interval(mins => ${hoursAgo * 60})
        FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );

describe("before a later step", () => {
  test("the run's own first message is no contact of another, and any other message since is", async () => {
    await write("out", "FIRST", 48);
    expect(await next()).toMatchObject({ id: stepId, step: 2, contacted: false });
    // Before the run.
    await write("out", "EARLIER", 96);
    expect(await next()).toMatchObject({ contacted: false });
    const other = await buildCampaign(user, { status: "completed", recipients: ["sent"] });
    await execute(
      sql`UPDATE campaign_recipients SET provider_message_id = 'OF ANOTHER RUN' WHERE id = ${other.recipientIds[0]}`,
    );
    await write("out", "OF ANOTHER RUN", 24);
    expect(await next()).toMatchObject({ contacted: true });
  });

  test("a chat is a stranger's after thirty days, and open for a day", async () => {
    expect(await next()).toMatchObject({
      first_contact: true,
      in_window: false,
      has_written: false,
    });
    await write("in", "LONG AGO", 31 * 24);
    expect(await next()).toMatchObject({
      first_contact: true,
      in_window: false,
      has_written: true,
    });
    await write("in", "LATELY", 25);
    expect(await next()).toMatchObject({ first_contact: false, in_window: false });
    await write("in", "NOW", 23);
    expect(await next()).toMatchObject({ first_contact: false, in_window: true });
    expect(await next({ onlyKnown: new Set([runId]), knownHours: 24 })).toMatchObject({
      id: stepId,
    });
    expect(await next({ onlyKnown: new Set([runId]), knownHours: 22 })).toBeUndefined();
  });

  test.each<[string, { by?: "us"; emoji?: null; key?: "another"; hoursAgo?: number }, boolean]>([
    ["of the person since", {}, true],
    ["that was taken back", { emoji: null }, false],
    ["of ours", { by: "us" }, false],
    ["of somebody else", { key: "another" }, false],
    ["from before the run", { hoursAgo: 96 }, false],
  ])(
    "a reaction %s is seen for what it is",
    async (_which, { by, emoji, key, hoursAgo = 1 }, seen) => {
      await execute(
        sql`INSERT INTO message_reactions (owner_id, instance_id, provider_message_id, phone_key, from_me, emoji, reacted_at)
          SELECT owner_id, id, 'FIRST', ${key === "another" ? "5511900000000" : phoneKey}, ${by === "us"},
                 ${emoji === null ? null : "👍"}, now() - make_interval(hours => ${hoursAgo})
          FROM whatsapp_instances WHERE owner_id = ${user.id}`,
      );
      expect(await next()).toMatchObject({ id: stepId, reacted: seen });
      // The run went on with it since.
      await execute(sql`UPDATE campaign_recipients SET continued_at = now() WHERE id = ${stepId}`);
      expect(await next()).toMatchObject({ reacted: false });
    },
  );

  test.each<[string, string, boolean]>([
    ["answered", "1 hour", true],
    ["won", "1 hour", true],
    ["lost", "1 hour", true],
    ["new", "1 hour", false],
    ["contacted", "1 hour", false],
    ["won", "96 hours", false],
  ])("a lead that was put among the %s %s ago counts as moved: %#", async (meaning, ago, moved) => {
    await execute(
      sql`WITH stage AS (
            INSERT INTO stages (owner_id, name, meaning, colour, position)
            VALUES (${user.id}, 'Etapa', ${meaning}, 'sky', 90) RETURNING id)
          UPDATE leads SET stage_id = stage.id, staged_at = now() - ${ago}::interval
          FROM stage, campaign_recipients p WHERE p.id = ${stepId} AND leads.id = p.lead_id`,
    );
    await execute(
      sql`UPDATE leads SET staged_at = now() - ${ago}::interval
          WHERE id = (SELECT lead_id FROM campaign_recipients WHERE id = ${stepId})`,
    );
    expect(await next()).toMatchObject({ id: stepId, moved });
  });
});

test("whoever got a message of another campaign lately is told, where leads are repeated at all", async () => {
  const repeated = await buildCampaign(user, { status: "running", recipients: ["pending"] });
  const lead = await firstRow<{ phone_key: string; lead_id: number }>(
    sql`SELECT phone_key, lead_id FROM campaign_recipients WHERE id = ${repeated.recipientIds[0]}`,
  );
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = ${lead?.phone_key}, state = 'sent', claimed_at = now() - interval '5 days'
        WHERE id = ${firstId}`,
  );
  const find = async (repeatDays: number) =>
    (await delivery.findNextRecipients([repeated.runId ?? 0], { repeatDays }))[0];
  const set = (change: ReturnType<typeof sql>) =>
    execute(sql`UPDATE campaigns SET ${change} WHERE id = ${repeated.id}`);
  await set(sql`repeat_leads = true`);
  expect(await find(7)).toMatchObject({ recent: true });
  // To somebody else.
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = '551144443333' WHERE id = ${firstId}`,
  );
  expect(await find(7)).toMatchObject({ recent: false });
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = ${lead?.phone_key} WHERE id = ${firstId}`,
  );
  expect(await find(4)).toMatchObject({ recent: false });
  expect(await find(0)).toMatchObject({ recent: false });
  await set(sql`repeat_leads = false`);
  expect(await find(7)).toMatchObject({ recent: false });
  await set(sql`repeat_leads = true`);
  await execute(sql`UPDATE campaign_runs SET kind = 'failed' WHERE id = ${repeated.runId}`);
  expect(await find(7)).toMatchObject({ recent: false });
  await execute(sql`UPDATE campaign_runs SET kind = 'audience' WHERE id = ${repeated.runId}`);
  await execute(sql`UPDATE campaign_recipients SET state = 'failed' WHERE id = ${firstId}`);
  expect(await find(7)).toMatchObject({ recent: false });
});

describe("a number that its lead no longer has", () => {
  const NEW = { number: "5511955554444", phoneKey: "551155554444" };
  const stored = async (id: number) =>
    (
      await rows<{ phone_key: string; number: string }>(
        sql`SELECT phone_key, number FROM campaign_recipients WHERE id = ${id}`,
      )
    )[0];

  test("is corrected once, unless the run writes to the new one already", async () => {
    const { runId: run = 0, recipientIds } = await buildCampaign(user, {
      status: "running",
      recipients: ["pending", "pending", "sent"],
    });
    const [first = 0, second = 0, sent = 0] = recipientIds;
    const correct = (id: number) => delivery.correctNumber({ id, run_id: run ?? 0 }, NEW);
    expect(await correct(first)).toBe(true);
    expect(await stored(first)).toEqual({ number: NEW.number, phone_key: NEW.phoneKey });
    const before = await stored(second);
    expect(await correct(second)).toBe(false);
    expect(await stored(second)).toEqual(before);
    // What went out went to the number before.
    await execute(sql`DELETE FROM campaign_recipients WHERE id = ${first}`);
    expect(await correct(sent)).toBe(false);
    expect(await correct(second)).toBe(true);
  });

  test("is not corrected for a later step while another run has one to the new number", async () => {
    const other = await buildCampaign(user, { status: "running", recipients: ["sent"] });
    const elsewhere = await firstRow<{ id: number }>(
      sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, step, due_at)
          SELECT run_id, owner_id, lead_id, ${NEW.phoneKey}, ${NEW.number}, 0, 2, now()
          FROM campaign_recipients WHERE id = ${other.recipientIds[0]} RETURNING id`,
    );
    const correct = () => delivery.correctNumber({ id: stepId, run_id: runId }, NEW);
    expect(await correct()).toBe(false);
    await execute(
      sql`UPDATE campaign_recipients SET state = 'sent', text = 'Oi', settled_at = now(), claimed_at = now() WHERE id = ${elsewhere?.id}`,
    );
    expect(await correct()).toBe(true);
  });
});

describe("what follows a message that was accepted", () => {
  const settle = async () => {
    await execute(
      sql`UPDATE campaign_recipients SET state = 'sending', message_id = 'M', text = 'Oi', settled_at = NULL, answered_at = NULL
          WHERE id = ${firstId}`,
    );
    const sent = { recipientId: firstId, providerMessageId: "SENT", reported: false };
    return (await delivery.settleSent([sent])).get(firstId);
  };

  test("is the campaign's next step, while the run goes on", async () => {
    expect(await settle()).toMatchObject({ owner_id: user.id, wait_days: 1, window_from: null });
    await execute(sql`UPDATE campaign_runs SET stop_at = now() WHERE id = ${runId}`);
    expect(await settle()).toBeNull();
    await execute(
      sql`UPDATE campaign_runs SET stop_at = NULL, status = 'completed', completed_at = now() WHERE id = ${runId}`,
    );
    expect(await settle()).toBeNull();
  });

  test("is nothing once the person has answered, whichever step the answer came to", async () => {
    await execute(sql`UPDATE campaign_recipients SET answered_at = now() WHERE id = ${stepId}`);
    expect(await settle()).toBeNull();
    await execute(sql`UPDATE campaign_recipients SET answered_at = NULL WHERE id = ${stepId}`);
    const other = await buildCampaign(user, { status: "running", recipients: ["sent"] });
    await execute(
      sql`UPDATE campaign_recipients SET answered_at = now() WHERE id = ${other.recipientIds[0]}`,
    );
    expect(await settle()).toMatchObject({ wait_days: 1 });
  });
});
