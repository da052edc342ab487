/** The users whom an installation may require to have a second factor: an app, or a passkey. */
export const FACTOR_REQUIRED_OF = ["nobody", "administrator", "everyone"] as const;
export type FactorRequiredOf = (typeof FACTOR_REQUIRED_OF)[number];

export const FACTOR_REQUIRED_LABEL: Record<FactorRequiredOf, string> = {
  nobody: "De ninguém",
  administrator: "Só do administrador",
  everyone: "De todas as contas",
};

/** Whether the installation requires the account to have one. */
export function isFactorRequired(requiredOf: FactorRequiredOf | null, isAdmin: boolean): boolean {
  return requiredOf === "everyone" || (requiredOf === "administrator" && isAdmin);
}
