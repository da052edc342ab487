import { beforeEach, describe, expect, test } from "vitest";
import { NUMBER_CHECK_DAYS } from "@/lib/domain/messages/message-limits";
import * as audience from "@/server/campaigns/campaigns/audience.repository";
import * as delivery from "@/server/campaigns/campaigns/delivery.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance } from "@/tests/factories/owned-rows";
import { actorOf, buildUser, type TestUser } from "@/tests/factories/users";

/** What is known of a number decides who is written to: the number's own, this account's alone, and while it holds. */

/** A number as an account has it. */
interface Known {
  user: TestUser;
  key: string;
}

let user: TestUser;
let stranger: TestUser;
let mine: Known;
/** The next recipient's number, and the same number in another account. */
let others: Known[];
let runId: number;
let recipientIds: number[];
let campaignId: number;
let leadIds: number[];

beforeEach(async () => {
  [user, stranger] = [await buildUser(), await buildUser()];
  for (const owner of [user, stranger]) await buildInstance(owner);
  const campaign = await buildCampaign(user, {
    status: "running",
    recipients: ["pending", "pending"],
  });
  campaignId = campaign.id;
  runId = campaign.runId ?? 0;
  recipientIds = campaign.recipientIds;
  const stored = await rows<{ lead_id: number; phone_key: string }>(
    sql`SELECT lead_id, phone_key FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`,
  );
  leadIds = stored.map(({ lead_id }) => lead_id);
  const [first = "", second = ""] = stored.map(({ phone_key }) => phone_key);
  mine = { user, key: first };
  others = [
    { user, key: second },
    { user: stranger, key: first },
  ];
});

const checkNumber =
  (chatId: string | null, age = "0 seconds") =>
  (known: Known) =>
    execute(
      sql`INSERT INTO checked_numbers (owner_id, phone_key, chat_id, checked_at)
        VALUES (${known.user.id}, ${known.key}, ${chatId}, now() - ${age}::interval)`,
    );
const optOut = (known: Known) =>
  execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source) VALUES (${known.user.id}, ${known.key}, 'person')`,
  );
const flag = (known: Known) =>
  execute(
    sql`INSERT INTO opt_out_reviews (owner_id, phone_key, provider_message_id, said_at, words)
        VALUES (${known.user.id}, ${known.key}, 'M', now(), 'não me mande mais boletos')`,
  );

/** A conversation, with a message so long after the run was made if there is one. */
const talk =
  (message?: { direction: "in" | "out"; after: string }) =>
  async ({ user: owner, key }: Known) => {
    await execute(
      sql`WITH conversation AS (
            INSERT INTO conversations (owner_id, phone_key, chat_id) VALUES (${owner.id}, ${key}, ${`${key}@s.whatsapp.net`})
            RETURNING id)
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
          SELECT ${owner.id}, conversation.id, i.id, ${key}, ${message?.direction ?? "out"}, 'Oi',
                 (SELECT created_at FROM campaign_runs WHERE id = ${runId}) + ${message?.after ?? "0 seconds"}::interval
          FROM conversation, whatsapp_instances i WHERE i.owner_id = ${owner.id} AND ${message !== undefined}`,
    );
  };

/** A conversation whose last message, of so long ago, nobody has answered; put away so long ago, if at all. */
const wait =
  (said: string, archived: string | null = null) =>
  ({ user: owner, key }: Known) =>
    execute(
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, last_message_at, waiting_since, archived_at)
          VALUES (${owner.id}, ${key}, ${`${key}@s.whatsapp.net`}, now() - ${said}::interval, now() - ${said}::interval,
                  now() - ${archived}::interval)`,
    );

/** As wait; and the lead entered its stage so long ago, moved by `by`. */
const waitMoved = (said: string, moved: string, by: string) => async (known: Known) => {
  await wait(said)(known);
  await execute(
    sql`UPDATE leads SET created_at = now() - interval '9 days', staged_at = now() - ${moved}::interval, status_by = ${by}
        WHERE owner_id = ${known.user.id} AND phone_key = ${known.key}`,
  );
};

const KEPT = `${NUMBER_CHECK_DAYS - 1} days 23 hours`;
const OUTDATED = `${NUMBER_CHECK_DAYS} days 1 hour`;

describe("the next recipient of a run", () => {
  const NOTHING_KNOWN = {
    opted_out: false,
    in_review: false,
    contacted: false,
    answered: false,
    first_contact: true,
    address: null,
    missing: false,
  };
  const next = async () => (await delivery.findNextRecipients([runId]))[0];
  const setKind = (kind: string) =>
    execute(sql`UPDATE campaign_runs SET kind = ${kind} WHERE id = ${runId}`);
  const contactLead = (after: string) =>
    execute(
      sql`UPDATE leads SET contacted_at = (SELECT created_at FROM campaign_runs WHERE id = ${runId}) + ${after}::interval
          WHERE id = ${leadIds[0]}`,
    );

  test.each<[string, (known: Known) => Promise<unknown>, Partial<delivery.RecipientRow>]>([
    ["an opt-out", optOut, { opted_out: true }],
    ["a message for a person to judge", flag, { in_review: true }],
    ["a check with an address", checkNumber("9@lid"), { address: "9@lid" }],
    ["a check without an account", checkNumber(null), { missing: true }],
    ["a check that is still kept", checkNumber(null, KEPT), { missing: true }],
    ["an outdated address", checkNumber("9@lid", OUTDATED), {}],
    ["an outdated check", checkNumber(null, OUTDATED), {}],
    [
      "a message from us since",
      talk({ direction: "out", after: "1 second" }),
      { contacted: true, address: expect.any(String) },
    ],
    [
      "a message from us before",
      talk({ direction: "out", after: "-1 second" }),
      { address: expect.any(String) },
    ],
    [
      "an answer since",
      talk({ direction: "in", after: "1 second" }),
      { answered: true, first_contact: false, address: expect.any(String) },
    ],
    [
      "an answer from before",
      talk({ direction: "in", after: "-2 seconds" }),
      { first_contact: false, address: expect.any(String) },
    ],
  ])("knows of %s to its own number, and of no other", async (_what, learn, known) => {
    for (const other of others) await learn(other);
    expect(await next()).toMatchObject({ id: recipientIds[0], ...NOTHING_KNOWN });
    await learn(mine);
    expect(await next()).toMatchObject({ id: recipientIds[0], ...NOTHING_KNOWN, ...known });
  });

  test("has WhatsApp where there is a conversation, whatever the check said", async () => {
    await checkNumber(null)(mine);
    await talk()(mine);
    expect(await next()).toMatchObject({ missing: false, address: `${mine.key}@s.whatsapp.net` });
  });

  test("was contacted when its lead was, before the run only for a first audience that repeats nobody", async () => {
    await contactLead("-1 second");
    expect(await next()).toMatchObject({ contacted: true });
    await setKind("failed");
    expect(await next()).toMatchObject({ contacted: false });
    await setKind("audience");
    await execute(sql`UPDATE campaigns SET repeat_leads = true WHERE id = ${campaignId}`);
    expect(await next()).toMatchObject({ contacted: false });
    await contactLead("0 seconds");
    expect(await next()).toMatchObject({ contacted: false });
    await contactLead("1 second");
    expect(await next()).toMatchObject({ contacted: true });
    await setKind("failed");
    expect(await next()).toMatchObject({ contacted: true });
  });

  test("is asked about once more when it is tried again: only a check since then counts", async () => {
    await setKind("failed");
    await checkNumber(null)(mine);
    for (const [checked, missing] of [
      ["-1 second", false],
      ["0 seconds", false],
      ["1 second", true],
    ] as const) {
      await execute(
        sql`UPDATE checked_numbers SET checked_at = (SELECT created_at FROM campaign_runs WHERE id = ${runId}) + ${checked}::interval
            WHERE owner_id = ${user.id} AND phone_key = ${mine.key}`,
      );
      expect(await next()).toMatchObject({ missing });
    }
  });

  test("waits for its time, and lets the one behind it go first", async () => {
    const wait = (time: string) =>
      execute(
        sql`UPDATE campaign_recipients SET not_before = now() + ${time}::interval WHERE id = ${recipientIds[0]}`,
      );
    await wait("1 minute");
    expect(await next()).toMatchObject({ id: recipientIds[1] });
    await wait("-1 minute");
    expect(await next()).toMatchObject({ id: recipientIds[0] });
  });
});

test("only a recipient whose message has no outcome is settled", async () => {
  const [first, second] = recipientIds;
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sent', claimed_at = now() - interval '1 hour', message_id = 'M' || id
        WHERE run_id = ${runId}`,
  );
  expect(await delivery.findSending(second ?? 0)).toBeNull();
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sending', settled_at = NULL WHERE id = ${second}`,
  );
  expect(await delivery.findSending(second ?? 0)).toMatchObject({ id: second, run_id: runId });
  expect(await delivery.findSending(first ?? 0)).toBeNull();
});

describe("an audience", () => {
  const EVERYBODY = { listIds: [], repeatLeads: false };
  const REPEATED = { listIds: [], repeatLeads: true };
  const findLeads = (choice: audience.AudienceChoice = EVERYBODY) =>
    audience.findCandidateIds(actorOf(user), choice, 10);

  /** Of `beforeEach`'s run: its recipients keep nobody out. */
  const endRun = async () => {
    await execute(
      sql`UPDATE campaign_recipients SET state = 'skipped' WHERE run_id = ${runId} AND state IN ('pending', 'sending')`,
    );
    await execute(
      sql`UPDATE campaign_runs SET status = 'stopped', completed_at = now() WHERE id = ${runId}`,
    );
  };

  test.each<[string, (known: Known) => Promise<unknown>, string | null]>([
    ["who left", optOut, "opted_out"],
    ["who may have left", flag, "in_review"],
    ["whose last message nobody has answered", wait("2 days"), "awaits_reply"],
    ["who was answered", talk({ direction: "out", after: "0 seconds" }), null],
    ["who was put away since", wait("2 days", "1 day"), null],
    ["who wrote again since", wait("1 day", "2 days"), "awaits_reply"],
    ["whom a person moved since", waitMoved("2 days", "1 day", "person"), null],
    ["whom a person moved before", waitMoved("1 day", "2 days", "person"), "awaits_reply"],
    ["whom the answer moved", waitMoved("2 days", "1 day", "reply"), "awaits_reply"],
    ["whose number has no account", checkNumber(null), "no_whatsapp"],
    ["whose number had none a month ago", checkNumber(null, KEPT), "no_whatsapp"],
    ["whose number had none longer ago", checkNumber(null, OUTDATED), null],
    ["whose number has an account", checkNumber("9@lid"), null],
  ])("%s is left out, or not, and nobody else", async (_who, learn, reason) => {
    await endRun();
    // The stranger's numbers are those of our leads.
    for (const key of [mine.key, others[0]?.key ?? ""]) await learn({ user: stranger, key });
    expect(await findLeads()).toEqual(leadIds);
    await learn(mine);
    expect(await findLeads()).toEqual(reason === null ? leadIds : leadIds.slice(1));
    const counted = await audience.countAudience(actorOf(user), EVERYBODY);
    expect(counted).toMatchObject(reason === null ? { eligible: 2 } : { eligible: 1, [reason]: 1 });
  });

  test("a number that a run is to write to is left out until the run has done so or is over", async () => {
    expect(await findLeads()).toEqual([]);
    expect(await audience.countAudience(actorOf(user), EVERYBODY)).toMatchObject({
      in_campaign: 2,
    });
    await execute(sql`UPDATE campaign_recipients SET state = 'sent' WHERE id = ${recipientIds[0]}`);
    expect(await findLeads()).toEqual(leadIds.slice(0, 1));
    await execute(
      sql`UPDATE campaign_recipients SET state = 'sending', settled_at = NULL, message_id = 'M' WHERE id = ${recipientIds[0]}`,
    );
    expect(await findLeads()).toEqual([]);
    await endRun();
    expect(await findLeads()).toEqual(leadIds);
  });

  test("who was contacted is in it only when leads are repeated", async () => {
    await endRun();
    await execute(sql`UPDATE leads SET contacted_at = now() WHERE id = ${leadIds[0]}`);
    expect(await findLeads()).toEqual(leadIds.slice(1));
    expect(await audience.countAudience(actorOf(user), EVERYBODY)).toMatchObject({
      eligible: 1,
      contacted: 1,
    });
    expect(await findLeads(REPEATED)).toEqual(leadIds);
    expect(await audience.countAudience(actorOf(user), REPEATED)).toMatchObject({ eligible: 2 });
  });

  test("is of the chosen lists alone", async () => {
    await endRun();
    const lists = await rows<{ id: number }>(
      sql`WITH stored AS (
            INSERT INTO lists (owner_id, name, source, status) SELECT ${user.id}, 'Lista ' || n, 'manual', 'completed'
            FROM generate_series(1, 2) AS n RETURNING id),
          filled AS (
            INSERT INTO list_leads (list_id, lead_id, owner_id)
            SELECT list.id, lead.id, ${user.id}
            FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM stored) AS list
            JOIN (SELECT id, n FROM unnest(${leadIds}::int[]) WITH ORDINALITY AS l(id, n)) AS lead USING (n))
          SELECT id FROM stored ORDER BY id`,
    );
    for (const [at, { id }] of lists.entries()) {
      const choice = { listIds: [id], repeatLeads: false };
      expect(await findLeads(choice)).toEqual([leadIds[at]]);
      expect(await audience.countAudience(actorOf(user), choice)).toMatchObject({ eligible: 1 });
    }
    expect(
      await audience.countOwnLists(
        stranger.id,
        lists.map(({ id }) => id),
      ),
    ).toBe(0);
  });

  test("gets the message's variants in turns, from the first", async () => {
    await endRun();
    await buildLead(user.id);
    await buildLead(user.id);
    const { runId: id } = await buildCampaign(user, { status: "running" });
    const runs = [{ id: id ?? 0, instanceId: null }];
    const most = { numLeads: 10, variants: 3 };
    expect(await audience.addRecipients(actorOf(user), runs, most, EVERYBODY)).toBe(4);
    const stored = await rows<{ variant: number }>(
      sql`SELECT variant FROM campaign_recipients WHERE run_id = ${id} ORDER BY id`,
    );
    expect(stored.map(({ variant }) => variant)).toEqual([0, 1, 2, 0]);
    expect(
      await firstRow(sql`SELECT 1 FROM campaign_recipients WHERE owner_id = ${stranger.id}`),
    ).toBeNull();
  });
});
