import { randomBytes } from "node:crypto";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { type TestSandbox, until } from "@/sandbox/testing";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "../factories/leads";
import { buildUser, type TestUser } from "../factories/users";
import { callApi, type TestApi } from "../support/api";
import { pairWhatsapp, readLedger } from "../support/whatsapp";
import type { Figures } from "./report";

/** An account with a connected phone and a campaign under way. */
export interface Seller {
  user: TestUser;
  instance: string;
  campaignId: number;
}

/** Starts a campaign of `leads` leads for a new account. */
export async function startCampaign(
  api: TestApi,
  sandbox: TestSandbox,
  leads: number,
): Promise<Seller> {
  const user = await buildUser();
  for (let lead = 0; lead < leads; lead += 1) await buildLead(user.id);
  const instance = await pairWhatsapp(api, sandbox, user);
  const body = { num_leads: leads, messages: ["Oi {{empresa}}", "Olá, {{empresa}}!"] };
  const started = await callApi(api, campaigns.start, { body }, user.headers);
  if (started.status !== 202) throw new Error(`start: ${JSON.stringify(started.body)}`);
  return { user, instance, campaignId: started.body.activity_id };
}

/** Messages that WhatsApp accepted from all of them. */
export async function countAccepted(sandbox: TestSandbox, sellers: Seller[]): Promise<number> {
  const ledgers = await Promise.all(sellers.map(({ instance }) => readLedger(sandbox, instance)));
  return ledgers.reduce((sum, ledger) => sum + ledger.length, 0);
}

export async function waitForEnd(sellers: Seller[], withinMs: number): Promise<void> {
  await until(async () => (await countActive(sellers)) === 0, "the runs to end", withinMs);
}

async function countActive(sellers: Seller[]): Promise<number> {
  const active = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM campaign_runs
        WHERE campaign_id = ANY (${sellers.map(({ campaignId }) => campaignId)}::int[]) AND status IN ('pending', 'running')`,
  );
  return active?.count ?? 0;
}

/**
 * Counts by the sandbox's ledger: a recipient is lost if it has no final state, is marked as sent but not in the ledger,
 * or is in the ledger but marked as skipped; twice is every accepted message beyond one for a number.
 */
export async function countOutcomes(sandbox: TestSandbox, sellers: Seller[]) {
  const total = { recipients: 0, sent: 0, unknown: 0, skipped: 0, lost: 0, twice: 0 };
  for (const { user, instance } of sellers) {
    const recipients = await rows<{ state: string; number: string }>(
      sql`SELECT state, number FROM campaign_recipients WHERE owner_id = ${user.id}`,
    );
    const ledger = await readLedger(sandbox, instance);
    const reached = new Set(ledger.map(({ toKey }) => toKey.slice(-8)));
    const inState = (...states: string[]) =>
      recipients.filter(({ state }) => states.includes(state));
    const missed = inState("sent").filter(({ number }) => !reached.has(number.slice(-8)));
    total.recipients += recipients.length;
    total.sent += inState("sent").length;
    total.unknown += inState("unknown").length;
    total.skipped += inState("skipped").length;
    const unrecorded = inState("skipped").filter(({ number }) => reached.has(number.slice(-8)));
    total.lost += inState("pending", "sending").length + missed.length + unrecorded.length;
    total.twice += ledger.length - reached.size;
  }
  return total;
}

/** The figures that hold in every fault. */
export function toFigures(
  { recipients, sent, unknown, lost, twice }: Awaited<ReturnType<typeof countOutcomes>>,
  mostUnknown: number,
): Figures {
  return {
    recipients: { value: recipients, holds: recipients > 0 },
    sent: { value: sent, holds: sent > 0 },
    lost: { value: lost, holds: lost === 0 },
    twice: { value: twice, holds: twice === 0 },
    unknown: { value: unknown, holds: unknown <= mostUnknown },
  };
}

/** 0 to 1, from the seed in FAULT_SEED or a new one, which is printed. */
export function createRandom(): () => number {
  let state = Number(process.env["FAULT_SEED"]) || randomBytes(4).readUInt32LE();
  console.log(`FAULT_SEED=${state}`);
  return () => {
    // A linear congruential generator, Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
