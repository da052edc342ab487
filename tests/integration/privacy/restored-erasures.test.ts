import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { erase, findEverywhere, workOnErasure } from "@/tests/support/privacy";
import { runRestorable } from "@/tests/support/restored";
import { runApi } from "@/tests/support/running";

const api = runApi();

const restored = runRestorable(api);

/** The tables of a backup, restored over newer rows. */
const TABLES = ["privacy_requests", "erased_keys", "erasure_key", "leads", "campaign_recipients"];

async function backUp() {
  for (const table of TABLES) {
    await execute({ text: `CREATE TABLE backup_${table} AS TABLE ${table}`, values: [] } as never);
  }
}

/** What the store of files knows stays as it is. */
async function putBack() {
  for (const table of [...TABLES].reverse()) {
    await execute({ text: `DELETE FROM ${table}`, values: [] } as never);
  }
  await execute(sql`INSERT INTO erasure_key SELECT * FROM backup_erasure_key`);
  await execute(sql`INSERT INTO privacy_requests SELECT * FROM backup_privacy_requests`);
  await execute(sql`INSERT INTO erased_keys SELECT * FROM backup_erased_keys`);
  await execute(
    sql`INSERT INTO leads (id, owner_id, name, source, whatsapp, phone_key, email, stage_id)
        SELECT id, owner_id, name, source, whatsapp, phone_key, email, stage_id FROM backup_leads`,
  );
  await execute(sql`INSERT INTO campaign_recipients SELECT * FROM backup_campaign_recipients`);
  for (const table of TABLES) {
    await execute({ text: `DROP TABLE backup_${table}`, values: [] } as never);
  }
  await restored.move();
}

const requestsOf = ({ id }: TestUser) =>
  rows<{ id: number; status: string }>(
    sql`SELECT id, status FROM privacy_requests WHERE owner_id = ${id} ORDER BY id`,
  );

async function buildPerson() {
  const user = await buildUser();
  const number = `55119${randomInt(80_000_000, 89_999_999)}`;
  await buildLead(user.id, { name: "Ana", whatsapp: number });
  const { runId } = await buildCampaign(user, { status: "running", recipients: ["pending"] });
  await execute(
    sql`UPDATE campaign_recipients r SET number = l.whatsapp, phone_key = l.phone_key, lead_id = l.id
        FROM leads l WHERE l.owner_id = ${user.id} AND l.name = 'Ana' AND r.run_id = ${runId}`,
  );
  return { user, number, runId };
}

test("whoever was erased after the backup stays erased, and is written to by nobody from the confirmation on", async () => {
  const { user, number, runId } = await buildPerson();
  await backUp();
  await erase(api, user, { phones: [`+${number}`] });
  expect(await findEverywhere(number.slice(-8))).toEqual(
    expect.arrayContaining(["backup_leads.whatsapp"]),
  );
  await putBack();
  expect(await requestsOf(user)).toEqual([]);
  expect(await restored.confirm()).toBe(200);
  // Before any worker has done anything.
  expect(
    await rows(sql`SELECT state, cause FROM campaign_recipients WHERE run_id = ${runId}`),
  ).toEqual([{ state: "skipped", cause: "erased" }]);
  const body = { name: "Ana de novo", whatsapp: number };
  const { headers } = await signIn(user.personId);
  expect(await callApi(api, leads.create, { body }, headers)).toMatchObject({
    status: 409,
    body: { code: "person_erased" },
  });

  const [request] = await requestsOf(user);
  expect(request?.status).toBe("processing");
  await workOnErasure(request?.id ?? 0);
  expect(await requestsOf(user)).toMatchObject([{ status: "done" }]);
  expect(await findEverywhere(number.slice(-8))).toEqual([]);
  // A second restoration finds nothing that is not known.
  await restored.move();
  expect(await restored.confirm()).toBe(200);
  expect(await requestsOf(user)).toHaveLength(1);
});

test("a backup from before there was a key takes over the key of the files", async () => {
  const { user, number } = await buildPerson();
  // It had erased nobody yet.
  await execute(sql`DELETE FROM privacy_requests`);
  await backUp();
  // Made by the first connection of the restored system.
  await execute(
    sql`UPDATE backup_erasure_key SET sealed_key = 'of another time', fingerprint = sha256('other')`,
  );
  await erase(api, user, { phones: [`+${number}`] });
  await putBack();
  expect(await restored.confirm()).toBe(200);
  const body = { name: "Ana de novo", whatsapp: number };
  const { headers } = await signIn(user.personId);
  expect((await callApi(api, leads.create, { body }, headers)).status).toBe(409);
  const [request] = await requestsOf(user);
  await workOnErasure(request?.id ?? 0);
  expect(await findEverywhere(number.slice(-8))).toEqual([]);
});

test("a process that cannot read the key does not start where somebody was erased", async () => {
  const { user, number } = await buildPerson();
  await erase(api, user, { phones: [`+${number}`] });
  const [key] = await rows<{ sealed_key: string }>(sql`SELECT sealed_key FROM erasure_key`);
  await execute(sql`UPDATE erasure_key SET sealed_key = 'of another secret'`);
  await expect(checkInstallation()).rejects.toThrow("erased");
  await execute(sql`UPDATE erasure_key SET sealed_key = ${key?.sealed_key}`);
  await checkInstallation();
});

test("a session without the key cannot write for an account that erased somebody", async () => {
  const { user, number } = await buildPerson();
  await erase(api, user, { phones: [`+${number}`] });
  const other = await buildUser();
  const { pool } = await import("@/server/platform/db/connection");
  const client = await pool.connect();
  try {
    await client.query("SELECT set_config('garimpo.erasure_pads', '', false)");
    const insert = (owner: number) =>
      client.query(
        "INSERT INTO leads (owner_id, name, source, whatsapp, phone_key) VALUES ($1, 'x', 'manual', '5511977776666', '551177776666')",
        [owner],
      );
    await insert(other.id);
    await expect(insert(user.id)).rejects.toThrow("key of erased people");
  } finally {
    client.release(true);
  }
});
