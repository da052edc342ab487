import { toRegistryStatus } from "@/lib/domain/registry/registry-labels";
import { markCompanyStatuses } from "@/server/leads/leads/company-status.service";
import { findStatuses } from "./registry-switch.repository";

/** Marks the leads of companies that closed, by the month that is served. Returns how many changed. */
export function markLeads(signal: AbortSignal): Promise<number> {
  return markCompanyStatuses(async (cnpjs) => {
    const found = await findStatuses(cnpjs);
    return new Map(found.map(({ cnpj, status }) => [cnpj, toRegistryStatus(status)]));
  }, signal);
}
