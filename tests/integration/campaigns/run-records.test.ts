import { beforeEach, describe, expect, test } from "vitest";
import * as runs from "@/server/campaigns/campaigns/runs.repository";
import { ownerOfRow } from "@/server/platform/actor";
import { outsideTransaction } from "@/server/platform/db/connection";
import { execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** What a worker records of a run: of the one whose lease it holds, and of no other. */

interface Row {
  status: string;
  next_send_at: Date | null;
  attempts: number;
  notice: string | null;
  wait_cause: string | null;
  trouble_since: Date | null;
  typing_for: number | null;
  paused_at: Date | null;
  following_since: Date | null;
  error_message: string | null;
  completed_at: Date | null;
  lease_until: Date | null;
}

let user: TestUser;
let held: runs.LeasedRun;
let beside: number;
let recipients: number[];

beforeEach(async () => {
  user = await buildUser();
  const other = await buildUser();
  const campaign = await buildCampaign(user, {
    status: "running",
    recipients: ["pending", "pending"],
  });
  recipients = campaign.recipientIds;
  held = { ownerId: ownerOfRow(user.id), id: campaign.runId ?? 0, leaseNo: 3 };
  beside = (await buildCampaign(other, { status: "running", recipients: ["pending"] })).runId ?? 0;
  await execute(
    sql`UPDATE campaign_runs SET lease_no = 3, lease_until = now() + interval '1 minute', attempts = 4, notice = 'Espera',
          wait_cause = 'unreachable', trouble_since = now() - interval '1 hour', typing_for = 1
        WHERE id IN (${held.id}, ${beside})`,
  );
});

const SENDING = sql`state = 'sending', message_id = '3EB0' || id, text = 'Oi', claimed_at = now(), attempts = 1`;
const lost = () => ({ ...held, leaseNo: 2 });
const at = new Date(Date.now() + 60_000);
const setRun = (change: Sql, id = held.id) =>
  execute(sql`UPDATE campaign_runs SET ${change} WHERE id = ${id}`);
const setRecipient = (change: Sql, place = 0) =>
  execute(sql`UPDATE campaign_recipients SET ${change} WHERE id = ${recipients[place] ?? 0}`);
async function read(id = held.id): Promise<Row> {
  const row = await firstRow<Row>(
    sql`SELECT status, next_send_at, attempts, notice, wait_cause, trouble_since, typing_for, paused_at, following_since,
               error_message, completed_at, lease_until FROM campaign_runs WHERE id = ${id}`,
  );
  if (!row) throw new Error("no run");
  return row;
}
/** Neither a run whose lease was lost nor another's is touched by this. */
async function touchesItsOwnAlone(record: (run: runs.LeasedRun) => Promise<unknown>) {
  const [before, others] = [await read(), await read(beside)];
  await record(lost());
  expect(await read()).toEqual(before);
  await record(held);
  expect(await read()).not.toEqual(before);
  expect(await read(beside)).toEqual(others);
}

describe("a locked run", () => {
  const lock = (asked = [held]) => transaction(() => runs.lockRuns(asked));

  test("is the holder's while it goes on", async () => {
    expect(await lock()).toMatchObject([{ id: held.id, lease_no: 3, kind: "audience" }]);
    expect(await lock([lost()])).toEqual([]);
    for (const status of ["completed", "pending"]) {
      await setRun(sql`status = ${status}`);
      expect(await lock()).toEqual([]);
    }
  });

  test("says whether a message has no outcome yet, and whether it only follows up", async () => {
    expect(await lock()).toMatchObject([{ has_open_send: false, following: false }]);
    await execute(sql`UPDATE campaign_recipients SET ${SENDING} WHERE run_id = ${beside}`);
    expect(await lock()).toMatchObject([{ has_open_send: false }]);
    await setRecipient(SENDING);
    await setRun(sql`following_since = now()`);
    expect(await lock()).toMatchObject([{ has_open_send: true, following: true }]);
  });

  test("is nobody else's until the transaction ends", async () => {
    const isFree = () =>
      outsideTransaction(() =>
        rows(sql`SELECT 1 FROM campaign_runs WHERE id = ${held.id} FOR NO KEY UPDATE SKIP LOCKED`),
      ).then((found) => found.length === 1);
    await transaction(async () => {
      await runs.lockRuns([held]);
      expect(await isFree()).toBe(false);
    });
    expect(await isFree()).toBe(true);
  });

  test("comes in the order of its number, so that two workers never wait for each other", async () => {
    const other = { ownerId: held.ownerId, id: beside, leaseNo: 3 };
    expect((await lock([other, held])).map(({ id }) => id)).toEqual([held.id, beside]);
    expect((await lock([held, other])).map(({ id }) => id)).toEqual([held.id, beside]);
  });
});

test("a run has begun when something has become of a recipient of its own", async () => {
  const find = (ownerId = held.ownerId) => runs.findProgress(ownerId, held.id);
  expect(await find()).toMatchObject({ begun: false });
  await execute(sql`UPDATE campaign_recipients SET state = 'sent' WHERE run_id = ${beside}`);
  expect(await find()).toMatchObject({ begun: false });
  await setRecipient(sql`state = 'skipped'`, 1);
  expect(await find()).toMatchObject({ begun: true });
  expect(await find(ownerOfRow((await buildUser()).id))).toBeNull();
  expect(await runs.findProgress(held.ownerId, beside)).toBeNull();
});

test("a message that went out ends what kept the run waiting", async () => {
  await touchesItsOwnAlone((run) => runs.setNextSends([{ run, at }]));
  expect(await read()).toMatchObject({
    ...{ next_send_at: at, attempts: 0, notice: null, wait_cause: null },
    ...{ trouble_since: null, typing_for: null },
  });
});

describe("a run that waits", () => {
  test("in trouble remembers since when, until it is over", async () => {
    const { trouble_since: since } = await read();
    await touchesItsOwnAlone((run) =>
      runs.setWait(run, at, { notice: "Fora do ar", cause: "unreachable" }),
    );
    expect(await read()).toMatchObject({
      ...{ next_send_at: at, attempts: 0, notice: "Fora do ar", wait_cause: "unreachable" },
      trouble_since: since,
    });
    await runs.setWait(held, at, { notice: "Fora do horário", cause: "window" });
    expect(await read()).toMatchObject({ wait_cause: "window", trouble_since: null });
    await runs.setWait(held, at, { notice: "Fora do ar", cause: "unreachable" });
    expect((await read()).trouble_since?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("for a follow-up lets another campaign start once everybody has had the first message", async () => {
    for (const change of [sql`state = 'pending'`, SENDING]) {
      await setRecipient(change);
      await runs.waitForFollowUp(held, at);
      expect(await read()).toMatchObject({ following_since: null, wait_cause: "unreachable" });
    }
    await execute(
      sql`UPDATE campaign_recipients SET state = 'sent', claimed_at = now() WHERE run_id = ${held.id}`,
    );
    await setRecipient(sql`state = 'pending', step = 2, due_at = now() - interval '1 millisecond'`);
    await touchesItsOwnAlone((run) => runs.waitForFollowUp(run, at));
    const { following_since: since } = await read();
    expect(since).not.toBeNull();
    expect(await read()).toMatchObject({
      ...{ next_send_at: at, attempts: 0, notice: null, wait_cause: "step" },
      trouble_since: null,
    });
    await setRun(sql`following_since = ${new Date(1_000)}`);
    await runs.waitForFollowUp(held, at);
    expect((await read()).following_since).toEqual(new Date(1_000));
  });
});

describe("a pause", () => {
  test("is the holder's, and a second one changes nothing", async () => {
    await touchesItsOwnAlone((run) => runs.pauseRun(run, "Muitas falhas"));
    expect(await read()).toMatchObject({
      ...{ paused_at: expect.any(Date), notice: "Muitas falhas", wait_cause: "guard" },
      next_send_at: null,
    });
    await setRun(sql`paused_at = ${new Date(1_000)}`);
    await runs.pauseRun(held, "Outra razão");
    expect(await read()).toMatchObject({ notice: "Muitas falhas", paused_at: new Date(1_000) });
  });

  test("of all leaves out what is over, paused or about to stop", async () => {
    const pauseAll = () => runs.pauseAllRuns("Cópia restaurada");
    const paused = { paused_at: expect.any(Date), notice: "Cópia restaurada", wait_cause: "guard" };
    for (const change of [
      sql`status = 'completed'`,
      sql`status = 'running', stop_at = now()`,
      sql`stop_at = NULL, paused_at = ${new Date(1_000)}`,
    ]) {
      await setRun(change);
      await pauseAll();
      expect(await read()).toMatchObject({ notice: "Espera" });
      expect(await read(beside)).toMatchObject({ ...paused, next_send_at: null });
    }
    for (const status of ["pending", "running"]) {
      await setRun(sql`status = ${status}, paused_at = NULL, notice = 'Espera'`);
      await pauseAll();
      expect(await read()).toMatchObject(paused);
    }
  });
});

describe("a run that ends", () => {
  const end = (run: runs.LeasedRun, status: "stopped" | "completed" = "stopped") =>
    runs.endRun(run, status, "Parada");
  const states = (runId: number) =>
    rows<{ state: string }>(
      sql`SELECT state FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`,
    ).then((found) => found.map(({ state }) => state));

  test("leaves nobody waiting, and is nobody else's", async () => {
    await setRecipient(sql`state = 'sent', claimed_at = now()`);
    expect(await end(lost())).toBe(false);
    expect(await states(held.id)).toEqual(["sent", "pending"]);
    expect(await end(held)).toBe(true);
    expect(await read()).toMatchObject({
      ...{ status: "stopped", error_message: "Parada", notice: null, wait_cause: null },
      ...{ completed_at: expect.any(Date), lease_until: null },
    });
    expect(await states(held.id)).toEqual(["sent", "skipped"]);
    expect(
      await rows(
        sql`SELECT cause, detail, settled_at IS NOT NULL AS settled FROM campaign_recipients
            WHERE run_id = ${held.id} AND state = 'skipped'`,
      ),
    ).toEqual([
      { cause: "stopped", detail: "A prospecção parou antes deste envio", settled: true },
    ]);
    expect(await read(beside)).toMatchObject({ status: "running" });
    expect(await states(beside)).toEqual(["pending"]);
  });

  test("ends once", async () => {
    await setRun(sql`status = 'pending'`);
    expect(await end(held)).toBe(true);
    expect(await end(held, "completed")).toBe(false);
    expect(await read()).toMatchObject({ status: "stopped" });
  });
});
