/**
 * The kinds of the official files: the names of the ZIPs, of what is inside them, how many parts there are of it, and
 * its columns.
 */
export const REGISTRY_FILES = {
  companies: { zip: "Empresas", inside: "EMPRE", parts: 10, columns: 7 },
  establishments: { zip: "Estabelecimentos", inside: "ESTABELE", parts: 10, columns: 30 },
  partners: { zip: "Socios", inside: "SOCIO", parts: 10, columns: 11 },
  simples: { zip: "Simples", inside: "SIMPLES", parts: 1, columns: 7 },
  activities: { zip: "Cnaes", inside: "CNAE", parts: 1, columns: 2 },
  reasons: { zip: "Motivos", inside: "MOTI", parts: 1, columns: 2 },
  municipalities: { zip: "Municipios", inside: "MUNIC", parts: 1, columns: 2 },
  natures: { zip: "Naturezas", inside: "NATJU", parts: 1, columns: 2 },
  countries: { zip: "Paises", inside: "PAIS", parts: 1, columns: 2 },
  qualifications: { zip: "Qualificacoes", inside: "QUALS", parts: 1, columns: 2 },
} as const;

export type RegistryFileKind = keyof typeof REGISTRY_FILES;
export const REGISTRY_FILE_KINDS = Object.keys(REGISTRY_FILES) as RegistryFileKind[];

/** One of the 37 files of a month. */
export interface RegistryPart {
  kind: RegistryFileKind;
  /** 0 to 9; 0 where there is one file of the kind. Null where its name does not say. */
  part: number | null;
}

/** Every file of a month, or those without the partners. */
export function listParts(withPartners: boolean): RegistryPart[] {
  return REGISTRY_FILE_KINDS.filter((kind) => withPartners || kind !== "partners").flatMap((kind) =>
    Array.from({ length: REGISTRY_FILES[kind].parts }, (_, part) => ({ kind, part })),
  );
}

/** "Estabelecimentos3", "Simples" */
export function formatPart({ kind, part }: RegistryPart): string {
  const { zip, parts } = REGISTRY_FILES[kind];
  return parts === 1 || part === null ? zip : `${zip}${part}`;
}

/**
 * "K3241.K03200Y0.D61114.ESTABELE" is the first part of the establishments extracted on 14 November 2026. The year's
 * last digit alone is given: it is of the decade before `latestYear`. Returns null for other names.
 */
export function readInnerName(
  name: string,
  latestYear: number,
): (RegistryPart & { month: string | null }) | null {
  const upper = name.toUpperCase();
  const kind = REGISTRY_FILE_KINDS.find((each) => upper.includes(REGISTRY_FILES[each].inside));
  if (!kind) return null;
  const part = readPart(kind, /Y(\d)(?:\.|$)/.exec(upper)?.[1]);
  const extracted = /\.D(\d)(\d{2})\d{2}(?:\.|$)/.exec(upper);
  if (!extracted) return { kind, part, month: null };
  const year = latestYear - ((latestYear - Number(extracted[1])) % 10);
  return { kind, part, month: `${year}-${extracted[2]}` };
}

/** What a ZIP of this name should contain: "Empresas3.zip" the fourth part of the companies. Null for other names. */
export function readZipName(name: string): RegistryPart | null {
  const [, word = "", digit] = /^([a-z]+)(\d?)\.zip$/i.exec(name) ?? [];
  const kind = REGISTRY_FILE_KINDS.find(
    (each) => REGISTRY_FILES[each].zip.toUpperCase() === word.toUpperCase(),
  );
  return kind ? { kind, part: readPart(kind, digit) } : null;
}

function readPart(kind: RegistryFileKind, digit: string | undefined): number | null {
  if (REGISTRY_FILES[kind].parts === 1) return 0;
  return digit ? Number(digit) : null;
}
