import { expect, test } from "vitest";
import { getTrimmingDuty } from "@/lib/domain/custody/tables/table";
import { ACCOUNTS_TABLES, TABLES, type TableName } from "@/lib/domain/custody/tables/tables";
import { listRetention } from "@/server/custody/retention/retention.rule";
import { TRIMMING, trimTable } from "@/server/custody/trimming/trimming.service";
import { deleteOldMessages } from "@/server/messaging/messages/old-messages.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { listDutyRuns } from "@/server/platform/jobs/duty-runs";
import { runDuty } from "@/server/platform/jobs/run-duty";
import { buildFailedMedia } from "@/tests/factories/owned-rows";
import { buildUser } from "@/tests/factories/users";
import { runWithOldMessages } from "@/tests/support/environments";
import { ALL_DUTIES } from "@/workers/schedules";

runWithOldMessages();

test("sessions that expired long ago are deleted, live and recently ended ones stay", async () => {
  const { personId: id } = await buildUser();
  await execute(sql`DELETE FROM sessions WHERE user_id = ${id}`);
  await execute(
    sql`INSERT INTO sessions (user_id, kind, token_hash, user_agent, expires_at)
        SELECT ${id}::int, 'api', convert_to(name, 'UTF8'), name, now() + days * interval '1 day'
        FROM (VALUES ('live', 1), ('just over', -1), ('long over', -31)) AS s(name, days)`,
  );
  await trimTable("sessions");
  expect(
    await rows(sql`SELECT user_agent FROM sessions WHERE user_id = ${id} ORDER BY expires_at`),
  ).toEqual([{ user_agent: "just over" }, { user_agent: "live" }]);
});

test("mails sent, given up or expired long ago are deleted, waiting ones stay", async () => {
  const { personId: id } = await buildUser();
  await execute(
    sql`INSERT INTO mails (user_id, kind, sealed_link, created_at, expires_at, sent_at, failed_at)
        SELECT ${id}::int, 'welcome', CASE WHEN sent OR failed THEN NULL ELSE 'sealed' END,
               now() - age * interval '1 day', now() + lasts * interval '1 day', CASE WHEN sent THEN now() END, CASE WHEN failed THEN now() END
        FROM (VALUES (31, true, false, 0), (32, false, true, 0), (33, false, false, 1), (34, false, false, -1), (29, true, false, 0))
          AS m(age, sent, failed, lasts)`,
  );
  await trimTable("mails");
  expect(
    await rows(
      sql`SELECT (now()::date - created_at::date) AS age FROM mails WHERE user_id = ${id} ORDER BY created_at`,
    ),
  ).toEqual([{ age: 33 }, { age: 29 }]);
});

const SETTINGS = { mediaMonths: 12, messageMonths: 6 };

test("what people are told of how long things are kept is what the duties delete", () => {
  const rules = listRetention(SETTINGS);
  for (const { tables, duty } of rules) {
    if (duty === null) continue;
    const found = ALL_DUTIES.find(({ name }) => name === duty);
    expect(found?.trims, duty).toBe(true);
    expect(found?.everyS, duty).toBeGreaterThanOrEqual(60);
    for (const table of tables as TableName[]) {
      if (TABLES[table].duty) expect(TABLES[table].duty).toBe(duty);
    }
  }
  const told = new Set(rules.map(({ duty }) => duty));
  // What an archive shows is told; machinery is not.
  const silent = ACCOUNTS_TABLES.filter(
    ({ name, file, trims, duty }) =>
      file && (trims || duty) && !told.has(duty ?? getTrimmingDuty(name)),
  );
  expect(silent.map(({ name }) => name)).toEqual(["account_exports", "imports"]);
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
  const trimming = TRIMMING.find(({ name }) => name === getTrimmingDuty("sessions"));
  if (!trimming) throw new Error("sessions are not trimmed");
  const runs = async () => (await listDutyRuns([trimming.name])).get(trimming.name);
  const round = async (count: number) => {
    await execute(
      sql`INSERT INTO sessions (user_id, kind, token_hash, expires_at)
          SELECT ${id}::int, 'api', convert_to(gen_random_uuid()::text, 'UTF8'), now() - interval '31 days'
          FROM generate_series(1, ${count}::int)`,
    );
    await execute(sql`UPDATE duty_runs SET last_run_at = now() - interval '1 day'`);
    await runDuty(trimming, "test");
  };
  await round(3);
  expect(await runs()).toMatchObject({ last_trimmed: 3, trimmed: 3n });
  await round(2);
  expect(await runs()).toMatchObject({ last_trimmed: 2, trimmed: 5n });
});

test("old messages go with their files and their empty conversations; newer ones and open sends stay", async () => {
  const [old, recent, open] = [await buildUser(), await buildUser(), await buildUser()];
  const noted = await buildUser();
  for (const user of [old, recent, open, noted]) await buildFailedMedia(user);
  await execute(
    sql`UPDATE conversations SET last_message_at = now() - interval '7 months' WHERE owner_id = ${noted.id}`,
  );
  await execute(sql`DELETE FROM messages WHERE owner_id = ${noted.id}`);
  await execute(
    sql`INSERT INTO conversation_notes (owner_id, conversation_id, person_id, text)
        SELECT owner_id, id, ${noted.personId}, 'Voltar em março' FROM conversations WHERE owner_id = ${noted.id}`,
  );
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
  // What the team wrote since is not as old.
  const notes = () => rows(sql`SELECT 1 FROM conversation_notes WHERE owner_id = ${noted.id}`);
  expect(await notes()).toHaveLength(1);
  expect(left).toEqual([recent, recent, open, open].map(({ id }) => ({ owner_id: id })));
  expect(await rows(sql`SELECT 1 FROM media_removals WHERE storage_key = ${key}`)).toHaveLength(1);
});
