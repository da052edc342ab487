import { toStorableJson } from "@/lib/stored-json";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

export interface CompanyOfLead {
  id: number;
  cnpj: string;
  company_status: string | null;
}

/** The next leads with a CNPJ, of all owners. */
export async function findCompaniesAfter(after: number, limit: number): Promise<CompanyOfLead[]> {
  const leads = await prisma.lead.findMany({
    where: { cnpj: { not: null }, id: { gt: after } },
    select: { id: true, cnpj: true, company_status: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  return leads as CompanyOfLead[];
}

/** This does not count as an edit of the lead: its timestamps do not change. */
export async function setCompanyStatuses(
  changes: readonly { id: number; status: string | null }[],
): Promise<void> {
  await execute(
    sql`UPDATE leads l SET company_status = c.status
        FROM (SELECT * FROM json_to_recordset(${toStorableJson(changes)}::json) AS r(id int, status text) ORDER BY id) AS c
        WHERE l.id = c.id`,
  );
}
