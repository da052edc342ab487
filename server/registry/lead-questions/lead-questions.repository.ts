import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, sql } from "@/server/platform/db/sql";

export interface Pair {
  leadId: number;
  cnpj: string;
}

export interface OpenPair {
  lead_id: number;
  name: string;
  cnpj: string;
}

/** Those of these pairs whose lead has no CNPJ yet and that no user declared to be two companies. */
export function findOpenPairs(ownerId: OwnerId, pairs: readonly Pair[]): Promise<OpenPair[]> {
  return rows(
    sql`SELECT l.id AS lead_id, l.name, p.cnpj
        FROM unnest(${pairs.map(({ leadId }) => leadId)}::int[], ${pairs.map(({ cnpj }) => cnpj)}::text[]) AS p (lead_id, cnpj)
        JOIN leads l ON l.owner_id = ${ownerId} AND l.id = p.lead_id AND l.cnpj IS NULL
        WHERE NOT EXISTS (SELECT 1 FROM company_denials d
          WHERE d.owner_id = ${ownerId} AND d.lead_id = p.lead_id AND d.cnpj = p.cnpj)
        ORDER BY l.id`,
  );
}

/**
 * Returns false when the owner has no such lead. Call inside a transaction: calls for one owner run one after the
 * other.
 */
export async function insertDenial(
  ownerId: OwnerId,
  { leadId, cnpj }: Pair,
  most: number,
): Promise<boolean> {
  await lockOwner(ownerId);
  await execute(
    sql`INSERT INTO company_denials (owner_id, lead_id, cnpj)
        SELECT owner_id, id, ${cnpj} FROM leads WHERE owner_id = ${ownerId} AND id = ${leadId}
          AND (SELECT count(*) FROM company_denials d WHERE d.lead_id = ${leadId} AND d.owner_id = ${ownerId}) < ${most}
        ON CONFLICT DO NOTHING`,
  );
  const lead = await prisma.lead.findFirst({
    where: { owner_id: ownerId, id: leadId },
    select: { id: true },
  });
  return lead !== null;
}

/** Stores the denials of restored leads again. */
export async function restoreDenials(ownerId: OwnerId, pairs: readonly Pair[]): Promise<void> {
  await execute(
    sql`INSERT INTO company_denials (owner_id, lead_id, cnpj)
        SELECT ${ownerId}::int, p.lead_id, p.cnpj
        FROM unnest(${pairs.map(({ leadId }) => leadId)}::int[], ${pairs.map(({ cnpj }) => cnpj)}::text[]) AS p (lead_id, cnpj)
        ON CONFLICT DO NOTHING`,
  );
}
