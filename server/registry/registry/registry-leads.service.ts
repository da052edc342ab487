import { toCnae, toOwnerName } from "./registry.mapper";
import { getMunicipalityName } from "./registry-lookups.service";
import { type EstablishmentRow, findByCnpjs } from "./registry-search.repository";

/** The registry's data of a company, as values of a lead. */
export interface RegistryLead {
  cnpj: string;
  name: string;
  /** Digits with 55. */
  phones: string[];
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnae: string | null;
  proprietario: string | null;
}

/** The companies with these CNPJs, by CNPJ; those that the registry does not have are missing. */
export async function findRegistryCompanies(
  cnpjs: readonly string[],
): Promise<Map<string, RegistryLead>> {
  const found = await findByCnpjs(cnpjs);
  return new Map(found.map((row) => [row.cnpj, toRegistryLead(row)]));
}

export function toRegistryLead(row: EstablishmentRow): RegistryLead {
  const owner = toOwnerName(row);
  return {
    cnpj: row.cnpj,
    name: row.trade_name ?? owner ?? row.legal_name,
    phones: [row.phone1, row.phone2].filter((phone) => phone !== null),
    email: row.email,
    address: toAddress(row),
    city: getMunicipalityName(row.municipality),
    state: row.uf === "EX" ? null : row.uf,
    cnae: toCnae(row.cnae),
    proprietario: owner,
  };
}

/** "Rua das Flores, 10, Sala 2 - Centro" */
function toAddress({ street, number, complement, district }: EstablishmentRow): string | null {
  const line = [street, number, complement].filter(Boolean).join(", ");
  return [line, district].filter(Boolean).join(" - ") || null;
}
