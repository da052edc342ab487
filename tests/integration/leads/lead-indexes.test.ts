import { expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLeads } from "@/tests/factories/leads";
import { buildUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";
import { fill } from "@/tests/support/without-limit";

const api = runApi();

const AUDIENCE = "/api/prospecting/audience";
const DUPLICATES = "/api/leads/duplicates";

/** Each index of leads, and a request that is answered from it. Every message of a campaign pays for all of them. */
const READS: Record<string, string> = {
  leads_address_key_idx: "/api/leads?sort=address",
  leads_ai_obs_key_idx: "/api/leads?sort=ai_obs",
  leads_cnae_key_idx: "/api/leads?sort=cnae",
  leads_cnpj_root_idx: DUPLICATES,
  leads_contacted_idx: "/api/leads?last_contact=week",
  leads_email_key_idx: DUPLICATES,
  leads_expected_close_idx: "/api/deals/forecast",
  leads_misread_idx: "/api/leads?remark=number",
  leads_name_city_idx: DUPLICATES,
  leads_name_key_idx: "/api/leads?sort=name",
  leads_never_contacted_idx: AUDIENCE,
  leads_obs_key_idx: "/api/leads?sort=obs",
  leads_owner_cnpj_key: "/api/leads?sort=cnpj",
  leads_owner_id_created_at_id_idx: "/api/leads",
  leads_owner_id_id_key: "/api/leads?sort=name",
  leads_owner_id_site_host_idx: DUPLICATES,
  leads_owner_phone_key: "/api/leads?sort=whatsapp",
  leads_pkey: "/api/today",
  leads_place_idx: "/api/leads/cities",
  leads_proprietario_key_idx: "/api/leads?sort=proprietario",
  leads_search_remark_idx: "/api/leads?remark=elsewhere",
  leads_seller_idx: "/api/leads?seller=me",
  leads_site_check_idx: "/api/leads?site=broken",
  leads_source_idx: "/api/dashboard/activity",
  leads_stage_idx: "/api/leads/board",
  leads_staged_idx: "/api/today",
  leads_status_idx: "/api/leads?sort=status",
  leads_typed_phone_idx: DUPLICATES,
  leads_value_idx: "/api/leads?value_min=1000",
  leads_website_key_idx: "/api/leads?sort=website",
  leads_without_cnpj_idx: "/api/leads?sort=cnpj&direction=asc&page=96&per_page=200",
  leads_without_whatsapp_idx: "/api/leads?sort=whatsapp&direction=asc&page=90&per_page=200",
};

/** How often each index was read since the database began. */
async function countReads(): Promise<Map<string, number>> {
  const counted = await rows<{ name: string; reads: number }>(
    sql`SELECT indexrelname AS name, idx_scan::int AS reads FROM pg_stat_user_indexes WHERE relname = 'leads'`,
  );
  return new Map(counted.map(({ name, reads }) => [name, reads]));
}

test("an index of leads answers a request, or there is none", async () => {
  const user = await buildUser();
  await buildLeads(user.id, 20_000);
  await fill(
    sql`UPDATE leads SET value_cents = id * 10, seller_id = ${user.personId}, expected_close = current_date, city = 'Cidade ' || id % 40, state = 'SP'
        WHERE owner_id = ${user.id} AND id % 50 = 0`,
  );
  await fill(
    sql`UPDATE leads SET cnpj = '9' || lpad(id::text, 13, '0') WHERE owner_id = ${user.id} AND cnpj IS NULL AND id % 10 > 0`,
  );
  await execute(sql`ANALYZE leads`);
  const before = await countReads();
  expect([...before.keys()].sort()).toEqual(Object.keys(READS).sort());

  for (const each of new Set(Object.values(READS))) {
    const [method, path, body] =
      each === AUDIENCE ? (["POST", each, {}] as const) : (["GET", each] as const);
    let after: string | null | undefined;
    do {
      const answer = await request<{ next?: string | null }>(
        api,
        method,
        after ? `${path}?after=${after}` : path,
        body,
        user.headers,
      );
      expect(answer.status, path).toBe(200);
      // A page of duplicates has one reason; the other requests are for their first page.
      after = path === DUPLICATES ? answer.body.next : null;
    } while (after);
  }
  // A connection reports its counts some seconds later.
  let unread: string[] = [];
  await until(
    async () => {
      const after = await countReads();
      unread = [...after]
        .filter(([name, reads]) => reads === before.get(name))
        .map(([name]) => name);
      return unread.length === 0;
    },
    "a read of every index",
    20_000,
  ).catch(() => undefined);
  expect(unread).toEqual([]);
});
