import { expect, test } from "vitest";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { callApi } from "@/tests/support/api";
import {
  buildSeller as buildSellerAt,
  passTime,
  type Seller,
  startCampaign,
  statesOf,
  workOn,
} from "@/tests/support/campaign-work";
import { runWithLadder } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import { readLedger } from "@/tests/support/whatsapp";

runWithLadder();

/** Protection of a number: its day is spread, repeats keep an interval, and hidden outcomes are looked up. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const buildSeller = (leadCount: number) => buildSellerAt(api, sandbox, leadCount);
const allowSending = ({ user }: Seller) =>
  execute(
    sql`UPDATE number_paces SET next_send_at = now() - interval '1 millisecond' WHERE sender_key IN
          (SELECT sender_key FROM campaign_recipients WHERE owner_id = ${user.id})`,
  );

test("after a first contact the next one waits for its share of what is left of the day", async () => {
  const seller = await buildSeller(3);
  // What the day already had, so that its first minute has passed.
  await buildSent(seller, 1, { minutesAgo: 90 });
  const run = await startCampaign(api, seller);
  await workOn(run);
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(1);
  const [pace] = await rows<{ next_send_at: Date }>(
    sql`SELECT next_send_at FROM number_paces WHERE sender_key IN
          (SELECT sender_key FROM campaign_recipients WHERE run_id = ${run.id})`,
  );
  const left = getSaoPauloDayBounds(new Date()).end.getTime() - Date.now();
  const gap = (pace?.next_send_at.getTime() ?? 0) - Date.now();
  // Of the ten of a first day eight are left, and the draw is half more or less.
  expect(gap).toBeGreaterThan((left / 9) * 0.45);
  expect(gap).toBeLessThan((left / 9) * 1.6);
});

/** First contacts of the seller's number at that time. */
async function buildSent(
  { user }: Seller,
  count: number,
  { minutesAgo, state = "sent" }: { minutesAgo: number; state?: "sent" | "failed" },
) {
  const { recipientIds } = await buildCampaign(user, {
    status: "completed",
    recipients: Array.from({ length: count }, () => state),
  });
  await execute(
    sql`UPDATE campaign_recipients p SET first_contact = true, sender_key = i.number,
               claimed_at = greatest(now() - make_interval(mins => ${minutesAgo}), ${minutesAgo < 1_440 ? getSaoPauloDayBounds(new Date()).start : null}::timestamptz)
        FROM whatsapp_instances i WHERE i.owner_id = p.owner_id AND p.id = ANY (${recipientIds})`,
  );
}

test("a number that nobody answered for a week is told so, and its cap goes down", async () => {
  const seller = await buildSeller(0);
  await execute(
    sql`UPDATE whatsapp_instances SET paired_at = now() - interval '30 days' WHERE owner_id = ${seller.user.id}`,
  );
  await execute(
    sql`INSERT INTO number_days (sender_key, day, first_contacts)
        SELECT i.number, (now() AT TIME ZONE 'America/Sao_Paulo')::date - days, 8
        FROM whatsapp_instances i, generate_series(1, 5) AS days WHERE i.owner_id = ${seller.user.id}`,
  );
  const read = async () =>
    (await callApi(api, campaigns.numberHealth, {}, seller.user.headers)).body;
  expect(await read()).toMatchObject({ sending_day: 6, daily_cap: 50, few_replies: null });
  await buildSent(seller, 50, { minutesAgo: 2 * 1_440 });
  expect(await read()).toMatchObject({
    sending_day: 6,
    daily_cap: 20,
    few_replies: { first_contacts: 50, replies: 0 },
  });
});

test("a repeating campaign leaves out whom any campaign wrote to in the last days", async () => {
  const seller = await buildSeller(1);
  const first = await startCampaign(api, seller);
  await workOn(first);
  // On the same day a first run may have to wait for its minute.
  await execute(
    sql`UPDATE campaign_recipients SET state = 'sent', claimed_at = now() - interval '2 days', settled_at = now() WHERE run_id = ${first.id}`,
  );
  await execute(
    sql`UPDATE campaign_runs SET status = 'completed', completed_at = now(), lease_until = NULL WHERE id = ${first.id}`,
  );
  await allowSending(seller);
  const again = await startCampaign(api, seller, { repeat_leads: true });
  expect(await workOn(again)).toMatchObject({ status: "completed" });
  expect(await statesOf(again)).toEqual([{ state: "skipped", cause: "recent" }]);
  await execute(
    sql`UPDATE campaign_recipients SET claimed_at = now() - interval '4 days' WHERE run_id = ${first.id}`,
  );
  const later = await startCampaign(api, seller, { repeat_leads: true });
  await workOn(later);
  expect(await statesOf(later)).not.toEqual([{ state: "skipped", cause: "recent" }]);
});

test("two strangers in a row who were not reached pause the run before a third", async () => {
  const seller = await buildSeller(4);
  // What the day already had, so that its first minute has passed.
  await buildSent(seller, 1, { minutesAgo: 90 });
  const run = await startCampaign(api, seller);
  const failNext = () =>
    execute(
      sql`UPDATE campaign_recipients SET state = 'failed', cause = 'not_delivered', first_contact = true, claimed_at = now(), settled_at = now()
          WHERE id IN (SELECT id FROM campaign_recipients WHERE run_id = ${run.id} AND state IN ('pending', 'sent') ORDER BY state DESC, id LIMIT 1)`,
    );
  await failNext();
  await workOn(run);
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(1);
  await failNext();
  await allowSending(seller);
  await passTime(run);
  const paused = await workOn(run);
  expect(paused).toMatchObject({
    paused_at: expect.any(Date),
    notice: expect.stringContaining("as 2 últimas mensagens a novos contatos não foram entregues"),
  });
  expect(await readLedger(sandbox, seller.instance)).toHaveLength(1);
});
