import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { isEmailAddress } from "@/lib/domain/text/email";
import type { Vouched } from "./issuer.gateway";

/** Microsoft's tenant of personal accounts, whose e-mails it checks itself. */
const PERSONAL_TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";
const MAX_SUBJECT = 255;
const MAX_EMAIL = 254;
const MAX_NAME = 120;

/** PostgreSQL refuses these characters, or changes them: two subjects must not become the same. */
const UNSTORABLE = /\p{Cc}|\p{Cs}/u;

/**
 * Reads the claims of an ID token whose signature was checked, and what the issuer added to them. Returns null when
 * they name no person.
 */
export function readVouched(
  provider: SignInProvider,
  claims: Readonly<Record<string, unknown>>,
): Vouched | null {
  const { iss, sub, email, name } = claims;
  if (typeof iss !== "string" || typeof sub !== "string") return null;
  if (sub === "" || sub.length > MAX_SUBJECT || UNSTORABLE.test(sub)) return null;
  const address = typeof email === "string" ? email.trim().toLowerCase() : "";
  const isAddress = address.length <= MAX_EMAIL && isEmailAddress(address);
  return {
    issuer: iss,
    subject: sub,
    email: isAddress ? address : null,
    isVerified: isAddress && isVerifiedEmail(provider, claims),
    name: typeof name === "string" ? name.trim().slice(0, MAX_NAME) : "",
  };
}

/**
 * Microsoft lets the administrator of any tenant write any e-mail. So an e-mail counts only for personal accounts, and
 * where the tenant proved that it owns the domain.
 */
function isVerifiedEmail(
  provider: SignInProvider,
  { email_verified, xms_edov, tid }: Readonly<Record<string, unknown>>,
): boolean {
  if (provider === "microsoft") return tid === PERSONAL_TENANT || isTrue(xms_edov);
  return isTrue(email_verified);
}

/** Some issuers write it as a text. */
function isTrue(value: unknown): boolean {
  return value === true || value === "true" || value === 1 || value === "1";
}
