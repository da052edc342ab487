/** The kinds of the official files, by the letters in the name inside the ZIP. */
export const REGISTRY_FILES = {
  companies: { inside: "EMPRE", columns: 7 },
  establishments: { inside: "ESTABELE", columns: 30 },
  partners: { inside: "SOCIO", columns: 11 },
  simples: { inside: "SIMPLES", columns: 7 },
  activities: { inside: "CNAE", columns: 2 },
  reasons: { inside: "MOTI", columns: 2 },
  municipalities: { inside: "MUNIC", columns: 2 },
  natures: { inside: "NATJU", columns: 2 },
  countries: { inside: "PAIS", columns: 2 },
  qualifications: { inside: "QUALS", columns: 2 },
} as const;

export type RegistryFileKind = keyof typeof REGISTRY_FILES;
export const REGISTRY_FILE_KINDS = Object.keys(REGISTRY_FILES) as RegistryFileKind[];

/** Without these there is nothing to search. Tables of codes may be missing: their labels then are. */
export const REQUIRED_FILES: readonly RegistryFileKind[] = [
  "companies",
  "establishments",
  "municipalities",
];

/**
 * "K3241.K03200Y0.D61114.ESTABELE" are establishments extracted on 14 November 2026. The year's last digit alone is
 * given: it is of the decade before `latestYear`. Returns null for other names.
 */
export function readInnerName(
  name: string,
  latestYear: number,
): { kind: RegistryFileKind; month: string | null } | null {
  const upper = name.toUpperCase();
  const kind = REGISTRY_FILE_KINDS.find((each) => upper.includes(REGISTRY_FILES[each].inside));
  if (!kind) return null;
  const extracted = /\.D(\d)(\d{2})\d{2}(?:\.|$)/.exec(upper);
  if (!extracted) return { kind, month: null };
  const year = latestYear - ((latestYear - Number(extracted[1])) % 10);
  return { kind, month: `${year}-${extracted[2]}` };
}
