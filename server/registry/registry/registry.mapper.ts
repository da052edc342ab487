import type { RegistryCompany, RegistryCompanyDetails } from "@/lib/contracts/registry/registry";
import { toCompanySize, toRegistryStatus } from "@/lib/domain/registry/registry-labels";
import { isMobile, removeDocuments } from "@/lib/domain/registry/registry-values";
import { getMunicipalityName, type Release } from "./registry-lookups.service";
import type { EstablishmentRow } from "./registry-search.repository";

/** "Empresário (Individual)": its legal name is its owner's. */
const SOLE_PROPRIETOR = 2135;

/** Which of the account's leads a company is, and which one it may be. */
export interface KnownLead {
  lead_id: number | null;
  lead_by_phone: { id: number; name: string } | null;
}

export function toRegistryCompany(
  row: EstablishmentRow,
  known: KnownLead,
  release: Pick<Release, "label">,
): RegistryCompany {
  return {
    cnpj: row.cnpj,
    nome_fantasia: row.trade_name,
    razao_social: row.legal_name,
    proprietario: { nome: toOwnerName(row) },
    telefone: row.phone1,
    email: row.email,
    cep: row.cep === null ? null : String(row.cep).padStart(8, "0"),
    endereco: {
      logradouro: row.street,
      numero: row.number,
      complemento: row.complement,
      bairro: row.district,
      municipio: getMunicipalityName(row.municipality) ?? row.foreign_city,
      uf: row.uf,
    },
    situacao: toRegistryStatus(row.status),
    cnae_primario: toCnae(row.cnae),
    atividade: release.label("activity", row.cnae),
    data_abertura: row.opened_on,
    ...known,
  };
}

/** The person behind a company, where the registry names one. */
export function toOwnerName(row: EstablishmentRow): string | null {
  if (row.partner_name) return row.partner_name;
  return row.legal_nature === SOLE_PROPRIETOR ? removeDocuments(row.legal_name) || null : null;
}

export function toCnae(code: number | null): string | null {
  return code === null ? null : String(code).padStart(7, "0");
}

export function toRegistryCompanyDetails(
  row: EstablishmentRow,
  known: KnownLead,
  release: Release,
): Omit<RegistryCompanyDetails, "mostra_socios"> {
  const phones = [row.phone1, row.phone2].filter((phone) => phone !== null);
  const toActivity = (code: number) => ({
    codigo: String(code).padStart(7, "0"),
    descricao: release.label("activity", code) ?? "",
  });
  return {
    ...toRegistryCompany(row, known, release),
    telefones: phones.map((numero) => ({ numero, celular: isMobile(numero) })),
    matriz: row.is_headquarters,
    situacao_desde: row.status_on,
    motivo_situacao: release.label("reason", row.status_reason),
    porte: toCompanySize(row.size),
    mei: row.is_mei,
    simples: row.is_simples,
    natureza_juridica: release.label("nature", row.legal_nature),
    capital_social: row.capital_cents === null ? null : Number(row.capital_cents) / 100,
    atividade_principal: row.cnae === null ? null : toActivity(row.cnae),
    atividades_secundarias: row.secondary_cnaes.map(toActivity),
    cidade_exterior: row.foreign_city,
    pais: release.label("country", row.country),
    mes: release.month,
  };
}
