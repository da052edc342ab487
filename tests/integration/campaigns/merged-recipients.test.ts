import { expect, test } from "vitest";
import { leadMerges } from "@/lib/contracts/leads/lead-merges";
import { decideNextStep } from "@/server/campaigns/campaigns/engine/next-step.service";
import { checkNumber } from "@/server/messaging/whatsapp/number-check.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { callApi } from "@/tests/support/api";
import {
  buildSeller,
  holdRun,
  passTime,
  type Seller,
  startCampaign,
  workOn,
} from "@/tests/support/campaign-work";
import { runWithPauses } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";

runWithPauses();

/** Two recipients of a run become one company while it sends. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const merge = async ({ user, leads }: Seller, survivor: 0 | 1) =>
  callApi(
    api,
    leadMerges.merge,
    {
      body: { lead_ids: leads.map(({ id }) => id), survivor_id: leads[survivor]?.id },
    },
    user.headers,
  );
const recipients = (runId: number) =>
  rows<{ lead_id: number; state: string; detail: string | null }>(
    sql`SELECT lead_id, state, detail FROM campaign_recipients WHERE run_id = ${runId} ORDER BY id`,
  );
const countSent = async (seller: Seller) => {
  const [row] = await rows<{ sent: number }>(
    sql`SELECT count(*)::int AS sent FROM messages WHERE owner_id = ${seller.user.id} AND direction = 'out'`,
  );
  return row?.sent;
};
const finish = async (started: Awaited<ReturnType<typeof startCampaign>>) => {
  for (let step = 0; step < 12; step += 1) {
    await passTime(started);
    const run = await workOn(started);
    if (run.status === "completed") return;
  }
};

test.each([0, 1] as const)(
  "two that wait, of whom lead %i stays: one message",
  async (survivor) => {
    const seller = await buildSeller(api, sandbox, 2);
    const started = await startCampaign(api, seller);
    expect(await merge(seller, survivor)).toMatchObject({ status: 201 });
    const before = await recipients(started.id);
    expect(before.filter(({ state }) => state === "pending")).toHaveLength(1);
    expect(new Set(before.map(({ lead_id }) => lead_id))).toEqual(
      new Set([seller.leads[survivor]?.id]),
    );
    await finish(started);
    expect((await recipients(started.id)).map(({ state }) => state).sort()).toEqual([
      "sent",
      "skipped",
    ]);
    expect(await countSent(seller)).toBe(1);
  },
);

test.each([0, 1] as const)(
  "one message is on its way, and lead %i stays: the other is not written to",
  async (survivor) => {
    const seller = await buildSeller(api, sandbox, 2);
    for (const { whatsapp } of seller.leads)
      await checkNumber(seller.user.id, whatsapp ?? "", "default");
    const started = await startCampaign(api, seller);
    const run = await holdRun(started);
    for (let asked = 0; asked < 5; asked += 1) {
      const step = await decideNextStep({ run, checked: new Set() });
      if (step.do === "send") break;
      await passTime(started);
    }
    expect((await recipients(started.id)).map(({ state }) => state)).toEqual([
      "sending",
      "pending",
    ]);
    await merge(seller, survivor);
    expect(await recipients(started.id)).toMatchObject([
      { state: "sending" },
      { state: "skipped", detail: "Juntado com outro lead desta prospecção" },
    ]);
  },
);

test("a lead that waits for its next step goes on with it when another one becomes part of it", async () => {
  const seller = await buildSeller(api, sandbox, 2);
  const [stays, comes] = seller.leads;
  const started = await startCampaign(api, seller);
  const wait = (leadId: number | undefined, step: number, state: string) =>
    execute(
      sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant, step, state, due_at)
          SELECT ${started.id}, owner_id, id, phone_key, whatsapp, 0, ${step}, ${state}, now() + interval '1 day'
          FROM leads WHERE id = ${leadId}`,
    );
  await execute(sql`UPDATE campaign_recipients SET state = 'sent' WHERE run_id = ${started.id}`);
  // Both got the first; of the lead that comes the second is out as well, and the third waits.
  await wait(stays?.id, 2, "pending");
  await wait(comes?.id, 2, "sent");
  await wait(comes?.id, 3, "pending");
  const third = await buildLead(seller.user.id);
  const alone = { ...seller, leads: [...seller.leads.slice(0, 1), third] };
  expect(await merge(alone, 0)).toMatchObject({ status: 201 });
  expect((await recipients(started.id)).map(({ state }) => state)).toEqual([
    ...["sent", "sent", "pending", "sent", "pending"],
  ]);
  expect(await merge(seller, 0)).toMatchObject({ status: 201 });
  expect((await recipients(started.id)).map(({ state }) => state)).toEqual([
    ...["sent", "sent", "skipped", "sent", "pending"],
  ]);
});

test("a merge and the next step at once: at most one message", async () => {
  for (let round = 0; round < 4; round += 1) {
    const seller = await buildSeller(api, sandbox, 2);
    for (const { whatsapp } of seller.leads)
      await checkNumber(seller.user.id, whatsapp ?? "", "default");
    const started = await startCampaign(api, seller);
    const [merged] = await Promise.all([merge(seller, round % 2 === 0 ? 0 : 1), finish(started)]);
    expect(merged.status).toBe(201);
    await finish(started);
    const sent = await countSent(seller);
    const last = await recipients(started.id);
    // The first message may be out before the merge begins; the second never follows it.
    expect(last.filter(({ state }) => state === "pending" || state === "sending")).toEqual([]);
    expect(sent).toBeLessThanOrEqual(1);
  }
});
