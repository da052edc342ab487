import type { ElsewhereCompany } from "@/lib/contracts/discovery/searches";
import type { SearchKind } from "@/lib/domain/searches/search";
import type { OwnerId } from "@/server/platform/actor";
import { Prisma } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, rows, sql } from "@/server/platform/db/sql";

/** The companies that a search found elsewhere, in the order found. */
export function findElsewhere(
  ownerId: OwnerId,
  searchId: number,
  limit: number,
): Promise<ElsewhereCompany[]> {
  return rows(
    sql`SELECT id, company->>'name' AS name, url, company->>'city' AS city, company->>'state' AS state,
               company->>'search_remark' AS search_remark
        FROM search_results
        WHERE owner_id = ${ownerId} AND search_id = ${searchId} AND outcome = 'elsewhere'
        ORDER BY id LIMIT ${limit}`,
  );
}

export interface LockedResult {
  id: number;
  search_id: number;
  list_id: number;
  kind: SearchKind;
  lead_id: number | null;
  /** Null when it was not found elsewhere, or is already included. */
  company: unknown;
}

/** Locks a result until the transaction ends. */
export function lockResult(ownerId: OwnerId, resultId: number): Promise<LockedResult | null> {
  return firstRow(
    sql`SELECT r.id, r.search_id, s.list_id, s.kind, r.lead_id, r.company
        FROM search_results r JOIN searches s ON s.id = r.search_id
        WHERE r.owner_id = ${ownerId} AND r.id = ${resultId} FOR NO KEY UPDATE OF r`,
  );
}

/** Records which lead a company from elsewhere has become. */
export async function setIncluded(
  ownerId: OwnerId,
  resultId: number,
  lead: { leadId: number; created: boolean },
): Promise<void> {
  await prisma.searchResult.updateMany({
    where: { owner_id: ownerId, id: resultId, outcome: "elsewhere" },
    data: {
      outcome: lead.created ? "created" : "linked",
      company: Prisma.DbNull,
      lead_id: lead.leadId,
    },
  });
}

/** Locks the first companies of a search that are no leads yet, until the transaction ends. */
export function lockElsewhere(
  ownerId: OwnerId,
  searchId: number,
  limit: number,
): Promise<{ id: number; company: unknown }[]> {
  return rows(
    sql`SELECT id, company FROM search_results
        WHERE owner_id = ${ownerId} AND search_id = ${searchId} AND outcome = 'elsewhere'
        ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE`,
  );
}

/** Marks results that become no lead. */
export async function setLeftOut(ownerId: OwnerId, resultIds: readonly number[]): Promise<void> {
  await prisma.searchResult.updateMany({
    where: { owner_id: ownerId, id: { in: [...resultIds] }, outcome: "elsewhere" },
    data: { outcome: "left_out", company: Prisma.DbNull },
  });
}

export function countElsewhere(ownerId: OwnerId, searchId: number): Promise<number> {
  return prisma.searchResult.count({
    where: { owner_id: ownerId, search_id: searchId, outcome: "elsewhere" },
  });
}
