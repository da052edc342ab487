import type { RegistryStatus } from "@/lib/domain/registry/registry-labels";
import * as repository from "./company-status.repository";

const BATCH_SIZE = 2_000;

/**
 * Marks the leads whose company is not active, and removes the mark from those whose company is active again.
 * `findStatuses` returns the situation of CNPJs; a missing one is unknown and changes nothing. Returns how many
 * changed.
 */
export async function markCompanyStatuses(
  findStatuses: (cnpjs: string[]) => Promise<ReadonlyMap<string, RegistryStatus>>,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0;
  for (let after = 0; !signal.aborted; ) {
    const leads = await repository.findCompaniesAfter(after, BATCH_SIZE);
    const statuses = await findStatuses(leads.map(({ cnpj }) => cnpj));
    const changes = leads.flatMap(({ id, cnpj, company_status }) => {
      const found = statuses.get(cnpj);
      if (found === undefined) return [];
      const status = found === "ativa" ? null : found;
      return status === company_status ? [] : [{ id, status }];
    });
    if (changes.length > 0) await repository.setCompanyStatuses(changes);
    changed += changes.length;
    after = leads.at(-1)?.id ?? after;
    if (leads.length < BATCH_SIZE) break;
  }
  return changed;
}
