/** Whom an installation may oblige to have a second factor: an app, or a passkey. */
export const FACTOR_REQUIRED_OF = ["nobody", "administrator", "everyone"] as const;
export type FactorRequiredOf = (typeof FACTOR_REQUIRED_OF)[number];
