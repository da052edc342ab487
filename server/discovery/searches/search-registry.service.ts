import { isMobile } from "@/lib/domain/registry/registry-values";
import type { Place } from "@/server/discovery/places/places.gateway";
import type { FoundCompany } from "@/server/leads/leads/found-leads.service";
import {
  findRegistryCompanies,
  type RegistryLead,
} from "@/server/registry/registry/registry-leads.service";
import { type Finding, settleGroup } from "./search-findings.service";
import { findPendingResults } from "./search-results.repository";
import { type Run, SOURCES } from "./search-run.service";
import * as repository from "./searches.repository";

/** Leads that are saved in one transaction. */
const GROUP = 50;

/**
 * Saves every pending company of the registry as a lead. Returns early when the search was stopped or the credits ran
 * out.
 */
export async function saveRegistryResults(run: Run, search: repository.SearchRow): Promise<void> {
  const results = await findPendingResults<Place>(run.ownerId, run.id);
  for (let at = 0; at < results.length; at += GROUP) {
    if (run.signal.aborted || !(await repository.canContinue(run.ownerId, run.id))) return;
    const group = results.slice(at, at + GROUP);
    const companies = await findRegistryCompanies(group.map(({ result_key }) => result_key));
    const findings = group.map((result): Finding => {
      const company = companies.get(result.result_key);
      return {
        result,
        found: company
          ? { company: toFoundCompany(company) }
          : { outcome: "failed", detail: "gone" },
      };
    });
    if ((await settleGroup(run, search, findings)) !== "settled") return;
    run.reportProgress();
  }
}

function toFoundCompany(company: RegistryLead): FoundCompany {
  const { phones, ...rest } = company;
  const mobile = phones.find(isMobile) ?? null;
  return {
    ...rest,
    source: SOURCES.receita,
    website: null,
    siteHost: null,
    whatsapp: mobile,
    phone: phones.find((phone) => phone !== mobile) ?? null,
    others: { phones, emails: [] },
    evidence: {},
    profiles: [],
  };
}
