/** Who may vouch for a person at the login, in the order in which they are offered. */
export const SIGN_IN_PROVIDERS = ["google", "microsoft", "oidc"] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** One of them, by the name that people know it by. */
export interface OfferedProvider {
  provider: SignInProvider;
  name: string;
}
