import { expect, test } from "vitest";
import { listRetention } from "@/lib/domain/custody/retention";
import { deleteOldMessages } from "@/server/messaging/messages/old-messages.service";
import { deleteOldSessions } from "@/server/platform/auth/sessions.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { listDutyRuns } from "@/server/platform/jobs/duty-runs";
import { runDuty } from "@/server/platform/jobs/run-duty";
import { deleteOldMails } from "@/server/platform/mail/mail.service";
import { buildFailedMedia } from "@/tests/factories/owned-rows";
import { buildUser } from "@/tests/factories/users";
import { runWithOldMessages } from "@/tests/support/environments";
import { ALL_DUTIES } from "@/workers/schedules";

runWithOldMessages();

test("sessions that expired long ago are deleted, live and recently ended ones stay", async () => {
  const { id } = await buildUser();
  await execute(sql`DELETE FROM sessions WHERE user_id = ${id}`);
  await execute(
    sql`INSERT INTO sessions (user_id, kind, token_hash, user_agent, expires_at)
        SELECT ${id}::int, 'api', convert_to(name, 'UTF8'), name, now() + days * interval '1 day'
        FROM (VALUES ('live', 1), ('just over', -1), ('long over', -31)) AS s(name, days)`,
  );
  await deleteOldSessions.run();
  expect(
    await rows(sql`SELECT user_agent FROM sessions WHERE user_id = ${id} ORDER BY expires_at`),
  ).toEqual([{ user_agent: "just over" }, { user_agent: "live" }]);
});

test("mails sent, given up or expired long ago are deleted, waiting ones stay", async () => {
  const { id } = await buildUser();
  await execute(
    sql`INSERT INTO mails (user_id, kind, sealed_link, created_at, expires_at, sent_at, failed_at)
        SELECT ${id}::int, 'welcome', CASE WHEN sent OR failed THEN NULL ELSE 'sealed' END,
               now() - age * interval '1 day', now() + lasts * interval '1 day', CASE WHEN sent THEN now() END, CASE WHEN failed THEN now() END
        FROM (VALUES (31, true, false, 0), (32, false, true, 0), (33, false, false, 1), (34, false, false, -1), (29, true, false, 0))
          AS m(age, sent, failed, lasts)`,
  );
  await deleteOldMails.run();
  expect(
    await rows(
      sql`SELECT (now()::date - created_at::date) AS age FROM mails WHERE user_id = ${id} ORDER BY created_at`,
    ),
  ).toEqual([{ age: 33 }, { age: 29 }]);
});

/**
 * Every table that does not go with its account: why it may be kept, or the duty that trims it. A table that only grows
 * fills the disk one day.
 */
const NO_ACCOUNTS: Record<string, { kept: string } | { duty: string }> = {
  account_deletions: { kept: "a row for each deletion asked for: the proof that it was done" },
  _prisma_migrations: { kept: "a row for each migration" },
  audit_entries: { kept: "what administrators did is to be told years later" },
  billing_alerts: { kept: "what was wrong with payments, one row for each" },
  billing_orders: { kept: "what was asked of the payment provider, beside its invoices" },
  billing_unread_events: { duty: "delete old billing events" },
  duty_runs: { kept: "a row for each duty" },
  early_receipts: { duty: "delete old early changes" },
  erasure_key: { kept: "one row" },
  event_rollup: { kept: "one row" },
  geocode_cache: { kept: "trimmed by each address that is added" },
  installation: { kept: "one row" },
  lead_search: { kept: "a row for each lead, which takes it along" },
  media_removals: { duty: "remove released media" },
  message_prices: { kept: "a row for each price that was ever valid" },
  municipality_districts: { kept: "a row for each municipality" },
  rate_limits: { kept: "trimmed by the library that counts" },
  number_days: { duty: "delete old number days" },
  number_paces: { duty: "delete old number days" },
  portfolio_limits: { kept: "a row for each business account" },
  registry_choices: { kept: "one row" },
  registry_import_files: { kept: "37 rows for each month" },
  registry_imports: { kept: "a row for each month" },
  registry_refusals: { kept: "the lines of a month that were refused: some hundreds" },
  service_turns: { kept: "a row for each service" },
  site_visits: { duty: "delete free sites" },
  worker_heartbeats: { duty: "heartbeat" },
};

/** Tables of accounts whose rows are of no use after a while. */
const OF_ACCOUNTS: Record<string, string> = {
  account_actions: "delete old account actions",
  account_exports: "delete old exports",
  billings: "delete erased accounts",
  billing_invoices: "delete erased accounts",
  campaigns: "delete hidden campaigns",
  conversations: "delete old messages",
  import_chunks: "delete old imports",
  lead_deletions: "delete old lead deletions",
  messages: "delete old messages",
  scheduled_messages: "delete settled scheduled messages",
  billing_events: "delete old billing events",
  checked_numbers: "delete old number checks",
  deleted_leads: "delete old lead deletions",
  lead_changes: "delete old lead changes",
  lead_change_sets: "delete old lead changes",
  early_changes: "delete old early changes",
  events: "turn event months",
  idempotency_keys: "delete old idempotency keys",
  lead_merges: "delete old lead merges",
  mails: "delete old mails",
  own_fields: "delete old own fields",
  passkey_answers: "delete old passkey answers",
  message_media: "expire media",
  sessions: "delete old sessions",
  sign_in_attempts: "delete old sign-ins",
  tasks: "delete old tasks",
  webhook_dead_letters: "delete old dead letters",
  webhook_deliveries: "delete old webhook deliveries",
  whatsapp_commands: "delete old whatsapp commands",
  whatsapp_gaps: "delete old connection gaps",
};

test("every table goes with its account, is trimmed by a duty, or is kept for a reason", async () => {
  const tables = await rows<{ name: string; of_account: boolean }>(
    sql`WITH RECURSIVE owned AS (
          SELECT 'users'::regclass::oid AS id
          UNION SELECT c.conrelid FROM pg_constraint c JOIN owned ON c.confrelid = owned.id
          WHERE c.contype = 'f' AND c.confdeltype = 'c')
        SELECT relname AS name, oid IN (SELECT id FROM owned) AS of_account FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const named = (ofAccount: boolean) =>
    tables.filter((table) => table.of_account === ofAccount).map(({ name }) => name);
  expect(Object.keys(NO_ACCOUNTS).sort()).toEqual(named(false).sort());
  expect(named(true)).toEqual(expect.arrayContaining(Object.keys(OF_ACCOUNTS)));
  const duties = ALL_DUTIES.map(({ name }) => name);
  const trimming = Object.values(NO_ACCOUNTS).flatMap((how) => ("duty" in how ? [how.duty] : []));
  expect(duties).toEqual(expect.arrayContaining([...trimming, ...Object.values(OF_ACCOUNTS)]));
});

const SETTINGS = { mediaMonths: 12, messageMonths: 6 };

test("what people are told of how long things are kept is what the duties delete", () => {
  const rules = listRetention(SETTINGS);
  for (const { tables, duty } of rules) {
    if (duty === null) continue;
    const found = ALL_DUTIES.find(({ name }) => name === duty);
    expect(found?.trims, duty).toBe(true);
    expect(found?.everyS, duty).toBeGreaterThanOrEqual(60);
    const named = { ...NO_ACCOUNTS, ...OF_ACCOUNTS };
    for (const table of tables) expect([duty, { duty }], table).toContainEqual(named[table]);
  }
  const told = new Set(rules.map(({ duty }) => duty));
  const silent = ALL_DUTIES.filter(({ name, trims }) => trims && !told.has(name));
  expect(silent.map(({ name }) => name)).toEqual([]);
  expect(new Set(rules.map(({ what }) => what)).size).toBe(rules.length);
});

test("what an installation sets is what people are told", () => {
  const messages = (settings: Parameters<typeof listRetention>[0]) =>
    listRetention(settings).find(({ tables }) => tables.includes("messages"));
  expect(messages(SETTINGS)).toMatchObject({ howLong: "6 meses", duty: "delete old messages" });
  expect(messages({ ...SETTINGS, messageMonths: null })).toMatchObject({
    ...{ howLong: "Enquanto a conta existir", duty: null },
  });
  expect(JSON.stringify(listRetention({ ...SETTINGS, mediaMonths: 7 }))).toContain('"7 meses"');
});

test("a duty that deletes keeps how many rows, of its last run and of all", async () => {
  const { id } = await buildUser();
  const runs = async () =>
    (await listDutyRuns([deleteOldSessions.name])).get("delete old sessions");
  const round = async (count: number) => {
    await execute(
      sql`INSERT INTO sessions (user_id, kind, token_hash, expires_at)
          SELECT ${id}::int, 'api', convert_to(gen_random_uuid()::text, 'UTF8'), now() - interval '31 days'
          FROM generate_series(1, ${count}::int)`,
    );
    await execute(sql`UPDATE duty_runs SET last_run_at = now() - interval '1 day'`);
    await runDuty(deleteOldSessions, "test");
  };
  await round(3);
  expect(await runs()).toMatchObject({ last_trimmed: 3, trimmed: 3n });
  await round(2);
  expect(await runs()).toMatchObject({ last_trimmed: 2, trimmed: 5n });
});

test("old messages go with their files and their empty conversations; newer ones and open sends stay", async () => {
  const [old, recent, open] = [await buildUser(), await buildUser(), await buildUser()];
  for (const user of [old, recent, open]) await buildFailedMedia(user);
  await execute(
    sql`UPDATE messages SET sent_at = now() - interval '7 months' WHERE owner_id IN (${old.id}, ${open.id})`,
  );
  await execute(
    sql`UPDATE conversations SET last_message_at = now() - interval '7 months' WHERE owner_id IN (${old.id}, ${open.id})`,
  );
  await execute(
    sql`INSERT INTO sends (owner_id, instance_id, message_id, chat_message_id, address, kind)
          SELECT owner_id, instance_id, 'open', id, '5511', 'text' FROM messages WHERE owner_id = ${open.id}`,
  );
  const key = `${old.id}/old`;
  await execute(
    sql`UPDATE message_media SET state = 'stored', storage_key = ${key}, mime = 'image/jpeg', bytes = 1, stored_at = now()
          WHERE owner_id = ${old.id}`,
  );
  expect(await deleteOldMessages.run()).toBe(2);
  const left = await rows(
    sql`SELECT owner_id FROM messages WHERE owner_id IN (${old.id}, ${recent.id}, ${open.id})
          UNION ALL SELECT owner_id FROM conversations WHERE owner_id IN (${old.id}, ${recent.id}, ${open.id}) ORDER BY owner_id`,
  );
  expect(left).toEqual([recent, recent, open, open].map(({ id }) => ({ owner_id: id })));
  expect(await rows(sql`SELECT 1 FROM media_removals WHERE storage_key = ${key}`)).toHaveLength(1);
});
