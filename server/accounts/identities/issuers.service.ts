import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { AppError } from "@/lib/errors";
import { env, type Issuer } from "@/server/platform/env";

/** The usual name of each provider, for installations that set no name. */
const USUAL_NAME: Record<SignInProvider, string> = {
  google: "Google",
  microsoft: "Microsoft",
  oidc: "outro provedor",
};

/** @throws AppError invalid_input when the installation does not offer it */
export function getIssuer(provider: SignInProvider): Issuer {
  const issuer = env.issuers.find((each) => each.provider === provider);
  if (issuer) return issuer;
  const sentence = "Esta forma de entrar não está disponível.";
  throw new AppError("invalid_input", sentence, { fields: { provider: sentence } });
}

export function nameOf(provider: SignInProvider): string {
  return env.issuers.find((each) => each.provider === provider)?.name ?? USUAL_NAME[provider];
}

/** False for an identity of an issuer that the installation no longer uses: nobody can sign in with it. */
export function isOffered(identity: { provider: SignInProvider; issuer: string }): boolean {
  const issuer = env.issuers.find(({ provider }) => provider === identity.provider);
  if (!issuer) return false;
  // Microsoft's accounts have their own tenant as the issuer.
  return (
    identity.provider === "microsoft" ||
    withoutSlash(issuer.address) === withoutSlash(identity.issuer)
  );
}

function withoutSlash(address: string): string {
  return address.endsWith("/") ? address.slice(0, -1) : address;
}
