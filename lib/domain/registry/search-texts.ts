/** Fields of codes, which take several values; the URL holds them separated by commas. */
export const FIELDS_OF_SEVERAL = [
  "uf",
  "cidade",
  "cep",
  "cnae_primario",
  "porte",
  "ddd",
  "natureza_juridica",
] as const;
type FieldOfSeveral = (typeof FIELDS_OF_SEVERAL)[number];

export function takesSeveral(field: string): boolean {
  return FIELDS_OF_SEVERAL.includes(field as FieldOfSeveral);
}

export function splitValues(text: string): string[] {
  return text.split(",").filter((value) => value !== "");
}

export function joinValues(values: readonly string[]): string {
  return [...new Set(values)].join(",");
}

/** Allowed input in a field of codes: digits, and commas between several codes, each with a maximum length. */
export function toCodes(typed: string, most: number): string {
  return typed
    .split(",")
    .map((code) => code.replace(/\D/g, "").slice(0, most))
    .join(",");
}

/** A search as the API takes it: several values as a list, without what is empty. */
export function toRegistryFilter(
  texts: { readonly [Field in string]?: string },
): Record<string, string | string[]> {
  const cities = splitValues(texts["cidade"] ?? "");
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text = ""]) => {
      // Each city implies its state; one state with several cities would exclude those of other states.
      if (text === "" || (field === "uf" && cities.length > 1)) return [];
      if (!takesSeveral(field)) return [[field, text]];
      const values = splitValues(text);
      return values.length === 0 ? [] : [[field, values.length === 1 ? (values[0] ?? "") : values]];
    }),
  );
}
