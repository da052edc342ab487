import { campaigns, type StartProspecting } from "@/lib/contracts/campaigns/campaigns";
import type { TestSandbox } from "@/sandbox/testing";
import { campaignRunWork } from "@/server/campaigns/campaigns/engine/campaign-delivery.service";
import { settleCampaignSends } from "@/server/campaigns/campaigns/engine/open-sends.service";
import { runLeases } from "@/server/campaigns/campaigns/runs.repository";
import { ownerOfRow } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { buildLead } from "../factories/leads";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, type TestApi } from "./api";
import { ageSends } from "./sends";
import { pairWhatsapp } from "./whatsapp";

/** Campaigns in a test that acts as the worker: a run advances only where the test says so. */

const never = new AbortController().signal;

export interface Seller {
  user: TestUser;
  instance: string;
  leads: { id: number; whatsapp: string | null }[];
}

export interface WorkedRun {
  id: number;
  campaign_id: number;
  status: string;
  notice: string | null;
  error_message: string | null;
  next_send_at: Date | null;
  paused_at: Date | null;
  trouble_since: Date | null;
}

type Sandbox = Pick<TestSandbox, "control">;

export const setPhone = (sandbox: Sandbox, number: string | null | undefined, behaviour: string) =>
  sandbox.control("PUT", `/phones/${number}`, { behaviour });

/** An account with a connected phone and leads whose phones accept messages and do not answer. */
export async function buildSeller(
  api: Pick<TestApi, "url">,
  sandbox: Sandbox,
  leadCount: number,
  phone: string | null = null,
): Promise<Seller> {
  const user = await buildUser({ plan: "pro" });
  const leads = [];
  for (let lead = 0; lead < leadCount; lead += 1) {
    leads.push(await buildLead(user.id));
    await setPhone(sandbox, leads.at(-1)?.whatsapp, "receives");
  }
  return { user, leads, instance: await pairWhatsapp(api, sandbox, user, phone) };
}

/** Starts a campaign and returns its run. */
export async function startCampaign(
  api: Pick<TestApi, "url">,
  { user }: Seller,
  body: Partial<StartProspecting> = {},
): Promise<WorkedRun> {
  const answer = await callApi(
    api,
    campaigns.start,
    { body: { num_leads: 210, messages: ["Oi"], ...body } },
    user.headers,
  );
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return findRun(answer.body.activity_id);
}

/** The campaign's latest run. */
export async function findRun(campaignId: number): Promise<WorkedRun> {
  const run = await firstRow<WorkedRun>(
    sql`SELECT id, campaign_id, status, notice, error_message, next_send_at, paused_at, trouble_since FROM campaign_runs
        WHERE campaign_id = ${campaignId} ORDER BY scheduled_for DESC LIMIT 1`,
  );
  if (!run) throw new Error("no run");
  return run;
}

/** Looks up overdue outcomes, then works on the run until it ends or waits. */
export async function workOn({ id, campaign_id }: WorkedRun): Promise<WorkedRun> {
  await settleCampaignSends.run();
  await execute(sql`UPDATE campaign_runs SET resume_at = NULL WHERE id = ${id}`);
  await workOnRow(campaignRunWork, id, never);
  return findRun(campaign_id);
}

/** As if the run's message on its way had been handed over so long ago. */
export async function ageSend(run: WorkedRun, age?: string): Promise<void> {
  const row = await firstRow<{ owner_id: number }>(
    sql`SELECT owner_id FROM campaign_runs WHERE id = ${run.id}`,
  );
  await ageSends(row?.owner_id ?? 0, age);
}

/** Lets the run and the number's pace be due. */
export const passTime = (run: WorkedRun) =>
  execute(sql`UPDATE campaign_runs SET next_send_at = NULL, resume_at = NULL WHERE id = ${run.id}`);

export const statesOf = (run: WorkedRun) =>
  rows<{ state: string; cause: string | null }>(
    sql`SELECT state, cause FROM campaign_recipients WHERE run_id = ${run.id} ORDER BY id`,
  );

/** Takes the run's lease, as a worker does. */
export async function holdRun({ id, campaign_id }: WorkedRun) {
  const claimed = await runLeases.claim(id, 60);
  if (!claimed) throw new Error("The run is another's.");
  return {
    id,
    campaignId: campaign_id,
    ownerId: ownerOfRow(claimed.owner_id),
    leaseNo: claimed.lease_no,
    which: "default" as const,
    attempts: claimed.attempts,
    signal: never,
    reportProgress: () => undefined,
  };
}

/** Marks the run's messages as handed to the provider, without an outcome yet. */
export async function claimMessages(runId: number) {
  const claimed = await rows<{
    id: number;
    lead_id: number;
    number: string;
    text: string;
    message_id: string;
    claimed_at: Date;
  }>(
    sql`UPDATE campaign_recipients SET state = 'sending', message_id = '3EB0ABC', text = 'Oi', claimed_at = now(), attempts = 1,
               sender_key = 'run:' || run_id
        WHERE run_id = ${runId} RETURNING id, lead_id, number, text, message_id, claimed_at`,
  );
  await execute(
    sql`INSERT INTO sends (owner_id, instance_id, message_id, recipient_id, address, kind, content)
        SELECT p.owner_id, i.id, p.message_id, p.id, p.number, 'text', p.text
        FROM campaign_recipients p JOIN whatsapp_instances i ON i.owner_id = p.owner_id WHERE p.run_id = ${runId}`,
  );
  return claimed;
}
