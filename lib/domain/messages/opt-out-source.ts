/** How a number came to be blocked: by its own reply or switch for promotions, by a person, or by an imported file. */
export const OPT_OUT_SOURCES = ["reply", "person", "import", "preference"] as const;
export type OptOutSource = (typeof OPT_OUT_SOURCES)[number];

export const OPT_OUT_SOURCE_LABEL: Record<OptOutSource, string> = {
  reply: "Pediu para sair",
  person: "Adicionado por você",
  import: "Importado",
  preference: "Parou as promoções",
};
