import { expect, test } from "vitest";
import { deleteOldSessions } from "@/server/platform/auth/sessions.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { deleteOldMails } from "@/server/platform/mail/mail.service";
import { buildUser } from "@/tests/factories/users";
import { ALL_DUTIES } from "@/workers/schedules";

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
  number_paces: { kept: "a row for each phone" },
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
  message_media: "expire media",
  sessions: "delete old sessions",
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
