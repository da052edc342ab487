import { expect, test } from "vitest";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { notifyPerson } from "@/server/platform/mail/mail.service";
import { mailWork } from "@/server/platform/mail/mail-delivery.service";
import { buildUser } from "@/tests/factories/users";

const never = new AbortController().signal;
const HOUR_S = 3_600;

/**
 * Tries a notice again and again while no mail server listens, as it becomes due, and lets its time pass. Returns how many
 * attempts there were, and how much later the last one was than the first.
 */
async function tryUntilGivenUp(usefulS: number): Promise<{ attempts: number; lastedS: number }> {
  const user = await buildUser();
  await transaction(() => notifyPerson(user.personId, "password_changed"));
  const mail = await firstRow<{ id: number }>(
    sql`UPDATE mails SET expires_at = now() + make_interval(secs => ${usefulS}) WHERE user_id = ${user.personId} RETURNING id`,
  );
  let lastedS = 0;
  for (let attempts = 1; ; attempts += 1) {
    const before = Date.now();
    const turn = await workOnRow(mailWork, mail?.id ?? 0, never);
    if (!turn) return { attempts, lastedS };
    const waitsS = Math.round((turn.resumeAt.getTime() - before) / 1_000);
    lastedS += waitsS;
    await execute(
      sql`UPDATE mails SET resume_at = NULL, expires_at = expires_at - make_interval(secs => ${waitsS}) WHERE id = ${mail?.id}`,
    );
  }
}

test("a notice of days is tried for more than a day, soon at first", async () => {
  const { attempts, lastedS } = await tryUntilGivenUp(7 * 24 * HOUR_S);
  expect(attempts).toBe(10);
  expect(lastedS).toBeGreaterThan(24 * HOUR_S);
});

test("what is of use for an hour is tried within it", async () => {
  const { attempts, lastedS } = await tryUntilGivenUp(HOUR_S);
  expect(attempts).toBeGreaterThanOrEqual(9);
  expect(lastedS).toBeLessThan(HOUR_S);
});

test("nothing is tried once it is of no use", async () => {
  const { attempts, lastedS } = await tryUntilGivenUp(3 * HOUR_S);
  expect(attempts).toBeGreaterThan(5);
  expect(lastedS).toBeLessThan(3 * HOUR_S);
});
