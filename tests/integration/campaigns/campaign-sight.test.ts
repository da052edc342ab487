import { beforeAll, describe, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { firstContact } from "@/lib/contracts/campaigns/first-contact";
import type { Visibility } from "@/lib/domain/accounts/visibility";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import type { PersonId } from "@/server/platform/actor";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildLeadOf, buildTeam } from "@/tests/factories/sellers";
import { buildMember, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** Whom the campaigns write to of somebody who sees a part of the account. No worker runs here. */
const api = runApi({ withoutLimits: true });
const DAY_MS = 86_400_000;
const PARTS = ["own", "own_and_unassigned"] as const;

beforeAll(() => execute(sql`UPDATE campaigns SET next_run_at = NULL`));

/** With a lead of the seller's, one of a colleague's and one of nobody's; `seen`: those that the seller sees. */
async function buildAudience(visibility: Visibility) {
  const team = await buildTeam(visibility, { plan: "pro" });
  await buildInstance(team.owner);
  const { id } = team.owner;
  const mine = await buildLeadOf(id, team.seller.personId);
  const theirs = await buildLeadOf(id, team.colleague);
  const nobodys = await buildLeadOf(id, null);
  const seen = {
    all: [mine.id, theirs.id, nobodys.id],
    own_and_unassigned: [mine.id, nobodys.id],
    own: [mine.id],
  }[visibility];
  return { ...team, mine, theirs, nobodys, seen };
}

const start = (user: TestUser, body: Partial<StartProspecting> = {}) =>
  callApi(
    api,
    campaigns.start,
    { body: { messages: ["Oi"], num_leads: 10, ...body } },
    user.headers,
  );
const schedule = (user: TestUser) =>
  start(user, {
    scheduled: true,
    scheduled_datetime: new Date(Date.now() + DAY_MS).toISOString(),
    recurrence_type: "daily",
  });
const takenBy = async (campaignId: number) =>
  (
    await rows<{ lead_id: number }>(
      sql`SELECT p.lead_id FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
          WHERE r.campaign_id = ${campaignId} ORDER BY p.id`,
    )
  ).map(({ lead_id }) => lead_id);
const makerOf = async (campaignId: number) =>
  (await rows(sql`SELECT person_id FROM campaigns WHERE id = ${campaignId}`))[0];
async function runNow(campaignId: number) {
  await execute(
    sql`UPDATE campaigns SET next_run_at = now() - interval '1 second' WHERE id = ${campaignId}`,
  );
  await startDueCampaigns.run();
}

describe.each([...PARTS, "all"] as const)("in '%s'", (visibility) => {
  test("an audience is counted, shown and priced of the leads in sight", async () => {
    const { seller, mine, theirs, seen } = await buildAudience(visibility);
    await execute(sql`UPDATE leads SET status = 'opted_out' WHERE id = ${theirs.id}`);
    const sees = visibility === "all";
    const counted = await callApi(api, campaigns.audience, { body: {} }, seller.headers);
    expect(counted.body).toMatchObject({
      leads: seen.length,
      recipients: sees ? 2 : seen.length,
      left_out: { opted_out: sees ? 1 : 0 },
      sample_lead_id: mine.id,
    });
    const people = await callApi(api, campaigns.people, { body: {} }, seller.headers);
    expect(people.body.people.map(({ lead_id }) => lead_id)).toEqual(
      seen.filter((id) => id !== theirs.id),
    );
    expect(people.body.left_out).toHaveLength(sees ? 1 : 0);
    expect(people.body.left_out_total).toBe(sees ? 1 : 0);
    const picked = await callApi(
      api,
      campaigns.audience,
      { body: { lead_ids: [theirs.id, 2_147_483_647] } },
      seller.headers,
    );
    expect(picked.body.leads).toBe(sees ? 1 : 0);
  });

  test("a campaign that starts now writes to them, and is its maker's", async () => {
    const { seller, seen } = await buildAudience(visibility);
    const { status, body } = await start(seller);
    expect(status).toBe(202);
    expect(await takenBy(body.activity_id)).toEqual(seen);
    expect(await makerOf(body.activity_id)).toEqual({ person_id: seller.personId });
  });

  test("one that is due writes to those that its maker sees by then", async () => {
    const { seller, colleague, mine, theirs, seen } = await buildAudience(visibility);
    const { body } = await schedule(seller);
    await execute(sql`UPDATE leads SET seller_id = ${colleague} WHERE id = ${mine.id}`);
    await execute(sql`UPDATE leads SET seller_id = ${seller.personId} WHERE id = ${theirs.id}`);
    await runNow(body.activity_id);
    const now = seen.map((id) => (id === mine.id ? theirs.id : id));
    expect(await takenBy(body.activity_id)).toEqual(visibility === "all" ? seen : now);
  });

  test("one of somebody who is suspended writes to what is nobody's", async () => {
    const { owner, seller, mine, nobodys, seen } = await buildAudience(visibility);
    const { body } = await schedule(owner);
    const suspend = (id: PersonId) =>
      execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${id}`);
    await suspend(owner.personId);
    await suspend(seller.personId);
    await runNow(body.activity_id);
    expect(await takenBy(body.activity_id)).toEqual(
      { all: seen, own_and_unassigned: [mine.id, nobodys.id], own: [] }[visibility],
    );
  });
});

test("an owner's campaign writes to all, whatever sellers see", async () => {
  const { owner, mine, theirs, nobodys } = await buildAudience("own");
  const { body } = await schedule(owner);
  await runNow(body.activity_id);
  expect(await takenBy(body.activity_id)).toEqual([mine.id, theirs.id, nobodys.id]);
});

test("an edit keeps whose a campaign is, and takes over one that is nobody's", async () => {
  const { owner, seller } = await buildAudience("own_and_unassigned");
  const { body } = await schedule(seller);
  const edit = (user: TestUser, id: number) =>
    callApi(
      api,
      activities.edit,
      {
        params: { id },
        body: {
          messages: ["Olá"],
          scheduled: true,
          scheduled_datetime: new Date(Date.now() + DAY_MS).toISOString(),
        },
      },
      user.headers,
    );
  expect((await edit(owner, body.activity_id)).status).toBe(200);
  expect(await makerOf(body.activity_id)).toEqual({ person_id: seller.personId });
  await execute(sql`UPDATE campaigns SET person_id = NULL WHERE id = ${body.activity_id}`);
  expect((await edit(seller, body.activity_id)).status).toBe(404);
  expect((await edit(owner, body.activity_id)).status).toBe(200);
  expect(await makerOf(body.activity_id)).toEqual({ person_id: owner.personId });
});

describe.each(PARTS)("in '%s'", (visibility) => {
  test("campaigns of others are not listed, and are no place in the list", async () => {
    const { owner, seller, colleague } = await buildTeam(visibility);
    const nextRunAt = new Date(Date.now() + DAY_MS);
    // Nobody's, of a maker who is gone.
    await buildCampaign(owner, { status: "completed" });
    const [mine, theirs, planned] = [
      await buildCampaign(owner, { status: "completed" }),
      await buildCampaign(owner, { status: "running" }),
      await buildCampaign(owner, { nextRunAt }),
    ];
    const give = (id: number, to: PersonId) =>
      execute(sql`UPDATE campaigns SET person_id = ${to} WHERE id = ${id}`);
    await give(mine.id, seller.personId);
    await give(theirs.id, colleague);
    await give(planned.id, colleague);
    const list = async (before?: number) =>
      (
        await callApi(api, activities.list, { query: { before } }, seller.headers)
      ).body.activities.map(({ id }) => id);
    expect(await list()).toEqual([mine.id]);
    expect(await list(planned.id)).toEqual(await list(2_147_483_647));
  });

  test("a test message is not filled with a lead out of sight", async () => {
    const { seller, theirs } = await buildAudience(visibility);
    const send = (lead_id: number) =>
      callApi(
        api,
        campaigns.testMessage,
        { body: { message: "Oi {{nome}}", lead_id } },
        seller.headers,
      );
    for (const number of [null, "5511987650000"]) {
      await execute(
        sql`UPDATE whatsapp_instances SET number = ${number} WHERE owner_id = ${seller.id}`,
      );
      const [hidden, missing] = [await send(theirs.id), await send(2_147_483_647)];
      expect(hidden).toMatchObject({ status: missing.status, body: missing.body });
      expect(missing.status).toBe(number === null ? 409 : 404);
    }
  });

  test("a sheet of recipients is that of a campaign in sight", async () => {
    const { owner, seller, colleague } = await buildTeam(visibility);
    const { id } = await buildCampaign(owner, { status: "completed", recipients: ["sent"] });
    const download = async (of: number) => {
      const path = `/api/prospecting/activities/${of}/recipients/export`;
      const answer = await fetch(api.url + path, { headers: seller.headers });
      return { status: answer.status, text: await answer.text() };
    };
    const give = (to: PersonId) =>
      execute(sql`UPDATE campaigns SET person_id = ${to} WHERE id = ${id}`);
    await give(seller.personId);
    expect((await download(id)).status).toBe(200);
    await give(colleague);
    expect(await download(id)).toEqual(await download(2_147_483_647));
  });

  test("the first contact with a lead does not name a campaign of others", async () => {
    const { owner, seller, colleague } = await buildTeam(visibility);
    const { id, recipientIds } = await buildCampaign(owner, {
      status: "completed",
      recipients: ["sent"],
    });
    await execute(
      sql`UPDATE leads SET seller_id = ${seller.personId} WHERE owner_id = ${owner.id}`,
    );
    const [lead] = await rows<{ lead_id: number }>(
      sql`SELECT lead_id FROM campaign_recipients WHERE id = ${recipientIds[0] ?? 0}`,
    );
    const ask = async (of: PersonId) => {
      await execute(sql`UPDATE campaigns SET person_id = ${of} WHERE id = ${id}`);
      const params = { id: lead?.lead_id ?? 0 };
      return (await callApi(api, firstContact.get, { params }, seller.headers)).body.first;
    };
    expect(await ask(seller.personId)).toMatchObject({ by: "campaign", campaign: { id } });
    expect(await ask(colleague)).toMatchObject({ by: "campaign", campaign: null });
  });
});

test("what failed is not sent again to a lead that passed to a colleague", async () => {
  const { owner, seller, colleague } = await buildTeam("own_and_unassigned");
  await buildInstance(owner);
  const { id } = await buildCampaign(owner, {
    status: "completed",
    recipients: ["failed", "failed"],
  });
  await execute(sql`UPDATE campaigns SET person_id = ${seller.personId} WHERE id = ${id}`);
  const retry = () => callApi(api, activities.retryFailed, { params: { id } }, seller.headers);
  await execute(sql`UPDATE leads SET seller_id = ${colleague} WHERE owner_id = ${owner.id}`);
  expect(await retry()).toMatchObject({ status: 409, body: { code: "conflict" } });
  await execute(
    sql`UPDATE leads SET seller_id = ${seller.personId}
        WHERE id = (SELECT min(id) FROM leads WHERE owner_id = ${owner.id})`,
  );
  expect(await retry()).toMatchObject({ body: { recipients: 1 } });
});

test("the campaign of a manager who is suspended is nobody's to see but a manager's", async () => {
  const { owner, seller } = await buildTeam("own_and_unassigned");
  const { id } = await buildCampaign(owner, { status: "completed", recipients: ["sent"] });
  const manager = await buildMember(owner.id, undefined, "manager");
  await execute(sql`UPDATE campaigns SET person_id = ${manager} WHERE id = ${id}`);
  await execute(sql`UPDATE users SET suspended_at = now() WHERE id = ${manager}`);
  const read = (by: TestUser) =>
    callApi(api, activities.recipients, { params: { id }, query: {} }, by.headers);
  expect((await read(seller)).status).toBe(404);
  expect((await read(owner)).status).toBe(200);
});
