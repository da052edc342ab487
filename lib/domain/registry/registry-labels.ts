/** Labels that the official files do not contain. */

export const REGISTRY_STATUSES = ["ativa", "nula", "suspensa", "inapta", "baixada"] as const;
export type RegistryStatus = (typeof REGISTRY_STATUSES)[number];

/** "05", seldom seen, is an active company with an irregularity: not one to write to. */
export const STATUS_CODES: Record<RegistryStatus, readonly number[]> = {
  ativa: [2],
  nula: [1],
  suspensa: [3],
  inapta: [4, 5],
  baixada: [8],
};

export const STATUS_LABEL: Record<RegistryStatus, string> = {
  ativa: "Ativa",
  nula: "Nula",
  suspensa: "Suspensa",
  inapta: "Inapta",
  baixada: "Baixada",
};

export function toRegistryStatus(code: number): RegistryStatus {
  return REGISTRY_STATUSES.find((status) => STATUS_CODES[status].includes(code)) ?? "nula";
}

export const COMPANY_SIZES = ["me", "epp", "demais", "nao_informado"] as const;
export type CompanySize = (typeof COMPANY_SIZES)[number];

export const SIZE_CODES: Record<CompanySize, number> = {
  me: 1,
  epp: 3,
  demais: 5,
  nao_informado: 0,
};

export function toCompanySize(code: number | null): CompanySize {
  return COMPANY_SIZES.find((size) => SIZE_CODES[size] === (code ?? 0)) ?? "nao_informado";
}

export const SIZE_LABEL: Record<CompanySize, string> = {
  me: "Microempresa",
  epp: "Empresa de pequeno porte",
  demais: "Demais",
  nao_informado: "Não informado",
};
