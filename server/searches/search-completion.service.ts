import { findRegistryCompanies } from "@/server/registry/registry-leads.service";
import type { Finding } from "./search-findings.service";

/** Fills in what a search did not find of companies whose CNPJ it found, from the registry. */
export async function completeFindings(findings: readonly Finding[]): Promise<Finding[]> {
  const cnpjs = findings.flatMap(({ found }) =>
    "company" in found && found.company.cnpj ? found.company.cnpj : [],
  );
  if (cnpjs.length === 0) return [...findings];
  const registered = await findRegistryCompanies(cnpjs);
  return findings.map((finding) => {
    if (!("company" in finding.found)) return finding;
    const { company } = finding.found;
    const known = registered.get(company.cnpj ?? "");
    if (!known) return finding;
    const phone = known.phones.find((number) => number !== company.whatsapp) ?? null;
    const completed = {
      ...company,
      phone: company.phone ?? phone,
      email: company.email ?? known.email,
      address: company.address ?? known.address,
      city: company.city ?? known.city,
      state: company.state ?? known.state,
      cnae: known.cnae,
      proprietario: known.proprietario,
    };
    return { ...finding, found: { company: completed } };
  });
}
