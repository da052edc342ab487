import type { FoundCompany } from "@/server/leads/leads/found-leads.service";
import {
  findRegistryCompanies,
  type RegistryLead,
} from "@/server/registry/registry/registry-leads.service";
import type { Finding } from "./search-findings.service";
import { locateCompany } from "./search-place.service";
import type { SearchRow } from "./searches.repository";

/**
 * Adds missing data from the registry to companies whose CNPJ a search found, and determines where the companies of a
 * search for a town are.
 */
export async function completeFindings(
  search: Pick<SearchRow, "kind" | "city" | "state">,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const cnpjs = findings.flatMap(({ found }) =>
    "company" in found && found.company.cnpj ? found.company.cnpj : [],
  );
  const registered = cnpjs.length === 0 ? new Map() : await findRegistryCompanies(cnpjs);
  return findings.map((finding) => {
    if (!("company" in finding.found)) return finding;
    const { company } = finding.found;
    const known: RegistryLead | undefined = registered.get(company.cnpj ?? "");
    const completed = known ? complete(company, known) : company;
    const place =
      search.kind === "pages" && search.city && search.state
        ? locateCompany(
            { city: search.city, state: search.state },
            { ...company, registered: known },
          )
        : {};
    return { ...finding, found: { company: { ...completed, ...place } } };
  });
}

function complete(company: FoundCompany, known: RegistryLead): FoundCompany {
  const phone = known.phones.find((number) => number !== company.whatsapp) ?? null;
  return {
    ...company,
    phone: company.phone ?? phone,
    email: company.email ?? known.email,
    others: {
      phones: [...(company.others?.phones ?? []), ...known.phones],
      emails: [...(company.others?.emails ?? []), ...(known.email ? [known.email] : [])],
    },
    address: company.address ?? known.address,
    city: company.city ?? known.city,
    state: company.state ?? known.state,
    cnae: known.cnae,
    proprietario: known.proprietario,
  };
}
