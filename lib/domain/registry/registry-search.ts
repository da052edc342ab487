export const REGISTRY_PAGE_SIZES = [10, 20, 50, 100] as const;

/** As many are counted and paged by number; further pages follow the cursor. */
export const REGISTRY_MAX_COUNTED = 1_000;

/** Each of these is a search of its own; what only widens another one, and a state alone, are none. */
const FILTERS = [
  ...["nome_fantasia", "cidade", "cep", "cnae_primario", "endereco", "telefone", "situacao"],
  ...["estabelecimento", "porte", "mei", "aberta_de", "aberta_ate"],
  ...["com_telefone", "com_celular", "com_email"],
] as const;

/** Whether one of the filters is filled in, as a text of the form or as a parsed value. */
export function isRegistrySearch(filter: object): boolean {
  const values = new Map<string, unknown>(Object.entries(filter));
  return FILTERS.some((field) => {
    const value = values.get(field) ?? "";
    return field.startsWith("com_") ? String(value) === "true" : String(value).trim() !== "";
  });
}

/** As many companies are saved as leads at once. */
export const REGISTRY_MAX_SAVED = 500;
