import { whatsappKey } from "@/lib/domain/phone";
import type { UserId } from "@/server/auth/actor";
import { firstRow, sql } from "@/server/db/sql";

let serial = 0;

/** A lead with a mobile of its own, unless told otherwise. */
export async function buildLead(
  ownerId: UserId,
  lead: { name?: string; whatsapp?: string | null; status?: string; city?: string } = {},
): Promise<{ id: number; name: string; whatsapp: string | null }> {
  serial += 1;
  const whatsapp =
    lead.whatsapp === undefined ? `55119${String(71_000_000 + serial * 7)}` : lead.whatsapp;
  const name = lead.name ?? `Empresa ${serial}`;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO leads (owner_id, name, source, whatsapp, whatsapp_key, status, city)
        VALUES (${ownerId}, ${name}, 'manual', ${whatsapp}, ${whatsappKey(whatsapp)}, ${lead.status ?? "pending"}, ${lead.city ?? null})
        RETURNING id`,
  );
  if (!row) throw new Error("INSERT into leads returned no row");
  return { id: row.id, name, whatsapp };
}
