import type { LeadSource } from "@/lib/domain/leads/lead-list";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, sql } from "@/server/platform/db/sql";
import { fill } from "@/tests/support/without-limit";

let serial = 0;

/** A lead with a unique mobile by default. */
export async function buildLead(
  ownerId: OwnerId,
  lead: {
    name?: string;
    whatsapp?: string | null;
    status?: string;
    city?: string | null;
    state?: string | null;
    source?: LeadSource;
  } = {},
): Promise<{ id: number; name: string; whatsapp: string | null }> {
  serial += 1;
  const whatsapp =
    lead.whatsapp === undefined ? `55119${String(71_000_000 + serial * 7)}` : lead.whatsapp;
  const name = lead.name ?? `Empresa ${serial}`;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO leads (owner_id, name, source, whatsapp, phone_key, status, city, state)
        VALUES (${ownerId}, ${name}, ${lead.source ?? "manual"}, ${whatsapp}, ${getPhoneKey(whatsapp)}, ${lead.status ?? "pending"}, ${lead.city ?? null}, ${lead.state ?? null})
        RETURNING id`,
  );
  if (!row) throw new Error("INSERT into leads returned no row");
  return { id: row.id, name, whatsapp };
}

/** Many leads; some lack values, many share values, none has a number. */
export async function buildLeads(ownerId: OwnerId, count: number) {
  await fill(
    sql`INSERT INTO leads (owner_id, name, source, status, whatsapp, phone_key, website, address, cnpj, cnae,
                           proprietario, obs, ai_obs, created_at)
        SELECT ${ownerId}, 'Empresa ' || n, 'manual', 'pending',
               CASE WHEN n % 5 > 0 THEN '55119' || (70000000 + n) END, CASE WHEN n % 5 > 0 THEN '5511' || (70000000 + n) END,
               CASE WHEN n % 3 > 0 THEN 'https://e' || n % 7 || '.example' END, CASE WHEN n % 4 > 0 THEN 'Rua ' || n % 5 END,
               CASE WHEN n % 2 > 0 THEN lpad(n::text, 14, '0') END, CASE WHEN n % 6 > 0 THEN 'c' || n % 4 END,
               CASE WHEN n % 7 > 0 THEN 'Dona ' || n % 3 END, CASE WHEN n % 2 > 0 THEN 'obs' END, NULL,
               now() - (n / 3 || ' minutes')::interval
        FROM generate_series(1, ${count}::int) AS n`,
  );
}
