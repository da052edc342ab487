/** Whose name a lead has. 'none': a number, an e-mail, an address of the web or a word that stands for a missing name. */
export const NAME_KINDS = ["company", "person", "none"] as const;
export type NameKind = (typeof NAME_KINDS)[number];
