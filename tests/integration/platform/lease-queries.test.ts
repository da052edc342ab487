import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { campaignRunWork } from "@/server/campaigns/campaigns/engine/campaign-delivery.service";
import { importLeases } from "@/server/leads/imports/import-run.repository";
import { WAKE } from "@/server/platform/db/lease-queries";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** Campaign runs have no limit per owner; of imports one is active at a time. */
const runs = campaignRunWork.leases as typeof importLeases;

let user: TestUser;
beforeEach(async () => {
  user = await buildUser();
});

async function buildRun(of = user): Promise<number> {
  const run = await firstRow<{ id: number }>(
    sql`WITH campaign AS (
          INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids)
          VALUES (${of.id}, (SELECT count(*) + 1 FROM campaigns WHERE owner_id = ${of.id}), 'Campanha', 1, '{Oi}', '{}') RETURNING id)
        INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for) SELECT ${of.id}, id, now() FROM campaign
        RETURNING id`,
  );
  return run?.id ?? 0;
}

async function buildImport(of = user): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO imports (owner_id, file_name, columns, row_count, mapping, mode, status)
        VALUES (${of.id}, 'x.csv', '{}', 1, '[]', 'skip', 'processing') RETURNING id`,
  );
  return row?.id ?? 0;
}

const endRun = (id: number) =>
  execute(sql`UPDATE campaign_runs SET status = 'stopped', completed_at = now() WHERE id = ${id}`);

const readRun = (id: number) =>
  firstRow<{ lease_s: number | null; resume_at: Date | null; attempts: number }>(
    sql`SELECT round(extract(epoch FROM lease_until - now()))::int AS lease_s, resume_at, attempts
        FROM campaign_runs WHERE id = ${id}`,
  );

describe("the instants of a lease", () => {
  test("a row may be claimed a quarter of a second before it is due, and no earlier", async () => {
    const id = await buildRun();
    await transaction(async () => {
      const wait = (ms: number) =>
        execute(
          sql`UPDATE campaign_runs SET resume_at = now() + ${ms} * interval '1 ms' WHERE id = ${id}`,
        );
      await wait(252);
      expect(await runs.claim(id, 20)).toBeNull();
      await wait(248);
      expect(await runs.claim(id, 20)).toMatchObject({ lease_no: 1 });
    });
  });

  test("a renewal lasts as long as asked", async () => {
    const id = await buildRun();
    await runs.claim(id, 20);
    expect(await readRun(id)).toMatchObject({ lease_s: 20 });
    expect(await runs.renew(id, 1, 300)).toBe(true);
    expect(await readRun(id)).toMatchObject({ lease_s: 300 });
  });
});

test("a row that was woken while a worker held it does not sleep after its release", async () => {
  const id = await buildRun();
  const later = new Date(Date.now() + 3_600_000);
  const sleep = async () => {
    const claimed = await runs.claim(id, 20);
    return runs.release(id, claimed?.lease_no ?? 0, { resumeAt: later, failed: false });
  };
  const wake = () => execute(sql`UPDATE campaign_runs SET ${WAKE} WHERE id = ${id}`);
  await sleep();
  expect(await readRun(id)).toMatchObject({ resume_at: later });
  await wake();
  expect(await readRun(id)).toMatchObject({ resume_at: null });
  const claimed = await runs.claim(id, 20);
  await wake();
  await runs.release(id, claimed?.lease_no ?? 0, { resumeAt: later, failed: false });
  expect(await readRun(id)).toMatchObject({ resume_at: null });
  // What was before the claim is not remembered.
  await sleep();
  expect(await readRun(id)).toMatchObject({ resume_at: later });
});

describe("without the lease", () => {
  test("nothing is renewed, locked, counted or released of a row that is over", async () => {
    const [id, other] = [await buildRun(), await buildRun(await buildUser())];
    await runs.claim(id, 20);
    await runs.claim(other, 20);
    await endRun(id);
    const before = await readRun(id);
    expect(await runs.renew(id, 1, 300)).toBe(false);
    expect(await runs.lock(id, 1)).toBe(false);
    expect(await runs.countAttempt(id, 1)).toBeNull();
    await runs.release(id, 1, { resumeAt: new Date(), failed: true });
    expect(await readRun(id)).toEqual(before);
    expect(await readRun(other)).toMatchObject({ lease_s: 20, attempts: 0 });
  });

  test("nothing is locked under another number", async () => {
    const id = await buildRun();
    await runs.claim(id, 20);
    expect(await runs.lock(id, 2)).toBe(false);
    expect(await runs.lock(0, 1)).toBe(false);
    expect(await runs.lock(id, 1)).toBe(true);
  });
});

test("an account that was deactivated gets nothing claimed, renewed or found", async () => {
  const holder = await buildUser();
  const [run, imported, held] = [await buildRun(), await buildImport(), await buildRun(holder)];
  await runs.claim(held, 20);
  await execute(sql`UPDATE accounts SET is_active = false WHERE id IN (${user.id}, ${holder.id})`);
  expect(await runs.claim(run, 20)).toBeNull();
  expect(await runs.renew(held, 1, 300)).toBe(false);
  expect(await readRun(held)).toMatchObject({ lease_s: 20 });
  expect(await transaction(() => importLeases.claim(imported, 20))).toBeNull();
  expect((await runs.findUnclaimed(1_000)).map(({ id }) => id)).not.toContain(run);
  expect((await importLeases.findUnclaimed(1_000)).map(({ id }) => id)).not.toContain(imported);
});

test("of an account that waits for its deletion only what comes in goes on", async () => {
  const holder = await buildUser();
  const [run, imported, held] = [await buildRun(), await buildImport(), await buildRun(holder)];
  await runs.claim(held, 20);
  await execute(
    sql`UPDATE accounts SET deletion_at = now() + interval '7 days' WHERE id IN (${user.id}, ${holder.id})`,
  );
  expect(await runs.claim(run, 20)).toBeNull();
  expect(await runs.renew(held, 1, 300)).toBe(false);
  expect((await runs.findUnclaimed(1_000)).map(({ id }) => id)).not.toContain(run);
  expect((await importLeases.findUnclaimed(1_000)).map(({ id }) => id)).toContain(imported);
  expect(await transaction(() => importLeases.claim(imported, 20))).toMatchObject({ lease_no: 1 });
});

test("a row whose worker may still be at it is not found, though its pause is over", async () => {
  const id = await buildRun();
  await runs.claim(id, 20);
  await execute(
    sql`UPDATE campaign_runs SET resume_at = now() - interval '1 minute' WHERE id = ${id}`,
  );
  expect((await runs.findUnclaimed(1_000)).map((row) => row.id)).not.toContain(id);
});

test("a lock holds the row until the transaction ends", async () => {
  const id = await buildRun();
  await runs.claim(id, 20);
  const outside = new pg.Client({ connectionString: env.DATABASE_URL });
  await outside.connect();
  const take = () =>
    outside.query("SELECT 1 FROM campaign_runs WHERE id = $1 FOR NO KEY UPDATE NOWAIT", [id]);
  await transaction(async () => {
    expect(await runs.lock(id, 1)).toBe(true);
    await expect(take()).rejects.toMatchObject({ code: "55P03" });
  });
  expect((await take()).rowCount).toBe(1);
  await outside.end();
});

describe("one active row per owner", () => {
  const claim = (id: number) => transaction(() => importLeases.claim(id, 20));
  const unclaimed = async (...ids: number[]) => {
    const found = (await importLeases.findUnclaimed(1_000)).map((row) => row.id);
    return ids.map((id) => found.includes(id));
  };

  test("the others wait for it, those of other owners do not", async () => {
    const [first, second] = [await buildImport(), await buildImport()];
    const theirs = await buildImport(await buildUser());
    expect(await unclaimed(first, second, theirs)).toEqual([true, false, true]);
    expect(await claim(first)).toMatchObject({ lease_no: 1 });
    expect(await claim(second)).toBeNull();
    expect(await claim(theirs)).toMatchObject({ lease_no: 1 });
    expect(await unclaimed(first, second, theirs)).toEqual([false, false, false]);
    expect(await importLeases.findWaiting(user.id)).toMatchObject({ id: second });
    await importLeases.release(first, 1, { resumeAt: null, failed: false });
    expect(await importLeases.findWaiting(user.id)).toMatchObject({ id: first });
    await claim(second);
    expect(await claim(first)).toBeNull();
  });

  test("a paused row keeps its place, and its own pause is not in its way", async () => {
    const [first, second] = [await buildImport(), await buildImport()];
    await claim(first);
    const later = new Date(Date.now() + 60_000);
    await importLeases.release(first, 1, { resumeAt: later, failed: false });
    expect(await claim(second)).toBeNull();
    expect(await unclaimed(first, second)).toEqual([false, false]);
    await transaction(async () => {
      await execute(
        sql`UPDATE imports SET resume_at = now() + interval '100 ms' WHERE id = ${first}`,
      );
      expect(await importLeases.claim(first, 20)).toMatchObject({ lease_no: 2 });
    });
  });

  test("rows that are over take no place", async () => {
    const [first, second] = [await buildImport(), await buildImport()];
    await claim(first);
    await execute(
      sql`UPDATE imports SET status = 'stopped', completed_at = now() WHERE id = ${first}`,
    );
    expect(await unclaimed(second)).toEqual([true]);
    expect(await claim(second)).toMatchObject({ lease_no: 1 });
  });

  test("of concurrent claims of an owner's rows one succeeds", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => buildImport()));
    const claims = await Promise.all(ids.map(claim));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });
});
