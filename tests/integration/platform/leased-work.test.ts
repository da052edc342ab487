import { beforeEach, describe, expect, test } from "vitest";
import { activities } from "@/lib/contracts/campaigns/activities";
import { campaignRunWork } from "@/server/campaigns/campaigns/engine/campaign-delivery.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { mailWork } from "@/server/platform/mail/mail-delivery.service";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
const never = new AbortController().signal;
const { leases } = campaignRunWork;

let user: TestUser;
beforeEach(async () => {
  user = await buildUser();
  // A run of an account without a phone waits instead of failing.
  await buildInstance(user);
});

interface Row {
  status: string;
  error_message: string | null;
  attempts: number;
  lease_no: number;
  leased: boolean;
  resume_in_s: number | null;
}

const read = (id: number) =>
  firstRow<Row>(
    sql`SELECT status, error_message, attempts, lease_no, lease_until IS NOT NULL AS leased,
               extract(epoch FROM resume_at - now())::float8 AS resume_in_s
        FROM campaign_runs WHERE id = ${id}`,
  );

/** A run whose recipient has a variant that its campaign lacks: every delivery throws. */
async function buildBrokenRun(): Promise<{ id: number; campaignId: number; leadId: number }> {
  const { id: leadId } = await buildLead(user.id);
  const campaign = await firstRow<{ id: number }>(
    sql`INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids)
          VALUES (${user.id}, (SELECT count(*) + 1 FROM campaigns WHERE owner_id = ${user.id}), 'Campanha', 1, '{Oi}', '{}') RETURNING id`,
  );
  const run = await firstRow<{ id: number }>(
    sql`INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for)
        VALUES (${user.id}, ${campaign?.id}, now()) RETURNING id`,
  );
  await execute(
    sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, variant)
        SELECT ${run?.id}, owner_id, id, phone_key, whatsapp, 5 FROM leads WHERE id = ${leadId}`,
  );
  return { id: run?.id ?? 0, campaignId: campaign?.id ?? 0, leadId };
}

const makeDue = (id: number) =>
  execute(sql`UPDATE campaign_runs SET resume_at = NULL WHERE id = ${id}`);

describe("work that keeps failing", () => {
  test("is retried with growing delays, then ends as an error with its reason, and frees its owner", async () => {
    const { id } = await buildBrokenRun();
    const pauses: number[] = [];
    for (let attempt = 1; attempt < leases.maxAttempts; attempt += 1) {
      expect(await workOnRow(campaignRunWork, id, never)).toEqual({ resumeAt: expect.any(Date) });
      const row = await read(id);
      expect(row).toMatchObject({ status: "running", attempts: attempt, leased: false });
      pauses.push(Math.ceil(row?.resume_in_s ?? 0));
      expect(await workOnRow(campaignRunWork, id, never)).toBeUndefined();
      await makeDue(id);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128]);
    expect(await workOnRow(campaignRunWork, id, never)).toBeUndefined();
    expect(await read(id)).toMatchObject({
      status: "error",
      error_message:
        "A prospecção parou por um erro nosso. Ninguém recebeu a mesma mensagem duas vezes.",
    });
    const next = await buildBrokenRun();
    expect(await read(next.id)).toMatchObject({ status: "pending" });
  });

  test("marks sends without an outcome as unknown, and contacts their leads no more", async () => {
    const { id, leadId } = await buildBrokenRun();
    await execute(
      sql`UPDATE campaign_recipients SET state = 'sending', message_id = 'M1', text = 'Oi', claimed_at = now() WHERE run_id = ${id}`,
    );
    await execute(sql`UPDATE campaign_runs SET attempts = ${leases.maxAttempts} WHERE id = ${id}`);
    await workOnRow(campaignRunWork, id, never);
    expect(
      await firstRow(
        sql`SELECT p.state, l.contacted_at IS NOT NULL AS contacted FROM campaign_recipients p
            JOIN leads l ON l.id = p.lead_id WHERE p.run_id = ${id} AND l.id = ${leadId}`,
      ),
    ).toEqual({ state: "unknown", contacted: true });
    expect(await read(id)).toMatchObject({ status: "error" });
  });

  test("stops when its owner asks, without waiting for the next attempt", async () => {
    const { id, campaignId } = await buildBrokenRun();
    await workOnRow(campaignRunWork, id, never);
    const { status } = await callApi(
      api,
      activities.stop,
      { params: { id: campaignId } },
      user.headers,
    );
    expect(status).toBe(200);
    await workOnRow(campaignRunWork, id, never);
    expect(await read(id)).toMatchObject({ status: "stopped", error_message: null });
  });

  test("stops even if stopping fails", async () => {
    const { id } = await buildBrokenRun();
    // Its unsettled send cannot be looked up, because it has no text.
    await execute(sql`UPDATE campaign_runs SET stop_at = now() WHERE id = ${id}`);
    const failing = {
      ...campaignRunWork,
      advance: () => Promise.reject(new Error("the regular way fails")),
    };
    await workOnRow(failing, id, never);
    expect(await read(id)).toMatchObject({ status: "stopped" });
  });
});

describe("a lease", () => {
  test("belongs to one worker: ten concurrent claims, one holder, and the number rises", async () => {
    const { id } = await buildBrokenRun();
    const claims = await Promise.all(Array.from({ length: 10 }, () => leases.claim(id, 20)));
    expect(claims.filter(Boolean)).toEqual([{ owner_id: user.id, lease_no: 1, attempts: 0 }]);
    expect(await read(id)).toMatchObject({ lease_no: 1, status: "running" });
  });

  test("that expired goes to another worker, counts as an attempt, and disables the first holder", async () => {
    const { id } = await buildBrokenRun();
    await leases.claim(id, 20);
    await execute(
      sql`UPDATE campaign_runs SET lease_until = now() - interval '1 ms' WHERE id = ${id}`,
    );
    expect(await leases.claim(id, 20)).toEqual({ owner_id: user.id, lease_no: 2, attempts: 1 });
    expect(await leases.renew(id, 1, 20)).toBe(false);
    expect(await leases.countAttempt(id, 1)).toBeNull();
    await leases.release(id, 1, { resumeAt: new Date(Date.now() + 60_000), failed: false });
    expect(await read(id)).toMatchObject({
      lease_no: 2,
      leased: true,
      resume_in_s: null,
      attempts: 1,
    });
    expect(await leases.renew(id, 2, 20)).toBe(true);
  });

  test("released until later cannot be claimed before, and the sweep finds it only when overdue", async () => {
    const { id } = await buildBrokenRun();
    const unclaimed = async () => (await leases.findUnclaimed(1_000)).some((row) => row.id === id);
    expect(await unclaimed()).toBe(true);
    await leases.claim(id, 20);
    expect(await unclaimed()).toBe(false);
    await leases.release(id, 1, { resumeAt: new Date(Date.now() + 60_000), failed: false });
    expect(await leases.claim(id, 20)).toBeNull();
    expect(await unclaimed()).toBe(false);
    expect(await leases.findWaiting(user.id)).toBeNull();
    await execute(
      sql`UPDATE campaign_runs SET resume_at = now() - interval '1 s' WHERE id = ${id}`,
    );
    expect(await unclaimed()).toBe(false);
    await execute(
      sql`UPDATE campaign_runs SET resume_at = now() - interval '3 s' WHERE id = ${id}`,
    );
    expect(await unclaimed()).toBe(true);
    expect(await leases.claim(id, 20)).toMatchObject({ lease_no: 2 });
  });

  test("of a row that is over cannot be claimed", async () => {
    const { id } = await buildBrokenRun();
    await execute(
      sql`UPDATE campaign_runs SET status = 'stopped', completed_at = now() WHERE id = ${id}`,
    );
    expect(await leases.claim(id, 20)).toBeNull();
    expect((await leases.findUnclaimed(1_000)).some((row) => row.id === id)).toBe(false);
    expect(await leases.findWaiting(user.id)).toBeNull();
  });

  test("keeps counting to the limit of a table that bounds it", async () => {
    const mail = await firstRow<{ id: number }>(
      sql`INSERT INTO mails (user_id, kind, sealed_link, expires_at, attempts, lease_until)
          VALUES (${user.personId}, 'welcome', 'x', now() + interval '1 hour', 10, now() - interval '1 s') RETURNING id`,
    );
    await workOnRow(mailWork, mail?.id ?? 0, never);
    expect(
      await firstRow(
        sql`SELECT attempts, failed_at IS NOT NULL AS failed FROM mails WHERE id = ${mail?.id}`,
      ),
    ).toEqual({ attempts: 10, failed: true });
  });
});
