import { execute, rows, sql } from "@/server/platform/db/sql";

export interface CompanyOfLead {
  id: number;
  cnpj: string;
  company_status: string | null;
}

/** The next leads with a CNPJ, of all owners. */
export function findCompaniesAfter(after: number, limit: number): Promise<CompanyOfLead[]> {
  return rows(
    sql`SELECT id, cnpj, company_status FROM leads WHERE cnpj IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`,
  );
}

/** Not a change of the lead by anybody: its times stay. */
export async function setCompanyStatuses(
  changes: readonly { id: number; status: string | null }[],
): Promise<void> {
  await execute(
    sql`UPDATE leads l SET company_status = c.status
        FROM (SELECT * FROM json_to_recordset(${JSON.stringify(changes)}::json) AS r(id int, status text) ORDER BY id) AS c
        WHERE l.id = c.id`,
  );
}
