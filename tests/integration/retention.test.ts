import { expect, test } from "vitest";
import { deleteOldSessions } from "@/server/auth/sessions.service";
import { execute, rows, sql } from "@/server/db/sql";
import { deleteOldMails } from "@/server/mail/mail.service";
import { buildUser } from "../factories/users";

test("sessions that expired long ago are deleted, live and recently ended ones stay", async () => {
  const { id } = await buildUser();
  await execute(sql`DELETE FROM sessions WHERE user_id = ${id}`);
  await execute(
    sql`INSERT INTO sessions (user_id, kind, token_hash, user_agent, expires_at)
        SELECT ${id}::int, 'api', convert_to(name, 'UTF8'), name, now() + days * interval '1 day'
        FROM (VALUES ('live', 1), ('just over', -1), ('long over', -31)) AS s(name, days)`,
  );
  await deleteOldSessions();
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
  await deleteOldMails();
  expect(
    await rows(
      sql`SELECT (now()::date - created_at::date) AS age FROM mails WHERE user_id = ${id} ORDER BY created_at`,
    ),
  ).toEqual([{ age: 33 }, { age: 29 }]);
});
