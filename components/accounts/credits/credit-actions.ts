const ACTIONS: Record<string, string> = {
  google_pages_search: "Lead criado pela busca no Google",
  google_maps_search: "Lead criado pela busca no mapa",
  receita_search: "Lead salvo da Receita Federal",
  campaign_message: "Mensagem de campanha",
};

/** Returns the label of a credit's use, or an unknown action unchanged. */
export function getCreditActionLabel(action: string): string {
  return ACTIONS[action] ?? action;
}
