/** The issuers that may confirm a person at the login, in the order of their buttons. */
export const SIGN_IN_PROVIDERS = ["google", "microsoft", "oidc"] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** A provider's name for people. */
export interface OfferedProvider {
  provider: SignInProvider;
  name: string;
}
