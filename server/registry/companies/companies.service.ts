import type { CompanyEstablishments, CompanyPartners } from "@/lib/contracts/registry/companies";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { toRegistryStatus } from "@/lib/domain/registry/registry-labels";
import { REGISTRY_MAX_COUNTED } from "@/lib/domain/registry/registry-search";
import { AppError } from "@/lib/errors";
import { showsPartners } from "@/server/registry/partner-choice/partner-choice.service";
import {
  getMunicipalityName,
  getRelease,
} from "@/server/registry/registry/registry-lookups.service";
import * as repository from "./companies.repository";

const BASE_LENGTH = 8;
const PAGE = 20;
const MOST_PARTNERS = 50;
const MOST_OTHERS = 20;

/**
 * Twenty establishments of the company of a CNPJ, and how many it has; at most 1,000 are counted.
 * @throws AppError invalid_input for an invalid CNPJ or another company's cursor; not_found
 */
export async function listEstablishments(
  written: string,
  after: string | undefined,
): Promise<CompanyEstablishments> {
  const base = readBase(written);
  if (after !== undefined && !after.startsWith(base)) {
    throw new AppError("invalid_input", "", { fields: { after: "Cursor inválido." } });
  }
  const most = REGISTRY_MAX_COUNTED + 1;
  const [rows, count] = await Promise.all([
    repository.findEstablishments(base, { after: after ?? base, limit: PAGE + 1 }),
    repository.countEstablishments(base, most),
  ]);
  if (count === 0) throw new AppError("not_found", "CNPJ não encontrado na base da Receita.");
  const page = rows.slice(0, PAGE);
  return {
    establishments: page.map((row) => ({
      cnpj: row.cnpj,
      nome_fantasia: row.trade_name,
      matriz: row.is_headquarters,
      ...toPlace(row),
    })),
    total: Math.min(count, REGISTRY_MAX_COUNTED),
    total_is_capped: count === most,
    next: rows.length > PAGE ? (page.at(-1)?.cnpj ?? null) : null,
  };
}

/**
 * The partners of the company of a CNPJ, each with up to 20 other companies that most probably are theirs: a partner
 * there has the same name and the same digits of the CPF.
 * @throws AppError invalid_input; not_found where the installation does not show partners
 */
export async function listPartners(written: string): Promise<CompanyPartners> {
  const base = readBase(written);
  if (!(await showsPartners())) {
    throw new AppError("not_found", "Esta instalação não mostra os sócios.");
  }
  const release = await getRelease();
  const found = release ? await repository.findPartners(base, MOST_PARTNERS + 1) : [];
  const partners = found.slice(0, MOST_PARTNERS);
  const others =
    partners.length > 0 ? await repository.findOtherCompanies(base, partners, MOST_OTHERS + 1) : [];
  return {
    partners: partners.map(({ name, role, since }, place) => {
      const theirs = others.filter((each) => each.place === place);
      return {
        nome: name,
        papel: release?.label("role", role) ?? null,
        desde: since,
        outras_empresas: theirs.slice(0, MOST_OTHERS).map((row) => ({
          cnpj: row.cnpj,
          razao_social: row.legal_name,
          ...toPlace(row),
        })),
        ha_mais_empresas: theirs.length > MOST_OTHERS,
      };
    }),
    ha_mais_socios: found.length > MOST_PARTNERS,
  };
}

/** @throws AppError invalid_input */
function readBase(written: string): string {
  const cnpj = normalizeCnpj(written);
  if (cnpj === null) {
    throw new AppError("invalid_input", "", { fields: { cnpj: "CNPJ inválido." } });
  }
  return cnpj.slice(0, BASE_LENGTH);
}

interface Place {
  municipality: number | null;
  foreign_city: string | null;
  uf: string;
  status: number;
}

function toPlace({ municipality, foreign_city, uf, status }: Place) {
  return {
    municipio: getMunicipalityName(municipality) ?? foreign_city,
    uf,
    situacao: toRegistryStatus(status),
  };
}
