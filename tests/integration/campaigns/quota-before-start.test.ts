import { afterAll, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import {
  closeCommands,
  settleCommand,
  takeCommand,
} from "@/server/messaging/sockets/commands.service";
import { claimSocket, requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { findRun, passTime, statesOf, workOn } from "@/tests/support/campaign-work";
import { runWithBaileys } from "@/tests/support/environments";
import { buildPairedPhone } from "@/tests/support/whatsapp-server";

runWithBaileys();

/** The quota is requested from WhatsApp before a scheduled campaign's first message; the test holds the socket. */
afterAll(async () => {
  await closeCommands();
  await closeQueues();
});

async function buildDueRun() {
  const user = await buildUser({ plan: "pro" });
  const id = await buildPairedPhone(user);
  await execute(
    sql`UPDATE whatsapp_instances SET status = 'CONNECTED', connected_at = now(), paired_at = now(), number = ${`55119000${60_000 + user.id}`}
        WHERE id = ${id}`,
  );
  await requestSocket(id);
  const leaseNo = (await claimSocket(id))?.lease.leaseNo ?? 0;
  await buildLead(user.id);
  const campaign = await buildCampaign(user, { nextRunAt: new Date() });
  await until(async () => {
    await startDueCampaigns.run();
    return findRun(campaign.id).catch(() => null);
  }, "the run");
  return { user, id, leaseNo, run: await findRun(campaign.id) };
}

test("a used quota that is told then holds the first message, and is not asked for again at once", async () => {
  const { id, leaseNo, run } = await buildDueRun();
  const asked = () =>
    rows(sql`SELECT 1 FROM whatsapp_commands WHERE instance_id = ${id} AND kind = 'fetch-quota'`);
  const answer = async (quota: object) => {
    const command = await until(() => takeCommand(id, leaseNo), "the question");
    expect(command.kind).toBe("fetch-quota");
    await settleCommand(id, command, { quota });
  };
  const used = { state: "capped", cycleEnd: null };
  const [held] = await Promise.all([workOn(run), answer(used)]);
  expect(held.notice).toContain("a parte das campanhas acabou");
  expect(await statesOf(run)).toMatchObject([{ state: "pending" }]);

  await passTime(run);
  await workOn(run);
  expect(await asked()).toHaveLength(1);

  await execute(
    sql`UPDATE new_chat_quotas SET asked_at = now() - interval '16 minutes' WHERE instance_id = ${id}`,
  );
  await passTime(run);
  await Promise.all([workOn(run), answer(used)]);
  expect(await asked()).toHaveLength(2);
});
