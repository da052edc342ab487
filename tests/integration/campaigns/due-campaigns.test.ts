import { beforeEach, describe, expect, test } from "vitest";
import * as due from "@/server/campaigns/campaigns/due-campaigns.repository";
import { createRuns } from "@/server/campaigns/campaigns/new-runs.repository";
import { execute, rows, type Sql, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";

/** Which campaigns start now: those whose time has come, of accounts that may send, one run of an account at a time. */

const GRACE_HOURS = 12;
const HOUR_MS = 3_600_000;
let user: TestUser;
let stranger: TestUser;
beforeEach(async () => {
  await execute(sql`UPDATE campaigns SET next_run_at = NULL`);
  [user, stranger] = [await buildUser(), await buildUser()];
});

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const build = (of: TestUser, hours: number, row: Parameters<typeof buildCampaign>[1] = {}) =>
  buildCampaign(of, { nextRunAt: ago(hours), recurrence: "daily", ...row });
const find = async ({ byTemplate = false, of = user, limit = 10 } = {}) =>
  (await due.lockDueCampaigns(GRACE_HOURS, limit, { byTemplate, ownerId: of.id })).map(
    ({ id, missed }) => ({ id, missed }),
  );
const setAccount = (change: Sql) =>
  execute(sql`UPDATE accounts SET ${change} WHERE id = ${user.id}`);

describe("a campaign is due", () => {
  test("from its time on, and missed once its grace is over", async () => {
    const { id } = await build(user, -0.01);
    expect(await find()).toEqual([]);
    for (const [hours, missed] of [
      [0.01, false],
      [GRACE_HOURS - 0.01, false],
      [GRACE_HOURS + 0.01, true],
    ] as const) {
      await execute(sql`UPDATE campaigns SET next_run_at = ${ago(hours)} WHERE id = ${id}`);
      expect(await find()).toEqual([{ id, missed }]);
    }
    await build(stranger, 1);
    expect(await find()).toHaveLength(1);
  });

  test("of texts or of templates, as the provider takes them", async () => {
    const [texts, templates] = [await build(user, 1), await build(user, 2)];
    await execute(
      sql`UPDATE campaigns SET templates = jsonb_build_array(jsonb_build_object('name', 'oferta')) WHERE id = ${templates.id}`,
    );
    expect(await find()).toEqual([{ id: texts.id, missed: false }]);
    expect(await find({ byTemplate: true })).toEqual([{ id: templates.id, missed: false }]);
  });

  test("unless its account was deactivated, or is leaving", async () => {
    const { id } = await build(user, 1);
    await setAccount(sql`is_active = false`);
    expect(await find()).toEqual([]);
    await setAccount(sql`is_active = true, deletion_at = now() + interval '7 days'`);
    expect(await find()).toEqual([]);
    await setAccount(sql`deletion_at = NULL`);
    expect(await find()).toEqual([{ id, missed: false }]);
  });

  test.each(["pending", "running"] as const)(
    "while its account has a %s run only once it is missed, or that run only follows up",
    async (status) => {
      const { id } = await build(user, 1);
      await buildCampaign(stranger, { status });
      expect(await find()).toEqual([{ id, missed: false }]);
      const active = await buildCampaign(user, { status });
      expect(await find()).toEqual([]);
      await execute(
        sql`UPDATE campaigns SET next_run_at = ${ago(GRACE_HOURS + 1)} WHERE id = ${id}`,
      );
      expect(await find()).toEqual([{ id, missed: true }]);
      await execute(sql`UPDATE campaigns SET next_run_at = ${ago(1)} WHERE id = ${id}`);
      await execute(
        sql`UPDATE campaign_runs SET following_since = now() WHERE id = ${active.runId}`,
      );
      expect(await find()).toEqual([{ id, missed: false }]);
      await execute(
        sql`UPDATE campaign_runs SET following_since = NULL, status = 'completed', completed_at = now() WHERE id = ${active.runId}`,
      );
      expect(await find()).toEqual([{ id, missed: false }]);
    },
  );

  test("the one that waits longest first, of any account", async () => {
    const [young, old] = [await build(user, 1), await build(stranger, 2)];
    const ids = async (limit: number) =>
      (await due.lockDueCampaigns(GRACE_HOURS, limit, { byTemplate: false })).map(({ id }) => id);
    expect(await ids(1)).toEqual([old.id]);
    expect(await ids(5)).toEqual([old.id, young.id]);
  });
});

test("an occurrence has one run, or is missed once", async () => {
  const { id } = await build(user, 1);
  const [campaign] = await due.lockDueCampaigns(GRACE_HOURS, 1, { byTemplate: false });
  if (!campaign) throw new Error("nothing is due");
  expect(await due.hasRun(user.id, id, campaign.due)).toBe(false);
  const run = { instanceIds: [null], kind: "audience" as const, undoSeconds: 0, requestId: null };
  const create = () => createRuns(user.id, id, { ...run, scheduledFor: campaign.due });
  expect(await create()).toHaveLength(1);
  expect(await create()).toHaveLength(0);
  expect(await due.hasRun(user.id, id, campaign.due)).toBe(true);
  expect(await due.hasRun(stranger.id, id, campaign.due)).toBe(false);
  await due.recordMissedRun(user.id, id, campaign.due, "Tarde");
  await due.recordMissedRun(user.id, id, ago(30), "Tarde");
  expect(
    await rows(
      sql`SELECT status, error_message FROM campaign_runs WHERE campaign_id = ${id} ORDER BY id`,
    ),
  ).toEqual([
    { status: "pending", error_message: null },
    { status: "missed", error_message: "Tarde" },
  ]);
});

test("the next times are set of the campaigns that are named", async () => {
  const [first, second, other] = [
    await build(user, 1),
    await build(user, 1),
    await build(stranger, 1),
  ];
  const at = ago(-24);
  await due.setNextRuns([
    { campaignId: first.id, at },
    { campaignId: second.id, at: null },
  ]);
  const stored = await rows<{ id: number; next_run_at: Date | null }>(
    sql`SELECT id, next_run_at FROM campaigns WHERE id = ANY (${[first.id, second.id, other.id]}::int[]) ORDER BY id`,
  );
  expect(stored.slice(0, 2)).toEqual([
    { id: first.id, next_run_at: at },
    { id: second.id, next_run_at: null },
  ]);
  expect(stored[2]?.next_run_at?.getTime()).toBeLessThan(Date.now());
});
