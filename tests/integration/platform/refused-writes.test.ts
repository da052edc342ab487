import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { prisma } from "@/server/platform/db/prisma";
import { execute, raw, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });
const LEAD = { name: "Padaria", whatsapp: "11987654321" };

/** From now on PostgreSQL refuses new leads as it does where it has no disk, no memory or no right to write. */
async function refuseLeads(code: string): Promise<void> {
  await execute(
    sql`CREATE OR REPLACE FUNCTION refuse_lead() RETURNS trigger LANGUAGE plpgsql AS ${raw(
      `$$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`,
    )}`,
  );
  await execute(
    sql`CREATE OR REPLACE TRIGGER refuse_lead BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION refuse_lead()`,
  );
}
const takeLeads = () => execute(sql`DROP TRIGGER IF EXISTS refuse_lead ON leads`);
afterEach(async () => {
  await takeLeads();
  await execute(sql`DROP FUNCTION IF EXISTS refuse_lead`);
});

test.each(["53100", "53200", "58030", "25006"])(
  "SQLSTATE %s is a 503, after which the same key does the work",
  async (code) => {
    const user = await buildUser();
    const headers = { ...user.headers, "idempotency-key": randomUUID() };
    const create = () => callApi(api, leads.create, { body: LEAD }, headers);
    await refuseLeads(code);
    expect(await create()).toMatchObject({ status: 503, body: { code: "unavailable" } });
    await takeLeads();
    expect((await create()).status).toBe(201);
    expect(await rows(sql`SELECT 1 FROM leads WHERE owner_id = ${user.id}`)).toHaveLength(1);
  },
);

test("a server that takes no writes any more says so by SQL and by Prisma's client", async () => {
  const user = await buildUser();
  const writes = [
    () => execute(sql`UPDATE users SET name = 'Bia' WHERE id = ${user.personId}`),
    () => prisma.user.updateMany({ where: { id: user.id }, data: { name: "Bia" } }),
  ];
  for (const write of writes) {
    const refused = transaction(async () => {
      await execute(sql`SET TRANSACTION READ ONLY`);
      await write();
    });
    await expect(refused).rejects.toMatchObject({ name: "AppError", code: "unavailable" });
  }
});
