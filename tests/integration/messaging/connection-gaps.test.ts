import { expect, test } from "vitest";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { findLastGap, insertGap } from "@/server/messaging/whatsapp/gaps.repository";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook } from "@/tests/factories/webhooks";

const HOUR_MS = 3_600_000;

async function buildPhone() {
  const user = await buildUser();
  await buildWebhook(user.id);
  const instance = await firstRow<{ id: number }>(
    sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );
  const insert = (hoursAgo: number, late: number) => {
    const until = new Date(Date.now() - hoursAgo * HOUR_MS);
    const from = new Date(until.getTime() - HOUR_MS);
    return insertGap(user.id, instance?.id ?? 0, { kind: "deaf", from, until, late, missing: 0 });
  };
  const findGap = (hours: number) => findLastGap(user.id, instance?.id ?? 0, hours);
  return { user, insert, findGap };
}

test("the latest gap of an account's phone is told while it is recent", async () => {
  const [{ insert, findGap }, other] = [await buildPhone(), await buildPhone()];
  await other.insert(1, 9);
  expect(await findGap(24)).toBeNull();
  await insert(23, 1);
  expect(await findGap(24)).toMatchObject({ kind: "deaf", late: 1 });
  expect(await findGap(22)).toBeNull();
  await insert(3, 2);
  await insert(5, 3);
  expect(await findGap(24)).toMatchObject({ late: 2 });
});

test("old gaps are deleted", async () => {
  const { user, insert } = await buildPhone();
  await execute(sql`DELETE FROM whatsapp_gaps`);
  for (const days of [29, 31, 49]) await insert(days * 24, days);
  expect(await trimTable("whatsapp_gaps")).toBe(2);
  expect(await rows(sql`SELECT late FROM whatsapp_gaps WHERE owner_id = ${user.id}`)).toEqual([
    { late: 29 },
  ]);
});
