import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { users } from "@/lib/contracts/accounts/users";
import { recovery } from "@/lib/contracts/backoffice/recovery";
import { cannedAnswers } from "@/lib/contracts/messaging/canned-answers";
import { system } from "@/lib/contracts/platform/system";
import { awaitReadiness } from "@/scripts/readiness.mjs";
import { beats, recordBeats } from "@/server/backoffice/recovery/beats.service";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import { resumeRestoredCampaigns } from "@/server/campaigns/campaigns/plan/restored-campaigns.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import {
  type BeatStore,
  findInstallationName,
  lookAgain,
  lookForCopy,
  recordBeat,
} from "@/server/platform/system/copies.service";
import { checkInstallation } from "@/server/platform/system/installation.service";
import { isOwnPlace } from "@/server/platform/system/system.repository";
import { recordHeartbeat } from "@/server/platform/system/system.service";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildScheduled, scheduledOf } from "@/tests/factories/scheduled-messages";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

let admin: TestUser;
beforeEach(async () => {
  admin = await buildUser({ id: 4 });
  await checkInstallation();
  expect(await lookForCopy(beats)).toBeNull();
  await recordBeats.run();
});
afterEach(async () => {
  await execute(sql`DELETE FROM accounts WHERE id = 4`);
  await execute(sql`DELETE FROM installation`);
  await lookAgain();
});

const read = async () => (await callApi(api, recovery.read, {}, admin.headers)).body;
const confirm = () => callApi(api, recovery.confirm, {}, admin.headers);
const empty: BeatStore = {
  read: () => Promise.resolve(null),
  write: () => Promise.resolve(),
  locate: () => "the count in the other store",
};
const move = () => execute(sql`UPDATE installation SET place = 'another server/1'`);

describe("a database that is a copy", () => {
  test("is held where it was moved, and changes nothing until the administrator confirms it", async () => {
    const user = await buildUser();
    let made = 0;
    const create = () => {
      made += 1;
      const body = { shortcut: `r${made}`, text: "Olá" };
      return callApi(api, cannedAnswers.create, { body }, user.headers);
    };
    expect((await create()).status).toBe(201);
    await move();
    expect(await isOwnPlace()).toBe(false);
    const copy = await lookForCopy(beats);
    expect(copy).toMatchObject({ held_because: "moved", known_until: expect.any(Date) });

    expect(await create()).toMatchObject({
      status: 503,
      body: {
        code: "unavailable",
        error: expect.stringContaining("restaurado de um backup"),
        request_id: expect.any(String),
      },
    });
    // What it holds can be read.
    expect((await callApi(api, cannedAnswers.list, {}, user.headers)).status).toBe(200);
    expect(await read()).toMatchObject({
      copy: { because: "moved", known_until: copy?.known_until?.toISOString() },
      numbers: [],
    });

    // It stays what it was found to be.
    expect(await lookForCopy(beats)).toEqual(copy);
    expect(await confirm()).toMatchObject({ status: 200, body: { copy: null } });
    expect(await isOwnPlace()).toBe(true);
    expect((await create()).status).toBe(401);
    expect(await lookForCopy(beats)).toBeNull();
    expect((await confirm()).status).toBe(409);
    const audited = await firstRow(
      sql`SELECT details FROM audit_entries WHERE action = 'copy.confirmed' AND actor_id = 4`,
    );
    expect(audited).toEqual({ details: { since: copy?.known_until?.toISOString() } });
  });

  test("is held where it was restored from a backup that is older than the installation's row", async () => {
    await execute(sql`DELETE FROM installation`);
    await execute(
      sql`INSERT INTO installation (sealed_word, place, beat_at) VALUES ('', 'another server/1', '2026-01-02')`,
    );
    // Its first process gives it the word.
    await checkInstallation();
    await checkInstallation();
    expect(await lookForCopy(beats)).toMatchObject({
      held_because: "moved",
      known_until: new Date("2026-01-02T00:00:00Z"),
    });
  });

  test("is held where the same database was put back to an earlier state", async () => {
    await recordBeats.run();
    await execute(sql`UPDATE installation SET beat = beat - 1`);
    expect(await lookForCopy(beats)).toMatchObject({ held_because: "older" });
    await confirm();
    // What is counted from now on is later than what the lost state had counted.
    await recordBeats.run();
    expect(await lookForCopy(beats)).toBeNull();
  });

  test("is not held by a process that has another store of files, which ends", async () => {
    const away = { ...empty, read: () => Promise.reject(new Error("away")) };
    expect(await lookForCopy(away)).toBeNull();
    await expect(lookForCopy(empty)).rejects.toThrow("the count in the other store is missing");
    expect(await lookForCopy(beats)).toBeNull();
    // A restored database is held with any store of files.
    await move();
    expect(await lookForCopy(empty)).toMatchObject({ held_because: "moved" });
  });

  test("is held where a person says that the store of files, which took its count, was lost", async () => {
    const lost = { ...empty, read: () => Promise.resolve("lost" as const) };
    expect(await lookForCopy(lost)).toMatchObject({ held_because: "older" });
    await confirm();
    // A new store is no reason any more, though it has nothing yet.
    expect(await lookForCopy(lost)).toBeNull();
    expect(await lookForCopy(empty)).toBeNull();
  });

  test("reads what a person wrote in place of the count, and counts over it", async () => {
    const name = (await findInstallationName()) ?? "";
    writeFileSync(join(env.MEDIA_DIR, "installation", name), "lost\n");
    expect(await lookForCopy(beats)).toMatchObject({ held_because: "older" });
    await confirm();
    await recordBeats.run();
    expect(await beats.read(name)).toBeGreaterThan(0);
  });

  test("is not held by a store that never took its count", async () => {
    const broken = {
      ...empty,
      write: () => Promise.reject(new Error("full")),
    };
    await execute(sql`UPDATE installation SET stored_beat = 0`);
    await expect(recordBeat(broken)).rejects.toThrow("full");
    expect(await lookForCopy(broken)).toBeNull();
  });

  test("counts no further while it is held", async () => {
    await move();
    await lookForCopy(beats);
    const count = () => firstRow(sql`SELECT beat, beat_at FROM installation`);
    const before = await count();
    await recordBeats.run();
    expect(await count()).toEqual(before);
  });

  test("signs everybody out but the administrator, and takes mailed links back", async () => {
    const user = await buildUser();
    await execute(
      sql`INSERT INTO password_resets (user_id, token_hash, expires_at) VALUES (${user.personId}, sha256('x'), now() + interval '1 hour')`,
    );
    await move();
    await lookForCopy(beats);
    const signedIn = () => callApi(api, users.me, {}, user.headers);
    expect((await signedIn()).status).toBe(200);
    expect((await confirm()).status).toBe(200);
    expect((await signedIn()).status).toBe(401);
    expect(await rows(sql`SELECT 1 FROM password_resets WHERE user_id = ${user.personId}`)).toEqual(
      [],
    );
    expect((await callApi(api, users.me, {}, admin.headers)).status).toBe(200);
  });

  test("is not ready, says so, and is no reason for the launcher to end", async () => {
    const ready = () => callApi(api, system.ready, {});
    const held = { status: 503, body: { code: "unavailable", fields: { database: "held" } } };
    await move();
    await lookForCopy(beats);
    expect(await ready()).toMatchObject(held);
    expect(await awaitReadiness(api.url, { withinMs: 60_000 })).toBe("held");
    await confirm();
    expect((await ready()).body).toMatchObject({ fields: { database: "ok", worker: "down" } });
    await recordHeartbeat.run("a worker");
    expect(await awaitReadiness(api.url, { withinMs: 60_000 })).toBe("ready");
    await execute(sql`DELETE FROM worker_heartbeats`);
  });

  test("is confirmed once of many times at once", async () => {
    await move();
    await lookForCopy(beats);
    const answers = await Promise.all(Array.from({ length: 5 }, confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe("the campaigns of a restored copy", () => {
  const runsOf = (campaignId: number) =>
    rows(
      sql`SELECT status, wait_cause, paused_at IS NOT NULL AS paused FROM campaign_runs WHERE campaign_id = ${campaignId}`,
    );

  test("do not repeat what was due, and go on with what is due later", async () => {
    const user = await buildUser({ plan: "pro" });
    const due = new Date(Date.now() - 3 * 86_400_000);
    const daily = await buildCampaign(user, { nextRunAt: due, recurrence: "daily" });
    const once = await buildCampaign(user, { nextRunAt: due });
    await resumeRestoredCampaigns({ recovers: true });
    const missed = await runsOf(daily.id);
    expect(missed.length).toBeGreaterThanOrEqual(3);
    expect(new Set(missed.map(({ status }) => status))).toEqual(new Set(["missed"]));
    expect(await runsOf(once.id)).toMatchObject([{ status: "missed" }]);
    const next = await rows(
      sql`SELECT next_run_at > now() AS later FROM campaigns WHERE id IN (${daily.id}, ${once.id}) ORDER BY id`,
    );
    expect(next).toEqual([{ later: true }, { later: null }]);
  });

  test("are paused where the provider keeps no conversations, and not where they are read", async () => {
    const user = await buildUser({ plan: "pro" });
    const { id } = await buildCampaign(user, { status: "running", recipients: ["pending"] });
    await resumeRestoredCampaigns({ recovers: true });
    expect(await runsOf(id)).toMatchObject([{ paused: false }]);
    await resumeRestoredCampaigns({ recovers: false });
    expect(await runsOf(id)).toEqual([{ status: "running", paused: true, wait_cause: "guard" }]);
  });

  test("begin paused where nobody knows whom the lost ones wrote to, once", async () => {
    const user = await buildUser({ plan: "pro" });
    await buildLead(user.id);
    const soon = new Date(Date.now() + 3_600_000);
    const { id } = await buildCampaign(user, { nextRunAt: soon, recurrence: "daily" });
    await resumeRestoredCampaigns({ recovers: false });
    const begin = async () => {
      await execute(
        sql`UPDATE campaigns SET next_run_at = date_trunc('second', now()) - interval '1 second' WHERE id = ${id}`,
      );
      await startDueCampaigns.run();
    };
    await begin();
    expect(await runsOf(id)).toMatchObject([{ paused: true, wait_cause: "guard" }]);
    await execute(
      sql`UPDATE campaign_recipients SET state = 'skipped', cause = 'stopped', settled_at = now() WHERE owner_id = ${user.id}`,
    );
    await execute(
      sql`UPDATE campaign_runs SET status = 'stopped', completed_at = now(), scheduled_for = now() - interval '1 day' WHERE campaign_id = ${id}`,
    );
    await buildLead(user.id);
    await begin();
    expect(await runsOf(id)).toHaveLength(2);
    expect(await runsOf(id)).toContainEqual({ status: "pending", paused: false, wait_cause: null });
  });
});

test("scheduled messages that are due wait where the conversations since then are read", async () => {
  const user = await buildUser();
  await buildScheduled(user, -1);
  await move();
  await lookForCopy(beats);
  expect((await confirm()).status).toBe(200);
  expect(await scheduledOf(user)).toEqual([{ state: "scheduled", detail: null }]);
});
