const ACTIONS: Record<string, string> = {
  google_pages_search: "Lead criado pela busca no Google",
  google_maps_search: "Lead criado pela busca no mapa",
  receita_search: "Lead salvo da Receita Federal",
};

/** What a credit went into, in words; an action this version does not know as it is. */
export function getCreditActionLabel(action: string): string {
  return ACTIONS[action] ?? action;
}
