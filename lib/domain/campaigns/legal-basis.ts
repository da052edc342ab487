/** Why an account may write first to a person, by article 7 of the LGPD. */
export const LEGAL_BASES = ["legitimate_interest", "consent", "customer"] as const;
export type LegalBasis = (typeof LEGAL_BASES)[number];

export const LEGAL_BASIS_LABEL: Record<LegalBasis, string> = {
  legitimate_interest: "Interesse legítimo",
  consent: "Consentimento",
  customer: "Relação com cliente",
};

/** A sentence that helps to choose one. */
export const LEGAL_BASIS_HELP: Record<LegalBasis, string> = {
  legitimate_interest:
    "Oferta que interessa ao negócio de quem recebe, por um contato que ele mesmo publicou, com saída fácil.",
  consent: "A pessoa autorizou receber as suas mensagens. Guarde quando e como.",
  customer: "A pessoa já compra de você ou pediu um orçamento.",
};
