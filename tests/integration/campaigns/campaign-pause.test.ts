import { expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import type { StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import { tellOfLostConnections } from "@/server/campaigns/campaigns/engine/lost-connections.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  buildSeller as buildSellerAt,
  passTime,
  type Seller,
  startCampaign,
  type WorkedRun,
  workOn,
} from "@/tests/support/campaign-work";
import { runWithCaution } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import { readLedger } from "@/tests/support/whatsapp";

runWithCaution();

/** The test is the worker: a run advances only where it says so. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const buildSeller = (leadCount: number) => buildSellerAt(api, sandbox, leadCount);
const start = (seller: Seller, body?: Partial<StartProspecting>) =>
  startCampaign(api, seller, body);
const ask = (
  what: "pause" | "resume" | "stop",
  { user }: Pick<Seller, "user">,
  { campaign_id: id }: Pick<WorkedRun, "campaign_id">,
) => callApi(api, activities[what], { params: { id } }, user.headers);
const read = async ({ user }: Seller, { campaign_id: id }: WorkedRun) =>
  (await callApi(api, activities.get, { params: { id } }, user.headers)).body.activity;

test("a campaign is paused by its owner, sends nothing, and goes on where it was", async () => {
  const seller = await buildSeller(3);
  const run = await start(seller, { pacing: { daily_cap: 1 } });
  expect(await workOn(run)).toMatchObject({ status: "running" });
  expect(await read(seller, run)).toMatchObject({ waits_for: "cap", paused: false, sent: 1 });

  const paused = await ask("pause", seller, run);
  expect(paused.body.activity).toMatchObject({
    ...{ status: "running", paused: true, waits_for: "person", next_send_at: null },
    notice: expect.stringContaining("Pausada por você"),
  });
  expect(await ask("pause", seller, run)).toMatchObject({
    status: 409,
    body: { error: "Esta prospecção já está pausada." },
  });
  await passTime(run);
  expect(await workOn(run)).toMatchObject({ status: "running", paused_at: expect.any(Date) });
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(1);

  const resumed = await ask("resume", seller, run);
  expect(resumed.body.activity).toMatchObject({ paused: false, waits_for: null, notice: null });
  await execute(
    sql`UPDATE campaign_recipients SET claimed_at = claimed_at - interval '1 day' WHERE run_id = ${run.id}`,
  );
  await passTime(run);
  await workOn(run);
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(2);
});

test("a pause between the decision and the send lets that message go out, and no other", async () => {
  const seller = await buildSeller(5);
  const run = await start(seller);
  const work = workOn(run);
  await expect
    .poll(() => readLedger(sandbox, seller.instance).then(({ length }) => length))
    .toBeGreaterThan(0);
  const answer = await ask("pause", seller, run);
  await work;
  const accepted = (await readLedger(sandbox, seller.instance)).length;
  // The run may have been over before the pause came.
  if (answer.status === 200) expect(await read(seller, run)).toMatchObject({ paused: true });
  await passTime(run);
  await workOn(run);
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(accepted);
});

test("only what runs is paused; a stranger's campaign is not there", async () => {
  const seller = await buildSeller(1);
  const run = await start(seller);
  const stranger = { user: await buildUser() };
  expect((await ask("pause", stranger, run)).status).toBe(404);
  await ask("stop", seller, run);
  expect(await ask("pause", seller, run)).toMatchObject({
    status: 409,
    body: { error: "Esta prospecção não está em execução." },
  });
});

test("an early end says how many it did not reach; a pause that ends says so too", async () => {
  const seller = await buildSeller(3);
  const run = await start(seller, { pacing: { daily_cap: 1 } });
  await workOn(run);
  await ask("pause", seller, run);
  const stopped = await ask("stop", seller, run);
  expect(stopped.body.activity).toMatchObject({
    ...{ status: "stopped", total_leads: 3, sent: 1, not_reached: 2, waits_for: null },
  });
});

const mailsOf = ({ user }: Seller) =>
  rows<{ kind: string }>(sql`SELECT kind FROM mails WHERE user_id = ${user.personId} ORDER BY id`);
const waitFor = (run: WorkedRun, minutes: number) =>
  execute(
    sql`UPDATE campaign_runs SET trouble_since = now() - make_interval(mins => ${minutes}) WHERE id = ${run.id}`,
  );

test("the owner is told by mail once each time that the connection is lost for 15 minutes", async () => {
  const seller = await buildSeller(2);
  const run = await start(seller, { pacing: { daily_cap: 1 } });
  await workOn(run);
  await execute(
    sql`UPDATE campaign_recipients SET claimed_at = claimed_at - interval '1 day' WHERE run_id = ${run.id}`,
  );
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "logged-out",
    instance: seller.instance,
  });
  await expect
    .poll(async () => {
      await passTime(run);
      await workOn(run);
      return (await read(seller, run)).waits_for;
    })
    .toBe("disconnected");
  await waitFor(run, 14);
  await tellOfLostConnections.run();
  expect(await mailsOf(seller)).toEqual([]);
  await waitFor(run, 16);
  await Promise.all([tellOfLostConnections.run(), tellOfLostConnections.run()]);
  expect(await mailsOf(seller)).toEqual([{ kind: "campaign_waits" }]);

  // Another loss, later.
  await execute(
    sql`UPDATE campaign_runs SET told_at = now() - interval '1 hour' WHERE id = ${run.id}`,
  );
  await tellOfLostConnections.run();
  expect(await mailsOf(seller)).toHaveLength(2);
  // A paused one waits for its owner, who knows.
  await execute(sql`UPDATE campaign_runs SET told_at = NULL WHERE id = ${run.id}`);
  await ask("pause", seller, run);
  await tellOfLostConnections.run();
  expect(await mailsOf(seller)).toHaveLength(2);
});
