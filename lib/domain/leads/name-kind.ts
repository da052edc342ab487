/** Whose name a lead has. 'none': a number, an e-mail, a web address or a word used in place of a missing name. */
export const NAME_KINDS = ["company", "person", "none"] as const;
export type NameKind = (typeof NAME_KINDS)[number];
