import { describe, expect, test } from "vitest";
import { leads } from "@/lib/contracts/leads/leads";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLeads } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { findLeads } from "@/tests/support/leads";
import { runApi } from "@/tests/support/running";

const api = runApi();

describe("totals", () => {
  test("are the sum of their parts, whatever the leads' statuses", async () => {
    const user = await buildUser();
    await buildLeads(user.id, LEAD_STATUSES.length);
    const { leads: all } = await findLeads(api, user, { per_page: 50 });
    for (const [index, status] of LEAD_STATUSES.entries()) {
      await execute(sql`UPDATE leads SET status = ${status} WHERE id = ${all[index]?.id}`);
    }
    const { total, ...parts } = (await callApi(api, leads.stats, {}, user.headers)).body.statistics;
    expect(parts).toEqual({
      sent: 2,
      answered: 2,
      closed: 1,
      pending: 2,
      failed: 1,
      opted_out: 1,
      left: 0,
    });
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
  });

  test("stay exact however leads are created, changed and deleted, even concurrently", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 40);
    const all = (await findLeads(api, user, { per_page: 50 })).leads;
    await Promise.all([
      ...all.slice(0, 8).map(({ id }) => markLeadContacted(user.id, id, "sent")),
      ...all
        .slice(8, 16)
        .map(({ id }) => callApi(api, leads.remove, { params: { id } }, user.headers)),
      ...all
        .slice(16, 24)
        .map(({ id }) =>
          callApi(api, leads.update, { params: { id }, body: { status: "closed" } }, user.headers),
        ),
    ]);
    await execute(sql`SELECT fold_lead_counts(${user.id}::int)`);
    await execute(sql`UPDATE leads SET status = status WHERE owner_id = ${user.id}`);
    const counted = await rows<{ status: string; count: number }>(
      sql`SELECT status, count(*)::int AS count FROM leads WHERE owner_id = ${user.id} GROUP BY status`,
    );
    const of = (status: string) => counted.find((row) => row.status === status)?.count ?? 0;
    const { body } = await callApi(api, leads.stats, {}, user.headers);
    expect(body.statistics).toMatchObject({ total: 32, sent: of("sent"), closed: of("closed") });
    expect((await findLeads(api, user, {})).pagination.total).toBe(32);
  });

  test("nothing is left of a deleted account", async () => {
    const user = await buildUser();
    await buildLeads(user.id, 3);
    await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
    const left = await firstRow(
      sql`SELECT 1 FROM lead_counts WHERE owner_id = ${user.id}
          UNION ALL SELECT 1 FROM lead_count_changes WHERE owner_id = ${user.id}`,
    );
    expect(left).toBeNull();
  });
});
