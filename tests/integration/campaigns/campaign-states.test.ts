import { beforeEach, describe, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import * as answers from "@/server/campaigns/campaigns/campaign-answers.repository";
import * as campaigns from "@/server/campaigns/campaigns/campaigns.repository";
import { completeEmptyRuns } from "@/server/campaigns/campaigns/new-runs.repository";
import { copyRecipients } from "@/server/campaigns/campaigns/retries.repository";
import * as scheduledCampaigns from "@/server/campaigns/campaigns/scheduled-campaigns.repository";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildInstance } from "@/tests/factories/owned-rows";
import { actorOf, buildUser, type TestUser } from "@/tests/factories/users";

/** What is done to a campaign changes that campaign alone, and only in the states in which it may be done. */

let user: TestUser;
let stranger: TestUser;
beforeEach(async () => {
  [user, stranger] = [await buildUser(), await buildUser()];
});

const TOMORROW = new Date(Date.now() + 86_400_000);
const scheduled = (of: TestUser, row: Parameters<typeof buildCampaign>[1] = {}) =>
  buildCampaign(of, { nextRunAt: TOMORROW, recurrence: "daily", ...row });

/** Every row of both accounts, by its table and id. */
async function readAll(): Promise<Map<string, string>> {
  const owners = [user.id, stranger.id];
  const stored = await rows<{ key: string; content: string }>(
    sql`SELECT 'campaign ' || id AS key, to_jsonb(c)::text AS content FROM campaigns c WHERE owner_id = ANY (${owners}::int[])
        UNION ALL SELECT 'run ' || id, to_jsonb(r)::text FROM campaign_runs r WHERE owner_id = ANY (${owners}::int[])
        UNION ALL SELECT 'recipient ' || id, to_jsonb(p)::text FROM campaign_recipients p WHERE owner_id = ANY (${owners}::int[])`,
  );
  return new Map(stored.map(({ key, content }) => [key, content]));
}

/** Does `work`; returns its result and which rows it changed, without new ones. */
async function observe<T>(work: () => Promise<T>): Promise<{ result: T; changed: string[] }> {
  const before = await readAll();
  const result = await work();
  const after = await readAll();
  const changed = [...before.keys()].filter((key) => after.get(key) !== before.get(key));
  return { result, changed: changed.sort() };
}

const CHOICE = {
  name: "Outra",
  numLeads: 3,
  messages: ["Outro texto"],
  legalBasis: null,
  instanceIds: [],
  listIds: [],
  leadIds: [],
  tagIds: [],
  repeatLeads: false,
  optOutLine: false,
  templates: null,
  optIn: false,
  pacing: {},
  steps: [],
  exceptIds: [],
  scheduledAt: TOMORROW,
  nextRunAt: TOMORROW,
  recurrence: "daily" as const,
  requestId: null,
};

describe.each<[string, (ownerId: TestUser["id"], id: number) => Promise<boolean>]>([
  [
    "a change",
    (ownerId, id) => scheduledCampaigns.updateScheduled({ ownerId, personId: null }, id, CHOICE),
  ],
  ["a cancellation", scheduledCampaigns.cancelScheduled],
  ["a removal", campaigns.hideCampaign],
])("%s", (what, change) => {
  test("is of one campaign of its owner, which has ended runs at most", async () => {
    await scheduled(user);
    await scheduled(stranger);
    const { id } = await scheduled(user, { status: "completed", recipients: ["sent"] });
    expect(await observe(() => change(stranger.id, id))).toEqual({ result: false, changed: [] });
    expect(await observe(() => change(user.id, id))).toEqual({
      result: true,
      changed: [`campaign ${id}`],
    });
  });

  test.each(["pending", "running"] as const)("waits for a %s run to end", async (status) => {
    const { id } = await scheduled(user, { status });
    expect(await observe(() => change(user.id, id))).toEqual({ result: false, changed: [] });
  });

  test("is not of a campaign that was removed, nor, but for a removal, of one without a time", async () => {
    const { id } = await scheduled(user);
    await execute(sql`UPDATE campaigns SET deleted_at = now() WHERE id = ${id}`);
    expect(await observe(() => change(user.id, id))).toEqual({ result: false, changed: [] });
    const past = await buildCampaign(user, { status: "completed" });
    const { result } = await observe(() => change(user.id, past.id));
    expect(result).toBe(what === "a removal");
  });
});

test("removed campaigns are deleted after their days", async () => {
  const [old, young, kept] = [
    await buildCampaign(user),
    await buildCampaign(user),
    await buildCampaign(user),
  ];
  for (const [{ id }, days] of [
    [old, 31],
    [young, 29],
  ] as const) {
    await execute(
      sql`UPDATE campaigns SET deleted_at = now() - make_interval(days => ${days}) WHERE id = ${id}`,
    );
  }
  await trimTable("campaigns");
  const left = await rows<{ id: number }>(
    sql`SELECT id FROM campaigns WHERE owner_id = ${user.id} ORDER BY id`,
  );
  expect(left.map(({ id }) => id)).toEqual([young.id, kept.id]);
});

test("a run with nobody to write to ends before it began, and no other does", async () => {
  await buildCampaign(stranger, { status: "pending" });
  const { id, runId } = await buildCampaign(user, { status: "pending" });
  const ended = await observe(() => completeEmptyRuns([{ id: runId ?? 0, instanceId: null }]));
  expect(ended.changed).toEqual([`run ${runId}`]);
  await execute(sql`UPDATE campaign_runs SET status = 'running' WHERE campaign_id = ${id}`);
  const running = await observe(() => completeEmptyRuns([{ id: runId ?? 0, instanceId: null }]));
  expect(running.changed).toEqual([]);
});

describe("those that failed", () => {
  test("are taken once, of one campaign's ended runs, one alone or all", async () => {
    const { id, recipientIds } = await buildCampaign(user, {
      status: "completed",
      recipients: ["failed", "failed", "failed", "sent", "unknown"],
    });
    await buildCampaign(user, { status: "completed", recipients: ["failed"] });
    await buildCampaign(stranger, { status: "completed", recipients: ["failed"] });
    const [first, ...others] = recipientIds.slice(0, 3);
    const { runId } = await buildCampaign(user, { status: "pending" });
    const take = (recipientId: number | null) =>
      observe(() =>
        copyRecipients(actorOf(user), { campaignId: id, state: "failed", recipientId }, [
          { id: runId ?? 0, instanceId: null },
        ]),
      );
    expect(await take(first ?? 0)).toEqual({ result: 1, changed: [`recipient ${first}`] });
    expect(await take(null)).toEqual({
      result: 2,
      changed: others.map((recipientId) => `recipient ${recipientId}`).sort(),
    });
    expect(await take(null)).toEqual({ result: 0, changed: [] });
  });

  test("of a later step are not sent again: its first message went out", async () => {
    const { id, recipientIds } = await buildCampaign(user, {
      status: "completed",
      recipients: ["sent"],
    });
    await execute(
      sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, step, due_at, state, text, settled_at, claimed_at)
          SELECT run_id, owner_id, lead_id, phone_key, number, 0, 2, now(), 'failed', 'Oi', now(), now()
          FROM campaign_recipients WHERE id = ${recipientIds[0]}`,
    );
    const { runId } = await buildCampaign(user, { status: "pending" });
    const from = { campaignId: id, state: "failed", recipientId: null } as const;
    expect(
      await observe(() =>
        copyRecipients(actorOf(user), from, [{ id: runId ?? 0, instanceId: null }]),
      ),
    ).toEqual({
      result: 0,
      changed: [],
    });
  });

  test("are left out when they were written to since, by whatever way; what was written before does not count", async () => {
    const { id, recipientIds } = await buildCampaign(user, {
      status: "completed",
      recipients: ["failed", "failed", "failed", "failed"],
    });
    await buildInstance(user);
    const number = await firstRow<{ id: number }>(
      sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    );
    const [since, before, answered, itself] = recipientIds;
    await execute(
      sql`UPDATE campaign_recipients SET provider_message_id = 'TRIED-' || id WHERE id = ANY (${recipientIds}::int[])`,
    );
    for (const [recipient, direction, hours, messageId] of [
      [since, "out", 1, "LATER"],
      [before, "out", -1, "EARLIER"],
      [answered, "in", 1, "REPLY"],
      [itself, "out", 1, `TRIED-${itself}`],
    ] as const) {
      await execute(
        sql`WITH chat AS (
              INSERT INTO conversations (owner_id, phone_key, chat_id, last_message, last_message_at)
              SELECT owner_id, phone_key, number || '@s.whatsapp.net', 'Oi', now() FROM campaign_recipients WHERE id = ${recipient}
              RETURNING id, owner_id)
            INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
            SELECT chat.owner_id, chat.id, i.id, ${messageId}, ${direction}, 'Oi', 1, now() + make_interval(hours => ${hours})
            FROM chat, whatsapp_instances i WHERE i.owner_id = chat.owner_id`,
      );
    }
    const { runId } = await buildCampaign(user, { status: "pending" });
    const from = { campaignId: id, state: "failed", recipientId: null } as const;
    expect(
      (
        await observe(() =>
          copyRecipients(actorOf(user), from, [{ id: runId ?? 0, instanceId: number?.id ?? 0 }]),
        )
      ).result,
    ).toBe(3);
    const copied = await rows<{ phone_key: string }>(
      sql`SELECT phone_key FROM campaign_recipients WHERE run_id = ${runId}`,
    );
    const left = await rows<{ phone_key: string }>(
      sql`SELECT phone_key FROM campaign_recipients WHERE id = ${since}`,
    );
    expect(copied.map(({ phone_key }) => phone_key)).not.toContain(left[0]?.phone_key);
  });

  test.each(["pending", "running"] as const)("stay with a %s run", async (status) => {
    const { id, runId } = await buildCampaign(user, { status, recipients: ["failed"] });
    const from = { campaignId: id, state: "failed", recipientId: null } as const;
    expect(
      await observe(() =>
        copyRecipients(actorOf(user), from, [{ id: runId ?? 0, instanceId: null }]),
      ),
    ).toEqual({
      result: 0,
      changed: [],
    });
  });
});

describe("a stop", () => {
  /** The run is held by a worker. */
  const hold = (runId: number | null) =>
    execute(
      sql`UPDATE campaign_runs SET lease_no = 3, lease_until = now() + interval '20 seconds' WHERE id = ${runId}`,
    );
  const storedRun = async (runId: number | null) =>
    (
      await rows(sql`SELECT stop_at, lease_no, resume_at FROM campaign_runs WHERE id = ${runId}`)
    )[0];

  test.each([
    ["held", false, 3],
    ["free", true, 1],
  ])(
    "of a run that is %s is of that run, with what is scheduled of it",
    async (how, free, leaseNo) => {
      await scheduled(user, { status: "completed" });
      await buildCampaign(stranger, { status: "running", nextRunAt: TOMORROW });
      const { id, runId } = await scheduled(user, { status: "running" });
      if (how === "held") await hold(runId);
      const stop = () => campaigns.requestStop(user.id, id);
      expect(await observe(stop)).toEqual({
        result: [{ id: runId, lease_no: leaseNo, free }],
        changed: [`campaign ${id}`, `run ${runId}`],
      });
      const first = await storedRun(runId);
      // Its worker, which decided before, does not let it sleep either.
      const woken = how === "held" ? first?.["stop_at"] : null;
      expect(first).toMatchObject({ stop_at: expect.any(Date), resume_at: woken });
      await stop();
      expect(await storedRun(runId)).toMatchObject({ stop_at: first?.["stop_at"] });
    },
  );

  test("of a campaign that has nothing to come leaves the campaign as it is; of one that is over there is none", async () => {
    const { id, runId } = await buildCampaign(user, { status: "running" });
    const over = await buildCampaign(user, { status: "completed" });
    expect((await observe(() => campaigns.requestStop(user.id, id))).changed).toEqual([
      `run ${runId}`,
    ]);
    expect(await observe(() => campaigns.requestStop(user.id, over.id))).toEqual({
      result: [],
      changed: [],
    });
  });

  test("of an account is of all that is active or to come, and of no other account's", async () => {
    const running = await buildCampaign(user, { status: "running" });
    const next = await scheduled(user, { status: "completed" });
    await buildCampaign(user, { status: "stopped" });
    await scheduled(stranger, { status: "running" });
    const { changed } = await observe(() => campaigns.requestStopOfAll(user.id));
    expect(changed).toEqual([`campaign ${next.id}`, `run ${running.runId}`]);
  });
});

test("what is scheduled of an account is cancelled, and recorded as missed", async () => {
  const [first, second] = [await scheduled(user), await scheduled(user)];
  await buildCampaign(user, { status: "completed" });
  await scheduled(stranger);
  const { result, changed } = await observe(() => campaigns.cancelAllScheduled(user.id, "Acabou"));
  expect(new Set(result)).toEqual(new Set([first.id, second.id]));
  expect(changed).toEqual([first, second].map(({ id }) => `campaign ${id}`).sort());
  expect(
    await rows(
      sql`SELECT campaign_id, scheduled_for, error_message FROM campaign_runs WHERE owner_id = ${user.id} AND status = 'missed'
          ORDER BY campaign_id`,
    ),
  ).toEqual(
    [first, second].map(({ id }) => ({
      campaign_id: id,
      scheduled_for: TOMORROW,
      error_message: "Acabou",
    })),
  );
});

test("a time that is being put off is missed at its new hour, not at the one before", async () => {
  const { id } = await scheduled(user);
  const later = new Date(TOMORROW.getTime() + 86_400_000);
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let putOff: Promise<void> = Promise.resolve();
  await new Promise<void>((moved) => {
    putOff = transaction(async () => {
      await execute(sql`UPDATE campaigns SET next_run_at = ${later} WHERE id = ${id}`);
      moved();
      await ended;
    });
  });
  const cancelled = campaigns.cancelAllScheduled(user.id, "Acabou");
  await until(
    () =>
      firstRow(sql`SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                   WHERE NOT l.granted AND a.datname = current_database()`),
    "the cancellation to wait",
  );
  end();
  await putOff;
  expect(await cancelled).toEqual([id]);
  expect(
    await rows(sql`SELECT scheduled_for FROM campaign_runs WHERE campaign_id = ${id}`),
  ).toEqual([{ scheduled_for: later }]);
});

test("a paused run goes on, and only that", async () => {
  const { id, runId } = await buildCampaign(user, { status: "running", paused: true });
  const ended = await buildCampaign(user, { status: "completed", paused: true });
  await buildCampaign(stranger, { status: "running", paused: true });
  expect(await observe(() => campaigns.resumeRuns(user.id, ended.id))).toEqual({
    result: [],
    changed: [],
  });
  expect(await observe(() => campaigns.resumeRuns(user.id, id))).toEqual({
    result: [{ id: runId, lease_no: 1 }],
    changed: [`run ${runId}`],
  });
  expect(await observe(() => campaigns.resumeRuns(user.id, id))).toEqual({
    result: [],
    changed: [],
  });
});

test("an answer is of the messages that went to its number, once", async () => {
  const { id, recipientIds } = await buildCampaign(user, {
    status: "completed",
    recipients: ["sent", "unknown", "pending", "failed", "sent"],
  });
  const elsewhere = await buildCampaign(stranger, { status: "completed", recipients: ["sent"] });
  // One person, over two campaigns.
  const later = await buildCampaign(user, { status: "stopped", recipients: ["sent"] });
  const [sent, , , , other] = recipientIds;
  const keyOf = async (recipientId = 0) =>
    (
      await rows<{ phone_key: string }>(
        sql`SELECT phone_key FROM campaign_recipients WHERE id = ${recipientId}`,
      )
    )[0]?.phone_key ?? "";
  const key = await keyOf(sent);
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = ${key} WHERE id = ANY (${[...elsewhere.recipientIds, ...later.recipientIds]}::int[])`,
  );
  const answer = (phoneKey: string) =>
    observe(() =>
      answers.markRecipientsAnswered(user.id, phoneKey, { intent: null, settled: false }),
    );
  const first = await answer(key);
  expect(first.result.sort()).toEqual([id, later.id].sort());
  expect(first.changed).toEqual(
    [sent, ...later.recipientIds].map((each) => `recipient ${each}`).sort(),
  );
  expect(await answer(key)).toEqual({ result: [], changed: [] });
  for (const [at, answers] of [true, false, false].entries()) {
    const recipientId = recipientIds[at + 1];
    expect((await answer(await keyOf(recipientId))).changed).toEqual(
      answers ? [`recipient ${recipientId}`] : [],
    );
  }
  expect((await answer(await keyOf(other))).changed).toEqual([`recipient ${other}`]);
});

test("a message that was accepted and not delivered fails: that one, of this account", async () => {
  const { id, recipientIds } = await buildCampaign(user, {
    status: "completed",
    recipients: ["sent", "sent", "unknown"],
  });
  const elsewhere = await buildCampaign(stranger, { status: "completed", recipients: ["sent"] });
  const setMessage = (recipientId = 0, messageId: string) =>
    execute(
      sql`UPDATE campaign_recipients SET provider_message_id = ${messageId} WHERE id = ${recipientId}`,
    );
  const [first, second, unknown] = recipientIds;
  await setMessage(first, "M1");
  await setMessage(second, "M2");
  await setMessage(unknown, "M3");
  await setMessage(elsewhere.recipientIds[0], "M1");
  const fail = (messageId: string) =>
    observe(() =>
      answers.failSentRecipient(
        user.id,
        { instanceId: 0, providerMessageId: messageId },
        { cause: "not_delivered", detail: "O WhatsApp não entregou a mensagem" },
      ),
    );
  const failed = await fail("M1");
  expect(failed).toEqual({
    result: expect.objectContaining({ lead_id: expect.any(Number), campaign_id: id }),
    changed: [`recipient ${first}`],
  });
  expect(
    await rows(sql`SELECT state, cause, lead_id FROM campaign_recipients WHERE id = ${first}`),
  ).toEqual([{ state: "failed", cause: "not_delivered", lead_id: failed.result?.lead_id }]);
  for (const other of ["M1", "M3", "M4"]) {
    expect(await fail(other)).toEqual({ result: null, changed: [] });
  }
});
